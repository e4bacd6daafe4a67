"""The terminal: results go to stdout, everything else to stderr.

Text from a file has passed `shown` before it gets here, so all control sequences are our own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING

from boardwright.dsl.source.diagnostics import Diagnostic, Severity, shown

if TYPE_CHECKING:
    from rich.console import Console

NARROWEST, WIDEST = 40, 120
LOWEST = 10
# Nobody reads more pages than this at once.
_FEW = 3


@dataclass(slots=True)
class Terminal:
    """Writes to the user, as `--quiet` and `--color` say."""

    quiet: bool = False
    color: str = "auto"
    codes: list[str] = field(default_factory=list)  # of the diagnostics that were printed in full

    def colored(self, stream: IO[str]) -> bool:
        """Whether to write colours to this stream."""
        if self.color != "auto":
            return self.color == "always"
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
            return False
        return stream.isatty()

    def result(self, text: str) -> None:
        """Writes a result, which ends with one line break."""
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")

    def tell(self, text: str) -> None:
        """Writes a remark to stderr, unless `--quiet` is given."""
        if not self.quiet:
            sys.stderr.write(f"{text}\n")

    def complain(self, message: str, help: Iterable[str] = (), notes: Iterable[str] = ()) -> None:
        """Reports a mistake without code and position, in the form of those that have them."""
        paint = Paint(self.colored(sys.stderr))
        lines = [f"{paint('1;31', 'error')}{paint('1', ': ' + shown(message))}"]
        for kind, texts in (("note", notes), ("help", help)):
            lines += [f"  {paint('1;34', '=')} {paint('1', kind)}: {shown(line)}" for line in texts]
        sys.stderr.write("\n".join(lines) + "\n")

    def diagnostics(self, items: Sequence[Diagnostic]) -> None:
        """Writes diagnostics to stderr, for people; with `--quiet` only errors."""
        if self.quiet:
            items = [item for item in items if item.severity is Severity.ERROR]
        if items:
            sys.stderr.write(self.in_full(items, sys.stderr))

    def in_full(self, items: Sequence[Diagnostic], stream: IO[str]) -> str:
        """The diagnostics as text for people, coloured if this stream shows colours."""
        from boardwright.files.names import with_short_names
        from boardwright.validators.render import full

        self.codes += [item.code for item in items]
        return full.render(with_short_names(items), color=self.colored(stream))

    def remind(self) -> None:
        """Names the command that explains the diagnostics just printed, if a person sits at the terminal."""
        if self.codes and sys.stderr.isatty():
            codes = list(dict.fromkeys(self.codes))[:_FEW]
            self.tell(
                f"more about {'it' if len(codes) == 1 else 'them'}: boardwright explain {' '.join(codes)}"
            )
        self.codes.clear()

    def console(self, file: IO[str]) -> Console:
        """A `rich` console that writes to a file, coloured if stdout is."""
        from rich.console import Console

        colored = self.colored(sys.stdout)
        return Console(
            file=file,
            force_terminal=colored,
            no_color=not colored,
            width=width(),
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
        )


@dataclass(frozen=True, slots=True)
class Paint:
    """Colours a text, if colours are on."""

    on: bool

    def __call__(self, style: str, text: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.on and text else text


def width() -> int:
    """The number of columns to write for."""
    import shutil

    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((100, 24)).columns))


def height() -> int:
    """The number of rows that are seen at once."""
    import shutil

    return max(LOWEST, shutil.get_terminal_size((100, 24)).lines)


def columns(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Rows as aligned columns, two spaces apart; those in `right` are aligned to the right."""
    right = set(right)
    count = max((len(row) for row in rows), default=0)
    widths = [max(len(row[n]) for row in rows if n < len(row)) for n in range(count)]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(widths[n]) if n in right else cell.ljust(widths[n])
            for n, cell in enumerate(row)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def plural(count: int, word: str, many: str = "") -> str:
    """`1 game`, `2 games`."""
    return f"{count:,} {word if count == 1 else many or word + 's'}"


def about(name: str, expansions: tuple[str, ...]) -> str:
    """A game with its expansions, such as `Chess with towers`, safe to print."""
    with_ = f" with {', '.join(expansions)}" if expansions else ""
    return shown(f"{name}{with_}")
