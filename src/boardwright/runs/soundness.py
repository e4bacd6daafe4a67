"""Whether the lines of a file of games can be results of its run, which a right checksum alone does not show.

These tests are at least as strict as the schema `games`; a test ensures that. They are written by hand, since there may
be a million lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from boardwright.runs.course_soundness import sound_course
from boardwright.runs.plan import Plan

MOST = 10**15
"""The largest figure. It keeps sums exact, or nearly so, in every program that reads JSON."""

_NUMBER = "(?:0|-?[1-9][0-9]{0,17})"
_COUNT = "(?:0|[1-9][0-9]{0,14})"
_BY = ("held_by", "taken_by", "used_by")
_CARD = {"taken", "used", *_BY}
_LONGEST_COURSE = 1 << 20
_MOST_KNOWN = 1000
_SUMS = {"decisions", "cards", "names", "kinds", "offers"}


class Lines:
    """Recognizes the lines of games of a run."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._agents = [
            json.dumps(plan.agents_of(game), separators=(",", ":")) for game in range(plan.period)
        ]
        longest = max(len(self.begin(game)) for game in (*range(plan.period), plan.games - 1))
        self.longest = longest + 200 + 60 * plan.players + (_LONGEST_COURSE if plan.course else 0)
        """The most bytes that the line of a game can have."""
        self._end = re.compile(_ending(plan).encode())
        # Whether games can end so: there are few ways, and many games.
        self._known: dict[tuple[bytes | None, ...], bool] = {}

    def begin(self, game: int) -> str:
        """The start of the line of a game, up to its `end`, which the plan decides."""
        plan = self.plan
        group, turn = divmod(game, len(self._agents))
        own = plan.agents_seed_of_group(group)
        more = "" if own is None else f'"agents_seed":{own},'
        seed, agents = plan.seed_of_group(group), self._agents[turn]
        return f'{{"game":{game},"seed":{seed},{more}"agents":{agents},"end":'

    def has(self, game: int, line: bytes) -> bool:
        """Whether this can be the line of this game."""
        begin = self.begin(game).encode()
        if not line.startswith(begin):
            return False
        found = self._end.fullmatch(line, len(begin))
        if found is None:
            return False
        if found["ranks"] is None:
            return (found["error"] == b"agent") == (found["taken"] == b"null")
        if not self._has_course(found):
            return False
        ending = found["end"], found["ranks"], found["winners"], found["faults"]
        known = self._known.get(ending)
        if known is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            known = self._known[ending] = self._ends_well(*ending)
        return known

    def _ends_well(self, end: bytes, ranks: bytes, winners: bytes, faults: bytes | None) -> bool:
        """Whether the ranks, the winners and the agents that failed fit each other."""
        placed, won = _numbers(ranks), _numbers(winners)
        return (
            _ranked(placed)
            and _seats(won, self.plan.players)
            and _seats(_numbers(faults or b""), self.plan.players)
            and not (won and end == b"limit")
            and _ahead(won, placed)
        )

    def _has_course(self, found: re.Match[bytes]) -> bool:
        """Whether a game has a course if it must have one, and a possible one."""
        if not self.plan.course:
            return True
        if found["end"] == b"limit" or found["course"] is None:
            return found["end"] == b"limit" and found["course"] is None
        return sound_course(found["course"], int(found["end_at"]), self.plan.players)


def _ending(plan: Plan) -> str:
    """The line of a game after its `end`, as a regular expression."""
    each = f"{{{plan.players - 1}}}"
    rounds = f'(?:,"rounds":{_COUNT})?' if plan.figures else ""
    course = r'(?:,"course":(?P<course>\{[^\n]*?\}))?' if plan.course else ""
    return (
        f'(?:"(?P<end>over|limit)","scores":\\[{_NUMBER}(?:,{_NUMBER}){each}\\]'
        f',"ranks":\\[(?P<ranks>[1-9][0-9]{{0,3}}(?:,[1-9][0-9]{{0,3}}){each})\\]'
        f',"winners":\\[(?P<winners>(?:{_COUNT}(?:,{_COUNT})*)?)\\]'
        f',"decisions":(?P<end_at>{_COUNT}),"turns":{_COUNT}{rounds}{course}'
        f'(?:,"faults":\\[(?P<faults>{_COUNT}(?:,{_COUNT})*)\\])?'
        f'|"error","error":"(?P<error>E[1-8][0-9]{{2}}|agent)","decisions":(?P<taken>{_COUNT}|null))}}\n'
    )


