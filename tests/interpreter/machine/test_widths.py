"""How wide numbers and sets are: told once, the same on both sides of everything."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from boardwright import load
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var
from boardwright.interpreter.machine.widths import WidthError, Widths, widths_of, words_of
from boardwright.interpreter.program.program import Program
from folders import SMALL_GAMES

GAMES = sorted(path.parent for path in SMALL_GAMES.glob("*/game.yaml"))
LAYOUT = load(str(SMALL_GAMES / "pig"), 2).program.layout


def widths_in(program: Program) -> Widths:
    return widths_of(program.functions, program.blocks, program.tables, program.layout)


def studied(*body: lo.Stmt, tables: dict[str, tuple[int, ...]] | None = None) -> Widths:
    """The widths of one function, with sets of players and words of the layout of a small game."""
    return widths_of({"f": lo.Function("f", ("p",), list(body))}, [], tables or {}, LAYOUT)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_everything_in_a_game_has_one_width(path: object) -> None:
    found = widths_in(load(str(path)).program)
    assert found.word(lay.IN_GAME) == 1 <= found.word(lay.OPTIONS) <= 5
    assert found.word(lay.ROUND) == found.word(lay.PC) == 0


@pytest.mark.parametrize(
    ("name", "players", "expansions"),
    [("rattus", 4, ()), ("rattus", 4, ("mercatus",)), ("notre_dame", 4, ())],
)
def test_the_same_in_those_that_ship(name: str, players: int, expansions: Sequence[str]) -> None:
    assert widths_in(load(name, players, expansions=expansions).program).words


def test_sets_of_more_than_a_word_holds_take_several() -> None:
    program = load("notre_dame", 5).program
    assert len(program.table.places) > 64
    found = widths_in(program)
    assert {width for widths in found.locals.values() for width in widths.values()} == {0, 1, 2}
    assert found.word(lay.OPTIONS) == 2


def test_numbers_side_by_side_are_counted_however_many_they_are() -> None:
    ask = lo.Ask(0, Int(0), Un("below", Var("n")), Int(5), Int(0), 0)
    found = studied(lo.SetVar("n", Int(4000)), ask)
    assert found.word(lay.OPTIONS) == 1


def test_a_local_is_as_wide_as_what_it_gets() -> None:
    found = studied(
        lo.SetVar("found", Int(0)),
        lo.ForRange("n", Int(0), Int(99), [lo.SetVar("found", Op("|", Var("found"), Un("bit", Var("n"), 100)))]),
        lo.SetVar("many", Un("count", Var("found"))),
        lo.Return(Var("found")),
    )  # fmt: skip
    assert found.locals["f"] == {"found": 2, "n": 0, "many": 0}
    assert found.functions["f"].result == 2


def test_what_is_written_out_is_as_wide_as_it_must_be() -> None:
    rows = (1 << 70, 3)
    found = studied(
        lo.ForBits("n", lo.Look("t", Int(0)), []),
        lo.SetVar("some", Int(1 << 64)),
        lo.SetVar("all", Int((1 << 64) - 1)),
        tables={"t": rows},
    )
    assert found.tables == {"t": 2}
    assert (found.locals["f"]["some"], found.locals["f"]["all"]) == (2, 1)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (Op("|", Un("bit", Int(1), 70), Un("bit", Int(1), 60)), "2 words and a set of 1 words"),
        (Op("+", Un("bit", Var("x"), 7), Int(1)), "a number and a set"),
        (Op("&", Load(Var("x")), Un("bit", Int(1), 7)), "a number and a set"),
        (Op("|", Load(Var("x"), 70), Load(Int(lay.IN_GAME))), "words and a set of"),
        (Un("count", Load(Int(lay.ROUND))), "a number and a set"),
        (Un("bit", Var("x")), "nobody says"),
        (lo.Cond(Var("x"), Un("bit", Int(1), 7), Var("x")), "a number and a set"),
        (lo.Apply("no_such", ()), "nobody says what `no_such` takes"),
        (Op("|", Un("bit", Int(1), 7), Int(1 << 64)), "gets one of 2"),
    ],
)
def test_what_does_not_fit_together_is_refused(said: lo.Expr, told: str) -> None:
    with pytest.raises(WidthError, match=told):
        studied(lo.SetVar("x", Int(3)), lo.Do(lo.Apply("pick", (Int(7),))), lo.SetVar("y", said),
                lo.SetVar("x", Op("+", Var("x"), Int(1))))  # fmt: skip


def test_words_of_all_choices_are_as_wide_as_the_widest() -> None:
    body: list[lo.Stmt] = [
        lo.Store(Int(lay.PICKED), Un("bit", Int(99), 100)),
        lo.SetVar("few", Un("fit", Load(Int(lay.PICKED)), 10)),
        lo.ForBits("n", Var("few"), []),
    ]
    found = studied(*body)
    assert found.word(lay.OPTIONS) == found.word(lay.PICKED) == found.word(lay.LEFT) == 2
    assert found.locals["f"]["few"] == 1


@pytest.mark.parametrize(("members", "words"), [(0, 0), (1, 1), (64, 1), (65, 2), (200, 4)])
def test_words_have_sixty_four_members(members: int, words: int) -> None:
    assert words_of(members) == words
