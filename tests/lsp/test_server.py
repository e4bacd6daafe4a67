"""Questions that make no sense, files that are gone, and editors that do strange things."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from boardwright import cli
from boardwright.extras import install
from lsp_editor import Editor

RULES = "harbour/rules.yaml"


@pytest.mark.parametrize(
    ("line", "character"),
    [(0, 10_000), (10_000, 0), (2**31 - 1, 2**31 - 1), (-1, 0), (0, -5), (2**40, 2**40)],
)
def test_positions_that_are_nowhere_are_answered(
    editor: Editor, work: Path, line: int, character: int
) -> None:
    path = work / RULES
    editor.open(path)
    place = {
        "textDocument": {"uri": path.as_uri()},
        "position": {"line": line, "character": character},
    }
    for method, more in (
        ("hover", {}),
        ("definition", {}),
        ("completion", {}),
        ("documentHighlight", {}),
        ("references", {"context": {"includeDeclaration": True}}),
        ("prepareRename", {}),
        ("rename", {"newName": "x"}),
    ):
        editor.raw(f"textDocument/{method}", {**place, **more})
    assert editor.definition(path, "sail(quay)\n", 1) != []


def test_a_place_within_a_pair_of_units_is_before_the_character(editor: Editor, work: Path) -> None:
    path = work / "harbour/captains/ahab.yaml"
    editor.open(path, "captain: ahab\nflag: red_flag  # 🐋🐋\n")
    for character in range(17, 25):
        place = {
            "textDocument": {"uri": path.as_uri()},
            "position": {"line": 1, "character": character},
        }
        assert editor.raw("textDocument/definition", place) == []


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1",
        "file:///nowhere/at/all.yaml",
        "file://elsewhere/x.yaml",
        "file:///x%00y.yaml",
        "git:/x.yaml?ref=HEAD",
        "",
        "::",
    ],
)
def test_addresses_that_are_no_files_are_answered(editor: Editor, uri: str) -> None:
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
    assert not editor.raw("textDocument/hover", place)
    assert not editor.raw("textDocument/completion", place)
    assert not editor.raw("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    item = {"uri": uri, "languageId": "yaml", "version": 1, "text": "part: x\n"}
    editor.raw_notification("textDocument/didOpen", {"textDocument": item})
    assert editor.check() == 0
    editor.raw_notification("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_a_request_that_cannot_be_read_is_answered_with_an_error(
    editor: Editor, work: Path
) -> None:
    path = work / RULES
    editor.open(path)
    place = {"textDocument": {"uri": path.as_uri()}, "position": "here"}
    with pytest.raises(Exception, match="Invalid Params"):
        editor.raw("textDocument/hover", place)
    assert editor.hover(path, "sail", 1) != ""


def test_a_file_that_is_deleted_while_it_is_open(editor: Editor, work: Path) -> None:
    path = work / "harbour/captains/ahab.yaml"
    editor.open(path)
    editor.check()
    path.unlink()
    editor.watched(path, types.FileChangeType.Deleted)
    editor.check()
    assert editor.hover(path, "ahab", 1).startswith("**ahab**")
    editor.close(path)
    editor.open(work / RULES)
    editor.check()
    assert [each.code for each in editor.told[work / "harbour/facts.yaml"]] == ["E519"]


def test_a_whole_folder_that_is_deleted(editor: Editor, work: Path) -> None:
    path = work / "fleet/expansion.yaml"
    editor.open(path)
    editor.check()
    for each in sorted((work / "harbour").rglob("*.yaml")):
        each.unlink()
        editor.watched(each, types.FileChangeType.Deleted)
    editor.check()
    assert "E127" in [each.code for each in editor.told[path]]


def test_a_text_of_nothing_but_mistakes(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    for text in ("", "\n", "x", "[", "a: b: c", "\t", "\ud800", "rules: |\n" * 2_000, "{" * 5_000):
        editor.change(path, text)
        editor.check()
        editor.complete(path, text[-1:], 0)
        assert any(editor.told[path])


def test_positions_are_in_utf_16_whatever_else_an_editor_knows(work: Path) -> None:
    with Editor(work, encodings=["utf-32", "utf-8", "utf-16"]) as editor:
        assert editor.answer.capabilities.position_encoding == "utf-16"


def test_without_the_extra_one_line_says_what_is_needed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("boardwright.lsp")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("pygls", "pygls.exceptions", "pygls.lsp", "pygls.lsp.server", "lsprotocol"):
        monkeypatch.setitem(sys.modules, name, None)
    assert cli.main(["lsp"]) == 2
    assert capsys.readouterr() == (
        "",
        f"the language server needs: {install('lsp')}\n",
    )


def test_it_ends_when_nobody_speaks_any_more() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "boardwright", "lsp", "--stdio"], input=b"", capture_output=True
    )
    assert (done.returncode, done.stdout) == (0, b"")
