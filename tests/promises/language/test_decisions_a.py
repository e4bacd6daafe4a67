"""The decisions of section A, one by one, as far as play shows them: on both back-ends at once.

What shapes the state, the records or every card.
"""

from __future__ import annotations

import pytest

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.errors import NOT_AT_TABLE, TOO_DEEP, RuleError
from boardwright.interpreter.table.table import set_table
from names_of import called
from strategies import TINY, Pair, logged, play, steps, tiny, turns

LOG = "set log to log * 10 + "


def fault(game: ir.Game, players: int = 2) -> str:
    """The code of the error in which a game ends."""
    with pytest.raises(RuleError) as found:
        play(game, players)
    return found.value.code


def refused(more: str, **cards: str) -> set[str]:
    """The codes of what is wrong with rules."""
    with pytest.raises(RulesetError) as found:
        tiny(more, **cards)
    return {diagnostic.code for diagnostic in found.value.diagnostics}


# ---- 1: link for a pool of cards, not for a set


def test_decision_01_which_cards_are_in_play_is_chance_inside_one_program() -> None:
    game = tiny(
        "rules: {gain: {}}\n"
        + steps("draw card from cards in deck", "move card to tableau of first_seat")
        + "  - phase: rest\n    steps: |\n      as first_seat:\n        gain()\n",
        king="worth: 3\nafter gain: |\n  set log to 3",
        cook="worth: 1\nafter gain: |\n  set log to 1",
    )
    program = link(set_table(game, 2))
    logs = {Pair(game, 2, seed, program=program).note("log") for seed in range(12)}
    assert logs == {1, 3}


# ---- 2: hash names, not offsets


def test_decision_02_a_part_that_never_acts_changes_no_hash() -> None:
    course = turns("choose field from fields\nplace 1 of my cubes in field")
    silent = """expansion: silent
of: tiny
language: 2
notes: {heat: {is: number, per: field}}
rules: {boil(field): {effect: add 1 to heat of field}}
offers: {menu: {add: {never: {when: no, effect: boil(a)}}}}
after boil(field): |
  choose token from tokens in bag
  move token to row
"""
    plain, overlaid = play(tiny(course)), play(tiny(course, silent))
    assert plain.program.layout.size < overlaid.program.layout.size
    while not plain.over:
        assert plain.state.hash == overlaid.state.hash
        choice = plain.ids[1]
        plain.take(choice)
        overlaid.take(choice)
    assert plain.state.hash == overlaid.state.hash


def test_decision_02_an_answer_leaves_no_trace_in_the_words_when_it_no_longer_matters() -> None:
    game = tiny(steps("first_seat chooses n from 1 to 5", "last_seat may wait:", "  set log to 1"))
    states = [play(game, choices=[number]).state for number in "15"]
    assert states[0].hash == states[1].hash
    before, after = (state.v[:] for state in states)
    assert before == after


def test_decision_02_what_has_been_used_is_part_of_the_position() -> None:
    game = tiny(
        "offers: {again: {until: no_more, entries: {rarely: {limit: once a turn, effect: set log to 0}, often: {effect: set log to 0}}}}\n"
        + turns("open again")
    )
    pair = play(game)
    fresh = pair.state.hash
    assert pair.take("often").state.hash == fresh
    assert pair.take("rarely").ids == ("often", "no_more")
    assert pair.at("used") == {"again.rarely": {"p1": 1}}
    assert pair.state.hash != fresh


# ---- 3: a hidden piece is a handle with a face


def test_decision_03_shuffling_exchanges_faces_and_clears_what_is_known() -> None:
    game = tiny(
        steps(
            "move all tokens in bag to row",
            "show tokens in row to first_seat",
            "shuffle row",
            "first_seat chooses token from tokens in row",
            "move token to a",
        )
    )
    pair = play(game, seed=5)
    tokens = pair.at("pieces", "token")
    assert pair.ids == tuple(tokens)  # handles, not faces
    assert [facts["place"] for facts in tokens.values()] == ["row"] * 5
    assert sorted(facts["face"] for facts in tokens.values()) == ["t1", "t1", "t2", "t2", "t3"]
    assert not any("known_to" in facts for facts in tokens.values())


