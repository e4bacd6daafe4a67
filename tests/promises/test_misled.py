"""What new authors wrote, and what they are told: an input and the whole output for each.

A case is a file of `tests/golden/cli/misled`. Its first line says the command; what follows are files of a ruleset, in
place of those of the small game below.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli_runs import Run
from folders import GOLDEN_FILES
from golden import Golden
from ruleset_texts import files_of

GOLDEN = GOLDEN_FILES / "cli" / "misled"
CASES = sorted(GOLDEN.glob("*.yaml"))
GAME = """\
game: market
language: 2
players: 2
seats: [red, blue]
varieties:
  title: [estate, manor]
kinds:
  card: {attributes: {title: title, worth: number}, hidden: yes, home: deck, owner: hand}
  badge: {attributes: {title: title}, home: chest}
stocks:
  coin: {total: 20, home: bank, kept: purse}
  ware: {total: 5, each: [wood, wool], home: bank, kept: purse}
spaces:
  house: {attributes: {rent: number}, holds: [ware]}
places:
  deck: {holds: [card], ordered: yes, tracked: no, visible_to: nobody}
  hand: {per: player, holds: [card], tracked: no, visible_to: owner}
  pile: {holds: [card], visible_to: everyone}
  chest: {holds: [badge]}
  bank: {holds: [coin, ware]}
  purse: {per: player, holds: [coin, ware]}
board:
  house: {mill: {rent: 2}, forge: {rent: 3}}
pieces:
  card: {brown_card: {title: estate, worth: 1, copies: 3}, scout: {title: manor, worth: 2, copies: 2}}
  badge: {crown: {title: estate}, ring: {title: manor, copies: 2}}
notes:
  fame: {is: number, per: player}
values:
  f(number a, number b): a + b
  worn: count(title of b is manor for each b in badges)
rules:
  win(card): |
    add worth of card + f(worn, 1) to fame of me
course:
  - phase: dealing
    steps: [shuffle deck, take_your_cards()]
  - phase: play
    rounds: 2
    turn: |
      choose house from houses
      place 1 of wares of wood in house
      take rent of house coins
      choose card from cards in hand of me
      move card to pile
      win(card)
outcome: {score: fame of me + my coins}
"""
MORE = """\
part: rules
rules:
  take_your_cards: |
    for each p in seats:
      move 2 of deck to hand of p
"""


def test_the_game_has_no_fault(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("")
    done = run("validate", "market")
    assert (done.code, done.text().count("[E")) == (0, 0), done.text()


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_it_is_told_what_to_do(
    case: Path, run: Run, golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command, files = case.read_text("utf-8").split("\n", 1)
    write(files)
    done = run(*command.removeprefix("# $ boardwright ").split())
    told = re.sub(r"in \d+\.\d s", "in … s", done.text())
    assert "E901" not in told
    golden(case.with_suffix(".expected"), told)


def write(files: str) -> None:
    """The game, with the files of a case beside its own or in their place."""
    for name, text in {"game.yaml": GAME, "rules.yaml": MORE, **dict(files_of(files))}.items():
        path = Path("market", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
