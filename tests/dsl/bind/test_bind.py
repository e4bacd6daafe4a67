from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from random import Random

import pytest

from boardwright.dsl.bind.bind import (
    SceneBinder,
    bind,
    bind_scenario_effect,
    bind_scenario_expression,
)
from boardwright.dsl.compose.compose import compose
from boardwright.dsl.declare.ruleset import declare, manifest_of
from boardwright.dsl.language.parser import parse_effect, parse_expression
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
from boardwright.dsl.source.codes import CODES
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Scalar
from boardwright.validators.render import full
from folders import GOLDEN_FILES, TESTS
from golden import Golden
from ruleset_texts import documents_of
from town import TOWN

BAD = sorted((GOLDEN_FILES / "bind" / "bad").glob("*.yaml"))
SAMPLES = TESTS / "samples"


def bound(text: str, bag: Bag) -> ir.Game | None:
    """The game of a text, on top of the town unless it has a manifest."""
    documents = documents_of(text, bag)
    if manifest_of(documents) is None:
        documents = [*documents_of(TOWN, bag), *documents]
    ruleset = declare(documents, bag)
    composed = compose(ruleset, [], bag) if ruleset is not None else None
    assert composed is not None and not len(bag), full.render(bag.sorted())
    return bind(composed, bag)


def game_of(text: str = "") -> ir.Game:
    bag = Bag()
    game = bound(text, bag)
    assert game is not None and not len(bag), full.render(bag.sorted())
    return game


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.strip("\n").split("\n"))


def body_of(effect: str, head: str = "tried", more: str = "") -> ir.Body:
    """The body of a rule with this effect."""
    game = game_of(f"### part.yaml\npart: tried\nrules:\n  {head}: |\n{indented(effect)}{more}")
    return game.rules[head.split("(")[0]].body


def one(effect: str, head: str = "tried", more: str = "") -> ir.Stmt:
    (stmt,) = body_of(effect, head, more)
    return stmt


def value_of(expression: str, head: str = "tried") -> ir.Expr:
    """A value with this base."""
    game = game_of(f"### part.yaml\npart: tried\nvalues:\n  {head}: {expression}\n")
    return game.values[head.split("(")[0]].base


def scalar(text: str) -> Scalar:
    from boardwright.dsl.source.yaml_tree import Mapping, read

    bag = Bag()
    lines = "".join(f"  {line}\n" for line in text.split("\n"))
    node = read(Source("scene.yaml", f"key: |\n{lines}"), bag)
    assert isinstance(node, Mapping) and not len(bag)
    found = node.get("key")
    assert isinstance(found, Scalar)
    return found


def said(tree: object) -> str:
    """A bound tree in brief: what it is made of, without spans and types."""
    match tree:
        case ir.Const(value=value):
            return str(value)
        case ir.Local(var=var):
            return var.name
        case tuple():
            return f"[{', '.join(said(each) for each in tree)}]"
        case ir.Node():
            parts = [
                f"{field.name}={said(getattr(tree, field.name))}"
                for field in dataclasses.fields(tree)
                if field.name not in ("span", "type", "me", "asker", "site")
                and getattr(tree, field.name) not in (None, False, ())
            ]
            return f"{type(tree).__name__}({', '.join(parts)})"
        case ir.Var(name=name):
            return name
        case _:
            return str(tree)


# ---- mistakes


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_mistake_is_explained_as_the_golden_file_says(path: Path, golden: Golden) -> None:
    bag = Bag()
    assert bound(path.read_text(), bag) is None
    assert bag.failed
    golden(path.with_suffix(".expected"), full.render(bag.sorted()))


def test_every_code_of_this_stage_has_a_golden_case() -> None:
    several = (GOLDEN_FILES / "overlay" / "bad").glob("*.yaml")  # of more than one ruleset
    shown = "".join(path.with_suffix(".expected").read_text() for path in (*BAD, *several))
    assert [code for code in CODES if code[:2] in ("E4", "E5") and f"[{code}]" not in shown] == []


@pytest.mark.parametrize("seed", range(40))
def test_whatever_stands_there_is_bound_or_explained(seed: int) -> None:
    random = Random(seed)
    text = TOWN + CARD + TRAIT
    for _ in range(random.choice([1, 1, 2, 4])):
        words = list(re.finditer(r"\b[a-z_0-9]+\b", text))
        hit, other = random.choice(words), random.choice(words)
        text = text[: hit.start()] + other.group() + text[hit.end() :]
    bag = Bag()
    ruleset = declare(documents_of(text, bag), bag)
    composed = compose(ruleset, [], bag) if ruleset is not None and not bag.failed else None
    if composed is not None:
        assert (bind(composed, bag) is None) == bag.failed


