"""Guesses what was meant by a name or a condition that does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boardwright.dsl.language import syntax
from boardwright.dsl.language.types import PLAYER, Type
from boardwright.dsl.rules import ir
from boardwright.dsl.source.fixes import write
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help

_NAMES = {
    "true": "yes",
    "false": "no",
    "none": "nobody",
    "null": "nobody",
    "opponents": "players except me",
    "enemies": "players except me",
    "rivals": "players except me",
    "everyone": "players",
    "everybody": "players",
    "self": "me",
    "myself": "me",
    "mine": "my ...",
}
_TYPES = {
    "bool": "yes_no",
    "boolean": "yes_no",
    "flag": "yes_no",
    "int": "number",
    "integer": "number",
    "float": "number",
    "counter": "number",
}
_COMPARING = ("is", "is not", "is in", "is not in", "=", "!=", ">=", "<=", ">", "<")


def of_a_name(name: str, span: Span, candidates: Iterable[str]) -> tuple[str, ...]:
    """The help for an unknown name: the word of the language for it, or a similar name."""
    following = span.source.text[span.end :].split("\n", 1)[0].split()
    if name == "you" and following[:1] in (["may"], ["chooses"]):
        return (
            ("remove `you`",)
            if following[0] == "may"
            else ("write `choose` instead of both words",)
        )
    if name in _NAMES:
        return (write(_NAMES[name]),)
    return suggest_help(name, candidates)


def called(element: str) -> str:
    """The help that names each element of a set in its conditions: `choose 2 seen from ...`."""
    return write(element, ", which names each element of the set here")


def of_a_type(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """The help for an unknown type."""
    return (write(_TYPES[name]),) if name in _TYPES else suggest_help(name, candidates)


def of_it(expr: ir.Expr, it: ir.Var | None, wanted: Type, owner: str) -> str:
    """The help for an `it` of another type than expected; `owner` is how to write its owner."""
    if it is None or not isinstance(expr, ir.Local) or expr.var != it:
        return ""
    itself = f"`it` is the {str(it.type).split(' ', 1)[-1]} itself"
    if wanted != PLAYER:
        return itself
    return write(owner or "me", f": {itself}")


def unnamed(
    head: syntax.Head, params: Sequence[ir.Var], only: Sequence[tuple[int, str]], name: str
) -> tuple[tuple[str, str], ...]:
    """The parameters that a head does not name, each with the head that would; `name` is the head without any.
    `only` are those that it fixes to one id.
    """
    said = [param.span.text for param in head.params]
    more = " ..." if head.by or head.when else ""
    found: list[tuple[str, str]] = []
    for at, id in only:
        named = ", ".join((*said[:at], params[at].name, *said[at + 1 :]))
        found.append(
            (params[at].name, f"this is `{id}`; to name it, write `{name}({named}) when ...`")
        )
    for var in params[len(said) :]:
        said.append(var.name)
        found.append((var.name, f"name its parameter: `{name}({', '.join(said)}){more}:`"))
    return tuple(found)


def repeated(node: syntax.Binary) -> str:
    """The help for the second half of `region is north or south`."""
    asked = _last_comparison(node.left)
    single = syntax.Name | syntax.Number | syntax.Me | syntax.It | syntax.Nobody
    if asked is None or not isinstance(node.right, single):
        return ""
    # "is not a or b" leaves out both.
    word = "and" if "not" in asked.op or asked.op == "!=" else node.op
    first, second = asked.left.span.text, node.right.span.text
    return f"repeat the comparison: `{word} {first} {asked.op} {second}`"


def _last_comparison(node: syntax.Expr) -> syntax.Binary | None:
    match node:
        case syntax.Binary(op="and" | "or", left=left, right=right):
            return _last_comparison(right) or _last_comparison(left)
        case syntax.Binary(op=op) if op in _COMPARING:
            return node
        case _:
            return None
