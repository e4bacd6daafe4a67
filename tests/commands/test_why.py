"""`boardwright why`: how a value or a score came about in a recorded game."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

import pytest

import boardwright
from boardwright.dsl.language.types import NumberType, SetType, Type
from boardwright.dsl.rules import ir
from boardwright.interpreter.reference import ReferenceGame
from boardwright.interpreter.reference.frame import Decision
from boardwright.interpreter.reference.option_questions import why_option
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
        ("rattus_option", "rattus --players 3", "--at 60 --option gallia"),
        ("rattus_no_option", "rattus --players 3", "--at 60 --option scandia"),
        ("rattus_limit", "rattus --players 3", "--at 9 --option take_card"),
        ("rattus_not_owned", "rattus --players 3", "--at 27 --option ability:monk"),
        ("rattus_cannot_begin", "rattus --players 3", "--at 68 --option ability:king"),
        ("notre_dame_option", "notre_dame --players 3", "--at 40 --option hospital_1"),
        ("rattus_event", "rattus --players 3", "--at 61 --event 2"),
        ("rattus_event_of_chance", "rattus --players 3", "--at 61 --event 3"),
        ("rattus_event_asked", "rattus --players 3", "--at 1 --event 2"),
        ("rattus_event_end", "rattus --players 3", "--at 245 --event 59"),
        ("rattus_no_event", "rattus --players 3", "--at 61 --event 99"),
        ("mercatus_event", "rattus --players 4 --with mercatus", "--at 110 --event 10"),
        ("harbour_event_json", "harbour --with fog", "--at 2 --event 2 --json"),
        ("harbour_option", "harbour --with fog", "--at 1 --option stack"),
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
    with pytest.raises(ValueError, match="an option or an event"):
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
    decision = game.decision
    if decision is not None:
        for id in decision.options:
            offered = why_option(game, id)
            assert offered.part.value == "offered" and offered.part.remark
            assert offered.part.span.text and why_text(offered, "now")
            count += 1
        for id in could_be(game, decision):
            if id not in decision.options:
                refused = why_option(game, id)
                assert refused.part.value == "not offered" and refused.part.remark
                assert "every condition" not in refused.part.remark, (decision.site, id)
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


def could_be(game: ReferenceGame, decision: Decision) -> list[str]:
    """Ids that are sometimes offered here."""
    offers = game.table.game.offers
    match decision.at:
        case ir.Choose(selection=selection):
            return list(things_of(game.tracer(), selection.var.type))[:20]
        case ir.Open(offer=offer):
            entries = [each.id for each in offers[offer].entries if each.definition is None]
            return entries + [f"{slot}:{id}" for _, id, slot in offers[offer].slots]
        case ir.ChooseOne(entries=entries):
            return [each.name for each in entries]
        case _:
            return []


def arguments(game: ReferenceGame, of: Type) -> list[str]:
    if isinstance(of, SetType):
        return ["nothing", "+".join(arguments(game, of.element)[:3])]
    return ["0", "2"] if isinstance(of, NumberType) else list(things_of(game.tracer(), of))


def is_told(part: Part) -> bool:
    return bool(part.value is not None or part.remark or any(remarks(part))) and all(
        map(is_told, part.parts)
    )


def remarks(part: Part) -> list[str]:
    inner = [said for each in part.parts for said in remarks(each)]
    return [part.remark, *inner] if part.remark else inner
