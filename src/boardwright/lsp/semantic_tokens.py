"""The colours of names and words: effects in blocks, too, which to YAML are plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lsprotocol import types

from boardwright.dsl.colours.effect_parts import Part
from boardwright.dsl.colours.rule_file import parts_of_leaf
from boardwright.dsl.format.roles import leaves
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.yaml_tree import Node
from boardwright.lsp.index import Index, Symbol
from boardwright.lsp.positions import position_at
from boardwright.lsp.stale_spans import moved

_TYPE = types.SemanticTokenTypes
# The sorts of names, by what they are most like in other languages.
_SORTS = {
    "kind": _TYPE.Class,
    "space_kind": _TYPE.Class,
    "stock": _TYPE.Class,
    "pieces": _TYPE.Class,
    "spaces": _TYPE.Class,
    "amount": _TYPE.Class,
    "trait": _TYPE.Interface,
    "variety": _TYPE.Enum,
    "members": _TYPE.Enum,
    "member": _TYPE.EnumMember,
    "piece": _TYPE.EnumMember,
    "space": _TYPE.EnumMember,
    "option": _TYPE.EnumMember,
    "value": _TYPE.Function,
    "table": _TYPE.Function,
    "function": _TYPE.Function,
    "with_of": _TYPE.Function,
    "rule": _TYPE.Method,
    "statement": _TYPE.Method,
    "slot": _TYPE.Event,
    "offer": _TYPE.Event,
    "entry": _TYPE.Event,
    "phase": _TYPE.Event,
    "decision": _TYPE.Event,
    "note": _TYPE.Property,
    "memory": _TYPE.Property,
    "attribute": _TYPE.Property,
    "place": _TYPE.Struct,
    "local": _TYPE.Variable,
}
_TYPES = (
    *dict.fromkeys(_SORTS.values()),
    _TYPE.Keyword,
    _TYPE.Number,
    _TYPE.Comment,
    _TYPE.Operator,
)
# The last two are our own: words that join others, and words that are expressions by themselves.
_MODIFIERS = (
    types.SemanticTokenModifiers.Declaration.value,
    types.SemanticTokenModifiers.DefaultLibrary.value,
    Part.JOINING.value,
    Part.CONSTANT.value,
)
_DECLARED, _BUILT_IN, _JOINING, _CONSTANT = 1, 2, 4, 8
# The parts of effects that are no names.
_PARTS = {
    Part.COMMENT: (_TYPE.Comment, 0),
    Part.NUMBER: (_TYPE.Number, 0),
    Part.STATEMENT: (_TYPE.Keyword, 0),
    Part.JOINING: (_TYPE.Keyword, _JOINING),
    Part.CONSTANT: (_TYPE.Keyword, _CONSTANT),
    Part.SIGN: (_TYPE.Operator, 0),
}

LEGEND = types.SemanticTokensLegend([each.value for each in _TYPES], [*_MODIFIERS])


@dataclass(frozen=True, slots=True)
class Token:
    """A coloured part of a text: its type, and its modifiers as bits."""

    start: int
    end: int
    type: types.SemanticTokenTypes
    modifiers: int = 0


def tokens(source: Source, root: Node, index: Index, first: int, last: int) -> list[Token]:
    """The tokens of a file between two offsets, in order. Names go before words."""
    found: dict[int, Token] = {}
    for token in (*_of_language(root, first, last), *_names(source, index, first, last)):
        found[token.start] = token
    ordered = [found[start] for start in sorted(found)]
    return [
        each
        for number, each in enumerate(ordered)
        if not number or ordered[number - 1].end <= each.start
    ]


def _names(source: Source, index: Index, first: int, last: int) -> Iterator[Token]:
    for span, symbols in index.by_file.get(source.name, ()):
        if span.end < first or span.start > last or "\n" in span.text or not symbols:
            continue
        symbol = _shown(symbols)
        sort = symbol.things[0].sort if symbol.things else ""
        if sort in _SORTS and span.text.strip():
            declared = _DECLARED if span in symbol.declarations else 0
            built_in = _BUILT_IN if symbol.things[0].is_built_in else 0
            yield Token(span.start, span.end, _SORTS[sort], declared | built_in)


def _shown(symbols: Sequence[Symbol]) -> Symbol:
    """Of a parameter without a type, the type; of several things, the first that is no local name."""
    return next((each for each in symbols if not each.is_local), symbols[0])


def _of_language(root: Node, first: int, last: int) -> Iterator[Token]:
    for leaf in leaves(root):
        if leaf.scalar.span.end < first or leaf.scalar.span.start > last:
            continue
        for start, end, part in parts_of_leaf(leaf, _PARTS):
            if first <= end and start <= last:
                yield Token(start, end, *_PARTS[part])


def encoded(found: Sequence[Token], read: Source, now: Source) -> list[int]:
    """Tokens of a text as it was read, in the current text, in the protocol's form: each relative to the one before it."""
    data: list[int] = []
    line = character = 0
    for token in found:
        span = moved(Span(read, token.start, token.end), now) if read is not now else None
        if read is not now and span is None:
            continue
        start, end = (token.start, token.end) if span is None else (span.start, span.end)
        at, stop = position_at(now, start), position_at(now, end)
        if at.line != stop.line:
            continue
        if at.line != line:
            character = 0
        data += [
            at.line - line,
            at.character - character,
            stop.character - at.character,
            _TYPES.index(token.type),
            token.modifiers,
        ]
        line, character = at.line, at.character
    return data
