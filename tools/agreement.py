"""Compares both ways of playing, compiled and reference, on random rules.

    python tools/agreement.py --steps 200000 --seed 1

This makes small rulesets (see `made_rules.py`), plays random games of each in both ways, and compares after every
decision: who is asked what, with which options, what was picked so far, and the whole position; at the end also scores,
ranks and winners. A rule that fails must fail with the same code at the same line in both. The same seed makes the same
rulesets.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from boardwright.dsl.bind.bind import bind
from boardwright.dsl.compose.compose import compose
from boardwright.dsl.declare.ruleset import declare
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Bag, RulesetError
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import read
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.reference import ReferenceGame
from boardwright.interpreter.table.errors import TOO_MANY_STEPS, RuleError
from boardwright.interpreter.table.table import set_table
from made_rules import made

GAMES = 4  # of each ruleset at each table
MOST_DECISIONS = 150  # of each game


def bound(text: str) -> ir.Game:
    """Returns the game that a text declares; raises `RulesetError` if the text has a mistake."""
    bag = Bag()
    document = read(Source("made.yaml", text), bag)
    bag.raise_if_failed()
    assert document is not None
    declared = declare([(Source("made.yaml", text), document)], bag)
    bag.raise_if_failed()
    assert declared is not None
    composed = compose(declared, (), bag)
    bag.raise_if_failed()
    assert composed is not None
    game = bind(composed, bag)
    bag.raise_if_failed()
    assert game is not None
    return game


@dataclass(slots=True)
class Two:
    """One game played in both ways, and the choices so far."""

    program: Program
    seed: int
    steps: int = 0
    fault: str = ""

    def play(self) -> str:
        """Plays a random game; returns the first difference, or nothing."""
        chooser = random.Random(self.seed)
        compiled, reference = self._begun()
        if isinstance(compiled, RuleError) or isinstance(reference, RuleError):
            return self._unlike_faults(compiled, reference)
        while True:
            told = unlike(compiled, reference)
            if told or compiled.over or self.steps >= MOST_DECISIONS:
                return told
            decision = compiled.decision
            assert decision is not None
            option = chooser.choice(decision.ids)
            one = attempt(compiled, option)
            two = attempt(reference, option)
            self.steps += 1
            told = self._unlike_faults(one, two)
            if told or one is not None:
                return told

    def _begun(self) -> tuple[State | RuleError, ReferenceGame | RuleError]:
        compiled: State | RuleError
        reference: ReferenceGame | RuleError
        try:
            compiled = new(self.program, self.seed)
        except RuleError as fault:
            compiled = fault
        try:
            reference = ReferenceGame(self.program.table, self.seed)
        except RuleError as fault:
            reference = fault
        return compiled, reference

    def _unlike_faults(self, one: object, two: object) -> str:
        faults = [each for each in (one, two) if isinstance(each, RuleError)]
        if len(faults) == 1:
            which = "compiled" if isinstance(one, RuleError) else "reference"
            return f"only the {which} game fails: {_told(faults[0])}"
        if len(faults) == 2:
            self.fault = faults[0].code
            a, b = faults
            # It is not promised at which of many steps a rule stops.
            if a.code != b.code or (a.code != TOO_MANY_STEPS and a.span != b.span):
                return f"compiled: {_told(a)}; reference: {_told(b)}"
        return ""


def _told(fault: RuleError) -> str:
    row = "" if fault.span is None else f" at line {fault.span.row}: {fault.span.text[:60]}"
    return f"{fault.code} {fault.message}{row}"


def attempt(game: State | ReferenceGame, option: str) -> RuleError | None:
    """Takes an option; returns the error if a rule fails."""
    try:
        game.apply(option)
    except RuleError as fault:
        return fault
    return None


def unlike(compiled: State, reference: ReferenceGame) -> str:
    """Describes the first difference between two games at the same moment; empty if there is none."""
    decision, asked = compiled.decision, reference.decision
    if (decision is None) != (asked is None):
        return "only one of the two asks"
    if decision is not None and asked is not None:
        here = (decision.player, decision.name, decision.ids)
        there = (asked.player, asked.site, asked.options)
        if here != there:
            return f"asked is {here}, by the reference {there}"
    one, two = compiled.position(), reference.position()
    for part in {**one, **two}:
        if one.get(part) != two.get(part):
            return f"`{part}` is {one.get(part)}, by the reference {two.get(part)}"
    if decision is None:
        ends = [(g.scores, g.ranks, g.winners) for g in (compiled, reference)]
        if ends[0] != ends[1]:
            return f"it ends with {ends[0]}, by the reference with {ends[1]}"
    return ""


def main(args: Sequence[str] | None = None) -> int:
    """Prints each difference, and how much was played; returns 1 if there was a difference."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    options.add_argument("--steps", type=int, default=20_000, help="stop after this many decisions")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--show", type=int, metavar="N", help="print ruleset N and stop")
    options.add_argument("--only", type=int, metavar="N", help="play ruleset N only")
    given = options.parse_args(args)
    if given.show is not None:
        print(made(given.show))
        return 0
    began, counts, faults, bad, steps = time.monotonic(), Counter[str](), Counter[str](), 0, 0
    number = given.only if given.only is not None else given.seed * 1_000_000
    while steps < given.steps:
        try:
            game = bound(made(number))
            programs = [link(set_table(game, players, {})) for players in (2, 3)]
        except (RulesetError, RuleError) as refused:
            counts["refused"] += 1
            if given.only is not None:
                print(refused)
            programs = []
        for program in programs:
            for seed in range(GAMES):
                two = Two(program, seed)
                told = two.play()
                steps += two.steps
                counts["games"] += 1
                if two.fault:
                    faults[two.fault] += 1
                if told:
                    bad += 1
                    where = f"{program.table.players} players, seed {seed}, {two.steps} decisions"
                    print(f"ruleset {number}: {where}: {told[:400]}", flush=True)
        counts["rulesets"] += bool(programs)
        number += 1
        if given.only is not None:
            break
    broken = ", ".join(f"{code} {count:,}" for code, count in sorted(faults.items()))
    print(
        f"{steps:,} decisions in {counts['games']:,} games of {counts['rulesets']:,} rulesets"
        f" ({counts['refused']:,} refused; games that fail: {broken or 'none'}),"
        f" different {bad:,}; {time.monotonic() - began:.0f} s"
    )
    return int(bad > 0)


if __name__ == "__main__":
    raise SystemExit(main())
