from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import boardwright
from asking import WARES, Asking, applied
from boardwright.studio.settings import Settings


def opened(asking: Asking, **fields: object) -> dict[str, object]:
    return asking.ok("open", **{"ruleset": "rattus", "players": 2, "seed": 7, **fields})


def test_open_shows_the_first_question_to_the_seat_that_is_asked() -> None:
    asking = Asking()
    found = asking.ok("open", ruleset="rattus", players=2, seed=7, seat="red")
    state = boardwright.load("rattus", players=2).new(seed=7)
    position = found["position"]
    assert state.decision is not None
    assert position["ask"] == state.decision.data()
    assert position["view"] == boardwright.view(state, 0)
    assert (position["at"], position["of"], position["over"]) == (0, 0, None)
    assert [seat["id"] for seat in found["table"]["seats"]] == ["red", "yellow"]
    assert found["table"]["seed"] == 7


def test_another_seat_is_not_shown_the_question() -> None:
    position = Asking().ok("open", ruleset="rattus", players=2, seed=7, seat="yellow")["position"]
    assert position["ask"] is None
    assert position["waiting"]["seat"] == "red"
    assert "options" not in position["view"]["asked"]


def test_a_new_game_gets_a_new_seed() -> None:
    assert Asking().ok("open", ruleset="rattus")["table"]["seed"] == 7


def test_choose_tells_what_happened_and_what_moved() -> None:
    asking = Asking()
    opened(asking)
    position = asking.ok("choose", game="g1", at=0, option="gallia", seat="red")["position"]
    assert position["at"] == 1
    assert [each["text"] for each in position["said"]] == ["Red places 2 cubes in Gallia."]
    assert position["changed"] == [
        {"stock": "cube", "sort": "red", "n": 2, "from": "reserve_red", "to": "gallia"}
    ]


def test_what_is_not_offered_changes_nothing() -> None:
    asking = Asking()
    opened(asking)
    before = asking.ok("position", game="g1", seat="red")
    assert asking.error("choose", game="g1", at=0, option="atlantis")["code"] == "illegal"
    assert asking.ok("position", game="g1", seat="red") == before
    assert asking.error("choose", game="g1", at=3, option="gallia")["code"] == "stale"


def test_going_back_keeps_what_came_later_until_something_else_is_chosen() -> None:
    asking = Asking()
    opened(asking, choices=["gallia", "italia"])
    back = asking.ok("undo", game="g1", at=2)["position"]
    assert (back["at"], back["of"]) == (1, 2)
    assert asking.error("choose", game="g1", at=0, option="atlantis")["code"] == "illegal"
    assert asking.ok("position", game="g1")["position"]["at"] == 2
    other = asking.ok("choose", game="g1", at=1, option="hispania")["position"]
    assert (other["at"], other["of"]) == (2, 2)
    assert other["said"][0]["text"] == "Yellow places 2 cubes in Hispania."
    assert asking.error("undo", game="g1", at=0)["code"] == "illegal"


def test_a_branch_is_a_game_of_its_own() -> None:
    asking = Asking()
    opened(asking, choices=["gallia", "italia"])
    branch = asking.ok("branch", game="g1", at=1)
    assert branch["game"] == "g2"
    asking.ok("choose", game="g2", at=1, option="hispania")
    assert asking.ok("position", game="g1", at=2)["position"]["said"][0]["text"].endswith("Italia.")


def test_agents_choose_for_their_seats_and_the_same_again_after_going_back() -> None:
    asking = Asking()
    opened(asking, seats={"red": "random", "yellow": "random"})
    for at in range(40):
        asking.ok("play", game="g1", at=at)
    first = asking.ok("position", game="g1", at=40)
    asking.ok("play", game="g1", at=35)
    for at in range(36, 40):
        asking.ok("play", game="g1", at=at)
    assert asking.ok("position", game="g1", at=40) == first
    table = asking.ok("seats", game="g1", seats={"red": None})["table"]
    assert [seat["agent"] for seat in table["seats"]] == [None, "random"]


