"""What tells a player a secret is found, at its line; what a player learns by seeing it is no secret.

All games here are one small game with another turn: cards in hands that nobody follows, coins, and notes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from boardwright.interpreter.agents import program_agent
from boardwright.interpreter.events.seen import Seat
from boardwright.interpreter.play.decision import Decision, Option
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.views import Looker, View
from boardwright.interpreter.program.link import link
from boardwright.interpreter.records.game_record import Json
from boardwright.interpreter.records.redacted_record import Redaction
from boardwright.interpreter.table.table import set_table
from boardwright.validators.play import worlds
from boardwright.validators.play.leaks import Leak, LeakTest, by_chance
from bound_texts import game_of

SECRET = """\
game: secret
language: 2
players: 3
seats: [ann, bob, cat]
kinds:
  card: {hidden: yes, attributes: {value: number}, home: deck}
  seal: {hidden: yes, attributes: {value: number}, home: rack, pieces: 4}
stocks:
  coin: {total: unlimited, home: bank, kept: purse}
  gem: {total: 12, home: mine, kept: chest}
places:
  deck: {holds: [card], ordered: yes, tracked: no, visible_to: nobody}
  hand: {per: player, holds: [card], tracked: no, visible_to: owner}
  pile: {holds: [card], tracked: no}
  cellar: {holds: [card], tracked: no, visible_to: nobody}
  rack: {holds: [seal], tracked: yes, visible_to: nobody}
  bank: {holds: [coin]}
  purse: {per: player, holds: [coin]}
  mine: {holds: [gem]}
  chest: {per: player, holds: [gem], visible_to: owner}
pieces:
  card: {c1: {value: 1, copies: 2}, c2: {value: 2, copies: 3}, c3: {value: 3, copies: 3}, c4: {value: 4, copies: 3}, c5: {value: 5, copies: 3}, c6: {value: 6, copies: 2}}
  seal: {s1: {value: 1}, s2: {value: 2}, s3: {value: 3}, s4: {value: 4}}
notes:
  log: number
  bid: {is: number, per: player}
  own: {is: number, per: player, visible_to: owner}
  trap: {is: number, visible_to: nobody}
values:
  high(player p): count(those c in cards in hand of p where value of c >= 4)
rules:
  play_on: |
    choose card from cards in hand of me
    move card to pile
    move up to 1 of deck to hand of me
  turn_of_mine: |
%s
course:
  - phase: deal
    steps: |
      shuffle deck
      for each p in players:
        move 2 of deck to hand of p
        as p:
          take p_share gems
  - {phase: main, turn: [turn_of_mine(), play_on()], rounds: 3}
