"""What each command prints, in a terminal of 100 columns; help, start-up, colours, pipes and signals."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from boardwright import cli
from cli_runs import Run, environment_with, run_python
from folders import GOLDEN_FILES

pytestmark = pytest.mark.usefixtures("surroundings")

GOLDEN = GOLDEN_FILES / "cli" / "good"

# Their stderr holds the time that was taken, so only what is printed as a result is compared.
GOOD = {
    "run": "run harbour --seed 4",
    "run_with": "run harbour --with fog --players 3 --seed 2 --agent first,random,first -o laps=4",
    "run_json": "run harbour --seed 4 --format json",
    "run_states": "run harbour --seed 4 -o laps=1 --states",
    "show": "show harbour",
    "show_language": "show harbour --language nl",
    "show_expansion": "show fog",
    "show_changes": "show harbour --with storm --with fog --changes",
    "show_changes_json": "show fog --changes --format json",
    "show_changes_of_nothing": "show harbour --changes",
    "show_rule": "show storm --with fog --rule go",
    "show_rule_prevented": "show storm --rule pay_out",
    "show_rule_of_a_game": "show harbour --rule voyage",
    "show_entry": "show harbour --rule stack",
    "show_offer": "show harbour --rule main_actions",
    "show_rule_json": "show storm --rule go --format json",
    "show_value": "show harbour --with storm --with fog --value wage",
    "show_value_of_a_piece": "show storm --value keeper.toll",
    "show_rule_and_value": "show storm --rule shelter --value reach",
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
    assert sorted(path.stem for path in GOLDEN.glob("*.txt")) == sorted(
        [*GOOD, "play", "play_hidden"]
    )


def test_help(run: Run) -> None:
    done = run("--help")
    assert done.code == 0
    assert all(f"  {name} " in done.out for name in cli.COMMANDS)
    assert done.out == run("-h").out
    for name in cli.COMMANDS:
        told = run(name, "--help")
        assert told.code == 0 and told.out.startswith(f"Usage: boardwright {name} ")


def test_without_a_command_the_help_is_printed(run: Run) -> None:
    done = run()
    assert (done.code, done.out, done.err) == (0, run("--help").out, "")
    assert done.out.count("\n") > len(cli.COMMANDS) and "\\n" not in done.out


@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_a_command_with_nothing_after_it_says_in_short_lines_what_it_lacks(
    name: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if name not in ("lsp", "studio"):  # which wait for an editor or a browser
        done = run(name)
        assert "\\n" not in done.out + done.err
        assert all(len(line) <= 100 for line in done.err.splitlines())
        if done.code == 2:
            assert done.err.startswith(run(name, "--help").out) and "\nerror: " in done.err


def test_the_version(run: Run) -> None:
    from boardwright import __version__

    assert run("--version").out == f"boardwright {__version__}\n"


@pytest.mark.parametrize("command", ["run", "show", "validate", "test"])
def test_a_shipped_id_hides_no_folder_silently(
    command: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = json.loads(run("rulesets", "--format", "json").out)
    id = next(each["id"] for each in listed if not each["of"])
    words = (command, id, *(["-k", "plague"] if command == "test" else []))  # all would take long
    monkeypatch.chdir(tmp_path)
    assert "for the one here" not in run(*words).err
    (tmp_path / id).mkdir()
    done = run(*words)
    assert done.code == 0 and f"`./{id}` for the one here" in done.err


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
    environment = environment_with()
    command = f"{sys.executable} -m boardwright run harbour -o laps=4 --states | head -c 10"
    done = subprocess.run(
        command, shell=True, env=environment, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr


def test_a_terminal_without_unicode_gets_letters_spelled_out() -> None:
    words = ("-m", "boardwright", "play", "harbour")
    done = run_python(*words, stdin="q\n", PYTHONIOENCODING="ascii")
    assert done.code == 0, done.err
    assert "\\u2500" in done.out


def test_ctrl_c_is_130() -> None:
    environment = environment_with()
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
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from boardwright.cli import main; main(['--help']); "
        "heavy = {'networkx', 'lark', 'yaml', 'rich', 'jsonschema', 'numpy'} & set(sys.modules); "
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    done = run_python("-c", code)
    assert done.code == 0, done.err


def test_every_code_says_what_to_do(run: Run) -> None:
    done = run("explain", "E520")
    assert "Add `rounds:` or" in " ".join(done.out.split())
