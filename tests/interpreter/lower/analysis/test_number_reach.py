"""Numbers that rules work out have an end, in both ways of playing at the same words; most are known never to get there."""

from __future__ import annotations

import random

import pytest

from boardwright.dsl.language.types import NumberType
from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.analysis.number_reach import EVERY, Reach
from boardwright.interpreter.machine.widths import widths_of
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.records.soundness import unsound
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from boardwright.interpreter.table.table_limits import TOO_FAR
from strategies import GAMES, Pair, game_in, name_of, program_of, steps, tiny

HUGE = "let x be 1000000 * 1000000\n"
MORE = """\
stocks: {gem: {total: unlimited, home: mine}}
places:
  mine: {holds: gem}
  chest: {per: player, holds: gem}
values:
  twice(number n): n + n
  tall: 1000000 * 1000000
  grown(number n): n
modify:
  grown(number n): add n
rules:
  doubled(number n): |
    let y be n + n
    if y > 10:
      set log to 1
"""


@pytest.mark.parametrize(
    ("lines", "at"),
    [
        ("set x to x + 1", "x + 1"),
        ("add 1 to x", "add 1 to x"),
        ("let y be 0 - x - 1", "0 - x - 1"),
        ("let y be x + 1 - 1", "x + 1"),
        ("let y be (x + x) mod 7", "x + x"),
        ("if x + 1 > 3:\n  set log to 1", "x + 1"),
        ("if x - 1 + 2 > 3:\n  set log to 1", "x - 1 + 2"),
        ("let y be x * 2", "x * 2"),
        ("let y be max(3, x + 5)", "x + 5"),
        ("let y be twice(x)", "n + n"),
        ("let y be grown(x)", "grown"),
        ("doubled(x)", "n + n"),
        ("let y be sum(x for each p in players)", "sum(x for each p in players)"),
        ("for each p in players by rising x + 1:\n  set log to 1", "x + 1"),
        ("set log to count(those p in players by rising x + 1)", None),
        ("repeat 50 times:\n  set x to x + x", "x + x"),
        ("repeat 9 times:\n  let y be x - 1\n  set x to y + y", "y + y"),
        (
            "move x gems from mine to chest of first_seat\nmove 1 gems from mine to chest of first_seat",
            "move 1 gems",
        ),
        (
            "for each p in players:\n  move x gems from mine to chest of p\n"
            "for each p in players where p is not first_seat:\n  move all gems from chest of p to chest of first_seat",
            "move all gems",
        ),
        (
            "for each p in players:\n  move x gems from mine to chest of p\n"
            "set log to min(3, sum(gems in chest of p for each p in players))",
            "sum(gems",
        ),
    ],
)
def test_what_would_be_beyond_fails_where_it_comes_about(lines: str, at: str | None) -> None:
    game = tiny(steps(HUGE + lines) + MORE)
    if at is None:
        assert Pair(game, 2).over
        return
    with pytest.raises(RuleError) as fault:
        Pair(game, 2)
    assert (fault.value.code, fault.value.message) == ("E653", TOO_FAR)
    assert fault.value.span is not None and fault.value.span.text.startswith(at)


@pytest.mark.parametrize(
    "lines",
    [
        "set x to x - 1 + 1",
        "set x to 0 - x",
        "let y be x / 3 rounded up",
        "if x >= 1000000 * 1000000 - 1:\n  set log to 1",
        "move x gems from mine to chest of first_seat\nmove 1 gems from chest of first_seat to chest of first_seat",
        "move x gems from mine to chest of first_seat\nmove x gems from chest of first_seat to mine\n"
        "move x gems from mine to chest of first_seat",
    ],
)
def test_up_to_the_end_everything_can_be_counted(lines: str) -> None:
    assert Pair(tiny(steps(HUGE + lines) + MORE), 2).over


# ---- programs of big numbers, made by chance


