"""Games whose depth and fairness are known: luck alone, a first move that decides, and a card that always wins."""

from __future__ import annotations

from pathlib import Path

_HEAD = "game: {id}\nlanguage: 2\nname: {id}\nplayers: 2 to 3\n"

COIN_FLIPS = """\
varieties:
  side: {heads: {}, tails: {}}
kinds:
  coin: {pieces: one, sides: 2, home: table}
stocks:
  point: {total: unlimited, home: heap, kept: purse}
places:
  table: {holds: [coin]}
  heap: {holds: [point]}
  purse: {per: player, holds: [point]}
course:
  - phase: play
    turn: |
      choose guess from sides
      roll coin
      if face of coin = 1:
        take 1 point
    rounds: 6
outcome:
  score: my points
"""
"""Whoever flips more heads wins, whatever is guessed."""

AN_OPENING = """\
course:
  - phase: opening
    steps: |
      roll coin
      if face of coin = 1:
        end game
"""
"""Put before the first phase, it ends half of the games before anybody is asked."""

FIRST_MOVE = """\
varieties:
  path: {good: {}, bad: {}, worse: {}}
stocks:
  point: {total: unlimited, home: heap, kept: purse}
places:
  heap: {holds: [point]}
  purse: {per: player, holds: [point]}
notes:
  begun: {is: yes_no}
course:
  - phase: play
    turn: |
      choose path from paths
      if not begun and path is good:
        take 5 points
      set begun to yes
    rounds: 3
outcome:
  score: my points
"""
"""The first decision of the first player can win the game; nothing else matters."""

CARDS = """\
kinds:
  charm: {home: tray, owner: pouch, in_force: owner of it is active_player}
pieces:
  charm:
    gold: {modify: {luck: add 10}}
    tin: {modify: {luck: add 0}}
    wood: {modify: {luck: add 0}}
stocks:
  point: {total: unlimited, home: heap, kept: purse}
places:
  tray: {holds: [charm]}
  pouch: {per: player, holds: [charm]}
  heap: {holds: [point]}
  purse: {per: player, holds: [point]}
values:
  luck: 1
kinds_of_dice: {}
course:
  - phase: deal
    steps: |
      for each p in players:
        draw c from charms in tray
        move c to pouch of p
  - phase: play
    turn: |
      choose n from 1 to 2
      take luck points
    rounds: 2
outcome:
  score: my points
"""
"""Whoever is dealt the gold charm wins; without its effect, everybody ties."""

SCORED_LATE = """\
varieties:
  path: {good: {}, bad: {}, worse: {}}
stocks:
  point: {total: unlimited, home: heap, kept: purse}
places:
  heap: {holds: [point]}
  purse: {per: player, holds: [point]}
notes:
  champion: {is: player, start: nobody}
course:
  - phase: play
    turn: |
      choose path from paths
      if path is good:
        take 5 points
      if path is bad:
        take 2 points
    rounds: 3
  - phase: crowning
    steps: |
      set champion to last_player
outcome:
  score: my points + points of champion
  worth: my points
"""
"""The rules can tell no score before the end, when somebody is the champion; the worth of a position, they can."""


def write_game(root: Path, id: str, rules: str) -> Path:
    """Writes a game into a folder, and returns it."""
    folder = root / id
    folder.mkdir(parents=True)
    rules = rules.replace("kinds_of_dice: {}\n", "")
    (folder / "game.yaml").write_text(_HEAD.format(id=id) + rules)
    return folder
