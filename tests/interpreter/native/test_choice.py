"""Who plays: what is asked for, and what is there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from boardwright.extras import install
from boardwright.interpreter.native import build, choice, engine
from boardwright.interpreter.native.choice import (
    MANY,
    BackendError,
    native_for,
    why_python,
)
from boardwright.interpreter.play.native_state import NativeState
from boardwright.loading.load import load
from folders import SMALL_GAMES

PIG = SMALL_GAMES / "pig"


def test_machine_code_is_made_for_many_games_or_by_name() -> None:
    game = load(PIG)
    assert game.program.backend == "auto"
    assert native_for(game.program) is None
    assert not isinstance(game.new(), NativeState)
    assert native_for(game.program, MANY) is not None
    assert isinstance(game.new(), NativeState)
    assert native_for(load(PIG, backend="python").program, MANY) is None
    assert native_for(load(PIG, backend="native").program) is not None
    assert why_python(game.program) is None


def test_games_are_counted_until_they_are_many() -> None:
    program = load(PIG).program
    assert native_for(program, MANY - 2) is None
    assert native_for(program, 1) is None
    assert native_for(program) is None
    assert native_for(program, 1) is not None


def test_there_are_three() -> None:
    with pytest.raises(ValueError, match="there is no back-end `fast`"):
        load(PIG, backend="fast")  # type: ignore[arg-type]


@pytest.fixture
def without_llvm(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setenv("BOARDWRIGHT_CACHE", "off")
    monkeypatch.setattr(build, "import_module", missing)
    build.llvm.cache_clear()


@pytest.mark.usefixtures("without_llvm")
def test_without_llvmlite_python_plays_and_says_so() -> None:
    game = load(PIG)
    assert native_for(game.program, MANY) is None
    told = why_python(game.program)
    assert told is not None and "llvmlite is not installed" in told and install("native") in told
    assert game.new(3).v == load(PIG, backend="python").new(3).v
    with pytest.raises(BackendError, match="llvmlite is not installed") as caught:
        load(PIG, backend="native").new()
    assert install("native") in caught.value.help[0]
    assert why_python(load(PIG, backend="python").program) is None


def test_what_does_not_play_as_it_should_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_CACHE", "off")
    monkeypatch.setattr(engine, "checked", lambda native: False)
    game = load(PIG)
    assert native_for(game.program, MANY) is None
    assert "does not play as it should" in str(why_python(game.program))


def test_whatever_goes_wrong_python_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> bytes:
        raise OSError("no room")

    monkeypatch.setenv("BOARDWRIGHT_CACHE", "off")
    monkeypatch.setattr(engine, "object_of", broken)
    game = load(PIG)
    assert native_for(game.program, MANY) is None
    assert "OSError: no room" in str(why_python(game.program))


def test_code_is_kept_and_taken_from_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "kept"))
    first = native_for(load(PIG).program, MANY)
    monkeypatch.setattr(engine, "object_of", None)
    second = native_for(load(PIG).program, MANY)
    assert first is not None and second is not None
    assert first.play(4) == second.play(4)
    assert replace(first.packing) == second.packing


def test_without_a_program_it_is_told_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert choice.missing("auto") is None
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "llvmlite is not installed" in str(choice.missing("auto"))
    assert choice.missing("python") is None
    with pytest.raises(BackendError, match="llvmlite is not installed") as caught:
        choice.missing("native")
    assert install("native") in caught.value.help[0]
