"""Notes and places that there is one of for each pair, or for each member: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.play.views import view
from decisions import LOG, fault, refused
from strategies import logged, play, steps, tiny, turns

NOTES = """notes:
  height: {is: number, per: [player, field], range: 0 to 20}
  owes: {is: number, per: [player, player]}
  fits: {is: yes_no, per: [card, good], lasts: turn}
  last: {is: player, per: [good, field], start: nobody}
"""


def test_each_pair_has_a_value_of_its_own() -> None:
    game = tiny(
        NOTES
        + steps(
            "for each p in players:",
            "  for each f in fields:",
            "    set height(p, f) to position(p, players) * 3 + position(f, fields)",
            "as last_seat:",
            "  add 1 to height(me, b)",
            "  subtract 4 from height(first_seat, c)",
            "  set owes(me, first_seat) to 2",
            "set last(wood, b) to last_seat",
            f"{LOG}height(first_seat, c)",
            f"{LOG}height(last_seat, b)",
            f"{LOG}height(last_seat, a)",
            f"{LOG}owes(last_seat, first_seat) + owes(first_seat, last_seat)",
            f"{LOG}position(last(wood, b), seats)",
            "if last(wood, c) is nobody and not fits(king, fish):",
            f"  {LOG}8",
        )
    )
    assert logged(game, 2) == 297228
    notes = play(game, 2).state.position()["notes"]
    assert notes["owes"] == {"p2": {"p1": 2}} and notes["last"] == {"wood": {"b": "p2"}}
    assert notes["height"]["p1"] == {"a": 4, "b": 5, "c": 2, "d": 7}


@pytest.mark.parametrize(
    ("per", "key", "seen"),
    [
        ("[player, field]", "first_seat, a", 12121),
        ("[field, player]", "a, first_seat", 12121),
        ("[card, field]", "king, a", 11212),  # it is the second player's
        ("[good, field]", "fish, a", 11111),  # nobody's
    ],
)
def test_an_own_turn_clears_what_belongs_to_the_player(per: str, key: str, seen: int) -> None:
    game = tiny(
        f"notes: {{done: {{is: number, per: {per}, lasts: own_turn}}}}\n"
        "before play: |\n  move king to tableau of last_seat\n"
        + turns(f"add 1 to done({key})\n{LOG}done({key})", "until: turn_number = 5")
    )
    assert logged(game) == seen


def test_a_rule_clears_all_pairs() -> None:
    game = tiny(
        NOTES.replace("lasts: turn", "lasts: strike")
        + "rules:\n  strike: |\n    set fits(king, fish) to yes\n    set fits(cook, wood) to fits(king, cloth)\n"
        + steps(
            "set fits(cook, wood) to yes",
            "strike()",
            "if fits(king, fish) and not fits(cook, wood):",
            f"  {LOG}1",
        )
    )
    assert logged(game) == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("set height of first_seat to 1", "E505"),
        ("set height to 1", "E406"),
        ("set height(first_seat) to 1", "E504"),
        ("set height(first_seat, a, b) to 1", "E504"),
        ("set height(a, first_seat) to 1", "E501"),
        ("set log(a, b) to 1", "E403"),
        ("set height(first_seat, a) to yes", "E501"),
    ],
)
def test_both_indices_are_said_in_brackets(line: str, code: str) -> None:
    assert refused(NOTES + steps(line)) == {code}


@pytest.mark.parametrize(
    ("note", "code"),
    [
        ("{is: number, per: [player, sky]}", "E401"),
        ("{is: number, per: [player, field, good]}", "E203"),
        ("{is: number, per: []}", "E203"),
        ("{is: number, per: [player, token]}", "E515"),
        ("{is: number, per: [good, good], visible_to: owner}", "E515"),
    ],
)
def test_what_may_be_an_index(note: str, code: str) -> None:
    assert code in refused(f"notes: {{sums: {note}}}\n" + steps("stop"))


def test_who_sees_it() -> None:
    game = tiny(
        """notes:
  bid: {is: number, per: [good, player], visible_to: owner}
  open_bid: {is: number, per: [good, player]}
