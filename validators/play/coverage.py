"""Counts what ran while the reference evaluator plays: by clause, by condition, and by line of the files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Source, Span
from boardwright.interpreter.reference.watch import Watch
from boardwright.validators.play.clauses import Clause, Clauses, Key, key_of


@dataclass(slots=True)
class Tally:
    """How often clauses were met, shown and run, had an owner or lacked one when they could have applied, how often a choice found nothing, and a condition was true or false."""

    met: Counter[Key] = field(default_factory=Counter)
    owned: Counter[Key] = field(default_factory=Counter)
    unowned: Counter[Key] = field(default_factory=Counter)
    shown: Counter[Key] = field(default_factory=Counter)
    ran: Counter[Key] = field(default_factory=Counter)
    left_out: Counter[Key] = field(default_factory=Counter)
    true: Counter[Key] = field(default_factory=Counter)
    false: Counter[Key] = field(default_factory=Counter)

    def add(self, later: Tally) -> None:
        """Adds the counts of later games; what they count first comes last."""
        for each in fields(self):
            getattr(self, each.name).update(getattr(later, each.name))


class Marks(Watch):
    """Counts in a tally what happens in one game."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self._keys: dict[int, tuple[ir.Node, Key]] = {}

    def reached(self, node: ir.Node, owned: bool) -> None:
        (self.tally.owned if owned else self.tally.unowned)[self._key(node)] += 1

    def met(self, node: ir.Node) -> None:
        self.tally.met[self._key(node)] += 1

    def shown(self, node: ir.Node) -> None:
        self.tally.shown[self._key(node)] += 1

    def ran(self, node: ir.Node) -> None:
        self.tally.ran[self._key(node)] += 1

    def judged(self, condition: ir.Expr, holds: bool) -> None:
        if not isinstance(condition, ir.Const):
            (self.tally.true if holds else self.tally.false)[self._key(condition)] += 1

    def left_out(self, node: ir.Node) -> None:
        if not getattr(node, "otherwise", ()):  # else the rules say what happens then
            self.tally.left_out[self._key(node)] += 1

    def _key(self, node: ir.Node) -> Key:
        known = self._keys.get(id(node))
        if known is None:
            known = self._keys[id(node)] = (node, key_of(node))  # keeping the node keeps its id
        return known[1]


@dataclass(frozen=True, slots=True)
class Never:
    """A clause that never ran, and why, if known. `first` is false if it follows from another."""

    span: Span
    what: str
    of: str
    why: str
    first: bool


def never_ran(clauses: Clauses, tally: Tally) -> Iterator[Never]:
    """Yields all clauses that never ran, in the order of declaration."""
    silent = {clause.key: clause for clause in clauses if not tally.ran[clause.key]}
    causes = _causes(silent)
    for clause in silent.values():
        first = clause.key in causes
        yield Never(
            clause.span, clause.what, clause.of, _why(clause, tally) if first else "", first
        )


def _causes(silent: dict[Key, Clause]) -> set[Key]:
    """Returns the clauses whose silence does not follow from another's: from one around them, or their only caller."""
    called = {key for clause in silent.values() for key in clause.calls if key in silent}
    causes = {
        key for key, clause in silent.items() if key not in called and not _follows(clause, silent)
    }
    explained = _consequences(causes, silent)
    for (
        key,
        clause,
    ) in silent.items():  # the rest call each other in a ring, and nothing else calls them
        if key not in explained and not _follows(clause, silent):
            causes.add(key)
            explained |= _consequences({key}, silent)
    return causes


def _follows(clause: Clause, silent: dict[Key, Clause]) -> bool:
    return bool(clause.within) and all(key in silent for key in clause.within)


def _consequences(roots: set[Key], silent: dict[Key, Clause]) -> set[Key]:
    """Returns what cannot run because these never run, themselves included."""
    inside: dict[Key, list[Key]] = {}
    for key, clause in silent.items():
        for other in clause.within:
            inside.setdefault(other, []).append(key)
    found: set[Key] = set()
    waiting = list(roots)
    while waiting:
        key = waiting.pop()
        if key not in found and key in silent:
            found.add(key)
            waiting += [*silent[key].calls, *inside.get(key, ())]
    return found


