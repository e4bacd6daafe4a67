"""Routines as plain functions: for games that are played through without a stop.

Blocks let a game stop at every decision, and be copied there. Whoever answers each question on the spot needs
none of it: here a decision is a call that returns the answer, a routine is a function with locals of its own, and
jumps become branches and loops again. It is the same game, with the same draws of chance.

The way back from jumps is that of a compiler that knows no `goto`: a block that one jump leads to stands where the jump
stood; any other is placed behind the block that all ways to it come through (its dominator), and ways that have to pass
by something on the way there say so in a local, `go`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from boardwright.interpreter import layout as lay
from boardwright.interpreter import lowered as lo
from boardwright.interpreter.lowered import Int, Op, Var
from boardwright.interpreter.renaming import changed, changed_expr

CHOSEN = Var("chosen")
GO = "go"
# So much of what a jump leads to is written again where the jump stands.
_SHORT = 2


class UnstructuredError(Exception):
    """Some jump fits no branch or loop; such a game is played in blocks."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A routine before its blocks are made resumable: what `direct` reads."""

    name: str
    params: tuple[str, ...]
    entry: int
    bodies: Mapping[int, list[lo.Stmt]]
    title: str


def direct(stretches: Iterable[Stretch]) -> dict[str, lo.Function]:
    """A function for each routine. Raises `UnstructuredError`."""
    return {
        each.name: lo.Function(each.name, each.params, _Writer(each).written(), each.title)
        for each in stretches
    }


def kept(body: list[lo.Stmt]) -> list[lo.Stmt]:
    """A copy of a block's text, before the block is joined with others."""
    return [
        lo.When(s.test, kept(s.body), kept(s.otherwise)) if isinstance(s, lo.When) else s
        for s in body
    ]


# ---- which block leads where ----------------------------------------------------------------------------


@dataclass(slots=True)
class _Place:
    """What follows a stretch of text: blocks placed behind it in their order, or the loop around it goes on."""

    blocks: list[int] = field(default_factory=list)
    loop: int | None = None


