"""Offers, what they cost, and to whom they are open: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.table.errors import (
    RuleError,
)
from strategies import logged, play, steps, tiny, turns

MENU = """offers:
  market:
    until: leave
    entries:
      buy:
        when: my coins >= 1
        effect: |
          let left be my cubes in reserve of me
          choose field from fields where cubes in field < left
          pay 1 coins
          place 1 of my cubes in field
      sell:
        limit: once a turn
        effect: |
          choose field from fields where my cubes in field >= 1
          return 1 of my cubes from field
          take 1 coins
"""


def test_decision_17_an_entry_is_shown_if_it_may_be_used_and_its_first_choice_has_an_option() -> (
    None
):
    game = tiny(MENU + turns("take 1 coins\nopen market", "rounds: 1"))
    pair = play(game)
    assert pair.ids == ("buy", "leave")  # nothing stands on the board to be sold
    pair.take("buy", "a")
    assert pair.ids == ("sell", "leave")  # no coin is left
    pair.take("sell")
    assert pair.ids == ("buy", "leave")  # and selling is over for this turn
    pair.take("leave")
    assert pair.asked == "p2 market"


def test_decision_17_entries_come_as_declared_those_of_the_game_first_the_closing_one_last() -> (
    None
):
    more = "expansion: more\nof: tiny\nlanguage: 2\noffers: {menu: {add: {beg: {effect: take 1 coins}}}}\n"
    game = tiny(
        turns("move all cards in deck to tableau of me\nopen menu", "rounds: 1"),
        more,
        king="worth: 3\nability: |\n  set log to 1",
        cook="worth: 1\nability: |\n  set log to 2\nentries: {cook_up: {offered_in: menu, effect: set log to 3}}",
    )
    assert play(game).ids == ("beg", "ability:cook", "cook_up:cook", "ability:king", "enough")


def test_decision_17_where_only_the_closing_entry_is_left_nobody_is_asked() -> None:
    assert logged(tiny(MENU + turns("open market\nset log to 1", "rounds: 1"))) == 1


def test_decision_17_a_limit_of_a_piece_counts_in_all_offers_alike() -> None:
    game = tiny(
        "offers: {second_menu: {until: enough_now, entries: {}}}\n"
        + turns(
            "move king to tableau of me\nopen menu\nopen second_menu", "until: turn_number = 1"
        ),
        king="worth: 3\nentries: {ride: {offered_in: [menu, second_menu], limit: once a turn, effect: add 1 to log}}",
    )
    assert logged(game, choices=["ride:king"]) == 1
    assert play(game, choices=["enough"]).asked == "p1 second_menu"


def test_decision_17_choose_one_is_a_menu_without_a_name() -> None:
    game = tiny(
        steps(
            "first_seat chooses one:",
            "  shy when log = 1:",
            "    set log to 5",
            "  bold:",
            "    set log to 6",
            "  lost:",
            "    find field in fields where cubes in field = 9",
            "  sure:",
            "    set log to 7",
        )
    )
    assert play(game).ids == ("bold", "sure")


def test_decision_18_a_cost_that_is_paid_stays_paid() -> None:
    game = tiny(
        "rules:\n  build: |\n    pay 2 coins\n    choose field from fields where cubes in field = 9\n    set log to 1\n"
        + turns("take 3 coins\nbuild()", "rounds: 1")
    )
    pair = play(game)
    assert pair.over and pair.note("log") is None
    assert pair.at("stocks", "coin", "purse_p1") == 1


def test_decision_18_what_fails_in_the_engine_leaves_the_position_before_the_choice() -> None:
    game = tiny(steps("first_seat may go:", "  set log to 3", "  move 9 of deck to pile"))
    pair = play(game)
    before = pair.state.v[:]
    with pytest.raises(RuleError):
        pair.take("yes")
    assert pair.state.v == before


ANSWERS = """offers:
  answers:
    until: pass_it
    entries:
      give:
        when: log < 1000
        limit: twice a round
        effect: |
          set log to log * 10 + position(me, those p in seats starting with first_seat)
"""


def test_decision_19_each_in_turn_acts_or_passes_until_all_have_passed() -> None:
    game = tiny(
        ANSWERS
        + turns("open answers to players starting with left of me", "until: turn_number = 1")
    )
    pair = play(game, players=3)
    asked = []
    for choice in ("give", "pass_it", "give", "give", "give"):
        asked.append(pair.asked.split()[0])
        pair.take(choice)
    assert asked == ["p2", "p3", "p1", "p2", "p1"]
    assert pair.over and pair.note("log") == 2121  # nobody who has used it twice is asked again


def test_decision_19_it_can_leave_out_the_player_whose_turn_it_is() -> None:
    game = tiny(ANSWERS + turns("open answers to players except me", "until: turn_number = 1"))
    pair = play(game, players=3)
    assert [pair.asked, pair.take("pass_it").asked, pair.take("pass_it").asked] == [
        "p2 answers",
        "p3 answers",
        "",
    ]
