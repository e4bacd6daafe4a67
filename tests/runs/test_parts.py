import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from boardwright.runs.folder import Folder
from boardwright.runs.merging import finished
from boardwright.runs.parts import DamagedError, Tally, checked
from run_samples import order, plan, simulate


def cut(data: bytes, random: Random) -> bytes:
    return data[: random.randrange(len(data))]


def flipped(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]


def without_a_line(data: bytes, random: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    del lines[random.randrange(len(lines))]
    return b"".join(lines)


def two_lines_swapped(data: bytes, random: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    at = random.randrange(len(lines) - 1)
    lines[at : at + 2] = lines[at + 1], lines[at]
    return b"".join(lines)


def with_more_behind(data: bytes, random: Random) -> bytes:
    return data + random.choice([b"\n", b"\0", b"{}", data])


def with_zeros(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data))
    return data[:at] + bytes(len(data) - at)


DAMAGES = [cut, flipped, without_a_line, two_lines_swapped, with_more_behind, with_zeros]
SHARES: dict[object, int] = {cut: 400, flipped: 400}  # of 1,000; the others share the rest


@pytest.mark.parametrize("damage", DAMAGES)
def test_every_damage_to_a_part_is_found(
    damage: Callable[[bytes, Random], bytes], tmp_path: Path
) -> None:
    run, random, found = plan(), Random(6), 0
    simulate(tmp_path, run)
    path = Folder(tmp_path).part(3)
    whole = path.read_bytes()
    count = SHARES.get(damage, 50)
    for _ in range(count):
        path.write_bytes(damage(whole, random))
        with pytest.raises(DamagedError):
            checked(path, run, 3)
        found += 1
    assert found == count
    path.write_bytes(whole)
    assert checked(path, run, 3) == Tally(4, 0, 0, None)


def test_a_part_of_another_run_or_chunk_does_not_count(tmp_path: Path) -> None:
    run = plan()
    simulate(tmp_path, run)
    path = Folder(tmp_path).part(3)
    for other, chunk in ((plan(seed=2), 3), (plan(games=25), 3), (run, 2)):
        with pytest.raises(DamagedError):
            checked(path, other, chunk)


def test_damage_to_all_games_is_found_and_mended(tmp_path: Path) -> None:
    run = plan()
    simulate(tmp_path, run)
    path = Folder(tmp_path).games
    whole = path.read_bytes()
    random = Random(6)
    for _ in range(100):
        path.write_bytes(random.choice(DAMAGES)(whole, random))
        assert finished(run, path) is None
    simulate(tmp_path, run)
    assert path.read_bytes() == whole


def test_damaged_parts_are_played_again(tmp_path: Path) -> None:
    run = plan()
    simulate(tmp_path, run)
    folder = Folder(tmp_path)
    whole = folder.games.read_bytes()
    folder.games.unlink()
    folder.part(1).write_bytes(cut(folder.part(1).read_bytes(), Random(1)))
    folder.part(2).write_bytes(flipped(folder.part(2).read_bytes(), Random(1)))
    folder.part(5).unlink()
    _, told = simulate(tmp_path, run)
    assert sum("is damaged" in line for line in told) == 2
    assert "12 games are there already" in told
    assert folder.games.read_bytes() == whole


def test_each_line_tells_how_a_game_went(tmp_path: Path) -> None:
    asked = order("first", "random")
    run = plan(games=6, chunk=2, asked=asked)
    outcome, _ = simulate(tmp_path, run, asked=asked)
    first, *games, figures, last = map(json.loads, Folder(tmp_path).games.read_text().splitlines())
    assert first == {"games": "boardwright", "version": 1, "plan": run.facts(), "missing": []}
    assert [game["game"] for game in games] == list(range(6))
    assert [game["agents"] for game in games[:2]] == [["first", "random"], ["random", "first"]]
    assert games[0]["seed"] == games[1]["seed"] == run.seed_of(0) != games[2]["seed"]
    for game in games:
        assert set(game) == {
            *("game", "seed", "agents", "end", "scores", "ranks", "winners"),
            *("decisions", "turns", "rounds"),
        }
        assert game["end"] == "over" and 5 <= game["turns"] <= 9
        assert game["decisions"] == min(game["turns"], 8)  # the last cell is no choice
    (asked,) = figures["figures"]["decisions"].values()
    assert sum(asked["branching"].values()) == sum(game["decisions"] for game in games)
    assert last == {
        "games": 6,
        "limits": 0,
        "errors": 0,
        "first_error": None,
        "faults": 0,
        "sum": outcome.sum,
    }
