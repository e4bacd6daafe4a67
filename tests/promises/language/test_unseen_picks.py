"""Choices among pieces that the chooser cannot tell apart: which of them is meant is chance, on both back-ends."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.dsl.rules import ir
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.game_record import Recorder, replay
from boardwright.interpreter.records.redacted_record import redact
from boardwright.interpreter.scenarios.run import Result, run_scenarios
from boardwright.interpreter.table.table import set_table
from boardwright.validators.render import full
from strategies import Pair, check_copies, steps, tiny
from valley import scenarios_of

HAND = "move all tokens in bag to rack of first_seat"
STEAL = "last_seat chooses token from tokens in rack of first_seat"
WAIT = ("first_seat may wait:", "  set log to 1")


def game(*lines: str, more: str = "") -> ir.Game:
    return tiny(more + steps(*lines))


def in_row(pair: Pair) -> str:
    """The faces of the tokens in the row."""
    pieces = pair.at("pieces", "token").values()
    return " ".join(sorted(facts["face"] for facts in pieces if facts["place"] == "row"))


def outcomes(of: ir.Game, *picks: str, seeds: int = 120) -> Counter[str]:
    """What lies in the row in the end, over many seeds."""
    program = link(set_table(of, 2))
    games = (Pair(of, 2, seed, program=program).take(*picks) for seed in range(seeds))
    return Counter(map(in_row, games))


# ---- what is one option, and who is asked


def test_what_nobody_can_tell_apart_is_one_option_and_is_simply_drawn() -> None:
    stolen = outcomes(game(HAND, STEAL, "move token to row"))
    assert set(stolen) == {"t1", "t2", "t3"}
    assert stolen["t1"] > stolen["t3"] and stolen["t2"] > stolen["t3"]  # two of five each


def test_several_are_drawn_at_once() -> None:
    of = game(
        HAND, "last_seat chooses 2 some from tokens in rack of first_seat", "move some to row"
    )
    assert set(outcomes(of)) == {"t1 t1", "t1 t2", "t1 t3", "t2 t2", "t2 t3"}


def test_nothing_is_drawn_if_the_choice_is_declined() -> None:
    of = game(HAND, STEAL.replace("chooses", "may choose") + ":", "  move token to row", *WAIT)
    pair = Pair(of, 2)
    assert pair.ids == ("token", "none")
    before = pair.at("chance")
    assert pair.take("none").at("chance") == before


def test_there_is_an_option_for_each_place() -> None:
    of = game(
        HAND,
        "draw token from tokens in rack of first_seat",
        "move token to rack of last_seat",
        "draw other from tokens in rack of first_seat",
        "move other to bag",
        "first_seat chooses 2 some from tokens in rack of last_seat plus tokens in bag plus tokens in rack of first_seat",
        "move some to row",
    )
    pair = Pair(of, 2)
    hidden = ("token:bag", "token:rack_p2")
    assert set(hidden) < set(pair.ids)
    # The id stays the same while more is picked.
    pair.take("token:bag")
    assert "token:rack_p2" in pair.ids and "token:bag" not in pair.ids
    decision = pair.state.decision
    assert decision is not None and decision.picked == ("token:bag",)


def test_there_is_an_option_for_each_back() -> None:
    more = """varieties: {season: [spring, autumn]}
kinds:
  letter: {attributes: {season: season, worth: number}, hidden: yes, back: [season], home: post}
places:
  post: {holds: letter, tracked: no, visible_to: nobody}
  desk: {holds: letter}
pieces:
  letter:
    l1: {season: spring, worth: 1}
    l2: {season: autumn, worth: 2}
    l3: {season: autumn, worth: 3}
