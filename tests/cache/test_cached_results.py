import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from boardwright import RulesetError, read
from boardwright.cache import cached_results, file_questions
from boardwright.cache.store import Store, key_of, store
from boardwright.dsl.compose.rules_hash import rules_hash
from boardwright.loading import composed
from effort import noted_calls
from folders import SMALL_GAMES

A = key_of("a")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to keep things in, and a game in the folder where we are."""
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "kept"))
    here = tmp_path / "here"
    shutil.copytree(SMALL_GAMES / "drafting", here / "drafting")
    monkeypatch.chdir(here)
    return tmp_path / "kept"


class Found:
    """A way to find something out from a file, and how often it was gone."""

    def __init__(self, path: str = "file") -> None:
        self.path, self.times = Path(path), 0
        self.path.write_bytes(b"text")

    def find(self) -> str:
        self.times += 1
        return file_questions.data(self.path, 100).decode()

    def ask(self, *question: str) -> tuple[str, str | None]:
        return cached_results.found_on_disk(
            "text", question, self.find, lambda found: (found,), cached_results.Parts.next
        )


def test_what_was_found_is_not_looked_for_again() -> None:
    found = Found()
    first, second = found.ask("what"), found.ask("what")
    assert first == second and first[0] == "text" and first[1] is not None
    assert found.times == 1


def test_another_question_has_another_answer_and_mark() -> None:
    found = Found()
    marks = [found.ask(*question)[1] for question in (("a",), ("b",), ("a", "b"), ("ab",), ())]
    assert found.times == 5 and len(set(marks)) == 5


def test_what_follows_from_other_files_is_found_anew() -> None:
    found = Found()
    marks = [found.ask("what")[1]]
    for text in (b"next", b"text"):
        found.path.write_bytes(text)
        answer, mark = found.ask("what")
        assert answer == text.decode()
        marks.append(mark)
    assert found.times == 3
    assert marks[0] == marks[2] != marks[1]


def test_here_and_there_are_two_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Found(str(Path("file").resolve()))
    found.ask("what")
    monkeypatch.chdir("drafting")
    found.ask("what")
    assert found.times == 2


@pytest.mark.parametrize("cannot", ["no folder", "another engine", "engine not known"])
def test_nothing_is_taken_where_that_might_be_wrong(
    cannot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Found()
    found.ask("what")
    if cannot == "no folder":
        monkeypatch.setenv("BOARDWRIGHT_CACHE", "off")
    else:
        known = "other" if cannot == "another engine" else None
        monkeypatch.setattr(cached_results, "engine", lambda: known)
    mark = found.ask("what")[1]
    assert found.times == 2
    assert (mark is None) == (cannot != "another engine")


def test_what_was_not_seen_whole_is_not_kept() -> None:
    found = Found()

    def find() -> str:
        with pytest.raises(FileNotFoundError):
            file_questions.within(Path("nowhere"))
        return found.find()

    for _ in range(2):
        _, mark = cached_results.found_on_disk(
            "text", (), find, lambda it: (it,), cached_results.Parts.next
        )
        assert mark is None
    assert found.times == 2


def test_what_cannot_be_read_is_found_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Found()
    found.ask("what")
    (entry,) = (Path(os.environ["BOARDWRIGHT_CACHE"]) / "text").iterdir()
    for broken in (b"", b"no pickle"):
        store().put("text", entry.name, broken)
        before = found.times
        assert found.ask("what")[0] == "text"
        assert found.times == before + 1


def test_what_follows_from_a_mark_is_found_once() -> None:
    times = []

    def find() -> list[int]:
        times.append(1)
        return [3]

    for mark in (A, A, key_of("b"), None, None):
        made = cached_results.follows(
            "list", mark, find, lambda it: (it,), cached_results.Parts.next
        )
        assert made == [3]
    assert len(times) == 4


def test_what_is_not_worth_it_is_not_kept(folder: Path) -> None:
    for _ in range(2):
        assert (
            cached_results.follows("list", A, lambda: 3, lambda _: None, cached_results.Parts.next)
            == 3
        )
    assert not folder.exists()


def test_what_lies_outside_is_that_of_who_asks() -> None:
    outside = {"game": object()}
    cached_results.follows("pair", A, lambda: [outside["game"], 3], lambda it: it, _both, outside)
    other = {"game": object()}
    made = cached_results.follows("pair", A, _never, lambda it: it, _both, other)
    assert made == [other["game"], 3] and made[0] is other["game"]


def _both(parts: cached_results.Parts) -> list[object]:
    return [parts.next(), parts.next()]


def _never() -> list[object]:
    raise AssertionError


def test_what_is_nested_too_deeply_is_not_kept(folder: Path) -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert (
        cached_results.follows("list", A, lambda: deep, lambda it: (it,), cached_results.Parts.next)
        is deep
    )
    assert Store(folder).amounts() == {}


# ---- rules


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Grows whenever rules are read from their files."""
    return noted_calls(monkeypatch, composed, "read_into")


