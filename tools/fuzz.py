"""Damaged files: each must be accepted or refused with a code, quickly and with little memory.

    python tools/fuzz.py --budget 5000 --seed 1

This makes 5,000 damaged copies of rule files, scenarios and records, one at a time. A child process checks each one as
`validate`, `test` and `replay` would. If it is accepted, it is linked, and then played a little or looked at by the
checks. Any other result is a finding: an exception that is not meant for authors, an internal error (E9), no game and no
reason, text with control characters for a terminal, a damaged record that is accepted, a signal, more than 2 seconds of
processor time, more than 300 MB of memory. The same seed makes the same damage. `--show 17` shows the damaged file 17 and
checks it in this process, with a traceback.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from functools import cached_property, partial
from multiprocessing.connection import Connection, wait
from pathlib import Path
from random import Random

from boardwright.dsl.declare.scenario_file import (
    join_beginnings,
    read_scenario,
    read_scenarios,
)
from boardwright.dsl.source.diagnostics import FORBIDDEN, Bag, Diagnostic, RulesetError, Severity
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import read as read_document
from boardwright.files.read import read_source
from boardwright.interpreter.records.game_record import Recorder, read_header, replay
from boardwright.interpreter.scenarios.run import run_scenarios
from boardwright.interpreter.table.errors import RuleError
from boardwright.loading.game import Game
from boardwright.loading.scenarios import ExpandedGame
from campaign import Shelf, Target, all_targets, problems, shown_path
from damage import damaged

SECONDS = 2.0
MEGABYTES = 300
# The child limits its own processor time; this is for a child that waits for something.
_WAITED = 120.0
_DECISIONS = 40
_FORK = multiprocessing.get_context("fork")
_SCENARIO = re.compile(rb"(?:\s*#[^\n]*\n)*\s*scenario:")
_UNSAFE = re.compile(f"[{FORBIDDEN}]")


@dataclass(frozen=True, slots=True)
class Damaged:
    """A damaged file: its ruleset, which file it replaces, and how it was damaged."""

    number: int
    kind: str  # `rules`, `scenario` or `record`
    target: Target
    path: Path | None
    before: bytes
    data: bytes
    damage: str

    @property
    def name(self) -> str:
        """Its name in reports."""
        where = f"a record of {self.target.name}" if self.path is None else shown_path(self.path)
        return f"{self.number}, {where}: {self.damage}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result for a damaged file. `problem` is empty if it is not a finding."""

    number: int
    codes: tuple[str, ...] = ()
    seconds: float = 0.0
    problem: str = ""
    name: str = ""


