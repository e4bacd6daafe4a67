"""The decisions of section B, one by one, as far as play shows them: on both back-ends at once.

What decides whether a card reads like the rulebook and means one thing.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.errors import (
    NO_ROOM,
    NO_ROW,
    NOT_ENOUGH,
    TOO_MANY_STEPS,
    RuleError,
)
from boardwright.interpreter.table.table import set_table
from strategies import TINY, Pair, logged, play, steps, tiny, turns

LOG = "set log to log * 10 + "


def fault(game: ir.Game, players: int = 2, choices: Sequence[str] = ()) -> str:
    """The code of the error in which a game ends."""
    with pytest.raises(RuleError) as found:
        play(game, players, 1, choices)
    return found.value.code


def refused(more: str, **cards: str) -> set[str]:
    """The codes of what is wrong with rules."""
    with pytest.raises(RulesetError) as found:
        tiny(more, **cards)
    return {diagnostic.code for diagnostic in found.value.diagnostics}


# ---- 17: offers, exactly

MENU = """offers:
  market:
    until: leave
    entries:
      buy:
        when: my coins >= 1
        effect: |
          let left be my cubes in reserve of me
          choose field from fields where cubes in field < left
          pay 1 coins
          place 1 of my cubes in field
      sell:
        limit: once a turn
        effect: |
          choose field from fields where my cubes in field >= 1
          return 1 of my cubes from field
          take 1 coins
"""


def test_decision_17_an_entry_is_shown_if_it_may_be_used_and_its_first_choice_has_an_option() -> (
    None
):
    game = tiny(MENU + turns("take 1 coins\nopen market", "rounds: 1"))
    pair = play(game)
    assert pair.ids == ("buy", "leave")  # nothing stands on the board to be sold
    pair.take("buy", "a")
    assert pair.ids == ("sell", "leave")  # no coin is left
    pair.take("sell")
    assert pair.ids == ("buy", "leave")  # and selling is over for this turn
    pair.take("leave")
    assert pair.asked == "p2 market"


def test_decision_17_entries_come_as_declared_those_of_the_game_first_the_closing_one_last() -> (
    None
):
    more = "expansion: more\nof: tiny\nlanguage: 2\noffers: {menu: {add: {beg: {effect: take 1 coins}}}}\n"
    game = tiny(
        turns("move all cards in deck to tableau of me\nopen menu", "rounds: 1"),
        more,
        king="worth: 3\nability: |\n  set log to 1",
        cook="worth: 1\nability: |\n  set log to 2\nentries: {cook_up: {offered_in: menu, effect: set log to 3}}",
    )
    assert play(game).ids == ("beg", "ability:cook", "cook_up:cook", "ability:king", "enough")


def test_decision_17_where_only_the_closing_entry_is_left_nobody_is_asked() -> None:
    assert logged(tiny(MENU + turns("open market\nset log to 1", "rounds: 1"))) == 1


def test_decision_17_a_limit_of_a_piece_counts_in_all_offers_alike() -> None:
    game = tiny(
        "offers: {second_menu: {until: enough_now, entries: {}}}\n"
        + turns(
            "move king to tableau of me\nopen menu\nopen second_menu", "until: turn_number = 1"
        ),
        king="worth: 3\nentries: {ride: {offered_in: [menu, second_menu], limit: once a turn, effect: add 1 to log}}",
    )
    assert logged(game, choices=["ride:king"]) == 1
    assert play(game, choices=["enough"]).asked == "p1 second_menu"


def test_decision_17_choose_one_is_a_menu_without_a_name() -> None:
    game = tiny(
        steps(
            "first_seat chooses one:",
            "  shy when log = 1:",
            "    set log to 5",
            "  bold:",
            "    set log to 6",
            "  lost:",
            "    find field in fields where cubes in field = 9",
            "  sure:",
            "    set log to 7",
        )
    )
    assert play(game).ids == ("bold", "sure")


# ---- 18: no rollback


def test_decision_18_a_cost_that_is_paid_stays_paid() -> None:
    game = tiny(
        "rules:\n  build: |\n    pay 2 coins\n    choose field from fields where cubes in field = 9\n    set log to 1\n"
        + turns("take 3 coins\nbuild()", "rounds: 1")
    )
    pair = play(game)
    assert pair.over and pair.note("log") is None
    assert pair.at("stocks", "coin", "purse_p1") == 1


def test_decision_18_what_fails_in_the_engine_leaves_the_position_before_the_choice() -> None:
    game = tiny(steps("first_seat may go:", "  set log to 3", "  move 9 of deck to pile"))
    pair = play(game)
    before = pair.state.v[:]
    with pytest.raises(RuleError):
        pair.take("yes")
    assert pair.state.v == before


# ---- 19: an offer can be opened to others

ANSWERS = """offers:
  answers:
    until: pass_it
    entries:
      give:
        when: log < 1000
        limit: twice a round
        effect: |
          set log to log * 10 + position(me, those p in seats starting with first_seat)
