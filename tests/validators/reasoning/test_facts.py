"""What is known lasts as long as nothing on which it depends has changed."""

from __future__ import annotations

from typing import cast

from boardwright.dsl.language.types import NUMBER, PLAYER, SetType
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Source, Span
from boardwright.validators.reasoning.facts import about, changes_of

HERE = Span(Source("", ""), 0, 0)
P = ir.Var(id=1, name="p", type=PLAYER)
SOMEBODY = ir.Local(var=P, type=PLAYER, span=HERE)
NO_GAME = cast("ir.Game", None)


def test_a_position_is_counted_from_the_active_player_and_so_of_the_moment() -> None:
    seats = ir.Seats(type=SetType(PLAYER), span=HERE)
    position = ir.Position(element=SOMEBODY, members=seats, type=NUMBER, span=HERE)
    assert about(NO_GAME, seats) == (True, frozenset())
    assert about(NO_GAME, position) == (False, frozenset({1}))


def test_a_name_that_is_set_is_no_change_of_the_position() -> None:
    number = ir.Const(value=1, type=NUMBER, span=HERE)
    named = ir.SetLocal(var=P, value=number, span=HERE)
    noted = ir.SetNote(note="round", key=None, value=number, span=HERE)
    end = ir.EndGame(span=HERE)
    assert (changes_of((named, end)).position, changes_of(named).names) == (False, frozenset({1}))
    assert changes_of((end, noted)).position
