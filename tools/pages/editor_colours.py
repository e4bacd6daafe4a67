"""Writes the TextMate grammars of the VS Code extension: from the words of the language, and from the table of keys.

There are three. `boardwright` colours effects. The other two are put into the grammar of YAML: one recognizes rule files by
their first lines, the other finds effects in them by their keys. Other YAML files look as before.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from boardwright.dsl.colours.effect_parts import Part, patterns
from boardwright.dsl.declare.sections import FILES, RECORDS
from boardwright.dsl.declare.shapes import Either, ListOf, MapOf, Shape
from boardwright.dsl.declare.shapes import Part as Mapping
from boardwright.dsl.declare.values import Head, Text
from boardwright.dsl.format.roles import ScalarRole, role_of
from boardwright.dsl.language.words import HOOK_WORDS

FOLDER = Path(__file__).resolve().parents[2] / "editors" / "vscode" / "syntaxes"
EFFECTS, MARK, IN_YAML = (
    "source.boardwright",
    "source.boardwright.rule-file",
    "source.boardwright.in-yaml",
)
_RULE_FILE, _TEXTS = "meta.rule-file.boardwright", "meta.texts.boardwright"

SCOPES = {
    Part.COMMENT: "comment.line.number-sign",
    Part.NUMBER: "constant.numeric",
    Part.CONSTANT: "constant.language",
    Part.STATEMENT: "keyword.control",
    Part.JOINING: "keyword.other",
    Part.BUILT_IN: "support.function",
    Part.CALL: "entity.name.function",
    Part.NAME: "variable.other",
    Part.SIGN: "keyword.operator",
    Part.BRACKET: "punctuation",
}
_OF_LANGUAGE = {
    ScalarRole.EFFECT,
    ScalarRole.EXPRESSION,
    ScalarRole.MODIFIER,
    ScalarRole.VISIBILITY,
}
"""What may stand in one line after a key."""

_END = r"[ ]*(?:(#.*))?$"
_BAR = r"(:)[ ]+(\|)[-+0-9]*" + _END
_DEEPER = r"^(?=\1[ ]+[^ ]|[ ]*$)"
_NAME = r"[a-z][a-z0-9_]*(?=:)"
_PLAIN = r"(?![\"'\[\]{}|>&*!%@`#])(.+?)[ ]*$"
_BRACED = ("section_in_braces", "list_in_brackets", "line_in_braces")
_IN_BRACES = r"(?![\"'\[\]{}|>&*!%@`#])((?:[^,{}()]|\((?:[^()]|\([^()]*\))*\))+)"


def grammars() -> dict[Path, str]:
    """Returns the text of each file."""
    found = {
        "boardwright": _effects(),
        "boardwright-rule-file": _mark(),
        "boardwright-in-yaml": _in_yaml(),
    }
    return {
        FOLDER / f"{name}.tmLanguage.json": json.dumps(each, indent=2, ensure_ascii=False) + "\n"
        for name, each in found.items()
    }


def _effects() -> dict[str, Any]:
    matches = [
        {"match": each.form, "name": f"{SCOPES[each.part]}.boardwright"} for each in patterns()
    ]
    return {"scopeName": EFFECTS, "name": "Boardwright", "patterns": matches}


def _mark() -> dict[str, Any]:
    """The grammar that recognizes a rule file: by the line that names its schema, or by a first key that no game declares."""
    return {
        "scopeName": MARK,
        "injectionSelector": f"L:source.yaml - {_RULE_FILE}",
        "patterns": [
            {
                "name": _RULE_FILE,
                "begin": rf"\A(?=#[ ]\$schema:)|^(?=(?:{'|'.join(FILES)}):[ ])",
                "end": "(?!)",
                "patterns": [{"include": "source.yaml"}],
            }
        ],
    }


def _in_yaml() -> dict[str, Any]:
    """The grammar that finds effects: after a key of the table, under the head of a hook, a rule or a value, and in blocks
    under keys that a ruleset declares.
    """
    texts, lines = sorted(_texts()), sorted(_in_one_line())
    sections, lists = sorted(_sections()), sorted(_lists())
    text, line = "|".join(texts), "|".join(lines)
    hook = rf"(?:{'|'.join(HOOK_WORDS)})[ ][^:#]+?"
    return {
        "scopeName": IN_YAML,
        "injectionSelector": f"L:{_RULE_FILE} - string - comment - {EFFECTS} - {_TEXTS}",
        "patterns": [
            {"include": f"#{name}"}
            for name in ("texts", "block", "hook", "line", "section", "list", *_BRACED)
        ],
        "repository": {
            # Words for players, by language: nothing in them is an effect.
            "texts": {
                "name": _TEXTS,
                "begin": rf"^([ ]*)({text})(:){_END}",
                "beginCaptures": _captures(None, "key", ":", "comment"),
                "while": _DEEPER,
                "patterns": [{"include": "source.yaml"}],
            },
            "block": {
                "begin": rf"^([ ]*)(?:(-)[ ]+)?(?!(?:{text}):)(?:({_NAME})|({hook}|[a-z][^:#]*?)){_BAR}",
                "beginCaptures": _captures(None, "-", "key", "head", ":", "bar", "comment"),
                "while": _DEEPER,
                "contentName": "meta.embedded.block.boardwright",
                "patterns": [{"include": EFFECTS}],
            },
            "hook": {
                "match": rf"^([ ]*)({hook})(:)(?:[ ]+{_PLAIN}|(?=[ ]|$))",
                "captures": _captures(None, "head", ":", "effect"),
            },
            # Between braces and brackets.
            "section_in_braces": {
                "begin": rf"({'|'.join(sections)})(:)[ ]+(?=\{{)",
                "beginCaptures": _captures("key", ":"),
                "end": r"\}|$",
                "patterns": [
                    {
                        "match": rf"(?<=\{{|,[ ])([^{{}},:]+|\"[^\"]*\")(:)[ ]+{_IN_BRACES}",
                        "captures": _captures("key", ":", "effect"),
                    }
                ],
            },
            "list_in_brackets": {
                "begin": rf"({'|'.join(lists)})(:)[ ]+(?=\[)",
                "beginCaptures": _captures("key", ":"),
                "end": r"\]",
                "patterns": [{"include": EFFECTS}],
            },
            "line_in_braces": {
                "match": rf"(?<=\{{|,[ ])({line})(:)[ ]+{_IN_BRACES}",
                "captures": _captures("key", ":", "effect"),
            },
            "line": {
                "match": rf"^([ ]*(?:-[ ]+)*)({line})(:)[ ]+{_PLAIN}",
                "captures": _captures(None, "key", ":", "effect"),
            },
            "section": {
                "begin": rf"^([ ]*)({'|'.join(sections)})(:){_END}",
                "beginCaptures": _captures(None, "key", ":", "comment"),
                "while": _DEEPER,
                "patterns": [
                    *({"include": f"#{name}"} for name in ("texts", "block", "line", "section")),
                    {
                        "match": rf"\G[ ]*(?!(?:{'|'.join(sorted(_keys_inside()))}):)(?:({_NAME})|([a-z][^:#]*?))(:)[ ]+{_PLAIN}",
                        "captures": _captures("key", "head", ":", "effect"),
                    },
                    {
                        "match": r"\G[ ]*([a-z][a-z0-9_]*(?:\(|[ ])[^:#]*?)(:)(?=[ ]|$)",
                        "captures": _captures("head", ":"),
                    },
                    *({"include": f"#{name}"} for name in _BRACED),
                    {"include": "source.yaml"},
                ],
            },
            "list": {
                "begin": rf"^([ ]*)({'|'.join(lists)})(:){_END}",
                "beginCaptures": _captures(None, "key", ":", "comment"),
                "while": rf"{_DEEPER[:-1]}|\1-[ ])",
                "patterns": [
                    {
                        "match": rf"\G[ ]*(-)[ ]+(?![a-z_]+:)(){_PLAIN}",
                        "captures": _captures("-", None, "effect"),
                    },
                    *({"include": f"#{name}"} for name in ("block", "line")),
                    {"include": "source.yaml"},
                ],
            },
        },
    }


_NAMED = {
    "key": "entity.name.tag.yaml",
    ":": "punctuation.separator.key-value.mapping.yaml",
    "-": "punctuation.definition.block.sequence.item.yaml",
    "bar": "keyword.control.flow.block-scalar.literal.yaml",
    "comment": "comment.line.number-sign.yaml",
}


def _captures(*names: str | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, name in enumerate(names, 1):
        if name in ("effect", "head"):
            found[f"{number}"] = {"patterns": [{"include": EFFECTS}]}
        elif name is not None:
            found[f"{number}"] = {"name": _NAMED[name]}
    return found


# ---- what the table says of keys


def _keys() -> Iterator[tuple[str, Shape]]:
    for record in RECORDS.values():
        for key in record.keys:
            for form in _forms(key.shape):
                yield key.name, form


def _forms(shape: Shape) -> Iterator[Shape]:
    """Yields each form of a value; of a list that may be a single item, the item as well."""
    for each in shape.forms if isinstance(shape, Either) else (shape,):
        yield each
        if isinstance(each, ListOf) and each.single:
            yield from _forms(each.item)


def _is_language(shape: Shape) -> bool:
    return role_of(shape) in _OF_LANGUAGE


def _texts() -> set[str]:
    return {name for name, form in _keys() if isinstance(form, Text)}


def _in_one_line() -> set[str]:
    return {name for name, form in _keys() if _is_language(form)} - _texts()


def _sections() -> set[str]:
    """The keys under which heads of rules and values stand, or names with effects."""
    return {
        name
        for name, form in _keys()
        if isinstance(form, MapOf)
        and (isinstance(form.key, Head) or any(map(_is_language, _forms(form.value))))
    }


def _lists() -> set[str]:
    return {
        name
        for name, form in _keys()
        if isinstance(form, ListOf) and any(map(_is_language, _forms(form.item)))
    }


def _keys_inside() -> set[str]:
    """The keys of what stands in a section, which are no heads."""
    found: set[str] = set()
    for name, form in _keys():
        if name in _sections() and isinstance(form, MapOf):
            for each in _forms(form.value):
                if isinstance(each, Mapping):
                    found |= {*RECORDS[each.record].names()}
    return found - _in_one_line()
