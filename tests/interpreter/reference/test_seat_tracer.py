"""What a seat is told of how a number came about: nothing that it may not see, and the same in all positions that look the
same to it.
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import boardwright
from boardwright.dsl.language.types import NumberType, SetType, Type
from boardwright.dsl.rules import ir
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.determinize import imagined
from boardwright.interpreter.play.state import State
from boardwright.interpreter.reference import ReferenceGame
from boardwright.interpreter.reference.option_questions import why_option
from boardwright.interpreter.reference.position import NAMELESS
from boardwright.interpreter.reference.questions import (
    QuestionError,
    play_to,
    things_of,
    why_score,
    why_value,
)
from boardwright.interpreter.reference.seat_tracer import HIDDEN, SeatTracer
from boardwright.interpreter.reference.tracer import Part
from boardwright.interpreter.table.table import Table, set_table
from boardwright.text.why import why_json, why_text
from bound_texts import game_of
from folders import SMALL_GAMES
from toy import PAUSE, play

GAMES = [
    "rattus",
    "notre_dame",
    *(str(SMALL_GAMES / name) for name in ("old_crow", "crazy_eights", "drafting", "low_pairs")),
]


# ---- leaks


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", GAMES)
def test_positions_that_look_the_same_have_the_same_answers(name: str) -> None:
    chance, game = random.Random(4), boardwright.load(name)
    compared = 0
    for seed in (3, 8):
        state = game.new(seed)
        choices: list[str] = []
        while (decision := state.decision) is not None and len(choices) < 150:
            if chance.random() < 0.06 or len(choices) == 2:
                reference = play_to(game.table, seed, choices)
                compared += compare(reference, state, decision.player, len(choices))
            choices.append(chance.choice(decision.options).id)
            state.apply(choices[-1])
    assert compared > 10


def compare(game: ReferenceGame, state: State, seat: int, number: int) -> int:
    """How many answers were the same in a position that looks the same to the seat."""
    other = imagined(state, seat, Stream(number, "twin"))
    assert other.decision is not None and state.decision is not None
    assert other.decision.ids == state.decision.ids
    asked = [*questions(game, random.Random(number))]
    first = [answer(game, seat, *each) for each in asked]
    if not put(game, other.position()):
        return 0
    second = [answer(game, seat, *each) for each in asked]
    for question, one, two in zip(asked, first, second, strict=True):
        assert one == two, question
    return len(asked)


def put(game: ReferenceGame, wanted: dict[str, Any]) -> bool:
    """Makes the position of a game another one; whether it can be."""
    table, position = game.table, game._position
    places = {place.id: n for n, place in enumerate(table.places)}
    for kind, pieces in wanted["pieces"].items():
        ids = [piece.id for piece in table.pieces[kind]]
        faces = [face.id for face in table.faces[kind]]
        for piece, facts in pieces.items():
            n, place = ids.index(piece), places[facts["place"]]
            position.place[kind][n] = place
            if "face" in facts:
                position.face[kind][n] = faces.index(facts["face"])
                followed = position.is_followed(kind, place)
                name = ids.index(facts.get("name", piece)) if followed else NAMELESS
                position.name[kind][n] = name
                position.known[kind][n] = {table.seats.index(s) for s in facts.get("known_to", ())}
    for place, order in wanted["order"].items():
        kinds = {piece: kind for kind in wanted["pieces"] for piece in wanted["pieces"][kind]}
        position.order[places[place]] = [
            (kinds[each], number_of(table, kinds[each], each)) for each in order
        ]
    found = game.position()
    return all(
        found.get(key) == wanted.get(key)
        for key in {*found, *wanted} - {"chance", "naming", "asked", "at_least"}
    )


def number_of(table: Table, kind: str, piece: str) -> int:
    return [each.id for each in table.pieces[kind]].index(piece)


def questions(game: ReferenceGame, chance: random.Random) -> list[tuple[str, str]]:
    table, decision = game.table, game.decision
    assert decision is not None
    found = [("score", seat) for seat in table.seats]
    found += [("option", id) for id in decision.options]
    tracer = game.tracer()
    match decision.at:
        case ir.Choose(selection=selection):
            found += [("option", id) for id in list(things_of(tracer, selection.var.type))[:30]]
        case ir.Open(offer=offer):
            declared = table.game.offers[offer]
            found += [("option", each.id) for each in declared.entries]
            found += [("option", f"{slot}:{id}") for _, id, slot in declared.slots]
        case _:
            pass
    for value in table.game.values.values():
        several = list(product(*(arguments(game, each.type) for each in value.params)))
        for words in chance.sample(several, min(3, len(several))):
            found.append(("value", f"{value.id}({', '.join(words)})" if words else value.id))
    return found


def arguments(game: ReferenceGame, of: Type) -> list[str]:
    if isinstance(of, SetType):
        return ["nothing", "+".join(arguments(game, of.element)[:2])]
    return ["2"] if isinstance(of, NumberType) else list(things_of(game.tracer(), of))


def answer(game: ReferenceGame, seat: int, form: str, asked: str) -> object:
    try:
        match form:
            case "score":
                found = why_score(game, asked, seat)
            case "option":
                found = why_option(game, asked, seat)
            case _:
                found = why_value(game, asked, None, seat)
    except QuestionError as fault:
        return f"{fault}", fault.help
    return why_text(found, "now"), why_json(found)


# ---- two positions that differ only in what the seat may not see

HIDING = """\
notes:
  secret: {is: number, per: player, visible_to: owner}
  fate: {is: number, visible_to: nobody}
  doubt: {is: number, per: [player, field], visible_to: owner}
  wish: {is: set of field, per: player, visible_to: owner}
  spell: {is: number, per: token}
