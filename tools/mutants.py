"""Measures how many small mistakes in the shipped rules `validate` and the scenarios catch.

    python tools/mutants.py --seconds 40 --seed 1
    python tools/mutants.py --ruleset rattus --sample 3000 --out rattus.jsonl

This makes every mistake of `slips.py` in every rule file, or a sample of them. For each mutant it checks whether the rules
can be read, whether `validate --profile published` finds anything, and whether a scenario fails. If nothing catches a
mutant, it survives. A mutant that is read as exactly the same game is not counted. The scenarios most likely to fail run
first: those that run the clause in question. The same seed takes the same sample, in the same order.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from boardwright.dsl.declare.scenario_file import read_scenarios
from boardwright.dsl.declare.scenarios import ScenarioDecl
from boardwright.dsl.rules.ir import Game
from boardwright.dsl.rules.name_uses import Uses
from boardwright.dsl.source.diagnostics import Bag
from boardwright.interpreter.reference.scene import play_scenario
from boardwright.interpreter.scenarios.run import run_scenarios, stage_scenarios
from boardwright.loading.composed import put_together, read_into, read_layers, subject_of
from boardwright.loading.library import Library
from boardwright.loading.rules import Rules
from boardwright.loading.scenarios import ExpandedGame
from boardwright.validators.checking import check
from boardwright.validators.play.coverage import Marks, Tally
from boardwright.validators.subject.subject import Profile
from campaign import Shelf, Target, at_tables, shipped_targets
from slips import KINDS, Slip, slips
from time_limit import TooLongError, bounded

HERE = Path(__file__).resolve().parent
SURVIVORS = HERE / "mutants_survivors.md"
CAUGHT = ("reading", "checks", "tables", "scenarios", "time")
SAME, SURVIVED, FAILED = "the same game", "survived", "failed"
_SECONDS = 20
_FIRST, _THEN = 4, 20


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result for a mistake: what caught it (one of `CAUGHT`), and with which code or scenario."""

    ruleset: str
    slip: Slip
    line: str
    place: str
    by: str
    what: str = ""

    @property
    def caught(self) -> bool:
        return self.by in CAUGHT

    @property
    def told(self) -> str:
        """The mistake in one line, which is the same as long as the line in the file does not change."""
        return f"- {self.place}: `{self.line}`"


