"""Whole programs made at random do the same after all that straight play is improved by: words, draws, questions, steps."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, cast

import pytest

from boardwright.interpreter import layout as lay
from boardwright.interpreter import lowered as lo
from boardwright.interpreter import sifting
from boardwright.interpreter.emit import emit
from boardwright.interpreter.improve import improved
from boardwright.interpreter.lowered import Int, Load, Look, Op, Un, Var, add
from boardwright.interpreter.members import bits
from boardwright.interpreter.runtime import NAMES

TABLES = {
    "price": (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3),
    "near": (0b110, 0b1001, 0b111001, 0, 0b10, 0b1011, 0b11, 0b1),
    "owner": (0, 1, -1, 2, 0, 1, 1, -1),
    "one": (0b10110,),
}
SINGLE = frozenset(range(10, 20))


class _Maker:
    """Makes functions that work something out, and a main that does more."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.names = 0
        self.functions: dict[str, lo.Function] = {}

    def fresh(self, hint: str = "x") -> str:
        self.names += 1
        return f"{hint}{self.names}"

    def small(self, known: list[str], deep: int) -> lo.Expr:
        return Op("&", self.value(known, deep + 1), Int(7))

    def value(self, known: list[str], deep: int = 0) -> lo.Expr:
        pick = self.chance.randrange(12 if deep < 3 else 4)
        if pick == 0:
            return Int(self.chance.choice([0, 0, 1, 1, 2, 3, 5]))
        if pick in (1, 2) and known:
            return Var(self.chance.choice(known))
        if pick <= 3:
            return Load(Int(self.chance.randrange(10, 26)))
        if pick == 4:
            return Load(add(self.small(known, deep), Int(self.chance.choice([20, 24, 30]))))
        if pick == 5:
            return Look(self.chance.choice(["price", "owner"]), self.small(known, deep))
        if pick == 6:
            return Un("-", self.value(known, deep + 1))
        if pick == 7:
            return Un("bit", self.small(known, deep))
        if pick == 8:
            yes, no = self.value(known, deep + 1), self.value(known, deep + 1)
            return lo.Cond(self.test(known, deep + 1), yes, no)
        if pick == 9 and self.functions:
            name = self.chance.choice(sorted(self.functions))
            many = len(self.functions[name].params)
            return lo.Apply(name, tuple(self.value(known, deep + 1) for _ in range(many)))
        if pick == 10:
            return self.test(known, deep + 1)
        op = self.chance.choice(["+", "-", "*", "|", "&", "min", "max"])
        return Op(op, self.value(known, deep + 1), self.value(known, deep + 1))

    def test(self, known: list[str], deep: int = 0) -> lo.Expr:
        if deep < 3 and self.chance.random() < 0.3:
            op = self.chance.choice(["and", "or"])
            return Op(op, self.test(known, deep + 1), self.test(known, deep + 1))
        op = self.chance.choice(["==", "!=", "<", ">=", ">", "<="])
        right = Int(0) if self.chance.random() < 0.6 else self.value(known, deep + 1)
        return Op(op, self.value(known, deep + 1), right)

    def source(self, known: list[str]) -> lo.Expr:
        pick = self.chance.randrange(4)
        if pick == 0:
            return Look("near", self.small(known, 1))
        if pick == 1:
            return Look("one", Int(0))
        if pick == 2:
            return Int(self.chance.randrange(1 << self.chance.choice([2, 4, 6])))
        return Op("&", self.value(known, 2), Int(31))

    def body(self, known: list[str], sets: list[str], deep: int, loop: bool) -> list[lo.Stmt]:
        known, sets, result = list(known), list(sets), list[lo.Stmt]()
        for _ in range(self.chance.randrange(1, 5)):
            result += self.statement(known, sets, deep, loop)
        return result

    def statement(self, known: list[str], sets: list[str], deep: int, loop: bool) -> list[lo.Stmt]:
        pick = self.chance.randrange(13)
        in_main = not self.making
        if pick <= 2:
            one = lo.SetVar(self.fresh(), self.value(known))
            known.append(one.name)
            sets += [one.name] * (self.chance.random() < 0.4)
            return [one]
        if pick == 3 and sets:
            name = self.chance.choice(sets)
            more = Op(self.chance.choice("|+"), Var(name), self.value(known))
            return [lo.SetVar(name, self.chance.choice([more, self.value(known)]))]
        if pick == 4 and in_main:
            return [lo.Store(Int(self.chance.randrange(10, 26)), self.value(known))]
        if pick == 5 and in_main:
            return [lo.Store(add(self.small(known, 0), Int(24)), self.value(known))]
        if pick == 6:
            yes, no = (self.body(known, sets, deep + 1, loop) for _ in range(2))
            return [lo.When(self.test(known), yes, self.chance.choice([no, []]))]
        if pick == 7 and loop:
            leave: list[lo.Stmt] = [lo.Break() if self.chance.random() < 0.5 else lo.Again()]
            return [lo.When(self.test(known), leave, [])]
        if pick == 8 and in_main:
            known.append(name := self.fresh("die"))
            return [lo.SetVar(name, lo.Dice(0, Int(6)))]
        if pick == 9 and in_main:
            words = (Int(0), self.source(known), Int(0), Int(1), Int(0))
            known.append("chosen")
            return [lo.SetVar("chosen", lo.Apply("ask", words))]
        if pick == 10:
            return self.search(known)
        return self.loop(known, sets, deep) if deep < 2 else []

    def asked(self, known: list[str], name: str) -> lo.Expr:
        """What is asked of a member: now and then only about its word, or about what is printed on it."""
        pick, more = self.chance.randrange(4), self.test([*known, name])
        if pick == 0:
            at = add(Var(name), Int(self.chance.choice([20, 24])))
            full = Op(self.chance.choice([">=", "=="]), Load(at), Int(1))
            return self.chance.choice([full, Op("and", full, more)])
        if pick == 1 and known:
            same = Op("==", Look("price", Var(name)), Var(self.chance.choice(known)))
            return self.chance.choice([same, Op("and", more, same)])
        return more

    def search(self, known: list[str]) -> list[lo.Stmt]:
        start, flag, name = self.chance.randrange(2), self.fresh("flag"), self.fresh("s")
        found: list[lo.Stmt] = [lo.SetVar(flag, Int(1 - start)), lo.Break()]
        search = lo.ForBits(name, self.source(known), [lo.When(self.asked(known, name), found, [])])
        known.append(flag)
        return [lo.SetVar(flag, Int(start)), search]

    def loop(self, known: list[str], sets: list[str], deep: int) -> list[lo.Stmt]:
        name, pick = self.fresh("s"), self.chance.randrange(5)
        inside, source = [*known, name], self.source(known)
        if pick == 0:
            known.append(acc := self.fresh("acc"))
            sets.append(acc)
            body = self.body(inside, sets, deep + 1, True)
            if self.chance.random() < 0.5:
                more = lo.SetVar(acc, Op("|", Var(acc), Un("bit", Var(name))))
                body = [lo.When(self.asked(known, name), [more], [])]
            return [lo.SetVar(acc, Int(0)), lo.ForBits(name, source, body)]
        if pick == 1:
            high = Int(self.chance.randrange(6))
            return [lo.ForRange(name, Int(1), high, self.body(inside, sets, deep + 1, True))]
        if pick == 2:
            key = lo.SetVar(self.fresh("key"), self.value(inside))
            body = self.body(inside, sets, deep + 1, True)
            return [lo.ForSorted(name, source, [key], Var(key.name), True, body)]
        if pick == 3:
            left, start = Var(self.fresh("left")), lo.SetVar(self.fresh("from"), self.small([], 1))
            first = lo.Apply("first_from", (left, Var(start.name)))
            taken = [
                lo.Charge(0),
                lo.When(Op("==", left, Int(0)), [lo.Break()], []),
                lo.SetVar(name, first if self.chance.random() < 0.5 else Un("lowest", left)),
                lo.SetVar(left.name, Op("^", left, Un("bit", Var(name)))),
                *self.body(inside, sets, deep + 1, self.chance.random() < 0.5),
                lo.Again(),
            ]
            return [start, lo.SetVar(left.name, source), lo.Loop(taken)]
        turn: list[lo.Stmt] = [
            lo.Charge(0),
            lo.SetVar(name, Op("+", Var(name), Int(1))),
            lo.When(Op(">", Var(name), Int(3)), [lo.Break()], []),
        ]
        turn += self.body(inside, sets, deep + 1, True)
        return [lo.SetVar(name, Int(0)), lo.Loop(turn)]

    making = False

    def program(self) -> dict[str, lo.Function]:
        self.making = True
        for number in range(self.chance.randrange(1, 4)):
            params = [self.fresh("p") for _ in range(self.chance.randrange(3))]
            body = self.body(params, params[:1], 1, False)
            early: list[lo.Stmt] = [lo.Return(self.value(params))]
            body += [lo.When(self.test(params), early, []), lo.Return(self.value(params))]
            self.functions[f"f{number}"] = lo.Function(f"f{number}", tuple(params), body)
        self.making = False
        main = [*self.body([], [], 0, False), *self.body([], [], 0, False)]
        return {**self.functions, "main": lo.Function("main", (), main)}


