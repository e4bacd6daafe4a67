"""Pieces with copies, named by their face and their place: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.reference.scene import play_scenario
from boardwright.interpreter.scenarios.run import run_scenarios, stage_scenarios
from boardwright.interpreter.table.errors import NOT_ENOUGH
from decisions import fault, refused
from strategies import logged, steps, tiny
from valley import scenarios_of

MARKET = """kinds:
  coin_card: {attributes: {size: number}, home: market}
places:
  market: {holds: [coin_card]}
  heap: {holds: [coin_card]}
  hand: {per: player, holds: [coin_card]}
pieces:
  coin_card:
    copper: {size: 1, copies: 5}
    silver: {size: 2, copies: 3}
    gold: {size: 3}
"""


@pytest.mark.parametrize(
    ("lines", "log"),
    [
        (["move 3 of copper from market to heap"], 30),
        (["move up to 9 of copper from market to heap"], 50),
        (["move all copper in market to heap", "move 2 of copper from heap to market"], 30),
        (["move copper in market to heap", "return 4 of copper from heap"], 10),
        (["move 2 of copper from market to heap", "move silver in market to heap"], 23),
        (["move count(players) of silver from market to hand of first_seat"], 0),
        (["move 0 of copper from market to heap"], 0),
    ],
)
def test_copies_are_named_by_face_and_place(lines: list[str], log: int) -> None:
    count = "set log to count(copper in heap) * 10 + count(silver in heap)"
    assert logged(tiny(MARKET + steps(*lines, count))) == log


def test_a_member_of_a_variety_may_have_the_name_of_a_face() -> None:
    metals = "varieties: {metal: [copper, silver]}\n"
    lines = "move 3 of copper from market to heap", "move silver in market to heap"
    count = "set log to count(copper in heap) * 10 + count(silver in heap)"
    assert logged(tiny(metals + MARKET + steps(*lines, count))) == 33


def test_there_must_be_enough() -> None:
    assert fault(tiny(MARKET + steps("move 4 of silver from market to heap"))) == NOT_ENOUGH
    assert fault(tiny(MARKET + steps("return 1 of silver from heap"))) == NOT_ENOUGH


@pytest.mark.parametrize(
    "line",
    [
        "move 3 of copper to heap",
        "move 2 of gold from market to heap",
        "move copper to heap",
        "move 2 of copper from market to each hand",
    ],
)
def test_what_is_not_said_is_refused(line: str) -> None:
    assert refused(MARKET + steps(line)) <= {"E507", "E403", "E501", "E502"}


def test_a_rule_does_not_know_hidden_faces() -> None:
    hidden = MARKET.replace("home: market}", "home: market, hidden: yes}")
    assert refused(hidden + steps("move 3 of copper from market to heap")) != set()


def test_scenarios_name_hidden_copies_so() -> None:
    hidden = MARKET.replace("home: market}", "home: market, hidden: yes}")
    text = """scenario: it
players: 2
given: |
  move 3 of copper from market to hand of p1
  move silver in market to heap
run: nothing
expect:
  - count(copper in hand of p1) = 3
  - count(silver in heap) = 3
  - count(coin_cards in market) = 3
"""
    (result,) = run_scenarios(tiny(hidden + steps("nothing")), scenarios_of(text))
    assert [str(finding) for finding in result.findings] == []


PICKING = """course:
  - phase: buying
    steps: |
      move 1 of copper from market to heap
      repeat 2 times:
        first_seat chooses bought from SOURCE
        move bought to hand of first_seat
"""


@pytest.mark.parametrize(
    ("source", "picks", "code"),
    [
        ("coin_cards in market", "[copper, silver]", None),
        (
            "(coin_cards in market) plus coin_cards in heap",
            "['copper:heap', 'copper:market']",
            None,
        ),
        ("(coin_cards in market) plus coin_cards in heap", "[copper]", "E684"),
        ("coin_cards in market", "['copper:heap']", "E684"),
        ("coin_cards in market", "[tin]", "E684"),
    ],
)
def test_scenarios_pick_copies_by_face_and_place(source: str, picks: str, code: str | None) -> None:
    text = f"scenario: it\nplayers: 2\nfrom: buying\nsteps:\n  - p1: {picks}\n"
    game = tiny(MARKET + PICKING.replace("SOURCE", source))
    (result,) = run_scenarios(game, scenarios_of(text))
    assert [finding.code for finding in result.findings] == ([] if code is None else [code])
    (staged,) = stage_scenarios(game, scenarios_of(text))
    reference = play_scenario(staged.table, staged.scene, staged.scenario)
    assert (reference.taken == 2) == (code is None)
