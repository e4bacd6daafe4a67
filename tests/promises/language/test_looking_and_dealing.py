"""The top pieces of a pile, and what is dealt to all: on both back-ends at once."""

from __future__ import annotations

import pytest

from decisions import LOG, fault, refused
from strategies import logged, play, steps, tiny

CARDS = """
kinds:
  slip: {attributes: {worth: number}, hidden: yes, home: sheaf}
places:
  sheaf: {holds: slip, ordered: yes, visible_to: nobody}
  pocket: {per: player, holds: slip, visible_to: owner}
  gone: {holds: slip}
pieces:
  slip: {s1: {worth: 1}, s2: {worth: 2}, s3: {worth: 3}, s4: {worth: 4}, s5: {worth: 5}, s6: {worth: 6}, s7: {worth: 7}}
"""

OPEN = CARDS.replace(", hidden: yes", "")


def test_the_top_pieces_of_a_pile_are_a_set() -> None:
    game = tiny(
        steps(
            "let first_ones be 3 of sheaf",
            "set log to sum(worth of s for each s in first_ones)",
            f"{LOG}count(2 of sheaf)",
            "let n be 4",
            f"{LOG}count(n of sheaf)",
            "if top of sheaf is in 1 of sheaf and bottom of sheaf is not in 6 of sheaf:",
            f"  {LOG}5",
            "first_seat chooses slip from 2 of sheaf",
            "move all (3 of sheaf) to gone",
        )
        + OPEN
    )
    pair = play(game, 2)
    assert len(pair.ids) == 2
    total = int(pair.note("log"))
    assert total % 1000 == 245
    pair.take(pair.ids[0])
    assert sum(pair.place_of("slip", f"s{n}") == "gone" for n in range(1, 8)) == 3


def test_looking_at_the_top_pieces_shows_them_to_me() -> None:
    game = tiny(
        steps(
            "as first_seat:",
            "  look at 2 of sheaf",
            "reveal up to 1 of sheaf",
            "show up to 9 of sheaf to last_seat",
            "first_seat may wait:",
            "  take 1 coins",
        ).replace("take 1 coins", "set log to 1")
        + CARDS
    )
    pair = play(game, 2)
    known = [pair.at("pieces", "slip", f"slip_{n}", "known_to") for n in range(1, 8)]
    assert known == [["p2"]] * 5 + [["p1", "p2"]] * 2


def test_fewer_than_asked_for_is_an_error_at_the_line() -> None:
    for line in ("look at 8 of sheaf", "reveal 8 of sheaf", "let x be 8 of sheaf"):
        assert fault(tiny(steps("as first_seat:", f"  {line}") + CARDS)) == "E651"
    below = "let x be (cubes in a - 1) of sheaf"
    assert fault(tiny(steps("as first_seat:", f"  {below}") + CARDS)) == "E653"


def test_cards_are_dealt_one_by_one_around_the_table() -> None:
    game = tiny(
        steps("move 2 of sheaf to each pocket", f"{LOG}count(slips in sheaf)") + OPEN,
    )
    pair = play(game, 3)
    held = [pair.place_of("slip", f"s{n}") for n in range(1, 8)]
    # The piece on top is the last one of those that were declared.
    assert held == ["sheaf", *["pocket_p3", "pocket_p2", "pocket_p1"] * 2]


def test_dealing_goes_round_or_as_far_as_it_goes() -> None:
    assert fault(tiny(steps("move 3 of sheaf to each pocket") + OPEN), players=3) == "E651"
    game = tiny(steps("move up to 3 of sheaf to each pocket") + OPEN)
    pair = play(game, 3)
    counts = [
        sum(pair.place_of("slip", f"s{n}") == f"pocket_p{p}" for n in range(1, 8))
        for p in (1, 2, 3)
    ]
    assert counts == [3, 2, 2]


def test_dealing_begins_with_the_active_player_and_leaves_out_who_is_out() -> None:
    lines = [
        "last_seat drops out of game",
        "set active_player to left of first_seat",
        "move up to 9 of sheaf to each pocket",
    ]
    pair = play(tiny(steps(*lines) + OPEN), 3)
    counts = [
        sum(pair.place_of("slip", f"s{n}") == f"pocket_p{p}" for n in range(1, 8))
        for p in (1, 2, 3)
    ]
    assert counts == [3, 4, 0]


def test_stock_is_dealt_too() -> None:
    pair = play(tiny(steps("move 3 coins from bank to each purse")), 3)
    assert [pair.at("stocks", "coin", f"purse_p{n}") for n in (1, 2, 3)] == [3, 3, 3]
    pair = play(tiny(steps("move up to 11 of coins from bank to each purse")), 3)
    assert [pair.at("stocks", "coin", f"purse_p{n}") for n in (1, 2, 3)] == [10, 10, 10]
    assert fault(tiny(steps("move 11 coins from bank to each purse")), players=3) == "E651"


@pytest.mark.parametrize(
    "line",
    [
        "move 2 of sheaf to each gone",
        "move 2 of sheaf to each pocket of me",
        "move all slips in sheaf to each pocket",
        "move top of sheaf to each pocket",
        "look at up to sheaf",
        "look at 2 of pocket of me",
        "look at me of sheaf",
        "let x be 2 of fields",
        "let x be 2 of me",
    ],
)
def test_what_cannot_be_dealt_or_looked_at_is_refused(line: str) -> None:
    assert refused(steps("as first_seat:", f"  {line}") + CARDS) <= {"E501", "E505", "E517"}


def test_nobody_cannot_look() -> None:
    assert fault(tiny(steps("look at tokens in bag"))) == "E657"


def test_pieces_from_the_top_of_a_place_that_is_called_like_its_pieces() -> None:
    more = steps(
        "move all tokens in bag to tokens",
        "move 2 of tokens to bag",
        "set log to count(tokens in bag)",
    )
    assert logged(tiny(more + "places: {tokens: {holds: token, ordered: yes}}\n")) == 2
