"""What statements move, call and keep, and which names they make."""

from __future__ import annotations

import pytest

from boardwright.dsl.rules import ir
from bound_parts import body_of, said


def one(effect: str, head: str = "tried", more: str = "") -> ir.Stmt:
    (stmt,) = body_of(effect, head, more)
    return stmt


@pytest.mark.parametrize(
    ("effect", "wanted"),
    [
        ("move pawn to south", "MovePieces(kind=pawn, pieces=ThePiece(kind=pawn, id=pawn), target=SpaceNamed(kind=region, id=south))"),
        ("move 2 of my cubes from south to north", "MoveStock(stock=cube, member=me, amount=2, origin=SpaceNamed(kind=region, id=south), target=SpaceNamed(kind=region, id=north))"),
        ("move up to reach of my cubes in south to north", "MoveStock(stock=cube, member=me, amount=ValueCall(value=reach), up_to=True, origin=SpaceNamed(kind=region, id=south), target=SpaceNamed(kind=region, id=north))"),
        ("move all cubes in regions to market", "MoveStock(stock=cube, origin=Spaces(), target=SpaceNamed(kind=square, id=market))"),
        ("move all cubes of first_seat in south to north", "MoveStock(stock=cube, member=0, origin=SpaceNamed(kind=region, id=south), target=SpaceNamed(kind=region, id=north))"),
        ("move goods of fish in shelf of king to south", "MoveStock(stock=good, member=0, origin=ZonePlace(place=shelf, key=ThePiece(kind=card, id=king)), target=SpaceNamed(kind=region, id=south))"),
        ("move 1 coins from purse of me to purse of first_seat", "MoveStock(stock=coin, amount=1, origin=ZonePlace(place=purse, key=me), target=ZonePlace(place=purse, key=0))"),
        ("move 2 my coins to purse of first_seat", "MoveStock(stock=coin, amount=2, origin=ZonePlace(place=purse, key=me), target=ZonePlace(place=purse, key=0))"),
        ("move all rats in regions to bag", "MovePieces(kind=rat, pieces=PiecesAt(kind=rat, places=Spaces()), target=ZonePlace(place=bag))"),
        ("move all rats from south to bag", "MovePieces(kind=rat, pieces=PiecesAt(kind=rat, places=SpaceNamed(kind=region, id=south)), target=ZonePlace(place=bag))"),
        ("move 3 of deck of me to hand of me", "MoveTop(kind=letter, amount=3, origin=ZonePlace(place=deck, key=me), target=ZonePlace(place=hand, key=me))"),
        ("move up to 3 of deck of me to bottom of deck of first_seat", "MoveTop(kind=letter, amount=3, up_to=True, origin=ZonePlace(place=deck, key=me), target=ZonePlace(place=deck, key=0), bottom=True)"),
        ("move 2 letters from deck of me to hand of me", "MoveTop(kind=letter, amount=2, origin=ZonePlace(place=deck, key=me), target=ZonePlace(place=hand, key=me))"),
        ("move top of deck of me to hand of me", "MovePieces(kind=letter, pieces=TopOf(place=ZonePlace(place=deck, key=me)), target=ZonePlace(place=hand, key=me))"),
        ("place 2 of my cubes in south", "MoveStock(stock=cube, member=me, amount=2, origin=ZonePlace(place=reserve, key=me), target=SpaceNamed(kind=region, id=south))"),
        ("place 1 my cubes in south", "MoveStock(stock=cube, member=me, amount=1, origin=ZonePlace(place=reserve, key=me), target=SpaceNamed(kind=region, id=south))"),
        ("place 1 of goods of cloth in south", "MoveStock(stock=good, member=1, amount=1, origin=ZonePlace(place=box), target=SpaceNamed(kind=region, id=south))"),
        ("take 2 coins", "MoveStock(stock=coin, amount=2, origin=ZonePlace(place=bank), target=ZonePlace(place=purse, key=me))"),
        ("take up to 3 * goal coins", "MoveStock(stock=coin, amount=Arithmetic(op=*, left=3, right=OptionRead(option=goal)), up_to=True, origin=ZonePlace(place=bank), target=ZonePlace(place=purse, key=me))"),
        ("take 1 coin", "MoveStock(stock=coin, amount=1, origin=ZonePlace(place=bank), target=ZonePlace(place=purse, key=me))"),
        ("take 1 of goods of fish", "MoveStock(stock=good, member=0, amount=1, origin=ZonePlace(place=box), target=ZonePlace(place=store, key=me))"),
        ("take 3 points", "MoveStock(stock=point, amount=3, origin=ZonePlace(place=heap), target=ZonePlace(place=scored, key=me))"),
        ("pay price(1) coins", "MoveStock(stock=coin, amount=TableRead(table=price, argument=1), origin=ZonePlace(place=purse, key=me), target=ZonePlace(place=bank))"),
        ("pay all my coins", "MoveStock(stock=coin, origin=ZonePlace(place=purse, key=me), target=ZonePlace(place=bank))"),
        ("return 1 of cubes of first_seat from south", "MoveStock(stock=cube, member=0, amount=1, origin=SpaceNamed(kind=region, id=south), target=ZonePlace(place=reserve, key=0))"),
        ("return all goods in south", "MoveStock(stock=good, origin=SpaceNamed(kind=region, id=south), target=ZonePlace(place=box))"),
        ("return all cubes in south", "ForEach(selection=Selection(var=each, source=Seats()), body=[MoveStock(stock=cube, member=each, origin=SpaceNamed(kind=region, id=south), target=ZonePlace(place=reserve, key=each))])"),
        ("return pawn", "MovePieces(kind=pawn, pieces=ThePiece(kind=pawn, id=pawn))"),
        ("return all rats from south", "MovePieces(kind=rat, pieces=PiecesAt(kind=rat, places=SpaceNamed(kind=region, id=south)))"),
        ("swap king and cook", "Swap(first=ThePiece(kind=card, id=king), second=ThePiece(kind=card, id=cook))"),
        ("look at rats in south", "Look(pieces=PiecesAt(kind=rat, places=SpaceNamed(kind=region, id=south)), who=me)"),
        ("reveal hand of me", "Look(pieces=PiecesAt(kind=letter, places=ZonePlace(place=hand, key=me)))"),
        ("show rats in south to first_seat", "Look(pieces=PiecesAt(kind=rat, places=SpaceNamed(kind=region, id=south)), who=0)"),
        ("shuffle deck of me", "Shuffle(place=ZonePlace(place=deck, key=me))"),
        ("pass packet to left", "PassOn(place=packet, step=1)"),
        ("pass packet to right", "PassOn(place=packet, step=-1)"),
        ("roll die_1", "Roll(dice=ThePiece(kind=die, id=die_1))"),
        ("roll dice", "Roll(dice=AllPieces(kind=die))"),
        ("perform action of school of me", "Perform(slot=action, subject=SpaceNamed(kind=sector, id=school, of=me))"),
        ("perform ability of king", "Perform(slot=ability, subject=ThePiece(kind=card, id=king))"),
        ("open actions", "Open(offer=actions)"),
        ("open answers to players starting with left of me", "Open(offer=answers, to=Selection(var=each, source=Players(), starting=NextSeat(player=me, step=1)))"),
        ("first_seat drops out of round", "DropOut(player=0)"),
        ("me drops out", "DropOut(player=me, of_game=True)"),
        ("set asked to yes", "SetNote(note=asked, value=1)"),
        ("set kindest to blue", "SetNote(note=kindest, value=1)"),
        ("set lost of me to 3", "SetNote(note=lost, key=me, value=3)"),
        ("add 1 to my lost", "AddNote(note=lost, key=me, amount=1)"),
        ("subtract 2 from lost of first_seat", "AddNote(note=lost, key=0, amount=2, negative=True)"),
        ("add south to marked", "SetNote(note=marked, value=Union(left=NoteRead(note=marked), right=Singleton(element=SpaceNamed(kind=region, id=south))))"),
        ("set marked to neighbours of south", "SetNote(note=marked, value=Neighbours(space=SpaceNamed(kind=region, id=south)))"),
        ("set direction to counter_clockwise", "SetNote(note=direction, value=1)"),
        ("sell(kinds of good)", "CallRule(rule=sell, arguments=[Members()])"),
        ("end game", "EndGame()"),
    ],
)  # fmt: skip
def test_a_statement_says_how_much_of_what_goes_where(effect: str, wanted: str) -> None:
    assert said(one(effect)) == wanted