outcome: {score: my coins}
""".replace("take p_share gems", "draw n from 1 to 3\n          take n gems")


def leaks(turn: str, games: int = 12) -> list[Leak]:
    """What is found in random games with this turn."""
    lines = "".join(f"    {line}\n" for line in turn.strip().splitlines())
    test = LeakTest(link(set_table(game_of(SECRET % lines), 3)), events=True)
    found: list[Leak] = []
    for seed in range(games):
        found += test.game(seed, *by_chance(seed, 3), most=120)
    assert test.compared > 25 * games or found
    return found


def told(turn: str) -> set[tuple[str, str]]:
    """By what each leak tells, and the line where it stands."""
    return {
        (leak.message.partition(" from ")[2], leak.span.text.splitlines()[0] if leak.span else "")
        for leak in leaks(turn, 24)
    }


# ---- what rules tell

LEAKS = {
    "options by a hidden face": (
        "choose n from 1 to 2 + high(left of me)\ntake n coins",
        {("the options of this question", "choose n from 1 to 2 + high(left of me)")},
    ),
    "a question that only who holds the card is asked": (
        "as left of me:\n  if high(me) = 2:\n    may boast:\n      take 1 coins",
        {("whether `ann` is asked this", "may boast:")},
    ),
    "a question to oneself that depends on others": (
        "if high(left of me) = 2:\n  may peek:\n    take 1 coins",
        {("whether it is asked this", "may peek:")},
    ),
    "an open note that holds a secret answer": (
        "secretly choose n from 1 to 3\nset bid of me to n",
        {("the note `bid`", "set bid of me to n")},
    ),
    "an open note that holds a hidden face": (
        "set log to sum(value of c for each c in cards in hand of left of me)",
        {
            (
                "the note `log`",
                "set log to sum(value of c for each c in cards in hand of left of me)",
            )
        },
    ),
    "coins by a hidden face": (
        "take 1 + high(left of me) coins",
        {("the amounts in each place", "may_be_anything")},
    ),
    "a card that moves face down by a hidden face": (
        "if high(left of me) = 2:\n  move up to 1 of deck to cellar",
        {("the number of pieces in each place", "may_be_anything")},
    ),
    "a phase that depends on a hidden face": (
        "if high(left of me) = 2:\n  left of me drops out of round",
        {("`out_of_round`", "may_be_anything")},
    ),
    "options by a secret answer": (
        "secretly choose n from 1 to 3\nleft of me chooses k from 1 to n\ntake k coins",
        {("the options of this question", "left of me chooses k from 1 to n")},
    ),
    "a question that only who has two answers is asked": (
        "choose n from 1 to 1 + high(me)\nset log to 0",
        {("whether `ann` is asked this", "choose n from 1 to 1 + high(me)")},
    ),
    "chance by a hidden face": (
        "if high(left of me) = 2:\n  draw n from 1 to 6\n  set trap to n\n  draw k from 1 to 2",
        {("whether a chance event happens", "may_be_anything")},
    ),
}


@pytest.mark.parametrize("name", LEAKS)
def test_what_tells_a_secret_is_found_at_its_line(name: str) -> None:
    turn, expected = LEAKS[name]
    found = told(turn)
    by = {what for what, _ in expected}
    whole = {
        (what.replace("`bob`", "`ann`").replace("`cat`", "`ann`"), line) for what, line in found
    }
    assert {what for what, _ in whole} >= by, found
    for what, line in expected:
        assert line == "may_be_anything" or (what, line) in whole


# ---- what a player learns by seeing it

SEEN = {
    "nothing at all": "nothing_more",
    "a hand that is looked at": (
        "for each c in cards in hand of left of me:\n  reveal c\nset log to high(left of me)"
    ),
    "a hand that is shown and then shuffled away": (
        "reveal cards in hand of left of me\nset log to high(left of me)\n"
        "move all cards in hand of left of me to deck\nshuffle deck\nmove 2 of deck to hand of left of me"
    ),
    "a card that lies open": (
        "draw card from cards in hand of left of me\nmove card to pile\nset log to value of card\n"
        "if value of card >= 4:\n  may boast:\n    take 1 coins\nmove up to 1 of deck to hand of left of me"
    ),
    "a seal that is shown and covered again": (
        "draw seal from seals\nreveal seal\nset log to value of seal\nshuffle rack"
    ),
    "gems that come into sight": "pay up to 2 gems\nset log to gems in mine",
    "one's own hand": "choose n from 1 to 2 + high(me)\nset log to 0",
    "a question in secret": (
        "as left of me:\n  if high(me) = 2:\n    secretly may pass_it:\n      set own of me to 1"
    ),
    "a secret answer that its owner keeps": "secretly choose n from 1 to 3\nset own of me to n",
    "a secret answer that is told later": (
        "secretly choose n from 1 to 3\nset own of me to n\nmay rest:\n  nothing\nset bid of me to own of me"
    ),
    "what a secret answer does in sight": "secretly choose n from 1 to 3\ntake n coins",
    "a secret answer after another": (
        "as left of me:\n  secretly may hide:\n    secretly choose n from 1 to 3\n    set own of me to n\n"
        "    as left of me:\n      may follow:\n        take 1 coins"
    ),
    "what all answer at once": (
        "all at once for each p in players:\n  choose n from 1 to 3\nfor each p in players:\n  set bid of p to n of p"
    ),
    "cards of all hands that go back at once": (
        "move all cards in hand to cellar\nfor each p in players:\n  draw one_card from cards in cellar\n"
        "  move one_card to hand of p\n  draw other_card from cards in cellar\n  move other_card to hand of p"
    ),
    "an answer that shows itself": (
        "as left of me:\n  if high(me) >= 1:\n    choose c from cards in hand of me where value of c >= 4\n"
        "    move c to pile\n    move up to 1 of deck to hand of me"
    ),
}


@pytest.mark.parametrize("name", SEEN)
def test_what_a_player_learns_by_seeing_it_is_no_leak(name: str) -> None:
    turn = SEEN[name].replace("nothing_more", "set log to 1")
    assert [(leak.message, leak.notes) for leak in leaks(turn)] == []


def test_in_a_game_whose_setup_fails_nothing_is_compared() -> None:
    text = SECRET.replace("move 2 of deck", "move 20 of deck") % "    nothing"
    for events in (True, False):
        test = LeakTest(link(set_table(game_of(text), 3)), events=events)
        assert [*test.game(1, *by_chance(1, 3))] == [] and test.compared == 0


# ---- what boardwright itself would tell, if it were broken

PLAIN = "set log to 1"


def test_a_hash_a_seed_and_the_words_of_the_generator_would_be_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def telling(what: Any) -> Any:
        def message(decision: Decision, state: State, number: int) -> dict[str, Any]:
            found = program_agent.question_message(decision, state, number)
            return {**found, "more": what(state)}

        return message

    for what in (lambda s: s.hash, lambda s: s.v[14], lambda s: s.position()["chance"]):
        monkeypatch.setattr(worlds, "question_message", telling(what))
        assert {leak.message[6:] for leak in leaks(PLAIN, 4)} >= {
            "can tell what it may not know from the more of this question"
        }


def test_a_handle_as_the_id_of_an_option_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def ids(decision: Decision) -> tuple[str, ...]:
        return tuple(f"{id}@{n}" for n, id in decision._called())

    def options(decision: Decision) -> tuple[Option, ...]:
        return tuple(map(Option, decision.ids, decision.labels().values()))

    monkeypatch.setattr(Decision, "ids", property(ids))
    monkeypatch.setattr(Decision, "options", property(options))
    turn = "may choose c from cards in hand of left of me:\n  move c to pile\n  move up to 1 of deck to hand of left of me"
    found = {leak.message.partition(" from ")[2] for leak in leaks(turn)}
    assert "the options of this question" in found


def test_a_gap_in_the_numbers_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Redaction.decision

    def counting(self: Redaction, state: State, decision: Decision, choice: str) -> Json | None:
        found = right(self, state, decision, choice)
        self.decisions += found is None
        return found

    turn = "as left of me:\n  if high(me) = 2:\n    secretly may pass_it:\n      nothing"
    assert leaks(turn) == []
    monkeypatch.setattr(Redaction, "decision", counting)
    assert {leak.message.partition(" from ")[2] for leak in leaks(turn)} == {"what happens"}


def test_an_order_of_faces_that_follows_handles_would_be_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = Looker.pieces

    def by_handle(self: Looker) -> tuple[View, View]:
        single, piles = right(self)
        lying = [n for n in range(len(self.table.pieces["card"])) if self.knows("card", n)]
        for place, pile in piles.items():
            if "faces" in pile.get("card", {}):
                here = [n for n in lying if self.place("card", n).id == place]
                pile["card"]["faces"] = [self.face("card", n) for n in here]
        return single, piles

    monkeypatch.setattr(Looker, "pieces", by_handle)
    found = leaks(PLAIN, 20)
    assert {leak.message.partition(" from ")[2] for leak in found} == {"the order of faces"}
    assert all(leak.ours for leak in found)


def test_a_secret_question_that_is_told_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Looker, "learns_of", lambda self, decision: True)
    turn = "as left of me:\n  if high(me) = 2:\n    secretly may pass_it:\n      nothing"
    assert {leak.message.partition(" from ")[2] for leak in leaks(turn)} == {
        "what others are asked in secret"
    }


# ---- what the events of a seat would tell, if they were broken


def test_an_event_that_tells_of_unseen_faces_would_be_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = Seat._told_of

    def telling_all(
        self: Seat, kind: str, pieces: Sequence[int], *eyes: Looker
    ) -> tuple[list[str], list[str]]:
        return right(self, kind, pieces, *eyes)[0], [eyes[-1].face(kind, n) for n in pieces]

    monkeypatch.setattr(Seat, "_told_of", telling_all)
    assert "the event `moved`" in {leak.message.partition(" from ")[2] for leak in leaks(PLAIN)}


def test_a_secret_choice_that_events_tell_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Seat.chosen

    def telling(self: Seat, decision: Decision, choice: str, answer: int) -> None:
        self.log.append({"event": "chosen", "choice": choice})
        right(self, decision, choice, answer)

    monkeypatch.setattr(Seat, "chosen", telling)
    turn = "as left of me:\n  if high(me) = 2:\n    secretly may pass_it:\n      nothing"
    assert "what others are asked in secret" in {
        leak.message.partition(" from ")[2] for leak in leaks(turn)
    }


def test_who_acts_after_a_secret_question_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If nobody were said to act after a secret choice of another player, this would tell that there was one."""
    turn = "as left of me:\n  if high(me) = 2:\n    secretly may pass_it:\n      nothing\n  take 1 coins"
    assert leaks(turn) == []
    right, asked = Seat.chosen, set[int]()

    def noting(self: Seat, decision: Decision, choice: str, answer: int) -> None:
        hidden = decision.site.secret and not self.is_told_all(decision.player)
        (asked.add if hidden else asked.discard)(id(self))
        right(self, decision, choice, answer)

    monkeypatch.setattr(Seat, "chosen", noting)
    monkeypatch.setattr(Seat, "_may_not_know", lambda self, source: id(self) in asked)
    found = {leak.message.partition(" from ")[2] for leak in leaks(turn)}
    assert "the event `amount`" in found


