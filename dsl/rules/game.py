"""A bound game: all declarations, by name, and everything that runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from boardwright.dsl.language.templates import Template
from boardwright.dsl.language.types import PieceType, SpaceType, Type, ZoneType
from boardwright.dsl.rules.expressions import Expr, Node, Var
from boardwright.dsl.rules.grids import Pattern
from boardwright.dsl.rules.statements import Body
from boardwright.dsl.source.places import Span

Texts = Mapping[str, str]  # language -> words
Forms = Mapping[
    str, tuple[Template, ...]
]  # language -> a form of words, or two: for one thing and for several
Sentences = Mapping[str, Forms]
"""How things and what happens are told, by what they are about: `ride`, `cube`, `main_actions.take_card`."""

Per = str | tuple[str, str] | None
"""What there is one of something for each of: `player`, a kind or a variety; or each pair of two of these."""


def list_indices(per: Per) -> tuple[str, ...]:
    """Returns what something has an index for: nothing, one thing or two."""
    if per is None:
        return ()
    return (per,) if isinstance(per, str) else per


def find_owning_index(per: Per, varieties: Mapping[str, object]) -> int | None:
    """Returns the index that says who the owner is: that of a player, else the first one of a piece or space."""
    indices = list_indices(per)
    if "player" in indices:
        return indices.index("player")
    return next((n for n, each in enumerate(indices) if each not in varieties), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared(Node):
    """Anything with a name. `origin` is the id of the game or expansion that declares it."""

    id: str
    origin: str
    texts: Texts = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Option(Declared):
    """An option. `type` is yes/no, a number (then low and high), a member of the variety `option.<id>`, or a set of pieces. A
    set is a number too: bit n is piece n of the kind.
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
    points: tuple[tuple[str, ...], ...] = ()  # of lines, the spaces on each


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute(Node):
    """An attribute. With `many` it is a list, and a value is a tuple of numbers; otherwise it is a number. The number of a space,
    piece or place is that in `list_printed`. If it is `optional`, a piece or space need not have it. It
    `may_be_nothing` also if it is a space that need not be in play.
    """

    id: str
    type: Type
    many: bool = False
    optional: bool = False
    may_be_nothing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit(Node):
    """A limit: at most `times` during `lasts` (game, round, turn, own turn, or the name of a rule or phase)."""

    times: int
    lasts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotKind(Node):
    """An effect that definitions of a kind may fill in, with defaults for where it is offered."""

    id: str
    offered_in: tuple[str, ...] = ()
    limit: Limit | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot(Node):
    """The effect of one definition. `it` is the piece or space, `me` the player who performs it."""

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
    A kind `one per player` has one definition, and as many pieces as there are seats. The `in_force` of a definition replaces
    that of its kind.
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
    """A kind of piece. `home` is where all its pieces are before setup. If it is `hidden`, a piece is a handle with a face, and
    `back` are the attributes that all players always know. With `per_player` each seat has its own pieces; with `sides` > 0
    it is a die. `owner` is the place per player whose pieces belong to that player. `in_force` is about `it`; `me` in it
    is the player who acts (or asks for a value).
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
    """Things without identity. `each` is None, `player` or a variety. `total` is the number of each (None: unlimited, and `home`
    is never counted). `home` is where it comes from; `kept` is the place per player for take and pay.
    """

    plural: str
    total: int | None
    each: str | None
    home: str
    kept: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Declared):
    """A place. `per` is None, `player`, a kind of piece or space, a variety, or a pair of these without pieces. `holds` are kinds and stocks. `visible_to` is everyone, owner
    or nobody, or a condition about `it` (the piece) for when everyone sees it; otherwise the owner does. `says_tracked` is
    set if the author wrote whether pieces can be followed.
    """

    per: Per
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
    """A kind of space. `per` is None, `player`, or another kind of space that it is repeated in. `ring` has the number of copies
    by number of players (the engine makes `district_1` and so on), and `seats` the copies that belong to each seat (1-based,
    by number of players; the others have no owner). `in_play` is about `it`, and known at the table.
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
    grid: Pattern | None = None
    in_play: Expr | None = None
    in_play_it: Var | None = None
    slots: Mapping[str, SlotKind] = field(default_factory=dict)
    in_force: Expr | None = None
    in_force_it: Var | None = None
    in_force_me: Var | None = None

    @property
    def is_single(self) -> bool:
        """Whether each of its spaces exists once, so that an id alone says which one is meant."""
        return self.per is None and self.ring is None