"""


def test_decision_19_each_in_turn_acts_or_passes_until_all_have_passed() -> None:
    game = tiny(
        ANSWERS
        + turns("open answers to players starting with left of me", "until: turn_number = 1")
    )
    pair = play(game, players=3)
    asked = []
    for choice in ("give", "pass_it", "give", "give", "give"):
        asked.append(pair.asked.split()[0])
        pair.take(choice)
    assert asked == ["p2", "p3", "p1", "p2", "p1"]
    assert pair.over and pair.note("log") == 2121  # nobody who has used it twice is asked again


def test_decision_19_it_can_leave_out_the_player_whose_turn_it_is() -> None:
    game = tiny(ANSWERS + turns("open answers to players except me", "until: turn_number = 1"))
    pair = play(game, players=3)
    assert [pair.asked, pair.take("pass_it").asked, pair.take("pass_it").asked] == [
        "p2 answers",
        "p3 answers",
        "",
    ]


# ---- 20: turn order is state

SEAT = f"{LOG}position(me, those p in seats starting with first_seat)"


def order(more: str = "", how: str = "rounds: 2", extra: str = "", players: int = 3) -> int:
    """Who had the turns, one digit each."""
    return logged(tiny(more + turns(SEAT + ("\n" + extra if extra else ""), how)), players)


def test_decision_20_turns_go_round_as_the_phase_says() -> None:
    assert order() == 123123
    assert order(how="rounds: 2\n    first: last_seat") == 312312
    assert order(how="rounds: 2\n    direction: counter_clockwise") == 132132
    assert order(how="rounds: 2\n    without: left of first_seat") == 1313
    assert order(how="until: turn_number = 4") == 1231


def test_decision_20_who_is_next_is_a_rule_to_hook() -> None:
    again = "notes: {again: {is: number, per: player}}\ninstead of next_turn when again of me = 0: |\n  add 1 to again of me\n"
    assert order(again, "until: turn_number = 6") == 112233
    skip = "after next_turn when turn_number = 1: |\n  set active_player to left of active_player\n"
    assert order(skip) == 13123
    twice = "instead of next_turn when turn_number = 2: |\n  original\n  original\n"
    assert order(twice) == 12123
    leader = "instead of next_turn when turn_number = 2: |\n  set active_player to last_seat\n"
    assert order(leader) == 123123
    back = "if turn_number = 2:\n  set direction to counter_clockwise"
    assert order(extra=back) == 12132


def test_decision_20_an_extra_turn_ends_no_lap_and_a_skipped_player_does_not_stop_one() -> None:
    again = "instead of next_turn when turn_number <= 2: |\n  nothing\n"
    assert order(again, "rounds: 1") == 11123
    past_the_first = (
        "after next_turn when turn_number = 3: |\n  set active_player to left of active_player\n"
    )
    assert order(past_the_first) == 12323


def test_decision_20_who_drops_out_of_a_round_is_back_in_the_next() -> None:
    assert order(extra="if turn_number = 2:\n  first_seat drops out of round") == 123123
    assert order(extra="if turn_number = 1:\n  left of me drops out of round") == 13123
    assert order(extra="me drops out of round") == 123123


def test_decision_20_who_drops_out_of_the_game_is_no_player_and_still_has_a_seat() -> None:
    assert order(extra="if turn_number = 2:\n  me drops out") == 12313
    game = tiny(
        steps("first_seat drops out", "set log to count(players) * 10 + count(seats)"),
    )
    assert logged(game, 3) == 23


def test_decision_20_inside_a_round_of_phases_laps_bring_nobody_back() -> None:
    game = tiny(
        f"""course:
  - phase: years
    repeat: 2
    phases:
      - phase: bidding
        until: count(players) = 1
        turn: |
          {SEAT}
          me drops out of round
      - phase: fair
        steps: [set log to log * 10 + count(players)]
