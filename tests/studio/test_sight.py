from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import boardwright
from asking import Asking
from boardwright.interpreter.agents.agent import stream_of
from boardwright.interpreter.play.views import scrambled
from boardwright.studio.settings import Settings
from boardwright.studio.sight import ALL, has_open_scores, sight_of

GAMES = Path(__file__).parents[1] / "games"


@pytest.mark.parametrize(
    ("game", "open_"),
    [("rattus", True), ("notre_dame", True), (GAMES / "pig", True), (GAMES / "auction", False), (GAMES / "low_pairs", False)],
)  # fmt: skip
def test_scores_are_open_if_they_follow_from_what_all_see(game: str | Path, open_: bool) -> None:
    assert has_open_scores(boardwright.load(game).program) == open_


def test_scores_that_are_not_open_are_shown_to_who_sees_all_and_at_the_end() -> None:
    asking, rnd = Asking(Settings(GAMES / "low_pairs")), Random(1)
    position = asking.ok("open", ruleset="low_pairs", seed=1)["position"]
    while position["over"] is None:
        assert position["scores"] is not None
        seen = asking.ok("position", game="g1", seat="p1")["position"]
        assert seen["scores"] is None
        option = rnd.choice(position["ask"]["options"])["id"]
        position = asking.ok("choose", game="g1", option=option)["position"]
    seen = asking.ok("position", game="g1", seat="p1")["position"]
    assert seen["scores"] == position["scores"] is not None


def test_others_are_not_told_who_decides_in_secret() -> None:
    asking = Asking(Settings(GAMES / "drafting"))
    position = asking.ok("open", ruleset="drafting", seed=1, seat="p2")["position"]
    assert position["waiting"] == {"seat": None, "agent": None}
    assert position["ask"] is None and "asked" not in position["view"]
    first = asking.ok("position", game="g1", seat="p1")["position"]
    option = first["ask"]["options"][0]["id"]
    now = asking.ok("choose", game="g1", option=option, seat="p2")["position"]
    assert now["changed"] == [] and now["said"] == []


def test_the_agent_that_decides_in_secret_is_any_of_the_others() -> None:
    linked = boardwright.load(GAMES / "drafting", players=3)
    decision = (state := linked.new(seed=1)).decision
    assert decision is not None
    one, own, other = (decision.player, *(n for n in range(3) if n != decision.player))
    names = [linked.seats[each] for each in (one, own, other)]
    told = [
        sight_of(state, own, dict(zip(names, agents, strict=True)))["waiting"]["agent"]
        for agents in (
            ("greedy", None, "random"),
            ("random", None, "greedy"),
            (None, None, "random"),
        )
    ]
    assert told == ["greedy, random", "greedy, random", None]


def test_what_is_offered_in_secret_is_not_told_by_a_refusal() -> None:
    asking = Asking(Settings(GAMES / "drafting"))
    asking.ok("open", ruleset="drafting", seed=1, seat="p2")
    asked = asking.ok("position", game="g1", seat="all")["position"]["waiting"]["seat"]
    (other,) = {"p1", "p2"} - {asked}
    own, others = (
        asking.error("choose", game="g1", option="atlantis", seat=seat)["message"]
        for seat in (asked, other)
    )
    assert "does not offer" in own
    assert others == "this cannot be chosen: it is not offered"


@pytest.mark.parametrize("game", ["notre_dame", "old_crow"])
def test_seats_are_shown_nothing_that_depends_on_what_they_may_not_see(game: str) -> None:
    """Whatever is shown to a seat is the same in a game that differs only in what the seat may not see."""
    where = game if game == "notre_dame" else GAMES / game
    linked = boardwright.load(where)
    state, rnd = linked.new(seed=3), Random(3)
    for _ in range(40):
        assert state.decision is not None
        state.apply(rnd.choice(state.decision.ids))
        for seat in range(linked.players):
            other = scrambled(state, seat, stream_of(5, seat))
            one, two = (sight_of(each, seat, {}) for each in (state, other))
            assert one == two


def test_who_sees_all_is_shown_the_true_faces() -> None:
    linked = boardwright.load(GAMES / "old_crow")
    state, rnd = linked.new(seed=3), Random(3)
    for _ in range(40):
        if state.decision is None:
            break
        position, view = state.position(), sight_of(state, ALL, {})["view"]
        for kind, pieces in view["pieces"].items():
            for name, facts in pieces.items():
                named = {of.get("name", id): of for id, of in position["pieces"][kind].items()}
                assert named[name]["place"] == facts["place"]
                assert facts.get("face") == named[name].get("face")
        state.apply(rnd.choice(state.decision.ids))
