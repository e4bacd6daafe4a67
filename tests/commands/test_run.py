"""`boardwright run`: seeds, positions and records, options and expansions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli_runs import Run


def test_the_same_seed_gives_the_same_game_and_another_one_another(run: Run) -> None:
    first = run("run", "harbour", "--seed", "4", "--states").out
    assert run("run", "harbour", "--seed", "4", "--states").out == first
    assert run("run", "harbour", "--seed", "5", "--states").out != first


def test_the_seed_is_told_and_quiet_leaves_it_out(run: Run) -> None:
    assert "seed 0" in run("run", "harbour", "--seed", "0").err
    assert run("run", "harbour", "--quiet").err == ""


def test_states_are_json_lines_of_whole_positions(run: Run) -> None:
    lines = [json.loads(line) for line in run("run", "harbour", "--states").out.splitlines()]
    first, *steps, last = lines
    assert set(first) == {"position"} and set(last) == {"outcome"}
    assert all(set(step) == {"player", "decision", "option", "position"} for step in steps)
    assert last["outcome"]["decisions"] == len(steps)


@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
def test_records_are_the_same_bytes_in_every_process(
    hash_seed: str, run: Run, spawn: Run, tmp_path: Path
) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    arguments = ("run", "harbour", "--with", "fog", "--players", "3", "--seed", "9", "--record")
    assert run(*arguments, str(here)).code == 0
    done = spawn(*arguments, str(there), hash_seed=hash_seed)
    assert done.code == 0, done.err
    assert here.read_bytes() == there.read_bytes()


def test_a_record_is_written_of_a_game_that_breaks_off(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    assert run("run", "bad/always_fails", "--record", str(record)).code == 1
    assert record.read_text().startswith('{"record":"boardwright"')


def test_a_record_with_events_is_that_of_the_same_game(run: Run, tmp_path: Path) -> None:
    plain, told = tmp_path / "plain.jsonl", tmp_path / "told.jsonl"
    words = ("run", "harbour", "--players", "3", "--seed", "9", "--record")
    assert run(*words, str(plain)).out == run(*words, str(told), "--events").out
    decisions = [
        [line for line in file.read_text().splitlines() if '"check"' in line]
        for file in (plain, told)
    ]
    assert decisions[0] == decisions[1]
    assert '{"event":"moved"' in told.read_text() and '"moved"' not in plain.read_text()
    assert run("replay", str(told), "--ruleset", "harbour").code == 0


@pytest.mark.parametrize("flag", ["--events", "--all-events"])
def test_events_need_a_record(run: Run, flag: str) -> None:
    done = run("run", flag, "harbour")  # the flag takes no value
    assert done.code == 2
    assert f"`{flag}` writes to a record: add `--record FILE`" in done.err


def test_a_shipped_game_runs_from_anywhere(spawn: Run, run: Run) -> None:
    ids = [
        each["id"] for each in json.loads(run("rulesets", "--format", "json").out) if not each["of"]
    ]
    assert ids
    for id in ids:
        assert spawn("run", id).code == 0


def test_cards_are_named_by_an_option_and_written_in_their_order(run: Run, tmp_path: Path) -> None:
    record, other = tmp_path / "record.jsonl", tmp_path / "other.jsonl"
    arguments = ("run", "harbour", "--with", "regatta", "-p", "3", "--seed", "0", "--record")
    assert run(*arguments, str(record), "--cards", "tern,gull").code == 0
    assert run(*arguments, str(other), "--option", "cards=gull, tern").code == 0
    assert record.read_bytes() == other.read_bytes()
    header = json.loads(record.read_text().split("\n")[0])
    assert header["options"]["cards"] == "gull,tern"
    done = run("replay", str(record), "--ruleset", "harbour")
    assert done.code == 0 and "Harbour with regatta" in done.out


@pytest.mark.parametrize("command", ["run", "play", "bench --seconds 0.1"])
def test_what_is_not_advised_is_a_warning(command: str, run: Run) -> None:
    arguments = (*command.split(), "harbour", "--with", "regatta", "-o", "cup=large")
    told = run(*arguments, stdin="q\n")
    assert told.code == 0
    assert "warning[E677]: For two players a chart of the ebb is advised." in told.err
    assert "`cup` is large; `cards` is empty" in told.err
    assert "E677" not in run(*arguments, "-q", stdin="q\n").err
    assert "E677" not in run(*arguments, "--cards", "gull", stdin="q\n").err


def test_an_expansion_that_takes_no_part_leaves_no_trace(run: Run, tmp_path: Path) -> None:
    record, other = tmp_path / "record.jsonl", tmp_path / "other.jsonl"
    assert run("run", "harbour", "-o", "laps=3", "--seed", "5", "--record", str(other)).code == 0
    flags = ("-o", "laps=3", "--seed", "5", "-o", "cup=no_cup", "--record", str(record))
    for more in ((), ("--cards", "tern"), ("--cards", "pilot,gull,tern")):
        done = run("run", "harbour", "--with", "regatta", *flags, *more)
        assert done.code == 0 and "`regatta` takes no part" in done.err
        assert record.read_bytes() == other.read_bytes()
    foggy = ("--with", "fog", "--seed", "0", "--record")
    assert run("run", "harbour", *foggy, str(other)).code == 0
    done = run("run", "harbour", "--with", "regatta", *foggy, str(record), "-o", "cup=no_cup")
    assert done.code == 0 and record.read_bytes() == other.read_bytes()


def test_a_loop_without_end_is_told_with_a_way_out(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "game: g\nlanguage: 2\nplayers: 2\noutcome: {score: 0}\n"
        "course:\n  - phase: play\n    until: no\n    turn: |\n      nothing\n"
    )
    done = run("run", str(tmp_path))
    assert "error[E658]" in done.err and "help: a loop needs a way out" in done.err


def test_a_game_is_told_in_sentences(run: Run) -> None:
    done = run("run", "rattus", "--seed", "5", "--tell", "--language", "it")
    assert done.code == 0 and done.out.startswith("Preparazione\n\n")
    assert "\n\nLa partita è finita: " in done.out and " vince" not in done.out.lower()[-9:]
    told = run("run", "rattus", "--seed", "5", "--tell", "--seat", "onlooker")
    assert "Red places 2 cubes in Italia." in told.out.replace("\n", " ")


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--seat", "red"], "add `--tell`"),
        (["--tell", "--seat", "ret"], "`red`"),
        (["--tell", "--format", "json"], "leave out"),
    ],
)
def test_telling_does_not_go_with_everything(flags: list[str], said: str, run: Run) -> None:
    done = run("run", "rattus", "--seed", "5", *flags)
    assert done.code == 2 and said in done.err


def test_an_expansion_by_itself_is_refused_in_one_message(run: Run) -> None:
    # Its files have kinds that only its game declares; that is not what is wrong.
    done = run("run", "mercatus")
    assert done.code == 1
    assert [line for line in done.err.splitlines() if line.startswith("error")] == [
        "error[E226]: `mercatus` is an expansion and cannot be played by itself"
    ]
