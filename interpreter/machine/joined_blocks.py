"""Blocks of a routine are put together where nothing keeps them apart."""

from __future__ import annotations

from collections.abc import Callable

from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.node_uses import statements
from boardwright.interpreter.machine.nodes import Routine

MOST_DEPTH = 8


def straighten(routine: Routine) -> None:
    """Puts blocks together: an empty one is skipped, and one that only one jump leads to moves there."""
    blocks = {block.number: block for block in routine.blocks}
    # Where play goes on after an answer or a call stands in the state: such a block stays, with its number, so that it is
    # the same in a program that carries marks.
    kept = {
        s.block
        for block in routine.blocks
        for s in statements(block.body)
        if isinstance(s, lo.Ask | lo.Enter)
    }
    threads = {
        number: block.body[0].block
        for number, block in blocks.items()
        if number not in kept and block.body and isinstance(block.body[0], lo.Goto)
    }

    def target(number: int) -> int:
        seen = set()
        while number in threads and number not in seen:
            seen.add(number)
            number = threads[number]
        return number

    for block in routine.blocks:
        block.body[:] = _retargeted(block.body, target)
    routine.entry = target(routine.entry)
    counts: dict[int, int] = {routine.entry: 2}
    for block in routine.blocks:
        if block.number not in threads:
            _count(block.body, counts)
    inlined: set[int] = set()

    def inline(body: list[lo.Stmt], depth: int, home: int) -> None:
        while body and isinstance(body[-1], lo.Goto):
            number = body[-1].block
            if counts.get(number) != 1 or number in inlined or number == home:
                break
            inlined.add(number)
            body[-1:] = blocks[number].body
            blocks[home].also |= {blocks[number].routine, *blocks[number].also}
        if depth >= MOST_DEPTH:
            return
        for statement in body:
            if isinstance(statement, lo.When):
                inline(statement.body, depth + 1, home)
                inline(statement.otherwise, depth + 1, home)

    for block in routine.blocks:
        if block.number not in inlined and block.number not in threads:
            inline(block.body, 0, block.number)
    reached = {routine.entry}
    waiting = [routine.entry]
    while waiting:
        nexts: dict[int, int] = {}
        _count(blocks[waiting.pop()].body, nexts)
        for number in nexts:
            if number not in reached:
                reached.add(number)
                waiting.append(number)
    routine.blocks[:] = [b for b in routine.blocks if b.number in reached]


def _retargeted(body: list[lo.Stmt], target: Callable[[int], int]) -> list[lo.Stmt]:
    result: list[lo.Stmt] = []
    for s in body:
        match s:
            case lo.Goto(block=block):
                result.append(lo.Goto(target(block)))
            case lo.Switch(index=index, blocks=blocks):
                result.append(lo.Switch(index, tuple(target(b) for b in blocks)))
            case lo.When(test=test, body=yes, otherwise=no):
                parts = [_retargeted(part, target) for part in (yes, no)]
                result.append(lo.When(test, parts[0], parts[1]))
            case lo.Step() | lo.Jump() | lo.ForBits() | lo.ForSorted() | lo.ForRange() | lo.Loop():
                result.append(s)  # no jump leads out of a loop
        if isinstance(s, lo.Jump):
            break  # nothing after a jump is ever reached
    return result


def _count(body: list[lo.Stmt], counts: dict[int, int]) -> None:
    """How many jumps lead to each block; a way in from outside counts as two, so that it stays a block."""
    for s in body:
        match s:
            case lo.Goto(block=block):
                counts[block] = counts.get(block, 0) + 1
            case lo.Switch(blocks=blocks):
                for block in blocks:
                    counts[block] = counts.get(block, 0) + 2
            case lo.Ask(block=block) | lo.Enter(block=block):
                counts[block] = counts.get(block, 0) + 2
            case lo.When(body=yes, otherwise=no):
                _count(yes, counts)
                _count(no, counts)
            case lo.Leave() | lo.GotoVar() | lo.Finish() | lo.Fail() | lo.Return():
                pass  # leads to no block that is known here
            case lo.Step() | lo.ForBits() | lo.ForSorted() | lo.ForRange() | lo.Loop():
                pass
            case lo.Break() | lo.Again():
                pass
