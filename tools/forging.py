"""Forged saves: changed on purpose, with a new sum."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from random import Random
from typing import Any

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.program.program import Program

Json = dict[str, Any]
Change = Callable[[Json, Program, Random], None]

_LARGE = (2**31, 2**53, 10**15, -(10**15), "0x" + "f" * 16, "-0x" + "f" * 40, "0x" + "f" * 5000)
_VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1,
    1.0,
    1e300,
    "",
    "0x",
    "x" * 5000,
    [],
    {},
    [[[[]]]],
    *_LARGE,
)


def forged(text: str, program: Program, chance: Random) -> tuple[str, str]:
    """Returns a save of the program with one to three changes and the right sum, and the names of the changes."""
    document: Json = json.loads(text)
    names = []
    for _ in range(chance.choice((1, 1, 2, 3))):
        change = chance.choice(CHANGES)
        words = document.get("words")
        if isinstance(words, list) and len(words) >= program.layout.size:
            change(document, program, chance)
            names.append(change.__name__)
    document.pop("sum", None)
    return sealed(document), "+".join(names)


def sealed(document: Json) -> str:
    """Returns the document as a line, with its sum."""
    sum = hashlib.sha256(_line(document).encode()).hexdigest()[:32]
    return _line({**document, "sum": sum})


def _line(document: Json) -> str:
    return json.dumps(document, separators=(",", ":"), ensure_ascii=True)


def _anywhere(document: Json, chance: Random) -> int:
    return chance.randrange(len(document["words"]))


def near(document: Json, program: Program, chance: Random) -> None:
    """Changes a word by one, or to another small number."""
    at, words = _anywhere(document, chance), document["words"]
    if isinstance(words[at], int):
        words[at] = chance.choice((words[at] + 1, words[at] - 1, chance.randrange(-2, 40)))


def far(document: Json, program: Program, chance: Random) -> None:
    """Sets a word to an unusual number."""
    document["words"][_anywhere(document, chance)] = chance.choice(_LARGE)


def bit(document: Json, program: Program, chance: Random) -> None:
    """Flips a bit of a word."""
    at, words = _anywhere(document, chance), document["words"]
    if isinstance(words[at], int):
        words[at] ^= 1 << chance.randrange(24)


def swap(document: Json, program: Program, chance: Random) -> None:
    """Swaps two words."""
    one, other, words = _anywhere(document, chance), _anywhere(document, chance), document["words"]
    words[one], words[other] = words[other], words[one]


def jump(document: Json, program: Program, chance: Random) -> None:
    """Lets play continue in another block."""
    document["words"][lay.PC] = chance.randrange(-1, len(program.blocks) + 1)


def ask(document: Json, program: Program, chance: Random) -> None:
    """Asks another question, or another player."""
    at = chance.choice((lay.ASKER, lay.SITE, lay.OPTIONS, lay.OFFSET, lay.EXTRA))
    document["words"][at] = chance.randrange(len(program.sites) + 2)


def under_way(document: Json, program: Program, chance: Random) -> None:
    """Changes what a running rule remembers."""
    start, count = chance.choice(program.frames)
    at = start + chance.randrange(count)
    document["words"][at] = chance.choice((chance.randrange(-1, 70), len(program.blocks) - 1))


def remembered(document: Json, program: Program, chance: Random) -> None:
    """Changes a word that a running rule uses to a nearby number."""
    words = document["words"]
    used = [at for start, n in program.frames for at in range(start, start + n) if words[at]]
    numbers = [at for at in used if isinstance(words[at], int)]
    if numbers:
        at = chance.choice(numbers)
        words[at] += chance.choice((-1, 1, 2, 8, -words[at]))


def moved(document: Json, program: Program, chance: Random) -> None:
    """Moves a piece to another place, consistently in all words."""
    layout, table, words = program.layout, program.table, document["words"]
    kind = chance.choice([kind for kind, pieces in table.pieces.items() if pieces] or [""])
    if not kind or kind in layout.above:
        return
    piece = chance.randrange(len(table.pieces[kind]))
    rows = layout.masks[kind].at
    target = chance.choice([place for place, at in enumerate(rows) if at >= 0])
    at = layout.places[kind] + piece
    origin = words[at]
    inside = isinstance(origin, int) and 0 <= origin < len(rows) and rows[origin] >= 0
    masks = [rows[origin], rows[target]] if inside else []
    if masks and all(isinstance(words[mask], int) for mask in masks):
        words[at] = target
        words[masks[0]] &= ~(1 << piece)
        words[masks[1]] |= 1 << piece


def shifted(document: Json, program: Program, chance: Random) -> None:
    """Moves some of a stock to another place, with the same total."""
    stocks, words = program.layout.stocks, document["words"]
    if not stocks:
        return
    rows = [at for at in stocks[chance.choice(list(stocks))].at if at >= 0]
    one, other = chance.choice(rows), chance.choice(rows)
    if isinstance(words[one], int) and isinstance(words[other], int):
        amount = chance.randrange(words[one] + 1) if words[one] > 0 else 0
        words[one] -= amount
        words[other] += amount


def shape(document: Json, program: Program, chance: Random) -> None:
    """Changes the type of a value, removes it, or adds another."""
    key = chance.choice(list(document))
    match chance.randrange(5):
        case 0:
            del document[key]
        case 1:
            document[chance.choice(("more", "", "sum", "words2"))] = chance.choice(_VALUES)
        case 2:
            document[key] = chance.choice(_VALUES)
        case 3:
            document["words"][_anywhere(document, chance)] = chance.choice(_VALUES)
        case _:
            words = document["words"]
            document["words"] = chance.choice((words[:-1], [*words, 0], words * 20, words[::-1]))


CHANGES: tuple[Change, ...] = (
    *(near, near, far, bit, swap, jump, ask, under_way, remembered, remembered),
    *(moved, moved, shifted, shape),
)
