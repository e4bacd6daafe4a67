"""What a seat is told: what it sees just before and just after each event, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardwright.interpreter.events.watched import WatchedState, new_watched
from boardwright.interpreter.events.watcher import Event
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.program.link import link
from boardwright.interpreter.records.schemas import misfit
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of
from folders import SMALL_GAMES
from strategies import GAMES, NOTRE_DAME, game_in, program_of

DAME = program_of(NOTRE_DAME, 2)
RED, VIOLET, ONLOOKER = 0, 1, -1


def games(decisions: int) -> list[WatchedState]:
    """A game of two, after each of its first decisions."""
    state, stream = new_watched(DAME, 3, None, (RED, VIOLET, ONLOOKER)), Stream(3, "choices")
    found = [state.copy()]
    for _ in range(decisions):
        assert state.decision is not None
        state.apply(stream.below(len(state.decision)))
        found.append(state.copy())
    return found


def told(states: list[WatchedState], player: int) -> list[Event]:
    return [event for state in states for event in state.seen(player)]


def moves(events: list[Event], origin: str, target: str) -> list[Event]:
    ends = {"from": origin, "to": target}
    return [
        event for event in events if event["event"] == "moved" and ends.items() <= event.items()
    ]


def test_who_draws_cards_sees_their_faces_and_nobody_else_does() -> None:
    states = games(0)
    (own,) = moves(told(states, RED), "deck_red", "packet_red")
    (others,) = moves(told(states, VIOLET), "deck_red", "packet_red")
    assert (own["n"], len(own["faces"])) == (3, 3)
    assert (
        own["pieces"] == others["pieces"]
    )  # the deck is followed: which of its cards went is seen
    assert "faces" not in others


def test_what_is_laid_open_is_told_to_all() -> None:
    states = games(8)
    first = [moves(told(states, seat), "hand_red", "played_red")[0] for seat in (0, 1, -1)]
    # Who acts and why is said when it differs from what this seat was told before.
    for event in first:
        event.pop("by", None)
        event.pop("cause", None)
    assert first[0] == first[1] == first[2]
    assert len(first[0]["faces"]) == 1


def test_options_are_for_who_is_asked() -> None:
    own, others = (
        [event for event in told(games(6), seat) if event["event"] == "asked"]
        for seat in (RED, VIOLET)
    )
    assert all("options" in event for event in own if event["player"] == "red")
    assert not any("options" in event for event in others if event["player"] == "red")


def test_a_secret_choice_is_not_heard_of() -> None:
    states = games(2)  # the draft: everybody keeps a card in secret
    assert {event["player"] for event in told(states, RED) if event["event"] == "asked"} == {"red"}
    assert not any(event["event"] == "asked" for event in told(states, ONLOOKER))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_what_is_told_has_its_form(path: Path) -> None:
    program = program_of(path, game_in(path).players[-1])
    seats = range(-1, program.table.players)
    state, stream = new_watched(program, 5, None, seats), Stream(5, "choices")
    for _ in range(20):
        for event in (event for seat in seats for event in state.seen(seat)):
            assert misfit(event, "seen_event", event["event"]) is None
        if state.decision is None:
            break
        state.apply(stream.below(len(state.decision)))


def test_a_choice_that_was_forced_tells_no_handle() -> None:
    """Of a bird in a hand nobody can follow which one it is."""
    forced = []
    for seed in range(6):
        seats = range(5)
        state = new_watched(program_of(SMALL_GAMES / "old_crow", 5), seed, None, seats)
        stream = Stream(seed, "choices")
        while state.decision is not None:
            state.apply(stream.below(len(state.decision)))
            told = [event for seat in seats for event in state.seen(seat)]
            forced += [event["choice"] for event in told if "forced" in event]
    assert forced
    assert not [choice for choice in forced if choice.startswith("bird_")]


def test_a_seat_that_was_not_named_is_told_nothing() -> None:
    with pytest.raises(ValueError, match="seats="):
        new_watched(DAME, 3).seen(RED)


def test_nobody_is_told_of_chance_or_why() -> None:
    for seat in (RED, VIOLET, ONLOOKER):
        text = json.dumps(told(games(20), seat))
        assert '"chance"' not in text
        assert '"names"' not in text


def test_decisions_are_numbered_for_each_seat() -> None:
    for seat in (RED, VIOLET):
        numbers = [e["n"] for e in told(games(20), seat) if e["event"] == "chosen" and "n" in e]
        assert numbers == list(range(1, len(numbers) + 1))


ASKED_IN_SECRET = """\
### toy.yaml
game: toy
language: 2
name: Toy
players: 2
kinds:
  token: {attributes: {worth: number}, hidden: yes, home: bag}
