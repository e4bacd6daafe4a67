from __future__ import annotations

import pytest

from boardwright.dsl.source.diagnostics import Severity, diagnose
from boardwright.dsl.source.fixes import Change, Fix, Help, add, apply, remove, with_key, write
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.suggest import suggest_help

SOURCE = Source("a.yaml", "move pown to bari\n")
PLACE = SOURCE.span(5, 9)


def fixes(help: str | tuple[str, ...], place: Span | None = PLACE) -> list[tuple[str, bool]]:
    found = diagnose(Severity.ERROR, "E401", "unknown", place, help=help)
    assert all(type(line) is str for line in found.help)
    return [(apply(SOURCE, [fix]).strip(), fix.is_safe) for fix in found.fixes]


def test_each_word_that_may_have_been_meant_is_an_edit() -> None:
    assert fixes(suggest_help("pown", ["pawn", "town"])) == [
        ("move pawn to bari", False),
        ("move town to bari", False),
    ]


@pytest.mark.parametrize(
    ("wrong", "right", "safe"),
    [
        ("pown", "pawn", True),
        ("POWN", "pown", True),
        ("bat", "rat", False),
    ],
)
def test_an_edit_is_safe_if_one_letter_of_a_longer_name_is_wrong(
    wrong: str, right: str, safe: bool
) -> None:
    source = Source("a.yaml", wrong)
    help = suggest_help(wrong, [right])
    (fix,) = diagnose(
        Severity.ERROR, "E401", "unknown", source.span(0, len(wrong)), help=help
    ).fixes
    assert (fix.text, fix.is_safe) == (right, safe)


def test_a_word_is_looked_for_within_the_place() -> None:
    help = suggest_help("pown", ["pawn"])
    assert fixes(help, SOURCE.span(0, 17)) == [("move pawn to bari", True)]
    assert fixes(help, SOURCE.span(0, 4)) == []  # it is not there
    assert fixes(help, None) == []


def test_what_leaves_something_open_is_only_shown() -> None:
    assert fixes(write("count(...)")) == fixes(write("f(<town>)")) == fixes("write `pawn`") == []
    assert fixes(write("count(pawns)", " to count them")) == [("move count(pawns) to bari", False)]


def test_what_to_add_and_to_remove() -> None:
    assert fixes(add("end it with `:`", ":", PLACE)) == [("move pown: to bari", False)]
    assert fixes(remove("remove it", SOURCE.span(4, 9), safe=True)) == [("move to bari", True)]
    assert fixes(Help("write `pown`", Change("pown"))) == []  # it is there already


def test_of_two_edits_of_one_place_the_first_is_applied() -> None:
    one, other = Fix(PLACE, "pawn"), Fix(SOURCE.span(5, 6), "t")
    assert apply(SOURCE, [other, one, Fix(SOURCE.span(13, 17), "lodi")]) == "move town to lodi\n"


@pytest.mark.parametrize(
    ("text", "owner", "result"),
    [
        ("card: king\nname: King\n", "king", "card: king\nsize: 2\nname: King\n"),
        ("card: king  # the best\n", "king", "card: king  # the best\nsize: 2\n"),
        ("game: nim\n", "game", "game: nim\nsize: 2\n"),
        ("a:\n    b: 1\n", "a", "a:\n    size: 2\n    b: 1\n"),
        ("  a: {b: 1}\n", "a", "  a: {size: 2, b: 1}\n"),
        ("  a: {}\n", "a", "  a: {size: 2}\n"),
        ("a: [{b: 1}]\n", "{b: 1}", "a: [{size: 2, b: 1}]\n"),
    ],
)
def test_a_missing_key_is_added_before_the_others(text: str, owner: str, result: str) -> None:
    source = Source("a.yaml", text)
    at = text.index(owner)
    help = Help("write `size:`", *with_key(source.span(at, at + len(owner)), "size", "2"))
    (fix,) = diagnose(Severity.ERROR, "E202", "missing", None, help=help).fixes
    assert apply(source, [fix]) == result
    assert (fix.title, fix.is_sketch, fix.is_safe) == ("Add `size:`", True, False)


def test_a_title_says_what_the_edit_does() -> None:
    titles = [
        Fix(PLACE, "pawn").title,
        Fix(PLACE, "").title,
        Fix(SOURCE.span(9, 9), ":").title,
        Fix(SOURCE.span(4, 5), "  ").title,
    ]
    assert titles == [
        "Write `pawn` instead of `pown`",
        "Remove `pown`",
        "Add `:`",
        "Correct the spaces",
    ]
