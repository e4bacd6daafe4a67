"""`boardwright test`: options for scenarios, and cards that they choose."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cli_runs import Run
from folders import CORPUS, SMALL_GAMES


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


def test_on_github_scenarios_that_fail_are_annotated(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(SMALL_GAMES / "pig", tmp_path / "pig")
    (tmp_path / "pig" / "one.yaml").write_text("scenario: one\nplayers: 2\nexpect: 1 = 2\n")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.chdir(tmp_path)
    done = run("test", "pig", "-k", "one")
    assert done.code == 1 and done.out.startswith("failed one (pig/one.yaml)\n::error file=")
    assert "pig/one.yaml,line=3," in done.out and done.out.endswith("\n1 error\n")
    assert "error[E686]" in run("test", "pig", "-k", "one", "--format", "full").out
