"""Writes the page docs/commands.md from the commands themselves, with every argument and option."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

from boardwright import cli

PAGE = Path(__file__).resolve().parents[2] / "docs" / "commands.md"

Rows = list[tuple[str, ...]]

_RANGE = re.compile(r"([0-9.]+)<=x<=([0-9.]+)")
_HEAD = """\
# Commands

Every command, with every option. `boardwright --help` lists the commands, and `--help` after a command prints the same
as this page. Name a ruleset by its id if it comes with Boardwright (`rattus`), or by the path of its folder
(`./mycards`).

<!-- Written from the commands by tests/docs/test_reference.py: `pytest --update-golden` updates it. -->

Results go to stdout, everything else to stderr. All commands have the same exit codes: 0 nothing wrong, 1 findings,
2 the command could not do its work, 130 interrupted. `NO_COLOR` in the environment turns colours off.

"""


def command_page() -> str:
    """The page."""
    context = _context(cli.group, "boardwright")
    rows: Rows = [("command", "what it does")]
    rows += [(f"[`{name}`](#{_anchor(name)})", line) for name, line in cli.COMMANDS.items()]
    return "".join([_HEAD, *_table(rows), "\n", *_below(cli.group, context)]).rstrip("\n") + "\n"


def _below(group: click.Group, context: click.Context) -> Iterator[str]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        inner = _context(command, name, context)
        yield from _section(command, inner)
        if isinstance(command, click.Group):
            yield from _below(command, inner)


def _context(
    command: click.Command, name: str, parent: click.Context | None = None
) -> click.Context:
    """Returns the context as click makes it, because a command keeps its first help option."""
    return click.Context(command, parent, info_name=name, **command.context_settings)


def _section(command: click.Command, context: click.Context) -> Iterator[str]:
    yield f"## {context.command_path}\n\n"
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"```text\n{usage}\n```\n\n"
    told = (command.help or "").replace("\b\n", "").split("\n\n")
    yield "".join(f"{' '.join(each.split())}\n\n" for each in told if each.strip())
    rows: Rows = [("option", "what it does")]
    for option in command.params:
        record = option.get_help_record(context)
        if record is not None and isinstance(option, click.Option):
            rows.append(
                (_code(record[0]), _RANGE.sub(r"from \1 to \2", " ".join(record[1].split())))
            )
    if len(rows) > 1:
        yield from _table(rows)
        yield "\n"


def _anchor(name: str) -> str:
    return f"boardwright-{name}"


def _code(text: str) -> str:
    """Returns a text as code; a bar becomes `or`, since a bar ends a cell."""
    return f"`{text}`".replace("|", " or ")


def _table(rows: Rows) -> Iterator[str]:
    first, *others = rows
    for row in (first, ("---",) * len(first), *others):
        cells = [cell.replace("|", "\\|") for cell in row]
        yield f"| {' | '.join(cells)} |\n"
