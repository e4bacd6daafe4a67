"""One line for each diagnostic: `file:row:col: error[E412] message`."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.dsl.source.diagnostics import Diagnostic


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """Writes one line per diagnostic in the order given, each ended by a line feed."""
    return "".join(f"{diagnostic.headline()}\n" for diagnostic in diagnostics)
