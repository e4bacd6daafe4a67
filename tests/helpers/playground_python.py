"""Python in a worker of the playground: what tests ask there, for which the playground has no message."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page

from build_playground import PACKAGE

# Stands in for the language server: each message is a program, which sets `found`.
_PROGRAMS = """
import json, os, traceback
import boardwright.rulesets

class Programs:
    def __init__(self, send):
        self.send = send

    def put(self, text):
        names = {}
        try:
            exec(text, names)
            self.send(json.dumps({"found": names["found"]}))
        except BaseException:
            self.send(json.dumps({"failed": traceback.format_exc()}))

    def step(self):
        return False

def begin(folder, start, send, misfit):
    os.chdir(folder)
    boardwright.rulesets.__path__[:] = [folder]
    return Programs(send)
"""

_RUN = """async ([archive, text]) => {
  const { loadKit } = await import("/playground/loading.mjs");
  if (!globalThis.programs) {
    const kit = await loadKit(() => {});
    const more = Uint8Array.from(atob(archive), (each) => each.charCodeAt(0)).buffer;
    const worker = new Worker(kit.script, { type: "module" });
    const { runtime, library, engine, about } = kit;
    const ready = new Promise((resolve) => worker.addEventListener("message", resolve, { once: true }));
    worker.postMessage({
      role: "language", runtime, library, archives: [engine, more], lock: about.lock, start: about.start, files: {},
    });
    await ready;
    globalThis.programs = worker;
  }
  const answer = new Promise((resolve) => {
    globalThis.programs.addEventListener("message", function hear({ data }) {
      if (typeof data !== "string") return;
      globalThis.programs.removeEventListener("message", hear);
      resolve(data);
    });
  });
  globalThis.programs.postMessage(text);
  return JSON.parse(await answer);
}"""


def run_in_worker(page: Page, program: str, helpers: Mapping[str, str] | None = None) -> Any:
    """What a program of Python sets as `found`, run in a worker of this page that has the archive of the engine. It may import
    `helpers`, which are modules by the names of their files.
    """
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(f"{PACKAGE}/boardwright/lsp/playground.py", _PROGRAMS)
        for name, text in (helpers or {}).items():
            file.writestr(f"{PACKAGE}/{name}", text)
    answer = page.evaluate(_RUN, [base64.b64encode(archive.getvalue()).decode(), program])
    assert "found" in answer, answer["failed"]
    return answer["found"]
