"""Binds the sentences of a ruleset: what each is about, and that the names in it mean something there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from boardwright.dsl.bind.binding import RulesetBinding
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.declare.clauses import TellDecl
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import Thing

_ENDS = ("from", "to")
_OF_NOTE = ("of", "now", "more", "less", "change", "me")
_OF_PHASE = ("name", "round")


@dataclass(frozen=True, slots=True)
class Bound:
    """What happens in a game."""

    rules: Mapping[str, ir.Rule]
    hooks: tuple[ir.Hook, ...]
    offers: Mapping[str, ir.Offer]
    course: tuple[ir.Phase, ...]


def bind_sentences(r: RulesetBinding, bound: Bound) -> ir.Sentences:
    """Returns the sentences by what they are about. Those of several languages may stand apart; a later one replaces an earlier one."""
    uses = r.symbols.uses
    if not r.ruleset.tells and uses is None:
        return {}
    known, found = _Subjects(r, bound), dict[str, ir.Forms]()
    if uses is not None:
        uses.told, uses.nouns = known.known, known.nouns
    for decl in r.ruleset.tells:
        about = known.find(decl)
        if about is None:
            errors.unknown(r.bag, "name", decl.id, decl.span, known.names(decl))
            continue
        key, names = about
        forms = {}
        for language, sayings in decl.forms.items():
            for saying in sayings:
                for blank in saying.template.blanks:
                    span = saying.locate(blank)
                    if blank.name in names:
                        r.symbols.means(span, *known.meanings(key, blank.name))
                    else:
                        errors.unknown(r.bag, "name", blank.name, span, names)
                    if not blank.noun:
                        continue
                    span = saying.locate(blank, noun=True)
                    if blank.noun in known.nouns:
                        r.symbols.means(span, *known.meanings("", blank.noun))
                    else:
                        errors.unknown(r.bag, "name", blank.noun, span, known.nouns)
            forms[language] = tuple(saying.template for saying in sayings)
        found[key] = {**found.get(key, {}), **forms}
    return found


class _Subjects:
    """What a ruleset can speak of, each with the names that its sentences may use."""

    def __init__(self, r: RulesetBinding, bound: Bound) -> None:
        symbols = self.symbols = r.symbols
        self.heads = {rule.id: rule.head for rule in r.ruleset.rules if rule.definition is None}
        each = [s.each for s in symbols.stocks.values() if s.each not in (None, "player")]
        members = [id for variety in each for id in symbols.varieties[variety or ""].members]
        self.nouns = tuple(dict.fromkeys((*symbols.stocks, *symbols.kinds, *members)))
        done = (*symbols.stocks, *symbols.kinds, *symbols.notes, *_ENDS)
        self.known: dict[str, tuple[str, ...]] = {}
        self._add(members, ())
        kinds: list[ir.Kind | ir.SpaceKind] = [*symbols.kinds.values(), *symbols.spaces.values()]
        for kind in kinds:
            self._add_kind(kind, tuple(symbols.spaces), done)
        self._add(symbols.places, ("name", "owner", "of"))
        self._add(symbols.stocks, ())
        self._add(symbols.notes, _OF_NOTE)
        self._add((phase.id for phase in _phases(bound.course)), _OF_PHASE)
        for hook in bound.hooks:
            owner = hook.origin if hook.definition is None else hook.definition[1]
            self._add((f"{owner}.{hook.rule}",), ("me", "it", *done))
        for offer in bound.offers.values():
            for entry in offer.entries:
                of = offer.id if entry.definition is None else entry.definition[1]
                self._add((f"{of}.{entry.id}",), ("me", "it", *done))
        for rule in bound.rules.values():
            self._add((rule.id,), (*(param.name for param in rule.params), "me", *done))

    def _add_kind(
        self, kind: ir.Kind | ir.SpaceKind, spaces: tuple[str, ...], done: tuple[str, ...]
    ) -> None:
        printed = ("name", "owner", *kind.attributes)
        own = (*printed, "number", *spaces) if isinstance(kind, ir.SpaceKind) else printed
        self._add((kind.id,), own)
        self._add((f"{kind.id}.{slot}" for slot in kind.slots), ("me", "it", *done))
        for definition in kind.definitions:
            self._add((definition.id, f"{kind.id}.{definition.id}"), own)
            self._add((f"{definition.id}.{slot}" for slot in kind.slots), ("me", "it", *done))

    def _add(self, ids: Iterable[str], names: tuple[str, ...]) -> None:
        """If several things have one id, a sentence may be about any of them; what happens comes before what there is."""
        for id in ids:
            self.known[id] = names

    def find(self, decl: TellDecl) -> tuple[str, tuple[str, ...]] | None:
        """Returns what a sentence is about, and the names that it may use. In the file of a piece, its effects, hooks and
        entries need no dot.
        """
        if decl.definition is not None:
            kind, id = decl.definition
            own = f"{kind}.{id}" if decl.id == id else f"{id}.{decl.id}"
            if own in self.known:
                return own, self.known[own]
        return (decl.id, self.known[decl.id]) if decl.id in self.known else None

    def meanings(self, key: str, name: str) -> list[Thing]:
        """Returns what a name in braces means in a sentence about something."""
        for param in self.heads[key].params if key in self.heads else ():
            if param.name == name:
                return [Thing("local", name, param.names[-1].span)]
        by_id: dict[str, Mapping[str, ir.Declared]] = {
            "stock": self.symbols.stocks,
            "kind": self.symbols.kinds,
            "note": self.symbols.notes,
            "space_kind": self.symbols.spaces,
        }
        found = [Thing(sort, name, of[name].span) for sort, of in by_id.items() if name in of]
        for variety in self.symbols.varieties.values() if not found else ():
            if name in variety.members:
                found.append(self.symbols.member(variety, name))
        return found

    def names(self, decl: TellDecl) -> Iterator[str]:
        """Yields what it could be about."""
        yield from self.known
        for name in self.known if decl.definition is not None else ():
            of, _, own = name.partition(".")
            if decl.definition is not None and of == decl.definition[1] and own:
                yield own


def _phases(course: tuple[ir.Phase, ...]) -> Iterator[ir.Phase]:
    for phase in course:
        yield phase
        yield from _phases(phase.phases)


__all__ = ["Bound", "bind_sentences"]
