from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.interpreter.play.views import view
from boardwright.interpreter.program.link import link
from boardwright.interpreter.records.game_record import Recorder, replay
from boardwright.interpreter.records.redacted_record import redact
from boardwright.interpreter.records.schemas import misfit
from boardwright.interpreter.reference.game import ReferenceGame
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of
from folders import SMALL_GAMES
from strategies import GAMES, RATTUS, game_in, name_of, program_of


def recorded(folder: Path, players: int, seed: int) -> tuple[Recorder, str]:
    recorder, chooser = Recorder(program_of(folder, players), seed), random.Random(seed)
    while recorder.state.decision is not None:
        recorder.apply(chooser.randrange(len(recorder.state.decision)))
    return recorder, recorder.text()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_a_redacted_record_has_neither_seed_nor_hashes_and_cannot_be_replayed(folder: Path) -> None:
    players = game_in(folder).players[0]
    recorder, text = recorded(folder, players, 2)
    for player in range(-1, players):
        found = redact(recorder.program, text, player)
        lines = [json.loads(line) for line in found.splitlines()]
        assert len(lines) <= text.count("\n")
        assert not any({"hash", "seed", "sum"} & line.keys() for line in lines)
        assert replay(recorder.program, found)[0].code == "E690"


def test_the_seed_of_the_agents_is_left_out_as_it_tells_what_these_choose_in_secret() -> None:
    recorder = Recorder(program_of(RATTUS, 2), 1, agents=["random", "random"], agents_seed=77)
    while recorder.state.decision is not None:
        recorder.apply(0)
    first = json.loads(redact(recorder.program, recorder.text(), 0).splitlines()[0])
    assert first["agents"] == ["random", "random"] and "agents_seed" not in first
    assert misfit(first, "seen_record") is None


def test_a_player_keeps_the_faces_that_were_seen_and_no_others() -> None:
    recorder, text = recorded(RATTUS, 3, 3)
    events: dict[str, list[Any]] = {}
    for line in map(json.loads, redact(recorder.program, text, 0).splitlines()):
        if "event" in line:
            events.setdefault(line["name"], []).append(line["result"])
    assert "deal_rats.unused" not in events  # of it nothing can be seen
    assert all(result.keys() == {"piece"} for result in events["deal_rats.newcomer"])
    assert all(result.keys() == {"face"} for result in events["unmask.token"])


def test_what_others_chose_all_at_once_is_left_out_of_a_record() -> None:
    recorder, text = recorded(SMALL_GAMES / "drafting", 2, 1)
    lines = [json.loads(line) for line in redact(recorder.program, text, 0).splitlines()]
    decisions = [line for line in lines if "decision" in line]
    assert {line["player"] for line in decisions} == {"p1"}
    assert [line["n"] for line in decisions] == [*range(1, len(decisions) + 1)]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_a_redacted_record_with_events_has_what_the_seat_was_told(folder: Path) -> None:
    players = game_in(folder).players[-1]
    program, chooser = program_of(folder, players), random.Random(2)
    recorder = Recorder(program, 2, events=True, seats=[0])
    told = [*recorder.seats[0].log]
    while recorder.state.decision is not None:
        recorder.apply(chooser.randrange(len(recorder.state.decision)))
        told += recorder.seats[0].log
    assert replay(program, recorder.text()) == ()
    first, *lines = map(json.loads, redact(program, recorder.text(), 0).splitlines())
    assert first["events"] and not {"beginning", "seed"} & first.keys()
    events = [line for line in lines if "event" in line]
    lined = {("chosen", True), ("asked", True), ("ended", False)}
    own = [e for e in told if (e["event"], "n" in e) not in lined]
    assert events == json.loads(json.dumps(own))
    # A sample, as comparing with a schema takes longer than all the rest.
    assert all(misfit(line, "seen_record") is None for line in (first, *lines[::5]))


SECRETS = """\
game: vault
language: 2
players: 2
seats: [red, blue]
kinds: {die: {sides: 6, pieces: one, home: cup}}
stocks: {point: {total: unlimited, home: heap, kept: scored}}
notes:
  trap: {is: number, visible_to: nobody}
places:
  heap: {holds: [point]}
  scored: {per: player, holds: [point], visible_to: owner}
  cup: {holds: [die], visible_to: nobody}
offers:
  stall:
    until: leave
    entries: {buy: {effect: take 1 points, limit: once a turn}}
rules:
  go: |
%s
  lay_trap(number size): |
    set trap to size
  open_one(number size): {}
  nothing_more: {}
course:
  - {phase: main, turn: [go()], rounds: 2}
outcome: {score: 0}
"""
FORMS = {
    "choose": "secretly choose n from 1 to 3",
    "chooses": "secretly me chooses n from 1 to 3",
    "may_choose": "secretly may choose n from 1 to 3:\n  take n points",
    "may_do": "secretly may hide:\n  take 1 points",
    "choose_one": "secretly choose one:\n  a:\n    take 1 points\n  b:\n    nothing",
    "chooses_one": "secretly me chooses one:\n  a:\n    take 1 points\n  b:\n    nothing",
    "may_choose_one": "secretly me may choose one:\n  a:\n    take 1 points",
    "open": "secretly open stall",
    "open_to": "secretly open stall to players",
    "several": "secretly choose up to 2 n from 1 to 3",
    "all_at_once": "all at once for each p in players:\n  choose n from 1 to 3",
}