class Made:
    """Lines that work out numbers, some of them large."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.names = ["a1"]
        self.members = 0

    def number(self, depth: int) -> str:
        chance = self.chance
        if depth == 0 or chance.random() < 0.25:
            small = str(chance.choice((0, 1, 3, 1000, 999_999, 1_000_000)))
            return chance.choice((*self.names, "log", small, small))
        one, other = self.number(depth - 1), self.number(depth - 1)
        self.members += 1
        q = f"q{self.members}"
        return chance.choice(
            (
                f"({one} + {other})",
                f"({one} - {other})",
                f"({one} * {other})",
                f"({one} * {other})",
                f"({one} * 1000000)",
                f"({one} / max(1, {other}) rounded down)",
                f"({one} mod 1000)",
                f"min({one}, {other})",
                f"max({one}, {other})",
                f"twice({one})",
                f"grown({one})",
                f"sum({one} + {q} for each {q} in 1 to 3)",
                f"largest({one} - {q} for each {q} in 0 to 2)",
            )
        )

    def lines(self) -> str:
        found = ["let a1 be 1000000"]
        for n in range(2, 9):
            name, number = f"a{n}", self.number(3)
            match self.chance.randrange(6):
                case 0:
                    found.append(f"set a1 to {number}")
                case 1:
                    found.append(f"repeat 3 times:\n  set a1 to {self.number(2)}")
                case 2:
                    found.append(f"doubled({number})")
                case 3:
                    found.append(f"move max(0, {number}) gems from mine to chest of first_seat")
                case _:
                    found.append(f"let {name} be {number}")
                    self.names.append(name)
        found += [f"set log to {name} mod 1000" for name in self.names]
        return "\n".join(found)


@pytest.mark.parametrize("seeds", [range(40), pytest.param(range(40, 150), marks=pytest.mark.slow)])
def test_made_programs_count_alike_in_both_ways_of_playing(seeds: range) -> None:
    ends = {"over": 0, "E653": 0}
    for seed in seeds:
        game = tiny(steps(Made(seed).lines()) + MORE)
        try:
            assert Pair(game, 2).over
            ends["over"] += 1
        except RuleError as fault:
            ends[fault.code] += 1
    assert min(ends.values()) > len(seeds) // 8, ends


# ---- what is known of numbers


def test_names_values_and_parameters_are_known_by_what_they_come_from() -> None:
    lines = """\
let aa be 2
set aa to 3
choose bb from 1 to aa
let ee be aa
repeat 4 times:
  add 1 to ee
let cc be low(bb * 5)
ruled(bb)
"""
    more = """\
values:
  low(number n): min(n, 9)
rules:
  ruled(number n): |
    let dd be n mod 4
"""
    reach = Reach(set_table(tiny(steps("as first_seat:\n" + indented(lines)) + more), 2))
    found = {
        node.var.name: reach.of_name(node.var)
        for node in reach.nodes
        if isinstance(node, ir.Let | ir.Choose) and isinstance(node.var.type, NumberType)
    }
    assert found == {"aa": (0, 3), "bb": (0, 3), "ee": EVERY, "cc": (0, 9), "dd": (0, 3)}


def indented(lines: str) -> str:
    return "".join(f"  {line}\n" for line in lines.splitlines())


@pytest.mark.parametrize("path", GAMES, ids=name_of)
def test_games_hardly_ever_have_to_test(path: object) -> None:
    assert isinstance(path, type(GAMES[0]))
    game = game_in(path)
    program = program_of(path, game.players[0])
    tested = [fault.span for fault in program.faults if fault.message == TOO_FAR]
    assert len(tested) <= 4, tested


@pytest.mark.parametrize("name", ["auction", "shares", "rattus", "names.yaml"])
def test_a_state_from_outside_holds_no_number_that_rules_do_not_count_to(name: str) -> None:
    path = next(path for path in GAMES if path.name == name)
    program = program_of(path, game_in(path).players[0])
    widths = widths_of(program.functions, program.blocks, program.tables, program.layout)
    state = new(program, 1)
    for _ in range(12):
        assert unsound(program, state.v) is None
        for at in range(len(state.v)):
            if not widths.word(at):
                for far in (-(1 << 70), 10**16, 1 << 70):
                    v = list(state.v)
                    v[at] = far
                    assert unsound(program, v) is not None, (at, far)
        decision = state.decision
        assert decision is not None
        state.apply(len(decision) // 2)
