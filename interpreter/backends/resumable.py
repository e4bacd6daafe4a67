"""Makes the blocks of a routine resumable: locals that live from block to block get words of their own.

A routine is lowered as if its locals stayed. Here, each local that a later block reads gets a word of the vector: it is
read at the start of such a block, and written where it is set. Words that will not be read again are cleared at every
decision and at the end, so that no old secret stays in the vector.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.frames import Frame
from boardwright.interpreter.machine.joined_blocks import straighten
from boardwright.interpreter.machine.meanings import MISSING
from boardwright.interpreter.machine.node_uses import statements
from boardwright.interpreter.machine.nodes import Int, Load, Op, Routine, Var, add
from boardwright.interpreter.machine.substitute import renamed, with_bodies
from boardwright.interpreter.machine.word_ranges import ANY, Between, Members, OfFrame, OneOf
from boardwright.interpreter.table.table_limits import MOST_LIVE, too_large


@dataclass(slots=True)
class _Facts:
    """How one block uses locals."""

    reads: set[str] = field(default_factory=set)  # before certainly writing them
    writes: set[str] = field(default_factory=set)
    next: set[int] = field(default_factory=set)
    jumps: set[int] = field(default_factory=set)  # those of `next` that are reached directly


def _vars(expr: lo.Expr, into: set[str]) -> None:
    match expr:
        case Var(name=name):
            into.add(name)
        case Load(at=at):
            _vars(at, into)
        case lo.Look(index=index) | lo.Item(index=index):
            _vars(index, into)
        case Op(left=left, right=right):
            _vars(left, into)
            _vars(right, into)
        case lo.Un(operand=operand):
            _vars(operand, into)
        case lo.Cond(test=test, yes=yes, no=no):
            _vars(test, into)
            _vars(yes, into)
            _vars(no, into)
        case lo.Apply(arguments=arguments):
            for argument in arguments:
                _vars(argument, into)
        case lo.Pick(mask=mask, offset=offset):
            _vars(mask, into)
            _vars(offset, into)
        case lo.Dice(sides=sides):
            _vars(sides, into)
        case Int():
            pass


def _study(body: list[lo.Stmt], known: set[str], facts: _Facts) -> set[str] | None:
    """Follows a body; `known` are locals that are certainly written before. Returns those written after it, or None if it
    does not end.
    """
    known = set(known)

    def read(*exprs: lo.Expr) -> None:
        found: set[str] = set()
        for expr in exprs:
            _vars(expr, found)
        facts.reads |= found - known

    def loop(name: str | None, inner: list[lo.Stmt]) -> None:
        if name is not None:
            facts.writes.add(name)
        _study(inner, known | ({name} if name else set()), facts)

    for statement in body:
        match statement:
            case lo.SetVar(name=name, value=value):
                read(value)
                known.add(name)
                facts.writes.add(name)
            case lo.Store(at=at, value=value) | lo.SetItem(index=at, value=value):
                read(at, value)
            case lo.Copy(at=at, of=of):
                read(at, of)
            case lo.When(test=test, body=yes, otherwise=no):
                read(test)
                ends = [_study(part, known, facts) for part in (yes, no)]
                left = [end for end in ends if end is not None]
                if not left:
                    return None
                known = set.intersection(*left)
            case lo.ForBits(name=name, mask=mask, body=inner, start=start):
                read(mask, *([] if start is None else [start]))
                loop(name, inner)
            case lo.ForSorted():
                read(statement.mask, *([] if statement.start is None else [statement.start]))
                name = statement.name
                facts.writes.add(name)
                after = _study(statement.key_body, known | {name}, facts) or set()
                found: set[str] = set()
                _vars(statement.key, found)
                if statement.then is not None:
                    _vars(statement.then, found)
                facts.reads |= found - known - after - {name}
                loop(name, statement.body)
            case lo.ForRange(name=name, low=low, high=high, body=inner):
                read(low, high)
                loop(name, inner)
            case lo.Loop(body=inner):
                loop(None, inner)
            case lo.Do(call=call):
                read(call)
            case lo.Told(about=about):
                read(about)
            case lo.Mark():
                pass  # it tells what is there anyway: see `_tells_what_is_there`
            case lo.Return(value=value):
                read(value)
                return None
            case lo.Goto(block=block):
                facts.next.add(block)
                facts.jumps.add(block)
                return None
            case lo.Switch(index=index, blocks=blocks):
                read(index)
                facts.next.update(blocks)
                facts.jumps.update(blocks)
                return None
            case lo.Ask():
                read(statement.player, statement.mask, statement.offset, statement.extra)
                facts.next.add(statement.block)
                return None
            case lo.Enter(arguments=arguments, block=block):
                read(*arguments)
                facts.next.add(block)
                return None
            case lo.Leave() | lo.GotoVar() | lo.Finish() | lo.Fail() | lo.Break() | lo.Again():
                return None
            case lo.Fill() | lo.Charge() | lo.Array() | lo.Keep() | lo.PutBack():
                pass
    return known


class _Finisher:
    """Rewrites the blocks of one routine."""

    def __init__(
        self, routine: Routine, routines: dict[str, Routine], layout: lay.Layout, stack: Stack
    ) -> None:
        self.routine, self.routines, self.layout, self.stack = routine, routines, layout, stack
        self.facts = {b.number: self._facts(b) for b in routine.blocks}
        locals_ = set().union(*(facts.writes for facts in self.facts.values()))
        if len(locals_) * len(self.facts) > MOST_LIVE:
            raise too_large(layout.table.game)
        self.live = self._liveness()

    def _facts(self, block: lo.Block) -> _Facts:
        facts = _Facts()
        _study(block.body, set(), facts)
        return facts

    def _liveness(self) -> dict[int, set[str]]:
        live = {number: set(facts.reads) for number, facts in self.facts.items()}
        surely = {b.number: _sure_writes(b.body) for b in self.routine.blocks}
        changed = True
        while changed:
            changed = False
            for block in reversed(self.routine.blocks):
                number = block.number
                out: set[str] = set().union(*(live[n] for n in self.facts[number].next))
                wanted = self.facts[number].reads | (out - surely[number])
                if not wanted <= live[number]:
                    live[number] |= wanted
                    changed = True
        return live

    def allot(self) -> None:
        """Allots a word to each local that lives across a jump."""
        crossing = set().union(*self.live.values()) if self.live else set()
        for name in (*self.routine.params, *sorted(crossing - set(self.routine.params))):
            if name not in self.routine.words:
                self.routine.words[name] = self.layout.words(OfFrame(ANY))

    def frame(
        self, routines: Mapping[str, Routine], held: Mapping[str, Between | Members | OneOf]
    ) -> Frame:
        """The possible values of this routine's words while it waits; call this before anything is rewritten."""
        routine = self.routine
        return Frame(
            back=routine.back,
            size=len(routine.frame),
            saved=routine.saved,
            live={
                number: {
                    routine.words[name]: held.get(name, ANY) for name in live & routine.words.keys()
                }
                for number, live in self.live.items()
            },
            arrays=tuple(routine.arrays),
            returns=frozenset(
                enter.block
                for other in routines.values()
                for block in other.blocks
                for enter in _enters(block.body)
                if enter.routine == routine.name
            ),
            asks=_asks(routine.blocks),
            words=tuple(routine.frame),
            named=dict(routine.words),
        )

    def rewrite(self) -> None:
        words = self.routine.words
        maybe = self._maybe_set()
        for block in self.routine.blocks:
            out: set[str] = set().union(*(self.live[n] for n in self.facts[block.number].next))
            stored = (out & self.facts[block.number].writes) & words.keys()
            dirty = maybe[block.number] | stored
            body = self._rewritten(block.body, stored, dirty)
            loads: list[lo.Stmt] = [
                lo.SetVar(name, Load(Int(words[name])))
                for name in sorted(self.facts[block.number].reads)
                if name in words
            ]
            block.body[:] = _tells_what_is_there([*loads, *body], set())

    def _maybe_set(self) -> dict[int, set[str]]:
        """The locals whose words may be in use at the start of a block."""
        maybe: dict[int, set[str]] = {b.number: set() for b in self.routine.blocks}
        maybe[self.routine.entry] = set(self.routine.params)
        changed = True
        while changed:
            changed = False
            for block in self.routine.blocks:
                facts = self.facts[block.number]
                out = maybe[block.number] | (facts.writes & self.routine.words.keys())
                for n in facts.next:
                    # Words that are not read after a decision or a call were cleared there.
                    into = out if n in facts.jumps else out & self.live[n]
                    if not into <= maybe[n]:
                        maybe[n] |= into
                        changed = True
        return maybe

    def _cleared(self, dirty: set[str], live: set[str]) -> list[lo.Stmt]:
        gone = sorted(self.routine.words[name] for name in dirty - live)
        return _fills(gone)

    def _rewritten(self, body: list[lo.Stmt], stored: set[str], dirty: set[str]) -> list[lo.Stmt]:
        result: list[lo.Stmt] = []
        words = self.routine.words
        for s in body:
            match s:
                case lo.SetVar(name=name):
                    result.append(s)
                    if name in stored:
                        result.append(lo.Store(Int(words[name]), Var(name)))
                case lo.When(test=test, body=yes, otherwise=no):
                    result.append(
                        lo.When(
                            test,
                            self._rewritten(yes, stored, dirty),
                            self._rewritten(no, stored, dirty),
                        )
                    )
                case lo.ForBits(body=inner):
                    result.append(
                        lo.ForBits(s.name, s.mask, self._rewritten(inner, stored, dirty), s.start)
                    )
                case lo.ForRange(body=inner):
                    result.append(
                        lo.ForRange(s.name, s.low, s.high, self._rewritten(inner, stored, dirty))
                    )
                case lo.ForSorted():
                    result.append(replace(s, body=self._rewritten(s.body, stored, dirty)))
                case lo.Loop(body=inner):
                    result.append(lo.Loop(self._rewritten(inner, stored, dirty)))
                case lo.Ask(block=block):
                    result.extend(self._cleared(dirty, self.live[block]))
                    result.append(s)
                case lo.Enter():
                    result.extend(self._enter(s, dirty))
                case lo.Leave():
                    result.append(lo.SetVar("back", Load(Int(self.routine.back))))
                    result.extend(
                        _fills(
                            sorted(
                                [
                                    self.routine.back,
                                    *self.routine.arrays,
                                    *(words[name] for name in dirty),
                                ]
                            )
                        )
                    )
                    result.append(lo.GotoVar("back"))
                case lo.Step() | lo.Jump():
                    result.append(s)
        return result

    def _enter(self, s: lo.Enter, dirty: set[str]) -> list[lo.Stmt]:
        callee = self.routines[s.routine]
        result: list[lo.Stmt] = []
        names = []
        for number, argument in enumerate(s.arguments):
            # All arguments are computed before the first is stored.
            if len(s.arguments) > 1 and not isinstance(argument, Int | Var):
                result.append(lo.SetVar(f"argument_{number}", argument))
                argument = Var(f"argument_{number}")
            names.append(argument)
        result.extend(self._cleared(dirty, self.live[s.block]))
        if callee.saved:
            result.extend(self.stack.push(callee))
        for param, argument in zip(callee.params, names, strict=True):
            result.append(lo.Store(Int(callee.words[param]), argument))
        result.append(lo.Store(Int(callee.back), Int(s.block)))
        result.append(lo.Goto(callee.entry))
        return result


