"""Options and remarks that several commands share."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from boardwright import completing
from boardwright.cache.store import OFF, SAYS
from boardwright.dsl.source.diagnostics import shown
from boardwright.interpreter.backends.names import BACKENDS
from boardwright.interpreter.native.choice import why_python
from boardwright.terminal import Terminal, plural

if TYPE_CHECKING:
    from boardwright.files.locate_ruleset import Found
    from boardwright.interpreter.agents.agent import Agent
    from boardwright.loading.game import Game
    from boardwright.loading.rules import Rules

F = TypeVar("F", bound=Callable[..., Any])

_LARGEST_SEED = 2**64 - 1
_CARDS = "boardwright.cards"
_ONLOOKER = "onlooker"

_terminal = Terminal()


def terminal_of() -> Terminal:
    """The terminal of this run of the command line."""
    return _terminal


def _quiet(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    _terminal.quiet = value


def _color(ctx: click.Context, param: click.Parameter, value: str) -> None:
    _terminal.color = value


def speaking(f: F) -> F:
    """The options of every command."""
    f = click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        callback=_color,
        expose_value=False,
        is_eager=True,
        help="Use colours in the output.",
    )(f)
    return click.option(
        "-q",
        "--quiet",
        is_flag=True,
        callback=_quiet,
        expose_value=False,
        is_eager=True,
        help="Print nothing but errors to stderr.",
    )(f)


def a_ruleset(f: F) -> F:
    """The argument RULESET."""
    return click.argument("ruleset", shell_complete=completing.rulesets)(f)


def expansions(f: F) -> F:
    """`--with`."""
    return click.option(
        "--with",
        "expansions",
        multiple=True,
        metavar="EXPANSION",
        shell_complete=completing.expansions,
        help="Id or path of an expansion; repeat for several.",
    )(f)


def blank(f: F) -> F:
    """`--blank`."""
    return click.option(
        "--blank",
        metavar="ID[,ID...]",
        callback=_blank,
        shell_complete=completing.pieces,
        help="Cards that do nothing: what is printed on them stays.",
    )(f)


def _blank(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
    return tuple(each.strip() for each in (value or "").split(",") if each.strip())


def caching(f: F) -> F:
    """`--no-cache`."""
    return click.option(
        "--no-cache",
        is_flag=True,
        callback=_no_cache,
        expose_value=False,
        is_eager=True,
        help="Neither use the cache nor add to it.",
    )(f)


def _no_cache(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if not value:
        return
    # In the environment, so that child processes do the same.
    before = os.environ.get(SAYS)
    os.environ[SAYS] = OFF

    @ctx.call_on_close
    def restore() -> None:
        if before is None:
            del os.environ[SAYS]
        else:
            os.environ[SAYS] = before


def options(f: F) -> F:
    """`--option`, and `--cards` for the option of that name."""
    f = click.option(
        "--cards",
        metavar="ID,ID...",
        callback=_cards,
        expose_value=False,
        is_eager=True,
        shell_complete=completing.cards,
        help="Cards to play with: short for `--option cards=ID,ID...`.",
    )(f)
    return click.option(
        "--option",
        "-o",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_options,
        shell_complete=completing.table_options,
        help="Value of an option of the game; repeat for several.",
    )(f)


def at_table(f: F) -> F:
    """`--players`, `--option` and `--cards`: the table that a game is linked for."""
    f = options(f)
    return click.option("--players", "-p", type=int, metavar="N", help="Number of players.")(f)


def language(f: F) -> F:
    """`--language`."""
    return click.option(
        "--language",
        metavar="CODE",
        shell_complete=completing.languages,
        help="Language of names, such as `en`.",
    )(f)


def seat_told(f: F) -> F:
    """`--seat` of what is told."""
    return click.option(
        "--seat",
        metavar="NAME",
        help="With --tell: only what this seat was told, or an `onlooker`.",
    )(f)


def seat_to_tell(game: Game, tell: bool, seat: str | None) -> int | None:
    """The number of the seat that is told the game; None if all of it is told."""
    if seat is None:
        return None
    if not tell:
        raise click.UsageError("`--seat` says who is told the game: add `--tell`")
    return -1 if seat == _ONLOOKER else seat_named(game, seat, _ONLOOKER)


def seat_named(game: Game, seat: str, *others: str) -> int:
    """The number of a seat; a mistake in the name is explained."""
    from boardwright.dsl.source.suggest import suggest_help

    if seat in game.seats:
        return game.seats.index(seat)
    names = (*game.seats, *others)
    told = "".join(f"; {each}" for each in suggest_help(seat, names))
    raise click.UsageError(
        f"there is no seat `{seat}`; the seats are {', '.join(game.seats)}{told}"
    )


def text_or_json(f: F) -> F:
    """`--format`: for people, or for programs."""
    return click.option(
        "--format",
        "format",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="Format of the output.",
    )(f)


def seed_of_a_game(f: F) -> F:
    """`--seed` of one game."""
    return click.option(
        "--seed", type=int, help="Seed for the random numbers; a new one by default."
    )(f)


def seed_of_games(help: str) -> Callable[[F], F]:
    """`--seed` of games that are played to measure something."""
    return click.option(
        "--seed",
        type=click.IntRange(0, _LARGEST_SEED),
        default=0,
        show_default=True,
        metavar="N",
        help=help,
    )


def run_folders(metavar: str) -> Callable[[F], F]:
    """The arguments that name folders of runs."""
    return click.argument(
        "folders",
        nargs=-1,
        required=True,
        metavar=metavar,
        type=click.Path(file_okay=False, path_type=Path),
    )


def into_folder(help: str, *, required: bool = False) -> Callable[[F], F]:
    """`--out`, a folder."""
    return click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        required=required,
        metavar="DIR",
        help=help,
    )


def backend(f: F) -> F:
    """`--backend`."""
    return click.option(
        "--backend",
        type=click.Choice(list(BACKENDS)),
        default="auto",
        show_default=True,
        help="What runs the game; `auto` prefers machine code.",
    )(f)


def remark_backend(game: Game) -> None:
    """Prints why Python runs the game although machine code would be faster."""
    why = why_python(game.program)
    if why is not None:
        _terminal.tell(why)


class Seconds(click.FloatRange):
    """A time in a range; rejects `nan`, which no comparison excludes."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if found != found:
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return found