def test_decision_03_an_option_names_the_face_only_if_the_chooser_knows_it() -> None:
    lines = "move all tokens in bag to rack of first_seat\n{} chooses token from tokens in rack of first_seat\nmove token to row"
    assert play(tiny(steps(lines.format("first_seat")))).ids == ("t1", "t2", "t3")
    # To the other they are all alike: one option, and so no question.
    pair = play(tiny(steps(lines.format("last_seat"))))
    assert pair.over
    assert [facts["place"] for facts in pair.at("pieces", "token").values()].count("row") == 1


def test_decision_03_several_that_cannot_be_told_apart_can_be_picked_together() -> None:
    lines = "move all tokens in bag to rack of first_seat\n{} chooses 2 some from tokens in rack of first_seat\nmove some to row"
    pair = play(tiny(steps(lines.format("first_seat"))))
    assert pair.ids == ("t1", "t2", "t3")
    pair.take("t2")
    assert pair.ids == ("t1", "t2", "t3")
    pair.take("t2")
    faces = [f["face"] for f in pair.at("pieces", "token").values() if f["place"] == "row"]
    assert faces == ["t2", "t2"]


def test_decision_03_who_saw_a_face_knows_it_wherever_the_piece_can_be_followed() -> None:
    game = tiny(
        steps(
            "draw token from tokens in bag",
            "move token to a",
            "show token to last_seat",
            "move token to b",
            "first_seat may wait:",
            "  return token",
        )
    )
    pair = play(game)
    assert called(pair.at(), "token", "token_1")["known_to"] == ["p2"]
    pair.take("yes")
    assert not any("known_to" in facts for facts in pair.at("pieces", "token").values())


# ---- 4: some places are not followed


def test_decision_04_what_comes_out_of_a_bag_face_down_has_the_lowest_name() -> None:
    game = tiny(
        steps(
            "repeat 3 times:",
            "  draw token from tokens in bag",
            "  move token to a",
            "first_seat may wait:",
            "  set log to 1",
        )
    )
    for seed in range(6):
        pair = play(game, seed=seed)
        tokens = pair.at("pieces", "token")
        assert [called(pair.at(), "token", f"token_{n}")["place"] for n in (1, 2, 3)] == ["a"] * 3
        assert not any("known_to" in facts for facts in tokens.values())


def test_decision_04_who_sees_may_depend_on_the_piece() -> None:
    game = tiny(
        """notes: {turned: {is: yes_no, per: token}}
places:
  heap: {holds: token, tracked: no, visible_to: everyone when turned of it}
"""
        + steps(
            "for each token in tokens:",
            "  move token to heap",
            "  set turned of token to worth of token = 2",
            "first_seat chooses token from tokens in heap",
        )
    )
    # The two that are turned are alike, and so are the three that are not.
    assert play(game).ids == ("t2", "token")


def test_decision_04_two_pieces_drawn_before_they_move_are_two() -> None:
    game = tiny(
        steps(
            "draw first from tokens in bag",
            "draw second from tokens in bag except first",
            "move first to row",
            "move second to row",
            "set log to count(tokens in row)",
        )
    )
    assert logged(game) == 2


def test_decision_04_a_name_goes_on_standing_for_its_piece_while_another_is_drawn() -> None:
    game = tiny(
        steps(
            "find known in tokens in bag where worth of known = 3",
            "draw token from tokens in bag",
            "set log to worth of known",
        )
    )
    assert {play(game, seed=seed).note("log") for seed in range(8)} == {3}


# ---- 5: expressions never ask


@pytest.mark.parametrize(
    "expression", ["choose n from 1 to 3", "draw n from 1 to 3", "roll die_1", "reveal tokens"]
)
def test_decision_05_an_expression_neither_asks_nor_draws(expression: str) -> None:
    codes = refused(f'values: {{wish: "{expression}"}}\n' + steps("set log to wish"))
    assert {code[:2] for code in codes} == {"E3"}


