"""Sentences about what happens: the engine's own, and who is told what."""

from __future__ import annotations

import re

import pytest

from boardwright.interpreter.events.watched import WatchedState, new_watched
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.table import set_table
from boardwright.loading.load import load
from boardwright.terminal import Paint
from boardwright.text.tale import Tale
from bound_texts import game_of
from folders import SMALL_GAMES
from strategies import GAMES, program_of, steps, tiny

RATTUS = program_of(GAMES[-2], 2)


def played(language: str, *choices: str) -> WatchedState:
    state = new_watched(RATTUS, 3, language, [0, 1, -1], tell=True)
    for choice in choices:
        state.apply(choice)
    return state


OPENING = ("gallia", "italia", "italia", "gallia")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Red places 2 cubes in Gallia."),
        ("it", "Rosso piazza 2 cubetti in Gallia."),
        ("nl", "Rood plaatst 2 blokjes in Gallia."),
        ("de", "Red places 2 cubes in Gallia."),
    ],
)
def test_a_step_is_told_in_the_language_of_the_game(language: str, told: str) -> None:
    assert played(language, "gallia").tell() == (told,)


def test_choices_that_lead_to_something_are_told_by_it() -> None:
    state = played("en", *OPENING, "take_card")
    assert state.tell() == ()
    state.apply("witch")
    assert state.tell() == ("Red takes the Witch.",)


def test_a_seat_is_told_what_it_sees() -> None:
    state = played("en", *OPENING, "take_card", "witch", "ability:witch", "rat_1")
    assert "limit" in state.tell(0)[0]
    for seat in (1, -1):
        assert state.tell(seat) == ("Red looks at a rat token in Anglia.",)
    assert "limit" in state.tell()[0]


def test_a_copy_goes_on_by_itself() -> None:
    state = played("en", *OPENING)
    other = state.copy()
    other.apply("take_card")
    told = state.tell()
    assert other.tell() == () != told == state.tell()


def test_only_who_asked_for_it_is_told_sentences() -> None:
    with pytest.raises(ValueError, match="tell=True"):
        new_watched(RATTUS, 3).tell()
    state = new_watched(RATTUS, 3, seats=[0], tell=True)
    with pytest.raises(ValueError, match=r"seats=\[1\]"):
        state.tell(1)


def test_who_knew_a_piece_before_does_not_look_at_it_again() -> None:
    """Yellow looks at a token that red has seen: nobody else looks, and nothing is revealed."""
    state = played("en", *OPENING, "take_card", "witch", "ability:witch", "rat_1", "none")
    state.apply("move_the_plague")
    state.apply("germania")
    while state.decision is not None and state.decision.player == 0:
        state.apply(0)
    for choice in ("take_card", "witch", "ability:witch", "rat_1"):
        state.apply(choice)
    assert [text.split(" (")[0] for text in state.tell()] == ["Yellow looks at a rat token"]


def tale_of(game: str, players: int, seed: int, *choices: int | str) -> list[str]:
    tale = Tale(load(game, players), seed)
    for choice in choices:
        tale.apply(choice)
    tale.text(Paint(False))
    return [sentence.text for sentence in tale.sentences]


def test_a_tale_joins_what_comes_of_several_choices() -> None:
    told = tale_of("rattus", 2, 5, "italia", "anglia", "italia", "germania")
    assert "Yellow places 2 cubes in Anglia and 2 cubes in Italia." in told


def test_a_place_of_ones_own_needs_no_owner() -> None:
    told = tale_of(str(SMALL_GAMES / "old_crow"), 3, 4, 0, 0, 0)
    assert "Crow, finch and jay go from nest to P1's hand." in told
    assert (
        "P1 takes crow from nest, moves finch from hand to P2's hand and takes finch from P2's hand."
        in told
    )


def test_dice_of_one_throw_are_told_together_and_have_no_numbers() -> None:
    told = " ".join(tale_of(str(SMALL_GAMES / "ten_thousand"), 2, 4, *[0] * 9))
    assert re.search(r"P1 rolls \d, \d, \d, \d, \d and \d\.", told)
    assert "die_" not in told


def test_who_drops_out_is_told_by_the_sentence_of_the_rule() -> None:
    rule = "rules:\n  knock_out(player p): |\n    p drops out of game\n"
    words = "tell: {knock_out: '{p} is out'}\n"
    game = tiny(rule + words + steps("knock_out(last_seat)"))
    state = new_watched(link(set_table(game, 3)), 1, None, [-1], tell=True)
    assert [sentence for sentence in state.tell(-1) if "out" in sentence] == ["P3 is out."]


