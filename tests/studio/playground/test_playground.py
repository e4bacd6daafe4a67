"""The playground in Chromium, from a server that only hands out files: all that people do there, without a request to
anybody.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from page_checks import barriers, wider_than_the_window
from playground_browser import OpenPlayground
from studio_table import packed

CARD = "mycards/ratcatcher.yaml"
LINE = 8
"""Of this card: `rats_spread(region): at most 1`."""


def test_a_changed_card_is_played_and_shared(playground: OpenPlayground) -> None:
    page = playground.page()
    choose_first(page, 4)
    change_the_card(page)
    expect(page.locator("#view-rules")).to_contain_text("the position stays")
    page.get_by_role("link", name="Table", exact=True).click()
    expect(page).to_have_url(re.compile(r"shared="))
    before = page.url
    choose_first(page, 1, begins=4)
    expect(page).not_to_have_url(before)

    other = playground.page(page.url.partition("/index.html")[2])
    expect(made(other)).to_have_text("5 / 5")
    assert "at most 12" in ask(other, "file", what="read", path=CARD)["text"]
    told = [each.locator(".log-list").inner_text() for each in (page, other)]
    assert told[0] == told[1]


@pytest.mark.campaign
def test_no_view_shuts_anybody_out(playground: OpenPlayground) -> None:
    page = playground.page()
    choose_first(page, 1)
    for width in (1600, 360):
        page.set_viewport_size({"width": width, "height": 800})
        for view in ("Table", "Rules", "Cards", "Runs"):
            page.get_by_role("link", name=view, exact=True).click()
            expect(page.locator(f"#view-{view.lower()}")).not_to_be_empty()
            assert (view, width, barriers(page), wider_than_the_window(page)) == (
                view,
                width,
                [],
                [],
            )


def test_everything_works_when_the_network_is_gone(playground: OpenPlayground) -> None:
    page = playground.page()
    choose_first(page, 2)
    page.wait_for_load_state("networkidle")
    playground.static.stop()
    change_the_card(page)
    for view in ("Cards", "Runs", "Table"):
        page.get_by_role("link", name=view, exact=True).click()
        expect(page.locator(f"#view-{view.lower()}")).not_to_be_empty()
    choose_first(page, 1, begins=2)
    # Another client of the page has a worker of its own, made from what the page holds.
    assert "at most 12" in ask(page, "file", what="read", path=CARD)["text"]
    hello = ask(page, "hello", protocol=1, language="en")
    opened = ask(page, "open", **hello["start"], players=4, seed=5, language="en")
    assert opened["position"]["ask"]["options"]


@pytest.mark.campaign
def test_files_are_kept_if_somebody_asks_for_that(playground: OpenPlayground) -> None:
    page = playground.page()
    choose_first(page, 1)
    change_the_card(page)
    assert kept(page) is None  # nothing, as long as nobody has asked
    button = page.get_by_role("button", name="Keep files")
    button.click()
    expect(page.locator(".messages")).to_contain_text("stay in this browser")
    change_the_card(page, "3")
    until_kept(page, "at most 123")

    again(playground, page)
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#view-rules .cm-content")).to_contain_text("at most 123")
    button.click()
    expect(page.locator(".messages")).to_contain_text("has forgotten your files")
    assert kept(page) is None

    again(playground, page)
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#view-rules .cm-content")).not_to_contain_text("at most 12")


@pytest.mark.campaign
def test_files_that_somebody_shared_are_not_kept(playground: OpenPlayground) -> None:
    page = playground.page()
    choose_first(page, 1)
    change_the_card(page)
    button = page.get_by_role("button", name="Keep files")
    button.click()
    until_kept(page, "at most 12")
    text = "class_card: ratcatcher\nclass: peasantry\nname: Other\ntext: Other.\n"
    link = shared(**{"with": ["mycards"]}, seed=1, files={CARD: text})
    page.evaluate("(hash) => { location.hash = hash; }", f"#/table?shared={link}")
    expect(page.locator(".messages")).to_contain_text("that somebody shared are not kept")
    expect(button).to_have_attribute("aria-pressed", "false")
    until_kept(page, "at most 12")


@pytest.mark.campaign
def test_games_are_played_in_slices_and_the_page_is_answered_meanwhile(
    playground: OpenPlayground,
) -> None:
    page = playground.page()
    choose_first(page, 1)
    page.get_by_role("link", name="Runs", exact=True).click()
    start_run(page, 1_000_000)
    state = page.locator("#run-001 .run-state")
    expect(state).to_contain_text("games/s")
    # A card is saved while games are played: the page has it, should the engine have to be stopped.
    change_the_card(page)
    changed = page.evaluate(
        """async (path) => {
          const { changedFiles } = await import("./playground/carrier.mjs");
          return new TextDecoder().decode(changedFiles()[path]);
        }""",
        CARD,
    )
    assert "at most 12" in changed
    page.get_by_role("link", name="Table", exact=True).click()
    choose_first(page, 1, begins=1)
    page.get_by_role("link", name="Runs", exact=True).click()
    page.get_by_role("button", name="Stop: 001").click()
    expect(state).to_contain_text("Stopped after")
    start_run(page, 10)
    expect(page.get_by_role("heading", name="Who wins, by seat")).to_be_visible()
    expect(page.locator("#run-002 .run-state")).to_have_text("10 games")


@pytest.mark.campaign
def test_an_engine_that_works_for_long_is_stopped_and_begun_again(
    playground: OpenPlayground,
) -> None:
    page = playground.page()
    choose_first(page, 1)
    change_the_card(page)
    page.get_by_role("link", name="Table", exact=True).click()
    begun = ask(page, "open", ruleset="rattus", players=2, seed=1)
    lasting = {seat["id"]: "mc:1000000" for seat in begun["table"]["seats"]}
    ask(page, "seats", game=begun["game"], seats=lasting)
    page.evaluate(
        """(game) => {
          globalThis.played = globalThis.asking.ask("play", { game, at: 0 }).catch((refusal) => refusal.code);
        }""",
        begun["game"],
    )
    page.get_by_role("button", name="Stop it").click()
    # Who asks while the next engine begins is told to ask again, and is not in its way.
    early = page.evaluate(
        """() => Promise.all(Array.from({ length: 5 }, () =>
          globalThis.asking.ask("hello", { protocol: 1 }).then(() => "ok", (refusal) => refusal.code)))"""
    )
    assert set(early) <= {"ok", "unavailable"}
    assert page.evaluate("() => globalThis.played") == "unavailable"
    assert "at most 12" in ask(page, "file", what="read", path=CARD)["text"]


@pytest.mark.campaign
def test_the_language_server_finds_what_is_wrong(playground: OpenPlayground) -> None:
    page = playground.page("#/rules")
    text = "class_card: rower\nclass: peasantry\nname: Rower\ntext: Row.\nability: |\n  choose region from regoins\n"
    assert findings(page, "mycards/rower.yaml", text) == ["E401"]


def shared(**fields: object) -> str:
    return packed(json.dumps({"ruleset": "rattus", "with": [], **fields}).encode())


HOSTILE = {
    "nothing packed": "AAAA",
    "no base64": "%%%%",
    "a bomb": packed(bytes(50_000_000)),
    "no JSON": packed(b"{"),
    "no object": packed(b"[]"),
    "many levels": packed(b"[" * 100_000),
    "no game": packed(b"{}"),
    "a number for a name": shared(ruleset=7),
    "a game that is not there": shared(ruleset="../../etc"),
    "choices that are not offered": shared(choices=["atlantis"]),
    "too many choices": shared(choices=["gallia"] * 100_001),
    "a table for nobody": shared(players=-1),
    "a table for too many": shared(players=10**9),
    "options of a prototype": packed(b'{"ruleset":"rattus","options":{"__proto__":{"a":1}}}'),
    "a path out": shared(files={"../x.yaml": "a"}),
    "a path from the top": shared(files={"/etc/x.yaml": "a"}),
    "a program": shared(files={"rattus/x.py": "a"}),
    "a file that is none": shared(files={"rattus/game.yaml": {}}),
    "rules that are none": shared(files={"rattus/game.yaml": "game: rattus\n  a: [\n"}),
}


def test_hostile_links_are_refused_with_a_message(playground: OpenPlayground) -> None:
    page = playground.page()
    choose_first(page, 1)
    refused = page.locator(".messages .message, dialog[open]")
    for name, text in HOSTILE.items():
        page.evaluate("() => document.querySelector('.messages').replaceChildren()")
        page.evaluate("(hash) => { location.hash = hash; }", f"#/table?shared={text}")
        expect(refused.first, name).to_be_visible()
        page.keyboard.press("Escape")
    page.evaluate("() => { location.hash = '#/table?ruleset=notre_dame&players=2&seed=1'; }")
    choose_first(page, 1)
    assert playground.faults == []


@pytest.mark.campaign
def test_names_and_texts_in_a_link_are_only_shown(playground: OpenPlayground) -> None:
    evil = '<img src=x onerror="document.title=1"><script>document.title = 2</script>'
    text = "\n".join(
        (
            "class_card: ratcatcher",
            "class: peasantry",
            f"name: '{evil}'",
            f"text: '{evil}'",
            "",
        )
    )
    link = shared(**{"with": ["mycards"]}, seed=1, files={CARD: text})
    page = playground.page(f"#/table?shared={link}")
    choose_first(page, 1)
    expect(page.locator("#view-table")).to_contain_text("<img src=x")
    assert page.locator("#content img[src=x], #content script").count() == 0


# ---- what people do


def made(page: Page) -> Any:
    """How many choices the table shows, and of how many."""
    return page.locator("#view-table output.count")


def choose_first(page: Page, times: int, begins: int = 0) -> None:
    """Takes the first option, so many times."""
    for at in range(begins, begins + times):
        expect(made(page)).to_have_text(f"{at} / {at}")
        page.locator("#view-table .option").first.click()
    expect(made(page)).to_have_text(f"{begins + times} / {begins + times}")


def change_the_card(page: Page, typed: str = "2") -> None:
    """Types a digit behind `at most 1`, and waits until that is saved."""
    page.evaluate("(hash) => { location.hash = hash; }", f"#/rules/{CARD}:{LINE}")
    expect(page.locator("#view-rules .path")).to_have_text(CARD)
    expect(page.locator("#view-rules .cm-content")).to_contain_text("at most 1")
    page.locator("#view-rules .cm-activeLine", has_text="at most 1").click()
    page.keyboard.press("End")
    page.keyboard.type(typed)
    expect(page.locator("#view-rules .status")).to_have_attribute("data-state", "saved")


def start_run(page: Page, games: int) -> None:
    form = page.locator(".runs-form")
    form.get_by_label("Games", exact=True).last.fill(f"{games}")
    form.get_by_role("button", name="Start").click()


def again(playground: OpenPlayground, page: Page) -> None:
    """Opens the page anew, at the card: as somebody does who comes back."""
    page.goto("about:blank")
    page.goto(f"{playground.static.origin}/index.html#/rules/{CARD}:{LINE}")
    expect(page.locator("#view-rules .path")).to_have_text(CARD)


# ---- what the page says to its workers


def kept(page: Page) -> dict[str, str] | None:
    """The texts of the files that this browser keeps, by path."""
    found: dict[str, str] | None = page.evaluate(
        """async () => {
          const { kept } = await import("./playground/kept.mjs");
          const found = await kept();
          const text = (data) => (data ? new TextDecoder().decode(data) : "");
          return found && Object.fromEntries(Object.entries(found).map(([path, data]) => [path, text(data)]));
        }"""
    )
    return found


def until_kept(page: Page, text: str) -> None:
    """Waits until the browser keeps the card with this text."""
    for _ in range(1000):
        if text in (kept(page) or {}).get(CARD, ""):
            return
        page.wait_for_timeout(20)
    raise AssertionError(kept(page))


def ask(page: Page, what: str, /, **fields: Any) -> Any:
    """What an engine of the page answers: another client, with a worker of its own, asks."""
    script = """async ([what, fields]) => {
      const { Client } = await import("./client.mjs");
      globalThis.asking ??= new Client();
      const late = new Promise((_, reject) => setTimeout(() => reject(new Error("no answer")), 120_000));
      const answer = globalThis.asking.ask(what, fields).catch((refusal) => {
        throw new Error(JSON.stringify(refusal));
      });
      return Promise.race([answer, late]);
    }"""
    return page.evaluate(script, [what, fields])


def findings(page: Page, path: str, text: str) -> list[str]:
    """The codes of what a language server of the page finds in a file with this text."""
    script = """async ([path, opened]) => {
      const { languageServer } = await import("./carrier.mjs");
      const server = languageServer();
      const tell = (method, params, id) => server.send(JSON.stringify({ jsonrpc: "2.0", method, params, id }));
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
      tell("initialize", { processId: null, rootUri: "file:///games", capabilities: {} }, 1);
      const late = new Promise((_, reject) => setTimeout(() => reject(new Error("no findings")), 120_000));
      return (await Promise.race([found, late])).map((each) => each.code);
    }"""
    return [str(code) for code in page.evaluate(script, [path, text])]
