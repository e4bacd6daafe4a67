"""What options are made of: a page finds all of it in the view of the player who is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.decision import Decision, Option
from boardwright.interpreter.play.native_state import NativeState
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.option_parts import Part
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.views import scrambled, view
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.table import Table, set_table
from boardwright.loading.load import load
from folders import SMALL_GAMES
from names_of import called
from strategies import name_of, program_of, random_game, tables, tiny, turns

MERCATUS = load("rattus", expansions="mercatus", players=3)
FEW = 12
"""How many decisions of each name are looked at in a game."""


def missing(part: Part, table: Table, seen: dict[str, Any]) -> bool:
    """Whether the view of a player does not have what a part names, or shows it in another way."""
    match part.part:
        case "piece":
            assert part.kind is not None
            if part.id is None:
                return not _lies_there(part, table, seen["piles"][part.place][part.kind])
            shown = seen["pieces"].get(part.kind, {}).get(part.id)
            if part.place is None:  # out of sight: then the view has no such piece
                return shown is not None
            if shown is None or any(
                shown.get(key) != getattr(part, key) for key in ("place", "face")
            ):
                return True
            return "back" in shown and shown["back"] != part.back
        case "space":
            return (part.id, part.kind) not in {(each.id, each.kind) for each in table.spaces}
        case "place":
            return part.id not in {place.id for place in table.places if not place.is_space}
        case "seat":
            return part.id not in table.seats
        case "face":
            assert part.kind is not None
            ids = {face.id for face in table.faces[part.kind]}
            return part.id not in ids | {
                each.id for each in table.game.kinds[part.kind].definitions
            }
        case "member" | "way":
            return not part.id
        case _:
            return False


def _lies_there(part: Part, table: Table, pile: dict[str, Any]) -> bool:
    if part.face is not None:
        return part.face in pile["faces"]
    # The view also has the faces that follow from what the player knows about a place.
    return part.back is None or part.back in pile.get("backs", ()) or "faces" in pile


def told(decision: Decision) -> list[tuple[str, tuple[Part, ...]]]:
    return [(option.id, option.parts) for option in decision.options]


@pytest.mark.parametrize(("folder", "players"), [*tables(), ("mercatus", 3)], ids=name_of)
def test_every_part_is_in_the_view_of_the_player_who_is_asked(
    folder: Path | str, players: int
) -> None:
    program = MERCATUS.program if isinstance(folder, str) else program_of(folder, players)
    looked_at: dict[str, int] = {}
    stream = Stream(5, "scrambled")
    for number, state in enumerate(random_game(program, 4)):
        decision = state.decision
        if decision is None or number > 400:
            break
        times = looked_at[decision.name] = looked_at.get(decision.name, 0) + 1
        if times > FEW:
            continue
        seen, options = view(state, decision.player), decision.options
        assert len({option.parts for option in options}) == len(options) > 0
        assert tuple(option.id for option in options) == decision.ids
        for option in (*options, *decision.picked_options):
            assert option.parts
            hash(option)
            for part in option.parts:
                assert not missing(part, program.table, seen), (decision.name, option, part)
        assert (decision.about is None) is (decision.site.about is None)
        if decision.about is not None:
            assert not missing(decision.about, program.table, seen), (decision.name, decision.about)
        if times == 1:
            other = scrambled(state, decision.player, stream).decision
            assert other is not None and told(other) == told(decision)


def test_machine_code_asks_with_the_same_parts() -> None:
    game = SMALL_GAMES / "old_crow"
    state = load(game, backend="native").new(3)
    other = load(game, backend="python").new(3)
    assert isinstance(state, NativeState)
    for _ in range(40):
        if state.decision is None or other.decision is None:
            break
        assert state.decision.data() == other.decision.data()
        state.apply(0)
        other.apply(0)
    assert state.over == other.over


# ---- each sort of part


def asked(effect: str, more: str = "", **cards: str) -> tuple[State, Decision]:
    """The tiny game where the first player is asked this."""
    state = new(link(set_table(tiny(turns(effect) + more, **cards), 2)), 1)
    assert state.decision is not None
    return state, state.decision


@pytest.mark.parametrize(
    ("effect", "part"),
    [
        ("choose f from fields\nplace 1 of my cubes in f", Part("space", kind="field", id="a")),
        ("choose n from 2 to 4\ntake n coins", Part("number", number=2)),
        ("choose p from players\nas p:\n  take 1 coins", Part("seat", id="p1")),
        ("choose g from goods\nmove up to 1 of wares of g from box to store of me", Part("member", variety="good", id="fish")),
        ("choose it_is from cards in deck\nmove it_is to tableau of me", Part("piece", kind="card", id="cook", place="deck")),
        ("may choose t from tokens in bag:\n  move t to row", Part("piece", kind="token", place="bag")),
        ("choose one:\n  rest:\n    take 1 coins\n  work:\n    take 2 coins", Part("entry", id="rest")),
        ("may rest:\n  take 1 coins", Part("answer", id="yes")),
    ],
)  # fmt: skip
def test_what_is_chosen_is_named(effect: str, part: Part) -> None:
    _, decision = asked(effect)
    (found,) = decision.options[0].parts
    assert found == part
    assert not decision.options[0].declines


def test_a_hidden_piece_has_its_face_only_for_who_knows_it() -> None:
    lay_out = "for each t in tokens in bag:\n  move t to a\n"
    choose = "choose t from tokens in a\nmove t to bag"
    for option in asked(lay_out + choose)[1].options:
        (part,) = option.parts
        assert part == Part("piece", kind="token", id=option.id, place="a")
    state, decision = asked(f"{lay_out}look at tokens in a\n{choose}")
    for option in decision.options:
        (part,) = option.parts
        assert part.id is not None
        assert part.face == called(state.position(), "token", part.id)["face"]


def test_what_declines_says_so() -> None:
    _, decision = asked("may choose f from fields:\n  place 1 of my cubes in f")
    *fields, none = decision.options
    assert none.declines and none.parts == (Part("answer", id="none"),)
    assert not any(option.declines for option in fields)
    _, decision = asked("may rest:\n  take 1 coins")
    assert [option.declines for option in decision.options] == [False, True]
    _, decision = asked(
        "choose up to 2 picks from fields\nfor each f in picks:\n  place 1 of my cubes in f"
    )
    assert [o.id for o in decision.options if o.declines] == ["done"]


def test_the_entry_of_a_piece_names_the_piece() -> None:
    _, decision = asked(
        "for each drawn in cards in deck:\n  move drawn to tableau of me\nopen menu",
        king="ability: take 1 coins",
    )
    entry, enough = decision.options
    assert entry.parts == (
        Part("entry", id="ability"),
        Part("piece", kind="card", id="king", place="tableau_p1"),
    )
    assert enough.declines and enough.parts == (Part("entry", id="enough"),)


def test_a_number_that_is_shared_out_says_what_it_is_for() -> None:
    state, decision = asked(
        "share 3 as given among f in fields, from 0 to 2 each\nfor each f in fields:\n  place (given of f) of my cubes in f"
    )
    for field in "ab":
        assert decision.about == Part("space", kind="field", id=field)
        assert decision.question == f"{field}: given"
        assert decision.data()["about"] == decision.about.data()
        state.apply("1")
        after = state.decision
        assert after is not None
        decision = after


def test_picks_are_options_too() -> None:
    state, decision = asked(
        "choose 2 picks from fields\nfor each f in picks:\n  place 1 of my cubes in f"
    )
    assert decision.picked_options == ()
    second = decision.options[1]
    state.apply(second)
    after = state.decision
    assert after is not None and after.picked_options == (second,)
    assert second not in after.options
    assert after.data()["picked"] == [second.data()]


def test_an_option_is_data_without_what_it_does_not_have() -> None:
    option = Option("a", "A", (Part("space", kind="field", id="a"),))
    assert option.data() == {
        "id": "a",
        "label": "A",
        "parts": [{"part": "space", "kind": "field", "id": "a"}],
    }
    assert Option("none", "None", (Part("answer", id="none"),), True).data()["declines"] is True