class Workshop:
    """Damages files, and checks them in this process."""

    def __init__(self, seed: int, targets: Sequence[Target]) -> None:
        self.seed = seed
        self.shelves = {target.root: Shelf(target) for target in targets}
        self.targets = tuple(targets)
        self._rule_files: list[tuple[Target, Path]] = []
        self._scenarios: list[tuple[Target, Path]] = []
        for target in targets:
            for path in target.files:
                is_scenario = _SCENARIO.match(path.read_bytes()) is not None
                (self._scenarios if is_scenario else self._rule_files).append((target, path))
        self._data = {path: path.read_bytes() for each in targets for path in each.files}

    # ---- making

    def damaged(self, number: int) -> Damaged:
        """Makes the damaged file with this number."""
        chance = Random(f"{self.seed}:{number}")
        kind = chance.choices(("rules", "scenario", "record"), (85, 10, 5))[0]
        if kind == "record":
            target = chance.choice(self._recorded)
            before, path = self._record(target), None
            others = [self._record(each) for each in self._recorded]
        else:
            pool = self._rule_files if kind == "rules" else self._scenarios
            target, path = chance.choice(pool)
            before = self._data[path]
            near = [each for each in pool if each[0] is target]
            others = [self._data[chance.choice(each)[1]] for each in (pool, near, near)]
        data, damage = damaged(before, chance, others)
        return Damaged(number, kind, target, path, before, data, damage)

    @cached_property
    def _recorded(self) -> list[Target]:
        """The games whose records are damaged: those that can be played without options, one per folder."""
        return [each for each in self.targets if not each.overlays and each.root.is_dir()]

    def _record(self, target: Target) -> bytes:
        if target.root not in self._records:
            recorder = Recorder(self._game(target).program, 3)
            chance = Random("record")
            while (decision := recorder.state.decision) is not None and recorder.decisions < 2_000:
                recorder.apply(chance.randrange(len(decision)))
            self._records[target.root] = recorder.text().encode()
        return self._records[target.root]

    @cached_property
    def _records(self) -> dict[Path, bytes]:
        return {}

    @cached_property
    def _games(self) -> dict[Path, Game]:
        return {}

    def _game(self, target: Target) -> Game:
        if target.root not in self._games:
            self._games[target.root] = self.shelves[target.root].rules.at_table()
        return self._games[target.root]

    # ---- checking

    def warm_up(self) -> None:
        """Reads and parses everything that is not damaged, so that this time is not counted for a damaged file."""
        for target in self.targets:
            assert self.shelves[target.root].rules.id
        for target in self._recorded:
            self._record(target)
        full_text(())

    def check(self, file: Damaged) -> tuple[Diagnostic, ...]:
        """Checks a file and returns the diagnostics; assertion errors are findings, too."""
        checks: dict[str, Callable[[Damaged], tuple[Diagnostic, ...]]] = {
            "rules": self._check_rules,
            "scenario": self._check_scenario,
            "record": self._check_record,
        }
        try:
            found = checks[file.kind](file)
        except RulesetError as full:  # more findings than are reported: see `Bag`
            found = full.diagnostics
        assert not _UNSAFE.search(full_text(found)), "a terminal would obey what is shown"
        faults = [each for each in found if each.code.startswith("E9")]
        assert not faults, f"{faults[0].code} {faults[0].message} {faults[0].notes}"
        return found

    def _source(self, file: Damaged, bag: Bag) -> Source | None:
        try:
            with tempfile.TemporaryDirectory(prefix="boardwright-fuzz-") as scratch:
                path = Path(scratch, "damaged.yaml")
                path.write_bytes(file.data)
                return read_source(path, path.name)
        except RulesetError as refused:
            for diagnostic in refused.diagnostics:
                bag.add(diagnostic)
            return None

    def _check_rules(self, file: Damaged) -> tuple[Diagnostic, ...]:
        bag, shelf = Bag(), self.shelves[file.target.root]
        source = self._source(file, bag)
        if source is None:
            return bag.sorted()
        library = shelf.changed(_name(shelf, file), source.text)
        rules, game = problems(shelf, library, bag, checks=file.number % 3 == 1)
        assert rules is not None or bag.failed, "no game, and nothing says why"
        if game is not None and file.number % 3 == 0:
            _play_a_little(game, file.number)
        return bag.sorted()

    def _check_scenario(self, file: Damaged) -> tuple[Diagnostic, ...]:
        bag, shelf = Bag(), self.shelves[file.target.root]
        source = self._source(file, bag)
        if source is None:
            return bag.sorted()
        node = read_document(source, bag)
        if node is None:
            assert bag.failed, "no scenario, and nothing says why"
            return bag.sorted()
        rules = shelf.rules
        scenario = read_scenario(source, node, bag, rules.bound.seat_names)
        assert scenario is not None or bag.failed, "no scenario, and nothing says why"
        if scenario is None or bag.failed:
            return bag.sorted()

        target, library = file.target, self.shelves[file.target.root].library
        game = ExpandedGame(rules, target.base, target.overlays, library)
        others = read_scenarios(
            library.scenarios(target.root, Bag()), Bag(), rules.bound.seat_names
        )
        if not (found := join_beginnings([scenario], bag, others)):
            return bag.sorted()
        (result,) = run_scenarios(rules.bound, found, game.compose)
        return (*bag.sorted(), *result.findings)

    def _check_record(self, file: Damaged) -> tuple[Diagnostic, ...]:
        _, told = read_header(file.data)
        program = self._game(file.target).program
        found = replay(program, file.data)
        assert found or file.data == file.before, "a damaged record is taken for sound"
        return (*told, *found)


