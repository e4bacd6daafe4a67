import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boardwright.cache.store import Amount, Store, _store_at, key_of, store
from cli_runs import environment_with

KEY = key_of("a part")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "kept"


def entry(folder: Path, kind: str = "kind", key: str = KEY) -> Path:
    return folder / kind / key


def test_what_was_put_is_there_for_another_process(folder: Path) -> None:
    Store(folder).put("kind", KEY, b"all of it")
    assert Store(folder).get("kind", KEY) == b"all of it"


def test_what_was_not_put_is_not_there(folder: Path) -> None:
    kept = Store(folder)
    assert kept.get("kind", KEY) is None
    assert not folder.exists()
    kept.put("kind", KEY, b"")
    assert kept.get("kind", KEY) == b""
    assert kept.get("other", KEY) is None
    assert kept.get("kind", key_of("another part")) is None


def test_the_last_that_was_put_counts(folder: Path) -> None:
    kept = Store(folder)
    kept.put("kind", KEY, b"first")
    kept.put("kind", KEY, b"second")
    assert kept.get("kind", KEY) == b"second"
    assert sorted(each.name for each in (folder / "kind").iterdir()) == [KEY]


def test_keys_tell_where_one_part_ends() -> None:
    keys = [key_of(), key_of(""), key_of("ab"), key_of("a", "b"), key_of("", "ab"), key_of("1:a")]
    assert len(set(keys)) == len(keys)
    assert key_of("é", b"\xff") == key_of("é".encode(), b"\xff")


# ---- damage


def test_no_byte_may_be_another(folder: Path) -> None:
    Store(folder).put("kind", KEY, b"some text")
    whole = entry(folder).read_bytes()
    for at in range(len(whole)):
        for other in (whole[at] ^ 1, whole[at] ^ 0xFF):
            entry(folder).write_bytes(whole[:at] + bytes([other]) + whole[at + 1 :])
            assert Store(folder).get("kind", KEY) is None, at
    entry(folder).write_bytes(whole)
    assert Store(folder).get("kind", KEY) == b"some text"


def test_nothing_may_be_missing_or_added(folder: Path) -> None:
    Store(folder).put("kind", KEY, b"some text")
    whole = entry(folder).read_bytes()
    for end in range(len(whole)):
        entry(folder).write_bytes(whole[:end])
        assert Store(folder).get("kind", KEY) is None, end
    entry(folder).write_bytes(whole + b"\0")
    assert Store(folder).get("kind", KEY) is None


def test_what_is_damaged_is_replaced(folder: Path) -> None:
    kept = Store(folder)
    kept.put("kind", KEY, b"text")
    entry(folder).write_bytes(b"damaged")
    kept.put("kind", KEY, b"text")
    assert kept.get("kind", KEY) == b"text"


def test_an_entry_stands_for_its_own_key_and_kind_only(folder: Path) -> None:
    kept, other = Store(folder), key_of("another part")
    kept.put("kind", KEY, b"one")
    kept.put("kind", other, b"two")
    kept.put("sort", KEY, b"three")
    entry(folder).write_bytes(entry(folder, key=other).read_bytes())
    assert kept.get("kind", KEY) is None
    entry(folder).write_bytes(entry(folder, kind="sort").read_bytes())
    assert kept.get("kind", KEY) is None


