"""Real Chromium at the playground, from a server that only hands out files. Whatever appears on the console, fails, or asks
another host, is kept as a fault.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

PATIENCE = 100_000.0  # milliseconds, for machines that do a lot at the same time


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is printed."""


@dataclass
class Static:
    """Serves a folder until it is stopped."""

    folder: Path
    _server: ThreadingHTTPServer | None = None

    def __post_init__(self) -> None:
        handler = functools.partial(_Files, directory=str(self.folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


@dataclass
class OpenPlayground:
    """A playground, and what was seen in its pages that should not be."""

    static: Static
    browser: Browser
    faults: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    _contexts: list[BrowserContext] = field(default_factory=list)

    def page(
        self,
        route: str = "",
        *,
        width: int = 1280,
        height: int = 800,
        colours: Literal["light", "dark"] = "light",
        file: str = "index.html",
    ) -> Page:
        """The page in a window of its own."""
        context = self.browser.new_context(
            color_scheme=colours, locale="en-GB", viewport={"width": width, "height": height}
        )
        self._contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.on("console", self._said)
        context.on("request", lambda seen: self._asked(seen.url))
        # Of a file that is not a page; the page names its icon.
        context.route("**/favicon.ico", lambda route: route.fulfill(status=204))
        page = context.new_page()
        page.on("pageerror", lambda seen: self.faults.append(f"error: {seen}"))
        page.goto(f"{self.static.origin}/{file}{route}")
        return page

    def _said(self, seen: ConsoleMessage) -> None:
        self.faults.append(f"console: {seen.text} ({seen.location['url']})")

    def _asked(self, url: str) -> None:
        self.requests.append(url)
        if not url.startswith((f"{self.static.origin}/", "data:", "blob:")):
            self.faults.append(f"request: {url}")

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@contextmanager
def playground_at(folder: Path, browser: Browser) -> Iterator[OpenPlayground]:
    """Serves the playground of a folder. In the end nothing may have been seen that should not be."""
    static = Static(folder)
    opened = OpenPlayground(static, browser)
    try:
        yield opened
    finally:
        opened.close()
        static.stop()
    assert opened.faults == [], opened.faults
