"""JSON Schemas for editors: one for each kind of file, written from the table of keys.

They are draft-07 without references to other files. With them, YAML language servers can offer keys and values, describe
them, and mark mistakes. They know shapes only: `validate` checks whether names are declared and effects are correct.
`schemas/` holds them for rules in general. With the kinds that a ruleset declares, they also know the keys of its pieces and
spaces.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.sections import FILES as KEYS_OF_FILES
from boardwright.dsl.declare.sections import RECORDS
from boardwright.dsl.declare.shapes import Schema
from boardwright.dsl.declare.spaces import SpaceDecl
from boardwright.dsl.declare.things import KindDecl
from boardwright.validators.schema_writer.records import (
    Attribute,
    Kind,
    Writer,
    described,
    snippet,
)
from boardwright.validators.schema_writer.snippets import OF_FILES

# The title of each.
FILES = {
    "game": "the manifest of a game",
    "expansion": "the manifest of an expansion",
    "part": "sections of a game or expansion",
    "card": "one piece or space in a file of its own",
    "scenario": "an example of play",
    "ruleset": "any of these, told apart by the first key",
}

_MARK = re.compile(r"\A# *(\$schema:|yaml-language-server: *\$schema=)[^\r\n]*\r?\n")
_DRAFT = "http://json-schema.org/draft-07/schema#"


def schemas(kinds: Sequence[Kind] = ()) -> dict[str, Schema]:
    """Returns all schemas by name: those of `FILES`, and one for each of these kinds."""
    found = {name: schema(name, kinds) for name in FILES}
    return found | {kind.name: schema(kind.name, kinds) for kind in kinds}


def schema(name: str, kinds: Sequence[Kind] = ()) -> Schema:
    """Returns the schema of a kind of file, or of one of these kinds of pieces and spaces."""
    writer = Writer(tuple(kinds))
    known = next((kind for kind in kinds if kind.name == name), None)
    if known is not None:
        root = writer.definition(known, head=True)
    elif name == "ruleset":
        root = _any(writer, kinds)
    elif name == "card":
        root = _card(writer, kinds)
    else:
        root = writer.record(RECORDS[name])
    if begin := [each for file in OF_FILES for each in OF_FILES[file] if name in ("ruleset", file)]:
        # For an empty file, or one with the beginning of a word.
        new = {"if": {"maxProperties": 1}, "then": {"defaultSnippets": [*map(snippet, begin)]}}
        root["allOf"] = [new]
    whole: Schema = {"$schema": _DRAFT, **root}
    if writer.definitions:
        whole["definitions"] = dict(sorted(writer.definitions.items()))
    return whole


def written(schema: Schema) -> str:
    """Returns the text of a schema file."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def name_for(first_key: str, kinds: Sequence[Kind] = ()) -> str:
    """Returns the name of the schema for files with this first key."""
    if first_key in KEYS_OF_FILES or any(kind.name == first_key for kind in kinds):
        return first_key
    return "card"


def marked(text: str, path: str) -> str:
    """Returns the text of a rule file with a first line that names its schema; `path` is relative to the file."""
    rest = _MARK.sub("", text, count=1)
    end = "\r\n" if "\r\n" in text else "\n"
    return f"# $schema: {path}{end}{rest}"


def kinds_of(rulesets: Sequence[Ruleset]) -> tuple[Kind, ...]:
    """Returns the kinds of pieces and spaces of a game and its expansions; of those with one name, the last."""
    members: dict[str, tuple[str, ...]] = {}
    rulesets = [part for each in rulesets for part in (each, each.replacing) if part is not None]
    for each in rulesets:
        for variety in each.varieties:
            before = members.get(variety.id, ()) if variety.addition else ()
            members[variety.id] = (*before, *(name.id for name in variety.members))
        for stock in each.stocks:
            if stock.members:
                members[stock.id] = tuple(name.id for name in stock.members)
    things = _list_things(rulesets)
    found: dict[str, Kind] = {}
    for each in rulesets:
        for kind in each.kinds:
            found[kind.id] = _kind(kind, False, members, things)
        for space in each.spaces:
            found[space.id] = _kind(space, True, members, things)
    return tuple(found.values())


def _list_things(rulesets: Sequence[Ruleset]) -> dict[str, tuple[str, ...]]:
    """Returns the ids of the pieces or spaces of each kind; none if they are made by number or in a grid."""
    found: dict[str, dict[str, None]] = {}
    made: set[str] = set()
    for each in rulesets:
        for definition in each.definitions:
            found.setdefault(definition.kind.id, {})[definition.id] = None
        made |= {kind.id for kind in each.kinds if kind.pieces is not None}
        made |= {space.id for space in each.spaces if space.pattern is not None}
    return {kind: tuple(ids) for kind, ids in found.items() if kind not in made}


def _kind(
    kind: KindDecl | SpaceDecl,
    of_spaces: bool,
    members: Mapping[str, tuple[str, ...]],
    things: Mapping[str, tuple[str, ...]],
) -> Kind:
    attributes: dict[str, Attribute] = {}
    for each in kind.attributes:
        type = each.type.id
        values = ("yes", "no") if type == "yes_no" else members.get(type, ())
        if each.face or type not in ("yes_no", *members):
            known = [things.get(name.id, ()) for name in (each.type, *each.others)]
            values = tuple(id for ids in known for id in ids) if all(known) else ()
        attributes[each.name.id] = Attribute(
            each.many, None if type == "number" else values, each.optional
        )
    return Kind(kind.id, of_spaces, attributes, tuple(each.name.id for each in kind.effects))


def _any(writer: Writer, kinds: Sequence[Kind]) -> Schema:
    """Returns the schema of any rule file, which depends on its first key."""
    records = {name: RECORDS[name] for name in KEYS_OF_FILES}
    files = {name: writer.reference(name, record) for name, record in records.items()}
    keys = {name: record.keys[0] for name, record in records.items()}
    return {
        "title": "a rule file",
        **described("The first key says what kind of file it is."),
        "type": "object",
        "properties": {name: writer.key(key) for name, key in keys.items()},
        "if": {"maxProperties": 0},
        "else": _by_head(files, _card(writer, kinds)),
    }


def _card(writer: Writer, kinds: Sequence[Kind]) -> Schema:
    """Returns the schema of a piece or space of any kind, with the kind as its first key."""
    if not kinds:
        return writer.record(RECORDS["definition"])
    heads = {kind.name: writer.headed(kind) for kind in kinds}
    return {
        "type": "object",
        **_by_head(heads, writer.reference("definition", RECORDS["definition"])),
    }


def _by_head(heads: Mapping[str, Schema], otherwise: Schema) -> Schema:
    rest = otherwise
    for name, each in reversed(tuple(heads.items())):
        rest = {"if": {"required": [name]}, "then": each, "else": rest}
    return rest
