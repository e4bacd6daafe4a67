"""Grids of any shape, and the ways on them: on both back-ends at once, and in machine code."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.interpreter.native.engine import loaded
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.program.random_games import RandomPlayer
from boardwright.interpreter.table.errors import NOTHING_THERE, RuleError
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of
from strategies import Pair, logged, play_both, program_of

HEAD = """### board.yaml
game: board
language: 2
players: 2
stocks: {stone: {total: 40, each: player, home: bowl}}
places: {bowl: {per: player, holds: [stone]}}
notes: {log: number, marked: {is: set of cell}, heading: {is: way, start: east}}
outcome: {score: 0}
"""
SHAPES = {
    "square": "spaces: {cell: {grid: 5 by 4, holds: [stone]}}\n",
    "rhombus": "spaces: {cell: {grid: hexagonal 5 by 4, holds: [stone]}}\n",
    "hexagon": "spaces: {cell: {grid: hexagonal 3, holds: [stone]}}\n",
    "triangle": "spaces: {cell: {grid: triangular 4, holds: [stone]}}\n",
    "cut": "spaces: {cell: {grid: 6 by 6, in_play: column of it + row of it != 5, holds: [stone]}}\n",
    "linked": (
        "spaces: {cell: {holds: [stone]}}\n"
        "board:\n"
        "  cell: {a1: {}, b1: {}, c1: {}, d1: {}, e1: {}}\n"
        "  links:\n"
        "    land: [[a1, b1], [c1, d1]]\n"
        "    sea: {one_way: yes, pairs: [[c1, d1], [d1, e1], [a1, e1]]}\n"
        "    east: {one_way: yes, pairs: [[a1, b1], [b1, c1], [c1, a1]]}\n"
        "    west: {one_way: yes, pairs: [[b1, a1], [c1, b1], [a1, c1]]}\n"
    ),
}


def log(*lines: str) -> str:
    """A course of steps that log numbers, one after the other."""
    told = "".join(f"      set log to log * 10 + {line}\n" for line in lines)
    return f"course:\n  - phase: play\n    steps: |\n{told}"


def logs(shape: str, *lines: str) -> int:
    return logged(game_of(f"{HEAD}{SHAPES[shape]}{log(*lines)}"))


@pytest.mark.parametrize(
    ("shape", "many"),
    [("square", 8), ("rhombus", 6), ("hexagon", 6), ("triangle", 4), ("linked", 4)],
)
def test_how_many_ways_there_are(shape: str, many: int) -> None:
    assert logs(shape, "count(ways)", "count(ways except west except east)") == many * 11 - 2


def test_ways_lead_to_spaces() -> None:
    assert (
        logs(
            "square",
            "count(ways of a1)",  # north, north_east, east
            "count(ways of b2)",
            "count(neighbours of c2 along (north plus east) also in (c3 plus d2))",
            "count(neighbours of c2 along orthogonal)",
            "(1 if b2 is in neighbours of a1 along north_east else 0)",
        )
        == 38241
    )
    assert (
        logs(
            "square",
            "count(neighbours of e1 along east)",
            "count(cells connected to a2 along east)",
            "count(cells connected to a2 along (east plus west)) + count(cells within 2 steps of a1 along north)",
        )
        == 58
    )


def test_hexagons_and_triangles() -> None:
    assert (
        logs(
            "rhombus",
            "count(neighbours of b2)",
            "count(neighbours of b2 along adjacent)",
            "count(ways of a1)",
            "(1 if a3 is in neighbours of b2 along north_west else 0)",
            "(1 if b3 is in neighbours of b2 along north_east else 0)",
        )
        == 66211
    )
    assert (
        logs(
            "hexagon",
            "count(cells) mod 10",
            "count(neighbours of c3)",
            "count(ways of c1)",
            "row of c1 + column of c1 - 4",
            "count(cells within 2 steps of c3 along east)",
        )
        == 96303
    )
    assert (
        logs(
            "triangle",
            "count(cells) - 10",
            "count(ways of a1)",
            "count(ways of b1)",
            "(1 if b2 is in neighbours of b1 along north else 0)",
            "count(neighbours of a1 along north)",
            "count(cells connected to a1 along east)",
        )
        == 613107
    )


EVERYWHERE = (
    "sum(count(neighbours of c along v) for each v in ways of c)",
    "count(neighbours of neighbours of c along w)",
    "count(neighbours of marked)",
    "count(neighbours of marked along w)",
    "count(neighbours of marked along (ways of c))",
    "count(cells except marked connected to c along w)",
    "count(cells except marked connected to marked along w)",
    "count(cells except marked connected to marked along (ways of c))",
    "count(marked connected to neighbours of c)",
    "count(cells within 2 steps of c along w)",
    "count(cells within n steps of c along w)",
    "count(together(neighbours of m along w for each m in marked))",
    "sum(count(together(neighbours of m along v for each v in ways of m where v is not w)) for each m in marked)",
    "count(together(m for each m in marked with most count(neighbours of m)))",
    "count(ways of c except w)",
    "count(cells beyond c along w)",
    "count(cells beyond c along heading except marked)",
    "(count(ways of neighbour(c, w)) if neighbour(c, w) is not nothing else 9)",
    "(0 if neighbour(c, heading) is nothing else count(cells beyond neighbour(c, heading) along w))",
    "sum(position(m, cells beyond c along w) for each m in marked)",
    "count(together(marked also in cells beyond m along w for each m in marked))",
    "(1 if w is heading else 0)",
    "(3 if neighbours of c along heading is nothing else 4)",
)
TURN = (
    "course:\n  - phase: play\n    rounds: 3\n    turn: |\n"
    "      choose c from cells\n"
    "      choose w from ways of c\n"
    "      choose n from 0 to 3\n"
    "      set marked to marked plus neighbours of c along w\n"
    "      set heading to w\n"
)


@cache
def everywhere(shape: str) -> Program:
    told = "".join(f"      set log to (log * 7 + {line}) mod 1000000\n" for line in EVERYWHERE)
    opposite = "      set heading to opposite(w)\n"
    walk = (
        "      for each b in cells beyond c along w:\n"
        "        set log to (log * 3 + count(ways of b)) mod 1000000\n"
        "      find b in cells beyond c along heading where b is not in marked\n"
        "      set marked to marked except b\n"
    )
    more = "" if shape == "linked" else opposite
    game = game_of(f"{HEAD}{SHAPES[shape]}{TURN}{told}{more}{walk}")
    return link(set_table(game, 2))


@pytest.mark.parametrize("shape", [*SHAPES])
def test_all_ways_of_playing_agree(shape: str) -> None:
    program = everywhere(shape)
    for seed in range(6):
        play_both(program, seed)
    native, blocks = loaded(program, quick=True), RandomPlayer(program)
    for seed in range(40):
        assert native.play(seed) == blocks.play(seed)


@pytest.mark.parametrize("name", ["reversi", "hex_11"])
def test_games_with_ways_are_played_alike(name: str) -> None:
    program = program_of(Path("tests/games") / name, 2)
    play_both(program, 1)
    native, blocks = loaded(program, quick=True), RandomPlayer(program)
    for seed in range(10):
        assert native.play(seed) == blocks.play(seed)


# ---- opposites


def test_what_leads_back() -> None:
    assert (
        logs(
            "square",
            "(1 if opposite(north_east) is south_west else 0)",
            "count(ways except opposite(west)) - 7",
        )
        == 10
    )
    assert (
        logs(
            "linked",
            "(1 if opposite(land) is land else 0)",
            "(1 if opposite(east) is west else 0)",
        )
        == 11
    )


def test_a_way_of_no_return() -> None:
    shape = SHAPES["linked"].replace(
        "west: {one_way: yes, pairs: [[b1, a1], ", "west: {one_way: yes, pairs: ["
    )
    game = game_of(f"{HEAD}{shape}{log('(1 if opposite(east) is west else 0)')}")
    with pytest.raises(RuleError) as fault:
        Pair(game, 2)
    assert fault.value.code == NOTHING_THERE


# ---- the next space, and all beyond it


def test_spaces_beyond_a_space() -> None:
    assert (
        logs(
            "square",
            "count(cells beyond b2 along east)",
            "count(cells beyond e4 along east)",
            "count(cells beyond a1 along north_east)",
            "position(d2, cells beyond b2 along east)",
            "position(b2, cells beyond e2 along west)",
        )
        == 30323
    )
    assert (
        logs(
            "square",
            "(1 if neighbour(b2, north) is b3 else 0)",
            "(1 if neighbour(e2, east) is nothing else 0)",
            "(1 if nothing is not neighbour(e2, west) else 0)",
        )
        == 111
    )


def test_rings_end_before_the_space() -> None:
    assert (
        logs(
            "linked",
            "count(cells beyond a1 along east)",
            "position(c1, cells beyond a1 along east)",
            "position(c1, cells beyond a1 along west)",
            "count(cells beyond a1 along land)",
            "count(cells beyond a1 along (sea))",
        )
        == 22111
    )


def steps(*lines: str) -> str:
    """A course of steps with these lines, in which each log is a column."""
    told = "".join(f"      {line}\n" for line in lines)
    return "course:\n  - phase: play\n    steps: |\n" + told.replace(
        "LOG", "set log to log * 10 + column of"
    )


@pytest.mark.parametrize(
    ("lines", "columns"),
    [
        (("for each c in cells beyond d2 along west:", "  LOG c"), 321),
        (("for each c in cells beyond b2 along east where column of c != 4:", "  LOG c"), 35),
        (
            (
                "for each w in west plus east:",
                "  for each c in cells beyond c2 along w:",
                "    LOG c",
            ),
            4521,
        ),
        (("find c in cells beyond e2 along west where column of c <= 3", "LOG c"), 3),
        (
            ("for each c in cells beyond a2 along east by falling column of c up to 2:", "  LOG c"),
            54,
        ),
    ],
)
def test_the_nearest_comes_first(lines: tuple[str, ...], columns: int) -> None:
    assert logged(game_of(f"{HEAD}{SHAPES['square']}{steps(*lines)}")) == columns


@pytest.mark.parametrize("line", ["neighbour(e2, east)", "neighbour(e2, heading)"])
def test_no_next_space_is_an_error_where_it_is_asked_for(line: str) -> None:
    game = game_of(f"{HEAD}{SHAPES['square']}{log(f'count(ways of {line})')}")
    with pytest.raises(RuleError) as fault:
        Pair(game, 2)
    assert (fault.value.code, fault.value.message) == (NOTHING_THERE, "there is no space this way")


@pytest.mark.parametrize(
    "line", ["(1 if neighbour(a1, heading) is b1 else 0)", "count(cells beyond c1 along heading)"]
)
def test_several_next_spaces_are_an_error(line: str) -> None:
    shape = SHAPES["linked"].replace(
        "land: [[a1, b1]", "east_land: [[c1, a1], [a1, b1], [a1, e1]]\n    land: [[a1, b1]"
    )
    head = HEAD.replace("start: east", "start: east_land")
    game = game_of(f"{head}{shape}{log(line)}")
    with pytest.raises(RuleError) as fault:
        Pair(game, 2)
    assert fault.value.code == NOTHING_THERE


# ---- names


def test_names_of_ways_are_free_for_others() -> None:
    """A game may call its own things so, and then means them."""
    own = (
        "varieties: {wind: [north, south], way: [high, low]}\n"
        "kinds: {card: {home: deck, attributes: {neighbour: wind}, owner: hand}}\n"
        "pieces: {card: {together: {neighbour: south}, opposite: {neighbour: north}}}\n"
    )
    places = "bowl: {per: player, holds: [stone]}, deck: {holds: [card]}, hand: {per: player, holds: [card]}"
    head = HEAD.replace("bowl: {per: player, holds: [stone]}", places).replace(
        "is: way, start: east", "is: way, start: high"
    )
    lines = (
        "(1 if neighbour of together is south else 0)",
        "count(ways)",
        "count(winds)",
        "count(neighbours of a1 along (east))",
    )
    game = game_of(f"{head}{SHAPES['square']}{own}{log(*lines)}")
    assert logged(game) == 1221


def test_links_of_a_name_stay_those_of_the_ruleset() -> None:
    shape = SHAPES["square"] + "board: {links: {north: [[a1, e4]]}}\n"
    game = game_of(
        f"{HEAD}{shape}{log('count(neighbours of a1 along north)', 'count(neighbours of b1 along north)', 'count(neighbours of e4 along north)', 'count(ways)')}"
    )
    assert logged(game) == 1018


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("count(neighbours of a1 along nowhere)", "E401"),
        ("count(neighbours of a1 along cell)", "E403"),
        ("count(neighbours of a1 along (a1))", "E403"),
        ("count(neighbours of a1 along (a1 plus b1))", "E501"),
        ("count(cells connected to east)", "E501"),
        ("count(cells beyond a1 along orthogonal)", "E501"),
        ("count(cells beyond cells along east)", "E501"),
        ("count(ways of neighbour(a1, orthogonal))", "E501"),
        ("count(ways of neighbour(a1))", "E504"),
        ("count(ways of 3)", "E505"),
        ("(1 if opposite(a1) is east else 0)", "E501"),
        ("(1 if opposite(orthogonal) is east else 0)", "E501"),
        ("count(together(3 for each c in cells where 1))", "E501"),
        ("count(together(cells))", "E512"),
        ("together(c for each c in cells)", "E502"),
    ],
)
def test_what_is_refused(line: str, code: str) -> None:
    with pytest.raises(RulesetError) as found:
        logs("square", line)
    assert {diagnostic.code for diagnostic in found.value.diagnostics} == {code}
