"""What is said of the words of the vector is true: compared with where things lie, and with the emitted text."""

from __future__ import annotations

import re

import pytest

from boardwright import read
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.program.emitted_listing import listing, names
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.program.vector_legend import areas, places_by_number

TABLES = [("rattus", 4), ("notre_dame", 3), ("tests/games/crazy_eights", 3)]


@pytest.fixture(scope="module", params=TABLES, ids=lambda table: str(table[0]).rpartition("/")[2])
def program(request: pytest.FixtureRequest) -> Program:
    ruleset, players = request.param
    return read(ruleset).at_table(players).program


def test_no_word_means_two_things(program: Program) -> None:
    seen: set[int] = set()
    for area in areas(program):
        words = set(range(area.first, area.first + area.count))
        assert not words & seen, area
        seen |= words
    assert seen <= set(range(program.layout.size))


def test_words_are_where_the_layout_has_them(program: Program) -> None:
    layout, table = program.layout, program.table

    def meaning(at: int) -> str:
        (area,) = (each for each in areas(program) if each.has(at))
        return area.meaning

    assert meaning(lay.ACTIVE) == "the active player"
    for kind, pieces in table.pieces.items():
        assert meaning(layout.places[kind] + len(pieces) - 1) == f"the place of each `{kind}`"
        for piece in pieces:
            text = meaning(layout.masks[kind].at[piece.start])
            assert text.startswith(f"which `{kind}` are in ")
            assert f"`{table.places[piece.start].declared}`" in text
    for stock, rows in layout.stocks.items():
        for place, at in enumerate(rows.at):
            if at >= 0:
                (area,) = (each for each in areas(program) if each.has(at))
                assert area.base + area.stride * place == at
                assert f"`{stock}`" in area.meaning
                assert area.labels[at - area.first].endswith(table.places[place].id)
    for note, at in layout.notes.items():
        assert f"the note `{note}`" in meaning(at)


def test_every_word_that_a_text_names_is_told(program: Program) -> None:
    told = 0
    for name in list(names(program))[:40]:
        found = listing(program, name)
        for function in found.functions:
            for at in map(int, re.findall(r"v\[(\d+)\]", function.text)):
                assert any(each.area.has(at) for each in found.words), (name, at)
                told += 1
            asked = set(re.findall(r"ask\(.*, (\d+)\)", function.text))
            assert asked <= {f"{number}" for number, _ in found.asks}
            faults = set(re.findall(r"fail\(v, (\d+)\)", function.text))
            assert faults <= {f"{number}" for number, _ in found.faults}
    assert told > 20


def test_places_by_number(program: Program) -> None:
    lines = "\n".join(places_by_number(program))
    found = re.findall(r"^(\d+)(?: to (\d+))? \w+$", lines, re.MULTILINE)
    counts = [int(last or first) - int(first) + 1 for first, last in found]
    assert sum(counts) == len(program.table.places)
