"""Hidden pieces have a handle and a face, and options tell nothing of what is not known: on both back-ends at once."""

from __future__ import annotations

from names_of import called
from strategies import logged, play, steps, tiny


def test_decision_03_shuffling_exchanges_faces_and_clears_what_is_known() -> None:
    game = tiny(
        steps(
            "move all tokens in bag to row",
            "show tokens in row to first_seat",
            "shuffle row",
            "first_seat chooses token from tokens in row",
            "move token to a",
        )
    )
    pair = play(game, seed=5)
    tokens = pair.at("pieces", "token")
    assert pair.ids == tuple(tokens)  # handles, not faces
    assert [facts["place"] for facts in tokens.values()] == ["row"] * 5
    assert sorted(facts["face"] for facts in tokens.values()) == ["t1", "t1", "t2", "t2", "t3"]
    assert not any("known_to" in facts for facts in tokens.values())


def test_decision_03_an_option_names_the_face_only_if_the_chooser_knows_it() -> None:
    lines = "move all tokens in bag to rack of first_seat\n{} chooses token from tokens in rack of first_seat\nmove token to row"
    assert play(tiny(steps(lines.format("first_seat")))).ids == ("t1", "t2", "t3")
    # To the other they are all alike: one option, and so no question.
    pair = play(tiny(steps(lines.format("last_seat"))))
    assert pair.over
    assert [facts["place"] for facts in pair.at("pieces", "token").values()].count("row") == 1


def test_decision_03_several_that_cannot_be_told_apart_can_be_picked_together() -> None:
    lines = "move all tokens in bag to rack of first_seat\n{} chooses 2 some from tokens in rack of first_seat\nmove some to row"
    pair = play(tiny(steps(lines.format("first_seat"))))
    assert pair.ids == ("t1", "t2", "t3")
    pair.take("t2")
    assert pair.ids == ("t1", "t2", "t3")
    pair.take("t2")
    faces = [f["face"] for f in pair.at("pieces", "token").values() if f["place"] == "row"]
    assert faces == ["t2", "t2"]


def test_decision_03_who_saw_a_face_knows_it_wherever_the_piece_can_be_followed() -> None:
    game = tiny(
        steps(
            "draw token from tokens in bag",
            "move token to a",
            "show token to last_seat",
            "move token to b",
            "first_seat may wait:",
            "  return token",
        )
    )
    pair = play(game)
    assert called(pair.at(), "token", "token_1")["known_to"] == ["p2"]
    pair.take("yes")
    assert not any("known_to" in facts for facts in pair.at("pieces", "token").values())


def test_decision_04_what_comes_out_of_a_bag_face_down_has_the_lowest_name() -> None:
    game = tiny(
        steps(
            "repeat 3 times:",
            "  draw token from tokens in bag",
            "  move token to a",
            "first_seat may wait:",
            "  set log to 1",
        )
    )
    for seed in range(6):
        pair = play(game, seed=seed)
        tokens = pair.at("pieces", "token")
        assert [called(pair.at(), "token", f"token_{n}")["place"] for n in (1, 2, 3)] == ["a"] * 3
        assert not any("known_to" in facts for facts in tokens.values())


def test_decision_04_who_sees_may_depend_on_the_piece() -> None:
    game = tiny(
        """notes: {turned: {is: yes_no, per: token}}
places:
  heap: {holds: token, tracked: no, visible_to: everyone when turned of it}
"""
        + steps(
            "for each token in tokens:",
            "  move token to heap",
            "  set turned of token to worth of token = 2",
            "first_seat chooses token from tokens in heap",
        )
    )
    # The two that are turned are alike, and so are the three that are not.
    assert play(game).ids == ("t2", "token")


def test_decision_04_two_pieces_drawn_before_they_move_are_two() -> None:
    game = tiny(
        steps(
            "draw first from tokens in bag",
            "draw second from tokens in bag except first",
            "move first to row",
            "move second to row",
            "set log to count(tokens in row)",
        )
    )
    assert logged(game) == 2


def test_decision_04_a_name_goes_on_standing_for_its_piece_while_another_is_drawn() -> None:
    game = tiny(
        steps(
            "find known in tokens in bag where worth of known = 3",
            "draw token from tokens in bag",
            "set log to worth of known",
        )
    )
    assert {play(game, seed=seed).note("log") for seed in range(8)} == {3}


def test_decision_32_options_tell_the_chooser_nothing_unknown() -> None:
    game = tiny(
        steps(
            "shuffle bag",
            "move all tokens in bag to row",
            "shuffle row",
            "first_seat chooses token from tokens in row",
            "last_seat chooses other from tokens in row except token",
        )
    )
    shown = {(pair := play(game, seed=seed)).ids + pair.take(pair.ids[0]).ids for seed in range(8)}
    assert len(shown) == 1
