from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.views import View, differences, scrambled, view
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of
from folders import SMALL_GAMES
from names_of import called
from strategies import GAMES, game_in, name_of, program_of, random_game

CARDS = """\
game: cards
language: 2
name: Cards
players: 2
seats: [red, blue]
kinds:
  card: {hidden: yes, home: deck}
  coin: {pieces: one, home: box, owner: saucer}
  pin: {pieces: one, home: board}
  judy: {pieces: one per player, home: board}
stocks:
  gem: {total: 5, home: bank, kept: purse}
  point: {total: unlimited, home: heap, kept: scored}
pieces:
  card: {c1: {}, c2: {}, c3: {}, c4: {}, c5: {}, c6: {}}
places:
  deck: {holds: [card], ordered: yes, tracked: no, visible_to: nobody}
  hand: {per: player, holds: [card], tracked: no, visible_to: owner}
  row: {holds: [card], visible_to: nobody}
  front: {per: player, holds: [card], visible_to: owner}
  pile: {holds: [card], tracked: no}
  lamp: {holds: [card], visible_to: everyone when lit}
  box: {holds: [coin], visible_to: nobody}
  saucer: {per: player, holds: [coin]}
  bank: {holds: [gem]}
  purse: {per: player, holds: [gem], visible_to: owner}
  lid: {per: coin, holds: [gem], visible_to: owner}
  apron: {per: judy, holds: [gem], visible_to: owner}
  hem: {per: pin, holds: [gem], visible_to: owner}
  board: {holds: [pin, judy], visible_to: nobody}
  heap: {holds: [point]}
  scored: {per: player, holds: [point]}
notes:
  lit: yes_no
  hunch: {is: number, per: player, range: 0 to 6, visible_to: owner}
  trap: {is: number, range: 0 to 6, visible_to: nobody}
  mark: {is: number, per: coin, range: 0 to 6, visible_to: owner}
rules:
  go: |
%s
course:
  - phase: main
    steps: |
      as first_seat:
        go()
outcome: {score: my points}
"""


def stopped(steps: str) -> State:
    """The game where red is asked at the end of these steps."""
    text = CARDS % "".join(
        f"    {line}\n" for line in [*steps.strip().splitlines(), "may rest:", "  nothing"]
    )
    return new(link(set_table(game_of(text), 2)), 1)


def face_of(state: State, piece: str) -> Any:
    return called(state.position(), "card", piece)["face"]


def seen(state: State) -> tuple[View, View, View]:
    """What red, blue and an onlooker see."""
    return view(state, 0), view(state, 1), view(state, -1)


# ---- what is told to whom


def test_of_a_place_that_nobody_sees_and_nobody_follows_only_the_number_is_told() -> None:
    for each in seen(stopped("shuffle deck")):
        assert each["pieces"] == {}
        assert each["piles"]["deck"] == {"card": {"count": 6}}
        assert each["order"] == {}


def test_a_hand_is_told_to_its_owner_by_faces_and_to_others_by_number() -> None:
    state = stopped("move 2 of deck to hand of me")
    red, blue, onlooker = seen(state)
    assert len(red["piles"]["hand_red"]["card"]["faces"]) == 2
    assert blue["piles"]["hand_red"] == onlooker["piles"]["hand_red"] == {"card": {"count": 2}}


def test_a_piece_that_is_followed_can_be_pointed_at_and_shows_its_face_to_who_knows_it() -> None:
    state = stopped("move 1 of deck to row\nfor each c in cards in row:\n  look at c")
    red, blue, onlooker = seen(state)
    ((piece, facts),) = red["pieces"]["card"].items()
    assert facts == {"place": "row", "face": face_of(state, piece)}
    assert blue["pieces"] == onlooker["pieces"] == {"card": {piece: {"place": "row"}}}


def test_what_is_revealed_is_known_to_all() -> None:
    state = stopped("move 1 of deck to row\nfor each c in cards in row:\n  reveal c")
    for each in seen(state):
        ((piece, facts),) = each["pieces"]["card"].items()
        assert facts["face"] == face_of(state, piece)


def test_a_face_on_the_owners_side_is_seen_by_the_owner_alone() -> None:
    red, blue, onlooker = seen(stopped("move 1 of deck to front of me"))
    (piece,) = red["pieces"]["card"]
    assert "face" in red["pieces"]["card"][piece]
    assert "face" not in blue["pieces"]["card"][piece]
    assert "face" not in onlooker["pieces"]["card"][piece]


def test_an_open_pile_that_is_not_followed_tells_its_faces_in_order_of_declaration() -> None:
    for each in seen(stopped("shuffle deck\nmove 6 of deck to pile")):
        assert each["piles"]["pile"]["card"] == {
            "count": 6,
            "faces": ["c1", "c2", "c3", "c4", "c5", "c6"],
        }


def test_a_condition_may_say_when_a_place_is_seen() -> None:
    for lit in ("no", "yes"):
        state = stopped(f"move 1 of deck to lamp\nset lit to {lit}")
        for each in seen(state):
            (facts,) = each["pieces"]["card"].values()
            assert ("face" in facts) == (lit == "yes")