class _Writer:
    """Writes the blocks of one routine as one body."""

    def __init__(self, stretch: Stretch) -> None:
        self.bodies = {number: list(body) for number, body in stretch.bodies.items()}
        self.threads = {
            number: body[0].block
            for number, body in self.bodies.items()
            if body and isinstance(body[0], lo.Goto)
        }
        self.entry = self.target(stretch.entry)
        self.next: dict[int, list[int]] = {}
        self.order: list[int] = []  # every block behind all those that lead to it, but for loops
        self.back: set[tuple[int, int]] = set()
        self.search()
        self.ways: dict[
            int, int
        ] = {}  # how many jumps lead to a block, those of its own loop left out
        for number in self.order:
            for other in self.next[number]:
                if (number, other) not in self.back:
                    self.ways[other] = self.ways.get(other, 0) + 1
        self.above = self.dominators()
        self.loops = self.natural_loops()
        self.below: dict[int, list[int]] = {number: [] for number in self.order}
        for number in self.order:
            if number != self.entry:
                self.below[self.above[number]].append(number)
        self.ranks: dict[int, int] = {}
        self.ends: dict[int, int] = {}
        self.rank(self.entry)
        self.passed: set[int] = set()  # placed blocks that some way has to pass by
        self.left: set[int] = set()  # loops out of which some way goes from a loop inside
        self.places: list[_Place] = []
        self.said = False

    def target(self, number: int) -> int:
        seen = set()
        while number in self.threads and number not in seen:
            seen.add(number)
            number = self.threads[number]
        return number

    def search(self) -> None:
        """Depth first, without recursion."""
        state: dict[int, int] = {}
        finished: list[int] = []
        work: list[tuple[int, list[int]]] = []

        def open_(number: int) -> None:
            state[number] = 1
            self.next[number] = [self.target(n) for n in _targets(self.bodies[number])]
            work.append((number, list(reversed(self.next[number]))))

        open_(self.entry)
        while work:
            number, rest = work[-1]
            if not rest:
                work.pop()
                state[number] = 2
                finished.append(number)
                continue
            other = rest.pop()
            if other not in state:
                open_(other)
            elif state[other] == 1:
                self.back.add((number, other))
        self.order = finished[::-1]

    def dominators(self) -> dict[int, int]:
        """Of each block the nearest that every way to it comes through."""
        index = {number: n for n, number in enumerate(self.order)}
        before: dict[int, list[int]] = {number: [] for number in self.order}
        for number in self.order:
            for other in self.next[number]:
                before[other].append(number)
        above = {self.entry: self.entry}
        changed = True
        while changed:
            changed = False
            for number in self.order[1:]:
                known = [n for n in before[number] if n in above]
                new = known[0]
                for other in known[1:]:
                    while new != other:
                        if index[new] > index[other]:
                            new = above[new]
                        else:
                            other = above[other]
                if above.get(number) != new:
                    above[number] = new
                    changed = True
        return above

    def natural_loops(self) -> dict[int, set[int]]:
        """The blocks of each loop by its head."""
        before: dict[int, list[int]] = {number: [] for number in self.order}
        for number in self.order:
            for other in self.next[number]:
                before[other].append(number)
        loops: dict[int, set[int]] = {}
        for source, head in sorted(self.back):
            at = source
            while at not in (head, self.entry):
                at = self.above[at]
            if at != head:
                raise UnstructuredError(head)
            members = loops.setdefault(head, {head})
            waiting = [source]
            while waiting:
                number = waiting.pop()
                if number not in members:
                    members.add(number)
                    waiting.extend(before[number])
        return loops

    # ---- where each block is written

    def inlined(self, number: int, around: int) -> bool:
        """Whether a block stands where the one jump to it stood."""
        if self.ways.get(number) != 1:
            return False
        return all(number in members or around not in members for members in self.loops.values())

    def placed(self, number: int) -> tuple[list[int], list[int]]:
        """The blocks placed behind this one: those inside the loop that it heads, and the others."""
        found = [n for n in self.below[number] if not (self.inlined(n, number) or self.short(n))]
        members = self.loops.get(number, set())
        return [n for n in found if n in members], [n for n in found if n not in members]

    def rank(self, number: int) -> None:
        """Numbers placed blocks in the order of the text."""
        inside, behind = self.placed(number)
        for other in self.below[number]:
            if self.inlined(other, number):
                self.rank(other)
        for other in inside:
            self.ranks[other] = len(self.ranks) + len(self.ends) + 1
            self.rank(other)
        if number in self.loops:
            self.ends[number] = len(self.ranks) + len(self.ends) + 1
        for other in behind:
            self.ranks[other] = len(self.ranks) + len(self.ends) + 1
            self.rank(other)

    # ---- the text

    def written(self) -> list[lo.Stmt]:
        body = self.whole(self.entry)
        if self.said:
            body.insert(0, lo.SetVar(GO, Int(0)))
        return body

    def whole(self, number: int) -> list[lo.Stmt]:
        """A block with all that is placed behind it."""
        inside, behind = self.placed(number)
        after = _Place(behind)
        self.places.append(after)
        if number in self.loops:
            result = self.loop(number, inside)
        else:
            result = self.converted(self.bodies[number])
        result.extend(self.rest(after))
        self.places.pop()
        return result

    def loop(self, number: int, inside: list[int]) -> list[lo.Stmt]:
        said, self.said = self.said, False
        self.places.append(_Place(loop=number))
        body = self.sequence(number, inside)
        self.places.pop()
        if self.said:
            body.insert(0, lo.SetVar(GO, Int(0)))
        self.said = self.said or said
        result: list[lo.Stmt] = [lo.Loop(body)]
        outer = next((p.loop for p in reversed(self.places) if p.loop is not None), None)
        if outer is not None and outer in self.left:
            over = Op(">", Var(GO), Int(self.ends[outer]))
            result.append(lo.When(over, [lo.Break()], []))
        return result

    def sequence(self, number: int, inside: list[int]) -> list[lo.Stmt]:
        place = _Place(inside)
        self.places.append(place)
        result = self.converted(self.bodies[number])
        result.extend(self.rest(place))
        self.places.pop()
        return result

    def rest(self, place: _Place) -> list[lo.Stmt]:
        """The placed blocks, one after the other."""
        result: list[lo.Stmt] = []
        while place.blocks:
            number = place.blocks.pop(0)
            body = self.whole(number)
            if number in self.passed:
                result.append(lo.When(Op("<=", Var(GO), Int(self.ranks[number])), body, []))
            else:
                result.extend(body)
        return result

    def jump(self, number: int) -> list[lo.Stmt]:
        """What a jump becomes where it stands, which is always the end of a stretch of text."""
        number = self.target(number)
        if self.short(number):
            return self.converted(self.bodies[number])
        again = any(place.loop == number for place in self.places)
        if not again and self.inlined(number, self.above[number]):
            return self.whole(number)
        passed: list[int] = []  # what would be run on the way, were nothing said
        crossed: list[int] = []  # loops to be left
        for place in reversed(self.places):
            if place.loop == number:
                break
            if place.loop is not None:
                crossed.append(place.loop)
                passed = []  # leaving the loop passes by what is in it
            elif number in place.blocks:
                passed.extend(place.blocks[: place.blocks.index(number)])
                break
            else:
                passed.extend(place.blocks)
        else:
            raise UnstructuredError(number)
        if again and not crossed:
            return [lo.Again()]
        result: list[lo.Stmt] = []
        if passed or len(crossed) > 1:
            self.said = True
            rank = self.ends[number] if again else self.ranks[number]
            result.append(lo.SetVar(GO, Int(rank)))
            self.passed.update(passed)
            self.left.update(crossed[1:])
        if crossed:
            result.append(lo.Break())
        return result

    def short(self, number: int) -> bool:
        """Whether a block is so little that it is written wherever a jump leads to it."""
        body = self.bodies[number]
        return len(body) <= _SHORT and isinstance(body[-1], lo.Leave) and number != self.entry

    def converted(self, body: list[lo.Stmt]) -> list[lo.Stmt]:
        result: list[lo.Stmt] = []
        for n, s in enumerate(body):
            match s:
                case lo.Goto(block=block):
                    return [*result, *self.jump(block)]
                case lo.Ask():
                    words = (s.player, s.mask, s.offset, s.extra, Int(s.site))
                    asked = lo.Apply("ask", tuple(map(_answered, words)))
                    return [*result, lo.SetVar(CHOSEN.name, asked), *self.jump(s.block)]
                case lo.Enter(routine=routine, arguments=arguments, block=block):
                    call = lo.Apply(routine, tuple(map(_answered, arguments)))
                    return [*result, lo.Do(call), *self.jump(block)]
                case lo.Leave():
                    return [*result, lo.Return(Int(0))]
                case lo.Switch(index=index, blocks=blocks):
                    return [*result, *self.switch(_answered(index), blocks)]
                case lo.When(test=test, body=yes, otherwise=no) if _targets([s]) or _leaves([s]):
                    rest = body[n + 1 :]
                    test = _answered(test)
                    if not rest:
                        pass
                    elif _ends(yes):
                        no = [*no, *rest]
                    elif _ends(no):
                        yes = [*yes, *rest]
                    else:
                        raise UnstructuredError(s)
                    first = self.converted(yes)
                    if first and isinstance(first[-1], lo.Return | lo.Again | lo.Break):
                        return [*result, lo.When(test, first, []), *self.converted(no)]
                    return [*result, lo.When(test, first, self.converted(no))]
                case lo.Store(at=Int(value=lay.CHOSEN), value=value):
                    result.append(lo.SetVar(CHOSEN.name, _answered(value)))
                case lo.Finish() | lo.Fail():
                    return [*result, s]
                case _:
                    result.extend(changed([s], _answer))
        return result

    def switch(self, index: lo.Expr, blocks: tuple[int, ...]) -> list[lo.Stmt]:
        return lo.halved(index, [self.jump(block) for block in blocks])


