"""`boardwright run`: agents play one game."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boardwright.commands.options import (
    a_ruleset,
    agents,
    agents_for,
    at_table,
    backend,
    caching,
    expansions,
    language,
    remark_table,
    seat_to_tell,
    seat_told,
    seed_of_a_game,
    seeds_for,
    seeds_text,
    speaking,
    tell_faults,
    telling_which_game,
    terminal_of,
    text_or_json,
)
from boardwright.dsl.source.diagnostics import shown
from boardwright.terminal import Paint, about, columns, plural
from boardwright.text.tale import Tale
from boardwright.text.teams import listed_teams

if TYPE_CHECKING:
    from boardwright.interpreter.agents.playing import Taken
    from boardwright.interpreter.backends.names import Backend
    from boardwright.interpreter.play.state import State
    from boardwright.loading.game import Game


@click.command()
@a_ruleset
@at_table
@seed_of_a_game
@expansions
@backend
@agents("Agents: one for all, or one for each seat.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the record of the game to this file.",
)
@click.option("--events", is_flag=True, help="Write all that happens to the record, too.")
@click.option(
    "--all-events",
    is_flag=True,
    help="As --events, and all options and each rule that begins.",
)
@click.option(
    "--states", is_flag=True, help="Print the whole position after each decision, as JSON lines."
)
@click.option("--tell", is_flag=True, help="Tell the game in sentences.")
@seat_told
@text_or_json
@language
@caching
@speaking
def command(
    ruleset: str,
    players: int | None,
    options: Mapping[str, str],
    seed: int | None,
    expansions: tuple[str, ...],
    agents: str,
    agents_seed: int | None,
    agent_seconds: float,
    backend: Backend,
    record: Path | None,
    events: bool,
    all_events: bool,
    states: bool,
    tell: bool,
    seat: str | None,
    format: str,
    language: str | None,
) -> int:
    """Let agents play one game of RULESET and print the result.

    RULESET is the id of a shipped game (see `boardwright rulesets`) or a path to a folder or file.
    The same seed gives the same game. Without --seed, a new one is used, and printed to stderr.
    """
    from boardwright.interpreter.agents.installed import find_agent
    from boardwright.interpreter.agents.playing import play
    from boardwright.loading.load import load
    from boardwright.runs.disk import refuse_unwritable, write_whole

    if (events or all_events) and record is None:
        flag = "--all-events" if all_events else "--events"
        raise click.UsageError(f"`{flag}` writes to a record: add `--record FILE`")
    if tell and (states or format == "json"):
        raise click.UsageError("`--tell` prints text: leave out `--states` and `--format json`")
    terminal = terminal_of()
    names, players = agents_for(agents, players)
    factories = [find_agent(name, agent_seconds) for name in names]
    game = load(
        ruleset, players, options, expansions=expansions, language=language, backend=backend
    )
    remark_table(game)
    told = seat_to_tell(game, tell, seat)
    if len(names) == 1:
        names, factories = names * game.players, factories * game.players
    if record is not None:
        refuse_unwritable(record)  # checked before the game is played
    fresh = seed is None
    seed, own_seed = seeds_for(names, seed, agents_seed)
    if fresh:  # before the game, which may never end
        terminal.tell(seeds_text(seed, own_seed))
    seed_of_agents = seed if own_seed is None else own_seed
    playing = [factory(seed_of_agents, seat) for seat, factory in enumerate(factories)]

    def print_state(taken: Taken) -> None:
        asked = {
            "player": game.seats[taken.player],
            "decision": taken.decision,
            "option": taken.option,
        }
        terminal.result(_line({**asked, "position": state.position()}))

    began = time.perf_counter()
    recorder = None
    with telling_which_game(ruleset, game, options, expansions, agents, seed, own_seed):
        if record is None:
            state = game.new(seed)
        else:
            from boardwright.interpreter.records.game_record import Recorder

            recorder = Recorder(
                game.program,
                seed,
                agents=names,
                agents_seed=own_seed,
                language=language,
                events="full" if all_events else events,
            )
            state = recorder.state
    if states:
        terminal.result(_line({"position": state.position()}))
    tale = Tale(game, seed, told) if tell else None
    watch = print_state if states else None

    def apply(option: int) -> None:
        (state if recorder is None else recorder).apply(option)
        if tale is not None:
            tale.apply(option)

    try:
        with telling_which_game(ruleset, game, options, expansions, agents, seed, own_seed):
            count = play(state, playing, watch, apply, seed=seed)
    finally:
        # A game that fails is recorded, too: the record shows others why.
        if record is not None and recorder is not None:
            write_whole(record, [recorder.text().encode()])
    took = time.perf_counter() - began

    terminal.tell(
        f"{about(game.name, game.rules.expansions)}: {plural(game.players, 'player')}, "
        f"{seeds_text(seed, own_seed)}, {plural(count, 'decision')}, {took * 1000:.0f} ms"
    )
    if state.unfinished:
        terminal.tell(f"stopped after {count:,} decisions, the limit that the game sets")
    outcome = _outcome(game, state, names, (seed, own_seed), count)
    if states:
        terminal.result(_line({"outcome": outcome}))
    elif format == "json":
        terminal.result(json.dumps(outcome, indent=2))
    elif tale is not None:
        terminal.result(tale.text(Paint(terminal.colored(sys.stdout))))
    else:
        terminal.result("\n".join(_table(outcome["seats"])))
        if teams := listed_teams(game.table.teams, game.seats):
            terminal.result(f"teams: {shown(teams)}")
    return 1 if tell_faults(game, dict(enumerate(playing))) else 0


def _outcome(
    game: Game,
    state: State,
    agents: Sequence[str],
    seeds: tuple[int, int | None],
    decisions: int,
) -> dict[str, Any]:
    facts = zip(game.seats, agents, state.scores, state.ranks, strict=True)
    return {
        "game": game.id,
        "expansions": list(game.rules.expansions),
        "options": dict(game.options),
        "seed": seeds[0],
        "agents_seed": seeds[1],
        "decisions": decisions,
        "finished": not state.unfinished,
        "seats": [
            {
                "seat": seat,
                "agent": agent,
                "score": score,
                "rank": rank,
                "won": number in state.winners,
            }
            for number, (seat, agent, score, rank) in enumerate(facts)
        ],
        "hash": state.hash,
    }


def _table(seats: Sequence[Mapping[str, Any]]) -> list[str]:
    """The ranking, the winner first."""
    rows = [("rank", "seat", "agent", "score", "")]
    rows += [
        (
            f"{seat['rank']}",
            shown(seat["seat"]),
            shown(seat["agent"]),
            f"{seat['score']}",
            "wins" if seat["won"] else "",
        )
        for seat in sorted(seats, key=lambda each: each["rank"])
    ]
    return columns(rows, right=(0, 3))


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"))
