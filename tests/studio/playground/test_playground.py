"""The playground in Chromium, from a server that only hands out files."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from playground_browser import OpenPlayground


def ask(page: Page, what: str, **fields: Any) -> Any:
    """What the engine of the page answers; the page keeps one client for all questions of a test."""
    script = """async ([what, fields]) => {
      const { Client } = await import("./client.mjs");
      globalThis.asking ??= new Client();
      return globalThis.asking.ask(what, fields);
    }"""
    return page.evaluate(script, [what, fields])


def test_a_game_is_played(playground: OpenPlayground) -> None:
    page = playground.page()
    hello = ask(page, "hello", protocol=1, language="en")
    opened = ask(page, "open", **hello["start"], players=4, seed=1, language="en")
    game, position = opened["game"], opened["position"]
    for at in range(8):
        assert position["at"] == at
        option = position["ask"]["options"][0]["id"]
        position = ask(page, "choose", game=game, at=at, option=option, seat="all")["position"]
    assert position["at"] == 8
