"""Pieces, spaces, varieties and facts."""

from __future__ import annotations

from bound_parts import game_of


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
    assert game.tables["tint_worth"].rows == {(0,): 2, (1,): 1, (2,): 3}


def test_varieties_include_those_of_options_and_the_built_in_ones() -> None:
    varieties = game_of().varieties
    assert varieties["option.order"].members == ("free", "strict")
    assert varieties["phase"].members == ("setup", "turns")
    assert varieties["direction"].members == ("clockwise", "counter_clockwise")
    assert varieties["good"].members == ("fish", "cloth")
