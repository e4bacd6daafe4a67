"""`boardwright why`: explains a value, a score, an option or an event in a recorded game."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from boardwright.commands.options import (
    caching,
    expansions,
    speaking,
    terminal_of,
    text_or_json,
)
from boardwright.terminal import width


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--at",
    type=click.IntRange(min=0),
    metavar="N",
    help="Number of a decision; by default where the record ends.",
)
@click.option(
    "--value",
    metavar="NAME",
    help="Value to explain, such as `points of red`.",
)
@click.option("--option", metavar="ID", help="Option to explain: offered, or why it is not.")
@click.option("--score", metavar="SEAT", help="Seat whose score to explain.")
@click.option(
    "--event",
    type=int,
    metavar="K",
    help="Event to explain: the one with this number after decision N.",
)
@click.option(
    "--by",
    "asker",
    metavar="SEAT",
    help="Seat that uses the value; by default the one that decides.",
)
@click.option("--ruleset", metavar="RULESET", help="Id or path of the game, if it is not shipped.")
@expansions
@text_or_json
@caching
@speaking
def command(
    file: Path,
    at: int | None,
    value: str | None,
    score: str | None,
    option: str | None,
    event: int | None,
    asker: str | None,
    ruleset: str | None,
    expansions: tuple[str, ...],
    format: str,
) -> int:
    """Explain a value, a score, an option or an event in the game recorded or saved in FILE.

    Each line shows the place of a part of the rules, its text and its value. The parts that the value
    follows from are below it.
    """
    from boardwright.interpreter.reference.questions import QuestionError
    from boardwright.loading.recorded import TooLargeError
    from boardwright.text.why import why, why_text

    terminal = terminal_of()
    if [value, score, option, event].count(None) != 3:
        raise click.UsageError("write one of `--value`, `--score`, `--option` and `--event`")
    if event is not None and at is None:
        raise click.UsageError("`--event` needs `--at N`")
    if asker is not None and value is None:
        raise click.UsageError("`--by` is only for `--value`")
    try:
        found = why(
            file,
            at,
            value=value,
            score=score,
            option=option,
            event=event,
            asker=asker,
            ruleset=ruleset,
            expansions=expansions,
        )
    except QuestionError as fault:
        terminal.complain(str(fault), fault.help)
        return 2
    except TooLargeError as fault:
        raise click.UsageError(str(fault)) from fault
    if format == "json":
        terminal.result(json.dumps(found.as_json(), indent=2))
    else:
        room = width() if sys.stdout.isatty() else None
        terminal.result(why_text(found.answer, found.when, room))
    return 0
