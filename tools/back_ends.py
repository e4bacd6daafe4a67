"""Plays random rules in machine code and in Python, and compares every word; then breaks vectors.

    python tools/back_ends.py --rules 200 --games 5
    python tools/back_ends.py --shipped 100

The second command plays 100 games of every shipped ruleset and of those in tests/games, for each number of players.

Vectors are changed word by word, and answers are given that were not offered. Machine code may then stop with an error.
It must never crash, and from a vector that a save could hold it must reach the same result as Python. Seeds are printed,
so that each case can be repeated.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from random import Random

from agreement import bound
from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.native.engine import BrokenVectorError, Native, loaded
from boardwright.interpreter.native.kinds import NotNative
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.program.random_games import RandomPlayer
from boardwright.interpreter.records.soundness import unsound
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from boardwright.loading.load import read
from campaign import all_targets
from made_rules import made
from time_limit import TooLongError, bounded, little_memory

Outcome = list[int] | tuple[object, ...] | str
_MOST_SECONDS = 30
_MOST_MEMORY = 6 << 30
_TELLS_EACH = 100
_WILD = (-1, 0, 1, 2, 63, 64, 65, 1 << 31, 1 << 62, (1 << 63) - 1, -(1 << 63), -(10**15), 10**15)


def by_native(native: Native, v: list[int]) -> Outcome:
    """Returns the vector that machine code makes from a vector; a text if it stopped."""
    try:
        words = native.packing.pack(v)
    except OverflowError:
        return "does not fit"
    status = native.begin(words.buffer_info()[0])
    if not status:
        return native.packing.unpack(words)
    try:
        native.fault(words, status)
    except RuleError as fault:
        return fault.code, fault.span
    except BrokenVectorError:
        return "stopped"


def by_blocks(program: Program, v: list[int]) -> Outcome:
    """Returns the vector that Python makes; a text if Python raised an exception of its own."""
    v = v[:]
    try:
        program.fast.run(v)
    except RuleError as fault:
        return fault.code, fault.span
    except Exception as fault:
        return type(fault).__name__
    return [int(word) for word in v]


def whole_games(program: Program, native: Native, seeds: range) -> list[str]:
    """Returns the seeds of the games that differ."""
    blocks, found = RandomPlayer(program), []
    for seed in seeds:
        outcomes: list[object] = []
        for play in (native.play, blocks.play):
            try:
                outcomes.append(play(seed))
            except RuleError as fault:
                outcomes.append((fault.code, fault.span, fault.decisions))
        if outcomes[0] != outcomes[1]:
            found.append(f"game {seed}")
    return found


def mangled(v: list[int], chance: Random) -> list[int]:
    """Returns a vector at a decision, and an answer, with one impossible value."""
    v = v[:]
    v[lay.CHOSEN] = chance.choice((*[v[lay.CHOSEN]] * 14, *_WILD, chance.randrange(70)))
    for _ in range(chance.choice((0, 0, 1, 1, 2, 8))):
        at = chance.randrange(len(v))
        v[at] = chance.choice((*_WILD, v[at] + 1, v[at] - 1, v[chance.randrange(len(v))]))
    return v


def offered(v: list[int]) -> bool:
    """Whether the answer in a vector is one of the options."""
    bit = v[lay.CHOSEN] - v[lay.OFFSET]
    return bit >= 0 and v[lay.OPTIONS] > 0 and bool(v[lay.OPTIONS] >> min(bit, 1 << 16) & 1)


def wild_vectors(
    program: Program, native: Native, chance: Random, count: int, told: Counter[str]
) -> list[str]:
    """Plays from broken vectors; returns those on which both finished with different results."""
    found: list[str] = []
    state = program.first_vector(chance.randrange(1 << 30))
    program.fast.run(state)
    for number in range(count):
        if state[lay.PC] < 0:
            return found
        mask = state[lay.OPTIONS]
        state[lay.CHOSEN] = (mask & -mask).bit_length() - 1 + state[lay.OFFSET]
        v = mangled(state, chance)
        sound = offered(v) and not unsound(program, [*v[: lay.CHOSEN], 0, *v[lay.CHOSEN + 1 :]])
        told["sound vectors"] += sound
        # A number too large for a member would make a set of gigabytes in Python.
        one, other = by_native(native, v), by_blocks(program, v) if sound else "not tried"
        ended = not isinstance(one, str), not isinstance(other, str)
        told[
            {
                (True, True): "both came to an end",
                (False, True): "only Python did",
                (True, False): "only machine code did",
                (False, False): "both stopped",
            }[ended]
        ] += 1
        if ended == (True, True) and one != other and sound:
            found.append(f"vector {number}: {differences(one, other)}")
        program.fast.run(state)
    return found


def differences(one: Outcome, other: Outcome) -> str:
    """Where two vectors differ, in short."""
    if isinstance(one, list) and isinstance(other, list):
        pairs = enumerate(zip(one, other, strict=True))
        return str([(at, a, b) for at, (a, b) in pairs if a != b][:4])
    return f"{str(one)[:60]} and {str(other)[:60]}"


def shipped_games(count: int, seconds: float, told: Counter[str]) -> int:
    """Plays this many games of each ruleset at each table; returns how many differed."""
    began, failed = time.monotonic(), 0
    for target in all_targets():
        try:
            rules = read(target.base, target.overlays)
        except RulesetError:
            continue
        for players in rules.players:
            if time.monotonic() - began > seconds:
                print("not all in time")
                return failed
            try:
                program = rules.at_table(players).program
            except RulesetError:
                continue
            found = whole_games(program, loaded(program), range(count))
            told["tables"] += 1
            told["games"] += count
            failed += len(found)
            for case in found:
                print(f"{target.name}, {players} players, {case}")
    return failed


def main(args: Sequence[str] | None = None) -> int:
    """Runs the campaign; 1 if something differed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", type=int, default=100, help="number of rulesets")
    parser.add_argument("--first", type=int, default=0, help="seed of the first ruleset")
    parser.add_argument("--games", type=int, default=5, help="games of each ruleset")
    parser.add_argument("--vectors", type=int, default=20, help="broken vectors of each ruleset")
    parser.add_argument(
        "--shipped",
        type=int,
        default=0,
        help="play this many games of each shipped ruleset instead",
    )
    parser.add_argument("--seconds", type=float, default=100.0, help="stop after this many seconds")
    given = parser.parse_args(args)
    told: Counter[str] = Counter()
    if given.shipped:
        failed = shipped_games(given.shipped, given.seconds, told)
        print(_counted(told))
        return int(failed > 0)
    with little_memory(_MOST_MEMORY):
        failed = random_rules(given, told)
    print(_counted(told))
    return int(failed > 0)


