"""Functions made at random come to the same in Python and as machine code, and what does not is found."""

from __future__ import annotations

import pytest

import made_code
from boardwright.interpreter.native.writer import Writer
from boardwright.interpreter.program.program import Program


@pytest.fixture(scope="module")
def under() -> Program:
    return made_code.base()


def test_sets_of_any_width_are_the_same_by_both(under: Program) -> None:
    assert [made_code.difference(under, seed, 12) for seed in range(6)] == [None] * 6


def test_what_is_not_the_same_is_told(under: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Writer.write

    def forgetful(self: Writer, at: str, value: str, words: int) -> None:
        write(self, at, value, words)
        if words > 1:  # the highest word of a wide set is lost
            last = self.word(self.part(at, words - 1))
            self.do(f"store i64 0, ptr {last}")

    monkeypatch.setattr(Writer, "write", forgetful)
    told = [made_code.difference(under, seed, 12) for seed in range(6)]
    assert any(each is not None and "words" in each for each in told)
