"""Finds a ruleset by the id of a shipped one, or by a path to a folder or file.

The id of a shipped ruleset means that one, whatever is in the current folder. A name is a path if it has a
`/`, starts with a `.`, ends in `.yaml`, or is not a shipped id. A file called `game.yaml` or `expansion.yaml`
means its folder.
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

# At most this many folders next to an expansion are searched for its game.
MOST_NEIGHBOURS = 200
MANIFESTS = ("game.yaml", "expansion.yaml")
_LONGEST = 64
_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")


@dataclass(frozen=True, slots=True)
class Found:
    """A ruleset's folder or file. `shadows` is a path of the same name that is not meant."""

    path: Path
    shipped: bool
    shadows: Path | None = None


def shipped() -> Mapping[str, Path]:
    """The rulesets in the package, by id, which is also the name of the folder."""
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
    """The path of the ruleset with this name; `RulesetError` if there is no such ruleset."""
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
                    notes=(f"the shipped rulesets are {ids}; name any other by its path",),
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
    """Names in the same folder that are close to the missing one."""
    return suggest_help(path.name, names_beside(path))


def names_beside(path: Path) -> list[str]:
    """The names in the folder of a path, up to a few hundred."""
    try:
        return [each.name for each in file_questions.within(path.parent)][:MOST_NEIGHBOURS]
    except (OSError, ValueError):
        return []


def has_manifest(folder: Path) -> bool:
    """Whether a folder holds a single ruleset."""
    return any(file_questions.is_file(folder / name) for name in MANIFESTS)


def expansion_named(id: str, base: Path, otherwise: str = "") -> Path:
    """An expansion that a scenario or a record names by its id: a shipped one, or one next to the game.

    Such names come from files that strangers wrote, so they are never used as paths. `otherwise` tells people what to do
    if it is elsewhere.
    """
    if _ID.fullmatch(id):
        beside = file_questions.real(folder_of(base)).parent / id
        if has_manifest(beside):
            return beside
        if id in shipped():
            return shipped()[id]
    raise RulesetError(
        [_not_there(id, f"an expansion next to the game, or a shipped one{otherwise}")]
    )


def folder_of(ruleset: Path) -> Path:
    """The folder of a ruleset, even if it is a single file."""
    return ruleset if file_questions.is_folder(ruleset) else ruleset.parent


def shipped_game(id: str) -> Path:
    """The shipped game with this id, which is never used as a path."""
    if id in shipped():
        return shipped()[id]
    raise RulesetError([_not_there(id, "a shipped game; write `--ruleset PATH` for another")])


def _not_there(id: str, expected: str) -> Diagnostic:
    return Diagnostic(
        code="E127",
        severity=Severity.ERROR,
        message=f"there is no ruleset `{id[:_LONGEST]}`",
        notes=(f"expected {expected}",),
        help=suggest_help(id, shipped()),
    )
