"""What tests of the table do in the page: open a game, choose by clicks, and read what is shown."""

from __future__ import annotations

import base64
import random
import zlib
from collections.abc import Sequence
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from folders import ROOT
from studio_browser import OpenStudio

expect.set_options(timeout=30_000)
AXE = ROOT / "tools" / "browser" / "node_modules" / "axe-core" / "axe.min.js"


def route(ruleset: str, **more: object) -> str:
    """The address of a game inside the page, such as `route("rattus", players=2, seed=7)`."""
    return f"#/table?{urlencode({'ruleset': ruleset, **more})}"


def packed(data: bytes) -> str:
    """Bytes as an address of the page holds them."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(deflate.compress(data) + deflate.flush()).decode().rstrip("=")


def open_game(
    studio: OpenStudio,
    ruleset: str,
    expansions: Sequence[str] = (),
    *,
    width: int = 1280,
    **more: object,
) -> Page:
    """A page at a game, after its first question is there."""
    added = {"with": ",".join(expansions)} if expansions else {}
    page = studio.page(route(ruleset, **added, **more), width=width)
    expect(page.locator(".ask")).to_be_visible()
    return page


def decisions(page: Page) -> int:
    """How many decisions were made before the position that is shown."""
    return int(page.locator(".count").inner_text().split("/")[0])


def is_over(page: Page) -> bool:
    return page.locator(".ranks").count() > 0


def made(page: Page, count: int) -> None:
    """Waits until this many decisions were made."""
    expect(page.locator(".count")).to_have_text(f"{count} / {count}")


MIDDLE = """(each) => {
  each.scrollIntoView({block: 'center', inline: 'nearest'});
  const {x, y, width, height} = each.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def click_somewhere(page: Page, chance: random.Random) -> None:
    """Takes an option by the mouse: by a thing on the table if there is one, else from the list."""
    count = decisions(page)
    things, options = page.locator(".view.table .target"), page.locator(".view.table .option")
    chosen = things if things.count() and chance.random() < 0.7 else options
    x, y = chosen.nth(chance.randrange(chosen.count())).evaluate(MIDDLE)
    page.mouse.click(x, y)
    menu = page.locator(".menu button")
    if menu.count():
        menu.nth(chance.randrange(menu.count())).click()
    made(page, count + 1)


def play_by_clicks(page: Page, seed: int, most: int = 2000) -> int:
    """Plays to the end, and returns the number of decisions."""
    chance = random.Random(seed)
    while not is_over(page):
        assert decisions(page) < most
        click_somewhere(page, chance)
    return decisions(page)


def axe_findings(page: Page) -> list[str]:
    """What axe-core finds in the page as it is."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(
        """async () => (await axe.run(document, {resultTypes: ['violations']})).violations.flatMap(
          (each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 200)}`))"""
    )
    return [str(each) for each in found]


def wider_than_the_window(page: Page) -> bool:
    """Whether the page can be scrolled sideways."""
    return bool(
        page.evaluate(
            "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
        )
    )
