"""How much work something is, counted and not timed: a clock says as much about the machine as about the code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import ParamSpec

import pytest

P = ParamSpec("P")


def calls(work: Callable[P, object], *args: P.args, **named: P.kwargs) -> int:
    """How many calls are made, of functions in Python and in C, until `work` is done with these arguments."""
    made = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work(*args, **named)
    finally:
        sys.setprofile(before)
    return made


def noted_calls(patch: pytest.MonkeyPatch, module: ModuleType, name: str) -> list[object]:
    """Grows whenever this function of the module is called."""
    made: list[object] = []
    function = getattr(module, name)

    def noting(*args: object) -> object:
        made.append(args)
        return function(*args)

    patch.setattr(module, name, noting)
    return made
