"""What rule files declare, before names are resolved: the syntax tree of a whole ruleset.

`ruleset.py` makes it from documents, `compose.py` puts a game and its expansions together into one. Effects and
expressions inside are trees of `syntax.py`; every other word is still the string that was written.
What is a record of a rule file says here which keys it has: see `records.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from boardwright.dsl.declare.errors import bad_value, first_line, wrong_shape
from boardwright.dsl.declare.limits import MOST_PLAYERS
from boardwright.dsl.declare.records import above, by_name, key, record
from boardwright.dsl.declare.several_forms import (
    AMOUNT,
    ATTRIBUTES,
    CHANGES,
    CLOCKWISE,
    CLOSING,
    HOOK_HEAD,
    KIND_NAME,
    LIES_IN,
    MEMBERS,
    OWNED,
    PAIRS,
    PLURAL,
    REFERENCES,
    REPETITION,
    RING,
    ROOM,
    ROWS,
    RULE_HEAD,
    SORTS,
    STEPS,
    TOTAL,
    VALUE_HEAD,
    VISIBLE_TO,
)
from boardwright.dsl.declare.shapes import (
    Default,
    EffectText,
    Expression,
    Grid,
    Id,
    Limit,
    ListOf,
    NameOf,
    OneOf,
    Part,
    Range,
    ReadAs,
    Reason,
    Text,
    TypeName,
    Whole,
    YesNo,
)
from boardwright.dsl.declare.small_records import (
    ASSUMED_TOLD,
    LIMIT_OF_PIECE,
    NAME_TOLD,
    OFFERED_IN,
    REF_TOLD,
    TEXT_TOLD,
    AttributeDecl,
    LimitDecl,
    LyingDecl,
    MemberDecl,
    SlotKindDecl,
    Texts,
    names,
    shown_as,
)
from boardwright.dsl.language.hashed_names import UNHASHED
from boardwright.dsl.language.syntax import Change, Effect, Expr, Head, Name
from boardwright.dsl.rules.sight import Sight
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.yaml_tree import Node, Scalar

if TYPE_CHECKING:  # the reader reads these, through the shapes
    from boardwright.dsl.declare.values import Reader

PER_TOLD = "There is one for each of these."
HOLDS_TOLD = "What may lie there."
ROOM_TOLD = "The most of each kind that fit in."
HOME_TOLD = "Where they are at the start, and where they return to."
LIES_IN_TOLD = (
    "Where else it may lie: places and kinds of spaces that do not name it under `holds`,"
    " such as those of the game that an expansion changes."
)
PLURAL_TOLD = "The word for several, if adding an `s` is wrong."
ATTRIBUTES_TOLD = "What is printed on each one, with its type."
EFFECTS_TOLD = "The effects that each one may have; each effect becomes a key."
IN_FORCE_TOLD = "The clauses of a piece or space apply only while this is true."
WHEN_TOLD = "It is offered only while this is true."
EFFECT_TOLD = "What happens."


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """`origin` is the id of the game or expansion whose file it stands in; `span` is its key (of a rule or value, the
    name in it). `texts` is its name as players see it, `about` the sentence of explanation under `text`.
    """

    id: str
    span: Span = field(compare=False, repr=False, metadata=UNHASHED)
    origin: str
    texts: Texts = field(default_factory=dict, metadata=UNHASHED)
    about: Texts = field(default_factory=dict, metadata=UNHASHED)
    refs: tuple[str, ...] = field(default=(), metadata=UNHASHED)
    assumed: str | None = field(default=None, metadata=UNHASHED)


@record()
class Told(Declaration):
    """What most records may say of themselves."""

    texts: Texts = key(Text(), NAME_TOLD, name="name", default_factory=dict, hashed="")
    about: Texts = key(Text(), TEXT_TOLD, name="text", default_factory=dict, hashed="")
    refs: tuple[str, ...] = key(
        REFERENCES,
        REF_TOLD,
        name="ref",
        default=(),
        hashed="",
    )
    assumed: str | None = key(Reason(), ASSUMED_TOLD, default=None, hashed="")


@record(
    "option",
    "an option",
    "Something that players agree on before the game.",
    several="options",
    example="name: {default: no}",
    needs=("default", "set_of"),
)
class OptionDecl(Told):
    """`values` for a list of names; else `range` for numbers; else `set_of` for pieces of a kind (then there is no
    default: it is empty); else yes/no. The `default` is the text as written: a value, a number, yes or no.
    """

    values: tuple[MemberDecl, ...] = key(MEMBERS, "The names to choose from.", default=())
    range: tuple[int, int] | None = key(Range(), "The numbers to choose from.", default=None)
    set_of: Name | None = key(
        NameOf("a kind of piece"),
        "Players may choose any pieces of this kind; by default, none.",
        default=None,
    )
    default: Name | None = key(
        Default(),
        "The default value; required except for a `set_of`.",
        default=None,
    )

    @property
    def value_texts(self) -> Mapping[str, Texts]:
        """How they are shown, those that say it."""
        return shown_as(self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class VarietyDecl(Declaration):
    """In an expansion `add`ed members arrive as a VarietyDecl with `addition` set."""

    members: tuple[MemberDecl, ...]
    addition: bool = False

    @property
    def member_texts(self) -> Mapping[str, Texts]:
        """How they are shown, those that say it."""
        return shown_as(self.members)


@record(
    "more_members",
    "an addition to a variety",
    "In an expansion: new members for a variety of the game.",
)
class MoreMembersDecl:
    added: tuple[MemberDecl, ...] = key(
        MEMBERS, "The new members, added after the existing ones.", name="add"
    )


@record("limits", "the limits of a game", "When a game that does not end is stopped.")
class LimitsDecl:
    decisions: int | None = key(
        Whole(1), "A game with more decisions than this is stopped as unfinished.", default=None
    )


@record(
    "kind",
    "a kind of piece",
    "Pieces of one kind: cards, tokens, a pawn, dice.",
    several="kinds of pieces",
    example="pawn: {pieces: one}",
    above=KIND_NAME,
)
class KindDecl(Told):
    """A kind of piece. `pieces` is one, one per player, a number, or None (declared one by one)."""

    attributes: tuple[AttributeDecl, ...] = key(ATTRIBUTES, ATTRIBUTES_TOLD, default=())
    pieces: str | None = key(
        AMOUNT, "How many there are, if they need no declaration.", default=None
    )
    count: int | None = key(
        Whole(1), "How many must be declared; this only checks the list.", default=None
    )
    hidden: bool = key(
        YesNo(), "Whether a piece has a face that not everybody always sees.", default=False
    )
    back: tuple[Name, ...] = key(
        names("an attribute"), "Attributes that its back always shows to everybody.", default=()
    )
    home: Name | None = key(NameOf("a place"), HOME_TOLD, default=None)
    lies_in: tuple[LyingDecl, ...] = key(LIES_IN, LIES_IN_TOLD, default=())
    sides: int = key(Whole(2), "The number of sides of a die.", default=0)
    owner: Name | None = key(
        NameOf("a place or a kind of space"),
        "A piece belongs to the player in whose place of this name it is.",
        default=None,
    )
    in_force: Expr | None = key(Expression(), IN_FORCE_TOLD, default=None)
    effects: tuple[SlotKindDecl, ...] = key(by_name(SlotKindDecl), EFFECTS_TOLD, default=())
    plural: str | None = key(PLURAL, PLURAL_TOLD, default=None)


@record(
    "stock",
    "a stock",
    "Things that are only counted.",
    several="stocks",
    example="coin: {total: 50}",
)
class StockDecl(Told):
    """`total` None is unlimited. `sorts` is `player`, a variety, or the members of one that is declared on the spot."""

    total: int | None = key(TOTAL, "How many there are, of each sort.", required=True, default=None)
    sorts: Name | tuple[MemberDecl, ...] | None = key(
        SORTS,
        "There are this many for each of these; a list declares the sorts here.",
        name="each",
        default=None,
        hashed={"each": None, "members": ()},
    )
    home: Name | None = key(NameOf("a place"), HOME_TOLD, default=None)
    lies_in: tuple[LyingDecl, ...] = key(LIES_IN, LIES_IN_TOLD, default=())
    kept: Name | None = key(
        NameOf("a place"),
        "Where players keep them: `take` puts them there, `pay` takes them away.",
        default=None,
    )
    plural: str | None = key(PLURAL, PLURAL_TOLD, default=None)

    @property
    def each(self) -> Name | None:
        """What there is a stock for each of, if that is declared elsewhere."""
        return None if isinstance(self.sorts, tuple) else self.sorts

    @property
    def members(self) -> tuple[MemberDecl, ...]:
        """The sorts that are declared on the spot."""
        return self.sorts if isinstance(self.sorts, tuple) else ()

    @property
    def member_texts(self) -> Mapping[str, Texts]:
        """How they are shown, those that say it."""
        return shown_as(self.members)


@record(
    "space",
    "a kind of space",
    "Spaces of the board of one kind.",
    several="kinds of spaces",
    example="field: {holds: [pawn]}",
    above=KIND_NAME,
)
class SpaceDecl(Told):
    """A kind of space. A `grid` is columns by rows."""

    attributes: tuple[AttributeDecl, ...] = key(ATTRIBUTES, ATTRIBUTES_TOLD, default=())
    holds: tuple[Name, ...] = key(names("a kind or stock"), HOLDS_TOLD, default=())
    room: tuple[tuple[Name, int], ...] = key(ROOM, ROOM_TOLD, default=())
    hides: tuple[Name, ...] = key(names("a kind"), "Pieces that lie face down there.", default=())
    per: Name | None = key(NameOf("`player` or a kind of space"), PER_TOLD, default=None)
    ring: Mapping[int, int] | None = key(
        RING, "Makes a ring of spaces: how many, by number of players.", default=None
    )
    seats: Mapping[int, tuple[int, ...]] = key(
        OWNED,
        "Which spaces of the ring belong to the seats: `all`, or by number of players, a list"
        " or `all`. Without this key they belong to nobody.",
        default_factory=dict,
    )
    grid: tuple[int, int] | None = key(Grid(), "Makes spaces in rows and columns.", default=None)
    in_play: Expr | None = key(
        Expression(), "Only spaces for which this is true take part.", default=None
    )
    in_force: Expr | None = key(Expression(), IN_FORCE_TOLD, default=None)
    effects: tuple[SlotKindDecl, ...] = key(by_name(SlotKindDecl), EFFECTS_TOLD, default=())
    plural: str | None = key(PLURAL, PLURAL_TOLD, default=None)


@record(
    "links",
    "a group of links",
    "Links of one kind.",
)
class LinksDecl:
    """A pair says whether it leads to the next copy in the ring."""

    pairs: tuple[tuple[Name, Name, bool], ...] = key(PAIRS, "The pairs of spaces.")
    one_way: bool = key(
        YesNo(), "Whether a link leads only from the first space to the second.", default=False
    )
    refs: tuple[str, ...] = key(REFERENCES, REF_TOLD, name="ref", default=())
    assumed: str | None = key(Reason(), ASSUMED_TOLD, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkDecl:
    """`[north, south]`; with `next` before the second, to the next copy in the ring."""

    kind: Name
    first: Name
    second: Name
    one_way: bool
    next_copy: bool
    origin: str
    assumed: str | None = field(default=None, metadata=UNHASHED)


@record(
    "place",
    "a place",
    "Where components can be.",
    several="places",
    example="box: {holds: [token]}",
)
class PlaceDecl(Told):
    """`tracked` is None if nothing is said of it, which means yes. A card's own place has a `definition`."""

    per: Name | None = key(
        NameOf("`player`, a kind of piece or a kind of space"), PER_TOLD, default=None
    )
    holds: tuple[Name, ...] = key(names("a kind or stock"), HOLDS_TOLD, default=())
    room: tuple[tuple[Name, int], ...] = key(ROOM, ROOM_TOLD, default=())
    ordered: bool = key(YesNo(), "Whether it has a top and a bottom.", default=False)
    tracked: bool | None = key(
        YesNo(), "Whether players can follow which piece is which there.", default=None
    )
    seen: tuple[str, Expr | None] = key(
        VISIBLE_TO,
        "Who sees the faces of what lies there.",
        name="visible_to",
        default=("everyone", None),
        hashed={"visible_to": "everyone", "visible_when": None},
    )
    definition: tuple[str, str] | None = None
    trait: str | None = None

    @property
    def visible_to(self) -> str:
        """`everyone`, `owner` or `nobody`."""
        return self.seen[0]

    @property
    def visible_when(self) -> Expr | None:
        """The condition in `everyone when ...`."""
        return self.seen[1]