@pytest.mark.parametrize("agent", ["program:rm", "program+events:rm", "policy:a.json", "nobody"])
def test_no_agent_of_a_page_is_a_command_or_a_file(agent: str) -> None:
    asking = Asking()
    opened(asking)
    assert asking.error("seats", game="g1", seats={"red": agent})["code"] in (
        "refused",
        "not_found",
    )


def test_a_game_is_played_to_its_end() -> None:
    asking, rnd = Asking(), Random(3)
    position = asking.ok("open", ruleset="notre_dame", players=5, seed=3)["position"]
    while position["over"] is None:
        option = rnd.choice(position["ask"]["options"])["id"]
        position = asking.ok("choose", game="g1", at=position["at"], option=option)["position"]
    assert position["waiting"] is None and position["ask"] is None
    assert set(position["scores"]) == set(position["over"]["ranks"])
    assert asking.error("choose", game="g1", option="x")["code"] == "illegal"
    assert asking.error("play", game="g1")["code"] == "illegal"


def test_each_position_is_that_of_a_plain_game_for_each_seat() -> None:
    asking, rnd = Asking(), Random(4)
    state = boardwright.load("notre_dame", players=3).new(seed=5)
    asking.ok("open", ruleset="notre_dame", players=3, seed=5)
    views = []
    for at in range(120):
        assert state.decision is not None
        views.append([boardwright.view(state, seat) for seat in range(3)])
        option = rnd.choice(state.decision.ids)
        asking.ok("choose", game="g1", at=at, option=option)
        state.apply(option)
    seats = boardwright.load("notre_dame", players=3).seats
    for at, seen in enumerate(views):
        for seat, view in zip(seats, seen, strict=True):
            assert asking.ok("position", game="g1", at=at, seat=seat)["position"]["view"] == view


def test_who_sees_all_sees_what_no_player_sees() -> None:
    asking = Asking()
    opened(asking)
    view = asking.ok("position", game="g1", seat="all")["position"]["view"]
    rats = view["piles"]["supply"]["rat"]
    assert len(rats["faces"]) == rats["count"]
    assert asking.ok("position", game="g1", seat="red")["position"]["view"]["piles"]["supply"][
        "rat"
    ] == {"count": rats["count"]}


ENDLESS = WARES.replace(
    "set rich of me to 1",
    "set rich of me to 1\n      while count(w is salt for each w in goods) >= 0:\n        add 1 to rich of me",
)


def test_a_rule_without_end_is_an_error_and_the_game_stays(
    tmp_path: Path, few_steps: object
) -> None:
    (tmp_path / "game.yaml").write_text(ENDLESS)
    asking = Asking(Settings(tmp_path))
    before = asking.ok("open", ruleset="wares", seed=1, choices=["salt"])["position"]
    error = asking.error("choose", game="g1", at=1, option="wine")
    assert error["code"] == "rules"
    assert error["findings"][0]["filename"] == "game.yaml"
    assert asking.ok("position", game="g1")["position"] == before
    opened = asking.error("open", ruleset="wares", seed=1, choices=["salt", "wine"])
    assert opened["code"] == "rules" and opened["message"].startswith(
        "choice 2 cannot be made again"
    )


def test_at_most_ten_games_are_open() -> None:
    asking = Asking()
    for _ in range(11):
        opened(asking)
    assert asking.error("position", game="g1")["code"] == "no_game"
    asking.ok("position", game="g2")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"ruleset": "atlantis"}, "not_found"),
        ({"ruleset": "../../etc"}, "not_found"),
        ({"players": 9}, "rules"),
        ({"options": {"moon": "full"}}, "rules"),
        ({"choices": ["atlantis"]}, "illegal"),
        ({"seats": {"blue": "random"}}, "not_found"),
        ({"seat": "blue"}, "not_found"),
        ({"with": ["rattus"]}, "rules"),
        ({"players": "two"}, "malformed"),
        ({"seed": 2**60}, "malformed"),
    ],
)
def test_what_cannot_be_opened_is_refused(fields: dict[str, object], code: str) -> None:
    asking = Asking()
    error = asking.error("open", **{"ruleset": "rattus", "players": 2, **fields})
    assert error["code"] == code
    assert ("findings" in error) == (code == "rules")


