"""A thousand random games of Rattus for each number of players, watched at every decision.

Options are tried on copies at every sixteenth decision; `BOARDWRIGHT_CAMPAIGN=full pytest` on this file tries
them at every one, counts everything else there is as well, and takes some minutes.
"""

from __future__ import annotations

import os
import random
from operator import itemgetter

import pytest

from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.saves import load
from strategies import RATTUS, Books, check_options, program_of

GAMES = 1000
FULL = os.environ.get("BOARDWRIGHT_CAMPAIGN") == "full"
EVERY = 1 if FULL else 16
# A save is looked at as a whole when it is loaded, which takes some hundredths of a second.
SAVED = 16 if FULL else 499


class Audit:
    """What must hold at every decision, read off the bare vector."""

    def __init__(self, program: Program) -> None:
        self.program, self.books = program, Books(program)
        layout, table = program.layout, program.table
        cubes = [at for at in layout.stocks["cube"].at if at >= 0]
        self.cubes = [itemgetter(*(at + seat for at in cubes)) for seat in range(table.players)]
        rats = layout.masks["rat"].at
        places = [place for place, at in enumerate(rats) if at >= 0]
        spaces = [place for place in places if table.places[place].is_space]
        self.rats = itemgetter(*(rats[place] for place in places))
        self.rats_in_regions = itemgetter(*(rats[place] for place in spaces))
        self.regions = frozenset(spaces)
        self.pawn = layout.places["pawn"]
        self.all_rats = (1 << len(table.pieces["rat"])) - 1
        box = next(n for n, place in enumerate(table.places) if place.id == "box")
        self.box = rats[box]
        self.removed = program.table.game.tables["rats_removed"].rows[(table.players,)]

    def check(self, state: State) -> None:
        v = state.v
        for of_player in self.cubes:
            assert sum(of_player(v)) == 20
        lying, seen = 0, 0
        for here in self.rats(v):
            lying += here.bit_count()
            seen |= here
        assert lying == 49 and seen == self.all_rats, "each token lies in one place"
        assert lying - v[self.box].bit_count() == 49 - self.removed, "and none leaves the game"
        assert max(here.bit_count() for here in self.rats_in_regions(v)) <= 3
        assert v[self.pawn] in self.regions
        assert state.copy().v == v
        if FULL:
            self.books.check(v)


@pytest.mark.one_in(3)
@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_thousand_games_keep_every_promise_at_every_decision(players: int) -> None:
    program = program_of(RATTUS, players)
    audit = Audit(program)
    decisions = 0
    for seed in range(GAMES):
        chooser = random.Random(seed)
        state = new(program, seed)
        while (decision := state.decision) is not None:
            audit.check(state)
            if decisions % EVERY == 0:
                check_options(state)
            if decisions % SAVED == 0:
                assert load(program, state.save()).v == state.v
            decisions += 1
            state.apply(chooser.randrange(len(decision)))
        audit.books.check(state.v)
        assert not state.unfinished and state.winners
    assert decisions > 100 * GAMES
