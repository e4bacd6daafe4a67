"""Effects of pieces and spaces that are never offered or performed, and effects that no piece of a kind has.

If all its offers are never opened and are in the same ruleset, the findings are there instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boardwright.dsl.language.types import kinds_of
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import Uses, uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E608",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each effect of each piece."""
    game, uses = subject.game, uses_of(subject)
    opened = uses.opened()
    performed = set(_performed(uses))

    def is_hopeless(offers: Iterable[str], origin: str) -> bool:
        """Whether players never see it, and no offer of the same ruleset is to blame."""
        known = [game.offers[id] for id in offers]
        return not any(each.id in opened or each.origin == origin for each in known)

    for owner in game.owners:
        for one in owner.definitions:
            for slot in one.slots.values():
                key = (owner.id, slot.id)
                done = (*key, "") in performed or (*key, one.id) in performed
                if done or not is_hopeless(slot.offered_in, one.origin):
                    continue
                yield finding(
                    "E608",
                    f"`{slot.id}` of `{one.id}` is never offered or performed",
                    slot.span,
                    help="name an offer under `offered_in` that is opened, or write "
                    f"`perform {slot.id} of ...` in a rule",
                )
        for kind in owner.slots.values():
            if not any(kind.id in one.slots for one in owner.definitions):
                yield finding(
                    "E608",
                    f"no {owner.id} has an effect `{kind.id}`",
                    kind.span,
                    help="write it for one of them, or remove it from the kind",
                )
    yield from _entries(game, opened)


def _entries(game: ir.Game, opened: set[str]) -> Iterator[Diagnostic]:
    """Checks the entries of pieces; each may be in several offers."""
    offered: dict[tuple[str, str, str], list[tuple[ir.OfferEntry, ir.Offer]]] = {}
    for offer in game.offers.values():
        for entry in offer.entries:
            if entry.definition is not None:
                offered.setdefault((*entry.definition, entry.id), []).append((entry, offer))
    for shown in offered.values():
        entry = shown[0][0]
        if not any(offer.id in opened or offer.origin == entry.origin for _, offer in shown):
            yield finding(
                "E608",
                f"entry `{entry.id}` is only in offers that are never opened",
                entry.span,
                help="name an offer under `offered_in` that is opened",
            )


def _performed(uses: Uses) -> Iterator[tuple[str, str, str]]:
    """Yields the kind, the effect, and the piece if it is a single one."""
    for node, _ in uses.of(ir.Perform):
        match node.subject:
            case ir.ThePiece(kind=kind, id=id) | ir.SpaceNamed(kind=kind, id=id):
                yield kind, node.slot, id
            case ir.PieceOfPlayer(kind=kind, id=str(id)):
                yield kind, node.slot, id
            case other:
                for kind in kinds_of(other.type):
                    yield kind, node.slot, ""
