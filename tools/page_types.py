"""Writes the types of the studio's protocol for the modules of the page, from its JSON Schemas.

They serve `tsc` alone, which checks the modules by their JSDoc: `import("../types.d.ts").Picture`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from boardwright.studio.schemas import schema
from vendor_page import PAGE

FILE = PAGE / "types.d.ts"
_HEAD = """\
// The types of the protocol, written by tools/page_types.py from the schemas in `protocol`.

"""
_OK = "ok_"
_PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}

Schema = Mapping[str, Any]


def text() -> str:
    """The text of the file."""
    requests, answers, news = (schema(name) for name in ("requests", "answers", "news"))
    found = [_HEAD, *_interfaces("Requests", "What may be asked, by `do`.", requests["$defs"])]
    oks = {name.removeprefix(_OK): each for name, each in answers["$defs"].items() if _is_ok(name)}
    found += _interfaces("Answers", "What is answered, by what was asked.", oks)
    found += _interfaces("News", "What is told without being asked, by `tell`.", news["$defs"])
    found += _aliases({name: each for name, each in answers["$defs"].items() if not _is_ok(name)})
    return "".join(found)


def _is_ok(name: str) -> bool:
    return name.startswith(_OK)


def _interfaces(name: str, about: str, parts: Mapping[str, Schema]) -> Iterator[str]:
    yield f"/** {about} */\nexport interface {name} {{\n"
    for each, value in parts.items():
        yield f"  {each}: {_type(value, '', 1)};\n"
    yield "}\n\n"


def _aliases(parts: Mapping[str, Schema], scope: str = "") -> Iterator[str]:
    """A name for each definition; those inside a format begin with its name."""
    for name, each in parts.items():
        inside = scope + _pascal(name) if "$defs" in each else scope
        if each.get("description"):
            yield f"/** {_in_comment(each['description'])} */\n"
        yield f"export type {scope}{_pascal(name)} = {_type(each, inside, 0)};\n\n"
        if "$defs" in each:
            yield from _aliases(each["$defs"], inside)


def _type(value: Schema | bool, scope: str, depth: int) -> str:
    if isinstance(value, bool):
        return "unknown" if value else "never"
    if "$ref" in value:
        return scope + _pascal(value["$ref"].rpartition("/")[2])
    if "const" in value:
        return json.dumps(value["const"])
    if "enum" in value:
        return " | ".join(json.dumps(each) for each in value["enum"])
    if several := value.get("anyOf") or value.get("oneOf"):
        return " | ".join(dict.fromkeys(_type(each, scope, depth) for each in several))
    kinds = value.get("type")
    if isinstance(kinds, list):
        return " | ".join(_type({**value, "type": kind}, scope, depth) for kind in kinds)
    if kinds == "array":
        return _array(value, scope, depth)
    if kinds == "object":
        return _object(value, scope, depth)
    return "unknown" if kinds is None else _PLAIN[kinds]


def _array(value: Schema, scope: str, depth: int) -> str:
    if "prefixItems" in value:
        return f"[{', '.join(_type(each, scope, depth) for each in value['prefixItems'])}]"
    item = _type(value.get("items", True), scope, depth)
    least, most = value.get("minItems"), value.get("maxItems")
    if least == most and least is not None and least <= 4:
        return f"[{', '.join([item] * least)}]"
    return f"({item})[]" if " | " in item and not item.startswith("{") else f"{item}[]"


def _object(value: Schema, scope: str, depth: int) -> str:
    required = set(value.get("required", ()))
    lines = []
    pad = "  " * (depth + 1)
    for name, each in value.get("properties", {}).items():
        about = "" if isinstance(each, bool) else each.get("description", "")
        if about:
            lines.append(f"{pad}/** {_in_comment(about)} */\n")
        key = name if name.isidentifier() else json.dumps(name)
        sign = ":" if name in required else "?:"
        lines.append(f"{pad}{key}{sign} {_type(each, scope, depth + 1)};\n")
    more = value.get("additionalProperties", True)
    if lines:
        return f"{{\n{''.join(lines)}{'  ' * depth}}}"
    if more is False:
        return "Record<string, never>"
    return f"Record<string, {_type(more, scope, depth)}>"


def _in_comment(about: str) -> str:
    return about.replace("*/", "* /")


def _pascal(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def main() -> None:
    FILE.write_text(text(), "utf-8")
    print(FILE.name)


if __name__ == "__main__":
    main()
