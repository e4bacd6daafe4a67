"""`boardwright bench`: measure how fast a game runs."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from boardwright.commands.options import (
    Seconds,
    a_ruleset,
    agents,
    agents_for,
    at_table,
    backend,
    caching,
    expansions,
    remark_backend,
    remark_table,
    speaking,
    telling_which_game,
    terminal_of,
    text_or_json,
)
from boardwright.dsl.source.diagnostics import shown
from boardwright.terminal import about, columns, plural

if TYPE_CHECKING:
    from boardwright.interpreter.backends.names import Backend


@click.command()
@a_ruleset
@at_table
@expansions
@agents("Agents: one for all, or one for each seat.")
@backend
@click.option(
    "--seconds",
    type=Seconds(0.1, 3600),
    default=5.0,
    show_default=True,
    help="Seconds of processor time to play for.",
)
@text_or_json
@caching
@speaking
def command(
    ruleset: str,
    players: int | None,
    options: Mapping[str, str],
    expansions: tuple[str, ...],
    agents: str,
    agents_seed: int | None,
    agent_seconds: float,
    backend: Backend,
    seconds: float,
    format: str,
) -> int:
    """Measure how fast RULESET runs: random games, one after the other, in one process.

    With `--agents`, other agents play. The figures then include their thinking time, even if they are programs.

    Next to the raw figures are scaled ones: those of a machine on which a fixed loop of Python takes
    190 ms. Scaled figures can be compared between machines, and between quiet and busy hours.
    """
    from boardwright.interpreter.agents.installed import find_agent
    from boardwright.interpreter.native.choice import MANY, native_for
    from boardwright.loading.load import load
    from boardwright.runs.plan import agents_seed_for
    from boardwright.runs.speed import REFERENCE, measure

    terminal = terminal_of()
    names, players = agents_for(agents, players)
    factories = [find_agent(name, agent_seconds) for name in names]
    game = load(ruleset, players, options, expansions=expansions, backend=backend)
    if len(names) == 1:
        factories *= game.players
    at_random = set(names) == {"random"}
    own_seed = agents_seed_for(names, agents_seed)
    remark_table(game)
    native = native_for(game.program, MANY)
    remark_backend(game)
    terminal.tell(
        f"{about(game.name, game.rules.expansions)}: {plural(game.players, 'player')}, "
        f"{'random games' if at_random else f'games by {shown(agents)}'} for {seconds:g} s"
    )
    with telling_which_game(ruleset, game, options, expansions, agents):
        found = measure(game, seconds, () if at_random else factories, own_seed)
    if format == "json":
        facts = {
            "game": game.id,
            "expansions": list(game.rules.expansions),
            "players": game.players,
            "options": dict(game.options),
            "agents": list(names),
            "agents_seed": own_seed,
            "backend": "python" if native is None else "native",
            **dataclasses.asdict(found),
            "games_a_second": found.games_a_second,
            "scaled_games_a_second": found.games_a_second * found.scale,
        }
        terminal.result(json.dumps(facts, indent=2))
        return 0
    rows = [("", "raw", "scaled", "")]
    for name, count in (
        ("games", found.games),
        ("turns", found.turns),
        ("decisions", found.decisions),
    ):
        speed = count / found.seconds
        each = f"{count / found.games:,.1f} a game" if name != "games" else ""
        rows.append((f"{name} a second", _figure(speed), _figure(speed * found.scale), each))
    for name, value, unit in (
        ("a copy of the state", found.copy_microseconds, "µs"),
        ("linking the game", found.link_seconds * 1000, "ms"),
    ):
        rows.append((name, f"{value:.2f}", f"{value / found.scale:.2f}", unit))
    terminal.result("\n".join(columns(rows, right=(1, 2))))
    terminal.result(
        f"\nstate: {found.state_words:,} words, {found.state_bytes / 1024:.1f} KiB; "
        f"memory at most {found.peak_bytes / 2**20:.0f} MiB"
    )
    terminal.result(
        f"yardstick: {found.yardstick:.0f} ms here, {REFERENCE:.0f} ms on the reference machine; "
        f"{plural(found.games, 'game')} in {found.seconds:{'.1f' if found.seconds >= 1 else '.2f'}} s"
    )
    return 0


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
