"""Lines of games and their figures: those that are written are sound, and those that cannot be are not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boardwright.runs.chunk import game_for, plan_for
from boardwright.runs.folder import Folder
from boardwright.runs.parts import DamagedError, Tally, checked, head_of, opened
from boardwright.runs.plan import Plan
from boardwright.runs.soundness import Lines
from forging_runs import resealed
from run_samples import order, plan, simulate
from strategies import GAMES, name_of


@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_what_is_written_is_sound(folder: Path, tmp_path: Path) -> None:
    asked = order(ruleset=str(folder))
    ways: tuple[dict[str, Any], ...] = ({}, {"agents_seed": 5}, {"figures": False})
    for n, more in enumerate(ways):
        made = replace(asked, **more)
        simulate(tmp_path / f"{n}", run := plan_for(made, game_for(made), 3, 8, 4), asked=made)
        found = checked(Folder(tmp_path / f"{n}").part(1), run, 1)
        assert found is not None and found.games == 4


OVER = '{"game":0,"seed":S,"agents":["random","random"],"end":"over"'
TAIL = ',"decisions":5,"turns":5,"rounds":5}\n'


@pytest.mark.parametrize(
    ("rest", "sound"),
    [
        (',"scores":[1,0],"ranks":[1,2],"winners":[0]', True),
        (',"scores":[-1,0],"ranks":[1,1],"winners":[]', True),
        (',"scores":[1,0],"ranks":[1,1],"winners":[0,1]', True),
        (',"scores":[1,0],"ranks":[1,2],"winners":[1]', False),  # the last has won
        (',"scores":[1,0],"ranks":[1,2],"winners":[0,0]', False),
        (',"scores":[1,0],"ranks":[1,2],"winners":[2]', False),
        (',"scores":[1,0],"ranks":[2,2],"winners":[]', False),
        (',"scores":[1,0],"ranks":[1,3],"winners":[0]', False),
        (',"scores":[1],"ranks":[1,2],"winners":[0]', False),
        (',"scores":[1,0,0],"ranks":[1,2,3],"winners":[0]', False),
        (',"scores":[01,0],"ranks":[1,2],"winners":[0]', False),
        (',"scores":[1.0,0],"ranks":[1,2],"winners":[0]', False),
        (',"scores":[NaN,0],"ranks":[1,2],"winners":[0]', False),
        (f',"scores":[1{"0" * 18},0],"ranks":[1,2],"winners":[0]', False),
        (' ,"scores":[1,0],"ranks":[1,2],"winners":[0]', False),
    ],
)
def test_how_a_game_ends_hangs_together(rest: str, sound: bool) -> None:
    run = plan()
    line = (OVER.replace("S", f"{run.seed_of(0)}") + rest + TAIL).encode()
    assert Lines(run).has(0, line) is sound
    assert not Lines(run).has(1, line)
    assert not Lines(replace(run, seed=2)).has(0, line)
    assert not Lines(replace(run, agents=("first", "first"))).has(0, line)


def test_a_part_with_a_new_sum_is_still_that_of_its_run(tmp_path: Path) -> None:
    """Before, only a report looked at what a line says: `merge` took over anything whose sum was right."""
    run = plan()
    simulate(tmp_path, run)
    path = Folder(tmp_path).part(1)
    text = path.read_bytes()
    assert resealed(text) == text
    for old, new in ((b'"turns":', b'"turns":-'), (b'"picked', b'"x'), (b"[1,", b"[1e999,")):
        if old in text:
            path.write_bytes(resealed(text.replace(old, new, 1)))
            with pytest.raises(DamagedError, match="it has a wrong line"):
                checked(path, run, 1)
    *_, figures, _ = text.splitlines(keepends=True)
    sums: Any = json.loads(figures)
    name = next(iter(sums["figures"]["decisions"]))
    sums["figures"]["decisions"][name]["branching"]["9"] = 10**400
    line = json.dumps(sums, separators=(",", ":"), sort_keys=True).encode() + b"\n"
    path.write_bytes(resealed(text.replace(figures, line)))
    with pytest.raises(DamagedError, match="it has a wrong line"):
        checked(path, run, 1)


def test_no_line_is_longer_than_it_can_be(tmp_path: Path) -> None:
    """A line without an end is not read into memory."""
    run = plan()
    simulate(tmp_path, run)
    path = Folder(tmp_path).part(1)
    text = path.read_bytes()
    path.write_bytes(text.replace(b'"turns":', b'"turns":' + b"9" * 10**6, 1))
    with pytest.raises(DamagedError, match="it ends too early"):
        checked(path, run, 1)


def test_a_line_that_cannot_be_is_never_given(tmp_path: Path) -> None:
    run = plan()
    simulate(tmp_path, run)
    path = Folder(tmp_path).part(1)
    path.write_bytes(resealed(path.read_bytes().replace(b'"turns":', b'"turns":-', 1)))
    games = run.games_of(1)
    lines = opened(path, run, head_of(run, 1), games, Tally(), games.start)
    given: list[bytes] = []
    with pytest.raises(DamagedError):
        given.extend(lines)
    assert len(given) == len(games) - 1


def test_a_run_has_no_more_parts_than_can_be_looked_for() -> None:
    facts, asked = plan().facts(), order()
    assert plan_for(asked, game_for(asked), 1, 10**9, None).chunk == 10_000
    assert plan_for(asked, game_for(asked), 1, 10**9, 1).chunk == 10_000
    with pytest.raises(ValueError, match="contradict each other"):
        Plan.of({**facts, "games": 10**9, "chunk": 2})