def _answer(e: lo.Expr) -> lo.Expr | None:
    return CHOSEN if e == _CHOSEN_WORD else None


_CHOSEN_WORD = lo.Load(Int(lay.CHOSEN))


def _answered(e: lo.Expr) -> lo.Expr:
    return changed_expr(e, _answer)


def _targets(body: list[lo.Stmt]) -> list[int]:
    """The blocks that a body jumps to, in the order of the text, as often as it does."""
    found: list[int] = []
    for s in body:
        match s:
            case lo.Goto(block=block) | lo.Ask(block=block) | lo.Enter(block=block):
                found.append(block)
            case lo.Switch(blocks=blocks):
                found.extend(blocks)
            case lo.When(body=yes, otherwise=no):
                found.extend(_targets(yes))
                found.extend(_targets(no))
            case _:
                pass
        if isinstance(s, _ENDS):
            break
    return found


_ENDS = lo.Goto | lo.Switch | lo.Ask | lo.Enter | lo.Leave | lo.Finish | lo.Fail


def _leaves(body: list[lo.Stmt]) -> bool:
    return any(
        isinstance(s, lo.Leave | lo.Finish)
        or (isinstance(s, lo.When) and (_leaves(s.body) or _leaves(s.otherwise)))
        for s in body
    )


def _ends(body: list[lo.Stmt]) -> bool:
    """Whether nothing behind a body is reached through it."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, lo.When):
        return _ends(last.body) and _ends(last.otherwise)
    return isinstance(last, _ENDS)
