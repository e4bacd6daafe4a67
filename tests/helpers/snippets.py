"""Reads the fenced blocks of a page and runs them in order, in a folder of their own.

What a block is stands after its fence:

    yaml file=mycards/expansion.yaml   a file, written as it stands
    yaml file=mycards/king.yaml lines=4-5   lines in place of those of a file that is there already, or after its end
    yaml file=mycards/king.yaml times=500   the last line this many times
    yaml file=mycards/king.yaml encoding=latin-1
    yaml file=mycards/king.yaml escapes     `\x1b` and `\u202e` stand for these characters
    yaml file=mycards/king_{n}.yaml copies=3    three files, `{n}` being 1 to 3
    text link=mycards/king.yaml        a symbolic link; what it leads to is in the block
    json file=game.jsonl lines=3       as yaml
    yaml part                          sections of a rule file: they join an expansion that must be sound
    effect params="region"             statements: the effect of a rule with these parameters in that expansion
    expressions params="region"        one expression a line: values of that expansion
    console exit=1                     `$ boardwright ...` with what it prints; `...` stands for any text, alone on a
                                       line for any lines; after `> ` stands what is typed; times are not compared
    python                             a session with `>>>`, as doctest runs it
    sh, text                           not run
    lua, toml                          configuration of editors, which tests/editor runs

The expansion of the parts is one of `rattus`, and comes after every expansion that the page has written.
"""

from __future__ import annotations

import doctest
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from io import StringIO
from pathlib import Path

import pytest

from boardwright import cli
from boardwright.dsl.source.diagnostics import Bag
from boardwright.loading.composed import read_into
from boardwright.loading.rules import Rules
from boardwright.validators.render import full

NOT_RUN = ("sh", "text", "lua", "toml")
PARTS = "parts_of_the_page"
FLAGS = {
    "yaml": {"file", "lines", "part", "times", "encoding", "escapes", "copies"},
    "json": {"file", "lines"},
    "effect": {"params"},
    "expressions": {"params"},
    "console": {"exit"},
    "py": {"file"},
    "python": set[str](),
    "sh": set[str](),
    "text": {"link"},
    "lua": set[str](),
    "toml": set[str](),
}

_FENCE = re.compile(r"^( *)(`{3,})([^`\n]*)$")
_ESCAPE = re.compile(r"\\x([0-9a-f]{2})|\\u([0-9a-f]{4})")
_REFUSED = re.compile(r"(?m)^(?:there is no option `.*`;|`.*` could mean: ).*$")
_TIME = re.compile(r"\b[0-9][0-9,.]* (ms|s)\b")


class NotUnderstoodError(Exception):
    """A block of which nobody can tell whether it is right."""


@dataclass(frozen=True)
class Block:
    """`row` is that of its first line on the page."""

    page: str
    row: int
    language: str
    flags: dict[str, str]
    text: str

    @property
    def where(self) -> str:
        return f"{self.page}:{self.row}"


@dataclass(frozen=True)
class Command:
    """A command line of a console block, and what the page says that it prints."""

    text: str
    arguments: tuple[str, ...]
    typed: str
    expected: tuple[str, ...]


def blocks(text: str, page: str = "page.md") -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    opened: tuple[int, str, int, str] | None = None
    lines: list[str] = []
    for row, line in enumerate(text.splitlines(), 1):
        fence = _FENCE.match(line)
        if opened is None:
            if fence is not None:
                opened = (row + 1, fence[2], len(fence[1]), fence[3].strip())
                lines = []
        elif fence is not None and len(fence[2]) >= len(opened[1]) and not fence[3].strip():
            yield _block(page, opened[0], opened[3], "".join(f"{line}\n" for line in lines))
            opened = None
        else:
            lines.append(line[opened[2] :] if line[: opened[2]].isspace() else line)
    if opened is not None:
        raise NotUnderstoodError(f"{page}:{opened[0]}: the block has no end")


