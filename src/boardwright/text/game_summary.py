"""A game at a glance: options, course, board, places, pieces, cards and values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardwright.dsl.source.diagnostics import shown
from boardwright.terminal import about, plural
from boardwright.text.offer_chains import limit_words
from boardwright.text.teams import listed_teams

if TYPE_CHECKING:
    from rich.console import Console

    from boardwright.dsl.declare.pieces import DefinitionDecl
    from boardwright.dsl.rules import ir
    from boardwright.dsl.rules.grids import Pattern
    from boardwright.interpreter.play.naming import Words
    from boardwright.loading.rules import Rules

# This many pieces of a kind without a text, such as tokens, are listed, unless `--all` is given.
_MOST_PLAIN = 12


@dataclass(frozen=True, slots=True)
class Sheet:
    """The summary of one game for the terminal."""

    rules: Rules
    words: Words
    console: Console
    everything: bool

    def show(self) -> None:
        rules, game = self.rules, self.rules.bound
        lowest, highest = game.players
        players = f"{lowest} to {highest} players" if highest > lowest else plural(lowest, "player")
        self.line(about(self.pick(game.texts, game.id), game.expansions), "bold")
        self.line(f"{players}; texts in {', '.join(game.languages)}")
        seats = game.seat_names or [f"p{n}" for n in range(1, highest + 1)]
        if teams := listed_teams(game.teams, seats):
            self.line(f"teams: {teams}")
        if rules.declared.about:
            self.line(self.pick(rules.declared.about, ""))
        self.options()
        self.course()
        self.board()
        self.table(
            "Places",
            ("place", "name", "of each", "holds", "faces seen by"),
            [
                (
                    place.id,
                    self.pick(place.texts, ""),
                    _list_per(place.per),
                    ", ".join(place.holds),
                    self.sight(place),
                )
                for place in game.places.values()
            ],
        )
        self.table(
            "Stocks",
            ("stock", "name", "how many", "of each", "home", "kept in"),
            [
                (
                    stock.id,
                    self.pick(stock.texts, ""),
                    "unlimited" if stock.total is None else str(stock.total),
                    stock.each or "",
                    stock.home,
                    stock.kept or "",
                )
                for stock in game.stocks.values()
            ],
        )
        self.varieties()
        self.pieces()
        self.values()
        self.rules_and_notes()
        self.counts()

    # ---- sections

    def options(self) -> None:
        game = self.rules.bound
        rows = []
        for id, facts in self.rules.options.items():
            values = facts.values
            if isinstance(values, range):
                told = f"{values[0]} to {values[-1]}"
            elif facts.is_set:
                told = f"any of {', '.join(values)}"
            else:
                told = ", ".join(values)
            default = facts.default or "none"
            rows.append((id, told, default, self.pick(game.options[id].texts, "")))
        self.table("Options", ("option", "values", "default", "what it is"), rows)

    def course(self) -> None:
        self.table(
            "Course", ("phase", "name", "how"), list(self.phases(self.rules.bound.course, 0))
        )

    def phases(self, phases: Iterable[ir.Phase], depth: int) -> Iterable[tuple[str, ...]]:
        for phase in phases:
            how = "turns, " + ("clockwise" if phase.clockwise else "counter-clockwise")
            if phase.turn is None:
                how = "phases" if phase.phases else "steps"
            for word in ("first", "without", "rounds", "repeat", "repeat_until", "until"):
                expression: ir.Expr | None = getattr(phase, word)
                if expression is not None:
                    how += f", {word.replace('_', ' ')} {_written(expression)}"
            name = self.pick(phase.texts, "")
            yield ("  " * depth + phase.id, name, how)
            yield from self.phases(phase.phases, depth + 1)

    def board(self) -> None:
        game = self.rules.bound
        links: dict[str, list[tuple[str, str]]] = {}
        for link in game.links:
            second = f"next {link.second}" if link.next_copy else link.second
            links.setdefault(link.first, []).append((link.kind, second))
            if not link.one_way:
                first = f"previous {link.first}" if link.next_copy else link.first
                links.setdefault(link.second, []).append((link.kind, first))
        for kind in game.spaces.values():
            about = [f"holds {', '.join(kind.holds)}"] if kind.holds else []
            about += [f"room for {n} {self.things(what, n)}" for what, n in kind.room.items()]
            about += [f"one set for each {kind.per}"] if kind.per else []
            about += [_slot(each, kind.definitions) for each in kind.slots.values()]
            if kind.ring:
                sizes = ", ".join(f"{n} with {plural(p, 'player')}" for p, n in kind.ring.items())
                about.append(f"a ring of {sizes}")
            if kind.grid is not None:
                kinds = dict.fromkeys(
                    link for space in kind.definitions for link, _ in links.get(space.id, ())
                )
                about.append(_size(kind.grid))
                about += [f"neighbours by {' and '.join(kinds)} links"] if kinds else []
            if kind.in_play is not None:
                about.append(f"in play if {_written(kind.in_play)}")
            self.table(
                f"Board: {self.pick(kind.texts, _words(kind.id))}",
                ("space", "name", *kind.attributes, "links"),
                [
                    (
                        space.id,
                        self.pick(space.texts, ""),
                        *self.attributes(kind.attributes, space),
                        _grouped(links.get(space.id, ())),
                    )
                    for space in kind.definitions
                ],
                "; ".join(about),
            )

    def varieties(self) -> None:
        """The varieties: the possible values of attributes, and the keys of values and tables."""
        varieties = self.rules.bound.varieties
        self.table(
            "Varieties",
            ("variety", "name", "members"),
            [
                (
                    each.id,
                    self.pick(varieties[each.id].texts, ""),
                    ", ".join(
                        self.member(varieties[each.id], id) for id in varieties[each.id].members
                    ),
                )
                for each in self.rules.declared.varieties
            ],
        )

    def member(self, variety: ir.Variety, id: str) -> str:
        """A member, with its name if that is different from its id."""
        name = self.pick(variety.member_texts.get(id, {}), "")
        return f"{id} ({name})" if name and name.casefold() != _words(id).casefold() else id

    def pieces(self) -> None:
        game = self.rules.bound
        declared = {(each.kind.id, each.id): each for each in self.rules.declared.definitions}
        for kind in game.kinds.values():
            count = sum(each.copies for each in kind.definitions)
            about = [plural(count, "piece") + (" for each player" if kind.per_player else "")]
            about += ["hidden: not every player sees its face"] if kind.hidden else []
            about += [f"its back shows: {', '.join(kind.back)}"] if kind.back else []
            about += [f"dice with {kind.sides} sides"] if kind.sides else []
            about += [f"home: {kind.home}"]
            about += [f"in force while {_written(kind.in_force)}"] if kind.in_force else []
            about += [_own_force(each) for each in kind.definitions if each.in_force]
            about += [_slot(each, kind.definitions) for each in kind.slots.values()]
            title = f"Pieces: {self.pick(kind.texts, _words(kind.id))}"
            if not kind.attributes and all(
                not self.card_text(declared.get((kind.id, each.id))) for each in kind.definitions
            ):
                self.section(title, "; ".join(about))
                continue
            texts = [self.card_text(declared.get((kind.id, d.id))) for d in kind.definitions]
            rows = [
                (
                    each.id + (f" ×{each.copies}" if each.copies > 1 else ""),
                    self.pick(each.texts, ""),
                    *self.attributes(kind.attributes, each),
                    text,
                )
                for each, text in zip(kind.definitions, texts, strict=True)
            ]
            shown_rows = rows if any(texts) or self.everything else rows[:_MOST_PLAIN]
            if len(shown_rows) < len(rows):
                about.append(f"the first {_MOST_PLAIN} of them (--all shows the rest)")
            heads = ("id", "name", *kind.attributes, "text")
            self.table(title, heads, shown_rows, "; ".join(about))

    def values(self) -> None:
        game = self.rules.bound
        changes = Counter(modifier.value for modifier in game.modifiers)
        self.table(
            "Values",
            ("value", "name", "is", "changed by"),
            [
                (
                    value.id
                    + (f"({', '.join(p.name for p in value.params)})" if value.params else ""),
                    self.pick(value.texts, ""),
                    _written(value.base),
                    plural(changes[value.id], "clause") if changes[value.id] else "",
                )
                for value in game.values.values()
                if "." not in value.id
            ],
        )

    def rules_and_notes(self) -> None:
        """The rules that hooks can attach to, and the notes that conditions can use."""
        from boardwright.text.changes import place_of

        game, declared = self.rules.bound, self.rules.declared
        roots = [each.path for each in self.rules.found]
        hooks = Counter(hook.rule for hook in game.hooks)
        self.table(
            "Rules",
            ("rule", "name", "hooked by", "position"),
            [
                (
                    " ".join(rule.head.span.text.split()),
                    self.pick(rule.texts, ""),
                    plural(hooks[rule.id], "clause") if hooks[rule.id] else "",
                    place_of(rule.span, roots),
                )
                for rule in declared.rules
                if rule.definition is None
            ],
        )
        self.table(
            "Offers",
            ("offer", "name", "entries", "ends with"),
            [
                (
                    offer.id,
                    self.pick(offer.texts, ""),
                    ", ".join(
                        entry.id
                        for entry in offer.entries
                        if not entry.closes and entry.definition is None
                    ),
                    ", ".join(entry.id for entry in offer.entries if entry.closes),
                )
                for offer in game.offers.values()
            ],
        )
        self.table(
            "Notes",
            ("note", "name", "is", "of each", "lasts"),
            [
                (
                    note.id,
                    self.pick(note.texts, ""),
                    f"set of {note.type.id}" if note.is_set else note.type.id,
                    _list_per(game.notes[note.id].per) if note.id in game.notes else "",
                    note.lasts.id if note.lasts else "game",
                )
                for note in declared.notes
                if note.definition is None
            ],
        )

        self.table(
            "Memories",
            ("memory", "name", "compares", "holds"),
            [
                (
                    memory.id,
                    self.pick(memory.texts, ""),
                    ", ".join(name.id for name in memory.of),
                    str(memory.holds),
                )
                for memory in declared.memories
            ],
        )

    def counts(self) -> None:
        game, declared = self.rules.bound, self.rules.declared
        self.section("And")
        counts = [
            plural(len(game.hooks), "hook"),
            plural(len(game.tables), "table"),
            plural(len(self.rules.scenarios), "scenario"),
        ]
        self.line(", ".join(counts))
        assumed = [each for each in declared.definitions if each.assumed]
        links = sum(1 for each in declared.links if each.assumed)
        others = len(assumed) + sum(
            1
            for each in (*declared.options, *declared.values, *declared.rules, *declared.tables)
            if each.assumed
        )
        others += sum(1 for each in declared.conditions if each.assumed)
        # A clause of a trait occurs once for each piece that has it.
        hooks = {each.head.span for each in declared.hooks if each.assumed}
        changes = {
            change.span
            for each in declared.modifiers
            for change, reason in zip(each.changes, each.assumed, strict=False)
            if reason
        }
        others += len(hooks) + len(changes)
        if links or others:
            told = [plural(links, "link")] if links else []
            told += [plural(others, "other fact")] if others else []
            self.line(f"assumed, since no rulebook states them: {', '.join(told)}")

    # ---- pieces of text

    def pick(self, texts: Mapping[str, str], otherwise: str) -> str:
        return self.words.pick(texts, otherwise)

    def things(self, id: str, count: int) -> str:
        declared = self.rules.bound.kinds.get(id) or self.rules.bound.stocks.get(id)
        return id if declared is None or count == 1 else declared.plural

    def attributes(
        self, attributes: Mapping[str, ir.Attribute], definition: ir.Definition
    ) -> Iterable[str]:
        from boardwright.dsl.language.types import (
            MemberType,
            PieceType,
            SpaceType,
            YesNoType,
            ZoneType,
        )

        for id, attribute in attributes.items():
            value = definition.attributes.get(id)
            if value is None and attribute.optional:
                yield ""
                continue
            values = value if isinstance(value, tuple) else (value or 0,)
            match attribute.type:
                case SpaceType() | PieceType() | ZoneType() as of:
                    game = self.rules.bound
                    yield ", ".join(game.find_printed(of, each).id for each in values)
                case MemberType(variety=variety):
                    members = self.rules.bound.varieties[variety].members
                    yield ", ".join(members[each] for each in values)
                case YesNoType():
                    yield "yes" if value else ""
                case _:
                    yield ", ".join(str(each) for each in values if each or attribute.many) or "0"

    def card_text(self, declared: DefinitionDecl | None) -> str:
        if declared is None:
            return ""
        return self.pick(declared.rules_text, "") or self.pick(declared.about, "")

    def sight(self, place: ir.Place) -> str:
        if place.visible_when is not None:
            return f"everyone when {_written(place.visible_when)}"
        order = "; in order" if place.ordered else ""
        return f"{place.visible_to}{order}"

    # ---- layout

    def line(self, text: str, style: str = "") -> None:
        from rich.text import Text

        self.console.print(Text(shown(text), style=style))

    def section(self, title: str, about: str = "") -> None:
        self.console.print()
        self.line(title, "bold cyan")
        if about:
            self.line(about, "dim")

    def table(
        self, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], about: str = ""
    ) -> None:
        """A section with a table, without empty columns. Where it is too wide, texts are broken between words, and names of
        one word stay whole, to be copied.
        """
        from rich.table import Table
        from rich.text import Text

        if not rows:
            return
        self.section(title, about)
        used = [n for n in range(len(heads)) if any(row[n] for row in rows)]
        names = {n for n in used if not any(" " in row[n] for row in rows)}
        if sum(2 + max(len(row[n]) for row in rows) for n in names) > self.console.width - 8:
            names = set()
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for n in used:
            table.add_column(heads[n], overflow="fold", no_wrap=n in names)
        for row in rows:
            table.add_row(*(Text(shown(row[n])) for n in used))
        self.console.print(table)


def _written(expression: ir.Expr) -> str:
    """An expression as it is written in the rules, on one line."""
    return " ".join(expression.span.text.split())


def _list_per(per: ir.Per) -> str:
    """What a place or note is kept for: one thing, or two."""
    return ", ".join((per,) if isinstance(per, str) else per or ())


def _slot(slot: ir.SlotKind, definitions: Iterable[ir.Definition]) -> str:
    """What authors need to know about an effect: where it is offered, and how often."""
    told = f"offered in {' and '.join(slot.offered_in)}"
    if not slot.offered_in:
        own = any(slot.id in each.slots and each.slots[slot.id].offered_in for each in definitions)
        told = "offered if a piece says so" if own else "not offered, but performed by rules"
    often = f", {limit_words(slot.limit.times, slot.limit.lasts)}" if slot.limit else ""
    return f"its effect `{slot.id}` is {told}{often}"


def _words(id: str) -> str:
    return id.replace("_", " ")


def _size(grid: Pattern) -> str:
    """What a grid is made of, in words."""
    if grid.rows is None:
        return f"a large {'hexagon' if grid.shape == 'hexagonal' else 'triangle'} with {grid.columns} to a side"
    made = "" if grid.shape == "square" else f"{grid.shape} "
    return f"a {made}grid of {grid.columns} by {grid.rows}"


def _grouped(links: Iterable[tuple[str, str]]) -> str:
    """Names by kind, such as `land: a, b; sea: c`."""
    found: dict[str, list[str]] = {}
    for kind, other in links:
        found.setdefault(kind, []).append(other)
    return "; ".join(f"{kind}: {', '.join(others)}" for kind, others in found.items())


def _own_force(definition: ir.Definition) -> str:
    """When the clauses of one piece apply, if that differs from its kind."""
    assert definition.in_force is not None
    told = _written(definition.in_force)
    return f"{definition.id} in force {told if told == 'always' else f'while {told}'}"