def test_the_town_has_no_fault() -> None:
    game = game_of()
    assert game.id == "town"
    assert list(game.rules) == ["ride", "strike", "gain", "sell", "rest"]


# ---- phrases


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
        ("hand of me", "ZonePlace(place=hand, key=me)", ZoneType("hand")),
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


# ---- what is moved


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


def test_as_changes_who_acts() -> None:
    stmt = one("as first_seat:\n  gain(1)")
    assert isinstance(stmt, ir.As)
    (call,) = stmt.body
    assert isinstance(call, ir.CallRule)
    assert isinstance(call.me, ir.Local) and call.me.var is stmt.me


def test_another_may_be_asked() -> None:
    (choose,) = body_of("first_seat chooses r from regions\nmove pawn to r")
    assert isinstance(choose, ir.Choose)
    assert said(choose.asker) == "0"


def test_what_is_declared_hides_what_is_built_in() -> None:
    """A language that grows takes no name away from anybody."""
    game = game_of(
        "### part.yaml\npart: own\nplaces: {first_seat: {holds: [card]}}\n"
        "values: {max(number n): n + 1, bigger: max(3)}\n"
        "rules:\n  go: |\n    move king to first_seat\n"
    )
    assert said(game.values["bigger"].base) == "ValueCall(value=max, arguments=[3])"
    (move,) = game.rules["go"].body
    assert isinstance(move, ir.MovePieces) and isinstance(move.target, ir.ZonePlace)


def test_what_is_built_in_may_be_a_name_of_one_s_own() -> None:
    first, second = body_of("let left be left of me\nlet round be 3")
    assert isinstance(first, ir.Let) and said(first.value) == "NextSeat(player=me, step=1)"
    assert isinstance(second, ir.Let)


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


# ---- cards

CARD = """### cards/queen.yaml
card: queen
trade: smith
worth: 2
notes: {used: {is: yes_no, lasts: turn}, paid: {is: number, per: player}}
values: {queen_most: 3}
tables: {step: {1: 1, 2: 2}}
places: {chest: {holds: [coin]}}
rules:
  greet(player p): gain(queen_most)
modify:
  reach: at least 2
  crowd(region r): add 1 when used of it and r is region of pawn
  goals: also south
  queen_most: at most 2 when phase is turns
ability: |
  may greet_them:
    greet(me)
    set used of it to yes
    move 1 coins from chest of it to purse of me
bonus: {when: worth of it > 1, limit: twice a round, effect: gain(step(2))}
entries:
  bow: {offered_in: [actions], effect: gain(1)}
before ride(region goal_region): |
  may greet_them:
    add 1 to paid of me
instead of strike(token) by others when leader is me: |
  original
"""


def test_names_in_the_file_of_a_piece_are_its_own() -> None:
    game = game_of(CARD)
    assert {"queen.used", "queen.paid"} <= set(game.notes)
    assert game.notes["queen.used"].per == "card" and game.notes["queen.paid"].per == "player"
    assert "queen.queen_most" in game.values and "queen.step" in game.tables
    assert game.places["queen.chest"].only_for == ("queen",)
    assert game.rules["queen.greet"].body != ()
    (modifier,) = [m for m in game.modifiers if m.value == "queen.queen_most"]
    assert modifier.definition == ("card", "queen")


def test_what_a_piece_does_is_in_force_for_its_owner() -> None:
    game = game_of(CARD)
    before, instead = game.hooks
    assert (before.id, before.by, before.moment) == ("queen.before.ride", "me", "before")
    assert before.me is not before.actor and before.it is not None
    assert [var.name for var in before.params] == ["goal_region"]
    assert before.params[0].type == SpaceType(("region",))
    assert (instead.moment, instead.by) == ("instead", "others")
    assert [var.name for var in instead.params] == ["token", "region"]
    assert said(instead.body) == "[Original()]"


def test_decisions_of_a_piece_are_named_by_it_and_differ() -> None:
    game = game_of(CARD)
    queen = next(d for d in game.kinds["card"].definitions if d.id == "queen")
    (may,) = queen.slots["ability"].body
    (hooked,) = game.hooks[0].body
    assert isinstance(may, ir.MayDo) and isinstance(hooked, ir.MayDo)
    assert {may.site, hooked.site} == {"queen.greet_them", "queen.greet_them_2"}


def test_offers_list_entries_then_those_of_pieces_and_the_closing_one_last() -> None:
    offer = game_of(CARD).offers["actions"]
    assert [entry.id for entry in offer.entries] == ["walk", "bow", "done"]
    assert [entry.closes for entry in offer.entries] == [False, False, True]
    assert offer.entries[1].definition == ("card", "queen") and offer.entries[1].it is not None
    assert offer.slots == (("card", "queen", "ability"),)


