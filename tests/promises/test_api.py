from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import boardwright
from boardwright import IllegalChoice, RuleError, RulesetError
from boardwright.files import locate_ruleset, manifests
from folders import CORPUS, ROOT

HARBOUR = CORPUS / "harbour"


def codes(refused: pytest.ExceptionInfo[RulesetError]) -> list[str]:
    return [each.code for each in refused.value.diagnostics]


def test_everything_promised_is_there_and_documented() -> None:
    for name in boardwright.__all__:
        found = getattr(boardwright, name)
        assert name == "__version__" or found.__doc__
    assert set(boardwright.__all__) <= set(dir(boardwright))
    with pytest.raises(AttributeError, match="no attribute 'Gmae'"):
        boardwright.Gmae  # noqa: B018


def test_what_is_printed_of_a_thing_is_one_line() -> None:
    game = boardwright.load(HARBOUR, expansions=CORPUS / "fog", players=2)
    state = game.new(seed=1)
    watched = game.new(seed=1, watch=True)
    for each in (game, game.rules, game.table, game.program, state, watched, state.decision):
        assert re.fullmatch(r"<\w+ .{10,120}>", repr(each)), repr(each)
    assert repr(state).startswith("<State of harbour+fog for amber, cobalt: ")
    while state.decision is not None:
        state.apply(0)
    said = f": over, won by {', '.join(game.seats[seat] for seat in state.winners)}, after "
    assert said in repr(state)


def test_a_position_is_made_up_for_a_seat() -> None:
    state = boardwright.load("rattus", players=3).new(seed=1)
    before = state.position()
    worlds = [boardwright.determinize(state, seat, seed) for seat in (-1, 0) for seed in range(3)]
    assert state.position() == before
    for world, seat in zip(worlds, (-1, -1, -1, 0, 0, 0), strict=True):
        assert boardwright.view(world, seat) == boardwright.view(state, seat)
    assert len({world.hash for world in worlds}) == 6
    assert boardwright.determinize(state, 0, 2) == worlds[5]
    with pytest.raises(ValueError, match="there is no seat 3"):
        boardwright.determinize(state, 3)


def test_a_game_from_the_first_line_to_the_last() -> None:
    game = boardwright.load(HARBOUR, players=3, options={"wind": "storm", "laps": 1})
    assert (game.name, game.players, game.seats) == ("Harbour", 3, ("amber", "cobalt", "olive"))
    assert game.options == {"wind": "storm", "long_game": "no", "laps": "1"}
    assert game.table.players == 3
    state = game.new(seed=7)
    decision = state.decision
    assert decision is not None
    assert decision.ids and decision.options[0].label and decision.question
    state.apply(decision.ids[0])
    saved = state.save()
    other = state.copy()
    while (decision := state.decision) is not None:
        state.apply(decision.options[-1])
    assert state.over and len(state.scores) == len(state.ranks) == 3
    assert other.hash != state.hash
    assert game.load_state(saved).hash == other.hash
    assert other.position()["phase"] == "voyage"
    assert boardwright.view(other, 0)["player"] == "amber"


def test_rules_before_there_is_a_table() -> None:
    rules = boardwright.read(HARBOUR, [CORPUS / "fog"])
    assert (rules.id, rules.expansions, list(rules.players)) == ("harbour", ("fog",), [2, 3])
    assert (rules.name(), rules.name("nl"), rules.languages) == ("Harbour", "Haven", ("en", "nl"))
    assert rules.options["wind"].default == "calm"
    assert list(rules.options["wind"].values) == ["calm", "storm"]
    assert rules.options["laps"].values == range(1, 5)
    assert rules.options["long_game"].values == ("no", "yes")
    assert len(rules.scenarios) == 1
    assert rules.at_table(2).new(1).hash == rules.at_table(2).new(1).hash


@pytest.mark.parametrize(
    "given",
    [{"laps": "3"}, {"laps": 3}],
)
def test_numbers_as_options(given: dict[str, str | int]) -> None:
    assert boardwright.load(HARBOUR, options=given).options["laps"] == "3"


