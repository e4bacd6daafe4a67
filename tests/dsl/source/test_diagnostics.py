import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.dsl.source.diagnostics import (
    MOST_FINDINGS,
    Bag,
    Diagnostic,
    Label,
    RulesetError,
    Severity,
    shown,
)
from boardwright.dsl.source.places import Source

ONE = Source("a.yaml", "one\ntwo\nthree\n")
TWO = Source("b.yaml", "one\n")


def test_a_bag_with_warnings_only_has_not_failed() -> None:
    bag = Bag()
    bag.warn("E121", "odd", ONE.span(0))
    assert not bag.failed
    bag.raise_if_failed()
    bag.error("E104", "wrong", ONE.span(0))
    assert bag.failed


def test_diagnostics_are_sorted_by_file_place_and_code_and_told_once() -> None:
    bag = Bag()
    bag.error("E104", "in the second file", TWO.span(0))
    bag.error("E114", "later", ONE.span(4, 7))
    bag.error("E107", "here too", ONE.span(4, 7))
    bag.error("E104", "early", ONE.span(0))
    bag.error("E104", "early", ONE.span(0))
    assert [item.message for item in bag.sorted()] == [
        "early",
        "here too",
        "later",
        "in the second file",
    ]


def test_help_and_notes_may_be_one_text_or_several() -> None:
    bag = Bag()
    bag.error(
        "E104",
        "wrong",
        ONE.span(0, 3),
        "this",
        help="mend it",
        notes=("a", "b"),
        others=[Label(ONE.span(4))],
    )
    assert bag.sorted() == (
        Diagnostic(
            "E104",
            Severity.ERROR,
            "wrong",
            Label(ONE.span(0, 3), "this"),
            (Label(ONE.span(4)),),
            ("a", "b"),
            ("mend it",),
        ),
    )


def test_a_code_that_is_not_in_the_table_is_our_fault() -> None:
    with pytest.raises(AssertionError, match="E000"):
        Bag().error("E000", "wrong", ONE.span(0))


def test_the_error_holds_every_diagnostic_and_reads_as_a_line_each() -> None:
    bag = Bag()
    bag.error("E104", "wrong", ONE.span(5))
    bag.error("E101", "gone", None)
    with pytest.raises(RulesetError) as caught:
        bag.raise_if_failed()
    assert caught.value.diagnostics == bag.sorted()
    assert str(caught.value) == "error[E101] gone\na.yaml:2:2: error[E104] wrong"


def test_a_diagnostic_knows_the_name_of_its_code() -> None:
    assert Diagnostic("E114", Severity.ERROR, "twice").name == "duplicate-key"


@given(st.text())
def test_what_is_shown_is_one_line_without_control_characters(text: str) -> None:
    safe = shown(text)
    assert len(safe.splitlines()) <= 1
    assert not any(
        ord(char) < 32 or 0x7F <= ord(char) < 0xA0 or 0x202A <= ord(char) <= 0x202E for char in safe
    )


def test_ordinary_text_is_shown_as_it_is() -> None:
    assert shown("Kaufmann é 鼠 😀 ‘x’") == "Kaufmann é 鼠 😀 ‘x’"
    assert shown("\x1b[31m\u202e\n\ud800") == "\\x1b[31m\\u202e\\n\\ud800"


def test_a_bag_that_is_full_ends_the_search() -> None:
    bag = Bag()
    for n in range(MOST_FINDINGS - 1):
        bag.error("E104", f"number {n}", ONE.span(0))
    with pytest.raises(RulesetError) as caught:
        bag.error("E104", "one more", ONE.span(0))
    assert len(caught.value.diagnostics) == MOST_FINDINGS


def test_what_was_found_elsewhere_is_taken_in_however_much_it_is() -> None:
    bag, full = Bag(), Bag()
    for n in range(MOST_FINDINGS - 1):
        full.warn("E121", f"number {n}", ONE.span(0))
    for each in (*full.sorted(), *full.sorted()):
        bag.add(each)
    assert len(bag) > MOST_FINDINGS and not bag.failed
