from __future__ import annotations

from names_of import called
from toy import PAUSE, play, turns

# ---- stock


def test_stock_is_taken_paid_placed_and_returned() -> None:
    steps = """
take 5 coins
pay 2 coins
place 3 of my cubes in a
move 2 of my cubes from a to b
return 1 of my cubes from b
take 7 points
"""
    game = play(steps)
    assert game.at("stocks", "coin") == {"bank": 17, "purse_red": 3}
    assert game.at("stocks", "cube", "a") == {"red": 1}
    assert game.at("stocks", "cube", "b") == {"red": 1}
    assert game.at("stocks", "cube", "reserve_red") == {"red": 3}
    assert game.at("stocks", "point") == {"scored_red": 7}


def test_all_of_a_stock_moves_with_every_members_share() -> None:
    steps = "place 2 of my cubes in a\nplace 1 of cubes of last_seat in a\nmove all cubes in a to b"
    assert play(steps).at("stocks", "cube", "b") == {"red": 2, "blue": 1}


def test_up_to_takes_what_there_is() -> None:
    assert play("take up to 30 coins").at("stocks", "coin") == {"purse_red": 20}


# ---- pieces, places and knowledge


def test_what_is_drawn_from_an_untracked_place_comes_out_under_the_lowest_name() -> None:
    faces = set()
    for seed in range(24):
        game = play(
            "draw token from tokens in bag where worth of token >= 2\nmove token to a", seed=seed
        )
        token = called(game.at(), "token", "token_1")
        assert token["place"] == "a"
        faces.add(token["face"])
    assert faces == {"t2", "t3", "t4"}


def test_a_hand_shows_its_tokens_by_their_faces_and_only_to_its_owner() -> None:
    deal = "for each n in 1 to 4:\n  draw token from tokens in bag\n  move token to hand of me\n"
    game = play(deal + "choose token from tokens in hand of me\nmove token to a")
    assert sorted(game.offered) == ["t1", "t2", "t3", "t4"]
    blind = play(deal + "last_seat chooses token from tokens in hand of me\nmove token to a")
    assert blind.game.over  # blue cannot tell them apart


def test_equal_faces_in_a_hand_are_one_option() -> None:
    more = "pieces:\n  token: {t5: {worth: 5, copies: 2}}\n"
    steps = """
for each token in tokens where worth of token = 5:
  move token to hand of me
draw other from tokens in bag where worth of other = 1
move other to hand of me
choose token from tokens in hand of me
move token to a
choose 2 rest from tokens in hand of me
set log to count(rest)
"""
    game = play(steps, more=more)
    assert sorted(game.offered) == ["t1", "t5"]
    game.pick("t5")
    assert game.log == 2  # two are left, and two are due


def test_several_of_a_kind_can_be_picked_though_they_are_one_option() -> None:
    more = "pieces:\n  token: {t5: {worth: 5, copies: 2}}\n"
    steps = """
for each token in tokens where worth of token >= 2 and worth of token != 3:
  move token to hand of me
choose 2 picked from tokens in hand of me
set log to sum(worth of t for each t in picked)
"""
    assert sorted(play(steps, more=more).offered) == ["t2", "t5"]
    assert play(steps, more=more).pick("t5", "t5").log == 10
    assert play(steps, more=more).pick("t2").log == 7


def test_whoever_sees_a_piece_go_knows_it_from_then_on() -> None:
    steps = """
draw token from tokens in bag where worth of token = 1
move token to hand of me
for each mine in tokens in hand of me:
  move mine to a
may pause:
  nothing
"""
    assert play(steps).at("pieces", "token", "token_1", "known_to") == ["red"]


def test_pieces_from_where_nobody_sees_them_are_known_to_nobody() -> None:
    game = play("draw token from tokens in bag\nmove token to a")
    assert "known_to" not in game.at("pieces", "token", "token_1")


def test_what_lay_open_stays_known_until_it_cannot_be_followed() -> None:
    steps = "draw token from tokens in bag\nmove token to shown\nmove token to a\n"
    assert called(play(steps).at(), "token", "token_1")["known_to"] == ["red", "blue"]
    tokens = play(steps + "move token to bag").at("pieces", "token")
    assert not any("known_to" in facts for facts in tokens.values())


def test_looking_showing_and_revealing() -> None:
    steps = "draw token from tokens in bag\nmove token to a\n"

    def known(more: str) -> object:
        return called(play(steps + more).at(), "token", "token_1")["known_to"]

    assert known("look at token") == ["red"]
    assert known("show token to last_seat") == ["blue"]
    assert known("reveal token") == ["red", "blue"]


