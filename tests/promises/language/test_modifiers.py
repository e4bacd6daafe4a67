"""Modifiers apply in fixed layers: on both back-ends at once."""

from __future__ import annotations

from decisions import LOG
from strategies import logged, steps, tiny


def test_decision_13_numbers_become_are_changed_raised_and_capped_in_this_order() -> None:
    value = 'values: {"reach(number n)": n}\nmodify: {"reach(n)": [at most 9, add 2]}\n'
    lines = steps(
        "move all cards in deck to tableau of first_seat",
        "as first_seat:\n  set log to reach(1) * 100 + reach(20) * 10",
    )
    more = value + lines
    assert logged(tiny(more)) == 390
    assert logged(tiny(more, king='worth: 3\nmodify: {"reach(n)": at least 7}')) == 790
    assert logged(tiny(more, king='worth: 3\nmodify: {"reach(n)": becomes 0}')) == 220
    assert (
        logged(
            tiny(more, king='worth: 3\nmodify: {"reach(n)": [subtract 1, at most 1, at least 5]}')
        )
        == 110
    )


def test_decision_13_sets_become_then_only_also_except() -> None:
    more = "values: {goals: those f in fields where f is not d}\n" + steps(
        "move king to tableau of first_seat",
        "as first_seat:",
        *(f"  if {f} is in goals:\n    {LOG}{n}" for n, f in enumerate("abcd", 1)),
    )
    assert logged(tiny(more)) == 123
    changed = "worth: 3\nmodify: {goals: [except b, also d, only (neighbours of b plus b)]}"
    # only a, b, c; also d; except b
    assert logged(tiny(more, king=changed)) == 134


def test_decision_13_the_askers_cards_decide() -> None:
    game = tiny(
        "values: {reach: 1}\n"
        + steps(
            "move king to tableau of last_seat", f"for each p in players:\n  as p:\n    {LOG}reach"
        ),
        king="worth: 3\nmodify: {reach: add 4}",
    )
    assert logged(game) == 15
