from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.dsl.declare.scenario_file import read_scenarios
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Bag
from boardwright.interpreter.scenarios.run import Result, run_scenarios
from boardwright.loading.load import read
from boardwright.validators.render import full
from bound_texts import game_of
from cli_runs import run_python
from folders import GOLDEN_FILES, HELPERS
from golden import Golden
from ruleset_texts import documents_of
from strategies import NOTRE_DAME, RATTUS, name_of
from valley import scenarios_of, valley

GOLDEN = GOLDEN_FILES / "scenario_play"
FAILING = sorted(GOLDEN.glob("*.yaml"))


def result_of(text: str) -> Result:
    scenario = text if text.startswith("scenario:") else f"scenario: it\nplayers: 2\n{text}"
    (result,) = run_scenarios(valley(), scenarios_of(scenario))
    return result


def codes(text: str) -> list[str]:
    return [each.code for each in result_of(text).findings]


def passes(text: str) -> None:
    result = result_of(text)
    assert result.passed, full.render(result.findings)


@pytest.mark.parametrize("path", FAILING, ids=lambda path: path.stem)
def test_a_scenario_that_fails_is_explained_as_the_golden_file_says(
    path: Path, golden: Golden
) -> None:
    results = run_scenarios(valley(), scenarios_of(path.read_text()))
    assert all(not result.passed for result in results)
    findings = [each for result in results for each in result.findings]
    golden(path.with_suffix(".expected"), full.render(findings))


@pytest.mark.parametrize("folder", [RATTUS, NOTRE_DAME], ids=name_of)
def test_the_scenarios_of_the_rulesets_pass(folder: Path) -> None:
    rules = read(folder)
    bag = Bag()
    results = run_scenarios(rules.bound, read_scenarios(rules.scenarios, bag))
    assert len(results) > 100
    assert not len(bag)
    failed = [finding for result in results for finding in result.findings]
    assert not failed, full.render(failed)


def test_play_begins_after_the_setup_whose_decisions_take_their_first_option() -> None:
    passes("expect: [field of cart is north, phase is seasons, active_player is p1]")


def test_names_of_players_pieces_and_hidden_faces_are_known() -> None:
    passes(
        """\
given: |
  move t4 to spent
  set visits of p2 to 2
expect:
  - worth of t4 = 4
  - t4 is in tokens in spent
  - visits of p2 = 2
  - owner of purse of p2 is p2
"""
    )


def test_me_is_the_player_of_turn_who_begins() -> None:
    passes(
        """\
turn: p2
chance: {throw.roll: [1]}
given: |
  take 3 coins
steps:
  - asked: p2
  - p2: [drive, south, finish]
  - asked: p1
expect: my coins = 3
"""
    )


def test_play_may_begin_in_a_later_phase() -> None:
    passes("from: harvest\nsteps:\n  - offered: [south, west]\n  - p1: west\n  - over: yes\n")


def test_play_may_begin_before_the_setup() -> None:
    passes(
        """\
from: setup
chance: {set_up.token: [t3, t1, t4]}
steps:
  - p1: west
expect: [t3 is in tokens in north, t1 is in tokens in south, t4 is in tokens in west, field of cart is west]
"""
    )


def test_a_run_stands_still_when_it_is_done() -> None:
    passes(
        """\
turn: p2
chance: {visit.token: [t2]}
given: |
  return all tokens in fields
  move t2 to south
run: |
  visit(south)
steps:
  - over: no
expect: [coins of p2 = 2, coins in bank = 8, active_player is p2, phase is seasons]
"""
    )


def test_a_run_may_ask_and_is_answered_by_steps() -> None:
    passes(
        "turn: p1\nrun: |\n  move_cart()\nsteps:\n  - p1: south\nexpect: field of cart is south\n"
    )


def test_a_run_may_end_the_game() -> None:
    passes("chance: {throw.roll: [6]}\nrun: |\n  throw()\nsteps:\n  - over: yes\n")


def test_hidden_pieces_are_picked_by_handle_or_by_face() -> None:
    passes(
        """\
given: |
  return all tokens in fields
  move t1 to north
  move t2 to south
run: |
  as p1:
    choose one_of_them from tokens in fields
    move one_of_them to spent
steps:
  - offered: {includes: [t1, t2], excludes: [t3]}
  - p1: t2
expect: t2 is in tokens in spent
"""
    )


