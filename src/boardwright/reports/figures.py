"""The report of one run: all figures, computed once, and nothing about how they are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from boardwright.reports.counts import LISTED, Counts, Standing, Stopped, won
from boardwright.reports.course import Course
from boardwright.reports.games_of_a_run import Run
from boardwright.reports.numbers import Rate, Spread, Z, rate, total, verdicts, z_for
from boardwright.runs.plan import Plan, Shard


@dataclass(frozen=True, slots=True)
class Games:
    """The number of games, and how they ended. `shared` were won by several players, `nobody` by no one."""

    planned: int
    counted: int
    over: int
    limit: int
    error: int
    errors: tuple[tuple[str, int], ...]
    faults: int
    shared: int
    nobody: int
    missing: tuple[tuple[int, int], ...]
    damaged: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """The results of a seat or an agent. `verdict` says whether it wins more (1) or less (-1) than chance explains."""

    name: str
    games: int
    wins: Rate
    verdict: int
    rank: Fraction
    scores: Spread


@dataclass(frozen=True, slots=True)
class Choice:
    """An option: how often it was offered, and picked."""

    id: str
    picked: Rate


@dataclass(frozen=True, slots=True)
class Asked:
    """All decisions of one name: their numbers of options, and the options, the most frequent first."""

    name: str
    times: int
    branching: Spread
    options: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Had:
    """The players who had a card in some way: their share of all players, how often they won, and how often players
    with any such card won.
    """

    share: Rate
    wins: Rate
    expected: Fraction
    verdict: int


@dataclass(frozen=True, slots=True)
class Card:
    """A card. `taken` and `used` count every time; the others count each player once per game. `usable` is false if
    players could not be asked whether to use it.
    """

    id: str
    name: str
    taken: int
    used: int
    held_by: Had
    taken_by: Had
    used_by: Had
    usable: bool = True

    def had(self, way: str) -> Had:
        """The players who `held` it, or have `taken` or `used` it."""
        return {"held": self.held_by, "taken": self.taken_by, "used": self.used_by}[way]


WAYS = ("held", "taken", "used")


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a kind, the strongest first. They are compared not with chance but with `average`, how often players
    with any of them win: having many cards may help or hurt, whichever they are. `way` is what having a card means: the
    first of `WAYS` that is true of some players, and not of all.
    """

    kind: str
    name: str
    way: str
    average: Rate
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The report of a run. `chance` is how often a player wins if luck alone decides; `cards` and `decisions` are None if
    no figures were recorded; `shard` is the part of the run that this is, if it is one; `course` is None if none was recorded.
    A rate without a verdict would have one if it were more than `z` standard errors from what is expected.
    `together` is how often all players won, if in each game all or none of them did; else None.
    """

    plan: Plan
    games: Games
    chance: Fraction
    lengths: tuple[tuple[str, Spread], ...]
    seats: tuple[Stand, ...]
    agents: tuple[Stand, ...]
    scores: Spread
    margins: Spread
    branching: Spread | None
    decisions: tuple[Asked, ...] | None
    cards: tuple[Cards, ...] | None
    stopped: tuple[Stopped, ...]
    shard: Shard | None = None
    course: Course | None = None
    z: float = Z
    together: Rate | None = None


def report(run: Run) -> Report:
    """Computes all figures of a run."""
    plan, counts, sums = run.plan, run.counts, run.figures.sums
    chance = _chance(plan, counts)
    seats = [(plan.seats[n], each) for n, each in sorted(counts.seats.items())]
    agents = sorted(counts.agents.items()) if len(set(plan.agents)) > 1 else []
    decisions = None if sums is None else _decisions(sums["decisions"])
    branching = None
    if decisions is not None:
        branching = Spread.of(total(Counter(dict(each.branching.counts)) for each in decisions))
    found = Report(
        plan=plan,
        games=_games(run),
        chance=chance,
        lengths=tuple(
            (name, Spread.of(counts.lengths[name]))
            for name in ("rounds", "turns", "decisions")
            # Some games have no turns. That nobody is ever asked is worth saying.
            if any(counts.lengths.get(name, {})) or (name == "decisions" and counts.ends["over"])
        ),
        seats=_stands(seats),
        agents=_stands(agents),
        scores=Spread.of(total(each.scores for each in counts.seats.values())),
        margins=Spread.of(counts.margins),
        branching=branching,
        decisions=decisions,
        cards=None if sums is None else _cards(sums, counts.ends["over"] * plan.players),
        stopped=tuple(sorted(counts.stopped)[:LISTED]),
        shard=run.shard,
        course=counts.course if plan.course and counts.course.games else None,
        together=_together(plan, counts),
    )
    return _judged(found)


def _judged(report: Report) -> Report:
    """Adds verdicts: all rates that are shown are judged together, and so are the other ways to have a card."""
    stands = [(each.wins, report.chance) for each in (*report.seats, *report.agents)]
    shown = [(each.wins, each.expected) for each in _had_in(report, shown=True)]
    others = [(each.wins, each.expected) for each in _had_in(report, shown=False)]
    judged = verdicts([*stands, *shown])
    undecided = sum(each.of > 0 for each, _ in (*stands, *shown)) - sum(map(bool, judged))
    first, second = iter(judged), iter(verdicts(others))

    def card(of: Cards, each: Card) -> Card:
        had = {
            f"{way}_by": replace(each.had(way), verdict=next(first if way == of.way else second))
            for way in WAYS
        }
        return replace(each, **had)  # type: ignore[arg-type]

    return replace(
        report,
        seats=tuple(replace(each, verdict=next(first)) for each in report.seats),
        agents=tuple(replace(each, verdict=next(first)) for each in report.agents),
        cards=None
        if report.cards is None
        else tuple(
            replace(of, cards=tuple(card(of, each) for each in of.cards)) for of in report.cards
        ),
        z=z_for(undecided),
    )


def _had_in(report: Report, shown: bool) -> Iterator[Had]:
    """The figures of cards in the way that is shown, or in the other ways, in the order of the cards."""
    for of in report.cards or ():
        for card in of.cards:
            yield from (card.had(way) for way in WAYS if (way == of.way) == shown)


def _chance(plan: Plan, counts: Counts) -> Fraction:
    """How often a player wins by chance. A shared win counts once; a game without a winner has no win."""
    over = counts.ends["over"]
    if not over:
        return Fraction(1, plan.players)
    return Fraction(over - counts.shares[0], over * plan.players)


def _together(plan: Plan, counts: Counts) -> Rate | None:
    over, won_by_all = counts.ends["over"], counts.shares[plan.players]
    if plan.players == 1 or not won_by_all or won_by_all + counts.shares[0] != over:
        return None
    return rate(won_by_all, over)


def _games(run: Run) -> Games:
    counts = run.counts
    return Games(
        planned=run.expected,
        counted=counts.games,
        over=counts.ends["over"],
        limit=counts.ends["limit"],
        error=counts.ends["error"],
        errors=tuple(sorted(counts.errors.items())),
        faults=counts.faults,
        shared=sum(times for share, times in counts.shares.items() if share > 1),
        nobody=counts.shares[0],
        missing=tuple((first, last) for first, last in run.missing),
        damaged=tuple(run.damaged),
    )


def _stands(standings: list[tuple[str, Standing]]) -> tuple[Stand, ...]:
    found = []
    for name, each in standings:
        wins = rate(won(each.wins), each.games)
        rank = Spread.of(each.ranks).mean
        found.append(Stand(name, each.games, wins, 0, rank, Spread.of(each.scores)))
    return tuple(found)


def _decisions(asked: dict[str, Any]) -> tuple[Asked, ...]:
    found = []
    for name, facts in asked.items():
        branching = Spread.of(Counter({int(n): times for n, times in facts["branching"].items()}))
        options = [
            Choice(id, rate(picked, offered)) for id, (offered, picked) in facts["options"].items()
        ]
        options.sort(key=lambda each: (-each.picked.count, -each.picked.of, each.id))
        found.append(Asked(name, branching.n, branching, tuple(options)))
    return tuple(sorted(found, key=lambda each: (-each.times, each.name)))


def _cards(sums: dict[str, Any], pairs: int) -> tuple[Cards, ...]:
    kinds = []
    for kind, cards in sums["cards"].items():
        alive = {id: facts for id, facts in cards.items() if any(map(_any, facts.values()))}
        names = sums["names"].get(kind, {})
        title = sums.get("kinds", {}).get(kind, kind.replace("_", " "))
        had = {what: [facts[f"{what}_by"] for facts in alive.values()] for what in WAYS}
        usable = _usable(cards, sums.get("offers", {}).get(kind, list(cards)))
        averages = {
            what: _wins([sum(each) for each in zip(*of, strict=True)]) for what, of in had.items()
        }
        found = []
        for id, facts in alive.items():
            held, taken, used = (
                _had(facts[f"{what}_by"], pairs, averages[what].value) for what in WAYS
            )
            found.append(
                Card(
                    id=id,
                    name=names.get(id, id.replace("_", " ")),
                    taken=facts["taken"],
                    used=facts["used"],
                    held_by=held,
                    taken_by=taken,
                    used_by=used,
                    usable=id in usable,
                )
            )
        if found:
            way = _way(found)
            found.sort(key=lambda card: (-card.had(way).wins.value, card.id))
            kinds.append(Cards(kind, title, way, averages[way], tuple(found)))
    return tuple(kinds)


def _usable(cards: dict[str, Any], offers: list[str]) -> set[str]:
    """The cards that players may be asked to use: those with an entry in an offer, or all if players use cards of this
    kind by picking one that they hold.
    """
    picked = {id for id, facts in cards.items() if facts["used"]} - set(offers)
    return set(cards) if picked else set(offers)


def _way(cards: list[Card]) -> str:
    known = [way for way in WAYS if any(card.had(way).wins.of for card in cards)]
    telling = [way for way in known if any(card.had(way).share.value < 1 for card in cards)]
    return (telling or known)[0]


def _wins(by_share: list[int]) -> Rate:
    return rate(won(Counter(dict(enumerate(by_share)))), sum(by_share))


def _had(by_share: list[int], pairs: int, average: Fraction) -> Had:
    wins = _wins(by_share)
    return Had(rate(wins.of, pairs), wins, average, 0)


def _any(value: object) -> bool:
    return any(value) if isinstance(value, list) else bool(value)
