"""The campaign of what players are sent: that it compares, and tells what differs."""

from __future__ import annotations

from pathlib import Path

import pytest

import leaks
from campaign import GAMES


@pytest.mark.slow
def test_a_sample_of_the_shipped_games_tells_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert leaks.main(["--decisions", "150"]) == 0
    out = capsys.readouterr().out
    assert "rattus: " in out and "rattus+mercatus: " in out and out.count("findings 0") == 5


def test_a_game_that_hides_nothing_ends_soon(capsys: pytest.CaptureFixture[str]) -> None:
    assert leaks.main(["--game", str(GAMES / "pepper_road"), "--decisions", "20"]) == 0
    out = capsys.readouterr().out
    assert " 0 decisions in " in out and "findings 0" in out


def test_what_is_told_is_printed_once_with_how_to_see_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "old_crow"
    folder.mkdir()
    text = (GAMES / "old_crow" / "game.yaml").read_text()
    (folder / "game.yaml").write_text(
        text.replace("secretly choose gift", "choose gift").replace("secretly may", "may")
    )
    assert leaks.main(["--game", str(folder), "--decisions", "1500"]) == 1
    out = capsys.readouterr().out
    assert out.count("may choose laid") == 0 and "players, seed 1000" in out
    assert "can tell what it may not know from whether `p" in out
