"""The index of a ruleset: where everything is declared, and where it is named.

`bind` reports what each name means as it resolves it. The index is the inverse: for each thing, all positions where it
is declared (perhaps in parts, or replaced by an expansion) and all where it is meant.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardwright.dsl.declare.common_keys import Declaration
from boardwright.dsl.rules.name_uses import Uses
from boardwright.dsl.rules.symbols import Thing
from boardwright.dsl.source.places import Source, Span
from boardwright.lsp.declared import DeclarationSite, references, sites
from boardwright.lsp.scenario_names import scene_uses, words_of

if TYPE_CHECKING:
    from boardwright.lsp.analysed import Reading

LOCAL = ("local", "decision")


@dataclass(slots=True, eq=False)
class Symbol:
    """Something with a name. `things` are all that the name can mean (a kind, its pieces), `declarations` are the positions
    where it is declared, `uses` are all others where it is written, and `told` are the declarations themselves.
    """

    id: str
    things: list[Thing] = field(default_factory=list)
    declarations: list[Span] = field(default_factory=list)
    uses: list[Span] = field(default_factory=list)
    told: list[Declaration] = field(default_factory=list)

    @property
    def sorts(self) -> frozenset[str]:
        """The sorts of its things."""
        return frozenset(thing.sort for thing in self.things)

    @property
    def is_local(self) -> bool:
        """Whether it is a local name of one text."""
        return self.sorts <= set(LOCAL)

    @property
    def places(self) -> list[Span]:
        """All positions, each once, sorted by file and offset."""
        found = {(span.source.name, span.start, span.end): span for span in self.uses}
        found |= {(span.source.name, span.start, span.end): span for span in self.declarations}
        return [found[key] for key in sorted(found)]


@dataclass(slots=True, eq=False)
class Index:
    """All symbols of a ruleset. `by_file` has the symbols in each file, in order. `words` are the keys under `texts`, each
    of which may be for several things.
    """

    symbols: list[Symbol]
    by_file: dict[str, list[tuple[Span, list[Symbol]]]]
    words: frozenset[Span] = frozenset()

    @classmethod
    def of(cls, reading: Reading) -> Index:
        """The index of a ruleset that was read."""
        groups = _Groups()
        layers = reading.layers
        for site in sites(layers):
            groups.declare(site)
        for span, things in reading.uses.things.items():
            groups.use(span, things)
        index = cls(groups.found(), {})
        index._fill()
        index._add(
            (span, symbol)
            for span, sort, id in references(layers)
            for symbol in index.named(id, sort)
        )
        worded = list(words_of(reading, index))
        index.words = frozenset(span for span, _ in worded)
        index._add(worded)
        return index

    def add_scenes(self, reading: Reading) -> None:
        """Adds the names in scenarios, which takes a while if there are many."""
        uses, picked = scene_uses(reading, self)
        self._add(self._said(uses))
        self._add(picked)

    def declare(self, thing: Thing) -> Symbol:
        """Adds a thing that is declared outside the rules."""
        made = Symbol(thing.id, [thing], [thing.span])
        self.symbols.append(made)
        return made

    def _said(self, uses: Uses) -> Iterator[tuple[Span, Symbol]]:
        """Adds the meanings of names in scenarios; names that are made there become symbols, too."""
        known = {
            (span, symbol.is_local): symbol
            for symbol in self.symbols
            for span in symbol.declarations
        }
        for span, things in uses.things.items():
            for thing in things:
                is_local = thing.sort in LOCAL
                if is_local and (thing.span, True) not in known:
                    made = Symbol(thing.id, [thing], [thing.span])
                    known[thing.span, True] = made
                    self.symbols.append(made)
                symbol = known.get((thing.span, is_local))
                if symbol is not None:
                    yield span, symbol

    def at(self, source: Source, offset: int) -> tuple[Span, list[Symbol]] | None:
        """The symbols at a position, or ending there; those declared elsewhere first."""
        here = self.by_file.get(source.name, [])
        at = bisect_right(here, offset, key=lambda each: each[0].start) - 1
        while at >= 0 and here[at][0].start > offset - 300:
            span, symbols = here[at]
            if span.start <= offset <= span.end:
                return span, symbols
            at -= 1
        return None

    def all_at(self, span: Span) -> list[Symbol]:
        """All symbols that are meant at exactly this position."""
        here = self.by_file.get(span.source.name, [])
        at = bisect_right(here, (span.start, span.end), key=lambda e: (e[0].start, e[0].end)) - 1
        return here[at][1] if at >= 0 and here[at][0] == span else []

    def declared_at(self, span: Span) -> Symbol | None:
        """The symbols that are declared at a position."""
        return next((each for each in self.all_at(span) if span in each.declarations), None)

    def named(self, id: str, *sorts: str) -> list[Symbol]:
        """All symbols with this name and these sorts (by default, all sorts but local names)."""
        return [
            symbol
            for symbol in self.symbols
            if symbol.id == id and (symbol.sorts & set(sorts) if sorts else not symbol.is_local)
        ]

    def _add(self, more: Iterable[tuple[Span, Symbol]]) -> None:
        known: dict[int, set[Span]] = {}
        for span, symbol in list(more):
            if id(symbol) not in known:
                known[id(symbol)] = {*symbol.uses, *symbol.declarations}
            if span not in known[id(symbol)]:
                known[id(symbol)].add(span)
                symbol.uses.append(span)
        self._fill()

    def _fill(self) -> None:
        found: dict[str, dict[Span, list[Symbol]]] = {}
        for symbol in self.symbols:
            for span in symbol.places:
                found.setdefault(span.source.name, {}).setdefault(span, []).append(symbol)
        self.by_file = {
            name: sorted(spans.items(), key=lambda each: (each[0].start, each[0].end))
            for name, spans in found.items()
        }


class _Groups:
    """Symbols while they are built: declaration sites that turn out to be of one thing are joined."""

    def __init__(self) -> None:
        self._parents: dict[Span, Span] = {}
        self._keys: dict[tuple[object, ...], Span] = {}
        self._sites: dict[Span, list[DeclarationSite]] = {}
        self._uses: list[tuple[Span, Thing]] = []

    def declare(self, site: DeclarationSite) -> None:
        """Adds a declaration site; a site with a known key is of the same thing."""
        self._sites.setdefault(site.span, []).append(site)
        self._join(self._keys.setdefault(site.key, site.span), site.span)

    def use(self, span: Span, things: tuple[Thing, ...]) -> None:
        """Adds a position where a name is written. If it means several things at once, these share the name. A parameter
        without a type is a name and a use of its type, which have nothing else in common.
        """
        real = [thing for thing in things if thing.span.source.text]
        for sort_is_local in (True, False):
            same = [thing for thing in real if (thing.sort in LOCAL) is sort_is_local]
            for thing in same:
                self._join(same[0].span, thing.span)
                self._uses.append((span, thing))

    def found(self) -> list[Symbol]:
        """The symbols, in order of their first positions."""
        symbols: dict[tuple[Span, bool], Symbol] = {}
        for span, listed in self._sites.items():
            for site in listed:
                symbol = self._symbol(symbols, site.span, False, site.id)
                if span not in symbol.declarations:
                    symbol.declarations.append(span)
                symbol.things.append(site.thing)
                if site.told is not None:
                    symbol.told.append(site.told)
        for span, thing in self._uses:
            is_local = thing.sort in LOCAL
            symbol = self._symbol(symbols, thing.span, is_local, thing.id.rsplit(".", 1)[-1])
            if thing not in symbol.things:
                symbol.things.append(thing)
            if is_local and span == thing.span:
                symbol.declarations.append(span)
            elif span not in symbol.declarations:
                symbol.uses.append(span)
        return list(symbols.values())

    def _symbol(
        self, symbols: dict[tuple[Span, bool], Symbol], span: Span, is_local: bool, id: str
    ) -> Symbol:
        key = (self._root(span), is_local)
        if key not in symbols:
            symbols[key] = Symbol(id)
        return symbols[key]

    def _root(self, span: Span) -> Span:
        while (parent := self._parents.get(span, span)) != span:
            span = parent
        return span

    def _join(self, one: Span, other: Span) -> None:
        first, second = self._root(one), self._root(other)
        if first != second:
            self._parents[second] = first
