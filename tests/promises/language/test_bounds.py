"""What players know of places in which pieces cannot be followed: of each face at least how many, on both back-ends."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from boardwright.dsl.rules import ir
from boardwright.interpreter.machine.face_bounds import Bounds
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.determinize import imagined
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.views import differences, scrambled, view
from boardwright.interpreter.program.link import link
from boardwright.interpreter.records.saves import load
from boardwright.interpreter.records.soundness import unsound
from boardwright.interpreter.table.table import set_table
from boardwright.text.board import BoardText
from boardwright.validators.play.leaks import LeakTest, by_chance
from folders import SMALL_GAMES
from strategies import Pair, game_in, play_both, program_of, random_game, steps, tiny

BAGS = SMALL_GAMES / "edges" / "looks_into_bags.yaml"
WAIT = ("first_seat may wait:", "  set log to 1")
LOOK = ("as first_seat:", "  look at tokens in bag")
ALL = {"t1": 2, "t2": 2, "t3": 1}


def game(*lines: str, more: str = "") -> ir.Game:
    return tiny(more + steps(*lines, *WAIT))


def play(*lines: str, players: int = 2, seed: int = 1, more: str = "") -> Pair:
    """Both back-ends at the end of these lines."""
    return Pair(game(*lines, more=more), players, seed)


def known(pair: Pair, place: str = "bag", seat: str = "p1") -> Any:
    return pair.at("at_least", place, "token", seat, none={})


def faces(pair: Pair, place: str) -> list[str]:
    """The faces that lie in a place."""
    pieces = pair.at("pieces", "token").values()
    return sorted(facts["face"] for facts in pieces if facts["place"] == place)


# ---- looks


def test_whoever_looks_at_several_knows_how_many_of_each_face_there_are_at_least() -> None:
    pair = play(*LOOK)
    assert known(pair) == ALL
    assert known(pair, seat="p2") == {}


def test_two_looks_may_have_shown_the_same_piece() -> None:
    pair = play(
        "draw token from tokens in bag",
        "show token to first_seat",
        "show token to first_seat",
        "let again be token",
        "show again to first_seat",
    )
    assert list(known(pair).values()) == [1]


def test_two_looks_at_different_faces_are_both_kept() -> None:
    two = "look at (those t in tokens in bag where worth of t {})"
    pair = play("as first_seat:", f"  {two.format('= 1')}", f"  {two.format('>= 2')}")
    assert known(pair) == ALL


def test_what_is_revealed_is_known_to_all_but_the_owner_of_a_hand_who_sees_it_anyway() -> None:
    pair = play("move all tokens in bag to rack of first_seat", "reveal tokens in rack")
    assert pair.at("at_least") == {"rack_p1": {"token": {"p2": ALL}}}


def test_a_hand_that_is_only_seen_by_its_owner_needs_no_words() -> None:
    of = game("move all tokens in bag to rack of first_seat")
    assert link(set_table(of, 2)).layout.bounds == {}


# ---- pieces that come and go


def test_a_piece_that_leaves_unseen_may_have_been_any() -> None:
    pair = play(*LOOK, "draw token from tokens in bag", "move token to a")
    assert known(pair) == {"t1": 1, "t2": 1}
    assert "known_to" not in pair.at("pieces", "token", "token_1")


def test_a_piece_that_leaves_in_sight_was_that_one() -> None:
    pair = play(*LOOK, "draw token from tokens in bag", "move token to row")
    gone = faces(pair, "row")
    assert known(pair) == dict(Counter(ALL) - Counter(gone))


def test_what_is_drawn_to_a_hand_leaves_in_the_sight_of_its_owner_only() -> None:
    pair = play(
        "reveal tokens in bag",
        "draw token from tokens in bag",
        "move token to rack of first_seat",
    )
    assert known(pair) == dict(Counter(ALL) - Counter(faces(pair, "rack_p1")))
    assert known(pair, seat="p2") == {"t1": 1, "t2": 1}


def test_a_piece_with_a_known_face_is_known_of_where_it_comes() -> None:
    pair = play(
        "draw token from tokens in bag",
        "move token to row",
        "move token to rack of last_seat",
        "draw other from tokens in bag",
        "move other to a",
        "show other to first_seat",
        "move other to rack of last_seat",
    )
    racked = Counter(faces(pair, "rack_p2"))
    assert known(pair, "rack_p2") == racked
    assert known(pair, "rack_p2", "p2") == {}  # p2 sees the rack


def test_a_lone_piece_goes_on_being_known_and_one_of_two_does_not() -> None:
    through = (
        "draw token from tokens in bag",
        "move token to a",
        "show token to first_seat",
        "draw second from tokens in bag",
        "move second to a",
        "show second to first_seat",
        "move all tokens in bag to row",
    )
    alone = play(*through, "move token to bag", "draw third from tokens in bag", "move third to b")
    assert [f.get("known_to") for f in alone.at("pieces", "token").values()].count(["p1"]) == 2
    for seed in range(6):
        both = play(
            *through,
            "move token to bag",
            "move second to bag",
            "draw third from tokens in bag",
            "move third to b",
            seed=seed,
        )
        out = next(f for f in both.at("pieces", "token").values() if f["place"] == "b")
        alike = len(set(faces(both, "bag") + faces(both, "b"))) == 1
        assert out.get("known_to") == (["p1"] if alike else None)


def test_pieces_with_other_backs_are_none_that_may_have_left() -> None:
    more = (
        "kinds:\n  card2: {attributes: {good: good}, hidden: yes, back: [good], home: sack}\n"
        "places:\n  sack: {holds: card2, tracked: no, visible_to: nobody}\n"
        "  nook: {holds: card2, visible_to: nobody}\n"
        "pieces:\n  card2: {c1: {good: fish, copies: 2}, c2: {good: wood}, c3: {good: wood}}\n"
    )
    pair = play(
        "as first_seat:",
        "  look at card2s in sack",
        "draw piece from card2s in sack where good of piece is wood",
        "move piece to nook",
        more=more,
    )
    assert pair.at("at_least", "sack", "card2", "p1") == {"c1": 2}
    pair = play(
        "as first_seat:",
        "  look at card2s in sack",
        "draw piece from card2s in sack where good of piece is fish",
        "move piece to nook",
        more=more,
    )
    assert pair.at("at_least", "sack", "card2", "p1") == {"c1": 1, "c2": 1, "c3": 1}
    assert [f["face"] for f in pair.at("pieces", "card2").values() if "known_to" in f] == ["c1"]


def test_shuffling_a_place_leaves_what_is_known_of_it() -> None:
    assert known(play(*LOOK, "shuffle bag")) == ALL


def test_all_of_a_place_take_along_what_is_known_of_it() -> None:
    pair = play(*LOOK, "move all tokens in bag to rack of last_seat")
    assert pair.at("at_least") == {"rack_p2": {"token": {"p1": ALL}}}
    some = play(*LOOK, "move (those t in tokens in bag where worth of t = 2) to rack of last_seat")
    assert some.at("at_least") is None


def test_what_is_passed_on_is_known_where_it_is_then() -> None:
    deal = ("move all tokens in bag to rack of first_seat", "pass rack to left")
    pair = play(*deal, players=3)
    assert pair.at("at_least") == {"rack_p2": {"token": {"p1": ALL}}}
    pair = play(*deal, "pass rack to left", players=3)
    assert pair.at("at_least") == {"rack_p3": {"token": {"p1": ALL, "p2": ALL}}}
    pair = play(*deal, "pass rack to left", "pass rack to left", players=3)
    assert pair.at("at_least") == {"rack_p1": {"token": {"p2": ALL, "p3": ALL}}}


def test_pieces_that_change_places_leave_and_come() -> None:
    pair = play(
        *LOOK,
        "draw token from tokens in bag",
        "move token to row",
        "draw other from tokens in bag",
        "swap token and other",
    )
    assert known(pair) == dict(Counter(faces(pair, "bag")))


# ---- what is told


def stopped(*lines: str) -> State:
    return new(link(set_table(game(*lines), 2)), 1)


def test_views_tell_at_least_how_many_and_all_if_all_are_known() -> None:
    state = stopped(*LOOK)
    whole = {"count": 5, "faces": ["t1", "t1", "t2", "t2", "t3"]}
    assert view(state, 0)["piles"]["bag"]["token"] == whole
    assert view(state, 1)["piles"]["bag"]["token"] == {"count": 5}
    assert view(state, -1)["piles"]["bag"]["token"] == {"count": 5}
    state = stopped(*LOOK, "draw token from tokens in bag", "move token to a")
    part = {"count": 4, "at_least": {"t1": 1, "t2": 1}}
    assert view(state, 0)["piles"]["bag"]["token"] == part


def test_an_onlooker_is_told_what_all_players_know() -> None:
    state = stopped("reveal (those t in tokens in bag where worth of t = 1)", *LOOK)
    assert view(state, -1)["piles"]["bag"]["token"] == {"count": 5, "at_least": {"t1": 2}}


def test_the_board_of_a_person_names_what_is_known_of_a_bag() -> None:
    lines = (*LOOK, "draw token from tokens in bag", "move token to a")
    state = stopped(*lines)
    boards = [dict(BoardText(state, seat).rows()) for seat in (0, 1)]
    assert [board["  bag"] for board in boards] == [
        "t1 (worth 1), t2 (worth 2), token ×2",
        "token ×4",
    ]


@pytest.mark.parametrize("player", [0, 1, -1])
def test_imagined_positions_are_sound_and_look_the_same(player: int) -> None:
    program = program_of(BAGS, 3)
    for seed in range(3):
        for number, state in enumerate(random_game(program, seed)):
            if number % 7 or state.over:
                continue
            stream = Stream(number, "test")
            made = imagined(state, player, stream)
            assert unsound(program, made.v) is None
            assert differences(state, made, player) == ()
            other = scrambled(state, player, stream)
            assert unsound(program, other.v) is None
            assert differences(state, other, player) == ()
            one, two = (imagined(each, player, Stream(7, "test")) for each in (state, other))
            assert view(one, player) == view(two, player)


# ---- saves


def test_a_save_that_claims_more_than_there_is_is_refused() -> None:
    state = stopped("reveal tokens in bag", "draw token from tokens in bag", "move token to a")
    program = state.program
    bounds = program.layout.bounds["token"]
    assert load(program, state.save()).v == state.v
    bag = next(n for n, place in enumerate(program.table.places) if place.id == "bag")
    for word, reason in (
        (
            0b00010,
            "more is known about bag than is there",
        ),  # the second of a face without the first
        (0b11111, "more is known about bag than is there"),
        (0b100000, "words"),
    ):
        forged = list(state.v)
        forged[bounds.rows[bag]] = word
        fault = unsound(program, forged)
        assert fault is not None and fault.startswith(reason)
    rack = next(n for n, place in enumerate(program.table.places) if place.id == "rack_p1")
    assert rack not in bounds.rows


def test_words_count_what_their_bits_say() -> None:
    bounds = Bounds({0: 0}, 1, {0: 1}, (0b11, 0b100, 0b11000))
    assert bounds.counted(0b01101) == {0: 1, 1: 1, 2: 1}
    assert bounds.written({0: 2, 2: 1}) == 0b01011
    assert bounds.holds_together(0b01011) and not bounds.holds_together(0b10000)


# ---- whole games


def test_both_back_ends_agree_and_what_is_known_is_true() -> None:
    for players in (2, 3, 4):
        program = program_of(BAGS, players)
        for seed in range(4):
            assert play_both(program, seed).over
            for state in random_game(program, seed):
                assert unsound(program, state.v) is None


@pytest.mark.parametrize("players", [2, 3])
def test_nobody_is_sent_what_others_know_of_places(players: int) -> None:
    test = LeakTest(program_of(BAGS, players))
    for seed in range(6):
        choose, stream = by_chance(seed, players)
        assert list(test.game(seed, choose, stream)) == []
    assert test.compared > 500


def test_games_without_looks_keep_their_positions() -> None:
    for folder in ("auction", "hex"):
        program = program_of(SMALL_GAMES / folder, game_in(SMALL_GAMES / folder).players[0])
        assert program.layout.bounds == {}