def game_that_asks(steps: str) -> Recorder:
    """The game of two that takes these steps in each turn, with the first options chosen until its end."""
    text = SECRETS % "".join(f"    {line}\n" for line in steps.splitlines())
    recorder = Recorder(link(set_table(game_of(text), 2)), 1)
    while recorder.state.decision is not None:
        asked = recorder.state.decision
        for player in (0, 1, -1):
            found = view(recorder.state, player)
            assert ("asked" in found) == (player == asked.player or not asked.site.secret)
        recorder.apply(0 if recorder.decisions % 3 else len(asked) - 1)
    return recorder


@pytest.mark.parametrize("form", FORMS)
def test_of_a_secret_choice_others_learn_neither_question_nor_answer(form: str) -> None:
    recorder = game_that_asks(f"{FORMS[form]}\nmay nod:\n  nothing")
    for player in (0, 1, -1):
        lines = redact(recorder.program, recorder.text(), player).splitlines()
        asked = [line for line in map(json.loads, lines) if "decision" in line]
        seat = recorder.program.table.seats[player] if player >= 0 else ""
        assert sum(line["player"] == seat for line in asked) > 2 or player < 0
        assert {line["decision"] for line in asked if line["player"] != seat} == {"go.nod"}
        assert [line["n"] for line in asked] == [*range(1, len(asked) + 1)]


def test_chance_of_which_nothing_is_seen_leaves_no_line() -> None:
    recorder = game_that_asks(
        "roll die\ndraw kept from 1 to 6\nset trap to kept + 1\ndraw open_one from 1 to 6\nsecretly may peek:\n  draw n from 1 to 6\n  take n points"
    )
    events = [line for line in map(json.loads, recorder.lines) if "event" in line]
    assert {line["name"] for line in events} == {"go.roll", "go.open_one", "go.kept", "go.n"}
    found = [json.loads(line) for line in redact(recorder.program, recorder.text(), 0).splitlines()]
    assert {line["name"] for line in found if "event" in line} == {"go.open_one"}


KEPT = {
    "noted": "set trap to n",
    "noted under another name": "let more be n + 1\nset trap to more",
    "added to a note": "add n to trap",
    "noted by a rule": "lay_trap(n)",
    "noted where it decides": "if n >= 3:\n  set trap to 1",
    "a stock out of sight": "take n points",
}


@pytest.mark.parametrize("steps", KEPT.values(), ids=KEPT)
def test_what_is_drawn_and_kept_in_secret_leaves_no_line(steps: str) -> None:
    lay = "may nod:\n  nothing\nnothing_more()"
    recorder = game_that_asks(
        f"draw n from 1 to 6\n{steps}\ndraw k from 1 to 6\nopen_one(k)\n{lay}"
    )
    for player in (0, 1, -1):
        lines = redact(recorder.program, recorder.text(), player).splitlines()
        events = [line for line in map(json.loads, lines) if "event" in line]
        assert {line["name"] for line in events} == {"go.k"}


HAND = """\
game: hand
language: 2
players: 2
seats: [red, blue]
kinds: {card: {hidden: yes, attributes: {value: number}, home: deck}}
pieces: {card: {low: {value: 1, copies: 6}, high: {value: 2, copies: 6}}}
places:
  deck: {holds: [card], tracked: no, visible_to: nobody}
  hand: {per: player, holds: [card], tracked: no, visible_to: owner}
  heap: {holds: [card]}
course:
  - phase: deal
    steps: |
      for each p in players:
        draw dealt from cards in deck
        move dealt to hand of p
  - phase: main
    rounds: 4
    turn: |
      may nod:
        nothing
      draw drawn from cards in deck
      move drawn to hand of me
      find worst in cards in hand of me with fewest value of worst
      move worst to heap
outcome: {score: 0}
"""


@pytest.mark.parametrize("hidden", [True, False], ids=["faces", "no faces"])
def test_of_a_card_that_comes_out_of_a_hand_nobody_learns_when_it_was_drawn(hidden: bool) -> None:
    """The heap shows its face, and chance has brought it; but it lay among others in between."""
    text = HAND if hidden else HAND.replace("hidden: yes, ", "").replace(" tracked: no,", "")
    program = link(set_table(game_of(text), 2))
    seen = 0
    for seed in range(6):
        recorder = Recorder(program, seed)
        while recorder.state.decision is not None:
            recorder.apply("no")
        for player in (0, 1, -1):
            lines = map(json.loads, redact(program, recorder.text(), player).splitlines())
            drawn = [line["result"] for line in lines if line.get("name") == "main.drawn"]
            # Whoever has drawn a card, and still has it, knows its face.
            assert all(result.keys() == {"face"} for result in drawn if hidden)
            seen += len(drawn) if player >= 0 else 0
            assert player >= 0 or not drawn
    assert seen


def test_a_record_that_is_not_right_is_not_redacted() -> None:
    recorder, text = recorded(RATTUS, 2, 3)
    with pytest.raises(RulesetError):
        redact(recorder.program, text[:-5], 0)


@pytest.mark.parametrize("form", FORMS)
def test_both_ways_of_playing_ask_the_same_in_secret(form: str) -> None:
    recorder = game_that_asks(FORMS[form])
    reference = ReferenceGame(recorder.program.table, 1)
    for line in map(json.loads, recorder.lines):
        if "decision" in line:
            asked = reference.decision
            assert asked is not None and asked.site == line["decision"]
            reference.apply(line["choice"])
    assert reference.over and recorder.state.over
    assert reference.position() == recorder.state.position()


def test_a_choice_is_called_as_it_says() -> None:
    steps = (
        "choose n from 1 to 2 as first\nchoose one as last:\n  a:\n    nothing\n  b:\n    nothing"
    )
    lines = [json.loads(line) for line in game_that_asks(steps).lines]
    assert {line["decision"] for line in lines if "decision" in line} == {"go.first", "go.last"}
