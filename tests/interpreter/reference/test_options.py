from __future__ import annotations

import pytest

from boardwright.interpreter.table import errors
from toy import failing, play, turns

# ---- asking


def test_one_option_is_no_question() -> None:
    game = play("choose field from fields where field is b\nmove pawn to field")
    assert game.game.over
    assert game.at("pieces", "pawn", "pawn", "place") == "b"


def test_options_are_listed_as_the_table_numbers_them() -> None:
    game = play("choose field from fields by falling position(field, fields)\nmove pawn to field")
    assert game.offered == ["a", "b", "c"]
    assert (game.asked, game.site) == ("red", "main.field")
    assert game.pick("c").at("pieces", "pawn", "pawn", "place") == "c"


def test_may_choose_can_be_declined_even_with_one_option() -> None:
    steps = (
        "may choose field from fields where field is b:\n  set log to 1\notherwise:\n  set log to 2"
    )
    assert play(steps).offered == ["b", "none"]
    assert play(steps).pick("b").log == 1
    assert play(steps).pick("none").log == 2


def test_may_choose_with_nothing_to_choose_is_not_asked() -> None:
    game = play("may choose n from 2 to 1:\n  set log to 1\notherwise:\n  set log to 2")
    assert game.game.over
    assert game.log == 2


def test_may_is_always_asked() -> None:
    game = play("may knock:\n  set log to 1")
    assert (game.offered, game.site) == (["yes", "no"], "main.knock")
    assert game.pick("no").log == 0


def test_another_player_can_be_asked() -> None:
    game = play("last_seat chooses n from 1 to 2\nset log to n", players=3)
    assert game.asked == "green"


def test_nobody_cannot_be_asked_though_there_is_one_option() -> None:
    error = failing("active_player chooses n from 1 to 1\nset log to n")
    assert error.code == errors.OF_NOBODY


def test_a_menu_shows_what_can_begin() -> None:
    steps = """
choose one:
  never when log = 1:
    set log to 2
  empty:
    let n be 3
    choose field from fields where n = 4
    set log to 3
  helped:
    choose field from fields where log = 4
    otherwise:
      set log to 5
  free:
    set log to 6
"""
    game = play(steps)
    assert game.offered == ["helped", "free"]
    assert game.pick("helped").log == 5


# ---- what may find nothing


def test_without_an_option_the_rest_of_the_block_is_left_out() -> None:
    steps = """
if log = 0:
  set log to 1
  choose field from fields where field is a and log = 2
  set log to 3
add 10 to log
"""
    assert play(steps).log == 11


def test_otherwise_runs_in_place_of_the_rest_unless_it_binds_the_name() -> None:
    steps = """
find n in 1 to 0
otherwise:
  let n be 7
set log to n
"""
    assert play(steps).log == 7
    assert play("find n in 1 to 0\notherwise:\n  set log to 1\nadd 5 to log").log == 1


GOES_THROUGH = """
rules:
  attempt(number n): |
    choose field from fields where position(field, fields) <= n
    move pawn to field
  caller: |
    attempt(0)
"""


@pytest.mark.parametrize(("call", "log"), [("attempt(1)", 1), ("attempt(0)", 2), ("caller()", 1)])
def test_then_asks_whether_the_rule_itself_went_through(call: str, log: int) -> None:
    steps = f"{call} then:\n  set log to 1\notherwise:\n  set log to 2"
    assert play(steps, more=GOES_THROUGH).log == log


def test_a_prevented_rule_has_not_gone_through() -> None:
    steps = "attempt(1) then:\n  set log to 1\notherwise:\n  set log to 2"
    prevented = GOES_THROUGH + "instead of attempt: |\n  nothing\n"
    assert play(steps, more=prevented).log == 2
    kept = GOES_THROUGH + "instead of attempt: |\n  original\n"
    assert play(steps, more=kept).log == 1


# ---- several things, and sharing


def test_several_things_are_picked_in_any_order() -> None:
    steps = "choose 2 picked from fields\nset log to sum(position(f, fields) for each f in picked)"
    game = play(steps)
    assert game.offered == ["a", "b", "c"]
    assert game.pick("b").offered == ["a", "c"]
    assert game.pick("a").log == 3


def test_up_to_several_can_be_ended() -> None:
    steps = "choose up to 2 picked from fields\nset log to 1 + count(picked)"
    assert play(steps).offered == ["a", "b", "c", "done"]
    assert play(steps).pick("done").log == 1
    assert play(steps).pick("b").offered == ["a", "c", "done"]
    assert play(steps).pick("c", "done").log == 2
    assert play(steps).pick("a", "c").log == 3


