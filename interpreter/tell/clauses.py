"""What a player does in a row, told as one sentence: "Red takes the Witch, places 1 cube in Italia and moves the plague to Gallia."

Only plain clauses are joined. One that has a list or a remark in it stays a sentence, as nobody could hear where it ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from boardwright.dsl.language.templates import Template

_MOST = 3  # in a sentence
_NOT_PLAIN = re.compile(r"[,;:.!?…(]")


@dataclass(frozen=True, slots=True)
class Clause:
    """What could be a sentence by itself. `subject` is the player that it begins with, if it begins with one."""

    text: str
    subject: str = ""
    template: Template | None = None

    @property
    def predicate(self) -> str:
        """What is said of the subject."""
        return self.text[len(self.subject) + 1 :]


def join_clauses(clauses: Sequence[Clause], conjunction: str) -> Iterator[str]:
    """The sentences that these clauses make, in the same order."""
    row: list[Clause] = []
    for clause in clauses:
        if row and not (len(row) < _MOST and _may_follow(row[-1], clause, conjunction)):
            yield _sentence(row, conjunction)
            row = []
        row.append(clause)
    if row:
        yield _sentence(row, conjunction)


def conjoin(texts: Sequence[str], conjunction: str) -> str:
    """`a, b and c`; in Italian `e` has a `d` before another `e`."""
    head, last = ", ".join(texts[:-1]), texts[-1]
    if not head:
        return last
    word = "ed" if conjunction == "e" and last[:1] in "eE" else conjunction
    return f"{head} {word} {last}"


def _may_follow(clause: Clause, other: Clause, conjunction: str) -> bool:
    return (
        clause.subject == other.subject != ""
        and _is_plain(clause, conjunction)
        and _is_plain(other, conjunction)
    )


def _is_plain(clause: Clause, conjunction: str) -> bool:
    return not _NOT_PLAIN.search(clause.text) and f" {conjunction} " not in clause.text


def _sentence(row: Sequence[Clause], conjunction: str) -> str:
    if len(row) == 1:
        return row[0].text
    predicates = [clause.predicate for clause in row]
    verbs = {predicate.partition(" ")[0] for predicate in predicates}
    if len(verbs) == 1 and len({clause.template for clause in row}) == 1:
        predicates[1:] = [predicate.partition(" ")[2] for predicate in predicates[1:]]
    return f"{row[0].subject} {conjoin(predicates, conjunction)}"


__all__ = ["Clause", "conjoin", "join_clauses"]
