"""Who is asked, and what an answer is."""

from __future__ import annotations

from boardwright.dsl.language.types import (
    NUMBER,
    PLAYER,
    PieceType,
    SetType,
    SpaceType,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from bound_parts import body_of, said


def test_a_choice_of_several_is_a_set() -> None:
    (choose,) = body_of("choose up to 2 picked from rats in south\nreveal picked")
    assert isinstance(choose, ir.Choose)
    assert choose.var.type == SetType(PieceType("rat"))
    assert choose.selection.var.type == PieceType("rat")
    assert choose.up_to and said(choose.amount) == "2"


def test_a_name_chosen_by_may_exists_in_its_block_only() -> None:
    first, second = body_of(
        "may choose r from goals:\n  move pawn to r\nmay choose r from regions:\n  move pawn to r"
    )
    assert isinstance(first, ir.Choose) and isinstance(second, ir.Choose)
    assert first.may and [first.site, second.site] == ["tried.r", "tried.r_2"]


def test_answers_given_at_once_are_kept_by_player() -> None:
    effect = (
        "all at once for each p in players:\n  choose kept from packet of p\n  let seen be colour of kept\n"
        "for each p in players:\n  move kept of p to hand of p\n  if seen of p is red:\n    gain(1)"
    )
    together, after = body_of(effect)
    assert isinstance(together, ir.AllAtOnce)
    (choose,) = together.body
    assert isinstance(choose, ir.Choose)
    assert choose.var.keyed == PLAYER and choose.var.type == PieceType("letter")
    assert said(choose.asker) == "p"
    assert (
        said(choose.body)
        == "[Let(var=seen, value=AttributeRead(attribute=colour, subject=LocalOf(var=kept, key=p)))]"
    )
    assert isinstance(after, ir.ForEach)
    assert said(after.body[0]).startswith("MovePieces(kind=letter, pieces=LocalOf(var=kept, key=p)")


def test_what_is_shared_out_is_kept_by_member() -> None:
    (share,) = body_of(
        "share 4 as wanted among r in regions, from 0 to 3 each\nfor each r in regions:\n  gain(wanted of r)"
    )
    assert isinstance(share, ir.Share)
    assert share.var.keyed == SpaceType(("region",)) and share.var.type == NUMBER
    assert said(share.body[0]).endswith(
        "body=[CallRule(rule=gain, arguments=[LocalOf(var=wanted, key=r)])])"
    )


def test_another_may_be_asked() -> None:
    (choose,) = body_of("first_seat chooses r from regions\nmove pawn to r")
    assert isinstance(choose, ir.Choose)
    assert said(choose.asker) == "0"


def test_menu_entries_are_part_of_a_name_unless_its_author_gives_one() -> None:
    (menu,) = body_of(
        "choose one:\n  east:\n    choose r from goals\n    move pawn to r\n  west:\n    choose r from regions\n    move pawn to r\n"
        "  stay:\n    choose r from goals as last_goal\n    choose one as what_then:\n      go:\n        draw t from regions\n        move pawn to t"
    )
    assert isinstance(menu, ir.ChooseOne) and menu.site == "tried.choose_one"
    sites = [
        node.site for node in nodes(menu) if isinstance(node, ir.Choose | ir.ChooseOne | ir.Draw)
    ]
    assert sites == [
        "tried.choose_one",
        "tried.east.r",
        "tried.west.r",
        "tried.last_goal",
        "tried.what_then",
        "tried.stay.go.t",
    ]
