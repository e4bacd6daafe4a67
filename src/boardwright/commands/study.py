"""`boardwright study`: is a game fair and deep, when is it decided, and what does each card do?"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from functools import partial
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
from boardwright.commands.tournament import play_meeting
from boardwright.terminal import width

if TYPE_CHECKING:
    from boardwright.commands.many_games import Asked
    from boardwright.interpreter.backends.names import Backend
    from boardwright.loading.game import Game
    from boardwright.runs.plan import Plan
    from boardwright.runs.study import Part, Rung, Swap

_PAGE, _DATA = "findings.html", "findings.json"
_QUESTIONS = ("skill", "cards")


def _ladder(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,9})\.\.([0-9]{1,9})", value)
    first, last = map(int, found.groups()) if found is not None else (0, 0)
    if not 0 < 2 * first <= last:
        told = f"expected numbers such as 50..800, found `{value[:40]}`"
        raise click.BadParameter(told, ctx, param)
    return first, last


@click.command()
@a_ruleset
@click.option(
    "--agent",
    default="ismcts:1000",
    show_default=True,
    metavar="NAME",
    help="The strongest player, which sits at every seat.",
)
@click.option(
    "--games",
    "-n",
    type=click.IntRange(2, 10**6),
    default=100,
    show_default=True,
    metavar="N",
    help="Number of games of each run.",
)
@click.option(
    "--ladder",
    default="50..800",
    show_default=True,
    callback=_ladder,
    metavar="FROM..TO",
    help="Iterations of the players that think twice as long as the one before.",
)
@click.option(
    "--compare",
    metavar="ID[,ID...]",
    help="Cards to leave blank and replace; by default all that somebody held.",
)
@click.option(
    "--skip",
    type=click.Choice(_QUESTIONS),
    multiple=True,
    help="Leave a question out; repeat for both.",
)
@at_table
@expansions
@backend
@seed_of_run
@into_folder("Folder for the games and the findings.", required=True)
@crew
@resume("study")
@progress
@caching
@speaking
def command(
    ruleset: str,
    agent: str,
    games: int,
    ladder: tuple[int, int],
    compare: str | None,
    skip: tuple[str, ...],
    players: int | None,
    options: Mapping[str, str],
    expansions: tuple[str, ...],
    backend: Backend,
    seed: int,
    out: Path,
    jobs: int | None,
    cluster: Asked,
    resume: bool,
    progress: str,
) -> int:
    """Study RULESET with players that think: is it fair and deep, when is it decided, and what does each card do?

    The strongest player plays against itself, players that think longer meet those that think less, and each card is
    left blank, or replaced as the options of the game allow, in the same deals. The folder has a run for each of these,
    which `report` can read, and the findings as a page and as data.
    """
    from boardwright.interpreter.agents.installed import find_agent
    from boardwright.runs.chunk import game_for
    from boardwright.runs.plan import Order
    from boardwright.runs.pool import Pool
    from boardwright.runs.running import StoppedError
    from boardwright.runs.several import begin
    from boardwright.runs.study import (
        MOST_SWAPS,
        doublings,
        held_in,
        played_out,
        rungs,
        swaps_of,
    )

    terminal = terminal_of()
    # All that will play: a mistake must not show after the first hours.
    ladder_pairs = [] if "skill" in skip else doublings(*ladder)
    for name in (agent, *(stronger for _, stronger in ladder_pairs)):
        find_agent(name)
    named = [each.strip() for each in (compare or "").split(",") if each.strip()]
    order = Order(
        ruleset=ruleset,
        expansions=expansions,
        players=players,
        options=tuple(options.items()),
        agents=(agent,),
        backend=backend,
    )

    def play_part(part: Part, what: str) -> None:
        terminal.tell(what)
        with crew_for(cluster(), jobs, part.order) as crew:
            play_meeting(crew, part.order, part, seed, games, progress)

    def study(attempt: Attempt) -> None:
        with Pool(1, partial(game_for, order)) as alone:
            plan = plan_in(alone, order, seed, games, None, progress)
        game = game_for(order)
        effective = _effective(game, named)
        begin(out, "study", _facts(plan, agent, ladder, named, skip, games, seed), resume)
        attempt.begun = True
        play = played_out(out, order, agent)
        play_part(play, f"{play.name}: {agent} at every seat")
        pairs = [] if "skill" in skip or len(plan.sides) < 2 else [("random", agent), *ladder_pairs]
        steps = rungs(out, order, [pair for pair in pairs if len(set(pair)) > 1], plan.sides)
        for step in steps:
            for part in step.parts:
                play_part(part, f"{part.name}: {step.strong} against {step.weak}")
        swaps: list[Swap] = []
        if "cards" not in skip:
            held = held_in(play.folder)
            wanted = named or [id for _, id in effective if id in held]
            swaps = swaps_of(out, play, game, wanted)
        if len(swaps) > MOST_SWAPS:
            raise StoppedError(
                f"{len(swaps):,} cards to compare; the limit is {MOST_SWAPS}: name some with `--compare`"
            )
        parts = {each.name: each for swap in swaps for each in (swap.with_it, swap.without)}
        parts.pop(play.name, None)
        for number, part in enumerate(parts.values(), 1):
            play_part(part, f"{part.name}: {number} of {len(parts)}")
        _tell(out, play, agent, steps, swaps, game)

    return carry_out("study", study) or 0


def _effective(game: Game, named: list[str]) -> list[tuple[str, str]]:
    """The cards that do something; a card that is named must be one of them."""
    from boardwright.dsl.source.suggest import suggest_help
    from boardwright.runs.study import cards_with_effects

    found = cards_with_effects(game)
    known = [id for _, id in found]
    for name in named:
        if name not in known:
            told = "".join(f"; {each}" for each in suggest_help(name, known))
            raise click.UsageError(f"no card `{name}` has effects in this game{told}")
    return found


def _facts(
    plan: Plan,
    agent: str,
    ladder: tuple[int, int],
    cards: list[str],
    skip: tuple[str, ...],
    games: int,
    seed: int,
) -> dict[str, object]:
    """What tells one study from another."""
    facts = plan.facts()
    kept = ("engine", "game", "rules", "language", "expansions", "players", "seats", "options")
    return {
        **{key: facts[key] for key in kept},
        "agent": agent,
        "ladder": list(ladder),
        "cards": cards,
        "skip": sorted(set(skip)),
        "games": games,
        "seed": seed,
    }


def _tell(
    out: Path, play: Part, agent: str, steps: list[Rung], swaps: list[Swap], game: Game
) -> None:
    """Prints the findings, and writes them as a page and as data."""
    from boardwright.interpreter.play.naming import Words
    from boardwright.reports.study import findings_of
    from boardwright.reports.study_forms import as_html, as_json, as_text
    from boardwright.runs.disk import write_whole

    terminal, words = terminal_of(), Words(game.rules.bound, None)
    names = {
        each.id: words.pick(each.texts, each.id)
        for kind in game.rules.bound.kinds.values()
        for each in kind.definitions
        if each.texts
    }
    against = next((each for each in steps if each.weak == "random"), None)
    ladder = [each for each in steps if each is not against]
    found = findings_of(play, agent, against, ladder, swaps, names)
    write_whole(out / _PAGE, [as_html(found).encode()])
    write_whole(out / _DATA, [as_json(found).encode()])
    terminal.result(as_text(found, color=terminal.colored(sys.stdout), width=width()).rstrip())
    terminal.result(f"\n{out / _PAGE}")
