"""Routines as plain functions: every way through the blocks is a way through the function, and no other is."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

from boardwright.interpreter import layout as lay
from boardwright.interpreter import lowered as lo
from boardwright.interpreter.direct import Stretch, UnstructuredError, direct
from boardwright.interpreter.emit import Emitter
from boardwright.interpreter.lowered import Int, Load, Op, Var

COIN = lo.Apply("coin", ())
LONGEST = 80


class Enough(Exception):  # noqa: N818 - no error: the walk is long enough
    pass


class Walk:
    """Throws coins, and notes which blocks are passed and what was answered."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.told: list[object] = []

    def coin(self, v: object) -> int:
        return self.chance.randrange(2)

    def note(self, v: object, number: int) -> None:
        self.told.append(number)
        if len(self.told) > LONGEST:
            raise Enough

    def ask(self, v: object, player: int, mask: int, offset: int, extra: int, _site: int) -> int:
        answer = self.chance.randrange(3) - 1
        self.told.append(("ask", player, mask, answer))
        return answer


def noted(number: int) -> lo.Stmt:
    return lo.Do(lo.Apply("note", (Int(number),)))


def function_of(stretch: Stretch) -> Callable[..., None]:
    emitter = Emitter(traced=False, layout=cast(lay.Layout, None))  # nothing of it is read here
    for function in direct([stretch]).values():
        emitter.function(function)
    names: dict[str, Any] = {}
    exec("\n".join(emitter.lines), names)
    return lambda walk: _called(names, walk)


def _called(names: dict[str, Any], walk: Walk) -> None:
    names.update(coin=walk.coin, note=walk.note, ask=walk.ask)
    with contextlib.suppress(Enough):
        names["routine"]([])


def walked(stretch: Stretch, walk: Walk) -> None:
    """Goes from block to block, as they are written."""
    chosen = 0

    def run(body: list[lo.Stmt]) -> int | None:
        """The next block, 0 at the end, None if the body just ends."""
        nonlocal chosen
        for s in body:
            match s:
                case lo.Do(call=lo.Apply(function="note", arguments=(Int(value=number),))):
                    walk.note(None, number)
                case lo.When(test=test, body=yes, otherwise=no):
                    truth = walk.coin(None) if test == COIN else chosen < 0
                    following = run(yes if truth else no)
                    if following is not None:
                        return following
                case lo.Goto(block=block):
                    return block
                case lo.Ask(player=Int(value=player), mask=Int(value=mask), block=block):
                    chosen = walk.ask(None, player, mask, 0, 0, 0)
                    return block
                case lo.Leave():
                    return 0
        return None

    at: int | None = stretch.entry
    with contextlib.suppress(Enough):
        while at:
            at = run(stretch.bodies[at])


def any_stretch(seed: int) -> Stretch:
    """Blocks that lead on, back or out, at random."""
    chance = random.Random(seed)
    count = chance.randrange(2, 9)

    def jump() -> lo.Stmt:
        if chance.random() < 0.15:
            return lo.Leave()
        goal = chance.randrange(1, count + 1)
        if chance.random() < 0.25:
            return lo.Ask(0, Int(goal), Int(7), Int(0), Int(1), goal)
        return lo.Goto(goal)

    bodies: dict[int, list[lo.Stmt]] = {}
    for number in range(1, count + 1):
        body: list[lo.Stmt] = [noted(number)]
        if chance.random() < 0.4:
            body.append(lo.When(COIN, [jump()], []))
        if chance.random() < 0.6:
            body.append(lo.When(COIN, [noted(100 + number), jump()], [jump()]))
        else:
            body.append(jump())
        bodies[number] = body
    return Stretch("routine", (), 1, bodies, "")


def stretches() -> Iterator[Stretch]:
    for seed in range(1500):
        yield any_stretch(seed)


def test_the_function_goes_where_the_blocks_go() -> None:
    structured = 0
    for number, stretch in enumerate(stretches()):
        try:
            play = function_of(stretch)
        except UnstructuredError:
            continue
        structured += 1
        for seed in range(4):
            one, other = Walk(seed), Walk(seed)
            walked(stretch, one)
            play(other)
            assert one.told == other.told, number
    # Two ways into a loop are rare; nearly everything else has a shape.
    assert structured > 1000


def test_a_loop_with_two_ways_in_has_no_shape() -> None:
    twisted = Stretch(
        "routine",
        (),
        1,
        {
            1: [lo.When(COIN, [lo.Goto(2)], [lo.Goto(3)])],
            2: [noted(2), lo.Goto(3)],
            3: [noted(3), lo.When(COIN, [lo.Leave()], [lo.Goto(2)])],
        },
        "",
    )
    with pytest.raises(UnstructuredError):
        direct([twisted])


def test_a_choice_is_a_call() -> None:
    stretch = Stretch(
        "routine",
        ("me",),
        1,
        {
            1: [lo.Ask(0, Var("me"), Int(7), Int(0), Int(1), 2)],
            2: [
                lo.When(Op("<", Load(Int(lay.CHOSEN)), Int(0)), [lo.Leave()], []),
                lo.Store(Int(20), Load(Int(lay.CHOSEN))),
                lo.Leave(),
            ],
        },
        "",
    )
    assert direct([stretch])["routine"].body == [
        lo.SetVar("chosen", lo.Apply("ask", (Var("me"), Int(7), Int(0), Int(1), Int(0)))),
        lo.When(Op("<", Var("chosen"), Int(0)), [lo.Return(Int(0))], []),
        lo.Store(Int(20), Var("chosen")),
        lo.Return(Int(0)),
    ]
