"""An expansion changes a game without touching it: everything it may do, done at once and played."""

from __future__ import annotations

from bound_texts import game_of
from strategies import Pair

GAME = """game: fair
language: 2
name: Fair
players: 2
options: {rich: {default: no}}
varieties: {colour: [red, blue]}
kinds:
  card: {attributes: {colour: colour, worth: number}, home: deck, owner: hand, in_force: owner of it is active_player, effects: {use: {offered_in: [actions], limit: once a turn}}}
stocks: {coin: {total: 50, home: bank, kept: purse}}
spaces: {stall: {attributes: {rent: number}, holds: [coin]}}
places: {deck: {holds: [card]}, hand: {per: player, holds: [card]}, bank: {holds: [coin]}, purse: {per: player, holds: [coin]}}
board:
  stall: {east: {rent: 1}, west: {rent: 2}}
  links: {lane: [[east, west]]}
pieces: {card: {king: {colour: red, worth: 3, use: earn(worth of it)}}}
values: {wage: 1}
rules:
  deal: |
    move king to hand of first_seat
  earn(number n): |
    take n coins
  lose(number n): |
    pay n coins
  tax(number n): |
    pay n coins
  farewell: {}
offers: {actions: {until: done, entries: {work: {limit: once a turn, effect: earn(wage)}}}}
course:
  - {phase: setup, steps: [deal()]}
  - {phase: turns, turn: [open actions], rounds: 1}
  - {phase: finale, steps: [farewell()]}
outcome: {score: my coins}
"""

MARKET = """expansion: market
of: fair
language: 2
options: {gems_each: {range: 1 to 3, default: 2}}
varieties: {colour: {add: [green]}}
kinds: {cart: {pieces: one, home: shed, lies_in: stall}}
stocks: {gem: {total: 10, home: shed, kept: pouch, lies_in: [stall]}}
places: {shed: {holds: [cart, gem]}, pouch: {per: player, holds: [gem]}}
board:
  stall: {north: {rent: 3}}
  links: {lane: [[west, north]], ferry: [[east, north]]}
pieces:
  card:
    jester:
      colour: green
      worth: 5
      use: earn(worth of it)
      modify: {wage: add 1}
notes: {visits: number}
values: {fee: count(those c in cards where colour of c is green)}
rules:
  visit(stall): |
    move cart to stall
    move 1 of gems from shed to stall
    add rent of stall to visits
modify: {wage: [add 10 when rich, at most 11]}
offers:
  actions:
    add:
      trade: {limit: once a turn, effect: lose(1)}
course:
  - {phase: opening, after: setup, steps: [visit(north)]}
  - {phase: closing, before: finale, steps: [visit(east)]}
texts: {opening: Opening}
before deal: |
  move jester to hand of last_seat
after setup: |
  for each p in seats:
    as p:
      take gems_each gems
instead of lose(number n): |
  if my gems >= n:
    pay n gems
  else:
    original
after farewell: |
  for each p in seats:
    as p:
      take fee coins
replace:
  rules:
    tax(number n): nothing
  board: {stall: {east: {rent: 7}}}
"""


def test_an_expansion_does_everything_it_may() -> None:
    game = game_of(GAME, MARKET)
    assert [phase.id for phase in game.course] == ["setup", "opening", "turns", "closing", "finale"]
    assert game.rules["tax"].body == ()
    pair = Pair(game, 2, options={"rich": 1, "gems_each": 3})
    assert pair.at("stocks", "gem") == {"north": 1, "pouch_p1": 3, "pouch_p2": 3, "shed": 3}
    assert pair.place_of("cart") == "north" and pair.note("visits") == 3
    assert set(pair.ids) == {"work", "trade", "use:king", "done"}
    pair.take("work", "trade", "use:king")
    assert pair.at("stocks", "coin", "purse_p1") == 11 + 3
    assert pair.at("stocks", "gem", "pouch_p1") == 2
    pair.take("use:jester", "work", "done")
    assert pair.over and pair.place_of("cart") == "east" and pair.note("visits") == 3 + 7
    # One green card for each at the end; the wage is 1 + 10 + 1, at most 11.
    assert pair.state.scores == (14 + 1, 5 + 11 + 1)


def test_without_it_the_game_is_as_it_was() -> None:
    pair = Pair(game_of(GAME), 2)
    assert set(pair.ids) == {"work", "use:king", "done"}
    pair.take("work", "use:king", "work")
    assert pair.state.scores == (4, 1)
