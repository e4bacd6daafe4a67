"""SARIF is held against the schema of the standard, tests/data/sarif, and against what the schema cannot say."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from boardwright.dsl.source.codes import CODES
from boardwright.dsl.source.diagnostics import Bag, Diagnostic, Label
from boardwright.dsl.source.places import Source
from boardwright.text.finding_formats import written
from boardwright.validators.render import sarif
from folders import TESTS

SCHEMA = TESTS / "data" / "sarif" / "sarif-schema-2.1.0.json"
SOURCE = Source("cards/a b.yaml", "é: 1\né: 2\n")


def about(code: str) -> sarif.About:
    return sarif.About(f"A {code}.", f"Mend {code}.", f"of {code}", f"# {code}")


@cache
def schema() -> Draft7Validator:
    return Draft7Validator(json.loads(SCHEMA.read_text("utf-8")))


def rendered(bag: Bag) -> Any:
    """The one run of the log, which the schema allows."""
    text = sarif.render(bag.sorted(), version="1.2.3", about=about)
    assert text.isascii() and text.endswith("}\n")
    log = json.loads(text)
    schema().validate(log)
    (run,) = log["runs"]
    return run


def one(source: Source, start: int, end: int | None = None) -> Any:
    bag = Bag()
    bag.error("E104", "x", source.span(start, end))
    (result,) = rendered(bag)["results"]
    return result


def region(text: str, start: int, end: int | None = None) -> tuple[int, int, int, int]:
    found = one(Source("a.yaml", text), start, end)["locations"][0]["physicalLocation"]["region"]
    return found["startLine"], found["startColumn"], found["endLine"], found["endColumn"]


def artifact(name: str) -> dict[str, str]:
    result = one(Source(name, "x"), 0)
    found: dict[str, str] = result["locations"][0]["physicalLocation"]["artifactLocation"]
    return found


def test_the_schema_is_that_of_the_standard_and_refuses() -> None:
    text = json.loads(SCHEMA.read_text("utf-8"))
    Draft7Validator.check_schema(text)
    assert text["$id"].endswith("sarif-schema-2.1.0.json")
    assert not schema().is_valid({"version": "2.1.0"})
    assert not schema().is_valid({"version": "2.1.0", "runs": [{"results": []}]})


def test_every_part_of_a_diagnostic_is_there() -> None:
    bag = Bag()
    bag.error(
        "E114",
        "the key `é` occurs twice",
        SOURCE.span(5, 6),
        "again here",
        others=[Label(SOURCE.span(0, 1), "first here"), Label(SOURCE.span(3, 4))],
        help="remove one",
        notes="a fact",
    )
    assert rendered(bag)["results"] == [
        {
            "ruleId": "E114",
            "ruleIndex": 0,
            "level": "error",
            "message": {
                "text": "the key `é` occurs twice\nagain here\nnote: a fact\nhelp: remove one"
            },
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {
                            "uri": "cards/a%20b.yaml",
                            "uriBaseId": "%SRCROOT%",
                        },
                        "region": {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 2},
                    }
                }
            ],
            "relatedLocations": [
                {
                    "id": 1,
                    "message": {"text": "first here"},
                    "physicalLocation": {
                        "artifactLocation": {
                            "uri": "cards/a%20b.yaml",
                            "uriBaseId": "%SRCROOT%",
                        },
                        "region": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2},
                    },
                },
                {
                    "id": 2,
                    "physicalLocation": {
                        "artifactLocation": {
                            "uri": "cards/a%20b.yaml",
                            "uriBaseId": "%SRCROOT%",
                        },
                        "region": {"startLine": 1, "startColumn": 4, "endLine": 1, "endColumn": 5},
                    },
                },
            ],
        }
    ]


def test_nothing_found_is_a_run_without_results() -> None:
    run = rendered(Bag())
    assert run["results"] == [] and run["tool"]["driver"]["rules"] == []
    assert run["tool"]["driver"]["version"] == "1.2.3"


def test_there_is_one_rule_for_each_code_and_results_point_at_theirs() -> None:
    bag = Bag()
    bag.warn("E121", "odd", SOURCE.span(0))
    bag.error("E104", "wrong", SOURCE.span(5))
    bag.warn("E104", "doubtful", SOURCE.span(1))
    run = rendered(bag)
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["E104", "E121"]
    assert [rule["name"] for rule in rules] == ["yaml-syntax", "other-suffix"]
    assert [rule["defaultConfiguration"]["level"] for rule in rules] == ["error", "warning"]
    assert [(each["ruleId"], each["level"]) for each in run["results"]] == [
        ("E121", "warning"),
        ("E104", "warning"),
        ("E104", "error"),
    ]
    assert all(rules[each["ruleIndex"]]["id"] == each["ruleId"] for each in run["results"])


def test_what_there_is_to_read_stands_in_the_rule() -> None:
    bag = Bag()
    bag.error("E104", "wrong", SOURCE.span(0))
    (rule,) = rendered(bag)["tool"]["driver"]["rules"]
    assert rule["shortDescription"] == {"text": "A E104."}
    assert rule["fullDescription"] == {"text": "Mend E104."}
    assert rule["help"] == {"text": "of E104", "markdown": "# E104"}


@pytest.mark.parametrize("code", CODES)
def test_every_code_makes_a_rule(code: str) -> None:
    bag = Bag()
    bag.error(code, "x", SOURCE.span(0))
    log = json.loads(written(bag.sorted(), "sarif"))
    schema().validate(log)
    (rule,) = log["runs"][0]["tool"]["driver"]["rules"]
    assert (rule["id"], rule["name"]) == (code, CODES[code])
    assert rule["shortDescription"]["text"].endswith(".") and rule["fullDescription"]["text"]
    assert rule["help"]["markdown"].startswith(f"# {code} {CODES[code]}\n")


def test_columns_count_code_points_and_say_so() -> None:
    assert rendered(Bag())["columnKind"] == "unicodeCodePoints"
    assert region("é\U0001f400x", 2, 3) == (1, 3, 1, 4)
    assert region("ab\ncd", 1, 4) == (1, 2, 2, 2)


def test_every_line_break_that_counts_is_told() -> None:
    run = rendered(Bag())
    for line_break in run["newlineSequences"]:
        assert region(f"a{line_break}b", 1 + len(line_break), None)[:2] == (2, 1)


def test_after_the_last_line_break_is_the_end_of_the_last_line() -> None:
    assert region("ab\n", 3) == (1, 3, 1, 3)
    assert region("ab\r\n", 4) == (1, 3, 1, 3)
    assert region("ab\n", 0, 3) == (1, 1, 2, 1)
    assert region("ab", 2) == (1, 3, 1, 3)
    assert region("\n", 0) == (1, 1, 1, 1)


def test_a_file_as_a_whole_is_meant_before_its_first_character() -> None:
    assert region("", 0) == (1, 1, 1, 1)


def test_what_has_no_place_is_about_the_folder() -> None:
    bag = Bag()
    bag.error("E127", "there is no ruleset", None)
    (result,) = rendered(bag)["results"]
    (location,) = result["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "."


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("cards/king.yaml", "cards/king.yaml"),
        ("a b#c?d%e.yaml", "a%20b%23c%3Fd%25e.yaml"),
        ("c:/king.yaml", "c%3A/king.yaml"),
        ("javascript:x", "javascript%3Ax"),
        ("königin.yaml", "k%C3%B6nigin.yaml"),
        ("a\\b\x1b.yaml", "a%5Cb%1B.yaml"),
        ("latin-\udce9.yaml", "latin-%E9.yaml"),
        ("a\ud800b", "a%EF%BF%BDb"),
    ],
)
def test_names_of_files_are_safe_and_relative_to_the_root(name: str, uri: str) -> None:
    assert artifact(name) == {"uri": uri, "uriBaseId": "%SRCROOT%"}


def test_files_outside_of_the_folder_have_no_base() -> None:
    assert artifact("/tmp dir/a.yaml") == {"uri": "file:///tmp%20dir/a.yaml"}
    assert artifact("../shared/a.yaml") == {"uri": "../shared/a.yaml"}


def test_a_message_holds_no_placeholder_no_link_and_no_control_character() -> None:
    bag = Bag()
    bag.error("E104", "{0} and {x}\x1b [a](b)", SOURCE.span(0), "c\nd")
    (result,) = rendered(bag)["results"]
    assert result["message"]["text"] == "{{0}} and {{x}}\\x1b [a\\](b)\nc\\nd"


@given(st.text(), st.text(), st.text(), st.integers(0, 20), st.integers(0, 20))
def test_whatever_an_author_wrote_the_schema_holds(
    name: str, message: str, text: str, start: int, length: int
) -> None:
    source = Source(name, text)
    label = Label(source.span(start, start + length), message)
    bag = Bag()
    bag.error("E104", message, label.span, message, help=message, notes=message, others=[label])
    (result,) = rendered(bag)["results"]
    told = result["message"]["text"]
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", told)
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert re.fullmatch(r"[\w./~%-]+|file://[\w./~%-]+", place["uri"])
    if not re.search("[\ud800-\udfff]", name) and "uriBaseId" in place:
        assert unquote_to_bytes(place["uri"]) == name.encode()


def test_the_order_given_does_not_matter() -> None:
    bag = Bag()
    for number in range(5):
        bag.error("E104", f"number {number}", SOURCE.span(5 - number))
    items: tuple[Diagnostic, ...] = bag.sorted()
    one, other = (
        sarif.render(each, version="1", about=about) for each in (items, list(reversed(items)))
    )
    assert one == other
