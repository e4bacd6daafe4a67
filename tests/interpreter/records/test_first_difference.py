"""A recorded game is played again with other rules: the first step that goes another way, and the line that did it."""

from __future__ import annotations

import json

import pytest

from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.first_difference import (
    DamagedError,
    Difference,
    first_difference,
)
from boardwright.interpreter.records.game_record import Events, Recorder, read_header
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of

RULES = """\
game: well
language: 2
name: The well
text: Draw water and sell it.
players: 2
seats: [ann, bob]
kinds:
  die: {pieces: 1, sides: 6, home: table_top, plural: dice}
places:
  table_top: {holds: [die]}
  bank: {holds: [coin]}
  purse: {per: player, holds: [coin]}
stocks:
  coin: {total: 90, home: bank, kept: purse}
notes:
  drawn: {is: number, per: player, range: 0 to 99}
rules:
  draw_water: |
    choose n from 1 to 3
    roll dice
    add n to drawn of me
    take n coins
  rest: |
    may sit_down:
      take 1 coins
course:
  - phase: day
    turn: [draw_water(), rest()]
    rounds: 3
outcome:
  score: my coins
"""


def program_of(text: str) -> Program:
    return link(set_table(game_of(text), 2))


def recorded(*, events: Events = True) -> str:
    """A game in which the last option is always chosen."""
    recorder = Recorder(program_of(RULES), 4, events=events)
    while (decision := recorder.state.decision) is not None:
        recorder.apply(decision.ids[-1])
    return recorder.text()


def difference(old: str, new: str, text: str | None = None) -> Difference | None:
    """What becomes of the record if this is changed in the rules."""
    assert old in RULES
    text = recorded() if text is None else text
    header, faults = read_header(text)
    assert header is not None and not faults
    return first_difference(program_of(RULES.replace(old, new)), header, text)


def line_of(found: Difference) -> str:
    assert found.span is not None
    return found.span.text.split("\n")[0].strip()


@pytest.mark.parametrize("events", [True, False])
def test_the_same_rules_in_other_words_make_the_same_game(events: bool) -> None:
    text = recorded(events=events)
    assert difference("Draw water and sell it.", "Another text.", text) is None
    assert difference("rules:\n", "rules:\n  unused: |\n    take 1 coins\n", text) is None
    assert difference("choose n from 1 to 3", "choose n from 1 to 1 + 2", text) is None


def test_an_event_that_is_another_is_found_where_it_is_made() -> None:
    found = difference("take n coins", "take n + 1 coins")
    assert found is not None and line_of(found) == "take n + 1 coins"
    assert (found.sort, found.decisions, found.about) == ("event", 1, "amount coin")
    assert json.loads(found.was)["n"] == 3 and json.loads(found.now)["n"] == 4


def test_an_event_that_is_new_or_gone_is_told_alone() -> None:
    found = difference(
        "add n to drawn of me",
        "take 2 coins\n    add n to drawn of me",
    )
    assert found is not None and (found.was, line_of(found)) == ("", "take 2 coins")
    found = difference("    add n to drawn of me\n", "")
    assert found is not None and (found.about, found.now) == ("noted drawn", "")
    assert line_of(found).startswith("draw_water")  # all that the record tells is the rule


def test_an_option_that_is_gone_is_found_at_its_choice() -> None:
    found = difference("choose n from 1 to 3", "choose n from 1 to 2")
    assert found is not None and line_of(found) == "choose n from 1 to 2"
    assert (found.sort, found.decisions, found.about) == ("option", 0, "draw_water.n")
    assert (found.was, found.now) == ("`ann` chooses `3`", "offered: `1`, `2`")


def test_an_option_that_nobody_chose_is_found_if_the_record_has_all_options() -> None:
    full = recorded(events="full")
    found = difference("choose n from 1 to 3", "choose n from 0 to 3 where n != 2", full)
    assert found is not None and line_of(found) == "choose n from 0 to 3 where n != 2"
    assert (found.sort, found.decisions, found.about) == ("options", 0, "draw_water.n")
    assert found.was == "offered: `2`; not offered: `0`"
    assert found.now == "offered: `0`; not offered: `2`"
    assert difference("choose n from 1 to 3", "choose n from 0 to 3") is None
    assert difference("choose n from 1 to 3", "choose n from 1 to 2 + 1", full) is None


ENTRIES = """\
    choose one:
      left:
        take 1 coins
      right:
        take 1 coins
"""


