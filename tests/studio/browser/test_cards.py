"""The view of cards in a real browser: what is shown, found, filtered and printed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from fruit import planted
from look_folders import pages_of
from page_checks import barriers, wider_than_the_window
from studio_browser import OpenStudio, Studios

pytestmark = pytest.mark.one_in(2, of="file")


@pytest.fixture
def fruit(studio: Studios, tmp_path: Path) -> OpenStudio:
    return studio(planted(tmp_path))


def cards_of(page: Page) -> Locator:
    return page.locator(".card-item")


def checked(page: Page) -> None:
    expect(page.locator(".cards-about .fine, .cards-about .wrong")).to_be_visible()


def saved_pdf(page: Page, folder: Path) -> bytes:
    """The PDF that the dialog has made."""
    with page.expect_download() as waiting:
        page.get_by_role("link", name=re.compile("^Save ")).click()
    waiting.value.save_as(folder / "saved.pdf")
    return (folder / "saved.pdf").read_bytes()


def test_cards_are_shown_as_they_are_printed(fruit: OpenStudio) -> None:
    page = fruit.page("#/cards")
    picture = cards_of(page).first.locator("img")
    expect(picture).to_be_visible()
    assert (picture.get_attribute("src") or "").startswith("data:image/svg+xml;base64,")
    assert picture.evaluate("(image) => image.naturalWidth") > 100
    checked(page)
    expect(page.locator(".cards-about .fine")).to_have_text("Nothing wrong")


def test_a_card_leads_to_its_line(fruit: OpenStudio) -> None:
    page = fruit.page("#/cards")
    link = cards_of(page).filter(has=page.locator("a.card-open")).first.locator("a.card-open")
    path = (link.get_attribute("href") or "").removeprefix("#/rules/")
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".rules .path")).to_have_text(path.rpartition(":")[0])
    page.go_back()
    expect(cards_of(page).first).to_be_visible()


def test_a_list_is_filtered_and_the_address_says_how(studio: Studios) -> None:
    page = studio(start="rattus", expansions=["mercatus"]).page("#/cards")
    expect(cards_of(page)).to_have_count(68)
    page.get_by_label("Kind").select_option(label="class card")
    expect(cards_of(page)).to_have_count(18)
    page.get_by_label("From").select_option(label="Mercatus")
    expect(cards_of(page)).to_have_count(12)
    page.get_by_label("From").select_option(label="All")
    page.get_by_label("Find", exact=True).fill("king")
    expect(cards_of(page)).to_have_count(4)  # one has it in its name, three in their text
    expect(page.locator(".cards-about")).to_contain_text("4 of 68 pieces")
    page.get_by_label("Language of the cards").select_option("it")
    page.get_by_label("Find", exact=True).fill("re")
    expect(page.locator("img[alt^='Re.']")).to_be_visible()
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("img[alt^='Re.']")).to_be_visible()


def test_findings_stand_at_their_card(fruit: OpenStudio) -> None:
    assert fruit.folder is not None
    pear = fruit.folder / "cards" / "pear.yaml"
    text = pear.read_text("utf-8")
    long = "Donaudampfschifffahrtsgesellschaftskapitaenin"
    pear.write_text(re.sub("(?m)^name: .*$", f"name: {long}", text), "utf-8")
    page = fruit.page("#/cards")
    finding = page.locator(".card-item .finding a")
    expect(finding).to_contain_text("E710")
    page.get_by_label("Only with findings").check()
    expect(cards_of(page)).to_have_count(1)
    finding.click()
    expect(page.locator(".rules .path")).to_have_text("cards/pear.yaml")


def test_rules_that_cannot_be_read_are_told(fruit: OpenStudio) -> None:
    assert fruit.folder is not None
    pear = fruit.folder / "cards" / "pear.yaml"
    pear.write_text("fruit: pear\nworht: 1\n", "utf-8")
    page = fruit.page("#/cards")
    expect(page.get_by_text("The rules cannot be read")).to_be_visible()
    expect(page.locator(".finding a").first).to_have_attribute(
        "href", re.compile("cards/pear.yaml:2")
    )


@pytest.mark.one_in(3)
@pytest.mark.parametrize("what", ["Cards and tokens", "Board", "Rules"])
def test_everything_is_printed_from_a_dialog(studio: Studios, tmp_path: Path, what: str) -> None:
    page = studio(start="rattus").page("#/cards")
    expect(cards_of(page).first).to_be_visible()
    page.get_by_role("button", name="Print…").click()
    page.get_by_role("radio", name=what).check()
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.get_by_text("is ready")).to_be_visible()
    assert pages_of(saved_pdf(page, tmp_path)) >= 4
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nothing_is_in_the_way(studio: Studios, colours: Literal["light", "dark"]) -> None:
    page = studio(start="rattus").page("#/cards", colours=colours)
    expect(page.locator(".card-item img").first).to_be_visible()
    checked(page)
    for width in (360, 800, 1600):
        page.set_viewport_size({"width": width, "height": 800})
        assert wider_than_the_window(page) == []
    assert barriers(page) == []
    page.get_by_role("button", name="Print…").click()
    page.set_viewport_size({"width": 360, "height": 800})
    assert wider_than_the_window(page) == [] and barriers(page) == []


def test_a_card_from_nothing_to_paper_by_clicks_and_keys(fruit: OpenStudio, tmp_path: Path) -> None:
    page = fruit.page("#/rules")
    page.get_by_role("button", name="New file").click()
    page.get_by_label("Path in the folder").fill("cards/plum")
    page.keyboard.press("Enter")
    expect(page.locator(".rules .path")).to_have_text("cards/plum.yaml")
    expect(page.locator(".rules .text .cm-content")).to_be_focused()
    page.keyboard.type("fruit: plum\nworth: 1\ncopies: 2\nname: Plum\nbite: |\ntake 1 point")
    page.keyboard.press("Escape")
    expect(page.locator(".rules .status")).to_have_attribute("data-state", "saved")
    page.keyboard.press("Alt+3")
    plum = page.locator("img[alt^='Plum.']")
    expect(plum).to_be_visible()
    expect(page.locator(".card-item").filter(has=plum)).to_contain_text("2 copies")
    checked(page)
    page.get_by_role("button", name="Print…").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name="Make the PDF").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name=re.compile("^Save "))).to_be_focused()
    assert pages_of(saved_pdf(page, tmp_path)) >= 2


def test_without_a_press_the_page_draws_the_cards(studio: Studios) -> None:
    words = json.dumps({"folder": None, "start": {"ruleset": "rattus", "with": []}})
    page = studio(start="rattus", engine=("engine_without_press", words)).page("#/cards")
    expect(page.get_by_text("Drawn by the page.")).to_be_visible()
    drawn = page.locator("#card-class_card-king .drawn")
    expect(drawn.locator("strong")).to_have_text("King")
    expect(drawn.locator("svg path").first).to_be_visible()
    checked(page)
    assert barriers(page) == []
    page.get_by_role("button", name="Print…").click()
    expect(page.get_by_role("dialog")).to_contain_text("Printing needs a Boardwright")
