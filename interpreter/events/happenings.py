"""What is told of by name: a rule, an entry of an offer, the effect of a piece or a hook, with what it is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from boardwright.dsl.language.types import PieceType, SetType, SpaceType, Type, word_for_nothing
from boardwright.dsl.rules import ir
from boardwright.interpreter.machine.meanings import MISSING, Doing, Mark
from boardwright.interpreter.play.position import value_reader
from boardwright.interpreter.play.views import Looker
from boardwright.interpreter.program.program import Program

Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Happens:
    """What begins at a mark. `piece` is the variable of the piece or space that it is an effect, entry or hook of; `routine` is
    what was called with the values. `spoken` are the names of those that a sentence of the ruleset tells.
    """

    program: Program
    does: Doing
    name: str
    routine: str
    params: tuple[ir.Var, ...]
    piece: ir.Var | None
    spoken: frozenset[str]

    def event(self, values: Sequence[int], looker: Looker | None = None) -> Event:
        """The event, if it is given these values; as the eyes of a seat see it, if there are any."""
        found: Event = {"event": "happened", self.does: self.name}
        if self.piece is not None:
            if not values or values[-1] == MISSING:
                return found
            told = self._piece(self.piece.type, values[-1], looker)
            if told is not None:
                found |= told
            return found
        arguments: Event = {}
        faces: Event = {}
        for param, value in zip(self.params, values[1:], strict=False):
            nothing = param.optional and value == word_for_nothing(param.type)
            if value == MISSING or nothing:
                continue
            if looker is not None and param.name not in self.spoken:
                continue  # it may follow from what the seat may not know
            if not isinstance(param.type, PieceType) or value < 0:
                known = self._value(param.type, value, looker)
                if known is not None:
                    arguments[param.name] = known
                continue
            told = self._piece(param.type, value, looker)
            if told is not None:
                arguments[param.name] = told["piece"][1]
                if "face" in told:
                    faces[param.name] = told["face"]
        if arguments:
            found["arguments"] = arguments
        if faces:
            found["faces"] = faces
        return found

    def _value(self, of: Type, value: int, looker: Looker | None) -> Any:
        """What is no piece; of a set of pieces those that the seat can point at."""
        if isinstance(of, SetType) and isinstance(of.element, PieceType):
            members = self.program.layout.members(of.element, value)
            told = [self._piece(of.element, member, looker) for member in members]
            return [each["piece"][1] for each in told if each is not None]
        return value_reader(self.program, of)(value)

    def _piece(self, of: Type, number: int, looker: Looker | None) -> Event | None:
        """A piece or space, by its handle; for a seat by its name, with the face that the seat sees."""
        if isinstance(of, SpaceType):
            space = self.program.table.spaces[number]
            return {"piece": [space.kind, space.id]}
        assert isinstance(of, PieceType)
        kind = of.kind
        id = self.program.table.pieces[kind][number].id
        if looker is None:
            return {"piece": [kind, id]}
        hidden = kind in self.program.layout.faces
        knows = looker.knows(kind, number)
        if hidden and knows:
            name = looker.name(kind, number)
            return {"piece": [kind, name], "face": looker.face(kind, number)}
        return {"piece": [kind, looker.name(kind, number)]} if looker.told(kind, number) else None


def find_happening(program: Program, mark: Mark) -> Happens:
    """What begins at a mark."""
    game = program.table.game
    params: tuple[ir.Var, ...] = ()
    piece: ir.Var | None = None
    name = mark.named
    match mark.does:
        case "rule":
            name = mark.named.removeprefix("rule:")
            params = game.rules[name].params
        case "slot":
            kind, definition, slot = mark.named.removeprefix("slot:").split(":")
            name = f"{definition}.{slot}"
            declared = next(
                each for each in game.definitions if (each.kind, each.id) == (kind, definition)
            )
            piece = declared.slots[slot].it
        case "hook":
            piece = next(hook.it for hook in game.hooks if hook.id == name)
        case "entry":
            entries = (entry for offer in game.offers.values() for entry in offer.entries)
            piece = next(
                (entry.it for entry in entries if entry.it and _named(entry) == name), None
            )
    sentences = game.sentences.get(name, {}) if mark.does == "rule" else {}
    said = (template for forms in sentences.values() for template in forms)
    spoken = frozenset(blank.name for template in said for blank in template.blanks)
    return Happens(program, mark.does, name, mark.named, params, piece, spoken)


def _named(entry: ir.OfferEntry) -> str:
    return f"{entry.definition[1]}.{entry.id}" if entry.definition is not None else ""


def find_spoken(program: Program) -> dict[str, tuple[str, ...]]:
    """The causes of events that a ruleset has sentences for, each with the names under which these are."""
    game, found = program.table.game, dict[str, tuple[str, ...]]()

    def add(cause: str, *keys: str) -> None:
        if any(key in game.sentences for key in keys):
            found[cause] = keys

    for rule in game.rules:
        add(rule, rule)
    for definition in game.definitions:
        for slot in definition.slots:
            name = f"{definition.id}.{slot}"
            add(name, name, f"{definition.kind}.{slot}")
    for offer in game.offers.values():
        for entry in offer.entries:
            of = offer.id if entry.definition is None else entry.definition[1]
            add(f"{of}.{entry.id}", f"{of}.{entry.id}")
    for hook in game.hooks:
        owner = hook.origin if hook.definition is None else hook.definition[1]
        add(hook.id, f"{owner}.{hook.rule}")
    return found


__all__ = ["Happens", "find_happening", "find_spoken"]
