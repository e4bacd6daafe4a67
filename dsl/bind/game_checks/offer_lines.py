"""Checks that players, records and scenarios can tell the lines of an offer apart: `bow:juggler` is one of them."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Span


def check(game: ir.Game, bag: Bag) -> None:
    """Reports each second line of one name: of an effect and an entry of a piece, or of two kinds that share an id."""
    for offer in game.offers.values():
        first: dict[str, Span] = {}
        for line, span in _lines(game, offer):
            if line in first:
                errors.line_twice(bag, line, offer.id, span, first[line])
            first.setdefault(line, span)


def _lines(game: ir.Game, offer: ir.Offer) -> Iterator[tuple[str, Span]]:
    for kind, id, slot in offer.slots:
        of = game.kinds.get(kind) or game.spaces[kind]
        effect = next(each.slots[slot] for each in of.definitions if each.id == id)
        yield f"{slot}:{id}", effect.span
    for entry in offer.entries:
        if entry.definition is not None:
            yield f"{entry.id}:{entry.definition[1]}", entry.span
