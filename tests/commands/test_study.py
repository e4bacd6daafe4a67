"""`boardwright study`, with games whose answers are known."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cli_runs import Run
from folders import GOLDEN_FILES
from golden import Golden
from luck_games import CARDS, COIN_FLIPS, FIRST_MOVE, write_game

GOLDEN = GOLDEN_FILES / "report"
FEW = ("--games", "16", "--ladder", "10..20", "--jobs", "1", "--seed", "2", "--quiet")


def studied(run: Run, root: Path, rules: str, *more: str) -> dict[str, Any]:
    """The findings of a study of a game."""
    ruleset, out = write_game(root, "luck", rules), root / "found"
    done = run("study", str(ruleset), "--out", str(out), "--agent", "ismcts:100", *FEW, *more)
    assert (done.code, done.err) == (0, "")
    found: dict[str, Any] = json.loads((out / "findings.json").read_text())
    return found


def test_a_game_of_luck_has_no_skill(run: Run, tmp_path: Path) -> None:
    found = studied(run, tmp_path, COIN_FLIPS)
    assert found["skill"]["verdict"] == "as expected"
    assert [each["verdict"] for each in found["doublings"]] == ["as expected"]
    choices = found["course"]["choices"]
    assert choices["mattered"]["value"] < 0.01 < 1.98 < choices["sensible"]
    assert any(line.startswith("No skill was found") for line in found["answers"])


def test_a_first_move_that_decides_is_seen(run: Run, tmp_path: Path) -> None:
    found = studied(run, tmp_path, FIRST_MOVE, "--skip", "skill")
    assert [each["wins"]["rate"] for each in found["seats"]] == [1, 0]
    assert [each["verdict"] for each in found["seats"]] == ["more", "less"]
    assert found["course"]["leads"]["search"]["decided"]["value"] == 0
    assert found["course"]["choices"]["one_sensible"]["value"] == pytest.approx(1 / 6, abs=1e-6)
    assert found["skill"] is None and found["doublings"] == []


def test_a_card_that_always_wins_is_off(run: Run, tmp_path: Path) -> None:
    found = studied(run, tmp_path, CARDS, "--skip", "skill", "--players", "3")
    cards = {each["card"]: each for each in found["cards"]}
    assert list(cards) == ["gold", "tin", "wood"]
    gold = cards["gold"]
    assert gold["held"]["rate"] == 1 and gold["pairs"] == 16
    # With the card blank all three tie, and share the win.
    assert gold["wins"]["value"] == pytest.approx(2 / 3, abs=1e-6) and gold["verdict"] == "more"
    scores = {each["name"]: each for each in gold["figures"]}["score"]
    assert scores["value"] == pytest.approx(20 / 3, abs=1e-6) and scores["beyond_chance"]
    assert cards["tin"]["wins"]["value"] == 0 and cards["tin"]["verdict"] == "as expected"
    assert "Gold" in found["answers"][-1] or "gold" in found["answers"][-1]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


def command(folder: Path, *more: str) -> Sequence[str]:
    return (
        *("study", str(folder / "luck"), "--out", str(folder / "found"), "--agent", "ismcts:20"),
        *(
            "--games",
            "8",
            "--ladder",
            "5..10",
            "--seed",
            "2",
            "--quiet",
            "--compare",
            "gold",
            *more,
        ),
    )


@pytest.fixture
def folder(run: Run, kept: Path, tmp_path: Path) -> Path:
    """A small study, played in one process."""
    if not (kept / "luck").exists():
        write_game(kept, "luck", CARDS)
        assert run(*command(kept, "--jobs", "1")).code == 0
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_its_text_its_page_and_its_data(run: Run, folder: Path, golden: Golden) -> None:
    done = run(*command(folder, "--resume"))
    assert done.code == 0 and max(map(len, done.out.splitlines())) <= 100
    golden(GOLDEN / "study.txt", done.out.replace(str(folder), "FOLDER"))
    for form in ("html", "json"):
        golden(GOLDEN / f"study.{form}", (folder / "found" / f"findings.{form}").read_text())
    page = (folder / "found" / "findings.html").read_text()
    assert "<title>Study: luck</title>" in page and "<script" not in page


def test_it_has_the_same_bytes_with_two_processes(run: Run, folder: Path) -> None:
    before = files(folder / "found")
    shutil.rmtree(folder / "found")
    assert run(*command(folder, "--jobs", "2")).code == 0
    assert files(folder / "found") == before


def test_a_study_that_was_interrupted_goes_on(run: Run, folder: Path) -> None:
    before = files(folder / "found")
    shutil.rmtree(folder / "found" / "card-gold-blank")
    (folder / "found" / "findings.json").unlink()
    assert run(*command(folder)).code == 2
    assert run(*command(folder, "--resume")).code == 0
    assert files(folder / "found") == before


def files(root: Path) -> dict[str, bytes]:
    """What matters in the folder of a study."""
    found = [*root.glob("*/games.jsonl"), *root.glob("*.json"), *root.glob("*.html")]
    return {each.relative_to(root).as_posix(): each.read_bytes() for each in sorted(found)}


def test_what_cannot_be_studied_is_refused(run: Run, tmp_path: Path) -> None:
    write_game(tmp_path, "luck", CARDS)
    out = ("--out", str(tmp_path / "found"))
    for words, told in (
        (("--ladder", "50"), "expected numbers such as 50..800, found `50`"),
        (("--ladder", "50..60"), "expected numbers such as 50..800, found `50..60`"),
        (("--ladder", f"50..{'9' * 5000}"), "expected numbers such as 50..800, found `50..999"),
        (("--compare", "glod"), "no card `glod` has effects in this game; did you mean `gold`?"),
    ):
        done = run("study", str(tmp_path / "luck"), *out, *words)
        assert done.code == 2 and told in done.err


def test_where_no_game_ends_nothing_is_said_of_skill(run: Run, tmp_path: Path) -> None:
    rules = COIN_FLIPS.replace("rounds: 6", "rounds: 600") + "limits: {decisions: 20}\n"
    ruleset, out = write_game(tmp_path, "luck", rules), tmp_path / "found"
    words = ("--agent", "ismcts:4", "--ladder", "2..4", "--games", "4", "--players", "2")
    done = run("study", str(ruleset), *words, "--out", str(out), "--jobs", "1", "--quiet")
    assert done.code == 0, done.err
    assert "No game was played to the end, so there is little to report." in done.out
    assert "No skill was found" not in done.out and "did not help" not in done.out
    assert "random        0       –    –" in done.out
    data = json.loads((out / "findings.json").read_text())
    assert data["skill"]["points"] == {"value": None, "low": None, "high": None}


def test_a_ladder_that_cannot_be_climbed_is_refused_at_once(run: Run, tmp_path: Path) -> None:
    ruleset, out = write_game(tmp_path, "luck", COIN_FLIPS), tmp_path / "found"
    words = ("study", str(ruleset), "--agent", "first", "--out", str(out), "--quiet")
    done = run(*words, "--ladder", "600000..1200000")
    assert done.code == 2 and "`iterations` of the agent `ismcts`" in done.err
    assert not out.exists()
