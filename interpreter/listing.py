"""The emitted text of one rule, value, phase, offer or effect, for people. Nothing is played by it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.atlas import Touched, touched
from boardwright.interpreter.direct import UnstructuredError, direct
from boardwright.interpreter.emit import emit, mangled
from boardwright.interpreter.improve import polished
from boardwright.interpreter.linking import Fault, Site
from boardwright.interpreter.program import Program
from boardwright.interpreter.reading import calls, looks, statements

OUTCOME = "outcome"
_OF_THE_OUTCOME = ("score", "worth", "wins")
_TABLE = re.compile(r"\b[TMCRS]_?[a-z0-9_]+\b")


@dataclass(frozen=True, slots=True)
class Listed:
    """The text of a function, or of a routine in blocks. `played` says whether a game that is played through calls it; what
    is not, is written `into` others there.
    """

    name: str
    text: str
    played: bool
    into: tuple[str, ...] = ()
    blocks: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """What was asked for, and what its numbers mean."""

    functions: tuple[Listed, ...]
    tables: tuple[
        tuple[str, str], ...
    ]  # the names of tables in the text, and what stands there for them
    words: tuple[Touched, ...]
    asks: tuple[tuple[int, Site], ...]
    faults: tuple[tuple[int, Fault], ...]


def names(program: Program) -> Mapping[str, tuple[str, ...]]:
    """What can be listed, each with the names of its functions: a rule with the levels around it, a phase with its turns.
    Behind what the rules name stands what only the emitted text names.
    """
    ours: dict[str, list[str]] = {}
    theirs: dict[str, list[str]] = {}
    for function in dict.fromkeys(
        (*program.functions, *(block.routine for block in program.blocks), *_stretches(program))
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
    """The text of what has this name (one of `names`). What a game calls that is played through is told as it is called
    there; all else as it is before functions are written into each other.
    """
    own, played = _own(program), program.straight_functions() or {}
    whole = emit(played, [], program.tables, program.layout, traced=False) if played else ""
    functions, bodies, tables = [], [], dict[str, str]()
    for each in names(program)[name]:
        if each in played:
            functions.append(Listed(each, _cut(whole, each), True))
            bodies.append(played[each].body)
            tables |= _tables(whole, functions[-1].text)
        elif each in own:
            into = tuple(mangled(caller) for caller in _into(own, played, each))
            function = polished(own[each])
            text = emit({each: function}, [], program.tables, program.layout, traced=False)
            functions.append(Listed(each, _cut(text, each), False, into))
            bodies.append(function.body)
            tables |= _tables(text, functions[-1].text)
        else:
            blocks = [block for block in program.blocks if block.routine == each]
            text = "\n\n".join(_cut(program.text(), f"b{block.number}") for block in blocks)
            functions.append(Listed(each, text, False, blocks=True))
            bodies += [block.body for block in blocks]
            tables |= _tables(program.text(), text)
    asks = sorted({site for body in bodies for site in _sites(body)})
    faults = sorted({fault for body in bodies for fault in _faults(body)})
    return Listing(
        tuple(functions),
        tuple(sorted(tables.items())),
        tuple(touched(program, bodies)),
        tuple((number, program.sites[number]) for number in asks),
        tuple((number, program.faults[number]) for number in faults),
    )


def _stretches(program: Program) -> Iterator[str]:
    return (each.name for each in program.stretches)


def _own(program: Program) -> Mapping[str, lo.Function]:
    """Every function by itself, and every routine as one if its jumps have such a shape."""
    try:
        return {**program.functions, **direct(program.stretches)}
    except UnstructuredError:
        return program.functions


def _into(
    own: Mapping[str, lo.Function], played: Mapping[str, lo.Function], name: str
) -> list[str]:
    """The functions of a game that is played through in which this one is written."""
    callers: dict[str, list[str]] = {}
    for other, function in own.items():
        for call in calls(function.body):
            callers.setdefault(looks(call) or call.function, []).append(other)
    found: list[str] = []
    seen, work = {name}, [name]
    while work:
        for caller in callers.get(work.pop(), ()):
            if caller not in seen:
                seen.add(caller)
                (found if caller in played else work).append(caller)
    return found


def _cut(text: str, name: str) -> str:
    """One function out of an emitted text."""
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
    """The questions that a body asks: in blocks by a statement, else by a call whose last argument says which."""
    for s in statements(body):
        if isinstance(s, lo.Ask):
            yield s.site
    for call in calls(body):
        if call.function == "ask" and isinstance(call.arguments[-1], lo.Int):
            yield call.arguments[-1].value


def _faults(body: list[lo.Stmt]) -> Iterator[int]:
    for s in statements(body):
        if isinstance(s, lo.Fail | lo.Charge):
            yield s.fault
    for call in calls(body):
        if call.function == "fail" and isinstance(call.arguments[-1], lo.Int):
            yield call.arguments[-1].value
