"""Writes the records that are kept: ten games of each shipped game and number of players, in `tests/corpus/records`.

    python tools/kept_records.py                 # those that no longer go the same way
    python tools/kept_records.py rattus-3 --all  # these, even so

Do this on purpose: first look at `boardwright replay --check tests/corpus/records`, which shows what a change of the rules
has done to these games, and see that you meant it. Half of the games at each table have the default options, half have
others. The choices are random; the same rules give the same records.
"""

from __future__ import annotations

import argparse
import lzma
import random
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

import boardwright
from boardwright.interpreter.records.game_record import Recorder
from boardwright.loading.record_check import Corpus, records_in
from boardwright.validators.play.tables import seatings

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "corpus" / "records"
GAMES = (("rattus",), ("rattus", "mercatus"), ("notre_dame",))
EACH = 10
_TABLES = 2_000


def tables() -> Iterator[tuple[str, tuple[str, ...], int]]:
    """The name of each file, the game with its expansions, and the number of players."""
    for ids in GAMES:
        rules = boardwright.read(ids[0], ids[1:])
        lowest, highest = rules.bound.players
        for players in range(lowest, highest + 1):
            yield f"{'+'.join(ids)}-{players}", ids, players


def options_at(ids: tuple[str, ...], players: int) -> list[Mapping[str, str]]:
    """The options of ten games: five times the default, five times others. Each table takes time to link."""
    rules = boardwright.read(ids[0], ids[1:])
    found = seatings(rules.bound, lambda out: rules.without(out).bound, players, _TABLES)
    default, *others = islice((each.options for each in found if each.players == players), 2)
    return [default] * (EACH // 2) + (others or [default]) * (EACH // 2)


def record(ids: tuple[str, ...], players: int, options: Mapping[str, str], seed: int) -> str:
    """One game, played at random."""
    game = boardwright.load(ids[0], players, options, expansions=ids[1:])
    recorder, chooser = Recorder(game.program, seed, events="full"), random.Random(seed)
    while not recorder.state.over:
        decision = recorder.state.decision
        assert decision is not None
        recorder.apply(chooser.randrange(len(decision.ids)))
    return recorder.text()


def is_same(path: Path) -> bool:
    """Whether all games of a file still go the same way."""
    if not path.exists():
        return False
    return all(each.same for each in Corpus(None, ()).check(records_in(path), lambda: None))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="for example rattus-3; all by default")
    parser.add_argument("--all", action="store_true", help="also those that go the same way")
    given = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for name, ids, players in tables():
        path = FOLDER / f"{name}.jsonl.xz"
        if (given.names and name not in given.names) or (not given.all and is_same(path)):
            continue
        choices = options_at(ids, players)
        text = "".join(record(ids, players, each, seed) for seed, each in enumerate(choices, 1))
        path.write_bytes(lzma.compress(text.encode("ascii"), preset=9 | lzma.PRESET_EXTREME))
        print(
            f"{path.name}: {EACH} games, {len(text) >> 10:,} KiB, {path.stat().st_size >> 10:,} compressed"
        )


if __name__ == "__main__":
    main()
