"""A small game with one of everything: what the tests of `bind` stand on."""

from __future__ import annotations

TOWN = """### town.yaml
game: town
language: 2
players: 2 to 4
options:
  order: {values: [free, strict], default: strict}
  long: {default: no}
  goal: {range: 1 to 9, default: 5}
varieties:
  colour: [red, blue, yellow]
  trade: [smith, baker]
kinds:
  rat: {attributes: {limit: number, colours: list of colour}, hidden: yes, home: bag}
  pawn: {pieces: one, home: box}
  friend: {pieces: one per player, home: box}
  guard: {pieces: one per player, home: box}
  die: {pieces: 2, sides: 6, home: box, plural: dice}
  card:
    attributes: {trade: trade, worth: number}
    home: display
    owner: tableau
    in_force: owner of it is active_player
    effects: {ability: {offered_in: [actions], limit: once a turn}, bonus: {}}
  letter: {attributes: {colour: colour}, hidden: yes, home: box}
stocks:
  cube: {total: 20, each: player, home: reserve}
  coin: {total: 30, home: bank, kept: purse}
  good: {total: 7, each: [fish, cloth], home: box, kept: store}
  point: {total: unlimited, home: heap, kept: scored}
spaces:
  region: {attributes: {warm: yes_no, tint: colour}, holds: [rat, cube, pawn, good, guard], room: {rat: 3}, hides: [rat]}
  square: {holds: [friend, cube]}
  borough: {ring: {2: 4, 3: 3, 4: 4}, seats: {2: [1, 3], 3: all, 4: all}, holds: [cube]}
  sector: {per: borough, holds: [cube, friend], effects: {action: {}}, in_force: owner of it is me}
  camp: {per: player, holds: [cube]}
  cell: {grid: 3 by 2, holds: [guard, cube]}
board:
  region: {north: {warm: no, tint: blue}, south: {warm: yes, tint: red}, east: {tint: red}}
  square: {market: {}, fountain: {}}
  sector:
    school: {action: take 1 coins}
    bank_house: {action: take 2 coins}
  links:
    land: [[north, south], [south, east]]
    sea: [[north, east]]
    road: [[market, fountain]]
pieces:
  rat: {t01: {limit: 1, colours: [red]}, t02: {limit: 2, colours: [red, blue]}}
  letter: {l01: {colour: red}, l02: {colour: blue}}
  card: {king: {trade: smith, worth: 3}, cook: {trade: baker, worth: 1}}
places:
  bag: {holds: [rat], tracked: no, visible_to: nobody}
  box: {holds: [pawn, friend, guard, die, good, letter]}
  spent: {holds: [rat]}
  display: {holds: [card]}
  tableau: {per: player, holds: [card]}
  reserve: {per: player, holds: [cube]}
  bank: {holds: [coin]}
  purse: {per: player, holds: [coin]}
  store: {per: player, holds: [good]}
  heap: {holds: [point]}
  scored: {per: player, holds: [point]}
  deck: {per: player, holds: [letter], ordered: yes, visible_to: nobody}
  hand: {per: player, holds: [letter], tracked: no, visible_to: owner}
  packet: {per: player, holds: [letter], visible_to: owner}
  cup: {holds: [die]}
  shelf: {per: card, holds: [good]}
  mixed: {holds: [rat, letter, coin]}
notes:
  lost: {is: number, per: player, lasts: strike}
  asked: yes_no
  leader: {is: player, start: nobody}
  marked: {is: set of region}
  kindest: {is: colour, start: red}
  prestige: {is: number, per: player, only_through: [gain]}
  visits: {is: number, per: region}
values:
  reach: 1
  goals: regions within reach steps of region of pawn
  crowd(region): count(rats in region)
  fits(player p, number n): cubes of p in reserve of p >= n
tables:
  price: {1: 1, 2: 3}
  tint_worth: {red: 2, blue: 1, yellow: 3}
rules:
  ride(region): |
    move pawn to region
  strike(rat token, region): |
    reveal token
  gain(number n): |
    add n to prestige of me
  sell(set of good list): |
    for each kind in list:
      take 1 coins
  rest: {}
offers:
  actions:
    until: done
    entries:
      walk: {limit: once a turn, effect: ride(south)}
  answers: {entries: {pass_it: {effect: gain(1)}}}
course:
  - {phase: setup, steps: [ride(north)]}
  - {phase: turns, turn: [open actions], until: round > 3}
outcome:
  score: prestige of me
"""
