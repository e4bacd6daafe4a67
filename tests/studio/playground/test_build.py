"""What the playground is made of."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from boardwright.files.locate_ruleset import shipped
from build_playground import ENGINE, POLICY, build


def names(archive: Path) -> list[str]:
    with zipfile.ZipFile(archive) as opened:
        return opened.namelist()


def test_all_files_of_all_games_are_in_it(built: Path) -> None:
    found = set(names(built / ENGINE / "boardwright.zip"))
    for id, folder in shipped().items():
        for path in folder.rglob("*.yaml"):
            assert f"games/{id}/{path.relative_to(folder).as_posix()}" in found
    assert any(name.startswith("games/mycards/") for name in found)


def test_python_is_compiled(built: Path) -> None:
    for archive in ("boardwright.zip", "language.zip"):
        endings = {Path(name).suffix for name in names(built / ENGINE / archive)}
        assert ".pyc" in endings and not endings & {".py", ".so", ".pyd"}


def test_whatever_is_in_it_has_its_licence(built: Path) -> None:
    text = (built / ENGINE / "licenses.txt").read_text("utf-8")
    heads = [part.partition("\n")[0].split()[0] for part in text.split(f"\n{'-' * 80}\n\n")]
    packages = {
        name.split("/")[3].removesuffix(".pyc")
        for archive in ("boardwright.zip", "language.zip")
        for name in names(built / ENGINE / archive)
        if name.startswith("lib/")
    }
    own = {"yaml": "PyYAML", "_yaml": "PyYAML", "attr": "attrs", "cattr": "cattrs"}
    assert {own.get(name, name) for name in packages} <= set(heads)
    assert {"pyodide", "ajv"} <= set(heads)


def test_the_page_may_run_no_texts_and_ask_nobody(built: Path) -> None:
    page = (built / "index.html").read_text("utf-8")
    assert POLICY in page
    assert "script-src 'self' 'wasm-unsafe-eval';" in POLICY
    assert "unsafe-inline" not in POLICY and "http" not in POLICY
    assert "http" not in page.replace("http-equiv", "")


@pytest.mark.slow
def test_the_same_bytes_again(built: Path, tmp_path: Path) -> None:
    build(tmp_path / "again")
    first, again = (
        {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (built, tmp_path / "again")
    )
    assert [path for path in first if first[path] != again.get(path)] == []
    assert first.keys() == again.keys()
