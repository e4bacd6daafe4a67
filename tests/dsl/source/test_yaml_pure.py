"""Both readers of PyYAML give the same documents: one is in C and may be missing."""

from __future__ import annotations

import pytest
import yaml

from boardwright.dsl.source import yaml_tree
from boardwright.dsl.source.diagnostics import Bag, Diagnostic
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_pure import PureLoader
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar, Sequence, read
from folders import ROOT

FOLDERS = (
    "rulesets",
    "tests/corpus",
    "tests/games",
    "tests/golden",
    "src/boardwright/scaffold/templates",
)
FILES = [
    path
    for folder in FOLDERS
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".yaml", ".template")
]


def seen(node: Node | None) -> object:
    """All that a document says, with the places."""
    if node is None:
        return None
    place = (node.span.start, node.span.end)
    if isinstance(node, Scalar):
        return (node.text, node.style, place)
    if isinstance(node, Mapping):
        return (place, [(seen(entry.key), seen(entry.value)) for entry in node.entries])
    assert isinstance(node, Sequence)
    return (place, [seen(item) for item in node.items])


def both(text: str, monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, list[Diagnostic]]]:
    """What the reader in C makes of a text, and what the other does."""
    found: list[tuple[object, list[Diagnostic]]] = []
    for loader in (yaml.CSafeLoader, PureLoader):
        monkeypatch.setattr(yaml_tree, "_Loader", loader)
        bag = Bag()
        found.append((seen(read(Source("a.yaml", text), bag)), list(bag.sorted())))
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_is_the_same_document(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [path for path in FILES if path.is_relative_to(ROOT / folder)]
    assert files
    for path in files:
        text = path.read_bytes().decode("utf-8-sig", "replace")
        in_c, in_python = both(text, monkeypatch)
        assert in_c == in_python, path


@pytest.mark.parametrize(
    "text",
    [
        "{en: Which region?, de: Welche?}",
        "a: {en: Which one?}",
        "[why?, 'so?', \"so?\"]",
        "a: [is b ? c : d]",
        "a: {b ?}",
        "a: {b?: c}",
        "a: {b: }",
        "a: [b, c:]",
        "a: {b:}",
        "a: {b:?}",
        "a: [b:c, ?d]",
        "? a\n: b\n",
        "a: why?\nb: ?\n",
        "a: {b: x?\n  y?}",
        "a: {b: x?#y, c: z? #}\n}",
    ],
)
def test_question_marks_and_colons_in_brackets(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    in_c, in_python = both(text, monkeypatch)
    assert in_c[0] == in_python[0]
    assert [each.code for each in in_c[1]] == [each.code for each in in_python[1]]
