"""Windows: offers with parameters, in which players answer each other until all have passed. On both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.dsl.source.diagnostics import RulesetError
from bound_texts import game_of
from strategies import Pair, play

GAME = """### game.yaml
game: duel
language: 2
players: 2 to 4
kinds:
  card: {attributes: {power: number}, hidden: yes, home: deck}
stocks: {coin: {total: 60, home: bank, kept: purse}}
places:
  deck: {holds: [card], tracked: no, visible_to: nobody}
  hand: {per: player, holds: [card], tracked: no, visible_to: owner}
  waste: {holds: [card]}
  bank: {holds: [coin]}
  purse: {per: player, holds: [coin]}
notes:
  log: number
  countered: {is: yes_no, per: card}
pieces:
  card:
    strike: {power: 3, copies: 2}
    ward: {power: 0, copies: 4}
values:
  wards(player p): count(face of c is ward for each c in cards in hand of p)
rules:
  play_out(card, player user):
    deep: 9
    effect: |
      set countered of card to no
      move card to waste
      secretly open answers(card, user) to players except user starting with left of user
      if not countered of card:
        as user:
          take power of card coins
          add 1 to log
offers:
  answers(card, player attacker):
    until: wait
    deep: DEEP
    entries:
      ward:
        when: me is not attacker
        effect: |
          choose answer from cards in hand of me where face of answer is ward
          play_out(answer, me)
          if not countered of answer:
            set countered of card to yes
      MORE
course:
  - phase: play
    steps: |
      HANDS
      as first_seat:
        find first in cards in hand of me where face of first is strike
        play_out(first, me)
outcome: {score: my coins}
"""


def duel(*hands: str, deep: int = 2, more: str = "") -> Pair:
    """The first player strikes; each has the cards in one of these texts."""
    player = "first_seat"
    lines: list[str] = []
    for hand in hands:
        for card in hand.split():
            lines.append(
                f"find c{len(lines)} in cards in deck where face of c{len(lines)} is {card}"
            )
            lines.append(f"move c{len(lines) - 1} to hand of {player}")
        player = f"left of {player}"
    text = GAME.replace("HANDS", "\n      ".join(lines))
    text = text.replace("DEEP", str(deep)).replace("MORE", more)
    return play(game_of(text), len(hands))


def coins(pair: Pair, seat: str = "p1") -> int:
    return int(pair.at("stocks", "coin", f"purse_{seat}", none=0))


def test_nobody_is_asked_who_has_nothing_to_answer() -> None:
    pair = duel("strike", "strike")
    assert pair.over
    assert coins(pair) == 3


def test_an_answer_stops_it() -> None:
    pair = duel("strike", "ward")
    assert (pair.asked, pair.ids) == ("p2 answers", ("ward", "wait"))
    pair.take("ward")
    assert pair.over
    assert coins(pair) == 0
    assert coins(duel("strike", "ward").take("wait")) == 3


def test_an_answer_is_answered() -> None:
    pair = duel("strike ward", "ward")
    pair.take("ward")
    assert (pair.asked, pair.ids) == ("p1 answers", ("ward", "wait"))
    assert coins(pair.take("ward")) == 3  # the counter was countered


def test_as_deep_as_it_is_written() -> None:
    hands = "strike ward ward", "ward ward"
    assert duel(*hands, deep=1).take("ward").asked == "p2 answers"
    assert duel(*hands, deep=2).take("ward", "ward").asked == "p1 answers"  # a further answer
    deeper = duel(*hands, deep=3).take("ward", "ward")
    assert deeper.asked == "p2 answers"  # an answer to the answer to the answer
    assert coins(deeper.take("ward", "wait")) == 0


def test_each_in_turn_and_passes_are_forgotten() -> None:
    more = "cheer:\n        limit: once a game\n        effect: add 10 to log"
    pair = duel("strike", "strike", "ward", "", deep=1, more=more)
    asked = []
    for pick in ("wait", "wait", "cheer", "wait", "cheer", "wait", "ward"):
        asked.append(pair.asked.split()[0])
        pair.take(pick)
    assert asked == ["p2", "p3", "p4", "p2", "p3", "p2", "p3"]
    assert pair.asked == "p2 answers"


def test_without_depth_who_has_passed_is_left_out() -> None:
    text = GAME.replace("deep: DEEP", "ref: X-1").replace(
        "play_out(answer, me)", "move answer to waste"
    )
    text = text.replace(
        "HANDS",
        "\n      ".join(
            f"find c{n} in cards in deck where face of c{n} is {card}\n      move c{n} to hand of {player}"
            for n, (card, player) in enumerate(
                [("strike", "first_seat"), ("ward", "left of first_seat"), ("ward", "last_seat")]
            )
        ),
    ).replace("MORE", "")
    pair = play(game_of(text), 3)
    assert pair.take("wait").asked == "p3 answers"
    assert pair.take("ward").over


def test_one_player_alone_has_a_window_too() -> None:
    text = GAME.replace("to players except user starting with left of user", "")
    text = (
        text.replace("DEEP", "1")
        .replace("MORE", "")
        .replace(
            "HANDS",
            "\n      ".join(
                (
                    "find s in cards in deck where face of s is strike",
                    "move s to hand of first_seat",
                    "find w in cards in deck where face of w is ward",
                    "move w to hand of first_seat",
                )
            ),
        )
        .replace("when: me is not attacker", "when: me is attacker")
    )
    pair = play(game_of(text), 2)
    assert (pair.asked, pair.ids) == ("p1 answers", ("ward", "wait"))
    assert coins(pair.take("ward")) == 0


def test_a_card_answers_in_a_file_of_its_own() -> None:
    """What a window was opened with is known to the entries of cards that are offered there alone."""
    card = """### parry.yaml
