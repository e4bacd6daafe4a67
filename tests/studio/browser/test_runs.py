"""The view of runs in a real browser: a run is started, watched, stopped, resumed, reported and compared."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from fruit import planted
from page_checks import barriers, wider_than_the_window
from studio_browser import OpenStudio, Studios

pytestmark = pytest.mark.one_in(2, of="file")


@pytest.fixture
def fruit(studio: Studios, tmp_path: Path) -> OpenStudio:
    return studio(planted(tmp_path))


LONG = 120_000.0
"""How long games may take on a machine that has other things to do, in milliseconds."""


def start(page: Page, games: int, seed: int = 0) -> None:
    form = page.locator(".runs-form")
    form.get_by_label("Games", exact=True).last.fill(f"{games}")
    form.get_by_label("Seed").fill(f"{seed}")
    form.get_by_role("button", name="Start").click()


def run(page: Page, id: str) -> Locator:
    return page.locator(f"#run-{id}")


def test_a_run_is_watched_and_its_report_is_shown(fruit: OpenStudio) -> None:
    page = fruit.page("#/runs")
    expect(page.get_by_text("No games were played yet.")).to_be_visible()
    start(page, 400)
    expect(run(page, "001").get_by_role("progressbar")).to_be_visible()
    expect(run(page, "001").locator(".run-state")).to_have_text("400 games", timeout=LONG)
    # What has ended is shown at once.
    expect(page.get_by_role("heading", name="Run 001: fruit")).to_be_visible()
    expect(page.get_by_text("400 of 400 games were played to the end.")).to_be_visible()
    expect(page.get_by_role("heading", name="Who wins, by seat")).to_be_visible()
    page.get_by_role("button", name="Whole report").click()
    frame = page.frame_locator("iframe[title='Report of run 001']")
    expect(frame.get_by_role("heading", level=1)).to_contain_text("fruit")
    assert page.locator("iframe").get_attribute("sandbox") == ""
    page.reload()
    expect(page.get_by_role("heading", name="Run 001: fruit")).to_be_visible()
    page.keyboard.press("Alt+3")
    expect(page.get_by_role("link", name="Strength: 400 games")).to_be_visible()
    expect(page.locator(".card-strength").first).to_be_visible()


def test_a_run_is_stopped_resumed_and_removed(fruit: OpenStudio) -> None:
    page = fruit.page("#/runs")
    start(page, 5_000_000)  # more than any machine plays before it is stopped twice
    expect(run(page, "001").locator(".run-state")).to_contain_text("games/s", timeout=LONG)
    run(page, "001").get_by_role("button", name="Stop").click()
    expect(run(page, "001").locator(".run-state")).to_contain_text("Stopped after")
    run(page, "001").get_by_role("button", name="Resume").click()
    expect(run(page, "001").locator(".run-state")).to_contain_text("games/s", timeout=LONG)
    run(page, "001").get_by_role("button", name="Stop").click()
    expect(run(page, "001").locator(".run-state")).to_contain_text("Stopped after")
    run(page, "001").get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.locator(".run")).to_have_count(0)


def games_played(page: Page) -> int:
    """How many games of the first run there are, once it goes on."""
    state = run(page, "001").locator(".run-state")
    expect(state).to_contain_text("games/s", timeout=LONG)
    return int(state.inner_text().split(" ")[0].replace(",", ""))


def test_a_run_goes_on_when_the_page_is_loaded_again(fruit: OpenStudio) -> None:
    page = fruit.page("#/runs")
    start(page, 5_000_000)
    before = games_played(page)
    page.reload()
    assert games_played(page) >= before > 0
    # It does so whatever is shown, and in the next language as well.
    page.get_by_role("link", name="Rules", exact=True).click()
    page.get_by_label("Language").select_option("nl")
    expect(page.locator(".messages")).to_contain_text("Reeks 001 is begonnen.", timeout=LONG)
    page.get_by_role("link", name="Reeksen").click()
    run(page, "001").get_by_role("button", name="Stoppen").click()
    # What was stopped stays so, from the click on: the page may be gone before the engine has answered.
    assert page.evaluate("() => sessionStorage.getItem('boardwright-runs')") == "[]"
    expect(run(page, "001").locator(".run-state")).to_contain_text("Gestopt na")
    page.reload()
    expect(run(page, "001").get_by_role("button", name="Hervatten")).to_be_visible()
    assert page.evaluate("() => sessionStorage.getItem('boardwright-runs')") == "[]"


@pytest.mark.campaign
def test_a_run_goes_on_when_the_connection_is_there_again(fruit: OpenStudio) -> None:
    sockets: list[WebSocketRoute] = []

    def watch(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page = fruit.page("#/table")
    page.route_web_socket(re.compile("/socket$"), watch)
    page.reload()
    page.get_by_role("link", name="Runs", exact=True).click()
    start(page, 5_000_000)
    before = games_played(page)
    page.evaluate("() => document.querySelector('.messages').replaceChildren()")
    sockets[-1].close()
    expect(page.locator(".messages")).to_contain_text("Run 001 has begun.", timeout=LONG)
    assert games_played(page) >= before
    assert len(sockets) == 2
    run(page, "001").get_by_role("button", name="Stop").click()
    expect(run(page, "001").locator(".run-state")).to_contain_text("Stopped after")


def test_two_runs_are_compared(fruit: OpenStudio) -> None:
    page = fruit.page("#/runs")
    for number in (1, 2):
        start(page, 200, seed=number)
        expect(run(page, f"00{number}").locator(".run-state")).to_have_text(
            "200 games", timeout=LONG
        )
    for id in ("001", "002"):
        run(page, id).get_by_role("checkbox").check()
    page.get_by_role("button", name="Compare the two").click()
    expect(page.get_by_role("heading", name="Run 001 and run 002")).to_be_visible()
    page.get_by_label("Only what is beyond chance").set_checked(False)
    table = page.get_by_role("region", name="length")
    expect(table).to_contain_text(re.compile("[+−][0-9.]+ to [+−][0-9.]+"))


def test_agents_meet_in_a_tournament(fruit: OpenStudio) -> None:
    page = fruit.page("#/runs")
    page.get_by_role("radio", name="Tournament of agents").check()
    page.get_by_label("Agents 2").select_option("first")
    page.locator(".runs-form").get_by_label("Games of each meeting").fill("20")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="Who beat whom")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("region", name="Rating")).to_contain_text("first")


def test_what_cannot_be_played_is_told(fruit: OpenStudio) -> None:
    assert fruit.folder is not None
    (fruit.folder / "cards" / "pear.yaml").write_text("fruit: pear\nworht: 1\n", "utf-8")
    page = fruit.page("#/runs")
    start(page, 10)
    expect(page.get_by_role("dialog", name="The rules have errors")).to_contain_text(
        "cards/pear.yaml"
    )
    expect(page.locator(".run")).to_have_count(0)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nothing_is_in_the_way(fruit: OpenStudio, colours: Literal["light", "dark"]) -> None:
    page = fruit.page("#/runs", colours=colours)
    start(page, 100)
    expect(page.get_by_role("heading", name="Run 001: fruit")).to_be_visible(timeout=LONG)
    expect(page.locator(".report h3").first).to_be_visible()
    for width in (360, 800, 1600):
        page.set_viewport_size({"width": width, "height": 800})
        assert wider_than_the_window(page) == []
    expect(page.locator(".message")).to_have_count(0)
    assert barriers(page) == []
