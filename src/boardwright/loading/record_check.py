"""Plays a corpus of records again after a change of the rules, and groups the first differences by the line that made them."""

from __future__ import annotations

import gzip
import lzma
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from boardwright.dsl.source.diagnostics import Bag, Diagnostic, RulesetError
from boardwright.dsl.source.places import Source, Span
from boardwright.files.locate_ruleset import expansion_named, find, shipped_game
from boardwright.files.manifests import manifest_at
from boardwright.loading.game import Game
from boardwright.loading.recorded import ELSEWHERE, TooLargeError, game_of
from boardwright.loading.rules import Path_

if TYPE_CHECKING:
    from boardwright.interpreter.records.first_difference import DamagedError, Difference
    from boardwright.interpreter.records.game_record import Header

SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.xz")
# A table's worth of records; a compressed file may not become larger than this.
_MOST_BYTES = 1 << 26


@dataclass(frozen=True, slots=True)
class Kept:
    """A record in a corpus: the file, and its number in it, from 1."""

    file: Path
    number: int
    text: bytes


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of a record: the first difference, or why it could not be played at all, or neither."""

    kept: Kept
    seed: int = 0
    difference: Difference | None = None
    fault: Diagnostic | None = None

    @property
    def same(self) -> bool:
        """Whether it is the same game."""
        return self.difference is None and self.fault is None


@dataclass(frozen=True, slots=True)
class Group:
    """The records whose games first go another way in one manner at one line of the rules; `span` None: no line is known."""

    span: Span | None
    sort: str
    about: str
    records: tuple[Checked, ...]


def corpus_files(path: Path) -> list[Path]:
    """The files of a folder that hold records, by name; a file is a corpus of its own."""
    if not path.is_dir():
        return [path]
    return sorted(
        each for each in path.rglob("*") if each.name.endswith(SUFFIXES) and each.is_file()
    )


def records_in(file: Path) -> Iterator[Kept]:
    """Yields the records of a file, one after the other: each begins with its own first line."""
    lines: list[bytes] = []
    number = 0
    for line in _read(file).splitlines(keepends=True):
        if line.startswith(b'{"record":') and lines:
            number += 1
            yield Kept(file, number, b"".join(lines))
            lines = []
        lines.append(line)
    yield Kept(file, number + 1, b"".join(lines))


def _read(file: Path) -> bytes:
    with _opened(file) as opened:
        try:
            data = opened.read(_MOST_BYTES + 1)
        except (EOFError, lzma.LZMAError, gzip.BadGzipFile) as fault:
            raise OSError(f"`{file}` is damaged: {fault}") from fault
    if len(data) > _MOST_BYTES:
        raise TooLargeError(f"`{file}` has more than {_MOST_BYTES >> 20} MiB of records")
    return data


def _opened(file: Path) -> IO[bytes]:
    match file.suffix:
        case ".gz":
            return cast("IO[bytes]", gzip.open(file, "rb"))
        case ".xz":
            return cast("IO[bytes]", lzma.open(file, "rb"))
        case _:
            return file.open("rb")


class Corpus:
    """Plays records again. Each game is loaded once for each table. The ruleset and expansions that are given stand in for
    those of their id; all others are shipped ones, or lie next to the game.
    """

    def __init__(self, ruleset: Path_ | None, expansions: Sequence[Path_]) -> None:
        given = [find(each).path for each in (ruleset, *expansions) if each is not None]
        named = ((manifest_at(path), path) for path in given)
        self.places = {manifest.id: path for manifest, path in named if manifest is not None}
        self.games: dict[object, Game | Diagnostic] = {}

    def check(self, kept: Iterable[Kept], tell: Callable[[], None]) -> list[Checked]:
        """What becomes of each record; `tell` is called after each."""
        found = []
        for each in kept:
            found.append(self._checked(each))
            tell()
        return found

    def _checked(self, kept: Kept) -> Checked:
        from boardwright.files.read import shown_name
        from boardwright.interpreter.records.first_difference import (
            DamagedError,
            first_difference,
        )
        from boardwright.interpreter.records.game_record import read_header

        name = shown_name(kept.file)
        header, faults = read_header(kept.text, name)
        if header is None:
            return Checked(kept, fault=faults[0])
        game = self._game(header)
        if isinstance(game, Diagnostic):
            return Checked(kept, header.seed, fault=game)
        try:
            found = first_difference(game.program, header, kept.text.decode("ascii"))
        except DamagedError as fault:
            return Checked(kept, header.seed, fault=_damaged(kept, name, fault))
        return Checked(kept, header.seed, found)

    def _game(self, header: Header) -> Game | Diagnostic:
        key = (header.game, header.expansions, header.seats, tuple(header.options.items()))
        if key not in self.games:
            try:
                base = self.places.get(header.game)
                beside = base or shipped_game(header.game)
                with_ = [
                    self.places.get(id) or expansion_named(id, beside, ELSEWHERE)
                    for id in header.expansions
                ]
                self.games[key] = game_of(header, base, with_)
            except RulesetError as fault:
                self.games[key] = fault.diagnostics[0]
        return self.games[key]


def _damaged(kept: Kept, name: str, fault: DamagedError) -> Diagnostic:
    text, bag = kept.text.decode("ascii"), Bag()
    start = sum(len(line) for line in text.splitlines(keepends=True)[: fault.line - 1])
    notes = f"it is record {kept.number} of the file" if kept.number > 1 else ()
    bag.error("E690", str(fault), Source(name, text).span(start), notes=notes)
    return bag.sorted()[0]


def grouped(checked: Iterable[Checked]) -> list[Group]:
    """The records with a difference, by the line of the rules and the manner; those that hold most records first."""
    groups: dict[tuple[object, ...], list[Checked]] = {}
    for each in checked:
        found = each.difference
        if found is not None:
            span = found.span
            place = found.about if span is None else (span.source.name, span.row)
            groups.setdefault((place, found.sort), []).append(each)
    made = []
    for records in groups.values():
        first = records[0].difference
        assert first is not None
        made.append(Group(first.span, first.sort, first.about, tuple(records)))
    return sorted(made, key=lambda group: -len(group.records))