def _block(page: str, row: int, info: str, text: str) -> Block:
    language, *words = shlex.split(info) or [""]
    flags: dict[str, str] = {}
    for word in words:
        name, _, value = word.partition("=")
        flags[name] = value
    where = f"{page}:{row}"
    if language not in FLAGS:
        raise NotUnderstoodError(
            f"{where}: `{info}` is not one of {', '.join(FLAGS)}; what is not run is `text` or `sh`"
        )
    if unknown := set(flags) - FLAGS[language]:
        raise NotUnderstoodError(f"{where}: a `{language}` block has no {', '.join(unknown)}")
    if language == "json" and "file" not in flags:
        raise NotUnderstoodError(f"{where}: say `json file=PATH`")
    if language == "yaml" and ("file" in flags) == ("part" in flags):
        raise NotUnderstoodError(
            f"{where}: say `yaml file=PATH` or `yaml part`, or `text` if it is not to be checked"
        )
    if language == "python" and ">>> " not in text:
        raise NotUnderstoodError(f"{where}: a python block is a session with `>>>`")
    return Block(page, row, language, flags, text)


def commands(block: Block) -> Iterator[Command]:
    """What is typed in a console block."""
    found: list[tuple[str, list[str]]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif not found:
            raise NotUnderstoodError(f"{block.where}: a console block begins with `$ `")
        else:
            found[-1][1].append(line)
    for text, lines in found:
        program, *arguments = shlex.split(text)
        if program != "boardwright":
            raise NotUnderstoodError(f"{block.where}: only `boardwright` is run, not `{program}`")
        while lines and not lines[-1]:
            lines.pop()
        typed = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
        yield Command(text, tuple(arguments), typed, tuple(lines))


def matches(expected: tuple[str, ...], printed: str) -> bool:
    """Whether a text is what the page says, where `...` stands for anything."""
    return _match([_plain(line) for line in expected], _lines(printed))


def _lines(printed: str) -> list[str]:
    lines = [_plain(line) for line in printed.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _plain(line: str) -> str:
    return _TIME.sub(r"0 \1", line).rstrip()


def _match(expected: list[str], lines: list[str]) -> bool:
    stretches: list[list[str]] = [[]]
    for line in expected:
        if line.strip() == "...":
            stretches.append([])
        else:
            stretches[-1].append(line)
    first, *others = stretches
    if not others:
        return _stands(first, lines, 0) and len(first) == len(lines)
    if not _stands(first, lines, 0):
        return False
    at = len(first)
    *middle, last = others
    for stretch in middle:
        # The earliest place leaves most room for what follows.
        places = (n for n in range(at, len(lines) + 1) if _stands(stretch, lines, n))
        found = next(places, None)
        if found is None:
            return False
        at = found + len(stretch)
    end = len(lines) - len(last)
    return end >= at and _stands(last, lines, end)


def _stands(stretch: list[str], lines: list[str], at: int) -> bool:
    there = lines[at : at + len(stretch)]
    return len(there) == len(stretch) and all(map(_like, stretch, there))


def _like(expected: str, line: str) -> bool:
    pattern = re.sub(r"([\[?*])", r"[\1]", expected).replace("...", "*")
    return fnmatchcase(line, pattern)


def rewritten(page: str, block: Block, printed: dict[int, str]) -> str:
    """The page with what was printed by the commands of a block (by number) in place of what it said."""
    lines = page.splitlines(keepends=True)
    new: list[str] = []
    for number, command in enumerate(commands(block)):
        new.append(f"$ {command.text}\n")
        if number in printed:
            new += [f"{line.rstrip()}\n" for line in printed[number].splitlines()]
        else:
            new += [f"{line}\n" for line in command.expected]
    start = block.row - 1
    return "".join([*lines[:start], *new, *lines[start + len(block.text.splitlines()) :]])


def part_files(block: Block) -> dict[str, str]:
    """The files by which a block joins the expansion of the page's parts, called after its row."""
    name = f"row_{block.row}"
    params = f"({block.flags['params']})" if block.flags.get("params") else ""
    if block.language == "yaml":
        return {f"{name}.yaml": f"part: {name}\n{block.text}"}
    if block.language == "effect":
        effect = "".join(f"    {line}\n" if line else "\n" for line in block.text.splitlines())
        return {f"{name}.yaml": f"part: {name}\nrules:\n  {name}{params}: |\n{effect}"}
    written = [line.split(" #")[0].strip() for line in block.text.splitlines()]
    values = "".join(
        f"  {name}_{number}{params}: {line}\n" for number, line in enumerate(written) if line
    )
    return {f"{name}.yaml": f"part: {name}\nvalues:\n{values}"}


def write(folder: Path, path: str, text: str, lines: str = "") -> None:
    """A file below the folder, or only these lines of it, such as `4-5`."""
    file = folder / path
    assert file.resolve().is_relative_to(folder.resolve()), path
    file.parent.mkdir(parents=True, exist_ok=True)
    if lines:
        first, _, last = lines.partition("-")
        old = file.read_text(encoding="utf-8").splitlines(keepends=True)
        assert int(last or first) <= len(old) + 1, f"{path} ends before line {last or first}"
        text = "".join([*old[: int(first) - 1], text, *old[int(last or first) :]])
    file.write_text(text, encoding="utf-8")


def write_block(folder: Path, block: Block) -> None:
    """The file, files or link that a block stands for."""
    flags, text = block.flags, block.text
    if "link" in flags:
        link = folder / flags["link"]
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(text.strip())
        return
    if "times" in flags:
        *first, last = text.splitlines(keepends=True)
        text = "".join([*first, last * int(flags["times"])])
    if "escapes" in flags:
        text = _ESCAPE.sub(lambda found: chr(int(found[1] or found[2], 16)), text)
    for n in range(1, int(flags.get("copies", "1")) + 1):
        path, lines = flags["file"].replace("{n}", str(n)), flags.get("lines", "")
        write(folder, path, text.replace("{n}", str(n)), lines)
    if "encoding" in flags:
        (folder / flags["file"]).write_bytes(text.encode(flags["encoding"]))


def run_command(
    block: Block,
    arguments: tuple[str, ...],
    typed: str,
    monkeypatch: pytest.MonkeyPatch,
    out: StringIO | None = None,
) -> str:
    """What a command of a console block prints, on either stream; its exit code is what the block says, and what is typed
    is understood: a session in which it is not is broken, however faithfully it is printed.
    """
    out = StringIO() if out is None else out
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", out)
        patch.setattr(sys, "stdin", StringIO(typed))
        code = cli.main(list(arguments))
    due = int(block.flags.get("exit", "0"))
    told = f"{block.where}: exit {code} instead of {due}\n{out.getvalue()}"
    assert code == due, told
    wrong = refused(out.getvalue()) if typed else []
    assert not wrong, f"{block.where}: what is typed is not offered (now): {'; '.join(wrong)}"
    return out.getvalue()


def refused(printed: str) -> list[str]:
    """The answers of `play` to picks that it does not offer, in what a command has printed."""
    return _REFUSED.findall(printed)


def run_session(block: Block, names: dict[str, object]) -> None:
    """Runs a python block as doctest does; `names` are known in it, and those it makes are added."""
    test = doctest.DocTestParser().get_doctest(block.text, names, block.where, None, block.row - 1)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=said.append, clear_globs=False)
    names |= test.globs
    assert runner.summarize(verbose=False).failed == 0, "".join(said)


def rules_with_parts(folder: Path) -> Rules:
    """`rattus` with what the page has written there and with its parts, all of which must be sound."""
    others = [path.parent for path in sorted(folder.glob("*/expansion.yaml"))]
    others = [path for path in others if path.name != PARTS]
    after = ", ".join(path.name for path in others)
    head = f"expansion: {PARTS}\nof: rattus\nlanguage: 2\nafter: [{after}]\n"
    write(folder, f"{PARTS}/expansion.yaml", head)
    bag = Bag()
    rules = read_into(bag, "rattus", [*others, folder / PARTS])
    assert rules is not None and not bag.failed, full.render(bag.sorted())
    return rules
