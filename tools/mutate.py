"""Random damage to the bytes of a file: the same for the same seed, everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

Damage = Callable[[bytes, Random, Sequence[bytes]], bytes]

# What breaks readers of text: each has its own place in YAML, in the effect language, or on a terminal.
_BAD_BYTES = (
    b"\0",
    b"\t",
    b"\r",
    b"\r\n",
    b"\x1b[2J",
    b"\x7f",
    b"\xc2\x85",
    b"\xe2\x80\xa8",
    b"\xe2\x80\xae",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf0\x9f\x8e\xb2",
    b"\xcc\x81",
)
_BAD_TOKENS = (
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
_TOKEN = re.compile(rb"[A-Za-z0-9_]+|[ ]+|\r?\n|[^\x00-\x7f]+|.", re.DOTALL)
_MOST_AT_ONCE = 3


def damaged(data: bytes, chance: Random, others: Sequence[bytes]) -> tuple[bytes, str]:
    """The data with one to three changes, and the names of these. `others` are files to take parts from."""
    names = []
    for _ in range(1 + (chance.random() < 0.3) + (chance.random() < 0.1)):
        damage = chance.choice(DAMAGES)
        data = damage(data, chance, others)
        names.append(damage.__name__)
    return data, "+".join(names)


# ---- bytes


def flip(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """One bit of one byte."""
    if not data:
        return data
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]


def byte(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Something that readers stumble over, anywhere."""
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(_BAD_BYTES) + data[at:]


