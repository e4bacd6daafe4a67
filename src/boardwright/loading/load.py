"""From files to a game that can be played: the pipeline for users of the package.

`read` makes `Rules`: checked, for any table. `Rules.at_table` makes a `Game`: linked for one table.
`Game.new` makes a `State`.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from boardwright.dsl.rules.option_values import OptionValue
from boardwright.dsl.source.diagnostics import Bag
from boardwright.interpreter.backends.names import Backend
from boardwright.loading.game import Game
from boardwright.loading.rules import Path_, Rules
from boardwright.loading.source import Source

if TYPE_CHECKING:
    from boardwright.cache.cached_results import Parts
    from boardwright.interpreter.play.state import State
    from boardwright.loading.library import Library

_GAMES = 16  # of pickled states, kept in a process


def load(
    ruleset: Path_,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    *,
    expansions: Path_ | Iterable[Path_] = (),
    seats: Sequence[str] | None = None,
    language: str | None = None,
    backend: Backend = "auto",
    blank: Iterable[str] = (),
) -> Game:
    """The game of a shipped id or a path, with expansions, linked for one table.

    Raises `RulesetError`, with all diagnostics, if the rules are wrong or not for this table. `backend` is what runs the
    game: `native` is machine code, `python` needs no other package, and `auto` is machine code if it is available and faster.
    Cards with the ids in `blank` do nothing.
    """
    return read(ruleset, expansions).at_table(players, options, seats, language, backend, blank)


def read(ruleset: Path_, expansions: Path_ | Iterable[Path_] = ()) -> Rules:
    """The game of a shipped id or a path, with expansions, read and checked, not yet for a table.

    Raises `RulesetError` if anything is wrong with it.
    """
    from boardwright.cache.cached_results import found_on_disk

    # A text is a sequence, too: of letters, which are not meant.
    several = (expansions,) if isinstance(expansions, (str, os.PathLike)) else tuple(expansions)

    def find() -> Rules:
        from boardwright.loading.composed import read_into

        bag = Bag()
        rules = read_into(bag, ruleset, several)
        bag.raise_if_failed()
        assert rules is not None
        return rules

    # An id is a text; the same word as a `Path` means a file here.
    question = [f"{type(each) is str} {os.fspath(each)}" for each in (ruleset, *several)]
    rules, mark = found_on_disk("rules", question, find, Rules.parts, _of)
    return replace(rules, mark=mark, _restore=restored)


@functools.lru_cache(_GAMES)
def game_of(source: Source) -> Game:
    """The game of a source, loaded once in each process."""
    game, *expansions = source.rulesets
    table = (source.players, dict(source.options), source.seats or None)
    return read(game, expansions).at_table(*table, source.language, source.backend)


def restored(source: Source, save: str) -> State:
    """The state of a pickle, checked as a save is. Raises `ValueError` if the rules are others by now."""
    return game_of(source).load_state(save)


# Rules from the cache are played without importing what reads files, composes and binds.


def _of(parts: Parts) -> Rules:
    """Rules from the cache."""
    bound, warnings, found = parts.next()
    said, library = functools.cache(parts.next), functools.cache(_new_library)
    return Rules(bound, warnings, found, said, library, _without)


def _new_library() -> Library:
    from boardwright.loading.library import Library

    return Library()


def _without(rules: Rules, names: tuple[str, ...]) -> Rules:
    from boardwright.loading.composed import without

    return without(rules, names)
