"""Which cards are in play with Mercatus, for which tables it is, and that it leaves no trace when it is off."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import boardwright
from boardwright import RulesetError, cli
from boardwright.dsl.rules.option_values import OptionValue, piece_ids

SIX = ("king", "monk", "lieutenant", "pope", "deacon", "treasurer")


@cache
def rules() -> boardwright.Rules:
    return boardwright.read("rattus", ["mercatus"])


def load(players: int, options: dict[str, OptionValue]) -> boardwright.Game:
    return rules().at_table(players, options)


def record(tmp_path: Path, *arguments: str) -> bytes:
    file = tmp_path / "record.jsonl"
    assert cli.main(["run", "rattus", "-q", *arguments, "--record", str(file)]) == 0
    return file.read_bytes()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_switched_off_it_leaves_no_trace(players: str, tmp_path: Path) -> None:
    for seed in ("1", "2"):
        flags = ("--players", players, "--seed", seed, "-o", "phase_order=strict")
        base = record(tmp_path, *flags)
        assert record(tmp_path, *flags, "--with", "mercatus", "-o", "card_set=off") == base
        assert b"mercatus" not in base and b"card_set" not in base


def test_the_record_names_the_cards_in_play_and_replays(tmp_path: Path) -> None:
    flags = ("--with", "mercatus", "--cards", ",".join(reversed(SIX)), "--players", "4")
    data = record(tmp_path, *flags)
    assert b'"cards":"king,monk,deacon,lieutenant,pope,treasurer"' in data
    assert cli.main(["replay", "-q", str(tmp_path / "record.jsonl")]) == 0


def test_six_named_cards_are_in_play_and_no_others() -> None:
    state = load(4, {"cards": SIX}).new(1)
    cards = state.position()["pieces"]["class_card"]
    assert {id for id, facts in cards.items() if facts["place"] == "display"} == set(SIX)


@pytest.mark.parametrize(
    "options",
    [
        {"cards": SIX[:5]},
        {"cards": (*SIX, "witch")},
        {"cards": SIX, "card_set": "beginners"},
        {"cards": SIX, "card_set": "off"},
    ],
)
def test_impossible_sets_are_refused(options: dict[str, OptionValue]) -> None:
    with pytest.raises(RulesetError) as refused:
        load(4, options)
    assert [each.code for each in refused.value.diagnostics] == ["E676"]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fewer_than_four_players_are_advised_to_have_a_card_of_the_chivalry(players: int) -> None:
    for card_set in (
        "one_per_class",
        "any_six",
        "beginners",
        "aristocrats",
        "violent_times",
        "base",
    ):
        assert load(players, {"card_set": card_set}).warnings == ()
    assert load(players, {"cards": ("raider", *SIX[1:])}).warnings == ()
    warnings = load(players, {"cards": SIX}).warnings
    assert [each.code for each in warnings] == ([] if players == 4 else ["E677"])


def test_any_six_of_all_cards_are_accepted() -> None:
    cards = piece_ids(rules().bound.kinds["class_card"])
    assert len(cards) == 18
    chooser = random.Random(5)
    for _ in range(5):
        state = load(3, {"cards": tuple(chooser.sample(cards, 6))}).new(1)
        while (decision := state.decision) is not None:
            state.apply(chooser.randrange(len(decision.ids)))


@pytest.mark.parametrize(
    "arguments",
    [
        ("validate", "rattus", "mercatus"),
        ("test", "mercatus"),
        ("test", "rattus", "--with", "mercatus", "--option", "card_set=off"),
    ],
    ids=" ".join,
)
def test_its_files_and_scenarios_are_in_order(arguments: tuple[str, ...]) -> None:
    assert cli.main([*arguments, "-q"]) == 0
