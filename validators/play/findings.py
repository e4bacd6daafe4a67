"""Turns what checks by play have found into findings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from boardwright.dsl.source.diagnostics import Diagnostic, Severity, diagnose
from boardwright.dsl.source.places import Span
from boardwright.interpreter.agents.agent import stream_of
from boardwright.interpreter.reference.game import ReferenceGame
from boardwright.validators.play.clauses import Clause, Clauses
from boardwright.validators.play.coverage import Tally, never_ran
from boardwright.validators.play.draft import Draft
from boardwright.validators.play.games import (
    BREAKS,
    DIFFERS,
    ENDLESS,
    FAILS,
    IN_ORDER,
    KEPT,
    LOST,
    OURS,
    TELLS,
    TOO_LONG,
    Empty,
    Played,
    Trouble,
)
from boardwright.validators.play.shrink import Wanted, smallest
from boardwright.validators.play.tables import Seating

NEVER, EMPTY, NO_TABLE = "E820", "E821", "E827"

# Other checks report these without playing.
_KNOWN_UNPLAYED = (
    "it is never called",
    "it is never used",
    "it is never performed",
    "its offer is never opened",
)

# These are found by comparing two games, both of which continue.
_COMPARED = (TELLS, OURS, KEPT, IN_ORDER)

_MOST_SCENARIOS = 20
_LAST = 1000


@dataclass(frozen=True, slots=True)
class Shown:
    """A finding, and a scenario that shows it, if there is one."""

    finding: Diagnostic
    scenario: Draft | None = None


@dataclass(frozen=True, slots=True)
class About:
    """What findings need to know of a ruleset: the words of the command that plays it, such as `fair --with ./mycards`, and the
    expansions that its scenarios must name. Findings that are not faults are limited to these `files` (None: all files).
    """

    command: str
    expansions: tuple[str, ...] = ()
    files: frozenset[str] | None = None

    def asks_for(self, span: Span) -> bool:
        """Whether findings that are not faults are wanted at this place."""
        return self.files is None or span.source.name in self.files


class Teller:
    """Makes findings from the games that were played."""

    def __init__(self, clauses: Clauses, played: Played, about: About) -> None:
        self.clauses, self.played, self.about = clauses, played, about
        self._names: Counter[str] = Counter()
        self._scenarios = 0

    def all(self) -> Iterator[Shown]:
        """Yields all findings, faults first."""
        for trouble, count in self.played.troubles.values():
            yield self._trouble(trouble, count)
        broken = sum(n for each, n in self.played.troubles.values() if each.sort not in _COMPARED)
        if 2 * broken > self.played.games:
            return  # most games broke off, so many clauses had no chance to run
        for never in never_ran(self.clauses, self.played.tally):
            told = never.first and never.why not in _KNOWN_UNPLAYED
            if told and self.about.asks_for(never.span):
                message = f"this {never.what} of {_quoted(never.of)} never ran in {self._games}"
                if never.what in ("phase", "rule", "value"):
                    message = f"{_quoted(never.of)} never ran in {self._games}"
                yield Shown(diagnose(Severity.WARNING, NEVER, message, never.span, never.why))
        for clause in self.clauses:
            if self.played.tally.left_out[clause.key] and self.about.asks_for(clause.span):
                yield self._empty(clause)

    @property
    def _games(self) -> str:
        count = self.played.with_care
        return f"{count:,} game{'' if count == 1 else 's'}"

    # ---- troubles

    def _trouble(self, trouble: Trouble, count: int) -> Shown:
        games = self.played.games
        times = f"in {count:,} of {games:,} games" if games > 1 else "in the only game"
        if trouble.sort in _COMPARED:
            times = f"in {count:,} of {self.played.compared:,} games that were compared"
        notes = [f"{times}; {_where(trouble.seating, trouble.seed, trouble.decisions)}"]
        help: tuple[str, ...] = ()
        draft = None
        message = trouble.message
        if trouble.sort in (FAILS, TOO_LONG):
            message = f"{message} ({trouble.rule})"
            help = (f"see `boardwright explain {trouble.rule}`",)
            if trouble.at_the_end:
                notes.append("it happens while the outcome is worked out")
            else:
                draft = self._scenario_of(trouble)
        elif trouble.sort in (TELLS, OURS, KEPT):
            notes = [*notes, *trouble.notes]
            help = trouble.help
        elif trouble.sort == ENDLESS:
            notes += _asked_last(trouble)
            help = ("make sure that the game ends, or raise `limits` in the manifest",)
        else:
            assert trouble.sort in (LOST, DIFFERS, IN_ORDER, BREAKS)
            notes = [*notes, *trouble.notes]
            help = ("nothing is wrong with your files: please report it",)
        notes.append(self._command(trouble.seating, trouble.seed))
        severity = Severity.WARNING if trouble.sort in (TELLS, KEPT) else Severity.ERROR
        told = diagnose(
            severity, trouble.sort, message, trouble.span, notes=tuple(notes), help=help
        )
        return Shown(told, draft)

    def _scenario_of(self, trouble: Trouble) -> Draft | None:
        span = trouble.span
        place = None if span is None else (span.source.name, span.start, span.end)
        wanted = Wanted(code=trouble.rule, place=place)
        word = "fails" if trouble.sort == FAILS else "goes_on_for_ever"
        text = f"Found by play: {trouble.message}."
        return self._scenario(
            trouble.seating, trouble.seed, trouble.decisions, wanted, self._name(span, word), text
        )

    def _command(self, seating: Seating, seed: int) -> str:
        options = "".join(f" -o {id}={value}" for id, value in seating.options.items())
        words = f"boardwright run {self.about.command} -p {seating.players} --seed {seed}{options}"
        return f"`{words} --states` plays this game"

    # ---- what was not there

    def _empty(self, clause: Clause) -> Shown:
        tally: Tally = self.played.tally
        times, of = tally.left_out[clause.key], tally.ran[clause.key]
        kind = clause.key[3].lower()
        message = f"this `{kind}` found nothing in {times:,} of {of:,} cases"
        found = self.played.empties.get(clause.key)
        notes: tuple[str, ...] = ()
        draft = None
        if found is not None:
            notes = (f"the first time {_where(found.seating, found.seed, found.decisions)}",)
            draft = self._scenario_of_empty(clause, found)
        label = "the rest of its block was skipped"
        told = diagnose(Severity.NOTE, EMPTY, message, clause.span, label, notes=notes)
        return Shown(told, draft)

    def _scenario_of_empty(self, clause: Clause, found: Empty) -> Draft | None:
        wanted = Wanted(empty=clause.key)
        kind = clause.key[3].lower()
        text = f"Found by play: after the last step a `{kind}` finds nothing, and the rest of its block is skipped."
        name = self._name(clause.span, "finds_nothing")
        return self._scenario(found.seating, found.seed, found.decisions, wanted, name, text)

    # ---- scenarios

    def _scenario(
        self, seating: Seating, seed: int, decisions: int, wanted: Wanted, name: str, text: str
    ) -> Draft | None:
        if self._scenarios >= _MOST_SCENARIOS:
            return None
        self._scenarios += 1
        draft = smallest(seating, seed, decisions, wanted)
        if draft is None:
            return None
        return replace(draft, name=name, text=text, expansions=self.about.expansions)

    def _name(self, span: Span | None, word: str) -> str:
        """Returns a name that no other scenario here has: the rule or card, and what is wrong."""
        around = [c for c in self.clauses if span is not None and _holds(c.span, span)]
        kind, _, of = around[-1].of.partition(" ") if around else ("", "", "it")
        if span is not None and kind in ("game", "expansion", "several"):
            of = span.source.name.rpartition("/")[2].partition(".")[0]
        name = re.sub(r"[^a-z0-9_]", "_", f"{of}_{word}")
        self._names[name] += 1
        return name if self._names[name] == 1 else f"{name}_{self._names[name]}"


def _quoted(of: str) -> str:
    """Puts the name of `rule strike` in backticks."""
    kind, _, name = of.partition(" ")
    return of if kind == "several" else f"{kind} `{name}`"


def _holds(outer: Span, inner: Span) -> bool:
    same = outer.source.name == inner.source.name
    return same and outer.start <= inner.start and inner.end <= outer.end


def _where(seating: Seating, seed: int, decisions: int) -> str:
    options = "".join(f", `{id}` is {value}" for id, value in seating.options.items())
    after = f"{decisions:,} decision{'' if decisions == 1 else 's'}"
    return f"for {seating.players} players{options}, from seed {seed}, after {after}"


def _asked_last(trouble: Trouble) -> Sequence[str]:
    """Says which decisions came up most often at the end of a game without end."""
    table = trouble.seating.table
    streams = [stream_of(trouble.seed, seat) for seat in range(table.players)]
    game, asked = ReferenceGame(table, trouble.seed), []
    while (decision := game.decision) is not None:
        asked.append(decision.site)
        game.apply(decision.nth(streams[decision.player].below(len(decision.options))))
    last = Counter(asked[-_LAST:])
    told = ", ".join(f"`{site}` {times:,} times" for site, times in last.most_common(3))
    return (f"of the last {min(_LAST, len(asked)):,} decisions: {told}",)


def no_table(players: int, span: Span | None) -> Diagnostic:
    """Reports that no table with this many players was found that the rules accept."""
    return diagnose(
        Severity.WARNING,
        NO_TABLE,
        f"found no table for {players} players that the rules accept",
        span,
        "this was not true",
        help=(
            "try `boardwright run` with options of your choice: no game was played for this number of players",
        ),
    )
