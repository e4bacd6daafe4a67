"""The course of a game, collected while it is played: who is ahead and when, how much decisions matter, and what stands still.

Who is ahead is taken from two sides. By score: who has the best score before each decision. By the search of the player who
decides, if that player searches: whom it expects to do best. A search is sure of something if it is more than a few standard
errors away from chance, with numbers that are larger than they are likely to be; so it is rather silent than wrong.

Times are counted in decisions. All figures are whole numbers, so the same games have the same figures everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from boardwright.interpreter.agents.agent import Agent
from boardwright.interpreter.agents.search.search_agents import Found, SearchAgent
from boardwright.interpreter.agents.statistics import Gathering
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.machine.search import WIN
from boardwright.interpreter.program.program import Program, Vector
from boardwright.interpreter.table.errors import RuleError

_LEADS, _WORSE = 4, 6
"""The squares of the standard errors by which a search must see somebody ahead, or an option behind."""


def worse(found: Found, option: int) -> bool:
    """Whether an option that was tried is worse than the best one, beyond the chance of the search."""
    (n, best), (m, other) = found.tried[found.best], found.tried[option]
    # One win and one loss more for each: without them, the first few games would seem certain.
    n, best, m, other = n + 2, best + WIN, m + 2, other + WIN
    gap = best * m - other * n  # of the means, times n * m
    # The largest possible variance of numbers between 0 and a win with these means, times n * m of the same.
    noise = best * (n * WIN - best) * m**3 + other * (m * WIN - other) * n**3
    return gap > 0 and gap * gap * n * m > _WORSE * noise


def sensible(found: Found) -> int:
    """The number of options that are not worse than the best one, as far as the search can tell."""
    return found.options - sum(
        worse(found, option) for option in found.tried if option != found.best
    )


def expected_ahead(found: Found, sides: Sequence[int]) -> int:
    """Who does better than all others after the best option, as a mask; 0 if the search is not sure. `sides` has a mask of
    the seats of each team, or of each player.
    """
    n = found.tried[found.best][0]
    values = [found.totals[side.bit_length() - 1] for side in sides]
    first, second = sorted(range(len(sides)), key=lambda k: (-values[k], k))[:2]
    gap = values[first] - values[second]
    # The standard error of a mean of n numbers between -WIN and WIN is at most WIN / sqrt(n).
    return sides[first] if gap * gap > _LEADS * WIN * WIN * n else 0


@dataclass(slots=True)
class Leads:
    """Who was ahead, and when: a line of times and masks, one entry for each change."""

    line: list[tuple[int, int]] = field(default_factory=list)

    def note(self, time: int, ahead: int) -> None:
        """Notes who is ahead, alone or with others; 0 if nobody is."""
        if not self.line or self.line[-1][1] != ahead:
            self.line.append((time, ahead))

    def facts(self, end: int, winners: int, sides: Sequence[int]) -> dict[str, int | None]:
        """`changes`: how often another side took the lead alone. `decided`: after how many decisions the winner led alone
        for good. `behind`: for how many decisions others led, without the winner. `half`: 1 if they did at half-time.
        The last two are null, as `decided` is, if nobody or several have won, or if there is nobody to be ahead of.
        """
        alone = [ahead for _, ahead in self.line if ahead in sides]
        changes = sum(a != b for a, b in pairwise(alone))
        if winners not in sides or len(sides) == 1:
            return {"changes": changes, "decided": None, "behind": None, "half": None}
        decided, behind, half = end, 0, 0
        for (time, ahead), (until, _) in pairwise((*self.line, (end, 0))):
            if ahead and not ahead & winners:
                behind += until - time
                half |= int(2 * time <= end < 2 * until)
        if self.line and self.line[-1][1] == winners:
            decided = self.line[-1][0]
        return {"changes": changes, "decided": decided, "behind": behind, "half": half}


class Course:
    """Collects the course of games of one program: call `begin` before each game and what it gives at each decision, before
    the answer is applied, and `finish` at the end. `gathering` notes the same games.
    """

    def __init__(self, program: Program, gathering: Gathering) -> None:
        self.program, self.gathering = program, gathering
        functions = program.fast.functions
        self.score: Callable[[Vector, int], int] = functions.get("ranked", functions["score"])
        players, teams = program.table.players, program.table.teams
        in_teams = {seat for team in teams for seat in team}
        masks = [sum(1 << seat for seat in team) for team in teams]
        self.sides = sorted([*masks, *(1 << n for n in range(players) if n not in in_teams)])
        kinds = program.table.game.kinds
        self.cards = [
            (each.kind, [card.id for card in kinds[each.kind].definitions], each.first)
            for each in gathering.cards
        ]

    def begin(self, agents: Sequence[Agent]) -> Callable[[Vector, int], None]:
        """A game begins. The result notes a decision; the gathering must note it, too."""
        self.by_score, self.by_search = Leads(), Leads()
        self.scores: list[int] = []
        self.since, self.still, self.searches = 0, 0, 0
        self.choices: dict[str, list[int]] = {}
        searching = [each if isinstance(each, SearchAgent) else None for each in agents]

        def note(v: Vector, answer: int) -> None:
            self.standing(v)
            agent = searching[v[lay.ASKER]]
            if agent is not None and (found := agent.found) is not None:
                self.searched(v, found)

        return note

    def standing(self, v: Vector) -> None:
        """Notes who has the best score now, if the rules can tell it before the end."""
        time = v[lay.DECISIONS]
        asked = v[:]  # evaluating counts steps
        try:
            scores = [int(self.score(asked, seat)) for seat in range(self.program.table.players)]
        except RuleError:
            return
        if scores == self.scores:
            return
        if self.scores:
            self.still = max(self.still, time - self.since)
        self.since, self.scores = time, scores
        best = max(scores)
        self.by_score.note(time, sum(1 << n for n, each in enumerate(scores) if each == best))

    def searched(self, v: Vector, found: Found) -> None:
        """Notes what the search of the player who decides has found."""
        self.searches += 1
        if len(self.sides) > 1:
            ahead = expected_ahead(found, self.sides)
            if ahead:  # else whoever was expected to win still is
                self.by_search.note(v[lay.DECISIONS], ahead)
        site = self.program.sites[v[lay.SITE]]
        counts = self.choices.setdefault(site.name, [0, 0, 0, 0])
        good = sensible(found)
        for n, more in enumerate((1, int(good < found.options), int(good == 1), good)):
            counts[n] += more

    def finish(self, v: Vector, winners: Sequence[int]) -> dict[str, Any]:
        """The facts of the game, as they are written; the gathering must have finished before."""
        end, won = v[lay.DECISIONS], sum(1 << seat for seat in winners)
        self.standing(v)
        facts: dict[str, Any] = {
            "still": max(self.still, end - self.since),
            "score": self.by_score.facts(end, won, self.sides),
        }
        if self.searches:
            facts["search"] = {
                "searches": self.searches,
                **self.by_search.facts(end, won, self.sides),
            }
            facts["choices"] = self.choices
        facts["held"] = self.held(v)
        return facts

    def held(self, v: Vector) -> dict[str, dict[str, list[int]]]:
        """By kind and id the seats that held a card."""
        found: dict[str, dict[str, list[int]]] = {}
        for seat, (mask, _, _) in enumerate(self.gathering.had(v)):
            for kind, ids, first in self.cards:
                for card in bits(mask >> first & (1 << len(ids)) - 1):
                    found.setdefault(kind, {}).setdefault(ids[card], []).append(seat)
        return {
            kind: {id: of[id] for id in ids if id in of}
            for kind, ids, _ in self.cards
            if (of := found.get(kind))
        }
