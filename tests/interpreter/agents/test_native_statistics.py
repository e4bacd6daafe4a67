"""What machine code counts of games is what is noted of the same games decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from boardwright import Game, load
from boardwright.interpreter.agents import native_statistics as figures
from boardwright.interpreter.agents.native_statistics import FigurePlayer
from boardwright.interpreter.agents.random_agent import play_random
from boardwright.interpreter.agents.statistics import Gathering
from boardwright.interpreter.native.choice import native_for
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.random_games import RandomPlayer
from folders import SMALL_GAMES

# What machine code counts of decisions, cards and rounds is in these; the others take as long and add little.
TELLING = ("auction", "crazy_eights", "drafting", "old_crow", "shares", "skunk", "whist")
TABLES = [
    pytest.param("rattus", 4, (), marks=pytest.mark.slow),
    ("rattus", 2, ("mercatus",)),
    ("notre_dame", 5, ()),
    *(
        pytest.param(
            str(path.parent),
            None,
            (),
            marks=[] if path.parent.name in TELLING else pytest.mark.slow,
            id=path.parent.name,
        )
        for path in sorted(SMALL_GAMES.glob("*/game.yaml"))
    ),
]


def played(game: Game, seeds: Sequence[int]) -> tuple[Any, ...]:
    """The games at their ends, how many rounds each had, and the sums of all."""
    gathering, found = game.program.kept("gathering", Gathering), []
    for seed in seeds:
        v = play_random(game.program, seed, gathering)
        state = State(game.program, v, game.program.fast, game.new(0).words)
        if not state.unfinished:
            gathering.finish(v, state.winners)
        found.append((v, gathering.rounds()))
    return found, gathering.take()


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("name", "players", "expansions"), TABLES)
def test_the_same_is_counted(name: str, players: int | None, expansions: Sequence[str]) -> None:
    slow, fast = (
        load(name, players, expansions=expansions, backend=backend)
        for backend in ("python", "native")
    )
    assert native_for(fast.program) is not None
    assert played(fast, range(15)) == played(slow, range(15))
    assert isinstance(fast.program.kept("watched player", lambda _: None), FigurePlayer)
    # What has been taken is not told again.
    assert played(fast, range(15, 20)) == played(slow, range(15, 20))


def test_games_with_numbers_that_nobody_foresees_are_played_by_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(figures, "_USUAL", range(6))
    slow, fast = (
        load(str(SMALL_GAMES / "auction"), 3, backend=backend) for backend in ("python", "native")
    )
    assert played(fast, range(30)) == played(slow, range(30))
    player: Any = fast.program.kept("watched player", lambda _: None)
    again: list[int] = []

    def by_python(seed: int, _: int | None) -> list[int]:
        again.append(seed)
        return RandomPlayer(slow.program).play(seed)

    monkeypatch.setattr(player.by_python, "play", by_python)
    played(fast, range(30))
    assert again == list(range(30))
