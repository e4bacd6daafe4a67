"""An engine that knows no games: it answers as it is told to, or not at all. A process of its own, as the real one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import Any


def answers(message: dict[str, Any]) -> Any:
    do = message["do"]
    if do == "loop":
        while True:
            pass
    if do == "eat":
        taken = []
        while True:
            taken.append(bytes(10_000_000))
    if do == "leave":
        os._exit(3)
    if do == "work":  # a job: a process that would outlive this one
        return subprocess.Popen(["sleep", "1000"]).pid
    if do == "news":
        for done in range(message["of"]):
            tell({"tell": "progress", "done": done})
            time.sleep(message["pause"])
    return {"process": os.getpid(), "said": message.get("say")}


def tell(message: object) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main() -> None:
    for line in sys.stdin:
        try:
            message = json.loads(line)
            id, _ = message["id"], message["do"]
        except (ValueError, TypeError, KeyError, RecursionError):
            tell({"id": None, "error": {"code": "malformed", "message": "no"}})
            continue
        tell({"id": id, "ok": answers(message)})


if __name__ == "__main__":
    main()