def test_rules_are_read_once(reads: list[object]) -> None:
    first, second = read("drafting"), read("drafting")
    assert len(reads) == 1
    assert second.bound == first.bound and second.bound is not first.bound
    assert second.mark == first.mark is not None
    assert second.found == first.found
    assert [each.id for each in second.layers] == [each.id for each in first.layers]
    assert rules_hash(second.declared) == rules_hash(first.declared)
    assert [source.name for source, _ in second.scenarios] == [
        source.name for source, _ in first.scenarios
    ]


def test_the_documents_of_kept_rules_are_read_once() -> None:
    read("drafting")
    kept = read("drafting")
    again = [node for _, node in kept.scenarios]
    assert again
    assert all(one is other for one, (_, other) in zip(again, kept.scenarios, strict=True))


def edit_a_card() -> None:
    path = next(Path("drafting").rglob("*.yaml"))
    path.write_text(f"# edited\n{path.read_text('utf-8')}", "utf-8")


def rename_a_file() -> None:
    path = Path("drafting/game.yaml")
    path.rename(path.with_name("rules.yaml"))


def add_a_file() -> None:
    Path("drafting/notes.yml").write_text("", "utf-8")


@pytest.mark.parametrize("change", [edit_a_card, rename_a_file, add_a_file])
def test_rules_are_read_anew_after(change: Callable[[], None], reads: list[object]) -> None:
    before = read("drafting")
    change()
    after = read("drafting")
    assert len(reads) == 2 and after.mark != before.mark
    assert read("drafting").mark == after.mark and len(reads) == 2


def test_with_and_without_an_expansion_are_two_questions(reads: list[object]) -> None:
    marks = [
        read("rattus").mark,
        read("rattus", ["mercatus"]).mark,
        read("rattus", "mercatus").mark,
        read("rattus").without(["mercatus"]).mark,
        read("rattus", ["mercatus"]).without(["mercatus"]).mark,
    ]
    assert len(reads) == 2
    assert marks[1] == marks[2] and marks[0] == marks[3] and len(set(marks)) == 3


def test_warnings_are_kept() -> None:
    add_a_file()
    first, second = read("drafting"), read("drafting")
    assert [each.code for each in second.warnings] == ["E121"]
    assert second.warnings == first.warnings


def test_rules_with_errors_are_not_kept(reads: list[object], folder: Path) -> None:
    Path("drafting/more.yaml").write_text("nonsense: 3\n", "utf-8")
    told = []
    for _ in range(2):
        with pytest.raises(RulesetError) as refused:
            read("drafting")
        told.append(refused.value.diagnostics)
    assert len(reads) == 2 and told[0] == told[1]
    assert "rules" not in Store(folder).amounts()


def test_an_id_and_a_path_are_two_questions(reads: list[object]) -> None:
    shutil.copytree("drafting", "rattus")
    assert read("rattus").id == "rattus"
    assert read(Path("rattus")).id == read("./rattus").id == "drafting"
    assert read("rattus").id == "rattus"
