"""What is too much is refused before the work of reading it."""

from __future__ import annotations

import pytest

from boardwright.dsl.declare.ruleset import declare
from boardwright.dsl.source.diagnostics import Bag
from effort import calls
from ruleset_texts import documents_of

HEAD = "game: nest\nlanguage: 2\nplayers: 2\noutcome: {score: 0}\n"
MANY = range(6_000)


def lines(head: str, line: str) -> str:
    return f"{head}\n" + "".join(f"{line.format(n)}\n" for n in MANY)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (lines("values:", "  v{}: 1 + 2 * 3"), "6,000 values"),
        (lines("rules:", "  r{}: roll dice"), "6,000 rules"),
        (lines("modify:", "  v{}: add 1 when round > 2"), "6,000 changes of values"),
        (
            "modify:\n  v: [" + ", ".join("add 1 when round > 2" for _ in MANY) + "]\n",
            "6,000 changes of values",
        ),
        (lines("", "before r{}: roll dice"), "6,000 hooks"),
        (
            lines("offers:\n  menu:\n    entries:", "      e{}: roll dice"),
            "6,000 entries of `menu`",
        ),
        (
            lines("pieces:\n  card:", "    c{}: {{ability: roll dice}}"),
            "6,000 declarations for `card`",
        ),
        ("rules:\n  r: |\n" + "    roll dice\n\n" * 900, ""),
        (
            "rules:\n" + "".join(f"  r{n}: |\n" + "    roll dice\n\n" * 30 for n in range(1_000)),
            "30,000 lines of effects",
        ),
    ],
    ids=lambda value: value if value.isascii() and len(value) < 40 else "",
)
def test_what_is_too_much_is_refused_before_it_is_read(text: str, told: str) -> None:
    bag = Bag()
    documents = documents_of(HEAD + text, bag)
    assert not bag.failed
    work = calls(declare, documents, bag)
    found = [each for each in bag.sorted() if each.code == "E811"]
    if told:
        assert [each.message for each in found] == [f"there are {told}"]
        assert work < 200_000  # one expression alone takes some 500
    else:
        assert not found


def test_all_files_count_together() -> None:
    values = "".join(f"  vN_{n}: 1\n" for n in range(2_000))
    files = [f"### {n}.yaml\npart: p{n}\nvalues:\n{values.replace('N', str(n))}" for n in range(3)]
    bag = Bag()
    assert declare(documents_of(HEAD + "".join(files), bag), bag) is None
    assert [each.message for each in bag.sorted()] == ["there are 6,000 values"]
