"""The schemas say what the table of keys says. Whether editors understand them: tests/editor."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.ruleset import declare
from boardwright.dsl.declare.sections import RECORDS
from boardwright.dsl.declare.shapes import Key, Record
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar, Sequence
from boardwright.loading.load import read
from boardwright.loading.rules import Rules
from boardwright.validators.schema_writer.files import (
    FILES,
    kinds_of,
    marked,
    name_for,
    schemas,
    written,
)
from folders import ROOT, SMALL_GAMES
from key_examples import files_with
from ruleset_texts import documents_of

SCHEMAS = ROOT / "validators" / "schemas"
SHIPPED = sorted((ROOT / "rulesets").rglob("*.yaml"))
OURS = [*SHIPPED, *sorted(SMALL_GAMES.rglob("*.yaml"))]

GENERAL = schemas()


def value_of(node: Node) -> Any:
    """What YAML 1.2 makes of a node."""
    match node:
        case Mapping():
            return {entry.key.text: value_of(entry.value) for entry in node.entries}
        case Sequence():
            return [value_of(item) for item in node.items]
        case Scalar(text=text, style="plain" | "empty"):
            if re.fullmatch("[-+]?[0-9]+", text):
                return int(text)
            words = {"": None, "~": None, "null": None, "true": True, "false": False}
            return words.get(text, text)
        case Scalar(text=text):
            return text


def values_in(text: str) -> Any:
    bag = Bag()
    ((_, node),) = documents_of(text, bag)
    assert not len(bag)
    return value_of(node)


def faults(schema: dict[str, Any], value: Any) -> list[str]:
    return [error.message for error in Draft7Validator(schema).iter_errors(value)]


def test_the_schemas_in_the_package_are_those_that_are_written(
    golden: Callable[[Path, str], None],
) -> None:
    for name, schema in GENERAL.items():
        golden(SCHEMAS / f"{name}.json", written(schema))
    assert {path.stem for path in SCHEMAS.iterdir()} == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_schema_is_of_draft_7(name: str) -> None:
    Draft7Validator.check_schema(GENERAL[name])
    assert GENERAL[name]["$schema"] == "http://json-schema.org/draft-07/schema#"


def below(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for part in schema.values():
            yield from below(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from below(part)


@pytest.mark.parametrize("name", FILES)
def test_a_schema_refers_to_nothing_outside_and_has_no_definition_in_vain(name: str) -> None:
    schema = GENERAL[name]
    prefix = "#/definitions/"
    used = {part["$ref"] for part in below(schema) if isinstance(part.get("$ref"), str)}
    assert used == {f"{prefix}{each}" for each in schema.get("definitions", {})}


@pytest.mark.parametrize("name", FILES)
def test_every_key_says_what_it_is_for(name: str) -> None:
    tables = [part["properties"] for part in below(GENERAL[name]) if "properties" in part]
    asked = [part["if"].get("properties") for part in below(GENERAL[name]) if "if" in part]
    for table in tables:
        for key, value in table.items() if table not in asked else ():
            assert value["description"] and value["markdownDescription"], key
            assert "`" not in value["description"]


ALL = [(record, key) for record in RECORDS.values() for key in record.keys]


@pytest.mark.parametrize(("record", "key"), ALL, ids=lambda each: each.name)
def test_what_the_table_describes_has_its_place_in_the_schema(record: Record, key: Key) -> None:
    for file in files_with(record, key):
        name = name_for(file[1 : file.index(":")])
        assert faults(GENERAL[name], values_in(file)) == [], file
        assert faults(GENERAL["ruleset"], values_in(file)) == [], file


@pytest.mark.parametrize(("record", "key"), ALL, ids=lambda each: each.name)
def test_a_misspelt_key_is_a_fault(record: Record, key: Key) -> None:
    if record.name in ("definition", "pieces", "board", "step", "table"):
        return  # there stand names that rulesets declare
    for file in files_with(record, key):
        if f"{key.name}: " in file:
            wrong = re.sub(rf"\b{key.name}: (?!.*\b{key.name}: )", f"misspelt_{key.name}: ", file)
            name = name_for(file[1 : file.index(":")])
            assert faults(GENERAL[name], values_in(wrong)) != [], wrong


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_is_right_has_no_fault(path: Path) -> None:
    value = values_in(path.read_text("utf-8"))
    assert faults(GENERAL[name_for(next(iter(value)))], value) == []


# ---- the first line of what is shipped


def test_each_shipped_file_names_its_schema(golden: Callable[[Path, str], None]) -> None:
    for path in SHIPPED:
        text = path.read_text("utf-8")
        schema = SCHEMAS / f"{name_for(next(iter(values_in(text))))}.json"
        way = "../" * len(path.relative_to(ROOT).parent.parts) + f"validators/schemas/{schema.name}"
        assert schema.exists()
        golden(path, marked(text, way))


@pytest.mark.parametrize("home", ["", "lib/site-packages/boardwright/"])
def test_the_way_to_it_is_the_same_in_a_checkout_and_installed(home: str) -> None:
    for path in SHIPPED:
        first = path.read_text("utf-8").split("\n", 1)[0]
        way = first.removeprefix("# $schema: ")
        folder = posixpath.join(home, path.relative_to(ROOT).parent.as_posix())
        assert posixpath.dirname(posixpath.normpath(posixpath.join(folder, way))) == (
            f"{home}validators/schemas"
        )


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("part: a\n", "# $schema: x.json\npart: a\n"),
        ("# $schema: old.json\npart: a\n", "# $schema: x.json\npart: a\n"),
        (
            "# yaml-language-server: $schema=old.json\r\npart: a\r\n",
            "# $schema: x.json\r\npart: a\r\n",
        ),
        ("# prices\npart: a\n", "# $schema: x.json\n# prices\npart: a\n"),
        ("", "# $schema: x.json\n"),
    ],
)
def test_the_line_stands_first_and_once(text: str, after: str) -> None:
    assert marked(text, "x.json") == after
    assert marked(after, "x.json") == after


# ---- with the kinds of a ruleset

BASE = """\
### game.yaml
game: base
language: 2
players: 2
kinds:
  card: {attributes: {worth: number, colour: colour, good_for: list of fruit, old: yes_no}, effects: {act: {}}}
