"""Tables for checks by play: all numbers of players, all values of options, none that the rules refuse."""

from __future__ import annotations

from boardwright.interpreter.table.errors import RuleError
from boardwright.loading.load import read
from boardwright.validators.play.tables import Seating, seatings, values_to_try
from strategies import tiny

TURNS = "course: [{phase: play, rounds: 1, turn: [take 1 coins]}]\n"


def drawn(options: str, count: int = 40, seed: int = 0) -> list[Seating]:
    game = tiny(f"{TURNS}{options}")
    return list(seatings(game, lambda left_out: game, seed, count))


def test_each_number_of_players_comes_first_with_all_options_as_by_default() -> None:
    found = drawn("options: {rich: {default: no}}\n")
    assert [(one.players, one.options) for one in found[:3]] == [(2, {}), (3, {}), (4, {})]


def test_without_options_there_is_a_table_for_each_number_of_players() -> None:
    assert [one.players for one in drawn("")] == [2, 3, 4]


def test_every_value_of_every_option_is_drawn() -> None:
    options = "options: {moon: {values: [new, half, full], default: new}, laps: {range: 1 to 9, default: 2}}\n"
    game = tiny(f"{TURNS}{options}")
    found = list(seatings(game, lambda left_out: game, 0, values_to_try(game)))
    assert {one.options.get("moon", "new") for one in found} == {"new", "half", "full"}
    assert {"1", "9"} <= {one.options.get("laps", "2") for one in found}


def test_sets_of_pieces_are_drawn_in_a_size_that_the_rules_ask_for() -> None:
    options = (
        "options: {chosen: {set_of: card}}\n"
        "table: [{must: count(chosen) = 0 or count(chosen) = 2, text: Two.}]\n"
    )
    sizes = {one.options.get("chosen", "").count(",") for one in drawn(options)}
    assert sizes == {0, 1}, "none, or two with a comma between them"


def test_tables_that_the_rules_refuse_are_left_out() -> None:
    options = (
        "options: {dry: {default: no}, windy: {default: no}}\n"
        "table: [{must: not (dry and windy) and count(seats) != 3, text: No.}]\n"
    )
    found = drawn(options)
    assert {one.players for one in found} == {2, 4}
    assert all(len(one.options) <= 1 for one in found)


def test_where_the_defaults_are_refused_others_are_drawn() -> None:
    options = (
        "options: {laps: {range: 1 to 99, default: 2}}\n"
        "table: [{must: count(seats) != 3 or laps >= 9 and laps <= 40, text: Long.}]\n"
    )
    assert [one.players for one in drawn(options, 3)] == [2, 3, 4]


def test_no_table_comes_twice_and_the_seed_decides() -> None:
    options = "options: {laps: {range: 1 to 9, default: 2}, dry: {default: no}}\n"
    first, again, other = drawn(options), drawn(options), drawn(options, seed=3)
    assert len({one.what for one in first}) == len(first)
    assert [one.what for one in first] == [one.what for one in again]
    assert [one.what for one in first] != [one.what for one in other]


def test_an_expansion_that_takes_no_part_is_not_in_the_game() -> None:
    rules = read("rattus", ["mercatus"])
    found = list(
        seatings(rules.bound, lambda n: rules.without(n).bound, 0, values_to_try(rules.bound))
    )
    off = [one for one in found if one.options.get("card_set") == "off"]
    assert off and all(one.game.expansions == () for one in off)


def test_facts_that_do_not_fit_a_table_are_told() -> None:
    game = tiny(
        f"{TURNS}options: {{far: {{default: no}}}}\n"
        "table: [{must: 4 / (4 - count(seats)) rounded down >= 1, text: Few.}]\n"
    )
    told: list[tuple[RuleError, int]] = []
    found = list(seatings(game, lambda _: game, 0, 3, lambda f, players: told.append((f, players))))
    assert [one.players for one in found] == [2, 3]
    assert [(fault.code, players) for fault, players in told] == [("E654", 4)]
