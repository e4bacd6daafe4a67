"""The bound game: names are symbols, every expression has a type, every choice says what depends on it.

`bind.py` makes it; `interpreter/` lowers it to blocks; the reference evaluator walks it. Three conventions:

- Players are 0, 1, ... by seat and nobody is -1; a yes/no is 0 or 1; a member of a variety is its index.
- `me` and `it` are ordinary variables. Every rule, value, hook and slot has a `me`; clauses of pieces and spaces an `it`.
- A statement that may find nothing (choose, draw, find, share) holds the rest of its block in `body`. When nothing
  is there, `otherwise` runs; then `body` follows only if `rejoin` is set (because `otherwise` binds the name to the
  same variable) and nothing at the top of `otherwise` left out its own rest: else the name would have no value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from boardwright.dsl.language.types import Type
from boardwright.dsl.language.words import AggregateOp, MinMaxOp
from boardwright.dsl.source.places import Span


@dataclass(frozen=True, slots=True)
class Var:
    """A local name. `id` is unique in the game. `keyed` is set for names with one value an element
    (`kept of p` after `all at once`, `wanted of r` after `share`): then `keyed` is the element type.
    """

    id: int
    name: str
    type: Type
    keyed: Type | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed(Node):
    """An expression. Its base says whether it is one thing or a set; with this one itself it may be either."""

    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleNode(Typed):
    """An expression that is never a set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetNode(Typed):
    """An expression that is always a set."""


# ---- expressions ------------------------------------------------------------------------------------

ArithmeticOp = Literal["+", "-", "*", "mod", "down", "up"]
CompareOp = Literal[">=", "<=", ">", "<", "=", "!="]


