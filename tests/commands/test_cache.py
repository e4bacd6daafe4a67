from __future__ import annotations

import json
import os
import pickle
import shutil
from pathlib import Path

import pytest

from boardwright.cache import cached_results as keeping
from boardwright.cache import store
from boardwright.cache.store import Store
from boardwright.commands import validate
from boardwright.runs import chunk as playing
from cli_runs import Run, run_python
from effort import noted_calls
from folders import CORPUS, ROOT, SMALL_GAMES

EXPANSION = "expansion: {id}\nof: drafting\nlanguage: 2\nafter: {after}\n"


@pytest.fixture
def folder(surroundings: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where things are kept; beside the folder in which we are, with a game in it."""
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "kept"))
    here = tmp_path / "here"
    shutil.copytree(SMALL_GAMES / "drafting", here / "drafting")
    monkeypatch.chdir(here)
    return tmp_path / "kept"


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Grows whenever rules are checked."""
    return noted_calls(monkeypatch, validate, "_checked")


# ---- boardwright cache


def test_it_tells_where_what_is_kept(folder: Path, run: Run) -> None:
    done = run("cache")
    assert (done.code, done.out) == (0, f"{folder}\nnothing is kept yet\n")
    run("run", "drafting", "-q")
    sizes = {kind: each.size for kind, each in Store(folder).amounts().items()}
    assert sizes.keys() == {"code", "program", "rules"}
    done = run("cache")
    told = [line.split() for line in done.out.splitlines()]
    assert done.code == 0 and told[0] == [str(folder)]
    assert told[1] == ["kind", "entries", "size"] and told[-1][:3] == ["in", "all", "3"]
    assert [line[:2] for line in told[2:-1]] == [[kind, "1"] for kind in sorted(sizes)]
    facts = json.loads(run("cache", "--format", "json").out)
    assert facts == {
        "folder": str(folder),
        "refused": None,
        "most_bytes": store.MOST_BYTES,
        "kinds": {kind: {"entries": 1, "bytes": size} for kind, size in sizes.items()},
    }


def test_it_clears(folder: Path, run: Run) -> None:
    run("run", "drafting", "-q")
    done = run("cache", "--clear")
    assert (done.code, done.out) == (0, f"{folder}\nnothing is kept yet\n")
    assert done.err == "3 entries removed\n"
    assert not any(each.is_file() for each in folder.rglob("*"))


def test_it_tells_that_nothing_is_kept(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDWRIGHT_CACHE", "off")
    for clear in ((), ("--clear",)):
        done = run("cache", *clear)
        assert (done.code, done.out) == (0, "nothing is kept: BOARDWRIGHT_CACHE says `off`\n")
    assert json.loads(run("cache", "--format", "json").out)["folder"] is None


def test_it_tells_why_a_folder_is_not_used(folder: Path, run: Run) -> None:
    folder.mkdir()
    folder.chmod(0o755)
    run("run", "drafting", "-q")
    done = run("cache")
    assert (done.code, done.out) == (1, f"{folder}\n")
    assert done.err == (
        f"error: this folder is not used: other users have access to it; `chmod 700 {folder}` keeps them out\n"
    )
    assert list(folder.iterdir()) == []


# ---- damage


class Foreign:
    """Unpickled, it leaves a trace."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[object, tuple[Path]]:
        return Path.touch, (self.trace,)


@pytest.mark.parametrize("damage", ["flipped", "cut", "empty", "of another", "foreign"])
@pytest.mark.parametrize("command", [("run", "drafting", "--seed", "3"), ("validate", "drafting")])
def test_damaged_entries_are_as_if_they_were_not_there(
    command: tuple[str, ...], damage: str, folder: Path, run: Run, tmp_path: Path
) -> None:
    first = run(*command)
    files = {path: path.read_bytes() for path in folder.glob("*/*")}
    assert files
    for path, whole in files.items():
        middle = len(whole) // 2
        path.write_bytes(
            {
                "flipped": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
                "cut": whole[:middle],
                "empty": b"",
                "of another": next(iter(reversed(files.values()))) + b"\0",
                "foreign": pickle.dumps(Foreign(tmp_path / "trace")),
            }[damage]
        )
    done = run(*command)
    assert (done.code, done.out) == (first.code, first.out)
    assert not (tmp_path / "trace").exists()
    # What was damaged is whole again; of a pickle the bytes may differ, their number does not.
    assert {path: len(path.read_bytes()) for path in folder.glob("*/*")} == {
        path: len(whole) for path, whole in files.items()
    }
    assert (run(*command).code, run(*command).out) == (first.code, first.out)


# ---- --no-cache


@pytest.mark.parametrize(
    "command",
    [
        ("run", "drafting", "--seed", "3"),
        ("show", "drafting"),
        ("validate", "drafting"),
        ("simulate", "drafting", "--games", "2", "--out", "games", "--jobs", "1"),
    ],
)
def test_without_it_nothing_is_taken_or_kept(
    command: tuple[str, ...], folder: Path, run: Run
) -> None:
    def anew(*more: str) -> tuple[int, str]:
        shutil.rmtree("games", ignore_errors=True)
        playing._at_hand.clear()
        done = run(*command, *more)
        return done.code, done.out

    first, before = anew(), Store(folder).amounts()
    assert before
    shutil.rmtree(folder)
    assert anew("--no-cache") == first
    assert not folder.exists()
    assert os.environ["BOARDWRIGHT_CACHE"] == str(folder)
    assert anew() == first and Store(folder).amounts() == before


def test_what_is_there_is_not_taken(folder: Path, run: Run, checks: list[object]) -> None:
    for options in ((), (), ("--no-cache",), ()):
        assert run("validate", "drafting", *options).code == 0
    assert len(checks) == 2


# ---- validate


def test_warnings_are_told_again(folder: Path, run: Run, checks: list[object]) -> None:
    Path("drafting/more.yml").write_text("", "utf-8")
    for format in ("full", "concise", "json", "sarif"):
        told = [run("validate", "drafting", "--format", format) for _ in range(2)]
        told.append(run("validate", "drafting", "--format", format, "--no-cache"))
        assert told[0] == told[1] == told[2] and "E121" in told[0].out
    assert run("validate", "drafting", "--ignore", "E121").err == "nothing wrong\n"
    assert len(checks) == 1 + 4


def test_mistakes_are_not_kept(folder: Path, run: Run, checks: list[object]) -> None:
    told = [run("validate", str(CORPUS / "bad")) for _ in range(2)]
    assert told[0] == told[1] and told[0].code != 0
    assert len(checks) == 2 and Store(folder).amounts() == {}


@pytest.mark.parametrize("file", ["game.yaml", "scenarios"])
def test_an_edit_is_looked_at(file: str, folder: Path, run: Run, checks: list[object]) -> None:
    found = Path("drafting", file)
    path = found if found.is_file() else next(found.rglob("*.yaml"))
    assert run("validate", "drafting").code == 0
    text = path.read_text("utf-8")
    path.write_text(text + "\nnonsense: 3\n", "utf-8")
    assert run("validate", "drafting").code == 1
    path.write_text(text, "utf-8")
    assert run("validate", "drafting").code == 0
    assert len(checks) == 2


def test_another_profile_is_another_question(folder: Path, run: Run, checks: list[object]) -> None:
    for profile in ("minimal", "published", "minimal", "published"):
        run("validate", "drafting", "--profile", profile)
    assert len(checks) == 2


def test_what_lies_beside_is_looked_at(folder: Path, run: Run) -> None:
    for id, after in (("early", "[]"), ("late", "[other]")):
        Path(id).mkdir()
        Path(id, "expansion.yaml").write_text(EXPANSION.format(id=id, after=after), "utf-8")
    assert "E641" in run("validate", "late").out
    assert "E641" in run("validate", "late").out
    Path("other").mkdir()
    Path("other/expansion.yaml").write_text(EXPANSION.format(id="other", after="[]"), "utf-8")
    assert "E641" not in run("validate", "late").out
    shutil.rmtree("other")
    assert "E641" in run("validate", "late").out


def test_a_ruleset_of_the_same_name_is_told_each_time(folder: Path, run: Run) -> None:
    Path("rattus").mkdir()
    told = {run("validate", "rattus").err for _ in range(2)}
    assert len(told) == 1 and "`./rattus` for the one here" in told.pop()


WATCHED = """
import sys
from pathlib import Path
from boardwright.cache import file_questions
from boardwright.commands.validate import check

opened = set()

def hear(event, args):
    if event in ("open", "os.listdir", "os.scandir") and isinstance(args[0], str | Path):
        opened.add(str(Path(args[0]).resolve()))

names = sys.argv[1:]
check(names)  # everything is imported
sys.addaudithook(hear)
with file_questions.noting() as seen:
    check(names)
noted = {str(Path(path).resolve()) for _, path, _ in seen.answers}
folders = [path for question, path, _ in seen.answers if question == "below"]
noted |= {str(each) for path in folders for each in Path(path).resolve().rglob("*") if each.is_dir()}
assert seen.whole and len(opened) > 20, opened
print(*sorted(opened - noted), sep="\\n")
"""


@pytest.mark.parametrize("names", [("rattus",), ("mercatus", "tests/games/hex"), ("tests/games",)])
def test_every_file_that_is_opened_is_noted(names: tuple[str, ...]) -> None:
    done = run_python("-c", WATCHED, *names, cwd=ROOT, BOARDWRIGHT_CACHE="off")
    assert (done.code, done.out.split(), done.err) == (0, [], "")


def test_a_kept_answer_needs_little_of_us(folder: Path) -> None:
    code = (
        "import sys; from boardwright.cli import main; main(['validate', 'drafting']); "
        "heavy = ['lark', 'yaml', 'networkx', 'rich', 'boardwright.dsl.rules.ir', 'boardwright.loading.steps']; "
        "print(*(each for each in heavy if each in sys.modules))"
    )
    told = [run_python("-c", code).out.split() for _ in range(2)]
    assert "boardwright.loading.steps" in told[0]
    assert told[1] == []


def test_another_engine_checks_anew(
    folder: Path, run: Run, checks: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("validate", "drafting")
    monkeypatch.setattr(keeping, "engine", lambda: "edited")
    run("validate", "drafting")
    assert len(checks) == 2