def test_what_a_player_can_meet_says_why() -> None:
    asking = Asking()
    opened(asking)

    def reason(do: str, /, **fields: Any) -> object:
        return asking.error(do, **fields).get("reason")

    assert reason("choose", game="g1", at=0, option="atlantis") == "choice/not-offered"
    assert reason("play", game="g1", at=0) == "choice/no-agent"
    assert reason("why", game="g1", seat="yellow", option="gallia") == "why/not-asked"
    assert reason("open", save="{}") == "save/not-a-game"
    assert reason("open", ruleset="rattus", files={"a/b.yaml": "x"}) == "game/own-rules"
    lost = asking.error("open", ruleset="rattus", players=2, seed=7, choices=["gallia", "x"])
    assert (lost["reason"], lost["at"]) == ("game/choice-lost", 2)
    asking.ok("choose", game="g1", at=0, option="gallia")
    record: str = asking.ok("save", game="g1")["text"]
    assert reason("open", save=record.replace("gallia", "italia", 1)) == "save/other-rules"


def test_setup_says_at_which_tables_a_game_can_be_played() -> None:
    found = Asking().ok("setup", ruleset="rattus", with_=["mercatus"])
    assert found["players"] == [2, 4]
    options = {each["id"]: each for each in found["options"]}
    assert options["phase_order"]["default"] == "free"
    assert [each["id"] for each in options["phase_order"]["values"]] == [
        "free",
        "strict",
        "summary",
    ]


# ---- what is asked about it


def test_a_span_gives_all_positions() -> None:
    asking, rnd = Asking(), Random(4)
    asking.ok("open", ruleset="notre_dame", players=3, seed=5)
    state = boardwright.load("notre_dame", players=3).new(seed=5)
    for at in range(100):
        assert state.decision is not None
        option = rnd.choice(state.decision.ids)
        asking.ok("choose", game="g1", at=at, option=option)
        state.apply(option)
    for seat in (*boardwright.load("notre_dame", players=3).seats, "all"):
        position: Any = None
        changes = asking.ok("span", game="g1", from_=30, to=94, seat=seat)["positions"]
        assert len(changes) == 65
        for at, change in enumerate(changes, 30):
            position = applied(position, change)
            assert position == asking.ok("position", game="g1", at=at, seat=seat)["position"]
    assert asking.error("span", game="g1", from_=0, to=65)["code"] == "too_large"
    assert asking.error("span", game="g1", from_=101, to=101)["code"] == "stale"
    assert len(asking.ok("span", game="g1", from_=90, to=154)["positions"]) == 11


def test_why_answers_as_the_command_does() -> None:
    asking = Asking()
    opened(asking, choices=["gallia"])
    found = asking.ok("why", game="g1", at=1, seat="all", score="red")
    assert found["why"]["decision"] == 2
    assert found["why"]["question"] == "score of red"
    assert found["why"]["answer"]["file"] == "@rattus/end.yaml"
    assert found["text"].startswith("score of red now = 2\n")
    offered = asking.ok("why", game="g1", at=1, seat="yellow", option="italia")
    assert offered["why"]["answer"]["value"] == "offered"
    value = asking.ok("why", game="g1", seat="all", value="points of red")
    assert value["why"]["answer"]["value"] == 2


def test_why_tells_nothing_that_is_hidden() -> None:
    asking = Asking()
    opened(asking, choices=["gallia"])
    assert asking.error("why", game="g1", seat="red", option="italia")["code"] == "refused"
    for fields in ({"score": "blue"}, {"value": "moon"}, {"option": "atlantis"}):
        assert asking.error("why", game="g1", seat="all", **fields)["code"] == "not_found"
    for fields in ({}, {"score": "red", "value": "x"}, {"value": "x" * 2000}):
        assert asking.error("why", game="g1", seat="all", **fields)["code"] == "malformed"
