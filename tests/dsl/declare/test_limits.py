"""A ruleset may declare so much and no more, and what is in each other only so deep."""

from __future__ import annotations

import pytest

from boardwright.dsl.declare.limits import MOST_DEEP, MOST_PHASES
from boardwright.dsl.source.diagnostics import RulesetError
from bound_texts import game_of

HEAD = "game: nest\nlanguage: 2\nplayers: 2\noutcome: {score: 0}\n"
COURSE = "course: [{phase: play, rounds: 1, turn: [nothing]}]\n"


def refused(text: str) -> list[str]:
    with pytest.raises(RulesetError) as caught:
        game_of(HEAD + text)
    return [each.headline() for each in caught.value.diagnostics]


def phases(count: int) -> str:
    return "course:\n" + "".join(f"  - {{phase: p{n}, steps: [nothing]}}\n" for n in range(count))


def rules(count: int) -> str:
    """Rules each of which calls the next."""
    return (
        COURSE
        + "rules:\n"
        + "".join(f"  r{n}: r{n + 1}()\n" for n in range(count - 1))
        + f"  r{count - 1}: {{}}\n"
    )


def values(count: int, base: str = "NEXT + 0") -> str:
    lines = (f"  v{n}: {base.replace('NEXT', f'v{n + 1}')}\n" for n in range(count - 1))
    return COURSE + "values:\n" + "".join(lines) + f"  v{count - 1}: 1\n"


def test_the_first_that_is_too_much_is_told() -> None:
    assert len(game_of(HEAD + phases(MOST_PHASES)).course) == MOST_PHASES
    assert refused(phases(MOST_PHASES + 2)) == [
        f"file.yaml:{6 + MOST_PHASES}:13: error[E811] there are 202 phases"
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "varieties: {v: [" + ", ".join(f"m{n}" for n in range(1_001)) + "]}\n",
            "1,001 members of `v`",
        ),
        ("notes:\n" + "".join(f"  n{n}: number\n" for n in range(2_001)), "2,001 notes"),
        ("kinds:\n  k: {pieces: 6000, home: b}\n  c: {pieces: 6000, home: b}\n", "12,000 pieces"),
        ("spaces:\n  k: {grid: 26 by 99}\n  b: {grid: 26 by 99}\n", "5,148 spaces"),
        (
            "tables: {t: {" + ", ".join(f"{n}: 1" for n in range(10_001)) + "}}\n",
            "10,001 rows of `t`",
        ),
    ],
)
def test_each_sort_of_thing_has_its_limit(text: str, told: str) -> None:
    assert f"there are {told}" in refused(COURSE + text)[0]


def test_a_game_is_for_no_more_players_than_fit_around_a_table() -> None:
    text = HEAD.replace("players: 2", "players: 1 to 65") + COURSE
    with pytest.raises(RulesetError, match="a range of numbers from 1 to 64"):
        game_of(text)


def test_rules_call_each_other_only_so_deep() -> None:
    assert len(game_of(HEAD + rules(MOST_DEEP)).rules) == MOST_DEEP
    (told,) = refused(rules(MOST_DEEP + 1))
    assert "error[E811] rules call each other more than 100 deep" in told


@pytest.mark.parametrize("base", ["NEXT + 0", "(((((((((NEXT)))))))))", "NEXT + NEXT"])
@pytest.mark.parametrize("count", [60, 400, 3_000])
def test_values_ask_for_each_other_only_so_deep(base: str, count: int) -> None:
    if base.startswith("(") and count == 60:
        assert game_of(HEAD + values(30, base)) is not None
        return
    (told,) = refused(values(count, base))
    assert "error[E811] values need each other more than 160 deep" in told


def test_a_ring_of_very_many_values_is_told_too() -> None:
    ring = values(700).replace("  v699: 1\n", "  v699: v0\n")
    (told,) = refused(ring)
    assert "error[E811]" in told


def choices(count: int, line: str = "choose n{} from 1 to 3") -> str:
    body = "".join(f"      {line.format(n)}\n" for n in range(count))
    return f"course:\n  - phase: play\n    rounds: 1\n    turn: |\n{body}"


def test_the_number_of_choices_that_need_each_other_is_limited() -> None:
    assert game_of(HEAD + choices(60)) is not None
    (told,) = refused(choices(90))
    assert told == "file.yaml:73:7: error[E809] too many blocks inside each other"


def test_draws_and_finds_count_as_choices_do() -> None:
    assert "E809" in refused(choices(90, "draw n{} from 1 to 3"))[0]
    assert "E809" in refused(choices(90, "find p{} in players"))[0]