@dataclass(slots=True)
class Court:
    """Judges the mistakes in one ruleset."""

    target: Target
    shelf: Shelf = field(init=False)
    rules: Rules = field(init=False)
    slips: tuple[Slip, ...] = field(init=False)
    scenarios: dict[str, ScenarioDecl] = field(init=False)
    _texts: dict[str, str] = field(init=False)
    _ran: dict[str, dict[tuple[int, int], list[str]]] = field(init=False)
    _tables: dict[str, object] = field(init=False)
    _last: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        bag, uses, target = Bag(), Uses(), self.target
        self.shelf = Shelf(target)
        layers = read_layers(bag, target.base, target.overlays, self.library)
        assert layers is not None
        rules = put_together(layers, bag, uses)
        bag.raise_if_failed()
        assert rules is not None
        self.rules = rules
        documents = self.library.documents(target.root, Bag())
        self._texts = {source.name: source.text for source, _ in documents}
        self.slips = slips(documents, rules.bound, uses)
        self.scenarios = {each.id: each for each in self._read_scenarios(rules, Bag())}
        self._watch()

    @property
    def library(self) -> Library:
        return self.shelf.library

    @property
    def name(self) -> str:
        return self.rules.expansions[-1] if self.rules.expansions else self.rules.id

    # ---- scenarios in the order in which they are tried

    def _watch(self) -> None:
        """Notes which scenarios run which clauses of the unchanged rules, and the table of each scenario."""
        ran: dict[str, dict[tuple[int, int], list[str]]] = defaultdict(lambda: defaultdict(list))
        self._tables, sizes = {}, {}
        found = self._expanded(self.rules, self.library)
        staged = stage_scenarios(self.rules.bound, self.scenarios.values(), found.compose)
        for each in staged:
            tally = Tally()
            play_scenario(each.table, each.scene, each.scenario, Marks(tally))
            id = each.scenario.id
            sizes[id] = len(tally.ran)
            self._tables[id] = (each.table.seats, tuple(each.table.options.items()))
            for name, start, end, _ in dict.fromkeys((*tally.ran, *tally.met, *tally.left_out)):
                if id not in ran[name][start, end]:
                    ran[name][start, end].append(id)
        for spans in ran.values():
            for ids in spans.values():
                ids.sort(key=lambda id: (sizes[id], id))
        self._ran = {name: dict(spans) for name, spans in ran.items()}

    def _batches(self, slip: Slip) -> Iterator[list[ScenarioDecl]]:
        """Yields all scenarios, the likeliest to fail first, a few at a time."""
        spans = self._ran.get(slip.file, {})
        around = [s for s in spans if s[0] <= slip.start and slip.end <= s[1]]
        around.sort(key=lambda s: s[1] - s[0])
        likely = [*self._last[slip.file][-3:][::-1], *(id for s in around for id in spans[s])]
        order = list(dict.fromkeys([*likely, *self.scenarios]))
        for size in (_FIRST, _THEN):
            table = self._tables.get(order[0]) if order else None
            now = [id for id in order if self._tables.get(id) == table][:size]
            order = [id for id in order if id not in now]
            if now:
                yield [self.scenarios[id] for id in now]
        if order:
            yield [self.scenarios[id] for id in order]

    def _read_scenarios(self, rules: Rules, bag: Bag) -> Iterator[ScenarioDecl]:
        documents = self.library.scenarios(self.target.root, Bag())
        yield from read_scenarios(documents, bag, rules.bound.seat_names)

    def _expanded(self, rules: Rules, library: Library) -> ExpandedGame:
        return ExpandedGame(rules, self.target.base, self.target.overlays, library)

    # ---- judging

    def judge(self, slip: Slip) -> Verdict:
        """Returns what catches a mistake first."""
        try:
            with bounded(_SECONDS):
                by, what = self._judged(slip)
        except TooLongError:
            by, what = "time", f"more than {_SECONDS} s"
        except Exception as fault:
            by, what = FAILED, f"{type(fault).__name__}: {fault}"
        return Verdict(self.name, slip, *self.shown(slip), by, what)

    def _judged(self, slip: Slip) -> tuple[str, str]:
        bag = Bag()
        library = self.shelf.changed(slip.file, slip.applied(self._texts[slip.file]))
        rules = read_into(bag, self.target.base, self.target.overlays, library)
        if rules is None or bag.failed or bag.sorted():
            return "reading", next((each.code for each in bag.sorted()), "")
        files = {source.name for source, _ in library.files(self.target.root)}
        found = check(subject_of(rules, library), Profile.PUBLISHED, files)
        if found:
            return "checks", found[0].code
        if _the_same(rules, self.rules):
            return SAME, ""
        scenarios = self.scenarios
        if rules.bound.seat_names != self.rules.bound.seat_names:
            wrong = Bag()
            scenarios = {each.id: each for each in self._read_scenarios(rules, wrong)}
            if wrong.sorted():
                return "checks", wrong.sorted()[0].code
        compose = self._expanded(rules, library).compose
        for batch in self._batches(slip):
            for result in run_scenarios(rules.bound, [scenarios[s.id] for s in batch], compose):
                if not result.passed:
                    self._learn(slip, result.scenario.id)
                    return "scenarios", result.scenario.id
        _, refused = at_tables(rules)
        return ("tables", refused[0].code) if refused else (SURVIVED, "")

    def _learn(self, slip: Slip, id: str) -> None:
        last = self._last[slip.file]
        if id in last:
            last.remove(id)
        last.append(id)

    def shown(self, slip: Slip) -> tuple[str, str]:
        """Returns the line with the change in it, as `old → new`, and the file."""
        text = self._texts[slip.file]
        start = text.rfind("\n", 0, slip.start) + 1
        old, new = text[slip.start : slip.end], slip.new
        if slip.kind in ("line doubled", "entry doubled"):
            told = f"twice: {(new or old).strip().strip(', ')}"
        elif "\n" in old or not new.strip():
            told = f"without: {old.strip()}"
        else:
            row = text[start:].split("\n", 1)[0]
            at = slip.start - start
            told = f"{row[:at].lstrip()}[{old} → {new}]{row[at + len(old) :]}"
        place = Path(slip.file).resolve().relative_to(self.target.root.resolve().parent)
        return " ⏎ ".join(part.strip() for part in told.splitlines())[:200], place.as_posix()


def _the_same(one: Rules, other: Rules) -> bool:
    """Whether two games are read as the same. Mappings are compared without their order, which `_order` compares. Keys that
    only check the files, such as `count`, are compared by the hash of the rules alone.
    """
    same = replace(one.bound, rules_hash="") == replace(other.bound, rules_hash="")
    return same and _order(one.bound) == _order(other.bound)


def _order(game: Game) -> str:
    """Returns all ids in order."""
    return repr(
        [
            list(each)
            for each in (
                game.options,
                game.varieties,
                game.kinds,
                game.stocks,
                game.spaces,
                game.places,
            )
        ]
    )


# ---- figures


