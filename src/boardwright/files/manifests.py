"""Manifests, and what follows from them: which ruleset a path means, and where the game of an expansion is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from boardwright.cache import file_questions
from boardwright.dsl.declare.ruleset import Manifest, manifest_of
from boardwright.dsl.source.diagnostics import Diagnostic, Label, RulesetError, Severity
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help
from boardwright.dsl.source.yaml_tree import Mapping, Scalar
from boardwright.files.locate_ruleset import (
    MANIFESTS,
    MOST_NEIGHBOURS,
    folder_of,
    has_manifest,
    names_beside,
    shipped,
)
from boardwright.files.read import (
    NOTHING_UNSAVED,
    SUFFIX,
    Unsaved,
    document_of,
    read_source,
    shown_name,
    whole,
)


@dataclass(frozen=True, slots=True)
class Glance:
    """A manifest as it is written, unchecked."""

    id: str
    of: str | None
    of_at: Span | None
    name: str
    players: str


def glance(
    path: Path, language: str | None = None, unsaved: Unsaved = NOTHING_UNSAVED
) -> Glance | None:
    """The manifest at a path; None if there is no manifest."""
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
    """A ruleset's manifest; mistakes in it are not reported."""
    found = _manifest_at(path, unsaved)
    return None if found is None else found[0]


def _manifest_at(path: Path, unsaved: Unsaved) -> tuple[Manifest, Mapping] | None:
    candidates = [path]
    if file_questions.is_folder(path):
        new = (path / each.name for each in unsaved if each.parent == whole(path))
        candidates = sorted({*_yaml_in(path), *new}, key=_manifests_first)
    for file in candidates[:MOST_NEIGHBOURS]:
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
        return [each for each in file_questions.within(folder) if each.suffix == SUFFIX]
    except OSError:
        return []


def rulesets_in(path: Path) -> list[Path]:
    """The rulesets in a folder that may hold several: its folders with a manifest, and its files that are
    whole games; else the folder itself.
    """
    if not file_questions.is_folder(path) or has_manifest(path):
        return [path]
    try:
        below = [each for each in file_questions.within(path) if each.name[0] != "."]
    except OSError:
        return [path]
    folders = [each for each in below if file_questions.is_folder(each) and has_manifest(each)]
    if not folders:
        return [path]
    files = [each for each in below if each.suffix == SUFFIX and manifest_at(each) is not None]
    return [*files, *folders]


def root_of(path: Path, unsaved: Unsaved = NOTHING_UNSAVED) -> Path:
    """The ruleset that a card, a part or a folder of scenarios belongs to: the nearest folder above with a
    `game.yaml` or an `expansion.yaml`; or the path itself.
    """
    if manifest_at(path, unsaved) is not None:
        return path
    for folder in path.absolute().parents:
        if has_manifest(folder):
            return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder
        if file_questions.exists(folder / ".git"):
            break
    return path


def _manifests_first(path: Path) -> tuple[bool, str]:
    return (path.name not in MANIFESTS, path.name)


def game_of(expansion: Path, id: str, others: Sequence[Path] = ()) -> Path | None:
    """The path of the game `id` that the expansion at this path changes: among the others named,
    next to the expansion, or shipped.
    """
    for path in others:
        manifest = manifest_at(path)
        if manifest is not None and manifest.id == id and manifest.of is None:
            return path
    folder = file_questions.real(folder_of(expansion))
    try:
        beside = [
            each for each in file_questions.within(folder.parent) if file_questions.is_folder(each)
        ]
    except OSError:
        beside = []
    # A folder usually has the id of its game as its name: that one first.
    beside.sort(key=lambda each: each.name != id)
    for path in beside[:MOST_NEIGHBOURS]:
        manifest = manifest_at(path)
        if manifest is not None and manifest.id == id and manifest.of is None:
            return path
    return shipped().get(id)


def expansions_beside(root: Path, unsaved: Unsaved = NOTHING_UNSAVED) -> Iterator[str]:
    """The ids of the expansions in the folders next to a ruleset."""
    folder = file_questions.real(folder_of(root))
    beside = [folder.parent / name for name in names_beside(folder)]
    return expansions_in([path for path in beside if file_questions.is_folder(path)], unsaved)


def expansions_in(paths: Iterable[Path], unsaved: Unsaved = NOTHING_UNSAVED) -> Iterator[str]:
    """The ids of the expansions among these rulesets."""
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
    """The game and the expansions to read for a ruleset: itself if it is a game, else its game with it on top.

    An expansion's game is searched among `nearby`, next to the expansion, and among the shipped games. If it is not
    found, this raises `RulesetError`.
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
                    message=f"the game `{about.of}` of this expansion was not found",
                    label=None if about.of_at is None else Label(about.of_at),
                    help=(
                        *suggest_help(about.of, (*shipped(), *names_beside(root.resolve()))),
                        "put its folder next to this one",
                    ),
                )
            ]
        )
    return game, [
        *(each for each in others if file_questions.real(each) != file_questions.real(root)),
        root,
    ]
