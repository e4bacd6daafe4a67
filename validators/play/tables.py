"""Tables to play at: every number of players, with random options that the rules accept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from boardwright.dsl.language.types import MemberType, NumberType
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.option_values import kind_of, piece_ids, text_of
from boardwright.dsl.source.diagnostics import Severity
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.table.conditions import out_of_play, table_findings
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import Table, set_table

Without = Callable[[tuple[str, ...]], ir.Game]
"""Returns the game without these expansions."""

Refused = Callable[[RuleError, int], None]
"""Receives a rule error while a table for this many players is set up."""

_TRIES = 300


@dataclass(frozen=True, slots=True, eq=False)
class Seating:
    """A table that the rules accept. `options` are those of the whole game that differ from their defaults, as they are
    written; `table` belongs to the game without the expansions that take no part.
    """

    table: Table
    options: Mapping[str, str]

    @property
    def game(self) -> ir.Game:
        return self.table.game

    @property
    def players(self) -> int:
        return self.table.players

    @property
    def what(self) -> tuple[int, tuple[tuple[str, str], ...]]:
        """Returns a key that identifies the table."""
        return (self.players, tuple(sorted(self.options.items())))


def seatings(
    game: ir.Game, without: Without, seed: int, count: int, refused: Refused | None = None
) -> Iterator[Seating]:
    """Yields at most this many different tables that the rules accept.

    The first ones are one for each number of players, with default options (random ones if the rules refuse those). Then
    comes each value of each option in turn, with the other options at random. `refused` receives facts that do not fit a table.
    """
    stream = Stream(seed, "play tables")
    lowest, highest = game.players
    sizes = range(lowest, highest + 1)
    asked = [(option, value) for option in game.options.values() for value in _ends(game, option)]
    stream.shuffle(asked)
    seen: set[tuple[int, tuple[tuple[str, str], ...]]] = set()
    for number in range(count):
        beyond = number - len(sizes)
        if beyond >= 0 and not asked:
            return
        # In each round the values meet other numbers of players.
        players = sizes[(beyond + (beyond // len(asked) if beyond >= 0 else 0)) % len(sizes)]
        try:
            if beyond < 0:
                found = seating(game, without, players, {})
                found = found or _drawn(game, without, stream, players)
            else:
                found = _drawn(game, without, stream, players, asked[beyond % len(asked)])
        except RuleError as fault:
            if refused is not None:
                refused(fault, players)
            continue
        if found is not None and found.what not in seen:
            seen.add(found.what)
            yield found


def values_to_try(game: ir.Game) -> int:
    """Returns how many tables it takes to try each number of players and each value of each option."""
    lowest, highest = game.players
    values = sum(len(_ends(game, option)) for option in game.options.values())
    return highest - lowest + 1 + values


def seating(
    game: ir.Game, without: Without, players: int, given: Mapping[str, int]
) -> Seating | None:
    """Returns the table with these options and defaults for the others; None if the rules refuse it."""
    options = {id: given.get(id, option.default) for id, option in game.options.items()}
    left_out = out_of_play(game, players, options)
    smaller = without(left_out) if left_out else game
    known = {id: value for id, value in options.items() if id in smaller.options}
    if any(each.severity is Severity.ERROR for each in table_findings(smaller, players, known)):
        return None
    texts = {
        id: text_of(game, game.options[id], value)
        for id, value in options.items()
        if value != game.options[id].default
    }
    return Seating(set_table(smaller, players, known), texts)


def _drawn(
    game: ir.Game,
    without: Without,
    stream: Stream,
    players: int,
    wanted: tuple[ir.Option, int | None] | None = None,
) -> Seating | None:
    """Returns a table where one option has a value (None: any); each other one is the default, or random."""
    for _ in range(_TRIES if game.options else 0):
        given: dict[str, int] = {}
        if wanted is not None:
            option, value = wanted
            given[option.id] = _any(game, option, stream) if value is None else value
        for option in game.options.values():
            if option.id not in given and stream.below(2):
                given[option.id] = _any(game, option, stream)
        found = seating(game, without, players, given)
        if found is not None:
            return found
    return None


def _ends(game: ir.Game, option: ir.Option) -> tuple[int | None, ...]:
    """Returns the values to play with; None stands for a set, which has too many values."""
    if kind_of(game, option) is not None:
        return (None,)
    match option.type:
        case MemberType():
            return tuple(range(option.high + 1))
        case NumberType():
            return tuple(dict.fromkeys((option.low, option.high)))
        case _:
            return (0, 1)


def _any(game: ir.Game, option: ir.Option, stream: Stream) -> int:
    kind = kind_of(game, option)
    if kind is None:
        return option.low + stream.below(option.high - option.low + 1)
    # First a random size: rules often require one that random members would seldom give.
    pieces = list(range(len(piece_ids(kind))))
    stream.shuffle(pieces)
    return sum(1 << piece for piece in pieces[: stream.below(len(pieces) + 1)])