def random_rules(given: argparse.Namespace, told: Counter[str]) -> int:
    """Plays random rulesets as the options say, prints the differences, and returns how many there are."""
    failed, began = 0, time.monotonic()
    for number, seed in enumerate(range(given.first, given.first + given.rules)):
        if time.monotonic() - began > given.seconds:
            break
        if number and not number % _TELLS_EACH:
            print(f"{number:,}: {_counted(told)}", flush=True)
        try:
            with bounded(_MOST_SECONDS):
                found = one_ruleset(seed, given.games, given.vectors, told)
        except (TooLongError, MemoryError) as fault:
            told[f"stopped by {type(fault).__name__}"] += 1
            continue
        for case in found:
            failed += 1
            print(f"rules {seed}, {case}", flush=True)
    return failed


def one_ruleset(seed: int, games: int, vectors: int, told: Counter[str]) -> list[str]:
    """Returns the differences in games of one random ruleset, and from broken vectors of one game."""
    try:
        program = link(set_table(bound(made(seed)), 2 + seed % 2))
    except (RulesetError, RuleError):
        told["refused"] += 1
        return []
    try:
        native = loaded(program, quick=True)
    except NotNative as reason:
        told[str(reason)] += 1
        return []
    found = whole_games(program, native, range(games))
    try:
        found += wild_vectors(program, native, Random(seed), vectors, told)
    except RuleError:
        told["games that broke off"] += 1
    told["rules"] += 1
    return found


def _counted(told: Counter[str]) -> str:
    return ", ".join(f"{what}: {count:,}" for what, count in sorted(told.items()))


if __name__ == "__main__":
    raise SystemExit(main())
