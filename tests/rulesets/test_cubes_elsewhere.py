"""An expansion of Rattus may have a place of its own for cubes."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli_runs import Run

CARD = """\
class_card: hideout
class: peasantry
name: Hideout
text: Put a cube on this card.
places:
  cellar: {holds: [cube], visible_to: owner}
ability: |
  move up to 1 of my cubes from reserve of me to cellar of it
"""
SCENARIO = """\
scenario: a_hidden_cube
players: [red, yellow]
given: |
  move hideout to tableau of red
turn: red
steps:
  - red: ability:hideout
  - knows: {red: cubes in cellar of hideout}
expect: cubes in cellar of hideout = 1
"""


def test_a_cube_on_a_card_breaks_nothing_and_only_its_owner_sees_it(
    surroundings: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    folder = tmp_path / "village"
    folder.mkdir()
    (folder / "expansion.yaml").write_text("expansion: village\nof: rattus\nlanguage: 2\n")
    (folder / "hideout.yaml").write_text(CARD)
    (folder / "a_hidden_cube.yaml").write_text(SCENARIO)
    monkeypatch.chdir(tmp_path)
    done = run("test", "village")
    assert done.code == 0 and done.err.startswith("1 scenario passed"), done.text()
