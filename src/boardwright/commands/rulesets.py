"""`boardwright rulesets`: the games and expansions in the package."""

from __future__ import annotations

import json

import click

from boardwright.commands.options import language, speaking, terminal_of, text_or_json
from boardwright.dsl.source.diagnostics import shown
from boardwright.terminal import columns


@click.command()
@text_or_json
@language
@speaking
def command(format: str, language: str | None) -> int:
    """List the games and expansions that come with boardwright."""
    from boardwright.files.locate_ruleset import shipped
    from boardwright.files.manifests import glance

    found = [(id, about) for id, path in shipped().items() if (about := glance(path, language))]
    # Each expansion below its game.
    found.sort(key=lambda each: (each[1].of or each[0], each[1].of is not None, each[0]))
    terminal = terminal_of()
    if format == "json":
        listed = [
            {"id": id, "name": about.name, "of": about.of, "players": about.players or None}
            for id, about in found
        ]
        terminal.result(json.dumps(listed, indent=2))
        return 0
    rows = [("id", "name", "")]
    for id, about in found:
        told = f"expansion of {about.of}" if about.of else f"{about.players} players"
        rows.append((shown(id), shown(about.name), shown(told)))
    terminal.result("\n".join(columns(rows)))
    return 0
