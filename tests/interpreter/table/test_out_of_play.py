"""What cards do that cannot come into play at a table is not in its program; the game is the same."""

from __future__ import annotations

import random

import pytest

import boardwright
from boardwright.dsl.rules import ir
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.out_of_play import in_play
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of
from strategies import Pair, play_both

MANY = 12


def cards(deal: str, more: str = "", count: int = MANY) -> ir.Game:
    """A game with so many cards, each with an effect, a hook and a modifier, of which `deal` brings some into play."""
    lines = "".join(f"    {line}\n" for line in deal.split("\n"))
    files = "".join(
        f"### c{n}.yaml\ncard: c{n}\nability: |\n  take {n} coins\n"
        f"after gain by others: |\n  take 1 coins\nmodify:\n  bonus: add {n}\n"
        for n in range(count)
    )
    return game_of(
        "### game.yaml\ngame: many\nlanguage: 2\nplayers: 2\n"
        "options: {chosen: {set_of: card}}\nvalues:\n  bonus: 1\n"
        "kinds:\n  card: {home: box, owner: tableau, effects: {ability: {offered_in: menu, limit: once a turn}}}\n"
        "stocks:\n  coin: {total: unlimited, home: bank, kept: purse}\n"
        "places:\n  box: {holds: [card]}\n  row: {holds: [card]}\n  aside: {holds: [card]}\n"
        "  tableau: {per: player, holds: [card]}\n"
        "  bank: {holds: [coin]}\n  purse: {per: player, holds: [coin]}\n"
        "notes:\n  kept: {is: card, start: c0}\n  some: {is: set of card}\n"
        "offers:\n  menu:\n    until: enough\n    entries:\n      fetch:\n        limit: twice a turn\n        effect: |\n"
        "          choose card from cards in row\n          move card to tableau of me\n          gain()\n"
        f"rules:\n  gain: |\n    take bonus coins\n  deal: |\n{lines}"
        "course:\n  - phase: setup\n    steps: [deal()]\n  - phase: play\n    rounds: 2\n    turn: [open menu]\n"
        f"outcome: {{score: my coins}}\n{more}{files}"
    )  # fmt: skip


def left(game: ir.Game, chosen: int = 0b111) -> list[str]:
    """The cards whose clauses are in the program; the first three in the order of ids are chosen."""
    pruned = in_play(set_table(game, 2, {"chosen": chosen}))
    return sorted({hook.definition[1] for hook in pruned.hooks if hook.definition is not None})


ALL = sorted(f"c{n}" for n in range(MANY))


@pytest.mark.parametrize(
    ("deal", "found"),
    [
        ("move chosen to row", ["c0", "c1", "c10"]),
        ("move cards in box to row", ALL),
        ("for each card in cards where card is in chosen:\n  move card to row", ALL),
        ("move c4 to aside\nmove c5 to row", ["c4", "c5"]),
        ("if count(chosen) = 3:\n  move c4 to row\nelse:\n  move all cards in box to row", ["c4"]),
        ("move chosen except c1 to row", ["c0", "c10"]),
        ("let these be c1 plus c2\nfor each card in these:\n  move card to row", ["c1", "c2"]),
        ("set kept to c7\nmove kept to row", ["c0", "c7"]),
        ("set some to c7 plus c8\nmove some to row", ["c7", "c8"]),
        ("move c3 to row\nswap c3 and c9", ["c3", "c9"]),
        ("draw card from cards in box\nmove card to row", ALL),
        ("lay(c6)", ["c6"]),
        ("perform ability of c8", ["c8"]),
        ("nothing", []),
    ],
)  # fmt: skip
def test_which_cards_may_come_into_play(deal: str, found: list[str]) -> None:
    more = "### more.yaml\npart: more\nrules:\n  lay(card): |\n    move card to row\n"
    assert left(cards(deal, more)) == found


def test_a_card_in_play_may_bring_others() -> None:
    brings = "### x.yaml\ncard: x1\nafter gain: |\n  move c5 to row\n"
    assert left(cards("move x1 to row", brings)) == ["c5", "x1"]
    assert left(cards("move c2 to row", brings)) == ["c2"]


def test_both_ways_of_playing_agree_on_what_is_left() -> None:
    game = cards("move chosen to row")
    for chosen in (0, 0b1, 0b111, 0b1010_1010):
        program = link(set_table(game, 2, {"chosen": chosen}))
        for seed in range(3):
            assert play_both(program, seed).over


def test_six_of_the_cards_that_ship_play_as_before() -> None:
    rules = boardwright.read("rattus", ["mercatus"])
    ids = [each.id for each in rules.bound.kinds["class_card"].definitions]
    rng = random.Random(1)
    whole = len(rules.at_table(3).program.text())
    for _ in range(3):
        program = rules.at_table(3, {"cards": rng.sample(ids, 6)}).program
        assert len(program.text()) < 0.9 * whole
        pair = Pair(program.table.game, 3, 1, program=program)
        while pair.ids:
            pair.take(rng.choice(pair.ids))


def test_six_of_a_thousand_cards_make_a_program_of_six() -> None:
    deal = "move c0 plus c1 plus c2 plus c3 plus c4 plus c5 to row"
    sizes = [len(link(set_table(cards(deal, count=count), 2)).functions) for count in (MANY, 1000)]
    assert sizes[0] == sizes[1]
