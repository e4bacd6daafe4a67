"""What hidden pieces are called: names mean nothing where nobody can follow a piece, and tell nothing where somebody can."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest

from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.determinize import imagined
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.views import view
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.game_record import Recorder, replay
from boardwright.interpreter.records.redacted_record import redact
from boardwright.interpreter.records.saves import load
from boardwright.interpreter.table.errors import NOT_SUPPORTED, RuleError
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of
from names_of import called
from strategies import Pair

TEXT = """\
game: hands
language: 2
players: 2
seats: [red, blue]
kinds:
  card: {attributes: {worth: number}, hidden: yes, home: deck, owner: hand}
stocks:
  point: {total: unlimited, home: heap, kept: scored}
places:
  deck: {holds: [card], ordered: yes, visible_to: nobody}
  hand: {per: player, holds: [card], tracked: no, visible_to: owner}
  bag: {holds: [card], tracked: no, visible_to: nobody}
  row: {holds: [card], visible_to: nobody}
  shown: {holds: [card]}
  heap: {holds: [point]}
  scored: {per: player, holds: [point]}
notes:
  log: number
  treated: {is: yes_no, per: card}
pieces:
  card: {c1: {worth: 1, copies: %d}, c2: {worth: 2}, c3: {worth: 3}, c4: {worth: 4}, c5: {worth: 5}}
rules:
  go: |
%s
course:
  - phase: main
    steps: |
      as first_seat:
        go()
outcome: {score: log}
"""
WAIT = "may rest:\n  nothing"
TO_HAND = "move all cards in deck to bag\nmove all cards in bag to hand of me"


@cache
def program(steps: str, copies: int = 1) -> Program:
    text = "".join(f"    {line}\n" for line in steps.strip().splitlines())
    return link(set_table(game_of(TEXT % (copies, text)), 2))


def played(steps: str, seed: int = 1, copies: int = 1) -> Pair:
    """Both ways of playing these steps, which must agree on every name."""
    of = program(steps, copies)
    return Pair(of.table.game, 2, seed, program=of)


def names(state: State, place: str) -> dict[str, str]:
    """The faces of what lies in a place, by what the pieces are called there."""
    pieces = state.position()["pieces"]["card"]
    return {
        facts.get("name", id): facts["face"]
        for id, facts in pieces.items()
        if facts["place"] == place
    }


def seen(steps: str, seeds: int = 80, copies: int = 1, place: str = "row") -> Counter[str]:
    """What lies in a place by name, over many seeds."""
    found: Counter[str] = Counter()
    for seed in range(seeds):
        here = names(played(steps, seed, copies).state, place)
        found[" ".join(here[name] for name in sorted(here))] += 1
    return found


# ---- what cannot be followed


def test_a_card_that_went_through_a_hand_cannot_be_named() -> None:
    """An agent that reads only its messages sees each card go into the hand, then one of them lie face down."""
    steps = f"""
move all cards in deck to shown
move all cards in shown to hand of me
choose kept from cards in hand of me
move kept to row
{WAIT}
"""
    for face in ("c1", "c3", "c5"):
        pair = played(steps)
        pair.take(face)
        told = json.dumps(view(pair.state, 1)["pieces"])
        assert told == '{"card": {"card_1": {"place": "row"}}}'
        assert names(pair.state, "row") == {"card_1": face}


def test_what_is_drawn_has_the_lowest_name_of_those_that_lay_there() -> None:
    steps = f"{TO_HAND}\ndraw first from cards in hand of me\ndraw second from cards in hand of me except first\nmove second to row\n{WAIT}"
    assert set(seen(steps)) == {"c1", "c2", "c3", "c4", "c5"}
    assert names(played(steps).state, "row").keys() == {"card_1"}


@pytest.mark.parametrize(
    "leave",
    [
        "move all cards in hand of me to row",
        "move cards in hand of me to row",
        "for each c in cards in hand of me:\n  move c to row",
        "move (those c in cards in hand of me by rising worth of c) to row",
        "move (those c in cards in hand of me by falling worth of c) to row",
    ],
)
def test_several_that_leave_at_once_are_called_anything(leave: str) -> None:
    """Whoever saw them go in knows which name each had: that they leave together must not tell it again."""
    steps = f"move 3 of deck to bag\nmove all cards in deck to shown\nmove all cards in bag to hand of me\n{leave}\n{WAIT}"
    found = seen(steps)
    assert len(found) == 6 and all(sorted(faces.split()) == ["c3", "c4", "c5"] for faces in found)


def test_sorted_loops_take_equals_in_any_order() -> None:
    steps = f"{TO_HAND}\nfor each c in cards in hand of me by rising worth of c mod 2:\n  move c to row\n{WAIT}"
    found = seen(steps)
    assert {" ".join(sorted(each.split()[:2])) for each in found} == {"c2 c4"}
    assert len(found) == 12  # two even ones, then three odd ones


def test_what_is_found_first_is_chance() -> None:
    steps = f"{TO_HAND}\nfind c in cards in hand of me\nmove c to row\n{WAIT}"
    assert set(seen(steps)) == {"c1", "c2", "c3", "c4", "c5"}


def test_equal_cards_cannot_be_followed_through_a_hand() -> None:
    """Three of one face are given away one by one: what each is called does not tell which it was."""
    steps = f"""
