"""Kinds of pieces and spaces that no rule mentions, stocks that are never moved, and traits that no piece has."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E617",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each of them."""
    game, uses = subject.game, uses_of(subject)
    mentioned = uses.mentioned
    for owner in game.owners:
        if owner.id in mentioned or uses.is_tried(owner.id) or uses.is_tried(owner.plural):
            continue
        what = "pieces" if isinstance(owner, ir.Kind) else "spaces"
        yield finding(
            "E617",
            f"no rule mentions the {what} `{owner.id}`",
            owner.span,
            help="use it in a rule, or remove it",
        )
    moved = {node.stock for node, _ in uses.of(ir.MoveStock)}
    for stock in game.stocks.values():
        if stock.id in moved or uses.is_tried(stock.id) or uses.is_tried(stock.plural):
            continue
        yield finding(
            "E617",
            f"stock `{stock.id}` is never moved",
            stock.span,
            help="`move`, `take` or `place` it somewhere, or remove it",
        )
    had = {name.id for each in subject.declared.definitions for name in each.traits}
    for trait in subject.declared.traits:
        if trait.id not in had:
            yield finding(
                "E617",
                f"no piece or space has the trait `{trait.id}`",
                trait.span,
                help=f"write `traits: [{trait.id}]` in the file of a piece, or remove it",
            )