def test_chance_of_the_steps_is_dictated_in_order() -> None:
    passes(
        """\
chance: {throw.roll: [1, 6], visit.token: [t3]}
given: |
  return all tokens in fields
  move t2 to north
  move t3 to north
steps:
  - p1: [see, finish]
  - over: no
  - p2: finish
  - over: yes
expect: coins of p1 = 3
ranks: {p1: 1, p2: 2}
"""
    )


def test_options_and_seats_make_the_table() -> None:
    passes(
        """\
scenario: generous
players: [anna, bob, carl]
options: {generous: yes, pace: fast, highest: 4}
chance: {visit.token: [t1]}
turn: carl
given: |
  return all tokens in fields
  move t1 to north
steps:
  - carl: see
expect: [coins of carl = 2, pace is fast, highest = 4]
"""
    )


def test_a_rule_error_may_be_what_is_expected() -> None:
    passes("turn: p1\nerror: E651\nrun: |\n  pay 1 coins\n")
    passes("error: E652\ngiven: |\n  move all tokens in fields to north\n")
    assert codes("error: E651\nrun: |\n  move all tokens in fields to north\n") == ["E688"]
    assert codes("error: E651\nrun: |\n  throw()\n") == ["E688"]


def test_the_seed_is_that_of_the_file() -> None:
    def left(seed: int) -> str | None:
        tokens = ("t1", "t2", "t3", "t4")
        found = [t for t in tokens if not codes(f"seed: {seed}\nexpect: {t} is in tokens in bag")]
        return found[0] if len(found) == 1 else None

    told = [left(seed) for seed in range(1, 9)]
    assert None not in told and len(set(told)) > 1
    assert told == [left(seed) for seed in range(1, 9)]


def test_expansions_are_asked_for_once_and_what_is_missing_is_told() -> None:
    text = "### a.yaml\nscenario: a\nplayers: 2\nwith: [more]\nexpect: yes\n### b.yaml\nscenario: b\nplayers: 2\nwith: [more]\nexpect: yes\n"
    asked: list[tuple[str, ...]] = []

    def compose(names: tuple[str, ...], without: tuple[str, ...], bag: Bag) -> ir.Game | None:
        assert not without
        asked.append(names)
        return valley()

    assert all(result.passed for result in run_scenarios(valley(), scenarios_of(text), compose))
    assert asked == [("more",)]
    none = run_scenarios(valley(), scenarios_of(text))
    assert [[each.code for each in result.findings] for result in none] == [["E681"], ["E681"]]


def test_scenarios_do_not_depend_on_each_other() -> None:
    rules = read(RATTUS)
    bag = Bag()
    some = read_scenarios(rules.scenarios, bag)[:40:4]
    alone = [run_scenarios(rules.bound, [each])[0].decisions for each in some]
    together = [result.decisions for result in run_scenarios(rules.bound, some)]
    backwards = [result.decisions for result in run_scenarios(rules.bound, some[::-1])]
    assert alone == together == backwards[::-1]


def test_a_scenario_goes_the_same_way_in_every_process() -> None:
    script = f"""
import sys
sys.path.insert(0, {str(HELPERS)!r})
from pathlib import Path
from valley import scenarios_of, valley
from boardwright.interpreter.scenarios.run import run_scenarios
from boardwright.validators.render import full
from bound_texts import game_of
for path in sorted(Path({str(GOLDEN)!r}).glob('*.yaml')):
    for result in run_scenarios(valley(), scenarios_of(path.read_text())):
        sys.stdout.write(full.render(result.findings))
"""
    found = {run_python("-c", script, PYTHONHASHSEED=seed).out for seed in ("1", "2")}
    assert len(found) == 1 and "" not in found


def test_who_knows_a_face_can_be_asked() -> None:
    passes(
        """\
given: |
  return all tokens
  move t1 to north
  move t2 to north
  move t3 to spent
run: |
  as p2:
    look at t2
steps:
  - knows:
      nobody: [tokens in bag, t1]
      everyone: tokens in spent
      p2: t2
"""
    )


def test_of_places_where_pieces_cannot_be_followed_players_know_of_what_they_saw() -> None:
    looked = "given: |\n  return all tokens\nrun: |\n  as p1:\n    look at t1\n"
    for known, right in (
        ("{p1: t1, nobody: t2}", True),
        ("{p2: t1}", False),
        ("{nobody: t1}", False),
        ("{everyone: t1}", False),
        ("{p1: tokens in bag}", False),
    ):
        assert (codes(f"{looked}steps:\n  - knows: {known}\n") == []) is right