def _name(shelf: Shelf, file: Damaged) -> str:
    """Returns the name of the file in the library."""
    assert file.path is not None
    return next(
        source.name
        for source, _ in shelf.documents()
        if Path(source.name).resolve() == file.path.resolve()
    )


def _play_a_little(game: Game, seed: int) -> None:
    chance = Random(seed)
    try:
        state = game.new(seed)
        for _ in range(_DECISIONS):
            decision = state.decision
            if decision is None:
                break
            assert all(option.label for option in decision.options)
            state.apply(chance.randrange(len(decision)))
        assert state.hash
    except RuleError as fault:
        fault.diagnostic()


def full_text(found: Sequence[Diagnostic]) -> str:
    """Returns what `validate` would print."""
    from boardwright.validators.render import full

    return full.render(found)


# ---- the child


Check = Callable[[int], Verdict]


def child(check: Check, pipe: Connection) -> None:
    """Reads numbers of files, and answers each with the result of the check, within the limits."""
    limit = _memory_now() + MEGABYTES * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    while True:
        number = pipe.recv()
        # When this much processor time is used up, a signal ends the process.
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        verdict = check(number)
        signal.setitimer(signal.ITIMER_PROF, 0)
        pipe.send(verdict)


def judged(workshop: Workshop, number: int) -> Verdict:
    """Returns the result for the damaged file with this number."""
    file = workshop.damaged(number)
    problem, codes = "", set[str]()
    began = time.process_time()
    try:
        found = workshop.check(file)
    except Exception as fault:
        problem = _told(fault)
    else:
        codes = {each.code for each in found if each.severity is Severity.ERROR}
    seconds = time.process_time() - began
    return Verdict(number, tuple(sorted(codes)), seconds, problem, file.name)


def _memory_now() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def _told(fault: Exception) -> str:
    """Describes an exception and where it was raised, so that findings with the same cause look the same."""
    frames = traceback.extract_tb(fault.__traceback__)
    own = [each for each in frames if "boardwright" in each.filename or "/main/" in each.filename]
    last = (own or frames)[-1]
    text = " ".join(str(fault).split())
    return f"{type(fault).__name__} in {Path(last.filename).name}:{last.lineno}: {text[:160]}"


# ---- the parent


class Worker:
    """A child process, and the file that it is checking. It inherits everything that this process has read."""

    def __init__(self, check: Check) -> None:
        self.check = check
        self.busy_with, self.since = 0, 0.0
        self.start()

    def start(self) -> None:
        self.pipe, theirs = _FORK.Pipe()
        self.process = _FORK.Process(target=child, args=(self.check, theirs))
        self.process.start()
        theirs.close()

    def give(self, number: int) -> None:
        self.busy_with, self.since = number, time.monotonic()
        self.pipe.send(number)

    def take(self) -> Verdict:
        """Returns its answer, or how the process ended."""
        try:
            verdict: Verdict = self.pipe.recv()
        except EOFError:
            self.process.join()
            code = self.process.exitcode or 0
            self.start()
            name = signal.Signals(-code).name if code < 0 else ""
            problem = f"more than {SECONDS:g} s" if name == "SIGPROF" else f"signal {name}"
            return Verdict(self.busy_with, problem=problem if name else f"exit code {code}")
        return verdict


