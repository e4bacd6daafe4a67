"""Messages about rules that are only supposed: `... after play(c)`."""

from __future__ import annotations

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Bag, Label
from boardwright.dsl.source.places import Span


def unforeseeable(bag: Bag, rule: str, span: Span, node: ir.Node, why: str) -> None:
    """A rule that asks somebody, leaves something to chance, or ends the game."""
    bag.error(
        "E528",
        f"what is so after `{rule}` cannot be known, because it {why}",
        span,
        others=[Label(node.span, "here")],
        help="move what is certain to a rule of its own, and ask what is so after that",
    )


def supposed_too_deep(bag: Bag, span: Span, most: int) -> None:
    """Rules that are supposed while others are, or a rule in which this is asked itself."""
    bag.error(
        "E528",
        "what is so after this rule depends on what is so after others, or after itself",
        span,
        notes=f"at most {most} rules can be supposed inside each other",
        help="ask in the rule only what is so now",
    )
