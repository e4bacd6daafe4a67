"""Notes with a lifetime, and those that only their rule changes: on both back-ends at once."""

from __future__ import annotations

import pytest

from decisions import LOG, refused
from strategies import logged, play, steps, tiny, turns


@pytest.mark.parametrize(
    ("lasts", "seen"),
    # A lap of two turns and half another; `strike` is called twice a turn, and counts the note up.
    [
        ("game", 123456),
        ("round", 123412),
        ("turn", 121212),
        ("strike", 111111),
        ("play", 123456),
    ],
)
def test_decision_15_a_note_is_forgotten_when_its_lifetime_begins_anew(
    lasts: str, seen: int
) -> None:
    game = tiny(
        f"notes: {{count_of_it: {{is: number, lasts: {lasts}}}}}\nrules:\n  strike: |\n    add 1 to count_of_it\n    {LOG}count_of_it\n"
        + turns("strike()\nstrike()", "until: turn_number = 3")
    )
    assert logged(game) == seen


def test_decision_15_an_own_turn_lasts_until_the_next_turn_of_whoever_has_the_piece() -> None:
    game = tiny(
        """notes:
  of_player: {is: number, per: player, lasts: own_turn}
  of_card: {is: number, per: card, lasts: own_turn}
before play: |
  move king to tableau of first_seat
  move cook to tableau of last_seat
"""
        + turns(
            "for each p in players:\n  add 1 to of_player of p\nfor each card in cards:\n  add 1 to of_card of card\n"
            f"{LOG}of_player of first_seat\n{LOG}of_card of cook",
            "until: turn_number = 3",
        )
    )
    # p1's own is 1, 2, 1; the cook is p2's.
    assert logged(game) == 112112


def test_decision_15_once_a_turn_is_the_same_thing() -> None:
    game = tiny(
        "offers: {again: {until: no_more, entries: {some_time: {limit: twice a turn, effect: add 1 to log}}}}\n"
        + turns("open again", "rounds: 1")
    )
    pair = play(game).take("some_time", "some_time")
    assert pair.asked == "p2 again" and pair.ids == ("some_time", "no_more")


def test_decision_22_a_guarded_note_changes_through_its_rule_alone() -> None:
    guarded = "notes: {fame: {is: number, per: player, only_through: [gain]}}\nrules:\n  gain(number n): |\n    add n to fame of me\n"
    bonus = "after gain(n) when n >= 2: |\n  add 1 to fame of me\n"
    read = "as first_seat:\n  gain(2)\n  set log to fame of me"
    assert logged(tiny(guarded + bonus + steps(read))) == 3
    assert refused(guarded + steps("as first_seat:", "  add 1 to fame of me"))
