"""Only the first few of an order: on both back-ends at once."""

from __future__ import annotations

import pytest

from decisions import LOG, fault, refused
from strategies import logged, play, steps, tiny

CARDS = """
kinds:
  slip: {attributes: {worth: number}, home: sheaf}
places: {sheaf: {holds: slip}, heap: {holds: slip, ordered: yes}}
pieces:
  slip: {s1: {worth: 1}, s2: {worth: 4}, s3: {worth: 2}, s4: {worth: 4}, s5: {worth: 3}, s6: {worth: 4}}
"""


def number(*lines: str) -> int:
    """What the log says after these lines."""
    return logged(tiny(steps(*lines) + CARDS))


def test_an_order_keeps_its_first() -> None:
    loop = "for each s in slips by falling worth of s up to 4:"
    assert number(loop, f"  {LOG}position(s, slips)") == 2465
    best = "let best be those s in slips by falling worth of s up to 2"
    assert number(best, "for each s in best:", f"  {LOG}position(s, slips)") == 24
    worst = "sum(worth of s for each s in slips by rising worth of s up to 2)"
    assert number(f"{LOG}{worst}") == 3


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("count(those s in slips where worth of s <= 3 by falling worth of s up to 5)", 3),
        (
            "sum(worth of s for each s in slips where worth of s <= 3 by falling worth of s up to 2)",
            5,
        ),
        ("count(those s in slips with most worth of s by rising worth of s up to 2)", 2),
        ("count(those n in 1 to 9 by falling (n mod 4) up to 3)", 3),
        ("sum(n for each n in 1 to 9 by falling (n mod 4) up to 3)", 12),
        ("position(5, those n in 1 to 9 by falling n up to 5)", 5),
        ("position(4, those n in 1 to 9 by falling n up to 5)", 0),
    ],
)
def test_it_comes_after_what_else_narrows_a_set(asked: str, found: int) -> None:
    assert number(f"set log to {asked}") == found


@pytest.mark.parametrize(
    "holds",
    [
        "any(worth of s = 4 for each s in slips by rising worth of s up to 4)",
        "every(worth of s < 4 for each s in slips by rising worth of s up to 3)",
        "(those s in slips by rising worth of s up to 0) is nothing",
        "count(worth of s = 4 for each s in slips by rising worth of s up to 5) = 2",
    ],
)
def test_conditions_look_at_those_that_are_kept(holds: str) -> None:
    assert number(f"if {holds}:", "  set log to 1") == 1


def test_options_and_chance_are_among_them() -> None:
    game = tiny(
        steps(
            "first_seat chooses s from slips by falling worth of s up to 3",
            "first_seat chooses n from 1 to 9 by falling (n mod 5) up to 2",
            "draw t from slips by rising worth of t up to 1",
            "find u in slips by falling worth of u up to 2",
            "move (those v in slips by falling worth of v up to 4) to heap",
            "set log to worth of t * 10 + n",
            f"{LOG}position(u, slips)",
            f"{LOG}position(top of heap, slips)",
        )
        + CARDS
    )
    pair = play(game, 2)
    assert ",".join(pair.ids) == "s2,s4,s6"
    pair.take("s4")
    assert ",".join(pair.ids) == "4,9"
    pair.take("9")
    assert pair.over and pair.note("log") == 1925


def test_a_loop_that_asks_goes_through_them() -> None:
    game = tiny(
        steps(
            "for each s in slips by falling worth of s up to 3:",
            "  first_seat may lay_it:",
            "    move s to heap",
        )
        + CARDS
    )
    pair = play(game, 2, choices=["yes", "no", "yes"])
    assert pair.over
    assert [pair.place_of("slip", s) for s in ("s2", "s4", "s6")] == ["heap", "sheaf", "heap"]


@pytest.mark.parametrize("seed", range(6))
def test_hidden_pieces_are_kept_alike_whatever_is_done_with_them(seed: int) -> None:
    game = tiny(
        steps(
            "repeat 4 times:",
            "  draw t from tokens in bag",
            "  move t to row",
            "for each t in tokens in row by falling worth of t up to 4:",
            "  move t to rack of first_seat",
            "move (those t in tokens in rack of first_seat by rising worth of t up to 2) to row",
            "find t in tokens in rack of first_seat by rising worth of t up to 1",
            "move t to bag",
            "first_seat chooses one_of from tokens in bag by falling worth of one_of up to 2",
        )
    )
    play(game, 2, seed)


def test_the_number_is_worked_out_and_not_below_zero() -> None:
    def lines(less: int) -> str:
        kept = "count(those f in fields by rising cubes in f up to n)"
        return steps(f"let n be cubes in a - {less}", f"{LOG}{kept}")

    assert logged(tiny(lines(0))) == 0
    assert fault(tiny(lines(1))) == "E653"


@pytest.mark.parametrize(
    "text", ["fields up to 2", "fields where yes up to 2", "fields with most cubes in f up to 2"]
)
def test_only_an_order_is_cut(text: str) -> None:
    assert refused(steps(f"let x be those f in {text}")) == {"E301"}