def list_printed(
    kinds: Mapping[str, Kind],
    spaces: Mapping[str, SpaceKind],
    places: Mapping[str, Place],
    of: Type,
) -> tuple[Definition | Place, ...]:
    """Returns the pieces, spaces or places among which an attribute of this type has its number: those of the kind, all spaces, or all places."""
    match of:
        case PieceType(kind=kind):
            return kinds[kind].definitions
        case SpaceType():
            return tuple(each for kind in spaces.values() for each in kind.definitions)
        case ZoneType():
            return tuple(places.values())
        case _:
            return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Link(Node):
    """Joins two spaces, both ways unless `one_way`. Ids are those of definitions. Repeated spaces are joined within the same
    copy or, with `next_copy`, from one copy to the next of the ring.
    """

    kind: str
    first: str
    second: str
    one_way: bool = False
    next_copy: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Declared):
    """A note. `type` may be a set. `per` is None, `player`, a kind of piece or space, a variety, or a pair of these. `lasts` is game, round, turn,
    own turn, or the name of a rule or phase that clears it when it begins. `start` is its first value, also after clearing.
    `low` and `high` bound numbers. `only_through` are the only rules (with their hooks) that may change it. `visible_to` is
    everyone, nobody, or owner: the player of a note `per: player`; for a piece or space, the owner of the place where it is. Of
    two indices that of a player says whose it is, else the first one of a piece or space. With `optional` it may be nothing.
    """

    type: Type
    per: Per = None
    lasts: str = "game"
    start: Expr | None = None
    low: int = -1_000_000
    high: int = 1_000_000
    only_through: tuple[str, ...] = ()
    visible_to: str = "everyone"
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory(Declared):
    """A memory of positions, at most `holds`. Two positions are equal if these kinds and stocks lie alike on the board, pieces
    of one face being alike, if these notes are the same, and with `turn` if the active player is. A memory that
    `forgets` drops its oldest position when it is full; any other cannot take one more then.
    """

    kinds: tuple[str, ...]
    stocks: tuple[str, ...]
    notes: tuple[str, ...]
    turn: bool
    holds: int
    forgets: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Declared):
    """A table with one key or two. Rows are as written, whoever plays: numbers, members (also of `face.<kind>`), the index
    of a seat among the names of seats, and of a space among the definitions of all kinds of spaces.
    """

    keys: tuple[Type, ...]
    type: Type
    rows: Mapping[tuple[int, ...], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Value(Declared):
    params: tuple[Var, ...]
    me: Var
    type: Type
    base: Expr
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause(Node):
    """What modifiers and hooks share. `definition` is (kind, id) of the piece or space that has the clause, or None for a
    clause of a game or expansion, which is always in force. Both have a game or expansion id as their origin.
    `params` are the parameters of the rule or value; `only` are those that the head fixes to one id, by position. `when` tests
    these before the written condition, if there is one (`conditional`). `actor` is the player who acts or asks; `me` is the
    owner of the piece, or else the actor. `by` says whose acts or questions the clause is about: me, others or anyone.
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

# Each layer applies to the whole result of the one before it.
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
    """A modifier. Modifiers apply layer by layer: becomes (the last true one), add and subtract, at least, at most; for sets
    becomes, only, also, except.
    """

    value: str
    op: ModifierOp
    operand: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Declared):
    """A rule. `deep` > 0 allows it to call itself that many times."""

    params: tuple[Var, ...]
    me: Var
    body: Body
    deep: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook(Clause):
    """A hook. `moment` is before, after or instead. `actor` is the `me` of the rule. `id` is unique and stable."""

    id: str
    moment: str
    rule: str
    body: Body


def effect_rule(kind: str, slot: str) -> str:
    """Returns the `rule` of hooks on the effects with this name that pieces or spaces of a kind have."""
    return f"{slot} of {kind}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferEntry(Declared):
    """An entry of an offer; one that `closes` ends the offer. Entries of a `definition` or `trait` set `it`, and are offered once
    for each piece that has them, while the piece is in force and `me` is its owner.
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
    """An offer: entries as declared, the game's first; then slots and entries of pieces, by definition; the closing entry last.
    Its entries know the `params`. With `deep` > 0 it is a window, which may be open that many times, one inside the other.
    """

    params: tuple[Var, ...] = ()
    deep: int = 0
    entries: tuple[OfferEntry, ...]
    slots: tuple[tuple[str, str, str], ...]  # (kind, definition, slot)


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Declared):
    """A phase has one of three: `steps` run once, `turn` runs for one player after another, or `phases` are inside it.
    It repeats `repeat` times, or until `repeat_until` is true (checked each time through), or until `until` is (checked after
    each turn, its steps, and each inner phase at any depth); otherwise it runs once. For turns, `first` begins (or else
    seat 0), `without` is skipped, and `rounds` is how often all have a turn. Hooks may be on its id (like a rule without
    parameters) and, for turns, on `turn` and `next_turn`.
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
        """Whether a phase without turns may run more than once."""
        return any(each is not None for each in (self.repeat, self.repeat_until, self.until))

    @property
    def ends(self) -> tuple[Expr, ...]:
        """Returns the conditions that end it."""
        return tuple(each for each in (self.until, self.repeat_until) if each is not None)

    @property
    def asked(self) -> tuple[Expr, ...]:
        """Returns all expressions about its course."""
        parts = (self.repeat, self.repeat_until, self.until, self.first, self.without, self.rounds)
        return tuple(each for each in parts if each is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome(Node):
    """The outcome. `score` is evaluated with each seat as `me`; `ties` decide in turn between equal scores: (most?, expression).
    `wins`, if given, says who wins. `worth` tells agents how well a player is doing; nothing in play depends on it. In a game
    with teams all of it is that of the team of `me`.
    """

    me: Var
    score: Expr
    ties: tuple[tuple[bool, Expr], ...] = ()
    wins: Expr | None = None
    worth: Expr | None = None
    lowest_wins: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCondition(Node):
    """A condition that a table must or should meet. `texts` are shown if it does not."""

    must: bool
    condition: Expr
    texts: Texts
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Invariant(Node):
    """A condition that is always true, with `me` as nobody: when a player is asked after setup, and at the end."""

    condition: Expr
    texts: Texts
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Namesake:
    """A choice with the name of an earlier choice or draw, the `first`; a number is added to its name. `way_out` is how its
    line would name it.
    """

    name: str
    way_out: str
    span: Span
    first: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """All bound declarations of a game with its expansions. Mappings are in the order of declaration."""

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
    memories: Mapping[str, Memory]
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
    teams: tuple[tuple[int, ...], ...] = ()  # seats, from 0
    kept_notes: frozenset[str] = frozenset()  # those of `notes` that no file declares
    rules_hash: str = ""  # identifies the rules it was made from; see rules_hash.py
    conditions: tuple[TableCondition, ...] = ()
    invariants: tuple[Invariant, ...] = ()  # only checkers read them
    in_play: Mapping[str, Expr] = field(default_factory=dict)  # when expansions take part
    namesakes: tuple[Namesake, ...] = ()  # only checkers read them
    sentences: Sentences = field(default_factory=dict)

    @property
    def owners(self) -> tuple[Kind | SpaceKind, ...]:
        """Returns the kinds of pieces and of spaces, which have attributes, definitions and effects."""
        return (*self.kinds.values(), *self.spaces.values())

    @property
    def definitions(self) -> Iterator[Definition]:
        """Returns the definitions of all pieces and spaces."""
        return (definition for of in self.owners for definition in of.definitions)

    def find_printed(self, of: Type, number: int) -> Definition | Place:
        """Returns the space, piece or place that an attribute of this type has with this number."""
        return self.list_printed(of)[number]

    def list_printed(self, of: Type) -> tuple[Definition | Place, ...]:
        """Returns the pieces, spaces or places among which an attribute of this type has its number."""
        return list_printed(self.kinds, self.spaces, self.places, of)

    def effects_of(self, kinds: Iterable[str], slot: str) -> Iterator[Slot]:
        """Yields the effects with this name that pieces or spaces of these kinds have."""
        for kind in kinds:
            for each in (self.kinds.get(kind) or self.spaces[kind]).definitions:
                if slot in each.slots:
                    yield each.slots[slot]

    def hooks_on_effect(self, kind: str, id: str, slot: str) -> list[Hook]:
        """Returns the hooks on an effect of this piece or space: those on any of its kind, and those on this one."""
        rule = effect_rule(kind, slot)
        return [
            hook
            for hook in self.hooks
            if hook.rule == rule and all(fixed == id for _, fixed in hook.only)
        ]

    def in_force_of(self, kind: str, id: str | None) -> Definition | Kind | SpaceKind:
        """Returns the definition or kind that says when the clauses of a piece or space apply."""
        of = self.kinds.get(kind) or self.spaces[kind]
        own = (each for each in of.definitions if each.id == id and each.in_force is not None)
        return next(own, of)