@record(
    "note",
    "a note",
    "Something the game remembers.",
    several="notes",
    example="counted: yes_no",
)
class NoteDecl(Told):
    """What is remembered, and of what type."""

    holds: tuple[Name, bool] = key(
        TypeName("set", "a kind, a variety or `player`"),
        "The type of what it remembers.",
        name="is",
        short=True,
        hashed={"type": MISSING, "is_set": False},
    )
    per: Name | None = key(NameOf("`player`, a kind or a variety"), PER_TOLD, default=None)
    lasts: Name | None = key(
        NameOf("`game`, `round`, `turn`, `own_turn`, a rule or a phase"),
        "How long it is remembered.",
        default=None,
    )
    range: tuple[int, int] | None = key(
        Range(), "The smallest and the largest number that it can be.", default=None
    )
    start: Expr | None = key(
        Expression(), "Its value at the start, and after it was forgotten.", default=None
    )
    only_through: tuple[Name, ...] = key(
        names("a rule"), "Only these rules may change it.", default=()
    )
    visible_to: str = key(
        OneOf(("everyone", "owner", "nobody")),
        "Who sees it; by default everyone. `owner` is the player for whom it is kept.",
        default="everyone",
    )
    definition: tuple[str, str] | None = None
    trait: str | None = None

    @property
    def type(self) -> Name:
        """`number`, `yes_no`, `player`, a kind, a space or a variety."""
        return self.holds[0]

    @property
    def is_set(self) -> bool:
        """Whether it is a `set of` these."""
        return self.holds[1]