"""
        + steps(
            "for each p in players:",
            "  for each g in goods:",
            "    set bid(g, p) to position(p, players)",
            "    set open_bid(g, p) to position(p, players)",
            "first_seat chooses x from 1 to 2",
        )
    )
    state = play(game, 2).state
    each = {"p1": 1, "p2": 2}
    for seat in (0, 1):
        notes = view(state, seat)["notes"]
        mine = {f"p{seat + 1}": seat + 1}
        assert notes["bid"] == dict.fromkeys(("fish", "cloth", "wood"), mine)
        assert notes["open_bid"] == dict.fromkeys(("fish", "cloth", "wood"), each)


def test_too_many_pairs_are_refused_before_they_are_laid_out() -> None:
    fields = "".join(f"    f{n}: {{}}\n" for n in range(400))
    game = tiny(
        "notes: {near: {is: yes_no, per: [cell, cell]}}\n"
        f"spaces: {{cell: {{}}}}\nboard:\n  cell:\n{fields}" + steps("set near(f1, f2) to yes")
    )
    assert fault(game) == "E811"


PLACES = """places:
  heap: {per: good, holds: [coin, card], ordered: yes}
  stash: {per: [player, good], holds: [ware, token], tracked: no, visible_to: owner}
  camp: {per: [field, player], holds: coin}
"""


def test_places_of_members_and_of_pairs() -> None:
    game = tiny(
        PLACES
        + steps(
            "move all cards in deck to heap of cloth",
            "move 3 coins from bank to heap of wood",
            "for each p in players:",
            "  move 1 of wares of fish from box to stash(p, fish)",
            "  move position(p, players) coins from bank to camp(b, p)",
            "move 2 of wares of wood from box to stash(last_seat, wood)",
            f"{LOG}count(cards in heap of cloth) * coins in heap of wood",
            f"{LOG}coins in heap + coins in heap of fish",
            f"{LOG}coins in camp(b, last_seat)",
            f"{LOG}wares in stash",
            f"{LOG}wares of fish in stash(first_seat, fish)",
            "if owner of stash(last_seat, wood) is last_seat and owner of camp(a, last_seat) is last_seat:",
            f"  {LOG}1",
            "move top of heap of cloth to deck",
            "set log to log + count(cards in heap of cloth)",
        )
    )
    assert logged(game, 2) == 632412
    position = play(game, 2).state.position()
    assert position["stocks"]["ware"]["stash_p2_wood"] == {"wood": 2}
    assert len(position["order"]["heap_cloth"]) == 1


def test_what_lies_for_a_pair_is_its_owners_secret() -> None:
    game = tiny(
        PLACES
        + steps(
            "draw t from tokens in bag",
            "move t to stash(last_seat, wood)",
            "first_seat chooses x from 1 to 2",
        )
    )
    state = play(game, 2).state
    mine, theirs = (view(state, seat)["piles"] for seat in (1, 0))
    assert "faces" in mine["stash_p2_wood"]["token"] or "pieces" in mine["stash_p2_wood"]["token"]
    assert theirs["stash_p2_wood"]["token"] == {"count": 1}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("move 1 coin from bank to stash", "E501"),
        ("move 1 coin from bank to camp", "E501"),
        ("move 1 coin from bank to camp of b", "E505"),
        ("move 1 coin from bank to heap", "E501"),
        ("let x be coins in heap of last_seat", "E505"),
        ("let x be owner of heap of wood", "E505"),
        ("let x be top of camp(a, first_seat)", "E517"),
    ],
)
def test_which_place_is_meant(line: str, code: str) -> None:
    assert refused(PLACES + steps(line)) == {code}


@pytest.mark.parametrize("per", ["[player, card]", "[token, good]"])
def test_pieces_are_no_index_of_two(per: str) -> None:
    assert "E515" in refused(f"places: {{spot: {{per: {per}, holds: coin}}}}\n" + steps("stop"))
