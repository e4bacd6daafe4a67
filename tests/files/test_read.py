from __future__ import annotations

import os
from pathlib import Path

import pytest

from boardwright.dsl.source.diagnostics import Bag, RulesetError
from boardwright.dsl.source.places import Source
from boardwright.files import read as files
from boardwright.files.read import read_folder, read_source


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "here"
    home.mkdir()
    monkeypatch.chdir(home)
    return home


def write(path: str, text: str | bytes = "a: b\n") -> Path:
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return file


def read(root: str | Path) -> tuple[tuple[Source, ...], list[str]]:
    bag = Bag()
    found = read_folder(Path(root), bag)
    return found, [item.headline() for item in bag.sorted()]


def names(root: str | Path) -> list[str]:
    found, said = read(root)
    assert said == []
    return [source.name for source in found]


def test_all_yaml_files_of_a_folder_are_read_in_the_order_of_their_paths() -> None:
    for path in ("game/z.yaml", "game/cards/b.yaml", "game/a.yaml", "game/cards/a/x.yaml"):
        write(path, path)
    write("game/README.md")
    found, said = read("game")
    assert [source.text for source in found] == [
        "game/a.yaml",
        "game/cards/a/x.yaml",
        "game/cards/b.yaml",
        "game/z.yaml",
    ]
    assert said == []


def test_a_file_below_the_current_folder_is_shown_by_its_path_from_there(here: Path) -> None:
    write("game/a.yaml")
    assert names(here / "game") == ["game/a.yaml"]
    assert names("./game") == ["game/a.yaml"]
    assert names(".") == ["game/a.yaml"]


def test_a_file_elsewhere_is_shown_as_it_was_named(here: Path) -> None:
    write("../other/a.yaml")
    assert names("../other") == ["../other/a.yaml"]
    assert names(here.parent / "other") == [(here.parent / "other/a.yaml").as_posix()]
    # A folder whose name begins like the current one is not below it.
    write("../here2/a.yaml")
    assert names(here.parent / "here2") == [(here.parent / "here2/a.yaml").as_posix()]


def test_one_file_may_be_named_whatever_its_suffix() -> None:
    write("one.txt", "a: b")
    assert names("one.txt") == ["one.txt"]


def test_names_that_begin_with_a_dot_are_left_alone() -> None:
    write("game/a.yaml")
    write("game/._a.yaml")
    write("game/.git/b.yaml")
    assert names("game") == ["game/a.yaml"]


def test_other_suffixes_of_yaml_are_pointed_out_and_not_read() -> None:
    write("game/a.yaml")
    write("game/b.yml")
    write("game/C.YAML")
    found, said = read("game")
    assert [source.name for source in found] == ["game/a.yaml"]
    assert said == [
        "game/C.YAML:1:1: warning[E121] `C.YAML` ends in .YAML; boardwright reads .yaml",
        "game/b.yml:1:1: warning[E121] `b.yml` ends in .yml; boardwright reads .yaml",
    ]


def test_rules_saved_as_text_or_without_an_ending_are_pointed_out() -> None:
    write("game/a.yaml")
    write("game/cards/b.yaml.txt")
    write(
        "game/cards/pedlar", "# a card\ncard: pedlar  # of the fair\ncost: 2\nability: |\n  nothing"
    )
    write("game/cards/long", "card: long\ncost: 2\n" + "# ä\n" * 2000)
    found, said = read("game")
    assert [source.name for source in found] == ["game/a.yaml"]
    assert said == [
        "game/cards/b.yaml.txt:1:1: warning[E121] `b.yaml.txt` ends in .txt; boardwright reads .yaml",
        "game/cards/long:1:1: warning[E121] `long` has no ending; boardwright reads .yaml",
        "game/cards/pedlar:1:1: warning[E121] `pedlar` has no ending; boardwright reads .yaml",
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("notes.txt", "card: pedlar\ncost: 2\n"),
        ("a.yaml.orig", "card: pedlar\ncost: 2\n"),
        ("makefile", "all: build\n\nbuild:\n\tmake\n"),
        ("LICENSE", "card: pedlar\ncost: 2\n"),
        ("readme", "card: pedlar\nIt costs two.\n"),
        ("to_do", "card: pedlar\n"),
        ("words", "Pedlar: a card\nthat: moves\n"),
        ("picture", b"\xff\xfe\x00card: pedlar\ncost: 2\n"),
        ("nothing_yet", ""),
    ],
)
def test_other_files_may_lie_about(name: str, text: str | bytes) -> None:
    write("game/a.yaml")
    write(f"game/{name}", text)
    assert names("game") == ["game/a.yaml"]