# ---- what is said


def test_a_leak_says_what_was_sent_and_how_the_other_position_differs() -> None:
    leak = leaks("set log to high(left of me)")[0]
    assert leak.message.endswith("can tell what it may not know from the note `log`")
    sent, other = leak.notes
    assert sent.startswith("it was sent `") and other.startswith("it would have been sent `")
    assert " if `card_" in other and leak.decisions > 0
    assert leak.help[0].startswith("limit who sees the note")


@pytest.mark.parametrize(
    ("turn", "kept"),
    [
        # What a card out of sight is worth, and whether somebody has such a card.
        ("let n be value of top of deck\nchoose k from 1 to 6\nset log to k + n", "n"),
        (
            "let is_high be high(left of me) >= 1\nchoose k from 1 to 2\nif is_high and k = 1:\n  take 1 coins",
            "is_high",
        ),
        # What the player sees, or is shown first.
        (
            "let n be count(cards in hand of left of me)\nchoose k from 1 to 6\nset log to k + n",
            None,
        ),
        ("let n be high(me)\nsecretly choose k from 1 to 6\nset trap to k + n", None),
        (
            "reveal top of deck\nlet n be value of top of deck\nchoose k from 1 to 6\nset trap to n",
            None,
        ),
        # What is worked out after the question, or read no more.
        ("choose k from 1 to 6\nlet n be value of top of deck\nset trap to k + n", None),
        ("let n be value of top of deck\nset trap to n\nchoose k from 1 to 6\nset log to k", None),
        # Which piece it is tells nothing of its face.
        ("let drawn be top of deck\nchoose k from 1 to 6\nset trap to k + value of drawn", None),
    ],
)
def test_names_keep_nothing_that_who_is_asked_may_not_know(turn: str, kept: str | None) -> None:
    found = {each.message for each in leaks(turn) if each.kept}
    wanted = [
        f"`{kept}` keeps what `{seat}` may not know while `{seat}` is asked"
        for seat in ("ann", "bob", "cat")
    ]
    assert found <= set(wanted) and bool(found) == (kept is not None)