def test_what_may_find_nothing_holds_the_rest_of_its_block() -> None:
    (choose,) = body_of(
        "choose r from regions\nmove pawn to r\ndraw token from rats in r\nreveal token"
    )
    assert isinstance(choose, ir.Choose)
    assert choose.site == "tried.r"
    move, draw = choose.body
    assert isinstance(move, ir.MovePieces)
    assert isinstance(draw, ir.Draw)
    assert draw.site == "tried.token"
    assert said(draw.body) == "[Look(pieces=token)]"


def test_otherwise_may_bind_the_name_itself() -> None:
    (choose,) = body_of("choose r from goals\notherwise:\n  let r be south\nmove pawn to r")
    assert isinstance(choose, ir.Choose)
    assert choose.rejoin
    (let,) = choose.otherwise
    assert isinstance(let, ir.Let)
    assert let.var is choose.var


def test_otherwise_that_does_not_bind_the_name_ends_the_block() -> None:
    (choose,) = body_of("choose r from goals\notherwise:\n  gain(1)\nmove pawn to r")
    assert isinstance(choose, ir.Choose)
    assert not choose.rejoin
    assert said(choose.otherwise) == "[CallRule(rule=gain, arguments=[1])]"


def test_otherwise_of_an_otherwise_binds_the_same_variable() -> None:
    effect = "choose r from goals\notherwise:\n  find r in regions where warm of r\n  otherwise:\n    let r be south\nmove pawn to r"
    (choose,) = body_of(effect)
    assert isinstance(choose, ir.Choose)
    (find,) = choose.otherwise
    assert isinstance(find, ir.Find)
    (let,) = find.otherwise
    assert isinstance(let, ir.Let)
    assert choose.rejoin and find.rejoin
    assert choose.var is find.var is let.var


def test_as_changes_who_acts() -> None:
    stmt = one("as first_seat:\n  gain(1)")
    assert isinstance(stmt, ir.As)
    (call,) = stmt.body
    assert isinstance(call, ir.CallRule)
    assert isinstance(call.me, ir.Local) and call.me.var is stmt.me


def test_a_local_made_by_let_can_change() -> None:
    let, change = body_of("let n be 1\nadd 2 to n")
    assert isinstance(let, ir.Let) and isinstance(change, ir.SetLocal)
    assert change.var is let.var
    assert said(change.value) == "Arithmetic(op=+, left=n, right=2)"


def test_if_so_calls_a_rule_and_has_two_ways_on() -> None:
    stmt = one("ride(south) then:\n  gain(1)\notherwise:\n  gain(2)")
    assert isinstance(stmt, ir.IfSo)
    assert isinstance(stmt.call, ir.CallRule)
    assert stmt.call.rule == "ride" and stmt.body and stmt.otherwise


def test_nothing_is_an_empty_body() -> None:
    assert body_of("nothing") == ()
