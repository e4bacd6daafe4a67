"""The names of files in output: nobody looks for shipped files where they are installed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.dsl.source.places import Source


def name_of(name: str, roots: Iterable[Path]) -> str:
    """The name of a file for people. A file outside the current folder is named from the folder of its ruleset.
    Installed files count as outside, wherever they are.
    """
    path = Path(name)
    if path.is_absolute() or "site-packages" in path.parts:
        there = path.absolute()
        for root in roots:
            if there.is_relative_to(root.absolute()):
                return there.relative_to(root.absolute().parent).as_posix()
    return name


def short_name(name: str) -> str:
    """A file of a shipped ruleset as `show` names it, such as `chess/rooks.yaml`; any other unchanged."""
    from boardwright.files.locate_ruleset import shipped

    return name_of(name, shipped().values())


def with_short_names(items: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Findings for people, with short names for files of shipped rulesets. Programs get full paths, which they can open."""
    known: dict[str, Source] = {}

    def short(label: Label) -> Label:
        source = label.span.source
        if source.name not in known:
            name = short_name(source.name)
            known[source.name] = source if name == source.name else Source(name, source.text)
        if known[source.name] is source:
            return label
        return replace(label, span=replace(label.span, source=known[source.name]))

    def of(labels: Sequence[Label]) -> tuple[Label, ...]:
        return tuple(map(short, labels))

    return tuple(
        replace(
            each, label=None if each.label is None else short(each.label), others=of(each.others)
        )
        for each in items
    )
