"""The lowered form of a game: integer operations on one flat vector, in functions and blocks.

This is what `link` makes and what an emitter writes out; nothing here knows Python's syntax or the language's types.

- A `Function` runs from start to end. A `Block` runs to the next decision or jump: it ends in a jump, `Ask` or `Finish`
  on every path. What must survive from block to block lies in the vector.
- A set is a bit mask over its universe: spaces (and all places) by place index, pieces by number, players by seat,
  members of a variety by index, numbers by value. Where a set comes from nowhere else, `width` says how many members its universe
  has: `Un("bit")` and its like, words at addresses that are worked out, parameters, arrays. 0 stands for a number. From
  these `widths.py` knows the width of everything, and tests that both sides of each operation have the same. `Int` fits any.
- `Look(table, -1)` reads the table's last entry: tables indexed by player end with what holds for nobody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Int:
    """A number known now."""

    value: int


@dataclass(frozen=True, slots=True)
class Var:
    """A local of the function or block."""

    name: str


@dataclass(frozen=True, slots=True)
class Load:
    """A word of the vector. What it holds is known from the layout if the address is; else `width` says it."""

    at: Expr
    width: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """An entry of a constant table."""

    table: str
    index: Expr


CompareOp = Literal["<", "<=", ">", ">=", "==", "!="]
BinaryOp = (
    Literal["+", "-", "*", "//", "%", "<<", ">>", "min", "max"]
    | CompareOp
    | Literal["&", "|", "^", "&~", "has", "from", "shift"]
    | Literal["and", "or"]
)
UnaryOp = (
    Literal["-", "not", "bit", "below"]
    | Literal["count", "lowest", "highest", "rest", "up", "down", "fit"]
)


@dataclass(frozen=True, slots=True)
class Op:
    """op, of numbers: + - * // % << >> < <= > >= min max. Of two numbers or two sets: & | ^ &~ == !=. Of a set and a number: has
    (whether that is a member, 0 or 1), from (the members from that one on), shift (each member becomes the one so many
    further on, or back; none may leave the universe, whose width the set must say itself). Of anything: and, or, which do not evaluate what
    is not needed and, as comparisons do, give a truth.
    """

    op: BinaryOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Un:
    """op, of numbers: -, bit (the set of this one), below (the set of all before this one). Of a set: count, lowest and highest (a
    member, as a number; there must be one), rest (without its lowest member), up and down (each
    member becomes the next or the one before), fit (as a set of another width). Of anything: not.
    """

    op: UnaryOp
    operand: Expr
    width: int = 0


@dataclass(frozen=True, slots=True)
class Cond:
    """One of two values; only the one that counts is computed."""

    test: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class Apply:
    """Calls a `Function` or a primitive of the back-end; the vector is always its first argument."""

    function: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """Chance: a member of a mask that is not empty, all alike likely. `offset` is what bit 0 of the mask stands for
    (numbers); it is told to whoever watches, and is not part of the value. Of `Un("below")` without a width see `Ask`.
    """

    event: int
    mask: Expr
    offset: Expr = Int(0)


@dataclass(frozen=True, slots=True)
class Dice:
    """Chance: a number from 1 to `sides`."""

    event: int
    sides: Expr


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a local array."""

    name: str
    index: Expr


Expr = Int | Var | Load | Look | Op | Un | Cond | Apply | Pick | Dice | Item


@dataclass(frozen=True, slots=True)
class Step:
    """A statement that holds no others, after which the next one follows."""


@dataclass(frozen=True, slots=True)
class Jump:
    """A statement after which nothing of its body is ever reached."""


