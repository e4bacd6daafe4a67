"""A pile that is moved to another place with an order keeps its own: on both back-ends at once."""

from __future__ import annotations

import pytest

from bound_texts import game_of
from strategies import play

GAME = """### game.yaml
game: piles
language: 2
players: 2
kinds:
  card: {attributes: {worth: number}, home: deck}
places:
  deck: {holds: [card], ordered: yes}
  pile: {holds: [card], ordered: yes}
  heap: {per: player, holds: [card], ordered: yes}
  bag: {holds: [card]}
pieces:
  card: {k1: {worth: 1}, k2: {worth: 2}, k3: {worth: 3}, k4: {worth: 4}, k5: {worth: 5}, k6: {worth: 6}}
notes: {log: number}
course:
  - phase: play
    steps: |
      LINES
outcome: {score: 0}
"""
# From the bottom: pile 3 1 2, deck 4 5 6.
PILED = "move k3 to pile\nmove k1 to pile\nmove k2 to pile\n"


def order_of(lines: str, place: str = "deck") -> str:
    """The cards of a place from the bottom to the top."""
    pair = play(game_of(GAME.replace("LINES", (PILED + lines).replace("\n", "\n      "))), 2)
    assert pair.over
    return "".join(id.removeprefix("k") for id in pair.at("order", place, none=[]))


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        ("move all cards in pile to deck", "456312"),
        ("move all cards in pile to bottom of deck", "312456"),
        ("move cards in pile to deck", "456312"),
        ("return all cards in pile", "456312"),
        ("move (those c in cards in pile where worth of c != 1) to deck", "45632"),
        ("move (those c in cards in pile where worth of c != 1) to bottom of deck", "32456"),
        ("move (cards in pile except k3) to deck", "45612"),
        ("let some be cards in pile\nmove some to deck", "456312"),
        ("move all cards in deck to deck", "456"),
        ("move all cards in deck to bottom of deck", "456"),
        # An order that is said counts: the first is moved first.
        ("move (those c in cards in pile by rising worth of c) to deck", "456123"),
        ("move (those c in cards in pile by rising worth of c) to bottom of deck", "321456"),
        # One after the other from the top, as one deals.
        ("move 2 of pile to deck", "45621"),
        # What has no order comes first.
        (
            "move k6 to bag\nmove k2 to bag\nmove (cards in bag plus cards in pile) to deck",
            "452631",
        ),
        ("move (cards in bag plus cards in pile) to deck", "456312"),
    ],
)
def test_a_pile_keeps_its_order(lines: str, order: str) -> None:
    assert order_of(lines) == order


def test_a_place_without_an_order_takes_them_as_well() -> None:
    assert order_of("move all cards in pile to bag", "bag") == ""


def test_of_several_places_each_pile_stays_together() -> None:
    dealt = "move k5 to heap of first_seat\nmove k2 to heap of last_seat\nmove k4 to heap of last_seat\nmove k1 to heap of first_seat\n"
    assert order_of(dealt + "move all cards in heap to deck") == "65124"
    assert order_of(dealt + "move all cards in heap to bottom of deck") == "51246"