move all cards in deck to bag
for each c in cards in bag where worth of c = 1:
  move c to hand of me
repeat 3 times:
  choose given from cards in hand of me
  move given to row
  move all cards in row to hand of me
choose given from cards in hand of me
move given to row
{WAIT}
"""
    pair = played(steps, copies=3)
    assert names(pair.state, "row") == {"card_1": "c1"}
    pair = played(f"{TO_HAND}\nchoose c from cards in hand of me\nmove c to row\n{WAIT}", copies=3)
    assert pair.ids == ("c1", "c2", "c3", "c4", "c5")


def test_pieces_swapped_between_a_hand_and_the_row_leave_no_trace() -> None:
    steps = f"""
move 1 of deck to row
move all cards in deck to hand of me
find lying in cards in row
find held in cards in hand of me where worth of held = 2
swap lying and held
{WAIT}
"""
    pair = played(steps)
    assert names(pair.state, "row") == {"card_1": "c2"}
    # `card_1` is what lies in the row; the other names are those of the cards in hand.
    assert pair.at("names", "hand_red", "card") == ["card_2"]


def test_names_that_lie_in_a_hand_are_passed_on_with_it() -> None:
    steps = (
        f"move 2 of deck to hand of red\nmove 2 of deck to hand of blue\npass hand to left\n{WAIT}"
    )
    pair = played(steps.replace("red", "first_seat").replace("blue", "last_seat"))
    # They are the names of what lies there: nothing needs to be told.
    assert pair.at("names") is None
    places = {facts["face"]: facts["place"] for facts in pair.at("pieces", "card").values()}
    assert places == {
        "c5": "hand_blue", "c4": "hand_blue", "c3": "hand_red", "c2": "hand_red", "c1": "deck"
    }  # fmt: skip


# ---- shuffling


def test_a_shuffled_pile_is_called_from_its_top() -> None:
    orders = set()
    for seed in range(20):
        pair = played(f"shuffle deck\n{WAIT}", seed)
        order = pair.at("order", "deck")
        pieces = pair.at("pieces", "card")
        assert [pieces[id].get("name", id) for id in reversed(order)] == [
            f"card_{n}" for n in range(1, 6)
        ]
        orders.add(tuple(pieces[id]["face"] for id in order))
        assert [pieces[f"card_{n}"]["face"] for n in range(1, 6)] == ["c1", "c2", "c3", "c4", "c5"]
    assert len(orders) > 10


def test_what_lies_in_no_order_is_called_anything_after_a_shuffle() -> None:
    steps = f"move all cards in deck to row\nreveal cards in row\nshuffle row\n{WAIT}"
    assert len(seen(steps)) > 40
    assert not any("known_to" in facts for facts in played(steps).at("pieces", "card").values())


def test_the_chance_of_the_game_does_not_depend_on_names() -> None:
    lines = "move all cards in hand of me to row\nshuffle row\ndraw n from 1 to 1000\nset log to n"
    plain = "draw n from 1 to 1000\nset log to n"
    for seed in range(5):
        named = played(f"{TO_HAND}\n{lines}\n{WAIT}", seed)
        assert named.note("log") == played(f"{plain}\n{WAIT}", seed).note("log")


# ---- notes stay with their piece


def test_a_note_stays_with_its_piece_when_the_deck_is_shuffled() -> None:
    steps = f"""
for each c in cards in deck where worth of c = 3:
  set treated of c to yes
shuffle deck
{WAIT}
"""
    for seed in range(10):
        pair = played(steps, seed)
        ((piece, value),) = pair.at("notes", "treated").items()
        assert value == "yes" and pair.at("pieces", "card", piece, "face") == "c3"


def test_notes_of_copies_are_each_copys_own() -> None:
    steps = f"""
move all cards in deck to shown
find cured in cards in shown where worth of cured = 1
set treated of cured to yes
move cured to row
set log to count(treated of c for each c in cards where worth of c = 1)
{WAIT}
"""
    for seed in range(4):
        pair = played(steps, seed, copies=3)
        assert pair.note("log") == 1
        assert view(pair.state, 1)["notes"]["treated"] == {
            next(iter(names(pair.state, "row"))): "yes"
        }


def test_a_note_is_told_by_the_name_of_its_piece() -> None:
    steps = f"{TO_HAND}\nfind c in cards in hand of me where worth of c = 4\nset treated of c to yes\nmove c to row\n{WAIT}"
    for seed in range(4):
        pair = played(steps, seed)
        assert view(pair.state, 1)["notes"]["treated"] == {"card_1": "yes"}
        assert list(pair.at("notes", "treated")) == ["card_4"]


# ---- the order of options


def test_the_order_of_options_does_not_tell_faces() -> None:
    """By number the card of the higher face would be listed last."""
    steps = f"""
