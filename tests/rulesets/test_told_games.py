"""The shipped games as they are told, in all their languages."""

from __future__ import annotations

import re

import pytest

from boardwright.interpreter.events.seen import EVERYBODY
from boardwright.interpreter.events.watched import new_watched
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.program.program import Program
from boardwright.loading.load import load
from boardwright.terminal import Paint
from boardwright.text.tale import Tale
from folders import GOLDEN_FILES
from golden import Golden

GAMES = {
    "rattus": ("rattus", (), ("en", "it", "nl")),
    "mercatus": ("rattus", ("mercatus",), ("en", "it", "nl")),
    "notre_dame": ("notre_dame", (), ("en", "it")),
}
# What no reader should see: ids, templates that are not filled in, and amounts without a word for several.
BROKEN = re.compile(r"[_{}\[\]|]|×|\b[a-z]+\d|  | [.,;:]|\.\.|\bNone\b")


@pytest.mark.parametrize(
    ("name", "language"),
    [(name, language) for name, (_, _, languages) in GAMES.items() for language in languages],
)
def test_a_game_as_it_is_told(
    name: str, language: str, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    ruleset, expansions, _ = GAMES[name]
    game = load(ruleset, 2, expansions=expansions, language=language)
    tale, stream = Tale(game, 6), Stream(6, "choices")
    while tale.state.decision is not None:
        tale.apply(stream.below(len(tale.state.decision)))
    golden(GOLDEN_FILES / "tell" / f"{name}_{language}.txt", tale.text(Paint(False)))


def check_sentences(program: Program, language: str, seed: int) -> None:
    """No seat is told an id or a sentence that is not whole."""
    seats = range(-1, program.table.players)
    state, stream = new_watched(program, seed, language, seats, tell=True), Stream(seed, "choices")
    while True:
        for seat in (EVERYBODY, *seats):
            for sentence in state.tell(seat):
                assert not BROKEN.search(sentence), sentence
                assert sentence[:1] == sentence[:1].upper()
        if state.decision is None:
            break
        state.apply(stream.below(len(state.decision)))


@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_shows_an_id_or_is_broken(name: str) -> None:
    ruleset, expansions, languages = GAMES[name]
    game = load(ruleset, 3, expansions=expansions)
    for seed, language in enumerate(languages):
        check_sentences(game.program, language, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_of_many_games_is_broken(name: str) -> None:
    ruleset, expansions, languages = GAMES[name]
    low, high = load(ruleset, expansions=expansions).rules.bound.players
    for players in range(low, high + 1):
        game = load(ruleset, players, expansions=expansions)
        for language in languages:
            for seed in range(4):
                check_sentences(game.program, language, seed)
