"""Edits that messages offer: each one cures what it is offered for, in every golden case."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from boardwright.dsl.bind.bind import bind
from boardwright.dsl.compose.compose import compose
from boardwright.dsl.declare.ruleset import declare, manifest_of
from boardwright.dsl.language.parser import (
    parse_effect,
    parse_expression,
    parse_head,
    parse_modifier,
)
from boardwright.dsl.source.diagnostics import Bag, Diagnostic, RulesetError
from boardwright.dsl.source.fixes import Fix
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Mapping, Scalar, read
from folders import GOLDEN_FILES
from ruleset_texts import documents_of
from town import TOWN

PARSERS: dict[str, Callable[[Scalar, Bag], object]] = {
    "effect": parse_effect,
    "expression": parse_expression,
    "modifier": parse_modifier,
    "head": parse_head,
}
TINY = """### tiny.yaml
game: tiny
language: 2
players: 2
varieties: {colour: [red, blue]}
kinds:
  card: {attributes: {worth: number, colours: list of colour}, effects: {ability: {}}, home: box}
spaces: {field: {attributes: {size: number}}}
places: {box: {}}
"""


def of_yaml(text: str) -> tuple[Diagnostic, ...]:
    bag = Bag()
    read(Source("a.yaml", text), bag)
    return bag.sorted()


def of_language(text: str) -> tuple[Diagnostic, ...]:
    bag = Bag()
    root = read(Source("a.yaml", text), bag)
    if isinstance(root, Mapping) and isinstance(root.entries[0].value, Scalar):
        PARSERS[root.entries[0].key.text](root.entries[0].value, bag)
    return bag.sorted()


def of_shape(text: str) -> tuple[Diagnostic, ...]:
    return _of_ruleset(text, TINY, bound=False)


def of_names(text: str) -> tuple[Diagnostic, ...]:
    return _of_ruleset(text, TOWN, bound=True)


def _of_ruleset(text: str, base: str, bound: bool) -> tuple[Diagnostic, ...]:
    bag = Bag()
    try:
        documents = documents_of(text, bag)
        if manifest_of(documents) is None:
            documents += documents_of(base, bag)
        ruleset = declare(documents, bag)
        if bound and ruleset is not None and not bag.failed:
            composed = compose(ruleset, [], bag)
            if composed is not None and not bag.failed:
                bind(composed, bag)
    except RulesetError as full:
        return full.diagnostics
    return bag.sorted()


STAGES = {"read": of_yaml, "parse": of_language, "declare": of_shape, "bind": of_names}
CASES = [
    (stage, path) for stage in STAGES for path in sorted((GOLDEN_FILES / stage / "bad").iterdir())
]


def parts(text: str) -> Iterator[tuple[str, int]]:
    """The files in a text, each with its name and the offset at which it begins."""
    at = 0
    while (start := text.find("### ", at)) >= 0:
        end = text.index("\n", start)
        yield text[start + 4 : end], end + 1
        at = end


def after(text: str, fix: Fix) -> str:
    """A text of several files after an edit of one of them."""
    begin = dict(parts(text)).get(fix.span.source.name, 0)
    start, end = begin + fix.span.start, begin + fix.span.end
    assert text[start:end] == fix.span.text
    return text[:start] + fix.text + text[end:]


@pytest.mark.parametrize(
    ("stage", "path"),
    [c for c in CASES if c[1].suffix == ".yaml"],
    ids=lambda x: getattr(x, "stem", x),
)
def test_an_edit_cures_what_it_is_offered_for(stage: str, path: Path) -> None:
    text = path.read_text()
    found = STAGES[stage](text)
    for each in found:
        cured = []
        for fix in each.fixes:
            left = STAGES[stage](after(text, fix))
            cured.append(_count(left, each) < _count(found, each))
        is_sketch = any(fix.is_sketch for fix in each.fixes)
        assert any(cured) or is_sketch or not each.fixes, [
            f"{each.headline()}: {fix.title}" for fix in each.fixes
        ]


def _count(found: Sequence[Diagnostic], one: Diagnostic) -> int:
    return sum((each.code, each.message) == (one.code, one.message) for each in found)
