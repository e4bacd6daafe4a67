"""Measures how long the studio takes in a real browser, from a key or a click until what it does is on the screen.

    PYTHONPATH=tests/helpers:benchmarks python benchmarks/studio_latency.py
    PYTHONPATH=tests/helpers:benchmarks python benchmarks/studio_latency.py --part editor --times 100 --most 150
    PYTHONPATH=tests/helpers:benchmarks python benchmarks/studio_latency.py --part table --times 200 --most 50

The part `editor` types into a card of the largest shipped expansion a name that is not known, letter by letter, and takes the
time until the name as it is now is underlined, with the frame in which it is drawn. The part `table` clicks on what may be
chosen in the largest shipped game with the most players, and takes the time until the new board is drawn. The part `slider`
goes through such a game step by step, and takes the time in which the page draws one: below 16.7 ms it shows 60 in a second.

The report shows the measured times and those of the reference machine: a fixed loop is timed around every few of them (see
`boardwright.runs.speed`), since other work slows down both. With `--most`, the exit code is 1 if the 95th percentile is
longer than this many milliseconds on the reference machine.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import expect

import boardwright
from boardwright.files.locate_ruleset import shipped
from boardwright.files.manifests import game_and_expansions
from lsp_latency import Times, loop, part, scale
from studio_browser import Studios, chromium

_EVERY = 4  # times between two loops
_PATIENCE = 30_000
_RULESET, _FILE = "mercatus", "cards/pope.yaml"
_NAME = "x"  # no ruleset has names that begin with it

# Notes the time of each key, and the time after the frame in which the name of the line is underlined as it is now.
_WATCH = """() => {
  const found = { times: [] };
  let began = null;
  document.addEventListener("keydown", () => { began = performance.now(); }, true);
  const look = () => {
    if (began === null) return;
    const name = /\\bx[a-z]*$/.exec(document.querySelector(".cm-activeLine.cm-line")?.textContent ?? "")?.[0];
    const marked = [...document.querySelectorAll(".cm-lintRange-error")].map((each) => each.textContent);
    if (!name || !marked.includes(name)) return;
    const since = began;
    began = null;
    requestAnimationFrame(() => setTimeout(() => found.times.push(performance.now() - since), 0));
  };
  new MutationObserver(look).observe(document.querySelector(".rules .text"), { subtree: true, childList: true, characterData: true, attributes: true });
  globalThis.latency = found;
}"""
_COUNT = "() => globalThis.latency.times.length"
_LAST = "() => globalThis.latency.times.at(-1)"


def editor(studios: Studios, folder: Path) -> Iterator[float]:
    """The milliseconds from each key to the underlined name."""
    root = shipped()[_RULESET]
    base, _ = game_and_expansions(root, [], [*shipped().values()])
    for each in (base, root):
        shutil.copytree(each, folder / "rules" / each.name)
    card = folder / "rules" / _RULESET / _FILE
    card.write_text(card.read_text("utf-8").rstrip(), "utf-8")  # the cursor is in its effect then
    page = studios(folder / "rules").page(f"#/rules/{_RULESET}/{_FILE}")
    text = page.locator(".rules .text .cm-content")
    expect(page.locator(".token-keyword").first).to_be_visible(timeout=_PATIENCE)
    text.click()
    page.keyboard.press("Control+End")
    page.keyboard.type(f"\nplace 1 of my cubes in {_NAME}")
    expect(page.locator(".cm-lintRange-error")).to_have_text(_NAME, timeout=_PATIENCE)
    page.evaluate(_WATCH)
    for number in range(10_000):
        # Now and then the name is short again.
        page.keyboard.press("Backspace" if number % 12 > 6 else "abcdefghijkl"[number % 12])
        for _ in range(_PATIENCE // 5):
            if page.evaluate(_COUNT) > number:
                break
            page.wait_for_timeout(5)
        yield page.evaluate(_LAST)
        page.wait_for_timeout(100)


# Notes the time from each click to the frame after which the board shows another decision.
_WATCH_BOARD = """() => {
  const found = { times: [] };
  let began = null;
  document.addEventListener("click", () => { began = performance.now(); }, true);
  new MutationObserver(() => {
    if (began === null) return;
    const since = began;
    began = null;
    requestAnimationFrame(() => setTimeout(() => found.times.push(performance.now() - since), 0));
  }).observe(document.querySelector(".table .count"), { childList: true });
  globalThis.latency = found;
}"""
_STEP = """async (at) => {
  const slider = document.querySelector(".table .slider");
  const began = performance.now();
  slider.value = at;
  slider.dispatchEvent(new Event("input"));
  await new Promise((done) => setTimeout(done, 0));
  document.body.offsetHeight; // what the browser has not laid out yet
  return performance.now() - began;
}"""
_GAME, _PLAYERS = "notre_dame", 5


def table(studios: Studios, _folder: Path) -> Iterator[float]:
    """The milliseconds from each click to the new board."""
    page = studios().page(f"#/table?ruleset={_GAME}&players={_PLAYERS}&seed=3", width=1600)
    expect(page.locator(".option").first).to_be_visible(timeout=_PATIENCE)
    page.evaluate(_WATCH_BOARD)
    chance = random.Random(3)
    for number in range(10_000):
        if page.locator(".ranks").count():
            return
        things = page.locator(".table .target:is(.space, .card-small)")
        chosen = things if things.count() else page.locator(".option")
        chosen.nth(chance.randrange(chosen.count())).dispatch_event("click")
        menu = page.locator(".menu button")
        if menu.count():
            menu.first.click()
        for _ in range(_PATIENCE // 5):
            if page.evaluate(_COUNT) > number:
                break
            page.wait_for_timeout(5)
        yield page.evaluate(_LAST)
        page.wait_for_timeout(100)


def slider(studios: Studios, _folder: Path) -> Iterator[float]:
    """The milliseconds that the page works for each step of the slider."""
    state = boardwright.load(_GAME, players=_PLAYERS).new(seed=3)
    chance, choices = random.Random(3), list[str]()
    while (decision := state.decision) is not None:
        choices.append(chance.choice(decision.ids))
        state.apply(choices[-1])
    shared = {"ruleset": _GAME, "with": [], "players": _PLAYERS, "options": {}, "seed": 3}
    data = json.dumps({**shared, "seats": {}, "choices": choices}).encode()
    page = studios().page(width=1600)
    with page.expect_file_chooser() as chooser:
        page.locator(".welcome > button").click()
    chooser.value.set_files({"name": "game.json", "mimeType": "application/json", "buffer": data})
    expect(page.locator(".log-row")).to_have_count(len(choices) + 1, timeout=_PATIENCE)
    while True:
        for at in range(len(choices)):
            yield page.evaluate(_STEP, at)


PARTS: dict[str, Callable[[Studios, Path], Iterator[float]]] = {
    "editor": editor,
    "table": table,
    "slider": slider,
}


def measured(name: str, count: int) -> Times:
    """Returns that many times of a part."""
    times = Times()
    with tempfile.TemporaryDirectory() as scratch, chromium() as browser:
        studios = Studios(browser, Path(scratch).resolve())
        try:
            before, group = loop(), list[tuple[str, float]]()
            for number, each in enumerate(PARTS[name](studios, Path(scratch).resolve()), 1):
                group.append((name, each))
                if number % _EVERY == 0 or number >= count:
                    after = loop()
                    times.add(group, scale(before, after))
                    before, group = after, []
                if number >= count:
                    break
        finally:
            faults = studios.close()
    assert faults == []
    return times


def main() -> int:
    """Measures, and prints two lines for each part."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--part", choices=[*PARTS], help="measure this part alone")
    parser.add_argument("--times", type=int, default=60)
    parser.add_argument(
        "--most", type=float, help="fail above this many milliseconds on the reference machine"
    )
    given = parser.parse_args()
    failed = False
    for name in PARTS if given.part is None else (given.part,):
        found = measured(name, given.times)
        scaled = found.scaled[name]
        failed = failed or (given.most is not None and part(scaled, 95) > given.most)
        for told, times in (("as it was", found.raw[name]), ("scaled", scaled)):
            p50, p95 = part(times, 50), part(times, 95)
            sys.stdout.write(
                f"{name:20} {told:10}  p50 {p50:6.1f} ms  p95 {p95:6.1f} ms  most {max(times):6.1f} ms\n"
            )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
