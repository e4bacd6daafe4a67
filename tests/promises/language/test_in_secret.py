"""What is moved, swapped and shuffled behind somebody's back: who does not see it goes on seeing what was there."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.determinize import imagined
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.views import View, view
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.game_record import Recorder, replay
from boardwright.interpreter.records.redacted_record import redact
from boardwright.interpreter.records.saves import load
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of
from strategies import Pair

TEXT = """\
game: stones
language: 1
players: 2
seats: [red, blue]
kinds:
  stone: {hidden: yes, home: quarry}
  bead: {hidden: yes, home: tin}
stocks:
  point: {total: unlimited, home: heap, kept: scored}
places:
  quarry: {holds: [stone], visible_to: nobody}
  wall: {holds: [stone], ordered: yes, visible_to: nobody}
  nook: {per: player, holds: [stone], visible_to: owner}
  bag: {holds: [stone], tracked: no, visible_to: nobody}
  shown: {holds: [stone]}
  tin: {holds: [bead], visible_to: nobody}
  heap: {holds: [point]}
  scored: {per: player, holds: [point]}
pieces:
  stone: {s1: {}, s2: {}, s3: {}, s4: {}}
  bead: {b1: {}}
rules:
  go: |
    draw first from stones in quarry
    draw second from stones in quarry except first
    move second to wall
    show first to last_seat
    show second to last_seat
    may rest:
      nothing
%s
    may rest_again:
      nothing
course:
  - phase: main
    steps: |
      as first_seat:
        go()
outcome: {score: my points}
"""
SWAP = "secretly swap first and second"


@cache
def program(steps: str) -> Program:
    text = "".join(f"    {line}\n" for line in steps.strip().splitlines())
    return link(set_table(game_of(TEXT % text), 2))


def played(steps: str, seed: int = 1) -> tuple[Pair, View, View]:
    """The game after these steps, on both ways of playing; and what blue and an onlooker saw before them."""
    of = program(steps)
    pair = Pair(of.table.game, 2, seed, program=of)
    before = told(pair.state, 1), told(pair.state, -1)
    pair.take("yes")
    return pair, *before


def told(state: State, seat: int) -> View:
    """What a seat sees, but for the question."""
    return {key: value for key, value in view(state, seat).items() if key != "asked"}


def faces(seen: View, place: str) -> dict[str, Any]:
    """The faces that a view tells of a place, by name."""
    stones = seen["pieces"]["stone"].items()
    return {name: facts.get("face") for name, facts in stones if facts["place"] == place}


def test_a_swap_that_nobody_else_sees_changes_nothing_for_them() -> None:
    for seed in range(6):
        pair, blue, onlooker = played(SWAP, seed)
        assert told(pair.state, 1) == blue and told(pair.state, -1) == onlooker
        # In fact they are exchanged.
        (on_wall,) = faces(blue, "wall").values()
        assert pair.place_of("stone", f"stone_{on_wall[1:]}") == "quarry"


def test_whoever_swaps_goes_on_knowing_what_was_known() -> None:
    pair, *_ = played(f"look at first\n{SWAP}")
    looked = faces(view(pair.state, 0), "wall")
    (face,) = looked.values()
    assert face is not None
    assert faces(view(pair.state, 1), "wall") != looked


def test_a_face_that_is_seen_again_is_the_true_one() -> None:
    for steps in (
        f"{SWAP}\nshow first to last_seat",
        f"{SWAP}\nreveal first",
        f"{SWAP}\nmove first to shown",
    ):
        pair, before, _ = played(steps)
        (was,) = faces(before, "wall").values()
        place = "shown" if "shown" in steps else "wall"
        (now,) = faces(view(pair.state, 1), place).values()
        assert now != was
        stones = pair.at("pieces", "stone").values()
        assert now in [stone["face"] for stone in stones if stone["place"] == place]


def test_what_is_swapped_with_a_stone_in_a_bag_stays_what_others_saw() -> None:
    steps = "move first to bag\ndraw third from stones in bag\nsecretly swap second and third"
    pair, before, _ = played(steps)
    assert faces(told(pair.state, 1), "wall") == faces(before, "wall")


@pytest.mark.parametrize("place", ["quarry", "wall"])
def test_a_shuffle_in_secret_shows_nowhere(place: str) -> None:
    steps = f"move stones in quarry to {place}\nlook at stones in {place}\nsecretly shuffle {place}"
    moved, *_ = played(f"move stones in quarry to {place}\nlook at stones in {place}")
    pair, *_ = played(steps)
    assert told(pair.state, 1) == told(moved.state, 1)
    # Who shuffled knows nothing any more.
    assert set(faces(view(pair.state, 0), place).values()) == {None}
    recorder = Recorder(program(steps), 1)
    while recorder.state.decision is not None:
        recorder.apply(0)
    events = [
        json.loads(line).get("name")
        for line in redact(program(steps), recorder.text(), 1).splitlines()
    ]
    assert "go.shuffle" not in events


def test_which_one_was_moved_in_secret_cannot_be_told() -> None:
    found = set()
    for seed in range(20):
        pair, *_ = played("secretly move first to nook of me", seed)
        blue = view(pair.state, 1)
        assert set(faces(blue, "quarry").values()) == {None}
        ((name, face),) = faces(blue, "nook_red").items()
        assert face is None
        found.add(name)
        # Who moved it sees it there.
        assert None not in faces(view(pair.state, 0), "nook_red").values()
    assert len(found) > 1  # the lowest of the three that lay there


def test_who_sees_one_of_the_places_sees_what_happens() -> None:
    pair, before, _ = played(
        "secretly move second to nook of last_seat\nsecretly swap first and second"
    )
    assert faces(told(pair.state, 1), "nook_blue") != {}
    assert None not in faces(told(pair.state, 1), "nook_blue").values()
    assert told(pair.state, 1) != before


def test_swaps_in_secret_are_saved_replayed_and_imagined() -> None:
    pair, *_ = played(SWAP)
    other = load(pair.program, pair.state.save())
    assert other.v == pair.state.v and other.hash == pair.state.hash
    recorder = Recorder(pair.program, 3)
    while recorder.state.decision is not None:
        recorder.apply(0)
    assert replay(pair.program, recorder.text()) == ()
    for number in range(8):
        for seat in (-1, 0, 1):
            made_up = imagined(pair.state, seat, Stream(number, "x"))
            assert view(made_up, seat) == view(pair.state, seat)
        stones = imagined(pair.state, 1, Stream(number, "x")).position()["pieces"]["stone"]
        assert not any("believed" in stone for stone in stones.values())


def test_a_face_that_is_no_longer_there_belongs_to_the_position() -> None:
    pair, *_ = played(SWAP)
    believed = [
        facts["believed"] for facts in pair.at("pieces", "stone").values() if "believed" in facts
    ]
    assert len(believed) == 2 and all(list(each) == ["blue"] for each in believed)
