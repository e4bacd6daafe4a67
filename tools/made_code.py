"""Runs random lowered functions, with sets of 1 to 200 members, in Python and in machine code.

    python tools/made_code.py --functions 10000 --seed 1

The value and every word of the vector must be the same. If they differ, the seed is printed, so that the case can be
repeated.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Look, Op, Un, Var, add
from boardwright.interpreter.machine.word_ranges import NUMBER, Members
from boardwright.interpreter.native.engine import loaded
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Lowered, Program
from boardwright.interpreter.table.table import set_table
from boardwright.loading.load import read
from campaign import ROOT

TOGETHER = 25  # functions in one program
MOST = 200  # members of a set
WORDS, LOCALS = 3, 3  # of each width, and as many of numbers
RANGE = 1_000  # numbers stay below it
_ROWS = 5

Stmts = list[lo.Stmt]


@dataclass
class Maker:
    """Makes the functions of one program; `widths` are the numbers of members of its two sorts of sets."""

    chance: Random
    program: Program
    widths: tuple[int, int] = (0, 0)
    sets: list[int] = field(default_factory=list)  # the first word of each sort
    numbers: int = 0
    tables: dict[str, tuple[int, ...]] = field(default_factory=dict)
    loops: int = 0

    def __post_init__(self) -> None:
        pick = self.chance.choice
        bounds = (1, 5, 31, 63, 64, 65, 100, 127, 128, 129, 191, 192, 193, MOST)
        first, second = (pick((pick(bounds), self.chance.randint(1, MOST))) for _ in range(2))
        self.widths = min(first, second), max(first, second)
        layout = replace(self.program.layout, holds=dict(self.program.layout.holds))
        self.sets = [layout.words(Members((1 << width) - 1), WORDS) for width in self.widths]
        self.numbers = layout.words(NUMBER, WORDS)
        for sort, width in enumerate(self.widths):
            self.tables[f"sets_{sort}"] = tuple(self.some(width) for _ in range(_ROWS))
        self.program = replace(self.program, layout=layout, tables=self.tables, _kept={})

    def some(self, width: int) -> int:
        """Returns a set with few members, most members, or any."""
        few = sum(1 << self.chance.randrange(width) for _ in range(2)) & ((1 << width) - 1)
        every = (1 << width) - 1
        return self.chance.choice(
            (0, few, every, every ^ few & every, self.chance.getrandbits(width))
        )

    # ---- expressions

    def below(self, many: int, depth: int) -> lo.Expr:
        return Op("%", self.number(depth - 1), Int(many))

    def number(self, depth: int) -> lo.Expr:
        pick, sort = self.chance.randrange(12 if depth > 0 else 3), self.chance.randrange(2)
        match pick:
            case 0:
                return Int(self.chance.randrange(-9, 99))
            case 1 | 2:
                return Var(f"n{self.chance.randrange(LOCALS)}")
            case 3:
                return Un("count", self.set(sort, depth - 1))
            case 4:
                name = Var(f"s{sort}_{self.chance.randrange(LOCALS)}")
                member = Un(self.chance.choice(("lowest", "highest")), name)
                return lo.Cond(Op("!=", name, Int(0)), member, Int(0))
            case 5:
                return Op("has", self.set(sort, depth - 1), self.below(self.widths[sort], depth))
            case 6:
                op: lo.BinaryOp = self.chance.choice(("+", "-", "*", "min", "max"))
                return Op("%", Op(op, self.number(depth - 1), self.number(depth - 1)), Int(RANGE))
            case 7:
                op = self.chance.choice(("==", "!="))
                return Op(op, self.set(sort, depth - 1), self.set(sort, depth - 1))
            case 8:
                op = self.chance.choice(("<", "<=", ">", ">=", "==", "!="))
                return Op(op, self.number(depth - 1), self.number(depth - 1))
            case 9:
                return Load(add(Int(self.numbers), self.below(WORDS, depth)))
            case 10:
                return lo.Item("kept", self.below(WORDS, depth))
            case _:
                return Un("not", self.set(sort, depth - 1))

    def set(self, sort: int, depth: int) -> lo.Expr:
        width, pick = self.widths[sort], self.chance.randrange(13 if depth > 0 else 4)
        match pick:
            case 0 | 1:
                return Var(f"s{sort}_{self.chance.randrange(LOCALS)}")
            case 2:
                return Int(self.some(width))
            case 3:
                return Load(Int(self.sets[sort] + self.chance.randrange(WORDS)))
            case 4:
                return Load(add(Int(self.sets[sort]), self.below(WORDS, depth)), width)
            case 5:
                return Un("rest", self.set(sort, depth - 1))
            case 6:
                return Un("bit", self.below(width, depth), width)
            case 7:
                return Un("below", self.below(width + 1, depth), width)
            case 8 if self.chance.random() < 0.5:
                far = self.chance.randrange(-width, width + 1)
                everything = (1 << width) - 1
                inside = everything >> far if far >= 0 else everything << -far & everything
                staying = Op("&", self.set(sort, depth - 1), Int(inside))
                by = lo.Cond(self.number(depth - 1), Int(far), Int(0))
                return Op("shift", Un("fit", staying, width), self.chance.choice((by, Int(far))))
            case 8:
                return Op("from", self.set(sort, depth - 1), self.below(width, depth))
            case 9:
                return Look(f"sets_{sort}", self.below(_ROWS, depth))
            case 10 if sort == 1:
                return Un("fit", self.set(0, depth - 1), width)
            case 11:
                yes, no = self.set(sort, depth - 1), self.set(sort, depth - 1)
                return lo.Cond(self.number(depth - 1), yes, no)
            case 12:
                return lo.Item(f"sets{sort}", self.below(WORDS, depth))
            case _:
                op: lo.BinaryOp = self.chance.choice(("|", "&", "^", "&~"))
                return Op(op, self.set(sort, depth - 1), self.set(sort, depth - 1))

    # ---- statements

    def body(self, many: int, depth: int, *, in_loop: bool = False) -> Stmts:
        return [s for _ in range(many) for s in self.statement(depth, in_loop)]

    def statement(self, depth: int, in_loop: bool) -> Stmts:
        sort, number = self.chance.randrange(2), self.chance.randrange(LOCALS)
        width = self.widths[sort]
        match self.chance.randrange(13 if depth > 0 else 7):
            case 0 | 1:
                return [lo.SetVar(f"s{sort}_{number}", self.set(sort, 2))]
            case 2:
                return [lo.SetVar(f"n{number}", self.below(RANGE, 3))]
            case 3:
                at = add(Int(self.sets[sort]), self.below(WORDS, 1))
                return [lo.Store(at, self.set(sort, 2), width)]
            case 4:
                return [lo.Store(Int(self.sets[sort] + number), self.set(sort, 2))]
            case 5:
                return [lo.SetItem(f"sets{sort}", self.below(WORDS, 1), self.set(sort, 2))]
            case 6:
                return [lo.SetItem("kept", self.below(WORDS, 1), self.below(RANGE, 2))]
            case 7 | 8:
                yes, no = self.body(2, depth - 1, in_loop=in_loop), self.body(1, depth - 1)
                return [lo.When(self.number(2), yes, no)]
            case 9 if in_loop:
                leaves: lo.Stmt = self.chance.choice((lo.Break(), lo.Again()))
                return [lo.When(self.number(2), [leaves], [])]
            case 10:
                return [self.sorted(sort, depth)]
            case 11:
                low, high = self.below(5, 1), self.below(9, 1)
                body = self.body(2, depth - 1, in_loop=True)
                return [lo.ForRange(self.turn(), low, high, body)]
            case _:
                start = self.chance.choice((None, self.below(width, 1)))
                return [self.over(sort, depth, start)]

    def turn(self) -> str:
        self.loops += 1
        return f"turn{self.loops}"

    def over(self, sort: int, depth: int, start: lo.Expr | None) -> lo.Stmt:
        name, mine = self.turn(), f"n{self.chance.randrange(LOCALS)}"
        body: Stmts = [
            lo.SetVar(mine, Op("%", Op("+", Op("*", Var(mine), Int(3)), Var(name)), Int(RANGE)))
        ]
        body += self.body(1, depth - 1, in_loop=True)
        if start is not None and not isinstance(start, Int):
            return lo.When(
                Int(1),
                [
                    lo.SetVar("start", start),
                    lo.ForBits(name, self.set(sort, 1), body, Var("start")),
                ],
                [],
            )
        return lo.ForBits(name, self.set(sort, 1), body, start)

    def sorted(self, sort: int, depth: int) -> lo.Stmt:
        name, mine = self.turn(), f"n{self.chance.randrange(LOCALS)}"
        key = Op("%", Op("*", Var(name), Int(self.chance.randrange(1, 40))), Int(17))
        body: Stmts = [
            lo.SetVar(mine, Op("%", Op("+", Op("*", Var(mine), Int(3)), Var(name)), Int(RANGE)))
        ]
        falling = self.chance.random() < 0.5
        return lo.ForSorted(name, self.set(sort, 1), [], key, falling, body)

    def function(self, name: str) -> lo.Function:
        begins: Stmts = [lo.SetVar(f"n{n}", Load(Int(self.numbers + n))) for n in range(LOCALS)]
        begins += [lo.SetVar("start", Int(0)), lo.Array("kept", WORDS)]
        for sort, width in enumerate(self.widths):
            begins.append(lo.Array(f"sets{sort}", WORDS, width))
            begins += [
                lo.SetVar(f"s{sort}_{n}", Load(Int(self.sets[sort] + n))) for n in range(LOCALS)
            ]
        ends: Stmts = [lo.Store(Int(self.numbers + n), Var(f"n{n}")) for n in range(LOCALS)]
        sizes: lo.Expr = Int(0)
        for sort in range(2):
            for n in range(LOCALS):
                sizes = add(lo.scale(sizes, 7), Un("count", Var(f"s{sort}_{n}")))
        body = [*begins, *self.body(5, 2), *ends, lo.Return(sizes)]
        return lo.Function(name, ("seat",), body)

    def made(self, functions: int) -> Program:
        """Makes a program in which the score of a seat calls this many functions, one after the other."""
        named = {f"made:{n}": self.function(f"made:{n}") for n in range(functions)}
        total: lo.Expr = Int(0)
        body: Stmts = []
        for n, name in enumerate(named):
            body.append(lo.SetVar(f"x{n}", lo.Apply(name, (Var("seat"),))))
            total = Op("%", add(lo.scale(total, 3), Var(f"x{n}")), Int(1_000_003))
        named["score"] = lo.Function("score", ("seat",), [*body, lo.Return(total)])
        # What a player sees is asked of each program, too.
        seen = {name: of for name, of in self.program.functions.items() if name.startswith("sees_")}
        named |= seen
        lowered = Lowered(named, [lo.Block(self.program.entry, "main", [lo.Finish()])])
        return replace(
            self.program, function_names=tuple(named), _lowered=lambda: lowered, _kept={}
        )


def base() -> Program:
    """A program to put functions into."""
    return link(set_table(read(ROOT / "tests" / "games" / "pig").bound, 2))


def difference(under: Program, seed: int, functions: int = TOGETHER) -> str | None:
    """Describes the first difference for one program, with ten vectors; empty if there is none."""
    chance = Random(seed)
    maker = Maker(chance, replace(under, ties=0, has_wins=False, mark=None))
    program = maker.made(functions)
    native = loaded(program, quick=chance.random() < 0.5)
    for turn in range(10):
        v = program.first_vector(turn)
        for sort, width in enumerate(maker.widths):
            for n in range(WORDS):
                v[maker.sets[sort] + n] = maker.some(width)
        for n in range(WORDS):
            v[maker.numbers + n] = chance.randrange(RANGE)
        packed, mine = native.packing.pack(v), v[:]
        said = int(program.fast.functions["score"](mine, 0))
        found = native.ask("score", packed, 0)
        after = native.packing.unpack(packed)
        if (said, mine) != (found, after):
            words = [n for n, (a, b) in enumerate(zip(mine, after, strict=True)) if a != b]
            return f"widths {maker.widths}, vector {turn}: value {said} and {found}, words {words}"
    return None


def main(args: Sequence[str] | None = None) -> int:
    """Runs the campaign; returns 1 if something differed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--functions", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first program")
    given = parser.parse_args(args)
    under, failed = base(), 0
    programs = -(-given.functions // TOGETHER)
    for seed in range(given.seed, given.seed + programs):
        found = difference(under, seed)
        if found is not None:
            failed += 1
            print(f"seed {seed}: {found}")
    print(f"functions: {programs * TOGETHER:,}, programs that differed: {failed:,}")
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
