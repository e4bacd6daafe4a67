"""`boardwright play`: people at the terminal against agents."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from boardwright import completing
from boardwright.commands.options import (
    agents,
    agents_for,
    at_table,
    caching,
    expansions,
    language,
    remark_table,
    seat_named,
    seed_of_a_game,
    seeds_for,
    speaking,
    tell_faults,
    terminal_of,
)
from boardwright.dsl.source.diagnostics import shown
from boardwright.runs.disk import refuse_unwritable, write_whole
from boardwright.runs.kept_game import PERSON, KeptGame
from boardwright.terminal import Paint

if TYPE_CHECKING:
    from boardwright.interpreter.play.naming import Words
    from boardwright.interpreter.records.game_record import Header
    from boardwright.loading.game import Game

_EVERYBODY = "all"


@click.command()
@click.argument("ruleset", required=False, shell_complete=completing.rulesets)
@at_table
@seed_of_a_game
@expansions
@click.option(
    "--seat",
    "seats",
    metavar="NAME[,NAME...]",
    help="Seats of people, the first by default; or `all`.",
)
@agents("Agents for the other seats: one for all, or one each.")
@click.option(
    "--load",
    "saved",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Go on with a saved game, at the table it was saved at.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the record of the game to this file.",
)
@language
@caching
@speaking
@click.pass_context
def command(
    context: click.Context,
    ruleset: str | None,
    players: int | None,
    options: Mapping[str, str],
    seed: int | None,
    expansions: tuple[str, ...],
    seats: str | None,
    agents: str,
    agents_seed: int | None,
    agent_seconds: float,
    saved: Path | None,
    record: Path | None,
    language: str | None,
) -> int:
    """Play RULESET at the terminal against agents, or with other people who sit there.

    With several seats, the screen is cleared before the next person is asked. With --load, the saved game says which
    ruleset it is; name the RULESET if it does not come with boardwright.
    """
    from boardwright.evening.console import console_for
    from boardwright.evening.game import Evening
    from boardwright.interpreter.agents.installed import find_agent
    from boardwright.interpreter.agents.playing import finish
    from boardwright.interpreter.play.naming import Words
    from boardwright.loading.load import load
    from boardwright.loading.recorded import game_of, read_saved
    from boardwright.text.screen_words import beside

    terminal = terminal_of()
    if record is not None:
        refuse_unwritable(record)  # checked before the game is played
    own = None if seats is None else [each.strip() for each in seats.split(",")]
    if saved is not None:
        if players is not None or options or seed is not None:
            raise click.UsageError(
                "`--load` takes players, options and seed from the saved game: leave them out"
            )
        header = read_saved(saved)
        game = game_of(header, ruleset, expansions, language)
        seed = header.seed
        if agents_seed is None:
            agents_seed = header.agents_seed
        if own is None:
            own = [*_people(header)] or None
        if context.get_parameter_source("agents") is ParameterSource.DEFAULT:
            agents = ",".join(_opponents(header, own or header.seats[:1])) or agents
        players = game.players
    elif ruleset is None:
        raise click.UsageError("name the RULESET to play, or a saved game with `--load FILE`")
    elif ruleset.endswith(".jsonl"):
        raise click.UsageError(f"for a saved game write `--load {shown(ruleset)}`")
    else:
        if own != [_EVERYBODY]:
            _, players = agents_for(agents, players, people=len(own or " "))
        game = load(ruleset, players, options, expansions=expansions, language=language)
    people = _seated(game, own)
    names, _ = agents_for(agents, game.players, people=len(people))
    factories = [find_agent(name, agent_seconds) for name in names]
    remark_table(game)
    seed, own_seed = seeds_for(names, seed, agents_seed)
    elsewhere = [n for n in range(game.players) if n not in people]
    if len(factories) == 1:
        factories *= len(elsewhere)
        names *= len(elsewhere)
    seed_of_agents = seed if own_seed is None else own_seed
    playing = {n: make(seed_of_agents, n) for n, make in zip(elsewhere, factories, strict=True)}
    words = Words(game.rules.bound, language)
    said = beside(words)
    terminal.tell(_opening(game, people, seed, own_seed, words))
    called = dict(zip(elsewhere, names, strict=True))
    seated = tuple(called.get(n, PERSON) for n in range(game.players))
    kept = KeptGame(game, seed, seated, own_seed)
    paint = Paint(terminal.colored(sys.stdout))
    evening = Evening(game, people, playing, kept, console_for(paint, said), paint)
    try:
        if saved is not None:
            try:
                evening.go_on_with(saved)
            except ValueError as fault:
                raise click.UsageError(shown(f"{fault}")) from None
        evening.play()
    finally:
        if record is not None:
            write_whole(record, [kept.text().encode()])
        finish(playing.values(), evening.state)
    return 1 if tell_faults(game, playing) else 0


def _opening(
    game: Game, people: Sequence[int], seed: int, agents_seed: int | None, words: Words
) -> str:
    """Which game it is, who plays, and the seeds."""
    from boardwright.interpreter.tell.clauses import conjoin
    from boardwright.text.screen_words import beside

    said, you = beside(words), [words.seat(game.seats[n]) for n in people]
    name, expansions = game.name, ", ".join(game.rules.expansions)
    if expansions:
        name = said.say("game_with", game=name, expansions=expansions)
    seeds = said.say("seed", seed=seed)
    if agents_seed is not None:
        seeds = said.say("seeds", seed=seed, agents=agents_seed)
    who = conjoin(you, words.own("and"))
    text = said.say("table", game=name, players=game.players, people=len(you), who=who, seeds=seeds)
    return shown(text)


def _seated(game: Game, own: Sequence[str] | None) -> tuple[int, ...]:
    """The seats of people: the first if none is named."""
    if own is None:
        return (0,)
    if own == [_EVERYBODY] and _EVERYBODY not in game.seats:
        return tuple(range(game.players))
    people = tuple(seat_named(game, seat) for seat in own)
    for seat in own:
        if own.count(seat) > 1:
            raise click.UsageError(f"seat `{shown(seat)}` is named twice")
    return tuple(sorted(people))


def _people(header: Header) -> Iterator[str]:
    """The seats at which people sat in a saved game."""
    agents = zip(header.seats, header.agents, strict=False)
    return (seat for seat, agent in agents if agent == PERSON)


def _opponents(header: Header, own: Sequence[str]) -> Iterator[str]:
    """The agents of the other seats of a saved game. A record may come from anybody: it runs no programs."""
    from boardwright.interpreter.agents.installed import SHIPPED

    for seat, name in zip(header.seats, header.agents, strict=False):
        if seat not in own:
            yield name if name in SHIPPED else "random"