"""
    )
    assert logged(game, 3) == 121121


# ---- 21: amounts are exact


@pytest.mark.parametrize(
    "line",
    ["take 31 coins", "pay 1 coins", "place 10 of my cubes in a", "move 9 of deck to pile"],
)
def test_decision_21_a_shortage_is_an_error_at_its_line(line: str) -> None:
    assert fault(tiny(steps("as first_seat:", f"  {line}"))) in (NOT_ENOUGH, NO_ROOM)


def test_decision_21_what_may_fall_short_says_up_to() -> None:
    game = tiny(
        steps(
            "as first_seat:",
            "  take up to 31 coins",
            "  pay up to 1 coins",
            "  return up to 5 of my cubes from a",
            "  move up to 9 of deck to pile",
            "  set log to my coins * 10 + count(cards in pile)",
        )
    )
    assert logged(game) == 292


def test_decision_21_amounts_are_never_below_zero() -> None:
    assert fault(tiny(steps("as first_seat:", "  take (0 - 1) of coins"))) == "E653"
    assert fault(tiny(steps("move (0 - 1) of deck to pile"))) == "E653"


def test_decision_21_a_stock_has_varieties_a_home_and_where_it_is_kept() -> None:
    game = tiny(
        steps(
            "as first_seat:",
            "  take 2 of wares of fish",
            "  take 1 of wares of wood",
            "  pay 1 of wares of fish",
            "  place 3 of my cubes in a",
            "  return 1 of my cubes from a",
            "  set log to (wares of fish in store of me) * 100 + my wares * 10 + my cubes in a",
        )
    )
    assert logged(game) == 122


def test_decision_21_no_place_takes_more_than_it_has_room_for() -> None:
    assert fault(tiny(steps("as first_seat:", "  place 5 of my cubes in a"))) == NO_ROOM


# ---- 22: guarded counters


def test_decision_22_a_guarded_note_changes_through_its_rule_alone() -> None:
    guarded = "notes: {fame: {is: number, per: player, only_through: [gain]}}\nrules:\n  gain(number n): |\n    add n to fame of me\n"
    bonus = "after gain(n) when n >= 2: |\n  add 1 to fame of me\n"
    read = "as first_seat:\n  gain(2)\n  set log to fame of me"
    assert logged(tiny(guarded + bonus + steps(read))) == 3
    assert refused(guarded + steps("as first_seat:", "  add 1 to fame of me"))


# ---- 23: snapshots


def test_decision_23_the_set_of_a_loop_is_taken_once() -> None:
    lines = [
        "as first_seat:",
        "  place 1 of my cubes in b",
        "for each field in fields where cubes in field = 0:",
        "  as first_seat:",
        "    {ask}place up to 1 of my cubes in d",
        f"  {LOG}position(field, fields)",
    ]
    plain = [line.format(ask="") for line in lines]
    assert logged(tiny(steps(*plain))) == 134
    asking = [line.format(ask="may wait:\n      set log to log\n    ") for line in lines]
    assert logged(tiny(steps(*asking)), choices=["yes", "no", "no"]) == 134


def test_decision_23_a_name_for_a_set_is_a_snapshot_and_repeat_reads_its_number_once() -> None:
    game = tiny(
        steps(
            "let empty be those f in fields where cubes in f = 0",
            "as first_seat:",
            "  place 1 of my cubes in a",
            "let n be 3",
            "repeat n times:",
            "  set n to 0",
            "  add 1 to log",
            "set log to log * 10 + count(empty)",
        )
    )
    assert logged(game) == 34


def test_decision_23_while_tests_again_every_time() -> None:
    game = tiny(
        steps(
            "let n be 3",
            "while n >= 1:",
            f"  {LOG}n",
            "  first_seat chooses k from 1 to 2",
            "  set n to n - k",
        )
    )
    assert logged(game, choices=["1", "2"]) == 32


def test_decision_23_with_most_is_part_of_what_is_taken_once() -> None:
    game = tiny(
        steps(
            "for each p in players:",
            "  as p:",
            "    place 2 of my cubes in a",
            "for each p in players with most cubes of p in a:",
            "  return 1 of cubes of p from a",
            "set log to cubes in a",
        )
    )
    assert logged(game) == 2  # a tie: each loses one


# ---- 24: the order of sets


def test_decision_24_spaces_and_members_as_declared_numbers_upwards_pieces_by_handle() -> None:
    game = tiny(
        steps(
            f"for each field in (fields except c) plus c:\n  {LOG}position(field, fields)",
            f"for each n in 2 to 3:\n  {LOG}n",
        )
    )
    assert logged(game) == 123423
    cards = steps(f"for each card in cards:\n  {LOG}worth of card")
    assert logged(tiny(cards)) == 13  # their files are read in the order of their ids


def test_decision_24_players_go_clockwise_from_the_active_one() -> None:
    each = "for each p in players:\n  set log to log * 10 + position(p, those q in seats starting with first_seat)"
    assert logged(tiny(turns(each, "until: turn_number = 2")), 3) == 123231
    assert logged(tiny(steps(each)), 3) == 123


def test_decision_24_starting_with_and_by_change_it_also_where_somebody_is_asked() -> None:
    for ask in ("", "first_seat may wait:\n    set log to log\n  "):
        answers = ["no"] * 4 if ask else []
        starting = f"for each field in fields starting with c:\n  {ask}{LOG}position(field, fields)"
        assert logged(tiny(steps(starting)), choices=answers) == 3412
        falling = f"for each field in fields by falling position(field, fields) mod 3:\n  {ask}{LOG}position(field, fields)"
        assert logged(tiny(steps(falling)), choices=answers) == 2143
        numbers = f"for each n in 1 to 4 by falling n:\n  {ask}{LOG}n"
        assert logged(tiny(steps(numbers)), choices=answers) == 4321


def test_decision_24_with_most_keeps_all_ties_and_find_takes_the_first() -> None:
    game = tiny(
        steps(
            "as first_seat:\n  place 1 of my cubes in b\n  place 1 of my cubes in d",
            "let leading be those f in fields with most cubes in f",
            "find first in leading",
            "find last in leading by falling position(last, fields)",
            "set log to count(leading) * 100 + position(first, fields) * 10 + position(last, fields)",
        )
    )
    assert logged(game) == 224


def test_decision_24_options_are_listed_in_the_order_of_declaration_whoever_is_active() -> None:
    game = tiny(
        turns("choose p from players by falling position(p, players)\nset log to 0", "rounds: 1")
    )
    assert play(game, 3).ids == play(game, 3, choices=["p1"]).ids == ("p1", "p2", "p3")


def test_decision_24_what_is_moved_in_a_said_order_lies_in_that_order() -> None:
    cards = {"king": "worth: 3", "cook": "worth: 1", "monk": "worth: 2"}
    read = f"{LOG}worth of top of pile\nmove top of pile to deck\n"
    game = tiny(
        steps(
            "move (those card in cards in deck by rising worth of card) to pile",
            *(read.rstrip().split("\n") * 3),
        ),
        **cards,
    )
    assert logged(game) == 321


# ---- 25: all at once


def test_decision_25_each_answers_before_anything_happens_and_answers_have_names() -> None:
    game = tiny(
        steps(
            "all at once for each p in players:",
            "  let free be those f in fields where cubes in f = 0",
            "  choose goal from free",
            "  choose n from 1 to position(goal, fields)",
            "for each p in players:",
            "  as p:",
            "    place (n of p) of my cubes in goal of p",
        )
    )
    pair = play(game, choices=["b", "2"])
    assert pair.asked == "p2 play.goal" and pair.ids == ("a", "b", "c", "d")
    pair.take("b", "1")
    assert pair.at("stocks", "cube", "b") == {"p1": 2, "p2": 1}


@pytest.mark.parametrize(("what", "choices"), [("goal", ["a"]), ("up to 2 goal", ["a", "done"])])
def test_decision_25_an_answer_that_could_not_be_given_is_missed_where_it_is_needed(
    what: str, choices: list[str]
) -> None:
    game = tiny(
        steps(
            "all at once for each p in players:",
            f"  choose {what} from fields where p is first_seat",
            "let theirs be goal of last_seat",
        )
    )
    assert fault(game, choices=choices) == "E655"


def test_decision_25_nothing_is_written_and_nothing_drawn_while_all_choose() -> None:
    for line in ("add 1 to log", "roll dice", "shuffle bag", "as p:\n    take 1 coins"):
        assert refused(steps("all at once for each p in players:", f"  {line}"))


def test_decision_25_nothing_is_drawn_by_name_either() -> None:
    assert refused(steps("all at once for each p in players:", "  draw n from 1 to 6"))


# ---- 26: forms of choice


def test_decision_26_several_are_picked_one_at_a_time_in_any_order() -> None:
    game = tiny(steps("first_seat chooses 2 some from fields", "set log to count(some)"))
    pair = play(game)
    assert pair.ids == ("a", "b", "c", "d")
    assert pair.take("b").ids == ("a", "c", "d")
    game = tiny(steps("first_seat chooses up to 2 some from fields", "set log to count(some)"))
    pair = play(game)
    assert pair.ids == ("a", "b", "c", "d", "done")
    assert pair.take("d").ids == ("a", "b", "c", "done")


def test_decision_26_with_may_the_first_pick_offers_to_decline() -> None:
    game = tiny(
        steps(
            "first_seat may choose 2 some from fields:",
            "  set log to 1",
            "otherwise:",
            "  set log to 2",
        )
    )
    assert play(game).ids == ("a", "b", "c", "d", "none")
    assert play(game, choices=["c"]).ids == ("a", "b", "d")
    assert logged(game, choices=["none"]) == 2


def share(bounds: str, amount: int = 4, before: str = "set log to 0") -> ir.Game:
    return tiny(
        steps(
            before,
            "as first_seat:",
            f"  share {amount} as part among f in neighbours of b plus b, {bounds} each",
            f"  {LOG}part of a\n  {LOG}part of b\n  {LOG}part of c",
        )
    )


def test_decision_26_a_share_is_bounded_so_that_no_pick_leads_to_a_dead_end() -> None:
    pair = play(share("from 0 to 2"))
    assert pair.ids == ("0", "1", "2")
    assert pair.take("0").over  # the others must take two each
    assert pair.note("log") == 22
    assert play(share("from 1 to 3")).ids == ("1", "2")
    own = "from cubes in f to cubes in f + 2"
    pair = play(share(own, 6, "as first_seat:\n  place 2 of my cubes in b"))
    assert pair.ids == ("0", "1", "2") and pair.take("0").over


def test_decision_26_a_share_that_cannot_be_done_leaves_out_the_rest() -> None:
    for bounds in ("from 0 to 1", "from 2 to 3", "from 2 to cubes in f + 1"):
        assert logged(share(bounds)) == 0


def test_decision_26_a_share_tells_nothing_about_what_was_no_part_of_it() -> None:
    game = tiny(
        steps(
            "as first_seat:",
            "  share 2 as part among f in neighbours of a, from 0 to 2 each",
            "  set log to part of d",
        )
    )
    assert fault(game) == "E655"


# ---- 27: forms of chance


def test_decision_27_each_event_is_named_by_rule_and_name() -> None:
    game = tiny(
        "rules:\n  tempt: |\n    draw n from 1 to 6\n    draw field from fields\n    roll dice\n    shuffle bag\n"
        + steps("tempt()")
    )
    program = link(set_table(game, 2))
    assert [(event.name, event.form) for event in program.events] == [
        ("tempt.n", "draw"),
        ("tempt.field", "draw"),
        ("tempt.roll", "roll"),
        ("tempt.shuffle", "shuffle"),
    ]


def test_decision_27_draws_rolls_and_numbers_are_alike_on_both_sides() -> None:
    game = tiny(
        steps(
            "draw n from 2 to 5",
            "draw p from players",
            "roll dice",
            "shuffle bag",
            "draw token from tokens in bag",
            "set log to n * 1000 + sum(face of die for each die in dice) * 10 + worth of token",
        )
    )
    assert len({play(game, seed=seed).note("log") for seed in range(12)}) > 6


# ---- 28: no absent values


def test_decision_28_a_set_of_pieces_is_not_a_number_and_a_stock_is_one() -> None:
    assert refused(steps("if tokens in bag >= 1:", "  set log to 1"))
    assert (
        logged(tiny(steps("if cubes in a >= 0 and count(tokens in bag) >= 5:", "  set log to 1")))
        == 1
    )


def test_decision_28_find_binds_what_may_not_be_there() -> None:
    game = tiny(steps("find card in cards where worth of card = 9", "set log to worth of card"))
    assert logged(game) == 0


def test_decision_28_the_top_of_an_empty_pile_is_an_error() -> None:
    assert fault(tiny(steps("set log to worth of top of pile"))) == "E655"


# ---- 29: traits, tables, groups


def test_decision_29_a_trait_gives_several_cards_the_same_clauses() -> None:
    trait = f"""traits:
  keeper:
    places:
      shelf: {{holds: cube, room: {{cube: 1}}}}
    notes:
      used_up: yes_no
    entries:
      keep:
        offered_in: menu
        when: not used_up of it
        effect: |
          place 1 of my cubes in shelf of it
          set used_up of it to yes
    after gain: |
      {LOG}worth of it