@pytest.mark.parametrize("value", ["yes", True, 1])
def test_yes_and_no_as_options(value: str | bool | int) -> None:
    assert boardwright.load(HARBOUR, options={"long_game": value}).options["long_game"] == "yes"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"winds": "calm"}, "E672"),
        ({"wind": "windy"}, "E673"),
        ({"wind": 1}, "E673"),
        ({"wind": True}, "E673"),
        ({"laps": 0}, "E673"),
        ({"laps": "5"}, "E673"),
        ({"laps": "३"}, "E673"),
        ({"laps": "9" * 5000}, "E673"),
        ({"laps": True}, "E673"),
        ({"long_game": 2}, "E673"),
        ({"long_game": "true"}, "E673"),
    ],
)
def test_bad_options(options: dict[str, str | int | bool], code: str) -> None:
    with pytest.raises(RulesetError) as refused:
        boardwright.load(HARBOUR, options=options)
    assert codes(refused) == [code]


@pytest.mark.parametrize(
    "seats", [["a"], ["a", "a"], ["a", "B"], ["a", "\x1b[2J"], ["a", "b" * 65], ["a", "b", "c"]]
)
def test_bad_seats(seats: list[str]) -> None:
    with pytest.raises(RulesetError) as refused:
        boardwright.load(HARBOUR, players=2, seats=seats)
    assert codes(refused) == ["E674"]


def test_as_many_players_as_seats_or_else_the_fewest() -> None:
    assert boardwright.load(HARBOUR).players == 2
    assert boardwright.load(HARBOUR, seats=["a", "b", "c"]).seats == ("a", "b", "c")


def test_unknown_names() -> None:
    for name in ("no_such_game", "./no_such_folder", "no_such_file.yaml", "", "a\0b"):
        with pytest.raises(RulesetError) as refused:
            boardwright.load(name)
        assert codes(refused) == ["E127"]


def test_arguments_of_another_type_are_named() -> None:
    with pytest.raises(TypeError, match=r"`players` is a whole number.*expansions=") as fault:
        boardwright.load("rattus", ["mercatus"])  # type: ignore[arg-type]
    assert "['mercatus']" in str(fault.value)
    with pytest.raises(TypeError, match="`seed` is a whole number, found 'seven'"):
        boardwright.load("rattus").new(seed="seven")  # type: ignore[call-overload]


def test_a_mistake_from_python_is_told_with_its_first_help() -> None:
    with pytest.raises(boardwright.RulesetError) as fault:
        boardwright.load("rattus", options={"phase_ordr": "strict"})
    assert str(fault.value) == (
        "error[E672] `rattus` has no option `phase_ordr` (did you mean `phase_order`?)"
    )


@pytest.mark.parametrize("seat", [7, -2, "red", None])
def test_a_seat_that_is_not_there_is_told_which_are(seat: int) -> None:
    state = boardwright.load("rattus").new(seed=1)
    for ask in (boardwright.view, boardwright.determinize):
        with pytest.raises(ValueError, match=r"there is no seat .*: 0 is red, 1 is yellow, and -1"):
            ask(state, seat)


def test_wrong_choices_leave_the_state_alone() -> None:
    state = boardwright.load(HARBOUR).new(1)
    before = state.hash
    for choice in (99, "nothing_like_it", -1):
        with pytest.raises(IllegalChoice):
            state.apply(choice)
    assert state.hash == before
    with pytest.raises(ValueError, match="this is not a saved game"):
        boardwright.load(HARBOUR).load_state("{}")
    with pytest.raises(ValueError, match="another table"):
        boardwright.load(HARBOUR, players=3).load_state(state.save())


def test_a_rule_error_leaves_the_state_alone() -> None:
    state = boardwright.load(CORPUS / "bad" / "always_fails").new(1)
    state.apply("3")
    before = state.hash
    with pytest.raises(RuleError) as failed:
        state.apply("2")
    assert failed.value.diagnostic().code == "E651"
    assert state.hash == before


# ---- finding


def test_shipped_rulesets_are_folders_called_as_they_are() -> None:
    found = locate_ruleset.shipped()
    assert found
    for id, path in found.items():
        manifest = manifests.manifest_at(path)
        assert manifest is not None and manifest.id == id


def test_a_shipped_id_means_the_shipped_ruleset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = next(iter(locate_ruleset.shipped()))
    monkeypatch.chdir(tmp_path)
    assert locate_ruleset.find(id) == locate_ruleset.Found(locate_ruleset.shipped()[id], True)
    (tmp_path / id).mkdir()
    assert locate_ruleset.find(id).shadows == Path(id)
    assert locate_ruleset.find(f"./{id}").path == Path(id)


