"""What is the same in every turn of a loop is worked out once, and only where a turn asks for it."""

from __future__ import annotations

import re

import pytest

from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from strategies import logged, steps, tiny, turns

SUM = "sum(worth of z for each z in cards)"
FAILS = "sum(worth of y / (round - 1) rounded down for each y in cards)"


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (f"count(2 * worth of x <= {SUM} for each x in cards)", 1),
        (f"count(those x in cards where 2 * worth of x > {SUM})", 1),
        (f"sum({SUM} - worth of x for each x in cards)", 4),
        (f"largest(position(x, those y in cards by rising worth of y) for each x in cards) + {SUM}", 6),
        # Of two loops, the inner one is the same for each member of the outer one.
        (f"sum(count(worth of y < {SUM} for each y in cards) * worth of x for each x in cards)", 8),
    ],
)  # fmt: skip
def test_it_comes_to_the_same(expression: str, value: int) -> None:
    assert logged(tiny(steps(f"set log to {expression}"))) == value


def test_what_fails_does_so_only_where_it_is_asked() -> None:
    spared = f"set log to count(worth of x > 8 and worth of x = {FAILS} for each x in cards)"
    assert logged(tiny(turns(spared, "rounds: 1"))) == 0
    with pytest.raises(RuleError, match="E654"):
        logged(tiny(turns(spared.replace("> 8", "> 2"), "rounds: 1")))


def test_what_is_kept_as_a_whole_is_not_kept_in_parts() -> None:
    inner = "2 * count(those y in cards where worth of y >= 2)"
    game = tiny(steps(f"set log to count(worth of x <= {inner} for each x in cards)"))
    text = link(set_table(game, 2)).text()
    assert len(set(re.findall(r"done_t\d+", text))) == 1
    assert logged(game) == 1