places:
  vault: {per: player, holds: [coin], visible_to: owner}
  sink: {holds: [coin], visible_to: nobody}
  well: {holds: [token], ordered: yes, tracked: no, visible_to: nobody}
values:
  other: left of first_seat
  secret_of(player p): secret of p
  fated: fate
  doubts(player p, field): doubt(p, field)
  wished(player p): wish of p
  worth_of(token t): worth of t
  is_t2(token t): face of t is t2
  best(player p): largest(worth of t for each t in tokens in hand of p)
  heavy(player p): those t in tokens in hand of p where worth of t >= 2
  topmost: worth of top of well
  spelled: sum(spell of t for each t in tokens in hand of other)
  richest(player p): coins in vault of p
  bound(player p): 1
  odd(player p): secret of p >= 3 or fate >= 7
modify:
  bound: add secret of other when fate >= 1
  worth_of: at least 2 when fate >= 6
"""
"""Values that read what is hidden, each in its own way."""

ASKED = """\
choose n from 0 to 9 where n <= 2 or n = secret of other + 20 or worth_of(top of well) = 9
"""
TWINS = {
    "the note of another": ("set secret of other to 3", "set secret of other to 5"),
    "a note of nobody": ("set fate to 6", "set fate to 8"),
    "a note with two indices": ("set doubt(other, a) to 1", "set doubt(other, a) to 2"),
    "a set": ("set wish of other to a plus b", "set wish of other to b plus c"),
    "a piece in a hand": (
        "draw t from tokens in bag where worth of t = 1\nmove t to hand of other",
        "draw t from tokens in bag where worth of t = 2\nmove t to hand of other",
    ),
    "a piece in a pile": (
        "draw t from tokens in bag where worth of t = 1\nmove t to well",
        "draw t from tokens in bag where worth of t = 2\nmove t to well",
    ),
    "an amount": (
        "move 3 coins from sink to vault of other",
        "move 5 coins from sink to vault of other",
    ),
}
BEFORE = """\
move 8 coins from bank to sink
draw first from tokens in bag where worth of first >= 3
move first to well
draw second from tokens in bag where worth of second >= 3
move second to hand of other
"""


@pytest.mark.parametrize("what", TWINS)
def test_what_the_seat_may_not_see_changes_no_answer(what: str) -> None:
    one, two = (hiding(steps) for steps in TWINS[what])
    assert one.position() != two.position()
    assert different(one, two) == []


GUARDS = {
    "_sees_note": ("the note of another", "a note of nobody", "a note with two indices", "a set"),
    "knows_face": ("a piece in a hand", "a piece in a pile"),
    "_sees_into": ("an amount",),
}


@pytest.mark.parametrize(("guard", "what"), [(g, each) for g in GUARDS for each in GUARDS[g]])
def test_a_leak_changes_an_answer(guard: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SeatTracer, guard, lambda *_: True)
    assert different(*(hiding(steps) for steps in TWINS[what]))


def hiding(steps: str) -> ReferenceGame:
    return play(BEFORE + steps + "\n" + ASKED, more=HIDING).game


def different(one: ReferenceGame, two: ReferenceGame) -> list[tuple[str, str]]:
    """The questions of red to which the two games have different answers."""
    asked = [*questions(one, random.Random(1)), *[("option", f"{n}") for n in range(10)]]
    asked += [("value", f"{id}({seat})") for id in PER_SEAT for seat in ("red", "blue")]
    asked += [("value", f"doubts({seat}, a)") for seat in ("red", "blue")]
    return [each for each in asked if answer(one, 0, *each) != answer(two, 0, *each)]


PER_SEAT = ("secret_of", "wished", "best", "heavy", "richest", "bound", "odd")


# ---- what is hidden


def parts(part: Part) -> list[tuple[str, object, str]]:
    inner = [each for one in part.parts for each in parts(one)]
    return [(part.span.text, part.value, part.remark), *inner]


VALUES = """\
values:
  worst(token): 2 * worth of token
  held(player p): count(tokens in hand of p)
  theirs: sum(worth of t for each t in tokens in hand of p2)
  mine: sum(worth of t for each t in tokens in hand of first_seat)
  early: log >= 1 and worth of top of stack of first_seat >= 1
  p2: left of first_seat
