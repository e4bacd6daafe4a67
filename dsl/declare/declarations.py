"""What rule files declare, before names are resolved: the syntax tree of a whole ruleset.

`ruleset.py` makes it from documents, `compose.py` puts a game and its expansions together into one. Effects and
expressions inside are trees of `syntax.py`; every other word is still the string that was written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from boardwright.dsl.language.hashed_names import UNHASHED
from boardwright.dsl.language.syntax import Change, Effect, Expr, Head, Name
from boardwright.dsl.rules.sight import Sight
from boardwright.dsl.source.places import Source, Span

Texts = Mapping[str, str]  # language -> words; a plain text stands under the game's first language


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


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionDecl(Declaration):
    """`values` for a list of names; else `range` for numbers; else `set_of` for pieces of a kind (then there is no
    default: it is empty); else yes/no.
    """

    values: tuple[Name, ...] = ()
    value_texts: Mapping[str, Texts] = field(default_factory=dict, metadata=UNHASHED)
    range: tuple[int, int] | None = None
    set_of: Name | None = None
    default: Name | None = None  # the text as written: a value, a number, yes or no


@dataclass(frozen=True, slots=True, kw_only=True)
class VarietyDecl(Declaration):
    """In an expansion `add`ed members arrive as a VarietyDecl with `addition` set."""

    members: tuple[Name, ...]
    member_texts: Mapping[str, Texts] = field(default_factory=dict, metadata=UNHASHED)
    addition: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeDecl:
    """`type` is number, yes_no, or the name of a variety; `many` for `list of class`."""

    name: Name
    type: Name
    many: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitDecl:
    """`once a turn`, `twice a round`, `3 times a game`, `once an own_turn`."""

    times: int
    lasts: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotKindDecl:
    name: Name
    offered_in: tuple[Name, ...] = ()
    limit: LimitDecl | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LyingDecl:
    """One item of `lies_in`: a place or kind of space declared elsewhere."""

    place: Name
    room: int | None = None
    face_down: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KindDecl(Declaration):
    """A kind of piece. `pieces` is one, one per player, a number, or None (declared one by one)."""

    plural: str | None = None
    attributes: tuple[AttributeDecl, ...] = ()
    home: Name | None = None
    lies_in: tuple[LyingDecl, ...] = ()
    hidden: bool = False
    back: tuple[Name, ...] = ()
    pieces: str | None = None
    count: int | None = None
    sides: int = 0
    owner: Name | None = None
    in_force: Expr | None = None
    effects: tuple[SlotKindDecl, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StockDecl(Declaration):
    """`total` None is unlimited. `each` is player or a variety; `members` declares the variety on the spot."""

    plural: str | None = None
    total: int | None = None
    each: Name | None = None
    members: tuple[Name, ...] = ()
    member_texts: Mapping[str, Texts] = field(default_factory=dict, metadata=UNHASHED)
    home: Name | None = None
    lies_in: tuple[LyingDecl, ...] = ()
    kept: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceDecl(Declaration):
    """A kind of space."""

    plural: str | None = None
    attributes: tuple[AttributeDecl, ...] = ()
    holds: tuple[Name, ...] = ()
    room: tuple[tuple[Name, int], ...] = ()
    hides: tuple[Name, ...] = ()
    per: Name | None = None
    ring: Mapping[int, int] | None = None
    seats: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    grid: tuple[int, int] | None = None  # columns, rows
    in_play: Expr | None = None
    in_force: Expr | None = None
    effects: tuple[SlotKindDecl, ...] = ()


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceDecl(Declaration):
    """`visible_to` is everyone, owner or nobody; `visible_when` the condition in `everyone when ...`. `tracked` is None if
    nothing is said of it, which means yes.
    """

    per: Name | None = None
    holds: tuple[Name, ...] = ()
    ordered: bool = False
    tracked: bool | None = None
    visible_to: str = "everyone"
    visible_when: Expr | None = None
    room: tuple[tuple[Name, int], ...] = ()
    definition: tuple[str, str] | None = None  # a card's own place
    trait: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteDecl(Declaration):
    """`type` is number, yes_no, player, a kind, a space, a variety; `is_set` for `set of region`."""

    type: Name
    is_set: bool = False
    per: Name | None = None
    lasts: Name | None = None
    range: tuple[int, int] | None = None
    start: Expr | None = None
    only_through: tuple[Name, ...] = ()
    visible_to: str = "everyone"
    definition: tuple[str, str] | None = None
    trait: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDecl(Declaration):
    """Rows as written: keys are numbers or names, values numbers or names."""

    rows: tuple[tuple[Name, Name], ...]
    definition: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueDecl(Declaration):
    head: Head
    base: Expr
    definition: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleDecl(Declaration):
    """`effect` None is an empty rule: a place to stand for hooks."""

    head: Head
    effect: Effect | None
    deep: int = 0
    definition: tuple[str, str] | None = None


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


@dataclass(frozen=True, slots=True, kw_only=True)
class HookDecl:
    head: Head
    effect: Effect
    origin: str
    definition: tuple[str, str] | None = None
    trait: str | None = None
    refs: tuple[str, ...] = field(default=(), metadata=UNHASHED)
    assumed: str | None = field(default=None, metadata=UNHASHED)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDecl(Declaration):
    """One entry of an offer; on a piece (or trait) also `offered_in`."""

    effect: Effect
    when: Expr | None = None
    limit: LimitDecl | None = None
    offered_in: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferDecl(Declaration):
    """`until` is the closing entry's id: always there, it does nothing but end the offer. In an expansion `add`ed entries
    arrive as an OfferDecl with `addition` set.
    """

    entries: tuple[EntryDecl, ...] = ()
    until: Name | None = None
    until_texts: Texts = field(default_factory=dict, metadata=UNHASHED)
    addition: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotDecl:
    """A definition's effect. None where the definition is silent: the kind's default counts."""

    name: Name
    effect: Effect
    when: Expr | None = None
    limit: LimitDecl | None = None
    offered_in: tuple[Name, ...] | None = None
    texts: Texts = field(default_factory=dict, metadata=UNHASHED)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseDecl(Declaration):
    """Exactly one of steps, turn and phases. `after` and `before` anchor an expansion's phase; composed, they are None."""

    steps: Effect | None = None
    turn: Effect | None = None
    phases: tuple[PhaseDecl, ...] = ()
    repeat: Expr | None = None
    repeat_until: Expr | None = None
    until: Expr | None = None
    first: Expr | None = None
    without: Expr | None = None
    rounds: Expr | None = None
    clockwise: bool = True
    after: Name | None = None
    before: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeDecl:
    """`ties` in the order in which they decide: whether most (or fewest) of what. `worth` is for agents alone."""

    score: Expr
    ties: tuple[tuple[bool, Expr], ...]
    wins: Expr | None
    worth: Expr | None = field(default=None, metadata=UNHASHED)
    span: Span = field(metadata=UNHASHED)
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionDecl:
    """An item of `table`: what must hold of a table, or should. `texts` are what is said if it does not."""

    must: bool
    condition: Expr
    texts: Texts = field(metadata=UNHASHED)
    refs: tuple[str, ...] = field(default=(), metadata=UNHASHED)
    assumed: str | None = field(default=None, metadata=UNHASHED)
    origin: str


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
