"""The rulesets that can be played: those of the folder, and the shipped ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardwright.dsl.source.suggest import suggest_help
from boardwright.studio.refused import RefusedError

if TYPE_CHECKING:
    from boardwright.files.manifests import Glance
    from boardwright.loading.rules import Rules

_PLAYERS = re.compile(r"(\d{1,2})(?:\s+to\s+(\d{1,2}))?")


@dataclass(frozen=True, slots=True)
class Offered:
    """A ruleset by its manifest. `path` is below the folder of the studio; None for a shipped one."""

    glance: Glance
    where: Path
    path: str | None

    @property
    def id(self) -> str:
        return self.glance.id

    def data(self) -> dict[str, Any]:
        """The ruleset as `hello` lists it."""
        glance = self.glance
        found: dict[str, Any] = {"id": glance.id, "name": glance.name}
        found["kind"] = "game" if glance.of is None else "expansion"
        if glance.of is not None:
            found["of"] = glance.of
        found["shipped"] = self.path is None
        if counts := _PLAYERS.fullmatch(glance.players.strip()):
            least, most = int(counts[1]), int(counts[2] or counts[1])
            found["players"] = [least, most]
        if self.path is not None:
            found["path"] = self.path
        return found


def offered(folder: Path | None, language: str | None = None) -> tuple[Offered, ...]:
    """All rulesets, those of the folder first. A shipped one with an id that the folder has, too, is left out."""
    found: dict[str, Offered] = {}
    for each in (*_in_folder(folder, language), *_shipped(language)):
        found.setdefault(each.id, each)
    return tuple(found.values())


def _in_folder(folder: Path | None, language: str | None) -> Iterator[Offered]:
    from boardwright.files.manifests import glance, rulesets_in

    for where in () if folder is None else rulesets_in(folder):
        seen = glance(where, language)
        if seen is not None and folder is not None:
            yield Offered(seen, where, where.relative_to(folder).as_posix())


def _shipped(language: str | None) -> Iterator[Offered]:
    from boardwright.files.locate_ruleset import shipped
    from boardwright.files.manifests import glance

    for where in shipped().values():
        seen = glance(where, language)
        if seen is not None:
            yield Offered(seen, where, None)


def place_of(id: str, folder: Path | None) -> str | Path:
    """What `boardwright.read` takes for a ruleset with this id: ids of strangers are never used as paths."""
    from boardwright.files.locate_ruleset import shipped

    own = {each.id: each.where for each in _in_folder(folder, None)}
    if id in own:
        return own[id]
    if id in shipped():
        return id
    help = suggest_help(id, (*own, *shipped()))
    raise RefusedError("not_found", f"there is no ruleset `{id[:64]}`", help)


def rules_of(ruleset: str, expansions: Sequence[str], folder: Path | None) -> Rules:
    """The rules of a game with its expansions, all by their ids. Raises `RulesetError` if anything is wrong with them."""
    from boardwright.loading.load import read

    base = place_of(ruleset, folder)
    return read(base, [place_of(each, folder) for each in expansions])
