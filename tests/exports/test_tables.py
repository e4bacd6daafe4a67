from __future__ import annotations

import json
from pathlib import Path

from boardwright.exports.sources import sources_in
from boardwright.exports.tables import Rows, Shape, columns_of, facts_of
from export_samples import lines_of, table
from folders import CORPUS, ROOT
from report_samples import drafting, played
from run_samples import order, plan, simulate


def test_a_game_is_a_row_with_a_column_for_each_seat(tmp_path: Path) -> None:
    played(tmp_path, drafting("first", "random", "greedy"), games=6, chunk=3)
    rows, lines = table(tmp_path, "games"), lines_of(tmp_path)
    assert len(rows) == 6
    for row, line in zip(rows, lines, strict=True):
        assert (row["game"], row["group"]) == (line["game"], line["game"] // 3)
        for name in ("seed", "end", "decisions", "turns"):
            assert row[name] == line[name]
        assert row["winners"] == len(line["winners"])
        for at, seat in enumerate(plan_seats(tmp_path)):
            assert row[f"agent_{seat}"] == line["agents"][at]
            assert row[f"score_{seat}"] == line["scores"][at]
            assert row[f"rank_{seat}"] == line["ranks"][at]
            assert row[f"won_{seat}"] is (at in line["winners"])
            assert row[f"failed_{seat}"] is False


def plan_seats(root: Path) -> tuple[str, ...]:
    return sources_in(root, None)[0][0].held.plan.seats


def test_seats_say_the_same_as_games(tmp_path: Path) -> None:
    played(tmp_path, drafting("first", "random", "greedy"), games=6, chunk=3)
    games, seats = table(tmp_path, "games"), iter(table(tmp_path, "seats"))
    for game in games:
        for seat in plan_seats(tmp_path):
            row = next(seats)
            assert row.pop("seat") == seat
            own = {name: row.pop(name) for name in ("agent", "score", "rank", "won", "failed")}
            assert own == {name: game[f"{name}_{seat}"] for name in own}
            assert row == {name: game[name] for name in row}
    assert next(seats, None) is None


def test_a_game_that_ended_in_an_error_has_empty_values(tmp_path: Path) -> None:
    asked = order(ruleset=str(CORPUS / "bad/always_fails"))
    simulate(tmp_path / "run", plan(4, asked=asked), asked=asked)
    row = table(tmp_path / "run", "games")[0]
    assert (row["end"], row["error"]) == ("error", "E651")
    seat = plan_seats(tmp_path / "run")[0]
    names = ("turns", "winners", f"won_{seat}", f"score_{seat}")
    assert [row[name] for name in names] == [None] * 4
    assert table(tmp_path / "run", "seats")[0]["won"] is None


def test_every_column_is_described(tmp_path: Path) -> None:
    played(tmp_path, drafting(), games=3, chunk=3)
    shape = Shape.of(sources_in(tmp_path, None)[0])
    every: tuple[Rows, ...] = ("games", "seats", "decisions", "cards")
    for rows in every:
        columns = columns_of(rows, shape)
        assert len({column.name for column in columns}) == len(columns)
        assert all(column.about for column in columns)
        assert [each.name for each in columns if f"`{each.name}`" not in told(shape)] == []


def told(shape: Shape) -> str:
    """The page about tables, in which each seat has columns of its own."""
    page = (ROOT / "docs/data.md").read_text(encoding="utf-8")
    return page + "".join(page.replace("_red`", f"_{seat}`") for seat in shape.seats)


def test_a_table_says_which_run_it_is_of(tmp_path: Path) -> None:
    made = played(tmp_path, drafting(), games=3, chunk=3)
    (text,) = facts_of("seats", sources_in(tmp_path, None)[0]).values()
    found = json.loads(text)
    assert found["rows"] == "seats"
    assert found["runs"] == [{"meeting": None, "plan": json.loads(json.dumps(made.facts()))}]
