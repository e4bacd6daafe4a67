"""What cannot be, cannot end or can never happen is found, in these words; and what only nearly is so is left alone.

A case in `golden/reasoning` adds to the island of `isle.py`, or is a game of its own.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import cast

import pytest

from boardwright.dsl.source.diagnostics import Severity
from boardwright.loading.load import read
from boardwright.validators.checks import NAMES
from boardwright.validators.render import full
from boardwright.validators.subject.subject import Check, Profile, Subject
from folders import CORPUS, GOLDEN_FILES, SMALL_GAMES
from golden import Golden
from isle import ISLE, found_by, subject_of

MODULES = (
    "impossible.never_holds",
    "impossible.nothing_to_choose",
    "impossible.lost_with_a_choice",
    "impossible.endless_loop",
    "impossible.phase_without_end",
    "impossible.ring_of_hooks",
    "impossible.always_too_deep",
    "impossible.never_reached",
    "impossible.score_alike",
    "impossible.always_fails",
    "impossible.more_than_there_is",
    "impossible.space_apart",
    "impossible.way_back_missing",
    "impossible.becomes_of_two",
    "impossible.unclosed_offer",
    "incomplete.left_out_attribute",
    "incomplete.does_nothing",
    "unmeant.me_for_all",
    "impossible.swallowed_clause",
)
CHECKS = [
    cast("Check", importlib.import_module(f"boardwright.validators.checks.{name}"))
    for name in MODULES
]
CASES = GOLDEN_FILES / "reasoning"
BAD = sorted((CASES / "bad").glob("*.yaml"))
GOOD = sorted((CASES / "good").glob("*.yaml"))
GAMES = [
    *(path.parent for path in sorted(SMALL_GAMES.glob("*/game.yaml"))),
    *sorted((SMALL_GAMES / "edges").glob("*.yaml")),
    *(path.parent for path in sorted(CORPUS.glob("*/game.yaml"))),
]
SHIPPED: list[tuple[str, tuple[str, ...]]] = [
    ("rattus", ()),
    ("rattus", ("mercatus",)),
    ("notre_dame", ()),
]
# What can never be right is an error; all else is a warning, which a comment may allow.
ERRORS = {"E624", "E627", "E630", "E631"}


def subject_at(name: str | Path, expansions: tuple[str, ...] = ()) -> Subject:
    rules = read(name, expansions)
    return Subject(rules.bound, rules.declared, rules.layers, (), rules.scenarios)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_what_cannot_be_is_found(path: Path, golden: Golden) -> None:
    found = found_by(CHECKS, subject_of(path.read_text("utf-8")), Profile.PUBLISHED)
    assert found and all(each.help for each in found)
    for each in found:
        assert (each.severity is Severity.ERROR) == (each.code in ERRORS)
    golden(path.with_suffix(".expected"), full.render(found))


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_what_only_nearly_is_so_is_left_alone(path: Path) -> None:
    found = found_by(CHECKS, subject_of(path.read_text("utf-8")), Profile.PUBLISHED)
    assert full.render(found) == ""


def test_the_island_is_sound() -> None:
    assert full.render(found_by(CHECKS, subject_of(""), Profile.PUBLISHED)) == ""
    assert "game: isle" in ISLE


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_nothing_is_found_in_a_good_game(game: Path) -> None:
    assert full.render(found_by(CHECKS, subject_at(game), Profile.BASIC)) == ""


@pytest.mark.parametrize(("game", "expansions"), SHIPPED)
def test_nothing_is_found_in_a_shipped_game(game: str, expansions: tuple[str, ...]) -> None:
    found = found_by(CHECKS, subject_at(game, expansions), Profile.PUBLISHED)
    assert full.render(found) == ""


def test_every_code_has_a_case_and_every_check_is_in_the_table() -> None:
    codes = {code for each in CHECKS for code in each.CODES}
    told = "".join(path.with_suffix(".expected").read_text("utf-8") for path in BAD)
    assert all(f"[{code}]" in told for code in codes)
    assert set(MODULES) <= set(NAMES)
