"""Pieces that never reach the place where they would matter: neither setup nor a rule puts them there.

The check is about whole kinds. The checks by play look at single pieces.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.language.types import kinds_of
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import Uses, places_of, uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E618",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each kind of piece."""
    game, uses = subject.game, uses_of(subject)
    swapped = {kind for node, _ in uses.of(ir.Swap) for kind in kinds_of(node.first.type)}
    for kind in game.kinds.values():
        if kind.sides or kind.id in swapped or kind.id not in uses.mentioned:
            continue
        goals = uses.goals_of(kind.id)
        if kind.owner is not None and kind.owner != kind.home and kind.owner not in goals:
            so = "its rules never apply" if _has_clauses(game, kind) else "it never has an owner"
            yield finding(
                "E618",
                f"no {kind.id} ever reaches `{kind.owner}`, so {so}",
                kind.span,
                help="move it there, or change its `owner`",
            )
        elif not goals and (sought := _sought(kind, uses) & uses.filled()):
            where = ", ".join(f"`{id}`" for id in sorted(sought))
            yield finding(
                "E618",
                f"no {kind.id} ever leaves `{kind.home}`, but rules look for it in {where}",
                kind.span,
                help="move it there in setup or in play",
            )


def _sought(kind: ir.Kind, uses: Uses) -> set[str]:
    """Returns the places and kinds of spaces, except its home, where rules look for pieces of a kind."""
    types = [node.places.type for node, _ in uses.of(ir.PiecesAt) if node.kind == kind.id]
    return {id for type in types for id in places_of(type)} - {kind.home}


def _has_clauses(game: ir.Game, kind: ir.Kind) -> bool:
    """Whether its pieces have clauses that apply for their owner."""
    clauses = (*game.hooks, *game.modifiers)
    entries = [entry for offer in game.offers.values() for entry in offer.entries]
    return (
        any(each.definition is not None and each.definition[0] == kind.id for each in clauses)
        or any(each.definition is not None and each.definition[0] == kind.id for each in entries)
        or any(slot.offered_in for one in kind.definitions for slot in one.slots.values())
    )
