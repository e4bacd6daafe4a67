"""A bound game: everything that is declared, by name, and everything that runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from boardwright.dsl.language.types import Type
from boardwright.dsl.rules.expressions import Expr, Node, Var
from boardwright.dsl.rules.statements import Body
from boardwright.dsl.source.places import Span

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

    @property
    def owners(self) -> tuple[Kind | SpaceKind, ...]:
        """The kinds of pieces and of spaces: what has attributes, definitions and effects."""
        return (*self.kinds.values(), *self.spaces.values())

    @property
    def definitions(self) -> Iterator[Definition]:
        """Those of all pieces and spaces."""
        return (definition for of in self.owners for definition in of.definitions)

    def in_force_of(self, kind: str, id: str | None) -> Definition | Kind | SpaceKind:
        """What says when the clauses of a piece or space count: its definition, or else its kind."""
        of = self.kinds.get(kind) or self.spaces[kind]
        own = (each for each in of.definitions if each.id == id and each.in_force is not None)
        return next(own, of)
