"""A name means what its own part can know, in whatever company it is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Bag
from boardwright.loading.composed import read_into
from boardwright.loading.library import Library
from boardwright.loading.load import read
from boardwright.loading.rules import Rules
from boardwright.loading.steps import Checking
from boardwright.validators.render import full
from strategies import Pair

GAME = """game: fair
language: 2
name: Fair
players: 2
places: {box: {holds: [cart]}, shed: {holds: [cart]}}
kinds: {cart: {pieces: one, home: box}}
spaces: {stall: {holds: [cart]}}
board: {stall: [east, west]}
notes: {visits: number}
values: {wage: 1}
rules:
  go: |
    choose target from stalls
    let fog be wage
    add fog to visits
course: [{phase: turns, turn: [go()], rounds: 1}]
outcome: {score: visits}
"""


def written(folder: Path, text: str) -> Path:
    folder.mkdir()
    name = "game.yaml" if text.startswith("game:") else "expansion.yaml"
    (folder / name).write_text(text)
    return folder


def expansion(tmp_path: Path, id: str, body: str) -> Path:
    return written(tmp_path / id, f"expansion: {id}\nof: fair\nlanguage: 2\nname: {id}\n{body}")


def found(tmp_path: Path, *bodies: tuple[str, str]) -> tuple[Rules | None, str]:
    """The fair with expansions, and what is told of it."""
    game = written(tmp_path / "fair", GAME)
    bag = Bag()
    rules = read_into(bag, game, [expansion(tmp_path, *body) for body in bodies])
    return rules, full.render(bag.sorted())


def test_what_an_expansion_declares_is_no_clash_with_the_game(tmp_path: Path) -> None:
    body = "notes: {target: number}\nvalues: {fog: 2}\nplaces: {wage_box: {holds: [cart]}}\n"
    rules, told = found(tmp_path, ("mist", body))
    assert rules is not None and told == ""


def test_a_note_called_like_a_choice_of_rattus(tmp_path: Path) -> None:
    folder = written(
        tmp_path / "aim",
        "expansion: aim\nof: rattus\nlanguage: 2\nname: Aim\nnotes: {target: number}\n"
        "after move_plague: |\n  add 1 to target\n",
    )
    bag = Bag()
    assert read_into(bag, "rattus", [folder]) is not None
    assert not bag.failed, full.render(bag.sorted())


def test_rattus_draws_what_mercatus_calls_a_place() -> None:
    rules = read("rattus", ["mercatus"])
    bodies = tuple(rule.body for rule in rules.bound.rules.values())
    drawn = [each.var.name for each in nodes(bodies) if isinstance(each, ir.Draw)]
    assert "unused" in drawn and "unused" in rules.bound.places


def test_two_expansions_that_do_not_know_each_other_share_no_names(tmp_path: Path) -> None:
    more = ("more", "values: {speed: 2}\n")
    local = "after go: |\n  let speed be 3\n  add speed to visits\n"
    rules, told = found(tmp_path, more, ("further", local))
    assert rules is not None and told == ""


@pytest.mark.parametrize("key", ["knows", "after"])
def test_an_expansion_sees_those_that_it_names(key: str, tmp_path: Path) -> None:
    more = ("more", "values: {speed: 2}\n")
    use = f"{key}: [more]\nafter go: |\n  add speed to visits\n"
    rules, told = found(tmp_path, more, ("further", use))
    assert rules is not None and told == ""


@pytest.mark.parametrize("key", ["knows", "after"])
def test_names_of_those_that_it_names_are_taken(key: str, tmp_path: Path) -> None:
    more = ("more", "values: {speed: 2}\n")
    local = f"{key}: [more]\nafter go: |\n  let speed be 3\n  add speed to visits\n"
    rules, told = found(tmp_path, more, ("further", local))
    assert rules is None and "error[E405]: `speed` would hide a value" in told


def test_what_is_replaced_stays_a_thing_of_the_game(tmp_path: Path) -> None:
    rules, told = found(tmp_path, ("more", "replace: {values: {wage: 2}}\n"))
    assert rules is not None and told == ""


def test_what_replaces_sees_what_its_own_ruleset_declares(tmp_path: Path) -> None:
    body = "notes: {bonus: number}\nreplace: {values: {wage: 2 + bonus}}\n"
    rules, told = found(tmp_path, ("more", body))
    assert rules is not None and told == ""


def score(rules: Rules, **options: str) -> int:
    """What there is in the end, as both ways of playing see it."""
    table = rules.at_table(options=options)
    pair = Pair(table.table.game, 2, program=table.program)
    while not pair.over:
        pair.take(pair.ids[0])
    return pair.state.scores[0]


PLAYED = "knows: [more]\nafter go: |\n  if more is played:\n    add 10 to visits\n"


@pytest.mark.parametrize("present", [False, True])
def test_an_expansion_asks_whether_another_is_played(present: bool, tmp_path: Path) -> None:
    others = [("more", "values: {speed: 2}\n")] if present else []
    rules, told = found(tmp_path, *others, ("further", PLAYED))
    assert rules is not None and told == ""
    assert score(rules) == (22 if present else 2)


def test_an_expansion_that_takes_no_part_is_not_played(tmp_path: Path) -> None:
    more = "options: {with_more: {default: no}}\nin_play: with_more\nvalues: {speed: 2}\n"
    rules, told = found(tmp_path, ("more", more), ("further", PLAYED))
    assert rules is not None and told == ""
    assert score(rules, with_more="no") == 2
    assert score(rules, with_more="yes") == 22


def test_a_misspelt_expansion_under_knows_is_found(tmp_path: Path) -> None:
    written(tmp_path / "fair", GAME)
    expansion(tmp_path, "more", "values: {speed: 2}\n")
    folder = expansion(tmp_path, "further", PLAYED.replace("[more]", "[mroe]"))
    checking = Checking(folder, Library(), nearby=[tmp_path / "fair"])
    told = full.render(checking.all().sorted())
    assert "error[E411]: the manifest of `further` does not name an expansion `more`" in told
    folder = expansion(tmp_path, "furthest", "knows: [mroe]\nnotes: {n: number}\n")
    told = full.render(Checking(folder, Library()).all().sorted())
    assert (
        "E641" in told and "there is no expansion `mroe`" in told and "did you mean `more`" in told
    )


def test_values_are_bound_when_they_are_needed_in_whatever_order(tmp_path: Path) -> None:
    body = (
        "values: {early: late + 1, late: 2}\nreplace:\n  values: {wage: early}\n"
        "kinds: {clown: {home: tent}}\nplaces: {tent: {holds: [clown]}}\n"
        "pieces: {clown: {august: {notes: {jokes: number}}}}\n"
    )
    rules, told = found(tmp_path, ("more", body))
    assert rules is not None and told == ""
    assert score(rules) == 6
