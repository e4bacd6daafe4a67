"""Courses that are made at random, with phases in phases that end, repeat and are left: both ways of playing agree."""

from __future__ import annotations

import contextlib
import random

import pytest

from boardwright.interpreter.table.errors import RuleError
from strategies import Pair, tiny


class Maker:
    """Makes the text of one course."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.number = 0
        self.around: list[str] = []

    def one_of(self, *of: str) -> str:
        return self.chance.choice(of)

    def condition(self) -> str:
        return self.one_of(
            f"log mod {self.chance.randint(2, 7)} = 1",
            f"round >= {self.chance.randint(1, 4)}",
            f"turn_number >= {self.chance.randint(2, 30)}",
            "count(players) <= 1",
            f"phase is {self.chance.choice(self.around)}",
            f"turn_number >= {self.chance.randint(10, 40)} or log mod 5 = 3",
        )

    def lines(self, indent: str, turn: bool) -> str:
        who = "me" if turn else "first_seat"
        found = [f"set log to (log * 3 + {self.one_of('round', 'turn_number', '2')}) mod 97"]
        for _ in range(self.chance.randint(0, 2)):
            found.append(
                self.one_of(
                    f"if log mod {self.chance.randint(2, 4)} = 0:\n  {who} drops out of round",
                    f"if log mod {self.chance.randint(2, 4)} = 0:\n  {who} drops out of {self.chance.choice(self.around)}",
                    f"if log mod 3 = 0:\n  left of {who} drops out of {self.chance.choice(self.around)}",
                    "as last_seat:\n  choose n from 1 to 3\n  set log to (log + n) mod 97",
                    "set log to (log + count(players)) mod 97",
                )
            )
        return indent + "\n".join(found).replace("\n", "\n" + indent)

    def phase(self, depth: int, indent: str) -> str:
        id = f"phase_{self.number}"
        self.number += 1
        self.around.append(id)
        lines = [f"- phase: {id}"]
        sort = (
            self.one_of("turn", "steps", "phases", "phases")
            if depth < 3
            else self.one_of("turn", "steps")
        )
        if sort == "turn":
            lines.append(f"  rounds: {self.chance.randint(1, 3)}")
            if self.chance.random() < 0.3:
                lines.append(f"  until: {self.condition()}")
            lines.append(f"  turn: |\n{self.lines(indent + '    ', True)}")
        else:
            # However it ends, it ends some time.
            lines += self.chance.choice(
                [
                    [],
                    [f"  repeat: {self.chance.randint(0, 3)}"],
                    [f"  repeat: {self.chance.randint(1, 3)}", f"  until: {self.condition()}"],
                    [f"  until: {self.condition()} or round >= 4"],
                    [f"  repeat: until {self.condition()} or round >= 4"],
                    [
                        f"  repeat: until {self.condition()} or round >= 4",
                        f"  until: {self.condition()}",
                    ],
                ]
            )
            if sort == "steps":
                lines.append(f"  steps: |\n{self.lines(indent + '    ', False)}")
            else:
                inner = [
                    self.phase(depth + 1, indent + "    ") for _ in range(self.chance.randint(1, 3))
                ]
                lines.append("  phases:\n" + "\n".join(inner))
        self.around.pop()
        return f"\n{indent}".join([f"{indent}{lines[0]}", *lines[1:]])

    def text(self) -> str:
        phases = "\n".join(self.phase(0, "  ") for _ in range(2))
        hooks = [
            f"{moment} phase_{self.chance.randrange(self.number)}{when}: |\n  set log to (log * 5 + 1) mod 97\n{more}"
            for moment, more in (
                ("before", ""),
                ("after", ""),
                ("instead of", "  original\n  original\n"),
            )
            for when in self.chance.sample(["", " when log mod 2 = 0", None, None], 1)
            if when is not None
        ]
        return f"course:\n{phases}\n" + "".join(hooks)


@pytest.mark.parametrize("seed", range(40))
def test_courses_made_at_random_go_alike(seed: int) -> None:
    game = tiny(Maker(seed).text())
    chooser = random.Random(seed)
    with contextlib.suppress(RuleError):  # in which they agree, or `Pair` would say so
        pair = Pair(game, 2 + seed % 3, seed)
        for _ in range(60):
            if not pair.ids:
                break
            pair.take(chooser.choice(pair.ids))
