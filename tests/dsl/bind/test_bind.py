"""A game as a whole: what is wrong with it is explained, and scenarios are bound in it."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from random import Random

import pytest

from boardwright.dsl.bind.bind import (
    bind,
    bind_scenario_effect,
    bind_scenario_expression,
)
from boardwright.dsl.compose.compose import compose
from boardwright.dsl.declare.ruleset import declare
from boardwright.dsl.language.parser import parse_effect, parse_expression
from boardwright.dsl.language.types import (
    YES_NO,
    SetType,
    SpaceType,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.source.codes import CODES
from boardwright.dsl.source.diagnostics import Bag
from boardwright.validators.render import full
from bound_parts import CARD, TRAIT, bound, game_of, said, scalar
from folders import GOLDEN_FILES, TESTS
from golden import Golden
from ruleset_texts import documents_of
from town import TOWN

BAD = sorted((GOLDEN_FILES / "bind" / "bad").glob("*.yaml"))

SAMPLES = TESTS / "samples"


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_mistake_is_explained_as_the_golden_file_says(path: Path, golden: Golden) -> None:
    bag = Bag()
    assert bound(path.read_text(), bag) is None
    assert bag.failed
    golden(path.with_suffix(".expected"), full.render(bag.sorted()))


def test_every_code_of_this_stage_has_a_golden_case() -> None:
    several = (GOLDEN_FILES / "overlay" / "bad").glob("*.yaml")  # of more than one ruleset
    shown = "".join(path.with_suffix(".expected").read_text() for path in (*BAD, *several))
    assert [code for code in CODES if code[:2] in ("E4", "E5") and f"[{code}]" not in shown] == []


@pytest.mark.parametrize("seed", range(40))
def test_whatever_stands_there_is_bound_or_explained(seed: int) -> None:
    random = Random(seed)
    text = TOWN + CARD + TRAIT
    for _ in range(random.choice([1, 1, 2, 4])):
        words = list(re.finditer(r"\b[a-z_0-9]+\b", text))
        hit, other = random.choice(words), random.choice(words)
        text = text[: hit.start()] + other.group() + text[hit.end() :]
    bag = Bag()
    ruleset = declare(documents_of(text, bag), bag)
    composed = compose(ruleset, [], bag) if ruleset is not None and not bag.failed else None
    if composed is not None:
        assert (bind(composed, bag) is None) == bag.failed


def test_the_town_has_no_fault() -> None:
    game = game_of()
    assert game.id == "town"
    assert list(game.rules) == ["ride", "strike", "gain", "sell", "rest"]


def test_values_are_typed_by_those_they_read() -> None:
    text = "### part.yaml\npart: v\nvalues: {first: second, second: third, third: regions}\n"
    game = game_of(text)
    assert game.values["first"].type == SetType(SpaceType(("region",)))
    assert list(game.values)[-3:] == ["first", "second", "third"]


def test_a_rule_with_a_written_depth_may_call_itself() -> None:
    game = game_of(
        "### part.yaml\npart: v\nrules:\n  dig(number n): {deep: 3, effect: dig(n - 1)}\n"
    )
    assert game.rules["dig"].deep == 3


def test_variables_are_numbered_apart() -> None:
    game = game_of(CARD)
    seen: dict[int, ir.Var] = {}

    def walk(tree: object) -> None:
        if isinstance(tree, ir.Var):
            assert seen.setdefault(tree.id, tree) is tree
        elif isinstance(tree, tuple | list):
            for each in tree:
                walk(each)
        elif isinstance(tree, dict):
            walk(list(tree.values()))
        elif dataclasses.is_dataclass(tree) and type(tree).__module__.startswith(ir.__package__):
            for field in dataclasses.fields(tree):
                walk(getattr(tree, field.name))

    walk(game)
    assert len(seen) > 30


@pytest.mark.parametrize("name", ["rattus"])
def test_a_sample_ruleset_binds(name: str) -> None:
    bag = Bag()
    texts = [
        f"### {p.relative_to(SAMPLES)}\n{p.read_text()}"
        for p in sorted((SAMPLES / name).rglob("*.yaml"))
    ]
    documents = documents_of("".join(texts), bag)
    ruleset = declare(documents, bag)
    assert ruleset is not None
    composed = compose(ruleset, [], bag)
    assert composed is not None
    assert bind(composed, bag) is not None, full.render(bag.sorted())


def test_what_an_expansion_declares_says_so() -> None:
    bag = Bag()
    town = declare(documents_of(TOWN, bag), bag)
    assert town is not None
    more = declare(documents_of(MORE, bag), bag, [town])
    assert more is not None
    composed = compose(town, [more], bag)
    assert composed is not None, full.render(bag.sorted())
    game = bind(composed, bag)
    assert game is not None, full.render(bag.sorted())
    assert game.expansions == ("more",)
    assert {game.hooks[0].origin, game.modifiers[0].origin, game.rules["shout"].origin} == {"more"}
    assert [entry.id for entry in game.offers["actions"].entries] == ["walk", "call_out", "done"]


MORE = """### more.yaml
expansion: more
of: town
language: 2
rules: {shout: gain(2)}
modify: {reach: add 1}
after ride(region): shout()
offers: {actions: {add: {call_out: {effect: shout()}}}}
"""


def test_in_a_scenario_seats_are_players_and_faces_are_pieces() -> None:
    game, bag = game_of(CARD), Bag()
    effect = parse_effect(
        scalar(
            "place 2 of cubes of ann in south\nmove t01 to north\nset used of queen to yes\nset prestige of bob to 5"
        ),
        bag,
    )
    assert effect is not None
    rule = bind_scenario_effect(game, effect, ("ann", "bob"), bag)
    assert rule is not None, full.render(bag.sorted())
    assert [said(stmt) for stmt in rule.body] == [
        "MoveStock(stock=cube, member=0, amount=2, origin=ZonePlace(place=reserve, key=0), target=SpaceNamed(kind=region, id=south))",
        "MovePieces(kind=rat, pieces=ThePiece(kind=rat, id=t01), target=SpaceNamed(kind=region, id=north))",
        "SetNote(note=queen.used, key=ThePiece(kind=card, id=queen), value=1)",
        "SetNote(note=prestige, key=1, value=5)",
    ]


def test_conditions_of_scenarios_are_yes_or_no() -> None:
    game, bag = game_of(), Bag()
    good = parse_expression(scalar("cubes of ann in south = 3"), bag)
    bad = parse_expression(scalar("cubes of ann in south"), bag)
    assert good is not None and bad is not None
    value = bind_scenario_expression(game, good, ("ann", "bob"), bag)
    assert value is not None and value.type == YES_NO and not len(bag)
    assert bind_scenario_expression(game, bad, ("ann", "bob"), bag) is None
    assert [d.code for d in bag.sorted()] == ["E501"]
