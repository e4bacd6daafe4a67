"""Whatever the README and the pages in docs/ show is run, and prints what they say."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import click
import pytest

from boardwright import cli
from folders import ROOT, SMALL_GAMES
from snippets import (
    NOT_RUN,
    PARTS,
    Block,
    NotUnderstoodError,
    blocks,
    commands,
    matches,
    part_files,
    rewritten,
    rules_with_parts,
    run_command,
    run_session,
    write,
    write_block,
)

PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "decisions").glob("*.md")),
]
# What these print has lines of files, which are as wide as somebody wrote them.
QUOTING = ("validate", "test", "coverage", "fmt", "schema", "replay")

pytestmark = pytest.mark.usefixtures("surroundings")


def run_page(
    page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, out: type[StringIO] = StringIO
) -> Iterator[tuple[Block, list[str]]]:
    """Writes the files of a page and runs its blocks, in order; gives each console block with what its commands printed."""
    names: dict[str, object] = {}
    for block in blocks(page.read_text(encoding="utf-8"), page.name):
        if block.language in NOT_RUN:
            continue
        if block.language == "python":
            run_session(block, names)
        elif "file" in block.flags:
            write_block(folder, block)
        elif block.language == "console":
            yield (
                block,
                [
                    run_command(block, command.arguments, command.typed, monkeypatch, out())
                    for command in commands(block)
                ],
            )
        else:
            for name, content in part_files(block).items():
                write(folder, f"{PARTS}/{name}", content)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_does_what_the_page_says(
    page: Path, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = page.read_text(encoding="utf-8")
    wrong: list[tuple[Block, dict[int, str]]] = []
    for block, every in run_page(page, tmp_path, monkeypatch):
        printed = {
            number: out
            for number, (command, out) in enumerate(zip(commands(block), every, strict=True))
            if not matches(command.expected, out)
        }
        if printed:
            wrong.append((block, printed))
    if (tmp_path / PARTS).exists():
        rules = rules_with_parts(tmp_path)
        for players in rules.players:
            assert rules.at_table(players).new(seed=1).decision is not None
    if wrong and request.config.getoption("--update-golden"):
        # From the last block to the first, so that rows stay what they are.
        for block, printed in reversed(wrong):
            text = rewritten(text, block, printed)
        page.write_text(text, encoding="utf-8")
        return
    for block, printed in wrong:
        told = "\n".join(printed.values())
        pytest.fail(f"{block.where} does not say what is printed (--update-golden would):\n{told}")


class NarrowTerminal(StringIO):
    """What is printed where a person looks at 80 columns."""

    def isatty(self) -> bool:
        return True


@pytest.mark.one_in(3)
@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if "```console" in page.read_text(encoding="utf-8")],
    ids=lambda page: page.name,
)
def test_every_command_fits_a_terminal_of_80_columns_without_colour(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    for block, printed in run_page(page, tmp_path, monkeypatch, NarrowTerminal):
        for command, out in zip(commands(block), printed, strict=True):
            assert "\x1b[" not in re.sub(r"\x1b\[(\?25[hl]|1A|2?K)", "", out), command.text
            if command.arguments[0] in QUOTING or block.flags.get("exit", "0") != "0":
                continue
            lines = re.sub(r"\x1b\[[^a-zA-Z]*[a-zA-Z]", "", out).splitlines()
            wide = [line for line in lines if len(line) > 80 and ".yaml:" not in line]
            assert wide == [], f"{block.where}: {command.text}"


def commands_in_sentences(page: Path) -> Iterator[list[str]]:
    """What is typed after `boardwright` in sentences, tables and blocks for a shell."""
    text = page.read_text(encoding="utf-8")
    found = re.findall(
        r"`boardwright ([a-z]+(?: [^`]*)?)`", re.sub(r"(?ms)^ *```.*?^ *```", "", text)
    )
    for block in blocks(text, page.name):
        if block.language == "sh":
            lines = block.text.replace("\\\n", " ")
            found += re.findall(r"(?:^|[ /])boardwright ([a-z]+(?: .*)?)$", lines, re.MULTILINE)
    for each in found:
        yield shlex.split(each.replace("\\|", "|"), comments=True)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_in_sentences_have_these_options(page: Path) -> None:
    for name, *words in commands_in_sentences(page):
        command = cli.group.get_command(click.Context(cli.group), name)
        assert command is not None, f"boardwright {name}"
        if isinstance(command, click.Group) and words:
            command = command.get_command(click.Context(command), words[0]) or command
        known = {"-h", "--help"}
        for each in command.params:
            known |= {*each.opts, *each.secondary_opts}
        given = {word.partition("=")[0] for word in words if re.match("-[a-z-]", word)}
        assert given <= known, f"boardwright {name} {shlex.join(words)}"


def test_the_readme_names_every_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in cli.COMMANDS if f"| `boardwright {name}" not in text] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    # Pages of games and the playground are written when the site is built: test_site.py follows these links.
    written = ("games/", "play/")
    here = [link for link in links if "://" not in link and not link.startswith(written)]
    assert [link for link in here if not (page.parent / link).exists()] == []


# ---- the runner itself


def test_blocks_say_what_they_are() -> None:
    text = "# a\n```yaml file=a.yaml\nx: 1\n```\n\n  ```console exit=1\n  $ boardwright x\n  ```\n"
    one, two = blocks(text)
    assert (one.row, one.language, one.flags, one.text) == (3, "yaml", {"file": "a.yaml"}, "x: 1\n")
    assert (two.row, two.flags, two.text) == (7, {"exit": "1"}, "$ boardwright x\n")


@pytest.mark.parametrize(
    "text",
    [
        "```\nx\n```",
        "```yaml\nx: 1\n```",
        "```json\n{}\n```",
        "```yaml part file=x\nx: 1\n```",
        "```python\nx = 1\n```",
        "```console out=1\n$ boardwright\n```",
        "```text\nno end",
    ],
)
def test_a_block_that_would_not_be_run_must_say_so(text: str) -> None:
    with pytest.raises(NotUnderstoodError):
        list(blocks(text))


@pytest.mark.parametrize("text", ["```console\nboardwright\n```", "```console\n$ rm x\n```"])
def test_a_console_block_runs_boardwright_and_nothing_else(text: str) -> None:
    (block,) = blocks(text)
    with pytest.raises(NotUnderstoodError):
        list(commands(block))


def test_what_is_typed_comes_after_the_prompt() -> None:
    (block,) = blocks("```console\n$ boardwright play x\nWhich?\n> 2\n\n> q\n$ boardwright\n```")
    play, other = commands(block)
    assert (play.arguments, play.typed, other.typed) == (("play", "x"), "2\nq\n", "")
    assert other.expected == ()


@pytest.mark.parametrize(
    ("pick", "understood"), [("roll", True), ("crab 7", False), ("", True), ("?", True)]
)
def test_what_is_typed_is_offered(
    pick: str, understood: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the page says that it is not: then the session is not the one that the page tells of."""
    arguments = ("play", str(SMALL_GAMES / "pig"), "--seed", "1")
    (block,) = blocks("```console\n$ boardwright\n```")
    if understood:
        assert "you have left the game" in run_command(
            block, arguments, f"{pick}\nq\n", monkeypatch
        )
    else:
        with pytest.raises(AssertionError, match="there is no option `crab 7`"):
            run_command(block, arguments, f"{pick}\nq\n", monkeypatch)


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        ("a\nb", "a\nb\n", True),
        ("a", "a\nb\n", False),
        ("a\nb", "a\n", False),
        ("a\n...", "a\nb\nc\n", True),
        ("...\nc", "a\nb\nc\n", True),
        ("a\n...\nd", "a\nb\nc\n", False),
        ("...\nb\n...\nb\nd", "a\nb\nc\nb\nd\n", True),
        ("...\nb\n...\nb\n...\nb", "a\nb\nc\nb\n", False),
        ("a\n...\na", "a\n", False),
        ("a ... c", "a b c\n", True),
        ("a [b]? *", "a [b]? *\n", True),
        ("a [b]? *", "a b? *\n", False),
        ("done in 3 ms, 0.1 s", "done in 12 ms, 1.7 s\n", True),
        ("done in 3 ms", "done in 3 days\n", False),
        ("", "\n", True),
    ],
)
def test_dots_stand_for_anything(expected: str, printed: str, same: bool) -> None:
    assert matches(tuple(expected.splitlines()), printed) is same


def test_lines_of_a_file_are_replaced(tmp_path: Path) -> None:
    write(tmp_path, "a/b.yaml", "1\n2\n3\n4\n")
    write(tmp_path, "a/b.yaml", "two\n", "2")
    write(tmp_path, "a/b.yaml", "x\ny\nz\n", "3-4")
    assert (tmp_path / "a/b.yaml").read_text() == "1\ntwo\nx\ny\nz\n"


def test_a_page_is_rewritten_where_it_is_wrong() -> None:
    page = "x\n```console\n$ boardwright a\nold\n$ boardwright b\nkept ...\n```\ny\n"
    (block,) = blocks(page)
    assert rewritten(page, block, {0: "new\nlines  \n"}) == (
        "x\n```console\n$ boardwright a\nnew\nlines\n$ boardwright b\nkept ...\n```\ny\n"
    )
