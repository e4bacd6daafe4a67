"""Options that reveal a face, a note or an amount which the chooser does not see.

The check looks at what decides on the options (conditions, sets and numbers), if it is certain where the pieces lie: in
places that no player sees, face down on the board, or in another player's hand. It ignores texts that first show pieces of
the kind, and what an effect does afterwards: the checks by play find that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from boardwright.dsl.language.types import with_article
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.dsl.source.places import Span
from boardwright.validators.reasoning.facts import kinds_meant
from boardwright.validators.reasoning.unseen_places import Unseen, others_in
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import Text, uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E619",)
PROFILE = Profile.SHARED

# How a condition reads a face: which part of it, the kind of the piece, the place in the rules, and the piece.
_Read = tuple[str, str, Span, ir.Expr]


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each reading of a face, a note or an amount."""
    game = subject.game
    faces = _Faces(game)
    for text, asker, selection, condition in _conditions(subject):
        shown = {
            kind
            for node in text.nodes
            if isinstance(node, ir.Look)
            for kind in kinds_meant(node.pieces)
        }
        unseen = Unseen(game, others_in(text.nodes))
        yield from _secret_notes(unseen, asker, condition)
        yield from _secret_amounts(unseen, asker, condition)
        sources = {
            node.var.id: node.source for node in nodes(condition) if isinstance(node, ir.Selection)
        }
        if selection is not None:
            sources[selection.var.id] = selection.source
        for what, kind, span, piece in faces.read_in(condition):
            if kind in shown:
                continue
            place = _hidden_where(unseen, piece, sources, asker, kind)
            if place is not None:
                yield finding(
                    "E619",
                    f"the options reveal {what} of {with_article(kind)} that the chooser does not see",
                    span,
                    help="use what the chooser sees, or let the chooser look first",
                    notes=place,
                )


def _secret_notes(unseen: Unseen, asker: ir.Expr, condition: ir.Expr) -> Iterator[Diagnostic]:
    """Yields a finding for each note in a condition that the chooser surely does not see."""
    for read in nodes(condition):
        why = unseen.note(read, asker) if isinstance(read, ir.NoteRead) else None
        if isinstance(read, ir.NoteRead) and why is not None:
            yield finding(
                "E619",
                f"the options reveal the note `{read.note}`, which the chooser does not see",
                read.span,
                help="use what the chooser sees",
                notes=why,
            )


def _secret_amounts(unseen: Unseen, asker: ir.Expr, condition: ir.Expr) -> Iterator[Diagnostic]:
    """Yields a finding for each amount in a condition that the chooser surely does not see."""
    for read in nodes(condition):
        if isinstance(read, ir.Amount):
            why = unseen.at(read.places, asker, read.stock, f"how much {read.stock} is")
            if why is not None:
                yield finding(
                    "E619",
                    f"the options reveal how much {read.stock} there is, which the chooser does not see",
                    read.span,
                    help="use what the chooser sees",
                    notes=why,
                )


def _conditions(
    subject: Subject,
) -> Iterator[tuple[Text, ir.Expr, ir.Selection | None, ir.Expr]]:
    """Yields what decides on options: its text, who is asked, the selection if it is about each option, the condition."""
    uses = uses_of(subject)
    for node, text in uses.of(ir.Choose):
        one = node.selection
        extreme = None if one.extreme is None else one.extreme[1]
        order = None if one.rising is None or one.cut is None else one.rising[1]
        for condition in (one.where, extreme, order):
            if condition is not None:
                yield text, node.asker, one, condition
        # The set to choose from, and the number to choose, may depend on faces too.
        for expr in (one.source, one.cut, node.amount):
            if expr is not None:
                yield text, node.asker, None, expr
    for menu, text in uses.of(ir.ChooseOne):
        for entry in menu.entries:
            if entry.condition is not None:
                yield text, menu.asker, None, entry.condition
    by_span = {text.span: text for text in uses.texts if text.sort in ("entry", "slot")}
    slots = (
        slot
        for owner in subject.game.owners
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
    """Finds where faces are read, and where they are hidden."""

    game: ir.Game
    _by_value: dict[str, tuple[tuple[int, str, str], ...]] = field(default_factory=dict)

    def read_in(self, tree: object) -> Iterator[_Read]:
        """Yields every reading of a face, also by values that are used."""
        for node in nodes(tree):
            match node:
                case ir.AttributeRead() | ir.MembersOf():
                    for kind in kinds_meant(node.subject):
                        hidden = self.game.kinds[kind].hidden
                        if hidden and node.attribute not in self.game.kinds[kind].back:
                            yield f"`{node.attribute}`", kind, node.span, node.subject
                case ir.FaceOf():
                    for kind in kinds_meant(node.piece):
                        if self.game.kinds[kind].hidden:
                            yield "the face", kind, node.span, node.piece
                case ir.ValueCall():
                    for at, what, kind in self.read_by(node.value):
                        yield what, kind, node.span, node.arguments[at]
                case _:
                    pass  # reads no face

    def read_by(self, value: str) -> tuple[tuple[int, str, str], ...]:
        """Returns the parameters whose face a value reads: their numbers, and what it reads."""
        if value not in self._by_value:
            self._by_value[value] = ()  # in case the value uses itself
            declared = self.game.values[value]
            numbers = {var.id: at for at, var in enumerate(declared.params)}
            self._by_value[value] = tuple(
                (numbers[piece.var.id], what, kind)
                for what, kind, _, piece in self.read_in(declared.base)
                if isinstance(piece, ir.Local) and piece.var.id in numbers
            )
        return self._by_value[value]


def _hidden_where(
    unseen: Unseen, piece: ir.Expr, sources: Mapping[int, ir.Expr], asker: ir.Expr, kind: str
) -> str | None:
    """Says why a player does not see a piece, if that is certain."""
    match piece:
        case ir.Local(var=var) if var.id in sources:
            return unseen.among(sources[var.id], asker, kind)
        case ir.TopOf(place=place):
            return unseen.at(place, asker, kind)
        case _:
            return None
