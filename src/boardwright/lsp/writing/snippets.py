"""Templates with places to fill in: statements, calls, keys, and whole cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardwright.dsl.declare import values
from boardwright.dsl.declare.shapes import Either, ListOf, MapOf, Part, Shape
from boardwright.dsl.language.types import MemberType, NumberType, YesNoType
from boardwright.dsl.rules.symbols import Symbols

# The statements that have parts to fill in, by their first words.
STATEMENTS = {
    "choose": "choose ${1:name} from ${2:set}",
    "may choose": "may choose ${1:name} from ${2:set}:\n  ${0:nothing}",
    "choose one": "choose one:\n  ${1:first}:\n    ${2:nothing}\n  ${3:second}:\n    ${0:nothing}",
    "may": "may ${1:name}:\n  ${0:nothing}",
    "draw": "draw ${1:name} from ${2:set}",
    "find": "find ${1:name} in ${2:set}",
    "let": "let ${1:name} be ${0:value}",
    "set": "set ${1:note} to ${0:value}",
    "add": "add ${1:1} to ${0:note}",
    "subtract": "subtract ${1:1} from ${0:note}",
    "move": "move ${1:piece} to ${0:place}",
    "place": "place ${1:1} of ${2:stock} in ${0:place}",
    "take": "take ${1:1} ${0:stock}",
    "pay": "pay ${1:1} ${0:stock}",
    "return": "return ${0:piece}",
    "swap": "swap ${1:piece} and ${0:piece}",
    "shuffle": "shuffle ${0:place}",
    "if": "if ${1:condition}:\n  ${0:nothing}",
    "for each": "for each ${1:name} in ${2:set}:\n  ${0:nothing}",
    "while": "while ${1:condition}:\n  ${0:nothing}",
    "repeat": "repeat ${1:2} times:\n  ${0:nothing}",
    "as": "as ${1:player}:\n  ${0:nothing}",
    "otherwise": "otherwise:\n  ${0:nothing}",
    "else": "else:\n  ${0:nothing}",
}


def shown(template: str) -> str:
    """The first line of a template as people read it: `move piece to place`."""
    line, text, at = template.split("\n")[0], "", 0
    while at < len(line):
        if line.startswith("${", at):
            end = line.index("}", at)
            text += line[at + 2 : end].partition(":")[2].partition("|")[0]
            at = end + 1
        else:
            text, at = text + line[at], at + 1
    return text


def call(name: str, takes: Sequence[str]) -> str:
    """A call with its arguments to fill in: each is `name: type`, or only a type."""
    parts = [each.split(":")[0].strip() for each in takes]
    filled = ", ".join(f"${{{n}:{_safe(part)}}}" for n, part in enumerate(parts, 1))
    return f"{name}({filled})"


def key(name: str, shape: Shape) -> str:
    """A key with the beginning of its value."""
    match _simple(shape):
        case values.EffectText():
            return f"{name}: |\n  ${{0:nothing}}"
        case Part() | MapOf():
            return f"{name}:\n  $0"
        case values.YesNo():
            return f"{name}: ${{0|yes,no|}}"
        case values.OneOf(words=words):
            return f"{name}: ${{0|{','.join(words)}|}}"
        case _:
            return f"{name}: $0"


def _simple(shape: Shape) -> Shape:
    """The first form of a shape."""
    while isinstance(shape, Either | ListOf):
        shape = shape.forms[0] if isinstance(shape, Either) else shape.item
    return shape


def card(symbols: Symbols, kind: str) -> str:
    """A whole file for a piece or space of a kind: what it must have, and its first effect."""
    return "\n".join([f"{kind}: ${{1:name}}", *_lines(symbols, kind), "$0"])


def _lines(symbols: Symbols, kind: str) -> Iterator[str]:
    of = symbols.kinds.get(kind) or symbols.spaces.get(kind)
    if of is None:
        return
    at = 1
    for id, attribute in of.attributes.items():
        if attribute.optional or attribute.many:
            continue
        at += 1
        match attribute.type:
            case NumberType():
                yield f"{id}: ${{{at}:0}}"
            case YesNoType():
                yield f"{id}: ${{{at}|no,yes|}}"
            case MemberType(variety=variety) if variety in symbols.varieties:
                members = ",".join(symbols.varieties[variety].members)
                yield f"{id}: ${{{at}|{members}|}}"
            case _:
                yield f"{id}: ${{{at}:{id}}}"
    for slot in [*of.slots][:1]:
        yield f"{slot}: |\n  ${{{at + 1}:nothing}}"


def _safe(text: str) -> str:
    return text.replace("\\", "\\\\").replace("}", "\\}").replace("$", "\\$")
