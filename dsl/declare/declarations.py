"""What a ruleset declares, before names are resolved: the syntax tree of all its files.

`ruleset.py` makes it from documents, `compose.py` puts a game and its expansions together into one. Effects and
expressions inside are trees of `syntax.py`; every other word is still the string that was written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from boardwright.dsl.declare.clauses import (
    HookDecl,
    MemoryDecl,
    ModifierDecl,
    NoteDecl,
    PlaceDecl,
    RuleDecl,
    TableDecl,
    TellDecl,
    ValueDecl,
    WordDecl,
)
from boardwright.dsl.declare.course import (
    ConditionDecl,
    InvariantDecl,
    OfferDecl,
    OutcomeDecl,
    PhaseDecl,
)
from boardwright.dsl.declare.looks import GameLook
from boardwright.dsl.declare.pieces import DefinitionDecl, TraitDecl
from boardwright.dsl.declare.sections import Named, Unnamed
from boardwright.dsl.declare.spaces import LinkDecl, SpaceDecl
from boardwright.dsl.declare.things import KindDecl, OptionDecl, StockDecl, VarietyDecl
from boardwright.dsl.declare.values import Texts
from boardwright.dsl.language.hashed_names import UNHASHED
from boardwright.dsl.language.syntax import Expr, Name
from boardwright.dsl.language.types import with_article
from boardwright.dsl.rules.sight import Sight
from boardwright.dsl.source.places import Source, Span


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
    # Of the game and each of its expansions, by id; those of pieces stand with them.
    looks: tuple[tuple[str, GameLook], ...] = field(default=(), metadata=UNHASHED)
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
    memories: tuple[MemoryDecl, ...] = ()
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
    # Invariants are checked, and change nothing in play.
    invariants: tuple[InvariantDecl, ...] = field(default=(), metadata=UNHASHED)
    tells: tuple[TellDecl, ...] = field(default=(), metadata=UNHASHED)
    switches: tuple[SwitchDecl, ...] = field(default=(), metadata=UNHASHED)
    replacing: Ruleset | None = None
    fragments: tuple[Fragment, ...] = field(default=(), metadata=UNHASHED)  # `compose` joins them
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

    def joined(self, other: Ruleset | None) -> Ruleset:
        """This ruleset with what another fragment of it declares."""
        if other is None:
            return self
        lists: dict[str, Any] = {
            name: (*getattr(self, name), *getattr(other, name)) for name in sorted(_JOINED)
        }
        return replace(self, outcome=self.outcome or other.outcome, **lists)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fragment:
    """The parts of an expansion that count only beside these others, and what they replace."""

    beside: frozenset[str]
    declared: Ruleset
    replacing: Ruleset | None


D = TypeVar("D", DefinitionDecl, TraitDecl)


_LISTS = frozenset(each.name for each in fields(Ruleset)) - {"traits", "outcome"}
_JOINED = {each.name for each in fields(Unnamed)} | {each.name for each in fields(Named)}
_JOINED = _JOINED & _LISTS | {"definitions", "traits", "links"}
_CLAUSES = ("places", "notes", "values", "tables", "rules", "modifiers", "tells", "hooks")


class Gathered:
    """The lists of a ruleset while they grow."""

    def __init__(self) -> None:
        self.outcomes: list[OutcomeDecl] = []
        self.lists: defaultdict[str, list[Any]] = defaultdict(list)  # named as in `Ruleset`

    def add(self, said: Named | Unnamed) -> None:
        """Takes what a file says."""
        if isinstance(said, Named):
            for definition in (*said.board.definitions, *said.pieces.definitions):
                self.add_definition(definition)
            self.lists["links"] += said.board.links
            self.lists["varieties"] += said.board.lines
            self.lists["traits"] += [self._without_clauses(trait) for trait in said.traits]
            self.outcomes += [] if said.outcome is None else [said.outcome]
        for each in fields(said):
            if each.name in _LISTS:
                self.lists[each.name] += getattr(said, each.name)

    def add_definition(self, definition: DefinitionDecl) -> None:
        """Takes a piece or space, and its clauses."""
        self.lists["definitions"].append(self._without_clauses(definition))

    def _without_clauses(self, holder: D) -> D:
        """What is left of a piece or trait once its clauses are in the lists."""
        emptied: dict[str, Any] = {}
        for name in _CLAUSES:
            if hasattr(holder, name):
                self.lists[name] += getattr(holder, name)
                emptied[name] = ()
        return replace(holder, **emptied)

    def into(self, ruleset: Ruleset) -> Ruleset:
        """The ruleset with these lists in place of its own."""
        lists: dict[str, Any] = {name: tuple(found) for name, found in self.lists.items()}
        return replace(ruleset, outcome=self.outcomes[0] if self.outcomes else None, **lists)

    def is_empty(self) -> bool:
        """Whether nothing was found."""
        return not self.outcomes and not any(self.lists.values())


TEXT = "a text"


def text_clashes(
    words: Iterable[WordDecl], there: Iterable[WordDecl] = ()
) -> Iterator[tuple[WordDecl, WordDecl]]:
    """Texts with that of the same name before them (or `there`) that says something else in the same language. Texts
    in several languages are joined.
    """
    first: dict[tuple[str, str], WordDecl] = {}
    for word in there:
        for language in word.texts:
            first.setdefault((word.id, language), word)
    for word in words:
        clash: WordDecl | None = None
        for language, text in word.texts.items():
            other = first.setdefault((word.id, language), word)
            if clash is None and other.texts[language] != text:
                clash = other
        if clash is not None:
            yield word, clash


@dataclass(frozen=True, slots=True)
class Taken:
    """A name that is taken: `what` is the sort of thing, `within` whose private name it is (none: everyone's)."""

    what: str
    within: tuple[str, ...]
    name: str
    span: Span


def taken_names(ruleset: Ruleset) -> list[Taken]:
    """Every name that is declared, in the order of the lists; those of one sort must differ."""
    found: list[Taken] = []

    def take(what: str, name: str, span: Span, within: tuple[str, ...] = ()) -> None:
        found.append(Taken(what, within, name, span))

    for option in ruleset.options:
        take("an option", option.id, option.span)
    for variety in ruleset.varieties:
        if not variety.addition:
            take("a variety", variety.id, variety.span)
    for kind in (*ruleset.kinds, *ruleset.spaces):
        take("a kind of piece or space", kind.id, kind.span)
    for stock in ruleset.stocks:
        take("a stock", stock.id, stock.span)
        if stock.members:
            take("a variety", stock.id, stock.span)
    for what, clauses in (
        ("a place", ruleset.places),
        ("a note", ruleset.notes),
        ("a table", ruleset.tables),
        ("a value", ruleset.values),
        ("a rule", ruleset.rules),
    ):
        for clause in clauses:
            trait = getattr(clause, "trait", None)
            take(what, clause.id, clause.span, clause.definition or ((trait,) if trait else ()))
    for memory in ruleset.memories:
        take("a memory", memory.id, memory.span)
    for offer in ruleset.offers:
        if not offer.addition:
            take("an offer", offer.id, offer.span)
        for item in offer.entries:
            take(f"an entry of `{offer.id}`", item.id, item.span)
    for definition in ruleset.definitions:
        take(with_article(definition.kind.id), definition.id, definition.span)
    for trait_decl in ruleset.traits:
        take("a trait", trait_decl.id, trait_decl.span)
    phases = list(ruleset.course)
    while phases:
        phase = phases.pop(0)
        take("a phase", phase.id, phase.span)
        phases[:0] = phase.phases
    for word in ruleset.word_decls:
        take(TEXT, word.id, word.span)
    return found
