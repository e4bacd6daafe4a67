"""A tournament: agents against each other, each meeting a run of its own in the same folder.

tournament.json    the agents, the table, the number of games of a meeting, and the seed
meeting-001/       the run of the first meeting, as `simulate` writes it

All meetings have the same seed, so the same deals; in each, the agents move from seat to seat.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from boardwright.runs.disk import trouble
from boardwright.runs.folder import Folder, FolderError, summed
from boardwright.runs.plan import Plan

MOST_MEETINGS = 500
FILE = "tournament.json"


@dataclass(frozen=True, slots=True)
class Meeting:
    """Agents by seat, and where their games are."""

    agents: tuple[str, ...]
    folder: Folder


def meetings_of(agents: Sequence[str], players: int, root: Path) -> list[Meeting]:
    """All meetings of different agents at a table. If there are fewer agents than seats, some of them sit twice."""
    if len(agents) >= players:
        tables = list(combinations(agents, players))
    else:
        tables = [tuple(agents[seat % len(agents)] for seat in range(players))]
    return [
        Meeting(table, Folder(root / f"meeting-{number:03}"))
        for number, table in enumerate(tables, 1)
    ]


def facts_of(plan: Plan, agents: Sequence[str], games: int, seed: int) -> dict[str, object]:
    """What tells one tournament from another."""
    facts = plan.facts()
    kept = ("engine", "game", "rules", "language", "expansions", "players", "seats", "options")
    return {
        **{key: facts[key] for key in kept},
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
        return meetings_of(facts["agents"], facts["players"], root)
    except (ValueError, KeyError, TypeError, RecursionError) as fault:
        raise FolderError(f"{file}: this file is damaged") from fault
