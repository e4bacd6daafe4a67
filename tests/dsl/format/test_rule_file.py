from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.ruleset import declare
from boardwright.dsl.format import layout, tokens
from boardwright.dsl.format.rule_file import formatted
from boardwright.dsl.format.spacing import spaced
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar, read
from folders import GOLDEN_FILES, ROOT, SMALL_GAMES

CASES = sorted((GOLDEN_FILES / "format").glob("*.yaml"))
SHIPPED = sorted((ROOT / "rulesets").rglob("*.yaml"))
TESTS = [
    path for path in sorted((ROOT / "tests").rglob("*.yaml")) if "node_modules" not in path.parts
]
FOLDERS = [
    *sorted(path.parent for path in (ROOT / "rulesets").glob("*/game.yaml")),
    *sorted(path.parent for path in SMALL_GAMES.glob("*/game.yaml")),
]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def fmt(text: str) -> str:
    """The text formatted; it must be possible, and formatting it again must change nothing."""
    bag = Bag()
    new = formatted(Source("a.yaml", text), bag)
    assert new is not None, bag.sorted()
    assert formatted(Source("a.yaml", new), Bag()) == new
    return new


def codes(text: str) -> list[str]:
    bag = Bag()
    assert formatted(Source("a.yaml", text), bag) is None
    return [item.code for item in bag.sorted()]


def squeezed(node: Node | None) -> object:
    """What a file says, without the blanks inside its texts."""
    match node:
        case None:
            return None
        case Scalar():
            return node.style, "".join(node.text.split())
        case Mapping():
            return [(squeezed(entry.key), squeezed(entry.value)) for entry in node.entries]
        case _:
            return tuple(squeezed(item) for item in node.items)


def comments(text: str) -> Counter[str]:
    return Counter("".join(found.split()) for found in re.findall("#.*", text))


# Whole games are long, and what is in them is in shorter files, too.
SHORT = [path for path in (*SHIPPED, *TESTS) if path.stat().st_size < 5_000]


# ---- what it looks like


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_file_is_formatted_as_the_golden_file_says(
    path: Path, golden: Callable[[Path, str], None]
) -> None:
    golden(path.with_suffix(".expected"), fmt(path.read_bytes().decode()))


def test_no_golden_file_is_left_over() -> None:
    folder = GOLDEN_FILES / "format"
    assert {path.stem for path in folder.glob("*.expected")} == {path.stem for path in CASES}


@pytest.mark.parametrize("path", SHIPPED, ids=name_of)
def test_shipped_files_are_in_this_style(path: Path) -> None:
    text = path.read_bytes().decode()
    assert fmt(text) == text


@pytest.mark.parametrize(
    ("written", "due"),
    [
        ("choose  n from 1 to min( 3,x )", "choose n from 1 to min(3, x)"),
        ("move n of(2+x)to y", "move n of (2 + x) to y"),
        ("if not(a or b)and c:", "if not (a or b) and c:"),
        ("x-1", "x - 1"),
        ("x -1 - -1", "x - 1 - -1"),
        ("( - x)*-2", "(-x) * -2"),
        ("7/2 rounded up-1", "7 / 2 rounded up - 1"),
        ("me-x", "me - x"),
        ("up to -x", "up to -x"),
        ("a>=1 and b!=2 or c<d", "a >= 1 and b != 2 or c < d"),
        ("f ( x ) ( ", "f(x) ("),
        ("instead of hit( token ,region )by me", "instead of hit(token, region) by me"),
    ],
)
def test_blanks_in_the_effect_language(written: str, due: str) -> None:
    assert spaced(written) == due
    assert spaced(due) == due