def test_decision_05_values_do_not_read_each_other_in_a_ring() -> None:
    ring = "values: {first: second + 1, second: first + 1}\n"
    assert refused(ring + steps("set log to first"))


# ---- 6: frames are placed at link


DIG = """rules:
  dig(number n):{deep}
    effect: |
      let kept be n * 2
      first_seat may dig_on:
        dig(n - 1)
      set log to log * 10 + kept
"""


def test_decision_06_a_rule_that_reaches_itself_must_say_how_deep() -> None:
    assert refused(DIG.format(deep="") + steps("dig(3)"))


def test_decision_06_each_depth_keeps_its_own_names_while_somebody_is_asked() -> None:
    game = tiny(DIG.format(deep="\n    deep: 3") + steps("dig(3)"))
    assert logged(game, choices=["yes", "yes", "no"]) == 246


def test_decision_06_no_rule_reaches_deeper_than_it_says() -> None:
    down = "rules:\n  dig(number n):\n    deep: 2\n    effect: |\n      if n >= 1:\n        dig(n - 1)\n"
    assert logged(tiny(down + steps("dig(2)", "set log to 7"))) == 7
    assert fault(tiny(down + steps("dig(3)"))) == TOO_DEEP


# ---- 7: a hook never fires inside itself


RING = "rules:\n  coin: |\n    set log to log * 10 + 1\n  good: |\n    set log to log * 10 + 2\n"


def test_decision_07_a_ring_of_two_cards_is_cut() -> None:
    game = tiny(
        RING + steps("move all cards in deck to tableau of first_seat", "as first_seat:\n  coin()"),
        king="worth: 3\nafter coin: |\n  good()",
        cook="worth: 1\nafter good: |\n  coin()",
    )
    assert logged(game) == 121


def test_decision_07_a_ring_is_cut_also_where_somebody_is_asked() -> None:
    game = tiny(
        RING + steps("move all cards in deck to tableau of first_seat", "as first_seat:\n  coin()"),
        king="worth: 3\nafter coin: |\n  may have_good:\n    good()",
        cook="worth: 1\nafter good: |\n  may have_coin:\n    coin()\n  may have_more:\n    coin()",
    )
    assert logged(game, choices=["yes", "yes", "yes"]) == 1211
    assert logged(game, choices=["yes", "no", "yes"]) == 121


def test_decision_07_an_instead_hook_that_calls_its_rule_reaches_the_rule_itself() -> None:
    game = tiny(
        RING + steps("move king to tableau of first_seat", "as first_seat:\n  coin()"),
        king="worth: 3\ninstead of coin: |\n  coin()\n  set log to log * 10 + 5\n  original",
    )
    assert logged(game) == 151


# ---- 8: nothing to choose from: the rest of the block is left out


NOWHERE = "fields where cubes in field = 9"


@pytest.mark.parametrize(
    "asking",
    [
        f"first_seat chooses field from {NOWHERE}",
        f"draw field from {NOWHERE}",
        f"find field in {NOWHERE}",
        f"first_seat chooses 2 some from {NOWHERE.replace('field =', 'some =').replace('in field', 'in some')}",
        f"first_seat chooses up to 2 some from {NOWHERE.replace('in field', 'in some')}",
    ],
)
def test_decision_08_where_there_is_nothing_the_rest_of_the_block_is_left_out(asking: str) -> None:
    game = tiny(steps("if yes:", f"  {asking}", "  set log to 1", "set log to log * 10 + 2"))
    assert logged(game) == 2


def test_decision_08_otherwise_runs_and_may_bind_the_name() -> None:
    first = [f"find field in {NOWHERE}", "otherwise:"]
    only = tiny(
        steps("if yes:", f"  {first[0]}", "  otherwise:", "    set log to 5", "  set log to 1")
    )
    assert logged(only) == 5
    bound = tiny(
        steps(
            "if yes:",
            f"  {first[0]}",
            "  otherwise:",
            "    find field in fields",
            "  set log to position(field, fields)",
        )
    )
    assert logged(bound) == 1


