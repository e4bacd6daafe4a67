"""A phrase is told by the types of its words."""

from __future__ import annotations

import pytest

from boardwright.dsl.language.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    MemberType,
    PieceType,
    SetType,
    SpaceType,
    Type,
    ZoneType,
)
from boardwright.dsl.rules import ir
from bound_parts import game_of, said


def value_of(expression: str, head: str = "tried") -> ir.Expr:
    """A value with this base."""
    game = game_of(f"### part.yaml\npart: tried\nvalues:\n  {head}: {expression}\n")
    return game.values[head.split("(")[0]].base


@pytest.mark.parametrize(
    ("expression", "wanted", "type"),
    [
        ("limit of top of deck of me", None, None),
        ("region of pawn", "SpaceOfPiece(piece=ThePiece(kind=pawn, id=pawn))", SpaceType(("region",))),
        ("my friend", "PieceOfPlayer(kind=friend, player=me)", PieceType("friend")),
        ("my guards", "PiecesOf(kind=guard, player=me)", SetType(PieceType("guard"))),
        ("my cards", "PiecesOf(kind=card, player=me)", SetType(PieceType("card"))),
        ("owner of king", "OwnerOf(subject=ThePiece(kind=card, id=king))", PLAYER),
        ("trade of king", "AttributeRead(attribute=trade, subject=ThePiece(kind=card, id=king))", MemberType("trade")),
        ("left of me", "NextSeat(player=me, step=1)", PLAYER),
        ("right of last_player", "NextSeat(player=NoteRead(note=last_player), step=-1)", PLAYER),
        ("neighbours of south", "Neighbours(space=SpaceNamed(kind=region, id=south))", SetType(SpaceType(("region",)))),
        ("neighbours of south along sea", "Neighbours(space=SpaceNamed(kind=region, id=south), link=sea)", None),
        ("kinds of good", "Members()", SetType(MemberType("good"))),
        ("kinds of colour", "Members()", SetType(MemberType("colour"))),
        ("trades", "Members()", SetType(MemberType("trade"))),
        ("rats", "AllPieces(kind=rat)", SetType(PieceType("rat"))),
        ("regions", "Spaces()", SetType(SpaceType(("region",)))),
        ("sectors of me", "SpacesOf(kind=sector, of=me)", SetType(SpaceType(("sector",)))),
        ("school of me", "SpaceNamed(kind=sector, id=school, of=me)", SpaceType(("sector",))),
        ("borough of me", "SpaceNamed(kind=borough, id=borough, of=me)", SpaceType(("borough",))),
        ("camp of me", "SpaceNamed(kind=camp, id=camp, of=me)", SpaceType(("camp",))),
        ("borough of school of me", "ParentOf(space=SpaceNamed(kind=sector, id=school, of=me))", SpaceType(("borough",))),
        ("sectors of borough of me", None, SetType(SpaceType(("sector",)))),
        ("rats in south", "PiecesAt(kind=rat, places=SpaceNamed(kind=region, id=south))", SetType(PieceType("rat"))),
        ("guards of me in south", "PiecesAt(kind=guard, places=SpaceNamed(kind=region, id=south), owner=me)", None),
        ("cubes in regions", "Amount(stock=cube, places=Spaces())", NUMBER),
        ("my cubes in south", "Amount(stock=cube, member=me, places=SpaceNamed(kind=region, id=south))", NUMBER),
        ("my coins", "Amount(stock=coin, places=ZonePlace(place=purse, key=me))", NUMBER),
        ("my goods of fish", "Amount(stock=good, member=0, places=ZonePlace(place=store, key=me))", NUMBER),
        ("goods of cloth in shelf of king", "Amount(stock=good, member=1, places=ZonePlace(place=shelf, key=ThePiece(kind=card, id=king)))", NUMBER),
        ("coins in purse", "Amount(stock=coin, places=ZonePlace(place=purse))", NUMBER),
        ("face of die_1", "DieFace(die=ThePiece(kind=die, id=die_1))", NUMBER),
        ("top of deck of me", "TopOf(place=ZonePlace(place=deck, key=me))", PieceType("letter")),
        ("bottom of deck of me", "TopOf(place=ZonePlace(place=deck, key=me), bottom=True)", PieceType("letter")),
        ("hand of me", "ZonePlace(place=hand, key=me)", ZoneType(("hand",))),
        ("lost of first_seat", "NoteRead(note=lost, key=0)", NUMBER),
        ("visits of south", "NoteRead(note=visits, key=SpaceNamed(kind=region, id=south))", NUMBER),
        ("tint of south is blue", "Same(left=AttributeRead(attribute=tint, subject=SpaceNamed(kind=region, id=south)), right=1)", YES_NO),
        ("red is in colours of t", "Member(element=0, members=MembersOf(attribute=colours, subject=t))", YES_NO),
        ("order is free", "Same(left=OptionRead(option=order), right=0)", YES_NO),
        ("free is order", "Same(left=0, right=OptionRead(option=order))", YES_NO),
        ("phase is turns", "Same(left=NoteRead(note=phase), right=1)", YES_NO),
        ("direction is not clockwise", "Not(operand=Same(left=NoteRead(note=direction), right=0))", YES_NO),
        ("goal is 3", "Compare(op==, left=OptionRead(option=goal), right=3)", YES_NO),
        ("leader is nobody", "IsNobody(operand=NoteRead(note=leader))", YES_NO),
        ("nobody is leader", "IsNobody(operand=NoteRead(note=leader))", YES_NO),
        ("leader is not nobody", "Not(operand=IsNobody(operand=NoteRead(note=leader)))", YES_NO),
        ("my friend is in market", "Member(element=PieceOfPlayer(kind=friend, player=me), members=PiecesAt(kind=friend, places=SpaceNamed(kind=square, id=market)))", YES_NO),
        ("pawn is not in regions", "Not(operand=Member(element=ThePiece(kind=pawn, id=pawn), members=PiecesAt(kind=pawn, places=Spaces())))", YES_NO),
        ("south is in goals", "Member(element=SpaceNamed(kind=region, id=south), members=ValueCall(value=goals))", YES_NO),
        ("sectors of me plus market", "Union(left=SpacesOf(kind=sector, of=me), right=Singleton(element=SpaceNamed(kind=square, id=market)))", SetType(SpaceType(("sector", "square")))),
        ("players except me", "Without(left=Players(), right=Singleton(element=me))", SetType(PLAYER)),
        ("last_seat", "Arithmetic(op=-, left=Count(members=Seats()), right=1)", PLAYER),
        ("count(rats in regions)", "Count(members=PiecesAt(kind=rat, places=Spaces()))", NUMBER),
        ("count(packet of me)", "Count(members=PiecesAt(kind=letter, places=ZonePlace(place=packet, key=me)))", NUMBER),
        ("count(warm of r for each r in regions)", "Aggregate(op=count, selection=Selection(var=r, source=Spaces()), body=AttributeRead(attribute=warm, subject=r))", NUMBER),
        ("min(1, reach, 3)", "MinMax(op=min, arguments=[1, ValueCall(value=reach), 3])", NUMBER),
        ("position(me, seats)", "Position(element=me, members=Seats())", NUMBER),
        ("price(2)", "TableRead(table=price, argument=2)", NUMBER),
        ("tint_worth(yellow)", "TableRead(table=tint_worth, argument=2)", NUMBER),
        ("crowd(south)", "ValueCall(value=crowd, arguments=[SpaceNamed(kind=region, id=south)])", NUMBER),
        ("regions connected to south along land", "Connected(things=Spaces(), origin=SpaceNamed(kind=region, id=south), link=land)", None),
        ("cells within 2 steps of a1 along diagonal", "Within(things=Spaces(), steps=2, origin=SpaceNamed(kind=cell, id=a1), link=diagonal)", None),
        ("column of c2", "AttributeRead(attribute=column, subject=SpaceNamed(kind=cell, id=c2))", NUMBER),
        ("(my cards) in tableau of me", None, SetType(PieceType("card"))),
        ("cards of me in tableau", None, SetType(PieceType("card"))),
        ("(- 3) mod 2", "Arithmetic(op=mod, left=Arithmetic(op=-, left=0, right=3), right=2)", NUMBER),
    ],
)  # fmt: skip
def test_a_phrase_is_told_by_the_types_of_its_words(
    expression: str, wanted: str | None, type: Type | None
) -> None:
    head = "tried(rat t)" if "of t" in expression.split(" top")[0] else "tried"
    if expression.startswith("limit"):
        expression = "colour of top of deck of me"
    expr = value_of(expression, head)
    if wanted is not None:
        assert said(expr) == wanted
    if type is not None:
        assert expr.type == type