@record(
    "table",
    "a table",
    "Values to look up.",
    several="tables",
    example="price: {1: 1, 2: 3}",
)
class TableDecl(Told):
    """Rows as written: keys are numbers or names, values numbers or names."""

    rows: tuple[tuple[Name, Name], ...] = key(
        ROWS, "The rows: a key and its value.", name="rows", short=True
    )
    definition: tuple[str, str] | None = None


@record(
    "value",
    "a value",
    "A number, condition or set that rules use.",
    several="values",
    example="range: 1",
)
class ValueDecl(Told):
    head: Head = above(VALUE_HEAD)
    base: Expr = key(Expression(), "Its value before anything modifies it.", name="is", short=True)
    definition: tuple[str, str] | None = None


@record(
    "rule",
    "a rule",
    "Something that happens.",
    several="rules",
    example="ride(region): |",
)
class RuleDecl(Told):
    """`effect` None is an empty rule: a place to stand for hooks."""

    head: Head = above(RULE_HEAD)
    effect: Effect | None = key(
        EffectText(),
        "What happens; without it, the rule is a place for hooks.",
        default=None,
        short=True,
        hashed={"effect": MISSING},
    )
    deep: int = key(Whole(1, 1000), "How deep it may call itself.", default=0)
    definition: tuple[str, str] | None = None


