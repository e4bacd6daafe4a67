"""Records of games: the game that one needs, and what was chosen in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.loading.game import Game
from boardwright.loading.rules import Path_

if TYPE_CHECKING:
    from boardwright.interpreter.records.game_record import Header

# A game of 10,000 decisions takes about 3 MiB.
_MOST_BYTES = 1 << 28
ELSEWHERE = "; write `--with PATH` for an expansion elsewhere"
_ENDS_EARLY = "E696"


class TooLargeError(ValueError):
    """A file is too large for a record."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A record that was replayed and is right: its game, its seed, and the options that were chosen, by id; of a saved game
    those so far.
    """

    game: Game
    seed: int
    choices: tuple[str, ...]
    is_over: bool = True


def replayed(file: Path, ruleset: Path_ | None, expansions: Sequence[Path_]) -> Recorded:
    """Replays a record, or a saved game. Raises `RulesetError` if it differs from the game that its rules make of it."""
    return _replayed(file, lambda header: game_of(header, ruleset, expansions))


def choices_in(data: bytes) -> tuple[str, ...]:
    """The options that were chosen in a right record, by id; not those that were the only ones."""
    lines = map(json.loads, data.decode("ascii").splitlines())
    return tuple(line["choice"] for line in lines if "check" in line)


def begun(game: Game, file: Path) -> Recorded:
    """Replays a record of this game that may end before the game does. Raises `RulesetError` if it is of another game, or
    differs from the game that the rules make of it.
    """
    return _replayed(file, lambda _: game)


def _replayed(file: Path, find: Callable[[Header], Game]) -> Recorded:
    from boardwright.files.read import shown_name
    from boardwright.interpreter.records.game_record import read_header

    data, name = read_record(file), shown_name(file)
    header, found = read_header(data, name)
    if header is None:
        raise RulesetError(found)
    game = find(header)
    choices, breaks_off = choices_made(game, data, name)
    return Recorded(game, header.seed, choices, not breaks_off)


def choices_made(game: Game, data: bytes, name: str) -> tuple[tuple[str, ...], bool]:
    """The options that were chosen in a record of this game, and whether it ends before the game does. Raises `RulesetError`
    if it differs from the game that the rules make of it. `name` is what the record is called in messages.
    """
    from boardwright.interpreter.records.game_record import replay

    found = replay(game.program, data, name)
    breaks_off = [each.code for each in found] == [_ENDS_EARLY] and data.endswith(b"\n")
    if found and not breaks_off:
        raise RulesetError(found)
    return choices_in(data), breaks_off


def read_saved(file: Path) -> Header:
    """The first line of a record or saved game. Raises `RulesetError` if it is neither."""
    from boardwright.files.read import shown_name
    from boardwright.interpreter.records.game_record import read_header

    header, found = read_header(read_record(file), shown_name(file))
    if header is None:
        raise RulesetError(found)
    return header


def read_record(file: Path) -> bytes:
    """The bytes of a record. Raises `TooLargeError` for a file that cannot be one."""
    with file.open("rb") as opened:
        data = opened.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise TooLargeError(
            f"`{file}` is too large for a record: more than {_MOST_BYTES >> 20} MiB"
        )
    return data


def game_of(
    header: Header,
    ruleset: Path_ | None,
    expansions: Sequence[Path_],
    language: str | None = None,
) -> Game:
    """The game of a record. It names its game and expansions; `ruleset` and `expansions` say where they are if they are not
    shipped.
    """
    from boardwright.files.locate_ruleset import expansion_named, find, shipped_game
    from boardwright.loading.load import load

    # The record has names, never paths: it may come from anybody.
    base = find(ruleset).path if ruleset else shipped_game(header.game)
    return load(
        base,
        len(header.seats),
        header.options,
        expansions=expansions or [expansion_named(id, base, ELSEWHERE) for id in header.expansions],
        seats=header.seats,
        language=language,
    )
