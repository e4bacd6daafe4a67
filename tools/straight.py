"""Games played straight through against the same games from decision to decision, on rules that nobody would write.

    python tools/straight.py --seconds 300 --seed 1

makes slips of `mutations.py` in the shipped rulesets and the small ones of the tests. What can still be linked is played in
both ways with the same seeds: the vectors at the end must be the same, or the errors. The same seed takes the same slips
in the same order; those that cannot be played, or take too long, are only counted.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import time
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

from boardwright.dsl.diagnostics import Bag, RulesetError
from boardwright.dsl.uses import Uses
from boardwright.interpreter.agents.random_agent import FEW_GAMES, RandomPlayer
from boardwright.interpreter.errors import RuleError, TableError
from boardwright.interpreter.program import Program
from boardwright.loading import Rules, put_together, read_into, read_layers
from campaign import ROOT, Shelf, Target, all_targets
from mutations import Mutant, mutants
from time_limit import TooLongError, bounded

SECONDS = 10  # of processor time for one slip
SAME, NOT_PLAYED, TOO_LONG = "the same", "not played", "too long"


def difference(program: Program, seeds: Sequence[int]) -> str:
    """What is not the same if these games are played in both ways; nothing if all is."""
    for seed in seeds:
        stepping, straight = RandomPlayer(program), program.kept("straight", _straight)
        one, other = _end(stepping, seed), _end(straight, seed)
        if one != other:
            return f"seed {seed}: {_shown(one, other)}"
    return ""


def _straight(program: Program) -> RandomPlayer:
    player = RandomPlayer(program)
    player.played = FEW_GAMES - 1
    return player


def _end(player: RandomPlayer, seed: int) -> tuple[object, ...]:
    try:
        return tuple(player.play(seed))
    except RuleError as fault:
        return fault.code, str(fault.span), fault.decisions
    except TooLongError:
        raise
    except Exception as fault:
        return type(fault).__name__, str(fault)


def _shown(one: tuple[object, ...], other: tuple[object, ...]) -> str:
    if max(len(one), len(other)) < 4 or len(one) != len(other):
        return f"{one[:4]} in steps, {other[:4]} straight"
    words = [n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    return f"words {words[:8]}: {[one[n] for n in words[:8]]} in steps, {[other[n] for n in words[:8]]} straight"


class Bench:
    """The slips of one ruleset, in an order that the seed decides."""

    def __init__(self, target: Target, seed: int) -> None:
        bag, uses = Bag(), Uses()
        self.shelf = Shelf(target)
        layers = read_layers(bag, target.base, target.overlays, self.shelf.library)
        assert layers is not None
        rules = put_together(layers, bag, uses)
        bag.raise_if_failed()
        assert rules is not None
        documents = self.shelf.rule_documents()
        self.texts = {source.name: source.text for source, _ in documents}

        def lot(mutant: Mutant) -> bytes:
            told = f"{seed} {mutant.file} {mutant.start} {mutant.end} {mutant.new}"
            return hashlib.sha256(told.encode()).digest()

        self.mutants = sorted(mutants(documents, rules.bound, uses), key=lot)

    def rules(self, mutant: Mutant) -> Rules | None:
        """The ruleset with the slip; None if that cannot be read."""
        library = self.shelf.changed(mutant.file, mutant.applied(self.texts[mutant.file]))
        bag, target = Bag(), self.shelf.target
        found = read_into(bag, target.base, target.overlays, library)
        return None if bag.failed else found

    def judged(self, mutant: Mutant, games: int) -> str:
        """`SAME`, why it was not played, or the difference."""
        try:
            with bounded(SECONDS):
                rules = self.rules(mutant)
                if rules is None:
                    return NOT_PLAYED
                sizes = sorted({min(rules.players), max(rules.players)})
                for players in sizes:
                    program = rules.at_table(players).program
                    found = difference(program, range(games))
                    if found:
                        return f"{players} players, {found}"
        except (RulesetError, RuleError, TableError):
            return NOT_PLAYED
        except TooLongError:
            return TOO_LONG
        return SAME


def main(args: Sequence[str] | None = None) -> int:
    """Tells each difference, and how many slips were played; 1 if there was one."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    options.add_argument("--ruleset", action="append", help="only this one")
    options.add_argument("--seconds", type=float, default=60, help="begin no further after so long")
    options.add_argument("--sample", type=int, help="at most so many of each ruleset")
    options.add_argument("--games", type=int, default=25, help="so many at each table")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args(args)
    os.chdir(ROOT)
    began, counts, bad = time.monotonic(), Counter[str](), 0
    targets = [t for t in all_targets() if not given.ruleset or t.root.stem in given.ruleset]
    benches = [Bench(target, given.seed) for target in targets]
    for row in zip_longest(*(bench.mutants[: given.sample] for bench in benches)):
        for bench, mutant in zip(benches, row, strict=True):
            if mutant is None or time.monotonic() - began > given.seconds:
                continue
            told = bench.judged(mutant, given.games)
            if told in (SAME, NOT_PLAYED, TOO_LONG):
                counts[told] += 1
                continue
            bad += 1
            old = bench.texts[mutant.file][mutant.start : mutant.end]
            print(f"{mutant.file} at {mutant.start}: {old!r} → {mutant.new!r}: {told}", flush=True)
    print(", ".join(f"{name} {counts[name]:,}" for name in (SAME, NOT_PLAYED, TOO_LONG)), end="")
    print(f", different {bad:,}")
    return int(bad > 0)


if __name__ == "__main__":
    raise SystemExit(main())
