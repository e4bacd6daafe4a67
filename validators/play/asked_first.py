"""Whether it matters who is asked first when all answer at once.

The same game is played twice, with the same seed and the same answers of each seat. Once the seats that answer at once are
asked in seat order, once another seat is first. When all have answered, the positions must be the same, and so must be all
that each seat was sent.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from boardwright.dsl.language.types import PlayerType
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.places import Span
from boardwright.interpreter.agents.program_agent import question_message
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.record_lines import canonical
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.trace import Chance
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.redacted_record import Redaction
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import Table, set_table

Answer = Callable[[int, int, str, int], int]
"""Answers for a seat, given how many answers it has given, what it is asked, and the number of options."""


@dataclass(frozen=True, slots=True)
class Unequal:
    """What depends on who was asked first, and after how many decisions of the game."""

    message: str
    span: Span | None
    notes: tuple[str, ...]
    decisions: int


class AskedFirst:
    """Games of one table in which each seat is asked first. `compared` is how many answers were compared."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.blocks = at_once(table.game)
        self.compared = 0
        self._programs: dict[int, Program] = {}

    def random_game(self, seed: int) -> Unequal | None:
        """Plays a random game twice, with different seats asked first."""
        stream, players = Stream(seed, "asked first"), self.table.players
        if not self.blocks or players < 2:
            return None
        salt = stream.next32()

        def answer(seat: int, number: int, name: str, count: int) -> int:
            return zlib.crc32(f"{salt} {seat} {number} {name}".encode()) % count

        try:
            return self.game(seed, 1 + stream.below(players - 1), answer)
        except RuleError:
            return None  # failures are reported of games that are played once

    def game(self, seed: int, first: int, answer: Answer) -> Unequal | None:
        """Plays one game twice, with seat 0 and then with this seat asked first; raises a `RuleError` of the game."""
        if not self.blocks:
            return None
        one = _Course(self._program(0), seed, answer, self.blocks)
        two = _Course(self._program(first), seed, answer, self.blocks)
        while True:
            faults = [fault for course in (one, two) if (fault := course.go_on())]
            self.compared += one.answers
            if len(faults) == 2 or one.chance_decided:
                return None
            if faults:
                return self._unequal(one, "whether the game fails", faults[0].message, "")
            a, b = one.state.position(), two.state.position()
            if a != b:
                part = next(key for key in {**a, **b} if a.get(key) != b.get(key))
                what = f"`{part}` of the position"
                return self._unequal(one, what, str(a.get(part)), str(b.get(part)))
            for seat, name in enumerate(self.table.seats):
                for here, there in zip(one.sent[seat], two.sent[seat], strict=False):
                    if here != there:
                        return self._unequal(one, f"what `{name}` is sent", here, there)
                if len(one.sent[seat]) != len(two.sent[seat]):
                    return self._unequal(one, f"how much `{name}` is sent", "", "")
            if one.state.over:
                return None

    def _program(self, first: int) -> Program:
        if first not in self._programs:
            game = beginning_with(self.table.game, first)
            table = set_table(game, self.table.players, dict(self.table.options))
            self._programs[first] = link(table)
        return self._programs[first]

    def _unequal(self, course: _Course, message: str, here: str, there: str) -> Unequal:
        notes = (
            (f"first it is `{here[:160]}`", f"then it is `{there[:160]}`") if here != there else ()
        )
        message = f"{message} depends on who is asked first"
        return Unequal(message, self.blocks.get(course.last), notes, course.taken)


class _Course:
    """One of the two games, and what each seat is sent while all answer at once."""

    def __init__(
        self, program: Program, seed: int, answer: Answer, blocks: Mapping[str, Span]
    ) -> None:
        self.program, self.answer, self.blocks = program, answer, blocks
        self.chance = Chance(program)
        words = Words(program.table.game, None)
        compiled = program.watched(self.chance)
        self.state = State(program, program.first_vector(seed), compiled, words)
        compiled.run(self.state.v)
        seats = range(program.table.players)
        self.redactions = [Redaction(program, seat) for seat in seats]
        self.sent: list[list[str]] = [[] for _ in seats]
        self.asked = [0 for _ in seats]
        self.taken = self.answers = 0
        self.chance_decided = False
        self.last = ""

    def go_on(self) -> RuleError | None:
        """Plays on until the next answers at once are given, or to the end; returns the error that stops it, if any."""
        self.sent = [[] for _ in self.sent]
        self.answers, self.chance_decided, inside = 0, False, False
        while (decision := self.state.decision) is not None:
            if decision.name not in self.blocks and inside:
                return None
            seat, name = decision.player, decision.name
            self.asked[seat] += 1
            option = self.answer(seat, self.asked[seat], name, len(decision))
            if name in self.blocks:
                inside, self.last = True, name
                self.answers += 1
                message = question_message(decision, self.state, self.asked[seat])
                self.sent[seat].append(canonical(message))
                for each, redaction in enumerate(self.redactions):
                    line = redaction.decision(self.state, decision, decision.ids[option])
                    if line is not None:
                        self.sent[each].append(canonical(line))
            self.chance.log.clear()
            try:
                self.state.apply(option)
            except RuleError as fault:
                return fault
            self.taken += 1
            if any(each.name in self.blocks for each in self.chance.log):
                self.chance_decided = True  # unseen pieces were picked, where the order matters
        return None


def beginning_with(game: ir.Game, seat: int) -> ir.Game:
    """Returns the game in which answers at once are asked of this seat first, then clockwise."""
    changed: ir.Game = _changed(game, seat)
    return changed


def _changed(part: Any, seat: int) -> Any:
    if isinstance(part, tuple):
        found = tuple(_changed(each, seat) for each in part)
        return part if all(a is b for a, b in zip(part, found, strict=True)) else found
    if isinstance(part, Mapping):
        changed = {key: _changed(each, seat) for key, each in part.items()}
        return part if all(part[key] is changed[key] for key in part) else changed
    if isinstance(part, ir.AllAtOnce):
        first = ir.Const(value=seat, type=PlayerType(), span=part.selection.span)
        rising = None if part.selection.cut is None else part.selection.rising
        return replace(part, selection=replace(part.selection, starting=first, rising=rising))
    if is_dataclass(part) and not isinstance(part, type | Span):
        news = {
            each.name: new
            for each in fields(part)
            if each.name not in ("span", "type")
            and (new := _changed(old := getattr(part, each.name), seat)) is not old
        }
        return replace(part, **news) if news else part
    return part


def at_once(game: ir.Game) -> Mapping[str, Span]:
    """Returns the decisions that are answered at once, each with the place of its block in the rules."""
    found: dict[str, Span] = {}
    for block in _blocks(game):
        for node in nodes(block.body):
            if (site := getattr(node, "site", None)) is not None:
                found[site] = block.span
    return found


def _blocks(part: Any) -> Iterator[ir.AllAtOnce]:
    if isinstance(part, ir.AllAtOnce):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from _blocks(each)
    elif isinstance(part, Mapping):
        for each in part.values():
            yield from _blocks(each)
    elif is_dataclass(part) and not isinstance(part, type | Span):
        for field in fields(part):
            if field.name not in ("span", "type"):
                yield from _blocks(getattr(part, field.name))


__all__ = ["AskedFirst", "Unequal", "at_once", "beginning_with"]
