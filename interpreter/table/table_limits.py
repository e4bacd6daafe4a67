"""Limits for one table, checked before anything is made: a few words in a file can mean a million things."""

from __future__ import annotations

from boardwright.dsl.declare.limits import MOST_PIECES, MOST_SPACES
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span
from boardwright.interpreter.table.errors import TOO_DEEP, TOO_LARGE, RuleError

LARGEST = 10**12
"""Numbers in rules go from -LARGEST to LARGEST; a larger result is an error where it is computed."""
TOO_FAR = f"this number is beyond {LARGEST:,}, the largest in rules"
MOST_TURNS = 10**11  # of a game, and rounds: each is one of the 100,000 steps for a decision
MOST_NUMBERS = 4_096  # options of one choice
TOO_MANY = f"a choice among more than {MOST_NUMBERS:,} numbers"
ANY = (-MOST_NUMBERS, MOST_NUMBERS)  # the smallest and the largest number in a set
BEYOND = f"a set can only have numbers from {ANY[0]:,} to {ANY[1]:,}"
MOST_PLACES = 20_000
MOST_WORDS = 100_000  # of a state
MOST_ROWS = 2_000_000  # of the tables of addresses in a state
MOST_LOWERED = 100_000  # statements of a program
MOST_LIVE = 2_000_000  # blocks of a routine times its locals


def check_size(game: ir.Game, players: int) -> None:
    """Raises `RuleError` at the declaration that exceeds a limit."""
    spaces: dict[str, int] = {}
    for kind in game.spaces.values():
        _spaces(game, kind, players, spaces)
        _refuse("spaces", sum(spaces.values()), MOST_SPACES, kind.span)
    pieces: dict[str, int] = {}
    for of in game.kinds.values():
        each = players if of.per_player else 1
        pieces[of.id] = each * sum(definition.copies for definition in of.definitions)
        _refuse("pieces", sum(pieces.values()), MOST_PIECES, of.span)

    def count_per(per: ir.Per) -> int:
        found = 1
        for each in ir.list_indices(per):
            known = pieces.get(each, spaces.get(each))
            if known is None:
                known = players if each == "player" else len(game.varieties[each].members)
            found *= known
        return found

    places = sum(spaces.values())
    for place in game.places.values():
        places += count_per(place.per)
        _refuse("places", places, MOST_PLACES, place.span)
    values = 0
    for note in game.notes.values():
        values += count_per(note.per)
        _refuse("values of notes", values, MOST_WORDS, note.span)
    for thing in (*game.kinds.values(), *game.stocks.values()):
        _refuse(
            "places for all kinds and stocks",
            places * (len(game.kinds) + len(game.stocks)),
            MOST_ROWS,
            thing.span,
        )


def too_large(game: ir.Game) -> RuleError:
    """The program of this table is too large to link in reasonable time."""
    message = "at this table the rules make too large a program"
    return RuleError(TOO_LARGE, message, game.outcome.span)


def loops_too_deep(game: ir.Game) -> RuleError:
    """Too many nested loops, including those of expressions."""
    message = "a rule has too many nested loops; move the inner ones into another rule"
    return RuleError(TOO_LARGE, message, game.outcome.span)


def too_deep(game: ir.Game) -> RuleError:
    """Rules with a limited depth call each other through too many levels."""
    return RuleError(TOO_DEEP, "rules call each other too deeply", game.outcome.span)


def _spaces(game: ir.Game, kind: ir.SpaceKind, players: int, found: dict[str, int]) -> int:
    """The number of spaces of a kind if all are in play."""
    if kind.id not in found:
        copies = 1
        if kind.ring is not None:
            copies = kind.ring.get(players, 0)
        elif kind.per == "player":
            copies = players
        elif kind.per is not None:
            copies = _spaces(game, game.spaces[kind.per], players, found)
        found[kind.id] = copies * max(1, len(kind.definitions))
    return found[kind.id]


def _refuse(what: str, count: int, most: int, span: Span) -> None:
    if count > most:
        message = f"at this table there are {count:,} {what}, but the limit is {most:,}"
        raise RuleError(TOO_LARGE, message, span)
