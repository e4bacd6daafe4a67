"""Portions in any order come to what one process finds, also after they were written and read."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.files.read import read_folder
from boardwright.validators.play.games import Games, Played
from boardwright.validators.play.played_text import NotPlayedError, read_played, written
from boardwright.validators.play.portions import Portion, Portions
from boardwright.validators.play.tables import seating
from folders import TESTS
from strategies import game_in

Reply = tuple[Games, Portion, dict[str, Source], dict[str, Any]]


def games_in(folder: Path, count: int) -> Games:
    game = game_in(folder)
    lowest, highest = game.players
    tables = [seating(game, lambda _: game, n, {}) for n in range(lowest, highest + 1)]
    return Games([each for each in tables if each is not None], count, 3)


def sources_below(folder: Path) -> dict[str, Source]:
    return {source.name: source for source in read_folder(folder, Bag())}


def facts(of: Played) -> list[object]:
    """All of it, also the order in which things were found; tables by what they are."""
    tally = of.tally
    counts = (tally.met, tally.shown, tally.ran, tally.left_out, tally.true, tally.false)
    return [
        (of.games, of.with_care, of.slow, of.compared, of.slow_before),
        *(list(each.items()) for each in counts),
        [(key, each.seating.what, each.seed, each.decisions) for key, each in of.empties.items()],
        [
            (what, each.seating.what, each.seed, each.decisions, each.notes, each.help, count)
            for what, (each, count) in of.troubles.items()
        ],
    ]


def put_together(games: Games, random: Random, sources: dict[str, Source]) -> tuple[Played, int]:
    """What portions come to, of which up to four are under way, and how many were played."""
    portions, under_way, played = Portions(len(games)), list[Portion](), 0
    while not portions.done:
        while len(under_way) < 4 and (portion := next(portions, None)) is not None:
            under_way.append(portion)
        portion = under_way.pop(random.randrange(len(under_way)))
        found = games.play(portion.numbers, portion.slow_before)
        played += 1
        portions.come(portion.chunk, read_played(written(found, games), games, portion, sources))
    return portions.played, played


@pytest.mark.one_in(2)
# Without an end are none, all, or some games; the others have empty choices, leaks and failures.
@pytest.mark.parametrize("name", ["grove", "mill", "swings", "trio", "well"])
def test_portions_come_to_what_one_process_finds(corpus: Path, name: str) -> None:
    games = games_in(corpus / name, 90)
    whole = games.play(range(90))
    for seed in (1, 2):
        found, _ = put_together(games, Random(seed), sources_below(corpus / name))
        assert facts(found) == facts(whole)


def test_portions_with_games_without_end_are_played_again_if_others_came_before(
    corpus: Path,
) -> None:
    games = games_in(corpus / "well", 90)
    _, played = put_together(games, Random(1), sources_below(corpus / "well"))
    assert played > 9


def test_results_hold_after_other_games_without_end_if_that_changes_nothing() -> None:
    assert Played(slow=0).holds_after(24)
    assert Played(slow=2, slow_before=1).holds_after(0)  # all are walked
    assert not Played(slow=2, slow_before=1).holds_after(2)
    assert Played(slow=2, slow_before=3).holds_after(9)  # none is
    assert not Played(slow=2, slow_before=3).holds_after(23)  # these are the last
    assert Played(slow=2, slow_before=23).holds_after(23)


# ---- results that come from elsewhere


@pytest.fixture(scope="module")
def reply() -> Reply:
    folder = TESTS / "corpus" / "play" / "hoard"
    games, portion = games_in(folder, 20), Portion(0, range(10), 0)
    return games, portion, sources_below(folder), json.loads(written(games.play(range(10)), games))


@pytest.mark.parametrize(
    "change",
    [
        {"games": 9},
        {"games": 11},
        {"games": True},
        {"with_care": 3},
        {"slow": -1},
        {"compared": "1"},
        {"files": ["/etc/passwd"]},
        {"files": 1},
        {"more": 1},
        {"tally": {}},
        {"empties": [[0, 0, 1, "Draw", 0, 5, 1]]},
        {"empties": [1]},
        {"troubles": [{}]},
        {"troubles": {}},
    ],
)
def test_other_results_are_refused(reply: Reply, change: dict[str, Any]) -> None:
    games, portion, sources, said = reply
    read_played(json.dumps(said).encode(), games, portion, sources)
    with pytest.raises(NotPlayedError):
        read_played(json.dumps({**said, **change}).encode(), games, portion, sources)


@pytest.mark.parametrize(
    "change",
    [
        {"sort": "E999"},
        {"rule": "x"},
        {"at_the_end": 1},
        {"message": None},
        {"message": "\x1b[2J"},
        {"at": [0, 5, 4]},
        {"at": [0, 0, 1 << 30]},
        {"at": [9, 0, 1]},
        {"at": [0]},
        {"table": 1},
        {"seed": 1},
        {"decisions": -1},
        {"notes": "text"},
        {"help": [""] * 101},
        {"games": 0},
    ],
)
def test_other_troubles_are_refused(reply: Reply, change: dict[str, Any]) -> None:
    games, portion, sources, said = reply
    first, *rest = said["troubles"]
    changed = {**said, "troubles": [{**first, **change}, *rest]}
    with pytest.raises(NotPlayedError):
        read_played(json.dumps(changed).encode(), games, portion, sources)


@pytest.mark.parametrize("bytes", [b"", b"\xff", b"[]", b"null", b"[" * 100_000])
def test_what_is_no_json_object_is_refused(reply: Reply, bytes: bytes) -> None:
    games, portion, sources, _ = reply
    with pytest.raises(NotPlayedError):
        read_played(bytes, games, portion, sources)
