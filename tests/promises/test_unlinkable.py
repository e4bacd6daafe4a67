"""Rules that no table can be linked with are refused by every command, in the same words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli_runs import Run
from folders import GOLDEN_FILES
from golden import Golden

GOLDEN = GOLDEN_FILES / "cli" / "unlinkable"
GAME = """\
game: aviary
language: 2
players: 2 to 3
kinds:
  bird: {hidden: yes, home: cage}
places:
  cage: {holds: [bird]}
notes: {n: number}
values:
  price: 3
rules:
  first: |
    add price to n
course:
  - phase: play
    turn: |
      first()
    rounds: 1
outcome: {score: n}
"""
CROW = "{copies: 2, modify: {price by anyone: add 1}}"
SCENARIO = "scenario: {}\nplayers: 2\nrun: first()\nexpect: n = 4\n"


@pytest.fixture(autouse=True)
def aviary(surroundings: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("aviary/scenarios").mkdir(parents=True)
    Path("aviary/game.yaml").write_text(f"{GAME}pieces: {{bird: {{wren: {{}}}}}}\n")
    for name in ("one", "two"):
        Path(f"aviary/scenarios/{name}.yaml").write_text(SCENARIO.format(name))


def give_a_crow() -> None:
    Path("aviary/game.yaml").write_text(f"{GAME}pieces: {{bird: {{crow: {CROW}}}}}\n")


@pytest.mark.parametrize(
    "typed",
    [
        "run aviary",
        "validate aviary",
        "test aviary",
        "coverage aviary",
        "coverage aviary --games 5",
        "validate aviary --play 5",
    ],
)
def test_the_same_is_told(typed: str, run: Run, golden: Golden) -> None:
    give_a_crow()
    done = run(*typed.split(" "))
    assert done.code == 1 and "100" not in done.out and "E901" not in done.text()
    told = re.sub(r"in \d+\.\d s", "in … s", done.text())
    golden(GOLDEN / f"{typed.replace(' ', '_')}.txt", f"$ boardwright {typed}\n{told}")


@pytest.mark.parametrize("command", ["validate", "coverage"])
def test_an_expansion_that_seldom_takes_part_is_linked_too(command: str, run: Run) -> None:
    Path("crows").mkdir()
    Path("crows/expansion.yaml").write_text(
        "expansion: crows\nof: aviary\nlanguage: 2\noptions: {crows: {default: no}}\nin_play: crows\n"
        f"pieces: {{bird: {{crow: {CROW}}}}}\n"
    )
    Path("crows/some.yaml").write_text(SCENARIO.format("some").replace("n = 4", "n = 3"))
    done = run(command, "crows")
    assert done.code == 1 and "error[E663]" in done.text()
    assert "at a table of 2 players with `crows: yes`" in done.text()
