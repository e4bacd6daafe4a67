from __future__ import annotations

from fractions import Fraction
from typing import Any

from boardwright.reports.numbers import newcombe, rate
from boardwright.reports.paired import Effect, effect_of


def game(winner: int, turns: int = 10, end: str = "over", **held: int) -> dict[str, Any]:
    """A game of two players that this seat won; the seat that held each card."""
    cards = {card: [seat] for card, seat in held.items()}
    leads = {"changes": 1}
    course = {"score": leads, "held": {"card": cards}}
    return {"end": end, "winners": [winner], "turns": turns, "scores": [4, 6], "course": course}


def compared(*pairs: tuple[dict[str, Any], dict[str, Any]]) -> Effect:
    return effect_of([one for one, _ in pairs], [other for _, other in pairs], "ace", "blank")


def test_a_card_that_always_wins_is_worth_all_that_it_wins_more() -> None:
    pairs = [(game(0, ace=0), game(n % 2, blank=0)) for n in range(40)]
    effect = compared(*pairs)
    assert effect.held.value == 1 and effect.instead_held.value == Fraction(1, 2)
    assert effect.wins is not None and effect.wins.value == Fraction(1, 2)
    assert effect.wins.beyond(Fraction(0), 1.96) == 1


def test_pairs_that_go_alike_are_certain_where_apart_they_are_not() -> None:
    """Deals decide who wins; the card adds a win in one deal of twenty. Apart, 40 games would not show it."""
    pairs = [(game(n % 2 if n % 20 else 0, ace=0), game(n % 2, blank=0)) for n in range(1, 41)]
    pairs += [(game(0, ace=0), game(1, blank=0))] * 4
    effect = compared(*pairs)
    assert effect.wins is not None
    low, high = effect.wins.interval()
    apart = (
        float(effect.held.interval()[1] - effect.held.interval()[0])
        + effect.instead_held.interval()[1]
        - effect.instead_held.interval()[0]
    )
    assert high - low < apart / 2


def test_lengths_are_compared_game_by_game() -> None:
    effect = compared(*((game(0, 10 + n, ace=0), game(0, 8 + n, blank=0)) for n in range(10)))
    turns = dict(effect.figures)["turns"]
    assert turns.value == 2 and not turns.variance


def test_a_game_that_did_not_end_leaves_its_pair_out() -> None:
    stopped = {"end": "limit", "winners": [], "decisions": 9}
    effect = compared((game(0, ace=0), stopped), (game(0, ace=0), game(1, blank=0)))
    assert effect.pairs == 1


def test_a_card_that_nobody_held_has_no_effect() -> None:
    assert compared((game(0), game(0, blank=1))).wins is None


def test_a_card_that_hardly_anybody_held_gets_no_verdict() -> None:
    """One game won with the card and one lost without it, among a hundred without either, look certain."""
    pairs = [(game(0, ace=0), game(1, blank=0)), *[(game(n % 2), game(n % 2)) for n in range(100)]]
    effect = compared(*pairs)
    assert effect.wins is not None and effect.wins.value == 1
    assert effect.wins.beyond(Fraction(0), 1.96) == 0
    assert effect.interval is not None
    low, high = effect.interval
    assert low < 0.1 and high == 1


def test_pairs_without_the_card_say_nothing() -> None:
    pairs = [(game(n % 3 % 2, ace=0), game(n % 2, blank=0)) for n in range(30)]
    alone, among = compared(*pairs), compared(*pairs, *[(game(0), game(0))] * 300)
    assert alone.interval == among.interval


def test_partners_who_hold_a_card_are_one_observation() -> None:
    """They win together: few games of pairs are no more certain than as many of single players."""

    def both(found: dict[str, Any]) -> dict[str, Any]:
        cards = found["course"]["held"]["card"]
        held = {card: [seat, seat + 2] for card, (seat,) in cards.items()}
        winners = [found["winners"][0], found["winners"][0] + 2]
        course = {**found["course"], "held": {"card": held}}
        return {**found, "winners": winners, "course": course}

    pairs = [(game(0, ace=0), game(n % 2, blank=0)) for n in range(6)]
    found = compared(*((both(one), both(other)) for one, other in pairs))
    assert (found.held, found.instead_held) == (rate(6, 12), rate(3, 12))
    assert found.interval == newcombe(rate(Fraction(3, 2), 6), rate(3, 6))