def verdicts(numbers: Iterator[int], check: Check, jobs: int) -> Iterator[Verdict]:
    """Yields the results for the files with these numbers."""
    gc.freeze()  # or each child would copy everything when it looks for garbage
    workers = [Worker(check) for _ in range(jobs)]
    busy = []
    for worker, number in zip(workers, numbers, strict=False):
        worker.give(number)
        busy.append(worker)
    try:
        while busy:
            ready = wait([each.pipe for each in busy], 5.0)
            for worker in [each for each in busy if time.monotonic() - each.since > _WAITED]:
                worker.process.kill()
            for worker in [each for each in busy if each.pipe in ready]:
                yield worker.take()
                if (following := next(numbers, None)) is None:
                    busy.remove(worker)
                else:
                    worker.give(following)
    finally:
        for worker in workers:
            worker.process.kill()
            worker.process.join()


def report(found: Sequence[Verdict], workshop: Workshop, seconds: float) -> str:
    """Returns the figures, and every finding with the options that show it again."""
    good = [each for each in found if not each.problem]
    accepted = sum(not each.codes for each in good)
    lines = [
        f"{len(found):,} damaged files, seed {workshop.seed}: {accepted:,} accepted, "
        f"{len(good) - accepted:,} refused with {len({c for v in good for c in v.codes})} codes, "
        f"{len(found) - len(good):,} findings; {len(found) / max(seconds, 0.001):.0f} a second"
    ]
    codes = Counter(code for each in good for code in each.codes)
    lines.append("codes: " + ", ".join(f"{code} {n:,}" for code, n in sorted(codes.items())))
    slowest = sorted(good, key=lambda each: (-each.seconds, each.number))[:3]
    lines += [f"slow: {each.seconds:.2f} s, {each.name}" for each in slowest]
    groups: dict[str, list[Verdict]] = {}
    for each in sorted(found, key=lambda each: each.number):
        if each.problem:
            groups.setdefault(each.problem.partition(":")[0] + each.problem[:60], []).append(each)
    for group in groups.values():
        numbers = ", ".join(str(each.number) for each in group[:6])
        lines.append(f"finding, {len(group)} times: {group[0].problem}")
        lines.append(f"  --seed {workshop.seed} --show {numbers}")
        lines.append(f"  {workshop.damaged(group[0].number).name}")
    return "\n".join(lines) + "\n"


def show(workshop: Workshop, number: int) -> None:
    """Prints a damaged file, what it was before, and its result in this process."""
    file = workshop.damaged(number)
    before, after = (
        data.decode("utf-8", "backslashreplace").splitlines() for data in (file.before, file.data)
    )
    print(file.name)
    for line in unified_diff(before, after, lineterm="", n=2):
        print(ascii(line)[1:-1])
    print(full_text(workshop.check(file)))


def main(args: Sequence[str] | None = None) -> int:
    """Runs the campaign; returns 1 if there is a finding."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    options.add_argument("--budget", type=int, default=5_000, help="number of files")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--first", type=int, default=0, help="the number of the first")
    options.add_argument("--jobs", type=int, default=1, help="how many child processes")
    options.add_argument("--show", type=int, metavar="NUMBER", help="show one of them")
    given = options.parse_args(args)
    os.chdir(Path(__file__).resolve().parents[1])
    workshop = Workshop(given.seed, all_targets())
    if given.show is not None:
        show(workshop, given.show)
        return 0
    numbers = iter(range(given.first, given.first + given.budget))
    workshop.warm_up()
    began, told, found = time.monotonic(), time.monotonic(), []
    for verdict in verdicts(numbers, partial(judged, workshop), given.jobs):
        found.append(verdict)
        if verdict.problem or time.monotonic() - told > 30:
            told = time.monotonic()
            print(f"{len(found):,} {verdict.problem}", file=sys.stderr, flush=True)
    print(report(found, workshop, time.monotonic() - began), end="")
    return 1 if any(each.problem for each in found) else 0


if __name__ == "__main__":
    sys.exit(main())
