"""A small game in several files, an expansion beside it, and scenarios of both: what the tests of the server work on."""

from __future__ import annotations

from pathlib import Path

HARBOUR = """### harbour/game.yaml
game: harbour
language: 2
name: Harbour
players: 2
options:
  weather: {values: [calm, stormy], default: calm}
varieties:
  flag: [red_flag, green_flag]
kinds:
  captain:
    attributes: {skill: number, flag: flag}
    home: inn
    owner: crew
    effects: {deed: {offered_in: [day], limit: once a turn}}
  pilot: {pieces: one, home: inn}
  boat: {pieces: 2, home: inn, lies_in: [quay]}
stocks:
  fish: {total: 20, home: sea, kept: hold, plural: fishes}
  crate: {total: 9, each: [tin, silk], home: sea, kept: hold}
spaces:
  quay:
    attributes: {depth: number}
    holds: [pilot, crate]
board:
  quay:
    north_quay: {depth: 3}
    south_quay: {depth: 1}
    lock: {}
  links:
    canal: [[north_quay, lock], [lock, south_quay]]
places:
  # Where everybody is at first.
  inn: {holds: [captain, pilot, boat]}
  sea: {holds: [fish, crate]}
  hold: {per: player, holds: [fish, crate]}
  crew: {per: player, holds: [captain]}
outcome:
  score: my fishes
### harbour/rules.yaml
part: rules
notes:
  catches: {is: number, per: player, lasts: turn}
  storm: yes_no
values:
  # How many fish a boat brings home.
  catch_size(quay): depth of quay + bonus
  bonus: 0
tables:
  worth: {tin: 1, silk: 3}
rules:
  sail(quay):
    text: The pilot goes ahead.
    effect: |
      move pilot to quay
      take up to catch_size(quay) fishes
      add 1 to catches of me
  unload(quay where_to, player p): |
    choose sort from kinds of crate where crates of sort in sea >= 1
    move 1 of crates of sort from sea to where_to
    if storm:
      let sort_worth be worth(sort)
      set storm to sort_worth > 2
  wait_for_wind: |
    draw depth_found from 1 to 3
    may shelter:
      set storm to no
offers:
  day:
    until: sleep
    entries:
      go_out:
        when: catches of me = 0
        effect: |
          choose quay from quays
          sail(quay)
      trade: |
        choose target from neighbours of lock along canal
        unload(target, me)
course:
  - phase: deal
    steps: |
      for each c in captains:
        find seat_of in players
        move c to crew of seat_of
  - {phase: days, rounds: 2, turn: [open day]}
texts:
  shelter: {en: take shelter}
  target: Which quay?
### harbour/captains/ahab.yaml
captain: ahab
flag: red_flag
text: He goes out twice.
notes:
  rage: {is: number, range: 0 to 3}
deed: |
  add 1 to rage of it
  sail(north_quay)
after sail(quay there) by me: |
  take up to depth of there fishes
### harbour/captains/nemo.yaml
captain: nemo
flag: green_flag
traits: [calm_one]
deed: |
  wait_for_wind()
### harbour/facts.yaml
part: facts
pieces:
  captain:
    ahab: {skill: 4}
    nemo: {skill: 9}
traits:
  calm_one:
    modify:
      bonus: add 1 when weather is stormy and skill of it >= 5
### harbour/scenarios/a_day.yaml
scenario: a_day
players: [red, blue]
options: {weather: stormy}
given: |
  move pilot to lock
from: days
chance: {wait_for_wind.depth_found: [2]}
steps:
  - offered: {includes: [go_out, "deed:ahab"]}
  - red: [go_out, north_quay]
  - expect: fishes in hold of red >= 3
  - red: ["deed:nemo", yes, trade, south_quay, tin, sleep]
expect: pilot is in north_quay
### fleet/expansion.yaml
expansion: fleet
of: harbour
language: 2
values:
  tribute: catch_size(lock) + count(boats)
rules:
  race: |
    sail(lock)
    add 2 to catches of me
modify:
  bonus: add 1
before sail(quay): |
  take up to tribute fishes
replace:
  board:
    quay:
      lock: {depth: 2}
### fleet/wharf.yaml
quay: wharf
depth: 2
### fleet/scenarios/a_race.yaml
scenario: a_race
players: [red, blue]
turn: red
run: race()
expect: catches of red = 3
"""


def write(folder: Path) -> Path:
    """The files in a folder, which is returned."""
    for part in HARBOUR.split("### ")[1:]:
        name, text = part.split("\n", 1)
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder
