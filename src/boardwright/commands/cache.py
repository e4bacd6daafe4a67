"""`boardwright cache`: results on the disk that need not be computed again."""

from __future__ import annotations

import json
import os

import click

from boardwright.cache.store import OFF, SAYS, store
from boardwright.commands.options import speaking, terminal_of, text_or_json
from boardwright.dsl.source.diagnostics import shown
from boardwright.terminal import columns, plural


@click.command()
@click.option("--clear", is_flag=True, help="Empty the cache.")
@text_or_json
@speaking
def command(clear: bool, format: str) -> int:
    """Show where the cache is and how much it holds.

    Rules that were read, linked and checked are kept until one of their files, or boardwright itself, changes. The
    variable BOARDWRIGHT_CACHE names the folder, or turns the cache off with `off`. The folder can be removed at any time.
    """
    terminal, kept = terminal_of(), store()
    if clear:
        before = kept.amounts()
        kept.clear()
        count = sum(each.entries for each in before.values())
        terminal.tell(f"{plural(count, 'entry', 'entries')} removed")
    amounts, refused = kept.amounts(), kept.refused
    if format == "json":
        kinds = {kind: {"entries": a.entries, "bytes": a.size} for kind, a in amounts.items()}
        folder = None if kept.folder is None else str(kept.folder)
        facts = {"folder": folder, "refused": refused, "most_bytes": kept.most, "kinds": kinds}
        terminal.result(json.dumps(facts, indent=2))
    elif kept.folder is None:
        off = os.environ.get(SAYS) == OFF
        why = f"says `{OFF}`" if off else "can name a folder; the system has none for it"
        terminal.result(f"nothing is kept: {SAYS} {why}")
    else:
        terminal.result(shown(str(kept.folder)))
        rows = [(kind, f"{each.entries:,}", _size(each.size)) for kind, each in amounts.items()]
        if rows:
            entries = sum(each.entries for each in amounts.values())
            size = sum(each.size for each in amounts.values())
            rows = [("kind", "entries", "size"), *rows, ("in all", f"{entries:,}", _size(size))]
            terminal.result("\n".join(columns(rows, right=(1, 2))))
        elif refused is None:
            terminal.result("nothing is kept yet")
    if refused is not None:
        terminal.complain(f"this folder is not used: {refused}")
        return 1
    return 0


def _size(count: int) -> str:
    return f"{-(-count // 1000):,} kB"
