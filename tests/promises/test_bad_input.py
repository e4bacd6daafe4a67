"""Whatever is wrong with the input is said in words: code, place, help, exit code; never a traceback."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cli_runs import Run
from folders import GOLDEN_FILES

GOLDEN = GOLDEN_FILES / "cli" / "bad"

BAD = {
    "missing_file": "validate bad/nowhere",
    "misspelt_file": "validate bad/wrong_kye",
    "unknown_id": "run harbor",
    "misspelt_shipped_id": "run ratus",
    "unknown_command": "vaildate harbour",
    "bomb": "validate bad/bomb.yaml",
    "alias_bomb": "validate bad/alias_bomb.yaml",
    "latin": "validate bad/latin.yaml",
    "escape_in_the_file": "validate bad/escape.yaml",
    "escape_in_a_text": "validate bad/control_characters",
    "escape_in_an_argument": "run \x1b[2J\u202eevil",
    "escape_in_an_option": "run harbour --option \x1b[31m=3",
    "wrong_key": "validate bad/wrong_key",
    "wrong_key_run": "run bad/wrong_key",
    "unknown_name": "validate bad/unknown_name",
    "wrong_type": "validate bad/wrong_type",
    "effect_that_does_not_parse": "validate bad/effect_that_does_not_parse",
    "other_language": "validate bad/other_language",
    "expansion_without_game": "validate bad/expansion_without_game",
    "expansion_as_game": "run fog",
    "expansion_of_another_game": "run notre_dame --with mercatus",
    "game_as_expansion": "run harbour --with harbour",
    "same_expansion_twice": "run harbour --with fog --with fog",
    "rule_error_in_play": "run bad/always_fails --seed 0",
    "too_many_players": "run harbour --players 4",
    "too_few_players": "run harbour --players -1",
    "unknown_option": "run harbour --option winds=calm",
    "value_as_option": "run harbour --option storm=yes",
    "misspelt_option_value": "run harbour --option wind=strom",
    "number_out_of_range": "run harbour --option laps=9",
    "number_that_is_a_word": "run harbour --option laps=many",
    "yes_no_that_is_neither": "run harbour --option long_game=maybe",
    "option_without_value": "run harbour --option wind",
    "option_twice": "run harbour --option wind=calm --option wind=storm",
    "cards_without_such_an_option": "run harbour --cards pilot",
    "misspelt_card": "run harbour --with regatta --cards gull,plot",
    "card_twice": "run harbour --with regatta --option cards=gull,gull",
    "cards_twice": "run harbour --with regatta --cards gull --option cards=tern",
    "list_for_another_option": "run harbour --with regatta --option cup=small,large",
    "refused_table": "run harbour --with regatta --cards pilot,gull,tern --language nl",
    "unknown_option_of_scenarios": "test harbour --option winds=calm",
    "several_things_wrong": "run harbour --players 9 --option winds=calm --language it",
    "unknown_language": "run harbour --language it",
    "unknown_agent": "run harbour --agent ramdom",
    "agents_and_players": "run harbour --players 2 --agent random,first,random",
    "unknown_seat": "play harbour --seat ambre",
    "unknown_code": "explain E4O1",
    "unknown_code_name": "explain unknown-nam",
    "unknown_selection": "validate harbour --select Q1",
    "unwritable_file": "run harbour --record nowhere/deep/record.jsonl",
    "unwritable_output": "validate harbour --out nowhere/deep/out.txt",
    "missing_record": "replay nowhere.jsonl",
    "folder_as_record": "replay harbour",
    "no_record": "replay harbour/game.yaml",
    "misspelt_rule": "show storm --rule sheltre",
    "unknown_rule": "show storm --rule wages",
    "value_as_rule": "show storm --rule wage",
    "rule_as_value": "show storm --value go",
    "value_without_its_piece": "show storm --value toll",
    "json_of_the_whole_game": "show harbour --format json",
    "no_scenario": "test fog",
    "no_scenario_matches": "test harbour -k nothing_like_it",
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input(case: str, run: Run, golden: Callable[[Path, str], None]) -> None:
    done = run(*BAD[case].split(" "))
    assert done.code in (1, 2)
    assert "Traceback" not in done.err and "E901" not in done.err
    assert not any(
        (char < " " and char != "\n") or char == "\u202e" for char in done.out + done.err
    )
    told = re.sub(r"the shipped rulesets are .*;", "the shipped rulesets are ...;", done.text())
    golden(GOLDEN / f"{case}.txt", f"$ boardwright {ascii(BAD[case])[1:-1]}\n{told}")


@pytest.mark.parametrize("flags", [["--plyers", "2"], ["--players", "two"], ["--seed"]])
def test_bad_flags(flags: list[str], run: Run) -> None:
    done = run("run", "harbour", *flags)
    assert done.code == 2 and done.out == ""
    assert done.err.startswith("error: ") and flags[0] in done.err


def test_a_time_that_is_no_number_is_refused(run: Run) -> None:
    for words in (
        ("bench", "harbour", "--seconds", "nan"),
        ("run", "harbour", "--agent-seconds", "nan"),
        ("run", "harbour", "--agent-seconds", "inf"),
    ):
        done = run(*words)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("error: invalid value") and "is not in the range" in done.err


def test_every_case_has_its_golden_file_and_no_other() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*.txt")) == sorted(BAD)


DAMAGE = {
    "another_choice": ('"choice":"rest"', '"choice":"north"'),
    "another_seed": ('"seed":4', '"seed":5'),
    "another_option": ('"wind":"calm"', '"wind":"storm"'),
    "a_lost_line": ('{"n":2,', '{"m":2,'),
    "no_json": ('{"n":2,', '{"n":2'),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_records_are_found(damage: str, run: Run, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    assert run("run", "harbour", "--seed", "4", "--record", str(record)).code == 0
    assert run("replay", str(record), "--ruleset", "harbour").code == 0
    before, after = DAMAGE[damage]
    text = record.read_text()
    assert before in text
    record.write_text(text.replace(before, after, 1))
    done = run("replay", str(record), "--ruleset", "harbour")
    assert done.code == 1
    assert "error[E69" in done.out and "record.jsonl:" in done.out


def test_a_record_cut_off_anywhere_is_found(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    run("run", "harbour", "--record", str(record))
    data = record.read_bytes()
    for size in range(0, len(data), 97):
        record.write_bytes(data[:size])
        assert run("replay", str(record), "--ruleset", "harbour").code == 1, size


def test_an_empty_folder(run: Run, tmp_path: Path) -> None:
    done = run("validate", str(tmp_path))
    assert done.code == 1 and "error[E126]" in done.out


def test_an_internal_error_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise KeyError("a\x1b[2Jb")

    monkeypatch.setattr("boardwright.loading.load.read", broken)
    done = run("show", "harbour")
    assert done.code == 2
    assert done.err.startswith("error[E901]: ") and done.err.count("\n") == 1
    assert "\x1b" not in done.err
    monkeypatch.setenv("BOARDWRIGHT_DEBUG", "1")
    with pytest.raises(KeyError):
        run("show", "harbour")