def agents(default_help: str) -> Callable[[F], F]:
    """`--agents` (also `--agent`), `--agents-seed` and `--agent-seconds`."""

    def of(f: F) -> F:
        f = click.option(
            "--agent-seconds",
            "agent_seconds",
            type=Seconds(0.01, 86_400),
            default=10.0,
            show_default=True,
            metavar="S",
            help="Seconds that a program may take for one decision.",
        )(f)
        f = click.option(
            "--agents-seed",
            "agents_seed",
            type=int,
            metavar="N",
            help="Seed for the random numbers of the agents.",
        )(f)
        return click.option(
            "--agents",
            "--agent",
            "agents",
            default="random",
            show_default=True,
            metavar="NAME[,NAME...]",
            shell_complete=completing.agents,
            help=default_help,
        )(f)

    return of


def _cards(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    ctx.meta[_CARDS] = value


def _options(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> Mapping[str, str]:
    options: dict[str, str] = {}
    cards: str | None = ctx.meta.get(_CARDS)
    for text in (*value, *([] if cards is None else [f"cards={cards}"])):
        name, equals, chosen = text.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"`{text}` is not of the form name=value", ctx, param)
        if name.strip() in options:
            raise click.BadParameter(f"`{name.strip()}` is given twice", ctx, param)
        options[name.strip()] = chosen.strip()
    return options


def agents_for(
    names: str, players: int | None, people: int = 0
) -> tuple[tuple[str, ...], int | None]:
    """The names of the agents (one, or one per seat), and the number of players, people included."""
    from boardwright.interpreter.agents.installed import listed

    each = listed(names)
    if len(each) == 1:
        return each, players
    if players is not None and players != len(each) + people:
        seats = f"{players} players" if not people else plural(players - people, "other seat")
        wanted = players - people
        count = "1 agent" if wanted == 1 else f"1 or {wanted} agents"
        raise click.UsageError(f"expected {count} for {seats}, found {len(each)}")
    return each, len(each) + people


def fresh_seed() -> int:
    """A seed that nobody can guess, of 52 bits: any program that reads JSON keeps it exactly."""
    return int.from_bytes(os.urandom(7), "little") >> 4


def seeds_for(
    names: Sequence[str], seed: int | None, agents_seed: int | None
) -> tuple[int, int | None]:
    """The seeds of a game and of its agents, new ones where none is given. That of the agents is None if theirs
    follows from the game's seed.
    """
    from boardwright.runs.plan import agents_seed_for

    if seed is None:
        own = fresh_seed() if agents_seed_for(names, None) is not None else None
        return fresh_seed(), own if agents_seed is None else agents_seed
    return seed, agents_seed_for(names, agents_seed)


def seeds_text(seed: int, agents_seed: int | None) -> str:
    """`seed 7`, or `seed 7, agents' seed 3`."""
    return f"seed {seed}" + ("" if agents_seed is None else f", agents' seed {agents_seed}")


def tell_faults(game: Game, agents: Mapping[int, Agent]) -> int:
    """Reports the agents that failed during the game, and returns how many."""
    from boardwright.interpreter.agents.playing import fault_of

    failed = {seat: why for seat, agent in agents.items() if (why := fault_of(agent)) is not None}
    for seat, why in failed.items():
        _terminal.complain(
            f"the agent of {game.seats[seat]} failed: {why}",
            ("after that, options for its seat were chosen at random",),
        )
    return len(failed)


@contextmanager
def telling_which_game(
    ruleset: str,
    game: Game,
    options: Mapping[str, str],
    expansions: Sequence[str],
    agents: str = "random",
    seed: int | None = None,
    agents_seed: int | None = None,
) -> Iterator[None]:
    """Adds to a rule error in which game it happened, and the command that repeats it."""
    from boardwright.interpreter.table.errors import RuleError

    try:
        yield
    except RuleError as fault:
        if seed is None:
            seed, agents_seed = fault.seed, fault.agents_seed
        after = plural(fault.decisions, "decision") if fault.decisions else "no decision"
        words = ["boardwright", "run", ruleset, "--players", f"{game.players}", "--seed", f"{seed}"]
        for name in expansions:
            words += ["--with", name]
        for name, value in options.items():
            words += ["--option", f"{name}={value}"]
        if agents != "random":
            words += ["--agents", agents]
        if agents_seed is not None:
            words += ["--agents-seed", f"{agents_seed}"]
        fault.add_note(f"in the game with seed {seed}, after {after}")
        fault.add_note(f"`{shlex.join(words)} --states` plays it and shows each position")
        raise


def remark(rules: Rules) -> None:
    """Prints what users of these rules should know: shadowed names, and the number of warnings."""
    for found in rules.found:
        remark_shadow(found)
    if rules.warnings:
        count = plural(len(rules.warnings), "warning")
        _terminal.tell(f"{count} about these rules; `boardwright validate` shows them")


def remark_table(game: Game) -> None:
    """Prints the same for a game at its table, with warnings about the table and pieces that are left out."""
    remark(game.rules)
    for id in game.left_out:
        _terminal.tell(f"`{shown(id)}` takes no part, as its `in_play` says")
    _terminal.diagnostics(game.warnings)


def remark_shadow(found: Found) -> None:
    """Prints that an id means a shipped ruleset although a file here has the same name."""
    if found.shadows is not None:
        name = shown(str(found.shadows))
        _terminal.tell(f"`{name}` means the shipped ruleset; write `./{name}` for the one here")
