"""Runs scenarios in a process of its own, so that an editor never waits for a game.

The process gets the unsaved texts on its standard input, and writes what it found to its standard output. A newer question
ends an older one.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from boardwright.dsl.source.diagnostics import Diagnostic, RulesetError
from boardwright.dsl.source.places import Span
from boardwright.interpreter.scenarios.play import Moment


@dataclass(frozen=True, slots=True)
class Run:
    """The result of one scenario: its name and place, what is wrong, and what was asked at each step."""

    id: str
    span: Span
    findings: tuple[Diagnostic, ...]
    moments: tuple[Moment, ...]
    passed: bool

    @property
    def file(self) -> str:
        return self.span.source.name


@dataclass(frozen=True, slots=True)
class Question:
    """Which scenarios of a ruleset to run: those in these files, with these names, or all."""

    root: Path
    texts: Mapping[Path, str]
    files: frozenset[Path] | None = None
    names: frozenset[str] | None = None


class Runner:
    """At most one process at a time for each ruleset and purpose: what somebody waits for is not ended by a pause."""

    def __init__(self) -> None:
        self._running: dict[tuple[Path, str], asyncio.subprocess.Process] = {}

    async def run(self, question: Question, purpose: str) -> tuple[Run, ...] | None:
        """The results; None if the rules have mistakes, or if a newer question came."""
        slot = (question.root, purpose)
        self._stop(slot)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "boardwright.lsp.scenario_runs",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        self._running[slot] = process
        written, _ = await process.communicate(pickle.dumps(question))
        if self._running.get(slot) is process:
            del self._running[slot]
        if process.returncode != 0:
            return None
        found: tuple[Run, ...] | None = pickle.loads(written)
        return found

    def stop_all(self) -> None:
        """Ends everything that is running."""
        for slot in tuple(self._running):
            self._stop(slot)

    def _stop(self, slot: tuple[Path, str]) -> None:
        process = self._running.pop(slot, None)
        if process is not None and process.returncode is None:
            process.kill()


def run(question: Question) -> tuple[Run, ...] | None:
    """Runs scenarios here and now."""
    from boardwright.interpreter.scenarios.run import run_scenarios
    from boardwright.loading.library import Library
    from boardwright.loading.scenarios import scenarios_of

    library = Library(dict(question.texts))
    try:
        known = scenarios_of(str(question.root), (), {}, library)
    except RulesetError:
        return None
    chosen = [
        each
        for each in known.declared
        if _is_wanted(Path(each.source.name), question.files)
        and (question.names is None or each.id in question.names)
    ]
    results = run_scenarios(known.rules.bound, chosen, known.compose)
    return tuple(
        Run(each.scenario.id, each.scenario.span, each.findings, each.moments, each.passed)
        for each in results
    )


def _is_wanted(path: Path, files: Collection[Path] | None) -> bool:
    return files is None or path.resolve() in files


def summary(runs: Sequence[Run]) -> str:
    """The result in a line."""
    failed = [each.id for each in runs if not each.passed]
    if not runs:
        return "no scenario to run"
    if len(runs) == 1:
        return f"scenario `{runs[0].id}` {'failed' if failed else 'passed'}"
    if not failed:
        return f"{len(runs)} scenarios passed"
    told = ", ".join(f"`{id}`" for id in failed[:5]) + (", ..." if len(failed) > 5 else "")
    return f"{len(failed)} of {len(runs)} scenarios failed: {told}"


def main(into: IO[bytes], out: IO[bytes]) -> None:
    """Answers one question."""
    if hasattr(os, "nice"):
        os.nice(5)
    with redirect_stdout(sys.stderr):
        question: Question = pickle.loads(into.read())
        answer = run(question)
    out.write(pickle.dumps(answer))


if __name__ == "__main__":
    # Pickled classes are those of the module by its name, not those of `__main__`.
    from boardwright.lsp.scenario_runs import main as answer

    answer(sys.stdin.buffer, sys.stdout.buffer)
