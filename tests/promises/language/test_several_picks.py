"""Choices of several things: picks in any order, on both back-ends."""

from __future__ import annotations

import itertools
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.dsl.rules import ir
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.views import view
from boardwright.interpreter.program.link import link
from boardwright.interpreter.records.game_record import Recorder, replay
from boardwright.interpreter.scenarios.run import run_scenarios
from boardwright.interpreter.table.errors import BELOW_ZERO, OUT_OF_RANGE, RuleError
from boardwright.interpreter.table.table import set_table
from boardwright.validators.render import full
from strategies import Pair, check_copies, steps, tiny
from valley import scenarios_of

SUM = "set log to sum({} for each x in some)"
OWN_HAND = "move all tokens in bag to rack of first_seat"


def choice(what: str, worth: str = "1", *before: str) -> ir.Game:
    """A game in which the first player makes one choice of several and then waits."""
    lines = (
        *before,
        f"first_seat {what}",
        SUM.format(worth),
        "first_seat may wait:",
        "  set log to 0",
    )
    return tiny(steps(*lines))


def both(game: ir.Game, *picks: str, players: int = 2) -> Pair:
    return Pair(game, players).take(*picks)


@pytest.mark.parametrize(
    ("what", "worth", "picks", "total"),
    [
        ("chooses 2 some from fields", "position(x, fields)", ("d", "b"), 6),
        ("chooses 2 some from 3 to 7", "x", ("7", "4"), 11),
        ("chooses up to 3 some from 0 to 9", "x", ("9", "0", "5"), 14),
        ("chooses 2 some from goods", "position(x, goods)", ("wood", "fish"), 4),
        ("chooses 2 some from players", "position(x, seats)", ("p3", "p1"), 4),
        ("chooses 2 some from cards", "worth of x", ("king", "cook"), 4),
        ("chooses up to 2 some from fields", "position(x, fields)", ("c", "done"), 3),
    ],
)
def test_the_set_is_the_same_in_whatever_order_it_is_picked(
    what: str, worth: str, picks: tuple[str, ...], total: int
) -> None:
    game = choice(what, worth)
    ends = {"done"}.intersection(picks)
    hashes = set()
    for order in itertools.permutations([pick for pick in picks if pick not in ends]):
        pair = Pair(game, 3)
        for pick in (*order, *ends):
            if pair.asked != "p1 play.wait":  # what is left may be just what is missing
                pair.take(pick)
        assert pair.note("log") == total
        hashes.add(pair.state.hash)
    assert len(hashes) == 1


def test_what_has_been_picked_is_no_longer_offered() -> None:
    pair = both(choice("chooses 3 some from 1 to 5"), "4")
    assert pair.ids == ("1", "2", "3", "5")
    assert pair.take("2").ids == ("1", "3", "5")


def test_equal_pieces_are_offered_as_long_as_there_are_some() -> None:
    game = choice("chooses 3 some from tokens in rack of first_seat", "worth of x", OWN_HAND)
    pair = both(game, "t2", "t1")
    assert pair.ids == ("t1", "t2", "t3")
    assert pair.take("t2").note("log") == 5
    assert both(game, "t2", "t2").ids == ("t1", "t3")


def test_pieces_that_can_be_followed_are_picked_by_their_handles() -> None:
    game = choice("chooses 2 some from tokens in row", "1", "move all tokens in bag to row")
    assert both(game, "token_5").ids == ("token_1", "token_2", "token_3", "token_4")


# ---- how many


def test_zero_picks_nothing_and_the_block_goes_on() -> None:
    game = tiny(steps("first_seat chooses 0 some from fields", "set log to 7 + count(some)"))
    assert both(game).note("log") == 7


@pytest.mark.parametrize("many", ["5", "up to 0"])
def test_more_than_there_are_or_up_to_none_leaves_the_block_out(many: str) -> None:
    game = tiny(steps(f"first_seat chooses {many} some from fields", "set log to 7"))
    assert both(game).note("log") is None


@pytest.mark.parametrize("many", ["", "up to "])
def test_a_number_below_zero_is_an_error_at_its_line(many: str) -> None:
    game = tiny(
        steps("let n be 1 - 2", f"first_seat chooses {many}n some from fields", "set log to 7")
    )
    with pytest.raises(RuleError) as raised:
        Pair(game, 2)
    assert raised.value.code == OUT_OF_RANGE
    assert raised.value.span is not None and raised.value.span.text == "n"
    assert raised.value.message == BELOW_ZERO


def test_all_that_is_left_is_taken_without_a_question() -> None:
    assert both(choice("chooses 4 some from fields")).note("log") == 4
    assert both(choice("chooses 3 some from 1 to 4"), "1").ids == ("2", "3", "4")
    declined = tiny(steps("first_seat may choose 4 some from fields:", "  set log to count(some)"))
    assert both(declined).ids == ("a", "b", "c", "d", "none")
    assert both(declined, "c").note("log") == 4


# ---- what the decision says