spaces:
  field: {attributes: {near: field}}
varieties: {colour: [red, blue], fruit: {pear: {}}}
"""
MORE = """\
### more/expansion.yaml
expansion: more
of: base
language: 2
varieties: {colour: {add: [green]}}
stocks: {fruit: {total: 3, each: [plum]}}
replace:
  kinds: {card: {attributes: {worth: number, colour: colour, good_for: list of fruit}}}
"""


def closed(*texts: str) -> dict[str, dict[str, Any]]:
    layers: list[Ruleset] = []
    for text in texts:
        layer = declare(documents_of(text, Bag()), Bag(), layers)
        assert layer is not None
        layers.append(layer)
    return schemas(kinds_of(layers))


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("card", "card: a\nworth: 1\ncolour: red\ngood_for: [pear]\nold: no\nact: nothing", ""),
        (
            "card",
            "card: a\nname: A\nact: {limit: once a turn, effect: nothing}\nafter go: nothing",
            "",
        ),
        ("card", "card: a\nwort: 1", "wort"),
        ("card", "card: a\nworth: red", "worth"),
        ("card", "card: a\ncolour: green", "colour"),
        ("card", "card: a\ngood_for: [red]", "good_for"),
        ("card", "card: a\nold: true", "old"),
        ("card", "card: a\nact: {effect: nothing, limt: once a turn}", "act"),
        ("field", "field: a\nnear: b", ""),
        ("field", "field: a\nworth: 1", "worth"),
        ("field", "near: b", "field"),
        ("part", "part: a\npieces: {card: {b: {worth: 1}}}", ""),
        ("part", "part: a\npieces: {card: [b, c]}", ""),
        ("part", "part: a\npieces: {card: {b: {wort: 1}}}", "wort"),
        ("part", "part: a\nboard: {field: {b: {worth: 1}}}", "worth"),
        ("part", "part: a\npieces: {unheard_of: {b: {worth: 1}}}", ""),
        ("ruleset", "field: a\nworth: 1", "worth"),
        ("ruleset", "card: a\nworth: 1", ""),
    ],
)
def test_the_keys_of_known_kinds_are_closed(name: str, text: str, wrong: str) -> None:
    found = list(Draft7Validator(closed(BASE)[name]).iter_errors(values_in(text)))
    assert bool(found) is bool(wrong)
    assert not wrong or any(wrong in f"{each.path} {each.message}" for each in found)


def test_what_an_expansion_adds_and_replaces_is_known() -> None:
    card = closed(BASE, MORE)["card"]["properties"]
    assert card["colour"]["enum"] == ["red", "blue", "green"]
    assert card["good_for"]["items"]["enum"] == ["plum"]
    assert "act" not in card and "old" not in card


THINGS = """\
### game.yaml
game: base
language: 2
players: 2
kinds:
  card: {attributes: {near: field, far: list of field or hill, like: optional card, cell: square, form: face of token}, home: box}
  token: {hidden: yes, home: box}
spaces: {field: {}, hill: {}, square: {grid: 2 by 2}}
board: {field: {green_field: {}, corn_field: {}}, hill: [high_hill]}
pieces: {token: [t1, t2], card: {ace: {near: green_field, cell: a1, form: t1}}}
"""


def test_attributes_that_are_things_are_among_those_that_are_declared() -> None:
    card = closed(THINGS)["card"]["properties"]
    assert card["near"]["enum"] == ["green_field", "corn_field"]
    assert card["far"]["items"]["enum"] == ["green_field", "corn_field", "high_hill"]
    assert card["like"]["enum"] == ["ace", "nothing"] and card["form"]["enum"] == ["t1", "t2"]
    assert "enum" not in card["cell"] and card["cell"]["type"] == "string"


@cache
def shipped(*names: str) -> Rules:
    return read(*names) if len(names) == 1 else read(names[0], names[1:])


@pytest.mark.parametrize(
    "names", [("rattus",), ("rattus", "mercatus"), ("notre_dame",)], ids=lambda names: names[-1]
)
def test_what_is_shipped_has_no_fault_where_its_kinds_are_known(names: tuple[str, ...]) -> None:
    kinds = kinds_of(shipped(*names).layers)
    known = schemas(kinds)
    for path in sorted((ROOT / "rulesets" / names[-1]).rglob("*.yaml")):
        value = values_in(path.read_text("utf-8"))
        assert faults(known[name_for(next(iter(value)), kinds)], value) == [], path


def test_a_schema_is_json_with_its_lines_apart() -> None:
    text = written(GENERAL["card"])
    assert json.loads(text) == GENERAL["card"]
    assert text.endswith("\n") and max(map(len, text.splitlines())) < 1000
