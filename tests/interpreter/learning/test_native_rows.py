"""Machine code writes the same rows and masks as Python does from the view."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from boardwright.interpreter.learning.actions import actions_of
from boardwright.interpreter.learning.native_rows import native_rows
from boardwright.interpreter.learning.observer import observer_of
from boardwright.interpreter.native.engine import loaded
from boardwright.interpreter.play.views import view
from positions_alike import positions
from strategies import GAMES, game_in, name_of, program_of, tables

UNSEEN = {"sets": "the note `kept` is of hidden pieces"}
"""Games whose players machine code cannot see for, and why."""


def compare(folder: Path, players: int, games: int, most: int, *, quick: bool) -> None:
    program = program_of(folder, players)
    native = loaded(program, quick=quick)
    rows, actions, observer = native_rows(native), actions_of(program), observer_of(program)
    assert rows.why == UNSEEN.get(folder.stem, "")
    mask, out = array("b", bytes(rows.count)), array("h", bytes(2 * rows.size))
    mask_at, out_at = mask.buffer_info()[0], out.buffer_info()[0]
    for state in positions(program, games, most):
        words = native.packing.pack(state.v)
        before, at = words[:], words.buffer_info()[0]
        rows.number(at, mask_at)
        assert bytes(mask) == bytes(actions.mask(state))
        for number, answer in actions.pairs(state):
            assert rows.answer(at, number) == answer
        for seat in range(players if rows.rows else 0):
            rows.observe(at, seat, out_at)
            seen = observer.encode(view(state, seat))
            differing = [
                (entry.name, python, machine)
                for entry, python, machine in zip(observer.legend, seen, out, strict=True)
                if python != machine
            ]
            assert not differing, (state.v[8], seat)
        assert words == before


@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_rows_and_masks_are_those_of_views(folder: Path) -> None:
    compare(folder, game_in(folder).players[1], 1, 60, quick=True)


@pytest.mark.campaign
@pytest.mark.parametrize(("folder", "players"), [*tables()], ids=name_of)
def test_rows_and_masks_are_those_of_views_at_every_table(folder: Path, players: int) -> None:
    compare(folder, players, 5, 400, quick=False)
