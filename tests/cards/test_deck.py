from __future__ import annotations

from pathlib import Path

import boardwright
from boardwright.boards.looks import folded
from boardwright.cards.deck import Face, Wanted, faces_of, printable
from boardwright.dsl.declare.looks import COLOURS
from folders import SMALL_GAMES
from look_folders import expansion

BOTH = ("rattus", "mercatus")


def faces(
    ruleset: str, *names: str, language: str = "en", players: int | None = None
) -> list[Face]:
    rules = boardwright.read(ruleset)
    return list(faces_of(rules, Wanted(language, (ruleset,), names, None, players)))


def test_a_card_has_its_name_text_class_colour_and_symbol() -> None:
    (king,) = faces("rattus", "king", language="it")
    assert (king.name, king.kind_name, king.set_name) == ("Re", "Reali", "Rattus")
    assert king.text.startswith("Porta ") and "\n" not in king.text
    assert king.colour == "#7b3f98" and king.card and king.size == (63, 88)
    assert king.symbol is not None and king.symbol.text == "crown"
    assert king.reference == "RAT-30" and len(king.back.signs) == 6


def test_rats_have_their_limits_letters_and_classes() -> None:
    rats = faces("rattus", "rat")
    assert len(rats) == 49 and not any(each.card for each in rats)
    rat = next(each for each in rats if each.id == "t36")
    assert rat.number == "5" and rat.round and rat.size == (25, 25)
    assert [(each.text, each.times) for each in rat.marks] == [("M", 1), ("A", 1)]
    assert [each.text for each in rat.icons] == ["crown", "star"]
    double = next(each for each in rats if each.id == "t39")
    assert [(each.text, each.times) for each in double.marks] == [("M", 2)]
    ringed = next(each for each in rats if each.id == "t02")
    assert [each.text for each in ringed.marks] == ["ring"]


def test_only_what_is_asked_for_is_there() -> None:
    rules = boardwright.read("rattus", ["mercatus"])
    new = faces_of(rules, Wanted("en", ("mercatus",)))
    assert len(new) == 12 and {each.set_name for each in new} == {"Mercatus"}
    both = faces_of(rules, Wanted("en", BOTH, ("class_card",)))
    assert len(both) == 18
    assert {"pope", "king", "rat", "coin"} <= set(printable(rules, BOTH))
    assert "king" not in printable(rules, ("mercatus",))


def test_stocks_are_printed_if_they_are_named() -> None:
    rules = boardwright.read("rattus", ["mercatus"])
    goods = faces_of(rules, Wanted("en", BOTH, ("good",)))
    assert [(each.copies, each.symbol.text if each.symbol else "") for each in goods] == [
        (7, "fish"),
        (7, "cloth"),
        (7, "wood"),
        (7, "salt"),
    ]
    cubes = faces_of(rules, Wanted("en", BOTH, ("cube",)))
    assert [each.colour for each in cubes] == [
        COLOURS[each] for each in ("red", "yellow", "green", "blue")
    ]


def test_what_each_player_has_is_there_in_the_colour_of_each_seat() -> None:
    cards = faces("notre_dame", "action_card")
    assert len(cards) == 45 and [each.seat for each in cards[::9]] == [
        "red",
        "violet",
        "blue",
        "green",
        "yellow",
    ]
    assert {each.colour for each in cards[:9]} == {COLOURS["red"]} == {cards[0].back.colour}
    assert len(faces("notre_dame", "action_card", players=2)) == 18


def test_the_back_shows_what_the_rules_say() -> None:
    (monk,) = faces("notre_dame", "monk")
    (guild,) = faces("notre_dame", "guild_master")
    assert monk.back.label == "brown" and guild.back.label.startswith("grey")
    assert monk.back.colour == COLOURS["brown"] != guild.back.colour
    assert "brown" not in monk.kind_name.casefold()


def test_without_looks_cards_are_known_by_where_they_lie() -> None:
    cards = list(
        faces_of(boardwright.read(SMALL_GAMES / "crazy_eights"), Wanted("en", ("crazy_eights",)))
    )
    assert all(each.card and each.number for each in cards)
    assert len({each.colour for each in cards}) == 4


def test_a_card_without_a_text_shows_what_it_does() -> None:
    rules = boardwright.read(SMALL_GAMES / "shares")
    found = {each.id: each for each in faces_of(rules, Wanted("en", ("shares",)))}
    code = found["broker"].code
    assert (
        code.startswith("may choose line from for sale where")
        and "\n\u2003pay fee(line) coins" in code
    )
    assert "after gain crate" in found["smuggler"].code


def test_a_look_of_one_piece_comes_before_that_of_its_kind(tmp_path: Path) -> None:
    root = expansion(
        tmp_path,
        "    a: {class: magic, look: {colour: blue, symbol: sun, picture: p.png}}\n    b: {class: magic}\n",
    )
    rules = boardwright.read("rattus", [root])
    a, b = faces_of(rules, Wanted("en", ("looks",)))
    assert a.colour == COLOURS["blue"] and a.symbol and a.symbol.text == "sun"
    assert a.picture and (a.picture.text, a.picture.origin) == ("p.png", "looks")
    assert b.colour == "#2f7f78" and b.symbol and b.symbol.text == "star" and b.picture is None
    assert (b.name, b.text) == ("B", "")


def test_an_expansion_replaces_the_look_of_a_piece(tmp_path: Path) -> None:
    more = "replace: {pieces: {class_card: {king: {look: {symbol: skull}}}}}\n"
    rules = boardwright.read("rattus", [expansion(tmp_path, more=more)])
    (king,) = faces_of(rules, Wanted("en", ("rattus",), ("king",)))
    assert king.symbol and king.symbol.text == "skull" and king.text
    assert (
        rules.bound.rules_hash == boardwright.read("rattus", [expansion(tmp_path)]).bound.rules_hash
    )


def test_line_breaks_of_a_file_are_not_those_of_a_text() -> None:
    assert folded(" one\n  two\n\n three ") == "one two\nthree"