rules: {{gain: {{}}}}
"""
    game = tiny(
        trait
        + turns(
            "move all cards in deck to tableau of me\ngain()\nopen menu", "until: turn_number = 1"
        ),
        king="worth: 3\ntraits: keeper",
        cook="worth: 1\ntraits: [keeper]",
    )
    pair = play(game)
    assert pair.ids == ("keep:cook", "keep:king", "enough")
    assert pair.take("keep:king").ids == ("keep:cook", "enough")
    assert pair.at("stocks", "cube", "shelf_king") == {"p1": 1} and pair.note("log") == 13


def test_decision_29_a_table_is_a_finite_function() -> None:
    table = "tables:\n  price: {1: 4, 3: 6}\n  worth_of: {fish: 2, cloth: 1, wood: 0}\n"
    assert logged(tiny(table + steps("set log to price(3) * 10 + worth_of(fish)"))) == 62
    assert fault(tiny(table + steps("set log to price(2)"))) == NO_ROW


# ---- 30: board questions


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ("neighbours of b", 13),
        ("neighbours of b along path", 13),
        ("fields within 2 steps of a", 123),
        ("fields within 0 steps of c along path", 3),
        ("(fields except c) connected to a", 12),
        ("(fields except a) connected to a", 234),
        ("(fields except b) connected to b", 134),
        ("(neighbours of b) connected to d", 3),
    ],
)
def test_decision_30_what_the_board_answers(places: str, found: int) -> None:
    assert logged(tiny(steps(f"for each f in {places}:", f"  {LOG}position(f, fields)"))) == found


def test_decision_30_a_walk_may_come_back_after_two_steps() -> None:
    game = tiny(
        steps(
            "for each f in fields within 2 steps of a where f is not b:",
            f"  {LOG}position(f, fields)",
        )
    )
    assert logged(game) == 13


# ---- 31: the end


def ending(outcome: str) -> Pair:
    """How a game ends in which four players have 1, 2, 0 and 1 coins."""
    text = TINY.replace("outcome: {score: my coins}", f"outcome: {outcome}")
    earned = "position(me, those p in seats starting with first_seat) mod 3"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("strategies.TINY", text)
        game = tiny(turns(f"take ({earned}) of coins", "rounds: 1"))
    return play(game, players=4)


def test_decision_31_ranks_are_shared_where_nothing_tells_players_apart() -> None:
    pair = ending("{score: my coins}")
    assert pair.state.ranks == (2, 1, 4, 2) and pair.state.winners == (1,)


def test_decision_31_ties_are_broken_in_order() -> None:
    pair = ending("{score: 0, ties: [{most: my coins mod 2}, {fewest: my coins}]}")
    assert pair.state.ranks == (1, 4, 3, 1) and pair.state.winners == (0, 3)


@pytest.mark.parametrize(
    ("wins", "winners"),
    [
        ("my coins = 1", (0, 3)),
        ("my coins = 2", (1,)),
        ("my coins = 7", ()),
        ("my coins >= 0", (0, 1, 2, 3)),
    ],
)
def test_decision_31_victory_may_be_shared_common_or_nobodys(
    wins: str, winners: tuple[int, ...]
) -> None:
    assert ending(f"{{score: my coins, wins: {wins}}}").state.winners == winners


def test_decision_31_the_game_ends_at_once_where_a_rule_says_so() -> None:
    game = tiny(
        "rules:\n  finish: |\n    set log to 4\n    end game\n"
        + steps(
            "for each field in fields:", "  first_seat may go_on:", "    finish()", "set log to 9"
        )
    )
    assert logged(game, choices=["no", "yes"]) == 4


def test_decision_31_what_never_asks_anybody_is_stopped() -> None:
    assert fault(tiny(steps("while yes:", "  set log to 1"))) == TOO_MANY_STEPS


def test_decision_31_a_game_that_takes_too_many_decisions_is_unfinished_and_nobody_wins_it() -> (
    None
):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "strategies.TINY",
            TINY.replace("players: 2 to 4\n", "players: 2 to 4\nlimits: {decisions: 3}\n"),
        )
        game = tiny(turns("may wait:\n  set log to 1", "rounds: 9"))
    pair = play(game, choices=["yes", "no", "yes"])
    assert pair.state.over and pair.state.unfinished and pair.state.winners == ()


# ---- 32: what may be known


def test_decision_32_options_tell_the_chooser_nothing_unknown() -> None:
    game = tiny(
        steps(
            "shuffle bag",
            "move all tokens in bag to row",
            "shuffle row",
            "first_seat chooses token from tokens in row",
            "last_seat chooses other from tokens in row except token",
        )
    )
    shown = {(pair := play(game, seed=seed)).ids + pair.take(pair.ids[0]).ids for seed in range(8)}
    assert len(shown) == 1