def test_a_manifest_means_its_folder() -> None:
    assert locate_ruleset.find(str(HARBOUR / "game.yaml")).path == HARBOUR


def test_expansions_apply_in_the_order_they_ask_for(tmp_path: Path) -> None:
    for id, extra in (("first", ""), ("second", "after: [first]\n")):
        (tmp_path / id).mkdir()
        (tmp_path / id / "expansion.yaml").write_text(
            f"expansion: {id}\nof: harbour\nlanguage: 2\n{extra}values:\n  of_{id}: 1\n"
        )
    rules = boardwright.read(HARBOUR, [tmp_path / "second", tmp_path / "first"])
    assert rules.expansions == ("first", "second")


def test_importing_and_even_listing_is_light() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); import boardwright; dir(boardwright); "
        "sys.stdout.write(' '.join(m for m in ('lark', 'yaml', 'networkx', 'click') if m in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], check=True, capture_output=True, text=True
    )
    assert done.stdout == ""


def test_one_expansion_may_be_named_alone() -> None:
    assert boardwright.read(HARBOUR, str(REGATTA)).expansions == ("regatta",)
    assert boardwright.load(HARBOUR, expansions=Path(REGATTA)).rules.expansions == ("regatta",)


# ---- sets, conditions, expansions that take no part

REGATTA = CORPUS / "regatta"


@pytest.mark.parametrize(
    "cards", ["tern,gull", ["gull", "tern"], ("tern", "gull"), {"gull", "tern"}]
)
def test_an_option_that_is_a_set(cards: str | list[str]) -> None:
    game = boardwright.load(HARBOUR, expansions=[REGATTA], options={"cards": cards})
    assert game.options["cards"] == "gull,tern" and game.warnings == () and game.left_out == ()
    facts = game.rules.options["cards"]
    assert facts.is_set and facts.default == "" and facts.values == ("pilot", "gull", "tern")
    assert boardwright.load(HARBOUR, expansions=[REGATTA]).options["cards"] == ""


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("gul", "E673"),
        (["gull", "gull"], "E673"),
        (True, "E673"),
        (3, "E673"),
        (["pilot", "gull", "tern"], "E676"),
    ],
)
def test_bad_sets(cards: str | int | list[str], code: str) -> None:
    with pytest.raises(RulesetError) as refused:
        boardwright.load(HARBOUR, expansions=[REGATTA], options={"cards": cards})
    assert codes(refused) == [code]


def test_what_is_not_advised_is_told_and_played() -> None:
    game = boardwright.load(HARBOUR, expansions=[REGATTA], options={"cup": "large"})
    assert [each.code for each in game.warnings] == ["E677"]
    assert not game.new(1).over


def test_rules_are_the_same_without_an_expansion_as_if_it_had_not_been_named() -> None:
    rules = boardwright.read(HARBOUR, [REGATTA, CORPUS / "fog"])
    assert rules.without(()) is rules and rules.without(["no_such"]) is rules
    smaller = rules.without(["regatta"])
    assert smaller is rules.without(("regatta",)) and smaller.expansions == ("fog",)
    assert smaller.bound.rules_hash == boardwright.read(HARBOUR, [CORPUS / "fog"]).bound.rules_hash
    game = rules.at_table(2, {"cup": "no_cup", "cards": "gull", "laps": 3})
    assert game.rules is smaller and game.left_out == ("regatta",)
    assert game.options == {"wind": "calm", "long_game": "no", "laps": "3"}
    state, plain = (
        game.new(3),
        boardwright.load(HARBOUR, 2, {"laps": 3}, expansions=[CORPUS / "fog"]),
    )
    assert state.hash == plain.new(3).hash


def test_an_expansion_that_needs_one_that_takes_no_part_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "expansion.yaml").write_text(
        "expansion: pennants\nof: harbour\nlanguage: 2\nafter: [regatta]\n"
        "values: {left: ribbons in tent}\n"
    )
    rules = boardwright.read(HARBOUR, [REGATTA, tmp_path])
    assert rules.at_table(2).rules is rules
    with pytest.raises(RulesetError) as refused:
        rules.at_table(2, {"cup": "no_cup"})
    for found in refused.value.diagnostics:
        assert found.code == "E401"
        assert found.notes == ("without `regatta`, which can take no part",)
