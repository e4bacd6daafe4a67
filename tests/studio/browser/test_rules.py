"""The view of the rules in a real browser, with the real language server: what is typed, found, corrected and saved."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from fruit import planted
from page_checks import barriers, wider_than_the_window
from studio_browser import OpenStudio, Studios

pytestmark = pytest.mark.one_in(2, of="file")


@pytest.fixture
def fruit(studio: Studios, tmp_path: Path) -> OpenStudio:
    return studio(planted(tmp_path))


def text_of(page: Page) -> Locator:
    return page.locator(".rules .text .cm-content")


def at(fruit: OpenStudio, path: str, line: int = 1) -> Page:
    """The page with a file in the editor, the cursor in a line, and the colours of the language server."""
    page = fruit.page(f"#/rules/{path}:{line}")
    expect(page.locator(".rules .path")).to_have_text(path)
    expect(page.locator(".token-enumMember, .token-keyword, .token-class").first).to_be_visible()
    return page


def rewrite(path: Path, change: Callable[[str], str]) -> None:
    path.write_text(change(path.read_text("utf-8")), "utf-8")


def saved(page: Page) -> None:
    expect(page.locator(".rules .status")).to_have_attribute("data-state", "saved")


def test_a_card_from_nothing_with_suggestions(fruit: OpenStudio) -> None:
    page = at(fruit, "game.yaml")
    page.get_by_role("button", name="New file").click()
    page.get_by_label("Path in the folder").fill("cards/plum")
    page.keyboard.press("Enter")
    expect(page.locator(".rules .path")).to_have_text("cards/plum.yaml")
    expect(text_of(page)).to_be_focused()
    expect(page.get_by_role("option", name=re.compile("^fruit"))).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.type("fruit: plum\nworth: 1\ncopies: 2\nname: Plum\nbite: |\n")
    page.keyboard.type("take 1 po")
    expect(page.get_by_role("option", name=re.compile("^point")).first).to_be_visible()
    page.get_by_role("option", name=re.compile("^point")).first.click()
    expect(text_of(page)).to_contain_text("take 1 point")
    expect(page.locator(".cm-completionInfo")).to_have_count(0)
    saved(page)
    expect(page.locator(".rules .counts")).to_have_text("No findings")
    assert fruit.folder is not None
    written = (fruit.folder / "cards" / "plum.yaml").read_text("utf-8")
    assert written.startswith("fruit: plum\nworth: 1\n") and "  take 1 point" in written


def test_a_drawing_with_a_script_is_told_until_it_has_none(fruit: OpenStudio) -> None:
    assert fruit.folder is not None
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
    file = fruit.folder / "pear.svg"
    file.write_text(drawing.format("<script>1</script>"), "utf-8")
    card = fruit.folder / "cards" / "pear.yaml"
    rewrite(card, lambda text: text.replace("worth:", "look: {picture: pear.svg}\nworth:", 1))
    page = at(fruit, "cards/pear.yaml", 2)
    row = page.locator(".rules .row.error", has_text="this drawing has a script")
    expect(row).to_contain_text("E128")
    expect(page.locator(".rules .tree [aria-current] .error")).to_have_text(re.compile("^1"))
    file.write_text(drawing.format("<path d='M0 0H9V9Z'/>"), "utf-8")
    expect(row).to_have_count(0)
    file.write_text(drawing.format("<script>1</script>"), "utf-8")
    expect(row).to_be_visible()


def test_files_are_listed_as_soon_as_there_is_a_connection(fruit: OpenStudio) -> None:
    sockets: list[WebSocketRoute] = []

    def watch(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) == 1:
            socket.on_message(lambda message: socket.close() if '"file"' in str(message) else None)
        else:
            socket.connect_to_server()

    page = fruit.page("#/table")
    page.route_web_socket(re.compile("/socket$"), watch)
    page.goto(f"{fruit.origin}/#/rules")
    page.reload()
    expect(page.locator(".rules .tree").get_by_role("link", name="game.yaml")).to_be_visible()
    assert len(sockets) == 2


def test_suggestions_have_documentation(fruit: OpenStudio) -> None:
    page = at(fruit, "cards/pear.yaml", 6)
    page.keyboard.press("End")
    page.keyboard.type("\nmo")
    expect(page.get_by_role("option", name="move", exact=True)).to_be_visible()
    expect(page.locator(".cm-completionInfo")).to_contain_text("word of the language")


def test_a_finding_is_underlined_listed_and_gone_after_a_quick_fix(fruit: OpenStudio) -> None:
    page = at(fruit, "game.yaml", 31)
    page.keyboard.press("End")
    page.keyboard.type("\nmove froit to core")
    page.keyboard.press("Escape")
    # While a word is typed, its beginning may be marked, too.
    marked = page.locator(".cm-lintRange-error", has_text="froit")
    expect(marked).to_be_visible()
    row = page.locator(".rules .row.error", has_text="unknown name `froit`")
    expect(row).to_be_visible()
    expect(page.locator(".rules .tree [aria-current] .error")).to_have_text(re.compile("^1"))
    marked.hover()
    page.locator(".found").get_by_role("button", name="Write `fruit`").click()
    expect(marked).to_have_count(0)
    expect(row).to_have_count(0)
    expect(text_of(page)).to_contain_text("move fruit to core")


def test_quick_fixes_by_keys_alone(fruit: OpenStudio) -> None:
    page = at(fruit, "cards/pear.yaml", 6)
    page.keyboard.press("End")
    page.keyboard.type("\ntake 1 piont ")
    expect(page.locator(".cm-lintRange-error").first).to_be_visible()
    page.keyboard.press("Control+.")
    expect(page.get_by_role("button", name="Write `point`")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".cm-lintRange-error")).to_have_count(0)
    expect(text_of(page)).to_be_focused()


def test_fix_all(fruit: OpenStudio) -> None:
    page = at(fruit, "cards/pear.yaml", 6)
    page.keyboard.press("End")
    page.keyboard.type("\ntake 1 piont ")
    page.keyboard.press("Enter")
    page.keyboard.type("take 1 poitn ")
    expect(page.locator(".cm-lintRange-error")).to_have_count(2)
    page.get_by_role("button", name="Fix all").click()
    expect(page.locator(".cm-lintRange-error")).to_have_count(0)


def test_a_list_of_findings_leads_to_other_files(fruit: OpenStudio) -> None:
    assert fruit.folder is not None
    rewrite(fruit.folder / "cards" / "pear.yaml", lambda text: text.replace("points", "ponits"))
    page = at(fruit, "game.yaml")
    page.locator(".rules .row.error", has_text="ponits").click()
    expect(page.locator(".rules .path")).to_have_text("cards/pear.yaml")
    expect(page.locator(".cm-lintRange-error", has_text="ponits")).to_be_visible()
    expect(page).to_have_url(re.compile("#/rules/cards/pear.yaml:6$"))


def test_what_is_between_brackets(fruit: OpenStudio) -> None:
    page = at(fruit, "cards/pear.yaml", 6)
    page.keyboard.press("Control+End")
    page.keyboard.type("  take min(")
    expect(page.locator(".cm-lsp-signature-tooltip")).to_contain_text("min(")


def test_what_is_under_the_pointer(fruit: OpenStudio) -> None:
    page = at(fruit, "game.yaml", 24)
    page.locator(".cm-line .token-keyword", has_text="perform").hover()
    expect(page.locator(".hover")).to_contain_text("a word of the language")
    expect(page.locator(".hover code").first).to_be_visible()


def test_what_is_at_the_cursor_by_keys_alone(fruit: OpenStudio) -> None:
    page = at(fruit, "cards/pear.yaml", 6)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Control+i")
    expect(page.locator(".hover.cm-tooltip")).to_contain_text("take")
    page.keyboard.press("Escape")
    expect(page.locator(".hover.cm-tooltip")).to_have_count(0)
    page.keyboard.press("End")
    page.keyboard.type(" of nobody ")
    expect(page.locator(".cm-lintRange-error").first).to_be_visible()
    page.keyboard.press("F8")
    expect(page.locator(".cm-tooltip .found")).to_contain_text("unexpected `of`")


def test_definitions_and_uses_in_other_files(fruit: OpenStudio) -> None:
    page = at(fruit, "cards/pear.yaml", 6)
    page.locator(".cm-line .token-class", has_text="points").click(modifiers=["Control"])
    expect(page.locator(".rules .path")).to_have_text("game.yaml")
    expect(page.locator(".cm-activeLine")).to_contain_text("point: {total: 60")
    page.keyboard.press("Shift+F12")
    uses = page.locator(".rules .uses")
    expect(uses).to_contain_text("cards/apple.yaml")
    expect(uses.locator(".row").first).to_be_focused()
    uses.locator(".row", has_text="take 1 point").press("Enter")
    expect(page.locator(".rules .path")).to_have_text("cards/apple.yaml")
    page.go_back()
    page.go_back()
    expect(page.locator(".rules .path")).to_have_text("cards/pear.yaml")


def test_a_new_name_in_all_files(fruit: OpenStudio) -> None:
    page = at(fruit, "cards/apple.yaml", 6)
    page.locator(".cm-line .token-class", has_text="point").click()
    page.keyboard.press("F2")
    field = page.get_by_label("New name")
    expect(field).to_have_value("point")
    field.fill("tree")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("tree")
    field.fill("star")
    page.keyboard.press("Enter")
    expect(text_of(page)).to_contain_text("take 1 star")
    expect(page.get_by_text("Renamed in 3 files.")).to_be_visible()
    expect(page.locator(".rules .tree .unsaved")).to_have_count(0)
    assert fruit.folder is not None
    game = (fruit.folder / "game.yaml").read_text("utf-8")
    assert "star: {total: 60" in game and "score: my stars" in game and "point" not in game
    assert "take 2 stars" in (fruit.folder / "cards" / "pear.yaml").read_text("utf-8")


def test_format(fruit: OpenStudio) -> None:
    page = at(fruit, "cards/pear.yaml", 2)
    page.keyboard.press("End")
    page.keyboard.type("    # too far away")
    page.keyboard.press("Shift+Alt+f")
    expect(text_of(page)).to_contain_text("worth: 2  # too far away")


def test_ctrl_s_saves_at_once_and_a_pause_by_itself(fruit: OpenStudio) -> None:
    assert fruit.folder is not None
    file = fruit.folder / "cards" / "pear.yaml"
    page = at(fruit, "cards/pear.yaml", 4)
    page.keyboard.press("End")
    page.keyboard.type(" tree")
    expect(page.locator(".rules .status")).to_have_text("Not saved yet")
    page.keyboard.press("Control+s")
    saved(page)
    assert "name: Pear tree\n" in file.read_text("utf-8")
    page.keyboard.type("s")
    saved(page)
    assert "name: Pear trees\n" in file.read_text("utf-8")


def test_changes_on_the_disk_are_taken_in(fruit: OpenStudio) -> None:
    assert fruit.folder is not None
    page = at(fruit, "cards/pear.yaml", 6)
    rewrite(fruit.folder / "cards" / "pear.yaml", lambda text: text.replace("Pear", "Quince"))
    expect(text_of(page)).to_contain_text("name: Quince")
    expect(page.locator(".cm-activeLine").last).to_contain_text("take 2 points")
    (fruit.folder / "cards" / "plum.yaml").write_text("fruit: plum\nworht: 1\n", "utf-8")
    expect(page.locator(".rules .tree a", has_text="plum.yaml")).to_be_visible()
    expect(page.locator(".rules .row.error")).to_contain_text("plum.yaml:2")
    (fruit.folder / "cards" / "plum.yaml").unlink()
    expect(page.locator(".rules .tree a", has_text="plum.yaml")).to_have_count(0)
    expect(page.locator(".rules .row.error")).to_have_count(0)


@pytest.mark.parametrize("choice", ["mine", "disk"])
def test_a_conflict_shows_both_texts(fruit: OpenStudio, choice: str) -> None:
    assert fruit.folder is not None
    file = fruit.folder / "cards" / "pear.yaml"
    page = at(fruit, "cards/pear.yaml", 4)
    page.keyboard.press("End")
    page.keyboard.type("s here")
    rewrite(file, lambda text: text.replace("Pear", "Pears there"))
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("name: Pears here")
    expect(dialog).to_contain_text("name: Pears there")
    if choice == "mine":
        dialog.get_by_role("button", name="Save the text on the right").click()
    else:
        dialog.get_by_role("button", name="Take the text of the disk").click()
    kept = {"mine": "name: Pears here", "disk": "name: Pears there"}[choice]
    expect(text_of(page)).to_contain_text(kept)
    saved(page)
    assert kept in file.read_text("utf-8")


def test_a_conflict_may_wait(fruit: OpenStudio) -> None:
    assert fruit.folder is not None
    file = fruit.folder / "cards" / "pear.yaml"
    page = at(fruit, "cards/pear.yaml", 4)
    page.keyboard.press("End")
    page.keyboard.type("s here")
    rewrite(file, lambda text: text.replace("Pear", "Pears there"))
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".rules .note")).to_contain_text("Nothing is saved until you choose")
    page.keyboard.press("Control+s")
    assert "there" in file.read_text("utf-8")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_files_get_other_names_and_go(fruit: OpenStudio) -> None:
    assert fruit.folder is not None
    page = at(fruit, "cards/pear.yaml")
    page.get_by_role("button", name="Move file").click()
    page.get_by_label("Path in the folder").fill("cards/apple.yaml")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("is there already")
    page.get_by_label("Path in the folder").fill("more/pear.yaml")
    page.keyboard.press("Enter")
    expect(page.locator(".rules .path")).to_have_text("more/pear.yaml")
    assert (fruit.folder / "more" / "pear.yaml").is_file()
    page.get_by_role("button", name="Delete file").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete file").click()
    expect(page.locator(".rules .tree a", has_text="pear.yaml")).to_have_count(0)
    assert not (fruit.folder / "more" / "pear.yaml").exists()
    expect(page.locator(".rules .empty")).to_be_visible()


def test_keys_lead_out_of_the_editor(fruit: OpenStudio) -> None:
    page = at(fruit, "cards/pear.yaml", 2)
    expect(text_of(page)).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(text_of(page)).not_to_be_focused()
    expect(text_of(page)).to_contain_text("worth: 2")


def played(fruit: OpenStudio, path: str, line: int) -> Page:
    """A page with a game in which all apples were eaten, and with a file in the editor."""
    page = fruit.page("#/table?ruleset=fruit&players=2&seed=1")
    options = page.locator(".view.table .options")
    apples = options.locator("button", has_text="Apple")
    expect(apples).to_have_count(3)
    for left in (2, 1, 0):
        apples.first.click()
        expect(apples).to_have_count(
            left
        )  # what is clicked while a choice is under way is no choice
    expect(options).to_contain_text("Pear")
    expect(options).not_to_contain_text("Apple")
    page.get_by_role("link", name="Rules").click()
    page.locator(".rules .tree a", has_text=path.rpartition("/")[2]).first.click()
    expect(page.locator(".rules .path")).to_have_text(path)
    text_of(page).click()
    page.keyboard.press("Control+Home")
    for _ in range(line - 1):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    return page


def test_a_rule_changed_in_mid_game_and_the_position_stays(fruit: OpenStudio) -> None:
    page = played(fruit, "cards/pear.yaml", 4)
    page.keyboard.type(" of the valley")
    strip = page.locator(".rules .trial")
    expect(strip).to_contain_text("the position stays")
    strip.get_by_role("button").click()
    expect(page.locator(".view.table .options")).to_contain_text("Pear of the valley")


def test_a_rule_changed_in_mid_game_and_another_way(fruit: OpenStudio) -> None:
    page = played(fruit, "cards/apple.yaml", 3)
    page.keyboard.press("Backspace")
    page.keyboard.type("2")
    strip = page.locator(".rules .trial")
    expect(strip).to_contain_text("The game goes another way at decision 2.")
    expect(strip).to_contain_text("It was Apple. Now offered: Pear")
    strip.get_by_role("button", name="Go to decision 2").click()
    expect(page.locator(".view.table .options")).to_contain_text("Pear")
    expect(page.locator(".view.table .options")).not_to_contain_text("Apple")


def test_a_rule_changed_in_mid_game_and_another_position(fruit: OpenStudio) -> None:
    page = played(fruit, "cards/apple.yaml", 2)
    page.keyboard.press("Backspace")
    page.keyboard.type("9")
    strip = page.locator(".rules .trial")
    expect(strip).to_contain_text("from decision 1 on, the position is another")
    page.get_by_role("link", name="Table").click()
    slider = page.locator(".view.table .slider")
    expect(slider).to_have_value("3")
    page.get_by_role("link", name="Rules").click()
    strip.get_by_role("button", name="Go to decision 1").click()
    expect(slider).to_have_value("1")


def test_a_rule_changed_in_mid_game_that_is_wrong(fruit: OpenStudio) -> None:
    page = played(fruit, "cards/apple.yaml", 6)
    page.keyboard.type(" of nobody")
    strip = page.locator(".rules .trial")
    expect(strip).to_contain_text("The game waits: the rules have 1 error.")
    page.keyboard.press("Control+z")
    expect(strip).to_contain_text("the position stays")


HOSTILE = """\
fruit: bomb
worth: 1
name: "<img src=x onerror=alert(1)><script>alert(2)</script> `<b>`"
text: "[click](javascript:alert(3)) <iframe src=//evil.example></iframe> LONG"
bite: |
  take 1 point