stocks:
  coin: {total: unlimited, home: bank, kept: purse}
pieces:
  token: {t1: {worth: 1}, t2: {worth: 2}, t3: {worth: 3}, t4: {worth: 3}}
places:
  bag: {holds: [token], tracked: no, visible_to: nobody}
  hand: {per: player, holds: [token], tracked: no, visible_to: owner}
  bank: {holds: [coin]}
  purse: {per: player, holds: [coin]}
values:
  best(player p): largest(worth of t for each t in tokens in hand of p)
rules:
  peek: |
    %(peek)s
  bless: |
    move 5 coins from bank to purse of left of me
course:
  - phase: dealing
    rounds: 1
    turn: |
      draw t from tokens in bag
      move t to hand of me
  - phase: main
    rounds: 3
    turn: |
      peek()
      take 1 coins
outcome: {score: my coins}
"""
PEEKS = {
    "a thing": "secretly may choose t from tokens in hand of me where worth of t >= 3:\n  bless()",
    "a question": "if best(me) >= 3:\n  secretly me may lift_it:\n    bless()",
    "an entry": (
        "secretly me may choose one as last_word:\n"
        "  quiet when best(me) >= 3:\n    bless()\n"
        "  loud when best(me) >= 9:\n    bless()"
    ),
}


@pytest.mark.parametrize("peek", PEEKS.values(), ids=PEEKS)
def test_who_acts_later_does_not_tell_whether_anybody_was_asked_in_secret(peek: str) -> None:
    steps = peek.replace("\n", "\n    ")
    program = link(set_table(game_of(ASKED_IN_SECRET % {"peek": steps}), 2))
    told = {}
    for seed in range(8):
        state = new_watched(program, seed, None, (0, 1))
        coins: list[Event] = []
        asked = False
        while state.decision is not None:
            asked |= state.decision.player == 1
            state.apply(state.decision.ids.index("no" if "no" in state.decision.ids else "none"))
            coins += [e for e in state.seen(0) if e.get("to") == "purse_p2"]
        told[asked] = coins
    assert told[True] == told[False]
    assert {event["by"] for event in told[True]} == {"p2"}


@pytest.mark.parametrize("peek", PEEKS.values(), ids=PEEKS)
def test_who_does_what_was_chosen_in_secret_is_told_to_nobody_else(peek: str) -> None:
    steps = peek.replace("\n", "\n    ")
    program = link(set_table(game_of(ASKED_IN_SECRET % {"peek": steps}), 2))
    found: dict[int, list[object]] = {0: [], 1: []}
    for seed in range(8):
        state = new_watched(program, seed, None, (0, 1))
        while state.decision is not None:
            player = state.decision.player
            state.apply(0)
            for seat in (0, 1) if player == 1 else ():
                by = ""
                for event in state.seen(seat):
                    by = event.get("by", by)
                    found[seat] += [by] if event.get("n") == 5 else []
    assert found[1] and {*found[1]} == {"p2"}
    assert len(found[0]) == len(found[1]) and not {*found[0]} & {"p2"}


def test_uses_in_secret_do_not_show_when_their_counts_begin_anew() -> None:
    text = ASKED_IN_SECRET % {"peek": "secretly open winks"}
    winks = "offers:\n  winks:\n    until: done\n    entries:\n      wink: {limit: once a turn, effect: nothing}\n"
    program = link(set_table(game_of(text.replace("course:\n", winks + "course:\n")), 2))
    told = []
    for winks_at_all in (True, False):
        state = new_watched(program, 1, None, (0, 1))
        heard: list[Event] = []
        while (decision := state.decision) is not None:
            wanted = "wink" if winks_at_all and decision.player == 1 else "done"
            state.apply(wanted if wanted in decision.ids else "done")
            if decision.player == 1:
                assert ("used" in {event["event"] for event in state.seen(1)}) == (wanted == "wink")
            heard += state.seen(0)
        told.append(heard)
    assert told[0] == told[1]


def test_the_order_in_which_hands_are_emptied_does_not_tell_who_held_what() -> None:
    """Pieces of a set move in the order of their handles, of which nobody knows anything."""
    program = link(
        set_table(game_of(ASKED_IN_SECRET % {"peek": "move all tokens in hand to bag"}), 2)
    )
    for seed in range(8):
        events = new_watched(program, seed, None, (0, -1)).seen(-1)
        emptied = [event["from"] for event in events if event.get("to") == "bag"]
        assert emptied == ["hand_p1", "hand_p2"]


def test_of_what_a_rule_is_given_seats_are_told_what_its_sentence_names() -> None:
    peek = "bury(best(me), left of me)\nmay rest:\n  nothing"
    text = ASKED_IN_SECRET % {"peek": peek.replace("\n", "\n    ")}
    rule = "rules:\n  bury(number n, player p): {}\n"
    for sentence, told in (("{me} buries", {}), ("{me} helps {p}", {"p": "p2"})):
        tell = f'tell:\n  bury: "{sentence}"\n'
        game = text.replace("rules:\n", f"{tell}{rule}", 1)
        state = new_watched(link(set_table(game_of(game), 2)), 1, None, (0, 1, -1))
        for seat in (0, 1, -1):
            (event,) = [each for each in state.seen(seat) if each["event"] == "happened"]
            assert event["rule"] == "bury" and event.get("arguments", {}) == told
        (full,) = [each for each in state.events if each["event"] == "happened"]
        assert full["arguments"].keys() == {"n", "p"}


PERFORMED = """\
game: zoo
language: 2
players: 3
seats: [ann, bob, cat]
kinds: {card: {hidden: yes, home: deck, owner: hand, effects: {trick: {offered_in: tricks}}}}
stocks: {coin: {total: 90, home: bank, kept: purse}}
places:
  deck: {holds: [card], ordered: yes, tracked: no, visible_to: nobody}
  hand: {per: player, holds: [card], tracked: no, visible_to: owner}
  bank: {holds: [coin]}
  purse: {per: player, holds: [coin]}
