"""Writes the rules of a game or an expansion as a book: from what its author wrote, in one language, in the order of play.

A text of the author comes first. What has no text is shown as it is written, set in a readable way, so that no rule is missing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boardwright.boards.looks import folded
from boardwright.cards.readable import Part, Reading
from boardwright.cards.rulebook_words import words_in
from boardwright.dsl.compose.expansion_changes import lines_of
from boardwright.dsl.declare.clauses import HookDecl, ModifierDecl, RuleDecl, TableDecl, ValueDecl
from boardwright.dsl.declare.course import EntryDecl, OfferDecl, OutcomeDecl, PhaseDecl
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.pieces import AttributeValue, DefinitionDecl, TraitDecl
from boardwright.dsl.declare.spaces import SpaceDecl
from boardwright.dsl.declare.things import KindDecl, OptionDecl, StockDecl
from boardwright.dsl.declare.values import LimitDecl
from boardwright.dsl.language.syntax import Effect, Expr, Head, Stmt
from boardwright.dsl.rules.walk import phases_in
from boardwright.loading.rules import Rules

Block = dict[str, Any]
Parts = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """The parts of a book: its title, what stands below it, and blocks for the template."""

    title: str
    subtitle: str
    about: str
    blocks: tuple[Block, ...]
    words: Mapping[str, str]


def book_of(rules: Rules, origins: Sequence[str], language: str) -> Book:
    """The book of the games and expansions with these ids, in their order."""
    layers = [layer for layer in rules.layers if layer.id in origins]
    writer = _Writer(rules, language)
    first = layers[0]
    words = writer.words
    lowest, highest = rules.declared.players
    players = (
        words["player"]
        if highest == 1
        else words["players"].format(lowest if lowest == highest else f"{lowest}–{highest}")
    )
    base = rules.layers[0]
    under = (
        players if first is base else words["expansion_of"].format(writer.pick(base.texts, base.id))
    )
    blocks: list[Block] = []
    for layer in layers:
        if len(layers) > 1:
            blocks.append({"do": "part", "text": writer.pick(layer.texts, layer.id)})
            if layer is not first and (about := writer.pick(layer.about, "")):
                blocks.append({"do": "text", "text": about})
        blocks += writer.chapters(layer)
    return Book(
        title=" + ".join(writer.pick(each.texts, each.id) for each in layers),
        subtitle=under,
        about=writer.pick(first.about, ""),
        blocks=tuple(blocks),
        words=words,
    )


_NAME = re.compile("[a-z][a-z0-9_]*")


def names_in(effect: Effect | None) -> list[str]:
    """Every word in an effect, in order."""
    lines = () if effect is None else lines_of(effect)
    return [name for line in lines for name in _NAME.findall(line.partition("#")[0])]


class _Writer:
    def __init__(self, rules: Rules, language: str) -> None:
        self.rules, self.language, self.words = rules, language, words_in(language)
        declared = rules.declared
        named = (*declared.places, *declared.definitions)
        called = {each.id: text for each in named if (text := self.pick(each.texts, ""))}
        ids = frozenset(
            each.id for layer in rules.layers for each in layer.rules if each.definition is None
        )
        self.reading = Reading(called, ids)
        self.rule_texts = {each.id: each for layer in rules.layers for each in layer.rules}

    def pick(self, texts: Mapping[str, str], otherwise: str) -> str:
        for language in (self.language, *self.rules.languages):
            if language in texts:
                return folded(texts[language])
        return otherwise

    def name(self, thing: Any) -> str:
        """How something is called, or its id as words; a name begins with a capital."""
        texts = thing.texts
        if not texts and isinstance(thing, (OfferDecl, EntryDecl)):
            texts = self.rules.declared.words.get(
                thing.id, {}
            )  # as players see it when they are asked
        return self.capital(self.pick(texts, thing.id))

    # ---- chapters

    def chapters(self, layer: Ruleset) -> Iterator[Block]:
        words = self.words
        chapters: tuple[tuple[str, Iterable[Block]], ...] = (
            (words["needs"], self.conditions(layer)),
            (words["components"], self.components(layer)),
            (words["course"], self.course(layer.course, 2)),
            (words["actions"], self.offers(layer.offers)),
            (words["end"], self.outcome(layer.outcome)),
            (words["changes"], self.changes(layer) if layer.of is not None else ()),
            (words["cards"], self.pieces(layer)),
            (words["rules"], self.rules_of(layer)),
            (words["values"], self.values(layer)),
            (words["options"], self.options(layer.options)),
        )
        for title, content in chapters:
            blocks = list(content)
            if blocks:
                yield {"do": "head", "level": 1, "text": title}
                yield from blocks

    def conditions(self, layer: Ruleset) -> Iterator[Block]:
        texts = [self.pick(each.texts, "") for each in layer.conditions]
        if texts:
            yield {"do": "list", "items": texts}

    def components(self, layer: Ruleset) -> Iterator[Block]:
        words, declared = self.words, self.rules.declared
        rows = [self.kind_row(each, declared) for each in layer.kinds]
        if rows:
            yield self.head(2, words["pieces"])
            yield {"do": "rows", "rows": rows}
        rows = [self.stock_row(each) for each in layer.stocks]
        if rows:
            yield self.head(2, words["counted"])
            yield {"do": "rows", "rows": rows}
        rows = []
        for space in layer.spaces:
            named = [each for each in declared.definitions if each.kind.id == space.id]
            said = self.pick(space.about, "") or ", ".join(self.name(each) for each in named)
            rows.append(self.row(self.name(space), said, self.name(space)))
        if rows:
            yield self.head(2, words["board"])
            yield {"do": "rows", "rows": rows}
        places = [each for each in layer.places if each.definition is None and each.texts]
        if places:
            yield self.head(2, words["places"])
            yield {
                "do": "names",
                "items": [self.row(self.name(each), "", self.name(each)) for each in places],
            }

    def kind_row(self, kind: KindDecl, declared: Ruleset) -> Block:
        pieces = [each for each in declared.definitions if each.kind.id == kind.id]
        count = sum(each.copies for each in pieces)
        told = (
            str(count)
            if pieces
            else {"one": "1", "one per player": "1"}.get(kind.pieces or "", kind.pieces or "")
        )
        if kind.pieces == "one per player":
            told = f"{told} {self.words['each_player']}"
        return self.row(
            self.name(kind), self.joined(told, self.pick(kind.about, "")), self.name(kind)
        )

    def stock_row(self, stock: StockDecl) -> Block:
        told = self.words["unlimited"] if stock.total is None else str(stock.total)
        members = [self.name(each) for each in stock.members]
        if stock.each is not None and stock.each.id == "player":
            told = f"{told} {self.words['each_player']}"
        elif members:
            told = f"{', '.join(members)}; {self.words['each']} {told}"
        return self.row(
            self.name(stock), self.joined(told, self.pick(stock.about, "")), self.name(stock)
        )

    # ---- the course

    def course(self, phases: Sequence[PhaseDecl], level: int) -> Iterator[Block]:
        for phase in phases:
            yield self.head(level, self.name(phase), term=self.name(phase), refs=phase.refs)
            if about := self.pick(phase.about, ""):
                yield {"do": "text", "text": about}
            yield from self.how_it_runs(phase)
            effect = phase.steps or phase.turn
            if effect is not None:
                if phase.turn is not None:
                    way = "turn" if phase.clockwise else "counter_clockwise"
                    yield {"do": "lead", "text": self.words[way]}
                yield from self.steps(effect)
            yield from self.course(phase.phases, min(level + 1, 4))

    def steps(self, effect: Effect) -> Iterator[Block]:
        """What is done in a phase: one step after the other, if they stand in a list."""
        if not effect.span.text.startswith("["):
            yield from self.effect(effect)
            return
        yield {"do": "steps", "items": [self.step(each) for each in effect.body]}

    def step(self, statement: Stmt) -> Block:
        """One step: a rule by its name, if nothing is handed to it."""
        text = " ".join(statement.span.text.split())
        id = text.removesuffix("()")
        if id in self.rule_texts:
            return {"parts": [("rule", self.name(self.rule_texts[id]), id)]}
        return {"parts": self.reading.text(text)}

    def how_it_runs(self, phase: PhaseDecl) -> Iterator[Block]:
        found: list[tuple[str, Expr | None]] = [
            ("repeat", phase.repeat),
            ("until", phase.repeat_until),
            ("first", phase.first),
            ("without", phase.without),
            ("rounds", phase.rounds),
            ("until", phase.until),
        ]
        for word, expression in found:
            if expression is not None:
                yield self.said(self.words[word], self.reading.words(expression.span))

    def offers(self, offers: Sequence[OfferDecl]) -> Iterator[Block]:
        for offer in offers:
            yield self.head(2, self.name(offer), term=self.name(offer), refs=offer.refs)
            if about := self.pick(offer.about, ""):
                yield {"do": "text", "text": about}
            for entry in offer.entries:
                yield from self.entry(entry)
            if offer.until is not None:
                yield {
                    "do": "said",
                    "label": f"{self.name(offer.until)}:",
                    "parts": [("sign", self.words["closes"], "")],
                }

    def entry(self, entry: EntryDecl) -> Iterator[Block]:
        yield self.head(3, self.name(entry), term=self.name(entry), refs=entry.refs)
        about = self.pick(entry.about, "")
        if about:
            yield {"do": "text", "text": about}
        if entry.when is not None:
            yield self.said(self.words["when"], self.reading.words(entry.when.span))
        if entry.limit is not None:
            yield self.said(self.words["limit"], self.limit(entry.limit))
        if not about:
            yield from self.effect(entry.effect)

    def limit(self, limit: LimitDecl) -> Parts:
        word = {1: "once", 2: "twice"}.get(limit.times, "times")
        lasts = self.words.get(f"per_{limit.lasts.id}", f"({limit.lasts.id.replace('_', ' ')})")
        return (("sign", f"{self.words[word].format(limit.times)} {lasts}", ""),)

    def outcome(self, outcome: OutcomeDecl | None) -> Iterator[Block]:
        if outcome is None:
            return
        words = self.words
        yield self.said(words["score"], self.reading.words(outcome.score.span))
        if outcome.wins is not None:
            yield self.said(words["wins"], self.reading.words(outcome.wins.span))
        else:
            yield {"do": "text", "text": words["lowest" if outcome.lowest_wins else "highest"]}
        for most, expression in outcome.ties:
            told = words["most" if most else "fewest"]
            yield self.said(
                words["ties"],
                (("word", told, ""), ("sign", " ", ""), *self.reading.words(expression.span)),
            )

    # ---- what an expansion changes

    def changes(self, layer: Ruleset) -> Iterator[Block]:
        """Clauses that belong to no card: what happens around rules of others, new versions of rules, changed numbers."""
        for hook in layer.hooks:
            if hook.definition is None and hook.trait is None:
                yield from self.hook(hook)
        if layer.replacing is not None:
            for rule in layer.replacing.rules:
                if rule.definition is None:
                    yield from self.rule(
                        rule, f"{self.name(rule)} ({self.words['replaced'].lower()})", label=""
                    )
            for offer in layer.replacing.offers:
                yield from self.offers([offer])
            yield from self.course(layer.replacing.course, 2)
            yield from self.outcome(layer.replacing.outcome)
            yield from self.values(layer.replacing)
            yield from self.pieces(layer.replacing)
        rows = [
            row
            for each in layer.modifiers
            if each.definition is None and each.trait is None
            for row in self.modifier(each)
        ]
        if rows:
            yield self.head(2, self.words["modified"])
            yield from rows

    def hook(self, hook: HookDecl) -> Iterator[Block]:
        head = hook.head
        yield self.head(2, self.hook_title(head), refs=hook.refs, term=self.called(head.name.id))
        if head.when is not None:
            yield self.said(self.words["when"], self.reading.words(head.when.span))
        yield from self.effect(hook.effect)

    def hook_title(self, head: Head) -> str:
        name = self.called(head.name.id)
        by = f" {self.words['by']} {head.by}" if head.by in ("me", "others") else ""
        return f"{self.words[head.hook or 'after']}: {name}{by}"

    def called(self, id: str) -> str:
        rule = self.rule_texts.get(id)
        return self.name(rule) if rule is not None else self.capital(id)

    @staticmethod
    def capital(text: str) -> str:
        """A name or an id as a title."""
        text = text.replace("_", " ")
        return text[:1].upper() + text[1:]

    def modifier(self, modifier: ModifierDecl) -> Iterator[Block]:
        name = self.reading.words(modifier.head.span)
        for change in modifier.changes:
            yield {"do": "value", "name": name, "parts": self.reading.words(change.span)}

    # ---- rules and values

    def rules_of(self, layer: Ruleset) -> Iterator[Block]:
        """The rules in the order in which the game reaches them, then those that it never does."""
        rules = {each.id: each for each in layer.rules if each.definition is None}
        for id in dict.fromkeys([*self.reached(layer), *rules]):
            if id in rules:
                yield from self.rule(rules[id], self.name(rules[id]), label=id)
        for hook in layer.hooks if layer.of is None else ():
            if hook.definition is None and hook.trait is None:
                yield from self.hook(hook)
        for trait in layer.traits:
            yield from self.trait(trait, layer)

    def trait(self, trait: TraitDecl, layer: Ruleset) -> Iterator[Block]:
        """What several cards have in common."""
        yield self.head(2, self.name(trait), term=self.name(trait), refs=trait.refs)
        if about := self.pick(trait.about, ""):
            yield {"do": "text", "text": about}
        for entry in trait.entries:
            yield from self.entry(entry)
        yield from self.clauses(
            lambda each: each.trait == trait.id and each.definition is None, layer
        )

    def clauses(
        self, are_its: Callable[[HookDecl | ModifierDecl], bool], layer: Ruleset
    ) -> Iterator[Block]:
        """The hooks and modifiers of a card or a trait."""
        for hook in filter(are_its, layer.hooks):
            yield {"do": "lead", "text": self.hook_title(hook.head)}
            yield from self.effect(hook.effect)
        for modifier in filter(are_its, layer.modifiers):
            yield from self.modifier(modifier)

    def reached(self, layer: Ruleset) -> Iterator[str]:
        """The names in effects, beginning with the course."""
        bodies = {each.id: each.effect for each in layer.rules}
        effects = [each.steps or each.turn for each in phases_in(layer.course)]
        effects += [entry.effect for offer in layer.offers for entry in offer.entries]
        waiting = [name for effect in effects for name in names_in(effect)]
        seen: set[str] = set()
        while waiting:
            name = waiting.pop(0)
            if name not in seen:
                seen.add(name)
                yield name
                waiting[:0] = names_in(bodies.get(name))

    def rule(self, rule: RuleDecl, title: str, label: str) -> Iterator[Block]:
        head = self.head(2, title, term=self.name(rule), refs=rule.refs)
        given = ", ".join(
            " ".join(each.span.text.split()).replace("_", " ") for each in rule.head.params
        )
        yield {**head, "label": label, "given": given}
        about = self.pick(rule.about, "")
        if about:
            yield {"do": "text", "text": about}
        elif rule.effect is not None:
            yield from self.effect(rule.effect)

    def values(self, layer: Ruleset) -> Iterator[Block]:
        for value in layer.values:
            if value.definition is None:
                yield self.value(value)
                for modifier in layer.modifiers if layer.of is None else ():
                    if modifier.head.name.id == value.id and modifier.definition is None:
                        yield from self.modifier(modifier)
        for table in layer.tables:
            if table.definition is None:
                yield self.table(table)

    def value(self, value: ValueDecl) -> Block:
        name = self.reading.words(value.head.span)
        if value.texts:
            name = (("name", self.name(value), ""),)
        about = self.pick(value.about, "")
        parts = (("sign", about, ""),) if about else self.reading.words(value.base.span)
        return {"do": "value", "name": name, "parts": parts}

    def table(self, table: TableDecl) -> Block:
        cells = "; ".join(
            f"{', '.join(key.id.replace('_', ' ') for key in keys)}: {value.id.replace('_', ' ')}"
            for keys, value in table.cells
        )
        return {
            "do": "value",
            "name": (("name", self.name(table).lower(), ""),),
            "parts": (("sign", cells, ""),),
        }

    # ---- cards

    def pieces(self, layer: Ruleset) -> Iterator[Block]:
        declared = self.rules.declared
        kinds: dict[str, KindDecl | SpaceDecl] = {each.id: each for each in declared.kinds}
        kinds |= {each.id: each for each in declared.spaces}
        for id in dict.fromkeys(each.kind.id for each in layer.definitions):
            pieces = [each for each in layer.definitions if each.kind.id == id]
            if id in kinds and any(each.texts or each.rules_text or each.slots for each in pieces):
                yield self.head(2, self.name(kinds[id]), term=self.name(kinds[id]))
                for piece in pieces:
                    yield from self.piece(piece, layer)

    def piece(self, piece: DefinitionDecl, layer: Ruleset) -> Iterator[Block]:
        text = self.pick(piece.rules_text, "")
        facts = [self.fact(each) for each in piece.attributes if each.values]
        if piece.copies > 1:
            facts.append(self.words["copies"].format(piece.copies))
        if not piece.texts and not text and not piece.slots:
            yield {
                "do": "card",
                "name": self.name(piece),
                "facts": "; ".join(facts),
                "text": "",
                "refs": "",
                "term": None,
            }
            return
        yield {
            "do": "card",
            "name": self.name(piece),
            "facts": "; ".join(facts),
            "text": text,
            "refs": ", ".join(piece.refs),
            "term": self.term(self.name(piece)),
        }
        if text:
            return
        for slot in piece.slots:
            yield from self.effect(slot.effect)
        for entry in piece.entries:
            yield from self.entry(entry)
        yield from self.clauses(lambda each: each.definition == (piece.kind.id, piece.id), layer)

    def fact(self, attribute: AttributeValue) -> str:
        """What is printed on a piece: members by their names, anything else after the name of the attribute."""
        members = {
            member.id: member for each in self.rules.declared.varieties for member in each.members
        }
        if all(each.id in members for each in attribute.values):
            return ", ".join(self.name(members[each.id]) for each in attribute.values)
        said = ", ".join(
            self.words.get(each.id, each.id.replace("_", " ")) for each in attribute.values
        )
        return f"{attribute.name.id.replace('_', ' ')}: {said}"

    def options(self, options: Sequence[OptionDecl]) -> Iterator[Block]:
        for option in options:
            yield self.head(2, self.name(option), term=self.name(option), refs=option.refs)
            if about := self.pick(option.about, ""):
                yield {"do": "text", "text": about}
            items = [self.name(each) for each in option.values]
            if items:
                yield {"do": "list", "items": items}
            default = option.default
            if default is not None:
                member = next((each for each in option.values if each.id == default.id), None)
                said = (
                    self.name(member)
                    if member is not None
                    else self.words.get(default.id, default.id)
                )
                yield {"do": "said", "label": self.words["default"], "parts": [("sign", said, "")]}

    # ---- blocks

    def head(
        self, level: int, text: str, term: str | None = None, refs: Sequence[str] = ()
    ) -> Block:
        return {
            "do": "head",
            "level": level,
            "text": text,
            "term": None if term is None else self.term(term),
            "refs": ", ".join(refs),
            "label": "",
            "given": "",
        }

    def row(self, name: str, text: str, term: str) -> Block:
        return {"name": name, "text": text, "term": self.term(term)}

    @staticmethod
    def term(text: str) -> dict[str, str]:
        """An entry of the index, and what it is sorted by: without accents."""
        plain = unicodedata.normalize("NFKD", text.casefold())
        return {
            "text": text,
            "sort": "".join(each for each in plain if not unicodedata.combining(each)),
        }

    @staticmethod
    def said(label: str, parts: Parts) -> Block:
        return {"do": "said", "label": label, "parts": parts}

    @staticmethod
    def joined(*texts: str) -> str:
        return "; ".join(text for text in texts if text)

    def effect(self, effect: Effect) -> Iterator[Block]:
        lines = [{"depth": line.depth, "parts": line.parts} for line in self.reading.lines(effect)]
        if lines:
            yield {"do": "code", "lines": lines}
