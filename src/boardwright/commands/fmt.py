"""`boardwright fmt`: format rule files."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from boardwright.commands.options import speaking, terminal_of
from boardwright.dsl.format.rule_file import formatted
from boardwright.dsl.source.diagnostics import Bag, Diagnostic, Severity, diagnose, shown
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.suggest import suggest_help
from boardwright.files.read import decoded, read_folder, write_whole
from boardwright.terminal import plural

STDIN = "-"

# Nothing could be read, or the mistake is ours.
_NOT_DONE = frozenset({"E127", "E901"})


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@speaking
def command(paths: tuple[str, ...], check: bool, diff: bool) -> int:
    """Format rule files.

    PATHS are files and folders, with all `.yaml` files below them; by default, the current folder.
    `-` reads a file from stdin and writes it to stdout. Only blanks and line breaks change, never the
    meaning. A file that cannot be read is left as it is.
    """
    terminal = terminal_of()
    if STDIN in paths and len(paths) > 1:
        raise click.UsageError(f"`{STDIN}` is stdin: give no other path with it")
    bag = Bag()
    changed = fine = 0
    for source in _sources(paths or (".",), bag):
        new = formatted(source, bag)
        if new is None:
            continue
        if source.name == STDIN and not (check or diff):
            terminal.result(new)
        elif new == source.text:
            fine += 1
        else:
            changed += 1
            _change(source, new, check=check, diff=diff)
    found = bag.sorted()
    terminal.diagnostics(found)
    errors = {item.code for item in found if item.severity is Severity.ERROR}
    if paths != (STDIN,):
        terminal.tell(_summary(changed, fine, bag, would=check or diff))
    if errors:
        return 2 if errors & _NOT_DONE else 1
    return 1 if changed and (check or diff) else 0


def _sources(names: Sequence[str], bag: Bag) -> Iterator[Source]:
    """The files that these names mean, each once."""
    if tuple(names) == (STDIN,):
        stream = getattr(sys.stdin, "buffer", None)
        yield Source(STDIN, sys.stdin.read() if stream is None else decoded(stream.read(), STDIN))
        return
    seen: set[str] = set()
    for name in names:
        path = Path(name)
        if not path.exists():
            bag.add(_missing(path))
            continue
        for source in read_folder(path, bag):
            if source.name not in seen:
                seen.add(source.name)
                yield source


def _missing(path: Path) -> Diagnostic:
    beside = [each.name for each in path.parent.iterdir()] if path.parent.is_dir() else []
    message = f"there is no file or folder `{path.as_posix()}`"
    return diagnose(Severity.ERROR, "E127", message, None, help=suggest_help(path.name, beside))


def _change(source: Source, new: str, *, check: bool, diff: bool) -> None:
    terminal = terminal_of()
    name = shown(source.name)
    if diff:
        old, lines = source.text.splitlines(), new.splitlines()
        terminal.result("\n".join(difflib.unified_diff(old, lines, name, name, lineterm="")))
    elif check:
        terminal.result(f"would format {name}")
    else:
        write_whole(Path(source.name), new)
        terminal.result(f"formatted {name}")


def _summary(changed: int, fine: int, bag: Bag, *, would: bool) -> str:
    told = [f"{plural(changed, 'file')} {'would be ' if would else ''}formatted"] if changed else []
    if fine or not changed:
        told.append(f"{plural(fine, 'file')} left as {'it is' if fine == 1 else 'they are'}")
    unread = {
        item.label.span.source.name
        for item in bag.sorted()
        if item.severity is Severity.ERROR and item.label is not None
    }
    if unread:
        told.append(f"{plural(len(unread), 'file')} could not be read")
    return ", ".join(told)