pieces:
  card: {owl: {trick: take 1 coins}, fox: {trick: take 1 coins}, cow: {trick: take 1 coins}}
offers: {tricks: {until: enough}}
%s
course:
  - {phase: deal, steps: [move 1 of deck to each hand]}
  - phase: main
    rounds: 1
    turn: |
      open tricks
      draw card from cards in hand of left of me
      perform trick of card
outcome: {score: my coins}
"""


@pytest.mark.parametrize(
    "tell", ["", 'tell: {card.trick: "{me} uses {it}: {coin}"}'], ids=["no words", "words"]
)
def test_the_effect_of_an_unseen_piece_does_not_tell_which_piece_it_is(tell: str) -> None:
    state = new_watched(link(set_table(game_of(PERFORMED % tell), 3)), 1, None, (0, 1, 2, -1))
    faces = {facts["place"]: facts["face"] for facts in state.position()["pieces"]["card"].values()}
    state.apply("enough")  # and then ann performs what bob has
    told = {seat: json.dumps(state.seen(seat)) for seat in (0, 1, 2, -1)}
    assert f"{faces['hand_bob']}.trick" in told[1]  # bob sees it
    assert not [seat for seat in (0, 2, -1) if faces["hand_bob"] in told[seat]]


def test_an_effect_that_is_chosen_from_an_offer_is_told_to_all() -> None:
    state = new_watched(link(set_table(game_of(PERFORMED % ""), 3)), 1, None, (0, 1, 2, -1))
    assert state.decision is not None
    trick = state.decision.ids[0].partition(":")[2]
    state.apply(0)
    assert all(f"{trick}.trick" in json.dumps(state.seen(seat)) for seat in (0, 1, 2, -1))