# ---- what it never changes


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_ruleset_in_other_columns_says_the_same_and_comes_back(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [path for path in sorted(folder.rglob("*.yaml")) if "scenarios" not in path.parts]
    texts = {path.name: fmt(path.read_bytes().decode()) for path in paths}
    with monkeypatch.context() as patch:
        patch.setattr(tokens, "STEP", 5)
        patch.setattr(layout, "STEP", 5)
        wide = {name: formatted(Source(name, text), Bag()) for name, text in texts.items()}
    assert declared(wide) == declared(texts)
    assert declared(wide) is not None
    for name, text in wide.items():
        assert text is not None
        assert text != texts[name] or not re.search("^ ", text, re.MULTILINE)
        # A comment after a line that had become too long stays where it had to go.
        assert re.sub(" +#", " #", fmt(text)) == re.sub(" +#", " #", texts[name])


def declared(texts: dict[str, str | None] | dict[str, str]) -> Ruleset | None:
    bag = Bag()
    sources = [Source(name, text or "") for name, text in texts.items()]
    documents = [(source, read(source, bag)) for source in sources]
    ruleset = declare([(source, node) for source, node in documents if node is not None], bag)
    assert not bag.failed, bag.sorted()
    if ruleset is None or ruleset.outcome is None:
        return ruleset
    return replace(ruleset, outcome=replace(ruleset.outcome, span=ruleset.span))


EDITS = st.tuples(
    st.sampled_from(["blanks", "fewer", "line", "end", "break", "comment"]),
    st.integers(0, 999),  # where, of a thousand
    st.integers(0, 9),
)


@settings(
    derandomize=True,
    deadline=None,
    max_examples=150,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.data())
def test_whatever_blanks_somebody_adds_or_removes(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(SHORT))
    name, text = name_of(path), path.read_bytes().decode(errors="replace")
    assume(formatted(Source(name, text), Bag()) is not None)
    for how, where, size in data.draw(st.lists(EDITS, min_size=1, max_size=8)):
        changed = edited(text, how, where, size)
        if formatted(Source(name, changed), Bag()) is not None:
            text = changed
    if data.draw(st.booleans()):
        text = text.rstrip("\n")
    new = fmt(text)
    assert squeezed(read(Source(name, new), Bag())) == squeezed(read(Source(name, text), Bag()))
    assert comments(new) == comments(text)
    assert "".join(new.split()) == "".join(text.split())
    assert not re.search(r"\n\n\n|\A\n|\n\n\Z", new) or re.search(r"[|>][0-9]*\+|['\"]", text)


def edited(text: str, how: str, where: int, size: int) -> str:
    lines = text.split("\n")
    row = where * len(lines) // 1000
    blanks = [found.start() for found in re.finditer(r"(?<=\S) ", text)]
    at = blanks[where * len(blanks) // 1000] if blanks else len(text)
    match how:
        case "blanks":
            return text[:at] + " " * size + text[at:]
        case "fewer":
            return text[:at] + text[at + 1 :]
        case "break":
            return text[:at] + "\n" + " " * size + text[at:].lstrip(" ")
        case "end":
            lines[row] += " " * size
        case "comment":
            lines[row:row] = [" " * size + "#why"]
        case _:
            lines[row:row] = [" " * (size // 3)] * (size % 3)
    return "\n".join(lines)


def test_line_ends_stay_those_of_the_first_line() -> None:
    assert fmt("part:  a\r\ntexts: {}\n") == "part: a\r\ntexts: {}\r\n"
    assert fmt("part:  a\ntexts: {}\r\n") == "part: a\ntexts: {}\n"


def test_a_byte_order_mark_goes() -> None:
    assert fmt("\ufeffpart: a") == "part: a\n"


def test_a_text_at_the_end_without_a_line_break_gets_one() -> None:
    assert fmt("part: a\nrules:\n  x: |\n    nothing") == "part: a\nrules:\n  x: |\n    nothing\n"


def test_large_files_are_laid_out_in_time_and_room() -> None:
    long_line = f"part: [{', '.join(['a'] * 30_000)}]\n"
    assert fmt(long_line) == long_line
    far_right = f"part: a\ntexts: [{'b' * 9_000}, [{'y,' * 30_000} z]]\n".replace("y,", "y,\n")
    assert len(fmt(far_right)) < 300_000
    comments = "part: a\n" + "#\n" * 50_000 + "rules: {}\n"
    assert fmt(comments) == comments
    effect = "part: a\nrules:\n  a: |\n" + "    #\n" * 3_000 + "    nothing\n"
    assert fmt(effect) == effect


# ---- what it does not touch


def test_a_file_that_is_no_yaml_is_refused() -> None:
    assert codes("part: [a\n") == ["E108"]


def test_an_effect_that_does_not_parse_is_refused() -> None:
    assert codes("part: a\nrules:\n  x: |\n    take 1 of the coins please\n") == ["E301"]
    assert codes("card: a\nability: |\n  take 1 of the coins please\n") == ["E301"]


def test_every_mistake_is_told() -> None:
    text = "part: a\nvalues:\n  x: 1 +\n  y: 2 *\nmodify:\n  z: add\n"
    assert len(codes(text)) == 3


def test_what_only_looks_like_an_effect_stays() -> None:
    text = "card: a\nwords: take  1 of the coins please\n"
    assert fmt(text) == text


def test_a_text_that_would_come_to_say_something_else_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tokens, "spaced", lambda text, before="": text.replace("+", "-"))
    assert codes("part: a\nvalues: {x: 1 + 2}\n") == ["E901"]


def test_a_lost_comment_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "tidy_comment", lambda text: "")
    assert codes("part: a # why\n") == ["E901"]
