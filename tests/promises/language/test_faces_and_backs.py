"""Which piece it is: pieces declared for each player, their faces as a variety, their backs; on both back-ends at once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.views import differences, scrambled, view
from strategies import Pair, steps, tiny, turns

OWN = """kinds:
  stone: {pieces: one per player, home: pouch, attributes: {weight: number}}
  trick: {pieces: one per player, hidden: yes, home: sleeve}
  letter: {hidden: yes, home: desk, attributes: {seal: seal, worth: number, dated: yes_no}, back: [seal, dated]}
varieties: {seal: [red, blue]}
places:
  pouch: {per: player, holds: stone}
  sleeve: {per: player, holds: trick, visible_to: owner}
  heap: {holds: [stone, trick], tracked: no, visible_to: nobody}
  desk: {holds: letter, tracked: no, visible_to: nobody}
  tray: {holds: letter, visible_to: nobody}
pieces:
  stone: {pebble: {weight: 1}, rock: {weight: 7}}
  trick: {ace: {}, jack: {}, queen: {}}
  letter:
    l1: {seal: red, worth: 1}
    l2: {seal: red, worth: 2}
    l3: {seal: blue, worth: 3}
    l4: {seal: blue, worth: 4, dated: yes}
tables:
  points: {ace: 11, jack: 2, queen: 3}
  favourite: {1: queen, 2: ace}
"""


def play(text: str, choices: Sequence[str] = (), more: str = OWN) -> Pair:
    return Pair(tiny(more + text), 2, 1).take(*choices)


def logged(*lines: str) -> int:
    pair = play(steps(*lines))
    assert pair.over
    return int(pair.note("log") or 0)


def refused(more: str) -> str:
    with pytest.raises(RulesetError) as found:
        tiny(more + steps("set log to 0"))
    return " ".join(f"{d.code}: {' '.join((d.message, *d.notes))}" for d in found.value.diagnostics)


# ---- one of each for each player


def test_each_player_has_one_of_each_that_is_declared_and_no_other() -> None:
    game = tiny(OWN + steps("set log to 0"))
    assert [d.id for d in game.kinds["stone"].definitions] == ["pebble", "rock"]
    assert set(play(steps("set log to 0")).at("pieces", "stone")) == {
        "pebble_p1",
        "rock_p1",
        "pebble_p2",
        "rock_p2",
    }


def test_an_expansion_that_declares_one_more_does_not_take_away_the_games_own() -> None:
    more = """### more.yaml
