"""Takes the pictures of the studio for the docs and the README, from the real page in Chromium."""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, expect, sync_playwright

import boardwright

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_WIDE, _HIGH = 1440, 900
_PATIENCE = 60_000.0

# A game and its expansion, the players, the seed and the decisions that are shown. Both are in the middle of a game.
_TABLES = {
    "table": ("rattus", "mercatus", 3, 4, 66),
    "table_dark": ("notre_dame", "", 5, 2, 120),
}


def _address(ruleset: str, expansion: str, players: int, seed: int, at: int) -> str:
    """The address of a position: a game of random choices, as everybody sees it who sees all."""
    game = boardwright.load(ruleset, players, expansions=[expansion] if expansion else [])
    state, random, choices = game.new(seed), Random(seed), list[str]()
    while len(choices) < at and (decision := state.decision) is not None:
        choices.append(random.choice(decision.ids))
        state.apply(choices[-1])
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = deflate.compress("\n".join(choices).encode()) + deflate.flush()
    packed = base64.urlsafe_b64encode(data).decode().rstrip("=")
    layer = f"&with={expansion}" if expansion else ""
    return (
        f"#/table?ruleset={ruleset}{layer}&players={players}&seed={seed}&choices={packed}&seat=all"
    )


@contextmanager
def _studio(folder: Path) -> Iterator[str]:
    """The address of a studio on a folder, which can be opened once."""
    command = [sys.executable, "-m", "boardwright", "studio", str(folder), "--no-open"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None, "the studio did not say its address"
        yield found[0]
        process.terminate()


@contextmanager
def _chromium() -> Iterator[Browser]:
    path = shutil.which("chromium")
    assert path is not None, "pictures need Chromium: `apt-get install chromium`"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(_FLAGS))
        yield browser
        browser.close()


def _go(page: Page, route: str) -> None:
    page.evaluate("(route) => { location.hash = route; }", route)


def _shoot(page: Page, name: str) -> None:
    page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")


def _repository(folder: Path) -> Path:
    """A copy of a game and its expansion, in which files can be changed."""
    for name in ("rattus", "mercatus"):
        shutil.copytree(ROOT / "rulesets" / name, folder / name)
    return folder


def take_studio() -> None:
    """Takes all pictures, and writes them into `docs/pictures`."""
    with tempfile.TemporaryDirectory() as name, _chromium() as browser:
        folder = _repository(Path(name))
        with _studio(folder) as address:
            page = browser.new_context(
                viewport={"width": _WIDE, "height": _HIGH}, locale="en-GB", color_scheme="light"
            ).new_page()
            page.set_default_timeout(_PATIENCE)
            expect.set_options(timeout=_PATIENCE)
            page.goto(address)
            for name, table in _TABLES.items():
                page.emulate_media(color_scheme="dark" if "dark" in name else "light")
                _go(page, _address(*table))
                expect(page.locator("h2.ask")).to_be_visible()
                page.wait_for_timeout(1500)  # pieces move
                _shoot(page, name)
            page.emulate_media(color_scheme="light")
            _rules(page)
            _cards(page)


def _rules(page: Page) -> None:
    """A card with a slip, and what is said of it."""
    _go(page, "#/rules/rattus/cards/merchant.yaml")
    text = page.locator(".cm-content")
    expect(text).to_contain_text("class_card")
    text.click()
    page.keyboard.press("Control+End")
    page.keyboard.type("  place 1 of my cubes in regoin")
    page.locator(".cm-lintRange-error").first.hover()
    expect(page.locator(".cm-tooltip").first).to_be_visible()
    page.wait_for_timeout(500)
    _shoot(page, "rules")
    text.click()
    for _ in range(40):
        page.keyboard.press("Control+z")


def _cards(page: Page) -> None:
    """Cards of a game and its expansion, as they are printed."""
    _go(page, "#/cards?ruleset=rattus&with=mercatus&kind=class_card")
    expect(page.locator("ul.cards-of-kind img").first).to_be_visible()
    page.wait_for_timeout(8000)  # cards are drawn a few at a time
    _shoot(page, "deck")
