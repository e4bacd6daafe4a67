"""Hooks on the effects of pieces: they stand around what is offered or performed. On both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.dsl.source.diagnostics import RulesetError
from bound_texts import game_of
from strategies import Pair, play

GAME = """### game.yaml
game: guild
language: 2
players: 3
kinds:
  card:
    home: deck
    owner: tableau
    effects: {ability: {offered_in: [jobs], limit: once a game}}
  stool: {pieces: one, home: deck}
stocks: {coin: {total: 30, home: bank, kept: purse}}
places:
  deck: {holds: [card, stool]}
  tableau: {per: player, holds: [card]}
  bank: {holds: [coin]}
  purse: {per: player, holds: [coin]}
notes: {log: {is: number, start: 0}}
offers:
  jobs: {until: rest}
pieces:
  card:
    king: {ability: take 1 coins}
    queen:
      ability:
        when: my coins <= 3
        effect: take 2 coins
    page:
      ability: |
        choose n from 1 to 3
        take n coins
    jester:
      ability: |
        choose c from cards where c is king and log = 9
        take 9 coins
    idler: {}
course:
  - phase: play
    steps: |
      move king to tableau of first_seat
      move queen to tableau of first_seat
      move page to tableau of first_seat
      move jester to tableau of first_seat
      move thief to tableau of left of first_seat
      as first_seat:
        LINES
outcome: {score: coins in purse of me}
### thief.yaml
card: thief
"""


def game_with(hook: str, lines: str) -> Pair:
    """A game in which the second player has a card with a hook; first the first player does these lines."""
    return play(game_of(GAME.replace("LINES", lines.replace("\n", "\n        ")) + hook), 3)


def coins_after(hook: str, lines: str, *picks: str) -> list[int]:
    """How many coins each player has in the end."""
    pair = game_with(hook, lines).take(*picks)
    assert pair.over
    return [int(pair.at("stocks", "coin", f"purse_{seat}", none=0)) for seat in pair.seats]


TWICE = "perform ability of king\nperform ability of queen"


@pytest.mark.parametrize(
    ("head", "coins"),
    [
        ("after ability of king by others", [3, 1, 0]),
        ("before ability of king by others", [3, 1, 0]),
        ("after ability of queen by others", [3, 1, 0]),
        ("after ability of card by others", [3, 2, 0]),
        ("after ability of card c by others", [3, 2, 0]),
        ("after ability of card c by others when c is queen", [3, 1, 0]),
        ("after ability of card c by others as who when coins in purse of who >= 2", [3, 1, 0]),
        ("after ability of card", [3, 0, 0]),
        ("after ability of king by anyone", [3, 1, 0]),
    ],
)
def test_who_acts_and_on_which_card(head: str, coins: list[int]) -> None:
    assert coins_after(f"{head}: take 1 coins\n", TWICE) == coins


@pytest.mark.parametrize(
    ("body", "coins"),
    [
        ("nothing", [2, 0, 0]),
        ("take 5 coins", [2, 5, 0]),
        ("original", [3, 0, 0]),
        ("|\n  original\n  original\n  take 1 coins", [4, 1, 0]),
    ],
)
def test_something_else_happens(body: str, coins: list[int]) -> None:
    assert coins_after(f"instead of ability of king by others: {body}\n", TWICE) == coins


def test_what_is_offered_is_hooked_too() -> None:
    hook = "instead of ability of card c by others as who: |\n  as who:\n    take 9 coins\n"
    pair = game_with(hook, "open jobs")
    assert list(pair.ids) == ["ability:king", "ability:queen", "ability:page", "rest"]
    pair.take("ability:king")
    assert pair.ids == (
        "ability:page",
        "rest",
    )  # the limit is used up, and the queen has her `when`
    pair.take("ability:page")
    assert pair.over
    assert pair.at("stocks", "coin", "purse_p1") == 18


def test_a_hook_and_an_effect_may_ask() -> None:
    hook = "instead of ability of page by others: |\n  me may stop_it:\n    take 1 coins\n  otherwise:\n    original\n"
    lines = "open jobs"
    assert coins_after(hook, lines, "ability:page", "yes", "rest") == [0, 1, 0]
    assert coins_after(hook, lines, "ability:page", "no", "2", "rest") == [2, 0, 0]


def test_a_condition_is_asked_before_the_hooks() -> None:
    hook = "before ability of queen by others: take 1 coins\n"
    assert coins_after(hook, "take 4 coins\nperform ability of queen") == [4, 0, 0]


THEN = "perform ability of CARD then:\n  add 1 to log\notherwise:\n  add 10 to log"


@pytest.mark.parametrize(
    ("card", "body", "log"),
    [
        ("king", "nothing", 10),
        ("king", "original", 1),
        ("jester", "original", 10),
        ("jester", "|\n  set log to 9\n  original\n  set log to 0", 1),
    ],
)
def test_it_went_through_if_the_last_original_did(card: str, body: str, log: int) -> None:
    hook = f"instead of ability of card by others: {body}\n"
    assert game_with(hook, THEN.replace("CARD", card)).note("log") == log


def test_a_hook_never_runs_inside_itself() -> None:
    hook = "before ability of card by others: |\n  take 1 coins\n  perform ability of king\n"
    assert coins_after(hook, "perform ability of king") == [1, 2, 0]


def test_the_game_has_hooks_on_effects_as_well() -> None:
    game = GAME + "### bonus.yaml\npart: bonus\nafter ability of card: take 1 coins\n"
    game += "after ability of king: take 3 coins\n"
    pair = play(game_of(game.replace("LINES", "perform ability of king")), 3)
    assert pair.at("stocks", "coin", "purse_p1") == 5


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("after ability of kin", "expected a card that has `ability`, found `kin`"),
        ("after ability of stool", "expected a card that has `ability`, found `stool`"),
        ("after ability of idler", "`idler` has no `ability`"),
        ("after abilty of king", "unknown effect `abilty`"),
        ("after log of king", "`log` is a note, not an effect of a piece or space"),
        (
            "after ability of set of card c",
            "expected a card that has `ability`, found a set of card pieces",
        ),
        ("after ability of player p", "expected a card that has `ability`, found a player"),
        ("after ability of king(card)", "`ability` has no parameters"),
    ],
)
def test_other_heads_are_refused(head: str, said: str) -> None:
    with pytest.raises(RulesetError) as fault:
        game_with(f"{head}: take 1 coins\n", TWICE)
    assert said in str(fault.value)


def test_a_hook_does_not_run_inside_itself_when_one_effect_performs_another() -> None:
    text = GAME.replace("LINES", "perform ability of page")
    text = text.replace("take n coins", "perform ability of king")
    hook = "instead of ability of card c by others: |\n  take 1 coins\n  original\n"
    pair = play(game_of(text + hook), 3).take("1")
    assert [pair.at("stocks", "coin", f"purse_{seat}", none=0) for seat in pair.seats] == [1, 1, 0]
