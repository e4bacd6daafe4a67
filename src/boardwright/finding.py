"""Where a ruleset is: by the id of one that is shipped, or by a path to a folder or file.

A name that is the id of a shipped ruleset means that one, whatever lies in the current folder; a path
is meant by a name that holds a `/`, begins with a `.` or ends in `.yaml`, or that is no shipped id.
A file called `game.yaml` or `expansion.yaml` means the folder that it stands in.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass
from pathlib import Path

from boardwright import looking
from boardwright.dsl.declare import Manifest, manifest_of
from boardwright.dsl.diagnostics import Diagnostic, Label, RulesetError, Severity
from boardwright.dsl.document import Mapping, Scalar
from boardwright.dsl.source import Source, Span
from boardwright.dsl.suggest import suggest_help
from boardwright.files import (
    NOTHING_UNSAVED,
    SUFFIX,
    Unsaved,
    document_of,
    read_source,
    shown_name,
    whole,
)

# Of the folders beside an expansion only so many are looked at for its game.
_MOST_NEIGHBOURS = 200
MANIFESTS = ("game.yaml", "expansion.yaml")
_LONGEST = 64
_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")


@dataclass(frozen=True, slots=True)
class Found:
    """A ruleset's folder or file. `shadows` is a path of the same name that is not the one meant."""

    path: Path
    shipped: bool
    shadows: Path | None = None


def shipped() -> MappingOf[str, Path]:
    """The rulesets that come with the package, by id; a ruleset's folder is named as it is."""
    from boardwright import rulesets

    homes = [looking.real(Path(home)) for home in rulesets.__path__]
    found = {
        folder.name: folder
        for home in homes
        if looking.is_folder(home)
        for folder in looking.within(home)
        if folder.name[0] not in "._" and looking.is_folder(folder)
    }
    return dict(sorted(found.items()))


def find(name: str | os.PathLike[str]) -> Found:
    """Where the ruleset of this name is; a `RulesetError` says that there is none."""
    if not isinstance(name, str):
        return _by_path(Path(name), os.fspath(name))
    if _is_id(name):
        if name in shipped():
            there = Path(name)
            return Found(shipped()[name], True, there if looking.exists(there) else None)
    return _by_path(Path(name), name)


def _is_id(name: str) -> bool:
    return not (
        "/" in name or os.sep in name or name.startswith(".") or name.endswith((".yaml", ".yml"))
    )


def _by_path(path: Path, name: str) -> Found:
    if name and looking.exists(path):
        is_manifest = path.name in MANIFESTS and looking.is_file(path)
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
                    help=suggest_help(name, (*shipped(), *_beside(Path(name)))),
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
    return suggest_help(path.name, _beside(path))


def _beside(path: Path) -> list[str]:
    try:
        return [each.name for each in looking.within(path.parent)][:_MOST_NEIGHBOURS]
    except (OSError, ValueError):
        return []


@dataclass(frozen=True, slots=True)
class Glance:
    """What a manifest says of a ruleset, as it is written; nothing of it is checked."""

    id: str
    of: str | None
    of_at: Span | None
    name: str
    players: str


def glance(
    path: Path, language: str | None = None, unsaved: Unsaved = NOTHING_UNSAVED
) -> Glance | None:
    """What the manifest at a path says; None if there is none."""
    found = _manifest_at(path, unsaved)
    if found is None:
        return None
    manifest, root = found
    name, players, of = root.get("name"), root.get("players"), root.get("of")
    if isinstance(name, Mapping):
        name = (name.get(language) if language else None) or name.entries[0].value
    return Glance(
        id=manifest.id,
        of=manifest.of,
        of_at=of.span if isinstance(of, Scalar) else None,
        name=name.text if isinstance(name, Scalar) else manifest.id,
        players=players.text if isinstance(players, Scalar) else "",
    )


def manifest_at(path: Path, unsaved: Unsaved = NOTHING_UNSAVED) -> Manifest | None:
    """A glance at a ruleset's manifest, without a word about what is wrong with it."""
    found = _manifest_at(path, unsaved)
    return None if found is None else found[0]


def _manifest_at(path: Path, unsaved: Unsaved) -> tuple[Manifest, Mapping] | None:
    candidates = [path]
    if looking.is_folder(path):
        new = (path / each.name for each in unsaved if each.parent == whole(path))
        candidates = sorted({*_yaml_in(path), *new}, key=_manifests_first)
    for file in candidates[:_MOST_NEIGHBOURS]:
        try:
            source = read_source(file, shown_name(file), unsaved)
        except RulesetError:
            continue
        if "game" not in source.text and "expansion" not in source.text:
            continue
        source, node, _ = document_of(source.name, source.text)
        manifest = None if node is None else manifest_of([(source, node)])
        if manifest is not None and isinstance(node, Mapping):
            return manifest, node
    return None


