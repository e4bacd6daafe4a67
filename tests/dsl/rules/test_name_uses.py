"""What `bind` says of names: something of every name that is written, and what it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

import pytest

from boardwright.dsl.bind.bind import SceneBinder, bind
from boardwright.dsl.compose.compose import compose
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.ruleset import declare
from boardwright.dsl.language.parser import parse_effect
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.language.words import LIFETIMES, PLAIN_TYPES
from boardwright.dsl.rules.name_uses import Uses
from boardwright.dsl.rules.symbols import Thing
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.yaml_tree import Scalar, read
from boardwright.files.locate_ruleset import shipped
from boardwright.files.read import read_folder
from boardwright.lsp.declared import references, sites
from bound_texts import game_of
from ruleset_texts import documents_of
from town import TOWN


def ruleset(id: str, known: tuple[Ruleset, ...] = ()) -> Ruleset:
    bag = Bag()
    files = [(each, read(each, bag)) for each in read_folder(shipped()[id], bag)]
    declared = declare([(s, node) for s, node in files if node is not None], bag, known)
    assert declared is not None
    assert not bag.failed
    return declared


def written(tree: object) -> Iterator[Name]:
    """Every name that is written, in declarations and texts."""
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Name):
            yield one
        elif isinstance(one, tuple | list):
            waiting.extend(one)
        elif isinstance(one, Mapping):
            waiting.extend(one.values())
        elif is_dataclass(one) and not isinstance(one, Span):
            # `given` are keys, which are no names.
            waiting.extend(getattr(one, f.name) for f in fields(one) if f.name != "given")


@pytest.mark.parametrize(("game", "expansions"), [("rattus", ("mercatus",)), ("notre_dame", ())])
def test_something_is_said_of_every_name(game: str, expansions: tuple[str, ...]) -> None:
    layers = [ruleset(game)]
    for id in expansions:
        layers.append(ruleset(id, tuple(layers)))
    composed = compose(layers[0], layers[1:], Bag())
    assert composed is not None
    uses = Uses()
    assert bind(composed, Bag(), uses) is not None
    told = {*uses.things, *(site.span for site in sites(layers))}
    told |= {span for span, _, _ in references(layers)}
    plain = {*PLAIN_TYPES, *LIFETIMES, "yes", "no"}
    # What an expansion replaces is not bound, but it may be named beside what is.
    told |= {name.span for layer in layers[1:] for name in written(layer.replacing)}
    silent = [
        (name.id, name.span.source.name, name.span.row)
        for name in written(composed)
        if name.span not in told and name.id not in plain and not name.id.lstrip("-").isdigit()
    ]
    assert silent == []
    assert len(uses.things) > 500


def told_of(texts: str) -> dict[str, list[str]]:
    """What is said of the names of the rule `try_it`, in words."""
    bag, uses = Bag(), Uses()
    declared = declare(documents_of(texts, bag), bag)
    assert declared is not None
    composed = compose(declared, [], bag)
    assert composed is not None
    bind(composed, bag, uses)
    found: dict[str, list[str]] = {}
    for span, things in sorted(uses.things.items(), key=lambda each: each[0].start):
        if span.source.name == "try.yaml":
            found.setdefault(span.text, []).extend(str(thing) for thing in things)
    return found


def test_names_are_told_apart_as_they_are_bound() -> None:
    effect = "let north be 2\n    set marked to marked plus south\n    add north to prestige of me"
    assert told_of(f"{TOWN}### try.yaml\npart: x\nrules:\n  try_it: |\n    {effect}\n") == {
        "north": ["a local name", "a local name"],
        "marked": ["a note", "a note"],
        "south": ["a region"],
        "prestige": ["a note per player"],
    }


def test_what_stands_for_several_things_is_said_of_all() -> None:
    text = (
        "part: x\nspaces: {meadow: {attributes: {price: number}}, wood: {attributes: {price: number}}}\n"
        "board: {meadow: {green: {price: 1}}, wood: {dark: {price: 2}}}\n"
        "values:\n  cost(meadow or wood spot): price of spot\n"
    )
    assert told_of(f"{TOWN}### try.yaml\n{text}")["price"] == [
        "an attribute of meadow",
        "an attribute of wood",
        "an attribute of meadow",
        "an attribute of wood",
    ]


def test_after_a_mistake_the_rest_is_said() -> None:
    text = "part: x\nrules:\n  try_it: |\n    move pawn to nowhere\n    take 1 coins\n"
    assert told_of(f"{TOWN}### try.yaml\n{text}") == {
        "pawn": ["a pawn"],
        "coins": ["a stock"],
    }


def test_a_parameter_without_a_type_is_a_name_and_its_type() -> None:
    text = "part: x\nrules:\n  try_it(region): |\n    move pawn to region\n"
    assert told_of(f"{TOWN}### try.yaml\n{text}")["region"] == [
        "a kind of space",
        "a local name",
        "a local name",
    ]


def test_in_scenarios_too() -> None:
    bag, uses, game = Bag(), Uses(), game_of(TOWN)
    source = Source("scene", "move king to tableau of red")
    scalar = Scalar(source.text, source.span(0, len(source.text)))
    effect = parse_effect(scalar, bag)
    assert effect is not None
    SceneBinder(game, ("red", "blue"), uses=uses).effect(effect, bag)
    said = {span.text: things for span, things in uses.things.items()}
    assert said["king"] == (Thing("piece", "king", said["king"][0].span, owner="card"),)
    assert said["king"][0].span.text == "king"
    assert str(said["red"][0]) == "a player"
