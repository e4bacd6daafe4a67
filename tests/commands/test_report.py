from __future__ import annotations

import hashlib
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from boardwright.runs.folder import Failure, Folder
from cli_runs import Run
from folders import SMALL_GAMES
from luck_games import AN_OPENING, COIN_FLIPS, write_game

SMALL = ("harbour", "--games", "40", "--jobs", "1", "--seed", "3")


@pytest.fixture
def folder(run: Run, tmp_path: Path) -> Path:
    assert run("simulate", *SMALL, "--out", str(tmp_path / "run")).code == 0
    return tmp_path / "run"


def test_it_tells_the_results_of_a_run(run: Run, folder: Path) -> None:
    done = run("report", str(folder))
    assert (done.code, done.err) == (0, "")
    assert "40 games played to the end" in done.out
    *lines, last = done.out.splitlines()
    assert max(map(len, lines)) <= 100
    assert last == f"{folder}/report.html"
    html = run("report", str(folder), "--format", "html").out
    assert (folder / "report.html").read_text("utf-8") == html


def test_a_page_that_cannot_be_written_is_no_fault(run: Run, folder: Path) -> None:
    (folder / "report.html").mkdir()
    done = run("report", str(folder))
    assert done.code == 0 and "`--out FILE.html` writes a page" in done.out


def test_the_name_of_a_file_says_in_which_form(run: Run, folder: Path, tmp_path: Path) -> None:
    for name, begins in (
        ("page.html", "<!DOCTYPE html>"),
        ("report.json", '{\n  "report": "boardwright"'),
        ("report.txt", "harbour\n"),
    ):
        out = tmp_path / name
        done = run("report", str(folder), "--out", str(out))
        assert (done.code, done.out, done.err) == (0, f"{out}\n", "")
        assert out.read_text("utf-8").startswith(begins)
    done = run("report", str(folder), "--format", "json")
    assert done.out == (tmp_path / "report.json").read_text("utf-8")


def test_a_text_is_folded_for_the_terminal_but_not_in_a_file(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "wide.txt"
    wide = run("report", str(folder), "--all").out
    monkeypatch.setenv("COLUMNS", "60")
    narrow = run("report", str(folder), "--all").out
    assert narrow != wide and narrow.split()[:20] == wide.split()[:20]
    assert run("report", str(folder), "--out", str(out)).code == 0
    assert out.read_text("utf-8") == wide


def test_the_same_bytes_in_every_process(run: Run, spawn: Run, folder: Path) -> None:
    here = run("report", str(folder), "--format", "html").out
    for seed in ("1", "2"):
        assert spawn("report", str(folder), "--format", "html", hash_seed=seed).out == here


def test_two_runs_are_compared(run: Run, folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    assert run("simulate", *SMALL[:-1], "4", "--out", str(other)).code == 0
    done = run("report", str(folder), str(other))
    assert (done.code, done.err) == (0, "")
    assert "  seed  3      4\n" in done.out
    found = json.loads(run("report", str(folder), str(other), "--format", "json").out)
    assert [plan["seed"] for plan in found["plans"]] == [3, 4]
    assert found["plan_differs"] == [{"key": "seed", "first": 3, "second": 4}]


def test_runs_of_other_games_are_refused(run: Run, folder: Path, tmp_path: Path) -> None:
    other = str(tmp_path / "other")
    small = str(SMALL_GAMES / "tic_tac_toe")
    assert run("simulate", small, "--games", "5", "--jobs", "1", "--out", other).code == 0
    done = run("report", str(folder), other)
    assert (done.code, done.out) == (2, "")
    assert done.err == "error: these are runs of different games: `harbour` and `tic_tac_toe`\n"


def test_what_is_missing_is_said(run: Run, folder: Path) -> None:
    (folder / "games.jsonl").unlink()
    (folder / "parts" / "part-000003.jsonl").unlink()
    done = run("report", str(folder))
    assert done.code == 0
    assert done.err == f"{folder}: 1 of 40 games are missing\n"
    assert "1 of 40 games are missing: 3 to 3\n" in done.out


def test_damage_is_said_and_is_a_finding(run: Run, folder: Path) -> None:
    games = folder / "games.jsonl"
    games.write_bytes(games.read_bytes().replace(b'"over"', b'"ever"', 1))
    done = run("report", str(folder))
    assert done.code == 1
    assert done.err == f"{games} is damaged: its checksum does not match\n"
    assert "40 games played to the end" in done.out  # the parts are there still


def test_games_in_which_nobody_is_asked_have_a_length(run: Run, tmp_path: Path) -> None:
    never = COIN_FLIPS.replace("course:\n", AN_OPENING.replace("face of coin = 1", "round >= 0"))
    ruleset, out = write_game(tmp_path, "never", never), tmp_path / "run"
    words = ("--games", "12", "--players", "2", "--course", "--out", str(out), "--quiet")
    assert run("simulate", str(ruleset), *words).code == 0
    done = run("report", str(out), "--all")
    assert "An average game lasts 0 decisions (always)." in done.out
    assert "A game is decided" not in done.out
    assert run("report", str(out), "--out", str(tmp_path / "one.html")).code == 0
    done = run("report", str(out), str(out), "--fail-on", "length:decisions:mean>1%")
    assert done.code == 0, done.err


def test_a_shard_says_which_one_it_is(run: Run, tmp_path: Path) -> None:
    part = str(tmp_path / "part")
    assert run("simulate", *SMALL, "--shard", "2/3", "--out", part).code == 0
    assert "; shard 2 of 3\n" in run("report", part).out
    assert "; shard 2 of 3</p>" in run("report", part, "--format", "html").out
    found = json.loads(run("report", part, "--format", "json").out)
    assert found["shard"] == {"number": 2, "of": 3}
    both = json.loads(run("report", part, part, "--format", "json").out)
    assert both["shards"] == [found["shard"]] * 2


def test_cards_that_nobody_is_asked_about_are_not_told_as_unused(run: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "cards")
    assert run("simulate", "rattus", *SMALL[1:], "--out", out).code == 0
    told = run("report", out, "--all").out
    assert "Cards: class card\n" in told and "class_card" not in told
    (knight,) = [line for line in told.splitlines() if line.startswith("  Knight")]
    (king,) = [line for line in told.splitlines() if line.startswith("  King")]
    assert knight.split()[-2:] == ["–", "–"] and "–" not in king.split()
    (cards,) = json.loads(run("report", out, "--format", "json").out)["cards"]
    assert (cards["kind"], cards["name"]) == ("class_card", "class card")
    used = {card["id"]: (card["used"], card["used_by"]) for card in cards["cards"]}
    assert used["knight"] == (None, None)
    assert used["king"][0] > 0 and used["king"][1]["share"]["rate"] > 0
    page = run("report", out, "--format", "html").out
    row = page[page.index(">Knight</th>") :].split("</tr>")[0]
    assert row.count("<td>–</td>") == 3  # how often, and wins with their interval


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"turns":', b'"turns":"a","x":'),
        (b'"scores":[', b'"scores":["a",'),
        (b'"winners":[', b'"winners":0,"x":['),
        (b'"end":"over"', b'"end":["over"]'),
        (b'"decisions":{', b'"decisions":3,"x":{'),
        (b'"branching":{', b'"branching":{"a":1,'),
        (b'"options":{', b'"options":{"a":[1,2],'),
    ],
)
def test_what_makes_no_sense_is_damage_even_with_its_sum(
    old: bytes, new: bytes, run: Run, folder: Path
) -> None:
    games = folder / "games.jsonl"
    *lines, last = games.read_bytes().splitlines(keepends=True)
    body = lines[0] + b"".join(lines[1:]).replace(old, new, 1)
    assert body != b"".join(lines)
    seal = {**json.loads(last), "sum": hashlib.sha256(body).hexdigest()}
    games.write_bytes(body + json.dumps(seal, separators=(",", ":")).encode() + b"\n")
    done = run("report", str(folder))
    assert done.code == 1
    assert done.err == f"{games} is damaged: it has a wrong line\n"
    assert "40 games played to the end" in done.out  # of the parts


