"""A tournament: agents against each other, each meeting a run of its own in the same folder.

tournament.json    the agents, the table, the number of games of a meeting, and the seed
meeting-001/       the run of the first meeting, as `simulate` writes it

All meetings have the same seed, so the same deals; in each, the agents move from seat to seat. A team is one player: all its
seats have the same agent.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from pathlib import Path

from boardwright.runs.disk import trouble
from boardwright.runs.folder import Folder, FolderError, summed
from boardwright.runs.plan import Plan, sides_of

MOST_MEETINGS = 500
FILE = "tournament.json"


@dataclass(frozen=True, slots=True)
class Meeting:
    """Agents by seat, and where their games are."""

    agents: tuple[str, ...]
    folder: Folder


def meetings_of(
    agents: Sequence[str], sides: Sequence[Sequence[int]], root: Path
) -> Iterator[Meeting]:
    """All meetings of different agents at a table, where each plays one of the `sides`, given by their seats. If there are
    fewer agents than sides, some of them play for two. Sides change hands: moving from seat to seat does not give one player the
    place of three.
    """
    count = len(sides)
    tables: Iterable[Sequence[str]] = combinations(agents, count)
    if len(agents) < count:
        tables = [[agents[side % len(agents)] for side in range(count)]]
    by_seat = sorted((seat, number) for number, side in enumerate(sides) for seat in side)
    number = 0
    for table in tables:
        played: set[tuple[str, ...]] = set()
        for turn in range(count):
            seated = tuple(table[(side + turn) % count] for _, side in by_seat)
            if seated not in played:
                played |= {seated[n:] + seated[:n] for n in range(len(seated))}
                number += 1
                yield Meeting(seated, Folder(root / f"meeting-{number:03}"))


def facts_of(plan: Plan, agents: Sequence[str], games: int, seed: int) -> dict[str, object]:
    """What tells one tournament from another."""
    facts = plan.facts()
    kept = ("engine", "game", "rules", "language", "expansions", "players", "seats", "options")
    return {
        **{key: facts[key] for key in kept},
        **({"teams": facts["teams"]} if "teams" in facts else {}),
        "agents": list(agents),
        "games": games,
        "seed": seed,
    }


def meetings_in(root: Path) -> list[Meeting]:
    """The meetings of the tournament in a folder, played or not. `FolderError` if its file is damaged."""
    file = root / FILE
    try:
        text = file.read_bytes()
    except OSError as fault:
        raise trouble(file, fault) from fault
    try:
        facts = json.loads(text)
        del facts["sum"]
        if summed(facts).encode() != text:
            raise ValueError("its checksum does not match")
        sides = sides_of(facts["seats"], facts.get("teams"))
        found = list(islice(meetings_of(facts["agents"], sides, root), MOST_MEETINGS + 1))
        if not 0 < len(found) <= MOST_MEETINGS:
            raise ValueError("nobody plays that many meetings")
    except (ValueError, KeyError, TypeError, ArithmeticError, RecursionError) as fault:
        raise FolderError(f"{file}: this file is damaged") from fault
    return found