def _tells_what_is_there(body: list[lo.Stmt], known: set[str]) -> list[lo.Stmt]:
    """The body with marks that leave out what speaks of locals that nobody else reads there: a program
    has the same words whether it carries marks or not. Adds to what is `known` what the body surely sets.
    """
    result: list[lo.Stmt] = []
    for s in body:
        match s:
            case lo.SetVar(name=name):
                known.add(name)
            case lo.Mark(number=number, about=values):
                there = [_is_there(value, known) for value in values]
                if not all(there):
                    told = zip(values, there, strict=True)
                    s = lo.Mark(number, tuple(v if ok else Int(MISSING) for v, ok in told))
            case lo.When(test=test, body=yes, otherwise=no):
                ends = set(known), set(known)
                s = lo.When(test, *map(_tells_what_is_there, (yes, no), ends))
                known |= ends[0] & ends[1]
            case lo.ForBits(name=name) | lo.ForRange(name=name) | lo.ForSorted(name=name):
                s = with_bodies(s, partial(_tells_what_is_there, known={*known, name}))
            case lo.Loop(body=inner):
                s = lo.Loop(_tells_what_is_there(inner, set(known)))
            case lo.Step() | lo.Jump():
                pass
        result.append(s)
    return result


def _is_there(value: lo.Expr, known: set[str]) -> bool:
    """Whether a value speaks only of these locals."""
    used: set[str] = set()
    _vars(value, used)
    return used <= known


