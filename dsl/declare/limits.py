"""How much a ruleset may declare. No game that people play comes near it: beyond, names cost more than they say.

What a table makes of the declarations (copies, grids, rings, places for each player) has limits of its own, at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Span

if TYPE_CHECKING:  # limits are asked for where nothing is declared
    from boardwright.dsl.declare.course import PhaseDecl
    from boardwright.dsl.declare.declarations import Ruleset

MOST_PLAYERS = 64
MOST_PHASES = 200
MOST_REMEMBERED = 10_000
MOST_MEMBERS = 1_000
MOST_OF_A_KIND = 5_000
MOST_DECLARED = 2_000
MOST_CLAUSES = 5_000
MOST_LINKS = 20_000
MOST_LINK_KINDS = 100
MOST_PIECES = 10_000
MOST_SPACES = 4_096
MOST_ROWS = 10_000
MOST_DEEP = 100  # calls inside calls
MOST_NESTED = 160  # expressions inside expressions, through the values that they ask for


def check(ruleset: Ruleset, bag: Bag) -> bool:
    """Whether a ruleset is small enough to be bound; reports the first of everything that is too much."""
    for what, spans, most in _counted(ruleset):
        if len(spans) > most:
            report(bag, what, len(spans), most, spans[most])
    pieces = [
        (int(kind.pieces.split()[0]), kind.span)
        for kind in ruleset.kinds
        if kind.pieces and kind.pieces[0] != "o"
    ]
    grids = [(kind.pattern.size, kind.span) for kind in ruleset.spaces if kind.pattern]
    for what, numbers, most in (("pieces", pieces, MOST_PIECES), ("spaces", grids, MOST_SPACES)):
        total = sum(number for number, _ in numbers)
        if total > most:
            report(bag, what, total, most, max(numbers, key=lambda pair: pair[0])[1])
    for table in ruleset.tables:  # all pairs are laid out, with or without a row
        firsts = {keys[0].id for keys, _ in table.cells}
        seconds = {keys[1].id for keys, _ in table.cells if len(keys) == 2}
        pairs = len(firsts) * len(seconds)
        if pairs > MOST_ROWS:
            report(bag, f"pairs of keys in `{table.id}`", pairs, MOST_ROWS, table.span)
    return not bag.failed


def too_deep(ruleset: Ruleset, bag: Bag) -> None:
    """Values need each other through so long a chain that they cannot even be told apart."""
    first = ruleset.values[0].span if ruleset.values else ruleset.span
    message = f"values need each other more than {MOST_NESTED} deep"
    bag.error("E811", message, first, "one of the values, of which this is the first")


def report(bag: Bag, what: str, count: int, most: int, span: Span) -> None:
    """Reports that there is more of something than may be, at the first that is too many."""
    bag.error("E811", f"there are {count:,} {what}", span, f"at most {most:,} are taken")


def _counted(ruleset: Ruleset) -> Iterator[tuple[str, Sequence[Span], int]]:
    for what, found in (
        ("options", ruleset.options),
        ("varieties", ruleset.varieties),
        ("kinds of pieces", ruleset.kinds),
        ("stocks", ruleset.stocks),
        ("kinds of spaces", ruleset.spaces),
        ("places", ruleset.places),
        ("notes", ruleset.notes),
        ("memories", ruleset.memories),
        ("tables", ruleset.tables),
        ("offers", ruleset.offers),
    ):
        yield what, [each.span for each in found], MOST_DECLARED
    yield "rules", [each.span for each in ruleset.rules], MOST_CLAUSES
    yield "values", [each.span for each in ruleset.values], MOST_CLAUSES
    yield "hooks", [each.head.span for each in ruleset.hooks], MOST_CLAUSES
    changes = [change.span for each in ruleset.modifiers for change in each.changes]
    yield "changes of values", changes, MOST_CLAUSES
    yield "links", [each.first.span for each in ruleset.links], MOST_LINKS
    kinds = {each.kind.id: each.kind.span for each in ruleset.links}
    yield "kinds of links", [*kinds.values()], MOST_LINK_KINDS
    yield "phases", [each.span for each in _phases(ruleset.course)], MOST_PHASES
    by_kind: dict[str, list[Span]] = {}
    for definition in ruleset.definitions:
        by_kind.setdefault(definition.kind.id, []).append(definition.span)
    for kind, spans in by_kind.items():
        yield f"declarations for `{kind}`", spans, MOST_OF_A_KIND
    for variety in ruleset.varieties:
        spans = [member.span for member in variety.members]
        yield f"members of `{variety.id}`", spans, MOST_MEMBERS
    for option in ruleset.options:
        spans = [value.span for value in option.values]
        yield f"values of `{option.id}`", spans, MOST_MEMBERS
    for table in ruleset.tables:
        yield f"rows of `{table.id}`", [keys[0].span for keys, _ in table.cells], MOST_ROWS
    for offer in ruleset.offers:
        spans = [entry.span for entry in offer.entries]
        yield f"entries of `{offer.id}`", spans, MOST_MEMBERS


def _phases(phases: Iterable[PhaseDecl]) -> Iterator[PhaseDecl]:
    for phase in phases:
        yield phase
        yield from _phases(phase.phases)


def check_depth(
    what: str,
    graph: Mapping[str, Iterable[str]],
    spans: Mapping[str, Span],
    bag: Bag,
    own: Mapping[str, int] | None = None,
) -> None:
    """Whether none of these needs one that needs one, and so on, through too many. There are no rings. `own` says how
    deep each is by itself, if that counts too.
    """
    most = MOST_DEEP if own is None else MOST_NESTED
    depths: dict[str, int] = {}
    told = False
    for start in graph:
        waiting: list[tuple[str, Iterator[str]]] = [(start, iter(graph[start]))]
        while waiting:
            node, others = waiting[-1]
            following = next((n for n in others if n in graph and n not in depths), None)
            if following is not None:
                waiting.append((following, iter(graph[following])))
                continue
            waiting.pop()
            depths[node] = 1 if own is None else own.get(node, 1)
            depths[node] += max((depths.get(n, 0) for n in graph[node]), default=0)
            if depths[node] > most and node in spans and not told:
                told = True
                bag.error(
                    "E811",
                    f"{what} more than {most} deep",
                    spans[node],
                    "this is the first of them",
                    help="let one of them do what those below it do one after the other",
                )
