"""Tables with one key or two, and rows about spaces and seats: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.conditions import table_findings
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of
from decisions import LOG, fault, refused
from strategies import TINY, Pair, logged, steps, tiny

TABLES = """tables:
  cost: {cloth: {1: 3, 2: 5}, fish: {1: 1, 2: 2}, wood: {1: 4, 4: 9}}
  depth: {a: 1, b: 2, d: 4}
  steps_to: {a: {b: 1, c: 2}, b: {a: 3, c: 4}}
  buys: {a: fish, b: wood}
  far: {a: d, b: a}
"""
SEATED = TINY.replace("players: 2 to 4", "players: 2 to 4\nseats: [red, blue, green, grey]")
CARDS = "### cards/king.yaml\ncard: king\nworth: 3\n### cards/cook.yaml\ncard: cook\nworth: 1\n"


def seated(more: str) -> ir.Game:
    """The same game, in which seats have names."""
    return game_of(f"{SEATED}{more}\n{CARDS}")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("cost(cloth, 2)", 5),
        ("cost(wood, 4)", 9),
        ("sum(cost(g, position(g, goods)) for each g in goods where g is not wood)", 6),
        ("sum(cost(g, 1) for each g in goods)", 8),
        ("depth(d) + depth(a)", 5),
        ("sum(depth(f) for each f in fields where f is not c)", 7),
        ("steps_to(b, c) * 2 + steps_to(a, b)", 9),
        ("sum(steps_to(f, c) for each f in fields where f is a or f is b)", 6),
        ("1 if buys(b) is wood else 0", 1),
        ("depth(far(a))", 4),
        ("depth(far(far(b)))", 4),
        ("1 if far(a) is d else 0", 1),
    ],
)
def test_a_row_is_looked_up(expression: str, value: int) -> None:
    assert logged(tiny(TABLES + steps(f"set log to {expression}"))) == value


def test_every_pair_is_looked_up() -> None:
    lines = (
        "for each g in goods:",
        "  for each n in 1 to 4:",
        "    if g is wood and (n = 1 or n = 4) or g is not wood and n <= 2:",
        f"      {LOG}cost(g, n)",
    )
    assert logged(tiny(TABLES + steps(*lines))) == 123549


@pytest.mark.parametrize(
    "line",
    [
        "add cost(g, n + 2) to log",
        "add cost(g, n - 1) to log",
        "add cost(wood, n + 1) to log",
        "add cost(g, 4) to log",
        "add depth(c) to log",
        "add steps_to(f, c) to log",
        "add steps_to(a, f) to log",
        "move pawn of first_seat to far(f)",
    ],
)
def test_a_row_that_is_not_there(line: str) -> None:
    begin = ("let g be fish", "let n be 1", "find f in fields with most position(f, fields)")
    assert fault(tiny(TABLES + steps(*begin, line))) == "E656"


@pytest.mark.parametrize("key", [-1_000_000, 3, 4, 700, 999_999, 1_000_000])
def test_keys_that_lie_far_apart(key: int) -> None:
    more = """tables:
  far: {-1000000: 1, 3: 2, 4: 3, 700: 4, 1000000: 6, 999999: 5}
  wide: {3: {1: 1, 1000000: 2}, 900000: {1: 3, -7: 4}}
"""
    seen = {-1_000_000: 1, 3: 2, 4: 3, 700: 4, 999_999: 5, 1_000_000: 6}[key]
    lines = f"let n be {key}", "let m be n - 2", "add far(m + 2) to log"
    assert logged(tiny(more + steps(*lines))) == seen
    assert (
        fault(tiny(more + steps(f"for each n in {seen} to 7:", "  add far(n * 2) to log")))
        == "E656"
    )
    assert fault(tiny(more + steps(*lines, "add wide(m, n) to log"))) == "E656"
    second = "for each n in 1 to 2:", f"  {LOG}wide(3, n * n * 999999 - 999998)"
    assert fault(tiny(more + steps(*second))) == "E656"
    first = "for each n in 0 to 1:", f"  {LOG}wide(3 + n * 899997, 1 + n * 0)"
    assert logged(tiny(more + steps(*first))) == 13


SEATS = """tables:
  first_coins: {red: 3, blue: 4, green: 5}
  camp: {red: a, blue: c, green: b, grey: d}
  rival: {red: blue, blue: green, green: grey, grey: red}
  debt: {red: {blue: 2}, blue: {red: 7}}
