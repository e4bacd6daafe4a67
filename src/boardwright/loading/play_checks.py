"""Checks by play for the command line: the games, the progress shown, and where scenarios are written."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.dsl.source.diagnostics import Diagnostic, shown
from boardwright.files.locate_ruleset import Found, shipped
from boardwright.terminal import Terminal, plural

if TYPE_CHECKING:
    from boardwright.loading.rules import Rules
    from boardwright.validators.play import Report
    from boardwright.validators.play.games import Games, Played, Tell

MOST_GAMES = 1_000_000

Elsewhere = Callable[["Rules", "Games", int, "Tell"], "Played"]
"""Plays the games of a check by these rules, with this seed, and tells how many are done."""


@dataclass(frozen=True, slots=True)
class ByPlay:
    """This many random games of a ruleset. The scenarios that show what is wrong are written into `directory`, or without
    one into the notes of the findings. `elsewhere` plays the games, if this process does not.
    """

    games: int
    seed: int
    directory: Path | None
    terminal: Terminal
    elsewhere: Elsewhere | None = None

    def findings(
        self, rules: Rules, own: str | None, files: Collection[str]
    ) -> Iterator[Diagnostic]:
        """The mistakes that play finds in these rules. `own` is the expansion, if it is one, that new scenarios are for. Rules
        that never ran, or found nothing, are reported for these files only.
        """
        from boardwright.validators.play import About, check_by_play

        about = About(
            command=command_of(rules),
            expansions=tuple(id for id in rules.expansions if id != own),
            files=frozenset(files),
        )
        elsewhere = self.elsewhere

        def play(games: Games) -> Played:
            assert elsewhere is not None
            return elsewhere(rules, games, self.seed, progress.tell)

        with Progress(self.terminal, f"{rules.id}: game") as progress:
            report = check_by_play(
                rules.bound,
                lambda left_out: rules.without(left_out).bound,
                self.games,
                self.seed,
                about,
                progress.tell,
                None if elsewhere is None else play,
            )
        self.terminal.tell(_summary(rules, report))
        for each in report.findings:
            finding = each.finding
            if each.scenario is not None:
                text = each.scenario.written()
                note = f"this scenario shows it:\n{text.rstrip()}"
                if self.directory is not None:
                    path = write_scenario(self.directory, each.scenario.name, text)
                    note = f"the scenario `{shown(str(path))}` shows it"
                finding = replace(finding, notes=(*finding.notes, note))
            yield finding


def write_scenario(directory: Path, name: str, text: str) -> Path:
    """Writes a scenario, under another name if this one is taken."""
    directory.mkdir(parents=True, exist_ok=True)
    number, free = 1, name
    while True:
        path = directory / f"{free}.yaml"
        whole = text.replace(f"scenario: {name}\n", f"scenario: {free}\n", 1)
        if not path.exists() or path.read_bytes() == whole.encode():
            path.write_bytes(whole.encode())
            return path
        number += 1
        free = f"{name}_{number}"


class Progress:
    """Shows progress on one line of a terminal, and nothing elsewhere."""

    def __init__(self, terminal: Terminal, what: str) -> None:
        self.what = what
        self._on = sys.stderr.isatty() and not terminal.quiet
        self._told = -1

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._on:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def tell(self, done: int, of: int) -> None:
        """Shows that this many are done."""
        percent = 100 * done // of
        if self._on and percent != self._told:
            self._told = percent
            sys.stderr.write(f"\r{shown(self.what)} {done:,} of {of:,}\x1b[K")
            sys.stderr.flush()


def command_of(rules: Rules) -> str:
    """The arguments after `boardwright run` that play these rules."""
    base, *expansions = (_named(found) for found in rules.found)
    return shlex.join([base, *(word for name in expansions for word in ("--with", name))])


def _named(found: Found) -> str:
    """The id of a shipped ruleset, or a path that cannot be an id."""
    from boardwright.files.read import shown_name

    for id, path in shipped().items():
        if path == found.path.resolve():
            return id
    name = shown_name(found.path)
    return name if "/" in name or name.startswith(".") else f"./{name}"


def _summary(rules: Rules, report: Report) -> str:
    name = shown(" with ".join([rules.id, *[", ".join(rules.expansions)][: len(rules.expansions)]]))
    ran = sum(1 for clause in report.clauses if report.tally.ran[clause.key])
    careful = "all" if report.with_care == report.games else f"{report.with_care:,}"
    return (
        f"{name}: {plural(report.games, 'random game')} at {plural(report.tables, 'table')}, {careful} of them also with "
        f"the reference evaluator, in which {ran:,} of {plural(len(report.clauses), 'clause')} ran"
    )
