"""The changes of expansions, and all that happens in one rule or value: as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from boardwright.dsl.source.diagnostics import shown
from boardwright.files.names import name_of
from boardwright.terminal import Paint
from boardwright.text.code_colours import EFFECTS, painted

if TYPE_CHECKING:
    from boardwright.dsl.compose.expansion_changes import (
        Addition,
        Attachment,
        DeclaredThing,
        ExpansionChanges,
        InForce,
        Layer,
        Modification,
        OwnedClause,
        Replacement,
        RuleChain,
        ValueChain,
    )
    from boardwright.dsl.language.syntax import Effect
    from boardwright.dsl.source.places import Span

_HEADING, _NAME, _PLACE = "1;36", "1", "2"
_NARROWEST = 20  # width left of the positions; with less, positions get lines of their own
# The order of sorts; None is where pieces and spaces go, whose sort is their kind.
_ORDER = (
    "option",
    "condition",
    "variety",
    "member",
    "kind of piece",
    "kind of space",
    "stock",
    "place",
    "lying",
    "note",
    "table",
    "value",
    "rule",
    "offer",
    "entry",
    None,
    "trait",
    "phase",
    "outcome",
    "invariant",
    "links",
    "text",
)
_PLURALS = {
    "kind of piece": "kinds of pieces",
    "kind of space": "kinds of spaces",
    "variety": "varieties",
    "condition": "conditions on the table",
    "outcome": "the outcome",
    "invariant": "what is always true",
    "links": "kinds of links",
}


def place_of(span: Span | None, roots: Iterable[Path]) -> str:
    """A position such as `chess/rooks.yaml:31`. A file outside the current folder is named from its ruleset's folder."""
    return "built in" if span is None else shown(f"{name_of(span.source.name, roots)}:{span.row}")


@dataclass(frozen=True, slots=True)
class Row:
    """One line, or several if it is too long. `cells` are aligned in columns, `text` is wrapped next to them, and the lines
    `below` follow unwrapped: statements. If `in_language`, the text is one of the effect language, too.
    """

    text: str
    place: str = ""
    cells: tuple[str, ...] = ()
    indent: int = 2
    style: str = ""
    below: tuple[str, ...] = ()
    in_language: bool = False