def table(found: Sequence[Verdict], by: str) -> list[str]:
    """Counts the mutants caught by `ruleset`, `kind`, `file` or `of`; mutants that are the same game are left out."""
    groups: dict[str, list[Verdict]] = defaultdict(list)
    for each in found:
        printed = "what is printed" if each.slip.printed else "rules"
        name = {
            "ruleset": each.ruleset,
            "kind": each.slip.kind,
            "file": each.place,
            "of": printed,
        }[by]
        groups[name].append(each)
    order = sorted(groups, key=KINDS.index) if by == "kind" else sorted(groups)
    lines = [
        f"| {by} | mutants | {' | '.join(CAUGHT)} | survived | caught | same game |",
        "| --- |" + " ---: |" * (len(CAUGHT) + 4),
    ]
    for name, group in [*((n, groups[n]) for n in order), ("all", list(found))]:
        counts = Counter(each.by for each in group)
        real = len(group) - counts[SAME]
        caught = sum(counts[each] for each in CAUGHT)
        cells = [f"{real:,}", *(f"{counts[each]:,}" for each in CAUGHT), f"{real - caught:,}"]
        percent = f"{100 * caught / real:.1f} %" if real else ""
        lines.append(f"| {name} | {' | '.join(cells)} | {percent} | {counts[SAME]:,} |")
    return lines


def unlisted(found: Sequence[Verdict]) -> list[Verdict]:
    """Returns the survivors that are not in the list of known ones, and mutants for which the tool failed."""
    known = set(SURVIVORS.read_text("utf-8").splitlines()) if SURVIVORS.exists() else set()
    left = [each for each in found if not each.caught and each.by != SAME]
    return [each for each in left if each.by == FAILED or each.told not in known]


def sample(
    court: Court, wanted: Sequence[Slip], size: int | None, seed: int, shard: tuple[int, int]
) -> list[Slip]:
    """Returns a random sample of this size, and of this sample every n-th. A change in one line of the rules does not change
    the mutants of other lines.
    """

    def lot(slip: Slip) -> bytes:
        line, place = court.shown(slip)
        return hashlib.sha256(f"{seed} {slip.kind} {place} {line}".encode()).digest()

    return sorted(wanted, key=lot)[:size][shard[0] - 1 :: shard[1]]


def main(args: Sequence[str] | None = None) -> int:
    """Prints the figures; returns 1 if there are unknown survivors."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    options.add_argument("--ruleset", action="append", help="only this ruleset")
    options.add_argument("--file", help="only files with this in their name")
    options.add_argument("--kind", help="only this kind of mutation")
    options.add_argument(
        "--printed",
        action="store_true",
        help="only what is printed on pieces, the board or the box",
    )
    options.add_argument("--sample", type=int, help="at most this many mutants of each ruleset")
    options.add_argument("--seconds", type=float, help="start no more mutants after this time")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--shard", default="1/1", help="part i of n: `i/n`")
    options.add_argument("--files", action="store_true", help="print the figures of each file, too")
    options.add_argument(
        "--again", type=Path, help="only the survivors in a file written by `--out`"
    )
    options.add_argument("--out", type=Path, help="write a line of JSON for each mutant")
    given = options.parse_args(args)
    os.chdir(HERE.parent)
    part, parts = (int(each) for each in given.shard.split("/"))
    found: list[Verdict] = []
    began = time.monotonic()
    targets = [t for t in shipped_targets() if not given.ruleset or t.root.name in given.ruleset]
    for number, target in enumerate(targets, 1):
        court = Court(target)
        wanted = [
            each
            for each in court.slips
            if (given.file or "") in each.file
            and (given.kind is None or each.kind == given.kind)
            and (each.printed or not given.printed)
        ]
        if given.again:
            rows = [json.loads(line) for line in given.again.read_text("utf-8").splitlines()]
            before = {tuple(row[3:5]) for row in rows if row[5] not in (*CAUGHT, SAME)}
            wanted = [each for each in wanted if court.shown(each)[::-1] in before]
        print(
            f"{court.name}: {len(wanted):,} mutants, read in {time.monotonic() - began:.0f} s",
            file=sys.stderr,
            flush=True,
        )
        # What has been read so far is kept to the end: collecting garbage in it again and again takes a third of the time.
        gc.collect()
        gc.freeze()
        gc.disable()
        for n, slip in enumerate(sample(court, wanted, given.sample, given.seed, (part, parts))):
            if n % 20 == 19:
                gc.collect()
            if given.seconds and time.monotonic() - began > given.seconds * number / len(targets):
                break
            found.append(court.judge(slip))
            if given.out:
                with given.out.open("a") as out:
                    v = found[-1]
                    out.write(
                        json.dumps(
                            [
                                v.ruleset,
                                v.slip.kind,
                                v.slip.printed,
                                v.place,
                                v.line,
                                v.by,
                                v.what,
                            ]
                        )
                        + "\n"
                    )
    for by in ("ruleset", "of", "kind", *(("file",) if given.files else ())):
        print("\n".join(table(found, by)), end="\n\n")
    new = unlisted(found)
    for each in new:
        print(f"{each.by}: {each.slip.kind}{f', {each.what}' if each.what else ''}\n{each.told}")
    print(f"{len(new)} survivors that {SURVIVORS.name} does not list")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
