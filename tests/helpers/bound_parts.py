"""Parts of the town, bound: what the tests of binding look at."""

from __future__ import annotations

import dataclasses

from boardwright.dsl.bind.bind import bind
from boardwright.dsl.compose.compose import compose
from boardwright.dsl.declare.ruleset import declare, manifest_of
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Mapping, Scalar, read
from boardwright.validators.render import full
from ruleset_texts import documents_of
from town import TOWN


def bound(text: str, bag: Bag) -> ir.Game | None:
    """The game of a text, on top of the town unless it has a manifest."""
    documents = documents_of(text, bag)
    if manifest_of(documents) is None:
        documents = [*documents_of(TOWN, bag), *documents]
    ruleset = declare(documents, bag)
    composed = compose(ruleset, [], bag) if ruleset is not None else None
    assert composed is not None and not len(bag), full.render(bag.sorted())
    return bind(composed, bag)


def game_of(text: str = "") -> ir.Game:
    bag = Bag()
    game = bound(text, bag)
    assert game is not None and not len(bag), full.render(bag.sorted())
    return game


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.strip("\n").split("\n"))


def body_of(effect: str, head: str = "tried", more: str = "") -> ir.Body:
    """The body of a rule with this effect."""
    game = game_of(f"### part.yaml\npart: tried\nrules:\n  {head}: |\n{indented(effect)}{more}")
    return game.rules[head.split("(")[0]].body


def scalar(text: str) -> Scalar:
    bag = Bag()
    lines = "".join(f"  {line}\n" for line in text.split("\n"))
    node = read(Source("scene.yaml", f"key: |\n{lines}"), bag)
    assert isinstance(node, Mapping) and not len(bag)
    found = node.get("key")
    assert isinstance(found, Scalar)
    return found


def said(tree: object) -> str:
    """A bound tree in brief: what it is made of, without spans and types."""
    match tree:
        case ir.Const(value=value):
            return str(value)
        case ir.Local(var=var):
            return var.name
        case tuple():
            return f"[{', '.join(said(each) for each in tree)}]"
        case ir.Node():
            parts = [
                f"{field.name}={said(getattr(tree, field.name))}"
                for field in dataclasses.fields(tree)
                if field.name not in ("span", "type", "me", "asker", "site")
                and getattr(tree, field.name) not in (None, False, ())
            ]
            return f"{type(tree).__name__}({', '.join(parts)})"
        case ir.Var(name=name):
            return name
        case _:
            return str(tree)


CARD = """### cards/queen.yaml
card: queen
trade: smith
worth: 2
notes: {used: {is: yes_no, lasts: turn}, paid: {is: number, per: player}}
values: {queen_most: 3}
tables: {step: {1: 1, 2: 2}}
places: {chest: {holds: [coin]}}
rules:
  greet(player p): gain(queen_most)
modify:
  reach: at least 2
  crowd(region r): add 1 when used of it and r is region of pawn
  goals: also south
  queen_most: at most 2 when phase is turns
ability: |
  may greet_them:
    greet(me)
    set used of it to yes
    move 1 coins from chest of it to purse of me
bonus: {when: worth of it > 1, limit: twice a round, effect: gain(step(2))}
entries:
  bow: {offered_in: [actions], effect: gain(1)}
before ride(region goal_region): |
  may greet_them:
    add 1 to paid of me
instead of strike(token) by others when leader is me: |
  original
"""

TRAIT = """### traits.yaml
part: traits
traits:
  holder:
    places: {tray: {holds: [good]}}
    notes: {full: yes_no}
    entries:
      lay: {offered_in: [actions], effect: move 1 of goods of fish from store of me to tray of it}
    before rest: |
      move goods in tray of it to box
### cards/duke.yaml
card: duke
trade: smith
traits: [holder]
### cards/earl.yaml
card: earl
trade: smith
traits: [holder]
### more.yaml
part: more
values: {laid(card c): goods of fish in tray of c}
"""