def test_limits_and_lifetimes_are_names() -> None:
    game = game_of(CARD)
    queen = next(d for d in game.kinds["card"].definitions if d.id == "queen")
    ability, bonus = queen.slots["ability"], queen.slots["bonus"]
    assert ability.limit is not None and bonus.limit is not None
    assert (ability.limit.times, ability.limit.lasts) == (1, "turn")
    assert (bonus.limit.times, bonus.limit.lasts) == (2, "round")
    assert game.notes["lost"].lasts == "strike"


TRAIT = """### traits.yaml
part: traits
traits:
  holder:
    places: {tray: {holds: [good]}}
    notes: {full: yes_no}
    entries:
      lay: {offered_in: [actions], effect: move 1 of goods of fish from store of me to tray of it}
    before rest: |
      move goods in tray of it to box
### cards/duke.yaml
card: duke
trade: smith
traits: [holder]
### cards/earl.yaml
card: earl
trade: smith
traits: [holder]
### more.yaml
part: more
values: {laid(card c): goods of fish in tray of c}
"""


def test_places_and_notes_of_a_trait_belong_to_all_that_have_it() -> None:
    game = game_of(TRAIT)
    assert game.places["tray"].per == "card"
    assert set(game.places["tray"].only_for) == {"duke", "earl"}
    assert game.notes["full"].per == "card"
    assert {hook.id for hook in game.hooks} == {"duke.before.rest", "earl.before.rest"}
    assert [e.definition for e in game.offers["actions"].entries if e.id == "lay"] == [
        ("card", "duke"),
        ("card", "earl"),
    ]


# ---- the game as a whole


def test_pieces_and_spaces_made_by_number_and_pattern() -> None:
    game = game_of()
    assert [d.id for d in game.kinds["die"].definitions] == ["die_1", "die_2"]
    assert [d.id for d in game.kinds["friend"].definitions] == ["friend"]
    assert [d.id for d in game.kinds["guard"].definitions] == ["guard"]
    assert game.kinds["guard"].per_player
    assert [d.id for d in game.spaces["cell"].definitions] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert game.spaces["cell"].definitions[4].attributes == {"column": 2, "row": 2}
    assert sum(link.kind == "orthogonal" for link in game.links) == 7
    assert sum(link.kind == "diagonal" for link in game.links) == 4
    assert game.spaces["borough"].definitions == ()
    assert [d.id for d in game.spaces["camp"].definitions] == ["camp"]


def test_facts_become_numbers() -> None:
    game = game_of()
    rats = {d.id: d.attributes for d in game.kinds["rat"].definitions}
    assert rats == {"t01": {"limit": 1, "colours": (0,)}, "t02": {"limit": 2, "colours": (0, 1)}}
    east = next(d for d in game.spaces["region"].definitions if d.id == "east")
    assert east.attributes == {"warm": 0, "tint": 0}
    assert game.options["order"].default == 1 and game.options["goal"].high == 9
    assert game.tables["tint_worth"].rows == {0: 2, 1: 1, 2: 3}


def test_varieties_include_those_of_options_and_the_built_in_ones() -> None:
    varieties = game_of().varieties
    assert varieties["option.order"].members == ("free", "strict")
    assert varieties["phase"].members == ("setup", "turns")
    assert varieties["direction"].members == ("clockwise", "counter_clockwise")
    assert varieties["good"].members == ("fish", "cloth")


def test_in_force_is_about_the_piece_and_whoever_acts() -> None:
    sector = game_of().spaces["sector"]
    assert sector.in_force is not None
    assert sector.in_force_it is not None and sector.in_force_it.type == SpaceType(("sector",))
    assert said(sector.in_force) == "Same(left=OwnerOf(subject=it), right=me)"


def test_values_are_typed_by_those_they_read() -> None:
    text = "### part.yaml\npart: v\nvalues: {first: second, second: third, third: regions}\n"
    game = game_of(text)
    assert game.values["first"].type == SetType(SpaceType(("region",)))
    assert list(game.values)[-3:] == ["first", "second", "third"]


def test_a_rule_with_a_written_depth_may_call_itself() -> None:
    game = game_of(
        "### part.yaml\npart: v\nrules:\n  dig(number n): {deep: 3, effect: dig(n - 1)}\n"
    )
    assert game.rules["dig"].deep == 3


def test_a_guarded_note_changes_in_hooks_on_its_rule() -> None:
    game_of("### part.yaml\npart: v\nafter gain(n): |\n  add 1 to prestige of me\n")