modify:
  held: add 1 when any(worth of t >= 9 for each t in tokens in hand of p2)
"""
STEPS = """\
draw hers from tokens in bag where worth of hers = 1
move hers to hand of first_seat
draw his from tokens in bag where worth of his = 2
move his to hand of left of first_seat
"""


def toy(steps: str = STEPS) -> ReferenceGame:
    return play(steps + PAUSE, more=VALUES).game


def test_a_hand_that_the_seat_does_not_see_is_hidden_with_all_that_follows_from_it() -> None:
    game = toy()
    red, blue = (why_value(game, "theirs", "red", viewer).part for viewer in (0, 1))
    assert blue.value == 2 and HIDDEN not in {remark for _, _, remark in parts(blue)}
    assert red.value is None and red.remark == HIDDEN
    assert all(value is None for text, value, _ in parts(red) if "worth" in text)
    assert "2" not in why_text(why_value(game, "theirs", "red", 0), "now").partition("base")[
        2
    ].replace("p2", "")


def test_what_the_seat_sees_is_told() -> None:
    game = toy()
    assert why_value(game, "mine", "red", 0).part.value == 1
    assert why_value(game, "mine", "red", 1).part.value is None
    with pytest.raises(QuestionError, match="`token` is a token; found `t2`"):
        why_value(game, "worst of t2", "red", 0)
    assert why_value(game, "worst of t2", "blue", 1).part.value == 4


def test_a_modifier_whose_condition_is_hidden_does_not_say_whether_it_applies() -> None:
    told = why_text(why_value(toy(), "held(red)", "red", 0), "now")
    assert told.startswith("value held(red), asked by red now = hidden from you\n")
    (line,) = [line for line in told.splitlines() if "add 1 when" in line]
    assert line.endswith(": hidden from you")


OUT_OF_SIGHT = """\
game: sacks
language: 2
players: 2
seats: [red, blue]
kinds: {tile: {home: sack, owner: stash, effects: {trick: {offered_in: tricks}}}}
pieces: {tile: {t1: {trick: nothing}, t2: {trick: nothing}, t3: {trick: nothing}}}
places:
  sack: {holds: [tile], visible_to: nobody}
  stash: {per: player, holds: [tile], visible_to: owner}
offers: {tricks: {until: enough}}
course:
  - {phase: deal, steps: [move t1 to stash of red, %s]}
  - {phase: main, turn: [open tricks], rounds: 1}
outcome: {score: 0}
"""


def test_whose_a_piece_out_of_sight_is_does_not_show_by_its_effect() -> None:
    told = []
    for steps in ("move t2 to stash of blue", "move t2 to sack"):
        game = ReferenceGame(set_table(game_of(OUT_OF_SIGHT % steps), 2), 1)
        assert game.decision is not None and game.decision.player == 0
        told.append([answer(game, 0, "option", f"trick:t{n}") for n in (1, 2, 3)])
        assert "belongs to" in why_text(why_option(game, "trick:t2"), "now")
    assert told[0] == told[1]


KEPT = """\
game: kept
language: 2
players: 2
seats: [red, blue]
notes: {fate: {is: number, visible_to: nobody}}
rules:
  ask(number m): |
    left of first_seat chooses k from 1 to 3 where k <= m or m >= 1
course:
  - phase: main
    rounds: 1
    turn: |
      secretly choose n from 1 to 3
      set fate to n
%s
outcome: {score: 0}
"""
NAMES = {
    "chosen": "left of me chooses k from 1 to 3 where k <= n or n >= 1",
    "worked out": "let m be fate + 1\nleft of me chooses k from 1 to 3 where k <= m or m >= 1",
    "changed": "let m be 0\nset m to n\nleft of me chooses k from 1 to 3 where k <= m or m >= 1",
    "given to a rule": "ask(fate)",
    "found": "find m in 1 to 3 where m = fate\nleft of me chooses k from 1 to 3 where k <= m or m >= 1",
}


@pytest.mark.parametrize("steps", NAMES.values(), ids=NAMES)
def test_what_a_name_means_is_hidden_from_who_may_not_know_it(steps: str) -> None:
    lines = "".join(f"      {line}\n" for line in steps.splitlines())
    table = set_table(game_of(KEPT % lines), 2)
    games = [play_to(table, 1, [answer]) for answer in ("1", "3")]
    told = [[answer(game, seat, "option", "2") for game in games] for seat in (0, 1)]
    assert told[1][0] == told[1][1]
    assert (told[0][0] == told[0][1]) == (
        "fate" in steps
    )  # red has chosen, and nobody sees the note
    assert "k is 2" in why_text(why_option(games[0], "2"), "now")