def test_swapped_pieces_stay_known() -> None:
    steps = """
draw first from tokens in bag where worth of first = 1
move first to a
draw second from tokens in bag where worth of second = 2
move second to b
look at first
swap first and second
"""
    game = play(steps)
    assert game.at("pieces", "token", "token_1") == {
        "place": "b",
        "face": "t1",
        "known_to": ["red"],
    }
    assert game.at("pieces", "token", "token_2") == {"place": "a", "face": "t2"}


def test_shuffling_permutes_names_and_forgets() -> None:
    steps = "move all tokens in bag to shown\nreveal tokens in shown\nshuffle shown"
    names = {}
    for seed in range(6):
        tokens = play(steps, seed=seed).at("pieces", "token")
        names[seed] = tuple(token.get("name", id) for id, token in tokens.items())
        assert sorted(names[seed]) == ["token_1", "token_2", "token_3", "token_4"]
        assert all("known_to" not in token for token in tokens.values())
    assert len(set(names.values())) > 1


def test_ordered_places_have_a_top_and_a_bottom() -> None:
    steps = "move king to pile\nmove cook to pile\n"
    assert play(steps).at("order", "pile") == ["king", "cook"]
    assert play(steps + "move king to pile").at("order", "pile") == ["cook", "king"]
    assert play(steps + "move cook to bottom of pile").at("order", "pile") == ["cook", "king"]
    assert play(steps + "set log to worth of top of pile").log == 1
    taken = play(steps + "move 1 of pile to tableau of me")
    assert taken.at("pieces", "card", "cook", "place") == "tableau_red"
    assert taken.at("order", "pile") == ["king"]


def test_return_brings_a_piece_home() -> None:
    assert play("move pawn to a\nreturn pawn").at("pieces", "pawn", "pawn", "place") == "display"


def test_passing_on_happens_at_once_and_keeps_the_order() -> None:
    steps = """
move king to stack of first_seat
move cook to stack of first_seat
pass stack to left
"""
    game = play(steps, players=3)
    assert game.at("order") == {"stack_blue": ["king", "cook"]}
    assert play(steps.replace("left", "right"), players=3).at("order") == {
        "stack_green": ["king", "cook"]
    }


def test_dice_are_rolled_by_the_games_chance() -> None:
    sides = set()
    for seed in range(20):
        dice = play("roll dice", seed=seed).at("pieces", "die")
        sides |= {die["side"] for die in dice.values()}
    assert sides == {1, 2, 3, 4, 5, 6}
    assert play("set log to face of die_1").log == 1


def test_the_same_seed_gives_the_same_game() -> None:
    steps = "roll dice\ndraw token from tokens in bag\nmove token to a\nchoose n from 1 to 3\nset log to n"
    assert play(steps, seed=7).game.position() == play(steps, seed=7).game.position()


# ---- notes and how long they last


def test_a_note_starts_anew_when_its_rule_begins() -> None:
    more = """
notes: {hits: {is: number, per: player, lasts: strike}}
rules:
  strike: |
    add 1 to hits of me
    add hits of me to log
"""
    assert play("strike()\nstrike()", more=more).log == 2


LASTING = """
notes:
  in_turn: {is: number, lasts: turn}
  in_round: {is: number, lasts: round}
  of_player: {is: number, per: player, lasts: own_turn}
"""


def test_notes_last_as_long_as_they_say() -> None:
    steps = """
may pause:
  nothing
add 1 to in_turn
add 1 to in_round
for each p in players:
  add 1 to of_player of p
"""
    game = turns(steps, players=2, settings="rounds: 2", more=LASTING)
    game.pick("no")  # blue's turn begins
    assert (game.note("in_turn"), game.note("in_round")) == (None, 1)
    assert game.at("notes", "of_player") == {"red": 1}
    game.pick("no")  # the second lap begins with red
    assert (game.note("in_turn"), game.note("in_round")) == (None, None)
    assert game.at("notes", "of_player") == {"blue": 1}
    assert game.at("round") == 2


def test_what_lasts_an_own_turn_is_cleared_with_the_owners_turn() -> None:
    king = "notes: {counted: {is: number, lasts: own_turn}}\nbefore turn by anyone: |\n  add 1 to counted of it\n"
    more = "before main: |\n  move king to tableau of left of first_seat\n"
    game = turns(PAUSE, settings="rounds: 3", more=more, king=king)
    counted = []
    while not game.game.over:
        counted.append(game.note("king.counted", "king"))
        game.pick("no")
    assert counted == [1, 1, 2, 3, 1, 2, 3, 1, 2]


def test_notes_start_as_they_say_and_are_left_out_while_so() -> None:
    more = "notes:\n  leader: {is: player, start: last_seat}\n  marked: {is: set of field}\n"
    assert play("set log to 1", more=more).at("notes") == {"log": {"": 1}}
    game = play("set leader to nobody\nadd c to marked\nadd a to marked", more=more)
    assert game.at("notes") == {"leader": {"": None}, "marked": {"": ["a", "c"]}}
