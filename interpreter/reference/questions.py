"""Questions about a game that is played by the reference evaluator: how a value or a score came about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from boardwright.dsl.language.types import (
    MemberType,
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    YesNoType,
    ZoneType,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.source.suggest import suggest_help
from boardwright.interpreter.reference.frame import Frame
from boardwright.interpreter.reference.game import ReferenceGame
from boardwright.interpreter.reference.kept_secret import AskedGame
from boardwright.interpreter.reference.position import NOBODY, Single
from boardwright.interpreter.reference.tracer import Part, Tracer
from boardwright.interpreter.table.table import Table

_MOST_NAMED = 5
_CALL = re.compile(r"(?P<name>[\w.]+)(?:\s*\((?P<inside>.*)\)|\s+of\s+(?P<of>.+))?", re.DOTALL)


class QuestionError(ValueError):
    """The rules have nothing of this name, or it cannot be asked so. `help` says what could be meant."""

    def __init__(self, message: str, help: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.help = tuple(help)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with all its parts. `is_cut` if parts were left out because there are too many."""

    question: str
    part: Part
    is_cut: bool = False


def play_to(table: Table, seed: int, choices: Sequence[str]) -> ReferenceGame:
    """The game after these choices, for questions of seats."""
    game = AskedGame(table, seed)
    for choice in choices:
        game.apply(choice)
    return game


def why_score(game: ReferenceGame, seat: str, viewer: int | None = None) -> Answer:
    """How the score of a seat comes about, as it is now; for a `viewer` without what that seat may not see."""
    outcome, tracer = game.table.game.outcome, game.tracer(viewer)
    part = tracer.explain(outcome.score, Frame.of({outcome.me: seat_named(game.table, seat)}))
    return Answer(f"score of {seat}", part, tracer.is_cut)


def why_value(
    game: ReferenceGame, text: str, asker: str | None = None, viewer: int | None = None
) -> Answer:
    """How a value comes about, such as `strength of gallia` or `distance(gallia, italia)`. `asker` is the seat that asks:
    without it whoever decides now, or else the active player. For a `viewer` without what that seat may not see.
    """
    table = game.table
    value, words = _read(table.game, text)
    if len(words) != len(value.params):
        due = ", ".join(f"`{param.name}`, {param.type}" for param in value.params) or "no arguments"
        found = ", ".join(f"`{word}`" for word in words) or "nothing"
        raise QuestionError(f"`{value.id}` takes {due}; found {found}")
    tracer = game.tracer(viewer)
    arguments = tuple(
        _argument(tracer, word, param) for word, param in zip(words, value.params, strict=True)
    )
    me = game.asker if asker is None else seat_named(table, asker)
    part = tracer.explain_value(value.id, arguments, me)
    who = "" if me == NOBODY else f", asked by {table.seats[me]}"
    told = f"{value.id}({', '.join(words)})" if words else value.id
    return Answer(f"value {told}{who}", part, tracer.is_cut)


def seat_named(table: Table, name: str) -> int:
    """The number of a seat."""
    if name not in table.seats:
        seats = (f"the seats are {', '.join(f'`{seat}`' for seat in table.seats)}",)
        raise QuestionError(f"there is no seat `{name}`", suggest_help(name, table.seats) or seats)
    return table.seats.index(name)


def _read(game: ir.Game, text: str) -> tuple[ir.Value, list[str]]:
    """The value that is meant, and its arguments as written."""
    found = _CALL.fullmatch(text.strip())
    name = text.strip() if found is None else found["name"]
    if found is None or name not in game.values:
        raise QuestionError(f"there is no value `{name}`", suggest_help(name, game.values))
    inside = found["inside"] or found["of"] or ""
    return game.values[name], [word.strip() for word in inside.split(",") if word.strip()]


def _argument(tracer: Tracer, word: str, param: ir.Var) -> Single:
    """What an argument means. The members of a set have `+` between them."""
    if isinstance(param.type, SetType):
        element = param.type.element
        members = [each.strip() for each in word.split("+")] if word != "nothing" else []
        return frozenset(_thing(tracer, each, element, param.name) for each in members)
    return _thing(tracer, word, param.type, param.name)


def _thing(tracer: Tracer, word: str, type: Type, name: str) -> int:
    if isinstance(type, NumberType):
        if not re.fullmatch(r"-?[0-9]{1,12}", word):
            raise QuestionError(f"`{name}` is a number; found `{word}`")
        return int(word)
    things = things_of(tracer, type)
    if word not in things:
        raise QuestionError(f"`{name}` is {type}; found `{word}`", _known(word, things))
    return things[word]


def things_of(tracer: Tracer, type: Type) -> dict[str, int]:
    """The things of a type by id. A hidden piece can also be named by its face, if no other piece has it; a seat can name
    only pieces that it sees.
    """
    table = tracer.table
    match type:
        case YesNoType():
            return {"no": 0, "yes": 1}
        case PlayerType():
            return {**{seat: n for n, seat in enumerate(table.seats)}, "nobody": NOBODY}
        case MemberType(variety=variety):
            return {id: n for n, id in enumerate(table.game.varieties[variety].members)}
        case PieceType(kind=kind):
            return tracer.pieces_by_id(kind)
        case NumberType():
            return {}
        case SpaceType(kinds=kinds):
            return {space.id: n for n, space in enumerate(table.spaces) if space.kind in kinds}
        case ZoneType(places=places):
            return {
                table.places[n].id: n
                for zone in (table.zones[place] for place in places)
                for n in range(zone.first, zone.first + zone.count)
            }
        case SetType():
            raise AssertionError("a set is no member of another")


def _known(word: str, things: Iterable[str]) -> tuple[str, ...]:
    """What could be meant, or else what there is."""
    few = [f"`{id}`" for id in things][:_MOST_NAMED]
    return suggest_help(word, things) or ((f"for example {', '.join(few)}",) if few else ())
