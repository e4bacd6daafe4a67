"""Rules that reach themselves, hooks, their order, and what is in force: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.table.errors import (
    TOO_DEEP,
)
from decisions import LOG, fault, refused
from strategies import TINY, logged, steps, tiny, turns

DIG = """rules:
  dig(number n):{deep}
    effect: |
      let kept be n * 2
      first_seat may dig_on:
        dig(n - 1)
      set log to log * 10 + kept
"""


def test_decision_06_a_rule_that_reaches_itself_must_say_how_deep() -> None:
    assert refused(DIG.format(deep="") + steps("dig(3)"))


def test_decision_06_each_depth_keeps_its_own_names_while_somebody_is_asked() -> None:
    game = tiny(DIG.format(deep="\n    deep: 3") + steps("dig(3)"))
    assert logged(game, choices=["yes", "yes", "no"]) == 246


def test_decision_06_no_rule_reaches_deeper_than_it_says() -> None:
    down = "rules:\n  dig(number n):\n    deep: 2\n    effect: |\n      if n >= 1:\n        dig(n - 1)\n"
    assert logged(tiny(down + steps("dig(2)", "set log to 7"))) == 7
    assert fault(tiny(down + steps("dig(3)"))) == TOO_DEEP


RING = "rules:\n  coin: |\n    set log to log * 10 + 1\n  good: |\n    set log to log * 10 + 2\n"


def test_decision_07_a_ring_of_two_cards_is_cut() -> None:
    game = tiny(
        RING + steps("move all cards in deck to tableau of first_seat", "as first_seat:\n  coin()"),
        king="worth: 3\nafter coin: |\n  good()",
        cook="worth: 1\nafter good: |\n  coin()",
    )
    assert logged(game) == 121


def test_decision_07_a_ring_is_cut_also_where_somebody_is_asked() -> None:
    game = tiny(
        RING + steps("move all cards in deck to tableau of first_seat", "as first_seat:\n  coin()"),
        king="worth: 3\nafter coin: |\n  may have_good:\n    good()",
        cook="worth: 1\nafter good: |\n  may have_coin:\n    coin()\n  may have_more:\n    coin()",
    )
    assert logged(game, choices=["yes", "yes", "yes"]) == 1211
    assert logged(game, choices=["yes", "no", "yes"]) == 121


def test_decision_07_an_instead_hook_that_calls_its_rule_reaches_the_rule_itself() -> None:
    game = tiny(
        RING + steps("move king to tableau of first_seat", "as first_seat:\n  coin()"),
        king="worth: 3\ninstead of coin: |\n  coin()\n  set log to log * 10 + 5\n  original",
    )
    assert logged(game) == 151


def in_force(condition: str) -> str:
    return TINY.replace(
        "    owner: tableau\n", f"    owner: tableau\n    in_force: {condition}\n", 1
    )


@pytest.mark.parametrize(
    ("condition", "log"),
    [
        # The king is p1's, the cook p2's; each says so after every gain of theirs or of anyone.
        ("owner of it is active_player", 1020),
        ("owner of it is me", 1020),
        ("worth of it = 3", 1010),
        ("yes", 120120),
    ],
)
def test_decision_11_a_kind_says_once_when_its_pieces_count(
    condition: str, log: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("strategies.TINY", in_force(condition))
    game = tiny(
        "rules: {gain: {}}\nbefore play: |\n  move king to tableau of first_seat\n  move cook to tableau of last_seat\n"
        + turns(f"gain()\n{LOG}0", "rounds: 1"),
        king=f"worth: 3\nafter gain by anyone: |\n  {LOG}1",
        cook=f"worth: 1\nafter gain by anyone: |\n  {LOG}2",
    )
    # With everything in force the active player's card comes first.
    assert logged(game) == (120210 if condition == "yes" else log)


def test_decision_11_what_is_nobodys_never_counts() -> None:
    game = tiny(
        "values: {reach: 1}\nrules: {gain: {}}\n" + turns(f"gain()\n{LOG}reach", "rounds: 1"),
        king="worth: 3\nmodify: {reach: add 5}\nafter gain by anyone: |\n  set log to 9",
    )
    assert logged(game) == 11


def test_decision_11_clauses_of_the_game_always_count() -> None:
    game = tiny("rules: {gain: {}}\nafter gain: |\n  set log to 4\n" + steps("gain()"))
    assert logged(game) == 4


def test_decision_12_instead_wraps_before_body_and_after() -> None:
    hooks = f"before gain: |\n  {LOG}1\nafter gain: |\n  {LOG}3\n"
    rules = "rules: {gain: {}}\n"
    twice = f"instead of gain: |\n  {LOG}7\n  original\n  original\n  {LOG}8\n"
    spared = f"instead of gain: |\n  {LOG}7\n"
    assert logged(tiny(rules + hooks + twice + steps("gain()"))) == 713138
    assert logged(tiny(rules + hooks + spared + steps("gain()"))) == 7


def test_decision_12_base_then_expansions_then_pieces_the_active_player_first() -> None:
    more = f"expansion: more\nof: tiny\nlanguage: 2\nafter gain: |\n  {LOG}2\n"
    hook = "worth: 1\nafter gain by anyone: |\n  set log to log * 10 + "
    game = tiny(
        f"rules: {{gain: {{}}}}\nafter gain: |\n  {LOG}1\n"
        + "before play: |\n  move cook to tableau of p1\n  move king to tableau of p2\n  move monk to tableau of p3\n".replace(
            "p1", "first_seat"
        )
        .replace("p2", "left of first_seat")
        .replace("p3", "last_seat")
        + turns("if turn_number = 2:\n  gain()", "rounds: 1"),
        more,
        king=hook + "4",
        cook=hook + "3",
        monk=hook + "5",
    )
    assert logged(game, players=3) == 12453


def test_decision_12_instead_hooks_of_pieces_go_by_id_the_last_outermost() -> None:
    wrap = "worth: 1\ninstead of gain by anyone: |\n  set log to log * 10 + {}\n  original"
    game = tiny(
        f"rules:\n  gain: |\n    {LOG}9\ninstead of gain: |\n  {LOG}1\n  original\n"
        + steps(
            "move king to tableau of first_seat",
            "move cook to tableau of last_seat",
            "as last_seat:\n  gain()",
        ),
        king=wrap.format(2),
        cook=wrap.format(3),
    )
    assert logged(game) == 2319


def test_decision_12_a_hook_of_several_copies_fires_once_for_each() -> None:
    game = tiny(
        "rules: {gain: {}}\n"
        + steps("move all cards in deck to tableau of first_seat", "as first_seat:\n  gain()"),
        monk=f"worth: 2\ncopies: 3\nafter gain: |\n  {LOG}1",
    )
    assert logged(game) == 111


def test_decision_12_a_card_that_changes_hands_on_the_way_fires_once() -> None:
    pass_it = "worth: 1\nafter gain by anyone: |\n  set log to log * 10 + {}\n  move it to tableau of left of me"
    game = tiny(
        "rules: {gain: {}}\n"
        + steps(
            "move king to tableau of first_seat",
            "move cook to tableau of last_seat",
            "as first_seat:\n  gain()",
        ),
        king=pass_it.format(1),
        cook=pass_it.format(2),
    )
    assert logged(game) == 12


@pytest.mark.parametrize(
    "clause", ["modify: {reach: becomes %d}", "instead of gain: |\n  set log to %d"]
)
def test_decision_12_two_cards_that_put_something_in_one_place_conflict(clause: str) -> None:
    more = "values: {reach: 1}\nrules: {gain: {}}\n" + steps("gain()")
    king, cook = (f"worth: {n}\n{clause % n}" for n in (3, 1))
    assert refused(more, king=king, cook=cook) == {"E229"}


def test_decision_12_preventing_is_no_conflict() -> None:
    prevent = "worth: 1\ninstead of gain by anyone: |\n  nothing"
    game = tiny(
        "rules: {gain: {effect: set log to 9}}\n"
        + steps("move all cards in deck to tableau of first_seat", "gain()"),
        king=prevent,
        cook=prevent,
    )
    assert logged(game) == 0
