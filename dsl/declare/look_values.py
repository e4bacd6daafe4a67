"""Lists what the looks of a ruleset name: for whoever must open the files, or offer a list of symbols."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.looks import LookValue


def look_values(ruleset: Ruleset) -> Iterator[LookValue]:
    """Every colour, symbol and file in the looks of one layer, also in what it replaces."""
    for _, look in ruleset.looks:
        yield from _values(look)
    for variety in ruleset.varieties:
        for member in variety.members:
            yield from _values(member.look)
    for stock in ruleset.stocks:
        for member in stock.members:
            yield from _values(member.look)
    for each in ruleset.kinds:
        yield from _values(each.look)
    for stock in ruleset.stocks:
        yield from _values(stock.look)
    for space in ruleset.spaces:
        yield from _values(space.look)
    for place in ruleset.places:
        yield from _values(place.look)
    for definition in ruleset.definitions:
        yield from _values(definition.look)
    if ruleset.replacing is not None:
        yield from look_values(ruleset.replacing)
    for fragment in ruleset.fragments:
        yield from look_values(fragment.declared)
        if fragment.replacing is not None:
            yield from look_values(fragment.replacing)


def _values(part: object) -> Iterator[LookValue]:
    if isinstance(part, LookValue):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from _values(each)
    elif is_dataclass(part):
        for each in fields(part):
            yield from _values(getattr(part, each.name))
