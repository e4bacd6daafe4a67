"""Evenings at one keyboard: whole games, and nobody sees what only others may see."""

from __future__ import annotations

import re

import pytest

from boardwright.evening.game import Evening
from boardwright.evening.person import Person
from boardwright.loading.load import load
from boardwright.text.screen_words import TEXTS
from folders import SMALL_GAMES
from hot_seat import Faces, names_in, play


@pytest.fixture(autouse=True)
def small_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """80 columns and 24 rows."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


@pytest.mark.parametrize(
    ("name", "players", "seeds"),
    [("whist", 4, 1), ("old_crow", 3, 4), ("drafting", 3, 1), ("crazy_eights", 2, 1)],
)
def test_no_name_of_a_hidden_piece_is_shown(name: str, players: int, seeds: int) -> None:
    game = load(SMALL_GAMES / name, players)
    looked = 0
    for seed in range(seeds):
        faces = Faces(game)

        def check(evening: Evening, sits: Person | None, text: str, faces: Faces = faces) -> None:
            nonlocal looked
            faces.note(evening)
            hidden = faces.hidden_from(evening, -1 if sits is None else sits.seat)
            assert names_in(hidden, text) == []
            looked += len(hidden) > 0

        screen = play(game, check, seed)
        assert "rank  seat" in screen.on_screen
    assert looked > 20


@pytest.mark.parametrize("language", ["it", "nl"])
def test_nothing_is_said_in_english_in_another_language(language: str) -> None:
    texts = {code: " ".join(TEXTS[code].values()) for code in ("en", language)}
    words = {code: {*re.findall(r"[^\W\d_]+", text.casefold())} for code, text in texts.items()}
    game, asked = load("rattus", 3, language=language), 0
    # Attributes have no names in the rules: they are called by their ids.
    ids = {id for kind in game.table.game.kinds.values() for id in kind.attributes}
    english = words["en"] - words[language] - ids - {"a"}  # which is Italian, too

    def check(evening: Evening, sits: Person | None, text: str) -> None:
        nonlocal asked
        asked += 1
        assert names_in(english, text) == []

    screen = play(game, check, 1, most=60)
    assert asked > 60
    assert names_in(english, screen.on_screen) == []


def test_between_two_people_nothing_of_either_is_on_the_screen() -> None:
    texts = []

    def check(evening: Evening, sits: Person | None, text: str) -> None:
        if sits is None:
            texts.append(text)

    play(load(SMALL_GAMES / "drafting", 2), check, 1)
    assert len(texts) > 20
    assert set(texts) == {
        f"{name}: press Enter when only you look at the screen " for name in ("p1", "p2")
    }


def test_whoever_has_chosen_sees_what_came_of_it_before_the_next_sits_down() -> None:
    texts = []

    def check(evening: Evening, sits: Person | None, text: str) -> None:
        if text.endswith("and hand over to p2 "):
            texts.append(text)

    play(load(SMALL_GAMES / "crazy_eights", 2), check, 1)
    assert texts and all("P1" in text.rpartition("> ")[2] for text in texts)


def test_a_question_with_its_options_fits_on_the_screen() -> None:
    asked = 0

    def check(evening: Evening, sits: Person | None, text: str) -> None:
        nonlocal asked
        decision = evening.state.decision
        if sits is None or decision is None or not text.endswith("\n> "):
            return
        asked += 1
        assert max(map(len, text.splitlines())) <= 80
        seen = text.splitlines()[-24:]
        assert any(line.startswith(f"{evening.name(sits.seat)}: ") for line in seen)

    for name in ("hex_11", "crazy_eights"):
        play(load(SMALL_GAMES / name, 2), check, 3, most=40)
    play(load("rattus", 4, expansions=("mercatus",)), check, 3, most=60)
    assert asked > 100
