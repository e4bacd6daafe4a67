"""A ruleset as it was last read, with its findings and the meanings of its names."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.dsl.declare.ruleset import Document
from boardwright.dsl.rules.name_uses import Uses
from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.dsl.source.fixes import Fix
from boardwright.dsl.source.places import Source, Span
from boardwright.files.read import Unsaved, whole
from boardwright.loading.library import Kept, Library
from boardwright.loading.steps import Checking
from boardwright.lsp.stale_spans import moved
from boardwright.validators.subject.subject import Profile

if TYPE_CHECKING:
    from boardwright.dsl.declare.declarations import Ruleset
    from boardwright.dsl.rules.symbols import Symbols
    from boardwright.interpreter.scenarios.play import Moment
    from boardwright.lsp.index import Index
    from boardwright.lsp.scenario_runs import Run

known_path = functools.lru_cache(maxsize=20_000)(lambda name: whole(Path(name)))
"""The path of a source's file, in the form that identifies unsaved texts."""


@dataclass(slots=True, eq=False)
class Reading:
    """A ruleset with its game, read from the disk and from `unsaved` texts. `documents` are all readable files by path.
    The findings grow as `steps` run, the first of which is done.
    """

    root: Path
    checking: Checking
    documents: Mapping[Path, Document]
    steps: Iterator[None] = field(repr=False)
    complete: bool = False
    _quick: frozenset[Diagnostic] = frozenset()
    _until_then: tuple[Diagnostic, ...] = ()
    runs: tuple[Run, ...] = ()
    _index: Index | None = None
    _has_scenes: bool = False

    @property
    def uses(self) -> Uses:
        assert self.checking.uses is not None
        return self.checking.uses

    @property
    def symbols(self) -> Symbols | None:
        """The symbols of all names; None if the ruleset cannot be bound."""
        return self.uses.symbols

    @property
    def layers(self) -> tuple[Ruleset, ...]:
        """The declarations of the game and the expansion, as far as they can be read."""
        layers = self.checking.layers
        if layers is None:
            return ()
        return (*(() if layers.base is None else (layers.base,)), *layers.overlays)

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders (or files) of the ruleset and its game."""
        layers = self.checking.layers
        found = () if layers is None else layers.found
        return tuple(dict.fromkeys(whole(path) for path in (self.root, *(f.path for f in found))))

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """The findings of the steps that were taken, and for the others the findings of last time."""
        found = self.checking.bag.sorted()
        played = tuple(dict.fromkeys(each for run in self.runs for each in run.findings))
        known = found if self.complete else (*found, *self._until_then)
        return (*known, *(each for each in played if each not in known))

    def step(self) -> None:
        """Takes one more step of checking."""
        self.complete = next(self.steps, self) is self

    def follow(self, before: Reading) -> None:
        """Takes over the findings that later steps had last time, until these steps run here, if their text is still there.
        Those of scenarios are kept until these are run again.
        """
        self.runs = tuple(filter(None, map(self.as_now, before.runs)))
        if self.complete:
            return
        played = {each for run in before.runs for each in run.findings}
        later = (e for e in before.findings if e not in before._quick and e not in played)
        kept = (self._moved(each) for each in later)
        self._until_then = tuple(each for each in kept if each is not None)

    def moments(self, path: Path, now: Source) -> list[Moment]:
        """What was asked at each step of the scenarios in a file, when they were last run, with places in its current text."""
        found: list[Moment] = []
        for each in (
            each for run in self.runs if known_path(run.file) == path for each in run.moments
        ):
            at = _start_in(each.span, now)
            if at is not None or each.span is None:
                found.append(replace(each, span=at))
        return found

    def as_now(self, run: Run) -> Run | None:
        """The result of a scenario in the current texts, as far as its text is still there."""
        now = self.source(known_path(run.file))
        span = None if now is None else moved(run.span, now)
        if now is None or span is None:
            return None
        moments = tuple(
            replace(each, span=at)
            for each in run.moments
            if (at := _start_in(each.span, now)) is not None or each.span is None
        )
        findings = tuple(filter(None, map(self._moved, run.findings)))
        return replace(run, span=span, findings=findings, moments=moments)

    def _moved(self, finding: Diagnostic) -> Diagnostic | None:
        labels = [*(() if finding.label is None else (finding.label,)), *finding.others]
        found: list[Label] = []
        for label in labels:
            now = self.source(known_path(label.span.source.name))
            span = label.span if now is None else moved(label.span, now)
            if span is None:
                return None
            found.append(replace(label, span=span))
        own = None if finding.label is None else found.pop(0)
        fixes = (self._moved_fix(fix) for fix in finding.fixes)
        kept = tuple(fix for fix in fixes if fix is not None)
        return replace(finding, label=own, others=tuple(found), fixes=kept)

    def _moved_fix(self, fix: Fix) -> Fix | None:
        now = self.source(known_path(fix.span.source.name))
        span = fix.span if now is None else moved(fix.span, now)
        return None if span is None else replace(fix, span=span)

    def index(self, scenes: bool = False) -> Index:
        """The index of all positions, made on first use; with scenarios if they are needed."""
        from boardwright.lsp.index import Index

        if self._index is None:
            self._index = Index.of(self)
        if scenes and not self._has_scenes:
            self._has_scenes = True
            self._index.add_scenes(self)
        return self._index

    def source(self, path: Path) -> Source | None:
        """The text of a file as it was read."""
        document = self.documents.get(path)
        return None if document is None else document[0]


def _start_in(span: Span | None, now: Source) -> Span | None:
    """The place where a span begins, which may outlast its text."""
    return None if span is None else moved(Span(span.source, span.start, span.start), now)


def read(
    root: Path, unsaved: Unsaved, kept: Kept, profile: Profile, nearby: Sequence[Path] = ()
) -> Reading:
    """Reads a ruleset, and takes the first step of checking it: everything but playing."""
    library = Library(unsaved, kept)
    checking = Checking(root, library, profile, nearby=nearby, uses=Uses())
    steps = checking.steps()
    next(steps, None)
    documents: dict[Path, Document] = {}
    layers = checking.layers
    roots = [root] if layers is None else [found.path for found in layers.found]
    for path in roots:
        for document in library.files(path):
            documents[known_path(document[0].name)] = document
    quick = frozenset(checking.bag.sorted())
    # Without rules there are no more steps.
    return Reading(root, checking, documents, steps, checking.rules is None, quick)
