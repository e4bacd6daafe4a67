"""Keeps the layout of a board: the files of the rules then say where each space is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardwright.studio.fields import Fields
from boardwright.studio.files import SHIPPED, Placed, placed, write
from boardwright.studio.placing_text import CannotPlaceError, Spot, Spots, placed_text
from boardwright.studio.refused import RefusedError

if TYPE_CHECKING:
    from boardwright.loading.game import Game

LEAST, MOST = -100, 200
"""Hundredths of the board: a space may lie somewhat outside."""


def spots_in(fields: Fields) -> dict[str, Spot]:
    """The positions that a request names, by space."""
    found: dict[str, Spot] = {}
    for id, spot in fields.by_text("at").items():
        numbers = spot if isinstance(spot, list) else ()
        if len(numbers) != 2 or not all(type(n) is int and LEAST <= n <= MOST for n in numbers):
            message = f"`at` must be an object with pairs of numbers from {LEAST} to {MOST}"
            raise RefusedError("malformed", message)
        found[id] = numbers[0], numbers[1]
    return found


def keep_layout(
    game: Game, picture: Mapping[str, Any], moved: Mapping[str, Spot], folder: Path | None
) -> list[str]:
    """Writes where spaces were moved to; and, if positions were computed, those of all other spaces, too. Returns the files."""
    free = {each["id"]: tuple(each["at"]) for each in picture["spaces"] if "at" in each}
    for id in moved:
        if id not in free:
            raise RefusedError("not_found", f"no space `{id[:64]}` can be put elsewhere")
    wanted = {**free, **moved} if picture["layout"] == "computed" else moved
    files = [
        _writable(path, folder).with_spots(spots)
        for path, spots in _by_file(game, picture, wanted).items()
    ]
    for file in files:
        write(file.placed, file.text.encode())
    return sorted(file.placed.path for file in files)


def _by_file(
    game: Game, picture: Mapping[str, Any], wanted: Mapping[str, Spot]
) -> dict[str | None, dict[tuple[str, str], Spot]]:
    """The positions by the files that declare the spaces. What is in each of several spaces is declared once."""
    found: dict[str | None, dict[tuple[str, str], Spot]] = {}
    paths = {each["id"]: each.get("path") for each in picture["spaces"]}
    for number, space in enumerate(game.table.spaces):
        id = game.table.places[number].id
        if id in wanted:
            found.setdefault(paths[id], {})[space.kind, space.definition_id] = wanted[id]
    return found


@dataclass(frozen=True, slots=True)
class _File:
    """A file of the folder, with the text that it is to have."""

    placed: Placed
    text: str

    def with_spots(self, spots: Spots) -> _File:
        try:
            return replace(self, text=placed_text(self.text, spots))
        except CannotPlaceError as fault:
            message = f"`{self.placed.path}` cannot be changed: {fault}"
            raise RefusedError("refused", message) from fault


def _writable(path: str | None, folder: Path | None) -> _File:
    if path is None or folder is None or path.startswith(SHIPPED):
        help = ("copy the ruleset into your folder, and change the copy",)
        message = "the board is not in a file of the folder: where its spaces are cannot be kept"
        raise RefusedError("refused", message, help)
    found = placed(folder, path, path)
    return _File(found, found.data().decode("utf-8", "replace"))
