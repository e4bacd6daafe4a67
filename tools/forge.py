"""Saves, records and folders of runs that were damaged, or forged: changed with the right sums.

    python tools/forge.py --damaged 2000 --forged 800 --seed 1
    python tools/forge.py --forged 9000 --only save               only one sort of file
    python tools/forge.py --seed 1 --show 17                      forgery 17 of that seed, and its result

All accidental damage must be noticed. A forgery must be refused with a reason, or be a possible position, game or run. A
save must then hash, save and play to its end inside all ranges, links and totals. Commands must read a record or a run
without an internal error, and their output must fit its schema. Each case must take less than 2 s of processor time.
Otherwise the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from boardwright import cli
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.game_record import Recorder
from boardwright.interpreter.records.saves import load
from boardwright.interpreter.records.schemas import misfit
from boardwright.interpreter.records.soundness import unsound
from boardwright.interpreter.table.errors import CONTRADICTS, RuleError
from boardwright.runs.folder import Failure, Folder
from campaign import CORPUS, GAMES, ROOT, Shelf, all_targets
from damage import damaged
from forging import forged
from forging_runs import forged_record, forged_run
from time_limit import TooLongError, bounded

MOST_SECONDS = 2.0
_STOP = 20  # seconds after which a case is stopped
_SAVES, _RECORDS = 12, 4  # prepared of each game
_E9 = re.compile(r"error\[E9|Traceback")
_NO_NUMBER = re.compile(r"\b(Infinity|NaN|nan|inf)\b")

SORTS = ("save", "record", "run")


@dataclass(slots=True)
class Tally:
    """The results of cases of one sort, and what was wrong."""

    refused: int = 0
    accepted: int = 0
    rules: int = 0  # of those accepted: a rule could not do what it says
    slowest: float = 0.0
    wrong: list[str] = field(default_factory=list)


class WrongError(Exception):
    """Something that must not happen."""


# ---- the files before they are changed


@dataclass(frozen=True, slots=True)
class Table:
    """A game at a table, with saves and records of it."""

    path: Path
    program: Program
    saves: tuple[str, ...]
    records: tuple[bytes, ...]


def tables() -> list[Table]:
    """The shipped games and those of the tests, each with the fewest players."""
    found = []
    for target in all_targets():
        if target.overlays or target.root.is_relative_to(CORPUS):
            continue
        rules = Shelf(target).rules
        program = rules.at_table(rules.players[0]).program
        chance = Random(target.name)
        saves = tuple(_save(program, chance) for _ in range(_SAVES))
        records = tuple(_record(program, chance) for _ in range(_RECORDS))
        found.append(Table(target.root, program, saves, records))
    return found


def _save(program: Program, chance: Random) -> str:
    state = new(program, chance.randrange(1000))
    for _ in range(chance.randrange(60)):
        if state.decision is None:
            break
        state.apply(chance.randrange(len(state.decision)))
    return state.save()


def _record(program: Program, chance: Random) -> bytes:
    recorder = Recorder(program, chance.randrange(1000), agents=["random"] * program.table.players)
    while (decision := recorder.state.decision) is not None:
        recorder.apply(chance.randrange(len(decision)))
    return recorder.text().encode()


@dataclass(frozen=True, slots=True)
class Run:
    """The files of a run, and the command that played it."""

    words: tuple[str, ...]
    files: dict[str, bytes]

    @property
    def whole(self) -> bool:
        return "games.jsonl" in self.files


def runs(work: Path) -> list[Run]:
    """Runs of all sorts: with figures and without, with several agents, with errors, and a shard."""
    drafting, small = str(GAMES / "drafting"), str(GAMES / "tic_tac_toe")
    fails = str(CORPUS / "bad" / "always_fails")
    asked = (
        (drafting, "--games", "12", "--chunk", "4", "--players", "3"),
        (drafting, "--games", "9", "--chunk", "3", "--players", "3", "--no-figures"),
        (small, "--games", "8", "--chunk", "4", "--agents", "first,random", "--agents-seed", "5"),
        (small, "--games", "8", "--chunk", "2", "--shard", "1/2"),
        (fails, "--games", "4", "--chunk", "2", "--players", "2"),
    )
    found = []
    for n, words in enumerate(asked):
        out = work / f"whole{n}"
        _command("simulate", *words, "--jobs", "1", "--out", str(out), "-q")
        folder = Folder(out)
        plan, _ = folder.plan()
        if n == 1:
            folder.set_aside(plan, [Failure(1, "no idea", 4), Failure(2, "nor here")])
        files = {
            file.relative_to(out).as_posix(): file.read_bytes()
            for file in sorted(out.rglob("*.json*"))
        }
        found.append(Run(tuple(words), files))
    return found


def laid_out(files: dict[str, bytes], folder: Path) -> Path:
    """Writes the files into a folder of their own."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    return folder


