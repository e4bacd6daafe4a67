"""The table: what is chosen, where one looks, and what becomes of a game."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import boardwright
from folders import TESTS
from fruit import planted
from studio_browser import Studios
from studio_table import (
    decisions,
    made,
    open_game,
    packed,
    play_by_clicks,
    route,
    wider_than_the_window,
)

pytestmark = pytest.mark.one_in(2, of="file")

PLAYERS = [
    *[("rattus", count, ()) for count in (2, 3, 4)],
    *[("rattus", count, ("mercatus",)) for count in (2, 3, 4)],
    *[("notre_dame", count, ()) for count in (2, 3, 4, 5)],
]


@pytest.mark.parametrize(
    ("ruleset", "players", "expansions"),
    [
        pytest.param(
            *each, marks=[] if n == 0 else [pytest.mark.campaign], id="-".join(map(str, each))
        )
        for n, each in enumerate(PLAYERS)
    ],
)
def test_a_whole_game_by_clicks(
    studio: Studios, ruleset: str, players: int, expansions: tuple[str, ...]
) -> None:
    page = open_game(studio(), ruleset, expansions, players=players, seed=4)
    count = play_by_clicks(page, players)
    assert count > 50
    expect(page.locator(".ranks tbody tr")).to_have_count(players)
    made(page, count)


def test_a_ring_is_clicked_and_the_choice_is_told(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7)
    page.locator('[data-key="space:gallia"].target').click()
    made(page, 1)
    expect(page.locator(".log-row.now")).to_contain_text("Red places 2 cubes in Gallia.")
    said = re.compile("^Gallia: 2 × cube, red")
    expect(page.locator('[data-at="gallia"].space')).to_have_attribute("aria-label", said)


def choices_until_a_card_does_two_things() -> list[str]:
    """Choices of Rattus with Mercatus, seed 9, up to a question that has two options of one card."""
    state = boardwright.load("rattus", players=2, expansions=["mercatus"]).new(seed=9)
    chance = random.Random(9)
    choices: list[str] = []
    while (decision := state.decision) is not None:
        if sum(each.label.startswith("Landowner") for each in decision.options) > 1:
            return choices
        choices.append(chance.choice(decision.ids))
        state.apply(choices[-1])
    raise AssertionError("no card does two things")


def test_several_options_of_one_thing_are_a_menu(studio: Studios, tmp_path: Path) -> None:
    choices = choices_until_a_card_does_two_things()
    file = tmp_path / "shared.json"
    shared = {"ruleset": "rattus", "with": ["mercatus"], "players": 2, "options": {}, "seed": 9}
    file.write_text(json.dumps({**shared, "seats": {}, "choices": choices}))
    page = studio().page()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file").click()
    chooser.value.set_files(file)
    made(page, len(choices))
    page.locator(".own .card-small.target").first.click()
    items = page.locator(".menu [role=menuitem]")
    assert items.count() > 1
    expect(items.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(items.nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".menu")).to_have_count(0)
    assert decisions(page) == len(choices)
    page.locator(".own .card-small.target").first.click()
    expect(items.first).to_be_focused()
    page.keyboard.press("Enter")
    made(page, len(choices) + 1)
    expect(page.locator(".view.table :focus")).to_have_count(1)


def test_back_and_on_and_the_slider(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7)
    for n in range(6):
        page.keyboard.press("1")
        made(page, n + 1)
    page.locator("body").press("ArrowLeft")
    expect(page.locator(".count")).to_have_text("5 / 6")
    page.get_by_role("slider").fill("2")
    expect(page.locator(".count")).to_have_text("2 / 6")
    expect(page.locator(".log-row.future").first).to_be_visible()
    page.locator(".log-row .log-step").first.click()
    expect(page.locator(".count")).to_have_text("0 / 6")
    page.get_by_role("button", name="Go to the end").click()
    expect(page.locator(".count")).to_have_text("6 / 6")


def test_what_was_taken_back_is_chosen_in_another_way(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7)
    for n in range(3):
        page.keyboard.press("1")
        made(page, n + 1)
    page.keyboard.press("u")
    expect(page.locator(".count")).to_have_text("2 / 3")
    page.keyboard.press("2")
    made(page, 3)
    expect(page.locator(".log-row.now")).to_contain_text("Gallia")


def test_a_choice_back_in_the_game_goes_on_in_a_copy(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7)
    for n in range(4):
        page.keyboard.press("1")
        made(page, n + 1)
    page.locator("body").press("ArrowLeft")
    page.locator("body").press("ArrowLeft")
    expect(page.locator(".count")).to_have_text("2 / 4")
    page.keyboard.press("3")
    made(page, 3)
    expect(page.locator(".messages")).to_contain_text("copy of the game")


def test_the_address_holds_the_game_and_the_back_button_leads_to_the_game_before(
    studio: Studios,
) -> None:
    opened = studio()
    page = open_game(opened, "rattus", players=2, seed=7)
    for n in range(3):
        page.keyboard.press("1")
        made(page, n + 1)
    page.locator("body").press("ArrowLeft")
    expect(page.locator(".count")).to_have_text("2 / 3")
    _until_address(page, "at=2")
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.locator(".count")).to_have_text("2 / 3")
    page.evaluate("(hash) => { location.hash = hash; }", route("notre_dame", players=3, seed=1))
    expect(page.get_by_role("heading", level=1)).to_have_text("Notre Dame")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rattus")
    expect(page.locator(".count")).to_have_text("2 / 3")


def _until_address(page: Page, part: str) -> None:
    page.wait_for_url(lambda url: part in url)


def test_save_and_open(studio: Studios, tmp_path: Path) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7)
    for n in range(5):
        page.keyboard.press("2")
        made(page, n + 1)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save", exact=True).click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert json.loads(file.read_text("utf-8").splitlines()[0])["game"] == "rattus"
    page.evaluate("(hash) => { location.hash = hash; }", route("notre_dame", players=3, seed=1))
    expect(page.get_by_role("heading", level=1)).to_have_text("Notre Dame")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open", exact=True).click()
    chooser.value.set_files(file)
    made(page, 5)


def test_share_as_a_file(studio: Studios, tmp_path: Path) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7)
    page.keyboard.press("2")
    made(page, 1)
    page.get_by_role("button", name="Share", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "shared.json"
    saved.value.save_as(file)
    assert json.loads(file.read_text("utf-8"))["choices"] == ["gallia"]
    page.keyboard.press("Escape")
    page.evaluate("(hash) => { location.hash = hash; }", route("notre_dame", players=3, seed=1))
    expect(page.get_by_role("heading", level=1)).to_have_text("Notre Dame")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open", exact=True).click()
    chooser.value.set_files(file)
    made(page, 1)


def test_why_of_an_option_and_of_a_score(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7)
    page.locator(".option").first.focus()
    page.keyboard.press("?")
    expect(page.locator(".why-answer")).to_contain_text("option anglia")
    page.keyboard.press("Escape")
    page.locator(".score").first.click()
    expect(page.locator(".why-answer")).to_contain_text("score of red")
    expect(page.locator(".why-tree li").first).to_contain_text("points(me)")
    page.get_by_role("textbox", name="Value of the rules").fill("points of yellow")
    page.keyboard.press("Enter")
    expect(page.locator(".why-answer")).to_contain_text("points(yellow)")


def test_agents_play_alone_and_wait_while_they_are_paused(studio: Studios) -> None:
    agents = "red~random,yellow~random"
    page = open_game(studio(), "rattus", players=2, seed=7, seats=agents)
    page.get_by_role("button", name="Pause").click()
    count = decisions(page)
    page.get_by_role("button", name="One decision on").click()
    made(page, count + 1)
    page.get_by_label("Pace of agents").select_option("instant")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".ranks")).to_be_visible(timeout=60_000)


def test_the_screen_is_handed_over(studio: Studios) -> None:
    page = open_game(studio(), "notre_dame", players=3, seed=7, seat="turn")
    page.locator(".option").first.click()
    expect(page.locator(".ask")).to_contain_text("It is the turn of")
    expect(page.locator(".card-small")).to_have_count(0)
    page.get_by_role("button", name="Show what").click()
    expect(page.locator(".own .card-small").first).to_be_visible()


def test_the_screen_is_handed_to_whoever_is_asked_in_secret(studio: Studios) -> None:
    page = open_game(studio(), "notre_dame", players=3, seed=7, seat="violet")
    expect(page.locator(".ask")).to_have_text("Somebody is asked")
    page.get_by_role("button", name="Show what Somebody sees").click()
    expect(page.locator(".ask")).to_have_text("It is the turn of red", ignore_case=True)
    page.get_by_role("button", name="Show what red sees").click()
    expect(page.locator(".option[data-digits]").first).to_be_visible()


def test_a_new_game_by_the_dialog(studio: Studios) -> None:
    page = studio().page()
    page.get_by_role("button", name="Notre Dame").click()
    page.get_by_label("Players").select_option("4")
    page.get_by_label("Violet").select_option("random")
    page.get_by_label("Seed").fill("12")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".seat")).to_have_count(4)
    expect(page.get_by_label("Violet: who plays")).to_have_value("random")
    _until_address(page, "seed=12")


def test_a_text_that_is_marked_beyond_its_dialog_does_not_close_it(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7)
    page.get_by_role("button", name="New game").click()
    seed = page.get_by_label("Seed")
    seed.fill("123")
    box = seed.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 5, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(20, 300, steps=4)
    page.mouse.up()
    expect(seed).to_have_value("123")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.mouse.click(20, 300)
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("width", [360, 800, 1600])
def test_nothing_scrolls_sideways(studio: Studios, width: int) -> None:
    page = open_game(studio(), "notre_dame", players=5, seed=7, width=width)
    for n in range(3):
        page.keyboard.press("1")
        made(page, n + 1)
        assert not wider_than_the_window(page)


def test_the_engine_is_begun_again_and_the_game_is_there(studio: Studios) -> None:
    opened = studio()
    page = open_game(opened, "rattus", players=2, seed=7)
    for n in range(3):
        page.keyboard.press("1")
        made(page, n + 1)
    _until_address(page, "choices=")
    page.reload()
    made(page, 3)


def up_to_another_seat(count: int) -> tuple[int, list[str]]:
    """A seed and so many choices of Notre Dame at three, after which somebody else than red is asked."""
    game = boardwright.load("notre_dame", players=3)
    for seed in range(100):
        state = game.new(seed=seed)
        choices = []
        for _ in range(count):
            assert state.decision is not None
            choices.append(state.decision.ids[0])
            state.apply(choices[-1])
        if state.decision is not None and game.seats[state.decision.player] != "red":
            return seed, choices
    raise AssertionError("red is always asked")


def test_a_bookmark_in_the_middle_shows_its_seat_no_more_than_that_seat_sees(
    studio: Studios,
) -> None:
    seed, choices = up_to_another_seat(64)  # positions are asked for in blocks of 64
    page = open_game(
        studio(),
        "notre_dame",
        players=3,
        seed=seed,
        seat="red",
        at=3,
        choices=packed("\n".join(choices).encode()),
    )
    expect(page.locator(".count")).to_have_text("3 / 64")
    expect(page.locator(".log-row[data-at='63']")).to_have_count(1)  # all is loaded
    page.get_by_role("slider").fill("64")
    made(page, 64)
    expect(page.locator(".option:not([data-option=hand])")).to_have_count(0)


def test_digits_are_meant_for_the_question_that_is_shown(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=4, seed=7)
    page.keyboard.press("1")  # could be 10, 11 or 12
    expect(page.locator(".question")).to_have_attribute("data-typed", "1")
    page.locator(".option").nth(3).click()
    expect(page.locator(".question")).to_have_attribute("data-typed", "")
    made(page, 1)


@dataclass
class HeldUp:
    """A page whose answers to one kind of request wait, as long as `holds` is set."""

    what: str
    holds: bool = False
    sockets: list[WebSocketRoute] = field(default_factory=list)
    waiting: list[str | bytes] = field(default_factory=list)
    _asked: set[int] = field(default_factory=set)

    def load(self, page: Page) -> None:
        """Loads the page again, this way."""
        page.route_web_socket(re.compile("/socket$"), self._watch)
        page.reload()
        expect(page.locator(".ask")).to_be_visible()

    def _watch(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        self.sockets.append(socket)

        def ask(message: str | bytes) -> None:
            request = json.loads(message)
            if self.holds and request.get("do") == self.what:
                self._asked.add(request["id"])
            server.send(message)

        def answer(message: str | bytes) -> None:
            if json.loads(message).get("id") in self._asked:
                self.waiting.append(message)
            else:
                socket.send(message)

        socket.on_message(ask)
        server.on_message(answer)

    def until_asked(self, page: Page) -> None:
        """Waits for the first answer that waits."""
        for _ in range(3000):
            if self.waiting:
                return
            page.wait_for_timeout(10)  # messages are heard while the page is waited for
        raise AssertionError(f"nobody asked for `{self.what}`")

    def let_through(self) -> None:
        for each in self.waiting:
            self.sockets[-1].send(each)


def test_who_goes_back_while_an_agent_chooses_stays_there(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7, seats="red~random,yellow~random")
    held = HeldUp("play")
    held.load(page)
    page.get_by_role("button", name="Pause").click()
    on = page.get_by_role("button", name="One decision on")
    while decisions(page) < 2:
        count = decisions(page)
        on.click()
        made(page, count + 1)
    count = decisions(page)
    held.holds = True
    on.click()
    held.until_asked(page)
    page.locator("body").press("ArrowLeft")
    expect(page.locator(".count")).to_have_text(f"{count - 1} / {count}")
    held.let_through()
    expect(page.locator(".count")).to_have_text(f"{count - 1} / {count + 1}")


def test_who_looks_as_another_seat_is_not_shown_a_late_answer_to_the_one_before(
    studio: Studios,
) -> None:
    page = open_game(studio(), "notre_dame", players=3, seed=7, seat="red")
    held = HeldUp("choose", holds=True)
    held.load(page)
    options = page.locator(".option[data-digits]")
    options.first.click()
    held.until_asked(page)
    page.get_by_label("View", exact=True).select_option("violet")
    expect(page.locator(".ask")).to_have_text("Somebody is asked")
    held.let_through()
    made(page, 1)
    expect(options.first).to_be_visible()  # of violet, who is asked now


def test_spaces_are_moved_and_the_layout_is_kept(studio: Studios) -> None:
    opened = studio(TESTS / "games" / "hamlets")
    page = open_game(opened, "hamlets", seed=7)
    page.get_by_role("button", name="Arrange").click()
    space = page.locator('[data-at="brook"].space')
    space.focus()
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    page.get_by_role("button", name="Keep this layout").click()
    expect(page.locator(".messages")).to_contain_text("game.yaml")
    assert opened.folder is not None
    assert "brook: {look: {at: [20, 35]}}" in (opened.folder / "game.yaml").read_text("utf-8")
    expect(page.get_by_role("button", name="Keep this layout")).to_be_hidden()


def test_a_game_of_the_folder_is_there_when_the_page_is_loaded_again(
    studio: Studios, tmp_path: Path
) -> None:
    page = studio(planted(tmp_path), start="fruit").page("#/table")
    page.locator("button.option").first.click()
    expect(page.locator("output.count")).to_have_text("1 / 1")
    expect(page).to_have_url(re.compile("choices="))
    page.reload()
    expect(page.locator("output.count")).to_have_text("1 / 1")