def test_hooks_of_the_game_itself_act_for_whoever_acts() -> None:
    game = game_of("### part.yaml\npart: v\nbefore turn: gain(1)\nafter setup: gain(1)\n")
    hook = game.hooks[0]
    assert hook.me is hook.actor and hook.it is None and hook.by == "anyone"
    assert [hook.rule for hook in game.hooks] == ["turn", "setup"]


def test_variables_are_numbered_apart() -> None:
    game = game_of(CARD)
    seen: dict[int, ir.Var] = {}

    def walk(tree: object) -> None:
        if isinstance(tree, ir.Var):
            assert seen.setdefault(tree.id, tree) is tree
        elif isinstance(tree, tuple | list):
            for each in tree:
                walk(each)
        elif isinstance(tree, dict):
            walk(list(tree.values()))
        elif dataclasses.is_dataclass(tree) and type(tree).__module__ == ir.__name__:
            for field in dataclasses.fields(tree):
                walk(getattr(tree, field.name))

    walk(game)
    assert len(seen) > 30


@pytest.mark.parametrize("name", ["rattus"])
def test_a_sample_ruleset_binds(name: str) -> None:
    bag = Bag()
    texts = [
        f"### {p.relative_to(SAMPLES)}\n{p.read_text()}"
        for p in sorted((SAMPLES / name).rglob("*.yaml"))
    ]
    documents = documents_of("".join(texts), bag)
    ruleset = declare(documents, bag)
    assert ruleset is not None
    composed = compose(ruleset, [], bag)
    assert composed is not None
    assert bind(composed, bag) is not None, full.render(bag.sorted())


def test_what_an_expansion_declares_says_so() -> None:
    bag = Bag()
    town = declare(documents_of(TOWN, bag), bag)
    assert town is not None
    more = declare(documents_of(MORE, bag), bag, [town])
    assert more is not None
    composed = compose(town, [more], bag)
    assert composed is not None, full.render(bag.sorted())
    game = bind(composed, bag)
    assert game is not None, full.render(bag.sorted())
    assert game.expansions == ("more",)
    assert {game.hooks[0].origin, game.modifiers[0].origin, game.rules["shout"].origin} == {"more"}
    assert [entry.id for entry in game.offers["actions"].entries] == ["walk", "call_out", "done"]


MORE = """### more.yaml
expansion: more
of: town
language: 2
rules: {shout: gain(2)}
modify: {reach: add 1}
after ride(region): shout()
offers: {actions: {add: {call_out: {effect: shout()}}}}
"""


# ---- scenarios


def test_in_a_scenario_seats_are_players_and_faces_are_pieces() -> None:
    game, bag = game_of(CARD), Bag()
    effect = parse_effect(
        scalar(
            "place 2 of cubes of ann in south\nmove t01 to north\nset used of queen to yes\nset prestige of bob to 5"
        ),
        bag,
    )
    assert effect is not None
    rule = bind_scenario_effect(game, effect, ("ann", "bob"), bag)
    assert rule is not None, full.render(bag.sorted())
    assert [said(stmt) for stmt in rule.body] == [
        "MoveStock(stock=cube, member=0, amount=2, origin=ZonePlace(place=reserve, key=0), target=SpaceNamed(kind=region, id=south))",
        "MovePieces(kind=rat, pieces=ThePiece(kind=rat, id=t01), target=SpaceNamed(kind=region, id=north))",
        "SetNote(note=queen.used, key=ThePiece(kind=card, id=queen), value=1)",
        "SetNote(note=prestige, key=1, value=5)",
    ]


def test_conditions_of_scenarios_are_yes_or_no() -> None:
    game, bag = game_of(), Bag()
    good = parse_expression(scalar("cubes of ann in south = 3"), bag)
    bad = parse_expression(scalar("cubes of ann in south"), bag)
    assert good is not None and bad is not None
    value = bind_scenario_expression(game, good, ("ann", "bob"), bag)
    assert value is not None and value.type == YES_NO and not len(bag)
    assert bind_scenario_expression(game, bad, ("ann", "bob"), bag) is None
    assert [d.code for d in bag.sorted()] == ["E501"]


def test_texts_of_one_scenario_share_no_variables() -> None:
    game, bag = game_of(), Bag()
    scene = SceneBinder(game, ("ann", "bob"))
    effect = parse_effect(scalar("choose r from regions\nmove pawn to r"), bag)
    assert effect is not None
    first, second = scene.effect(effect, bag), scene.effect(effect, bag)
    assert first is not None and second is not None
    assert first.me.id != second.me.id and first.me.id > 1_000_000
