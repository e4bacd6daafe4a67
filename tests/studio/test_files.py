from __future__ import annotations

import os
from pathlib import Path

import pytest

from asking import Asking
from boardwright.studio.files import LARGEST, hash_of
from boardwright.studio.settings import Settings

CARD = "class_card: baker\nname: Baker\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    (folder / "cards").mkdir(parents=True)
    (folder / "cards" / "baker.yaml").write_text(CARD)
    (folder / "notes.md").write_text("# Notes\n")
    (folder / "secret.txt").write_text("x")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "a.yaml").write_text("x")
    (tmp_path / "outside.yaml").write_text("secret")
    (folder / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    (folder / "away").symlink_to(tmp_path)
    return folder


@pytest.fixture
def asking(folder: Path) -> Asking:
    return Asking(Settings(folder))


def own(asking: Asking) -> list[str]:
    files = asking.ok("file", what="list")["files"]
    return [each["path"] for each in files if not each["locked"]]


def test_list_has_the_files_of_the_folder_and_of_shipped_rulesets(asking: Asking) -> None:
    found = asking.ok("file", what="list")
    files = {each["path"]: each for each in found["files"]}
    assert own(asking) == ["cards/baker.yaml", "notes.md"]
    assert files["cards/baker.yaml"] == {
        "path": "cards/baker.yaml",
        "size": len(CARD),
        "hash": hash_of(CARD.encode()),
        "kind": "rules",
        "locked": False,
    }
    assert files["@rattus/game.yaml"]["locked"]
    assert found["folder"] == "games" and found["uri"].endswith("/games/")


def test_read_and_write(asking: Asking, folder: Path) -> None:
    read = asking.ok("file", what="read", path="cards/baker.yaml")
    assert read == {"text": CARD, "hash": hash_of(CARD.encode())}
    now = asking.ok("file", what="write", path="cards/baker.yaml", text="new\n", hash=read["hash"])
    assert (folder / "cards" / "baker.yaml").read_text() == "new\n"
    assert asking.ok("file", what="read", path="cards/baker.yaml")["hash"] == now["hash"]


def test_what_was_changed_meanwhile_is_a_conflict(asking: Asking, folder: Path) -> None:
    hash = asking.ok("file", what="read", path="notes.md")["hash"]
    (folder / "notes.md").write_text("theirs")
    for more in (
        {"what": "write", "text": "ours"},
        {"what": "delete"},
        {"what": "rename", "to": "a.md"},
    ):
        error = asking.error("file", path="notes.md", hash=hash, **more)
        assert error["code"] == "conflict"
        assert error["now"] == {"text": "theirs", "hash": hash_of(b"theirs")}
    assert (folder / "notes.md").read_text() == "theirs"


def test_new_rename_and_delete(asking: Asking, folder: Path) -> None:
    asking.ok("file", what="new", path="cards/deep/miller.yaml", text="x\n")
    assert asking.error("file", what="new", path="notes.md", text="x")["code"] == "refused"
    asking.ok("file", what="rename", path="cards/deep/miller.yaml", to="cards/miller.yaml")
    assert own(asking) == ["cards/baker.yaml", "cards/miller.yaml", "notes.md"]
    assert not (folder / "cards" / "deep").exists()
    asking.ok("file", what="delete", path="cards/miller.yaml")
    assert own(asking) == ["cards/baker.yaml", "notes.md"]
    for to in ("notes.md", "cards/baker.md", "../baker.yaml"):
        assert (
            asking.error("file", what="rename", path="cards/baker.yaml", to=to)["code"] == "refused"
        )


@pytest.mark.parametrize(
    "path",
    ["../outside.yaml", "/etc/passwd", "a/../../outside.yaml", "secret.txt", ".hidden/a.yaml", "link.yaml", "away/outside.yaml",
     "", "..", "cards", "C:\\x.yaml", "a\\..\\x.yaml", "x.yaml\0.md", "a//b.yaml", "/".join("abcdefghi") + ".yaml", "@../x.yaml", "x" * 300 + ".yaml"],
)  # fmt: skip
def test_nothing_outside_the_folder_is_read_or_written(asking: Asking, path: str) -> None:
    for more in (
        {"what": "read"},
        {"what": "new", "text": "x"},
        {"what": "write", "text": "x", "hash": hash_of(b"secret")},
        {"what": "delete"},
        {"what": "rename", "to": "b.yaml"},
    ):
        assert asking.error("file", path=path, **more)["code"] in ("refused", "not_found", "failed")
    assert own(asking) == ["cards/baker.yaml", "notes.md"]


def test_shipped_rulesets_are_read_only(asking: Asking) -> None:
    hash = asking.ok("file", what="read", path="@rattus/game.yaml")["hash"]
    for more in (
        {"what": "write", "text": "x", "hash": hash},
        {"what": "new", "text": "x"},
        {"what": "delete"},
        {"what": "rename", "to": "b.yaml"},
    ):
        assert asking.error("file", path="@rattus/game.yaml", **more)["code"] == "refused"


def test_devices_and_large_files_are_refused(asking: Asking, folder: Path) -> None:
    os.mkfifo(folder / "pipe.yaml")
    (folder / "large.yaml").write_bytes(b"x" * (LARGEST + 1))
    assert own(asking) == ["cards/baker.yaml", "notes.md"]
    for path in ("pipe.yaml", "large.yaml"):
        assert asking.error("file", what="read", path=path)["code"] == "refused"
    new = asking.error("file", what="new", path="new.yaml", text="é" * (LARGEST // 2 + 1))
    assert new["code"] == "too_large"


def test_pictures_are_listed_and_not_read_as_text(asking: Asking, folder: Path) -> None:
    (folder / "rat.png").write_bytes(b"\x89PNG")
    assert own(asking) == ["cards/baker.yaml", "notes.md", "rat.png"]
    assert asking.error("file", what="read", path="rat.png")["code"] == "refused"
    assert asking.error("file", what="new", path="cat.png", text="x")["code"] == "refused"


def test_changes_since_a_mark(asking: Asking, folder: Path) -> None:
    first = asking.ok("file", what="changes", since=None)
    assert first["changed"] == []
    assert asking.ok("file", what="changes", since=first["mark"])["changed"] == []
    (folder / "new.md").write_text("new")
    (folder / "cards" / "baker.yaml").unlink()
    (folder / "notes.md").write_text("other text")
    now = asking.ok("file", what="changes", since=first["mark"])
    assert now["changed"] == ["cards/baker.yaml", "new.md", "notes.md"]
    assert asking.ok("file", what="changes", since=now["mark"])["changed"] == []
    assert asking.ok("file", what="changes", since="unknown")["changed"] == ["new.md", "notes.md"]


def test_without_a_folder_shipped_rulesets_can_be_read() -> None:
    asking = Asking(Settings())
    assert asking.ok("file", what="read", path="@rattus/game.yaml")["text"]
    assert asking.error("file", what="new", path="a.yaml", text="x")["code"] == "unavailable"
    assert own(asking) == []
