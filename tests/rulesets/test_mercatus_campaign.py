"""Sets of six class cards: that they link, and random games with them, watched at every decision.

A sample by default. `BOARDWRIGHT_CAMPAIGN=full pytest` on this file links all 924 sets of six of the twelve new cards and
2,000 random ones of all eighteen, plays 20 games on each of 300 of them at 2, 3 and 4 players.
"""

from __future__ import annotations

import itertools
import os
import random
from operator import itemgetter

import pytest

import boardwright
from boardwright.interpreter.agents.random_agent import play_random
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.program.program import Program
from boardwright.loading.rules import Rules
from strategies import Books

FULL = os.environ.get("BOARDWRIGHT_CAMPAIGN") == "full"
BASE = ("king", "knight", "merchant", "monk", "peasant", "witch")
REMOVED = {2: 4, 3: 2, 4: 0}  # goods that leave the game in setup (MER-03)
LINKED = 2924 if FULL else 40
PLAYED, GAMES = (300, 20) if FULL else (10, 4)


def sets_of_six(rules: Rules) -> list[tuple[str, ...]]:
    """All of the twelve, then random ones of the eighteen; always the same."""
    cards = [card.id for card in rules.bound.kinds["class_card"].definitions]
    twelve = [card for card in cards if card not in BASE]
    assert len(cards) == 18 and len(twelve) == 12
    all_new = list(itertools.combinations(twelve, 6))
    assert len(all_new) == 924
    chance = random.Random(5)
    mixed = [tuple(sorted(chance.sample(cards, 6))) for _ in range(2000)]
    chance.shuffle(all_new)
    return [each for pair in itertools.zip_longest(all_new, mixed) for each in pair if each]


class Audit:
    """What must hold at every decision, read off the bare vector."""

    def __init__(self, program: Program) -> None:
        self.program, self.books = program, Books(program)
        layout, table = program.layout, program.table
        cubes = [at for at in layout.stocks["cube"].at if at >= 0]
        self.cubes = [itemgetter(*(at + seat for at in cubes)) for seat in range(table.players)]
        self.coins = itemgetter(*(at for at in layout.stocks["coin"].at if at >= 0))
        goods = {table.places[n].id: at for n, at in enumerate(layout.stocks["good"].at) if at >= 0}
        kinds = range(len(table.stock_members["good"]))
        self.goods = itemgetter(*(at + kind for at in goods.values() for kind in kinds))
        self.unused = itemgetter(*(goods["unused"] + kind for kind in kinds))
        rats = layout.masks["rat"].at
        places = [n for n, at in enumerate(rats) if at >= 0]
        self.rats = itemgetter(*(rats[n] for n in places))
        self.in_regions = itemgetter(*(rats[n] for n in places if table.places[n].is_space))

    def check(self, v: list[int]) -> None:
        for of_player in self.cubes:
            assert sum(of_player(v)) == 20
        assert sum(here.bit_count() for here in self.rats(v)) == 49
        assert max(here.bit_count() for here in self.in_regions(v)) <= 3
        assert sum(self.coins(v)) == 132 and min(self.coins(v)) >= 0
        assert sum(self.goods(v)) == 28 and min(self.goods(v)) >= 0
        assert sum(self.unused(v)) == REMOVED[self.program.table.players]


@pytest.fixture(scope="module")
def rules() -> Rules:
    return boardwright.read("rattus", ["mercatus"])


def program_with(rules: Rules, players: int, cards: tuple[str, ...]) -> Program:
    return rules.at_table(players, {"cards": cards}).program


@pytest.mark.slow
def test_every_set_of_six_cards_links(rules: Rules) -> None:
    for number, cards in enumerate(sets_of_six(rules)[:LINKED]):
        assert program_with(rules, 2 + number % 3, cards).blocks


@pytest.mark.one_in(3)
@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_with_any_six_cards_keep_every_promise_at_every_decision(
    rules: Rules, players: int
) -> None:
    sets = sets_of_six(rules)
    for cards in random.Random(players).sample(sets, PLAYED):
        program = program_with(rules, players, cards)
        audit = Audit(program)
        watched = Watched(program, audit)
        for seed in range(GAMES):
            v = watched.play(seed)
            audit.books.check(v)
            assert v[lay.PC] == lay.OVER
            assert v == play_random(program, seed)


class Watched:
    """Random games that are looked at whenever somebody is asked."""

    def __init__(self, program: Program, audit: Audit) -> None:
        self.program, self.audit = program, audit

    def play(self, seed: int) -> list[int]:
        from boardwright.interpreter.agents.agent import stream_of

        streams = [stream_of(seed, seat) for seat in range(self.program.table.players)]
        v, run = self.program.first_vector(seed), self.program.fast.run
        run(v)
        while v[lay.PC] != lay.OVER:
            self.audit.check(v)
            mask = v[lay.OPTIONS]
            drawn = streams[v[lay.ASKER]].below(mask.bit_count() + v[lay.EXTRA])
            members = [n for n in range(mask.bit_length()) if mask >> n & 1]
            v[lay.CHOSEN] = members[drawn] + v[lay.OFFSET] if drawn < len(members) else lay.DECLINED
            v[lay.DECISIONS] += 1
            run(v)
        return v
