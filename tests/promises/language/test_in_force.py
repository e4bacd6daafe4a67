"""`in_force` of one piece stands in place of its kind's: on both back-ends at once."""

from __future__ import annotations

import pytest

from bound_texts import game_of
from strategies import play

GAME = """### game.yaml
game: ward
language: 2
players: 2
kinds:
  card: {attributes: {worth: number}, home: deck, owner: hand, in_force: owner of it is active_player, effects: {use: {offered_in: menu}}}
  mask: {attributes: {worth: number}, hidden: yes, home: chest, owner: rack, in_force: no}
  relic: {home: shelf, in_force: no}
spaces:
  camp: {per: player, in_force: no}
pieces:
  mask: {fox: {worth: 1}, owl: {worth: 2}}
places:
  deck: {holds: [card]}
  hand: {per: player, holds: [card]}
  chest: {holds: [mask]}
  rack: {per: player, holds: [mask], visible_to: owner, tracked: no}
  shelf: {holds: [relic]}
notes: {log: number, danger: number}
values:
  risk: 5
rules:
  visit: {}
offers: {menu: {until: enough}}
course:
  - phase: play
    rounds: 1
    turn: |
      LINES
outcome: {score: 0}
### cards/nurse.yaml
card: nurse
FORCE
modify:
  risk by anyone: subtract 1
after visit by anyone: |
  add 1 to log
use: |
  add 7 to log
### camps/tent.yaml
camp: tent
in_force: always
after visit by anyone: |
  add 1000 to log
### masks/owl.yaml
mask: owl
in_force: always
after visit by anyone: |
  add 100 to log
### relics/bell.yaml
relic: bell
in_force: always
modify:
  risk by anyone: subtract 2
after visit by anyone: |
  add 10 to log
"""


def log_of(lines: str, force: str = "", picks: tuple[str, ...] = ()) -> int:
    text = GAME.replace("LINES", lines.replace("\n", "\n      ")).replace("FORCE\n", force)
    pair = play(game_of(text), 2, 1, picks)
    assert pair.over
    return int(pair.note("log") or 0)


OF_P1 = "if me is first_seat:\n  move nurse to hand of me\nelse:\n  "


@pytest.mark.parametrize(
    ("force", "log"),
    [
        ("", 0),
        ("in_force: always\n", 1),
        ("in_force: worth of it = 2\n", 0),
        ("worth: 2\nin_force: worth of it = 2\n", 1),
        ("in_force: owner of it is not active_player\n", 1),
        ("in_force: danger >= 1 or owner of it is me\n", 0),
        ("in_force: me is active_player\n", 1),
    ],
)
def test_hooks_of_a_piece_follow_its_own_word(force: str, log: int) -> None:
    # The nurse is the first player's, and the second visits: the bell and the tents count then in any case.
    assert log_of(f"{OF_P1}visit()", force) == 10 + 2000 + log


def test_modifiers_of_a_piece_follow_its_own_word() -> None:
    lines = f"{OF_P1}add risk to log"
    assert log_of(lines) == 3
    assert log_of(lines, "in_force: always\n") == 2


def test_what_is_nobodys_does_nothing_even_always() -> None:
    assert log_of("visit()", "in_force: always\n") == 2 * (10 + 2000)


def test_a_face_has_its_own_word() -> None:
    lines = "for each m in masks in chest where worth of m = WORTH and me is first_seat:\n  move m to rack of me\nvisit()"
    assert log_of(lines.replace("WORTH", "2")) == 2 * (10 + 2000 + 100)
    assert log_of(lines.replace("WORTH", "1")) == 2 * (10 + 2000)


def test_effects_are_offered_by_the_word_of_the_piece() -> None:
    lines = "if me is first_seat:\n  move nurse to hand of me\n  as me:\n    open menu"
    for force, offered in (("", True), ("in_force: always\n", True), ("in_force: no\n", False)):
        text = GAME.replace("LINES", lines.replace("\n", "\n      ")).replace("FORCE\n", force)
        pair = play(game_of(text), 2)
        assert ("use:nurse" in pair.ids) is offered
