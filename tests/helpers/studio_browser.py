"""Real Chromium at a real studio. Whatever appears on the console, fails, or asks another host, is kept as a fault.

The policy of the page is never bypassed, so nothing here evaluates text in the page: use locators, and `evaluate` with
an arrow function, but not `wait_for_function`.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    WebSocket,
    expect,
    sync_playwright,
)

from boardwright.studio.serving.guard import Guard
from boardwright.studio.serving.page_files import PageFiles, our_page
from boardwright.studio.serving.server import Limits
from studio_server import served

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ENGINE = "boardwright.studio.serving.engine_process"
_PATIENCE = 20_000.0
expect.set_options(timeout=_PATIENCE)


@dataclass
class OpenStudio:
    """A studio, with the folder that it shows, and what was seen in its pages that should not be."""

    guard: Guard
    folder: Path | None
    browser: Browser
    faults: list[str] = field(default_factory=list)
    _context: BrowserContext | None = None

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.guard.port}"

    def page(
        self,
        route: str = "",
        *,
        width: int = 1280,
        height: int = 800,
        colours: Literal["light", "dark"] = "light",
    ) -> Page:
        """A new tab at this route, such as `#/rules`. All tabs of a test are in one window of the browser."""
        if self._context is None:
            self._context = self.browser.new_context(color_scheme=colours, locale="en-GB")
            self._context.set_default_timeout(_PATIENCE)
            self._context.on("console", self._console)
            self._context.on("request", self._request)
        page = self._context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.on("pageerror", self._error)
        page.on("websocket", self._websocket)
        page.goto(f"{self.origin}/?token={self.guard.invite()}{route}")
        return page

    def close(self) -> None:
        if self._context is not None:
            self._context.close()

    def _console(self, message: ConsoleMessage) -> None:
        self.faults.append(f"console, {message.type}: {message.text}")

    def _error(self, error: Error) -> None:
        self.faults.append(f"error: {error}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.origin}/", "data:", "blob:")):
            self.faults.append(f"request: {request.url}")

    def _websocket(self, opened: WebSocket) -> None:
        if not opened.url.startswith(self.origin.replace("http", "ws", 1) + "/"):
            self.faults.append(f"socket: {opened.url}")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser. While it runs, its thread can run no event loop of others."""
    found = shutil.which("chromium")
    assert found is not None, "these tests need Chromium: `apt-get install chromium`"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(_FLAGS))
        yield browser
        browser.close()


@dataclass
class Studios:
    """Opens studios on copies of rulesets, in a folder for this test."""

    browser: Browser
    folder: Path
    opened: list[OpenStudio] = field(default_factory=list)
    _stack: ExitStack = field(default_factory=ExitStack)

    def __call__(
        self,
        ruleset: Path | None = None,
        *,
        start: str | None = None,
        expansions: Sequence[str] = (),
        page: PageFiles | None = None,
        engine: Sequence[str] = (),
        limits: Limits | None = None,
    ) -> OpenStudio:
        """A studio of a copy of this folder, or of the shipped games only, which opens with the game `start`."""
        folder = None
        if ruleset is not None:
            folder = self.folder / f"{len(self.opened)}" / ruleset.name
            shutil.copytree(ruleset, folder, symlinks=True)
        begin = None if start is None else {"ruleset": start, "with": list(expansions)}
        words = json.dumps({"folder": None if folder is None else str(folder), "start": begin})
        serving = served(page or our_page(), engine or (ENGINE, words), folder, limits)
        self.opened.append(OpenStudio(self._stack.enter_context(serving), folder, self.browser))
        return self.opened[-1]

    def close(self) -> list[str]:
        """Ends them all; the faults that were seen."""
        for each in self.opened:
            each.close()
        self._stack.close()
        return [fault for each in self.opened for fault in each.faults]