def test_too_few_for_several_leave_the_rest_out() -> None:
    assert play("choose 4 picked from fields\nset log to 1").log == 0


def test_several_can_be_declined() -> None:
    steps = "may choose 2 picked from fields:\n  set log to 1\notherwise:\n  set log to 2"
    assert play(steps).offered == ["a", "b", "c", "none"]
    assert play(steps).pick("none").log == 2
    assert play(steps).pick("b").offered == ["a", "c"]


def test_a_share_is_bounded_so_that_the_rest_can_be_placed() -> None:
    steps = """
share 4 as wanted among f in fields, from 0 to 2 each
for each f in fields:
  set log to log * 10 + wanted of f
"""
    game = play(steps)
    assert game.offered == ["0", "1", "2"]
    assert play(steps).pick("0").log == 22  # nothing is left to decide
    assert play(steps).pick("1").offered == ["1", "2"]
    assert play(steps).pick("2", "0").log == 202


def test_bounds_of_a_share_may_differ() -> None:
    steps = """
share 3 as wanted among f in fields, from 0 to position(f, fields) - 1 each
for each f in fields:
  set log to log * 10 + wanted of f
"""
    assert play(steps).log == 12  # a takes 0, b 1, c 2


def test_a_share_that_cannot_be_done_is_left_out() -> None:
    assert play("share 7 as wanted among f in fields, from 0 to 2 each\nset log to 1").log == 0


# ---- offers


OFFERS = """
offers:
  market:
    until: leave
    entries:
      gain: {limit: once a turn, effect: add 1 to log}
      trade:
        when: log >= 1
        effect: |
          choose n from 2 to 3
          set log to n
      never:
        effect: |
          choose field from fields where log = 100
          set log to 0
"""


def test_an_offer_comes_again_until_it_is_closed() -> None:
    game = play("open market", more=OFFERS)
    assert (game.offered, game.site) == (["gain", "leave"], "market")
    game.pick("gain")
    assert game.offered == ["trade", "leave"]
    game.pick("trade", "3")
    assert game.offered == ["trade", "leave"]
    assert game.pick("leave").game.over


def test_limits_count_for_each_player() -> None:
    game = turns("open market", players=2, settings="rounds: 1", more=OFFERS)
    game.pick("gain")
    assert game.at("used") == {"market.gain": {"red": 1}}
    game.pick("leave")
    assert game.asked == "blue"
    assert game.offered == ["gain", "trade", "leave"]
    assert game.at("used") == {}  # a turn has begun


def test_the_closing_entry_alone_is_not_asked() -> None:
    assert play("open menu").game.over


def test_an_offer_can_be_opened_to_others() -> None:
    game = play("open market to players starting with left of me", players=3, more=OFFERS)
    assert game.asked == "blue"
    game.pick("gain")
    assert game.asked == "green"
    game.pick("leave")
    assert game.asked == "red"
    game.pick("trade", "2")
    assert game.asked == "blue"  # green has passed
    game.pick("leave", "leave")
    assert game.game.over


ABILITY = "ability: add worth of it to log\n"


def test_effects_of_own_pieces_are_offered_as_definitions_come() -> None:
    steps = "move cook to tableau of me\nmove king to tableau of me\nopen menu"
    game = play(steps, king=ABILITY, cook=ABILITY)
    assert game.offered == ["ability:cook", "ability:king", "enough"]
    game.pick("ability:cook")
    assert game.at("used") == {"card.ability": {"cook": 1}}
    assert game.offered == ["ability:king", "enough"]
    assert game.pick("ability:king").log == 4


def test_effects_of_others_are_not_offered() -> None:
    assert play("move king to tableau of last_seat\nopen menu", king=ABILITY).game.over


def test_copies_have_their_own_limits() -> None:
    game = play(
        "move all cards in display to tableau of me\nopen menu", king="copies: 2\n" + ABILITY
    )
    assert game.offered == ["ability:king_1", "ability:king_2", "enough"]
    assert game.pick("ability:king_1").offered == ["ability:king_2", "enough"]


ENTRY = """
entries:
  boast:
    offered_in: [menu, market]
    limit: once a turn
    effect: add worth of it to log
"""


def test_an_entry_of_a_piece_has_one_limit_in_all_offers() -> None:
    steps = "move king to tableau of me\nopen menu\nopen market"
    game = play(steps, more=OFFERS, king=ENTRY)
    assert game.offered == ["boast:king", "enough"]
    game.pick("boast:king")
    assert game.log == 3
    assert game.at("used") == {"card.boast": {"king": 1}}
    assert "boast:king" not in game.offered


