"""`boardwright simulate`: many games, in parallel, in parts that survive any interruption."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
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
    agents,
    agents_for,
    at_table,
    backend,
    blank,
    caching,
    expansions,
    into_folder,
    remark_table,
    speaking,
    telling_which_game,
    terminal_of,
)
from boardwright.dsl.source.diagnostics import shown
from boardwright.runs.folder import Folder, shard_of
from boardwright.terminal import columns, plural

if TYPE_CHECKING:
    from boardwright.commands.many_games import Asked
    from boardwright.interpreter.backends.names import Backend
    from boardwright.runs.folder import Failure
    from boardwright.runs.parts import Tally
    from boardwright.runs.plan import Order, Plan, Shard
    from boardwright.runs.running import Outcome

_FEW = 3


def _shard(ctx: click.Context, param: click.Parameter, value: str | None) -> Shard | None:
    if value is None:
        return None
    try:
        return shard_of(value)
    except ValueError as fault:
        raise click.BadParameter(
            f"expected a shard such as 2/5, found `{value}`", ctx, param
        ) from fault


@click.command()
@a_ruleset
@click.option(
    "--games",
    "-n",
    type=click.IntRange(1, 10**9),
    required=True,
    metavar="N",
    help="Number of games.",
)
@at_table
@expansions
@backend
@agents("Agents: one for all, or one for each seat, in rotation.")
@seed_of_run
@into_folder("Folder for the games.")
@crew
@resume("run")
@click.option(
    "--shard",
    callback=_shard,
    metavar="I/N",
    help="Play only this part of the run; see `merge`.",
)
@click.option(
    "--chunk",
    type=click.IntRange(1, 10**6),
    metavar="N",
    help="Smallest number of games in a part.",
)
@click.option(
    "--figures/--no-figures",
    default=True,
    show_default=True,
    help="Record decisions and cards for `report`, which takes some time.",
)
@click.option(
    "--course/--no-course",
    default=False,
    show_default=True,
    help="Record who is ahead when, and how much decisions matter.",
)
@blank
@progress
@click.option(
    "--profile",
    is_flag=True,
    help="Measure the time each rule takes in Python; keep no games.",
)
@caching
@speaking
def command(
    ruleset: str,
    games: int,
    players: int | None,
    options: Mapping[str, str],
    expansions: tuple[str, ...],
    agents: str,
    agents_seed: int | None,
    agent_seconds: float,
    backend: Backend,
    seed: int,
    out: Path | None,
    jobs: int | None,
    cluster: Asked,
    resume: bool,
    shard: Shard | None,
    chunk: int | None,
    figures: bool,
    course: bool,
    blank: tuple[str, ...],
    progress: str,
    profile: bool,
) -> int:
    """Play many games of RULESET and keep the result of each in DIR/games.jsonl.

    The same seed gives the same games, byte for byte, with any number of processes. If several agents are named,
    games come in groups with the same seed, and from one game of a group to the next each agent moves one seat on.
    After an interruption, the same command with `--resume` continues the run.
    """
    from boardwright.interpreter.native.choice import MANY, missing
    from boardwright.runs.plan import Order
    from boardwright.runs.running import run

    terminal = terminal_of()
    names, players = agents_for(agents, players)
    if course and not figures:
        raise click.UsageError("--course needs figures: it cannot be used with --no-figures")
    if profile:
        if out is not None or resume or shard is not None:
            raise click.UsageError(
                "--profile keeps no games: it cannot be used with --out, --resume or --shard"
            )
        if set(names) != {"random"}:
            raise click.UsageError("--profile plays at random: it cannot be used with --agents")
        return _profiled(ruleset, players, options, expansions, range(seed, seed + games))
    if out is None:
        raise click.MissingParameter(param_hint="'--out'", param_type="option")
    order = Order(
        ruleset=ruleset,
        expansions=expansions,
        players=players,
        options=tuple(options.items()),
        agents=names,
        agent_seconds=agent_seconds,
        figures=figures,
        agents_seed=agents_seed,
        backend=backend,
        course=course,
        blank=blank,
    )
    shard = None if shard == (1, 1) else shard
    folder = Folder(out)

    def play(attempt: Attempt) -> tuple[Outcome, Plan]:
        folder.refuse_other(resume)
        on = cluster()
        if on is None and (why := missing(backend)) is not None and games >= MANY:
            terminal.tell(why)
        with crew_for(on, jobs, order) as crew:
            plan = plan_in(crew, order, seed, games, chunk, progress)
            with folder.held():
                folder.begin(plan, shard)
                attempt.begun = True
                shown_by = progress_of(progress)
                return run(crew, order, plan, shard, folder, shown_by, terminal.tell), plan

    found = carry_out("run", play)
    if isinstance(found, int):
        return found
    outcome, plan = found
    where = folder.games if shard is None else folder.parts
    return tell_outcome(
        outcome,
        plan,
        order,
        where,
        f"`boardwright merge` merges {_of(shard)} with the others",
    )


def _profiled(
    ruleset: str,
    players: int | None,
    options: Mapping[str, str],
    expansions: tuple[str, ...],
    seeds: range,
) -> int:
    """Prints which rules take the time of random games."""
    from boardwright.loading.load import load
    from boardwright.loading.profile import profiled
    from boardwright.text.changes import place_of

    terminal = terminal_of()
    game = load(ruleset, players, options, expansions=expansions, backend="python")
    remark_table(game)
    roots = [each.path for each in game.rules.found]
    with telling_which_game(ruleset, game, options, expansions, "random"):
        found = profiled(game.program, seeds)
    rows = [("share", "calls a game", "", "")]
    for part in found:
        where = "" if part.span is None else place_of(part.span, roots)
        rows.append((f"{part.share:.1%}", f"{part.calls / len(seeds):,.1f}", part.name, where))
    terminal.result("\n".join(columns(rows, right=(0, 1))))
    return 0


def tell_outcome(
    outcome: Outcome, plan: Plan, order: Order | None, where: Path, without_sum: str
) -> int:
    """Prints the result of a run, and returns the exit code."""
    terminal = terminal_of()
    tally = outcome.tally
    terminal.result(f"{plural(tally.games, 'game')} in {where}")
    if outcome.sum is not None:
        terminal.result(f"sum {outcome.sum}")
    else:
        terminal.tell(without_sum)
    if tally.limits:
        terminal.result(f"{plural(tally.limits, 'game')} stopped at the decision limit")
    if tally.errors:
        terminal.result(f"{plural(tally.errors, 'game')} ended in an error")
        if tally.first_error is not None:
            # `run` plays every card with its effects.
            seed = f"seed {plan.seed_of(tally.first_error)}"
            again = seed if plan.blank else _again(plan, order, tally)
            terminal.tell(f"the first is game {tally.first_error}: {again}")
    if tally.faults:
        terminal.result(f"{plural(tally.faults, 'game')} in which an agent failed")
    _tell_set_aside(outcome.failures, plan)
    return 1 if tally.errors or tally.faults or outcome.failures else 0


def _tell_set_aside(failures: list[Failure], plan: Plan) -> None:
    terminal = terminal_of()
    for each in failures[:_FEW]:
        games = plan.games_of(each.chunk)
        at = (
            ""
            if each.game is None
            else f", in game {each.game} with seed {plan.seed_of(each.game)}"
        )
        terminal.complain(
            f"games {games.start} to {games.stop - 1} were set aside{at}: {each.why}",
            ("`aside.json` has all seeds; `--resume` tries them again",),
        )
    if len(failures) > _FEW:
        terminal.complain(f"and {len(failures) - _FEW} more parts of the run, see `aside.json`")


def _again(plan: Plan, order: Order | None, tally: Tally) -> str:
    """The command that plays the first game that failed."""
    assert tally.first_error is not None
    names = plan.agents_of(tally.first_error)
    words = ["boardwright", "run", plan.game if order is None else order.ruleset]
    words += ["--players", f"{plan.players}", "--seed", f"{plan.seed_of(tally.first_error)}"]
    for name in plan.expansions if order is None else order.expansions:
        words += ["--with", name]
    for name, value in plan.options.items() if order is None else order.options:
        words += ["--option", f"{name}={value}"]
    if set(names) != {"random"}:
        words += ["--agents", ",".join(names)]
    own_seed = plan.agents_seed_of_group(tally.first_error // plan.period)
    if own_seed is not None:
        words += ["--agents-seed", f"{own_seed}"]
    return f"`{shown(shlex.join(words))}`"


def _of(shard: Shard | None) -> str:
    return "" if shard is None else f"shard {shard[0]}/{shard[1]}"