expansion: more
of: tiny
language: 2
pieces: {pawn: {bishop: {}}}
"""
    game = tiny(steps("set log to 0"), more)
    assert [d.id for d in game.kinds["pawn"].definitions] == ["pawn", "bishop"]


def test_one_of_several_is_asked_of_its_player() -> None:
    assert logged("set log to weight of rock of last_seat") == 7
    pair = play(turns("move my rock to heap\nreturn rock of left of me", "rounds: 1"))
    assert pair.place_of("stone", "rock_p1") == "pouch_p1"
    assert pair.place_of("stone", "rock_p2") == "heap"


def test_of_hidden_ones_that_cannot_be_asked_outside_of_scenarios() -> None:
    assert "`ace` is a face of a hidden trick" in refused(
        OWN + "rules:\n  peek: |\n    move ace of me to heap\n"
    )


# ---- which one it is


def test_the_face_of_a_piece_is_one_of_its_kind() -> None:
    assert logged("set log to count(face of s is rock for each s in stones)") == 2
    assert logged("set log to count(face of t is not ace for each t in tricks of first_seat)") == 2
    assert (
        logged("let seen be face of pebble of first_seat", "if seen is pebble:\n  set log to 5")
        == 5
    )
    assert logged("if face of king is king:\n  set log to 1") == 1
    assert logged("if ace is in kinds of trick:\n  set log to count(kinds of trick)") == 3


def test_faces_move_with_a_shuffle_and_tables_go_by_them() -> None:
    lines = ("move all tricks in sleeve to heap", "shuffle heap")
    total = "sum(points(face of t) for each t in tricks)"
    assert logged(*lines, f"set log to {total}") == 32
    assert logged(*lines, "set log to count(face of t is favourite(2) for each t in tricks)") == 2
    assert logged("set log to points(jack)") == 2


def test_a_name_that_is_also_a_piece_is_the_piece_unless_a_face_is_expected() -> None:
    assert logged("let best be king", "set log to worth of best") == 3
    assert logged("move king to tableau of first_seat", "set log to worth of king") == 3


def test_what_is_performed_is_the_one_thing_that_can_be() -> None:
    more = "varieties: {mood: [cook, grey]}\n"
    game = tiny(
        more + steps("as first_seat:", "  perform ability of cook"),
        cook="worth: 4\nability: |\n  set log to 9",
    )
    assert Pair(game, 2, 1).note("log") == 9


def test_a_table_of_no_one_kind_is_refused() -> None:
    assert "E4" in refused(OWN + "### t.yaml\npart: t\ntables: {odd: {ace: 1, rocky: 2}}\n")


# ---- backs


def stopped(*lines: str) -> State:
    pair = play(steps(*lines, "as first_seat:\n  may rest:\n    nothing"))
    assert not pair.over
    return pair.state


def test_a_back_is_in_every_view_and_a_face_is_not() -> None:
    state = stopped("for each l in letters in desk where seal of l is blue:", "  move l to tray")
    for player in (0, 1, -1):
        seen = view(state, player)
        backs = [facts["back"] for facts in seen["pieces"]["letter"].values()]
        assert sorted(backs, key=str) == [
            {"seal": "blue", "dated": "no"},
            {"seal": "blue", "dated": "yes"},
        ]
        assert seen["piles"]["desk"]["letter"] == {
            "count": 2,
            "backs": [{"seal": "red", "dated": "no"}] * 2,
        }
        assert "l3" not in str(seen)


def test_a_known_piece_shows_its_face_instead() -> None:
    state = stopped(
        "for each l in letters in desk:",
        "  move l to tray",
        "as first_seat:",
        "  look at letters in tray",
    )
    mine, theirs = (view(state, player)["pieces"]["letter"] for player in (0, 1))
    assert all("face" in facts and "back" not in facts for facts in mine.values())
    assert all("back" in facts and "face" not in facts for facts in theirs.values())


def test_only_pieces_with_the_same_back_are_exchanged() -> None:
    state = stopped("shuffle desk")
    game: ir.Game = state.program.table.game
    assert game.kinds["letter"].back == ("seal", "dated")
    first = state.program.layout.faces["letter"]
    seals = [face.definition for face in state.program.table.faces["letter"]]
    found = set()
    for number in range(40):
        other = scrambled(state, 1, Stream(number, "backs"))
        assert differences(state, other, 1) == ()
        before, after = state.v[first : first + 4], other.v[first : first + 4]
        for a, b in zip(before, after, strict=True):
            assert {seals[a], seals[b]} <= {0, 1} or a == b
        found.add(tuple(after))
    assert len(found) == 2, "the two with a red seal are exchanged, or not"


def test_options_that_differ_in_their_backs_are_told_apart() -> None:
    pair = play(
        steps("as first_seat:\n  choose letter from letters in desk\n  move letter to tray")
    )
    assert len(pair.ids) == 3, "the two with a red seal and no date are one option"
    decision = pair.state.decision
    assert decision is not None
    words = {option.label for option in decision.options}
    assert words == {
        "a letter (red, desk)",
        "a letter (blue, desk)",
        "a letter (blue, dated, desk)",
    }
    chosen = next(o for o in decision.options if "dated" in o.label)
    pair.take(chosen.id)
    assert pair.over


def test_labels_of_pieces_that_can_be_followed_tell_the_back() -> None:
    state = stopped("for each l in letters in desk:", "  move l to tray")
    words = Words(state.program.table.game)
    told = {words.piece(state.program, state.v, "letter", n, 1) for n in range(4)}
    numbers = {int(each.split()[1]) for each in told}
    backs = sorted(each.split(" ", 2)[2] for each in told)
    assert numbers == {1, 2, 3, 4} and backs == ["(blue)", "(blue, dated)", "(red)", "(red)"]


def test_a_back_needs_a_hidden_kind_and_attributes_of_it() -> None:
    assert "E4" in refused(OWN.replace("back: [seal, dated]", "back: [seel]"))
    assert "is not hidden" in refused(
        OWN.replace(
            "attributes: {weight: number}}",
            "attributes: {weight: number}, back: weight}",
        )
    )
