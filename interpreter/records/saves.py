"""Loads saved states. A save is checked as a whole before it is used.

A save is a JSON document (see `formats/save.json`) with one way to write it and a checksum, which reveals any accident. A
checksum is not a seal: the author of an edit can compute a new one. So `soundness.py` also checks that this can be a state
of these rules. Then some games are played on from the save. The locals of running rules have ranges, but only the rules
know how they depend on each other, and playing on shows whether they fit.
"""

from __future__ import annotations

import json

from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.machine.word_ranges import LARGEST
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.record_lines import canonical
from boardwright.interpreter.play.saved_state import KIND, VERSION, Json, head_of, sum_of
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.program import Compiled, Program, Vector
from boardwright.interpreter.records.schemas import FormatError, misfit, parsed
from boardwright.interpreter.records.soundness import unsound
from boardwright.interpreter.table.errors import CONTRADICTS, RuleError

_WORD = len(f"{LARGEST:x}")

# How far games are played on from a save: this many answers to its decision, each for this many decisions, and one
# game for longer.
_ANSWERS, _ON, _LONG = 24, 6, 200


def load(program: Program, text: str, language: str | None = None) -> State:
    """The state in a save. Raises `FormatError` with the reason if it is damaged or from another program."""
    document = _document(program, text)
    v = [word if isinstance(word, int) else int(word, 16) for word in document["words"]]
    sum = document.pop("sum")
    if sum != sum_of(document) or canonical({**document, "sum": sum}) != text:
        raise FormatError("this save is damaged: its checksum does not match")
    _refuse(unsound(program, v) or _stuck(program, v))
    return State(program, v, _guarded(program), Words(program.table.game, language))


def _document(program: Program, text: str) -> Json:
    """The text as a document of the right form, with no more words than a state has."""
    size = program.layout.size
    if len(text) > 100_000 + 256 * size + 2 * _WORD:
        raise FormatError("this is not a saved game: it is too long")
    try:
        document = parsed(text)
    except FormatError as fault:
        raise FormatError(f"this is not a saved game: {fault}") from None
    if not isinstance(document, dict) or document.get("save") != KIND:
        raise FormatError("this is not a saved game")
    version = document.get("version")
    if version != VERSION:
        told = version if type(version) is int and 0 <= version < 1000 else "?"
        raise FormatError(f"this save has version {told}; this boardwright reads version {VERSION}")
    words = document.get("words")
    count = len(words) if isinstance(words, list) else 0
    # The words are the larger part: they are checked only if the save is of these rules.
    _refuse(misfit({**document, "words": []} if count else document, "save"))
    for key, value in head_of(program).items():
        if document[key] != value:
            raise FormatError(_other(key, document[key], value))
    _refuse(f"it has {count} words, not {size}" if count != size else misfit(document, "save"))
    return document


def _refuse(wrong: str | None) -> None:
    if wrong is not None:
        raise FormatError(f"this save is damaged: {wrong}")


def _other(key: str, found: object, here: object) -> str:
    """The difference between the game of a save and this one."""
    what = {
        "game": "this is a save of another game",
        "rules": "this game was saved with other rules",
        "language": "this game was saved with other rules",
        "expansions": "this game was saved with other expansions",
        "seats": "this game was saved at another table",
        "options": "this game was saved with other options",
        "program": "this game was saved with another version of boardwright",
    }
    told = (json.dumps(each, ensure_ascii=True)[:200] for each in (found, here))
    return "{}: {} there, {} here".format(what[key], *told)


# ---- playing on


def _stuck(program: Program, v: Vector) -> str | None:
    """Why a game cannot continue from here; None if several trial games could. A trial may end in a rule error, as any game
    may.
    """
    state = State(program, v[:], program.fast, Words(program.table.game))
    try:
        fault = _unreadable(state)
        if fault is not None or state.over:
            return fault
        count = len(state.decision or ())
        few = range(0, count, max(1, count // _ANSWERS))
        for length, answer in (*((_ON, answer) for answer in few), (_LONG, None)):
            fault = _played(state.copy(), answer, length)
            if fault is not None:
                return fault
    except Exception:
        return "the running rules cannot continue"
    return None


def _played(state: State, answer: int | None, length: int) -> str | None:
    """Plays on with this answer first, then with any; returns what went wrong, if anything did."""
    stream = Stream(0, "played on from a save")
    for _ in range(length):
        decision = state.decision
        if decision is None:
            break
        chosen = stream.below(len(decision)) if answer is None else answer
        answer = None
        try:
            state.apply(chosen)
        except RuleError:
            return None
    return unsound(state.program, state.v) or _unreadable(state)


def _unreadable(state: State) -> str | None:
    """Reads everything that can be read of a state."""
    _ = state.hash
    if state.decision is not None:
        _ = state.decision.options
    try:
        _ = state.scores, state.ranks
    except RuleError:
        return None
    return None


def _guarded(program: Program) -> Compiled:
    """The program for loaded games: failures caused by a forged save become errors with a code."""

    def make(program: Program) -> Compiled:
        fast = program.fast

        def run(v: Vector) -> None:
            try:
                fast.run(v)
            except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as fault:
                message = "this game was loaded from a save that contradicts itself"
                raise RuleError(CONTRADICTS, message, program.table.game.outcome.span) from fault

        return Compiled(run, fast.functions)

    return program.kept("guarded", make)
