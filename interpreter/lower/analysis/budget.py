"""Counts steps where work can pile up, so that no rule runs on and on between two decisions.

Lowering puts a `Charge` at the head of every loop. What these cost is weighed here, from the inside out: a short loop
over a set is left uncounted, a heavy turn counts as several steps, and a function or routine that is heavy by
itself, since others are called in it again and again, counts where it is entered. So whatever happens, no more
than about `HEAVY` operations go uncounted, and what is light, which is nearly everything, counts nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.node_uses import inside, roots, statements
from boardwright.interpreter.machine.nodes import Int, Op, Un

HEAVY = 10_000  # so many operations, roughly, need not be counted
MOST_LOOPS = 18  # inside each other: Python compiles no more than twenty
STEP = 200  # but where they are, so many are a step

_CALL = 5  # what a call costs beside what is called
_ENDLESS = 1_000_000_000
_LOOPS = lo.ForBits | lo.ForRange | lo.ForSorted | lo.Loop


@dataclass(slots=True)
class Unit:
    """A function, or a routine with its blocks: `entry` is the body that comes first."""

    name: str
    entry: list[lo.Stmt]
    bodies: Sequence[list[lo.Stmt]]


@dataclass(slots=True)
class Budget:
    """Weighs the units of one program. `most` is how many turns a loop over a set can have of which nothing else is known,
    `tables` those of the program, which hold sets too, `fault` the number of the error for a unit that runs too often,
    `too_deep` the error for loops in loops in loops.
    """

    most: int
    tables: Mapping[str, tuple[int, ...]]
    fault: Callable[[str], int]
    too_deep: Callable[[], Exception]
    depth: int = 0
    weights: dict[str, int] = field(default_factory=dict)

    def count(self, units: Iterable[Unit]) -> None:
        """Rewrites all bodies in place."""
        for unit, in_ring in _inside_first(list(units)):
            total = 0
            for body in unit.bodies:
                body[:], weight = self.weighed(body)
                if weight > HEAVY:
                    _charge(body, weight // STEP, self.fault(unit.name))
                    weight = 1
                total += weight
            if in_ring or total > HEAVY:
                _charge(unit.entry, 1 + total // STEP, self.fault(unit.name))
                total = 1
            self.weights[unit.name] = total

    def weighed(self, body: Sequence[lo.Stmt]) -> tuple[list[lo.Stmt], int]:
        """A body with its loops counted as they need it, and what it weighs."""
        result: list[lo.Stmt] = []
        total = 0
        for s in body:
            if isinstance(s, lo.Mark):
                result.append(s)  # a program counts the same steps whether it is watched or not
                continue
            total += 1 + sum(self.weight(e) for e in _expressions(s))
            match s:
                case lo.When(test=test, body=yes, otherwise=no):
                    yes, first = self.weighed(yes)
                    no, second = self.weighed(no)
                    total += max(first, second)
                    s = lo.When(test, yes, no)
                case lo.ForBits() | lo.ForRange() | lo.Loop():
                    inner, weight = self.turns(s, s.body)
                    total += weight
                    s = replace(s, body=inner)
                case lo.ForSorted():
                    inner, weight = self.turns(s, s.body)
                    key_body, keys = self.weighed(s.key_body)
                    keys += self.weight(s.key) + (0 if s.then is None else self.weight(s.then))
                    total += weight + (keys + 10) * self.most
                    s = replace(s, body=inner, key_body=key_body)
                case lo.Fill(count=count) | lo.Keep(count=count) | lo.PutBack(count=count):
                    total += count // 10
                case lo.Enter(routine=routine):
                    total += self.weights.get(routine, 1)
                case lo.Step() | lo.Jump():
                    pass
            result.append(s)
        return result, total

    def turns(self, loop: _LOOPS, body: list[lo.Stmt]) -> tuple[list[lo.Stmt], int]:
        """The body of a loop, counted or not, and what all its turns weigh together as far as they do not count."""
        self.depth += 1
        if self.depth > MOST_LOOPS:
            raise self.too_deep()
        inner, weight = self.weighed(body)
        self.depth -= 1
        charge = next((s for s in inner if isinstance(s, lo.Charge)), None)
        turns = self.most
        match loop:
            case lo.ForRange(low=Int(value=low), high=Int(value=high)):
                turns = max(0, high - low + 1)
            case lo.ForBits(mask=Int(value=mask)) | lo.ForSorted(mask=Int(value=mask)):
                turns = mask.bit_count()
            case (
                lo.ForBits(mask=lo.Look(table=table)) | lo.ForSorted(mask=lo.Look(table=table))
            ) if min(self.tables[table], default=0) >= 0:
                turns = max((row.bit_count() for row in self.tables[table]), default=0)
            case lo.ForBits() | lo.ForSorted() if charge is not None and charge.turns:
                turns = min(turns, charge.turns)
            case lo.ForRange() | lo.Loop() if charge is not None:
                turns = _ENDLESS
            case _:
                pass
        if charge is None or turns * weight <= HEAVY:
            return [s for s in inner if s is not charge], turns * weight
        steps = replace(charge, count=max(1, weight // STEP))
        return [steps if s is charge else s for s in inner], 1

    def weight(self, e: lo.Expr) -> int:
        """How many operations an expression comes to."""
        total = 0
        waiting = [e]
        while waiting:
            match one := waiting.pop():
                case lo.Apply(function=function, arguments=arguments) if function[:6] == "flood:":
                    total += 8 * self.most
                    waiting.extend(arguments)
                case lo.Apply(function=function, arguments=arguments):
                    # What is no function of the program is one of the runtime's, which look at each of some pieces.
                    total += _CALL + self.weights.get(function, self.most)
                    waiting.extend(arguments)
                case lo.Pick():
                    total += 10
                    waiting.append(one.mask)
                case lo.Dice(sides=sides):
                    total += 10
                    waiting.append(sides)
                case lo.Cond(test=test, yes=yes, no=no):
                    total += 1 + max(self.weight(yes), self.weight(no))
                    waiting.append(test)
                case Op(left=left, right=right):
                    total += 1
                    waiting += (left, right)
                case Un(operand=inner) | lo.Load(at=inner) | lo.Look(index=inner):
                    total += 1
                    waiting.append(inner)
                case Int() | lo.Var() | lo.Item():
                    pass
        return total


def units_of(
    functions: Mapping[str, lo.Function],
    routines: Mapping[str, tuple[int, Sequence[lo.Block]]],
) -> Iterator[Unit]:
    """All functions, and the routines with the number of the block that each begins with."""
    for name, function in functions.items():
        yield Unit(name, function.body, [function.body])
    for name, (entry, blocks) in routines.items():
        first = next(block for block in blocks if block.number == entry)
        yield Unit(name, first.body, [block.body for block in blocks])


def _charge(body: list[lo.Stmt], count: int, fault: int) -> None:
    """Adds to the steps that a body counts at its head."""
    if body and isinstance(body[0], lo.Charge):
        body[0] = replace(body[0], count=body[0].count + count)
    else:
        body.insert(0, lo.Charge(fault, count=count))


def _inside_first(units: list[Unit]) -> Iterator[tuple[Unit, bool]]:
    """Every unit after those that it calls; with whether it is in the way of itself."""
    by_name = {unit.name: unit for unit in units}
    called = {unit.name: [n for n in _called(unit.bodies) if n in by_name] for unit in units}
    done: set[str] = set()
    ringed: set[str] = set()
    for unit in units:
        if unit.name in done:
            continue
        open_ = {unit.name}
        path = [(unit.name, iter(called[unit.name]))]
        while path:
            name, others = path[-1]
            following = next((n for n in others if n not in done), None)
            if following is None:
                path.pop()
                open_.discard(name)
                done.add(name)
                yield by_name[name], name in ringed
            elif following in open_:
                ringed.add(following)
            else:
                open_.add(following)
                path.append((following, iter(called[following])))


def _called(bodies: Iterable[list[lo.Stmt]]) -> dict[str, None]:
    """The functions and routines that bodies call, in order."""
    found: dict[str, None] = {}
    for s in (s for body in bodies for s in statements(body)):
        if isinstance(s, lo.Enter):
            found[s.routine] = None
        for e in roots(s):
            found.update(dict.fromkeys(_calls(e)))
    return found


def _calls(e: lo.Expr) -> Iterator[str]:
    return (part.function for part in inside(e) if isinstance(part, lo.Apply))


def _expressions(s: lo.Stmt) -> tuple[lo.Expr, ...]:
    """What a statement works out itself, once: not what it does for each member, nor what is in its body."""
    if isinstance(s, lo.ForSorted):
        return (s.mask,) if s.start is None else (s.mask, s.start)
    return roots(s)
