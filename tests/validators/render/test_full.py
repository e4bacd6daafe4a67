from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from boardwright.dsl.source.diagnostics import Bag, Diagnostic, Label
from boardwright.dsl.source.places import Source
from boardwright.validators.render import full


def test_the_parts_stand_as_people_know_them_from_rustc() -> None:
    source = Source("game.yaml", "\n" * 13 + "      place bishpo at c1\n")
    start = source.text.index("bishpo")
    bag = Bag()
    bag.error(
        "E104",
        "unknown piece `bishpo`",
        source.span(start, start + 6),
        "not declared",
        help="did you mean `bishop`?",
        notes="pieces are declared in `pieces`",
    )
    assert full.render(bag.sorted()) == (
        "error[E104]: unknown piece `bishpo`\n"
        "  --> game.yaml:14:13\n"
        "   |\n"
        "14 |       place bishpo at c1\n"
        "   |             ^^^^^^ not declared\n"
        "   = note: pieces are declared in `pieces`\n"
        "   = help: did you mean `bishop`?\n"
    )


def test_other_places_have_a_snippet_of_their_own_even_in_another_file() -> None:
    one = Source("one.yaml", "a: 1\n" * 120)
    two = Source("two.yaml", "\nb: 2\n")
    bag = Bag()
    bag.warn("E114", "twice", one.span(550, 551), "here", others=[Label(two.span(1, 2), "there")])
    assert full.render(bag.sorted()) == (
        "warning[E114]: twice\n"
        "   --> one.yaml:111:1\n"
        "    |\n"
        "111 | a: 1\n"
        "    | ^ here\n"
        "   ::: two.yaml:2:1\n"
        "    |\n"
        "  2 | b: 2\n"
        "    | - there\n"
    )


def lines_under(text: str, start: int, end: int) -> tuple[str, str]:
    bag = Bag()
    bag.error("E104", "x", Source("a", text).span(start, end))
    lines = full.render(bag.sorted()).splitlines()
    return lines[-2], lines[-1]


def test_carets_stand_under_wide_combining_and_tabbed_text() -> None:
    assert lines_under("鼠疫 x", 3, 4) == ("1 | 鼠疫 x", "  |      ^")
    assert lines_under("a 鼠疫", 2, 4) == ("1 | a 鼠疫", "  |   ^^^^")
    assert lines_under("e\u0301 x", 3, 4) == ("1 | e\u0301 x", "  |   ^")
    assert lines_under("\tx", 1, 2) == ("1 |     x", "  |     ^")
    assert lines_under("a\x1bb", 2, 3) == ("1 | a\\x1bb", "  |      ^")


def test_a_range_over_several_lines_is_marked_to_the_end_of_its_first() -> None:
    assert lines_under("one two\nthree", 4, 11) == ("1 | one two", "  |     ^^^")


def test_an_empty_range_and_the_end_of_the_text_have_one_caret() -> None:
    assert lines_under("one", 1, 1) == ("1 | one", "  |  ^")
    assert lines_under("one", 3, 3) == ("1 | one", "  |    ^")
    assert lines_under("one\n", 4, 4) == ("2 |", "  | ^")


def test_of_a_very_long_line_only_the_part_around_the_place_is_shown() -> None:
    above, below = lines_under("x" * 5_000 + "HERE" + "y" * 900_000, 5_000, 5_004)
    assert len(above) < 200 and above.endswith("y…") and "…xxx" in above
    assert above[below.index("^") : below.rindex("^") + 1] == "HERE"
    above, below = lines_under("x" * 900_000, 0, 900_000)
    assert len(above) < 200 and len(below) < 200


def test_a_file_that_was_not_read_is_named_without_a_place() -> None:
    bag = Bag()
    bag.error("E101", "gone", Source("a.yaml", "").span(0), help="look elsewhere")
    assert full.render(bag.sorted()) == "error[E101]: gone\n --> a.yaml\n  = help: look elsewhere\n"


def test_a_diagnostic_without_a_place_has_only_words() -> None:
    bag = Bag()
    bag.error("E101", "gone", None, notes="really")
    assert full.render(bag.sorted()) == "error[E101]: gone\n  = note: really\n"


def many(count: int) -> tuple[Diagnostic, ...]:
    bag = Bag()
    for number in range(count):
        bag.error("E104", f"number {number}", None)
    return bag.sorted()


def test_no_more_than_fifty_are_shown_and_the_rest_is_counted() -> None:
    assert full.render(many(53)).count("error[") == 50
    assert full.render(many(53)).endswith("\n\nand 3 more\n")
    assert "more" not in full.render(many(50))
    assert full.render(many(5), limit=2).count("error[") == 2
    assert full.render(()) == ""


def test_no_error_is_left_out_for_the_sake_of_a_warning() -> None:
    bag = Bag()
    for number in range(4):
        bag.warn("E121", f"odd {number}", Source(f"{number}.yaml", "").span(0))
    bag.error("E104", "wrong", Source("z.yaml", "").span(0))
    text = full.render(bag.sorted(), limit=3)
    told = [line for line in text.splitlines() if line.startswith(("error", "warning", "and"))]
    assert told == [
        "warning[E121]: odd 0",
        "warning[E121]: odd 1",
        "error[E104]: wrong",
        "and 2 more",
    ]


def test_colour_is_added_only_when_asked_and_changes_nothing_else() -> None:
    bag = Bag()
    bag.error("E104", "x", Source("a", "one").span(0, 1), "here", help="mend it")
    plain, coloured = full.render(bag.sorted()), full.render(bag.sorted(), color=True)
    assert "\x1b" not in plain
    assert "\x1b[1;31merror[E104]\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain


@given(st.text(), st.text(), st.text(min_size=1), st.integers(0, 20), st.integers(0, 20))
def test_nothing_an_author_wrote_reaches_the_terminal_as_a_command(
    name: str, message: str, text: str, start: int, length: int
) -> None:
    source = Source(name, text)
    label = Label(source.span(start, start + length), message)
    bag = Bag()
    bag.error("E104", message, label.span, message, help=message, notes=message, others=[label])
    written = full.render(bag.sorted())
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", written)