def _after(functions: dict[str, lo.Function], seed: int) -> tuple[list[int], list[object]] | None:
    """The words after main, and what was drawn and asked; None if something is out of range."""
    chance, told = random.Random(seed), list[object]()

    def draw(v: list[int], sides: int) -> int:
        told.append(chance.randrange(sides))
        return cast(int, told[-1])

    def ask(v: list[int], player: int, mask: int, *rest: int) -> int:
        told.append((mask, *rest))
        return chance.choice([*bits(mask), -1])

    names: dict[str, Any] = {**NAMES, "draw": draw, "ask": ask}
    no_layout = cast(lay.Layout, None)  # nothing of it is read here
    exec(emit(functions, [], TABLES, no_layout, traced=False), names)
    v = [(n * 7 + seed) % 5 for n in range(70)]
    try:
        cast(Callable[[list[int]], object], names["main"])(v)
    except (IndexError, ValueError):
        return None
    return v, told


def test_any_program_does_what_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sifting, "FEW", 2)  # so that small programs do what is for large ones
    compared = 0
    for number in range(250):
        functions = _Maker(number).program()
        before = [_after(functions, seed) for seed in range(3)]
        better = improved(functions, "main", TABLES, SINGLE)
        for seed, one in enumerate(before):
            if one is not None:  # in rules nothing is out of range
                assert _after(better, seed) == one, (number, seed)
                compared += 1
    assert compared > 400
