"""`boardwright why`: how a value or a score came about in a recorded game."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

import pytest

import boardwright
from boardwright.dsl.language.types import NumberType, SetType, Type
from boardwright.interpreter.reference import ReferenceGame
from boardwright.interpreter.reference.questions import things_of, why_score, why_value
from boardwright.interpreter.reference.tracer import Part
from boardwright.text.why import why_text
from cli_runs import Run
from folders import GOLDEN_FILES, SMALL_GAMES
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
        ("harbour_reach", "harbour --with fog", "--at 3 --value|reach of north"),
        ("harbour_json", "harbour --with fog", "--at 3 --value wage --json"),
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
        ((), "write either `--value` or `--score`"),
        (("--score", "red", "--value", "wage"), "write either `--value` or `--score`"),
        (("--score", "amber", "--by", "amber"), "`--by` is only for `--value`"),
        (("--score", "ambre"), "there is no seat `ambre`\n  = help: did you mean `amber`?"),
        (("--value", "wages"), "there is no value `wages`\n  = help: did you mean `wage`?"),
        (("--value", "reach"), "`reach` takes `quay`, a quay; found nothing"),
        (("--at", "999", "--value", "wage"), "there is no decision 999"),
    ],
)
def test_questions_that_cannot_be_answered(
    asked: tuple[str, ...], said: str, run: Run, tmp_path: Path
) -> None:
    done = run("why", recorded(run, tmp_path, "harbour"), "--ruleset", "harbour", *asked)
    assert done.code == 2 and done.out == "" and said in done.err


def test_a_record_that_cannot_be_replayed_is_refused(run: Run, tmp_path: Path) -> None:
    record = Path(recorded(run, tmp_path, "harbour"))
    record.write_text(record.read_text()[:-9])
    done = run("why", str(record), "--ruleset", "harbour", "--score", "amber")
    assert done.code == 1 and "error[E696]" in done.err


def test_python_is_told_the_same(run: Run, tmp_path: Path) -> None:
    record = recorded(run, tmp_path, "rattus", "--players", "3")
    found = boardwright.why(record, 60, value="points of yellow")
    done = run("why", record, "--at", "60", "--value", "points of yellow")
    assert str(found) == done.out
    done = run("why", record, "--at", "60", "--value", "points of yellow", "--json")
    assert json.dumps(found.as_json(), indent=2) + "\n" == done.out
    last = json.loads(Path(record).read_text().splitlines()[-1])
    scores = {seat: boardwright.why(record, score=seat).value for seat in last["outcome"]["scores"]}
    assert scores == last["outcome"]["scores"]
    with pytest.raises(ValueError, match="a value or for a score"):
        boardwright.why(record)


@pytest.mark.parametrize("name", ["rattus", "notre_dame", str(SMALL_GAMES / "old_crow")])
def test_no_value_and_no_score_is_without_an_answer(name: str) -> None:
    """At random positions: each answer has the value that play uses, parts that have places, and a text."""
    chance = random.Random(5)
    table = boardwright.load(name).table
    game = ReferenceGame(table, 11)
    asked = 0
    while game.decision is not None:
        if chance.random() < 0.04:
            asked += ask_everything(game, chance)
        game.apply(chance.choice(game.decision.options))
    assert asked + ask_everything(game, chance) > 10


def ask_everything(game: ReferenceGame, chance: random.Random) -> int:
    table, count = game.table, 0
    for seat, score in zip(table.seats, game.scores, strict=True):
        found = why_score(game, seat)
        assert found.part.value == score and found.part.span.text and why_text(found, "now")
        count += 1
    for value in table.game.values.values():
        several = list(product(*(arguments(game, each.type) for each in value.params)))
        for words in chance.sample(several, min(4, len(several))):
            found = why_value(game, f"{value.id}({', '.join(words)})" if words else value.id)
            assert found.part.parts and all(map(is_told, found.part.parts))
            assert found.part.value is not None or any(remarks(found.part))
            assert why_text(found, "now")
            count += 1
    return count


def arguments(game: ReferenceGame, of: Type) -> list[str]:
    if isinstance(of, SetType):
        return ["nothing", "+".join(arguments(game, of.element)[:3])]
    return ["0", "2"] if isinstance(of, NumberType) else list(things_of(game, of))


def is_told(part: Part) -> bool:
    return bool(part.value is not None or part.remark or any(remarks(part))) and all(
        map(is_told, part.parts)
    )


def remarks(part: Part) -> list[str]:
    inner = [said for each in part.parts for said in remarks(each)]
    return [part.remark, *inner] if part.remark else inner
