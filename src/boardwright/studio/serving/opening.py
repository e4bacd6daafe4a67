"""What the studio shows of a name that somebody typed: which folder, and the game that it opens with."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from boardwright.files.locate_ruleset import find, folder_of
from boardwright.files.manifests import Glance, glance
from boardwright.studio.rulesets import offered

ENGINE = "boardwright.studio.serving.engine_process"
_BOTH = "name the folder that holds the game and its expansions"


class OpeningError(Exception):
    """What was asked for cannot be shown; `help` says what can."""

    def __init__(self, message: str, *help: str) -> None:
        super().__init__(message)
        self.help = help


@dataclass(frozen=True, slots=True)
class Opening:
    """A folder, whose files may be changed, and a game with its expansions, by their ids. Both may be missing: then there
    are the shipped games.
    """

    folder: Path | None = None
    ruleset: str | None = None
    expansions: tuple[str, ...] = ()

    @property
    def engine(self) -> tuple[str, str]:
        """The module that is an engine for this, and its words."""
        start = None
        if self.ruleset is not None:
            start = {"ruleset": self.ruleset, "with": list(self.expansions)}
        folder = None if self.folder is None else str(self.folder)
        return ENGINE, json.dumps({"folder": folder, "start": start})


def opening_of(name: str | None, expansions: Sequence[str] = ()) -> Opening:
    """The folder and the game that a name means: the current folder if there is none.

    Raises `RulesetError` if there is nothing with this name, and `OpeningError` if the studio cannot show it.
    """
    found = find("." if name is None else name)
    folder = None if found.shipped else folder_of(found.path).resolve()
    known = {each.id: each.glance for each in offered(folder)}
    added = [_id_of(each, known) for each in expansions]
    named = glance(found.path)
    if named is None and found.path.is_file():
        raise OpeningError(f"{name}: this file is not a game or an expansion", "name a folder")
    own = [named] if named is not None else [each.glance for each in offered(folder) if each.path]
    game = next((each.id for each in own if each.of is None), None)
    if game is None and own:
        first = own[0]
        game, added = first.of, [*([] if added else [first.id]), *added]
    if game is not None and game not in known:
        raise OpeningError(f"the game `{game}` is not in this folder", _BOTH)
    return Opening(folder, game, tuple(dict.fromkeys(added)))


def _id_of(expansion: str, known: Mapping[str, Glance]) -> str:
    """The id of an expansion that is named by its id or its path."""
    if expansion in known:
        return expansion
    seen = glance(find(expansion).path)
    if seen is None or seen.id not in known:
        raise OpeningError(f"the expansion `{expansion}` is not in this folder", _BOTH)
    return seen.id
