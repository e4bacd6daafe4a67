"""What pieces and traits do."""

from __future__ import annotations

from boardwright.dsl.language.types import (
    SpaceType,
)
from boardwright.dsl.rules import ir
from bound_parts import CARD, TRAIT, game_of, said


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


def test_in_force_is_about_the_piece_and_whoever_acts() -> None:
    sector = game_of().spaces["sector"]
    assert sector.in_force is not None
    assert sector.in_force_it is not None and sector.in_force_it.type == SpaceType(("sector",))
    assert said(sector.in_force) == "Same(left=OwnerOf(subject=it), right=me)"


def test_a_guarded_note_changes_in_hooks_on_its_rule() -> None:
    game_of("### part.yaml\npart: v\nafter gain(n): |\n  add 1 to prestige of me\n")


def test_hooks_of_the_game_itself_act_for_whoever_acts() -> None:
    game = game_of("### part.yaml\npart: v\nbefore turn: gain(1)\nafter setup: gain(1)\n")
    hook = game.hooks[0]
    assert hook.me is hook.actor and hook.it is None and hook.by == "anyone"
    assert [hook.rule for hook in game.hooks] == ["turn", "setup"]
