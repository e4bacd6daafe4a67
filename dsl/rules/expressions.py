"""Bound expressions: names are symbols, and each expression has a type."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal

from boardwright.dsl.language.types import Type
from boardwright.dsl.language.words import AggregateOp, MinMaxOp
from boardwright.dsl.rules.touches import (
    PLAYERS,
    Always,
    Asked,
    Beginning,
    Compared,
    Dice,
    Faces,
    Kinds,
    Named,
    Noted,
    Outcome,
    Remembered,
    Stocked,
    Touches,
    WhereIs,
    refuse_silence,
)
from boardwright.dsl.source.places import Span

if TYPE_CHECKING:  # statements hold expressions, and one expression a statement
    from boardwright.dsl.rules.statements import CallRule


@dataclass(frozen=True, slots=True)
class Var:
    """A local name. `id` is unique in the game. For names with one value per element (`kept of p` after `all at once`,
    `wanted of r` after `share`), `keyed` is the type of the element. One that is `optional` may be nothing.
    """

    id: int
    name: str
    type: Type
    keyed: Type | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed(Node):
    """An expression. Its base class says whether it is one thing or a set; with this class itself it may be either. Each class
    declares what it reads of the position: see `touches.py`.
    """

    type: Type

    reads: ClassVar[Touches]


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleNode(Typed):
    """An expression that is never a set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetNode(Typed):
    """An expression that is always a set."""


ArithmeticOp = Literal["+", "-", "*", "mod", "down", "up"]
CompareOp = Literal[">=", "<=", ">", "<", "=", "!="]