def test_an_open_piece_out_of_sight_is_only_counted() -> None:
    for each in seen(stopped("set lit to yes")):
        assert each["piles"]["box"] == {"coin": {"count": 1}}


def test_a_purse_is_its_owners_secret() -> None:
    red, blue, _ = seen(stopped("take 2 gems"))
    assert red["stocks"]["gem"] == {"bank": 3, "purse_red": 2}
    assert blue["stocks"]["gem"] == {"bank": 3}


def test_an_amount_on_a_piece_is_the_secret_of_who_owns_the_piece_now() -> None:
    hidden = "move 2 gems from bank to lid of coin\nmove coin to saucer of "
    red, blue, onlooker = seen(stopped(hidden + "me"))
    assert red["stocks"]["gem"] == {"bank": 3, "lid_coin": 2}
    assert blue["stocks"]["gem"] == onlooker["stocks"]["gem"] == {"bank": 3}
    red, blue, onlooker = seen(stopped(hidden + "left of me"))
    assert blue["stocks"]["gem"] == {"bank": 3, "lid_coin": 2}
    assert red["stocks"]["gem"] == onlooker["stocks"]["gem"] == {"bank": 3}
    for nobodys in seen(stopped("move 2 gems from bank to lid of coin")):
        assert nobodys["stocks"]["gem"] == {"bank": 3}


def test_an_amount_on_a_piece_of_a_player_is_the_secret_of_that_player() -> None:
    red, blue, onlooker = seen(stopped("move 2 gems from bank to apron of judy of me"))
    assert red["stocks"]["gem"] == {"bank": 3, "apron_judy_red": 2}
    assert blue["stocks"]["gem"] == onlooker["stocks"]["gem"] == {"bank": 3}


def test_an_amount_on_a_piece_that_nobody_can_own_is_told_to_nobody() -> None:
    for each in seen(stopped("move 2 gems from bank to hem of pin")):
        assert each["stocks"]["gem"] == {"bank": 3}


def test_options_are_told_to_who_is_asked_only() -> None:
    red, blue, onlooker = seen(stopped("set lit to yes"))
    assert red["asked"] == {"player": "red", "decision": "go.rest", "options": ["yes", "no"]}
    assert blue["asked"] == onlooker["asked"] == {"player": "red", "decision": "go.rest"}


def test_a_secret_note_is_told_to_its_owner_alone() -> None:
    state = stopped("set hunch of me to 5\nset trap to 4\nset lit to yes")
    red, blue, onlooker = seen(state)
    assert red["notes"] == {"hunch": {"red": 5}, "lit": {"": "yes"}}
    assert blue["notes"] == onlooker["notes"] == {"lit": {"": "yes"}}
    assert {"hunch", "trap"} <= state.position()["notes"].keys()


def test_of_a_note_about_a_piece_the_owner_has_the_place_where_it_lies() -> None:
    steps = "for each c in coins:\n  move c to saucer of me\n  set mark of c to 3"
    red, blue, onlooker = seen(stopped(steps))
    assert red["notes"] == {"mark": {"coin": 3}}
    assert blue["notes"] == onlooker["notes"] == {}


def test_no_view_holds_a_word_of_chance_or_who_knows_what() -> None:
    for each in seen(stopped("shuffle deck")):
        text = json.dumps(each)
        assert "chance" not in text and "known_to" not in text


def test_what_others_choose_at_the_same_time_is_in_no_view() -> None:
    program = program_of(SMALL_GAMES / "skunk", 3)
    state = next(s for s in random_game(program, 1))
    others = [state.copy(), state.copy()]
    others[0].apply("stand")
    others[1].apply("sit")
    assert others[0].decision is not None and others[0].decision.player == 1
    for player in (1, 2, -1):
        assert differences(others[0], others[1], player) == ()


# ---- nothing leaks


@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_what_a_player_cannot_see_changes_neither_view_nor_options(folder: Path) -> None:
    players = game_in(folder).players[1]
    program = program_of(folder, players)
    for seed in range(2):
        chooser, state = random.Random(seed), new(program, seed)
        for number in range(120):
            for player in range(-1, players):
                other = scrambled(state, player, Stream(number, "leak"))
                assert differences(state, other, player) == ()
            if state.decision is None:
                break
            before, choice = state.copy(), chooser.choice(state.decision.ids)
            state.apply(choice)
            for player in range(players):
                # The same choice in a position that looks the same: if it still does, so do the options.
                other = scrambled(before, player, Stream(number, "before"))
                assert other.decision is not None
                if choice in other.decision.ids:
                    other.apply(choice)
                    if asked(state) == asked(other) == player:
                        assert differences(state, other, player) != ("asked",)


def asked(state: State) -> int:
    return -2 if state.decision is None else state.decision.player


def test_scrambling_changes_what_is_unknown() -> None:
    state = stopped("shuffle deck\nmove 2 of deck to hand of me\nmove 2 of deck to row")
    texts = {json.dumps(scrambled(state, 1, Stream(n, "x")).position()) for n in range(20)}
    assert len(texts) > 10
    hands = {
        tuple(view(scrambled(state, 0, Stream(n, "x")), 0)["piles"]["hand_red"]["card"]["faces"])
        for n in range(20)
    }
    assert len(hands) == 1