@record(
    "change",
    "a change of a value",
    "How a value changes, with the rules that this follows. It may also be written as a "
    "change alone.",
)
class ChangeDecl:
    changes: tuple[Change, ...] = key(
        CHANGES, "How it changes, for instance `add 1 when ...`.", name="change"
    )
    refs: tuple[str, ...] = key(REFERENCES, REF_TOLD, name="ref", default=())
    assumed: str | None = key(Reason(), ASSUMED_TOLD, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifierDecl:
    """`refs` and `assumed` go with `changes`, one by one."""

    head: Head
    changes: tuple[Change, ...]
    origin: str
    definition: tuple[str, str] | None = None
    trait: str | None = None
    refs: tuple[tuple[str, ...], ...] = field(default=(), metadata=UNHASHED)
    assumed: tuple[str | None, ...] = field(default=(), metadata=UNHASHED)


@record(
    "hook",
    "a hook",
    "What happens before, after or instead of a rule, a phase or a turn, which the key "
    "names. It may also be written as an effect alone.",
)
class HookDecl:
    head: Head = above(HOOK_HEAD)
    effect: Effect = key(EffectText(), EFFECT_TOLD, short=True)
    refs: tuple[str, ...] = key(REFERENCES, REF_TOLD, name="ref", default=(), hashed="")
    assumed: str | None = key(Reason(), ASSUMED_TOLD, default=None, hashed="")
    origin: str
    definition: tuple[str, str] | None = None
    trait: str | None = None


@record(
    "entry",
    "an entry of an offer",
    "Something a player may do.",
    several="entries",
    example="draw_a_card: |",
)
class EntryDecl(Told):
    """One entry of an offer; on a piece (or trait) also `offered_in`."""

    when: Expr | None = key(Expression(), WHEN_TOLD, default=None)
    limit: LimitDecl | None = key(
        Limit(), "How often each player may use it, for instance `once a turn`.", default=None
    )
    effect: Effect = key(EffectText(), EFFECT_TOLD, short=True)
    offered_in: tuple[Name, ...] = ()


@record(
    "piece_entry",
    "an entry of a piece",
    "Something the owner of a piece may do; if its kind has no `owner`, everybody.",
    several="entries",
    example="draw_a_card: |",
)
class PieceEntryDecl(EntryDecl):
    hashed: ClassVar[str] = "EntryDecl"
    offered_in: tuple[Name, ...] = key(names("an offer"), OFFERED_IN, required=True, default=())
    when: Expr | None = key(Expression(), WHEN_TOLD, default=None)
    limit: LimitDecl | None = key(Limit(), LIMIT_OF_PIECE, default=None)
    effect: Effect = key(EffectText(), EFFECT_TOLD)


_ENTRIES = by_name(EntryDecl, EffectText())


@record(
    "offer",
    "an offer",
    "A menu of what a player may do, again and again until it is closed.",
    several="offers",
    example="actions: {entries: ...}",
)
class OfferDecl(Told):
    """`until` is the closing entry: always there, it does nothing but end the offer. In an expansion `add`ed entries
    arrive as an OfferDecl with `addition` set.
    """

    until: MemberDecl | None = key(CLOSING, "The entry that closes it.", default=None)
    entries: tuple[EntryDecl, ...] = key(_ENTRIES, "What players may do.", default=())
    added: tuple[EntryDecl, ...] = key(
        _ENTRIES,
        "In an expansion: entries for an offer of the game.",
        name="add",
        default=(),
        hashed="",
    )
    addition: bool = False

    @property
    def until_texts(self) -> Texts:
        """How the closing entry is shown."""
        return {} if self.until is None else self.until.texts


@record("slot", "an effect of a piece", "What one effect of a piece or space does.")
class SlotDecl:
    """A definition's effect. None where the definition is silent: the kind's default counts."""

    name: Name = above(NameOf("an effect of its kind"))
    offered_in: tuple[Name, ...] | None = key(names("an offer"), OFFERED_IN, default=None)
    when: Expr | None = key(Expression(), WHEN_TOLD, default=None)
    limit: LimitDecl | None = key(Limit(), LIMIT_OF_PIECE, default=None)
    effect: Effect = key(EffectText(), EFFECT_TOLD, short=True)
    texts: Texts = key(Text(), NAME_TOLD, name="name", default_factory=dict, hashed="")


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeValue:
    """As written; `many` where a list stood there."""

    name: Name
    values: tuple[Name, ...]
    many: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionDecl(Declaration):
    """A card, a token's face, a pawn, a space: what stands in a file of its own, under `pieces` or under `board`.
    The notes, values, rules, tables, modifiers, hooks and places in it stand in the lists of the ruleset, with
    `definition` set to (kind, id). `words` are its own `texts`, which come before those of the ruleset; `given` are
    the keys that were written, so that a replacement changes nothing else; `sites` the places where it is declared, each
    as its kind and its id.
    """

    kind: Name
    attributes: tuple[AttributeValue, ...] = ()
    copies: int = 1
    slots: tuple[SlotDecl, ...] = ()
    entries: tuple[EntryDecl, ...] = ()
    traits: tuple[Name, ...] = field(default=(), metadata=UNHASHED)  # written out by then
    in_force: Expr | None = None
    after: tuple[Name, ...] = ()
    rules_text: Texts = field(default_factory=dict, metadata=UNHASHED)
    words: Mapping[str, Texts] = field(default_factory=dict, metadata=UNHASHED)
    given: tuple[Name, ...] = field(default=(), compare=False, repr=False, metadata=UNHASHED)
    sites: tuple[tuple[Name, Name], ...] = field(
        default=(), compare=False, repr=False, metadata=UNHASHED
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TraitDecl(Declaration):
    """A bundle of clauses for several definitions. Its notes, hooks, modifiers and places stand in the lists of the
    ruleset with `trait` set; `compose` replaces them by a copy for each definition that has it, in which both `trait`
    and `definition` are set. Its entries and words are added to those of the definition.
    """

    entries: tuple[EntryDecl, ...] = ()
    words: Mapping[str, Texts] = field(default_factory=dict, metadata=UNHASHED)


@dataclass(frozen=True, slots=True, kw_only=True)
class WordDecl(Declaration):
    """An entry of `texts`: words for something that is only named in an effect."""


def _phases(reader: Reader, node: Node) -> tuple[PhaseDecl, ...]:
    help = "begin each phase with a dash: `- phase: setup`"
    found: list[PhaseDecl] = []
    for item in reader.items(node, "a list of phases", help=help):
        phase = reader.record(PhaseDecl, item, first_line(item))
        found += [] if phase is None else [phase]
    return tuple(found)


def _inner_phases(reader: Reader, node: Node) -> tuple[PhaseDecl, ...]:
    return _phases(replace(reader, whose=replace(reader.whose, phase=True)), node)


PHASES = ReadAs(ListOf(Part("phase")), _phases)
INNER_PHASES = ReadAs(ListOf(Part("phase")), _inner_phases)


@record(
    "phase",
    "a phase",
    "A stretch of the game: steps that are done once, turns, or inner phases.",
    needs=("steps", "turn", "phases"),
)
class PhaseDecl(Told):
    """Exactly one of steps, turn and phases. `after` and `before` anchor an expansion's phase; composed, they are None."""

    named: Name = key(Id(), "Its name.", name="phase", hashed="")
    steps: Effect | None = key(STEPS, "What happens, once.", default=None)
    turn: Effect | None = key(STEPS, "What each player does in turn.", default=None)
    phases: tuple[PhaseDecl, ...] = key(INNER_PHASES, "The phases inside it.", default=())
    repetition: tuple[Expr | None, Expr | None] = key(
        REPETITION,
        "How many times it runs; or `until` and a condition, which is checked at the end of "
        "each repetition.",
        name="repeat",
        default=(None, None),
        hashed={"repeat": None, "repeat_until": None},
    )
    until: Expr | None = key(
        Expression(),
        "It is over as soon as this is true. This is checked after each turn, and after the "
        "steps and each phase in it, at any depth.",
        default=None,
    )
    first: Expr | None = key(Expression(), "With turns: who begins.", default=None)
    clockwise: bool = key(
        CLOCKWISE, "With turns: which way around the table.", name="direction", default=True
    )
    without: Expr | None = key(
        Expression(), "With turns: the player who has no turn.", default=None
    )
    rounds: Expr | None = key(Expression(), "With turns: how many each player has.", default=None)
    after: Name | None = key(
        NameOf("a phase"), "In an expansion: it comes right after that phase.", default=None
    )
    before: Name | None = key(
        NameOf("a phase"), "In an expansion: it comes right before that phase.", default=None
    )

    @property
    def repeat(self) -> Expr | None:
        """How many times it runs."""
        return self.repetition[0]

    @property
    def repeat_until(self) -> Expr | None:
        """What holds when it does not run once more."""
        return self.repetition[1]


@record(
    "tie", "a way to break ties", "What decides between equal scores.", needs=("most", "fewest")
)
class TieDecl:
    most: Expr | None = key(Expression(), "The player with most of this comes first.", default=None)
    fewest: Expr | None = key(
        Expression(), "The player with fewest of this comes first.", default=None
    )


def _ties(reader: Reader, node: Node) -> tuple[tuple[bool, Expr], ...]:
    found: list[tuple[bool, Expr]] = []
    for item in reader.items(node, "a list of ways to break ties"):
        tie = reader.record(TieDecl, item, first_line(item))
        if tie is not None and tie.most is not None:
            found.append((True, tie.most))
        elif tie is not None and tie.fewest is not None:
            found.append((False, tie.fewest))
        elif tie is not None:
            wrong_shape(reader.bag, item, "`most` or `fewest` of something")
    return tuple(found)


def _teams(reader: Reader, node: Node) -> tuple[tuple[int, ...], ...]:
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for item in reader.items(node, "a list of teams", help="write `[[1, 3], [2, 4]]`"):
        team: list[int] = []
        for each in reader.items(item, "a list of seats", help="write `[[1, 3], [2, 4]]`"):
            seat = reader.whole(each, 1, MOST_PLAYERS)
            if seat in seen and isinstance(each, Scalar):
                bad_value(reader.bag, each, "a free seat", f"seat {seat} is in a team already")
            elif seat is not None:
                seen.add(seat)
                team.append(seat)
        found.append(tuple(team))
    return tuple(found)


@record("outcome", "the outcome", "Who wins.")
class OutcomeDecl:
    """`ties` in the order in which they decide: whether most (or fewest) of what. `worth` is for agents alone."""

    score: Expr = key(
        Expression(), "The score of `me`; the highest wins, unless `lowest_wins` says otherwise."
    )
    ties: tuple[tuple[bool, Expr], ...] = key(
        ReadAs(ListOf(Part("tie")), _ties),
        "What decides between equal scores, in order.",
        default=(),
        hashed={"ties": MISSING},
    )
    wins: Expr | None = key(
        Expression(),
        "Whether `me` is a winner, if that is not the player with the best score.",
        default=None,
        hashed={"wins": MISSING},
    )
    worth: Expr | None = key(
        Expression(),
        "How well `me` is doing, for agents that look ahead; by default they use the score.",
        default=None,
        hashed="",
    )
    lowest_wins: bool = key(
        YesNo(), "Whether the lowest score wins, not the highest.", default=False
    )
    teams: tuple[tuple[int, ...], ...] = key(
        ReadAs(ListOf(ListOf(Whole(1, MOST_PLAYERS))), _teams),
        "Seats that play together, by number: a team has the sum of its scores, and wins or loses as one. "
        "Whoever is in no team plays alone.",
        default=(),
    )
    span: Span = field(metadata=UNHASHED)
    origin: str


@record(
    "condition",
    "a condition on the table",
    "A condition that must or should be true before a game begins. It can use options, "
    "the seats, what is printed on pieces that are not hidden, tables, and values made "
    "from these.",
    needs=("must", "should"),
)
class ConditionDecl:
    """An item of `table`. One of `needed` and `wanted` is there."""

    needed: Expr | None = key(
        Expression(),
        "If this is not true, the game does not begin: an error.",
        name="must",
        default=None,
    )
    wanted: Expr | None = key(
        Expression(),
        "If this is not true, there is a warning, but the game begins.",
        name="should",
        default=None,
    )
    texts: Texts = key(Text(), "What players read if it is not true.", name="text", hashed="")
    refs: tuple[str, ...] = key(REFERENCES, REF_TOLD, name="ref", default=(), hashed="")
    assumed: str | None = key(Reason(), ASSUMED_TOLD, default=None, hashed="")
    origin: str

    @property
    def must(self) -> bool:
        """Whether it must hold; else it should."""
        return self.needed is not None

    @property
    def condition(self) -> Expr:
        """What must hold, or should."""
        condition = self.needed or self.wanted
        assert condition is not None, "such an item is left out"
        return condition


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchDecl:
    """`in_play` of an expansion."""

    expansion: str
    condition: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One folder, or (composed) a game with its expansions. `replacing` holds what stands under `replace`: it takes the place
    of what the base declares under the same name. Lists keep the order of declaration. `follows`, `piece_follows`
    and `sight` are of a composed ruleset: for each expansion and each piece those that are declared to come before it, and
    who can know whose names.
    """

    id: str
    span: Span = field(compare=False, repr=False, metadata=UNHASHED)
    of: Name | None = None  # an expansion's game
    language: int = 2  # as which the rules are read, whatever version they say
    expansions: tuple[str, ...] = ()
    texts: Texts = field(default_factory=dict, metadata=UNHASHED)
    about: Texts = field(default_factory=dict, metadata=UNHASHED)
    languages: tuple[str, ...] = field(default=("en",), metadata=UNHASHED)
    players: tuple[int, int] = (1, 1)
    seat_names: tuple[str, ...] = ()
    most_decisions: int = 10_000
    options: tuple[OptionDecl, ...] = ()
    varieties: tuple[VarietyDecl, ...] = ()
    kinds: tuple[KindDecl, ...] = ()
    stocks: tuple[StockDecl, ...] = ()
    spaces: tuple[SpaceDecl, ...] = ()
    links: tuple[LinkDecl, ...] = ()
    places: tuple[PlaceDecl, ...] = ()
    notes: tuple[NoteDecl, ...] = ()
    tables: tuple[TableDecl, ...] = ()
    values: tuple[ValueDecl, ...] = ()
    modifiers: tuple[ModifierDecl, ...] = ()
    rules: tuple[RuleDecl, ...] = ()
    hooks: tuple[HookDecl, ...] = ()
    offers: tuple[OfferDecl, ...] = ()
    definitions: tuple[DefinitionDecl, ...] = ()
    traits: tuple[TraitDecl, ...] = field(default=(), metadata=UNHASHED)  # written out by then
    course: tuple[PhaseDecl, ...] = ()
    outcome: OutcomeDecl | None = None
    word_decls: tuple[WordDecl, ...] = field(default=(), metadata=UNHASHED)
    # Conditions and switches say for which tables the game is, not how it goes.
    conditions: tuple[ConditionDecl, ...] = field(default=(), metadata=UNHASHED)
    switches: tuple[SwitchDecl, ...] = field(default=(), metadata=UNHASHED)
    replacing: Ruleset | None = None
    comes_after: tuple[Name, ...] = field(
        default=(), metadata=UNHASHED
    )  # expansions that must be applied before this one
    knows: tuple[Name, ...] = field(
        default=(), metadata=UNHASHED
    )  # expansions of which its texts may speak
    sources: frozenset[Source] = field(
        default=frozenset(), compare=False, repr=False, metadata=UNHASHED
    )
    follows: Mapping[str, frozenset[str]] = field(default_factory=dict, metadata=UNHASHED)
    piece_follows: Mapping[tuple[str, str], tuple[tuple[str, str], ...]] = field(
        default_factory=dict, metadata=UNHASHED
    )
    sight: Sight = field(default_factory=Sight, compare=False, repr=False, metadata=UNHASHED)

    @property
    def words(self) -> Mapping[str, Texts]:
        """The entries of `texts` by name; those of several languages may stand apart."""
        found: dict[str, Texts] = {}
        for word in self.word_decls:
            found[word.id] = {**found.get(word.id, {}), **word.texts}
        return found