def cut(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """A stretch is gone, sometimes all to the end."""
    start = chance.randrange(len(data) + 1)
    end = len(data) if chance.random() < 0.2 else start + chance.randrange(1, 40)
    return data[:start] + data[end:]


def double(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """A stretch stands twice."""
    start = chance.randrange(len(data) + 1)
    end = start + chance.randrange(1, 80)
    return data[:end] + data[start:end] + data[end:]


def line_ends(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """The line ends of another machine, in all of the file or up to somewhere."""
    end = chance.choice((len(data), chance.randrange(len(data) + 1)))
    return data[:end].replace(b"\n", chance.choice((b"\r\n", b"\r"))) + data[end:]


def empty_lines(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Many lines that say nothing, at the beginning or elsewhere."""
    lines = data.splitlines(keepends=True)
    at = chance.choice((0, chance.randrange(len(lines) + 1)))
    more = chance.choice((b"\n", b"\r\n", b"# x\r\n", b"   \n", b"-\n", b" x\n"))
    return b"".join([*lines[:at], more * chance.choice((3, 60, 2_000)), *lines[at:]])


# ---- tokens


def _tokens(data: bytes) -> list[bytes]:
    return _TOKEN.findall(data)


def _word(tokens: Sequence[bytes], chance: Random) -> int:
    """The number of a token that is not just space, if there is one."""
    for _ in range(20):
        at = chance.randrange(len(tokens))
        if tokens[at].strip():
            break
    return at


def drop_token(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """A word, number or sign is gone."""
    tokens = _tokens(data)
    if tokens:
        del tokens[_word(tokens, chance)]
    return b"".join(tokens)


def double_token(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """A word, number or sign stands twice."""
    tokens = _tokens(data)
    if tokens:
        at = _word(tokens, chance)
        tokens[at] += chance.choice((b"", b" ")) + tokens[at]
    return b"".join(tokens)


def swap_tokens(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Two of them change places."""
    tokens = _tokens(data)
    if tokens:
        one, other = _word(tokens, chance), _word(tokens, chance)
        tokens[one], tokens[other] = tokens[other], tokens[one]
    return b"".join(tokens)


def other_token(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Another one instead: of the same file, of another, or one that is hard to read."""
    tokens = _tokens(data)
    if not tokens:
        return data
    pool: Sequence[bytes] = _BAD_TOKENS
    if chance.random() < 0.7:
        pool = tokens if chance.random() < 0.5 else _tokens(chance.choice(others)) or tokens
    tokens[_word(tokens, chance)] = pool[_word(pool, chance)]
    return b"".join(tokens)


def other_word(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """A word for a word, a number for a number: what is read as before and means something else."""
    tokens = _tokens(data)
    at = _word(tokens, chance) if tokens else 0
    pool = _tokens(chance.choice((data, *others)))
    alike = [each for each in pool if _sort(each) == _sort(tokens[at])] if tokens else []
    if alike and _sort(tokens[at]):
        tokens[at] = chance.choice((*_NUMBERS, *alike) if tokens[at].isdigit() else alike)
    return b"".join(tokens)


def _sort(token: bytes) -> int:
    return 2 if token.isdigit() else 1 if token.isalnum() or b"_" in token else 0


def more_token(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """One more, in front of one that is there."""
    tokens = _tokens(data)
    if not tokens:
        return data
    pool = _BAD_TOKENS if chance.random() < 0.5 else tokens
    tokens.insert(_word(tokens, chance), pool[_word(pool, chance)] + b" ")
    return b"".join(tokens)


# ---- lines


def drop_line(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """One or a few lines are gone."""
    lines = data.splitlines(keepends=True)
    at = chance.randrange(len(lines) + 1)
    del lines[at : at + chance.choice((1, 1, 1, 2, 5))]
    return b"".join(lines)


def double_line(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """One or a few lines stand twice."""
    lines = data.splitlines(keepends=True)
    at = chance.randrange(len(lines) + 1)
    end = at + chance.choice((1, 1, 2, 5))
    return b"".join([*lines[:end], *lines[at:]])


def move_line(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """A line stands elsewhere."""
    lines = data.splitlines(keepends=True)
    if lines:
        line = lines.pop(chance.randrange(len(lines)))
        lines.insert(chance.randrange(len(lines) + 1), line)
    return b"".join(lines)


def indent(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """A line, or all from there, stands further in or out."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    start = chance.randrange(len(lines))
    end = start + chance.choice((1, 1, 3, len(lines)))
    by = chance.choice((-2, -1, 1, 2))
    for at in range(start, min(end, len(lines))):
        lines[at] = b" " * by + lines[at] if by > 0 else lines[at].removeprefix(b" " * -by)
    return b"".join(lines)


# ---- splices


def splice_lines(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Lines of another file, with their indentation or with that of the place."""
    lines = data.splitlines(keepends=True)
    other = chance.choice(others).splitlines(keepends=True)
    start = chance.randrange(len(other) + 1)
    taken = other[start : start + chance.choice((1, 2, 4, 8))]
    at = chance.randrange(len(lines) + 1)
    if at < len(lines) and chance.random() < 0.5:
        space = lines[at][: len(lines[at]) - len(lines[at].lstrip(b" "))]
        taken = [space + line.lstrip(b" ") for line in taken]
    return b"".join([*lines[:at], *taken, *lines[at:]])


def splice_half(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """The beginning of this file and the end of another."""
    other = chance.choice(others).splitlines(keepends=True)
    lines = data.splitlines(keepends=True)
    return b"".join(
        [*lines[: chance.randrange(len(lines) + 1)], *other[chance.randrange(len(other) + 1) :]]
    )


def splice_value(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """What stands behind a key, of another file."""
    lines = data.splitlines(keepends=True)
    other = [line for line in chance.choice(others).splitlines(keepends=True) if b":" in line]
    own = [at for at, line in enumerate(lines) if b":" in line]
    if own and other:
        at = chance.choice(own)
        lines[at] = lines[at].partition(b":")[0] + b":" + chance.choice(other).partition(b":")[2]
    return b"".join(lines)


DAMAGES: tuple[Damage, ...] = (
    *(flip, byte, cut, double, line_ends, empty_lines),
    *(drop_token, double_token, swap_tokens, other_token, more_token),
    *(other_word,) * 8,  # the one that most often leads far into the pipeline
    *(drop_line, double_line, move_line, indent, splice_lines),
    *(splice_lines, splice_half, splice_value),
)
