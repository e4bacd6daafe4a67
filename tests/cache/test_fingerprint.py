import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardwright.cache import fingerprint as module
from boardwright.cache.fingerprint import engine
from cli_runs import run_python


def known() -> str | None:
    engine.cache_clear()
    return engine()


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The files that count, in a place where they can be changed."""
    home = tmp_path / "boardwright"
    for part in list(module.folders()):
        (home / part).mkdir(parents=True, exist_ok=True)
        for each in (module._HOME / part).iterdir():
            if each.is_file():
                shutil.copy2(each, home / part / each.name)
    monkeypatch.setattr(module, "_HOME", home)
    yield home
    engine.cache_clear()


def write(path: Path) -> None:
    """An empty file that was there before we began."""
    path.write_bytes(b"")
    os.utime(path, (1000, 1000))


def test_it_is_the_same_until_something_changes(copy: Path) -> None:
    assert known() == known() is not None


@pytest.mark.parametrize(
    "name",
    [
        "cache/cached_results.py",
        "dsl/bind/bind.py",
        "dsl/language/effects.lark",
        "interpreter/program/link.py",
    ],
)
def test_an_edit_is_noticed(name: str, copy: Path) -> None:
    before, path = known(), copy / name
    seen = path.stat()
    path.write_bytes(path.read_bytes())
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns + 1))
    assert known() != before
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert known() == before
    path.write_bytes(path.read_bytes() + b"\n")
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert known() != before


def test_a_new_file_is_noticed(copy: Path) -> None:
    before = known()
    write(copy / "dsl" / "new.py")
    assert known() not in (before, None)
    (copy / "dsl" / "new.py").unlink()
    write(copy / "dsl" / "notes.txt")
    assert known() == before


@pytest.mark.parametrize(
    "name", ["cache/cached_results.py", "dsl/bind/bind.py", "dsl/language/effects.lark"]
)
def test_what_was_edited_since_we_began_may_be_in_memory_as_it_was(name: str, copy: Path) -> None:
    before, path = known(), copy / name
    seen = path.stat()
    os.utime(path)
    assert known() is None
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert known() == before


def test_another_version_is_noticed(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = known()
    monkeypatch.setattr(module, "__version__", "0.0.0")
    assert known() != before


def test_another_python_is_noticed(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = known()
    monkeypatch.setattr(sys, "version", f"{sys.version}, patched")
    assert known() != before


def test_what_we_read_with_is_noticed(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = known()
    (tmp_path / "path" / "lark").mkdir(parents=True)
    write(tmp_path / "path" / "lark" / "__init__.py")
    monkeypatch.syspath_prepend(tmp_path / "path")
    monkeypatch.delitem(sys.modules, "lark", raising=False)
    assert known() != before


def test_without_files_it_is_not_known(copy: Path) -> None:
    shutil.rmtree(copy)
    assert known() is None


USED = """
import sys
import boardwright
from boardwright.commands.validate import check
boardwright.load("rattus", 4, expansions=["mercatus"]).new(1)
check(["rattus"])
for name, module in sorted(sys.modules.items()):
    if name.split(".")[0] == "boardwright" and getattr(module, "__file__", None):
        print(module.__file__)
"""


def test_all_files_count_that_rules_go_through() -> None:
    done = run_python("-c", USED)
    folders = {(module._HOME / part).resolve() for part in module.folders()}
    # These tell of rules, or play by them.
    others = {"commands", "rulesets", "text", "validators/render", "interpreter/agents"}
    used = {Path(line).resolve().parent for line in done.out.splitlines()}
    assert len(used) > 20
    assert used - folders <= {(module._HOME / each).resolve() for each in others}
