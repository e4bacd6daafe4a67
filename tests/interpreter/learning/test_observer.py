"""A row of numbers says what the player sees, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.interpreter.learning.observer import fingerprint, observer_of
from boardwright.interpreter.learning.parts import LARGEST
from boardwright.interpreter.play.views import view
from boardwright.loading.load import load
from folders import SMALL_GAMES
from positions_alike import alike, positions
from strategies import GAMES, game_in, name_of, program_of


@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_rows_are_the_same_where_hidden_things_differ(folder: Path) -> None:
    for players in sorted({*game_in(folder).players}):
        program = program_of(folder, players)
        observer = observer_of(program)
        for number, state in enumerate(positions(program, games=1, every=4)):
            for seat in range(players):
                row = observer.encode(view(state, seat))
                for other in alike(state, seat, number):
                    assert observer.observe(other, seat) == row


@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_every_number_is_in_its_range_and_has_a_name(folder: Path) -> None:
    for players in sorted({*game_in(folder).players}):
        program = program_of(folder, players)
        observer = observer_of(program)
        names = [entry.name for entry in observer.legend]
        assert len({*names}) == len(names) == observer.size
        for state in positions(program, games=1, every=5):
            for seat in range(players):
                out = [0] * observer.size
                for part in observer.parts:
                    part.encode(view(state, seat), seat, out)
                for entry, word in zip(observer.legend, out, strict=True):
                    assert -LARGEST <= entry.low < entry.high <= LARGEST
                    assert entry.low <= word <= entry.high, entry


def test_a_row_says_what_is_where() -> None:
    game = load(SMALL_GAMES / "old_crow", players=3, backend="python")
    state = game.new(seed=4)
    said = game.observer.meanings(game.observer.observe(state, 1))
    own = {name: n for name, n in said.items() if name.endswith(" in hand of me")}
    total = "bird of any face"
    seen = view(state, 1)["piles"]["hand_" + game.seats[1]]["bird"]
    assert sum(n for name, n in own.items() if not name.startswith(total)) == seen["count"]
    assert said[f"{total} in hand of player +1"] > 0
    assert not any(
        name.endswith("in hand of player +1") and not name.startswith(total) for name in said
    )
    assert said[f"I am {game.seats[1]}"] == 1


def test_an_onlooker_has_no_row() -> None:
    game = load(SMALL_GAMES / "tic_tac_toe", backend="python")
    with pytest.raises(ValueError, match="an onlooker has no row"):
        game.observer.observe(game.new(), -1)


def test_the_fingerprint_is_that_of_the_table() -> None:
    first, second = (program_of(SMALL_GAMES / "old_crow", players) for players in (3, 4))
    assert fingerprint(first) == fingerprint(first) != fingerprint(second)
