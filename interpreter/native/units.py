"""Functions, and all blocks as one: `run` goes on to the next decision or to the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.node_uses import calls, expressions, statements
from boardwright.interpreter.native.drivers import FIGURES
from boardwright.interpreter.native.kinds import NotNative
from boardwright.interpreter.native.statements import fill, write_body
from boardwright.interpreter.native.writer import ENDED, TOO_DEEP, Shared, Writer, type_of
from boardwright.interpreter.program.program import Program

_LEAVES = lo.Fail | lo.Charge | lo.Finish
DEEPEST = 900
"""How often functions may be in each other that come back to themselves: about as often as Python's can."""
_STACK = 1 << 19  # bytes that their arrays may take then


def ringed(functions: Mapping[str, lo.Function]) -> frozenset[str]:
    """The functions that may come back to themselves."""
    called = {
        f.name: {c.function for c in calls(f.body) if c.function in functions}
        for f in functions.values()
    }
    # What calls nothing more, or is called by nothing more, is in no ring: it is taken away until nothing is.
    left = set(called)
    shrinking = True
    while shrinking:
        reached = {other for name in left for other in called[name] & left}
        kept = {name for name in left & reached if called[name] & left}
        shrinking = kept != left
        left = kept
    return frozenset(left)


def failing(functions: Mapping[str, lo.Function]) -> frozenset[str]:
    """The functions that may leave something in the status word: by themselves, or by what they call."""
    found = {f.name for f in functions.values() if _fails(f.body)} | ringed(functions)
    called = {f.name: {c.function for c in calls(f.body)} for f in functions.values()}
    growing = True
    while growing:
        more = {name for name, others in called.items() if name not in found and others & found}
        found |= more
        growing = bool(more)
    return frozenset(found)


def _fails(body: list[lo.Stmt]) -> bool:
    return any(
        isinstance(s, _LEAVES | lo.SetItem | lo.Copy) or _writes(s) for s in statements(body)
    ) or any(_checked(e) for e in expressions(body))


def _writes(s: lo.Stmt) -> bool:
    return isinstance(s, lo.Store) and not isinstance(s.at, lo.Int)


def _checked(e: lo.Expr) -> bool:
    """Whether something is compared with its bounds, or divides, before it is used."""
    match e:
        case lo.Load(at=at) | lo.Look(index=at) | lo.Item(index=at):
            return not isinstance(at, lo.Int)
        case lo.Un(op="bit" | "below", operand=operand):
            return not isinstance(operand, lo.Int)
        case lo.Op(op="//" | "%", right=right):
            return not isinstance(right, lo.Int)
        case lo.Apply(function=function):
            return function.partition(":")[0] in ("fail", "flood", "next32")
        case lo.Int() | lo.Var() | lo.Un() | lo.Op() | lo.Cond() | lo.Pick() | lo.Dice():
            return False


def function_text(shared: Shared, function: lo.Function) -> Iterator[str]:
    """One function."""
    kinds = shared.kinds
    words = kinds.params(function.name)
    result = kinds.result(function.name)
    writer = Writer(shared, unit=function.name, result=result)
    for n, (name, wide) in enumerate(zip(function.params, words, strict=True)):
        writer.store(f"%p{n}", writer.slot(writer.own(name), wide), wide)
    write_body(writer, function.body)
    if writer.open:
        writer.do(f"ret {type_of(result)} 0")
    given = "".join(f", {type_of(wide)} %p{n}" for n, wide in enumerate(words))
    name = function.name
    if name in shared.ringed:
        yield from _counted(shared, name, given, result)
        name = f"in:{name}"
        arrays = sum(_bytes(of) for of in writer.slots.values() if of.startswith("["))
        if arrays * DEEPEST > _STACK:
            raise NotNative(f"`{function.name}`, which calls itself, needs much room")
    # A copy of the whole vector must not be a part of the frame of whoever calls this.
    apart = " noinline" if any(isinstance(s, lo.Keep) for s in statements(function.body)) else ""
    yield f'define internal {type_of(result)} @"f:{name}"(ptr noalias %v{given}) nounwind{apart} {{'
    yield from _whole(writer, [f"  ret {type_of(result)} 0"])


