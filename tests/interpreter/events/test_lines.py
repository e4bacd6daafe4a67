"""Events are written in the one way in which records have lines, though no encoder writes them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.record_lines import canonical
from boardwright.interpreter.records.game_record import Recorder
from boardwright.interpreter.records.schemas import misfit
from strategies import GAMES, game_in, program_of


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_every_line_is_what_an_encoder_would_write(path: Path) -> None:
    program = program_of(path, game_in(path).players[0])
    recorder, stream = Recorder(program, 6, events=True), Stream(6, "choices")
    for _ in range(100):
        decision = recorder.state.decision
        if decision is None:
            break
        recorder.apply(stream.below(len(decision)))
    events = [line for line in recorder.lines if line.startswith('{"event"')]
    for line in recorder.lines:
        assert canonical(json.loads(line)) == line
    for line in events:
        event = json.loads(line)
        assert misfit(event, "event", event["event"]) is None
