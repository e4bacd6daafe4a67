"""A rule as its authors wrote it, and the Python that is emitted for it, side by side if there is room."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes, phases_in
from boardwright.dsl.source.diagnostics import shown
from boardwright.files.names import name_of
from boardwright.interpreter.machine.meanings import mangled
from boardwright.interpreter.program.emitted_listing import OUTCOME, Listed, Listing
from boardwright.interpreter.program.vector_legend import places_by_number
from boardwright.terminal import Paint
from boardwright.text.changes import place_of
from boardwright.text.code_colours import PYTHON, RULES, painted

if TYPE_CHECKING:
    from boardwright.dsl.source.places import Source
    from boardwright.interpreter.program.program import Program

_HEADING, _NAME, _PLACE = "1;36", "1", "2"
_BETWEEN = 3  # columns between the two sides


@dataclass(frozen=True, slots=True)
class Lines:
    """Whole lines of a file, from one row to another."""

    source: Source
    first: int
    texts: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.source.name


def clauses(game: ir.Game, name: str) -> list[Lines]:
    """The lines of a rule, value, phase, offer, effect or the outcome, and of all clauses attached to it. Parts that no
    author wrote have no lines.
    """
    found: list[ir.Node] = []
    hooks = [hook for hook in game.hooks if hook.rule == name]
    for of in game.definitions:
        for slot in of.slots:
            if f"{of.id}.{slot}" == name:
                hooks += game.hooks_on_effect(of.kind, of.id, slot)
    found += reversed([hook for hook in hooks if hook.moment == "instead"])
    found += [hook for hook in hooks if hook.moment == "before"]
    if name in game.rules:
        found.append(game.rules[name])
    found += [phase for phase in phases_in(game.course) if phase.id == name]
    if name in game.values:
        found.append(game.values[name])
        found += [each for each in game.modifiers if each.value == name]
    if name in game.offers:
        found += [game.offers[name], *game.offers[name].entries]
    for definition in game.definitions:
        found += [s for s in definition.slots.values() if f"{definition.id}.{s.id}" == name]
    if name == OUTCOME:
        found.append(game.outcome)
    found += [hook for hook in hooks if hook.moment == "after"]
    lines = [_lines(each) for each in found]
    return [
        each
        for n, each in enumerate(lines)
        if not any(_inside(each, other) for other in lines[:n])  # a clause of a trait occurs often
    ]


def _lines(root: ir.Node) -> Lines:
    """The lines of a node and all its parts, without phases inside a phase, which have names of their own."""
    source, rows = root.span.source, [root.span.row, root.span.end_row]
    inner = {id(n) for phase in getattr(root, "phases", ()) for n in nodes(phase)}
    for node in nodes(root):
        span = node.span
        if id(node) not in inner and span.source == source and span.start >= root.span.start:
            rows.append(span.end_row)
    texts = [source.line(row) for row in range(rows[0], max(rows) + 1)]
    while len(texts) > 1 and not texts[-1].strip():
        texts.pop()
    return Lines(source, rows[0], tuple(texts))


def _inside(lines: Lines, other: Lines) -> bool:
    return lines.name == other.name and (
        other.first <= lines.first
        and lines.first + len(lines.texts) <= other.first + len(other.texts)
    )


@dataclass(frozen=True, slots=True)
class EmittedText:
    """Text for a terminal with this many columns; `roots` are the folders of the rulesets."""

    roots: Sequence[Path]
    width: int
    paint: Paint

    def whole(self, head: str, program: Program, name: str, found: Listing) -> str:
        """The rule, the emitted text, and the meaning of its numbers."""
        here = clauses(program.table.game, name)
        left, widths = list(self.written(here)), [*map(len, self._plain.written(here))]
        code = [line for each in found.functions for line in self.function(each, name)]
        right = painted("\n".join(code), PYTHON, self.paint)
        lines = [self.paint(_NAME, shown(head)), ""]
        room = max(widths, default=0) + _BETWEEN
        if left and room + max(map(len, code), default=0) <= self.width:
            for one, wide, other in zip_longest(left, widths, right[:-1]):
                lines.append(f"{one or ''}{' ' * (room - (wide or 0))}{other or ''}".rstrip())
            lines.append("")
        else:
            lines += [*left, ""] if left else []
            lines += right
        lines += self.legend(program, found)
        return "\n".join(lines).rstrip()

    def written(self, found: Sequence[Lines]) -> Iterator[str]:
        """The lines of the files with their numbers, and the name of each file."""
        gutter = max((len(f"{each.first + len(each.texts)}") for each in found), default=0)
        for n, each in enumerate(found):
            if n == 0 or found[n - 1].name != each.name:
                yield self.file(each.name)
            elif found[n - 1].first + len(found[n - 1].texts) != each.first:
                yield f"{'':>{gutter}} ."
            for row, text in enumerate(self._in_colours(each), each.first):
                yield f"{row:>{gutter}} | {text}".rstrip()

    def _in_colours(self, lines: Lines) -> Sequence[str]:
        if not self.paint.on:
            return [shown(text) for text in lines.texts]
        rows = range(1, lines.first + len(lines.texts))
        whole = "\n".join(shown(lines.source.line(row)) for row in rows)
        return painted(whole, RULES, self.paint)[lines.first - 1 :]

    @property
    def _plain(self) -> EmittedText:
        return replace(self, paint=Paint(False))

    def file(self, name: str) -> str:
        return shown(name_of(name, self.roots))

    def function(self, each: Listed, name: str) -> Iterator[str]:
        """The text of a function."""
        yield from each.text.splitlines()
        yield ""

    def legend(self, program: Program, found: Listing) -> Iterator[str]:
        """The meaning of the numbers."""
        rows = [(each.where(), each.meaning()) for each in found.words]
        if rows:
            yield self.paint(_HEADING, "v, the state")
            yield from self._rows(rows)
        if found.tables:
            yield self.paint(_HEADING, "tables, which the rules and the table determine")
            room = self.width - max(len(head) for head, _ in found.tables) - 4
            yield from self._rows([(head, _short(text, room)) for head, text in found.tables])
        asks = [
            (f"ask {number}", f"{site.name}, {place_of(site.span, self.roots)}")
            for number, site in found.asks
        ]
        faults = [
            (
                f"fail {number}",
                f"{fault.code}: {fault.message}, {place_of(fault.span, self.roots)}",
            )
            for number, fault in found.faults
        ]
        if asks or faults:
            yield self.paint(_HEADING, "questions, and possible errors")
            yield from self._rows([*asks, *faults])
        yield self.paint(_HEADING, "numbers")
        table = program.table
        seats = ", ".join(f"{n} {seat}" for n, seat in enumerate(table.seats))
        yield from self._rows(
            [("players", seats), ("places", ", ".join(places_by_number(program)))]
        )

    def _rows(self, rows: Sequence[tuple[str, str]]) -> Iterator[str]:
        wide = max(len(head) for head, _ in rows) + 2
        for head, text in rows:
            first, *more = wrap(shown(text), max(20, self.width - wide - 2)) or [""]
            yield f"  {head.ljust(wide)}{first}".rstrip()
            yield from (f"  {' ' * wide}{line}" for line in more)


def _short(text: str, room: int) -> str:
    """A table, cut off if it is long."""
    return text if len(text) <= room else f"{text[: max(room, 20) - 5]} ..."


def as_data(program: Program, name: str, found: Listing) -> str:
    """The same as data for JSON."""
    table = program.table
    data: dict[str, Any] = {
        "game": table.game.id,
        "expansions": list(table.game.expansions),
        "players": table.players,
        "name": name,
        "clauses": [
            {"filename": each.name, "row": each.first, "lines": list(each.texts)}
            for each in clauses(table.game, name)
        ],
        "functions": [
            {
                "name": mangled(each.name),
                "text": each.text,
            }
            for each in found.functions
        ],
        "tables": dict(found.tables),
        "words": [
            {
                "first": each.area.first,
                "count": each.area.count,
                "meaning": each.area.meaning,
                "of": list(each.area.labels),
            }
            for each in found.words
        ],
        "asks": [{"number": number, "name": site.name} for number, site in found.asks],
        "faults": [
            {"number": number, "code": fault.code, "message": fault.message}
            for number, fault in found.faults
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False)
