from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.dsl.declare.scenario_file import read_scenario, read_scenarios
from boardwright.dsl.declare.scenarios import Asked, Expect, Offered, Over, Picks, ScenarioDecl
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.source.diagnostics import Bag
from boardwright.validators.render import full
from folders import GOLDEN_FILES
from golden import Golden
from ruleset_texts import documents_of

BAD = sorted((GOLDEN_FILES / "scenario" / "bad").glob("*.yaml"))


def scenario(text: str) -> ScenarioDecl:
    bag = Bag()
    ((source, node),) = documents_of(text, bag)
    found = read_scenario(source, node, bag)
    assert found is not None and not len(bag), full.render(bag.sorted())
    return found


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_mistake_is_explained_as_the_golden_file_says(path: Path, golden: Golden) -> None:
    bag = Bag()
    ((source, node),) = documents_of(path.read_text(), bag)
    assert not len(bag)
    assert read_scenario(source, node, bag) is None
    golden(path.with_suffix(".expected"), full.render(bag.sorted()))


def test_a_scenario_says_where_it_begins_what_happens_and_what_must_hold() -> None:
    found = scenario(
        """scenario: a_tie_costs_both_a_cube
ref: RAT-25
text: Some words.
players: [red, blue]
options: {phase_order: strict, rounds: 3, cards: [king, pope]}
with: [mercatus]
seed: 7
given: |
  move t01 to gallia
from: turns
turn: red
chance: {unmask.token: [t01, t02], die.roll: 6}
steps:
  - red: take_card
  - blue: [place_cubes, gallia, 3, ability:king]
  - offered: [a, b]
  - offered: {includes: [a], excludes: c}
  - asked: red
  - expect: [1 = 1, 2 = 2]
  - over: no
expect: 3 = 3
ranks: {red: 1, blue: 2}
error: E612
"""
    )
    assert found.id == "a_tie_costs_both_a_cube" and found.refs == ("RAT-25",)
    assert found.text == {"en": "Some words."}
    assert [seat.id for seat in found.seats] == ["red", "blue"]
    *single, (name, listed) = found.options
    assert [(name.id, value.id) for name, value in single if isinstance(value, Name)] == [
        ("phase_order", "strict"),
        ("rounds", "3"),
    ]
    assert name.id == "cards" and isinstance(listed, tuple)
    assert [value.id for value in listed] == ["king", "pope"]
    assert [name.id for name in found.expansions] == ["mercatus"] and found.seed == 7
    assert found.given is not None and found.run is None
    assert found.start is not None and found.start.id == "turns"
    assert found.turn is not None and found.turn.id == "red"
    unmask, roll = found.chance
    assert (unmask.rule, unmask.name, [name.id for name in unmask.results]) == (
        "unmask",
        "token",
        ["t01", "t02"],
    )
    assert [name.id for name in roll.results] == ["6"]
    one, many, exactly, some, asked, first, second, over, last = found.steps
    assert isinstance(one, Picks) and [name.id for name in one.options] == ["take_card"]
    assert isinstance(many, Picks) and many.player.id == "blue"
    assert [name.id for name in many.options] == ["place_cubes", "gallia", "3", "ability:king"]
    assert isinstance(exactly, Offered) and exactly.exactly is not None
    assert isinstance(some, Offered) and some.exactly is None
    assert [name.id for name in (*some.includes, *some.excludes)] == ["a", "c"]
    assert isinstance(asked, Asked) and asked.player.id == "red"
    assert isinstance(first, Expect) and isinstance(second, Expect) and isinstance(last, Expect)
    assert last.span.text == "3 = 3"
    assert isinstance(over, Over) and not over.ended
    assert [(name.id, place) for name, place in found.ranks] == [("red", 1), ("blue", 2)]
    assert found.error == "E612"


def test_where_only_their_number_is_given_players_have_names_by_seat() -> None:
    found = scenario("scenario: s\nplayers: 3\nrun: stop\nsteps: [{p3: done}]\n")
    assert [seat.id for seat in found.seats] == ["p1", "p2", "p3"] and found.seed == 1
    assert found.run is not None