OF_HANDS = """\
### game.yaml
game: hands
language: 2
players: 3
kinds: {card: {hidden: yes, home: deck}}
places:
  deck: {holds: [card], ordered: yes, visible_to: nobody}
  hand: {per: player, holds: [card], tracked: no, visible_to: owner}
"""

DEAL = (
    OF_HANDS
    + """\
pieces: {card: {crow: {copies: 9}}}
course: [{phase: deal, steps: [move 2 of deck to each hand]}]
outcome: {score: 0}
"""
)


def test_cards_that_are_dealt_in_turn_are_told_for_each_hand() -> None:
    state = new_watched(link(set_table(game_of(DEAL), 3)), 1, None, [-1], tell=True)
    hands = [f"2 cards go from deck to P{n}'s hand." for n in (1, 2, 3)]
    assert state.tell(-1)[:3] == (*hands,)


HANDS = (
    OF_HANDS
    + """\
pieces: {card: {crow: {}, finch: {}, jay_bird: {name: jay}}}
course:
  - phase: deal
    steps: |
      for each c in cards in deck:
        move c to hand of (first_seat if face of c is finch else last_seat)
  - phase: play
    rounds: 1
    turn: |
      find jay in cards where face of jay is jay_bird
      if me is first_seat:
        LOOK
outcome: {score: 0}
"""
)


@pytest.mark.parametrize(
    ("look", "told"),
    [
        (
            "look at cards in hand of last_seat",
            {
                0: "P1 looks at crow and jay in P3's hand.",
                1: "P1 looks at 2 cards in P3's hand.",
                2: "P1 looks at crow and jay in P3's hand.",
                -1: "P1 looks at 2 cards in P3's hand.",
            },
        ),
        (
            "look at jay",
            {
                0: "P1 looks at jay in P3's hand.",
                1: "P1 looks at a card in P3's hand.",
                2: "P1 looks at jay in P3's hand.",
                -1: "P1 looks at a card in P3's hand.",
            },
        ),
        (
            "show cards in hand of me to last_seat",
            {
                0: "P3 looks at finch in P1's hand.",
                1: "P3 looks at a card in P1's hand.",
                2: "P3 looks at finch in P1's hand.",
                -1: "P3 looks at a card in P1's hand.",
            },
        ),
        (
            "reveal cards in hand of me",
            dict.fromkeys((0, 1, 2, -1), "P1 reveals finch in hand."),
        ),
    ],
)
def test_a_look_into_a_hand_is_told(look: str, told: dict[int, str]) -> None:
    program = link(set_table(game_of(HANDS.replace("LOOK", look)), 3))
    state = new_watched(program, 1, None, [*told], tell=True)
    for seat, sentence in told.items():
        assert sentence in state.tell(seat)


def test_a_sentence_names_what_the_dice_of_its_rule_show() -> None:
    game = tiny(
        "rules:\n  throw: |\n    roll dice\n    roll die_1\ntell: {throw: 'somebody throws {die}'}\n"
        + steps("throw()")
    )
    state = new_watched(link(set_table(game, 2)), 1, None, [-1], tell=True)
    first, again = state.tell(-1)[:2]
    assert re.fullmatch(r"Somebody throws \d and \d\.", first)
    assert re.fullmatch(r"Somebody throws \d\.", again)


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ("dice", r"The dice show \d and \d\."),
        ("die_1", r"The die shows \d\."),
    ],
)
def test_dice_that_nobody_rolls_show_something(dice: str, told: str) -> None:
    program = link(set_table(tiny(steps(f"roll {dice}")), 2))
    state = new_watched(program, 1, None, [-1], tell=True)
    assert any(re.fullmatch(told, sentence) for sentence in state.tell(-1))


COACH = program_of(next(path for path in GAMES if path.name == "mail_coach"), 2)


def test_what_is_printed_on_a_piece_is_told_by_its_name() -> None:
    state = new_watched(COACH, 1, "en", [0], tell=True)
    told = " ".join(state.tell(0))
    assert "The invitation for Pavia and Siena waits in Lodi." in told
    assert "The love letter for Bari (before round 4) waits in Pavia." in told