def test_decision_08_where_otherwise_finds_nothing_either_the_rest_is_left_out_too() -> None:
    for verb, word in (("find", "in"), ("draw", "from"), ("first_seat chooses", "from")):
        game = tiny(
            steps(
                "set log to 3",
                "if yes:",
                f"  {verb} field {word} {NOWHERE}",
                "  otherwise:",
                f"    {verb} field {word} fields where cubes in field = 8",
                "  set log to position(field, fields)",
            )
        )
        assert logged(game) == 3


THEN = """rules:
  settle(number n): |
    find field in fields where cubes in field >= n
    return all cubes in field
"""


def test_decision_08_then_asks_whether_the_rule_has_gone_through() -> None:
    lines = "settle({}) then:\n  set log to 1\notherwise:\n  set log to 2"
    assert logged(tiny(THEN + steps(lines.format(0)))) == 1
    assert logged(tiny(THEN + steps(lines.format(1)))) == 2


def test_decision_08_a_rule_that_a_hook_prevents_has_not_gone_through() -> None:
    lines = steps("settle(0) then:\n  set log to 1\notherwise:\n  set log to 2")
    assert logged(tiny(THEN + "instead of settle(n): |\n  nothing\n" + lines)) == 2
    assert logged(tiny(THEN + "instead of settle(n): |\n  original\n" + lines)) == 1


# ---- 9: one answer is no question


def test_decision_09_one_answer_is_no_question() -> None:
    game = tiny(
        "offers: {single: {entries: {once_only: {limit: once a turn, effect: add 1 to log}}}}\n"
        + steps(
            "first_seat chooses field from fields where field is b",
            "first_seat chooses n from 4 to 4",
            "first_seat chooses one:",
            "  this:",
            "    set log to position(field, fields) * 10 + n",
            "as first_seat:",
            "  open single",
            "  share 3 as part among f in neighbours of a, from 0 to 3 each",
        )
    )
    assert logged(game) == 25


def test_decision_09_may_always_offers_not_to() -> None:
    pair = play(
        tiny(steps("first_seat may choose field from fields where field is b:", "  set log to 1"))
    )
    assert pair.ids == ("b", "none")


def test_decision_09_may_with_nothing_to_choose_is_not_asked() -> None:
    lines = [f"first_seat may choose field from {NOWHERE}:", "  set log to 1"]
    assert logged(tiny(steps(*lines))) == 0
    assert logged(tiny(steps(*lines, "otherwise:", "  set log to 2"))) == 2


# ---- 10: `me` is a hidden parameter


def test_decision_10_as_changes_me_and_chooses_only_asks_another() -> None:
    game = tiny(
        "rules:\n  mine: |\n    choose field from fields\n    place 1 of my cubes in field\n"
        + turns(
            "as left of me:\n  mine()\nleft of me chooses field from fields\nplace 1 of my cubes in field",
            "rounds: 1",
        )
    )
    pair = play(game)
    assert pair.asked == "p2 mine.field"
    pair.take("a")
    assert pair.asked == "p2 play.field"
    pair.take("b")
    assert pair.at("stocks", "cube", "a") == {"p2": 1}
    assert pair.at("stocks", "cube", "b") == {"p1": 1}


@pytest.mark.parametrize(("by", "said"), [("me", 12), ("others", 13), ("anyone", 123)])
def test_decision_10_hooks_say_whose_acts_they_mean(by: str, said: int) -> None:
    game = tiny(
        f"rules:\n  gain: |\n    {LOG}1\n"
        + steps(
            "move king to tableau of first_seat",
            "move cook to tableau of last_seat",
            "as first_seat:\n  gain()",
        ),
        king=f"worth: 3\nafter gain by {by}: |\n  {LOG}2",
        cook=f"worth: 1\nafter gain by {by}: |\n  {LOG}3",
    )
    assert logged(game) == said


