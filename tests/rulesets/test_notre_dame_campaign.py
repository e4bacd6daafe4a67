"""A thousand random games of Notre Dame for each number of players, watched at every decision.

What stands on the cards is counted at every decision, copies are tried at every sixteenth and saved states now and then;
`BOARDWRIGHT_CAMPAIGN=full pytest` on this file tries them at every one, and takes some minutes.
"""

from __future__ import annotations

import os
import random
from operator import itemgetter

import pytest

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.saves import load
from strategies import NOTRE_DAME, Books, check_options, program_of

GAMES = 1000
FULL = os.environ.get("BOARDWRIGHT_CAMPAIGN") == "full"
EVERY = 1 if FULL else 16
# A save is looked at as a whole when it is loaded, which takes some hundredths of a second.
SAVED = 16 if FULL else 499
CARDS = 9  # of each player
SQUARES = 4  # of each borough, with a message each


class Audit:
    """What must hold at every decision, read off the bare vector."""

    def __init__(self, program: Program) -> None:
        self.program, self.books = program, Books(program)
        layout, table = program.layout, program.table
        self.players = range(table.players)
        cubes = [at for at in layout.stocks["cube"].at if at >= 0]
        self.cubes = [itemgetter(*(at + seat for at in cubes)) for seat in self.players]
        self.coins = itemgetter(*(at for at in layout.stocks["coin"].at if at >= 0))
        self.cards = itemgetter(*(at for at in layout.masks["action_card"].at if at >= 0))
        self.all_cards = (1 << len(table.pieces["action_card"])) - 1
        self.messages = [(n, at) for n, at in enumerate(layout.masks["message"].at) if at >= 0]
        self.all_messages = (1 << len(table.pieces["message"])) - 1
        self.box = next(n for n, place in enumerate(table.places) if place.id == "box")
        self.edges = {n for n, s in enumerate(table.spaces) if s.attributes.get("edge")}
        self.albums = {n for n, place in enumerate(table.places) if place.declared == "album"}
        self.laid_out = SQUARES * sum(space.kind == "borough" for space in table.spaces)
        self.decks = [layout.masks["action_card"].at[n] for n in self.places("deck")]
        self.card_faces = layout.faces["action_card"]
        self.owners = [face.owner for face in table.faces["action_card"]]
        self.marker, self.prestige = layout.notes["marker"], layout.notes["prestige"]
        self.passes = 0

    def places(self, declared: str) -> list[int]:
        found = self.program.table.places
        return [n for n, place in enumerate(found) if place.declared == declared]

    def check(self, state: State) -> None:
        v = state.v
        for seat in self.players:
            assert sum(self.cubes[seat](v)) == 14
            assert 0 <= v[self.marker + seat] <= 9
            assert v[self.prestige + seat] >= 0
        assert sum(self.coins(v)) == 25
        lying, seen = 0, 0
        for here in self.cards(v):
            lying += here.bit_count()
            seen |= here
        assert lying == CARDS * len(self.players) and seen == self.all_cards, "each in one place"
        faces = v[self.card_faces : self.card_faces + lying]
        assert sorted(faces) == list(range(lying)), "and no two the same"
        self.check_messages(v)

    def check_messages(self, v: list[int]) -> None:
        lying, seen, in_play = 0, 0, 0
        for place, at in self.messages:
            here = v[at]
            lying += here.bit_count()
            seen |= here
            if place in self.edges:
                assert here.bit_count() <= 1
            elif place != self.box:
                assert place in self.albums or not here, "only edge squares have messages"
            in_play += here.bit_count() if place != self.box else 0
        assert lying == 20 and seen == self.all_messages
        assert in_play == self.laid_out

    def check_owners(self, v: list[int]) -> None:
        """Behind a pass all cards are back, each in the deck of its owner."""
        for seat, at in enumerate(self.decks):
            cards = [n for n in range(self.all_cards.bit_length()) if v[at] >> n & 1]
            assert len(cards) == CARDS
            assert {self.owners[v[self.card_faces + card]] for card in cards} == {seat}
        self.passes += 1

    def begins_a_pass(self, state: State) -> bool:
        """Whether the first cards of a pass are being chosen, which lie in the packets then."""
        v, phases = state.v, self.program.table.phases
        in_decks = sum(v[at].bit_count() for at in self.decks)
        return phases[v[lay.PHASE]] == "drafting" and in_decks == 6 * len(self.players)

    def check_packets(self, v: list[int]) -> None:
        at_place = self.program.layout.masks["action_card"].at
        if all(v[at_place[n]].bit_count() == 3 for n in self.places("packet")):
            for seat, (deck, packet) in enumerate(
                zip(self.places("deck"), self.places("packet"), strict=True)
            ):
                cards = v[at_place[deck]] | v[at_place[packet]]
                own = [n for n in range(self.all_cards.bit_length()) if cards >> n & 1]
                assert len(own) == CARDS
                assert {self.owners[v[self.card_faces + card]] for card in own} == {seat}
            self.passes += 1


@pytest.mark.one_in(4)
@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_thousand_games_keep_every_promise_at_every_decision(players: int) -> None:
    program = program_of(NOTRE_DAME, players)
    audit = Audit(program)
    decisions = 0
    for seed in range(GAMES):
        chooser = random.Random(seed)
        state = new(program, seed)
        audit.passes = 0
        while (decision := state.decision) is not None:
            audit.check(state)
            if audit.begins_a_pass(state):
                audit.check_packets(state.v)
            if decisions % SAVED == 0:
                assert load(program, state.save()).v == state.v
            if decisions % EVERY == 0:
                check_options(state)
            if FULL:
                audit.books.check(state.v)
            decisions += 1
            state.apply(chooser.randrange(len(decision)))
        audit.check(state)
        audit.check_owners(state.v)
        assert audit.passes >= 4, "each pass was seen beginning, and the last one ending"
        audit.books.check(state.v)
        assert not state.unfinished and state.winners
    assert decisions > 40 * players * GAMES
