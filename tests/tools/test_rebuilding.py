"""The campaign that rebuilds positions from events: that it plays, and tells what is not the same."""

from __future__ import annotations

import pytest

import rebuilding
from rebuild import Rebuilt


def test_positions_of_the_shipped_games_follow_from_events(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert rebuilding.main(["--games", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == list(rebuilding.GAMES)
    assert all("of 3 games, different 0" in line for line in lines)


def test_an_event_that_is_lost_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Rebuilt, "_amount", lambda self, event: None)
    assert rebuilding.main(["--games", "1", "--game", "rattus"]) == 1
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("rattus: 2 players, seed 1000000, 1 decisions: `stocks` is ")
