"""What the tests of the language in play ask: what a game fails with, and why rules are refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.interpreter.table.errors import (
    RuleError,
)
from strategies import play, tiny

LOG = "set log to log * 10 + "


def fault(game: ir.Game, players: int = 2, choices: Sequence[str] = ()) -> str:
    """The code of the error in which a game ends."""
    with pytest.raises(RuleError) as found:
        play(game, players, 1, choices)
    return found.value.code


def refused(more: str, **cards: str) -> set[str]:
    """The codes of what is wrong with rules."""
    with pytest.raises(RulesetError) as found:
        tiny(more, **cards)
    return {diagnostic.code for diagnostic in found.value.diagnostics}
