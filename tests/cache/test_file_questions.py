import os
from collections.abc import Callable
from pathlib import Path

import pytest

from boardwright.cache import file_questions
from boardwright.dsl.source.diagnostics import Bag
from boardwright.files.manifests import game_and_expansions, rulesets_in
from boardwright.files.read import read_folder


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("game/game.yaml", "game/cards/a.yaml", "game/cards/b.yaml", "other/notes.txt"):
        write(tmp_path / name, f"game: {name}\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def unexpected(problem: OSError) -> None:
    raise AssertionError(problem)


def walked(root: Path) -> list[file_questions.Listed]:
    return list(file_questions.below(root, unexpected))


def a_file_instead_of_a_folder() -> None:
    Path("game/cards").rename("cards")
    write(Path("game/cards"), "")


def a_link_instead_of_a_folder() -> None:
    Path("game").rename("elsewhere")
    Path("game").symlink_to("elsewhere")


def a_pipe_instead_of_a_file() -> None:
    Path("game/game.yaml").unlink()
    os.mkfifo("game/game.yaml")


ASKED: dict[str, Callable[[], object]] = {
    "what": lambda: file_questions.what(Path("game/cards")),
    "real": lambda: file_questions.real(Path("game")),
    "within": lambda: file_questions.within(Path("game/cards")),
    "below": lambda: walked(Path("game")),
    "data": lambda: file_questions.data(Path("game/game.yaml"), 100),
}

# What happens, and which answers are others then.
CHANGES: dict[str, tuple[Callable[[], object], set[str]]] = {
    "nothing": (lambda: None, set()),
    "a file elsewhere": (lambda: write(Path("other/more.yaml"), ""), set()),
    "other bytes of the same size": (
        lambda: write(Path("game/game.yaml"), "game: gane/game.yaml\n"),
        {"data"},
    ),
    "other bytes of a card": (lambda: write(Path("game/cards/a.yaml"), "card: a\n"), set()),
    "a new file": (lambda: write(Path("game/cards/c.yaml"), ""), {"within", "below"}),
    "a new file deeper": (lambda: write(Path("game/cards/c/c.yaml"), ""), {"within", "below"}),
    "a file less": (lambda: Path("game/cards/a.yaml").unlink(), {"within", "below"}),
    "another name": (
        lambda: Path("game/cards/a.yaml").rename("game/cards/z.yaml"),
        {"within", "below"},
    ),
    "a hidden file": (lambda: write(Path("game/.a.yaml.swp"), ""), set()),
    "a folder that became a file": (
        a_file_instead_of_a_folder,
        {"what", "within", "below"},
    ),
    "a folder that became a link": (
        a_link_instead_of_a_folder,
        {"real"},
    ),
    "no such folder any more": (
        lambda: Path("game").rename("elsewhere"),
        {"what", "within", "below", "data"},
    ),
    "a file that is no longer one": (
        a_pipe_instead_of_a_file,
        {"data"},
    ),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("question", ASKED)
def test_answers_hold_until_they_would_be_others(question: str, change: str) -> None:
    with file_questions.noting() as seen:
        ASKED[question]()
    assert seen.whole and len(seen.answers) == 1
    happens, others = CHANGES[change]
    happens()
    assert file_questions.still(seen.answers) == (question not in others)


def test_only_what_was_wanted_of_a_file_counts() -> None:
    with file_questions.noting() as seen:
        assert file_questions.data(Path("game/game.yaml"), 5) == b"game: "
    write(Path("game/game.yaml"), "game: other\n")
    assert file_questions.still(seen.answers)
    write(Path("game/game.yaml"), "game:\n")
    assert not file_questions.still(seen.answers)


@pytest.mark.parametrize("most", [0, 4, 5, 6, 10_000])
@pytest.mark.parametrize("said", [0, 3, 5, 400])
def test_all_of_a_file_is_read_whatever_its_size_is_said_to_be(
    said: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path("game/five")
    write(path, "12345")
    real = os.stat_result(path.stat())

    def stat(self: Path) -> os.stat_result:
        return os.stat_result((*real[:6], said, *real[7:]))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", stat)
        assert file_questions.data(path, most) == b"12345"[: most + 1]


def test_where_a_link_leads_counts() -> None:
    link = Path("game/cards/link.yaml")
    link.symlink_to("a.yaml")
    with file_questions.noting() as seen:
        (_, cards) = walked(Path("game"))
    assert cards.links == {"link.yaml"} and cards.files == ("a.yaml", "b.yaml", "link.yaml")
    link.unlink()
    link.symlink_to("b.yaml")
    assert not file_questions.still(seen.answers)


def test_links_to_folders_are_told_and_not_followed() -> None:
    Path("game/more").symlink_to("cards")
    listed = walked(Path("game"))
    assert [(each.path.name, each.folders, each.files) for each in listed] == [
        ("game", ("cards", "more"), ("game.yaml",)),
        ("cards", (), ("a.yaml", "b.yaml")),
    ]


def test_what_cannot_be_read_or_changes_meanwhile_is_not_whole() -> None:
    with file_questions.noting() as seen, pytest.raises(FileNotFoundError):
        file_questions.data(Path("nowhere"), 10)
    assert not seen.whole
    with file_questions.noting() as seen, pytest.raises(FileNotFoundError):
        file_questions.within(Path("nowhere"))
    assert not seen.whole
    with file_questions.noting() as seen:
        file_questions.data(Path("game/game.yaml"), 100)
        write(Path("game/game.yaml"), "other")
        file_questions.data(Path("game/game.yaml"), 100)
    assert not seen.whole


def test_what_is_no_file_is_an_answer() -> None:
    with file_questions.noting() as seen, pytest.raises(file_questions.NoFileError):
        file_questions.data(Path("game"), 10)
    assert seen.whole and file_questions.still(seen.answers)


def test_nothing_is_noted_where_nobody_asked_for_it() -> None:
    with file_questions.noting() as outer:
        with file_questions.noting() as inner:
            file_questions.what(Path("game"))
        file_questions.what(Path("other"))
    file_questions.what(Path("game/cards"))
    assert [path for _, path, _ in inner.answers] == ["game"]
    assert [path for _, path, _ in outer.answers] == ["other"]


def test_reading_rules_notes_every_file_and_folder_that_counts() -> None:
    write(Path("game/LICENSE"), "")
    write(Path("game/pedlar"), "card: pedlar\ncost: 2\n")
    with file_questions.noting() as seen:
        read_folder(Path("game"), Bag())
    asked = {(question, path) for question, path, _ in seen.answers}
    assert {path for question, path in asked if question == "data"} == {
        "game/game.yaml",
        "game/cards/a.yaml",
        "game/cards/b.yaml",
        "game/pedlar",
    }
    assert ("below", "game") in asked


def test_looking_for_rulesets_notes_what_lies_beside() -> None:
    write(Path("addition/expansion.yaml"), "expansion: addition\nof: isle\n")
    write(Path("isle/game.yaml"), "game: isle\n")
    with file_questions.noting() as seen:
        assert game_and_expansions(Path("addition"), ())[0] == Path("isle").resolve()
    write(Path("aside/isle.yaml"), "game: other\n")
    assert not file_questions.still(seen.answers)
    with file_questions.noting() as seen:
        assert rulesets_in(Path()) == [Path("addition"), Path("game"), Path("isle")]
    write(Path("other/game.yaml"), "game: other\n")
    assert not file_questions.still(seen.answers)