@dataclass(frozen=True, slots=True)
class SetVar(Step):
    """A local gets a value."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Array(Step):
    """A local array of this many zeros, or of empty sets. It lives as long as the function runs."""

    name: str
    size: int
    width: int = 0


@dataclass(frozen=True, slots=True)
class SetItem(Step):
    """An entry of a local array gets a value."""

    name: str
    index: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Store(Step):
    """A word of the vector gets a value. A `derived` one follows from other words: nobody has to be told of it."""

    at: Expr
    value: Expr
    width: int = 0
    derived: bool = False


@dataclass(frozen=True, slots=True)
class Copy(Step):
    """A word of the vector gets what another one holds, whatever that is."""

    at: Expr
    of: Expr


@dataclass(frozen=True, slots=True)
class Fill(Step):
    """Sets this many words, from a constant address on, to a constant."""

    at: int
    count: int
    value: int


@dataclass(frozen=True, slots=True)
class Keep(Step):
    """A copy of the whole vector, of this many words at least, as a local of its own. What follows is only supposed, up to
    its `PutBack`.
    """

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class PutBack(Step):
    """The whole vector is as it was at its `Keep`."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class When:
    """A branch."""

    test: Expr
    body: list[Stmt]
    otherwise: list[Stmt]


@dataclass(frozen=True, slots=True)
class ForBits:
    """For each member of a mask, upwards. With `start`, rotated to begin there."""

    name: str
    mask: Expr
    body: list[Stmt]
    start: Expr | None = None


@dataclass(frozen=True, slots=True)
class ForSorted:
    """For each member of a mask in the order of a key, computed for all before the first turn. `key_body` computes `key`
    for the member `name`. Of equal keys those come first of which `then` is less; what is still equal keeps the order of ForBits.
    """

    name: str
    mask: Expr
    key_body: list[Stmt]
    key: Expr
    falling: bool
    body: list[Stmt]
    start: Expr | None = None
    then: Expr | None = None


@dataclass(frozen=True, slots=True)
class ForRange:
    """From low to high, both included."""

    name: str
    low: Expr
    high: Expr
    body: list[Stmt]


@dataclass(frozen=True, slots=True)
class Loop:
    """Until a Break."""

    body: list[Stmt]


@dataclass(frozen=True, slots=True)
class Break(Jump):
    """Leaves the nearest loop."""


@dataclass(frozen=True, slots=True)
class Again(Jump):
    """Begins the next turn of the nearest loop."""


@dataclass(frozen=True, slots=True)
class Do(Step):
    """A call whose value nobody wants."""

    call: Apply


@dataclass(frozen=True, slots=True)
class Told(Step):
    """For whoever watches chance: what an event has just brought, of a shuffle about this mask, of picks about the player for whom
    they were made. Nothing is done by it.
    """

    event: int
    about: Expr


@dataclass(frozen=True, slots=True)
class Mark(Step):
    """For whoever watches what happens: a statement has done its work, or something begins. `number` is that of a `Mark` in
    `meanings.py`; `about` are the values it speaks of. Nothing is done by it.
    """

    number: int
    about: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Fail(Jump):
    """A rule cannot do what it says: the fault's number (see Program.faults)."""

    fault: int


@dataclass(frozen=True, slots=True)
class Charge(Step):
    """Counts steps of the budget between two decisions. At the head of a loop `turns` says how many it has at most (0 if
    nothing is known).
    """

    fault: int
    turns: int = 0
    count: int = 1


