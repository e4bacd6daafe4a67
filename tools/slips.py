"""Every small mistake that an author could make in a rule file: one wrong token, entry or line.

Only text with a meaning for the rules is changed; the table of keys says which scalars have one. Names, texts, comments,
reasons and references to a rulebook are for people, and are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from alternatives import (
    COMPARATORS,
    JOINING,
    PAIRS,
    Names,
    closed,
    is_once,
    next_two,
    nodes,
    tokens,
)
from boardwright.dsl.declare import shapes, values
from boardwright.dsl.declare.ruleset import Document
from boardwright.dsl.declare.sections import FILES, RECORDS
from boardwright.dsl.declare.shapes import Either, ListOf, MapOf, Part, Record, Shape, is_hook
from boardwright.dsl.declare.values import EffectText
from boardwright.dsl.language import syntax
from boardwright.dsl.language.parser import the_parser
from boardwright.dsl.language.words import LIFETIMES
from boardwright.dsl.rules.ir import Game
from boardwright.dsl.rules.name_uses import Uses
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.yaml_tree import Entry, Mapping, Node, Scalar, Sequence

KINDS = (
    *("number", "name", "comparator", "keyword", "condition", "operand"),
    *("line dropped", "line doubled", "entry dropped", "entry doubled", "key deleted"),
)


@dataclass(frozen=True, slots=True)
class Slip:
    """A file with `new` in place of the text from `start` to `end`. `printed` is what players can read on a card, on the
    board or in the list of contents of the box.
    """

    file: str
    start: int
    end: int
    new: str
    kind: str
    printed: bool

    def applied(self, text: str) -> str:
        """Returns the text of the file with the mistake."""
        return text[: self.start] + self.new + text[self.end :]


def slips(documents: Iterable[Document], game: Game, uses: Uses) -> tuple[Slip, ...]:
    """Yields all mistakes in these files, in the order of the files; no two give the same text."""
    names = Names(uses)
    found: dict[tuple[str, str], Slip] = {}
    for source, node in documents:
        for slip in _File(source, game, names).of(node):
            changed = slip.applied(source.text)
            if changed != source.text:
                found.setdefault((source.name, changed), slip)
    return tuple(found.values())


# ---- a file: shapes


_CODE = (
    values.EffectText,
    values.Expression,
    values.Modifier,
    values.Head,
    values.Visibility,
    values.Repetition,
    values.InForce,
    values.TypeName,
    values.AttributeType,
)
_NUMBERS = (
    *(values.Whole, values.WholeOr, values.Range, values.Grid, values.Limit),
    *(values.Row, values.Default),
)
_FOR_PEOPLE = (values.Text, values.Reason, values.Reference)
_FORMAT = ("language", "languages", "limits")
_PRINTED_KEYS = (
    "ring",
    "seats",
    "room",
    "total",
    "count",
    "copies",
    "pieces",
    "sides",
    "tables",
    "links",
)
_HOOK: Shape = Either((EffectText(), Part("hook")))
_NAME_OR_MANY: Shape = ListOf(values.Row(), single=True)


class _File:
    def __init__(self, source: Source, game: Game, names: Names) -> None:
        self.source, self.game, self.names = source, game, names
        self.printed = False

    def of(self, root: Node) -> Iterator[Slip]:
        if not isinstance(root, Mapping) or not root.entries:
            return
        first = root.entries[0].key.text
        if first in FILES:
            yield from self._record(root, RECORDS[first], "", skip=1)
        else:
            yield from self._record(root, RECORDS["definition"], first, skip=1)

    def _new(self, kind: str, start: int, end: int, new: str) -> Slip:
        return Slip(self.source.name, start, end, new, kind, self.printed)

    def _node(
        self, node: Node, shape: Shape | None, of: str = "", near: Mapping | None = None
    ) -> Iterator[Slip]:
        """Yields the changes in a value. `of` is the kind of piece or space, `near` the mapping that holds the value."""
        form = _form(shape, node)
        if isinstance(form, _FOR_PEOPLE):
            return
        if isinstance(node, Scalar):
            yield from self._scalar(node, form, near)
        elif isinstance(node, Sequence):
            yield from self._items(node, form.item if isinstance(form, ListOf) else None, of)
        elif isinstance(form, Part):
            yield from self._record(node, RECORDS[form.record], of)
        elif isinstance(form, MapOf) and not isinstance(form.value, _FOR_PEOPLE):
            for entry in node.entries:
                yield from self._scalar(entry.key, form.key, None)
                yield from self._node(entry.value, form.value, of)
                yield from self._deleted(node, entry)

    def _record(self, node: Mapping, record: Record, of: str, skip: int = 0) -> Iterator[Slip]:
        for number, entry in enumerate(node.entries):
            name = entry.key.text
            known = record.key(name)
            shape = None if known is None else known.shape
            if number < skip or name in _FORMAT or _is_for_people(shape):
                continue
            before = self.printed
            self.printed |= name in _PRINTED_KEYS or (
                known is None and self._is_attribute(of, name)
            )
            if known is not None:
                yield from self._node(entry.value, shape, of, node)
            else:
                yield from self._declared(entry, record, of)
            if known is not None or not self._is_left_out(of, entry):
                yield from self._deleted(node, entry)
            self.printed = before

    def _declared(self, entry: Entry, record: Record, of: str) -> Iterator[Slip]:
        """Yields the changes under a key that a ruleset declares."""
        name = entry.key.text
        if shapes.HOOKS in record.open and is_hook(name):
            yield from self._scalar(entry.key, values.Head(), None)
            yield from self._node(entry.value, _HOOK, of)
        elif shapes.PIECES in record.open or shapes.SPACES in record.open:
            shape: Shape = Either((MapOf(values.Id(), Part("definition")), ListOf(values.Id())))
            yield from self._node(entry.value, shape, name)
        elif shapes.SLOTS in record.open:
            is_printed = self._is_attribute(of, name)
            slot: Shape = Either((EffectText(), Part("slot")))
            yield from self._node(entry.value, _NAME_OR_MANY if is_printed else slot, of)

    def _is_attribute(self, of: str, name: str) -> bool:
        kind = self.game.kinds.get(of) or self.game.spaces.get(of)
        return kind is not None and name in kind.attributes

    def _is_left_out(self, of: str, entry: Entry) -> bool:
        """Whether an attribute has its default value: 0, no, nothing."""
        value = entry.value
        empty = isinstance(value, Sequence) and not value.items
        nothing = isinstance(value, Scalar) and value.text in ("0", "no", "nothing")
        return (empty or nothing) and self._is_attribute(of, entry.key.text)

    # ---- lists and keys

    def _items(self, node: Sequence, item: Shape | None, of: str) -> Iterator[Slip]:
        flow = self.source.text[node.span.start] == "["
        for number, each in enumerate(node.items):
            yield from self._node(each, item, of)
            text = self.source.text
            if flow:
                start, end = self._cut([i.span for i in node.items], number)
                yield self._new("entry dropped", start, end, "")
                again = text[each.span.start : each.span.end]
                yield self._new("entry doubled", each.span.end, each.span.end, f", {again}")
            else:
                start, end = self._lines(each.span)
                yield self._new("entry dropped", start, end, "")
                yield self._new("entry doubled", end, end, text[start:end])

    def _deleted(self, node: Mapping, entry: Entry) -> Iterator[Slip]:
        text, spans = self.source.text, [e.key.span.to(e.value.span) for e in node.entries]
        number = node.entries.index(entry)
        if text[node.span.start] == "{":
            yield self._new("key deleted", *self._cut(spans, number), "")
            return
        start, end = self._lines(spans[number])
        if "- " in text[start : entry.key.span.start]:  # the first key of an item keeps its dash
            start = entry.key.span.start
            if number + 1 < len(spans):
                end = spans[number + 1].start
        yield self._new("key deleted", start, end, "")

    def _cut(self, spans: list[Span], number: int) -> tuple[int, int]:
        """Removes an item between brackets, with its comma."""
        if number + 1 < len(spans):
            return spans[number].start, spans[number + 1].start
        return (spans[number - 1].end if number else spans[0].start), spans[number].end

    def _lines(self, span: Span) -> tuple[int, int]:
        """Whole lines."""
        text = self.source.text
        end = text.find("\n", max(span.start, span.end - 1))
        return text.rfind("\n", 0, span.start) + 1, len(text) if end < 0 else end + 1

    # ---- scalars

    def _scalar(self, scalar: Scalar, form: Shape | None, near: Mapping | None) -> Iterator[Slip]:
        if isinstance(form, _CODE):
            yield from self._code(scalar, form)
            return
        words: Iterable[str] = ()
        match form:
            case values.YesNo():
                words = (PAIRS.get(scalar.text, ""),)
            case values.OneOf(words=all_) | values.WholeOr(words=all_):
                words = (word for word in all_ if word != scalar.text)
            case values.Default():
                words = self._defaults(scalar, near)
            case values.NameOf():
                words = tuple(self.names.others(scalar.span)) or next_two(
                    sorted(LIFETIMES), scalar.text
                )
            case values.Limit():
                yield from self._limit(scalar)
            case values.Row():
                words = self.names.others(scalar.span)
                if scalar.text in ("yes", "no"):
                    words = (PAIRS[scalar.text],)
            case _:
                pass  # a number, a new name, or a text for people
        for word in words:
            if word:
                yield self._new(
                    "name" if word not in PAIRS else "keyword",
                    scalar.span.start,
                    scalar.span.end,
                    word,
                )
        if isinstance(form, _NUMBERS):
            for found in re.finditer(r"\d+", scalar.text):
                yield from self._number(scalar, found)

    def _number(self, scalar: Scalar, found: re.Match[str]) -> Iterator[Slip]:
        span, number = scalar.locate(*found.span()), int(found[0])
        for other in (number + 1, number - 1):
            if other >= 0:
                yield self._new("number", span.start, span.end, str(other))

    def _defaults(self, scalar: Scalar, near: Mapping | None) -> Iterable[str]:
        values = None if near is None else near.get("values")
        if scalar.text in ("yes", "no"):
            return (PAIRS[scalar.text],)
        if isinstance(values, Mapping):
            return next_two(list(values.keys()), scalar.text)
        if isinstance(values, Sequence):
            return next_two([i.text for i in values.items if isinstance(i, Scalar)], scalar.text)
        return ()

    def _limit(self, scalar: Scalar) -> Iterator[Slip]:
        for found in re.finditer(r"[a-z_]+", scalar.text):
            span = scalar.locate(*found.span())
            others = ["twice"] if found[0] == "once" else next_two(sorted(LIFETIMES), found[0])
            for other in others:
                yield self._new("keyword", span.start, span.end, other)

    # ---- texts of the language

    def _code(self, scalar: Scalar, form: Shape) -> Iterator[Slip]:
        found = list(tokens(scalar.text))
        locals_ = sorted(
            {
                t[0]
                for t in found
                if t[0].isidentifier() and self.names.is_local(scalar.locate(*t.span()))
            }
        )
        words = the_parser().words
        for number, token in enumerate(found):
            span = scalar.locate(*token.span())
            before = found[number - 1][0] if number else ""
            after = found[number + 1][0] if number + 1 < len(found) else ""
            if token[0].isdigit():
                yield from self._number(scalar, token)
            elif token[0] in COMPARATORS:
                for other in COMPARATORS[token[0]]:
                    yield self._new("comparator", span.start, span.end, other)
            elif token[0] in words or token[0] in PAIRS or not token[0].isidentifier():
                yield from self._keyword(span, token[0], before, after)
            elif self.names.is_local(span):
                for other in next_two(locals_, token[0]):
                    yield self._new("name", span.start, span.end, other)
            else:
                for other in self.names.others(span):
                    yield self._new("name", span.start, span.end, other)
        if isinstance(form, EffectText):
            if scalar.style == "literal":
                yield from self._statements(scalar)
            yield from self._tree(scalar, "effect")
        elif isinstance(form, values.Expression):
            yield from self._tree(scalar, "expression")
        elif isinstance(form, values.Modifier):
            yield from self._tree(scalar, "modifier")
        elif isinstance(form, values.Head):
            yield from self._tree(scalar, "head")

    def _keyword(self, span: Span, word: str, before: str, after: str) -> Iterator[Slip]:
        start, end = span.start, span.end
        if word == "up":
            if after == "to":
                at = self.source.text.index("to", end)
                yield self._new("keyword", start, at + 3, "")
            elif before == "rounded":
                yield self._new("keyword", start, end, "down")
        elif word == "down":
            yield self._new("keyword", start, end, "up")
        elif word in ("most", "least") and before == "at":
            yield self._new("keyword", start, end, "least" if word == "most" else "most")
        elif word == "not":
            yield self._new("keyword", start, end + 1, "")
        elif word == "is":
            if after != "not":
                yield self._new("keyword", end, end, " not")
        elif word in ("if", "when", "where", "while"):
            if after not in ("not", "those"):
                yield self._new("keyword", end, end, " not")
        elif word == "instead":
            yield self._new("keyword", start, self.source.text.index("of", end) + 2, "before")
        elif word in PAIRS:
            yield self._new("keyword", start, end, PAIRS[word])

    def _statements(self, scalar: Scalar) -> Iterator[Slip]:
        """Yields statements left out, and lines doubled.

        A statement is left out with its block; if it is the only one, `nothing` replaces it. Lines are not doubled if
        running them twice is the same as once.
        """
        tree = the_parser().parse(scalar, "effect", Bag())
        once = {node.span.row for node in nodes(tree) if is_once(node)}
        rows = [
            (row, self.source.line(row))
            for row in range(scalar.span.row + 1, scalar.span.end_row + 1)
        ]
        rows = [
            (row, line) for row, line in rows if line.strip() and not line.strip().startswith("#")
        ]
        indents = [len(line) - len(line.lstrip()) for _, line in rows]
        for number, (row, line) in enumerate(rows):
            last = number
            while last + 1 < len(rows) and indents[last + 1] > indents[number]:
                last += 1
            start = self.source.start_of(row)
            end = self.source.start_of(rows[last][0] + 1)
            alone = (number == 0 or indents[number - 1] < indents[number]) and (
                last + 1 == len(rows) or indents[last + 1] < indents[number]
            )
            new = " " * indents[number] + "nothing\n" if alone else ""
            is_branch = line.strip().startswith(("else", "otherwise"))
            yield self._new("line dropped", start, end, "" if is_branch else new)
            if last == number and row not in once:
                block = self.source.text[start:end]
                yield self._new(
                    "line doubled", end, end, block if block.endswith("\n") else f"\n{block}"
                )

    def _tree(self, scalar: Scalar, start: str) -> Iterator[Slip]:
        """Yields conditions left out, and single sides of joined expressions."""
        tree = the_parser().parse(scalar, start, Bag())
        for node in nodes(tree):
            if isinstance(node, syntax.Binary) and node.op in JOINING:
                for side in (node.left, node.right):
                    if closed(node.span.text) and closed(side.span.text):
                        yield self._new("operand", node.span.start, node.span.end, side.span.text)
            if isinstance(node, syntax.SetClause):
                parts = (("starting", node.starting), ("where", node.where))
                extreme = None if node.extreme is None else node.extreme[1]
                rising = None if node.rising is None else node.rising[1]
                for word, part in (*parts, ("with", extreme), ("by", rising)):
                    yield from self._left_out(word, part)
            for name in ("when", "condition"):
                part = getattr(node, name, None)
                if part is not None:
                    yield from self._left_out("when", part)

    def _left_out(self, word: str, part: syntax.Expr | None) -> Iterator[Slip]:
        if part is None:
            return
        text = self.source.text
        at = text.rfind(f"{word} ", 0, part.span.start)
        between = text[at : part.span.start]
        if at >= 0 and "\n" not in between and len(between) < len(word) + 16:
            yield self._new("condition", at - 1, part.span.end, "")


def _is_for_people(shape: Shape | None) -> bool:
    if isinstance(shape, ListOf):
        return isinstance(shape.item, _FOR_PEOPLE)
    return isinstance(shape, _FOR_PEOPLE) or (
        isinstance(shape, MapOf) and isinstance(shape.value, _FOR_PEOPLE)
    )


def _form(shape: Shape | None, node: Node) -> Shape | None:
    """Returns the first of several forms that fits; for a list that may be written as a single item, that item."""
    if isinstance(shape, Either):
        if isinstance(node, Mapping):
            parts = [form for form in shape.forms if isinstance(form, Part | MapOf)]
            first = node.keys()[0] if node.entries else ""
            for part in parts:
                if isinstance(part, Part) and RECORDS[part.record].key(first):
                    return part
            return next((f for f in parts if isinstance(f, MapOf)), parts[0] if parts else None)
        return next((form for each in shape.forms if (form := _form(each, node))), None)
    if isinstance(shape, ListOf):
        if isinstance(node, Sequence):
            return shape
        return _form(shape.item, node) if shape.single else None
    if isinstance(node, Mapping):
        return shape if isinstance(shape, Part | MapOf) else None
    if isinstance(node, Sequence):
        return ListOf(values.Row()) if isinstance(shape, values.Link) else None
    return None if isinstance(shape, Part | MapOf) else shape
