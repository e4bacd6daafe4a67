"""The pages of the shipped games, which the site writes from their files: nothing of a game is missing, and no game is known."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest

from boardwright.boards.looks import folded
from boardwright.commands.cards import reading
from boardwright.files.locate_ruleset import shipped
from folders import ROOT

GAMES = sorted(shipped())


def page(site: Path, *names: str) -> str:
    text = site.joinpath("games", *names, "index.html").read_text("utf-8")
    return unescape(text)


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_all_games_are_listed(site_folder: Path) -> None:
    listed = page(site_folder)
    assert [id for id in GAMES if f'href="{id}/"' not in listed] == []


def test_cards_have_their_texts_in_every_language_their_effects_and_pictures(
    game: str, site_folder: Path
) -> None:
    text = page(site_folder, game, "cards")

    rules = reading(game, ())[0]
    pieces = [each for each in rules.declared.definitions if each.origin == game]
    cards = [each for each in pieces if each.rules_text]
    assert len(cards) >= 6
    for card in cards:
        for language, told in card.rules_text.items():
            assert folded(told) in text, (card.id, language)
        for language, name in card.texts.items():
            assert folded(name) in text, (card.id, language)
    assert text.count("<pre") >= len(cards) - 1
    pictures = sorted((site_folder / "games" / game / "pictures").glob("*.png"))
    assert pictures
    assert sum(each.stat().st_size for each in pictures) < 1_500_000


def test_every_scenario_is_there(game: str, site_folder: Path) -> None:
    pages = "".join(
        each.read_text("utf-8")
        for each in (site_folder / "games" / game / "scenarios").rglob("index.html")
    )
    scenarios = [
        each.stem.replace("_", "-") for each in shipped()[game].rglob("scenarios/**/*.yaml")
    ]
    assert len(scenarios) > 100
    assert [each for each in scenarios if f'id="{each}"' not in pages] == []


def test_the_rules_are_there_in_the_order_of_play(game: str, site_folder: Path) -> None:
    rules = page(site_folder, game, "rules")
    assert rules.index('class="reading"') > 0
    assert 'href="rules/"' in page(site_folder, game)


def test_the_site_knows_no_game() -> None:
    text = "".join(each.read_text("utf-8") for each in (ROOT / "tools" / "website").glob("*.py"))
    assert [id for id in GAMES if id in text.casefold()] == []
