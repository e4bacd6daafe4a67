"""What two sets both have, and the set of nothing: on both back-ends at once."""

from __future__ import annotations

import pytest

from decisions import LOG, refused
from strategies import logged, play, steps, tiny


def test_what_two_sets_both_have() -> None:
    game = tiny(
        steps(
            "let near be fields also in neighbours of b",
            "for each f in near:",
            f"  {LOG}position(f, fields)",
            f"{LOG}count((near plus b) also in fields within 1 steps of a)",
            f"{LOG}count(near also in (near except a))",
            "if c is in near also in fields:",
            f"  {LOG}5",
        )
    )
    assert logged(game) == 13215


def test_sets_of_pieces_players_members_and_numbers() -> None:
    game = tiny(
        steps(
            "let dear be those k in cards where worth of k >= 2",
            f"{LOG}count(cards in deck also in dear)",
            f"{LOG}count(players also in (first_seat plus last_seat))",
            f"{LOG}count(goods also in (fish plus wood))",
            "let low be those n in 1 to 5 where n <= 3",
            "let even be those n in 1 to 9 where n mod 2 = 0",
            f"{LOG}sum(n for each n in low also in even)",
        )
    )
    assert logged(game) == 1222
    chosen = steps("first_seat chooses goal from fields also in (a plus c)")
    assert play(tiny(chosen), 2).ids == ("a", "c")


def test_it_is_refused_beside_other_sets_without_brackets() -> None:
    for text in ("fields also in neighbours of a plus b", "fields except a also in fields"):
        assert refused(steps(f"let x be {text}")) == {"E301"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a also in fields", "E501"),
        ("fields also in a", "E501"),
        ("cards also in deck", "E501"),
        ("fields also in players", "E503"),
    ],
)
def test_both_sides_are_sets_that_can_have_something_in_common(text: str, code: str) -> None:
    assert refused(steps(f"let x be {text}")) == {code}


MORE = """
notes: {seen: {is: set of field}}
values:
  good_ones(set of field some): some if count(some) >= 2 else nothing
  kept: fields
modify:
  kept: becomes nothing when seen is nothing
"""


def test_nothing_is_the_empty_set() -> None:
    game = tiny(
        steps(
            f"{LOG}count(kept)",
            "set seen to fields except a",
            f"{LOG}count(good_ones(seen))",
            f"{LOG}count(kept)",
            f"{LOG}count(good_ones(nothing))",
            "if seen is not nothing and good_ones(neighbours of a) is nothing:",
            f"  {LOG}6",
            "set seen to nothing",
            f"{LOG}count(nothing if seen is nothing else seen)",
            "for each f in (nothing if seen is not nothing else fields also in neighbours of a):",
            f"  {LOG}position(f, fields)",
        )
        + MORE
    )
    assert logged(game) == 340602


@pytest.mark.parametrize(
    "line",
    [
        "let s be nothing",
        "set log to nothing",
        "for each x in nothing:\n    take 1 coins",
        "set log to count(nothing)",
        "take (1 if nothing else 2) coins",
        "let x be nothing if yes else nothing",
        "let x be nobody is nothing",
        "let x be fields plus nothing",
        "move my pawn to nothing",
        "if a is nothing:\n    take 1 coins",
    ],
)
def test_nothing_takes_its_type_from_a_set(line: str) -> None:
    assert refused(steps("as first_seat:", f"  {line}")) == {"E501"}
