"""The results of a portion as JSON, and back: read strictly, since they come from elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from boardwright.dsl.source.diagnostics import shown
from boardwright.dsl.source.places import Source, Span
from boardwright.validators.play.clauses import Key
from boardwright.validators.play.coverage import Tally
from boardwright.validators.play.games import SORTS, Empty, Games, Played, Trouble
from boardwright.validators.play.portions import Portion

_COUNTS = tuple(each.name for each in fields(Tally))
_KIND = re.compile("[A-Za-z]{1,40}")
_CODE = re.compile("E[0-9]{3}")
_MOST = 1 << 53
_LONGEST_TEXT = 100_000
_MOST_NOTES = 100


class NotPlayedError(ValueError):
    """This cannot be the result of a portion."""


def written(played: Played, games: Games) -> bytes:
    """The results of a portion of these games."""
    names: dict[str, int] = {}

    def place(key: Key) -> list[object]:
        return [names.setdefault(key[0], len(names)), *key[1:]]

    def at(trouble: Trouble) -> list[object] | None:
        span = trouble.span
        if span is None:
            return None
        return [names.setdefault(span.source.name, len(names)), span.start, span.end]

    tables = {seating: number for number, seating in enumerate(games.seatings)}
    said = {
        "games": played.games,
        "with_care": played.with_care,
        "slow": played.slow,
        "compared": played.compared,
        "tally": {
            name: [[*place(key), count] for key, count in getattr(played.tally, name).items()]
            for name in _COUNTS
        },
        "empties": [
            [*place(key), tables[empty.seating], empty.seed, empty.decisions]
            for key, empty in played.empties.items()
        ],
        "troubles": [
            {
                "sort": each.sort,
                "message": each.message,
                "at": at(each),
                "table": tables[each.seating],
                "seed": each.seed,
                "decisions": each.decisions,
                "rule": each.rule,
                "at_the_end": each.at_the_end,
                "notes": each.notes,
                "help": each.help,
                "games": count,
            }
            for each, count in played.troubles.values()
        ],
    }
    return json.dumps({**said, "files": list(names)}, separators=(",", ":")).encode()


def read_played(
    data: bytes, games: Games, portion: Portion, sources: Mapping[str, Source]
) -> Played:
    """The results of a portion in rule files of these names; `NotPlayedError` if the bytes cannot be that."""
    try:
        said = json.loads(data)
    except (ValueError, RecursionError) as fault:
        raise NotPlayedError("it is not JSON") from fault
    return _Reader(games, portion, sources).played(said)


class _Reader:
    """Reads results, and refuses those that cannot come from these games."""

    def __init__(self, games: Games, portion: Portion, sources: Mapping[str, Source]) -> None:
        self.games, self.portion, self.sources = games, portion, sources
        self.files: tuple[Source, ...] = ()
        # Each game of the portion by its seed: its table. Seeds are different as long as there are fewer than a million.
        self.tables = {
            (games.seed(number), number % len(games.seatings)) for number in portion.numbers
        }

    def played(self, said: object) -> Played:
        """All of it."""
        names = (
            *("games", "with_care", "slow", "compared"),
            *("tally", "empties", "troubles", "files"),
        )
        top = _object(said, names)
        files = [_text(each) for each in _list(top["files"])]
        if not self.sources.keys() >= set(files):
            raise NotPlayedError("it names an unknown file")
        self.files = tuple(self.sources[each] for each in files)
        numbers = self.portion.numbers
        count = _number(top["games"], len(numbers))
        found = Played(
            games=count,
            with_care=_number(top["with_care"], count),
            slow=_number(top["slow"], count),
            compared=_number(top["compared"], count),
            slow_before=self.portion.slow_before,
        )
        careful = sum(1 for number in numbers[:count] if self.games.careful(number))
        if found.with_care != careful or (count < len(numbers) and not found.too_slow):
            raise NotPlayedError("these are not all games")
        tally = _object(top["tally"], _COUNTS)
        for name in _COUNTS:
            counts = getattr(found.tally, name)
            for row in _list(tally[name]):
                *place, times = _list(row)
                counts[self._key(place)] = _number(times, _MOST, 1)
        for row in _list(top["empties"]):
            key, game = _list(row)[:4], _list(row)[4:]
            if len(game) != 3 or (place_of := self._key(key)) not in found.tally.left_out:
                raise NotPlayedError("it has a wrong line")
            number = self._table(game[0], game[1])
            found.empties[place_of] = Empty(
                self.games.seatings[number], game[1], _number(game[2], _MOST)
            )
        for each in _list(top["troubles"]):
            self._note(each, found)
        return found

    def _note(self, said: object, found: Played) -> None:
        names = ("sort", "message", "at", "table", "seed", "decisions", "rule", "at_the_end")
        trouble = _object(said, (*names, "notes", "help", "games"))
        rule, at_the_end = trouble["rule"], trouble["at_the_end"]
        if (
            trouble["sort"] not in SORTS
            or (rule is not None and not (isinstance(rule, str) and _CODE.fullmatch(rule)))
            or not isinstance(at_the_end, bool)
        ):
            raise NotPlayedError("it has an unknown code")
        table = self._table(trouble["table"], trouble["seed"])
        read = Trouble(
            sort=trouble["sort"],
            message=_text(trouble["message"]),
            span=None if trouble["at"] is None else self._span(_list(trouble["at"])),
            seating=self.games.seatings[table],
            seed=trouble["seed"],
            decisions=_number(trouble["decisions"], _MOST),
            rule=rule,
            at_the_end=at_the_end,
            notes=_texts(trouble["notes"]),
            help=_texts(trouble["help"]),
        )
        if read.what in found.troubles:
            raise NotPlayedError("it says the same twice")
        found.note(read, _number(trouble["games"], _MOST, 1))

    def _table(self, table: object, seed: object) -> int:
        if type(table) is not int or type(seed) is not int or (seed, table) not in self.tables:
            raise NotPlayedError("it names a game of another portion")
        return table

    def _key(self, place: Sequence[object]) -> Key:
        kind = place[-1] if len(place) == 4 else None
        if not isinstance(kind, str) or not _KIND.fullmatch(kind):
            raise NotPlayedError("it has a wrong line")
        span = self._span(place[:3])
        return (span.source.name, span.start, span.end, kind)

    def _span(self, place: Sequence[object]) -> Span:
        if len(place) != 3 or not self.files:
            raise NotPlayedError("it has a wrong place")
        source = self.files[_number(place[0], len(self.files) - 1)]
        end = _number(place[2], len(source.text))
        return source.span(_number(place[1], end), end)


def _object(said: object, names: Sequence[str]) -> dict[str, Any]:
    if not isinstance(said, dict) or set(said) != set(names):
        raise NotPlayedError("it has other keys")
    return said


def _list(said: object) -> list[Any]:
    if not isinstance(said, list):
        raise NotPlayedError("a list is missing")
    return said


def _number(said: object, most: int, least: int = 0) -> int:
    if type(said) is not int or not least <= said <= most:
        raise NotPlayedError("a number is wrong")
    return said


def _text(said: object) -> str:
    if not isinstance(said, str) or len(said) > _LONGEST_TEXT or said != shown(said):
        raise NotPlayedError("a text is wrong")
    return said


def _texts(said: object) -> tuple[str, ...]:
    if len(_list(said)) > _MOST_NOTES:
        raise NotPlayedError("it has too many notes")
    return tuple(_text(each) for each in _list(said))
