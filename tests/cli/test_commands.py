"""What each command prints, in a terminal of 100 columns."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from boardwright import cli
from cli_runs import Run
from folders import CORPUS, GOLDEN_FILES, ROOT, SMALL_GAMES

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


def test_what_a_kind_of_piece_lets_authors_fill_in_is_shown(run: Run) -> None:
    cards = " ".join(run("show", "rattus").out.split())
    assert "its effect `ability` is offered in main_actions and final_actions, once a turn" in cards
    assert "light (light brown), medium (medium brown)" in cards
    played = " ".join(run("show", "notre_dame").out.split())
    assert "its effect `play` is offered nowhere, but performed by rules" in played
    assert "variety members colour red, violet, blue, green, yellow" in played


def test_entries_are_suggested_for_rules_and_have_data(run: Run) -> None:
    done = run("show", "harbour", "--rule", "stak")
    assert done.code == 2 and "did you mean `stack`?" in done.err
    found = json.loads(run("show", "harbour", "--rule", "stack", "--format", "json").out)
    (entry,) = found["rules"]
    assert (entry["sort"], entry["id"]) == ("entry", "main_actions.stack")


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
    if name != "lsp":  # which waits for an editor
        done = run(name)
        assert "\\n" not in done.out + done.err
        assert all(len(line) < 200 for line in done.err.splitlines())


def test_the_version(run: Run) -> None:
    from boardwright import __version__

    assert run("--version").out == f"boardwright {__version__}\n"


# ---- run


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


def test_a_record_replays_with_the_places_named(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    played = run("run", "harbour", "--with", "fog", "--seed", "0", "--record", str(record))
    assert played.code == 0
    done = run("replay", str(record), "--ruleset", "harbour", "--with", "fog")
    assert done.code == 0 and "Harbour with fog, 2 players, seed 0" in done.out
    # An expansion beside the game is found by its id; the game itself is no shipped one.
    assert run("replay", str(record), "--ruleset", "harbour").code == 0
    done = run("replay", str(record))
    assert done.code == 2 and "error[E127]" in done.err


@pytest.mark.parametrize("name", ["../harbour", "./harbour", "/etc", "harbour/", "\x1b[2J"])
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


def test_a_name_in_a_record_that_no_ruleset_can_have_is_damage(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    run("run", "harbour", "--record", str(record))
    record.write_text(record.read_text().replace('"game":"harbour"', f'"game":"{"a" * 999}"'))
    done = run("replay", str(record))
    assert done.code == 1 and "error[E690]" in done.out


def test_an_expansion_of_a_record_that_lies_elsewhere_must_be_named(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "mist").mkdir()
    (tmp_path / "mist" / "expansion.yaml").write_text("expansion: mist\nof: rattus\nlanguage: 2\n")
    record, mist = str(tmp_path / "record.jsonl"), str(tmp_path / "mist")
    assert run("run", "rattus", "--with", mist, "--record", record).code == 0
    done = run("replay", record)
    assert done.code == 2 and "`--with` says where one is" in done.err
    assert run("replay", record, "--with", mist).code == 0


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


# ---- options that are sets, tables that are advised against, expansions that take no part


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


def test_options_are_for_scenarios_that_do_not_say_theirs(run: Run, tmp_path: Path) -> None:
    for name, options, storm in (("silent", "", "yes"), ("says", "options: {wind: calm}\n", "no")):
        text = f"scenario: {name}\nplayers: 2\n{options}expect: (wind is storm) = {storm}\n"
        text = text.replace("(wind is storm) = yes", "wind is storm")
        text = text.replace("(wind is storm) = no", "wind is calm")
        (tmp_path / "harbour" / "scenarios").mkdir(parents=True, exist_ok=True)
        (tmp_path / "harbour" / "scenarios" / f"{name}.yaml").write_text(text)
    for path in (CORPUS / "harbour").rglob("*.yaml"):
        copy = tmp_path / "harbour" / path.relative_to(CORPUS / "harbour")
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(path.read_text())
    where = str(tmp_path / "harbour")
    assert run("test", where).code == 1
    assert run("test", where, "--option", "wind=storm").code == 0


def test_scenarios_of_an_expansion_choose_cards_and_leave_it_out(run: Run, tmp_path: Path) -> None:
    (tmp_path / "regatta").mkdir()
    for path in (CORPUS / "regatta").glob("*.yaml"):
        (tmp_path / "regatta" / path.name).write_text(path.read_text())
    texts = {
        "chosen": "options: {cards: [gull, tern]}\nexpect: [count(cards) = 2, gull is in cards]",
        "alone": "options: {cards: gull}\nexpect: [count(cards) = 1, gull is in charts]",
        "refused": "options: {cards: [gull, tern, pilot]}\nerror: E676",
        "off": "options: {cup: no_cup, cards: [gull, tern, pilot]}\nexpect: count(charts) = 1",
        "played": "from: rounds\nexpect: ribbons in north = 1",
    }
    for name, text in texts.items():
        file = tmp_path / "regatta" / f"{name}.yaml"
        file.write_text(f"scenario: {name}\nplayers: 2\n{text}\n")
    (tmp_path / "harbour").symlink_to(CORPUS / "harbour")
    done = run("test", str(tmp_path / "regatta"))
    assert done.code == 0, done.out + done.err
    wrong = {
        "misspelt": ("options: {cards: [gull, tren]}\nexpect: 1 = 1", "E673"),
        "not_a_list": ("options: {cup: [small]}\nexpect: 1 = 1", "E673"),
        "not_refused": ("options: {cards: [gull]}\nerror: E676", "E688"),
        "is_refused": ("options: {cards: [gull, tern, pilot]}\nexpect: 1 = 1", "E676"),
        "left_out": ("options: {cup: no_cup}\nexpect: ribbons in quays = 0", "E401"),
    }
    for name, (text, code) in wrong.items():
        file = tmp_path / "regatta" / f"{name}.yaml"
        file.write_text(f"scenario: {name}\nplayers: 2\n{text}\n")
        done = run("test", str(tmp_path / "regatta"), "-k", name)
        assert done.code == 1 and f"[{code}]" in done.out, name


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


def test_rules_that_refuse_some_tables_are_checked_at_the_others(run: Run, tmp_path: Path) -> None:
    text = (CORPUS / "harbour" / "game.yaml").read_text()
    condition = "in_play: 4 mod (count(seats) - 3) < 4"
    text = text.replace("hides: [barrel], room", f"hides: [barrel], {condition}, room")
    (tmp_path / "game.yaml").write_text(text)
    (tmp_path / "pilot.yaml").write_text((CORPUS / "harbour/cards/pilot.yaml").read_text())
    table = tmp_path / "table.yaml"
    table.write_text("part: table\ntable: [{must: count(seats) = 2, text: Two play.}]\n")
    assert run("validate", str(tmp_path)).code == 0
    table.write_text("part: table\ntable: [{must: count(seats) = 3, text: Three play.}]\n")
    done = run("validate", str(tmp_path))
    assert done.code == 1 and "E654" in done.out and "E676" not in done.out
    table.write_text("part: table\ntable: [{must: count(seats) mod 0 = 1, text: Some play.}]\n")
    done = run("validate", str(tmp_path))
    assert done.code == 1 and "at a table of 2 players" in done.out and "E654" in done.out


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
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
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


def test_a_rule_error_while_measuring_says_which_game_it_was(run: Run) -> None:
    done = run("bench", "bad/always_fails", "--seconds", "0.1")
    assert done.code == 1
    assert "note: in the game with seed 0, after 2 decisions" in done.err
    assert "`boardwright run bad/always_fails --players 2 --seed 0 --states`" in done.err
    again = run("run", "bad/always_fails", "--players", "2", "--seed", "0", "--states")
    assert again.code == 1 and "after 2 decisions" in again.err


def test_a_manifest_that_cannot_be_read_is_not_missing(run: Run, tmp_path: Path) -> None:
    rules = "rules:\n  deal:\n    for each p in players:\n      pay 1 coins\n    shuffle deck\n"
    (tmp_path / "game.yaml").write_text(f"game: g\nlanguage: 2\nplayers: 2\n{rules}")
    (tmp_path / "more.yaml").write_text("part: more\n")
    done = run("validate", str(tmp_path), "--output-format", "concise")
    assert done.code == 1
    assert done.out.count("error[") == 1 and "E208" in done.out


def test_every_code_says_what_to_do(run: Run) -> None:
    done = run("explain", "E520")
    assert "Add `rounds:` or" in " ".join(done.out.split())


def test_a_loop_without_end_is_told_with_a_way_out(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "game: g\nlanguage: 2\nplayers: 2\noutcome: {score: 0}\n"
        "course:\n  - phase: play\n    until: no\n    turn: |\n      nothing\n"
    )
    done = run("run", str(tmp_path))
    assert "error[E658]" in done.err and "help: a loop needs a way out" in done.err


def test_a_grid_says_which_links_make_neighbours(run: Run) -> None:
    grid = " ".join(run("show", str(SMALL_GAMES / "tic_tac_toe")).out.split())
    assert "a grid of 3 by 3; neighbours by orthogonal and diagonal links" in grid
