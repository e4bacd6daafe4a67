"""The abstract syntax of the effect language, which `parser.py` makes from a text; names are still strings.

Every node has a span, which comparisons ignore: two texts with the same words parse to equal trees.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from boardwright.dsl.language.hashed_names import UNHASHED
from boardwright.dsl.source.places import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Syntax:
    """Anything that was written; `span` is its place."""

    span: Span = field(compare=False, repr=False, metadata=UNHASHED)


# ---- expressions ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Syntax):
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Name(Syntax):
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class YesNo(Syntax):
    value: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Me(Syntax):
    """The player who acts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class It(Syntax):
    """The piece or space whose clause this is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nobody(Syntax):
    """No player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Absent(Syntax):
    """`nothing`: the empty set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Syntax):
    """`top` or `bottom`, always followed by `of` a place with an order."""

    which: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Syntax):
    """`strength(region)`: a value, a table, a built-in function; as a statement, a rule."""

    name: Name
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForAll(Syntax):
    """`count(... for each r in regions)` and similar calls."""

    name: Name
    body: Expr
    binder: Binder


BinaryOp = (
    Literal["or", "and"]
    | Literal[">=", "<=", ">", "<", "=", "!=", "is", "is not", "is in", "is not in"]
    | Literal["+", "-", "*", "mod", "down", "up"]
    | Literal["plus", "except", "also in"]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary(Syntax):
    """Two sides with a sign or word between them. `down` and `up` are the two divisions."""

    op: BinaryOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class After(Syntax):
    """`value after rule(...)`."""

    value: Expr
    call: Call | ForAll


@dataclass(frozen=True, slots=True, kw_only=True)
class IfElse(Syntax):
    """`first if condition else other`."""

    first: Expr
    condition: Expr
    other: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Not(Syntax):
    operand: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Negative(Syntax):
    operand: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Of(Syntax):
    """`limit of token`, `cubes of me`, `3 of deck of me`: types decide which of these it is."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Mine(Syntax):
    """`my cubes`: the same as `cubes of me`."""

    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Inside(Syntax):
    """`tokens in region`: the pieces or the amount of stock in a place, or in any of several."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Within(Syntax):
    things: Expr
    steps: Expr
    origin: Expr
    along: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Connected(Syntax):
    things: Expr
    origin: Expr
    along: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Beyond(Syntax):
    things: Expr
    origin: Expr
    along: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Along(Syntax):
    things: Expr
    link: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Those(Syntax):
    """A set written out: `those r in regions where ...`."""

    binder: Binder


Expr = (
    Number
    | Name
    | YesNo
    | Me
    | It
    | Nobody
    | Absent
    | End
    | Call
    | ForAll
    | Binary
    | After
    | IfElse
    | Not
    | Negative
    | Of
    | Mine
    | Inside
    | Within
    | Connected
    | Beyond
    | Along
    | Those
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetClause(Syntax):
    """A source with what narrows or orders it; `to` makes it a range of numbers. `cut` is how many an order keeps."""

    source: Expr
    to: Expr | None = None
    starting: Expr | None = None
    where: Expr | None = None
    extreme: tuple[str, Expr] | None = None
    rising: tuple[str, Expr] | None = None
    cut: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Binder(Syntax):
    name: Name
    members: SetClause


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Syntax):
    """What a choice binds: one thing (`amount` is None) or several."""

    name: Name
    members: SetClause
    amount: Expr | None = None
    up_to: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity(Syntax):
    """How much of what. `2 coins` has amount 2 and things `coins`; `n of my cubes` has things `n of my cubes`
    and no amount, because only types can tell it from an attribute; `all tokens in r` sets everything.
    """

    things: Expr
    amount: Expr | None = None
    up_to: bool = False
    everything: bool = False


# ---- statements ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Syntax):
    """A choice. `may` makes it optional and gives it a body; `who` is another player who is asked."""

    pick: Pick
    who: Expr | None = None
    may: bool = False
    secretly: bool = False
    named: Name | None = None
    body: tuple[Stmt, ...] = ()
    otherwise: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Syntax):
    name: Name
    members: SetClause
    named: Name | None = None
    otherwise: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Find(Syntax):
    name: Name
    members: SetClause
    otherwise: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MayDo(Syntax):
    """A question with the answers yes and no, under its own name."""

    name: Name
    body: tuple[Stmt, ...]
    who: Expr | None = None
    secretly: bool = False
    otherwise: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Syntax):
    name: Name
    condition: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseOne(Syntax):
    entries: tuple[Entry, ...]
    who: Expr | None = None
    may: bool = False
    named: Name | None = None
    secretly: bool = False
    otherwise: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Syntax):
    condition: Expr
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IfSo(Syntax):
    call: Call | ForAll | Perform
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForEach(Syntax):
    binder: Binder
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AllAtOnce(Syntax):
    binder: Binder
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class While(Syntax):
    condition: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat(Syntax):
    times: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class As(Syntax):
    player: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Syntax):
    dice: Expr
    named: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Let(Syntax):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Set(Syntax):
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Add(Syntax):
    """`add n to x`; `subtract n from x` has `negative` set."""

    amount: Expr
    target: Expr
    negative: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Syntax):
    quantity: Quantity
    origin: Expr | None
    each: bool = False
    target: Expr
    secretly: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Syntax):
    """Stock from its home to a place."""

    quantity: Quantity
    target: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Take(Syntax):
    """Stock from its home to where players keep it."""

    quantity: Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay(Syntax):
    """Stock from where players keep it to its home."""

    quantity: Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class Return(Syntax):
    """Stock from a place, or pieces from wherever they are, to their home."""

    quantity: Quantity
    origin: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Share(Syntax):
    amount: Expr
    name: Name
    binder: Binder
    least: Expr
    most: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Look(Syntax):
    up_to: bool = False
    things: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Syntax):
    up_to: bool = False
    things: Expr
    to: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Syntax):
    up_to: bool = False
    things: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap(Syntax):
    first: Expr
    second: Expr
    secretly: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Syntax):
    things: Expr
    secretly: bool = False
    named: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassOn(Syntax):
    """All players pass the contents of a place to a neighbour, at the same time."""

    things: Expr
    to: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Perform(Syntax):
    slot: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Open(Syntax):
    offer: Name
    arguments: tuple[Expr, ...] = ()
    to: SetClause | None = None
    secretly: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DropOut(Syntax):
    player: Expr
    of: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Original(Syntax):
    """In an `instead of` hook: what would have happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing(Syntax):
    """The whole body of a hook that prevents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop(Syntax):
    """Leaves the nearest loop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndGame(Syntax):
    """Nothing more happens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRule(Syntax):
    call: Call | ForAll


Stmt = (
    Choose
    | Draw
    | Find
    | MayDo
    | ChooseOne
    | If
    | IfSo
    | ForEach
    | AllAtOnce
    | While
    | Repeat
    | As
    | Roll
    | Let
    | Set
    | Add
    | Move
    | Place
    | Take
    | Pay
    | Return
    | Share
    | Look
    | Show
    | Reveal
    | Swap
    | Shuffle
    | PassOn
    | Perform
    | Open
    | DropOut
    | Original
    | Nothing
    | Stop
    | EndGame
    | CallRule
)


# ---- texts in YAML keys, and their values ------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Param(Syntax):
    """`player victim`; `region`, whose name is its type; `field or hut spot`, with several types; or `field or nothing spot`.
    `names` are all of them as written, its own name last. In the head of a hook or modifier a bare name may also be that of a thing.
    """

    name: str
    type: str | None = None
    is_set: bool = False
    or_types: tuple[str, ...] = ()
    is_optional: bool = False
    names: tuple[Name, ...] = field(default=(), compare=False, repr=False, metadata=UNHASHED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Head(Syntax):
    """The key of a rule, a value, a hook or a modifier. `hook` is before, after, instead or None;
    `by` is me, others, anyone, or None if not given, and `actor` the name of the player who acts or asks.
    `of` is the piece or space in `ability of king`.
    """

    name: Name
    of: Param | None = None
    params: tuple[Param, ...] = ()
    hook: str | None = None
    by: str | None = None
    actor: Name | None = None
    when: Expr | None = None


ChangeOp = Literal["becomes", "add", "subtract", "at least", "at most", "only", "also", "except"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Syntax):
    """One modifier."""

    op: ChangeOp
    operand: Expr
    when: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect(Syntax):
    """A whole effect text."""

    body: tuple[Stmt, ...]
