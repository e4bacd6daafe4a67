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


def test_everything_works_when_the_network_is_gone(playground: OpenPlayground) -> None:
    page = playground.page()
    page.locator(".playground-loading").wait_for(state="detached")
    page.wait_for_load_state("networkidle")
    playground.static.stop()
    hello = ask(page, "hello", protocol=1, language="en")  # from a second worker
    opened = ask(page, "open", **hello["start"], players=2, seed=5, language="en")
    assert opened["position"]["ask"]["options"]
    assert findings(page, "mycards/ratcatcher.yaml", "class_card: x\nclas: peasantry\n")
    for view in ("Rules", "Cards", "Runs", "Table"):
        page.get_by_role("link", name=view, exact=True).click()
        page.locator(f"#view-{view.lower()} :first-child").first.wait_for()


def findings(page: Page, path: str, text: str) -> list[str]:
    """The codes of what a language server of the page finds in a file with this text."""
    script = """async ([path, text]) => {
      const { languageServer } = await import("./carrier.mjs");
      const server = languageServer();
      const uri = `file:///games/${path}`;
      const found = new Promise((resolve) => {
        server.subscribe((text) => {
          const { id, method, params } = JSON.parse(text);
          if (id === 1) {
            tell("initialized", {});
            tell("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text: opened } });
          }
          if (method === "textDocument/publishDiagnostics" && params.uri === uri) resolve(params.diagnostics);
        });
      });
      const opened = text;
      const tell = (method, params, id) => server.send(JSON.stringify({ jsonrpc: "2.0", method, params, id }));
      tell("initialize", { processId: null, rootUri: "file:///games", capabilities: {} }, 1);
      const late = new Promise((_, reject) => setTimeout(() => reject(new Error("no findings")), 120_000));
      return (await Promise.race([found, late])).map((each) => each.code);
    }"""
    return [str(code) for code in page.evaluate(script, [path, text])]


def test_the_language_server_finds_what_is_wrong(playground: OpenPlayground) -> None:
    page = playground.page()
    text = "class_card: rower\nclass: peasantry\nname: Rower\ntext: Row.\nability: |\n  choose region from regoins\n"
    assert findings(page, "mycards/rower.yaml", text) == ["E401"]