def test_decision_10_where_nobody_acts_by_me_and_by_others_are_silent() -> None:
    game = tiny(
        "rules: {gain: {}}\n" + steps("move all cards in deck to tableau of first_seat", "gain()"),
        king="worth: 3\nafter gain by me: |\n  set log to 1",
        cook="worth: 1\nafter gain by others: |\n  set log to 2",
        monk=f"worth: 2\nafter gain by anyone: |\n  {LOG}4",
    )
    assert logged(game) == 4


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("active_player is nobody", 1),
        ("active_player is active_player", 0),
        ("owner of king is active_player", 0),
        ("owner of king is owner of cook", 0),
        ("owner of king is not active_player", 1),
        ("active_player is in players", 0),
    ],
)
def test_decision_10_nothing_but_is_nobody_is_true_of_nobody(condition: str, holds: int) -> None:
    assert logged(tiny(steps(f"if {condition}:", "  set log to 1"))) == holds


@pytest.mark.parametrize(
    "line",
    [
        "as active_player:\n  set log to 1",
        "set log to count(cards of active_player)",
        "set log to cubes of active_player in a",
        "set log to coins of active_player",
        "let who be left of active_player",
        "move king to tableau of active_player",
        "choose field from fields",
    ],
)
def test_decision_10_what_needs_a_player_is_an_error_of_nobody(line: str) -> None:
    assert fault(tiny(steps(line))) == "E657"


# ---- 11: in force


def in_force(condition: str) -> str:
    return TINY.replace(
        "    owner: tableau\n", f"    owner: tableau\n    in_force: {condition}\n", 1
    )


