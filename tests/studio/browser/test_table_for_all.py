"""The table for everybody: by keys alone, read aloud, in each width and both colours, in three languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from studio_browser import Studios
from studio_table import (
    axe_findings,
    decisions,
    is_over,
    made,
    open_game,
    route,
    wider_than_the_window,
)


@pytest.mark.campaign
def test_a_whole_game_by_keys(studio: Studios) -> None:
    page = studio().page()
    page.get_by_role("button", name="Rattus").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Begin")).to_be_enabled()
    page.get_by_label("Players").focus()
    page.keyboard.press("ArrowUp")  # two
    page.get_by_label("Yellow").focus()
    page.keyboard.press("p")  # a person
    page.get_by_label("Seed").focus()
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    expect(page.locator(".seat")).to_have_count(2)
    expect(page.locator(".option").first).to_be_visible()
    page.keyboard.press("ArrowDown")  # to the list, from wherever nothing is in focus
    while not is_over(page):
        count = decisions(page)
        page.keyboard.press("ArrowDown" if count % 3 == 1 else "1")
        if count % 3 == 1:
            page.keyboard.press("Enter")
        made(page, count + 1)
        if not is_over(page):
            expect(page.locator(".view.table :focus")).to_have_count(1)


def test_digits_wait_for_a_second_one_if_there_could_be_one(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=4, seed=7)
    assert page.locator(".option").count() >= 10
    page.keyboard.type("10")
    made(page, 1)
    expect(page.locator(".log-row.now")).to_contain_text("in Turcia")


def test_what_is_asked_is_heard(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7)
    heard = page.locator("[aria-live=polite]")
    expect(heard).to_contain_text("Which region?")
    page.keyboard.press("2")
    expect(heard).to_contain_text("Red places 2 cubes in Gallia.")


def through_the_states(page: Page) -> list[str]:
    """What axe finds in each state of the table, and where it would scroll sideways."""
    found: list[str] = []

    def look(state: str) -> None:
        found.extend(f"{state}: {each}" for each in axe_findings(page))
        if wider_than_the_window(page):
            found.append(f"{state}: wider than the window")

    def to(ruleset: str, **more: object) -> None:
        page.evaluate("(hash) => { location.hash = hash; }", route(ruleset, **more))

    expect(page.locator(".game-card").first).to_be_visible()
    look("which game")
    page.get_by_role("button", name="Rattus").click()
    expect(page.locator(".setup-seats select").first).to_be_visible()
    page.locator(".setup summary").click()
    look("a new game")
    page.get_by_label("Seed").fill("4")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".ask")).to_be_visible()
    look("spaces")
    to("notre_dame", players=4, seed=7)
    expect(page.get_by_role("heading", level=1)).to_have_text("Notre Dame")
    look("cards")
    page.locator(".option").first.click()
    made(page, 1)
    page.locator(".aside .card-small").first.click()
    look("a card")
    page.keyboard.press("Escape")
    page.locator("body").press("ArrowLeft")
    expect(page.locator(".past")).to_be_visible()
    look("back")
    page.locator(".option").first.focus()
    page.keyboard.press("?")
    expect(page.locator(".why-answer")).to_be_visible()
    look("why")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Share", exact=True).click()
    look("share")
    page.keyboard.press("Escape")
    page.get_by_label("View", exact=True).select_option("turn")
    look("whoever is asked")
    to("rattus", players=2, seed=7, seats="red~random,yellow~random")
    expect(page.locator(".bar-agents")).to_be_visible()
    page.get_by_label("Pace of agents").select_option("instant")
    expect(page.locator(".ranks")).to_be_visible(timeout=60_000)
    look("the end")
    return found


STATES = [
    (360, "light"),
    (800, "dark"),
    (1600, "light"),
    (360, "dark"),
    (800, "light"),
    (1600, "dark"),
]


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("width", "colours"), STATES)
def test_nobody_is_shut_out(studio: Studios, width: int, colours: Literal["light", "dark"]) -> None:
    assert through_the_states(studio().page(width=width, colours=colours)) == []


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("language", "tab"), [("it", "Tavolo"), ("nl", "Tafel")])
def test_the_page_speaks_the_language(studio: Studios, language: str, tab: str) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7)
    page.get_by_label("Language").select_option(language)
    expect(page.get_by_role("link", name=tab)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".seat-name").first).to_have_text(
        {"it": "Rosso", "nl": "Rood"}[language], ignore_case=True
    )


REFUSED = {
    "it": ("Apri", "Questa non è una partita salvata.", "la scelta 2 di questa partita"),
    "nl": ("Openen", "Dit is geen opgeslagen spel.", "keuze 2 van dit spel"),
}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("language", sorted(REFUSED))
def test_what_is_refused_is_said_in_the_language_of_the_page(
    studio: Studios, tmp_path: Path, language: str
) -> None:
    button, no_game, lost = REFUSED[language]
    page = open_game(studio(), "rattus", players=2, seed=7)
    page.locator("header select").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    shared = {"ruleset": "rattus", "with": [], "players": 2, "options": {}, "seed": 7, "seats": {}}
    texts = ("{}", json.dumps({**shared, "choices": ["gallia", "nowhere"]}))
    for text, said in zip(texts, (no_game, lost), strict=True):
        file = tmp_path / "game.json"
        file.write_text(text, "utf-8")
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name=button, exact=True).click()
        chooser.value.set_files(file)
        expect(page.locator(".messages")).to_contain_text(said)
    # What only people who write rules meet is in English, and is marked as that.
    page.evaluate("(hash) => { location.hash = hash; }", route("atlantis", players=2))
    told = page.locator(".messages [lang=en]")
    expect(told).to_contain_text("there is no ruleset `atlantis`")


def test_the_colours_are_remembered(studio: Studios) -> None:
    page = studio().page()
    page.get_by_role("button", name="Dark colours").click()
    page.reload()
    expect(page.get_by_role("button", name="Light colours")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def colours_of(page: Page) -> list[str]:
    """What the sheets name, as they are shown: of the page, a panel with its shadow, and a part of rules."""
    found: list[str] = page.evaluate(
        """() => {
          const shown = document.createElement("p");
          document.body.append(shown);
          const named = (name, property) => {
            shown.style.setProperty(property, `var(${name})`);
            return getComputedStyle(shown)[property];
          };
          const found = [
            getComputedStyle(document.body).backgroundColor,
            named("--ink", "color"),
            named("--shadow-high", "box-shadow"),
            named("--token-keyword", "color"),
          ];
          shown.remove();
          return found;
        }"""
    )
    return found


def test_the_button_gives_the_colours_that_the_system_would(studio: Studios) -> None:
    light, dark = studio().page(), studio().page(colours="dark")
    of_light, of_dark = colours_of(light), colours_of(dark)
    assert all(one != other for one, other in zip(of_light, of_dark, strict=True))
    light.get_by_role("button", name="Dark colours").click()
    assert colours_of(light) == of_dark
    dark.get_by_role("button", name="Light colours").click()
    assert colours_of(dark) == of_light
