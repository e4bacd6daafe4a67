from __future__ import annotations

from pathlib import Path

from boardwright.studio.serving.page_files import our_page, page_in, type_of
from studio_server import SOME_PAGE


def test_a_folder_becomes_a_page(tmp_path: Path) -> None:
    (tmp_path / "view").mkdir()
    for name in ("index.html", "one.mjs", "view/two.css", "types.d.ts", "notes.md"):
        (tmp_path / name).write_text(name)
    page = page_in(tmp_path)
    assert sorted(page.files) == ["index.html", "one.mjs", "view/two.css"]
    assert page.file(page.hash, "view/two.css") == b"view/two.css"
    assert page_in(tmp_path) == page
    (tmp_path / "one.mjs").write_text("other")
    assert page_in(tmp_path).hash != page.hash


def test_a_file_of_another_page_is_not_there() -> None:
    assert SOME_PAGE.file(SOME_PAGE.hash, "one.mjs") == b"1"
    assert SOME_PAGE.file("1" * 32, "one.mjs") is None
    for name in ("", ".", "..", "../one.mjs", "/one.mjs", "a/../one.mjs", "a", "two.mjs"):
        assert SOME_PAGE.file(SOME_PAGE.hash, name) is None


def test_our_page_names_files_that_it_has() -> None:
    page = our_page()
    text = page.index({"boardwright-nonce": "abc"})
    assert '<head><meta name="boardwright-nonce" content="abc">' in text
    named = [each.partition('"')[0] for each in text.split(f'"/page/{page.hash}/')[1:]]
    assert {"main.mjs", "style.css", "icon.svg"} <= {*named}
    assert [each for each in named if each not in page.files] == []
    assert 'src="main' not in text


def test_types() -> None:
    assert type_of("a/b.mjs") == "text/javascript; charset=utf-8"
    assert type_of("types.d.ts") is None
    assert type_of("README") is None
