"""Choices: where there is nothing, one thing, several things, and shares: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.dsl.rules import ir
from decisions import LOG, fault
from strategies import logged, play, steps, tiny

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


@pytest.mark.parametrize(
    ("menu", "then"),
    [
        ("first_seat chooses one:", 2),
        ("first_seat may choose one:", 1),  # declining is no failure, as with `may choose`
    ],
)
def test_decision_08_a_menu_that_offers_nothing_has_not_gone_through(menu: str, then: int) -> None:
    rule = f"rules:\n  spend(number n): |\n    {menu}\n      coin when n = 1:\n        nothing\n"
    lines = "spend({}) then:\n  set log to 1\notherwise:\n  set log to 2"
    without = tiny(rule + steps(lines.format(0)))
    assert logged(without) == then
    answers = ["coin"] if "may" in menu else []
    assert logged(tiny(rule + steps(lines.format(1))), choices=answers) == 1
    # It makes no name, so what follows is done all the same; and so it is if something happens instead.
    goes_on = rule + "    add 10 to log\n" + steps("spend(0) then:\n  add 1 to log")
    assert logged(tiny(goes_on)) == 10 + (then == 1)
    other = rule + "    otherwise:\n      add 10 to log\n" + steps("spend(0) then:\n  add 1 to log")
    assert logged(tiny(other)) == 10 + (then == 1)


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
