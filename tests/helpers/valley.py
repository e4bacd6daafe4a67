"""A small game with setup, chance and hidden pieces, against which tests run scenarios."""

from __future__ import annotations

from functools import cache

from boardwright.dsl.declare.scenario_file import read_scenarios
from boardwright.dsl.declare.scenarios import ScenarioDecl
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Bag
from boardwright.validators.render import full
from bound_texts import game_of
from ruleset_texts import documents_of

VALLEY = """\
### game.yaml
game: valley
language: 2
name: Valley
players: 2 to 3
seats: [red, blue, green]
options:
  generous: {default: no}
  pace: {values: [slow, fast], default: slow}
  highest: {range: 1 to 4, default: 2}
kinds:
  token: {attributes: {worth: number}, hidden: yes, home: bag}
  cart: {pieces: one, home: yard}
  die: {pieces: one, sides: 6, home: yard}
stocks:
  coin: {total: 10, home: bank, kept: purse}
spaces:
  field: {holds: [token, cart], hides: [token], room: {token: 2}}
board:
  field: {north: {}, south: {}, west: {}}
  links: {path: [[north, south], [north, west]]}
pieces:
  token: {t1: {worth: 1}, t2: {worth: 2}, t3: {worth: 3}, t4: {worth: 4}}
places:
  bag: {holds: [token], tracked: no, visible_to: nobody}
  spent: {holds: [token]}
  yard: {holds: [cart, die]}
  bank: {holds: [coin]}
  purse: {per: player, holds: [coin]}
notes:
  starter: {is: player, start: first_seat}
  visits: {is: number, per: player, range: 0 to 3}
values:
  pay_of(number n): n
modify:
  pay_of(number n): add 1 when generous
rules:
  set_up: |
    for each f in fields:
      draw token from tokens in bag
      move token to f
    as first_seat:
      choose f from fields
      move cart to f
  visit(field): |
    add 1 to visits of me
    draw token from tokens in field
    reveal token
    move token to spent
    take pay_of(worth of token) coins
  move_cart: |
    choose goal from neighbours of field of cart
    move cart to goal
  throw: |
    roll die
    if face of die = 6:
      end game
offers:
  actions:
    until: finish
    entries:
      see:
        when: count(tokens in field of cart) >= 1
        limit: once a turn
        effect: |
          visit(field of cart)
      drive:
        limit: once a turn
        effect: |
          move_cart()
course:
  - phase: setup
    steps: [set_up()]
  - phase: seasons
    first: starter
    turn: [open actions, throw()]
    until: coins in bank = 0
  - phase: harvest
    steps: |
      as first_seat:
        move_cart()
outcome:
  score: my coins
  ties:
    - fewest: position(me, seats)
"""


@cache
def valley() -> ir.Game:
    """The game, bound."""
    return game_of(VALLEY)


def scenarios_of(text: str) -> list[ScenarioDecl]:
    """The scenarios in a text, read."""
    bag = Bag()
    found = read_scenarios(documents_of(text, bag, "s.yaml"), bag)
    assert not len(bag), full.render(bag.sorted())
    return found
