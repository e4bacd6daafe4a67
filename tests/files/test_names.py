"""How files are called where people read."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.dsl.source.diagnostics import Diagnostic, Label, Severity
from boardwright.dsl.source.places import Source
from boardwright.files.locate_ruleset import shipped
from boardwright.files.names import short_name, with_short_names
from boardwright.text import finding_formats


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Diagnostic:
    """A finding in a shipped ruleset and in one here, told from a folder elsewhere."""
    monkeypatch.chdir(tmp_path)
    theirs = Source(str(shipped()["rattus"] / "game.yaml"), "game: rattus\n")
    mine = Source("mine/expansion.yaml", "expansion: mine\n")
    return Diagnostic(
        code="E221",
        severity=Severity.ERROR,
        message="twice",
        label=Label(mine.span(0, 9), "again here"),
        others=(Label(theirs.span(0, 4), "first here"),),
    )


def test_shipped_files_are_named_from_the_folder_of_their_ruleset(found: Diagnostic) -> None:
    assert short_name(found.others[0].span.source.name) == "rattus/game.yaml"
    assert short_name("mine/expansion.yaml") == "mine/expansion.yaml"
    assert short_name("/elsewhere/game.yaml") == "/elsewhere/game.yaml"


def test_people_read_short_names_and_programs_get_paths(found: Diagnostic) -> None:
    path = str(shipped()["rattus"] / "game.yaml")
    full = finding_formats.written([found], "full")
    assert "::: rattus/game.yaml:1:1\n" in full and "--> mine/expansion.yaml:1:1\n" in full
    assert path not in full
    for format in ("json", "sarif"):
        assert Path(path).as_posix() in finding_formats.written([found], format)


def test_places_and_texts_stay_as_they_are(found: Diagnostic) -> None:
    (short,) = with_short_names([found])
    assert short.label == found.label
    assert [each.text for each in short.others] == ["first here"]
    assert short.others[0].span.text == "game"