def _numbers(text: bytes) -> list[int]:
    return list(map(int, text.split(b","))) if text else []


def _ranked(ranks: Sequence[int]) -> bool:
    """Whether each rank is one more than the number of players ahead."""
    order = sorted(ranks)
    return all(rank == n + 1 or (n and rank == order[n - 1]) for n, rank in enumerate(order))


def _seats(seats: Sequence[int], players: int) -> bool:
    return all(a < b for a, b in zip((-1, *seats), (*seats, players), strict=True))


def _ahead(winners: Sequence[int], ranks: Sequence[int]) -> bool:
    """Whether all winners rank before all others."""
    won = set(winners)
    others = [rank for seat, rank in enumerate(ranks) if seat not in won]
    return not (winners and others) or max(ranks[seat] for seat in winners) < min(others)


def sound_figures(sums: Any, plan: Plan, over: int) -> bool:
    """Whether these can be the figures of games of a run, of which this many were played to the end."""
    if not plan.figures or sums is None:
        return sums is None and not plan.figures
    if not isinstance(sums, dict) or sums.keys() != _SUMS:
        return False
    if not all(isinstance(each, dict) for each in sums.values()):
        return False
    cards = sums["cards"]
    return (
        all(map(_asked, sums["decisions"].values()))
        and all(sums[name].keys() == cards.keys() for name in ("names", "kinds", "offers"))
        and all(isinstance(name, str) for name in sums["kinds"].values())
        and all(_cards(of, over, plan.players) for of in cards.values())
        and all(_named(sums["names"][kind], of) for kind, of in cards.items())
        and all(_listed(sums["offers"][kind], of) for kind, of in cards.items())
    )


def _named(names: Any, cards: Mapping[str, Any]) -> bool:
    return (
        isinstance(names, dict)
        and names.keys() <= cards.keys()
        and all(isinstance(name, str) for name in names.values())
    )


def _listed(ids: Any, cards: Mapping[str, Any]) -> bool:
    return (
        isinstance(ids, list)
        and all(isinstance(id, str) and id in cards for id in ids)
        and len(set(ids)) == len(ids)
    )


def _asked(facts: Any) -> bool:
    """Whether the numbers of options fit how often each was offered and picked."""
    if not isinstance(facts, dict) or facts.keys() != {"branching", "options"}:
        return False
    branching, options = facts["branching"], facts["options"]
    if not (isinstance(branching, dict) and isinstance(options, dict)):
        return False
    if not all(re.fullmatch("[1-9][0-9]{0,8}", n) for n in branching):
        return False
    pairs = list(options.values())
    if not all(isinstance(pair, list) and len(pair) == 2 and _counts(pair) for pair in pairs):
        return False
    times = sum(branching.values()) if _counts(branching.values()) else -1
    return (
        all(picked <= offered <= times for offered, picked in pairs)
        and sum(picked for _, picked in pairs) == times
    )


def _cards(cards: Any, over: int, players: int) -> bool:
    return isinstance(cards, dict) and all(_card(each, over, players) for each in cards.values())


def _card(facts: Any, over: int, players: int) -> bool:
    if not isinstance(facts, dict) or facts.keys() != _CARD:
        return False
    if not all(
        isinstance(facts[by], list) and len(facts[by]) == players + 1 and _counts(facts[by])
        for by in _BY
    ):
        return False
    return (
        _counts((facts["taken"], facts["used"]))
        and all(sum(facts[by]) <= over * players for by in _BY)
        and sum(facts["taken_by"]) <= facts["taken"]
        and sum(facts["used_by"]) <= facts["used"]
    )


def _counts(values: Iterable[Any]) -> bool:
    return all(type(value) is int and 0 <= value <= MOST for value in values)
