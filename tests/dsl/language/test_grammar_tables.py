from __future__ import annotations

import json
from importlib import resources

import pytest

from boardwright.dsl.language import grammar_tables
from boardwright.dsl.language.grammar_tables import STARTS, built, grammar_text
from boardwright.dsl.language.indentation import Blocks

SAMPLES = {
    "effect": "choose region from regions where count(rats in region) >= 1\nif a is b:\n  stop\n",
    "expression": "count(those p in players where my coins > 2) + 1\n",
    "modifier": "add 1 when phase is last\n",
    "head": "before strike(token, region) by others\n",
}


def kept() -> str:
    return (
        resources.files("boardwright.dsl.language").joinpath(grammar_tables.NAME).read_text("utf-8")
    )


def test_the_tables_are_those_of_the_grammar() -> None:
    grammar = grammar_text()
    if json.loads(kept())["made_from"]["lark"] != grammar_tables.made_from(grammar)["lark"]:
        pytest.skip("written by another lark: then they are worked out anew")
    # After a change of the grammar: python -m boardwright.dsl.language.grammar_tables
    assert kept() == grammar_tables.dump(built(grammar), grammar)


@pytest.mark.parametrize("start", STARTS)
def test_the_kept_parser_reads_what_the_built_one_reads(start: str) -> None:
    grammar = grammar_text()
    loaded = grammar_tables.load(grammar, Blocks())
    assert loaded is not None
    first, second = (
        parser.parse(SAMPLES[start], start=start) for parser in (loaded, built(grammar))
    )
    assert first == second
    assert first.meta.end_pos == second.meta.end_pos


def test_tables_of_another_grammar_are_left_alone() -> None:
    assert grammar_tables.load(grammar_text() + "\n", Blocks()) is None
