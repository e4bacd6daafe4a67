"""The modules of the page: their types agree, nothing in them reads text as HTML, and what people read is in `words`."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import get_args

import pytest

import vendor_page
from boardwright.studio.refused import Code, Reason
from vendor_page import PAGE

MODULES = sorted(path for path in PAGE.rglob("*.mjs") if path.name != vendor_page.SCRIPT)
# What makes elements or code of a text: rulesets are shown by this page, and nothing that they say may run in it.
FORBIDDEN = re.compile(
    r"\b(?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe|createContextualFragment|srcdoc)\b"
    r"|\bdocument\.write|\beval\(|\bnew Function\b|\bset(?:Timeout|Interval)\([\"'`]"
    r"|\bstyle:\s*[\"'`]|[\"'`]style[\"'`]\s*,|\bstyle=|javascript:"
)
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`\\])//[^\n]*", re.DOTALL)
_STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`")
_SENTENCE = re.compile(r"[A-ZÀ-Ý][a-zà-ÿ]+(?:[,:;]? [\w$]|…)")


def code_of(path: Path) -> str:
    """A module without its comments, in which places keep their lines."""
    text = path.read_text("utf-8")
    return _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)


def line_of(path: Path, text: str, at: int) -> str:
    return f"{path.relative_to(PAGE)}:{text.count(chr(10), 0, at) + 1}"


def node(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which("node")
    assert program is not None, "these tests need Node 20 or later, with npm"
    command = [program, *arguments]
    return subprocess.run(
        command, cwd=vendor_page.FOLDER, capture_output=True, text=True, check=False
    )


def test_types_agree() -> None:
    packages = vendor_page.installed()
    done = node(str(packages / "typescript" / "bin" / "tsc"), "-p", ".")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PAGE)))
def test_text_stays_text(path: Path) -> None:
    code = code_of(path)
    assert [line_of(path, code, found.start()) for found in FORBIDDEN.finditer(code)] == []


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if path.parent.name != "words"],
    ids=lambda path: str(path.relative_to(PAGE)),
)
def test_what_people_read_is_in_words(path: Path) -> None:
    code = code_of(path)
    found = [
        f"{line_of(path, code, each.start())}: {each[0]}"
        for each in _STRING.finditer(code)
        if _SENTENCE.match(each[0][1:-1])
    ]
    assert found == []


def test_pages_hold_no_scripts_and_no_styles() -> None:
    for path in PAGE.rglob("*.html"):
        text = path.read_text("utf-8")
        assert not re.search(r"<style|\bstyle=|\bon\w+=|<script(?![^>]*\bsrc=)", text), path.name


def test_each_language_fills_in_the_same_values() -> None:
    script = """
      const found = [];
      for (const path of process.argv.slice(1)) {
        const { en, it, nl } = await import(path);
        for (const [word, text] of Object.entries(en)) {
          const values = (text) => JSON.stringify([...new Set(text.match(/\\{\\w+/g))].sort());
          for (const other of [it, nl]) {
            if (!other[word] || values(other[word]) !== values(text)) found.push(`${path}: ${word}`);
          }
        }
      }
      console.log(JSON.stringify(found));
    """
    words = [path.as_uri() for path in MODULES if path.parent.name == "words"]
    done = node("--input-type=module", "--eval", script, *words)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []


def test_each_refusal_has_words() -> None:
    words = (PAGE / "words" / "refusals.mjs").read_text("utf-8")
    known = {*re.findall(r"^  (\w+):", words, re.MULTILINE)}
    codes = {f"refused_{code}" for code in get_args(Code)}
    assert known == codes | {f"reason_{re.sub(r'[^a-z]', '_', each)}" for each in get_args(Reason)}
