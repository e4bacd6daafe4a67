"""What `ruleset.py` has found so far, and whose it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from boardwright.dsl.declare.declarations import (
    ConditionDecl,
    DefinitionDecl,
    HookDecl,
    KindDecl,
    LinkDecl,
    ModifierDecl,
    NoteDecl,
    OfferDecl,
    OptionDecl,
    OutcomeDecl,
    PhaseDecl,
    PlaceDecl,
    RuleDecl,
    Ruleset,
    SpaceDecl,
    StockDecl,
    TableDecl,
    TraitDecl,
    ValueDecl,
    VarietyDecl,
    WordDecl,
)
from boardwright.dsl.declare.small_records import Texts
from boardwright.dsl.declare.values import Fields, Reader, Whose
from boardwright.dsl.language.types import with_article as with_article
from boardwright.dsl.source.places import Span


@dataclass(slots=True)
class Gathered:
    """The lists of a ruleset while they grow; named as in `Ruleset`, but for the outcome."""

    options: list[OptionDecl] = field(default_factory=list)
    varieties: list[VarietyDecl] = field(default_factory=list)
    kinds: list[KindDecl] = field(default_factory=list)
    stocks: list[StockDecl] = field(default_factory=list)
    spaces: list[SpaceDecl] = field(default_factory=list)
    links: list[LinkDecl] = field(default_factory=list)
    places: list[PlaceDecl] = field(default_factory=list)
    notes: list[NoteDecl] = field(default_factory=list)
    tables: list[TableDecl] = field(default_factory=list)
    values: list[ValueDecl] = field(default_factory=list)
    modifiers: list[ModifierDecl] = field(default_factory=list)
    rules: list[RuleDecl] = field(default_factory=list)
    hooks: list[HookDecl] = field(default_factory=list)
    offers: list[OfferDecl] = field(default_factory=list)
    definitions: list[DefinitionDecl] = field(default_factory=list)
    traits: list[TraitDecl] = field(default_factory=list)
    course: list[PhaseDecl] = field(default_factory=list)
    word_decls: list[WordDecl] = field(default_factory=list)
    conditions: list[ConditionDecl] = field(default_factory=list)
    outcomes: list[OutcomeDecl] = field(default_factory=list)

    def into(self, ruleset: Ruleset) -> Ruleset:
        """The ruleset with these lists in place of its own."""
        lists: dict[str, Any] = {
            each.name: tuple(getattr(self, each.name))
            for each in fields(self)
            if each.name != "outcomes"
        }
        outcome = self.outcomes[0] if self.outcomes else None
        return replace(ruleset, outcome=outcome, **lists)

    def is_empty(self) -> bool:
        """Whether nothing was found."""
        return not any(getattr(self, each.name) for each in fields(self))


KindKeys = Mapping[str, tuple[frozenset[str], frozenset[str]]]  # kind -> its attributes, its slots


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Who reads declarations, and where they go. `kinds` and `spaces` are what the ruleset and those it stands on declare."""

    reader: Reader
    into: Gathered
    kinds: KindKeys
    spaces: KindKeys

    @property
    def whose(self) -> Whose:
        return self.reader.whose

    def of(self, whose: Whose) -> Scope:
        """The same for declarations of another."""
        return replace(self, reader=replace(self.reader, whose=whose))


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What nearly everything that is declared may say of itself."""

    texts: Texts
    about: Texts
    refs: tuple[str, ...]
    assumed: str | None


def told(fields: Fields) -> Told:
    """`name`, `text`, `ref` and `assumed`, as far as the record has them."""
    record = fields.record
    return Told(
        texts=fields.text("name") if record.key("name") else {},
        about=fields.text("text") if record.key("text") else {},
        refs=fields.refs() if record.key("ref") else (),
        assumed=fields.plain("assumed") if record.key("assumed") else None,
    )


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
class Named:
    """A name that is taken: `what` is the sort of thing, `within` whose private name it is (none: everyone's)."""

    what: str
    within: tuple[str, ...]
    name: str
    span: Span


def taken_names(ruleset: Ruleset | Gathered) -> list[Named]:
    """Every name that is declared, in the order of the lists; those of one sort must differ."""
    found: list[Named] = []

    def take(what: str, name: str, span: Span, within: tuple[str, ...] = ()) -> None:
        found.append(Named(what, within, name, span))

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