# ---- judging


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a command."""

    code: int
    out: str
    err: str


def _command(*words: str) -> Done:
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = cli.main(list(words))
    return Done(code, out.getvalue(), err.getvalue())


def _ours(*words: str) -> Done:
    """Runs a command that must not end in an internal error."""
    done = _command(*words)
    if _E9.search(done.err) or _E9.search(done.out) or done.code not in (0, 1, 2):
        raise WrongError(f"{words[0]}: exit code {done.code}, {done.err[-300:]}")
    if done.code and not (done.err or done.out):
        raise WrongError(f"{words[0]}: exit code {done.code} without a reason")
    return done


class Campaign:
    """All cases of a seed."""

    def __init__(self, seed: int, work: Path, sorts: Sequence[str] = SORTS) -> None:
        self.seed, self.work, self.sorts = seed, work, sorts
        self.tables, self.runs = tables(), runs(work)
        self.made = 0

    def chance(self, what: str, number: int) -> Random:
        return Random(f"{self.seed} {what} {number}")

    def sort(self, number: int) -> str:
        """Sorts take turns."""
        return self.sorts[number % len(self.sorts)]

    def folder(self) -> Path:
        self.made += 1
        return self.work / f"case{self.made}"

    # ---- accidents: whether one is noticed

    def accident(self, number: int) -> bool:
        """Whether the damage was noticed."""
        chance, sort = self.chance("damaged", number), self.sort(number)
        if sort == "save":
            table = chance.choice(self.tables)
            text, _ = damaged(chance.choice(table.saves).encode(), chance)
            return self.load(table, text.decode("utf-8", "replace")) is None
        if sort == "record":
            table = chance.choice(self.tables)
            text, _ = damaged(chance.choice(table.records), chance)
            return not self.replayed(table, text)
        return self.noticed(chance)

    def load(self, table: Table, text: str) -> Any:
        try:
            return load(table.program, text)
        except ValueError as fault:
            if not str(fault):
                raise WrongError("refused without a reason") from fault
            return None

    def replayed(self, table: Table, text: bytes) -> bool:
        file = self.folder().with_suffix(".jsonl")
        file.write_bytes(text)
        done = _ours("replay", str(file), "--ruleset", str(table.path))
        file.unlink()
        return done.code == 0

    def noticed(self, chance: Random) -> bool:
        run = chance.choice(self.runs)
        files = dict(run.files)
        name = chance.choice(list(files))
        if name.startswith("parts/"):
            files.pop("games.jsonl", None)  # otherwise the parts would not be read
        files[name], _ = damaged(files[name], chance)
        folder = laid_out(files, self.folder())
        done = _ours("report", str(folder))
        return done.code != 0 and ("damaged" in done.err or "missing" in done.err)

    # ---- forgeries

    def forgery(self, number: int) -> str:
        """Returns `refused`, `accepted` or `rules`; raises `WrongError` for what must not happen."""
        chance, sort = self.chance("forged", number), self.sort(number)
        if sort == "save":
            table = chance.choice(self.tables)
            save, _ = forged(chance.choice(table.saves), table.program, chance)
            return self.played(table, save, chance)
        if sort == "record":
            table = chance.choice(self.tables)
            record, _ = forged_record(chance.choice(table.records), chance)
            return "accepted" if self.replayed(table, record) else "refused"
        run = chance.choice(self.runs)
        files, _ = forged_run(run.files, chance)
        if chance.random() < 0.5:
            files.pop("games.jsonl", None)
        return self.told(run, files, chance)

    def played(self, table: Table, text: str, chance: Random) -> str:
        state = self.load(table, text)
        if state is None:
            return "refused"
        if self.load(table, state.save()).hash != state.hash:
            raise WrongError("saved and read again it is another")
        try:
            while (decision := state.decision) is not None:
                state.apply(chance.randrange(len(decision)))
                fault = unsound(table.program, state.v)
                if fault is not None:
                    raise WrongError(f"played on it is no state: {fault}")
            _ = state.scores, state.ranks, state.hash
        except RuleError as fault:
            if fault.code == CONTRADICTS:
                raise WrongError(f"{fault.code}: {fault.message}") from fault
            return "rules"
        return "accepted"

    def told(self, run: Run, files: dict[str, bytes], chance: Random) -> str:
        folder = laid_out(files, self.folder())
        done = _ours("report", str(folder), "--format", "json")
        fine = done.code == 0 and not done.err
        if done.out:
            _fits(done.out, "report")
        form = chance.choice(("text", "html"))
        more = _ours("report", str(folder), "--format", form)
        if _NO_NUMBER.search(more.out) and form == "text":
            raise WrongError(f"report: {_NO_NUMBER.findall(more.out)} in the text")
        calm = laid_out(run.files, self.folder())
        both = _ours("report", str(calm), str(folder), "--format", "json")
        if both.out:
            _fits(both.out, "comparison")
        _ours("merge", str(folder), "--out", str(self.folder()))
        if chance.random() < 0.25:
            words = (*run.words, "--jobs", "1", "--out", str(folder), "--resume", "-q")
            again = _ours("simulate", *words)
            games = folder / "games.jsonl"
            if again.code == 0 and run.whole and games.read_bytes() != run.files["games.jsonl"]:
                if not _could_be(run.files["games.jsonl"], games.read_bytes()):
                    raise WrongError("simulate --resume: other games than those of the run")
        return "accepted" if fine else "refused"


def _could_be(whole: bytes, found: bytes) -> bool:
    """Whether two files of games hold the same games, as planned."""
    begin = re.compile(rb'\{"game":[^\]]*\]')
    return begin.findall(whole) == begin.findall(found)


def _fits(text: str, format: str) -> None:
    def no_number(text: str) -> Any:
        raise WrongError(f"{format}: {text} in its JSON")

    wrong = misfit(json.loads(text, parse_constant=no_number), format)
    if wrong is not None:
        raise WrongError(f"{format} does not fit its schema: {wrong}")


def cases(
    what: str, count: int, campaign: Campaign, case: Callable[[int], str]
) -> dict[str, Tally]:
    """Runs this many cases; returns the results by sort."""
    found = {each: Tally() for each in campaign.sorts}
    for number in range(count):
        tally, began = found[campaign.sort(number)], time.process_time()
        try:
            with bounded(_STOP):
                came_to = case(number)
        except WrongError as fault:
            tally.wrong.append(f"{what} {number}: {fault}")
        except (TooLongError, Exception) as fault:
            tally.wrong.append(f"{what} {number}: {type(fault).__name__}: {fault}")
        else:
            tally.refused += came_to == "refused"
            tally.accepted += came_to != "refused"
            tally.rules += came_to == "rules"
        took = time.process_time() - began
        tally.slowest = max(tally.slowest, took)
        if took > MOST_SECONDS:
            tally.wrong.append(f"{what} {number}: it took {took:.1f} s")
    return found


def told(sort: str, found: dict[str, Tally]) -> Iterator[str]:
    """Yields a line for each sort of file, and one for each thing that was wrong."""
    for name, tally in found.items():
        if tally.refused + tally.accepted + len(tally.wrong) == 0:
            continue
        rules = f" ({tally.rules} until a rule could not be followed)" if tally.rules else ""
        yield (
            f"{sort} {name}s: {tally.refused} refused, {tally.accepted} accepted{rules}; "
            f"slowest {tally.slowest:.2f} s; {len(tally.wrong)} findings"
        )
        yield from tally.wrong


def main(args: Sequence[str] | None = None) -> int:
    """Prints the results; returns 1 if there was a finding."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    options.add_argument("--damaged", type=int, default=2000, help="number of damaged files")
    options.add_argument("--forged", type=int, default=800, help="number of forgeries")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", action="append", choices=SORTS, help="only this sort of file")
    options.add_argument("--show", type=int, help="run only this forgery, with a traceback")
    given = options.parse_args(args)
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as name:
        campaign = Campaign(given.seed, Path(name), given.only or SORTS)
        if given.show is not None:
            os.environ["BOARDWRIGHT_DEBUG"] = "1"
            print(campaign.sort(given.show), campaign.forgery(given.show))
            return 0

        def accident(number: int) -> str:
            if not campaign.accident(number):
                raise WrongError("nobody noticed the damage")
            return "refused"

        all_ = {
            "damaged": cases("damaged", given.damaged, campaign, accident),
            "forged": cases("forged", given.forged, campaign, campaign.forgery),
        }
    for sort, found in all_.items():
        print("\n".join(told(sort, found)))
    return 1 if any(tally.wrong for found in all_.values() for tally in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
