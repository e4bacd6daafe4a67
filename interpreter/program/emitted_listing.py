"""The emitted text of one rule, value, phase, offer or effect, for people; it is not used to play."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.meanings import Fault, Site, mangled
from boardwright.interpreter.machine.node_uses import calls, statements
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.program.vector_legend import Touched, touched

OUTCOME = "outcome"
_OF_THE_OUTCOME = ("score", "worth", "wins")
_TABLE = re.compile(r"\b[TMCRS]_?[a-z0-9_]+\b")


@dataclass(frozen=True, slots=True)
class Listed:
    """The text of a function, or of a routine: its blocks."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Listing:
    """An emitted text, with the meaning of its numbers."""

    functions: tuple[Listed, ...]
    tables: tuple[tuple[str, str], ...]  # the names of tables in the text, with their contents
    words: tuple[Touched, ...]
    asks: tuple[tuple[int, Site], ...]
    faults: tuple[tuple[int, Fault], ...]


def names(program: Program) -> Mapping[str, tuple[str, ...]]:
    """Everything that can be listed, with the names of its functions: a rule with the levels around it, a phase with its
    turns. Names that only the emitted text has come last.
    """
    ours: dict[str, list[str]] = {}
    theirs: dict[str, list[str]] = {}
    for function in dict.fromkeys(
        (
            *program.functions,
            *(name for b in program.blocks for name in (b.routine, *sorted(b.also))),
        )
    ):
        sort, _, rest = function.partition(":")
        if sort in ("rule", "value"):
            ours.setdefault(rest.split("~")[0], []).append(function)
        elif sort == "slot":
            _, piece, slot = rest.split(":")
            ours.setdefault(f"{piece}.{slot}", []).append(function)
        elif sort in ("offer", "offers", "phase", "turn"):
            ours.setdefault(rest, []).append(function)
        elif sort in _OF_THE_OUTCOME or sort == "tie":
            ours.setdefault(OUTCOME, []).append(function)
        else:
            theirs.setdefault(mangled(function), []).append(function)
    all_ = {**ours, **{name: found for name, found in theirs.items() if name not in ours}}
    return {name: tuple(found) for name, found in all_.items()}


def listing(program: Program, name: str) -> Listing:
    """The listing for one of the `names`."""
    functions, bodies, tables, whole = [], [], dict[str, str](), program.text()
    for each in names(program)[name]:
        if each in program.functions:
            text = _cut(whole, each)
            bodies.append(program.functions[each].body)
        else:
            blocks = [block for block in program.blocks if block.is_of(each)]
            text = "\n\n".join(_cut(whole, f"b{block.number}") for block in blocks)
            bodies += [block.body for block in blocks]
        functions.append(Listed(each, text))
        tables |= _tables(whole, text)
    asks = sorted({site for body in bodies for site in _sites(body)})
    faults = sorted({fault for body in bodies for fault in _faults(body)})
    return Listing(
        tuple(functions),
        tuple(sorted(tables.items())),
        tuple(touched(program, bodies)),
        tuple((number, program.sites[number]) for number in asks),
        tuple((number, program.faults[number]) for number in faults),
    )


def _cut(text: str, name: str) -> str:
    """One function of an emitted text."""
    begun = text.index(f"def {mangled(name)}(")
    return text[begun : text.index("\n\n", begun)]


def _tables(text: str, function: str) -> dict[str, str]:
    """The tables that a function reads, as an emitted text has them."""
    found = {}
    for name in set(_TABLE.findall(function)):
        line = re.search(rf"^{name} = (.*)$", text, re.MULTILINE)
        if line is not None:
            found[name] = line[1]
    return found


def _sites(body: list[lo.Stmt]) -> Iterator[int]:
    """The decisions that a body asks for."""
    for s in statements(body):
        if isinstance(s, lo.Ask):
            yield s.site


def _faults(body: list[lo.Stmt]) -> Iterator[int]:
    for s in statements(body):
        if isinstance(s, lo.Fail | lo.Charge):
            yield s.fault
    for call in calls(body):
        if call.function == "fail" and isinstance(call.arguments[-1], lo.Int):
            yield call.arguments[-1].value