def test_who_sees_how_much_of_a_stock_there_is_can_be_asked() -> None:
    for known, right in (
        ("{everyone: [coins in bank, coins in purse of p1]}", True),
        ("{p1: coins in purse of p1}", False),
        ("{everyone: coins in purse}", True),
        ("{nobody: coins in purse}", False),
    ):
        assert (codes(f"steps:\n  - knows: {known}\n") == []) is right


def test_each_piece_is_known_to_all_beside_whom_it_stands_and_to_nobody_else() -> None:
    looked = "given: |\n  return all tokens\n  move t1 to north\nrun: |\n  as p1:\n    look at t1\n"
    both = looked + "  as p2:\n    look at t1\n"
    for text, told, right in (
        (looked, "{p1: t1}", True),
        (looked, "{p1: t1, p2: t1}", False),
        (looked, "{nobody: t1}", False),
        (both, "{p1: t1, p2: t1}", True),
        (both, "{everyone: t1}", True),
        (both, "{p2: t1}", False),
    ):
        assert codes(f"{text}steps:\n  - knows: {told}\n") == ([] if right else ["E686"])


UNDER_CUPS = """\
### game.yaml
game: under_cups
language: 2
players: 2
kinds: {die: {pieces: 2, sides: 6, home: mat, plural: dice}, mug: {pieces: one, home: mat}}
places: {mat: {holds: [die, mug]}, cup: {per: player, holds: [die], visible_to: owner}}
course: [{phase: start, steps: [nothing]}]
outcome: {score: 0}
"""


@pytest.mark.parametrize(
    ("known", "found"),
    [
        ("{p1: die_1, everyone: die_2}", []),
        ("{p1: cup of p1, everyone: dice in mat}", []),
        ("{everyone: die_1}", ["E686"]),
        ("{nobody: dice in cup of p1}", ["E686"]),
        ("{everyone: mug}", ["E516"]),
    ],
)
def test_who_sees_dice_can_be_asked(known: str, found: list[str]) -> None:
    moved = "scenario: it\nplayers: 2\nrun: move die_1 to cup of p1\n"
    text = f"{moved}steps:\n  - knows: {known}\n"
    (result,) = run_scenarios(game_of(UNDER_CUPS), scenarios_of(text))
    assert [each.code for each in result.findings] == found


UNFAIR = """\
### game.yaml
game: unfair
language: 2
players: 2
notes: {divisor: number}
course:
  - phase: play
    turn: |
      choose n from 0 to 1
      set divisor to n
    rounds: 1
outcome:
  score: 10 / divisor rounded down
"""


def test_an_error_in_the_outcome_is_one_of_the_rules() -> None:
    play = "scenario: it\nplayers: 2\nsteps: [{p1: 1}, {p2: 0}]\n"
    for rest, expected in (
        ("ranks: {p1: 1}\n", ["E654"]),
        ("error: E654\n", []),
        ("error: E651\n", ["E688"]),
        ("expect: divisor = 0\n", []),
    ):
        (result,) = run_scenarios(game_of(UNFAIR), scenarios_of(play + rest))
        assert [each.code for each in result.findings] == expected


# ---- a shared beginning


def test_a_scenario_begins_with_what_another_gives() -> None:
    bag = Bag()
    text = """### opening.yaml
scenario: opening
players: 2
given: move cart to north
run: nothing
expect: field of cart is north
### later.yaml
scenario: later
players: 2
like: opening
given: |
  set visits of p2 to 3
run: nothing
expect: [field of cart is north, visits of p2 = 3]
### later_still.yaml
scenario: later_still
players: 2
like: later
run: nothing
expect: [field of cart is north, visits of p2 = 3]
"""
    scenarios = read_scenarios(documents_of(text, bag, "s.yaml"), bag)
    assert not len(bag) and [len(each.shared) for each in scenarios] == [0, 1, 2]
    for result in run_scenarios(valley(), scenarios):
        assert result.passed, full.render(result.findings)


def test_what_another_gives_must_be_possible() -> None:
    text = """### opening.yaml
scenario: opening
players: [red, blue]
given: set starter to blue
run: nothing
expect: starter is blue
### others.yaml
scenario: others
players: [ann, bob]
like: opening
run: nothing
expect: 1 = 1
"""
    one, other = run_scenarios(valley(), scenarios_of(text))
    assert one.passed
    (finding,) = other.findings
    assert finding.code == "E681" and finding.label is not None
    assert finding.message == "what `opening` gives is not possible here"
    assert finding.label.span.text == "opening" and finding.notes
