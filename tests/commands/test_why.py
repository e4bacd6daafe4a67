"""`boardwright why`: how a value or a score came about in a recorded game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import boardwright
from boardwright.text.why import why_text
from cli_runs import Run
from folders import GOLDEN_FILES
from golden import Golden

GOLDEN = GOLDEN_FILES / "why"


def recorded(run: Run, folder: Path, *game: str) -> str:
    record = str(folder / "game.jsonl")
    assert run("run", *game, "--seed", "7", "--record", record).code == 0
    return record


@pytest.mark.parametrize(
    ("case", "game", "asked"),
    [
        ("rattus_score", "rattus --players 3", "--score red"),
        ("rattus_points", "rattus --players 3", "--at 60 --value|points of yellow"),
        ("rattus_range", "rattus --players 3", "--at 133 --value plague_range"),
        ("rattus_not_owner", "rattus --players 3", "--at 139 --value plague_range"),
        (
            "notre_dame_sources",
            "notre_dame --players 3",
            "--at 40 --value cube_sources --by violet",
        ),
        ("notre_dame_carriage", "notre_dame --players 3", "--at 40 --value|brings(outer_left_1)"),
        ("rattus_option", "rattus --players 3", "--at 60 --option gallia"),
        ("rattus_no_option", "rattus --players 3", "--at 60 --option scandia"),
        ("rattus_limit", "rattus --players 3", "--at 9 --option take_card"),
        ("rattus_not_owned", "rattus --players 3", "--at 27 --option ability:monk"),
        ("rattus_cannot_begin", "rattus --players 3", "--at 68 --option ability:king"),
        ("notre_dame_option", "notre_dame --players 3", "--at 40 --option hospital_1"),
        ("rattus_event", "rattus --players 3", "--at 61 --event 2"),
        ("rattus_event_of_chance", "rattus --players 3", "--at 61 --event 4"),
        ("rattus_event_asked", "rattus --players 3", "--at 1 --event 3"),
        ("rattus_event_end", "rattus --players 3", "--at 245 --event 76"),
        ("rattus_no_event", "rattus --players 3", "--at 61 --event 99"),
        ("mercatus_event", "rattus --players 4 --with mercatus", "--at 110 --event 14"),
        ("harbour_event_json", "harbour --with fog", "--at 2 --event 3 --format json"),
        ("harbour_option", "harbour --with fog", "--at 1 --option stack"),
        ("harbour_reach", "harbour --with fog", "--at 3 --value|reach of north"),
        ("harbour_json", "harbour --with fog", "--at 3 --value wage --format json"),
    ],
)
def test_answers(
    case: str, game: str, asked: str, run: Run, tmp_path: Path, golden: Golden
) -> None:
    record = recorded(run, tmp_path, *game.split())
    words = ["--ruleset", "harbour", "--with", "fog"] if game.startswith("harbour") else []
    plain, bar, last = asked.partition("|")
    words += [*plain.split(), *([last] if bar else [])]
    done = run("why", record, *words)
    golden(GOLDEN / f"{case}.txt", f"$ boardwright why {' '.join(words)}\n{done.text()}")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ((), "write one of `--value`, `--score`, `--option` and `--event`"),
        (("--score", "red", "--event", "1"), "write one of `--value`, `--score`, `--option` and"),
        (("--event", "1"), "`--event` needs `--at N`"),
        (("--at", "0", "--score", "red"), "there is no decision 0"),
        (("--at", "999", "--event", "1"), "there is no decision 999"),
        (("--score", "amber", "--by", "amber"), "`--by` is only for `--value`"),
        (("--score", "ambre"), "there is no seat `ambre`\n  = help: did you mean `amber`?"),
        (("--value", "wages"), "there is no value `wages`\n  = help: did you mean `wage`?"),
        (("--value", "reach"), "`reach` takes `quay`, a quay; found nothing"),
        (("--at", "1", "--option", "stak"), "did you mean `stack`?"),
        (("--option", "stack"), "nothing is decided here"),
        (("--at", "999", "--value", "wage"), "there is no decision 999"),
    ],
)
def test_questions_that_cannot_be_answered(
    asked: tuple[str, ...], said: str, run: Run, tmp_path: Path
) -> None:
    done = run("why", recorded(run, tmp_path, "harbour"), "--ruleset", "harbour", *asked)
    assert done.code == 2 and done.out == "" and said in done.err


def test_a_record_with_events_is_explained_as_one_without(run: Run, tmp_path: Path) -> None:
    record = recorded(run, tmp_path, "harbour")
    told = str(tmp_path / "told.jsonl")
    assert run("run", "harbour", "--seed", "7", "--record", told, "--events").code == 0
    asked = ("--ruleset", "harbour", "--score", "amber")
    assert run("why", told, *asked).out == run("why", record, *asked).out != ""


def test_a_record_that_cannot_be_replayed_is_refused(run: Run, tmp_path: Path) -> None:
    record = Path(recorded(run, tmp_path, "harbour"))
    record.write_text(record.read_text()[:-9])
    done = run("why", str(record), "--ruleset", "harbour", "--score", "amber")
    assert done.code == 1 and "error[E696]" in done.err


def test_a_saved_game_is_explained_where_it_goes_on(run: Run, tmp_path: Path) -> None:
    saved = str(tmp_path / "saved.jsonl")
    game = ("harbour", "--seed", "7", "--seat", "cobalt", "--agents", "first")
    done = run("play", *game, stdin=f"save {saved}\nwhy wage\nq\n")
    assert done.code == 0, done.text()
    asked = sum('"check"' in line for line in Path(saved).read_text().splitlines()) + 1
    found = run("why", saved, "--ruleset", "harbour", "--value", "wage")
    assert found.code == 0 and f"asked by cobalt at decision {asked} = " in found.out
    assert found.out.partition("\n\n")[2] in done.out
    one = run("why", saved, "--ruleset", "harbour", "--at", f"{asked}", "--value", "wage")
    assert one.out == found.out
    event = run("why", saved, "--ruleset", "harbour", "--at", "0", "--event", "1")
    assert event.code == 0 and event.out.startswith("event 1 after the setup")
    beyond = run("why", saved, "--ruleset", "harbour", "--at", "99", "--value", "wage")
    assert beyond.code == 2 and f"; {asked} is asked next" in beyond.err


def test_a_saved_state_has_no_choices(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "state.json"
    saved.write_text(boardwright.load("rattus", players=2).new(1).save())
    done = run("why", str(saved), "--score", "red")
    assert done.code == 1 and "this file is a saved state, which has no choices" in done.err


def test_python_is_told_the_same(run: Run, tmp_path: Path) -> None:
    record = recorded(run, tmp_path, "rattus", "--players", "3")
    found = boardwright.why(record, 60, value="points of yellow")
    done = run("why", record, "--at", "60", "--value", "points of yellow")
    assert str(found) == done.out
    done = run("why", record, "--at", "60", "--value", "points of yellow", "--format", "json")
    assert json.dumps(found.as_json(), indent=2) + "\n" == done.out
    last = json.loads(Path(record).read_text().splitlines()[-1])
    scores = {seat: boardwright.why(record, score=seat).value for seat in last["outcome"]["scores"]}
    assert scores == last["outcome"]["scores"]
    with pytest.raises(ValueError, match="an option or an event"):
        boardwright.why(record)


def test_long_lines_go_on_deeper_than_they_begin(run: Run, tmp_path: Path) -> None:
    found = boardwright.why(
        recorded(run, tmp_path, "rattus", "--players", "3"), 60, option="scandia"
    )
    plain, narrow = why_text(found.answer, found.when), why_text(found.answer, found.when, 72)
    assert max(map(len, plain.splitlines())) > 100
    assert max(map(len, narrow.splitlines())) <= 72
    assert narrow.split() == plain.split()
    places = max(len(line.partition("  ")[0]) for line in narrow.splitlines() if ".yaml:" in line)
    begun = 0
    for line in narrow.splitlines()[2:]:
        depth = len(line[places:]) - len(line[places:].lstrip())
        if line.startswith(" "):
            assert depth == begun + 4
        else:
            begun = depth
