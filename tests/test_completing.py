"""What a shell is offered, asked as shells ask."""

from __future__ import annotations

import pytest

from cli_runs import run_python
from folders import ROOT

CORPUS = ROOT / "tests" / "corpus" / "cli"
HARBOUR = str(CORPUS / "harbour")
WITH_CHARTS = f"boardwright run {HARBOUR} --with {CORPUS / 'regatta'}"


def offered(line: str, shell: str = "bash") -> list[str]:
    """What completes the last word of a line, which may be empty."""
    words = line.split(" ")
    bash = shell == "bash"  # which counts words, where others send the last one
    done = run_python(
        "-m",
        "boardwright",
        COMP_WORDS=line if bash else " ".join(words[:-1]),
        COMP_CWORD=str(len(words) - 1) if bash else words[-1],
        _BOARDWRIGHT_COMPLETE=f"{shell}_complete",
    )
    assert done.err == ""
    return done.out.splitlines()


def values(line: str) -> list[str]:
    return [each.removeprefix("plain,") for each in offered(line) if each]


def test_commands() -> None:
    assert values("boardwright sim") == ["simulate"]


def test_games_and_paths() -> None:
    found = values("boardwright run ")
    assert found[0] == "file,"  # bash forgets what stands before it
    assert len(found) == 4
    assert found[-1] in values(f"boardwright run {found[-1][:3]}")


def test_expansions_of_the_game_that_is_named() -> None:
    games = values("boardwright run ")[1:]
    found = {game: values(f"boardwright run {game} --with ")[1:] for game in games}
    assert sorted(map(len, found.values())) == [0, 0, 1]
    (expansion,) = next(each for each in found.values() if each)
    assert values(f"boardwright run {HARBOUR} --with ") == ["file,", expansion]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (f"boardwright run {HARBOUR} -o la", ["laps=1", "laps=2", "laps=3", "laps=4"]),
        (f"boardwright run {HARBOUR} -o wind=c", ["wind=calm"]),
        (f"{WITH_CHARTS} -o ca", ["cards="]),
        (f"boardwright run {HARBOUR} --language ", ["en", "nl"]),
        ("boardwright run x --agents greedy,is", ["greedy,ismcts"]),
        ("boardwright explain E401", ["E401"]),
        ("boardwright explain unknown-na", ["unknown-name"]),
        ("boardwright validate --select E40", [f"E40{n}" for n in range(1, 10)]),
        (f"boardwright cards {HARBOUR} --only bo", ["boat"]),
        (f"boardwright simulate {HARBOUR} --blank pil", ["pilot"]),
        (f"boardwright cards {CORPUS / 'regatta'} --language n", ["nl"]),
        ("boardwright run there_is_no_such_game -o ", []),
        ("boardwright completion f", ["fish"]),
    ],
)
def test_words_that_fit(line: str, expected: list[str]) -> None:
    assert values(line) == expected


def test_cards_one_after_the_other() -> None:
    first, second, *_ = values(f"{WITH_CHARTS} --cards ")
    more = values(f"{WITH_CHARTS} --cards {first},")
    assert f"{first},{second}" in more
    assert f"{first},{first}" not in more


def test_other_shells_are_told_what_each_is() -> None:
    assert offered("boardwright explain E401", "fish") == ["plain,E401\tunknown-name"]