""".replace("LONG", "x" * 10_000)


def test_hostile_texts_stay_texts(fruit: OpenStudio) -> None:
    assert fruit.folder is not None
    (fruit.folder / "cards" / "bomb.yaml").write_text(HOSTILE, "utf-8")
    rewrite(
        fruit.folder / "game.yaml",
        lambda text: text.replace("perform", "perform bite of bomb\n    perform"),
    )
    page = at(fruit, "game.yaml", 24)
    page.locator(".cm-line .token-enumMember", has_text="bomb").hover()
    hover = page.locator(".hover")
    expect(hover).to_contain_text("<img src=x onerror=alert(1)>")
    expect(hover.locator("img, script, iframe, a")).to_have_count(0)
    assert wider_than_the_window(page) == []


@pytest.mark.one_in(3)
@pytest.mark.parametrize("width", [360, 800, 1600])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_fit_to_be_read(fruit: OpenStudio, width: int, colours: str) -> None:
    assert fruit.folder is not None
    rewrite(fruit.folder / "cards" / "pear.yaml", lambda text: text.replace("points", "ponits"))
    page = fruit.page("#/rules/cards/pear.yaml:6", width=width, colours=colours)  # type: ignore[arg-type]
    expect(page.locator(".cm-lintRange-error").first).to_be_visible()
    assert wider_than_the_window(page) == []
    assert barriers(page) == []
    page.keyboard.press("Control+.")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert barriers(page) == []
    assert wider_than_the_window(page) == []


@pytest.mark.parametrize("language", ["it", "nl"])
def test_other_languages(fruit: OpenStudio, language: str) -> None:
    page = fruit.page("#/rules/game.yaml")
    page.get_by_label("Language").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".rules .path")).to_have_text("game.yaml")
    expect(page.locator(".view.rules")).not_to_contain_text("Quick fix")
    assert wider_than_the_window(page) == []


def test_shipped_files_can_be_read_and_not_changed(fruit: OpenStudio) -> None:
    page = fruit.page("#/rules")
    shipped = page.locator(".rules .shipped")
    expect(shipped).to_be_visible()
    first = shipped.locator("a[href$='game.yaml']").first
    page.goto(page.url.partition("#")[0] + str(first.get_attribute("href")))
    expect(page.locator(".rules .note")).to_contain_text("can be read only")
    text_of(page).click()
    page.keyboard.type("x")
    expect(page.get_by_role("button", name="Format")).to_be_disabled()
    expect(text_of(page)).to_have_attribute("aria-readonly", "true")