@dataclass(frozen=True, slots=True, kw_only=True)
class Const(SingleNode):
    """A number, yes/no, player (-1 is nobody) or member of a variety (its index)."""

    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Local(Typed):
    var: Var


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalOf(Typed):
    """`kept of p`: the value of a keyed variable for one element."""

    var: Var
    key: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Arithmetic(SingleNode):
    """`down` and `up` are divisions. By zero these and `mod` are an error at that place."""

    op: ArithmeticOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare(SingleNode):
    """Two numbers."""

    op: CompareOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Same(SingleNode):
    """`is` of two single things. Of players: nobody is the same as no one, not even as nobody."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class IsNobody(SingleNode):
    """`x is nobody`, written out."""

    operand: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Both(SingleNode):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Either(SingleNode):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Not(SingleNode):
    operand: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Member(SingleNode):
    """`x is in set`."""

    element: Expr
    members: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Singleton(SetNode):
    """One thing as a set (`sectors of me plus harbour`); of a player who is nobody, the empty set."""

    element: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Union(SetNode):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Without(SetNode):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteRead(Typed):
    """A note; `key` for one that is kept per player, space, piece or member. Built-in notes:
    active_player, last_player (players), phase (member of `phase`), round, turn_number (numbers),
    direction (member of `direction`: clockwise, counter_clockwise).
    """

    note: str
    key: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueCall(Typed):
    """Asks a value with its modifiers; `me` is who asks."""

    value: str
    arguments: tuple[Expr, ...]
    me: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRead(SingleNode):
    """A finite function; an argument that is no key is an error at that place."""

    table: str
    argument: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionRead(Typed):
    """A constant at the table. Members of the variety `option.<id>`, a number, yes/no, or a set of pieces."""

    option: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(SingleNode):
    """`winter is played`: whether an expansion takes part, which is known when the game is composed."""

    expansion: str
    here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeRead(SingleNode):
    """An attribute of a piece (through its face when the kind is hidden) or of a space."""

    attribute: str
    subject: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class DieFace(SingleNode):
    """The side that a die shows."""

    die: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceOf(SingleNode):
    """Which of the definitions of its kind a piece shows: a member of the variety `face.<kind>`."""

    piece: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerOf(SingleNode):
    """The player to whom a piece (by its kind's `owner`), a zone or a space belongs; or nobody."""

    subject: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceOfPiece(SingleNode):
    """`region of pawn`: the space where a piece is; an error when it is on none of that kind."""

    piece: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ParentOf(SingleNode):
    """`district of house`: the space that a space repeated per space belongs to."""

    space: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ThePiece(SingleNode):
    """The only piece of its kind, or an open piece by its id; `id` is that of its definition.
    Of a hidden kind (only in scenarios): the handle that now has this face. `copy` is which of several copies, from 1 (only
    in scenarios); of a hidden kind they are numbered by their handles.
    """

    kind: str
    id: str
    copy: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceOfPlayer(SingleNode):
    """`my coach`: the piece of a kind that has one for each player. With `id`, of a kind with several for each:
    the one with this definition (of a hidden kind, only in scenarios: the handle that now has this face).
    """

    kind: str
    player: Expr
    id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AllPieces(SetNode):
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecesAt(SetNode):
    """`tokens in region`: the pieces of a kind in a place or in any place of a set;
    `owner` keeps those of a kind with one or several for each player that are this player's.
    """

    kind: str
    places: Expr
    owner: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecesOf(SetNode):
    """`my cards`: those whose owner (by the kind's `owner`, or per player) is this player."""

    kind: str
    player: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class TopOf(SingleNode):
    """The piece on top (or at the bottom) of an ordered place; an error when it is empty."""

    place: Expr
    bottom: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount(SingleNode):
    """`cubes of p in region`: how much of a stock lies in a place, or in all places of a set.
    `member` picks one variety (a player, for stock that is each player's); None sums all.
    """

    stock: str
    member: Expr | None
    places: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ZonePlace(Typed):
    """A declared place; `key` is the player, piece or space that has one of its own.
    With key None on a place that is kept per something: the set of all of them.
    """

    place: str
    key: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceNamed(Typed):
    """One space by id. For a space that is repeated, `of` is the player (or the parent space) meant.
    With a set as its type: all spaces of this id that are in play, of which there may be none.
    """

    kind: str
    id: str
    of: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spaces(SetNode):
    """All spaces in play of the kinds of the element type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpacesOf(SetNode):
    """`sectors of me`: those of a kind whose owner is this player, or whose parent is this space."""

    kind: str
    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Players(SetNode):
    """Those still in the game (and, inside a round from which players can drop out, in the round)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats(SetNode):
    """Everybody at the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Members(SetNode):
    """All members of a variety."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MembersOf(SetNode):
    """A list attribute (`classes of token`) as a set of its members."""

    attribute: str
    subject: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours(SetNode):
    """Spaces one link away; `link` is a kind of link, None is any."""

    space: Expr
    link: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Within(SetNode):
    """Members of a set of spaces at most so many links away (0 links: the origin itself)."""

    things: Expr
    steps: Expr
    origin: Expr
    link: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Connected(SetNode):
    """Members of a set of spaces that can be reached from `origin` through members of the set.
    The origin counts if it is a member; if it is none, its neighbours that are members begin.
    """

    things: Expr
    origin: Expr
    link: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(SingleNode):
    """The player on the seat of this name; nobody where there is no such seat at the table."""

    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSeat(SingleNode):
    """`left of p` (clockwise) or `right of p`, among those still in; step is 1 or -1."""

    player: Expr
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Range(SetNode):
    """The numbers from low to high."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection(Node):
    """What follows `in` or `from`. `var` stands for each member in `where`, `extreme` and `rising`.

    Order: as the language says (pieces by handle, spaces and members as declared, numbers upwards, players clockwise
    from the active player, else from seat 0), rotated by `starting`, or sorted by `rising` (ties keep that order).
    `where` first; then `extreme` keeps all that have most (True) or fewest (False).
    """

    var: Var
    source: Expr
    starting: Expr | None = None
    where: Expr | None = None
    extreme: tuple[bool, Expr] | None = None
    rising: tuple[bool, Expr] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Those(SetNode):
    selection: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregate(SingleNode):
    """`largest` and `smallest` are 0 of an empty set."""

    op: AggregateOp
    selection: Selection
    body: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(SingleNode):
    members: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class MinMax(SingleNode):
    """`min(a, b, ...)` and `max(a, b, ...)`."""

    op: MinMaxOp
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(SingleNode):
    """`position(x, set)`: 1 for the first in the set's order, 0 if it is none of them."""

    element: Expr
    members: Expr


Expr = (
    Const
    | Local
    | LocalOf
    | Arithmetic
    | Compare
    | Same
    | IsNobody
    | Both
    | Either
    | Not
    | Member
    | Singleton
    | Union
    | Without
    | NoteRead
    | ValueCall
    | TableRead
    | OptionRead
    | Played
    | AttributeRead
    | DieFace
    | FaceOf
    | OwnerOf
    | SpaceOfPiece
    | ParentOf
    | ThePiece
    | PieceOfPlayer
    | AllPieces
    | PiecesAt
    | PiecesOf
    | TopOf
    | Amount
    | ZonePlace
    | SpaceNamed
    | Spaces
    | SpacesOf
    | Players
    | Seats
    | Members
    | MembersOf
    | Neighbours
    | Within
    | Connected
    | Seat
    | NextSeat
    | Range
    | Those
    | Aggregate
    | Count
    | MinMax
    | Position
)


# ---- statements ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SimpleStmt(Node):
    """A statement that holds no others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Node):
    """`site` names the decision in records: `<where>.<name>`. With `amount`, several things are picked (exactly so
    many, or `up_to`) and `var` is a set. With `may`, declining or having nothing skips `body` and runs `otherwise`.
    `secretly`: others learn neither that this is asked nor what is answered.
    """

    site: str
    var: Var
    selection: Selection
    asker: Expr
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()
    rejoin: bool = False
    may: bool = False
    amount: Expr | None = None
    up_to: bool = False
    secretly: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Node):
    """Chance: one member, all alike likely. A piece out of an untracked place comes out under a fresh handle."""

    site: str
    var: Var
    selection: Selection
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()
    rejoin: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Find(Node):
    """The first in the set's order."""

    var: Var
    selection: Selection
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()
    rejoin: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MayDo(Node):
    """Yes or no. `secretly` as for `Choose`."""

    site: str
    name: str
    asker: Expr
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()
    secretly: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuEntry(Node):
    """Offered if `condition` holds and the first choice of `body` (behind `let` only) has an answer."""

    name: str
    condition: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseOne(Node):
    """`otherwise` runs when no entry is offered or, with `may`, when declined. `secretly` as for `Choose`."""

    site: str
    entries: tuple[MenuEntry, ...]
    asker: Expr
    may: bool = False
    otherwise: tuple[Stmt, ...] = ()
    secretly: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Share(Node):
    """Distributes `amount` over the members, each from least to most; `var` is keyed by member.
    Picks are asked one member after the other, each bounded so that the rest can still be placed.
    When it cannot be done at all, `body` is left out.
    """

    site: str
    var: Var
    amount: Expr
    selection: Selection
    least: Expr
    most: Expr
    asker: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Node):
    condition: Expr
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IfSo(Node):
    """Calls a rule, or performs an effect; `body` runs if it went through: if no choose, draw, find or share in it
    (not in the rules it calls) had the rest of its block left out. An effect that is not there, or whose `when` does
    not hold, has not gone through.
    """

    call: CallRule | Perform
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForEach(Node):
    """The set is taken once, when the loop begins."""

    selection: Selection
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AllAtOnce(Node):
    """Every member (a player) answers the choices in `body` (let, if and choose only; here the choices'
    `body` is the rest of the block, as everywhere) before anything else happens. Names bound inside are keyed by player.
    """

    selection: Selection
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class While(Node):
    condition: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat(Node):
    times: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class As(Node):
    """`me` is the variable that stands for the player inside `body`."""

    me: Var
    player: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(SimpleStmt):
    """A die, or every die of a set."""

    site: str
    dice: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Let(SimpleStmt):
    var: Var
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLocal(SimpleStmt):
    """A name bound by `let` gets another value."""

    var: Var
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class SetNote(SimpleStmt):
    note: str
    key: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class AddNote(SimpleStmt):
    note: str
    key: Expr | None
    amount: Expr
    negative: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveStock(SimpleStmt):
    """`amount` None: all there is. `member` None: of every variety (only with amount None), or the stock has none.
    Too little is an error at this place unless `up_to`. `origin` may be a set of places when amount is None.
    """

    stock: str
    member: Expr | None
    amount: Expr | None
    up_to: bool
    origin: Expr
    target: Expr
    secretly: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePieces(SimpleStmt):
    """One piece or a set of them; `target` None means home. On an ordered place they go on top, or to the bottom.

    `secretly`: whoever sees neither place does not learn what moved; `me` is who moves it, and knows.
    """

    kind: str
    pieces: Expr
    target: Expr | None
    bottom: bool = False
    secretly: bool = False
    me: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTop(SimpleStmt):
    """So many pieces from the top of an ordered place."""

    kind: str
    amount: Expr
    up_to: bool
    origin: Expr
    target: Expr
    bottom: bool = False
    secretly: bool = False
    me: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Look(SimpleStmt):
    """Only `who` sees the faces. (`look at` is `me`; `show ... to` is another; `reveal` is everybody: who is None.)"""

    pieces: Expr
    who: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap(SimpleStmt):
    """Two pieces change places; who knows them goes on knowing them. `secretly` as for `MovePieces`."""

    first: Expr
    second: Expr
    secretly: bool = False
    me: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(SimpleStmt):
    """The hidden pieces of a place change their order at random, or their names; nobody knows any of them now. `secretly` as
    for `MovePieces`.
    """

    site: str
    place: Expr
    secretly: bool = False
    me: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassOn(SimpleStmt):
    """Everything in each player's `place` goes to the left (step 1) or right (-1) neighbour's, at once."""

    place: str
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Perform(SimpleStmt):
    """Runs an effect slot of a piece or space, `me` acting; nothing if its definition has none, or its `when` does not
    hold. Where it is offered, and how often, is not asked, and no limit is used up.
    """

    slot: str
    subject: Expr
    me: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Open(SimpleStmt):
    """Without `to`: `me` picks entries until the closing one. With it: each in turn picks one or passes,
    again and again, those who passed being left out, until all have passed. `secretly` as for `Choose`.
    """

    offer: str
    me: Expr
    to: Selection | None = None
    secretly: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DropOut(SimpleStmt):
    """Out of the game; or of a `phase`, until that ends (it must be under way, unless it is `ahead`: in scenarios); or
    else of the round.
    """

    player: Expr
    of_game: bool
    phase: str | None = None
    ahead: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Original(SimpleStmt):
    """In an `instead` hook: the rest of the chain, with the rule's arguments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop(SimpleStmt):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class EndGame(SimpleStmt):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRule(SimpleStmt):
    rule: str
    arguments: tuple[Expr, ...]
    me: Expr


Stmt = (
    Choose
    | Draw
    | Find
    | MayDo
    | ChooseOne
    | Share
    | If
    | IfSo
    | ForEach
    | AllAtOnce
    | While
    | Repeat
    | As
    | Roll
    | Let
    | SetLocal
    | SetNote
    | AddNote
    | MoveStock
    | MovePieces
    | MoveTop
    | Look
    | Swap
    | Shuffle
    | PassOn
    | Perform
    | Open
    | DropOut
    | Original
    | Stop
    | EndGame
    | CallRule
)

Body = tuple[Stmt, ...]

# ---- what is declared ---------------------------------------------------------------------------------

Texts = Mapping[str, str]  # language -> words


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared(Node):
    """Anything with a name. `origin` is the id of the game or expansion that declares it."""

    id: str
    origin: str
    texts: Texts = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Option(Declared):
    """`type` is yes/no, a number (then low and high), a member of the variety `option.<id>`, or a set of pieces. A set
    is a number too: bit n stands for piece n of the kind.
    """

    type: Type
    default: int
    low: int = 0
    high: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Variety(Declared):
    members: tuple[str, ...]
    member_texts: Mapping[str, Texts] = field(default_factory=dict)
    member_spans: Mapping[str, Span] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute(Node):
    """`many` is a list of members. A value is a tuple of member indexes then, else one number."""

    id: str
    type: Type
    many: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit(Node):
    """How often: `times` during `lasts` (game, round, turn, own turn, or the name of a rule or phase)."""

    times: int
    lasts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotKind(Node):
    """An effect that definitions of a kind may fill in. Defaults for where it is offered."""

    id: str
    offered_in: tuple[str, ...] = ()
    limit: Limit | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot(Node):
    """One definition's effect. `it` is the piece or space, `me` who performs it."""

    id: str
    offered_in: tuple[str, ...]
    limit: Limit | None
    when: Expr | None
    me: Var
    it: Var
    body: Body
    texts: Texts = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition(Declared):
    """A piece as printed: a card, a token's face, a pawn; or a space of the board.
    For kinds `one per player` there is one definition; the pieces are as many as seats. Its own `in_force` stands in place
    of that of its kind.
    """

    kind: str
    attributes: Mapping[str, int | tuple[int, ...]] = field(default_factory=dict)
    copies: int = 1
    slots: Mapping[str, Slot] = field(default_factory=dict)
    in_force: Expr | None = None
    in_force_it: Var | None = None
    in_force_me: Var | None = None
    assumed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Declared):
    """A kind of piece. `home` is where all of them are before setup. `hidden`: a piece is a handle with a face;
    `back` are the attributes that everybody knows of it always. `per_player`: each seat has its own pieces of it. `sides` > 0: a die. `owner` is the per-player place whose
    pieces are that player's. `in_force` is about `it`; in it `me` is who acts (or asks a value).
    """

    plural: str
    attributes: Mapping[str, Attribute]
    definitions: tuple[Definition, ...]
    home: str
    home_of: str | None = None
    hidden: bool = False
    back: tuple[str, ...] = ()
    per_player: bool = False
    sides: int = 0
    owner: str | None = None
    in_force: Expr | None = None
    in_force_it: Var | None = None
    in_force_me: Var | None = None
    slots: Mapping[str, SlotKind] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock(Declared):
    """Things without identity. `each` is None, `player` or a variety. `total` of each (None: unlimited; then `home` is
    never counted). `home` is where it comes from; `kept` the per-player place of take and pay.
    """

    plural: str
    total: int | None
    each: str | None
    home: str
    kept: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Declared):
    """`per` is None, `player`, or a kind of piece or space. `holds` are kinds and stocks. `visible_to` is everyone, owner
    or nobody, or a condition about `it` (the piece) that says when everyone sees it, owner being the rest. `says_tracked`:
    the author wrote whether pieces can be followed.
    """

    per: str | None
    holds: tuple[str, ...]
    ordered: bool = False
    tracked: bool = True
    says_tracked: bool = False
    visible_to: str = "everyone"
    visible_when: Expr | None = None
    visible_it: Var | None = None
    room: Mapping[str, int] = field(default_factory=dict)
    only_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceKind(Declared):
    """A kind of space. `per` None, `player`, or another kind of space that it is repeated in. `ring`: the number of copies
    by number of players (a kind made by the engine: `district_1`, ...), and `seats`: which copies are whose (1-based, by
    number of players; the others are nobody's). `in_play` is about `it` and known at the table.
    """

    plural: str
    attributes: Mapping[str, Attribute]
    definitions: tuple[Definition, ...]
    holds: tuple[str, ...] = ()
    room: Mapping[str, int] = field(default_factory=dict)
    hides: tuple[str, ...] = ()
    per: str | None = None
    ring: Mapping[int, int] | None = None
    seats: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    in_play: Expr | None = None
    in_play_it: Var | None = None
    slots: Mapping[str, SlotKind] = field(default_factory=dict)
    in_force: Expr | None = None
    in_force_it: Var | None = None
    in_force_me: Var | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Link(Node):
    """Joins two spaces, both ways unless `one_way`. Ids are those of definitions; for repeated spaces within the same
    copy, or with `next_copy` from one copy to the next of the ring.
    """

    kind: str
    first: str
    second: str
    one_way: bool = False
    next_copy: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Declared):
    """`type` may be a set. `per` is None, `player`, a kind of piece or space, or a variety. `lasts` is game, round, turn, own
    turn, or the name of a rule or phase that clears it when it begins. `start` is what it is at first and when cleared.
    `low` and `high` bound numbers. `only_through`: rules in whose bodies alone (hooks on them included) it may change.
    `visible_to` is everyone, nobody, or owner: the player of a note `per: player`, of one of a piece or space whoever
    has the place where that is.
    """

    type: Type
    per: str | None = None
    lasts: str = "game"
    start: Expr | None = None
    low: int = -1_000_000
    high: int = 1_000_000
    only_through: tuple[str, ...] = ()
    visible_to: str = "everyone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Declared):
    """Keys are numbers or members by `key_type`, also those of `face.<kind>`; spaces by id are not allowed."""

    key_type: Type
    type: Type
    rows: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Value(Declared):
    params: tuple[Var, ...]
    me: Var
    type: Type
    base: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause(Node):
    """What modifiers and hooks share: whose they are. `definition` is (kind, id) of the piece or space whose clause it is,
    None for a game's or expansion's own, which is always in force. Origins of both are game or expansion ids.
    `params` are what the rule or value is about; `only` are those that the head fixes to one id, by position, which
    `when` tests before the condition that was written, if one was (`conditional`). `actor` acts or asks; `me` is the
    owner of the piece, or else the actor. `by` says whose acts or questions are meant: those of me, others or anyone.
    """

    origin: str
    definition: tuple[str, str] | None
    me: Var
    it: Var | None
    params: tuple[Var, ...]
    actor: Var
    by: str
    when: Expr | None
    only: tuple[tuple[int, str], ...] = ()
    conditional: bool = False
    refs: tuple[str, ...] = ()
    assumed: str | None = None


