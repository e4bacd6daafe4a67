"""Names in scenarios and in `texts`. Binding says what names in effects and conditions of scenarios mean. Ids that are
picked, offered or drawn, and the names of texts, mean whatever has that name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from boardwright.dsl.bind.bind import SceneBinder
from boardwright.dsl.declare.ruleset import split_scenarios
from boardwright.dsl.declare.scenario_file import read_scenario
from boardwright.dsl.declare.scenarios import (
    ChanceDecl,
    Expect,
    Knows,
    Offered,
    Picks,
    ScenarioDecl,
)
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.rules.name_uses import Uses
from boardwright.dsl.rules.symbols import Thing
from boardwright.dsl.source.diagnostics import Bag, RulesetError
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.yaml_tree import Mapping, Scalar, entries_in

if TYPE_CHECKING:
    from boardwright.dsl.rules import ir
    from boardwright.lsp.analysed import Reading
    from boardwright.lsp.index import Index, Symbol

Found = Iterator[tuple[Span, "Symbol"]]

# The sorts that a player can pick; decisions are the entries of menus.
_PICKED = ("piece", "space", "member", "entry", "slot", "decision", "kind")
# Where an event of chance can happen.
_EVENTS = ("rule", "piece", "space", "phase", "entry")
_WORDED = ("decision", "entry", "slot", "offer", "local")


def scene_uses(reading: Reading, index: Index) -> tuple[Uses, list[tuple[Span, Symbol]]]:
    """The meanings of names in scenarios, from `bind` and by their ids."""
    uses, found = Uses(), _ById(reading, index)
    rules = reading.checking.rules
    if rules is None:
        return uses, []
    binders: dict[tuple[str, ...], SceneBinder] = {}
    declared: list[ScenarioDecl] = []
    for source, node in rules.scenarios:
        scenario = read_scenario(source, node, Bag(), rules.bound.seat_names)
        if scenario is None:
            continue
        seats = tuple(seat.id for seat in scenario.seats)
        if seats not in binders:
            binders[seats] = SceneBinder(rules.bound, seats, _copies(rules.bound, seats), uses)
        _bind(scenario, binders[seats])
        found.scenario(scenario)
        declared.append(scenario)
    found.names(declared)
    return uses, found.found


def scenario_names(reading: Reading) -> Iterator[Name]:
    """The names of all scenarios, where they are declared."""
    for _, node in split_scenarios([*reading.documents.values()])[1]:
        first = node.entries[0].value if isinstance(node, Mapping) and node.entries else None
        if isinstance(first, Scalar):
            yield Name(id=first.text, span=first.span)


def words_of(reading: Reading, index: Index) -> Found:
    """The things that the keys under `texts` name: in the same file, or else anywhere."""
    for _, node in reading.documents.values():
        for path, entry in entries_in(node):
            if path[-1:] != ("texts",):
                continue
            span, symbols = entry.key.span, index.named(entry.key.text, *_WORDED)
            here = [s for s in symbols if any(d.source == span.source for d in s.declarations)]
            yield from ((span, symbol) for symbol in here or symbols)


def _copies(game: ir.Game, seats: tuple[str, ...]) -> dict[str, tuple[str, int]]:
    """Repeated spaces at a table with these seats, by their names there."""
    from boardwright.interpreter.table.errors import RuleError, TableError
    from boardwright.interpreter.table.table import set_table

    lowest, highest = game.players
    if not (lowest <= len(seats) <= highest and any(s.ring or s.per for s in game.spaces.values())):
        return {}
    options = {option.id: option.default for option in game.options.values()}
    try:
        table = set_table(game, len(seats), options, seats)
    except (RuleError, TableError):
        return {}
    return {s.id: (s.kind, n) for n, s in enumerate(table.spaces) if s.path}


def _bind(scenario: ScenarioDecl, binder: SceneBinder) -> None:
    """Binds all texts; mistakes are reported elsewhere."""
    for effect in (scenario.given, scenario.run):
        if effect is not None:
            with suppress(RulesetError):  # too many mistakes
                binder.effect(effect, Bag())
    for step in scenario.steps:
        if isinstance(step, Expect):
            with suppress(RulesetError):
                binder.expression(step.condition, Bag())
        if isinstance(step, Knows):
            for _, pieces in step.pieces:
                with suppress(RulesetError):
                    binder.pieces_unseen(pieces, Bag())


class _ById:
    """Finds what ids mean outside texts of the language."""

    def __init__(self, reading: Reading, index: Index) -> None:
        self.drawn, self.symbols = reading.uses.drawn, reading.symbols
        self.seats: frozenset[str] = frozenset()
        self.index = index
        self.found: list[tuple[Span, Symbol]] = []

    def scenario(self, scenario: ScenarioDecl) -> None:
        """Finds the ids in a scenario outside texts of the language."""
        for name, value in scenario.options:
            self.say(name.span, self.index.named(name.id, "option"))
            for word in value if isinstance(value, tuple) else (value,):
                self._value(name.id, word)
        self.seats = frozenset(seat.id for seat in scenario.seats)
        begin = scenario.start or scenario.moment
        phases = [name for name, _ in scenario.rounds]
        for name in phases if begin is None else [begin, *phases]:
            self.say(name.span, self.index.named(name.id, "phase"))
        for chance in scenario.chance:
            self._chance(chance)
        for step in scenario.steps:
            match step:
                case Picks(options=words):
                    self._picked(words)
                case Offered(exactly=exactly, includes=includes, excludes=excludes):
                    self._picked((*(exactly or ()), *includes, *excludes))
                case _:
                    pass  # written in the language, or in other words

    def names(self, scenarios: Iterable[ScenarioDecl]) -> None:
        """Makes symbols of the names of scenarios, which others may be `like`."""
        made: dict[str, Symbol] = {}
        for scenario in scenarios:
            name = scenario.named
            made[name.id] = self.index.declare(Thing("scenario", name.id, name.span))
            self.say(name.span, [made[name.id]])
        for scenario in scenarios:
            if scenario.like is not None and scenario.like.id in made:
                symbol = made[scenario.like.id]
                symbol.uses.append(scenario.like.span)
                self.say(scenario.like.span, [symbol])

    def say(self, span: Span, symbols: Iterable[Symbol]) -> None:
        self.found.extend((span, symbol) for symbol in symbols)

    def _value(self, option: str, word: Name) -> None:
        """Finds the value of an option: one of the option's own, or a piece."""
        members = self.index.named(word.id, "member")
        own = [m for m in members if any(t.owner == f"option.{option}" for t in m.things)]
        self.say(word.span, own or self.index.named(word.id, "piece"))

    def _picked(self, words: Iterable[Name]) -> None:
        for word in words:
            first, colon, second = word.id.partition(":")
            if colon:
                self.say(_part(word.span, first), self.index.named(first, "slot", "entry"))
                self._thing(_part(word.span, second, last=True), second)
            else:
                self._thing(word.span, word.id)

    def _thing(self, span: Span, id: str) -> None:
        """Finds what this id picks. Things that each player has are picked by id and seat, and things with copies by id and
        number. Seats are not found here.
        """
        if id in self.seats:
            return
        found = [s for s in self.index.named(id, *_PICKED) if self._is_one(s)]
        base, _, last = id.rpartition("_")
        if not found and last in self.seats:
            found = [s for s in self.index.named(base, "piece", "kind") if not self._is_one(s)]
        elif not found and last.isdigit():
            found = self.index.named(base, "piece", "kind", "space", "space_kind")
            found = [s for s in found if not self._is_one(s) and not self._is_each(s)]
        self.say(span, found)

    def _is_one(self, symbol: Symbol) -> bool:
        """Whether every table has exactly one, so that the id is enough."""
        for kind in self._kinds(symbol):
            copies = [each.copies for each in kind.definitions if each.id == symbol.id]
            return copies == [1] and not kind.per_player
        owners = [thing.owner for thing in symbol.things if thing.sort == "space"]
        spaces = {} if self.symbols is None else self.symbols.spaces
        return "space_kind" not in symbol.sorts and all(
            spaces[owner].per is None for owner in owners if owner in spaces
        )

    def _is_each(self, symbol: Symbol) -> bool:
        """Whether each player has one."""
        return any(kind.per_player for kind in self._kinds(symbol))

    def _kinds(self, symbol: Symbol) -> Iterator[ir.Kind]:
        """The kind itself, or the kind of a piece."""
        for thing in symbol.things:
            id = {"kind": thing.id, "piece": thing.owner}.get(thing.sort)
            if self.symbols is not None and id in self.symbols.kinds:
                yield self.symbols.kinds[id]

    def _chance(self, chance: ChanceDecl) -> None:
        span = chance.span
        self.say(_part(span, chance.rule), self.index.named(chance.rule, *_EVENTS))
        made = self.drawn.get(f"{chance.rule}.{chance.name}")
        symbol = None if made is None else self.index.declared_at(made)
        *entries, name = chance.name.split(".")
        for entry in entries:
            at = _part(span, f".{entry}.")
            self.say(_part(at, entry), self.index.named(entry, "decision"))
        symbols = self.index.named(name, "decision") if symbol is None else [symbol]
        self.say(_part(span, name, last=True), symbols)
        self._picked(chance.results)


def _part(span: Span, text: str, last: bool = False) -> Span:
    """The span of a part of a written id."""
    at = span.text.rfind(text) if last else span.text.find(text)
    start = span.start + max(at, 0)
    return Span(span.source, start, start + len(text))