def test_a_link_that_leads_out_of_the_folder_is_refused() -> None:
    secret = write("secret.yaml", "secret: yes")
    write("game/a.yaml")
    Path("game/b.yaml").symlink_to(secret.absolute())
    Path("game/c").symlink_to(Path("..").absolute())
    found, said = read("game")
    assert [source.name for source in found] == ["game/a.yaml"]
    assert said == [
        "game/b.yaml:1:1: error[E807] a link leads out of the ruleset folder",
        "game/c:1:1: error[E807] a link leads out of the ruleset folder",
    ]


def test_a_link_to_a_file_inside_is_read_and_a_link_to_a_folder_is_not_followed() -> None:
    write("game/a.yaml")
    Path("game/b.yaml").symlink_to("a.yaml")
    Path("game/loop").symlink_to(".")
    found, said = read("game")
    assert [source.name for source in found] == ["game/a.yaml", "game/b.yaml"]
    assert said == ["game/loop:1:1: warning[E807] a link to a folder is not followed"]


def test_the_folder_itself_may_be_reached_through_a_link() -> None:
    write("../other/game/a.yaml")
    Path("link").symlink_to("../other/game")
    assert names("link") == ["link/a.yaml"]


def test_broken_and_circular_links_are_reported() -> None:
    Path("game").mkdir()
    Path("game/a.yaml").symlink_to("gone.yaml")
    Path("game/b.yaml").symlink_to("b.yaml")
    found, said = read("game")
    assert found == ()
    assert [line.split(": ")[1] for line in said] == ["error[E101] the file cannot be read"] * 2


def test_what_does_not_exist_is_reported() -> None:
    assert read("nowhere") == (
        (),
        ["nowhere:1:1: error[E101] the file cannot be read: no such file or directory"],
    )


def test_a_folder_without_rule_files_is_reported() -> None:
    write("game/README.md")
    assert read("game") == ((), ["game:1:1: error[E126] the folder has no `.yaml` file"])


def test_something_that_is_not_a_file_is_not_opened() -> None:
    write("game/b.yaml")
    os.mkfifo("game/a.yaml")
    found, said = read("game")
    assert [source.name for source in found] == ["game/b.yaml"]
    assert said == ["game/a.yaml:1:1: error[E101] this is not a file"]


def test_a_file_of_more_than_a_megabyte_is_not_read() -> None:
    write("game/a.yaml", "#" * (1 << 20))
    write("game/b.yaml", "#" * ((1 << 20) + 1))
    found, said = read("game")
    assert [source.name for source in found] == ["game/a.yaml"]
    assert said == ["game/b.yaml:1:1: error[E801] the file is larger than 1 MiB"]


def test_a_byte_order_mark_is_not_part_of_the_text() -> None:
    assert read_source(write("a.yaml", b"\xef\xbb\xbfa: b"), "a.yaml").text == "a: b"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_other_encodings_of_unicode_are_recognised(encoding: str) -> None:
    write("a.yaml", "place: reserve\n".encode(encoding))
    assert read("a.yaml") == (
        (),
        ["a.yaml:1:1: error[E102] the file is not in utf-8, but looks like utf-16 or utf-32"],
    )


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
def test_the_first_byte_that_is_not_utf_8_is_pointed_at(start: bytes) -> None:
    path = write("a.yaml", start + "é: x\nname: caf".encode() + b"\xe9 noir\n")
    with pytest.raises(RulesetError) as caught:
        read_source(path, "shown.yaml")
    (item,) = caught.value.diagnostics
    assert item.label is not None
    assert item.headline() == "shown.yaml:2:10: error[E102] the file is not in utf-8"
    assert item.label.text == "byte 0xe9 does not start a character"
    assert item.label.span.source.line(2) == "name: caf\ufffd noir"


def test_too_many_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(6):
        write(f"game/{number}.yaml")
    monkeypatch.setattr(files, "MAX_FILES", 5)
    assert read("game") == ((), ["game:1:1: error[E805] the folder has more than 5 rule files"])
    monkeypatch.setattr(files, "MAX_FILES", 6)
    assert len(read("game")[0]) == 6
    monkeypatch.setattr(files, "MAX_ENTRIES", 5)
    assert read("game") == ((), ["game:1:1: error[E805] the folder has more than 5 files"])


def test_a_name_cannot_speak_to_the_terminal() -> None:
    write("game/\x1b[31m.yml")
    said = read("game")[1]
    assert "\x1b" not in "".join(said)


def test_files_are_only_so_large_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_TOTAL", 3 << 20)
    for n in range(4):
        write(f"rules/p{n}.yaml", "#" * 1_000_000)
    assert read("rules") == (
        (),
        [
            "rules:1:1: error[E805] the rule files of the folder are too large: more than 3 MiB together"
        ],
    )
