"""What is always true: counted everywhere, judged by scenarios and the reference evaluator, and free in play."""

from __future__ import annotations

import pytest

from boardwright.dsl.rules import ir
from boardwright.interpreter.program.link import link
from boardwright.interpreter.reference.game import ReferenceGame
from boardwright.interpreter.scenarios.run import Result, run_scenarios
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from decisions import refused
from strategies import logged, steps, tiny
from valley import scenarios_of

FEW_COINS = "always:\n  - must: every(coins in purse of p <= 3 for each p in seats)\n    text: Nobody has four coins.\n"

TURNS = """
course:
  - phase: setup
    steps: |
      as first_seat:
        take 5 coins
        may dig:
          take 2 coins
        pay all my coins
  - phase: play
    turn: |
      may dig:
        take 2 coins
    rounds: 2
  - phase: late
    steps: |
      as first_seat:
        take LATE coins
"""


def game(more: str = FEW_COINS, late: int = 0) -> ir.Game:
    """Digging brings two coins, and the end `late` ones."""
    return tiny(TURNS.replace("LATE", str(late)) + more)


def reference(of: ir.Game, *options: str) -> ReferenceGame:
    found = ReferenceGame(set_table(of, 2), 1)
    for option in options:
        found.apply(option)
    return found


def result(text: str, of: ir.Game | None = None) -> Result:
    (found,) = run_scenarios(of or game(), scenarios_of(f"scenario: it\nplayers: 2\n{text}"))
    return found


# ---- everywhere


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("coins in everywhere", 30),
        ("cubes in everywhere", 18),
        ("cubes of first_seat in everywhere", 9),
        ("wares of cloth in everywhere", 5),
        ("wares in everywhere", 15),
        ("count(tokens in everywhere)", 5),
        ("count(pawns in everywhere)", 2),
        ("count((cards in deck) in everywhere)", 2),
    ],
)
def test_all_there_is_lies_somewhere(asked: str, found: int) -> None:
    moved = (
        "as first_seat:",
        "  take 3 coins",
        "  take 2 of wares of cloth",
        "  place 2 of my cubes in a",
        "  move pawn of me to b",
        "  move all tokens in bag to c",
    )
    assert logged(tiny(steps(*moved, f"set log to {asked}"))) == found


def test_an_expansion_brings_places_that_are_somewhere_too() -> None:
    more = steps("set log to coins in everywhere")
    chest = "### chest.yaml\nexpansion: chest\nlanguage: 2\nof: tiny\nplaces: {chest: {holds: coin}}\nbefore play: |\n  move 4 coins from bank to chest\n"
    assert logged(tiny(more, chest)) == 30


def test_a_place_of_that_name_hides_it() -> None:
    lines = steps("set log to coins in everywhere")
    assert logged(tiny(lines + "places: {everywhere: {holds: coin}}\n")) == 0


def test_it_stands_only_where_something_is_counted() -> None:
    assert refused(steps("move all coins in everywhere to bank")) == {"E403"}
    assert refused(steps("let x be everywhere")) == {"E403"}
    assert refused(steps("set log to 3 in everywhere")) == {"E501"}


# ---- when it is judged


def test_nobody_is_me() -> None:
    assert refused("always: [my coins = 0]\n" + steps("nothing")) == {"E407"}


def test_the_reference_stops_at_the_decision_at_which_it_is_broken() -> None:
    of = game()
    played = reference(of, "no")
    for option in ("yes", "yes"):
        played.apply(option)
    with pytest.raises(RuleError, match="Nobody has four coins") as fault:
        played.apply("yes")
    assert (fault.value.code, played.decisions) == ("E664", 4)
    assert played.decision is None and not played.over


def test_setup_may_break_it() -> None:
    assert reference(game(), "yes").decision is not None
    found = result("from: setup\nsteps:\n  - p1: yes\n  - asked: p1\n")
    assert found.passed


def test_it_is_judged_at_the_end() -> None:
    of = game(late=4)
    with pytest.raises(RuleError, match="Nobody has four coins"):
        reference(of, "no", "no", "no", "no", "no")
    found = result("from: late\nsteps:\n  - over: yes\n", of)
    assert [each.code for each in found.findings] == ["E664"]


def test_a_scenario_names_the_step_that_broke_it() -> None:
    found = result("steps:\n  - p1: yes\n  - p2: yes\n  - p1: yes\n  - p2: no\n")
    (finding,) = found.findings
    assert finding.code == "E664"
    assert finding.label is not None and (finding.label.span.row, finding.label.span.text) == (
        6,
        "yes",
    )
    assert finding.others[0].span.text.startswith("every(coins")


def test_what_is_given_is_judged() -> None:
    found = result("given: move 4 coins from bank to purse of p2\nsteps:\n  - over: no\n")
    (finding,) = found.findings
    assert finding.code == "E664" and finding.label is not None
    assert finding.label.text == "`given` causes this"


def test_several_lines_that_are_given_are_judged_after_the_last() -> None:
    lines = "given: |\n  move 1 coins from bank to purse of p1\n  move 4 coins from bank to purse of p2\n"
    (finding,) = result(lines + "run: nothing\nexpect: 1 = 1\n").findings
    assert finding.code == "E664" and finding.label is not None
    assert finding.label.text == "false after this"
    assert finding.label.span.text == "move 4 coins from bank to purse of p2"


def test_what_setup_leaves_is_judged() -> None:
    found = result("steps:\n  - over: no\n", game("always: [coins in bank = 29]\n"))
    (finding,) = found.findings
    assert finding.label is not None and finding.label.text == "the setup causes this"


def test_a_scenario_may_expect_it() -> None:
    assert result("steps:\n  - p1: yes\n  - p2: yes\n  - p1: yes\nerror: E664\n").passed


def test_without_a_text_the_condition_is_told() -> None:
    (finding,) = result(
        "steps:\n  - p1: yes\n  - p2: yes\n", game("always: [coins in bank >= 28]\n")
    ).findings
    assert finding.message == "this should always be true: `coins in bank >= 28`"


def test_expansions_and_parts_add_their_own() -> None:
    more = "### a.yaml\nexpansion: a\nlanguage: 2\nof: tiny\nalways: [coins in bank >= 27]\n### b.yaml\npart: b\nalways: [coins in bank >= 28]\n"
    of = tiny(f"{steps('nothing')}always: [coins in bank >= 1]\n", more)
    assert [(each.origin, each.condition.span.text) for each in of.invariants] == [
        ("tiny", "coins in bank >= 1"),
        ("a", "coins in bank >= 27"),
        ("a", "coins in bank >= 28"),
    ]


# ---- what it costs


def test_play_costs_nothing_and_the_rules_are_the_same() -> None:
    with_, without = game(), game("")
    assert with_.rules_hash == without.rules_hash
    texts = [link(set_table(of, 2)).text() for of in (with_, without)]
    assert texts[0] == texts[1]
    assert "always" in link(set_table(with_, 2), judging=True).text()
