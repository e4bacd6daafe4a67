"""Random damage to the bytes of a file: the same for the same seed, everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

Parts = list[bytes]

# Bytes that break readers of text: each has a meaning in YAML, in the effect language, or on a terminal.
_BAD_BYTES = (
    *(b"\0", b"\t", b"\r", b"\r\n", b"\x1b[2J", b"\x7f"),
    *(b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xae", b"\xef\xbb\xbf", b"\xff", b"\xc0\x80"),
    *(b"\xed\xa0\x80", b"\xf0\x9f\x8e\xb2", b"\xcc\x81"),
)
_BAD_WORDS = (
    *(b"0", b"-1", b"1", b"2", b"7", b"99", b"1000000", b"1000001", b"99999999999999999999"),
    *(b"yes", b"no", b"null", b"~", b"true", b"1e9", b"0x10", b"1_000", b"12:30", b"0.5"),
    *(b"{", b"}", b"[", b"]", b"{}", b"[]", b":", b": ", b",", b"- ", b"|", b">", b"|2-", b"?"),
    *(b"&a ", b"*a", b"!t ", b"<<: *a", b'"', b"'", b"#", b"%", b"@", b"`", b"---", b"..."),
    *(b"(", b")", b"=", b"!=", b"<=", b"+", b"-", b"*", b"/", b".", b"'s", b"->"),
    *(b"me", b"it", b"nobody", b"players", b"seats", b"phase", b"round", b"number", b"player"),
    *(b"of", b"in", b"from", b"to", b"where", b"for each", b"count(", b"except", b"plus"),
    *(b"choose", b"draw", b"find", b"let", b"set", b"repeat", b"while", b"if", b"else:"),
    *(b"original", b"nothing", b"stop", b"end game", b"otherwise:", b"as", b"perform", b"open"),
    *(b"a" * 64, b"a" * 65, b"x" * 20_000, b"(" * 40, b"- " * 40, b"[" * 40, b"1 + " * 90),
)
_NUMBERS = (b"0", b"1", b"2", b"3", b"5", b"40", b"1000", b"1000000")
_WORD = re.compile(rb"[A-Za-z0-9_]+|[ ]+|\r?\n|[^\x00-\x7f]+|.", re.DOTALL)


def damaged(data: bytes, chance: Random, others: Sequence[bytes] = ()) -> tuple[bytes, str]:
    """Returns the data with one to three changes, and the names of the changes; never the same data. Parts may come from
    `others`, which are other files.
    """
    found, names = data, list[str]()
    while found == data:
        found, names = data, []
        for _ in range(1 + (chance.random() < 0.3) + (chance.random() < 0.1)):
            damage = chance.choice(DAMAGES)
            found = damage.done(found, chance, chance.choice(others or (data,)))
            names.append(damage.name)
    return found, ", ".join(names)


# ---- changes to parts: `at` is the position of one of them, `other` are the parts of another file


def drop(parts: Parts, at: int, chance: Random, other: Parts) -> None:
    """Removes one part or several, or all from there on."""
    del parts[at : at + _length(parts, chance)]


def double(parts: Parts, at: int, chance: Random, other: Parts) -> None:
    """Doubles one part or several."""
    parts[at:at] = parts[at : at + _length(parts, chance)]


def move(parts: Parts, at: int, chance: Random, other: Parts) -> None:
    """Moves one part to another position."""
    parts.insert(chance.randrange(len(parts)), parts.pop(at))


def replace(parts: Parts, at: int, chance: Random, other: Parts) -> None:
    """Replaces one part by another, of this file or of another."""
    parts[at] = chance.choice(chance.choice((parts, other)) or parts)


def insert(parts: Parts, at: int, chance: Random, other: Parts) -> None:
    """Inserts one part or several of another file."""
    start = chance.randrange(len(other) + 1)
    parts[at:at] = other[start : start + _length(other, chance)]


def end_as(parts: Parts, at: int, chance: Random, other: Parts) -> None:
    """Joins the beginning of this file and the end of another."""
    parts[at:] = other[chance.randrange(len(other) + 1) :]


def _length(parts: Parts, chance: Random) -> int:
    return chance.choice((1, 1, 1, 2, 5, 30, len(parts)))


# ---- changes to bytes, words or lines only


def flip(data: Parts, at: int, chance: Random, other: Parts) -> None:
    """Changes one bit of one byte."""
    data[at] = bytes([data[at][0] ^ (1 << chance.randrange(8))])


def lose(data: Parts, at: int, chance: Random, other: Parts) -> None:
    """Turns a stretch into zeros, as after a power cut."""
    end = at + chance.choice((1, 8, 512))
    data[at:end] = [b"\0"] * len(data[at:end])


def confuse(data: Parts, at: int, chance: Random, other: Parts) -> None:
    """Inserts bytes that readers stumble over, anywhere."""
    data.insert(at, chance.choice(_BAD_BYTES))


def confuse_words(words: Parts, at: int, chance: Random, other: Parts) -> None:
    """Puts a word that is hard to read in place of a word, or before it."""
    words[at] = chance.choice(_BAD_WORDS) + chance.choice((b"", b" " + words[at]))


def mean_another(words: Parts, at: int, chance: Random, other: Parts) -> None:
    """Replaces a word by a word, or a number by a number: the file can still be read, but means something else."""
    sort = _sort(words[at])
    alike = [each for each in chance.choice((words, other)) if _sort(each) == sort]
    if sort and alike:
        words[at] = chance.choice((*_NUMBERS, *alike) if sort == "number" else alike)


def _sort(word: bytes) -> str:
    return "number" if word.isdigit() else "word" if word.isalnum() or b"_" in word else ""


def end_lines(lines: Parts, at: int, chance: Random, other: Parts) -> None:
    """Uses the line ends of another system, in the whole file or from somewhere on."""
    sign, start = chance.choice((b"\r\n", b"\r")), chance.choice((0, at))
    lines[start:] = [line.replace(b"\n", sign) for line in lines[start:]]


def empty(lines: Parts, at: int, chance: Random, other: Parts) -> None:
    """Adds many empty lines or comments, at the beginning or elsewhere."""
    line = chance.choice((b"\n", b"\r\n", b"# x\r\n", b"   \n", b"-\n", b" x\n"))
    lines.insert(chance.choice((0, at)), line * chance.choice((3, 60, 2_000)))


def indent(lines: Parts, at: int, chance: Random, other: Parts) -> None:
    """Changes the indentation of a line, or of all lines from there on."""
    end, by = at + _length(lines, chance), chance.choice((-2, -1, 1, 2))
    lines[at:end] = [
        b" " * by + line if by > 0 else line.removeprefix(b" " * -by) for line in lines[at:end]
    ]


def insert_inside(lines: Parts, at: int, chance: Random, other: Parts) -> None:
    """Inserts lines of another file, with the indentation of the place."""
    space = lines[at][: len(lines[at]) - len(lines[at].lstrip(b" "))]
    taken: Parts = []
    insert(taken, 0, chance, other)
    lines[at:at] = [space + line.lstrip(b" ") for line in taken]


def replace_value(lines: Parts, at: int, chance: Random, other: Parts) -> None:
    """Replaces the value of a key by one from another file."""
    own = [at for at, line in enumerate(lines) if b":" in line]
    values = [line.partition(b":")[2] for line in other if b":" in line]
    if own and values:
        at = chance.choice(own)
        lines[at] = lines[at].partition(b":")[0] + b":" + chance.choice(values)


# ---- all of it


def bytes_of(data: bytes) -> Parts:
    """Splits data into single bytes."""
    return [data[at : at + 1] for at in range(len(data))]


def words_of(data: bytes) -> Parts:
    """Splits data into words, numbers, signs, and what is between them."""
    return _WORD.findall(data)


def lines_of(data: bytes) -> Parts:
    """Splits data into lines with their line ends."""
    return data.splitlines(keepends=True)


@dataclass(frozen=True, slots=True)
class Damage:
    """A change to the parts of a file."""

    split: Callable[[bytes], Parts]
    change: Callable[[Parts, int, Random, Parts], None]

    @property
    def name(self) -> str:
        """Such as `drop lines`."""
        return f"{self.change.__name__} {self.split.__name__.removesuffix('_of')}"

    def done(self, data: bytes, chance: Random, other: bytes) -> bytes:
        """Returns the data with the change, if it can be made."""
        if parts := self.split(data):
            at = chance.randrange(len(parts))
            if self.split is words_of and not parts[at].strip():
                at = chance.randrange(len(parts))  # rather a word than the space between two
            self.change(parts, at, chance, self.split(other))
        return b"".join(parts)


DAMAGES = (
    *(Damage(bytes_of, change) for change in (flip, lose, confuse, drop, double)),
    *(Damage(words_of, change) for change in (drop, double, move, replace, confuse_words)),
    *(Damage(words_of, mean_another),)
    * 8,  # the change that most often gets far through the stages
    *(Damage(lines_of, change) for change in (drop, double, move, replace, insert, end_as)),
    *(Damage(lines_of, change) for change in (end_lines, empty, indent, insert_inside)),
    Damage(lines_of, replace_value),
)
