"""Stores the parser's tables as data, which saves the time to compute them from the grammar.

`effects.tables.json` holds what lark makes of `effects.lark`: terminals, rules and the LALR table. It is plain
JSON, and is used only with the grammar and the lark (up to its minor version) that it was made from; otherwise the
tables are computed again. After a change of the grammar, write it again:

    python -m boardwright.dsl.language.grammar_tables
"""

from __future__ import annotations

import hashlib
import json
from importlib import resources
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lark import PostLex
from lark.lexer import TerminalDef

from boardwright.dsl.language.indentation import Blocks

NAME = "effects.tables.json"
STARTS = ("effect", "expression", "modifier", "head")
_FORMAT = 1
_ENDLESS = (1 << 32) - 1


def grammar_text() -> str:
    """Returns the text of the grammar."""
    return resources.files("boardwright.dsl.language").joinpath("effects.lark").read_text("utf-8")


def built(grammar: str) -> Lark:
    """Builds lark with tables computed from the grammar, which takes a fifth of a second."""
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        start=list(STARTS),
        postlex=Blocks(),
        propagate_positions=True,
        maybe_placeholders=True,
    )


def made_from(grammar: str) -> dict[str, Any]:
    """Returns what the tables depend on."""
    return {
        "format": _FORMAT,
        "lark": ".".join(lark.__version__.split(".")[:2]),
        "grammar": hashlib.sha256(grammar.encode()).hexdigest(),
    }


def load(grammar: str, postlex: PostLex) -> Lark | None:
    """Builds lark with the stored tables; None if they are not for this grammar and this lark."""
    try:
        text = resources.files("boardwright.dsl.language").joinpath(NAME).read_text("utf-8")
    except OSError:
        return None
    kept = json.loads(text)
    if kept["made_from"] != made_from(grammar):
        return None
    data, memo = kept["data"], {int(key): value for key, value in kept["memo"].items()}
    table = data["parser"]["parser"]
    rows = [_row(cells) for cells in table.pop("rows")]
    table["states"] = {state: rows[row] for state, row in enumerate(table["states"])}
    table["tokens"] = dict(enumerate(table["tokens"]))
    loaded: Lark = Lark._load_from_dict(data, memo, postlex=postlex)  # type: ignore[no-untyped-call]
    return loaded


def _row(cells: list[int]) -> dict[int, tuple[int, Any]]:
    """Reads a row of actions: token and action in turn, where an action is a state, or -1 - a rule to reduce by."""
    return {
        token: (0, action) if action >= 0 else (1, {"@": -1 - action})
        for token, action in zip(cells[::2], cells[1::2], strict=True)
    }


def dump(parser: Lark, grammar: str) -> str:
    """Returns the file for a parser built from the grammar; lark's numbers are random, these are in order."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"]["postlex"] = None
    memo, renamed = _in_order({number: _bounded(of) for number, of in memo.items()})
    data = _renamed(data, renamed)
    table = data["parser"]["parser"]
    tokens = sorted(table["tokens"].values())
    states = {
        state: {
            tokens.index(table["tokens"][token]): -1 - argument["@"] if reduces else argument
            for token, (reduces, argument) in actions.items()
        }
        for state, actions in table["states"].items()
    }
    numbers = _walked(states, [state for _, state in sorted(table["start_states"].items())])
    rows: dict[tuple[int, ...], int] = {}
    table["states"] = [
        rows.setdefault(
            tuple(
                part
                for token, action in sorted(states[state].items())
                for part in (token, action if action < 0 else numbers[action])
            ),
            len(rows),
        )
        for state in numbers
    ]
    table["rows"], table["tokens"] = [list(cells) for cells in rows], tokens
    for ends in ("start_states", "end_states"):
        table[ends] = {start: numbers[state] for start, state in sorted(table[ends].items())}
    kept = {"made_from": made_from(grammar), "data": data, "memo": memo}
    return json.dumps(kept, separators=(",", ":")) + "\n"


def _bounded(of: Any) -> Any:
    """Returns a terminal without what differs between versions of Python: the largest number of repeats."""
    pattern = of.get("pattern", {})
    if "_width" not in pattern:
        return of
    low, high = pattern["_width"]
    return {**of, "pattern": {**pattern, "_width": [low, min(high, _ENDLESS)]}}


def _in_order(memo: dict[int, Any]) -> tuple[dict[int, Any], dict[int, int]]:
    """Sorts the shared objects by content; also returns their new numbers by the old ones."""
    order = sorted(memo, key=lambda number: json.dumps(memo[number], sort_keys=True))
    return dict(enumerate(memo[old] for old in order)), {old: n for n, old in enumerate(order)}


def _renamed(data: Any, numbers: dict[int, int]) -> Any:
    if isinstance(data, dict):
        if "@" in data:
            return {"@": numbers[data["@"]]}
        return {key: _renamed(value, numbers) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_renamed(value, numbers) for value in data]
    return data


def _walked(states: dict[int, dict[int, int]], starts: list[int]) -> dict[int, int]:
    """Returns new numbers for the states, in the order in which they are reached."""
    numbers: dict[int, int] = {}
    waiting = list(starts)
    while waiting:
        reached: list[int] = []
        for state in waiting:
            if state not in numbers:
                numbers[state] = len(numbers)
                reached += [action for _, action in sorted(states[state].items()) if action >= 0]
        waiting = reached
    assert len(numbers) == len(states)
    return numbers


def write() -> None:
    """Writes the file next to this one, from the present grammar."""
    grammar = grammar_text()
    Path(__file__).with_name(NAME).write_text(dump(built(grammar), grammar), "utf-8")


if __name__ == "__main__":
    write()
