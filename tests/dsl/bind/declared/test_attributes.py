"""The types of attributes, and what each piece and space has."""

from __future__ import annotations

from boardwright.dsl.language.types import FACE, MemberType, PieceType, SpaceType
from bound_parts import game_of

TEXT = """### part.yaml
part: more
spaces: {isle: {attributes: {near: optional region, cliff: yes_no}}, cape: {in_play: count(seats) >= 3}}
board: {isle: {thule: {near: east}, man: {}}, cape: {horn: {}}}
kinds:
  ship:
    attributes:
      port: isle
      seen: list of isle or cape
      sister: optional ship
      like: face of rat
      load: optional number
      last: cape
    home: dock
places: {dock: {holds: [ship]}}
pieces:
  ship:
    argo: {port: man, seen: [horn, thule], like: t02, last: horn}
    vasa: {port: thule, sister: argo, like: t01, load: 4, last: horn}
"""


def test_what_is_written_becomes_numbers() -> None:
    game = game_of(TEXT)
    spaces = [each.id for each in game.list_printed(SpaceType(("isle",)))]
    argo, vasa = game.kinds["ship"].definitions
    assert argo.attributes == {
        "port": spaces.index("man"),
        "seen": (spaces.index("horn"), spaces.index("thule")),
        "like": 1,
        "last": spaces.index("horn"),
    }
    assert vasa.attributes == {
        "port": spaces.index("thule"),
        "sister": 0,
        "like": 0,
        "load": 4,
        "last": spaces.index("horn"),
        "seen": (),
    }
    thule, man = game.spaces["isle"].definitions
    assert thule.attributes == {"near": spaces.index("east"), "cliff": 0}
    assert man.attributes == {"cliff": 0}


def test_types_of_attributes() -> None:
    declared = game_of(TEXT).kinds["ship"].attributes
    assert {id: each.type for id, each in declared.items() if id != "load"} == {
        "port": SpaceType(("isle",)),
        "seen": SpaceType(("cape", "isle")),
        "sister": PieceType("ship"),
        "like": MemberType(f"{FACE}rat"),
        "last": SpaceType(("cape",)),
    }
    assert [id for id, each in declared.items() if each.optional] == ["sister", "load"]
    assert [id for id, each in declared.items() if each.may_be_nothing] == [
        "sister",
        "load",
        "last",
    ]


def test_what_is_meant_by_a_number() -> None:
    game = game_of(TEXT)
    number = [each.id for each in game.definitions if each.kind in game.spaces].index("horn")
    assert game.find_printed(SpaceType(("cape", "isle")), number).id == "horn"
    assert game.find_printed(PieceType("ship"), 1).id == "vasa"


def test_a_variety_comes_before_a_kind_of_its_name() -> None:
    text = """### part.yaml
part: more
varieties: {crest: [lion, eagle]}
kinds: {crest: {attributes: {sign: crest}, home: dock}}
places: {dock: {holds: [crest]}}
pieces: {crest: {old_crest: {sign: eagle}}}
"""
    declared = game_of(text).kinds["crest"].attributes["sign"]
    assert declared.type == MemberType("crest")


def test_pieces_that_are_made_by_number_have_attributes_too() -> None:
    text = """### game.yaml
game: more
language: 2
players: 2
kinds: {cart: {pieces: 2, attributes: {load: number, full: yes_no, owed: optional number}, home: dock}}
places: {dock: {holds: [cart]}}
outcome: {score: 0}
spaces: {patch: {grid: 2 by 1, attributes: {worth: number}}}
board: {patch: {b1: {worth: 3}}}
"""
    game = game_of(text)
    assert [each.attributes for each in game.kinds["cart"].definitions] == 2 * [
        {"load": 0, "full": 0}
    ]
    assert {each.id: each.attributes for each in game.spaces["patch"].definitions} == {
        "a1": {"column": 1, "row": 1, "worth": 0},
        "b1": {"column": 2, "row": 1, "worth": 3},
    }
