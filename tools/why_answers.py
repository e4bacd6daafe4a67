"""Asks why for every option, value and score at random positions: no answer is empty, wrong or slow.

    python tools/why_answers.py --positions 200 --seed 1

At each position this asks for the score of each seat, for each option and some that are missing, and for each value with
some arguments. Each answer must have the value that play uses, a reason, and parts that have places. A finding names the
game, the choices and the question. The time of an answer is that of the processor, with playing to the position.
`--game` names a folder, and after `+` its expansions: `rattus+mercatus`.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from itertools import product

from boardwright.dsl.language.types import NumberType, SetType, Type
from boardwright.dsl.rules import ir
from boardwright.interpreter.reference import ReferenceGame
from boardwright.interpreter.reference.frame import Decision
from boardwright.interpreter.reference.option_questions import why_option
from boardwright.interpreter.reference.questions import (
    Answer,
    play_to,
    things_of,
    why_score,
    why_value,
)
from boardwright.interpreter.reference.tracer import Part
from boardwright.interpreter.table.table import Table
from boardwright.loading.load import load
from boardwright.text.why import why_text

GAMES = ("rattus", "rattus+mercatus", "notre_dame")
SECONDS = 0.5
"""The longest that an answer may take."""

_SHOWN = 10  # findings of one game
_ARGUMENTS = 4  # of each value at each position

Question = tuple[str, str]
"""What is asked for, and its id: `option`, `missing`, `score` or `value`."""


def campaign(name: str, positions: int, seed: int) -> int:
    """Asks everything at this many positions; returns the number of findings."""
    path, *others = name.split("+")
    table, chance = load(path, expansions=others).table, random.Random(seed)
    found, asked, slowest, number = 0, 0, 0.0, seed * 1_000
    while positions > 0:
        number += 1
        choices = random_game(table, number, chance)
        for many in sorted(chance.sample(range(len(choices) + 1), min(8, positions, len(choices)))):
            positions -= 1
            began = time.process_time()
            game = play_to(table, number, choices[:many])
            played = time.process_time() - began
            for question in questions(game, chance):
                asked += 1
                began = time.process_time()
                fault = wrong(game, question)
                took = played + time.process_time() - began
                slowest = max(slowest, took)
                fault = fault or (f"it took {took:.2f} s" if took > SECONDS else "")
                found += bool(fault)
                if fault and found <= _SHOWN:
                    told = f"{name}, seed {number}, {many} decisions, {' '.join(question)}: {fault}"
                    print(told, flush=True)
    print(f"{name}: {asked:,} answers, the slowest {slowest:.2f} s; findings {found:,}", flush=True)
    return found


def random_game(table: Table, seed: int, chance: random.Random) -> list[str]:
    """The choices of a random game."""
    game = ReferenceGame(table, seed)
    choices: list[str] = []
    while game.decision is not None:
        choices.append(chance.choice(game.decision.options))
        game.apply(choices[-1])
    return choices


def questions(game: ReferenceGame, chance: random.Random) -> Iterator[Question]:
    """Everything that can be asked here, of values with some arguments."""
    for seat in game.table.seats:
        yield "score", seat
    decision = game.decision
    if decision is not None:
        for id in decision.options:
            yield "option", id
        for id in could_be(game, decision):
            if id not in decision.options:
                yield "missing", id
    for value in game.table.game.values.values():
        several = list(product(*(arguments(game, each.type) for each in value.params)))
        for words in chance.sample(several, min(_ARGUMENTS, len(several))):
            yield "value", f"{value.id}({', '.join(words)})" if words else value.id


def wrong(game: ReferenceGame, question: Question) -> str:
    """What is wrong with an answer; nothing if it is right."""
    form, id = question
    try:
        found = _answered(game, form, id)
    except Exception as fault:
        return f"{type(fault).__name__}: {fault}"
    part = found.part
    if not part.span.text or not why_text(found, "now"):
        return "it has no place or no text"
    if form == "score":
        score = game.scores[game.table.seats.index(id)]
        return "" if part.value == score else f"the score is {score}, not {part.value}"
    if form in ("option", "missing"):
        due = "offered" if form == "option" else "not offered"
        if part.value != due or not part.remark:
            return f"it is {due}, not {part.value}: {part.remark}"
        contradicts = form == "missing" and "every condition" in part.remark
        return part.remark if contradicts else ""
    if not (part.parts and all(map(is_told, part.parts))):
        return "it has no parts, or parts without a value"
    return "" if part.value is not None or any(remarks(part)) else "it has no value"


def _answered(game: ReferenceGame, form: str, id: str) -> Answer:
    if form == "score":
        return why_score(game, id)
    return why_value(game, id) if form == "value" else why_option(game, id)


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
    """Some things of a type, by id."""
    if isinstance(of, SetType):
        return ["nothing", "+".join(arguments(game, of.element)[:3])]
    return ["0", "2"] if isinstance(of, NumberType) else list(things_of(game.tracer(), of))


def is_told(part: Part) -> bool:
    """Whether a part and all in it have a value, or say why not."""
    return bool(part.value is not None or any(remarks(part))) and all(map(is_told, part.parts))


def remarks(part: Part) -> list[str]:
    """What a part and all in it remark."""
    inner = [said for each in part.parts for said in remarks(each)]
    return [part.remark, *inner] if part.remark else inner


def main(args: Sequence[str] | None = None) -> int:
    """Prints each finding and how much was asked; returns 1 if there was a finding."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    options.add_argument("--game", action="append", help="ask about only this game")
    options.add_argument("--positions", type=int, default=200, help="positions of each game")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args(args)
    names = given.game or GAMES
    return int(sum(campaign(name, given.positions, given.seed) for name in names) > 0)


if __name__ == "__main__":
    raise SystemExit(main())
