"""What a worker does for a check by play. It is called one portion at a time."""

from __future__ import annotations

import tempfile
from pathlib import Path

from boardwright.clusters.check_errands import CheckTask, ShownNames, check_of
from boardwright.clusters.rule_files import name_of, unpacked
from boardwright.dsl.source.diagnostics import Bag
from boardwright.loading.composed import read_into
from boardwright.loading.library import Library
from boardwright.runs.plan import Json
from boardwright.validators.play import games_of
from boardwright.validators.play.games import Games
from boardwright.validators.play.played_text import written

_at_hand: dict[tuple[str, int, int], Games] = {}


def checked(rules: bytes, said: Json) -> bytes:
    """The results of a portion of a check."""
    task = check_of(said)
    games = _games(rules, task)
    return written(games.play(task.portion.numbers, task.portion.slow_before), games)


def _games(rules: bytes, task: CheckTask) -> Games:
    """The games of a check by these rules. The programs of all tables stay, since linking takes as long as many games."""
    known = (name_of(rules), task.games, task.seed)
    if known not in _at_hand:
        _at_hand.clear()
        bag = Bag()
        with tempfile.TemporaryDirectory(prefix="boardwright-") as folder:
            game, *expansions = paths = unpacked(rules, Path(folder))
            read = read_into(bag, game, expansions, Library(kept=ShownNames(rules, paths)))
        if read is None:
            bag.raise_if_failed()
            raise ValueError("the rules cannot be read")
        _at_hand[known] = games_of(
            read.bound, lambda left_out: read.without(left_out).bound, task.games, task.seed
        )
    return _at_hand[known]
