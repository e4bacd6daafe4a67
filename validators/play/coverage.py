"""What ran, and what never did: noted while the reference evaluator plays, and told by clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span
from boardwright.interpreter.reference.watch import Watch
from boardwright.validators.play.clauses import Clause, Clauses, Key, key_of


@dataclass(slots=True)
class Tally:
    """How often clauses were met, shown and run, and how often something to choose from was missing."""

    met: Counter[Key] = field(default_factory=Counter)
    shown: Counter[Key] = field(default_factory=Counter)
    ran: Counter[Key] = field(default_factory=Counter)
    left_out: Counter[Key] = field(default_factory=Counter)


class Marks(Watch):
    """Notes in a tally what happens in one game."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self._keys: dict[int, tuple[ir.Node, Key]] = {}

    def met(self, node: ir.Node) -> None:
        self.tally.met[self._key(node)] += 1

    def shown(self, node: ir.Node) -> None:
        self.tally.shown[self._key(node)] += 1

    def ran(self, node: ir.Node) -> None:
        self.tally.ran[self._key(node)] += 1

    def left_out(self, node: ir.Node) -> None:
        if not getattr(node, "otherwise", ()):  # else the author says what happens then
            self.tally.left_out[self._key(node)] += 1

    def _key(self, node: ir.Node) -> Key:
        known = self._keys.get(id(node))
        if known is None:
            known = self._keys[id(node)] = (node, key_of(node))  # the node is kept, and so its id
        return known[1]


@dataclass(frozen=True, slots=True)
class Never:
    """A clause that never ran, and why as far as it can be told. `first` is false of those that follow from another."""

    span: Span
    what: str
    of: str
    why: str
    first: bool


def never_ran(clauses: Clauses, tally: Tally) -> Iterator[Never]:
    """All clauses that never ran, as declared."""
    silent = {clause.key: clause for clause in clauses if not tally.ran[clause.key]}
    causes = _causes(silent)
    for clause in silent.values():
        first = clause.key in causes
        yield Never(
            clause.span, clause.what, clause.of, _why(clause, tally) if first else "", first
        )


def _causes(silent: dict[Key, Clause]) -> set[Key]:
    """Those that do not follow from another that never ran: what is in it, or what only it calls."""
    called = {key for clause in silent.values() for key in clause.calls if key in silent}
    causes = {
        key for key, clause in silent.items() if key not in called and not _follows(clause, silent)
    }
    explained = _consequences(causes, silent)
    for (
        key,
        clause,
    ) in silent.items():  # what is left calls itself in a ring, and nothing else calls it
        if key not in explained and not _follows(clause, silent):
            causes.add(key)
            explained |= _consequences({key}, silent)
    return causes


def _follows(clause: Clause, silent: dict[Key, Clause]) -> bool:
    return bool(clause.within) and all(key in silent for key in clause.within)


def _consequences(roots: set[Key], silent: dict[Key, Clause]) -> set[Key]:
    """What follows from these never running, themselves included."""
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
    """Why it never ran, though what it stands in did."""
    key, kind = clause.key, clause.key[3]
    if clause.why:
        return clause.why
    if tally.shown[key]:
        return "it was offered and never picked"
    if kind in ("OfferEntry", "Slot", "MenuEntry"):
        if tally.met[key] or kind == "MenuEntry":
            return "it was never offered: its condition did not hold, or nothing was there for its first choice"
        if clause.of.startswith("offer "):
            return "its offer was never opened"
        return "nobody who was asked had it in force"
    if tally.met[key]:
        return "its condition never held"
    return "it was never in force when it could have counted"


@dataclass(frozen=True, slots=True)
class FileCoverage:
    """How much of one file ran."""

    name: str
    clauses: int
    ran: int
    never: tuple[Never, ...]

    @property
    def percent(self) -> int:
        """Rounded down, so that only all is 100."""
        return 100 * self.ran // self.clauses if self.clauses else 100


def by_file(clauses: Clauses, tally: Tally) -> tuple[FileCoverage, ...]:
    """The coverage of each file that has clauses, by name."""
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