def test_an_entry_that_comes_is_found_at_its_line() -> None:
    rules = RULES.replace("    may sit_down:\n      take 1 coins\n", ENTRIES)
    assert rules != RULES
    recorder = Recorder(program_of(rules), 4, events="full")
    while (decision := recorder.state.decision) is not None:
        recorder.apply(decision.ids[-1])
    header, _ = read_header(recorder.text())
    assert header is not None
    middle = ENTRIES.replace("      right", "      middle:\n        take 2 coins\n      right")
    changed = program_of(rules.replace(ENTRIES, middle))
    found = first_difference(changed, header, recorder.text())
    assert found is not None and line_of(found) == "middle:"
    assert (found.was, found.now) == ("not offered: `middle`", "offered: `middle`")


def test_how_many_can_be_picked_is_compared() -> None:
    old, new = ("choose 2 goods from kinds of ware", "choose up to 2 goods from kinds of ware")
    rules = RULES.replace("choose n from 1 to 3", f"{old}\n    let n be 1").replace(
        "notes:", "varieties: {ware: [salt, tin, wool]}\nnotes:"
    )
    recorder = Recorder(program_of(rules), 4, events="full")
    while (decision := recorder.state.decision) is not None:
        recorder.apply(decision.ids[0])
    header, _ = read_header(recorder.text())
    assert header is not None
    found = first_difference(program_of(rules.replace(old, new)), header, recorder.text())
    assert found is not None and found.sort == "options"


def test_another_question_is_found_where_it_is_asked() -> None:
    found = difference("turn: [draw_water(), rest()]", "turn: [rest(), draw_water()]")
    assert found is not None and (found.sort, found.about) == ("asked", "rest.sit_down")
    found = difference("rounds: 3", "rounds: 2")
    assert found is not None and found.sort in ("event", "asked")
    found = difference("rounds: 3", "rounds: 4")
    assert found is not None and found.sort in ("event", "asked")


def test_all_events_of_a_statement_have_its_line() -> None:
    """Wares of two sorts leave the bank in one statement, and the second event is another than in the record."""
    both = "move all wares in bank to purse of me"
    rules = RULES.replace("holds: [coin]", "holds: [coin, ware]").replace("roll dice", both)
    rules = rules.replace(
        "stocks:\n", "stocks:\n  ware: {total: 9, each: [salt, tin], home: bank}\n"
    )
    each = "move {} of wares of {} from bank to purse of me\n    "
    fewer = rules.replace(both, each.format(9, "salt") + each.format(8, "tin").strip())
    recorder = Recorder(program_of(fewer), 4, events=True)
    recorder.apply("3")
    header, _ = read_header(recorder.text())
    assert header is not None
    found = first_difference(program_of(rules), header, recorder.text())
    assert found is not None and line_of(found) == both and json.loads(found.now)["sort"] == "tin"


def test_another_outcome_is_found_at_the_outcome() -> None:
    found = difference("score: my coins", "score: my coins + drawn of me")
    assert found is not None and (found.sort, found.about) == ("outcome", "scores")
    assert found.was == '{"scores":{"ann":9,"bob":9}}' and found.decisions == 12


def test_a_rule_that_fails_now_is_found() -> None:
    found = difference("range: 0 to 99", "range: 0 to 4")
    assert found is not None and (found.sort, found.about, found.decisions) == ("error", "E653", 5)


def test_without_events_hashes_and_chance_tell_the_difference() -> None:
    plain = recorded(events=False)
    found = difference("take n coins", "take n + 1 coins", plain)
    assert found is not None and (found.sort, found.decisions, found.span) == ("position", 10, None)
    found = difference("    roll dice\n", "", plain)
    assert found is not None and (found.sort, found.about) == ("event", "chance draw_water.roll")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2 is not JSON"),
        ("[" * 100_000, "line 2 is not JSON"),
        ("[]", "line 2 is not a line of a record"),
        ('{"choice":3}', "line 2 is not a line of a record"),
        ('{"event":{}}', "line 2 is not a line of a record"),
    ],
)
def test_a_damaged_record_is_told(line: str, message: str) -> None:
    head = recorded().split("\n", 1)[0]
    header, _ = read_header(f"{head}\n")
    assert header is not None
    with pytest.raises(DamagedError, match=message):
        first_difference(program_of(RULES), header, f"{head}\n{line}\n")


def test_a_record_without_its_last_line_is_damaged() -> None:
    text = recorded()
    header, _ = read_header(text)
    assert header is not None
    with pytest.raises(DamagedError, match="no outcome"):
        first_difference(program_of(RULES), header, text[: text.rindex('{"outcome"')])
