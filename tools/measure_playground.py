"""Measures the playground in Chromium, on a machine that does nothing else:

PYTHONPATH=src:tools:tests/helpers python tools/measure_playground.py
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import build_playground
from playground_browser import playground_at
from playground_python import run_in_worker
from studio_browser import chromium

VISITS = 3
GAMES = """
import random, time
import boardwright

game = boardwright.load("rattus", players=4)
chance = random.Random(1)

def play(seed):
    state = game.new(seed=seed)
    while state.decision is not None:
        state.apply(chance.choice(state.decision.ids))

for seed in range(50):
    play(seed)
began = time.perf_counter()
for seed in range(500):
    play(seed)
found = 500 / (time.perf_counter() - began)
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "play"
        began = time.perf_counter()
        build_playground.build(out)
        print(f"built in {time.perf_counter() - began:.1f} s")
        size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
        print(f"{size / 1e6:.1f} MB")
        with chromium() as browser, playground_at(out, browser) as opened:
            for _ in range(VISITS):
                began = time.perf_counter()
                page = opened.page()
                page.locator("#view-table .option").first.wait_for()
                print(f"first question after {time.perf_counter() - began:.1f} s")
                page.close()
            page = opened.page(file="engine/licenses.txt")
            print(f"{run_in_worker(page, GAMES):.0f} games of Rattus in a second")


if __name__ == "__main__":
    main()
