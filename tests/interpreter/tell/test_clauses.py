"""What becomes one sentence, and what stays by itself."""

from __future__ import annotations

import pytest

from boardwright.dsl.language.templates import parse_template
from boardwright.interpreter.tell.clauses import Clause, conjoin, join_clauses

TAKE, MOVE = parse_template("{me} takes {card}"), parse_template("{me} moves {pawn}")


def told(*clauses: Clause) -> list[str]:
    return [*join_clauses(clauses, "and")]


def red(predicate: str, template: object = None) -> Clause:
    return Clause(f"Red {predicate}", "Red", TAKE if template is None else MOVE)


def test_what_a_player_does_in_a_row_is_one_sentence() -> None:
    assert told(red("takes the Witch"), red("moves the pawn", MOVE)) == [
        "Red takes the Witch and moves the pawn"
    ]


def test_three_things_are_enough_for_a_sentence() -> None:
    clauses = [red(f"{verb} it") for verb in ("takes", "looks at", "swaps", "moves")]
    assert told(*clauses) == ["Red takes it, looks at it and swaps it", "Red moves it"]


def test_a_verb_of_one_template_is_said_once() -> None:
    assert told(red("takes 1 fish"), red("takes 1 salt")) == ["Red takes 1 fish and 1 salt"]
    assert told(red("takes 1 fish"), red("takes 1 salt", MOVE)) == [
        "Red takes 1 fish and takes 1 salt"
    ]


def test_another_player_begins_another_sentence() -> None:
    blue = Clause("Blue takes it", "Blue", TAKE)
    assert told(red("takes it"), blue, red("moves it")) == [
        "Red takes it",
        "Blue takes it",
        "Red moves it",
    ]


@pytest.mark.parametrize("predicate", ["takes 1 fish and 1 salt", "looks at a rat (limit 2)"])
def test_what_is_not_plain_stays_by_itself(predicate: str) -> None:
    first, second = red("moves it", MOVE), red(predicate)
    assert told(first, second, first) == [first.text, second.text, first.text]


def test_nobody_does_nothing_in_a_row() -> None:
    clause = Clause("the plague breaks out")
    assert told(clause, clause) == [clause.text, clause.text]


@pytest.mark.parametrize(
    ("texts", "conjunction", "expected"),
    [
        (["Gallia"], "e", "Gallia"),
        (["Gallia", "Italia"], "e", "Gallia e Italia"),
        (["Gallia", "Egitto"], "e", "Gallia ed Egitto"),
        (["a", "b", "c"], "and", "a, b and c"),
    ],
)
def test_a_list(texts: list[str], conjunction: str, expected: str) -> None:
    assert conjoin(texts, conjunction) == expected