move all cards in deck to bag
for each c in cards in bag where worth of c = 2 or worth of c = 4:
  move c to row
last_seat chooses c from cards in row
reveal c
{WAIT}
"""
    first = Counter()  # type: Counter[str]
    for seed in range(60):
        pair = played(steps, seed)
        assert pair.ids == ("card_1", "card_2")
        first[names(pair.state, "row")["card_1"]] += 1
    assert min(first["c2"], first["c4"]) > 15


def test_own_cards_come_after_those_that_have_names_by_place_and_face() -> None:
    steps = f"""
move 1 of deck to row
move all cards in deck to bag
for each c in cards in bag where worth of c >= 3:
  move c to hand of last_seat
move all cards in bag to hand of me
choose c from cards in row plus cards in hand of me plus cards in hand of last_seat
{WAIT}
"""
    pair = played(steps)
    assert pair.ids == ("card_5", "c1", "c2", "card")
    decision = pair.state.decision
    assert decision is not None
    assert next(iter(decision.options)).label.startswith("card 5")


# ---- records, saves, positions


def through_hands() -> Program:
    return program(
        f"{TO_HAND}\nchoose 2 kept from cards in hand of me\nmove kept to row\nshuffle row\n"
        "last_seat chooses taken from cards in row\nmove taken to hand of last_seat\n"
        f"move all cards in row to deck\nshuffle deck\n{WAIT}"
    )


def test_a_game_with_names_is_saved_and_loaded() -> None:
    of = through_hands()
    state = new(of, 3)
    while state.decision is not None:
        other = load(of, state.save())
        assert other.v == state.v and other.hash == state.hash
        state.apply(len(state.decision) - 1)


def test_a_save_with_names_that_contradict_each_other_is_refused() -> None:
    of = through_hands()
    state = new(of, 3)
    first, pools = of.layout.names["card"], of.layout.pools["card"].at
    hand = next(place for place, at in enumerate(pools) if at >= 0 and state.v[at])
    for at, word in ((first, 0), (pools[hand], state.v[pools[hand]] & -2)):
        forged = state.copy()
        forged.v[at] = word
        with pytest.raises(ValueError, match="name"):
            load(of, forged.save())


def test_a_game_with_names_is_recorded_and_replayed() -> None:
    of = through_hands()
    recorder = Recorder(of, 5)
    while recorder.state.decision is not None:
        recorder.apply(0)
    assert replay(of, recorder.text()) == ()


def test_what_others_may_have_of_a_record_tells_names_only() -> None:
    of = program(
        f"{TO_HAND}\ndraw c from cards in hand of me\nmove c to row\n"
        f"last_seat chooses 1 taken from cards in row plus cards in shown\nreveal taken\n{WAIT}"
    )
    for seed in range(8):
        recorder = Recorder(of, seed)
        while recorder.state.decision is not None:
            recorder.apply(0)
        lines = [json.loads(line) for line in redact(of, recorder.text(), 1).splitlines()]
        drawn = [line["result"] for line in lines if line.get("name") == "go.c"]
        assert all(each.get("piece") == "card_1" for each in drawn)


def test_positions_that_differ_in_names_have_other_hashes() -> None:
    of = through_hands()
    state = new(of, 3)
    other = state.copy()
    other.v[of.layout.naming] ^= 1
    assert state.hash != other.hash
    assert {"naming", "chance"} <= state.position().keys()


def test_imagined_positions_have_the_names_that_are_in_sight() -> None:
    of = through_hands()
    state = new(of, 3)
    state.apply(0)
    state.apply(0)
    found: set[Any] = set()
    for number in range(12):
        made_up = imagined(state, 1, Stream(number, "x"))
        assert view(made_up, 1) == view(state, 1)
        found.add(str(made_up.position()["naming"]))
        assert called(made_up.position(), "card", "card_1")["place"] == "row"
    assert len(found) == 12


@pytest.mark.parametrize(
    ("more", "line"),
    [("", "nothing"), ("tracked: no, ", "nothing"), ("", "shuffle deck")],
    ids=["followed", "untracked", "shuffled"],
)
def test_a_place_of_each_piece_is_refused_where_it_would_tell_which_piece_it_is(
    more: str, line: str
) -> None:
    text = f"""\
game: shelves
language: 2
players: 2
kinds: {{card: {{hidden: yes, home: deck}}}}
pieces: {{card: [c1, c2]}}
stocks: {{fish: {{total: 5, home: sea}}}}
places:
  deck: {{holds: [card], {more}visible_to: nobody}}
  shelf: {{per: card, holds: [fish]}}
  sea: {{holds: [fish]}}
course:
  - {{phase: main, steps: [{line}]}}
outcome: {{score: 0}}
"""
    table = set_table(game_of(text), 2)
    if more or line != "nothing":
        with pytest.raises(RuleError, match="`shelf` is a place of each card") as refused:
            link(table)
        assert refused.value.code == NOT_SUPPORTED
    else:
        assert link(table).blocks
