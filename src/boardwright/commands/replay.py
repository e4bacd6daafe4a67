"""`boardwright replay`: replay a recorded game and verify it, or many after a change of the rules."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from boardwright.commands.options import (
    caching,
    expansions,
    language,
    seat_to_tell,
    seat_told,
    speaking,
    terminal_of,
    text_or_json,
)
from boardwright.dsl.source.diagnostics import Diagnostic, shown
from boardwright.terminal import Paint, Terminal, about, plural
from boardwright.text.tale import Tale


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--check",
    is_flag=True,
    help="Play all records in the folder FILE again, whatever their rules; show where games go another way.",
)
@click.option("--ruleset", metavar="RULESET", help="Id or path of the game, if it is not shipped.")
@expansions
@click.option("--tell", is_flag=True, help="Tell the game in sentences.")
@seat_told
@language
@text_or_json
@caching
@speaking
def command(
    file: Path,
    check: bool,
    ruleset: str | None,
    expansions: tuple[str, ...],
    tell: bool,
    seat: str | None,
    language: str | None,
    format: str,
) -> int:
    """Replay the game recorded in FILE and verify every line of it.

    The record names its game and expansions. Use --ruleset and --with for those that do not come with
    boardwright.

    With --check, FILE is a folder of records, also compressed ones (.jsonl, .jsonl.gz, .jsonl.xz). Their
    choices are made again with the rules of today, and the first differences are listed by the line of the
    rules that made them. Exits with 1 if a game goes another way.
    """
    if check:
        if tell or seat is not None or language is not None:
            raise click.UsageError("`--check` tells no games: leave out `--tell`")
        return _check(file, ruleset, expansions, format == "json")
    if format == "json":
        raise click.UsageError("`--format json` is for `--check`")
    from boardwright.files.read import shown_name
    from boardwright.interpreter.records.game_record import read_header, replay
    from boardwright.loading.recorded import TooLargeError, choices_in, game_of, read_record

    terminal = terminal_of()
    try:
        data = read_record(file)
    except TooLargeError as fault:
        raise click.UsageError(str(fault)) from fault
    name = shown_name(file)
    header, found = read_header(data, name)
    if header is None:
        return _tell(terminal, found)
    if language is not None and not tell:
        raise click.UsageError("`--language` is that of the sentences: add `--tell`")
    game = game_of(header, ruleset, expansions, language)
    told = seat_to_tell(game, tell, seat)
    found = replay(game.program, data, name)
    if found:
        return _tell(terminal, found)
    if tell:
        tale = Tale(game, header.seed, told)
        for choice in choices_in(data):
            tale.apply(choice)
        terminal.result(tale.text(Paint(terminal.colored(sys.stdout))))
        return 0
    decisions = data.count(b'{"n":')
    terminal.result(
        shown(
            f"verified {name}: {about(game.name, game.rules.expansions)}, "
            f"{plural(game.players, 'player')}, seed {header.seed}, {plural(decisions, 'decision')}"
        )
    )
    return 0


def _tell(terminal: Terminal, found: Sequence[Diagnostic]) -> int:
    sys.stdout.write(terminal.in_full(found, sys.stdout))
    return 1


def _check(folder: Path, ruleset: str | None, expansions: tuple[str, ...], as_json: bool) -> int:
    from boardwright.loading.play_checks import Progress
    from boardwright.loading.record_check import Corpus, corpus_files, grouped, records_in
    from boardwright.loading.recorded import TooLargeError
    from boardwright.text.differences import json_of, lines_of

    terminal = terminal_of()
    try:
        kept = [each for file in corpus_files(folder) for each in records_in(file)]
    except TooLargeError as fault:
        raise click.UsageError(str(fault)) from fault
    if not kept:
        raise click.UsageError(f"`{shown(str(folder))}` has no records: no file ends in `.jsonl`")
    with Progress(terminal, "record") as progress:
        count = iter(range(1, len(kept) + 1))
        checked = Corpus(ruleset, expansions).check(
            kept, lambda: progress.tell(next(count), len(kept))
        )
    groups, faults = grouped(checked), [each for each in checked if each.fault is not None]
    if as_json:
        terminal.result(json.dumps(json_of(checked, groups), indent=2))
    else:
        terminal.result("\n".join(lines_of(checked, groups)))
        if faults:
            terminal.result(
                terminal.in_full(
                    list(dict.fromkeys(each.fault for each in faults if each.fault)), sys.stdout
                )
            )
    return 1 if groups or faults else 0
