"""Expansions named under `after` are looked for among those shipped, those in play and those that lie beside."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.commands.validate import check
from boardwright.validators.render import concise, full
from boardwright.validators.subject.subject import Profile

GAME = """\
game: isle
language: 2
name: Isle
players: 2
course: [{phase: play, steps: [end_it()]}]
rules: {end_it: end game}
outcome: {score: 0}  # allow E629: this is no game yet
"""


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "home").mkdir()
    monkeypatch.chdir(tmp_path / "home")
    Path("isle").mkdir()
    Path("isle/game.yaml").write_text(GAME)
    expansion("storm")
    return tmp_path


def expansion(name: str, after: str = "[]", folder: str = "") -> str:
    home = Path(folder, name)
    home.mkdir(parents=True)
    home.joinpath("expansion.yaml").write_text(
        f"expansion: {name}\nof: isle\nafter: {after}\nlanguage: 2\n"
    )
    return home.as_posix()


def test_a_slip_is_told_with_what_was_meant() -> None:
    found = check([expansion("flood", "[strom]")])
    assert [each.code for each in found] == ["E641"]
    assert "there is no expansion `strom`" in full.render(found)
    assert "did you mean `storm`?" in full.render(found)


def test_what_is_like_none_is_told_with_a_way_to_say_so() -> None:
    found = check([expansion("flood", "[far_away]")])
    assert [each.code for each in found] == ["E641"] and "allow E641" in "".join(found[0].help)
    found = check(
        [expansion("ebb", "far_away  # allow E641: it is on another site")], profile=Profile.BASIC
    )
    assert concise.render(found) == ""


def test_what_lies_beside_is_shipped_or_is_in_play_is_known() -> None:
    flood = expansion("flood", "[storm, mercatus]")
    assert concise.render(check([flood])) == ""
    elsewhere = expansion("ebb", "flood", "../elsewhere")
    Path("isle").rename("../elsewhere/isle")
    assert [each.code for each in check([elsewhere])] == ["E641"]
    assert concise.render(check([elsewhere], [flood])) == ""


def test_a_game_is_no_expansion() -> None:
    assert [each.code for each in check([expansion("flood", "[isle, storm]")])] == ["E641"]


def test_nothing_is_looked_for_without_checks() -> None:
    assert check([expansion("flood", "[strom]")], profile=Profile.MINIMAL) == ()