def test_a_number_of_players_means_the_seats_of_the_game_if_it_names_them() -> None:
    text = "scenario: named\nplayers: 2\nturn: north\nexpect: no\n"
    bag = Bag()
    ((source, node),) = documents_of(text, bag)
    found = read_scenario(source, node, bag, ("north", "east", "west"))
    assert found is not None, full.render(bag.sorted())
    assert [seat.id for seat in found.seats] == ["north", "east"]
    unnamed = scenario("scenario: unnamed\nplayers: 2\nexpect: no\n")
    assert [seat.id for seat in unnamed.seats] == ["p1", "p2"]


def test_without_the_game_any_name_may_be_that_of_a_seat() -> None:
    text = "scenario: s\nplayers: 2\nturn: north\nsteps: [{south: done}, {knows: {north: it}}]\n"
    bag = Bag()
    ((source, node),) = documents_of(text, bag)
    assert read_scenario(source, node, bag, None) is not None and not len(bag)
    told = Bag()
    read_scenario(source, node, told, ())
    assert [each.code for each in told.sorted()] == ["E201", "E201", "E201"]
    named = "scenario: s\nplayers: [red, blue]\nturn: north\nexpect: no\n"
    ((source, node),) = documents_of(named, bag)
    assert read_scenario(source, node, bag, None) is None


def codes(text: str) -> list[str]:
    bag = Bag()
    ((source, node),) = documents_of(text, bag)
    read_scenario(source, node, bag)
    return [each.headline() for each in bag.sorted()]


def test_players_and_steps_of_a_scenario_are_limited() -> None:
    names = ", ".join(f"p{n}" for n in range(70))
    assert codes(f"scenario: s\nplayers: [{names}]\nexpect: 1 = 1\n") == [
        "file.yaml:2:321: error[E811] there are more than 64 players"
    ]
    steps = "  - over: no\n" * 1_001
    assert codes(f"scenario: s\nplayers: 2\nsteps:\n{steps}") == [
        "file.yaml:1004:5: error[E811] there are more than 1,000 steps and conditions"
    ]


def joined(*likes: tuple[str, str | None], given: str = "stop") -> tuple[list[str], Bag]:
    """The scenarios that can begin like the others that they name, and what is said of the rest."""
    texts = []
    for name, like in likes:
        line = "" if like is None else f"like: {like}\n"
        texts.append(
            f"### {name}.yaml\nscenario: {name}\nplayers: 1\n{line}given: |\n  {given}\nexpect: 1 = 1\n"
        )
    bag = Bag()
    found = read_scenarios(documents_of("".join(texts), bag), bag)
    return [each.id for each in found], bag


def test_a_scenario_may_be_like_another_in_any_order() -> None:
    names, bag = joined(("c", "b"), ("a", None), ("b", "a"))
    assert names == ["c", "a", "b"] and not len(bag)


def test_a_scenario_that_is_not_there_is_suggested() -> None:
    names, bag = joined(("opening", None), ("second", "openning"), ("third", "second"))
    (finding,) = bag.sorted()
    assert names == ["opening"] and finding.code == "E681"
    assert finding.message == "there is no scenario `openning`"
    assert finding.help == ("did you mean `opening`?",)


def test_no_scenario_is_like_itself() -> None:
    names, bag = joined(("a", "b"), ("b", "a"), ("c", "c"), ("d", "a"))
    assert names == []
    assert [each.message for each in bag.sorted()] == [
        f"`{name}` is like itself" for name in ("a", "b", "c")
    ]


def test_a_long_way_back_and_many_lines_are_refused() -> None:
    _, bag = joined(("s0", None), *((f"s{n}", f"s{n - 1}") for n in range(1, 12)))
    assert {each.code for each in bag.sorted()} == {"E811"}
    many = "\n  ".join(["stop"] * 300)
    _, bag = joined(("s0", None), *((f"s{n}", "s0") for n in range(1, 80)), given=many)
    assert [each.code for each in bag.sorted()] == ["E811"]