@pytest.mark.parametrize(
    ("condition", "log"),
    [
        # The king is p1's, the cook p2's; each says so after every gain of theirs or of anyone.
        ("owner of it is active_player", 1020),
        ("owner of it is me", 1020),
        ("worth of it = 3", 1010),
        ("yes", 120120),
    ],
)
def test_decision_11_a_kind_says_once_when_its_pieces_count(
    condition: str, log: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("strategies.TINY", in_force(condition))
    game = tiny(
        "rules: {gain: {}}\nbefore play: |\n  move king to tableau of first_seat\n  move cook to tableau of last_seat\n"
        + turns(f"gain()\n{LOG}0", "rounds: 1"),
        king=f"worth: 3\nafter gain by anyone: |\n  {LOG}1",
        cook=f"worth: 1\nafter gain by anyone: |\n  {LOG}2",
    )
    # With everything in force the active player's card comes first.
    assert logged(game) == (120210 if condition == "yes" else log)


def test_decision_11_what_is_nobodys_never_counts() -> None:
    game = tiny(
        "values: {reach: 1}\nrules: {gain: {}}\n" + turns(f"gain()\n{LOG}reach", "rounds: 1"),
        king="worth: 3\nmodify: {reach: add 5}\nafter gain by anyone: |\n  set log to 9",
    )
    assert logged(game) == 11


def test_decision_11_clauses_of_the_game_always_count() -> None:
    game = tiny("rules: {gain: {}}\nafter gain: |\n  set log to 4\n" + steps("gain()"))
    assert logged(game) == 4


# ---- 12: order of hooks


def test_decision_12_instead_wraps_before_body_and_after() -> None:
    hooks = f"before gain: |\n  {LOG}1\nafter gain: |\n  {LOG}3\n"
    rules = "rules: {gain: {}}\n"
    twice = f"instead of gain: |\n  {LOG}7\n  original\n  original\n  {LOG}8\n"
    spared = f"instead of gain: |\n  {LOG}7\n"
    assert logged(tiny(rules + hooks + twice + steps("gain()"))) == 713138
    assert logged(tiny(rules + hooks + spared + steps("gain()"))) == 7


def test_decision_12_base_then_expansions_then_pieces_the_active_player_first() -> None:
    more = f"expansion: more\nof: tiny\nlanguage: 2\nafter gain: |\n  {LOG}2\n"
    hook = "worth: 1\nafter gain by anyone: |\n  set log to log * 10 + "
    game = tiny(
        f"rules: {{gain: {{}}}}\nafter gain: |\n  {LOG}1\n"
        + "before play: |\n  move cook to tableau of p1\n  move king to tableau of p2\n  move monk to tableau of p3\n".replace(
            "p1", "first_seat"
        )
        .replace("p2", "left of first_seat")
        .replace("p3", "last_seat")
        + turns("if turn_number = 2:\n  gain()", "rounds: 1"),
        more,
        king=hook + "4",
        cook=hook + "3",
        monk=hook + "5",
    )
    assert logged(game, players=3) == 12453


def test_decision_12_instead_hooks_of_pieces_go_by_id_the_last_outermost() -> None:
    wrap = "worth: 1\ninstead of gain by anyone: |\n  set log to log * 10 + {}\n  original"
    game = tiny(
        f"rules:\n  gain: |\n    {LOG}9\ninstead of gain: |\n  {LOG}1\n  original\n"
        + steps(
            "move king to tableau of first_seat",
            "move cook to tableau of last_seat",
            "as last_seat:\n  gain()",
        ),
        king=wrap.format(2),
        cook=wrap.format(3),
    )
    assert logged(game) == 2319


def test_decision_12_a_hook_of_several_copies_fires_once_for_each() -> None:
    game = tiny(
        "rules: {gain: {}}\n"
        + steps("move all cards in deck to tableau of first_seat", "as first_seat:\n  gain()"),
        monk=f"worth: 2\ncopies: 3\nafter gain: |\n  {LOG}1",
    )
    assert logged(game) == 111


def test_decision_12_a_card_that_changes_hands_on_the_way_fires_once() -> None:
    pass_it = "worth: 1\nafter gain by anyone: |\n  set log to log * 10 + {}\n  move it to tableau of left of me"
    game = tiny(
        "rules: {gain: {}}\n"
        + steps(
            "move king to tableau of first_seat",
            "move cook to tableau of last_seat",
            "as first_seat:\n  gain()",
        ),
        king=pass_it.format(1),
        cook=pass_it.format(2),
    )
    assert logged(game) == 12


@pytest.mark.parametrize(
    "clause", ["modify: {reach: becomes %d}", "instead of gain: |\n  set log to %d"]
)
def test_decision_12_two_cards_that_put_something_in_one_place_conflict(clause: str) -> None:
    more = "values: {reach: 1}\nrules: {gain: {}}\n" + steps("gain()")
    king, cook = (f"worth: {n}\n{clause % n}" for n in (3, 1))
    assert refused(more, king=king, cook=cook) == {"E229"}


def test_decision_12_preventing_is_no_conflict() -> None:
    prevent = "worth: 1\ninstead of gain by anyone: |\n  nothing"
    game = tiny(
        "rules: {gain: {effect: set log to 9}}\n"
        + steps("move all cards in deck to tableau of first_seat", "gain()"),
        king=prevent,
        cook=prevent,
    )
    assert logged(game) == 0


# ---- 13: modifiers in fixed layers


def test_decision_13_numbers_become_are_changed_raised_and_capped_in_this_order() -> None:
    value = 'values: {"reach(number n)": n}\nmodify: {"reach(n)": [at most 9, add 2]}\n'
    lines = steps(
        "move all cards in deck to tableau of first_seat",
        "as first_seat:\n  set log to reach(1) * 100 + reach(20) * 10",
    )
    more = value + lines
    assert logged(tiny(more)) == 390
    assert logged(tiny(more, king='worth: 3\nmodify: {"reach(n)": at least 7}')) == 790
    assert logged(tiny(more, king='worth: 3\nmodify: {"reach(n)": becomes 0}')) == 220
    assert (
        logged(
            tiny(more, king='worth: 3\nmodify: {"reach(n)": [subtract 1, at most 1, at least 5]}')
        )
        == 110
    )


def test_decision_13_sets_become_then_only_also_except() -> None:
    more = "values: {goals: those f in fields where f is not d}\n" + steps(
        "move king to tableau of first_seat",
        "as first_seat:",
        *(f"  if {f} is in goals:\n    {LOG}{n}" for n, f in enumerate("abcd", 1)),
    )
    assert logged(tiny(more)) == 123
    changed = "worth: 3\nmodify: {goals: [except b, also d, only (neighbours of b plus b)]}"
    # only a, b, c; also d; except b
    assert logged(tiny(more, king=changed)) == 134


def test_decision_13_the_askers_cards_decide() -> None:
    game = tiny(
        "values: {reach: 1}\n"
        + steps(
            "move king to tableau of last_seat", f"for each p in players:\n  as p:\n    {LOG}reach"
        ),
        king="worth: 3\nmodify: {reach: add 4}",
    )
    assert logged(game) == 15


# ---- 14: the keys of a card belong to the ruleset


def test_decision_14_a_key_that_the_kind_does_not_declare_is_refused() -> None:
    assert refused(steps("set log to 1"), king="worth: 3\ncolour: red") == {"E201"}


def test_decision_14_perform_calls_a_slot_and_does_nothing_where_there_is_none() -> None:
    game = tiny(
        steps("as first_seat:\n  for each card in cards:\n    perform ability of card"),
        king=f"worth: 3\nability: |\n  {LOG}worth of it",
    )
    assert logged(game) == 3


# ---- 15: notes with a lifetime


@pytest.mark.parametrize(
    ("lasts", "seen"),
    # A lap of two turns and half another; `strike` is called twice a turn, and counts the note up.
    [
        ("game", 123456),
        ("round", 123412),
        ("turn", 121212),
        ("strike", 111111),
        ("play", 123456),
    ],
)
def test_decision_15_a_note_is_forgotten_when_its_lifetime_begins_anew(
    lasts: str, seen: int
) -> None:
    game = tiny(
        f"notes: {{count_of_it: {{is: number, lasts: {lasts}}}}}\nrules:\n  strike: |\n    add 1 to count_of_it\n    {LOG}count_of_it\n"
        + turns("strike()\nstrike()", "until: turn_number = 3")
    )
    assert logged(game) == seen


def test_decision_15_an_own_turn_lasts_until_the_next_turn_of_whoever_has_the_piece() -> None:
    game = tiny(
        """notes:
  of_player: {is: number, per: player, lasts: own_turn}
  of_card: {is: number, per: card, lasts: own_turn}
before play: |
  move king to tableau of first_seat
  move cook to tableau of last_seat
"""
        + turns(
            "for each p in players:\n  add 1 to of_player of p\nfor each card in cards:\n  add 1 to of_card of card\n"
            f"{LOG}of_player of first_seat\n{LOG}of_card of cook",
            "until: turn_number = 3",
        )
    )
    # p1's own is 1, 2, 1; the cook is p2's.
    assert logged(game) == 112112


def test_decision_15_once_a_turn_is_the_same_thing() -> None:
    game = tiny(
        "offers: {again: {until: no_more, entries: {some_time: {limit: twice a turn, effect: add 1 to log}}}}\n"
        + turns("open again", "rounds: 1")
    )
    pair = play(game).take("some_time", "some_time")
    assert pair.asked == "p2 again" and pair.ids == ("some_time", "no_more")


# ---- 16: setup is the first phase; the table and play are kept apart


def test_decision_16_setup_has_choices_and_chance_like_any_phase() -> None:
    game = tiny(
        """course:
  - phase: setup
    steps: |
      draw first from players
      first chooses field from fields
      place 1 of cubes of first in field
  - phase: play
    turn: [add 1 to log]
    rounds: 1
"""
    )
    askers = {play(game, seed=seed).asked for seed in range(8)}
    assert askers == {"p1 setup.field", "p2 setup.field"}


def test_decision_16_what_is_in_play_at_a_table_cannot_depend_on_play() -> None:
    spaces = "spaces: {isle: {attributes: {far: yes_no}, in_play: %s}}\nboard: {isle: {near: {}, remote: {far: yes}}}\n"
    game = tiny(spaces % "count(seats) >= 3 or not far of it" + steps("set log to count(isles)"))
    assert [logged(game, players) for players in (2, 3)] == [1, 2]
    with pytest.raises(RuleError) as found:
        logged(tiny(spaces % "log = 0" + steps("set log to count(isles)")))
    assert found.value.code == NOT_AT_TABLE