def test_an_entry_of_another_folder_is_not_taken(folder: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    for each in (folder, foreign):
        Store(each).put("kind", KEY, b"the same text")
    entry(folder).write_bytes(entry(foreign).read_bytes())
    assert Store(folder).get("kind", KEY) is None


@pytest.mark.parametrize("damaged", [b"", b"short", bytes(33)])
def test_a_damaged_key_makes_all_worthless_until_it_is_put_again(
    folder: Path, damaged: bytes
) -> None:
    Store(folder).put("kind", KEY, b"text")
    (folder / "boardwright-cache.key").write_bytes(damaged)
    assert Store(folder).get("kind", KEY) is None
    Store(folder).put("kind", KEY, b"text")
    assert Store(folder).get("kind", KEY) == b"text"


# ---- whose folder it is


def test_the_folder_is_for_us_only(folder: Path) -> None:
    Store(folder).put("kind", KEY, b"text")
    modes = {each.name: each.stat().st_mode & 0o777 for each in (folder, *folder.rglob("*"))}
    assert modes == {"kept": 0o700, "kind": 0o700, "boardwright-cache.key": 0o600, KEY: 0o600}


@pytest.mark.parametrize("mode", [0o755, 0o701, 0o720, 0o777])
def test_a_folder_that_others_may_use_is_not_used(folder: Path, mode: int) -> None:
    Store(folder).put("kind", KEY, b"text")
    folder.chmod(mode)
    kept = Store(folder)
    assert kept.refused == f"other users have access to it; `chmod 700 {folder}` keeps them out"
    assert kept.get("kind", KEY) is None
    kept.put("kind", key_of("another part"), b"text")
    kept.clear()
    folder.chmod(0o700)
    assert Store(folder).get("kind", KEY) == b"text"
    assert Store(folder).amounts() == {"kind": Amount(1, 32 + 4)}


def test_a_folder_of_another_user_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(folder).put("kind", KEY, b"text")
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    assert Store(folder).refused == "it belongs to another user"
    assert Store(folder).get("kind", KEY) is None


def test_a_file_of_another_user_is_not_taken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Store(folder)
    kept.put("kind", KEY, b"text")  # the folder is known to be ours from now on
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    assert kept.get("kind", KEY) is None


def test_a_file_that_others_may_write_is_not_taken(folder: Path) -> None:
    kept = Store(folder)
    kept.put("kind", KEY, b"text")
    entry(folder).chmod(0o666)
    assert kept.get("kind", KEY) is None


def test_a_link_is_not_followed(folder: Path, tmp_path: Path) -> None:
    kept, elsewhere = Store(folder), tmp_path / "elsewhere"
    kept.put("kind", KEY, b"text")
    entry(folder).rename(elsewhere)
    entry(folder).symlink_to(elsewhere)
    assert kept.get("kind", KEY) is None
    kept.put("kind", KEY, b"new")
    assert not entry(folder).is_symlink() and kept.get("kind", KEY) == b"new"


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        kept = Store(folder)
        kept.put("kind", KEY, b"text")
        assert kept.get("kind", KEY) is None and kept.amounts() == {}
        kept.clear()
    assert Store(tmp_path / "file").refused == "it is not a folder"


# ---- how much


def test_what_was_not_used_for_the_longest_time_goes(folder: Path) -> None:
    kept = Store(folder, most=5 * (32 + 100))
    keys = [key_of(f"{n}") for n in range(6)]
    for age, key in enumerate(keys[:5]):
        kept.put("kind", key, bytes(100))
        os.utime(entry(folder, key=key), (1000 + age, 1000 + age))
    assert kept.get("kind", keys[0]) is not None  # so it was used just now
    kept.put("kind", keys[5], bytes(100))
    there = {each.name for each in (folder / "kind").iterdir()}
    assert there == {keys[0], keys[2], keys[3], keys[4], keys[5]}


def test_what_is_too_much_by_itself_is_not_kept(folder: Path) -> None:
    kept = Store(folder, most=400)
    kept.put("kind", KEY, bytes(101))
    assert kept.get("kind", KEY) is None


def test_what_was_begun_and_never_finished_is_seen_and_removed(folder: Path) -> None:
    kept = Store(folder)
    kept.put("kind", KEY, b"text")
    entry(folder).with_name(f".{KEY}.{'0' * 16}").write_bytes(b"half")
    assert kept.amounts() == {"kind": Amount(2, 32 + 4 + 4)}
    kept.clear()
    assert [each.name for each in folder.rglob("*")] == ["kind"]
    assert kept.get("kind", KEY) is None


def test_what_is_not_ours_is_left_alone(folder: Path) -> None:
    kept = Store(folder, most=400)
    kept.put("kind", KEY, bytes(100))
    others = [folder / name for name in ("key", "kind/notes.txt", "kind/.hidden", "letters/a.txt")]
    for each in others:
        each.parent.mkdir(exist_ok=True)
        each.write_bytes(bytes(500))
    for number in range(5):
        kept.put("kind", key_of(f"{number}"), bytes(100))
    assert kept.amounts() == {"kind": Amount(3, 3 * 132)}
    kept.clear()
    assert kept.amounts() == {}
    assert sorted(each for each in folder.rglob("*") if each.is_file()) == sorted(others)


def test_a_write_that_fails_leaves_nothing_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Store(folder)
    kept.put("kind", KEY, b"old")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    kept.put("kind", KEY, b"new")
    assert kept.get("kind", KEY) == b"old"
    assert [each.name for each in (folder / "kind").iterdir()] == [KEY]


def test_a_folder_that_was_removed_is_made_again(folder: Path) -> None:
    kept = Store(folder)
    kept.put("kind", KEY, b"text")
    shutil.rmtree(folder)
    assert kept.get("kind", KEY) is None
    kept.put("kind", KEY, b"text")
    assert kept.get("kind", KEY) == Store(folder).get("kind", KEY) == b"text"


# ---- several at once

WRITER = """
import sys
from pathlib import Path
from boardwright.cache.store import Store
folder, key, me = sys.argv[1:]
ours = {str(n).encode() * 5000 for n in range(4)}
for n in range(60):
    Store(Path(folder)).put("kind", key, me.encode() * 5000)
    found = Store(Path(folder)).get("kind", key)
    assert found in ours, found and found[:20]
"""


def test_writers_do_not_disturb_each_other(folder: Path) -> None:
    environment = environment_with()
    processes = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(folder), KEY, f"{me}"], env=environment)
        for me in range(4)
    ]
    assert [each.wait() for each in processes] == [0, 0, 0, 0]
    assert Store(folder).amounts() == {"kind": Amount(1, 32 + 5000)}


# ---- which folder


def test_the_environment_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "here"))
    assert store().folder == tmp_path / "here"
    monkeypatch.setenv("BOARDWRIGHT_CACHE", "off")
    assert store().folder is None
    store().put("kind", KEY, b"text")
    assert store().get("kind", KEY) is None


@pytest.mark.parametrize("said", ["", None])
def test_by_default_it_is_where_the_system_wants_it(
    said: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import platformdirs

    monkeypatch.setenv("HOME", str(tmp_path))
    _store_at.cache_clear()
    if said is None:
        monkeypatch.delenv("BOARDWRIGHT_CACHE", raising=False)
    else:
        monkeypatch.setenv("BOARDWRIGHT_CACHE", said)
    assert store().folder == Path(platformdirs.user_cache_dir("boardwright", appauthor=False))
    _store_at.cache_clear()
