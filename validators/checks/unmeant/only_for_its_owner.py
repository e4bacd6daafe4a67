"""Changes of a card that are about its owner's things, and do not apply when another player asks.

A card's changes apply for its owner only, unless they say `by others` or `by anyone`. So a card that protects what its owner
has protects nothing in the turns of others. There is no finding for changes that say `by me`, that do not depend on
something of the owner's, or that no other player asks for while the card is in force.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import conjuncts, nodes
from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.dsl.source.places import Span
from boardwright.validators.reasoning.askers import Askers, Who
from boardwright.validators.reasoning.survey import survey
from boardwright.validators.subject.findings import finding, own_name
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E648",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each change."""
    game = subject.game
    unsaid = {
        change.span
        for decl in subject.declared.modifiers
        if decl.head.by is None
        for change in decl.changes
    }
    askers: Askers | None = None
    told = set()
    for each in game.modifiers:
        if each.span not in unsaid or each.span in told or each.definition is None:
            continue
        about = set(_about_the_owner(each))
        if not about:
            continue
        askers = askers or Askers(survey(subject))
        site = _asked_by_another(askers, game.in_force_of(*each.definition), each.value, about)
        if site is None:
            continue
        told.add(each.span)
        name = own_name(each.value)
        yield finding(
            "E648",
            f"this does not apply when another player uses `{name}`",
            each.span,
            others=[Label(site, "other players use it here")],
            help=f"write `{name} by anyone`, or `{name} by me` if it is for the owner only",
            notes="a card's changes apply for its owner only, unless they say for whom",
        )


def _about_the_owner(modifier: ir.Modifier) -> Iterator[int]:
    """Yields the positions of the parameters that the condition compares with something of the owner's, or of the card's."""
    own = {modifier.me.id, *(() if modifier.it is None else (modifier.it.id,))}
    positions = {param.id: n for n, param in enumerate(modifier.params)}

    def compared(asked: ir.Expr, other: ir.Expr) -> Iterator[int]:
        inner = asked.subject if isinstance(asked, ir.OwnerOf) else asked
        if isinstance(inner, ir.Local) and inner.var.id in positions:
            if any(isinstance(node, ir.Local) and node.var.id in own for node in nodes(other)):
                yield positions[inner.var.id]

    for part in conjuncts(modifier.when):
        match part:
            case ir.Same(left=left, right=right):
                yield from compared(left, right)
                yield from compared(right, left)
            case ir.Member(element=element, members=members):
                yield from compared(element, members)
            case _:
                pass


def _asked_by_another(
    askers: Askers,
    force: ir.Definition | ir.Kind | ir.SpaceKind,
    value: str,
    about: set[int],
) -> Span | None:
    """Returns a place where a player other than the owner asks while a card is in force; None if no such place is known.
    Players who ask about themselves are the owner, if the question is about the owner's things.
    """
    others = _others(force)
    for span, (call, who) in askers.sites.get(value, {}).items():
        if who & others and not any(askers.is_asker(call, call.arguments[n]) for n in about):
            return span
    return None


def _others(force: ir.Definition | ir.Kind | ir.SpaceKind) -> frozenset[Who]:
    """Returns who may act while a card is in force without being its owner."""
    match force.in_force:
        case None | ir.Const(value=1):
            return frozenset({Who.ACTIVE, Who.OTHER, Who.APART})
        case ir.Same(left=left, right=right):
            sides = {type(left), type(right)}
            notes = [each for each in (left, right) if isinstance(each, ir.NoteRead)]
            if sides == {ir.OwnerOf, ir.NoteRead} and notes[0].note == "active_player":
                return frozenset({Who.OTHER})  # the owner is the active player
        case _:
            pass  # nothing is known of any player
    return frozenset()
