"""Prints in a process of its own: somebody's template is a program, which may run for ever, or take all memory.

The process has a limit of time and memory, and no way to the network: a template that imports a package fails.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from contextlib import suppress
from typing import Any

from boardwright.cards.press import Form, Job, PressError, Printed, printed

SECONDS = 60
_MEMORY = 4 << 30
_NOWHERE = "http://127.0.0.1:9"  # nothing answers there
_MODULE = "boardwright.cards.apart"


def printed_apart(
    job: Job, form: Form = "pdf", ppi: float = 300, seconds: float = SECONDS
) -> Printed:
    """What `printed` does, in another process. Raises `PressError` if it takes too long or fails in any way."""
    asked = {
        "source": job.source,
        "data": job.data,
        "pictures": {name: _packed(each) for name, each in job.pictures.items()},
        "fonts": {name: _packed(each) for name, each in job.fonts.items()},
        "form": form,
        "ppi": ppi,
    }
    import importlib.util

    if importlib.util.find_spec("typst") is None:
        raise ModuleNotFoundError("No module named 'typst'", name="typst")
    try:
        done = subprocess.run(
            [sys.executable, "-m", _MODULE],
            input=json.dumps(asked).encode(),
            capture_output=True,
            timeout=seconds,
            env=_environment(),
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        help = ("a loop in it may have no end",)
        raise PressError(f"printing took longer than {seconds:g} seconds", help) from late
    answer = _answer(done.stdout)
    if answer is None:
        raise PressError(
            "the process that prints has died", ("it may have needed too much memory",)
        )
    if "error" in answer:
        raise PressError(answer["error"], tuple(answer["help"]))
    return Printed(tuple(base64.b64decode(each) for each in answer["pages"]), answer["told"])


def _answer(output: bytes) -> Any:
    try:
        return json.loads(output)
    except ValueError:
        return None


def _environment() -> dict[str, str]:
    """What the process needs to start, and a proxy that leads nowhere."""
    kept = ("PATH", "PYTHONPATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "HOME", "VIRTUAL_ENV")
    found = {name: os.environ[name] for name in kept if name in os.environ}
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        found |= {name: _NOWHERE, name.upper(): _NOWHERE}
    return found


def _packed(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _limit_memory() -> None:
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def serve() -> None:
    """Reads a job from stdin, prints it, and writes the answer to stdout."""
    _limit_memory()
    asked = json.loads(sys.stdin.buffer.read())
    files = {
        sort: {name: base64.b64decode(each) for name, each in asked[sort].items()}
        for sort in ("pictures", "fonts")
    }
    job = Job(asked["source"], asked["data"], files["pictures"], files["fonts"])
    try:
        done = printed(job, asked["form"], asked["ppi"])
        answer: dict[str, Any] = {
            "pages": [_packed(each) for each in done.pages],
            "told": done.told,
        }
    except PressError as fault:
        answer = {"error": str(fault), "help": fault.help}
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    serve()
