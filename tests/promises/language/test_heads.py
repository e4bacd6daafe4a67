"""Ids in the heads of hooks and modifiers, and whose acts and questions clauses are about: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.table.errors import OF_NOBODY
from bound_texts import game_of
from strategies import play

GAME = """### game.yaml
game: manor
language: 2
players: 2 to 3
seats: [red, blue, green]
varieties: {colour: [red, blue, green]}
kinds:
  token: {attributes: {worth: number}, hidden: yes, home: bag}
  card: {home: deck, owner: hand}
  relic: {home: shelf}
  pawn: {pieces: one, home: shelf}
  puppet: {pieces: one per player, home: trunk}
  die: {pieces: 2, sides: 6, home: shelf, plural: dice}
spaces:
  field: {attributes: {far: yes_no}, holds: [pawn], in_play: not far of it or count(seats) >= 3}
  house: {per: player, holds: [pawn]}
board:
  field: {a: {}, b: {}, moor: {far: yes}}
  house: {park: {}, yard: {}}
pieces:
  token: {t1: {worth: 1}, t2: {worth: 2, copies: 2}}
  card: {park: {}, queen: {copies: 2}}
  puppet: [punch, judy]
places:
  bag: {holds: [token]}
  deck: {holds: [card]}
  hand: {per: player, holds: [card]}
  shelf: {holds: [relic, pawn, die]}
  trunk: {per: player, holds: [puppet]}
notes: {log: number}
values:
  taxed(field): 0
  worth_now(token): worth of token
  points(player p): 0
  tint(colour): 0
rules:
  visit(field): {}
  use(house): {}
  play_out(card): {}
  show_up(token): {}
  pull(puppet): {}
  throw(die): {}
  march(pawn): {}
  honour(player p): {}
  paint(colour): {}
course:
  - phase: play
    steps: |
      LINES
outcome: {score: 0}
### relics/crown.yaml
relic: crown
### clauses.yaml
part: clauses
"""


def indented(lines: str) -> str:
    return lines.replace("\n", "\n      ")


def log_of(clauses: str, lines: str, players: int = 2) -> int:
    """What the log is at the end of a game with these clauses, whose only phase does these lines."""
    game = game_of(GAME.replace("LINES", indented(lines)) + clauses)
    pair = play(game, players)
    assert pair.over
    found = pair.note("log")
    return 0 if found is None else int(found)


@pytest.mark.parametrize(
    ("head", "lines", "log"),
    [
        ("visit(field)", "visit(a)\nvisit(b)", 2),
        ("visit(field f)", "visit(a)\nvisit(b)", 2),
        ("visit(a)", "visit(a)\nvisit(b)\nvisit(b)", 1),
        ("visit(moor)", "for each f in fields:\n  visit(f)", 0),  # not at this table
        ("use(park)", "for each h in houses:\n  use(h)", 2),  # every player's, and not the card
        ("play_out(park)", "for each c in cards:\n  play_out(c)", 1),
        ("play_out(queen)", "for each c in cards:\n  play_out(c)", 2),  # each copy
        ("show_up(t2)", "for each t in tokens:\n  show_up(t)", 2),  # each of this face
        ("pull(judy)", "for each p in puppets:\n  pull(p)", 2),  # every player's
        ("throw(die_2)", "for each d in dice:\n  throw(d)", 1),
        ("march(pawn)", "march(pawn)", 1),  # the kind and its only piece
        ("honour(blue)", "for each p in seats:\n  honour(p)", 1),
        ("honour(green)", "for each p in seats:\n  honour(p)", 0),  # nobody sits there
        ("paint(blue)", "for each c in kinds of colour:\n  paint(c)", 1),
        ("visit(b) when log = 1", "visit(b)\nset log to 1\nvisit(b)", 2),
    ],
)
def test_a_hook_is_meant_for_what_its_head_names(head: str, lines: str, log: int) -> None:
    assert log_of(f"after {head}: add 1 to log\n", lines) == log


@pytest.mark.parametrize(
    ("head", "sum", "log"),
    [
        ("taxed(b)", "taxed(f) for each f in fields", 5),
        ("worth_now(t2)", "worth_now(t) for each t in tokens", 15),
        ("points(red)", "points(p) for each p in seats", 5),
        ("points(green)", "points(p) for each p in seats", 0),
        ("tint(red)", "tint(c) for each c in kinds of colour", 5),
    ],
)
def test_a_modifier_is_meant_for_what_its_head_names(head: str, sum: str, log: int) -> None:
    assert log_of(f"modify:\n  {head}: add 5\n", f"set log to sum({sum})") == log


def test_what_is_in_play_at_a_larger_table_is_met_there() -> None:
    visits = "for each f in fields:\n  visit(f)"
    assert log_of("before visit(moor): add 1 to log\n", visits, players=3) == 1


def test_a_seat_is_a_player_and_nobody_where_nobody_sits() -> None:
    hook = "before honour(p) when p is {}: add 1 to log\n"
    honours = "for each p in seats:\n  honour(p)"
    assert log_of(hook.format("blue"), honours) == 1
    assert log_of(hook.format("green"), honours) == 0
    assert log_of(hook.format("nobody"), honours) == 0
    with pytest.raises(Exception) as found:
        log_of("", "set log to count(cards in hand of green)")
    assert getattr(found.value, "code", None) == OF_NOBODY


CARD = """### cards/park.yaml
card: park
modify:
  points(player p){by}: add {what}
"""


@pytest.mark.parametrize(
    ("by", "what", "log"),
    [
        ("", "1", 1),  # the owner's question alone
        (" by me", "1", 1),
        (" by others", "1", 10),
        (" by anyone", "1", 111),  # nobody asks, too
        (" by others as thief", "2 when thief is blue and me is red", 20),
        (" by anyone as who", "3 when who is nobody", 300),
    ],
)
def test_by_says_for_whose_questions_a_modifier_counts(by: str, what: str, log: int) -> None:
    game = GAME.replace("park: {}, queen: {copies: 2}", "queen: {copies: 2}")
    lines = """move park to hand of red
as red:
  add points(red) to log
as blue:
  add 10 * points(red) to log
add 100 * points(red) to log"""
    bound = game_of(game.replace("LINES", indented(lines)) + CARD.format(by=by, what=what))
    pair = play(bound)
    assert (pair.note("log") or 0) == log
    lines = lines.replace("move park to hand of red", "set log to 0")
    bound = game_of(game.replace("LINES", indented(lines)) + CARD.format(by=by, what="1"))
    assert not play(bound).note("log"), "nobody has the card"


def test_by_may_name_whoever_acts_in_a_hook() -> None:
    game = GAME.replace("park: {}, queen: {copies: 2}", "queen: {copies: 2}")
    lines = """move park to hand of red
as blue:
  visit(a)
as red:
  visit(b)"""
    card = """### cards/park.yaml
card: park
after visit(field) by others as guest when guest is blue: |
  set log to 10 + position(guest, seats)
"""
    assert play(game_of(game.replace("LINES", indented(lines)) + card)).note("log") == 12


def test_what_has_no_owner_counts_by_anyone() -> None:
    clauses = """### relics/sceptre.yaml
relic: sceptre
modify:
  points(player p) by anyone as who: add 1 when who is p and me is nobody
"""
    lines = """as red:
  add points(red) to log
  add 10 * points(blue) to log"""
    assert log_of(clauses, lines) == 1
