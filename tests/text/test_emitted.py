"""`boardwright show --emitted`: a rule beside the Python that is emitted for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardwright import read
from boardwright.interpreter.program.emitted_listing import listing, names
from boardwright.terminal import Paint
from boardwright.text.emitted import EmittedText
from cli_runs import Run
from folders import GOLDEN_FILES, ROOT, SMALL_GAMES
from golden import Golden

GAMES, EXPECTED = SMALL_GAMES, GOLDEN_FILES / "emitted"


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("pig", "throw_the_die"),  # asks nobody
        ("tic_tac_toe", "mark_a_square"),  # asks, and has words that are computed
        ("tic_tac_toe", "outcome"),  # asked for from outside
        ("crazy_eights", "play"),  # a phase, which is written into the whole game
    ],
)
def test_a_rule_beside_its_text(
    game: str, name: str, run: Run, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    done = run("show", f"tests/games/{game}", "--emitted", name)
    golden(EXPECTED / f"{game}_{name}.txt", done.text())


def test_side_by_side_where_there_is_room() -> None:
    rules = read(str(GAMES / "pig"))
    program = rules.at_table(2).program
    found = listing(program, "throw_the_die")
    wide, narrow = (
        EmittedText([each.path for each in rules.found], width, Paint(False)).whole(
            "throw_the_die", program, "throw_the_die", found
        )
        for width in (110, 60)
    )
    rule = "    roll die"
    beside = next(line for line in wide.splitlines() if rule in line)
    assert beside.rstrip() != beside.split(rule)[0] + rule
    assert any(line.endswith(rule) for line in narrow.splitlines())
    assert sorted(wide.split()) == sorted(narrow.split())  # the same words, laid out otherwise


def test_clauses_of_cards_and_expansions_stand_with_the_rule(run: Run) -> None:
    words = ("rattus", "--players", "4", "--format", "json")
    alone = json.loads(run("show", *words, "--emitted", "plague_range").out)
    assert [Path(each["filename"]).name for each in alone["clauses"]] == [
        "plague.yaml",
        "knight.yaml",
    ]
    done = run("show", *words, "--with", "mercatus", "--emitted", "strike")
    both = json.loads(done.out)
    assert [Path(each["filename"]).name for each in both["clauses"]] == [
        "plague.yaml",
        "assassin.yaml",
        "grave_robber.yaml",
    ]
    assert both["expansions"] == ["mercatus"] and both["players"] == 4
    assert both["functions"][0]["name"] == "rule_strike" and "def b" in both["functions"][0]["text"]
    assert {"the note `lost` of each player"} <= {each["meaning"] for each in both["words"]}


def test_the_table_decides_what_is_emitted(run: Run) -> None:
    words = ("show", "rattus", "--emitted", "strike", "--players", "3", "--format", "json")
    once, again = (
        json.loads(run(*words, "--option", f"double_majority={how}").out)["functions"]
        for how in ("counted_once", "counted_again")
    )
    assert once != again


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--emitted", "strik"), "help: did you mean `strike`?"),
        (("--emitted", "ability"), "help: did you mean `king.ability`?"),
        (("--emitted", "witch"), "help: did you mean `witch.ability`?"),
        (("--emitted", "nothing_like_it_at_all"), "error: nothing here is called"),
        (("--emitted", "strike", "--rule", "strike"), "--emitted cannot be used with"),
        (("--players", "3"), "--players and --option need --emitted"),
        (("--emitted", "strike", "--option", "no_such=1"), "no_such"),
        (("--emitted", "strike", "--players", "9"), "9"),
    ],
)
def test_what_cannot_be_shown(words: tuple[str, ...], told: str, run: Run) -> None:
    done = run("show", "rattus", *words)
    assert done.code in (1, 2) and told in done.err and not done.out
    assert "Traceback" not in done.err


@pytest.mark.parametrize("game", ["tic_tac_toe", "crazy_eights", "drafting", "shares", "hex"])
def test_everything_that_has_a_text_can_be_shown(game: str) -> None:
    rules = read(str(GAMES / game))
    program = rules.at_table().program
    text = EmittedText([each.path for each in rules.found], 100, Paint(False))
    for name in names(program):
        found = listing(program, name)
        assert "def " in text.whole(name, program, name, found)
        assert {each.name for each in found.functions} == set(names(program)[name])
