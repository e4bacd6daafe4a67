"""What a worker is asked to do, and what it replies: bytes, which are never unpickled.

An errand is a JSON document. A reply is a line of JSON and, after it, the bytes of a part, or of what a portion of a check
came to.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
from dataclasses import asdict
from pathlib import Path

from boardwright.runs.chunk import Failed, Stop, Task
from boardwright.runs.plan import Json, Order, Plan
from boardwright.version import __version__

_HOME = Path(__file__).parents[1]
_NOT_CODE = {"__pycache__", "errors", "examples", "rulesets"}


class ReplyError(ValueError):
    """The bytes are not a reply."""


class OtherVersionError(Exception):
    """An errand comes from another version of boardwright."""


@functools.cache
def code() -> str:
    """A hash of the code of this boardwright: two with the same version may still differ."""
    sum = hashlib.sha256()
    for folder, below, files in os.walk(_HOME, followlinks=True):
        below[:] = sorted(name for name in below if name not in _NOT_CODE)
        for name in sorted(files):
            if name.endswith((".py", ".lark")):
                path = Path(folder) / name
                sum.update(f"{path.relative_to(_HOME).as_posix()}\n".encode())
                sum.update(hashlib.sha256(path.read_bytes()).digest())
    return sum.hexdigest()


def errand_of(task: Task) -> bytes:
    """The errand to play a chunk. It says nothing about the sender's disk."""
    order = asdict(task.order) | {"ruleset": "", "expansions": len(task.order.expansions)}
    return errand_for("part", {"order": order, "plan": task.plan.facts(), "chunk": task.chunk})


def task_of(said: Json) -> Task:
    """The chunk that an errand asks for; its rules have no path yet."""
    asked = said["order"]
    order = Order(
        **{
            **asked,
            "expansions": ("",) * asked["expansions"],
            "options": tuple((name, value) for name, value in asked["options"]),
            "agents": tuple(asked["agents"]),
            "blank": tuple(asked["blank"]),
        }
    )
    return Task(order, Plan.of(said["plan"]), said["chunk"], Path())


def errand_for(work: str, facts: dict[str, object]) -> bytes:
    """The errand to do this kind of work."""
    said = {"engine": __version__, "code": code(), "work": work, **facts}
    return json.dumps(said).encode()


def said_in(errand: bytes) -> Json:
    """The facts in an errand, of which `work` is the kind. `OtherVersionError` if it is from another version."""
    said: Json = json.loads(errand)
    if said["engine"] != __version__:
        raise OtherVersionError(
            f"it has boardwright {__version__}, and the run was begun with {said['engine']}"
        )
    if said["code"] != code():
        raise OtherVersionError(
            f"its boardwright {__version__} is not the same code as the one that began the run"
        )
    return said


def reply_of(result: Failed | Stop | bytes) -> bytes:
    """The reply of a worker: a part, or why there is none."""
    match result:
        case bytes():
            return b'{"result":"part"}\n' + result
        case Failed(_, why, game):
            return json.dumps({"result": "failed", "why": why, "game": game}).encode() + b"\n"
        case Stop(why):
            return json.dumps({"result": "stop", "why": why}).encode() + b"\n"


def result_in(reply: object, chunk: int) -> Failed | Stop | bytes:
    """The result in a reply; `ReplyError` for anything else."""
    if not isinstance(reply, bytes):
        raise ReplyError("it is not bytes")
    head, _, rest = reply.partition(b"\n")
    try:
        said = json.loads(head)
        if said["result"] == "part":
            return rest
        if said["result"] == "failed":
            game = said["game"]
            if game is not None and type(game) is not int:
                raise ReplyError("its game is not a number")
            return Failed(chunk, _shortened(said["why"]), game)
        if said["result"] == "stop":
            return Stop(_shortened(said["why"]))
    except ReplyError:
        raise
    except (ValueError, KeyError, TypeError, RecursionError) as fault:
        raise ReplyError("it has a wrong first line") from fault
    raise ReplyError("it has a wrong first line")


def _shortened(why: object) -> str:
    return " ".join(f"{why}".split())[:500]
