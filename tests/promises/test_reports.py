from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardwright.reports import data, page, text
from boardwright.reports.comparison import Comparison, OtherGameError, compare
from boardwright.reports.figures import Report, report
from boardwright.reports.games_of_a_run import read
from folders import GOLDEN_FILES
from golden import Golden
from report_samples import drafting, played
from run_samples import order

GOLDEN = GOLDEN_FILES / "report"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Report]:
    found = []
    for name, asked, seed in (
        ("one", drafting("first", "random", "random"), 4),
        ("other", drafting("random", "random", "random"), 5),
    ):
        root = tmp_path_factory.mktemp(name)
        played(root, asked, seed=seed, games=90)
        found.append(report(read(root)))
    return found


@pytest.fixture(scope="module")
def both(runs: list[Report]) -> Comparison:
    return compare(*runs)


def test_a_report_as_text(runs: list[Report], golden: Golden) -> None:
    told = text.render(runs[0])
    assert max(map(len, told.splitlines())) <= 100
    golden(GOLDEN / "run.txt", told)


def test_a_summary_fits_on_one_screen(runs: list[Report], golden: Golden) -> None:
    for name, each in zip(("summary", "summary_of_agents"), runs, strict=False):
        told = text.summary(each, width=80)
        assert max(map(len, told.splitlines())) <= 80
        assert told.count("\n") + 3 <= 24
        golden(GOLDEN / f"{name}.txt", told)


def test_a_report_as_json(runs: list[Report], golden: Golden) -> None:
    golden(GOLDEN / "run.json", data.render(runs[0]))


def test_a_report_as_a_page(runs: list[Report], golden: Golden) -> None:
    golden(GOLDEN / "run.html", page.render(runs[0]))


def test_a_comparison_as_text(both: Comparison, golden: Golden) -> None:
    told = text.render_comparison(both)
    assert max(map(len, told.splitlines())) <= 100
    golden(GOLDEN / "comparison.txt", told)


def test_a_comparison_as_json(both: Comparison, golden: Golden) -> None:
    golden(GOLDEN / "comparison.json", data.render_comparison(both))


def test_a_comparison_as_a_page(both: Comparison, golden: Golden) -> None:
    golden(GOLDEN / "comparison.html", page.render_comparison(both))


def test_colours_are_all_that_a_terminal_adds(runs: list[Report]) -> None:
    plain, colored = text.render(runs[0]), text.render(runs[0], color=True)
    assert plain != colored
    for code in ("\x1b[1m", "\x1b[2m", "\x1b[0m"):
        colored = colored.replace(code, "")
    assert plain == colored


def test_a_run_does_not_differ_from_itself(runs: list[Report]) -> None:
    same = compare(runs[0], runs[0])
    assert same.plan == same.only == ()
    assert all(each.gap == 0 and not each.beyond for each in same.differences)
    assert all(each.low <= 0 <= each.high for each in same.differences)
    assert len({(each.group, each.of, each.what) for each in same.differences}) == len(
        same.differences
    )


def test_the_other_way_round_differences_are_the_opposite(both: Comparison) -> None:
    back = compare(both.runs[1], both.runs[0])
    there = {(each.group, each.of, each.what): each for each in back.differences}
    for each in both.differences:
        other = there[each.group, each.of, each.what]
        assert other.gap == -each.gap and other.beyond == each.beyond
        assert other.low == pytest.approx(-each.high, abs=1e-9)


def test_runs_of_different_games_are_not_compared(runs: list[Report], tmp_path: Path) -> None:
    played(tmp_path, order())
    with pytest.raises(OtherGameError, match="`drafting` and `tic_tac_toe`"):
        compare(runs[0], report(read(tmp_path)))


def test_numbers_in_json_agree_with_each_other(runs: list[Report]) -> None:
    found = json.loads(data.render(runs[0]))
    games = found["games"]
    assert games["counted"] == games["over"] + games["limit"] + games["error"] == 90
    for stand in found["seats"] + found["agents"]:
        wins = stand["wins"]
        assert wins["of"] == stand["games"] == stand["scores"]["n"]
        assert wins["rate"] == pytest.approx(wins["numerator"] / wins["denominator"], abs=1e-6)
        assert wins["low"] <= wins["rate"] <= wins["high"]
    shares = [each["wins"]["rate"] for each in found["seats"]]
    assert sum(shares) == pytest.approx(1, abs=1e-5)
    times = sum(each["times"] for each in found["decisions"])
    assert found["branching"]["n"] == times == found["length"]["decisions"]["sum"]
    for each in found["length"].values():
        assert each["n"] == 90 and sum(n for _, n in each["counts"]) == 90
