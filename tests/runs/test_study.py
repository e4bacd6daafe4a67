"""The runs of a study."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.loading.load import load
from boardwright.runs.plan import Order
from boardwright.runs.study import (
    Swap,
    cards_with_effects,
    doublings,
    played_out,
    rungs,
    swaps_of,
)
from luck_games import CARDS, write_game

CHOSEN = CARDS.replace(
    "kinds_of_dice: {}",
    "options:\n  cards: {set_of: charm}\ntable:\n  - must: count(cards) != 1\n    text: not one",
).replace("draw c from charms in tray", "draw c from charms in tray where c is in cards")


def order(ruleset: Path, **options: str) -> Order:
    return Order(
        ruleset=str(ruleset),
        expansions=(),
        players=2,
        options=tuple(options.items()),
        agents=("random",),
    )


def told(swap: Swap) -> tuple[str, str | None, str, str]:
    return swap.card, swap.instead, swap.with_it.name, swap.without.name


def test_each_player_of_a_ladder_thinks_twice_as_long() -> None:
    pairs = [("ismcts:50", "ismcts:100"), ("ismcts:100", "ismcts:200")]
    assert doublings(50, 200) == pairs == doublings(50, 399)


def test_the_stronger_and_the_weaker_sit_in_turn(tmp_path: Path) -> None:
    (rung,) = rungs(tmp_path, order(tmp_path), [("random", "greedy")], [(0,), (1,), (2,)])
    (part,) = rung.parts
    assert part.order.agents == ("greedy", "random", "greedy")
    assert (part.name, part.order.figures) == ("skill-01", False)


@pytest.mark.parametrize(
    ("sides", "seated"),
    [
        ([(0, 2), (1, 3)], ["GRGR"]),
        ([(0, 1), (2, 3)], ["GGRR"]),
        ([(0,), (1, 2, 3)], ["GRRR", "RGGG"]),
        ([(0, 1), (2,), (3,)], ["GGRG", "RRGR"]),
    ],
)
def test_the_players_of_a_team_are_alike_and_sides_change_hands(
    tmp_path: Path, sides: list[tuple[int, ...]], seated: list[str]
) -> None:
    (rung,) = rungs(tmp_path, order(tmp_path), [("random", "greedy")], sides)
    letters = {"random": "R", "greedy": "G"}
    assert ["".join(map(letters.get, each.order.agents)) for each in rung.parts] == seated  # type: ignore[arg-type]
    assert [each.name for each in rung.parts] == ["skill-01", "skill-01-swapped"][: len(seated)]


def test_a_card_is_left_blank_if_no_option_replaces_it(tmp_path: Path) -> None:
    root = write_game(tmp_path, "charms", CARDS)
    game, play = load(root, 2), played_out(tmp_path, order(root), "random")
    assert [id for _, id in cards_with_effects(game)] == ["gold", "tin", "wood"]
    (swap,) = swaps_of(tmp_path, play, game, ["gold"])
    assert told(swap) == ("gold", None, "play", "card-gold-blank")
    assert swap.without.order.blank == ("gold",) and swap.without.order.course


def test_options_say_what_may_be_in_the_place_of_a_card(tmp_path: Path) -> None:
    root = write_game(tmp_path, "charms", CHOSEN)
    asked = order(root, cards="gold,tin")
    game, play = load(root, 2, {"cards": "gold,tin"}), played_out(tmp_path, asked, "random")
    swaps = swaps_of(tmp_path, play, game, ["gold", "wood"])
    assert [told(each) for each in swaps] == [
        ("gold", None, "play", "card-gold-blank"),
        ("gold", "wood", "play", "card-gold-as-wood"),
        ("wood", "gold", "card-gold-as-wood", "play"),
        ("wood", "tin", "card-tin-as-wood", "play"),
    ]
    assert dict(swaps[1].without.order.options) == {"cards": "wood,tin"}


def test_a_table_that_the_rules_refuse_is_left_out(tmp_path: Path) -> None:
    rules = CHOSEN.replace("count(cards) != 1", "count(cards) = 0 or gold is in cards")
    root = write_game(tmp_path, "charms", rules)
    asked = order(root, cards="gold,tin")
    game, play = load(root, 2, {"cards": "gold,tin"}), played_out(tmp_path, asked, "random")
    swaps = swaps_of(tmp_path, play, game, ["gold", "tin"])
    assert [told(each)[3] for each in swaps] == [
        "card-gold-blank",
        "card-tin-blank",
        "card-tin-as-wood",
    ]
