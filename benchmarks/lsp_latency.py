"""Measures the time from a keystroke in an editor to its diagnostics, with `boardwright lsp`, while a card is typed.

    python benchmarks/lsp_latency.py
    python benchmarks/lsp_latency.py --ruleset mercatus --file cards/pope.yaml --keys 200 --most 100

Each keystroke changes a name in an effect, so that each time something else is wrong and everything has to be checked.
Keystrokes come at the speed of typing, with occasional pauses. The report shows the measured times and those of the
reference machine: a fixed loop is timed around every few keystrokes (see `boardwright.runs.speed`), since other work slows
down both. With `--most`, the exit code is 1 if the 95th percentile is longer than this many milliseconds on the reference
machine.
"""

from __future__ import annotations

import argparse
import json
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from boardwright.files.locate_ruleset import shipped
from boardwright.files.manifests import game_and_expansions
from boardwright.runs.speed import REFERENCE, yardstick

_ROUNDS = 100_000  # of the fixed loop
_WHOLE = 2_000_000  # rounds to which `REFERENCE` belongs
_EVERY = 4  # keys between two of them
_PATIENCE = 60.0


class Client:
    """A minimal client of a language server."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "boardwright", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
        )
        self.heard: queue.Queue[tuple[float, dict[str, Any]]] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        folders = [{"uri": folder.as_uri(), "name": "rulesets"}]
        self.send(
            "initialize", {"capabilities": {}, "processId": None, "workspaceFolders": folders}, 1
        )
        self.wait(lambda message: message.get("id") == 1)
        self.send("initialized", {})

    def send(self, method: str, params: dict[str, Any], id: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        body = json.dumps(message if id is None else {**message, "id": id}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def wait(self, wanted: Any) -> float:
        """Waits for a message and returns when it came."""
        while True:
            at, message = self.heard.get(timeout=_PATIENCE)
            if wanted(message):
                return at

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            size = int(header.split(b":")[1])
            while stream.readline().strip():
                pass
            body = stream.read(size)
            self.heard.put((time.perf_counter(), json.loads(body)))


def measured(ruleset: str, file: str, keys: int) -> tuple[list[float], list[float]]:
    """Returns the milliseconds for each keystroke: measured, and on the reference machine."""
    by_chance = random.Random(1)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        base, _ = game_and_expansions(shipped()[ruleset], [])
        for each in {base, shipped()[ruleset]}:
            shutil.copytree(each, folder / each.name)
        path = folder / ruleset / file
        text = path.read_text("utf-8").rstrip() + "\n"
        indent = " " * (len(text.splitlines()[-1]) - len(text.splitlines()[-1].lstrip(" ")))
        client = Client(folder)
        item = {"uri": path.as_uri(), "languageId": "yaml", "version": 0, "text": text}
        client.send("textDocument/didOpen", {"textDocument": item})
        client.send("workspace/executeCommand", {"command": "boardwright.check"}, 2)
        client.wait(lambda message: message.get("id") == 2)
        raw: list[float] = []
        scaled: list[float] = []
        before, group = _loop(), list[float]()
        for key in range(1, keys + 1):
            # Most keystrokes follow at once; now and then there is a pause, in which the server does the slower checks.
            time.sleep(by_chance.choice((0.06, 0.1, 0.15, 0.2, 0.7)))
            line = f"{indent}move {'x' * (key % 7)}{key} to nowhere\n" if key % 5 else ""
            change = {
                "textDocument": {"uri": path.as_uri(), "version": key},
                "contentChanges": [{"text": text + line}],
            }
            began = time.perf_counter()
            client.send("textDocument/didChange", change)
            ended = client.wait(lambda message, key=key: _tells(message, path, key))
            group.append((ended - began) * 1000)
            if key % _EVERY == 0 or key == keys:
                after = _loop()
                scale = REFERENCE / _WHOLE * _ROUNDS / ((before + after) / 2)
                raw += group
                scaled += [one * scale for one in group]
                before, group = after, []
        client.send("shutdown", {}, 3)
        client.send("exit", {})
        client.process.wait(_PATIENCE)
    return raw, scaled


def _loop() -> float:
    """Returns the milliseconds that the fixed loop takes now, with all other work on the machine."""
    began = time.perf_counter()
    yardstick(_ROUNDS)
    return (time.perf_counter() - began) * 1000


def _tells(message: dict[str, Any], path: Path, version: int) -> bool:
    params = message.get("params") or {}
    return (
        message.get("method") == "textDocument/publishDiagnostics"
        and params.get("uri") == path.as_uri()
        and params.get("version") == version
    )


def part(times: list[float], percent: int) -> float:
    """Returns the time within which this many of a hundred keystrokes are answered."""
    return sorted(times)[min(len(times) - 1, len(times) * percent // 100)]


def main() -> int:
    """Measures, and prints two lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--ruleset", default="mercatus", help="a shipped game or expansion")
    parser.add_argument(
        "--file", default="cards/pope.yaml", help="a card in it that ends with an effect"
    )
    parser.add_argument("--keys", type=int, default=100)
    parser.add_argument(
        "--most", type=float, help="fail above this many milliseconds on the reference machine"
    )
    given = parser.parse_args()
    raw, scaled = measured(given.ruleset, given.file, given.keys)
    for name, times in (("as it was", raw), ("scaled", scaled)):
        p50, p95 = part(times, 50), part(times, 95)
        sys.stdout.write(
            f"{name:10}  p50 {p50:6.1f} ms  p95 {p95:6.1f} ms  most {max(times):6.1f} ms\n"
        )
    return 1 if given.most is not None and part(scaled, 95) > given.most else 0


if __name__ == "__main__":
    sys.exit(main())