def _yaml_in(folder: Path) -> list[Path]:
    try:
        return [each for each in looking.within(folder) if each.suffix == SUFFIX]
    except OSError:
        return []


def rulesets_in(path: Path) -> list[Path]:
    """The rulesets that are meant by a folder that may hold several: its folders with a manifest, and its files
    that are whole games; else the folder itself.
    """
    if not looking.is_folder(path) or _has_manifest(path):
        return [path]
    try:
        below = [each for each in looking.within(path) if each.name[0] != "."]
    except OSError:
        return [path]
    folders = [each for each in below if looking.is_folder(each) and _has_manifest(each)]
    if not folders:
        return [path]
    files = [each for each in below if each.suffix == SUFFIX and manifest_at(each) is not None]
    return [*files, *folders]


def _has_manifest(folder: Path) -> bool:
    return any(looking.is_file(folder / name) for name in MANIFESTS)


def expansion_named(id: str, base: Path, otherwise: str = "") -> Path:
    """An expansion that a scenario or a record names by its id: it is shipped, or lies beside the game.

    Such names come from files that strangers wrote: they are never taken as paths. `otherwise` tells people what to do with
    one that is elsewhere.
    """
    if _ID.fullmatch(id):
        beside = looking.real(_folder_of(base)).parent / id
        if _has_manifest(beside):
            return beside
        if id in shipped():
            return shipped()[id]
    raise RulesetError([_not_there(id, f"an expansion beside the game, or shipped{otherwise}")])


def _folder_of(ruleset: Path) -> Path:
    return ruleset if looking.is_folder(ruleset) else ruleset.parent


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


def root_of(path: Path, unsaved: Unsaved = NOTHING_UNSAVED) -> Path:
    """The ruleset that a card, a part or a folder of scenarios belongs to: the nearest folder above that holds
    a `game.yaml` or an `expansion.yaml`; or the path itself.
    """
    if manifest_at(path, unsaved) is not None:
        return path
    for folder in path.absolute().parents:
        if _has_manifest(folder):
            return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder
        if looking.exists(folder / ".git"):
            break
    return path


def _manifests_first(path: Path) -> tuple[bool, str]:
    return (path.name not in MANIFESTS, path.name)


def game_of(expansion: Path, id: str, others: Sequence[Path] = ()) -> Path | None:
    """Where the game called `id` is, that the expansion at this path changes: among the others named,
    beside it, or shipped.
    """
    for path in others:
        manifest = manifest_at(path)
        if manifest is not None and manifest.id == id and manifest.of is None:
            return path
    folder = looking.real(_folder_of(expansion))
    try:
        beside = [each for each in looking.within(folder.parent) if looking.is_folder(each)]
    except OSError:
        beside = []
    # A folder is usually called as the game in it is: that one first.
    beside.sort(key=lambda each: each.name != id)
    for path in beside[:_MOST_NEIGHBOURS]:
        manifest = manifest_at(path)
        if manifest is not None and manifest.id == id and manifest.of is None:
            return path
    return shipped().get(id)


def expansions_beside(root: Path, unsaved: Unsaved = NOTHING_UNSAVED) -> Iterator[str]:
    """The ids of the expansions in the folders beside a ruleset."""
    folder = looking.real(_folder_of(root))
    beside = [folder.parent / name for name in _beside(folder)]
    return expansions_in([path for path in beside if looking.is_folder(path)], unsaved)


def expansions_in(paths: Iterable[Path], unsaved: Unsaved = NOTHING_UNSAVED) -> Iterator[str]:
    """The ids of those of these rulesets that are expansions."""
    for path in paths:
        manifest = manifest_at(path, unsaved)
        if manifest is not None and manifest.of is not None:
            yield manifest.id


def game_and_expansions(
    root: Path,
    others: Sequence[Path],
    nearby: Sequence[Path] = (),
    unsaved: Unsaved = NOTHING_UNSAVED,
) -> tuple[Path, list[Path]]:
    """How a ruleset is read with other expansions: itself if it is a game, else its game with it on top.

    An expansion's game is looked for among `nearby`, beside it, and among those shipped; a `RulesetError`
    says that it is nowhere.
    """
    about = glance(root, unsaved=unsaved)
    if about is None or about.of is None:
        return root, list(others)
    game = game_of(root, about.of, nearby)
    if game is None:
        raise RulesetError(
            [
                Diagnostic(
                    code="E127",
                    severity=Severity.ERROR,
                    message=f"the game `{about.of}`, which this expansion is for, is not found",
                    label=None if about.of_at is None else Label(about.of_at),
                    help=(
                        *suggest_help(about.of, (*shipped(), *_beside(root.resolve()))),
                        "put its folder beside this one",
                    ),
                )
            ]
        )
    return game, [*(each for each in others if looking.real(each) != looking.real(root)), root]
