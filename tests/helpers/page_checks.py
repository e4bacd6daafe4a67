"""What every view of a page has to hold: no barriers by axe-core, and nothing wider than the window."""

from __future__ import annotations

import functools
import shutil
import subprocess
from typing import Any

from playwright.sync_api import Page

from folders import ROOT

_BROWSER = ROOT / "tools" / "browser"
_RUN = """axe.run(document, {resultTypes: ["violations"]}).then((found) => found.violations.map((each) => `${each.id}: ${each.help}: ${
  each.nodes.map((node) => node.html.slice(0, 200) + " " + node.any.concat(node.all).map((one) => one.message).join("; ")).join(" | ")
}`))"""


@functools.cache
def _axe() -> str:
    """The text of axe-core, which is installed if it is not there."""
    script = _BROWSER / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        npm = shutil.which("npm")
        assert npm is not None, "these tests need Node 20 or later, with npm"
        subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=_BROWSER, check=True)
    return script.read_text("utf-8")


def barriers(page: Page) -> list[str]:
    """What axe-core finds in a page. Its text is put there by the debugger, past the policy, which stays in force."""
    session = page.context.new_cdp_session(page)
    session.send("Runtime.evaluate", {"expression": f"{_axe()};0"})
    asked = {"expression": _RUN, "awaitPromise": True, "returnByValue": True}
    answer: dict[str, Any] = session.send("Runtime.evaluate", asked)
    session.detach()
    assert "exceptionDetails" not in answer, answer["exceptionDetails"]
    found: list[str] = answer["result"]["value"]
    return found


def wider_than_the_window(page: Page) -> list[str]:
    """The elements because of which a page could be scrolled sideways."""
    found: list[str] = page.evaluate(
        """() => {
          const root = document.documentElement;
          if (root.scrollWidth <= root.clientWidth) return [];
          return [...document.body.querySelectorAll("*")]
            .filter((each) => each.getBoundingClientRect().right > root.clientWidth + 1)
            .map((each) => each.outerHTML.slice(0, 120));
        }"""
    )
    return found
