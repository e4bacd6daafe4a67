import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from boardwright import RuleError, RulesetError, load, read, view
from boardwright.cache.store import Store
from boardwright.interpreter.agents.installed import find_agent
from boardwright.interpreter.agents.playing import play
from boardwright.interpreter.program import link as linking
from boardwright.interpreter.program import program as programs
from boardwright.interpreter.records.game_record import Recorder
from boardwright.loading.game import Game
from cli_runs import environment_with, run_python
from effort import noted_calls
from folders import SMALL_GAMES

TABLES: list[tuple[str, tuple[str, ...], int]] = [
    *((str(path.parent), (), 0) for path in sorted(SMALL_GAMES.glob("*/game.yaml"))),
    ("rattus", (), 4),
    ("rattus", ("mercatus",), 2),
    ("notre_dame", (), 5),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


@pytest.fixture
def links(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Grows whenever a game is linked."""
    return noted_calls(monkeypatch, linking, "link_by_passes")


def written(game: Game) -> tuple[str, ...]:
    """Everything that play writes: a record with all positions in it, views on the way, and what a save holds."""
    recorder = Recorder(game.program, 7)
    state, seen = recorder.state, list[str]()
    agents = [find_agent("random")(7, seat) for seat in range(game.players)]

    def apply(choice: int) -> None:
        if len(seen) < 20:
            seen.append(repr([view(state, seat) for seat in range(game.players)]))
        recorder.apply(choice)

    play(state, agents, apply=apply)
    return (recorder.text(), state.hash, state.save(), game.program.fingerprint(), *seen)


@pytest.mark.parametrize(("ruleset", "expansions", "players"), TABLES)
def test_a_game_that_was_kept_is_played_as_a_new_one(
    ruleset: str,
    expansions: tuple[str, ...],
    players: int,
    links: list[object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def loaded() -> Game:
        return load(ruleset, players or None, expansions=expansions)

    first, kept = loaded(), loaded()
    assert len(links) == 1
    with monkeypatch.context() as patch:
        patch.setenv("BOARDWRIGHT_CACHE", "off")
        new = loaded()
    assert len(links) == 2
    assert kept.rules.bound == new.rules.bound
    assert kept.program.table.game is kept.rules.bound
    assert kept.program.text() == first.program.text() == new.program.text()
    assert kept.program.text(traced=True) == new.program.text(traced=True)
    assert written(kept) == written(first) == written(new)


def test_each_table_has_its_own_program(links: list[object]) -> None:
    wanted: list[dict[str, Any]] = [
        {"players": 2},
        {"players": 4},
        {"players": 2, "options": {"palace_ends_game": "no"}},
        {"players": 2, "seats": ("left", "right")},
        {"players": 2, "seats": ("right", "left")},
        {"players": 2, "expansions": "mercatus"},
    ]

    def facts(game: Game) -> str:
        return repr((game.players, game.seats, game.options, game.program.fingerprint()))

    first, kept = ([facts(load("rattus", **each)) for each in wanted] for _ in range(2))
    assert len(links) == len(wanted) == len(set(first))
    assert kept == first


def test_a_default_that_is_named_is_the_same_program(links: list[object]) -> None:
    games = [load("rattus", 2, options) for options in ({}, {"palace_ends_game": "yes"})]
    assert len(links) == 1
    assert games[0].options == games[1].options


def test_another_language_is_the_same_program(links: list[object]) -> None:
    names = {load("rattus", language=each).name for each in (None, "en", None)}
    assert len(names) == 1 and len(links) == 1


def test_an_expansion_that_takes_no_part_takes_none(links: list[object]) -> None:
    def loaded() -> Game:
        return load("rattus", 2, {"card_set": "off"}, expansions=["mercatus"])

    first, kept = loaded(), loaded()
    assert len(links) == 1
    assert kept.left_out == first.left_out == ("mercatus",)
    assert kept.rules.expansions == () and kept.program.fingerprint() == first.program.fingerprint()
    assert kept.program.fingerprint() == load("rattus", 2).program.fingerprint()


def test_what_cannot_be_linked_is_not_kept(folder: Path) -> None:
    for _ in range(2):
        with pytest.raises(RulesetError) as refused:
            load("rattus", 9)
        assert [each.code for each in refused.value.diagnostics] == ["E671"]
    assert "program" not in Store(folder).amounts()


def test_code_that_is_gone_is_written_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    score = load(str(SMALL_GAMES / "pig")).new(3).hash
    for each in (folder / "code").iterdir():
        each.unlink()
    assert load(str(SMALL_GAMES / "pig")).new(3).hash == score

    def refuse(*args: object) -> None:
        raise AssertionError("code was emitted")

    monkeypatch.setattr(programs.Program, "text", refuse)
    assert load(str(SMALL_GAMES / "pig")).new(3).hash == score


def test_rule_errors_of_a_kept_game_show_their_line(tmp_path: Path) -> None:
    path = tmp_path / "faulty" / "game.yaml"
    path.parent.mkdir()
    text = (
        (SMALL_GAMES / "pig" / "game.yaml").read_text("utf-8").replace("game: pig", "game: faulty")
    )
    path.write_text(text, "utf-8")
    told = []
    for _ in range(2):
        game = load(path.parent)
        fault = RuleError("E651", "a reason", game.program.faults[0].span)
        told.append(fault.diagnostic().headline())
        assert game.program.faults[0].span.source.text == text
    assert told[0] == told[1]


def test_what_few_ask_for_is_read_when_it_is_asked_for() -> None:
    read("rattus", "mercatus")
    rules = read("rattus", "mercatus")
    assert [each.id for each in rules.layers] == ["rattus", "mercatus"]
    assert rules.declared is rules.declared
    program = rules.at_table(2).program
    again = read("rattus", "mercatus").at_table(2).program
    assert list(again.functions) == list(again.function_names) == list(program.functions)
    assert again.blocks == program.blocks and again.blocks is again.blocks


COMMAND = [
    sys.executable,
    "-m",
    "boardwright",
    "run",
    "rattus",
    "--with",
    "mercatus",
    "--seed",
    "5",
]


def test_processes_write_the_same_bytes(tmp_path: Path) -> None:
    written = []
    for number, hash_seed in enumerate(("0", "1", "2")):
        record = tmp_path / f"{number}.jsonl"
        environment = environment_with(PYTHONHASHSEED=hash_seed)
        if number == 0:
            environment["BOARDWRIGHT_CACHE"] = "off"
        done = subprocess.run(
            [*COMMAND, "--record", str(record), "--states"],
            check=True,
            capture_output=True,
            env=environment,
        )
        written.append((done.stdout, record.read_bytes()))
    assert written[0] == written[1] == written[2]


UNUSED = ["lark", "yaml", "networkx", "jsonschema", "rich", "boardwright.dsl.declare.declarations"]


def test_a_kept_game_is_played_without_what_reads_rules(tmp_path: Path) -> None:
    code = (
        "import sys; from boardwright.cli import main; main(sys.argv[1:]); "
        f"sys.stderr.write(' '.join(m for m in {UNUSED!r} if m in sys.modules))"
    )
    told = [run_python("-c", code, "run", "-q", *COMMAND[4:]).err for _ in range(2)]
    assert set(told[0].split()) >= {"lark", "yaml"}
    assert told[1] == ""
