from __future__ import annotations

import pytest

from boardwright.cards import apart
from boardwright.cards.apart import printed_apart
from boardwright.cards.press import Job, PressError


def test_what_is_printed_apart_is_the_same() -> None:
    from boardwright.cards.press import printed

    job = Job("#set document(date: none)\n#data\n#let data = 1".replace("#data\n", ""), {"a": 1})
    assert printed_apart(job).pages == printed(job).pages


def test_a_loop_without_end_is_stopped() -> None:
    source = "#let n = 0\n#while n < 10000000000 { n = calc.rem(n, 7) + 1 }"
    with pytest.raises(PressError, match=r"longer than 3 seconds|loop seems to be infinite"):
        printed_apart(Job(source, {}), seconds=3)


def test_a_package_cannot_be_fetched() -> None:
    with pytest.raises(PressError, match="package"):
        printed_apart(Job('#import "@preview/cetz:0.3.0"', {}))
    with pytest.raises(PressError, match="package"):
        printed_apart(Job('#let name = "@preview/" + "cetz:0.3.0"\n#import name', {}))


def test_a_process_that_dies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "_MODULE", "boardwright.no_such_module")
    with pytest.raises(PressError, match="has died"):
        printed_apart(Job("x", {}))
