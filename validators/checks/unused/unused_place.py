"""Places that are never used, and places that are always empty.

`unplaced_piece` reports places that give a piece its owner, if the piece never reaches them.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding, own_name
from boardwright.validators.subject.rule_uses import Uses, uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E611",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each place."""
    game, uses = subject.game, uses_of(subject)
    homes = {kind.home for kind in game.kinds.values()}
    homes |= {stock.home for stock in game.stocks.values()}
    used = homes | _named(game, uses)
    owned = {kind.owner for kind in game.kinds.values()}
    filled = homes | owned | uses.filled()
    for place in game.places.values():
        name = own_name(place.id)
        if uses.is_tried(place.id):
            continue
        if place.id not in used:
            yield finding(
                "E611",
                f"place `{name}` is never used",
                place.span,
                help="move something there, or remove it",
            )
        elif place.id not in filled:
            yield finding(
                "E611",
                f"nothing ever reaches the place `{name}`",
                place.span,
                help=f"write `move ... to {name}`, or make it the `home` of something",
            )


def _named(game: ir.Game, uses: Uses) -> set[str]:
    named = {node.place for node, _ in uses.of(ir.ZonePlace)}
    named |= {node.place for node, _ in uses.of(ir.PassOn)}
    named |= {stock.kept for stock in game.stocks.values() if stock.kept is not None}
    return named | {kind.owner for kind in game.kinds.values() if kind.owner is not None}