@dataclass(frozen=True, slots=True)
class ChangesText:
    """Text for a terminal with this many columns; `roots` are the folders of the rulesets."""

    roots: Sequence[Path]
    width: int
    paint: Paint

    def changes(self, name: str, changes: ExpansionChanges) -> str:
        """All changes, grouped by what they do."""
        lines = [self.paint(_NAME, shown(name))]
        if not changes.layers:
            lines += ["no changes: name an expansion with --with"]
            return "\n".join(lines)
        sections = (
            ("Expansions, in the order in which they apply", self._layers(changes.layers)),
            ("Adds", self._additions(changes.additions, len(changes.layers) > 1)),
            ("Replaces", self._replacements(changes.replacements)),
            ("Modifies", self._modifications(changes.modifications)),
            ("Hooks", self._attachments(changes.attachments)),
        )
        used = [(title, rows) for title, rows in sections if rows]
        laid_out = self._laid_out([rows for _, rows in used])
        for (title, _), block in zip(used, laid_out, strict=True):
            lines += ["", self.paint(_HEADING, title), *block]
        return "\n".join(lines)

    def rule(self, chain: RuleChain, more: Sequence[str] = ()) -> str:
        """Everything that happens when a rule runs; `more` are notes about it."""
        rule = chain.rule
        rows = [*self._fired(chain.instead), *self._fired(chain.before)]
        body = "" if chain.effect or rule.span is None else "does nothing by itself"
        cells = ("body", shown(rule.origin), "")
        rows.append(Row(body, self.place(rule.span), cells, below=_text(chain.effect)))
        rows += self._fired(chain.after)
        notes = [*more]
        if chain.instead:
            notes.append("`instead` replaces everything below it, which its `original` runs")
        for each in chain.instead:
            if not each.original:
                notes.append(f"{_whose(each)} has no `original`: nothing below it happens then")
        if len({each.piece for each in (*chain.before, *chain.after) if each.piece}) > 1:
            notes.append("the pieces of the active player come first, then the others clockwise")
        return self._chain(rule, rows, notes, chain.in_force)

    def value(self, chain: ValueChain) -> str:
        """Everything that determines a value."""
        value = chain.value
        rows = [
            Row(
                shown(chain.base),
                self.place(value.span),
                ("is", shown(value.origin)),
                in_language=True,
            )
        ]
        rows += [
            Row(
                shown(f"{each.change} {_limits(each)}".rstrip()),
                self.place(each.span),
                ("then", _whose(each)),
                in_language=True,
            )
            for each in chain.modifications
        ]
        notes = []
        if sum(each.op == "becomes" for each in chain.modifications) > 1:
            notes.append("if several `becomes` apply, the last one wins")
        return self._chain(value, rows, notes, chain.in_force)

    # ---- sections

    def _layers(self, layers: Sequence[Layer]) -> list[Row]:
        rows = []
        for number, layer in enumerate(layers, 1):
            why = "as given"
            span = layer.span
            if layer.after:
                why = "after " + ", ".join(shown(name.id) for name in layer.after)
                span = layer.after[0].span
            if layer.in_play:
                why += f"; takes part if {shown(layer.in_play)}"
            rows.append(Row(why, self.place(span), (f"{number}", shown(layer.id))))
        return rows

    def _additions(self, additions: Sequence[Addition], several: bool) -> list[Row]:
        groups: dict[tuple[str, str], list[Addition]] = {}
        for each in additions:
            at = "" if each.to is None else f"{each.how} {each.to.id}"
            groups.setdefault((each.thing.sort, at), []).append(each)
        order = {sort: n for n, sort in enumerate(_ORDER)}
        rows: list[Row] = []
        for (sort, _), group in sorted(
            groups.items(), key=lambda pair: order.get(pair[0][0], order[None])
        ):
            to, how = group[0].to, group[0].how
            if to is None:
                title = _PLURALS.get(sort, f"{sort}s")
            elif how == "of":
                title = f"{to.id}, a {to.sort}"
            elif how == "in":
                title = f"{to.sort} {to.id}"
            elif how == "inside":
                title = f"{_PLURALS.get(sort, f'{sort}s')} of {to.id}, a {to.sort}"
            elif how == "on":
                title = f"what may lie in {to.id}, a {to.sort}"
            else:
                title = f"phase, {how} {to.id}"
            rows.append(self._touched(title, to))
            for each in group:
                told = f"in {', '.join(each.offered_in)}" if each.offered_in else ""
                whose = (shown(each.thing.origin),) if several else ()
                if sort in ("condition", "invariant"):
                    told, name = each.thing.written, ""
                else:
                    name = each.thing.id.split(".")[-1]  # without the offer of an entry
                cells = (shown(name), *whose) if name else ()
                rows.append(Row(shown(told), self.place(each.thing.span), cells, 4))
        return rows

    def _replacements(self, replacements: Sequence[Replacement]) -> list[Row]:
        rows: list[Row] = []
        for each in replacements:
            old = each.old
            rows.append(self._touched(_called(old), old))
            told = f"gets `{each.thing.written.split(' of ')[0]}`" if each.fresh else ""
            cells = (shown(each.thing.origin),)
            rows.append(Row(shown(told), self.place(each.thing.span), cells, 4))
        return rows

    def _modifications(self, modifications: Sequence[Modification]) -> list[Row]:
        rows: list[Row] = []
        for value, group in _by_thing((each.value, each) for each in modifications):
            rows.append(self._touched(value.written, value))
            for each in group:
                told = shown(f"{each.change} {_limits(each)}".rstrip())
                cells = (_piece(each),)
                rows.append(Row(told, self.place(each.span), cells, 4, in_language=True))
        return rows

    def _attachments(self, attachments: Sequence[Attachment]) -> list[Row]:
        rows: list[Row] = []
        for rule, group in _by_thing((each.rule, each) for each in attachments):
            rows.append(self._touched(_called(rule), rule))
            for each in group:
                told, cells = shown(_limits(each)), (each.moment, _piece(each))
                rows.append(Row(told, self.place(each.span), cells, 4, in_language=True))
        return rows

    def _fired(self, attachments: Sequence[Attachment]) -> list[Row]:
        return [
            Row(
                shown(_limits(each, by=False)),
                self.place(each.span),
                (each.moment, _whose(each), f"by {each.by}" if each.by else ""),
                below=_text(each.effect),
                in_language=True,
            )
            for each in attachments
        ]

    def _chain(
        self,
        thing: DeclaredThing,
        rows: Sequence[Row],
        notes: Sequence[str],
        in_force: Sequence[InForce],
    ) -> str:
        (block,) = self._laid_out([rows])
        lines = [self.paint(_NAME, shown(_called(thing))), *block]
        for each in in_force:
            place = self.place(each.span)
            whose = f"clauses of {'' if each.piece else 'a '}{each.id}"
            what = f"{whose} apply" if each.kind else f"{each.id} takes part"
            when = f"{'while' if each.kind else 'if'} {each.condition}"
            if each.piece and each.condition == "always":
                when = "while a player owns it"
            notes = [*notes, f"{what} {when} ({place})"]
        for note in notes:
            head = f"  = {self.paint(_NAME, 'note')}: "
            first, *more = wrap(shown(note), max(_NARROWEST, self.width - len("  = note: ")))
            lines += [f"{head}{first}", *(f"{' ' * len('  = note: ')}{line}" for line in more)]
        return "\n".join(lines)

    def _touched(self, name: str, thing: DeclaredThing | None) -> Row:
        place = "" if thing is None else self.place(thing.span)
        return Row(shown(name), place, style=_NAME)

    def place(self, span: Span | None) -> str:
        return place_of(span, self.roots)

    # ---- layout

    def _laid_out(self, blocks: Sequence[Sequence[Row]]) -> list[list[str]]:
        """The lines of each block, with cells and texts aligned per block and positions aligned over all blocks."""
        rows = [row for block in blocks for row in block]
        heads = [head for block in blocks for head in _heads(block)]
        beside = self.width - 2 - max((len(row.place) for row in rows), default=0)
        room = min(
            (beside - len(head) for row, head in zip(rows, heads, strict=True) if row.text),
            default=beside,
        )
        stacked = room < _NARROWEST
        left = self.width if stacked else beside
        texts = [
            wrap(row.text, max(_NARROWEST // 2, left - len(head))) or [""]
            for row, head in zip(rows, heads, strict=True)
        ]
        widest = max(
            len(head) + len(line) for head, text in zip(heads, texts, strict=True) for line in text
        )
        written = iter(zip(rows, heads, texts, strict=True))
        return [
            [line for _ in block for line in self._lines(*next(written), 0 if stacked else widest)]
            for block in blocks
        ]

    def _lines(self, row: Row, head: str, text: Sequence[str], beside: int) -> Iterable[str]:
        """The lines of a row. Its position is after the first line, from that column on, or below it without a column."""
        first, *more = text
        begun = f"{head}{first}".rstrip()
        if row.in_language:
            first, *more = (self._in_colours(each) for each in text)
            line = f"{head}{first}".rstrip()
        else:
            line = self._styled(begun, row.style)
        place = self.paint(_PLACE, row.place)
        if place and beside:
            line += " " * (beside - len(begun) + 2) + place
        yield line
        yield from (f"{' ' * len(head)}{each}" for each in more)
        if place and not beside:
            yield f"{' ' * (row.indent + 4)}{place}"
        below = painted("\n".join(row.below), EFFECTS, self.paint) if row.below else []
        yield from (f"{' ' * (row.indent + 4)}{each}".rstrip() for each in below)

    def _in_colours(self, text: str) -> str:
        (line,) = painted(text, EFFECTS, self.paint)
        return line

    def _styled(self, text: str, style: str) -> str:
        body = text.strip()
        return (
            f"{text[: len(text) - len(text.lstrip())]}{self.paint(style, body) if style else body}"
        )


def _heads(rows: Sequence[Row]) -> list[str]:
    """The cells of each row, padded; empty columns take no space."""
    count = max((len(row.cells) for row in rows), default=0)
    widths = [max(len(row.cells[n]) for row in rows if n < len(row.cells)) for n in range(count)]
    return [
        " " * row.indent
        + "".join(
            f"{cell.ljust(width)}  "
            for cell, width in zip(row.cells, widths, strict=False)
            if width
        )
        for row in rows
    ]


def _text(effect: Effect | None) -> tuple[str, ...]:
    """The statements of a clause."""
    from boardwright.dsl.compose.expansion_changes import lines_of

    return () if effect is None else tuple(map(shown, lines_of(effect)))


def _called(thing: DeclaredThing) -> str:
    """`rule march(region)`, `limit of t02`, `turn`."""
    alone = " of " in thing.written and "(" not in thing.written
    return (
        thing.written if alone or thing.sort == thing.written else f"{thing.sort} {thing.written}"
    )


def _by_thing(pairs: Iterable[tuple[DeclaredThing, Any]]) -> list[tuple[DeclaredThing, list[Any]]]:
    groups: dict[tuple[str, str], tuple[DeclaredThing, list[Any]]] = {}
    for thing, each in pairs:
        groups.setdefault((thing.sort, thing.id), (thing, []))[1].append(each)
    return list(groups.values())


def _piece(clause: OwnedClause) -> str:
    """The piece that a clause belongs to, or else the game or expansion."""
    return shown(clause.origin if clause.piece is None else clause.piece[1])


def _whose(clause: OwnedClause) -> str:
    """The owner of a clause, such as `tower of siege`, or `siege`."""
    if clause.piece is None:
        return shown(clause.origin)
    return shown(f"{clause.piece[1]} of {clause.origin}")


# ---- JSON, with positions as in the output of `validate`


def as_data(
    game: str,
    expansions: Sequence[str],
    changes: ExpansionChanges | None,
    rules: Sequence[RuleChain],
    values: Sequence[ValueChain],
) -> dict[str, Any]:
    """The result as data for JSON."""
    data: dict[str, Any] = {"game": game, "expansions": list(expansions)}
    if changes is not None:
        data["order"] = [
            {
                "id": layer.id,
                **_at(layer.span),
                "after": [{"id": name.id, **_at(name.span)} for name in layer.after],
                "in_play": layer.in_play or None,
            }
            for layer in changes.layers
        ]
        data["adds"] = [
            {
                **_thing(each.thing),
                "offered_in": list(each.offered_in),
                "touches": None if each.to is None else {"how": each.how, **_thing(each.to)},
            }
            for each in changes.additions
        ]
        data["replaces"] = [
            {**_thing(each.thing), "new": each.fresh, "touches": _thing(each.old)}
            for each in changes.replacements
        ]
        data["modifies"] = [_modification(each) for each in changes.modifications]
        data["hooks"] = [_attachment(each) for each in changes.attachments]
    if rules:
        data["rules"] = [
            {
                **_thing(chain.rule),
                "instead": [_attachment(each) for each in chain.instead],
                "before": [_attachment(each) for each in chain.before],
                "after": [_attachment(each) for each in chain.after],
                "in_force": [_condition(each) for each in chain.in_force],
            }
            for chain in rules
        ]
    if values:
        data["values"] = [
            {
                **_thing(chain.value),
                "is": chain.base,
                "modified": [_modification(each) for each in chain.modifications],
                "in_force": [_condition(each) for each in chain.in_force],
            }
            for chain in values
        ]
    return data


def _at(span: Span | None) -> dict[str, Any]:
    if span is None:
        return {"filename": None, "location": None}
    return {
        "filename": span.source.name,
        "location": {"row": span.row, "column": span.column},
    }


def _thing(thing: DeclaredThing) -> dict[str, Any]:
    return {
        "sort": thing.sort,
        "id": thing.id,
        "written": thing.written,
        "origin": thing.origin,
        **_at(thing.span),
    }


def _clause(clause: OwnedClause) -> dict[str, Any]:
    piece = None if clause.piece is None else {"kind": clause.piece[0], "id": clause.piece[1]}
    return {
        "origin": clause.origin,
        "piece": piece,
        "trait": clause.trait,
        "only": list(clause.only),
        "by": clause.by or None,
        "when": clause.when or None,
        **_at(clause.span),
    }


def _limits(clause: OwnedClause, by: bool = True) -> str:
    """When a clause applies, for what, and for whom (if `by`)."""
    found = [f"only for {' and '.join(clause.only)}"] if clause.only else []
    if by and clause.by not in ("", "me"):
        found.append(f"by {clause.by}")
    if clause.when:
        found.append(f"when {clause.when}")
    return " ".join(found)


def _modification(each: Modification) -> dict[str, Any]:
    return {"change": each.change, **_clause(each), "touches": _thing(each.value)}


def _attachment(each: Attachment) -> dict[str, Any]:
    own: dict[str, Any] = {"moment": each.moment}
    if each.moment == "instead":
        own["original"] = each.original
    return {**own, **_clause(each), "touches": _thing(each.rule)}


def _condition(each: InForce) -> dict[str, Any]:
    of = "piece" if each.piece else "kind" if each.kind else "expansion"
    return {of: each.id, "condition": each.condition, **_at(each.span)}
