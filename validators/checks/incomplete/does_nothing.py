"""Cards and other pieces that do nothing, in a kind whose pieces do something.

An effect that is only `nothing` is unfinished. A piece without any clause may exist for what is printed on it: in some games
some cards have effects and others only a value. It is reported if it has a text, which says what it does, or if it has no
number and is an exception.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.language.types import FACE, NUMBER, MemberType
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E638",)
PROFILE = Profile.PUBLISHED

# How many others must do something, for each that does nothing.
_USUAL = 3

Clause = tuple[str, str]


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each piece or space."""
    busy = set(_with_clauses(subject)) | set(_named(subject))
    texts = {(one.kind.id, one.id) for one in subject.declared.definitions if one.rules_text}
    for owner in subject.game.owners:
        if not owner.slots:
            continue
        idle = [one for one in owner.definitions if _is_idle(one, busy)]
        active = len(owner.definitions) - len(idle)
        blank = [one for one in idle if not _has_a_number(one, owner)]
        for one in idle:
            begun = next(iter(one.slots.values()), None)
            promised = begun is not None or (one.kind, one.id) in texts
            exception = one in blank and active >= _USUAL * len(blank)
            if active >= 1 and (promised or exception):
                yield finding(
                    "E638",
                    f"`{one.id}` does nothing",
                    one.span if begun is None else begun.span,
                    notes=f"other {owner.plural} do something",
                    help=f"write what it does under `{next(iter(owner.slots))}`; "
                    "or, if this is intended, say why: `# allow E638: ...`",
                )


def _has_a_number(one: ir.Definition, of: ir.Kind | ir.SpaceKind) -> bool:
    return any(of.attributes[id].type == NUMBER and value for id, value in one.attributes.items())


def _is_idle(one: ir.Definition, busy: set[Clause]) -> bool:
    return (one.kind, one.id) not in busy and not any(slot.body for slot in one.slots.values())


def _with_clauses(subject: Subject) -> Iterator[Clause]:
    """Yields the pieces and spaces with clauses of their own, besides the effects of their kind."""
    of = subject.declared
    for clauses in (of.modifiers, of.hooks, of.rules, of.values, of.notes, of.tables, of.places):
        for each in clauses:
            if each.definition is not None:
                yield each.definition
    for one in of.definitions:
        if one.entries:
            yield one.kind.id, one.id


def _named(subject: Subject) -> Iterator[Clause]:
    """Yields the pieces and spaces that a rule names: that rule says what they do."""
    uses = uses_of(subject)
    for node, _ in uses.of(ir.ThePiece):
        yield node.kind, node.id
    for space, _ in uses.of(ir.SpaceNamed):
        yield space.kind, space.id
    for piece, _ in uses.of(ir.PieceOfPlayer):
        if piece.id is not None:
            yield piece.kind, piece.id
    for face, _ in uses.of(ir.Const):
        if isinstance(face.type, MemberType) and face.type.variety.startswith(FACE):
            members = tuple(subject.game.varieties[face.type.variety].members)
            if 0 <= face.value < len(members):
                yield face.type.variety.removeprefix(FACE), members[face.value]
