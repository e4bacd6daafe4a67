"""What each command prints, in a terminal of 100 columns."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from boardwright import cli
from cli_runs import CORPUS, ROOT, Run

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "cli" / "good"

# Their stderr holds the time that was taken, so only what is printed as a result is compared.
GOOD = {
    "run": "run harbour --seed 4",
    "run_with": "run harbour --with fog --players 3 --seed 2 --agent first,random,first -o laps=4",
    "run_json": "run harbour --seed 4 --format json",
    "run_states": "run harbour --seed 4 -o laps=1 --states",
    "show": "show harbour",
    "show_language": "show harbour --language nl",
    "show_expansion": "show fog",
    "validate": "validate harbour fog",
    "test": "test harbour",
    "test_verbose": "test harbour -v -k barrel",
    "explain": "explain e401",
    "explain_name": "explain unknown-name",
}


@pytest.mark.parametrize("case", GOOD)
def test_good_input(case: str, run: Run, golden: Callable[[Path, str], None]) -> None:
    done = run(*GOOD[case].split(" "))
    assert done.code == 0, done.err
    golden(GOLDEN / f"{case}.txt", f"$ boardwright {GOOD[case]}\n{done.out}")


def test_every_case_has_its_golden_file_and_no_other() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*.txt")) == sorted([*GOOD, "play"])


def test_help(run: Run) -> None:
    done = run("--help")
    assert done.code == 0
    assert all(f"  {name} " in done.out for name in cli.COMMANDS)
    assert done.out == run("-h").out
    for name in cli.COMMANDS:
        told = run(name, "--help")
        assert told.code == 0 and told.out.startswith(f"Usage: boardwright {name} ")


def test_the_version(run: Run) -> None:
    from boardwright import __version__

    assert run("--version").out == f"boardwright {__version__}\n"


# ---- run


def test_the_same_seed_gives_the_same_game_and_another_one_another(run: Run) -> None:
    first = run("run", "harbour", "--seed", "4", "--states").out
    assert run("run", "harbour", "--seed", "4", "--states").out == first
    assert run("run", "harbour", "--seed", "5", "--states").out != first


def test_the_seed_is_told_and_quiet_leaves_it_out(run: Run) -> None:
    assert "seed 0" in run("run", "harbour").err
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


def test_a_record_replays_with_the_places_named(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    played = run("run", "harbour", "--with", "fog", "-o", "wind=storm", "--record", str(record))
    assert played.code == 0
    done = run("replay", str(record), "--ruleset", "harbour", "--with", "fog")
    assert done.code == 0 and "Harbour with fog, 2 players, seed 0" in done.out
    # An expansion beside the game is found by its id; the game itself is no shipped one.
    assert run("replay", str(record), "--ruleset", "harbour").code == 0
    done = run("replay", str(record))
    assert done.code == 2 and "error[E127]" in done.err


@pytest.mark.parametrize(
    "name", ["../harbour", "./harbour", "/etc", "harbour/", "\x1b[2J", "a" * 999]
)
def test_names_in_records_are_never_paths(name: str, run: Run, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    run("run", "harbour", "--with", "fog", "--record", str(record))
    text = record.read_text()
    for old in ('"game":"harbour"', '"expansions":["fog"]'):
        key = old.split(":")[0]
        value = json.dumps(name if key == '"game"' else [name])
        record.write_text(text.replace(old, f"{key}:{value}"))
        flags = [] if key == '"game"' else ["--ruleset", "harbour"]
        done = run("replay", str(record), *flags)
        assert done.code == 2 and "error[E127]" in done.err and "\x1b" not in done.err


def test_a_record_is_written_of_a_game_that_breaks_off(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    assert run("run", "bad/always_fails", "--record", str(record)).code == 1
    assert record.read_text().startswith('{"record":"boardwright"')


def test_a_shipped_game_runs_from_anywhere(spawn: Run, run: Run) -> None:
    ids = [
        each["id"] for each in json.loads(run("rulesets", "--format", "json").out) if not each["of"]
    ]
    assert ids
    for id in ids:
        assert spawn("run", id).code == 0


@pytest.mark.parametrize("command", ["run", "show", "validate", "test"])
def test_a_shipped_id_hides_no_folder_silently(
    command: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = json.loads(run("rulesets", "--format", "json").out)
    id = next(each["id"] for each in listed if not each["of"])
    monkeypatch.chdir(tmp_path)
    assert "would be the one here" not in run(command, id).err
    (tmp_path / id).mkdir()
    done = run(command, id)
    assert done.code == 0 and f"`./{id}` would be the one here" in done.err


# ---- validate


def test_formats_and_files(run: Run, tmp_path: Path) -> None:
    concise = run("validate", "bad/wrong_key", "--output-format", "concise")
    assert concise.code == 1
    assert concise.out == "bad/wrong_key/game.yaml:16:5: error[E201] a phase has no `untill`\n"
    (item,) = json.loads(run("validate", "bad/wrong_key", "--output-format", "json").out)
    assert item["code"] == "E201" and item["location"] == {"row": 16, "column": 5}
    assert run("validate", "harbour", "--output-format", "json").out == "[]\n"
    file = tmp_path / "found.txt"
    done = run("validate", "bad/wrong_key", "--output-format", "concise", "-O", str(file))
    assert done.code == 1 and done.out == "" and file.read_text() == concise.out


def test_github_is_noticed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert run("validate", "bad/wrong_key").out.startswith(
        "::error file=bad/wrong_key/game.yaml,line=16"
    )
    assert run("validate", "bad/wrong_key", "--output-format", "full").out.startswith("error[E201]")


def test_select_ignore_and_exit_zero(run: Run) -> None:
    assert run("validate", "bad/wrong_key", "--exit-zero").code == 0
    assert run("validate", "bad/wrong_key", "--ignore", "E201").code == 0
    assert run("validate", "bad/wrong_key", "--ignore", "unknown-key").out == ""
    assert run("validate", "bad/wrong_key", "--select", "E4,E5").code == 0
    assert run("validate", "bad/wrong_key", "--select", "e2").code == 1


def test_a_card_is_checked_with_the_ruleset_it_belongs_to(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("validate", "harbour/cards/pilot.yaml").code == 0
    monkeypatch.chdir(CORPUS / "harbour" / "cards")
    assert run("validate", "pilot.yaml").code == 0
    assert run("validate", "../scenarios/a_barrel_pays.yaml", "pilot.yaml").code == 0


def test_a_folder_of_rulesets_is_checked_one_by_one(run: Run) -> None:
    done = run("validate", ".", "--output-format", "concise")
    assert done.code == 0 and done.out == ""
    done = run("validate", "bad", "--output-format", "concise")
    assert done.code == 2  # of one the game is not found
    files = {line.split(":")[0].split("/")[1] for line in done.out.splitlines()}
    assert {"wrong_key", "unknown_name", "wrong_type", "other_language"} <= files


def test_every_table_is_tried(run: Run, tmp_path: Path) -> None:
    text = (CORPUS / "harbour" / "game.yaml").read_text()
    condition = "in_play: 4 mod (count(seats) - 3) < 4"
    text = text.replace("hides: [barrel], room", f"hides: [barrel], {condition}, room")
    (tmp_path / "game.yaml").write_text(text)
    (tmp_path / "pilot.yaml").write_text((CORPUS / "harbour/cards/pilot.yaml").read_text())
    done = run("validate", str(tmp_path))
    assert done.code == 1
    assert "E654" in done.out and "at a table of 3 players" in done.out


# ---- colours, pipes, signals


def test_colours_are_for_terminals_and_whoever_asks(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run("validate", "bad/wrong_key").out
    assert "\x1b" not in plain
    colored = run("validate", "bad/wrong_key", "--color", "always").out
    assert "\x1b[" in colored and re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain
    shown = run("show", "harbour", "--color", "always").out
    assert "\x1b[" in shown
    assert "\x1b" not in run("show", "harbour", "--color", "never").out


def test_a_closed_pipe_is_no_traceback() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = f"{sys.executable} -m boardwright run harbour -o laps=4 --states | head -c 10"
    done = subprocess.run(
        command, shell=True, env=environment, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr


def test_a_terminal_without_unicode_gets_letters_spelled_out() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "boardwright", "play", "harbour"],
        input="q\n",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "\\u2500" in done.stdout


def test_ctrl_c_is_130() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    process = subprocess.Popen(
        [sys.executable, "-m", "boardwright", "play", "harbour"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        text=True,
    )
    assert process.stdin and process.stdout and process.stderr
    for line in process.stdout:
        if line.strip().startswith("1 "):  # the first question is there
            break
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in err


# ---- start-up


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from boardwright.cli import main; main(['--help']); "
        "heavy = {'networkx', 'lark', 'yaml', 'rich', 'jsonschema', 'numpy'} & set(sys.modules); "
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


# ---- bench


def test_bench(run: Run) -> None:
    done = run("bench", "harbour", "--seconds", "0.1", "--format", "json")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert found["games"] > 0 and found["decisions"] > found["games"]
    assert found["scaled_games_a_second"] > 0
    text = run("bench", "harbour", "--seconds", "0.1").out
    for word in ("games a second", "scaled", "yardstick", "a copy of the state"):
        assert word in text
