"""The board under fingers and the mouse: what a pinch, a drag and a click do, and what can be read on a small screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from playwright.sync_api import CDPSession, Page, expect

from studio_browser import Studios
from studio_table import decisions, made, open_game

pytestmark = pytest.mark.one_in(2, of="file")


@dataclass(frozen=True)
class Shown:
    """The part of the board that is shown, in its own units."""

    x: float
    y: float
    w: float
    h: float


def shown(page: Page) -> Shown:
    return Shown(*map(float, str(page.locator("svg.board").get_attribute("viewBox")).split(" ")))


def middle(page: Page) -> tuple[float, float]:
    """The middle of the board in the window, which is scrolled to it."""
    page.locator(".board-frame").scroll_into_view_if_needed()
    box = page.locator(".board-frame").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touch(session: CDPSession, kind: str, points: Sequence[tuple[float, float]]) -> None:
    fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def pinch(page: Page, before: float, after: float) -> None:
    """Two fingers around the middle of the board go from one distance to another."""
    x, y = middle(page)
    session = page.context.new_cdp_session(page)

    def fingers(apart: float) -> list[tuple[float, float]]:
        return [(x - apart / 2, y), (x + apart / 2, y)]

    touch(session, "touchStart", fingers(before))
    for step in range(1, 9):
        touch(session, "touchMove", fingers(before + (after - before) * step / 8))
    touch(session, "touchEnd", [])
    session.detach()


def test_a_pinch_shows_the_board_larger_and_whole_again(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7, width=360)
    whole = shown(page)
    pinch(page, 60, 150)
    larger = shown(page)
    assert larger.w == pytest.approx(whole.w / 2.5, rel=0.05)
    # What was between the fingers stays there.
    assert larger.x + larger.w / 2 == pytest.approx(whole.w / 2, rel=0.05)
    pinch(page, 150, 40)
    assert shown(page) == whole
    assert decisions(page) == 0


def test_a_finger_moves_what_is_shown_larger(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7, width=360)
    pinch(page, 60, 150)
    before = shown(page)
    x, y = middle(page)
    session = page.context.new_cdp_session(page)
    touch(session, "touchStart", [(x, y)])
    for step in range(1, 6):
        touch(session, "touchMove", [(x - 10 * step, y + 4 * step)])
    touch(session, "touchEnd", [])
    after = shown(page)
    assert after.x > before.x and after.y < before.y and after.w == before.w
    assert decisions(page) == 0


def test_a_drag_moves_the_board_and_chooses_nothing(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7)
    page.keyboard.press("+")
    page.keyboard.press("+")
    before = shown(page)
    space = page.locator('[data-key="space:germania"].target')
    box = space.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 20, steps=5)
    page.mouse.up()
    after = shown(page)
    assert after.x < before.x and after.y < before.y
    assert decisions(page) == 0
    # A press that does not move is a click, where the space is by now.
    page.mouse.click(x + 30, y + 20)
    made(page, 1)
    expect(page.locator(".log-row.now")).to_contain_text("Germania")


def test_the_wheel_shows_larger_what_is_under_the_pointer(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7)
    whole = shown(page)
    space = page.locator('[data-key="space:gallia"] .outline')
    before = space.bounding_box()
    assert before is not None
    page.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    expect(page.locator(".board-frame.zoomed")).to_be_visible()
    page.keyboard.up("Control")
    assert shown(page).w < whole.w
    after = space.bounding_box()
    assert after is not None
    for side, size in (("x", "width"), ("y", "height")):
        assert after[side] + after[size] / 2 == pytest.approx(  # type: ignore[literal-required]
            before[side] + before[size] / 2,  # type: ignore[literal-required]
            abs=1.5,
        )
    page.keyboard.press("=")
    assert shown(page) == whole


def test_a_button_that_was_let_go_elsewhere_drags_nothing(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7)
    x, y = middle(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, 20, steps=3)
    page.mouse.up()
    page.keyboard.press("+")
    before = shown(page)
    page.mouse.move(x, y)
    page.mouse.move(x + 40, y + 30, steps=5)
    assert shown(page) == before


def test_what_has_the_focus_is_moved_into_sight(studio: Studios) -> None:
    page = open_game(studio(), "rattus", players=2, seed=7)
    for _ in range(5):
        page.keyboard.press("+")
    frame = page.locator(".board-frame").bounding_box()
    assert frame is not None
    for id in ("anglia", "hungaria"):  # on two sides of the board
        space = page.locator(f'[data-key="space:{id}"].target')
        space.focus()
        box = space.locator(".outline").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert frame["x"] < x < frame["x"] + frame["width"], id
        assert frame["y"] < y < frame["y"] + frame["height"], id
    page.keyboard.press("Enter")
    made(page, 1)
    expect(page.locator(".log-row.now")).to_contain_text("Hungaria")


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until what follows from a new size is drawn."""

NAMES = """(board) => [...board.querySelectorAll(".space-name")].map((name) => {
  const box = name.getBoundingClientRect();
  const whole = board.getBoundingClientRect();
  const isInside = box.left >= whole.left && box.right <= whole.right && box.top >= whole.top;
  return [Number(name.getAttribute("font-size")) * board.getScreenCTM().a, box.width, isInside];
})"""
READABLE, NARROW = 8, 40
"""Pixels: what a name has at least, but for one that is wider than this in a space that is no wider."""


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("ruleset", "players"), [("rattus", 4), ("notre_dame", 5)])
def test_names_can_be_read_on_a_small_screen(studio: Studios, ruleset: str, players: int) -> None:
    page = open_game(studio(), ruleset, players=players, seed=7)
    page.set_viewport_size({"width": 1600, "height": 1600})
    page.wait_for_function("innerWidth === 1600 && innerHeight === 1600")
    page.evaluate(DRAWN)
    board, names = page.locator("svg.board"), page.locator(".board .space-name")
    own = names.evaluate_all("(all) => all.map((each) => each.getAttribute('font-size'))")
    least = own.index(min(own, key=float))
    page.set_viewport_size({"width": 360, "height": 800})
    expect(names.nth(least)).not_to_have_attribute("font-size", own[least])
    small = board.evaluate(NAMES)
    assert len(small) > 10
    assert all(is_inside for _, _, is_inside in small)
    assert [size for size, width, _ in small if size < READABLE - 0.1 and width < NARROW] == []
    page.set_viewport_size({"width": 1600, "height": 1600})
    expect(names.nth(least)).to_have_attribute("font-size", own[least])
    assert names.evaluate_all("(all) => all.map((each) => each.getAttribute('font-size'))") == own
