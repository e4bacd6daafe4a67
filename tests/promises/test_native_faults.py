"""Rules that fail, fail with the same code at the same words, whoever plays them."""

from __future__ import annotations

import pytest

from boardwright.interpreter.native.engine import loaded
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from strategies import steps, tiny

MORE = """notes:
  full: {is: number, start: 1000000}
  who: {is: player, start: nobody}
  aim: {is: number, per: player, range: 0 to 3}
tables: {few: {1: 1, 3: 2}}
values:
  tenth(number n): 10 / n rounded down
  left(number n): 7 mod n
rules:
  again(number n): {deep: 1000, effect: again(n + 1)}
  dig(number n): {deep: 3, effect: dig(n - 1)}
"""


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("set log to tenth(log)", "E654"),
        ("set log to left(log)", "E654"),
        ("set log to sum(tenth(n - 2) for each n in 1 to 3)", "E654"),
        ("for each p in players by rising tenth(0):\n  nothing", "E654"),
        ("set log to tenth(log) + few(log)", "E654"),
        ("set log to few(log) + tenth(log)", "E656"),
        ("set log to few(2)", "E656"),
        ("repeat log - 5 times:\n  add 1 to log", "E653"),
        ("set log to count(fields within (log - 1) steps of a)", "E653"),
        ("move up to (log - 2) of deck to pile", "E653"),
        ("add 1 to full", "E653"),
        ("let x be 1000000 * 1000000 * 2", "E653"),
        ("let x be 1000000 * 1000000\nset log to 2 * x", "E653"),
        ("let x be 1000000 * 1000000\nset x to x + 1", "E653"),
        ("let x be 1\nrepeat 90 times:\n  set x to x + x", "E653"),
        ("let x be 3\nrepeat 90 times:\n  set x to x * x", "E653"),
        ("as first_seat:\n  set aim of me to 4", "E653"),
        ("set aim of who to 1", "E657"),
        ("set log to coins in purse of who", "E657"),
        ("set log to worth of top of pile", "E655"),
        ("while log = 0:\n  nothing", "E658"),
        ("repeat 999999 times:\n  repeat 999999 times:\n    set log to 0", "E658"),
        ("again(1)", "E660"),
        ("dig(1)", "E660"),
    ],
)
def test_the_same_code_at_the_same_words(lines: str, code: str) -> None:
    program = link(set_table(tiny(steps(lines) + MORE), 2))
    native = loaded(program)
    told = []
    for play in (program.fast.run, native.run):
        with pytest.raises(RuleError) as fault:
            play(program.first_vector(1))
        told.append((fault.value.code, fault.value.message, fault.value.span))
    assert told[0] == told[1]
    assert told[0][0] == code and told[0][2] is not None