@dataclass(frozen=True, slots=True)
class Return(Jump):
    """Ends a function with its value."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Goto(Jump):
    """Goes on in another block of the same routine."""

    block: int


@dataclass(frozen=True, slots=True)
class Leave(Jump):
    """Goes back to where the routine was entered. Resolved by `resumable.py`."""


@dataclass(frozen=True, slots=True)
class GotoVar(Jump):
    """Goes on in the block whose number is in a local."""

    name: str


@dataclass(frozen=True, slots=True)
class Switch(Jump):
    """Goes on in one of several blocks, by number from 0."""

    index: Expr
    blocks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ask(Jump):
    """Stops at a decision. `mask` (offset by `offset`) are the options; of `Un("below")` without a width it is enough to keep how
    many they are. `extra` adds one that answers `layout.DECLINED` (none, done). Goes on in `block` with the answer in the word CHOSEN. There are at least two options.
    """

    site: int
    player: Expr
    mask: Expr
    offset: Expr
    extra: Expr
    block: int


@dataclass(frozen=True, slots=True)
class Enter(Jump):
    """Calls a routine that may ask; goes on in `block` when it comes back. Resolved by `resumable.py`."""

    routine: str
    arguments: tuple[Expr, ...]
    block: int


@dataclass(frozen=True, slots=True)
class Finish(Jump):
    """The game is over."""


Stmt = (
    SetVar
    | Array
    | SetItem
    | Store
    | Copy
    | Fill
    | Keep
    | PutBack
    | When
    | ForBits
    | ForSorted
    | ForRange
    | Loop
    | Break
    | Again
    | Do
    | Told
    | Mark
    | Fail
    | Charge
    | Return
    | Goto
    | Leave
    | GotoVar
    | Switch
    | Ask
    | Enter
    | Finish
)


@dataclass(slots=True)
class Function:
    """A stretch of rule that asks nobody.

    `domains` says how many things each parameter can be, by number from 0, or -1 for none of them; 0 if nobody knows.
    `widths` are those of the parameters that are sets, `width` that of the value; see above.
    """

    name: str
    params: tuple[str, ...]
    body: list[Stmt]
    title: str = ""
    domains: tuple[int, ...] = ()
    widths: Mapping[str, int] = field(default_factory=dict)
    width: int = 0


@dataclass(slots=True)
class Block:
    """A stretch of a routine between two jumps or decisions. `also` are other routines of which something moved there."""

    number: int
    routine: str
    body: list[Stmt]
    title: str = ""
    also: set[str] = field(default_factory=set)

    def is_of(self, routine: str) -> bool:
        """Whether something of a routine stands here."""
        return routine == self.routine or routine in self.also


@dataclass(slots=True)
class Routine:
    """A rule, slot or offer that may ask. `params` are the names of its locals that the caller fills in."""

    name: str
    params: tuple[str, ...]
    entry: int
    blocks: list[Block]
    back: int  # the word with the block to go back to
    arrays: list[int] = field(default_factory=list)
    words: dict[str, int] = field(default_factory=dict)
    saved: bool = False  # whether the frame is saved while the routine is entered again

    @property
    def frame(self) -> list[int]:
        return [self.back, *self.words.values(), *self.arrays]


def either(a: Expr, b: Expr) -> Expr:
    """The first or the second."""
    return Op("or", a, b)


def add(a: Expr, b: Expr) -> Expr:
    """A + b, with constants folded together."""
    if isinstance(a, Int) and isinstance(b, Int):
        return Int(a.value + b.value)
    if isinstance(a, Int):
        a, b = b, a
    if isinstance(b, Int):
        if b.value == 0:
            return a
        if isinstance(a, Op) and a.op == "+" and isinstance(a.right, Int):
            return add(a.left, Int(a.right.value + b.value))
        if isinstance(a, Op) and a.op == "-" and isinstance(a.right, Int):
            return add(a.left, Int(b.value - a.right.value))
        if b.value < 0:
            return Op("-", a, Int(-b.value))
    return Op("+", a, b)


def scale(a: Expr, n: int) -> Expr:
    """The product with a constant, worked out where both are known."""
    if n == 1:
        return a
    if isinstance(a, Int):
        return Int(a.value * n)
    return Op("*", a, Int(n))


OPPOSITE: dict[CompareOp, CompareOp] = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}


def negated(test: Expr) -> Expr:
    """The opposite of a test."""
    match test:
        case Int(value=value):
            return Int(int(not value))
        case Op(op=op, left=left, right=right) if op in OPPOSITE:
            return Op(OPPOSITE[op], left, right)
        case Un(op="not", operand=operand):
            return operand
        case _:
            return Un("not", test)


def halved(index: Expr, cases: Sequence[list[Stmt]]) -> list[Stmt]:
    """One of several bodies, by number from 0: each test leaves half of them."""

    def part(low: int, high: int) -> list[Stmt]:
        if high - low == 1:
            return cases[low]
        middle = (low + high) // 2
        test = Op("==", index, Int(low)) if middle - low == 1 else Op("<", index, Int(middle))
        return [When(test, part(low, middle), part(middle, high))]

    return part(0, len(cases)) if cases else []
