"""Rules of a stranger in the real page: whatever is in names, texts and files is shown as text, or refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

import hostile
from page_checks import wider_than_the_window
from studio_browser import OpenStudio, Studios
from studio_server import Client

# What the texts would have made of the page, had any of them become elements.
INJECTED = 'img[src="x"], svg[onload], a[href^="javascript:"], b, script:not([src]), [onerror]'
WIDTHS = (360, 800, 1600)


@pytest.fixture
def collection(studio: Studios, tmp_path: Path) -> OpenStudio:
    return studio(hostile.planted(tmp_path), start="hostile")


def assert_is_text(page: Page) -> None:
    """Nothing has run, nothing has become an element, and nothing is wider than the page."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert wider_than_the_window(page) == []
    assert page.evaluate("name => name in window", hostile.TAKEN) is False
    expect(page.locator(INJECTED)).to_have_count(0)


def test_names_and_texts_at_the_table(collection: OpenStudio) -> None:
    page = collection.page("#/table", width=1600)
    for at in range(8):
        expect(page.locator("output.count")).to_contain_text(f"{at} /")
        page.locator("button.option").first.click()
    expect(page.locator(".view.table")).to_contain_text("<script>")
    assert_is_text(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("<script>")
    assert_is_text(page)


@pytest.mark.parametrize("view", ["rules/hostile/game.yaml", "cards", "runs"])
def test_names_and_texts_in_the_other_views(collection: OpenStudio, view: str) -> None:
    page = collection.page(f"#/{view}", width=1600)
    expect(page.locator(f".view.{view.partition('/')[0]}")).to_contain_text("<script>")
    assert_is_text(page)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("sign", ["\x1b[2J", "\x00", "\u202e", "\x9b"])
def test_control_characters_are_refused(studio: Studios, tmp_path: Path, sign: str) -> None:
    root = hostile.planted(tmp_path)
    part = f'part: more\npieces:\n  villager:\n    more: {{name: "a{sign}b"}}\n'
    (root / "hostile" / "more.yaml").write_text(part, "utf-8")
    page = studio(root, start="hostile").page("#/table")
    expect(page.get_by_role("dialog")).to_contain_text("hostile/more.yaml:4")
    assert sign not in page.evaluate("() => document.body.textContent")
    page.get_by_role("link", name="hostile/more.yaml:4").click()
    expect(page.locator(".rules .path")).to_have_text("hostile/more.yaml")


def test_a_picture_that_is_a_program_runs_nothing(collection: OpenStudio) -> None:
    # In a window that nobody watches: Chromium says on the console what it has refused.
    with collection.browser.new_context() as context:
        asked: list[Request] = []
        context.on("request", lambda request: asked.append(request))
        page = context.new_page()
        page.goto(f"{collection.origin}/?token={collection.guard.invite()}")
        page.goto(f"{collection.origin}/picture/hostile/map.svg")
        assert page.evaluate("name => name in window", hostile.TAKEN) is False
        foreign = [each for each in asked if not each.url.startswith(collection.origin)]
        assert {each.failure for each in foreign} <= {"csp"}  # refused before they left


FIELDS = {
    "read": {},
    "write": {"text": "x", "hash": "0"},
    "new": {"text": "x"},
    "delete": {"hash": "0"},
    "rename": {"hash": "0", "to": "mine.yaml"},
}


def test_links_lead_nowhere(collection: OpenStudio) -> None:
    client = Client(collection.guard)
    for name in ("out.png", "up/secret.yaml", "up/collection/text.png", "../secret.yaml"):
        assert client.ask(f"/picture/{name}").status == 404
    assert collection.folder is not None
    (collection.folder.parent / "secret.yaml").write_text("secret: yes\n")
    with client.connected() as socket:
        listed = socket.ask(do="file", what="list")["ok"]["files"]
        ours = {"hostile/game.yaml", "hostile/map.svg", "text.png"}
        assert {each["path"] for each in listed if not each["locked"]} == ours
        for path in ("out.yaml", "up/secret.yaml", "../secret.yaml", "/etc/hostname", "up"):
            for what, fields in FIELDS.items():
                answer = socket.ask(do="file", what=what, path=path, **fields)
                assert answer["error"]["code"] in ("refused", "not_found", "conflict"), (what, path)
    assert (collection.folder.parent / "secret.yaml").read_text() == "secret: yes\n"
    assert (collection.folder / "out.yaml").is_symlink()
