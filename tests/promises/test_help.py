"""Help reads well, whatever version of click prints it: `.ci/run` runs these tests with the lowest versions that we allow, too."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from boardwright import cli
from cli_runs import Run
from folders import GOLDEN_FILES
from golden import Golden

pytestmark = pytest.mark.usefixtures("surroundings")

COLUMNS = 80


@pytest.fixture(autouse=True)
def eighty_columns(surroundings: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", f"{COLUMNS}")


def check_reads_well(text: str) -> None:
    """No escapes that somebody forgot to resolve, no line that a terminal breaks, and the usage said once."""
    assert not re.search(r"\\[nbt]|[\x00-\x08\x0b-\x1f]|\bNone\b|Sentinel|<[a-z_.]+ ", text)
    assert max(map(len, text.splitlines())) <= COLUMNS
    assert text.count("Usage: ") == 1
    assert not re.search(r"\n\n\n| \n", text)


@pytest.mark.parametrize(
    "spoilt",
    [r"one\ntwo", "a\b", "x" * 81, "Usage: boardwright", "no default: None", "a\n\n\nb", "end "],
)
def test_a_help_that_reads_badly_is_noticed(spoilt: str) -> None:
    check_reads_well("Usage: boardwright run\n")
    with pytest.raises(AssertionError):
        check_reads_well(f"Usage: boardwright run\n{spoilt}\n")


def command_named(name: str) -> click.Command:
    """A command as click knows it."""
    found = cli.group.get_command(click.Context(cli.group), name)
    assert found is not None
    return found


def test_the_help_of_all_reads_well(run: Run) -> None:
    told = run("--help").out
    check_reads_well(told)
    for name, about in cli.COMMANDS.items():
        (first,) = re.findall(rf"^  {name} +(.*)$", told, re.MULTILINE)
        assert about.startswith(first)
    assert " ".join(told.split()).endswith("2 could not do the work, 130 interrupted.")


@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_the_help_of_a_command_reads_well(name: str, run: Run) -> None:
    done = run(name, "--help")
    assert (done.code, done.err) == (0, "")
    check_reads_well(done.out)
    flat = " ".join(done.out.split())
    for parameter in command_named(name).params:
        if isinstance(parameter, click.Option):
            assert all(option in flat for option in parameter.opts)
            assert parameter.help is not None and " ".join(parameter.help.split()) in flat
    lines = done.out.splitlines()
    assert lines[0].startswith(f"Usage: boardwright {name} ") and lines[1:3] != ["", ""]


@pytest.mark.parametrize(
    "name",
    sorted({*cli.COMMANDS} - {"lsp", "studio"}),  # which wait for an editor or a browser
)
def test_a_bare_command_reads_well(
    name: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(name)
    if done.code != 2:
        return  # it needs nothing
    assert done.out == ""
    helped, error, why = done.err.partition("error: ")
    check_reads_well(helped)
    assert error and why.strip() and max(map(len, why.splitlines())) <= COLUMNS


def test_without_a_command_the_help_of_all_is_printed(run: Run) -> None:
    assert run().out == run("--help").out


def test_the_help_of_play_and_its_question(run: Run, golden: Golden) -> None:
    done = run("play", "harbour", "--seed", "3", stdin="?\nb\nh\nq\n")
    assert max(map(len, done.out.splitlines())) <= COLUMNS
    golden(GOLDEN_FILES / "terminal" / "question.txt", done.out)
