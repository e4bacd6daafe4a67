"""Forms of chance, and expressions, which never draw or ask: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.table import set_table
from decisions import refused
from strategies import play, steps, tiny


@pytest.mark.parametrize(
    "expression", ["choose n from 1 to 3", "draw n from 1 to 3", "roll die_1", "reveal tokens"]
)
def test_decision_05_an_expression_neither_asks_nor_draws(expression: str) -> None:
    codes = refused(f'values: {{wish: "{expression}"}}\n' + steps("set log to wish"))
    assert {code[:2] for code in codes} == {"E3"}


def test_decision_05_values_do_not_read_each_other_in_a_ring() -> None:
    ring = "values: {first: second + 1, second: first + 1}\n"
    assert refused(ring + steps("set log to first"))


def test_decision_27_each_event_is_named_by_rule_and_name() -> None:
    game = tiny(
        "rules:\n  tempt: |\n    draw n from 1 to 6\n    draw field from fields\n    roll dice\n    shuffle bag\n"
        + steps("tempt()")
    )
    program = link(set_table(game, 2))
    assert [(event.name, event.form) for event in program.events] == [
        ("tempt.n", "draw"),
        ("tempt.field", "draw"),
        ("tempt.roll", "roll"),
        ("tempt.shuffle", "shuffle"),
    ]


def test_as_names_what_chance_decides() -> None:
    game = tiny(
        "rules:\n  tempt: |\n    draw n from 1 to 6 as luck\n    roll dice as first_throw\n    roll dice\n"
        "    if n = 1:\n      shuffle bag as again\n    shuffle bag\n" + steps("tempt()")
    )
    names = {event.name for event in link(set_table(game, 2)).events}
    assert names == {
        *("tempt.luck", "tempt.first_throw", "tempt.roll"),
        *("tempt.again", "tempt.shuffle"),
    }
    assert play(game, seed=3).over


def test_decision_27_draws_rolls_and_numbers_are_alike_on_both_sides() -> None:
    game = tiny(
        steps(
            "draw n from 2 to 5",
            "draw p from players",
            "roll dice",
            "shuffle bag",
            "draw token from tokens in bag",
            "set log to n * 1000 + sum(face of die for each die in dice) * 10 + worth of token",
        )
    )
    assert len({play(game, seed=seed).note("log") for seed in range(12)}) > 6