@dataclass(frozen=True, slots=True, kw_only=True)
class Const(SingleNode):
    """A number, yes/no, player (-1 is nobody) or member of a variety (its index)."""

    value: int

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Local(Typed):
    var: Var

    reads = (Named("var"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalOf(Typed):
    """`kept of p`: the value of a keyed variable for one element."""

    var: Var
    key: Expr

    reads = (Named("var"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arithmetic(SingleNode):
    """Arithmetic of two numbers. `down` and `up` are divisions; they and `mod` by zero are an error at this place."""

    op: ArithmeticOp
    left: Expr
    right: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare(SingleNode):
    """A comparison of two numbers."""

    op: CompareOp
    left: Expr
    right: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Same(SingleNode):
    """`is` between two single things. For players, nobody is never the same as anything, not even as nobody."""

    left: Expr
    right: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IsNobody(SingleNode):
    """The explicit `x is nobody`."""

    operand: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing(SingleNode):
    """`nothing`, as the missing thing of a type."""

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IsNothing(SingleNode):
    """`aim is nothing`, of what may be nothing."""

    operand: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Given(SingleNode):
    """What may be nothing: a note, a local name, a value, a next space, one of two sides. That it is nothing is an error at this
    place. Where nothing is accepted, the operand alone is used.
    """

    operand: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Both(SingleNode):
    left: Expr
    right: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Either(SingleNode):
    left: Expr
    right: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IfElse(Typed):
    """`first if condition else other`; only the chosen side is evaluated."""

    first: Expr
    condition: Expr
    other: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Not(SingleNode):
    operand: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Member(SingleNode):
    """`x is in set`."""

    element: Expr
    members: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Singleton(SetNode):
    """One thing as a set (`sectors of me plus harbour`); the empty set for a player who is nobody."""

    element: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Empty(SetNode):
    """`nothing`: the set without members."""

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Union(SetNode):
    left: Expr
    right: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Without(SetNode):
    left: Expr
    right: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Common(SetNode):
    """The common members of two sets."""

    left: Expr
    right: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair(SingleNode):
    """Two indices as one number: that of the pair among all pairs, in the order of the first, then of the second."""

    first: Expr
    second: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteRead(Typed):
    """Reads a note, with a `key` if it is kept per player, space, piece or member; for two of these, the key is a `Pair`. Built-in notes:
    active_player, last_player (players), phase (member of `phase`), round, turn_number (numbers),
    direction (member of `direction`: clockwise, counter_clockwise).
    """

    note: str
    key: Expr | None

    reads = (Noted("note"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueCall(Typed):
    """Uses a value with its modifiers; `me` is the player who asks."""

    value: str
    arguments: tuple[Expr, ...]
    me: Expr

    reads = (Asked("value"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRead(SingleNode):
    """A lookup in a table, with a `Pair` if it has two keys; an argument that is not a key is an error at this place."""

    table: str
    argument: Expr

    reads = ()

    @property
    def arguments(self) -> tuple[Expr, ...]:
        """One or two."""
        pair = self.argument
        return (pair.first, pair.second) if isinstance(pair, Pair) else (pair,)


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionRead(Typed):
    """A constant at the table. Members of the variety `option.<id>`, a number, yes/no, or a set of pieces."""

    option: str

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(SingleNode):
    """`winter is played`: whether an expansion takes part, which is known when the game is composed."""

    expansion: str
    here: bool

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeRead(SingleNode):
    """An attribute of a piece (through its face when the kind is hidden) or of a space."""

    attribute: str
    subject: Expr

    reads = (Faces("subject"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class DieFace(SingleNode):
    """The number that a die shows."""

    die: Expr

    reads = (Dice("die"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceOf(SingleNode):
    """The definition that a piece shows, as a member of the variety `face.<kind>`."""

    piece: Expr

    reads = (Faces("piece"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerOf(SingleNode):
    """The owner of a piece (by its kind's `owner`), a zone or a space; or nobody."""

    subject: Expr

    reads = (WhereIs("subject"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceOfPiece(SingleNode):
    """`region of pawn`: the space where a piece is; an error if it is not on a space of that kind."""

    piece: Expr

    reads = (Kinds("piece"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParentOf(SingleNode):
    """`district of house`: the space that a space repeated per space belongs to."""

    space: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ThePiece(SingleNode):
    """The only piece of its kind, or an open piece by its id; `id` belongs to its definition.
    For a hidden kind (only in scenarios) it is the handle that now has this face. `copy` is the number of the copy, from 1 (only
    in scenarios); a hidden kind numbers its copies by their handles.
    """

    kind: str
    id: str
    copy: int | None = None

    reads = (Faces("kind"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceOfPlayer(SingleNode):
    """`my coach`: the piece of a kind with one for each player. In a kind with several for each player, `id` names the
    definition (for a hidden kind, only in scenarios: the handle that now has this face).
    """

    kind: str
    player: Expr
    id: str | None = None

    reads = (Faces("kind"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllPieces(SetNode):
    kind: str

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecesAt(SetNode):
    """`tokens in region`: the pieces of a kind in a place or in any place of a set;
    `owner` keeps those of this player, in a kind with pieces for each player.
    """

    kind: str
    places: Expr
    owner: Expr | None = None

    reads = (Kinds("kind"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecesOf(SetNode):
    """`my cards`: the pieces whose owner (by the kind's `owner`, or per player) is this player."""

    kind: str
    player: Expr

    reads = (Kinds("kind"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class TopOf(SingleNode):
    """The piece on top (or at the bottom) of an ordered place; an error if the place is empty."""

    place: Expr
    bottom: bool = False

    reads = (Kinds("type"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class TopPieces(SetNode):
    """`3 of deck`: this number of pieces from the top of an ordered place; an error when there are fewer, unless `up_to`."""

    place: Expr
    amount: Expr
    up_to: bool = False

    reads = (Kinds("type"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount(SingleNode):
    """`cubes of p in region`: how much of a stock lies in a place, or in all places of a set.
    `member` picks one sort (a player, for stock that each player has); None sums all.
    """

    stock: str
    member: Expr | None
    places: Expr

    reads = (Stocked("stock"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class ZonePlace(Typed):
    """A declared place; `key` is the player, piece or space that has its own one. If it is None for such a place,
    this is the set of all of them.
    """

    place: str
    key: Expr | None

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceNamed(Typed):
    """One space by its id. For a repeated space, `of` is its player (or its parent space). With a set as its type, it means
    all spaces with this id that are in play, perhaps none.
    """

    kind: str
    id: str
    of: Expr | None = None

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Spaces(SetNode):
    """All spaces in play of the kinds of the element type."""

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SpacesOf(SetNode):
    """`sectors of me`: the spaces of a kind whose owner is this player, or whose parent is this space."""

    kind: str
    of: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Players(SetNode):
    """The players still in the game (and in the round, inside a round that players can drop out of)."""

    reads = (Always(PLAYERS),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats(SetNode):
    """All players at the table, even those who are out."""

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Members(SetNode):
    """All members of a variety."""

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MembersOf(SetNode):
    """A list attribute (`classes of token`) as a set of its members."""

    attribute: str
    subject: Expr

    reads = (Faces("subject"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours(SetNode):
    """Spaces one link away from a space, or from any space of a set. `link` is a kind of link, one way or several that are
    worked out, or None for any kind.
    """

    space: Expr
    link: str | Expr | None

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Within(SetNode):
    """Members of a set of spaces at most this many links away (0 links: the origin itself)."""

    things: Expr
    steps: Expr
    origin: Expr
    link: str | Expr | None

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Connected(SetNode):
    """Members of a set of spaces that can be reached from `origin`, a space or a set, through members of the set.
    The origin is included if it is a member; otherwise the search begins with those of its neighbours that are members.
    """

    things: Expr
    origin: Expr
    link: str | Expr | None

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Beyond(SetNode):
    """Members of a set of spaces that lie along a way from `origin`: from the next one to the edge, and in a ring up to the
    origin, which is not one of them. Where several spaces lie that way, it is an error at this place.
    """

    things: Expr
    origin: Expr
    way: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StepsTo(SingleNode):
    """What orders the spaces beyond `origin` along a way: it grows from space to space."""

    origin: Expr
    way: Expr
    space: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSpace(SingleNode):
    """`neighbour(c, north)`: the next space along a way; it is an error at this place if there is none, or several."""

    space: Expr
    way: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WaysOf(SetNode):
    """The ways that lead from a space to another one."""

    space: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsOf(SetNode):
    """The spaces of some kinds on a line, those that are in play."""

    line: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesOf(SetNode):
    """The lines of a kind on which a space lies."""

    space: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Opposite(SingleNode):
    """The way that leads back. Links that lead both ways are their own opposite; a way without one is an error here."""

    way: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(SingleNode):
    """The player on the seat with this name; nobody if the table has no such seat."""

    id: str

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamOf(SetNode):
    """Everybody at the table who plays together with a player, and the player."""

    player: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSeat(SingleNode):
    """`left of p` (clockwise) or `right of p`, among those still in; step is 1 or -1."""

    player: Expr
    step: int

    reads = (Always(PLAYERS),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Range(SetNode):
    """The numbers from low to high."""

    low: Expr
    high: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection(Node):
    """What follows `in` or `from`. `var` is each member in `where`, `extreme` and `rising`.

    The order is that of the language (pieces by handle, spaces and members as declared, numbers upwards, players clockwise
    from the active player, or from seat 0 if there is none), rotated by `starting`, or sorted by `rising` (ties keep their
    order). `where` applies first; then `extreme` keeps all members with the most (True) or the fewest (False); then `cut`
    keeps this many from the start of the order.
    """

    var: Var
    source: Expr
    starting: Expr | None = None
    where: Expr | None = None
    extreme: tuple[bool, Expr] | None = None
    rising: tuple[bool, Expr] | None = None
    cut: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Those(SetNode):
    selection: Selection

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregate(SingleNode):
    """An aggregate over a set; `largest` and `smallest` of an empty set are 0."""

    op: AggregateOp
    selection: Selection
    body: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Together(SetNode):
    """`together(neighbours of r for each r in ...)`: what is in the set of any member."""

    selection: Selection
    body: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(SingleNode):
    members: Expr

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MinMax(SingleNode):
    """`min(a, b, ...)` and `max(a, b, ...)`."""

    op: MinMaxOp
    arguments: tuple[Expr, ...]

    reads = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(SingleNode):
    """`position(x, set)`: 1 for the first in the set's order, 0 if it is not in the set."""

    element: Expr
    members: Expr

    reads = (Always(("course", "active_player")),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Usable(SingleNode):
    """`usable(ability of c)`: whether the piece or space has this effect, its `when` is true for `me`, and its first choice
    (after `let` only) has an answer. Where an effect asks this about its own kind to be usable itself, effects that
    ask so as well are not usable.
    """

    slot: str
    subject: Expr
    me: Expr

    reads = (Beginning("slot", "subject"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen(SingleNode):
    """`seen(standing)`: how many of the remembered positions are equal to the present one."""

    memory: str

    reads = (Remembered("memory"), Compared("memory"))


@dataclass(frozen=True, slots=True, kw_only=True)
class After(SingleNode):
    """`seen(standing) after play(c)`: what a number or condition would be if a rule had just been carried out. The position
    stays as it is. The rule asks nobody, draws nothing, and does not end the game.
    """

    value: Expr
    call: CallRule

    reads = (Outcome("call"),)


Expr = (
    Const
    | Local
    | LocalOf
    | Arithmetic
    | Compare
    | Same
    | IsNobody
    | Nothing
    | IsNothing
    | Given
    | Both
    | Either
    | IfElse
    | Not
    | Member
    | Singleton
    | Empty
    | Union
    | Without
    | Common
    | Pair
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
    | TopPieces
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
    | Beyond
    | StepsTo
    | NextSpace
    | WaysOf
    | PointsOf
    | LinesOf
    | Opposite
    | Seat
    | TeamOf
    | NextSeat
    | Range
    | Those
    | Aggregate
    | Together
    | Count
    | MinMax
    | Position
    | Usable
    | Seen
    | After
)

refuse_silence(Expr, "reads")