"""


def test_rows_about_seats() -> None:
    lines = (
        "for each p in seats where p is not grey:",
        f"  {LOG}first_coins(p)",
        "for each p in seats:",
        f"  {LOG}position(camp(p), fields)",
        "for each p in seats:",
        f"  {LOG}(0 if rival(p) is nobody else position(rival(p), seats))",
        f"{LOG}debt(red, blue)",
        "find p in seats where p is not green with most position(p, seats)",
        "set log to log - debt(p, red)",
    )
    game = seated(SEATS + steps(*lines[:6]))
    assert logged(game, 2) == 341320
    game = seated(SEATS + steps(*lines[4:]))
    assert logged(game, 3) == 2302 - 7


def test_seats_go_by_their_names() -> None:
    game = seated(SEATS + steps("for each p in seats:", f"  {LOG}first_coins(p)"))
    table = set_table(game, 2, seat_names=("blue", "red"))
    assert Pair(game, 2, program=link(table)).state.position()["notes"]["log"] == {"": 43}
    assert table.look_up("first_coins", (0,)) == 4
    with pytest.raises(RuleError, match="no row"):
        Pair(game, 2, program=link(set_table(game, 2, seat_names=("blue", "eve"))))


def test_a_player_who_is_nobody_has_no_row() -> None:
    game = seated(SEATS + steps("let p be owner of king", "add first_coins(p) to log"))
    assert fault(game) == "E657"


def test_repeated_spaces_share_their_row() -> None:
    more = """spaces: {camp: {ring: {2: 3, 3: 3, 4: 3}}, hut: {per: camp}}
board: {hut: {mill: {}, barn: {}}}
tables:
  rent: {mill: 3, barn: 5}
  wage: {mill: {fish: 1, wood: 2}, barn: {fish: 3, wood: 4}}
"""
    lines = ("for each h in huts:", f"  {LOG}rent(h) - wage(h, wood)")
    assert logged(tiny(more + steps(*lines))) == 111111


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ("{cloth: {1: 3}, salt: 2}", "E515"),
        ("{cloth: {1: {2: 3}}}", "E203"),
        ("{cloth: {1: 3}, sky: {1: 2}}", "E401"),
        ("{a: 1, sky: 2}", "E401"),
        ("{a: {b: 1, sky: 2}}", "E401"),
        ("{1: a, 2: hut}", "E515"),
        ("{cloth: {1: }}", "E203"),
        ("{cloth: [1, 2]}", "E203"),
    ],
)
def test_what_rows_cannot_be(table: str, code: str) -> None:
    more = "spaces: {camp: {ring: {2: 3, 3: 3, 4: 3}}, hut: {per: camp}}\n"
    assert code in refused(f"{more}tables: {{odd: {table}}}\n" + steps("nothing"))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("add cost(cloth) to log", "E504"),
        ("add cost(1, cloth) to log", "E501"),
        ("add depth(1) to log", "E501"),
        ("add depth(cloth) to log", "E501"),
        ("add cost of cloth to log", "E403"),
    ],
)
def test_how_a_table_is_asked(line: str, code: str) -> None:
    assert refused(TABLES + steps(line)) == {code}


def test_a_condition_on_the_table_cannot_ask_who_plays() -> None:
    begin = "table: [{must: sum(first_coins(p) for each p in seats) > 3, text: odd}]\n"
    with pytest.raises(RulesetError, match="E661"):
        seated(begin + SEATS + steps("nothing"))
    plain = "tables: {fair: {2: {1: 3}, 3: {1: 2}}}\ntable: [{must: 'fair(count(seats), 1) > 2', text: odd}]\n"
    game = tiny(plain + steps("nothing"))
    assert [len(table_findings(game, players, {})) for players in (2, 3)] == [0, 1]
