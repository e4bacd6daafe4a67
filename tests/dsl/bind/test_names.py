"""What a name hides, and whose it is."""

from __future__ import annotations

from boardwright.dsl.bind.bind import (
    SceneBinder,
)
from boardwright.dsl.language.parser import parse_effect
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Bag
from bound_parts import CARD, body_of, game_of, said, scalar


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


def test_names_in_the_file_of_a_piece_are_its_own() -> None:
    game = game_of(CARD)
    assert {"queen.used", "queen.paid"} <= set(game.notes)
    assert game.notes["queen.used"].per == "card" and game.notes["queen.paid"].per == "player"
    assert "queen.queen_most" in game.values and "queen.step" in game.tables
    assert game.places["queen.chest"].only_for == ("queen",)
    assert game.rules["queen.greet"].body != ()
    (modifier,) = [m for m in game.modifiers if m.value == "queen.queen_most"]
    assert modifier.definition == ("card", "queen")


def test_texts_of_one_scenario_share_no_variables() -> None:
    game, bag = game_of(), Bag()
    scene = SceneBinder(game, ("ann", "bob"))
    effect = parse_effect(scalar("choose r from regions\nmove pawn to r"), bag)
    assert effect is not None
    first, second = scene.effect(effect, bag), scene.effect(effect, bag)
    assert first is not None and second is not None
    assert first.me.id != second.me.id and first.me.id > 1_000_000
