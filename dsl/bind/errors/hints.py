"""What was probably meant by a name or a condition that does not fit, where other languages say it differently."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boardwright.dsl.language import syntax
from boardwright.dsl.language.types import PLAYER, Type
from boardwright.dsl.rules import ir
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
    """The help for a name that nothing has: the word that the language has for it, or a name like it."""
    behind = span.source.text[span.end :].split("\n", 1)[0].split()
    if name == "you" and behind[:1] in (["may"], ["chooses"]):
        return (
            ("leave out `you`",)
            if behind[0] == "may"
            else ("write `choose` in place of both words",)
        )
    if name in _NAMES:
        return (f"write `{_NAMES[name]}`",)
    return suggest_help(name, candidates)


def called(element: str) -> str:
    """What each one of a set is called in its conditions: `choose 2 seen from ...` names it in passing."""
    return f"each one of the set is called `{element}` here: write `{element}`"


def of_a_type(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """The same for a type."""
    return (f"write `{_TYPES[name]}`",) if name in _TYPES else suggest_help(name, candidates)


def of_it(expr: ir.Expr, it: ir.Var | None, wanted: Type, owner: str) -> str:
    """`it` stands where something else is due; `owner` is how its owner is written."""
    if it is None or not isinstance(expr, ir.Local) or expr.var != it:
        return ""
    itself = f"`it` is the {str(it.type).split(' ', 1)[-1]} itself"
    if wanted != PLAYER:
        return itself
    return f"{itself}, its owner is `{owner}`" if owner else f"{itself}; whoever acts is `me`"


def unnamed(
    head: syntax.Head, params: Sequence[ir.Var], only: Sequence[tuple[int, str]], name: str
) -> tuple[tuple[str, str], ...]:
    """The parameters to which a head gives no name, each with the head that does; `name` is the head without any.
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
    """`region is north or south`: the help for its second half."""
    asked = _last_comparison(node.left)
    single = syntax.Name | syntax.Number | syntax.Me | syntax.It | syntax.Nobody
    if asked is None or not isinstance(node.right, single):
        return ""
    # "is not a or b" leaves out both.
    word = "and" if "not" in asked.op or asked.op == "!=" else node.op
    first, second = asked.left.span.text, node.right.span.text
    return f"repeat what is asked: `{word} {first} {asked.op} {second}`"


def _last_comparison(node: syntax.Expr) -> syntax.Binary | None:
    match node:
        case syntax.Binary(op="and" | "or", left=left, right=right):
            return _last_comparison(right) or _last_comparison(left)
        case syntax.Binary(op=op) if op in _COMPARING:
            return node
        case _:
            return None
