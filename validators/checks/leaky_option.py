"""Options that tell a face which the chooser does not see.

Looked at are the conditions that decide what is offered, as far as it is certain where the pieces lie: in places that
nobody sees into, face down on the board, or in somebody else's hand. A text that shows pieces of the kind first is left
alone, and so is what an effect does afterwards: that is the matter of play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from boardwright.dsl import ir
from boardwright.dsl.diagnostics import Diagnostic
from boardwright.dsl.gathered import with_article
from boardwright.dsl.source import Span
from boardwright.dsl.types import PieceType, SetType, SpaceType
from boardwright.dsl.walk import nodes
from boardwright.validators.finding import finding
from boardwright.validators.subject import Profile, Subject
from boardwright.validators.uses import Text, owners, uses_of

CODES = ("E619",)
PROFILE = Profile.SHARED

# How a condition reads a face: what of it, of a piece of which kind, where that is said, and the piece.
_Read = tuple[str, str, Span, ir.Expr]


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each reading of a face."""
    game = subject.game
    if not any(kind.hidden for kind in game.kinds.values()):
        return
    faces = _Faces(game)
    for text, asker, selection, condition in _conditions(subject):
        shown = {
            kind for node in text.nodes if isinstance(node, ir.Look) for kind in _kinds(node.pieces)
        }
        sources = {
            node.var.id: node.source for node in nodes(condition) if isinstance(node, ir.Selection)
        }
        if selection is not None:
            sources[selection.var.id] = selection.source
        for what, kind, span, piece in faces.read_in(condition):
            if kind in shown:
                continue
            place = faces.hidden_where(piece, sources, asker, kind)
            if place is not None:
                yield finding(
                    "E619",
                    f"what is offered tells {what} of {with_article(kind)} that the chooser does not see",
                    span,
                    help="ask for what is open, or let the chooser look at it first",
                    notes=place,
                )


def _kinds(pieces: ir.Expr) -> tuple[str, ...]:
    type = pieces.type.element if isinstance(pieces.type, SetType) else pieces.type
    return (type.kind,) if isinstance(type, PieceType) else ()


def _conditions(
    subject: Subject,
) -> Iterator[tuple[Text, ir.Expr, ir.Selection | None, ir.Expr]]:
    """What decides on options: the text it stands in, who is asked, the options if it is about each, the condition."""
    uses = uses_of(subject)
    for node, text in uses.of(ir.Choose):
        one = node.selection
        extreme = None if one.extreme is None else one.extreme[1]
        for condition in (one.where, extreme):
            if condition is not None:
                yield text, node.asker, one, condition
    for menu, text in uses.of(ir.ChooseOne):
        for entry in menu.entries:
            if entry.condition is not None:
                yield text, menu.asker, None, entry.condition
    by_span = {text.span: text for text in uses.texts if text.sort in ("entry", "slot")}
    slots = (
        slot
        for owner in owners(subject.game)
        for one in owner.definitions
        for slot in one.slots.values()
        if slot.offered_in
    )
    every: list[ir.OfferEntry | ir.Slot] = [
        *(entry for offer in subject.game.offers.values() for entry in offer.entries),
        *slots,
    ]
    for offered in every:
        if offered.when is not None and offered.span in by_span:
            me = ir.Local(var=offered.me, type=offered.me.type, span=offered.span)
            yield by_span[offered.span], me, None, offered.when


@dataclass(slots=True)
class _Faces:
    """Where faces are read, and where they are hidden."""

    game: ir.Game
    _by_value: dict[str, tuple[tuple[int, str, str], ...]] = field(default_factory=dict)

    def read_in(self, tree: object) -> Iterator[_Read]:
        """Every reading of a face, also by values that are asked."""
        for node in nodes(tree):
            match node:
                case ir.AttributeRead() | ir.MembersOf():
                    for kind in _kinds(node.subject):
                        hidden = self.game.kinds[kind].hidden
                        if hidden and node.attribute not in self.game.kinds[kind].back:
                            yield f"`{node.attribute}`", kind, node.span, node.subject
                case ir.FaceOf():
                    for kind in _kinds(node.piece):
                        if self.game.kinds[kind].hidden:
                            yield "the face", kind, node.span, node.piece
                case ir.ValueCall():
                    for at, what, kind in self.read_by(node.value):
                        yield what, kind, node.span, node.arguments[at]

    def read_by(self, value: str) -> tuple[tuple[int, str, str], ...]:
        """Of which of its parameters a value reads the face: their numbers, and what it reads."""
        if value not in self._by_value:
            self._by_value[value] = ()  # in case it comes round to itself
            declared = self.game.values[value]
            numbers = {var.id: at for at, var in enumerate(declared.params)}
            self._by_value[value] = tuple(
                (numbers[piece.var.id], what, kind)
                for what, kind, _, piece in self.read_in(declared.base)
                if isinstance(piece, ir.Local) and piece.var.id in numbers
            )
        return self._by_value[value]

    def hidden_where(
        self, piece: ir.Expr, sources: dict[int, ir.Expr], asker: ir.Expr, kind: str
    ) -> str | None:
        """Why a player does not see a piece, if that is certain."""
        match piece:
            case ir.Local(var=var) if var.id in sources:
                return self.hidden_in(sources[var.id], asker, kind)
            case ir.TopOf(place=place):
                return self.hidden_at(place, asker, kind)
            case _:
                return None

    def hidden_in(self, things: ir.Expr, asker: ir.Expr, kind: str) -> str | None:
        match things:
            case ir.PiecesAt(places=places):
                return self.hidden_at(places, asker, kind)
            case ir.Those(selection=selection):
                return self.hidden_in(selection.source, asker, kind)
            case ir.Without(left=left):
                return self.hidden_in(left, asker, kind)
            case ir.Union(left=left, right=right):
                return self.hidden_in(left, asker, kind) or self.hidden_in(right, asker, kind)
            case _:
                return None

    def hidden_at(self, place: ir.Expr, asker: ir.Expr, kind: str) -> str | None:
        if isinstance(place, ir.ZonePlace):
            declared = self.game.places[place.place]
            if declared.visible_when is not None:
                return None
            if declared.visible_to == "nobody":
                return f"nobody sees the faces in `{declared.id}`"
            if declared.visible_to == "owner" and declared.per == "player":
                if _is_beside(place.key, asker) or _is_beside(asker, place.key):
                    return f"only its owner sees the faces in `{declared.id}`"
                if place.key is None:
                    return f"only their owners see the faces in each `{declared.id}`"
            return None
        type = place.type.element if isinstance(place.type, SetType) else place.type
        if isinstance(type, SpaceType):
            if all(kind in self.game.spaces[one].hides for one in type.kinds):
                return f"{with_article(kind)} lies face down there"
        return None


def _is_beside(one: ir.Expr | None, other: ir.Expr | None) -> bool:
    """Whether a player is written as the neighbour of another, and so is somebody else."""
    return isinstance(one, ir.NextSeat) and one.player == other
