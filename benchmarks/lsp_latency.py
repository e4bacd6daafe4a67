"""Measures the time from a keystroke in an editor to its diagnostics, with `boardwright lsp`, while a card is typed.

    python benchmarks/lsp_latency.py
    python benchmarks/lsp_latency.py --ruleset mercatus --file cards/pope.yaml --keys 200 --most 100
    python benchmarks/lsp_latency.py --ruleset frost --file cards/woodcutter.yaml --keys 60 --most 100 --most-answer 50

Rulesets are those that are shipped, and two expansions of the largest of them, which were written for this benchmark
(`benchmarks/expansions`); all are in the folder that is open. After each keystroke completion is asked for in the same line,
and now and then whatever editors ask about a whole file: colours, hints, lenses, folds.

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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boardwright.files.locate_ruleset import shipped
from boardwright.files.manifests import game_and_expansions
from boardwright.runs.speed import REFERENCE, yardstick

_ROUNDS = 100_000  # of the fixed loop
_WHOLE = 2_000_000  # rounds to which `REFERENCE` belongs
_EVERY = 4  # keys between two of them
_PATIENCE = 60.0
OWN = Path(__file__).resolve().parent / "expansions"
# What editors ask about a file, with the range that it shows.
_SHOWN = {"start": {"line": 0, "character": 0}, "end": {"line": 60, "character": 0}}
_ASKED: dict[str, dict[str, Any]] = {
    "textDocument/semanticTokens/range": {"range": _SHOWN},
    "textDocument/inlayHint": {"range": _SHOWN},
    "textDocument/codeLens": {},
    "textDocument/foldingRange": {},
    "textDocument/documentSymbol": {},
    "textDocument/codeAction": {"range": _SHOWN, "context": {"diagnostics": []}},
}


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


@dataclass(slots=True)
class Times:
    """The milliseconds for each keystroke, completion, and answer about a file: measured, and on the reference machine."""

    raw: dict[str, list[float]] = field(default_factory=dict)
    scaled: dict[str, list[float]] = field(default_factory=dict)

    def add(self, group: list[tuple[str, float]], scale: float) -> None:
        for name, time_ in group:
            self.raw.setdefault(name, []).append(time_)
            self.scaled.setdefault(name, []).append(time_ * scale)


def rulesets() -> dict[str, Path]:
    """Returns every ruleset that can be measured."""
    return {**shipped(), **{path.name: path for path in sorted(OWN.iterdir())}}


def measured(ruleset: str, file: str, keys: int) -> Times:
    """Returns the times of an editor in which a card is typed."""
    by_chance = random.Random(1)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        root = rulesets()[ruleset]
        base, _ = game_and_expansions(root, [], [*shipped().values()])
        beside = [path for path in OWN.iterdir() if root in (path, base) or root.parent == OWN]
        for each in dict.fromkeys([base, root, *beside]):
            shutil.copytree(each, folder / each.name)
        path = folder / ruleset / file
        text = path.read_text("utf-8").rstrip() + "\n"
        indent = " " * (len(text.splitlines()[-1]) - len(text.splitlines()[-1].lstrip(" ")))
        client = Client(folder)
        item = {"uri": path.as_uri(), "languageId": "yaml", "version": 0, "text": text}
        client.send("textDocument/didOpen", {"textDocument": item})
        client.send("workspace/executeCommand", {"command": "boardwright.check"}, 2)
        client.wait(lambda message: message.get("id") == 2)
        times = Times()
        before, group = loop(), list[tuple[str, float]]()
        number = 10
        for key in range(1, keys + 1):
            # Most keystrokes follow at once; now and then there is a pause, in which the server does the slower checks.
            time.sleep(by_chance.choice((0.06, 0.1, 0.15, 0.2, 0.7)))
            line = f"{indent}move {'x' * (key % 7)}{key} to nowhere\n" if key % 5 else f"{indent}a"
            change = {
                "textDocument": {"uri": path.as_uri(), "version": key},
                "contentChanges": [{"text": text + line}],
            }
            began = time.perf_counter()
            client.send("textDocument/didChange", change)
            ended = client.wait(lambda message, key=key: _tells(message, path, key))
            group.append(("key to findings", (ended - began) * 1000))
            at = {"line": (text + line).count("\n") - (key % 5 > 0), "character": len(indent) + 1}
            asked: dict[str, dict[str, Any]] = {"textDocument/completion": {"position": at}}
            if key % 4 == 0:
                asked |= _ASKED
            for method, more in asked.items():
                number += 1
                params = {"textDocument": {"uri": path.as_uri()}, **more}
                began = time.perf_counter()
                client.send(method, params, number)
                ended = client.wait(lambda message, number=number: message.get("id") == number)
                group.append((method.partition("/")[2], (ended - began) * 1000))
            if key % _EVERY == 0 or key == keys:
                after = loop()
                times.add(group, scale(before, after))
                before, group = after, []
        client.send("shutdown", {}, 3)
        client.send("exit", {})
        client.process.wait(_PATIENCE)
    return times


def loop() -> float:
    """Returns the milliseconds that the fixed loop takes now, with all other work on the machine."""
    began = time.perf_counter()
    yardstick(_ROUNDS)
    return (time.perf_counter() - began) * 1000


def scale(before: float, after: float) -> float:
    """Returns what makes a time, measured between two loops, one of the reference machine."""
    return REFERENCE / _WHOLE * _ROUNDS / ((before + after) / 2)


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
    """Measures, and prints two lines for each kind of answer."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument(
        "--ruleset", default="mercatus", help="a shipped ruleset, or one of this benchmark"
    )
    parser.add_argument(
        "--file", default="cards/pope.yaml", help="a card in it that ends with an effect"
    )
    parser.add_argument("--keys", type=int, default=100)
    parser.add_argument(
        "--most", type=float, help="fail above this many milliseconds on the reference machine"
    )
    parser.add_argument(
        "--most-answer", type=float, help="the same for completion, and all other answers"
    )
    given = parser.parse_args()
    found = measured(given.ruleset, given.file, given.keys)
    failed = False
    for name, scaled in found.scaled.items():
        most = given.most if name == "key to findings" else given.most_answer
        failed = failed or (most is not None and part(scaled, 95) > most)
        for told, times in (("as it was", found.raw[name]), ("scaled", scaled)):
            p50, p95 = part(times, 50), part(times, 95)
            sys.stdout.write(
                f"{name:20} {told:10}  p50 {p50:6.1f} ms  p95 {p95:6.1f} ms  most {max(times):6.1f} ms\n"
            )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
