"""Every code has a page, every page is run: what is wrong gives the code, in these words, what is right gives none.

What a code means stands in the head of its page. The tables of the index are made of the heads, and what the commands
print is what they print: `pytest --update-golden` writes both.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boardwright import cli
from boardwright.dsl.source.codes import CODES, STAGES
from boardwright.text.error_pages import page_of
from folders import ROOT
from snippets import (
    Block,
    blocks,
    commands,
    matches,
    rewritten,
    run_command,
    run_session,
    write_block,
)

PAGES = ROOT / "docs" / "errors"
INDEX = PAGES / "index.md"
# Nothing outside of boardwright can bring these about; their pages say why.
NO_EXAMPLE = ("E678", "E825", "E826", "E829", "E830", "E901")

_WRONG, _RIGHT, _NONE = "## Wrong", "## Right", "## Why there is no example"
_TOLD = re.compile(r"(?:error|warning|note)\[(E\d{3})\]")
_TABLES = re.compile(r"(<!-- codes -->\n).*(<!-- end of codes -->)", re.DOTALL)


pytestmark = pytest.mark.usefixtures("surroundings")


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert sorted(path.stem for path in PAGES.glob("*")) == sorted([*CODES, "index"])


@pytest.mark.parametrize("code", CODES)
def test_the_head_of_a_page(code: str) -> None:
    text = (PAGES / f"{code}.md").read_text("utf-8")
    head, page = text[: text.index("\n## ")], page_of(code)
    assert head == f"# {code} {CODES[code]}\n\n{page.sentence}\n\n{page.advice}\n"
    # Lists show the sentence without its capital and full stop, so it is one, and begins with no name.
    assert re.fullmatch(r"([A-Z](?![A-Z])|`)[^\n]*[^.]\.", page.sentence)
    assert re.fullmatch(r"[^\n]+\.", page.advice) and page.summary not in page.advice


@pytest.mark.usefixtures("few_steps")
@pytest.mark.parametrize("code", CODES)
def test_the_page(
    code: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = PAGES / f"{code}.md"
    text = page.read_text("utf-8")
    updating = request.config.getoption("--update-golden")
    sections = re.findall(r"^## .*$", text, re.MULTILINE)
    if code in NO_EXAMPLE:
        assert sections[0] == _NONE
        assert all(block.language == "text" for block in blocks(text))
        return
    assert sections[:2] == [_WRONG, _RIGHT]

    wrong, told = played(text, page.name, tmp_path, monkeypatch)
    if wrong and updating:
        # From the last block to the first, so that rows stay what they are.
        for block, printed in reversed(wrong):
            text = rewritten(text, block, printed)
        page.write_text(text, "utf-8")
    for block, printed in [] if updating else wrong:
        now = "\n".join(printed.values())
        pytest.fail(f"{block.where} does not say what is printed (--update-golden would):\n{now}")
    others = told[_WRONG] - {each for each in CODES if f"[{each}]({each}.md)" in text}
    assert code in told[_WRONG], f"{page.name}: what is wrong gives {told[_WRONG]}"
    assert others <= {code}, f"{page.name}: what is wrong gives {others} as well"
    assert told[_RIGHT] == set(), f"{page.name}: what is right gives {told[_RIGHT]}"
    assert cli.main(["fmt", "--check", "--quiet", str(tmp_path / "Right")]) == cli.OK


def played(
    text: str, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[tuple[Block, dict[int, str]]], dict[str, set[str]]]:
    """Runs the blocks of a page: which of them print other things than they say, and what; and the codes that are told
    in each section. A section begins with the files of the index and nothing else.
    """
    lines = text.splitlines()
    wrong: list[tuple[Block, dict[int, str]]] = []
    told: dict[str, set[str]] = {}
    for block in blocks(text, name):
        section = next(line for line in reversed(lines[: block.row]) if line.startswith("## "))
        here = folder / section.removeprefix("## ")
        if section not in told:
            monkeypatch.chdir(folder)
            for file in files_of_the_index():
                write_block(here, file)
            monkeypatch.chdir(here)
        codes = told.setdefault(section, set())
        if block.language == "python":
            run_session(block, {})
            codes |= set(_TOLD.findall(block.text))
            continue
        if block.language != "console":
            path = block.flags.get("file") or block.flags["link"]
            assert f"`{path}`" in lines[block.row - 4], (
                f"{block.where}: the line above names {path}"
            )
            write_block(here, block)
            continue
        other: dict[int, str] = {}
        for number, command in enumerate(commands(block)):
            out = run_command(block, command.arguments, command.typed, monkeypatch)
            codes |= set(_TOLD.findall(out))
            assert section != _WRONG or "..." not in command.expected, f"{block.where}: in full"
            if not matches(command.expected, out):
                other[number] = out
        if other:
            wrong.append((block, other))
    return wrong, told


# ---- the index


def files_of_the_index() -> list[Block]:
    return [
        block for block in blocks(INDEX.read_text("utf-8"), INDEX.name) if "file" in block.flags
    ]


def test_the_message_that_the_index_shows_is_that_of_a_page() -> None:
    (shown,) = [
        block for block in blocks(INDEX.read_text("utf-8"), INDEX.name) if block.language == "text"
    ]
    assert shown.text in (PAGES / "E401.md").read_text("utf-8")


def test_the_index_lists_every_code(request: pytest.FixtureRequest) -> None:
    text = INDEX.read_text("utf-8")
    due = _TABLES.sub(lambda found: found[1] + tables() + found[2], text)
    if request.config.getoption("--update-golden"):
        INDEX.write_text(due, "utf-8")
    else:
        assert text == due, "--update-golden would write its tables"
    assert "<!-- codes -->" in text


def tables() -> str:
    """A table for each stage."""
    written = ""
    for stage, title in STAGES.items():
        rows = [
            f"| [{code}]({code}.md) | `{name}` | {page_of(code).summary} |\n"
            for code, name in CODES.items()
            if code[1] == stage
        ]
        if rows:
            heading = f"{title[:1].upper()}{title[1:]}"
            written += f"\n## {heading}\n\n| code | name | what is wrong |\n| --- | --- | --- |\n"
            written += "".join(rows)
    return f"{written}\n"


def test_the_game_of_the_examples_is_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = files_of_the_index()
    for block in found:
        write_block(tmp_path, block)
    told = run_command(found[0], ("validate", "orchard", "--profile", "published"), "", monkeypatch)
    assert told == "nothing wrong\n"


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []
