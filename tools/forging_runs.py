"""Forged folders of runs and records: changed on purpose, with new sums."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from boardwright.interpreter.play.record_lines import checked

Json = dict[str, Any]

RUN, ASIDE = "run.json", "aside.json"
_NUMBERS: tuple[Any, ...] = (
    *(0, 1, 2, 3, -1, 999, 2**31, 2**53, 2**64, 10**15, 10**18, 10**30, 10**400, -(10**18)),
    *(1.5, 1e300, float("inf"), float("nan")),
)
_VALUES: tuple[Any, ...] = (
    *(None, True, False, "", "x", "random", "../..", "E901", "\u202e\x1b[2J", "x" * 3000),
    *([], {}, [[]], [0, 0], {"": 0}, [None] * 50),
)


def resealed(text: bytes) -> bytes:
    """Returns a file of games with the right sums in its last line."""
    *lines, last = text.splitlines(keepends=True)
    body = b"".join(lines)
    games = [line for line in lines if line.startswith(b'{"game":')]
    seal: Any = _parsed(last)
    if not isinstance(seal, dict):
        return text
    errors = [n for n, line in enumerate(games) if b'"end":"error"' in line]
    first: Any = _parsed(lines[0]) if lines else None
    start = first.get("first", 0) if isinstance(first, dict) else 0
    new = {
        "games": len(games),
        "limits": sum(b'"end":"limit"' in line for line in games),
        "errors": len(errors),
        "first_error": start + errors[0] if errors and type(start) is int else None,
        "faults": sum(b'"faults":[' in line for line in games),
        "sum": hashlib.sha256(body).hexdigest(),
    }
    return body + line_of({**seal, **new})


def resummed(document: Mapping[str, Any]) -> bytes:
    """Returns `run.json` or `aside.json` with its right sum."""
    facts = {key: value for key, value in document.items() if key != "sum"}
    text = json.dumps(facts, separators=(",", ":"), ensure_ascii=True)
    facts["sum"] = hashlib.sha256(text.encode()).hexdigest()
    return f"{json.dumps(facts, indent=2, ensure_ascii=True)}\n".encode()


def resummed_record(text: bytes) -> bytes:
    """Returns a record with the right checks, and the right sum in the last line."""
    *lines, last = text.splitlines(keepends=True)
    found: Any = _parsed(last)
    if not isinstance(found, dict) or "outcome" not in found:
        return text
    check = 0
    for number, line in enumerate(lines):
        decision: Any = _parsed(line)
        if isinstance(decision, dict) and "check" in decision:
            before = {key: value for key, value in decision.items() if key != "check"}
            made, check = checked(line_of(before).decode()[:-2], check)
            lines[number] = made.encode() + b"\n"
    body = b"".join(lines)
    return body + line_of({**found, "sum": hashlib.sha256(body).hexdigest()[:32]})


def line_of(value: Mapping[str, Any]) -> bytes:
    """Returns a line of JSON in the form in which all are written."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True).encode() + b"\n"


def forged_run(files: Mapping[str, bytes], chance: Random) -> tuple[dict[str, bytes], str]:
    """Returns the files of a run with one to three changes and the right sums, and what was changed."""
    found, names = dict(files), []
    for _ in range(chance.choice((1, 1, 2, 3))):
        name = chance.choice(list(found))
        if name.endswith(".json"):
            document = _parsed(found[name])
            if isinstance(document, dict):
                spoil(document, chance)
                found[name] = resummed(document)
                if name == RUN and chance.random() < 0.7:
                    follow(found, document)
        else:
            found[name] = resealed(_forged_lines(found[name], chance))
        names.append(name)
    return found, "+".join(names)


def follow(files: dict[str, bytes], document: Json) -> None:
    """Changes all other files of a run to belong to the changed `run.json`."""
    plan = document.get("plan")
    if not isinstance(plan, dict):
        return
    text = json.dumps(plan, separators=(",", ":"), ensure_ascii=True)
    run = hashlib.sha256(text.encode()).hexdigest()
    for name, old in files.items():
        if name.endswith(".jsonl"):
            first, *lines = old.splitlines(keepends=True)
            head = _parsed(first)
            if isinstance(head, dict):
                more = {key: plan[key] for key in head if key in plan}
                head |= {"plan": plan} if "games" in head else {"run": run, **more}
                files[name] = resealed(line_of(head) + b"".join(lines))


def forged_record(text: bytes, chance: Random) -> tuple[bytes, str]:
    """Returns a record with one to three changes and the right sum, and what was changed."""
    found = text
    for _ in range(chance.choice((1, 1, 2, 3))):
        found = resummed_record(_forged_lines(found, chance))
    return found, "record"


def _forged_lines(text: bytes, chance: Random) -> bytes:
    """Changes, removes, doubles or moves one of these lines of JSON."""
    lines = text.splitlines(keepends=True)
    if len(lines) < 2:
        return text
    at = chance.choice((0, len(lines) - 1, len(lines) - 2, *[chance.randrange(len(lines))] * 4))
    match chance.randrange(12):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[at])
        case 2:
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            document = _parsed(lines[at])
            if isinstance(document, dict):
                spoil(document, chance)
                lines[at] = line_of(document)
    return b"".join(lines)


def spoil(document: Any, chance: Random) -> None:
    """Changes one thing somewhere in a document."""
    of = document
    while True:
        keys = list(of) if isinstance(of, dict) else list(range(len(of)))
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(of[key], (dict, list)) and of[key] and chance.random() < 0.85:
            of = of[key]
            continue
        _CHANGES[chance.randrange(len(_CHANGES))](of, key, chance)
        return


def _near(of: Any, key: Any, chance: Random) -> None:
    if type(of[key]) is int:
        of[key] += chance.choice((-1, 1, 2, 7))
    else:
        _other(of, key, chance)


def _number(of: Any, key: Any, chance: Random) -> None:
    of[key] = chance.choice(_NUMBERS)


def _other(of: Any, key: Any, chance: Random) -> None:
    of[key] = chance.choice(_VALUES)


def _gone(of: Any, key: Any, chance: Random) -> None:
    del of[key]


def _more(of: Any, key: Any, chance: Random) -> None:
    if isinstance(of, list):
        of.append(of[key])
    else:
        of[chance.choice(("more", "", "1", "agents_seed", "agent_seconds", "rounds"))] = of[key]


def _swapped(of: Any, key: Any, chance: Random) -> None:
    other = chance.choice(list(of) if isinstance(of, dict) else range(len(of)))
    of[key], of[other] = of[other], of[key]


_CHANGES: tuple[Callable[[Any, Any, Random], None], ...] = (
    *(_near, _near, _near, _number, _number, _other, _gone, _more, _swapped),
)


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
