"""`boardwright replay`: rules are found by the names in a record, and names are never paths."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cli_runs import Run
from folders import CORPUS as SAMPLES


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
    assert done.code == 2 and "write `--with PATH`" in done.err
    assert run("replay", record, "--with", mist).code == 0


def test_a_record_is_told_in_sentences(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    told = run("run", "rattus", "--seed", "5", "--record", str(record), "--events", "--tell")
    again = run("replay", str(record), "--tell")
    assert again.code == 0 and again.out == told.out
    one = run("replay", str(record), "--tell", "--seat", "red", "--language", "nl")
    assert one.code == 0 and "Rood plaatst" in one.out
    assert run("replay", str(record), "--language", "nl").code == 2


def test_a_corpus_is_played_again_with_other_rules(run: Run, tmp_path: Path) -> None:
    corpus, game = tmp_path / "corpus", tmp_path / "mine"
    corpus.mkdir()
    for seed in ("1", "2"):
        record = str(corpus / f"{seed}.jsonl")
        run("run", "harbour", "--seed", seed, "--record", record, "--events", "-q")
    same = run("replay", "--check", str(corpus), "--ruleset", "harbour")
    assert same.code == 0 and same.out == "2 of 2 games go the same way\n"
    shutil.copytree(SAMPLES / "harbour", game)
    rules = game / "game.yaml"
    text = rules.read_text("utf-8").replace("take n coins", "take n + 1 coins")
    row = text[: text.index("take n + 1")].count("\n") + 1
    rules.write_text(text, "utf-8")
    done = run("replay", "--check", str(corpus), "--ruleset", str(game))
    assert done.code == 1 and "this is different: amount coin" in done.out
    assert f"game.yaml:{row}: take n + 1 coins\n" in done.out
    told = json.loads(
        run("replay", "--check", str(corpus), "--ruleset", str(game), "--format", "json").out
    )
    assert (told["records"], told["same"], told["faults"]) == (2, 0, [])
    (line,) = told["lines"]
    assert (line["row"], line["sort"], len(line["records"])) == (row, "event", 2)


def test_a_corpus_without_records_or_with_damaged_ones(run: Run, tmp_path: Path) -> None:
    done = run("replay", "--check", str(tmp_path))
    assert done.code == 2 and "has no records" in done.err
    (tmp_path / "a.jsonl").write_text("{}\n")
    done = run("replay", "--check", str(tmp_path))
    assert done.code == 1 and "error[E690]" in done.out and "1 record cannot be played" in done.out
    (tmp_path / "b.jsonl.xz").write_bytes(b"no archive")
    done = run("replay", "--check", str(tmp_path))
    assert done.code == 2 and "is damaged" in done.err
    assert run("replay", str(tmp_path / "a.jsonl"), "--format", "json").code == 2


def test_a_record_may_have_every_rule_that_begins(run: Run, tmp_path: Path) -> None:
    named, full = tmp_path / "named.jsonl", tmp_path / "full.jsonl"
    run("run", "rattus", "--seed", "5", "--record", str(named), "--events")
    run("run", "rattus", "--seed", "5", "--record", str(full), "--all-events")
    begun = [path.read_text().count('"event":"happened"') for path in (named, full)]
    assert 0 < begun[0] < begun[1]
    assert '"rule":"move_plague"' in full.read_text()
    assert all(run("replay", str(path)).code == 0 for path in (named, full))
