"""What is written where: results on stdout, all that is about them on stderr.

Text that came from a file passes `shown` before it gets here; control sequences are only our own.
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
# More pages than this nobody reads at once.
_FEW = 3


@dataclass(slots=True)
class Terminal:
    """How to speak to the user; the command line's `--quiet` and `--color` are set here."""

    quiet: bool = False
    color: str = "auto"
    codes: list[str] = field(default_factory=list)  # of what was told in full

    def colored(self, stream: IO[str]) -> bool:
        """Whether control sequences for colours are welcome there."""
        if self.color != "auto":
            return self.color == "always"
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
            return False
        return stream.isatty()

    def result(self, text: str) -> None:
        """A result; ends with one line break."""
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")

    def tell(self, text: str) -> None:
        """A remark on stderr, which `--quiet` leaves out."""
        if not self.quiet:
            sys.stderr.write(f"{text}\n")

    def complain(self, message: str, help: Iterable[str] = ()) -> None:
        """A mistake that has no code and no place, in the shape of those that have."""
        paint = Paint(self.colored(sys.stderr))
        lines = [f"{paint('1;31', 'error')}{paint('1', ': ' + shown(message))}"]
        lines += [f"  {paint('1;34', '=')} {paint('1', 'help')}: {shown(line)}" for line in help]
        sys.stderr.write("\n".join(lines) + "\n")

    def diagnostics(self, items: Sequence[Diagnostic]) -> None:
        """What is wrong, on stderr, as people read it; warnings are left out when quiet."""
        if self.quiet:
            items = [item for item in items if item.severity is Severity.ERROR]
        if items:
            sys.stderr.write(self.in_full(items, sys.stderr))

    def in_full(self, items: Sequence[Diagnostic], stream: IO[str]) -> str:
        """What is wrong, as people read it on this stream."""
        from boardwright.files.names import with_short_names
        from boardwright.validators.render import full

        self.codes += [item.code for item in items]
        return full.render(with_short_names(items), color=self.colored(stream))

    def remind(self) -> None:
        """After what was told in full: somebody at a terminal learns where there is more to read about it."""
        if self.codes and sys.stderr.isatty():
            codes = list(dict.fromkeys(self.codes))[:_FEW]
            self.tell(
                f"more about {'it' if len(codes) == 1 else 'them'}: boardwright explain {' '.join(codes)}"
            )
        self.codes.clear()

    def console(self, file: IO[str]) -> Console:
        """Lets `rich` write results to a file, coloured as befits stdout."""
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
    """Colours a text, or leaves it."""

    on: bool

    def __call__(self, style: str, text: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.on and text else text


def width() -> int:
    """The columns to write for."""
    import shutil

    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((100, 24)).columns))


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
    """`Chess with towers`, fit to be shown."""
    with_ = f" with {', '.join(expansions)}" if expansions else ""
    return shown(f"{name}{with_}")
