"""Where a ruleset is: by the id of one that is shipped, or by a path to a folder or file.

A name that is the id of a shipped ruleset means that one, whatever lies in the current folder; a path
is meant by a name that holds a `/`, begins with a `.` or ends in `.yaml`, or that is no shipped id.
A file called `game.yaml` or `expansion.yaml` means the folder that it stands in.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from boardwright.cache import file_questions
from boardwright.dsl.source.diagnostics import Diagnostic, Label, RulesetError, Severity
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.suggest import suggest_help

# Of the folders beside an expansion only so many are looked at for its game.
MOST_NEIGHBOURS = 200
MANIFESTS = ("game.yaml", "expansion.yaml")
_LONGEST = 64
_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")


@dataclass(frozen=True, slots=True)
class Found:
    """A ruleset's folder or file. `shadows` is a path of the same name that is not the one meant."""

    path: Path
    shipped: bool
    shadows: Path | None = None


def shipped() -> Mapping[str, Path]:
    """The rulesets that come with the package, by id; a ruleset's folder is named as it is."""
    from boardwright import rulesets

    homes = [file_questions.real(Path(home)) for home in rulesets.__path__]
    found = {
        folder.name: folder
        for home in homes
        if file_questions.is_folder(home)
        for folder in file_questions.within(home)
        if folder.name[0] not in "._" and file_questions.is_folder(folder)
    }
    return dict(sorted(found.items()))


def find(name: str | os.PathLike[str]) -> Found:
    """Where the ruleset of this name is; a `RulesetError` says that there is none."""
    if not isinstance(name, str):
        return _by_path(Path(name), os.fspath(name))
    if _is_id(name):
        if name in shipped():
            there = Path(name)
            return Found(shipped()[name], True, there if file_questions.exists(there) else None)
    return _by_path(Path(name), name)


def _is_id(name: str) -> bool:
    return not (
        "/" in name or os.sep in name or name.startswith(".") or name.endswith((".yaml", ".yml"))
    )


def _by_path(path: Path, name: str) -> Found:
    if name and file_questions.exists(path):
        is_manifest = path.name in MANIFESTS and file_questions.is_file(path)
        return Found(path.parent if is_manifest else path, False)
    if _is_id(name):
        ids = ", ".join(f"`{id}`" for id in shipped())
        raise RulesetError(
            [
                Diagnostic(
                    code="E127",
                    severity=Severity.ERROR,
                    message=f"there is no ruleset `{name}`",
                    notes=(f"the shipped ones are {ids}; a path names any other",),
                    help=suggest_help(name, (*shipped(), *names_beside(Path(name)))),
                )
            ]
        )
    raise RulesetError(
        [
            Diagnostic(
                code="E127",
                severity=Severity.ERROR,
                message="there is no such file or folder",
                label=Label(Source(name, "").span(0)),
                help=_nearby(path),
            )
        ]
    )


def _nearby(path: Path) -> tuple[str, ...]:
    """Names beside the missing one that are close to it."""
    return suggest_help(path.name, names_beside(path))


def names_beside(path: Path) -> list[str]:
    """The names in the folder that a path leads to something in, the first few hundred."""
    try:
        return [each.name for each in file_questions.within(path.parent)][:MOST_NEIGHBOURS]
    except (OSError, ValueError):
        return []


def has_manifest(folder: Path) -> bool:
    """Whether a folder is that of one ruleset."""
    return any(file_questions.is_file(folder / name) for name in MANIFESTS)


def expansion_named(id: str, base: Path, otherwise: str = "") -> Path:
    """An expansion that a scenario or a record names by its id: it is shipped, or lies beside the game.

    Such names come from files that strangers wrote: they are never taken as paths. `otherwise` tells people what to do with
    one that is elsewhere.
    """
    if _ID.fullmatch(id):
        beside = file_questions.real(folder_of(base)).parent / id
        if has_manifest(beside):
            return beside
        if id in shipped():
            return shipped()[id]
    raise RulesetError([_not_there(id, f"an expansion beside the game, or shipped{otherwise}")])


def folder_of(ruleset: Path) -> Path:
    """The folder that a ruleset is, or that its one file stands in."""
    return ruleset if file_questions.is_folder(ruleset) else ruleset.parent


def shipped_game(id: str) -> Path:
    """The shipped game of this id, which is never taken as a path."""
    if id in shipped():
        return shipped()[id]
    raise RulesetError([_not_there(id, "a shipped game; `--ruleset` says where another is")])


def _not_there(id: str, due: str) -> Diagnostic:
    return Diagnostic(
        code="E127",
        severity=Severity.ERROR,
        message=f"there is no ruleset `{id[:_LONGEST]}`",
        notes=(f"due is {due}",),
        help=suggest_help(id, shipped()),
    )