def _counted(shared: Shared, name: str, given: str, result: int) -> Iterator[str]:
    """What is called instead of a function that may come back to itself: it counts how deep that goes."""
    of, place = type_of(result), shared.place
    yield f'define internal {of} @"f:{name}"(ptr noalias %v{given}) nounwind {{'
    yield f"  %at = getelementptr inbounds i64, ptr %v, i64 {place.depth}"
    yield "  %depth = load i64, ptr %at"
    yield f"  %fine = icmp ult i64 %depth, {DEEPEST}"
    yield "  br i1 %fine, label %enter, label %deep, !prof !1"
    yield "deep:"
    yield f"  %status = getelementptr inbounds i64, ptr %v, i64 {place.status}"
    yield f"  store i64 {TOO_DEEP}, ptr %status"
    yield f"  ret {of} 0"
    yield "enter:"
    yield "  %deeper = add i64 %depth, 1"
    yield "  store i64 %deeper, ptr %at"
    yield f'  %value = call {of} @"f:in:{name}"(ptr %v{given})'
    yield "  store i64 %depth, ptr %at"
    yield f"  ret {of} %value"
    yield "}"


def _bytes(array: str) -> int:
    size, _, of = array.strip("[]").split()
    return int(size) * int(of[1:]) // 8


def _whole(writer: Writer, leave: list[str]) -> Iterator[str]:
    """What was written, with what lies on the stack before it, and the ways out after it."""
    yield "entry:"
    for name, of in writer.slots.items():
        yield f'  %"{name}" = alloca {of}'  # aligned as stores of its type expect it
    for name, of in writer.slots.items():
        if not of.startswith("["):
            yield f'  store {of} 0, ptr %"{name}"'
    yield from writer.lines
    for label, lines in writer.exits.items():
        if label != "leave":
            yield f"{label}:"
            yield from lines
    if "leave" in writer.exits:
        yield "leave:"
        yield from leave
    yield "}"
    yield ""


def run_text(shared: Shared, blocks: Iterable[lo.Block]) -> Iterator[str]:
    """All blocks: from the one in the vector to the next decision or the end."""
    writer = Writer(shared)
    writer.store(writer.read(str(lay.PC), 1), writer.slot("_next", 1))
    writer.label("dispatch")
    cases = " ".join(f"i64 {n}, label %block.{n}" for n in sorted(shared.blocks))
    following = writer.load(writer.slot("_next", 1))
    writer.do(f"switch i64 {following}, label %{writer.broken()} [{cases}]")
    writer.open = False
    for block in blocks:
        writer.unit = block.number
        writer.label(f"block.{block.number}")
        write_body(writer, block.body)
        if writer.open:
            writer.jump(writer.broken())
    writer.label("over")
    _close(writer)
    writer.label("asked")
    for at in (lay.CHOSEN, lay.BUDGET, lay.THROUGH):
        writer.write(str(at), "0", 1)
    writer.do("ret void")
    writer.open = False
    yield "define internal void @run(ptr noalias %v) nounwind {"
    status = shared.place.status
    yield from _whole(
        writer,
        [
            f"  %status.at = getelementptr i64, ptr %v, i64 {status}",
            "  %status = load i64, ptr %status.at",
            f"  %ended = icmp eq i64 %status, {ENDED}",
            "  br i1 %ended, label %reset, label %failed",
            "reset:",
            "  store i64 0, ptr %status.at",
            "  br label %over",
            "failed:",
            "  ret void",
        ],
    )


def _close(writer: Writer) -> None:
    """The game is over: what decisions and rules under way kept in the vector is cleared."""
    writer.write(str(lay.PC), str(lay.OVER), 1)
    fill(writer, 1, 7, 0)
    fill(writer, lay.THROUGH, lay.RANDOM - lay.THROUGH, 0)
    for at, count in writer.shared.frames:
        fill(writer, at, count, 0)
    if writer.shared.numbers:
        writer.write(str(writer.shared.place.numbers), "0", 1)


def called_in(program: Program) -> frozenset[str]:
    """Every function that is called, or that is asked for from outside."""
    found: set[str] = set()
    keys = [f"key_{kind}" for kind in program.layout.faces]
    sees = [f"sees_{kind}" for kind in program.table.pieces]
    shown = [f"shown_{kind}" for kind in program.layout.believed]
    waiting = [*outside(program), *keys, *sees, *shown, FIGURES]
    bodies = [block.body for block in program.blocks]
    for body in bodies:
        waiting += [c.function for c in calls(body)]
    while waiting:
        name = waiting.pop()
        if name in program.functions and name not in found:
            found.add(name)
            waiting += [c.function for c in calls(program.functions[name].body)]
    return frozenset(found)


def outside(program: Program) -> list[str]:
    """The functions that say how a game stands."""
    ties = [f"tie:{n}" for n in range(program.ties)]
    wins = ["wins"] if program.has_wins else []
    ranked = ["ranked"] if "ranked" in program.functions else []
    worth = ["worth"] if "worth" in program.functions else []
    return ["score", *ranked, *ties, *wins, *worth]