def test_the_decision_says_what_is_picked_and_how_many_may_be() -> None:
    decision = both(choice("chooses up to 3 some from fields"), "c", "a").state.decision
    assert decision is not None
    assert (decision.picked, decision.least, decision.most) == (("a", "c"), 0, 3)
    exact = both(choice("chooses 2 some from fields")).state.decision
    assert exact is not None and (exact.picked, exact.least, exact.most) == ((), 2, 2)
    few = both(choice("chooses up to 9 some from fields")).state.decision
    assert few is not None and few.most == 4
    one = both(tiny(steps("first_seat chooses field from fields", "set log to 1"))).state.decision
    assert one is not None and (one.picked, one.least, one.most) == ((), 1, 1)


def test_picks_belong_to_the_position_and_its_hash() -> None:
    game = choice("chooses 3 some from fields")
    one, other = both(game, "a"), both(game, "b")
    assert one.at("asked", "picked") == ["a"]
    assert one.state.hash != other.state.hash
    assert both(game, "a", "d").state.hash == both(game, "d", "a").state.hash
    assert "picked" not in both(game).at("asked")


def test_nothing_of_the_picks_is_left_in_the_words() -> None:
    pairs = [
        both(choice("chooses 2 some from fields"), *picks) for picks in (("a", "b"), ("d", "c"))
    ]
    assert len({tuple(pair.state.v) for pair in pairs}) == 1


def test_only_who_is_asked_sees_the_picks() -> None:
    game = choice("chooses 3 some from tokens in rack of first_seat", "worth of x", OWN_HAND)
    state = both(game, "t2").state
    asked = view(state, 0)["asked"]
    assert (asked["picked"], asked["least"], asked["most"]) == (["t2"], 3, 3)
    assert view(state, 1)["asked"] == {"player": "p1", "decision": "play.some"}


# ---- each set once, for a search


@pytest.mark.parametrize(
    ("what", "sets"),
    [
        ("chooses 3 some from 1 to 6", comb(6, 3)),
        ("chooses up to 2 some from fields", 1 + 4 + comb(4, 2)),
        ("chooses up to 9 some from goods", 2**3),
    ],
)
def test_canonical_options_lead_to_each_set_once(what: str, sets: int) -> None:
    assert _ways(both(choice(what)).state) == sets


def test_canonical_options_count_equal_pieces_once() -> None:
    game = choice("chooses 3 some from tokens in rack of first_seat", "worth of x", OWN_HAND)
    # Of t1, t1, t2, t2 and t3: 112, 113, 122, 123 and 223.
    assert _ways(both(game).state) == 5


def test_without_several_all_options_are_canonical() -> None:
    decision = both(
        tiny(steps("first_seat chooses field from fields", "set log to 1"))
    ).state.decision
    assert decision is not None and decision.canonical == (0, 1, 2, 3)


def _ways(state: State) -> int:
    """How many ways lead through the choice if only canonical options are taken."""
    decision = state.decision
    if decision is None or not decision.site.several:
        return 1
    found = 0
    for n in decision.canonical:
        other = state.copy()
        other.apply(n)
        found += _ways(other)
    return found


# ---- records and scenarios


def test_a_record_with_several_picks_can_be_played_again() -> None:
    program = link(set_table(choice("chooses 3 some from fields"), 2))
    recorder = Recorder(program, 1)
    for pick in ("d", "a", "c", "no"):
        recorder.apply(pick)
    assert replay(program, recorder.text()) == ()


def test_a_scenario_lists_picks_in_any_order() -> None:
    game = choice("chooses 3 some from fields", "position(x, fields)")
    text = "scenario: any_order\nplayers: 2\nsteps:\n  - p1: [d, a, c]\n  - expect: log = 8\n  - p1: no\n"
    (result,) = run_scenarios(game, scenarios_of(text))
    assert result.passed, full.render(result.findings)


# ---- both ways of playing, over generated choices


@given(
    many=st.integers(0, 5),
    up_to=st.booleans(),
    may=st.booleans(),
    source=st.sampled_from(
        ["fields", "0 to 5", "goods", "players", "tokens in rack of first_seat", "tokens in row"]
    ),
    choices=st.lists(st.integers(0, 20), min_size=6, max_size=6),
)
def test_both_back_ends_agree_about_every_choice_of_several(
    many: int, up_to: bool, may: bool, source: str, choices: list[int]
) -> None:
    line = f"first_seat {'may choose' if may else 'chooses'} {'up to ' if up_to else ''}{many} some from {source}"
    block = (
        [f"{line}:", "  set log to 1 + count(some)"]
        if may
        else [line, "set log to 1 + count(some)"]
    )
    before = ["repeat 3 times:", "  draw token from tokens in bag", "  move token to row", OWN_HAND]
    pair = Pair(tiny(steps(*before, *block)), 3, seed=choices[0])
    for pick in choices:
        if pair.ids:
            check_copies(pair.state)
            pair.take(pair.ids[pick % len(pair.ids)])
    assert pair.over
