"""What came of a tournament: how strong each agent is, and who beat whom, as text, data and a page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from boardwright.dsl.source.diagnostics import shown
from boardwright.reports.document import document
from boardwright.reports.markup import Markup, el, join
from boardwright.reports.numbers import between as interval
from boardwright.reports.numbers import of_float, percent, rate, rounded
from boardwright.reports.ratings import Meetings, Pair, Rating, rate_agents
from boardwright.runs.folder import games_but, opening_of, summed
from boardwright.runs.parts import DamagedError, Tally, opened
from boardwright.runs.plan import Json, Plan
from boardwright.runs.tournament import Meeting
from boardwright.terminal import columns, plural
from boardwright.version import __version__

VERSION = 1


@dataclass(slots=True)
class Standings:
    """The results of a tournament. Unfinished games count for nobody."""

    plan: Plan  # of the first meeting
    ratings: list[Rating]
    pairs: dict[Pair, tuple[Fraction, int]]
    agents: tuple[str, ...]
    seats: list[tuple[Fraction, int]] = field(default_factory=list)  # wins, and games
    games: int = 0
    unfinished: int = 0

    def points(self, one: str, other: str) -> tuple[Fraction, int] | None:
        """How many points one won against the other, and of how many."""
        first, second = self.agents.index(one), self.agents.index(other)
        found = self.pairs.get((min(first, second), max(first, second)))
        if found is None:
            return None
        won, of = found
        return (won if first < second else of - won), of


def standings_of(agents: Sequence[str], played: Sequence[Meeting]) -> Standings:
    """Reads the games of all meetings. `DamagedError` or `DiskError` if some cannot be read."""
    meetings = Meetings(tuple(agents))
    number = {agent: n for n, agent in enumerate(agents)}
    first, _ = played[0].folder.plan()
    wins, over, games, unfinished = [Fraction(0)] * first.players, 0, 0, 0
    for meeting in played:
        plan, _ = meeting.folder.plan()
        for line in _lines(plan, meeting.folder.games):
            game = json.loads(line)
            games += 1
            if game["end"] != "over":
                unfinished += 1
                continue
            over += 1
            for seat in game["winners"]:
                wins[seat] += Fraction(1, len(game["winners"]))
            sitting = [number[agent] for agent in game["agents"]]
            meetings.note(game["game"] // plan.period, sitting, game["ranks"], plan.sides)
    return Standings(
        first,
        rate_agents(meetings),
        meetings.totals(),
        tuple(agents),
        [(each, over) for each in wins],
        games,
        unfinished,
    )


def _lines(plan: Plan, games: Path) -> Iterator[bytes]:
    try:
        head, missing = opening_of(plan, games)
        yield from opened(games, plan, head, games_but(plan, missing), Tally())
    except DamagedError as fault:
        raise DamagedError(f"{games} is damaged: {fault}") from fault


# ---- as text


def as_text(found: Standings) -> str:
    """Two tables and a sentence."""
    rows = [("", "agent", "rating", "±", "points", "of"), *_rating_rows(found)]
    lines = [f"  {line}" for line in columns(rows, right=(0, 2, 3, 4, 5))]
    if len(found.agents) > 1:
        lines += ["", "Points of each row against each column:"]
        lines += [f"  {line}" for line in columns(_pair_rows(found), right=range(1, 99))]
    lines += ["", _about_seats(found), _about_games(found)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _rating_rows(found: Standings) -> list[tuple[str, ...]]:
    return [
        (
            str(place),
            shown(each.agent),
            of_float(each.value, 0),
            of_float(each.error, 0),
            rounded(each.points, 1),
            f"{each.comparisons:,}",
        )
        for place, each in enumerate(found.ratings, 1)
    ]


def _pair_rows(found: Standings) -> list[tuple[str, ...]]:
    order = [each.agent for each in found.ratings]
    rows = [("", *(shown(agent) for agent in order))]
    for one in order:
        cells = []
        for other in order:
            points = None if one == other else found.points(one, other)
            cells.append("" if points is None else percent(points[0] / points[1]))
        rows.append((shown(one), *cells))
    return rows


def _about_seats(found: Standings) -> str:
    told = []
    for seat, (wins, games) in zip(found.plan.seats, found.seats, strict=True):
        share = rate(wins, games)
        told.append(f"{shown(seat)} {percent(share.value)} ({interval(*share.interval())})")
    return f"Wins by seat: {', '.join(told)}."


def _about_games(found: Standings) -> str:
    left = f", of which {found.unfinished:,} came to no end" if found.unfinished else ""
    return f"{plural(found.games, 'game')}{left}. A difference of 400 is ten wins for each loss."


# ---- for programs


def as_json(found: Standings) -> str:
    """The same for programs; docs/simulating.md explains the keys."""
    order = [each.agent for each in found.ratings]
    document: Json = {
        "standings": "boardwright",
        "version": VERSION,
        "game": found.plan.game,
        "rules": found.plan.rules,
        "expansions": list(found.plan.expansions),
        "players": found.plan.players,
        "games": found.games,
        "unfinished": found.unfinished,
        "ratings": [
            {
                "agent": each.agent,
                "rating": float(of_float(each.value, 1).replace(",", "")),
                "error": float(of_float(each.error, 1).replace(",", "")),
                "points": float(each.points),
                "comparisons": each.comparisons,
            }
            for each in found.ratings
        ],
        "pairs": [
            {"agent": one, "against": other, "points": float(points[0]), "comparisons": points[1]}
            for one in order
            for other in order
            if one != other and (points := found.points(one, other)) is not None
        ],
        "seats": [
            {"seat": seat, "wins": float(wins), "games": games}
            for seat, (wins, games) in zip(found.plan.seats, found.seats, strict=True)
        ],
    }
    return summed(document)


# ---- as a page


def as_page(found: Standings) -> str:
    """One file that loads nothing and runs nothing."""
    with_ = f" with {', '.join(found.plan.expansions)}" if found.plan.expansions else ""
    title = f"Tournament: {found.plan.game}{with_}"
    heads = ("", "agent", "rating", "±", "points", "of")
    body = join(
        el("header", el("h1", title), el("p", _about_games(found), class_="soft")),
        el(
            "main",
            el("h2", "Ratings"),
            _table([heads, *_rating_rows(found)], left=1),
            el("h2", "Who beat whom"),
            el("p", "Points of each row against each column; a draw is half a point for both."),
            _table(_pair_rows(found), left=0),
            el("h2", "Seats"),
            el("p", _about_seats(found)),
        ),
        el("footer", el("p", f"Written by boardwright {__version__}.")),
    )
    return document(title, body)


def _table(rows: Sequence[Sequence[str]], left: int) -> Markup:
    def cell(name: str, n: int, value: str) -> Markup:
        return el(name, value, **({"class_": "left"} if n == left else {}))

    head, *others = (
        el("tr", *(cell("td" if number else "th", n, each) for n, each in enumerate(row)))
        for number, row in enumerate(rows)
    )
    return el("div", el("table", el("thead", head), el("tbody", *others)), class_="wide")