ModifierOp = Literal["becomes", "add", "subtract", "at least", "at most", "only", "also", "except"]

# Each layer is applied to the whole of what the one before it has left.
LAYERS: tuple[tuple[ModifierOp, ...], ...] = (
    ("becomes",),
    ("add", "subtract"),
    ("at least",),
    ("at most",),
    ("only",),
    ("also",),
    ("except",),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier(Clause):
    """Applied layer by layer: becomes (the last one that holds), add and subtract, at least, at most; for sets becomes, only,
    also, except.
    """

    value: str
    op: ModifierOp
    operand: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Declared):
    """`deep` > 0 allows it to reach itself that many times."""

    params: tuple[Var, ...]
    me: Var
    body: Body
    deep: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook(Clause):
    """moment: before, after or instead. `actor` is the `me` of the rule. `id` is unique and stable."""

    id: str
    moment: str
    rule: str
    body: Body


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferEntry(Declared):
    """`closes`: the entry ends the offer. `definition`/`trait` entries: `it` is set, and it is offered once for each piece
    of the definitions that have it, while it is in force and `me` its owner.
    """

    when: Expr | None
    limit: Limit | None
    me: Var
    body: Body
    closes: bool = False
    definition: tuple[str, str] | None = None
    it: Var | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(Declared):
    """Entries as declared, base first; then, by definition, slots and entries of pieces offered here; the closing entry last."""

    entries: tuple[OfferEntry, ...]
    slots: tuple[tuple[str, str, str], ...]  # (kind, definition, slot)


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Declared):
    """One of three: `steps` run once; `turn` runs for one player after another; `phases` are inside it.
    It is repeated `repeat` times, or until `repeat_until` holds (asked each time through), or `until` does (asked after
    each turn, or its steps, or each phase in it at any depth); else it runs once.
    For turns: `first` is who begins (else seat 0), `without` is left out, `rounds` is how often all have a turn.
    Hooks may be put on its id (a rule of no parameters) and, for turns, on `turn` and `next_turn`.
    """

    me: Var
    steps: Body | None = None
    turn: Body | None = None
    phases: tuple[Phase, ...] = ()
    repeat: Expr | None = None
    repeat_until: Expr | None = None
    until: Expr | None = None
    first: Expr | None = None
    without: Expr | None = None
    rounds: Expr | None = None
    clockwise: bool = True

    @property
    def repeats(self) -> bool:
        """Whether it may run more than once, if it has no turns."""
        return any(each is not None for each in (self.repeat, self.repeat_until, self.until))

    @property
    def ends(self) -> tuple[Expr, ...]:
        """The conditions that end it."""
        return tuple(each for each in (self.until, self.repeat_until) if each is not None)

    @property
    def asked(self) -> tuple[Expr, ...]:
        """What it says of its course."""
        parts = (self.repeat, self.repeat_until, self.until, self.first, self.without, self.rounds)
        return tuple(each for each in parts if each is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome(Node):
    """`score` is asked for each seat as `me`; rank by `ties` in turn: (most?, expression). `wins` if given says who wins.
    `worth` tells agents how well a player stands on the way; nothing that happens depends on it.
    """

    me: Var
    score: Expr
    ties: tuple[tuple[bool, Expr], ...] = ()
    wins: Expr | None = None
    worth: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCondition(Node):
    """What must hold of a table, or should. `texts` are what is said if it does not."""

    must: bool
    condition: Expr
    texts: Texts
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """Everything that a game with its expansions declares, bound. Mappings are in the order of declaration."""

    id: str
    language: int
    expansions: tuple[str, ...]
    texts: Texts
    languages: tuple[str, ...]
    players: tuple[int, int]
    options: Mapping[str, Option]
    varieties: Mapping[str, Variety]
    kinds: Mapping[str, Kind]
    stocks: Mapping[str, Stock]
    spaces: Mapping[str, SpaceKind]
    links: tuple[Link, ...]
    link_kinds: tuple[str, ...]
    places: Mapping[str, Place]
    notes: Mapping[str, Note]
    tables: Mapping[str, Table]
    values: Mapping[str, Value]
    modifiers: tuple[Modifier, ...]
    rules: Mapping[str, Rule]
    hooks: tuple[Hook, ...]
    offers: Mapping[str, Offer]
    course: tuple[Phase, ...]
    outcome: Outcome
    words: Mapping[str, Texts]  # texts of named decisions and entries, by name
    most_decisions: int
    seat_names: tuple[str, ...] = ()
    rules_hash: str = ""  # what all of it was made from; see rules_hash.py
    conditions: tuple[TableCondition, ...] = ()
    in_play: Mapping[str, Expr] = field(default_factory=dict)  # of expansions: when they take part

    def in_force_of(self, kind: str, id: str | None) -> Definition | Kind | SpaceKind:
        """What says when the clauses of a piece or space count: its definition, or else its kind."""
        of = self.kinds.get(kind) or self.spaces[kind]
        own = (each for each in of.definitions if each.id == id and each.in_force is not None)
        return next(own, of)
