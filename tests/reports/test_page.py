from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from boardwright.reports import markup, page, text
from boardwright.reports.comparison import compare
from boardwright.reports.counts import Stopped
from boardwright.reports.figures import Report, report
from boardwright.reports.games_of_a_run import read
from boardwright.reports.numbers import Spread
from boardwright.reports.plots import histogram
from luck_games import COIN_FLIPS, write_game
from report_samples import drafting, parsed, played

HOSTILE = [
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</title></style></svg><b>",
    "<!-- -->&lt;&#x3c;",
    "\u202eevil\u2066\u200b\x1b[31m\x00\r\n",
    "]]>&amp;<![CDATA[",
]
ELEMENTS = {
    *("html", "head", "meta", "title", "style", "body", "header", "main", "footer", "nav"),
    *("section", "div", "h1", "h2", "h3", "p", "ul", "li", "a", "details", "summary", "code"),
    *("table", "caption", "thead", "tbody", "tr", "th", "td", "wbr"),
    *("svg", "line", "text", "circle", "polygon", "rect"),
}
ATTRIBUTES = {
    *("lang", "charset", "http-equiv", "content", "name", "class", "id", "href", "scope", "open"),
    *("tabindex", "role", "aria-label", "aria-labelledby", "aria-hidden"),
    *("viewbox", "preserveaspectratio", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r"),
    *("width", "height", "points", "transform"),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Report:
    root = tmp_path_factory.mktemp("run")
    played(root, drafting("random", "first", "random"))
    return report(read(root))


def sound(html: str) -> list[str]:
    """The text of a page that holds nothing but what it may."""
    found = parsed(html)
    assert found.wrong == []
    assert found.tags <= ELEMENTS
    assert {name for _, name, _ in found.attributes} <= ATTRIBUTES
    assert all(
        re.fullmatch(r"#s\d+", value) for _, name, value in found.attributes if name == "href"
    )
    assert "url(" not in html and "@import" not in html and "http:" not in html
    return found.text


def with_texts(report: Report, hostile: str) -> Report:
    """The same report in which everything that came from elsewhere is this text."""
    plan = replace(
        report.plan,
        game=hostile,
        expansions=(hostile,),
        options={hostile: hostile},
        agents=(f"program:{hostile}",) * 3,
        seats=(hostile, f"{hostile}2", f"{hostile}3"),
    )
    assert report.cards is not None and report.decisions is not None
    return replace(
        report,
        plan=plan,
        games=replace(report.games, errors=((hostile, 2),), error=2, damaged=((hostile, hostile),)),
        seats=tuple(replace(each, name=hostile) for each in report.seats),
        agents=tuple(replace(each, name=hostile) for each in report.agents),
        cards=tuple(
            replace(of, kind=hostile, cards=tuple(replace(c, name=hostile) for c in of.cards))
            for of in report.cards
        ),
        decisions=tuple(
            replace(each, name=hostile, options=tuple(replace(o, id=hostile) for o in each.options))
            for each in report.decisions
        ),
        stopped=(Stopped(3, 9, (hostile,), hostile, None),),
    )


def test_a_page_is_well_formed_and_asks_for_nothing(made: Report) -> None:
    html = page.render(made)
    sound(html)
    assert html.startswith('<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">')
    assert "default-src &#x27;none&#x27;" in html
    assert "<script" not in html


@pytest.mark.parametrize("hostile", HOSTILE)
def test_no_text_breaks_out_of_a_page(made: Report, hostile: str) -> None:
    worst = with_texts(made, hostile)
    told = "".join(sound(page.render(worst)))
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00\x1b]", told)
    both = compare(worst, worst)
    sound(page.render_comparison(both))
    for shown in (text.render(worst), text.render_comparison(both)):
        assert not re.search("[\u202a-\u202e\u2066-\u2069\x00\x1b\r]", shown)


def test_what_was_hostile_is_there_to_be_read(made: Report) -> None:
    told = "".join(parsed(page.render(with_texts(made, HOSTILE[1]))).text)
    assert HOSTILE[1] in told


def test_plots_say_what_they_show_and_tables_have_heads(made: Report) -> None:
    html = page.render(made)
    drawings = re.findall(r"<svg ([^>]*)>", html)
    assert drawings
    assert all('aria-label="' in each or 'aria-hidden="true"' in each for each in drawings)
    tables = html.count("<table>")
    assert tables == html.count("<thead>") and html.count('<th scope="row">') > tables
    assert "prefers-color-scheme:dark" in html and "@media print" in html


def test_pages_of_little(tmp_path: Path) -> None:
    """No games, no figures, one of each."""
    plan = played(tmp_path / "one", drafting(), games=1, chunk=1)
    assert plan.games == 1
    sound(page.render(report(read(tmp_path / "one"))))
    (tmp_path / "one" / "games.jsonl").unlink()
    (tmp_path / "one" / "parts" / "part-000000.jsonl").unlink()
    none = report(read(tmp_path / "one"))
    assert none.games.counted == 0
    sound(page.render(none))
    assert "there is little to report" in text.render(none)
    played(tmp_path / "bare", drafting(figures=False), games=9)
    bare = report(read(tmp_path / "bare"))
    sound(page.render(bare))
    assert "No figures on decisions" in text.render(bare)
    sound(page.render_comparison(compare(none, bare)))


@pytest.mark.parametrize("players", ["1", "2\nseats: [anna, bruno]"], ids=["alone", "one team"])
def test_pages_of_games_that_nobody_wins_against_others(tmp_path: Path, players: str) -> None:
    """There is no second place, and so no margin."""
    file = write_game(tmp_path, "flips", COIN_FLIPS) / "game.yaml"
    text_ = file.read_text().replace("players: 2 to 3", f"players: {players}")
    teams = "" if players == "1" else "  teams: [[1, 2]]\n"
    file.write_text(text_ + teams)
    asked = replace(drafting(), ruleset=str(file.parent), players=None)
    played(tmp_path / "run", asked, games=9)
    found = report(read(tmp_path / "run"))
    sound(page.render(found))
    assert "Winning margin" not in page.render(found) and not found.margins.n
    told = text.render(found)
    assert (
        ("1 player; random" in told) == ("The player wins 100.0% of games." in told) == (not teams)
    )


def test_numbers_may_lie_as_far_apart_as_they_can() -> None:
    """Before, there was no bar wide enough for scores with more than thirteen digits."""
    spread = Spread.of(Counter({-(10**18) + 1: 2, 0: 1, 10**18 - 1: 3}))
    assert parsed(str(histogram(spread, "scores", "games"))).wrong == []


def test_names_break_after_their_parts() -> None:
    assert markup.breakable("cards/monk.first_rat") == "cards/<wbr>monk.<wbr>first_<wbr>rat"
    assert markup.breakable("<b>/") == "&lt;b&gt;/"
