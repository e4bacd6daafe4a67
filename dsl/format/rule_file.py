"""Formats a rule file: the same file with other spaces and line breaks.

Nothing else ever changes: no word, no quote, no order, no comment. The meaning of spaces stays the same, too: the file is
read before and after, and the new text is refused if the meaning differs.
"""

from __future__ import annotations

from boardwright.dsl.format.layout import laid_out
from boardwright.dsl.format.roles import Leaf, ScalarRole, leaves
from boardwright.dsl.format.spacing import words_of
from boardwright.dsl.format.tokens import tokens
from boardwright.dsl.language.parser import (
    parse_effect,
    parse_expression,
    parse_head,
    parse_modifier,
)
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar, Sequence, read

_PARSERS = {
    ScalarRole.EFFECT: parse_effect,
    ScalarRole.EXPRESSION: parse_expression,
    ScalarRole.MODIFIER: parse_modifier,
    ScalarRole.HEAD: parse_head,
}


def formatted(source: Source, bag: Bag) -> str | None:
    """Returns the formatted text of a rule file, or None if it cannot be read; the bag says why.

    All lines end like the first one.
    """
    text = source.text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    crlf = source.text.partition("\n")[0].endswith("\r")
    if text and not text.endswith("\n"):
        text += "\n"
    before = Source(source.name, text)
    own = Bag()
    root = read(before, own)
    meant = None if root is None or own.failed else _meaning(root, own)
    for diagnostic in own.sorted():
        bag.add(diagnostic)
    if root is None or meant is None or own.failed:
        return None
    meaning, roles = meant
    new = laid_out(text, tokens(text, root, roles))
    again = read(Source(source.name, new), Bag())
    after = None if again is None else _meaning(again, Bag())
    if after is None or after[0] != meaning or "".join(new.split()) != "".join(text.split()):
        bag.error(
            "E901",
            "formatting would change the meaning of this file",
            before.span(0),
            help="report this file; nothing was changed",
        )
        return None
    return new.replace("\n", "\r\n") if crlf else new


def _meaning(root: Node, bag: Bag) -> tuple[list[object], dict[int, ScalarRole]]:
    """Returns the content of a file, and the roles of its scalars by `id`."""
    said: list[object] = [_skeleton(root)]
    roles: dict[int, ScalarRole] = {}
    for leaf in leaves(root):
        own = Bag()
        role = leaf.role if _is_read(leaf) else ScalarRole.OTHER
        meaning = _said(leaf.scalar, role, own)
        if own.failed and not leaf.sure:
            # It was only written like an effect.
            role, meaning = ScalarRole.OTHER, leaf.scalar.text
        elif own.failed:
            for diagnostic in own.sorted():
                bag.add(diagnostic)
        said.append(meaning)
        roles[id(leaf.scalar)] = role
    return said, roles


def _skeleton(node: Node) -> object:
    match node:
        case Scalar():
            return node.style
        case Sequence():
            return [_skeleton(item) for item in node.items]
        case Mapping():
            return [(_skeleton(entry.key), _skeleton(entry.value)) for entry in node.entries]


def _is_read(leaf: Leaf) -> bool:
    """Whether a scalar can have its role: an effect in quotes is not an effect, nor is an empty text."""
    scalar = leaf.scalar
    if scalar.style == "empty":
        return False
    if leaf.role is not ScalarRole.EFFECT or scalar.style == "literal":
        return True
    return scalar.style == "plain" and "\n" not in scalar.span.text


def _said(scalar: Scalar, role: ScalarRole, bag: Bag) -> object:
    if role in _PARSERS:
        return _PARSERS[role](scalar, bag)
    if role is ScalarRole.VISIBILITY:
        return words_of(scalar.text)
    if role is ScalarRole.PHRASE:
        return scalar.text.split()
    return scalar.text
