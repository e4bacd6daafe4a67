"""Games that leave the studio, as records or in a form for links, and those that come in. They may come from anybody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.files.locate_ruleset import folder_of
from boardwright.loading.recorded import choices_made
from boardwright.runs.kept_game import PERSON, KeptGame
from boardwright.studio.files import hash_of
from boardwright.studio.refused import RefusedError, because, rules_refused

if TYPE_CHECKING:
    from boardwright.interpreter.records.game_record import Header
    from boardwright.loading.game import Game
    from boardwright.studio.games import OpenGame

LONGEST_RECORD = 1_000_000
MOST_FILES = 500
MOST_CHARACTERS = 400_000
"""Of all files that are shared with a game: what else a message has must have room beside them."""

_NAME = "the saved game"
_PATH = re.compile(r"(?:[a-z0-9_][A-Za-z0-9_-]{0,63}/){1,4}[A-Za-z0-9_-]{1,64}\.yaml")


@dataclass(frozen=True, slots=True)
class Saved:
    """What a record says about the table."""

    game: str
    expansions: tuple[str, ...]
    seats: tuple[str, ...]
    options: Mapping[str, str]
    seed: int
    agents: Mapping[str, str | None]


def saved(game: OpenGame, at: int) -> dict[str, Any]:
    """The game up to a decision, as a record."""
    agents = tuple(game.agents.get(seat) or PERSON for seat in game.game.seats)
    chosen = list(_named(game, at))
    text = KeptGame(game.game, game.line.seed, agents, None, chosen).text()
    return {"name": f"{game.ruleset}-{game.line.seed}.jsonl", "text": text}


def _named(game: OpenGame, at: int) -> Iterator[tuple[str, str]]:
    """The choices as a kept game has them; who made each does not matter for a record."""
    return (("", choice) for choice in game.line.choices[:at])


def read_saved(text: str) -> Saved:
    """What a record says about its table. Raises `RefusedError` if it is none."""
    from boardwright.interpreter.records.game_record import read_header

    header, found = read_header(text.encode("utf-8", "replace"), _NAME)
    if header is None:
        message = f"this is not a saved game: {found[0].message}"
        raise RefusedError("refused", message, (), because("save/not-a-game"))
    return Saved(
        header.game,
        header.expansions,
        header.seats,
        header.options,
        header.seed,
        dict(_agents(header)),
    )


def _agents(header: Header) -> Iterator[tuple[str, str | None]]:
    """A record may come from anybody: it names agents, and no programs."""
    from boardwright.interpreter.agents.installed import SHIPPED

    for seat, name in zip(header.seats, header.agents, strict=False):
        if name == PERSON:
            yield seat, None
        else:
            yield seat, name if name in SHIPPED else "random"


def choices_of(text: str, game: Game) -> Sequence[str]:
    """The choices of a record, which is replayed: each line must be what the rules make of it."""
    try:
        choices, _ = choices_made(game, text.encode("utf-8", "replace"), _NAME)
    except RulesetError as fault:
        said = f"this game cannot be opened: {fault.diagnostics[0].message}"
        raise rules_refused(fault, said, "save/other-rules") from fault
    return choices


# ---- for links


def shared(game: OpenGame, folder: Path | None, originals: Mapping[str, str]) -> dict[str, Any]:
    """The game in a form that `open` takes, with those files of its rulesets that are neither shipped nor as in `originals`,
    which are hashes by path.
    """
    table = game.table()
    found = {
        "ruleset": game.ruleset,
        "with": list(game.expansions),
        "players": game.game.players,
        "options": dict(game.options),
        "seed": game.line.seed,
        "seats": {seat["id"]: seat["agent"] for seat in table["seats"]},
        "choices": list(game.line.choices),
    }
    files = {} if folder is None else changed_files(game, folder, originals)
    return found | ({"files": files} if files else {})


def changed_files(
    game: OpenGame, folder: Path, originals: Mapping[str, str]
) -> dict[str, str | None]:
    """The rule files of a game that whoever gets it cannot have, by their paths; null for one that is gone here."""
    found: dict[str, str | None] = {}
    for ruleset in game.game.rules.found:
        if ruleset.shipped:
            continue
        root = folder_of(ruleset.path).resolve()
        name = root.name if root != folder.resolve() else game.ruleset
        for source in game.game.rules.sources(ruleset):
            path = Path(source.name).resolve()
            # A game may be a single file of any name; in a folder of its own it has this one.
            is_whole = path == ruleset.path.resolve()
            inside = "game.yaml" if is_whole else path.relative_to(root).as_posix()
            found[f"{name}/{inside}"] = source.text
        gone = (path for path in originals if path.startswith(f"{name}/"))
        found |= {path: None for path in gone if path not in found and not (folder / path).exists()}
    found = {
        path: text
        for path, text in found.items()
        if text is None or hash_of(text.encode()) != originals.get(path)
    }
    if len(found) > MOST_FILES or sum(len(text or "") for text in found.values()) > MOST_CHARACTERS:
        help = ("share the folder, and the saved game",)
        message, more = (
            "the files of the ruleset are too large to share",
            because("share/too-large"),
        )
        raise RefusedError("too_large", message, help, more)
    return found


def checked_files(files: Mapping[str, object]) -> dict[str, str | None]:
    """Files that came with a shared game, by their paths below the folder of the studio."""
    found: dict[str, str | None] = {}
    for path, text in files.items():
        if text is not None and not isinstance(text, str):
            raise RefusedError(
                "malformed", "`files` must be an object with texts or null as values"
            )
        if not _PATH.fullmatch(path):
            raise RefusedError("refused", f"`{path[:100]}` cannot be the path of a rule file")
        found[path] = text
    if len(found) > MOST_FILES or sum(len(text or "") for text in found.values()) > MOST_CHARACTERS:
        more = because("game/too-large")
        raise RefusedError("too_large", "the files of this game are too large", (), more)
    return found