LETTERS = """
kinds:
  letter:
    attributes: {worth: number}
    hidden: yes
    home: post
    owner: desk
    effects: {reading: {offered_in: [menu], limit: once a turn}}
  badge: {pieces: one per player, hidden: yes, home: chest}
places:
  post: {holds: [letter], tracked: no, visible_to: nobody}
  desk: {per: player, holds: [letter]}
  chest: {per: player, holds: [badge]}
  heap_of_badges: {holds: [badge], visible_to: nobody}
pieces:
  letter:
    bill: {worth: 1, reading: add 1 to log}
    poem: {worth: 2, reading: add 2 to log}
"""


def test_effects_of_hidden_pieces_are_called_by_their_faces() -> None:
    steps = "move all letters in post to desk of me\nopen menu"
    game = play(steps, more=LETTERS)
    assert game.offered == ["reading:bill", "reading:poem", "enough"]
    assert game.pick("reading:bill", "reading:poem").log == 3


def test_players_own_hidden_pieces_go_home_by_their_faces() -> None:
    steps = """
move all badges in chest to heap_of_badges
shuffle heap_of_badges
return badges in heap_of_badges
"""
    for seed in range(6):
        badges = play(steps, more=LETTERS, seed=seed).at("pieces", "badge")
        assert {badge["face"]: badge["place"] for badge in badges.values()} == {
            "badge_red": "chest_red",
            "badge_blue": "chest_blue",
        }


def test_perform_runs_an_effect_for_whoever_acts() -> None:
    steps = "as last_seat:\n  perform ability of king\nperform ability of cook"
    king = "ability: take worth of it coins\n"
    assert play(steps, king=king).at("stocks", "coin", "purse_blue") == 3


# ---- orders


def test_players_are_walked_through_clockwise_from_the_active_one() -> None:
    more = (
        "values:\n  number_of(player p): position(p, those q in seats starting with first_seat)\n"
    )
    steps = "for each p in players:\n  set log to log * 10 + number_of(p)\nmay pause:\n  nothing"
    game = turns(steps, players=3, settings="first: left of first_seat\nrounds: 1", more=more)
    assert game.log == 231


@pytest.mark.parametrize(
    ("members", "log"),
    [
        ("1 to 4", 1234),
        ("1 to 4 starting with 3", 3412),
        ("1 to 4 starting with 3 where n != 3", 412),
        ("(those n in 1 to 4 where n != 3) starting with 3", 412),
        ("1 to 4 where n > 2", 34),
        ("1 to 4 with most n mod 2", 13),
        ("1 to 4 where n > 1 with fewest n mod 2", 24),
        ("1 to 4 by rising n mod 2", 2413),
        ("1 to 4 by falling n mod 2", 1324),
    ],
)
def test_the_order_of_a_set(members: str, log: int) -> None:
    assert play(f"for each n in {members}:\n  set log to log * 10 + n").log == log


def test_position_sees_the_order_that_those_says() -> None:
    steps = "set log to position(c, those f in fields by falling position(f, fields)) * 10"
    assert play(steps + " + position(b, fields)").log == 12


def test_sets_of_loops_are_snapshots_and_while_is_not() -> None:
    each = "for each n in 1 to 3 where log <= 1:\n  add n to log"
    assert play(each).log == 6
    assert play("while log < 5:\n  add 2 to log").log == 6
    assert play("set log to 2\nrepeat log times:\n  add log to log").log == 8


def test_stop_leaves_the_nearest_loop() -> None:
    steps = """
for each n in 1 to 3:
  for each m in 1 to 3:
    if m = 2:
      stop
    add m to log
"""
    assert play(steps).log == 3


def test_board_questions() -> None:
    steps = """
set log to count(neighbours of b)
add 10 * count(fields within 1 steps of a) to log
add 100 * count(fields within 2 steps of a) to log
add 1000 * count((fields except b) connected to a) to log
"""
    assert play(steps).log == 1322


# ---- all at once


def test_all_at_once_everyone_answers_before_anything_happens() -> None:
    steps = """
all at once for each p in players:
  choose n from 1 to 3
  let twice be 2 * n
for each p in players:
  set log to log * 100 + 10 * n of p + twice of p
"""
    game = play(steps, players=2)
    assert game.asked == "red"
    game.pick("3")
    assert (game.asked, game.log) == ("blue", 0)
    assert game.pick("1").log == 3612
