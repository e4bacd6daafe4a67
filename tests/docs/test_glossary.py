"""The glossary explains every kind of thing that there is in the language."""

from __future__ import annotations

import re

import pytest

from boardwright.dsl.declare.sections import RECORDS
from boardwright.dsl.declare.shapes import Record
from boardwright.dsl.rules.symbols import SORTS
from folders import ROOT

PAGE = ROOT / "docs" / "glossary.md"
# They are forms of words that are explained: `owner of`, `left of`.
_FORMS = ("with_of",)


@pytest.fixture(scope="module")
def rows() -> list[str]:
    """The words that are explained, as they stand."""
    found = re.findall(r"(?m)^\| (.+?) \| .+ \|$", PAGE.read_text("utf-8"))
    return [row for row in found if row not in ("word", "---")]


@pytest.fixture(scope="module")
def words(rows: list[str]) -> set[str]:
    return {word.strip("`") for row in rows for word in row.split(", ")}


def names(id: str, called: str) -> set[str]:
    """By what a thing may stand in the glossary: its id, or the first word of what it is called in messages."""
    plain = id.replace("_", " ")
    head = re.sub(r"^(an?|the) ", "", called)
    return {plain, plain.removesuffix("s"), head, re.split(r" (?:of|to|on|or|where) ", head)[0]}


@pytest.mark.parametrize("record", RECORDS.values(), ids=lambda record: record.name)
def test_everything_that_is_declared_is_explained(record: Record, words: set[str]) -> None:
    assert names(record.name, record.called) & words


@pytest.mark.parametrize("sort", [sort for sort in SORTS if sort not in _FORMS])
def test_everything_that_a_name_can_mean_is_explained(sort: str, words: set[str]) -> None:
    assert names(sort, SORTS[sort]) & words


def test_words_stand_in_order_and_once(rows: list[str]) -> None:
    plain = [row.strip("`").lower() for row in rows]
    assert plain == sorted(set(plain))


def test_names_of_things() -> None:
    assert names("slot_kind", "an effect of a kind") == {"slot kind", "effect of a kind", "effect"}
    assert "link" in names("links", "a group of links")
