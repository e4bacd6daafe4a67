"""`boardwright tournament`: agents against each other, and how strong each of them is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boardwright.commands.many_games import (
    Attempt,
    carry_out,
    crew,
    crew_for,
    plan_in,
    progress,
    progress_of,
    resume,
    seed_of_run,
)
from boardwright.commands.options import (
    a_ruleset,
    at_table,
    backend,
    caching,
    expansions,
    into_folder,
    speaking,
    terminal_of,
)
from boardwright.commands.options import agents as agents_option

if TYPE_CHECKING:
    from boardwright.commands.many_games import Asked
    from boardwright.interpreter.backends.names import Backend
    from boardwright.runs.plan import Order
    from boardwright.runs.pool import Crew
    from boardwright.runs.study import Part
    from boardwright.runs.tournament import Meeting

_PAGE, _DATA = "standings.html", "standings.json"


@click.command()
@a_ruleset
@agents_option("The agents; all tables of different ones are played.")
@click.option(
    "--games",
    "-n",
    type=click.IntRange(1, 10**9),
    default=100,
    show_default=True,
    metavar="N",
    help="Number of games of each meeting, rounded up so that all play each seat equally often.",
)
@at_table
@expansions
@backend
@seed_of_run
@into_folder("Folder for the games and the standings.", required=True)
@crew
@resume("tournament")
@progress
@caching
@speaking
def command(
    ruleset: str,
    agents: str,
    games: int,
    players: int | None,
    options: Mapping[str, str],
    expansions: tuple[str, ...],
    agents_seed: int | None,
    agent_seconds: float,
    backend: Backend,
    seed: int,
    out: Path,
    jobs: int | None,
    cluster: Asked,
    resume: bool,
    progress: str,
) -> int:
    """Let agents play RULESET against each other, and rate them.

    Every group of agents that fits the table meets, with the same seeds, and each agent plays each seat equally often.
    A team counts as one player: one agent plays for it.
    The folder has a run for each meeting, which `report` can read, and the standings as a page and as data.
    """
    from boardwright.interpreter.agents.installed import find_agent, listed
    from boardwright.runs.plan import Order
    from boardwright.runs.several import begin
    from boardwright.runs.tournament import MOST_MEETINGS, facts_of, meetings_of

    terminal = terminal_of()
    names = listed(agents)
    if len(names) < 2 or len(set(names)) < len(names):
        raise click.UsageError("expected at least two different agents in `--agents`")
    for name in names:
        find_agent(name)
    order = Order(
        ruleset=ruleset,
        expansions=expansions,
        players=players,
        options=tuple(options.items()),
        agents=names[:1],
        agent_seconds=agent_seconds,
        agents_seed=agents_seed,
        backend=backend,
    )

    def play(attempt: Attempt) -> None:
        with crew_for(cluster(), jobs, order) as crew:
            plan = plan_in(crew, order, seed, games, None, progress, names[1:])
            sides = len(plan.sides)
            if sides < 2:
                raise click.UsageError(
                    "a tournament needs a game in which at least two players or teams meet"
                )
            meetings = list(islice(meetings_of(names, plan.sides, out), MOST_MEETINGS + 1))
            if len(meetings) > MOST_MEETINGS:
                count = max(len(meetings), comb(len(names), sides))
                raise click.UsageError(
                    f"at least {count:,} meetings of {sides} of {len(names)} agents; "
                    f"the limit is {MOST_MEETINGS}"
                )
            begin(out, "tournament", facts_of(plan, names, games, seed), resume)
            attempt.begun = True
            for number, meeting in enumerate(meetings, 1):
                if len(meetings) > 1:
                    who = ", ".join(meeting.agents)
                    terminal.tell(f"meeting {number} of {len(meetings)}: {who}")
                asked = replace(order, agents=meeting.agents)
                play_meeting(crew, asked, meeting, seed, games, progress)
        _tell(names, meetings, out)

    return carry_out("tournament", play) or 0


def play_meeting(
    crew: Crew, order: Order, meeting: Meeting | Part, seed: int, games: int, progress: str
) -> None:
    """Plays the missing games of a meeting, or of a part of a study."""
    from boardwright.runs.chunk import loaded_plan
    from boardwright.runs.plan import period_of
    from boardwright.runs.running import StoppedError, run

    # Everybody plays each seat equally often.
    period = period_of(order.agents)
    plan = crew.call(loaded_plan, order, seed, -(-games // period) * period, None)
    with meeting.folder.held():
        meeting.folder.begin(plan, None)
        shown, tell = progress_of(progress), terminal_of().tell
        outcome = run(crew, order, plan, None, meeting.folder, shown, tell)
    if outcome.failures:
        first = outcome.failures[0]
        raise StoppedError(f"{meeting.folder.root}: games could not be played: {first.why}")


def _tell(agents: tuple[str, ...], meetings: list[Meeting], out: Path) -> None:
    """Prints the standings, and writes them as a page and as data."""
    from boardwright.reports.standings import as_json, as_page, as_text, standings_of
    from boardwright.runs.disk import write_whole

    found = standings_of(agents, meetings)
    write_whole(out / _PAGE, [as_page(found).encode()])
    write_whole(out / _DATA, [as_json(found).encode()])
    terminal_of().result(as_text(found).rstrip())
    terminal_of().result(f"\n{out / _PAGE}")