card: parry
power: 1
in_force: always
entries:
  turn_aside:
    offered_in: [answers]
    when: power of card >= 2 and attacker is not me
    effect: |
      set countered of card to yes
      move it to waste
"""
    text = GAME.replace("hidden: yes, home: deck}", "home: deck, owner: hand, effects: {}}")
    text = text.replace("visible_to: nobody", "visible_to: everyone").replace("tracked: no, ", "")
    text = text.replace("DEEP", "2").replace("MORE", "").replace("copies: 2", "copies: 1")
    lines = "move strike to hand of first_seat\n      move parry to hand of last_seat"
    pair = play(game_of(text.replace("HANDS", lines) + card), 2)
    assert (pair.asked, pair.ids) == ("p2 answers", ("turn_aside:parry", "wait"))
    assert coins(pair.take("turn_aside:parry")) == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("answers(card, user) to", "answers to", "`answers`"),
        ("answers(card, user) to", "answers(card) to", "`answers`"),
        ("answers(card, user) to", "answers(user, card) to", "expected"),
        (
            "answers(card, user) to",
            "answers(count(c = 1 for each c in cards), user) to",
            "expected",
        ),
        ("answers(card, user) to", "anwsers(card, user) to", "unknown offer `anwsers`"),
        ("deep: 2", "deep: 0", "`0` is not a number of at least 1"),
        ("deep: 2", "text: Answer", "`play_out` may call itself without end"),
        ("answers(card, player attacker):", "answers(card, player card):", "card"),
        ("answers(card, player attacker):", "answers(card, attacker):", "attacker"),
    ],
)
def test_mistakes_are_explained(old: str, new: str, said: str) -> None:
    text = GAME.replace("DEEP", "2").replace("MORE", "").replace("HANDS", "set log to 1")
    text = text.replace("deep: 9", "ref: X") if new.startswith("text") else text
    with pytest.raises(RulesetError) as fault:
        game_of(text.replace(old, new))
    assert said in str(fault.value)