def test_what_was_set_aside_is_told_with_its_reason(run: Run, folder: Path) -> None:
    (folder / "games.jsonl").unlink()
    for chunk in (3, 4):
        (folder / "parts" / f"part-{chunk:06}.jsonl").unlink()
    plan, _ = Folder(folder).plan()
    Folder(folder).set_aside(plan, [Failure(3, "no idea"), Failure(4, "no idea", 4)])
    done = run("report", str(folder))
    assert done.code == 0
    missing, why = done.err.splitlines()
    assert missing == f"{folder}: 2 of 40 games are missing"
    assert why == f"{folder}/aside.json: 2 games set aside: no idea"


def test_a_report_goes_into_what_is_there(run: Run, folder: Path, tmp_path: Path) -> None:
    """A pipe stays a pipe, and a link a link."""
    due = run("report", str(folder), "--all").out
    pipe, link, target = (tmp_path / name for name in ("pipe", "link", "target"))
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as others:
        heard = others.submit(pipe.read_text, "utf-8")
        assert run("report", str(folder), "--out", str(pipe)).code == 0
        assert heard.result(60) == due
    assert pipe.is_fifo()
    link.symlink_to(target)
    for _ in range(2):  # it leads nowhere at first
        assert run("report", str(folder), "--out", str(link)).code == 0
        assert link.is_symlink() and target.read_text("utf-8") == due
        target.write_text("old")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    done = run("report", str(folder), "--out", str(tmp_path / "loop"))
    assert done.code == 2 and "too many levels of symbolic links" in done.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "missing argument"),
        (
            ("nowhere",),
            "error: nowhere: there is no run in this folder\n"
            "  = help: `boardwright simulate GAME --out FOLDER` plays games into a folder\n",
        ),
        (("a", "b", "c"), "error: expected one run, or two to compare\n"),
    ],
)
def test_what_cannot_be_done(run: Run, words: tuple[str, ...], message: str) -> None:
    done = run("report", *words)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


# ---- a gate for balance


def test_a_change_beyond_chance_fails_where_one_says_so(
    run: Run, folder: Path, tmp_path: Path
) -> None:
    other = str(tmp_path / "other")
    done = run("simulate", *SMALL, "--option", "laps=4", "--out", other)
    assert done.code == 0, done.err
    same = run("report", str(folder), str(folder), "--fail-on", "length:*:mean>0")
    assert (same.code, same.err) == (0, "")
    done = run("report", str(folder), other, "--fail-on", "length:decisions:mean>1")
    assert done.code == 1
    assert done.err.startswith("error: length:decisions:mean>1: decisions, mean: ")


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("length>3", "expected a condition such as `card:*:wins>3pp`, found `length>3`"),
        ("length:days:mean>3", "no length has this name; there are "),
    ],
)
def test_conditions_that_say_nothing_are_refused(
    run: Run, folder: Path, condition: str, message: str
) -> None:
    done = run("report", str(folder), str(folder), "--fail-on", condition)
    assert done.code == 2 and message in done.err


def test_a_condition_needs_two_runs(run: Run, folder: Path) -> None:
    done = run("report", str(folder), "--fail-on", "length:*:mean>3")
    assert done.code == 2 and "name a second one" in done.err
