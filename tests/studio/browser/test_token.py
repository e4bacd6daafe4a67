"""The page has its second token from the address, keeps it in its tab, and other tabs ask for it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from boardwright.studio.serving.page_files import PageFiles, our_page
from studio_browser import OpenStudio, Studios
from studio_server import STAND_IN

INDEX = b"""<!doctype html><html lang="en"><head><title>Token</title><link rel="icon" href="icon.svg">
<script type="module" src="try.mjs"></script></head><body></body></html>"""
# Says what came of the first question, or why the socket was closed.
SCRIPT = b"""import { socketToken } from "./token.mjs";
const say = (text) => { document.body.textContent = text; };
const socket = new WebSocket(`ws://${location.host}/socket`);
socket.addEventListener("open", async () => {
  socket.send(JSON.stringify({ token: await socketToken() }));
  socket.send(JSON.stringify({ id: 1, do: "echo", say: "hello" }));
});
socket.addEventListener("message", (event) => say(JSON.parse(event.data).ok.said));
socket.addEventListener("close", (event) => say(String(event.code)));
"""


def begin(studio: Studios) -> OpenStudio:
    ours = our_page().files
    files = {name: ours[name] for name in ("token.mjs", "icon.svg")}
    page = PageFiles({"index.html": INDEX, "try.mjs": SCRIPT, **files}, "0" * 32)
    return studio(page=page, engine=STAND_IN)


def says(page: Page, text: str) -> None:
    expect(page.locator("body")).to_have_text(text)


def test_the_address_is_clean_and_the_page_can_be_loaded_again(studio: Studios) -> None:
    page = begin(studio).page("#/table")
    says(page, "hello")
    assert page.evaluate("() => location.search + location.hash") == "#/table"
    page.reload()
    says(page, "hello")


def test_another_tab_asks_the_first(studio: Studios) -> None:
    opened = begin(studio)
    first = opened.page()
    says(first, "hello")
    second = first.context.new_page()
    second.goto(f"{opened.origin}/")
    says(second, "hello")


def test_a_page_without_the_token_is_not_served(studio: Studios) -> None:
    opened = begin(studio)
    first = opened.page()
    says(first, "hello")
    context = first.context
    first.close()
    alone = context.new_page()
    alone.goto(f"{opened.origin}/")  # it has the cookie, and nobody to ask
    says(alone, "4403")