def _why(clause: Clause, tally: Tally) -> str:
    """Says why it never ran, though the clause around it did."""
    key, kind = clause.key, clause.key[3]
    if clause.why:
        return clause.why
    if tally.shown[key]:
        return "it was offered but never picked"
    if kind in ("OfferEntry", "Slot", "MenuEntry"):
        if tally.met[key] or kind == "MenuEntry":
            return (
                "it was never offered: its condition was false, or its first choice had no options"
            )
        if clause.of.startswith("offer "):
            return "its offer was never opened"
        return "no player who was asked had it in force"
    if tally.met[key]:
        return "its condition was never true"
    if tally.owned[key]:
        return f"it was never in force for the player for whom {clause.moment}"
    if tally.unowned[key]:
        return f"nobody owned it when {clause.moment}"
    return f"it was not there when {clause.moment}"


@dataclass(frozen=True, slots=True)
class FileCoverage:
    """How much of one file ran."""

    name: str
    clauses: int
    ran: int
    never: tuple[Never, ...]

    @property
    def percent(self) -> int:
        """Returns the percentage, rounded down: 100 means every clause."""
        return 100 * self.ran // self.clauses if self.clauses else 100


def by_file(clauses: Clauses, tally: Tally) -> tuple[FileCoverage, ...]:
    """Returns the coverage of each file that has clauses, sorted by name."""
    never = tuple(never_ran(clauses, tally))
    counts = Counter(clause.span.source.name for clause in clauses)
    ran = Counter(clause.span.source.name for clause in clauses if tally.ran[clause.key])
    return tuple(
        FileCoverage(
            name,
            counts[name],
            ran[name],
            tuple(
                sorted((n for n in never if n.span.source.name == name), key=lambda n: n.span.start)
            ),
        )
        for name in sorted(counts)
    )


@dataclass(frozen=True, slots=True)
class Judged:
    """How often a condition was true and false."""

    span: Span
    true: int
    false: int

    @property
    def one_sided(self) -> bool:
        """Whether it was always the same."""
        return not (self.true and self.false)


@dataclass(frozen=True, slots=True)
class Line:
    """What is known of a line of a file: how often its clauses ran, and the conditions that begin on it."""

    row: int
    text: str
    ran: tuple[int, ...]
    never: tuple[Never, ...]
    conditions: tuple[Judged, ...]


def lines_of(file: FileCoverage, clauses: Clauses, tally: Tally) -> list[Line]:
    """Returns all lines of a file."""
    own = [clause for clause in clauses if clause.span.source.name == file.name]
    ran: dict[int, list[int]] = {}
    for clause in own:
        ran.setdefault(clause.span.row, []).append(tally.ran[clause.key])
    never: dict[int, list[Never]] = {}
    for each in file.never:
        never.setdefault(each.span.row, []).append(each)
    source = own[0].span.source
    judged: dict[int, list[Judged]] = {}
    for condition in _judged(source, tally):
        judged.setdefault(condition.span.row, []).append(condition)
    return [
        Line(
            row,
            text,
            tuple(ran.get(row, ())),
            tuple(never.get(row, ())),
            tuple(judged.get(row, ())),
        )
        for row, text in enumerate(source.text.split("\n"), 1)
    ]


def _judged(source: Source, tally: Tally) -> Iterator[Judged]:
    """Yields the conditions of a file, in their order; one that several things share is one condition."""
    true, false = _by_place(tally.true, source.name), _by_place(tally.false, source.name)
    for start, end in sorted({*true, *false}):
        yield Judged(source.span(start, end), true[start, end], false[start, end])


def _by_place(counts: Counter[Key], name: str) -> Counter[tuple[int, int]]:
    found: Counter[tuple[int, int]] = Counter()
    for key, count in counts.items():
        if key[0] == name:
            found[key[1], key[2]] += count
    return found