def _sure_writes(body: list[lo.Stmt]) -> set[str]:
    """The locals that every path through a body writes before it leaves."""
    known: set[str] = set()
    for statement in body:
        if isinstance(statement, lo.SetVar):
            known.add(statement.name)
        elif isinstance(statement, lo.When) and _leaves(statement.body + statement.otherwise):
            # A path may leave here, so later writes are not certain.
            break
    return known


def _leaves(body: list[lo.Stmt]) -> bool:
    for statement in body:
        match statement:
            case lo.Goto() | lo.Switch() | lo.Ask() | lo.Enter():
                return True
            case lo.When(body=yes, otherwise=no):
                if _leaves(yes) or _leaves(no):
                    return True
            case lo.Leave() | lo.GotoVar() | lo.Finish() | lo.Fail() | lo.Return():
                pass  # so the rest does not matter
            case lo.Step() | lo.ForBits() | lo.ForSorted() | lo.ForRange() | lo.Loop():
                pass
            case lo.Break() | lo.Again():
                pass
    return False


def _fills(addresses: list[int]) -> list[lo.Stmt]:
    """Clears words, neighbours together."""
    return [lo.Fill(at, count, 0) for at, count in stretched(addresses)]


def stretched(addresses: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Neighbouring words as stretches, each with its start and length."""
    found: list[tuple[int, int]] = []
    for at in sorted(set(addresses)):
        if found and found[-1][0] + found[-1][1] == at:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((at, 1))
    return tuple(found)


@dataclass(slots=True)
class Stack:
    """The stack for frames of rules that are entered again recursively: `height` is the word with its height."""

    layout: lay.Layout
    height: int
    base: int
    limit: int
    fault: int

    @property
    def words(self) -> list[int]:
        """Its own words: the height, and the saved frames, if there are any."""
        return [self.height, *range(self.base, self.base + self.limit)]

    def push(self, callee: Routine) -> list[lo.Stmt]:
        top = Load(Int(self.height))
        size = len(callee.frame)
        full = Op(">", add(top, Int(size)), Int(self.limit))
        result: list[lo.Stmt] = [lo.When(full, [lo.Fail(self.fault)], [])]
        for n, word in enumerate(callee.frame):
            result.append(lo.Copy(add(top, Int(self.base + n)), Int(word)))
        result.append(lo.Store(Int(self.height), add(top, Int(size))))
        return result

    def pop(self, callee: Routine) -> list[lo.Stmt]:
        size = len(callee.frame)
        result: list[lo.Stmt] = [
            lo.Store(Int(self.height), Op("-", Load(Int(self.height)), Int(size)))
        ]
        top = Load(Int(self.height))
        for n, word in enumerate(callee.frame):
            at = add(top, Int(self.base + n))
            result.append(lo.Copy(Int(word), at))
            result.append(lo.Store(at, Int(0)))
        return result


def inline(routines: dict[str, Routine]) -> None:
    """Moves a routine that is entered from only one place there, without passing arguments and returning."""
    blocks = {b.number: (r, b) for r in routines.values() for b in r.blocks}
    entered: dict[str, list[int]] = {name: [] for name in routines}
    for number, (_, block) in blocks.items():
        for enter in _enters(block.body):
            entered[enter.routine].append(number)
    host = {name: name for name in routines}

    def living(name: str) -> str:
        while host[name] != name:
            name = host[name]
        return name

    for name, routine in routines.items():
        if len(entered[name]) != 1 or routine.saved:
            continue
        around = routines[living(blocks[entered[name][0]][0].name)]
        block = blocks[entered[name][0]][1]
        # The block to continue with is after the only call.
        (enter,) = [e for e in _enters(block.body) if e.routine == name]
        own = set().union(*(_written(inner.body) for inner in routine.blocks))
        same = {
            param: argument.name
            for param, argument in zip(routine.params, enter.arguments, strict=True)
            if isinstance(argument, Var) and param not in own and argument.name not in own
        }
        block.body[:] = _moved_in(block.body, routine, same)
        for inner in routine.blocks:
            inner.body[:] = renamed(_without_leave(inner.body, enter.block), same)
        around.blocks.extend(routine.blocks)
        around.arrays.extend(routine.arrays)
        host[name] = around.name
    for name in [name for name in routines if host[name] != name]:
        del routines[name]


def _written(body: list[lo.Stmt]) -> set[str]:
    facts = _Facts()
    _study(body, set(), facts)
    return facts.writes


def _moved_in(body: list[lo.Stmt], routine: Routine, same: dict[str, str]) -> list[lo.Stmt]:
    """The call: parameters that are a local of the caller become that local."""
    result: list[lo.Stmt] = []
    for s in body:
        match s:
            case lo.Enter(routine=name, arguments=arguments) if name == routine.name:
                given = zip(routine.params, arguments, strict=True)
                result.extend(
                    lo.SetVar(param, argument) for param, argument in given if param not in same
                )
                result.append(lo.Goto(routine.entry))
            case _:
                result.append(with_bodies(s, partial(_moved_in, routine=routine, same=same)))
    return result


def _without_leave(body: list[lo.Stmt], after: int) -> list[lo.Stmt]:
    return [
        lo.Goto(after)
        if isinstance(s, lo.Leave)
        else with_bodies(s, partial(_without_leave, after=after))
        for s in body
    ]


def finish(
    routines: dict[str, Routine],
    layout: lay.Layout,
    stack: Stack,
    held: Mapping[str, Between | Members | OneOf],
) -> dict[str, Frame]:
    """Rewrites the blocks of all routines, and returns the possible values of the frame of each. `held` are those of locals
    that authors named.
    """
    inline(routines)
    for routine in routines.values():
        straighten(routine)
    finishers = [_Finisher(r, routines, layout, stack) for r in routines.values()]
    for finisher in finishers:
        finisher.allot()
    restored: dict[int, Routine] = {}
    for finisher in finishers:
        for block in finisher.routine.blocks:
            for s in _enters(block.body):
                if routines[s.routine].saved:
                    restored[s.block] = routines[s.routine]
    frames = {finisher.routine.name: finisher.frame(routines, held) for finisher in finishers}
    for finisher in finishers:
        finisher.rewrite()
        for block in finisher.routine.blocks:
            if block.number in restored:
                block.body[:0] = stack.pop(restored[block.number])
    return frames


def _asks(blocks: Iterable[lo.Block]) -> frozenset[tuple[int, int]]:
    found = (s for block in blocks for s in statements(block.body))
    return frozenset((s.block, s.site) for s in found if isinstance(s, lo.Ask))


def _enters(body: list[lo.Stmt]) -> list[lo.Enter]:
    return [s for s in statements(body) if isinstance(s, lo.Enter)]