"""
    of = game(
        "first_seat chooses letter from letters in post", "set log to worth of letter", more=more
    )
    logs = set()
    for seed in range(20):
        pair = Pair(of, 2, seed)
        assert pair.ids == ("letter:spring", "letter:autumn")
        logs.add(pair.take("letter:autumn").note("log"))
    assert logs == {2, 3}


def test_equal_pieces_that_the_chooser_knows_bring_no_event() -> None:
    of = game(
        HAND, "first_seat chooses 2 some from tokens in rack of first_seat", "move some to row"
    )
    assert not link(set_table(of, 2)).events
    pair = Pair(of, 2)
    before = pair.at("chance")
    assert in_row(pair.take("t2", "t2")) == "t2 t2"
    assert pair.at("chance") == before


def test_known_pieces_that_differ_in_their_notes_are_drawn() -> None:
    of = game(
        "for each token in tokens:",
        "  set weight of token to position(token, tokens)",
        HAND,
        "first_seat chooses token from tokens in rack of first_seat",
        "set log to weight of token",
        more="notes: {weight: {is: number, per: token}}\n",
    )
    assert {Pair(of, 2, seed).take("t1").note("log") for seed in range(12)} == {1, 2}


def test_pieces_that_can_be_followed_are_options_of_their_own() -> None:
    of = game("move all tokens in bag to row", "last_seat chooses token from tokens in row", *WAIT)
    assert Pair(of, 2).ids == tuple(f"token_{n}" for n in range(1, 6))
    assert not link(set_table(of, 2)).events


# ---- records, scenarios, views


def recorded(*lines: str, picks: tuple[str, ...] = ("yes",)) -> tuple[Program, str]:
    program = link(set_table(game(*lines), 2))
    recorder = Recorder(program, 3)
    for pick in picks:
        recorder.apply(pick)
    return program, recorder.text()


def test_a_record_has_one_event_for_the_whole_choice() -> None:
    lines = (
        "last_seat chooses 3 some from tokens in rack of first_seat",
        "move some to rack of last_seat",
    )
    program, text = recorded(HAND, *lines, *WAIT)
    events = [json.loads(line) for line in text.splitlines() if '"event"' in line]
    assert [event["name"] for event in events] == ["play.some"]
    assert [set(one) for one in events[0]["result"]] == [{"piece", "face"}] * 3
    assert replay(program, text) == ()
    # Only who sees the pieces then learns which they were.
    shown = [json.loads(line) for line in redact(program, text, 1).splitlines()]
    assert [len(line["result"]) for line in shown if "event" in line] == [3]
    assert '"event"' not in redact(program, text, 0)


def scenario(of: ir.Game, text: str) -> Result:
    (result,) = run_scenarios(of, scenarios_of(f"scenario: it\nplayers: 2\n{text}"))
    return result


TWO = "last_seat chooses 2 some from tokens in rack of first_seat"
SUM = "set log to sum(worth of t for each t in some)"


def test_a_scenario_dictates_the_faces() -> None:
    of = game(HAND, TWO, SUM)
    for faces, total in (("[t3, t1]", 4), ("[t2, t2]", 4), ("[t1, t1]", 2)):
        result = scenario(of, f"chance: {{play.some: {faces}}}\nexpect: log = {total}\n")
        assert result.passed, full.render(result.findings)


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ("[t3, t3]", "`t3` cannot be drawn at `play.some`"),
        ("[t3, t1, t2]", "`t2` for `play.some` is never used"),
    ],
)
def test_what_cannot_be_dictated_is_explained(faces: str, message: str) -> None:
    result = scenario(game(HAND, TWO, SUM), f"chance: {{play.some: {faces}}}\nexpect: log = 0\n")
    assert [found.message for found in result.findings][:1] == [message]


def test_a_scenario_names_no_face_where_chance_decides() -> None:
    of = game(HAND, TWO.replace("chooses 2", "may choose 2") + ":", f"  {SUM}")
    wrong = scenario(of, "steps:\n  - p2: t3\n")
    assert [found.code for found in wrong.findings] == ["E684"]
    right = scenario(
        of, "chance: {play.some: [t3, t1]}\nsteps:\n  - p2: [token]\nexpect: log = 4\n"
    )
    assert right.passed, full.render(right.findings)


# ---- both ways over generated positions


PLACES = ("bag", "rack of first_seat", "rack of last_seat", "row", "heap", "pile_up")
MORE = """notes: {turned: {is: yes_no, per: token}}
places:
  heap: {holds: token, tracked: no, visible_to: everyone when turned of it}
  pile_up: {holds: token, ordered: yes, tracked: no}
"""
CHOICES = (
    "{who} chooses token from {those}\n{then} token to {goal}",
    "{who} may choose token from {those}:\n  {then} token to {goal}",
    "{who} chooses {n} some from {those}\n{then} some to {goal}",
    "{who} chooses up to {n} some from {those}\n{then} some to {goal}",
    "{who} may choose {n} some from {those}:\n  {then} some to {goal}",
    "draw token from {those}\n{then} token to {goal}",
)
line = st.builds(
    lambda form, who, n, sources, goal: form.format(
        who=who,
        n=n,
        those=" plus ".join(f"tokens in {place}" for place in sources),
        goal=goal,
        then="move",
    ),
    st.sampled_from(CHOICES),
    st.sampled_from(("first_seat", "last_seat")),
    st.integers(0, 3),
    st.lists(st.sampled_from(PLACES), min_size=1, max_size=3, unique=True),
    st.sampled_from([*PLACES[:-1], "top of pile_up"]),
)


@given(st.lists(line, min_size=2, max_size=6), st.integers(0, 50), st.lists(st.integers(0, 9)))
def test_both_back_ends_agree_over_generated_choices_in_untracked_places(
    lines: list[str], seed: int, choices: list[int]
) -> None:
    blocks = [f"if yes:\n{_indented(text)}" for text in lines]
    before = "for each token in tokens:\n  set turned of token to worth of token >= 2"
    of = game(before, *blocks, more=MORE)
    pair = Pair(of, 3, seed)
    for n in range(200):
        if not pair.ids:
            break
        check_copies(pair.state)
        choice = choices[n] if n < len(choices) else n * 7 + seed
        pair.take(pair.ids[choice % len(pair.ids)])
    assert pair.over


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))


@pytest.mark.parametrize(("own", "drawn"), [("t1", True), ("t3", False)])
def test_that_chance_decided_among_equals_tells_nobody_else_that_there_were_several(
    own: str, drawn: bool
) -> None:
    of = game(
        HAND,
        "first_seat chooses token from tokens in rack of first_seat",
        "move token to row",
        *WAIT,
        more="notes: {mark: {is: number, per: token}}\n",
    )
    recorder = Recorder(link(set_table(of, 2)), 1)
    recorder.apply(own)
    recorder.apply(0)
    events = {
        player: [
            line["result"]
            for line in map(
                json.loads, redact(recorder.program, recorder.text(), player).splitlines()
            )
            if line.get("name") == "play.token"
        ]
        for player in (-1, 0, 1)
    }
    assert events[1] == events[-1] == []
    assert [[one["face"] for one in each] for each in events[0]] == ([["t1"]] if drawn else [])
