"""A ruleset in a text, read, declared, composed and bound: what the tests of playing begin with."""

from __future__ import annotations

from boardwright.dsl.bind.bind import bind
from boardwright.dsl.compose.compose import compose
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.ruleset import declare
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Bag
from ruleset_texts import documents_of


def game_of(text: str, *expansions: str) -> ir.Game:
    """The bound game of a text, with the expansions in theirs. Raises `RulesetError` after a mistake."""
    bag = Bag()
    declared: list[Ruleset] = []
    for one in (text, *expansions):
        ruleset = declare(documents_of(one, bag), bag, tuple(declared))
        bag.raise_if_failed()
        assert ruleset is not None
        declared.append(ruleset)
    composed = compose(declared[0], declared[1:], bag)
    bag.raise_if_failed()
    assert composed is not None
    game = bind(composed, bag)
    bag.raise_if_failed()
    assert game is not None
    return game
