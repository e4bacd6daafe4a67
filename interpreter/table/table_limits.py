"""How much may be at one table, worked out before any of it is made: a few words in a file can mean a million things."""

from __future__ import annotations

from boardwright.dsl.declare.limits import MOST_PIECES, MOST_SPACES
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span
from boardwright.interpreter.table.errors import TOO_DEEP, TOO_LARGE, RuleError

LARGEST = 10**12
"""Numbers that rules work out go from -LARGEST to LARGEST; what would be beyond is a fault where it comes about."""
TOO_FAR = f"this number is beyond {LARGEST:,}, and rules count no further"
MOST_TURNS = 10**11  # of a game, and rounds: each is a step, of 100,000 for a decision
MOST_NUMBERS = 4_096  # as options of one choice
TOO_MANY = f"a choice among more than {MOST_NUMBERS:,} numbers"
ANY = (-MOST_NUMBERS, MOST_NUMBERS)  # the least and the greatest number in a set
BEYOND = f"a set holds numbers from {ANY[0]:,} to {ANY[1]:,}"
MOST_PLACES = 20_000
MOST_WORDS = 100_000  # of a state
MOST_ROWS = 2_000_000  # of the tables that say where in a state something lies
MOST_LOWERED = 100_000  # statements of a program
MOST_LIVE = 2_000_000  # blocks of a routine times its locals


def check_size(game: ir.Game, players: int) -> None:
    """Raises `RuleError` at the declaration that makes too much."""
    spaces: dict[str, int] = {}
    for kind in game.spaces.values():
        _spaces(game, kind, players, spaces)
        _refuse("spaces", sum(spaces.values()), MOST_SPACES, kind.span)
    pieces: dict[str, int] = {}
    for of in game.kinds.values():
        each = players if of.per_player else 1
        pieces[of.id] = each * sum(definition.copies for definition in of.definitions)
        _refuse("pieces", sum(pieces.values()), MOST_PIECES, of.span)
    places = sum(spaces.values())
    for place in game.places.values():
        per = place.per
        places += (
            1
            if per is None
            else players
            if per == "player"
            else pieces.get(per, spaces.get(per, 0))
        )
        _refuse("places", places, MOST_PLACES, place.span)
    for thing in (*game.kinds.values(), *game.stocks.values()):
        _refuse(
            "places for all kinds and stocks",
            places * (len(game.kinds) + len(game.stocks)),
            MOST_ROWS,
            thing.span,
        )


def too_large(game: ir.Game) -> RuleError:
    """What the rules come to at this table is more than can be linked in bearable time."""
    message = "at this table the rules come to too large a program"
    return RuleError(TOO_LARGE, message, game.outcome.span)


def loops_too_deep(game: ir.Game) -> RuleError:
    """Loops in loops, those that expressions need included."""
    message = "some rule has too many loops inside each other; another rule can do the inner ones"
    return RuleError(TOO_LARGE, message, game.outcome.span)


def too_deep(game: ir.Game) -> RuleError:
    """Rules with a written depth called each other through more levels than can be followed."""
    return RuleError(TOO_DEEP, "rules call each other too deeply", game.outcome.span)


def _spaces(game: ir.Game, kind: ir.SpaceKind, players: int, found: dict[str, int]) -> int:
    """How many spaces of a kind there are if all are in play."""
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
        message = f"at this table there are {count:,} {what}: at most {most:,} are taken"
        raise RuleError(TOO_LARGE, message, span)
