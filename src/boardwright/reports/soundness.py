"""Whether what a file of games holds can be what games came to: a sum that is right does not make it so."""

from __future__ import annotations

from typing import Any

from boardwright.reports.counts import Counts

_BY = ("held_by", "taken_by", "used_by")


def sound(counts: Counts, figures: Any, players: int) -> bool:
    """False if something in them is no number, no text or more than there can be."""
    try:
        return _games(counts, players) and (
            figures is None or _figures(figures, counts.ends["over"] * players, players)
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        return False


def _games(counts: Counts, players: int) -> bool:
    standings = [*counts.seats.values(), *counts.agents.values()]
    numbers = [counts.shares, counts.margins, *counts.lengths.values()]
    numbers += [each for one in standings for each in (one.ranks, one.scores)]
    texts = [*counts.errors, *counts.agents, *(a for each in counts.stopped for a in each.agents)]
    least = [*counts.shares, *(length for each in counts.lengths.values() for length in each)]
    return (
        set(counts.ends) <= {"over", "limit", "error"}
        and all(_whole(number) for each in numbers for number in each)
        and all(number >= 0 for number in least)
        and all(isinstance(text, str) for text in texts)
        and all(0 <= seat < players for seat in counts.seats)
        and all(_whole(each.game) and _whole(each.seed) for each in counts.stopped)
        and all(each.decisions is None or _whole(each.decisions) for each in counts.stopped)
    )


def _figures(sums: Any, most: int, players: int) -> bool:
    """`most` is how many players of games there are, which came to their end."""
    return (
        all(_asked(each) for each in sums["decisions"].values())
        and all(_card(c, most, players) for kind in sums["cards"].values() for c in kind.values())
        and all(isinstance(n, str) for names in sums["names"].values() for n in names.values())
        and all(isinstance(name, str) for name in sums.get("kinds", {}).values())
        and all(isinstance(each, list) for each in sums.get("offers", {}).values())
    )


def _asked(facts: Any) -> bool:
    options = [(offered, picked) for offered, picked in facts["options"].values()]
    return all(
        int(number) >= 0 and _count(times) for number, times in facts["branching"].items()
    ) and all(
        _count(offered) and _count(picked) and picked <= offered for offered, picked in options
    )


def _card(facts: Any, most: int, players: int) -> bool:
    return (
        _count(facts["taken"])
        and _count(facts["used"])
        and all(len(facts[by]) == players + 1 and all(map(_count, facts[by])) for by in _BY)
        and all(sum(facts[by]) <= most for by in _BY)
    )


def _whole(value: object) -> bool:
    return type(value) is int


def _count(value: object) -> bool:
    return isinstance(value, int) and _whole(value) and value >= 0
