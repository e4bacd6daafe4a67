"""`boardwright report`: summarize a run, or compare two."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import click

from boardwright.commands.options import run_folders, speaking, terminal_of
from boardwright.dsl.source.diagnostics import shown
from boardwright.terminal import plural, width

if TYPE_CHECKING:
    from boardwright.reports.comparison import Comparison
    from boardwright.reports.figures import Report
    from boardwright.reports.games_of_a_run import Run


class _Look(TypedDict, total=False):
    """The arguments of a text that depend on the terminal."""

    color: bool
    width: int


_FEW = 3
_PAGE = "report.html"
_FORMS = {".json": "json", ".html": "html", ".htm": "html"}


@click.command()
@run_folders("DIR [DIR]")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html"]),
    help="Format; by default from the name of `--out`, else text.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to this file instead of stdout.",
)
@click.option("--all", "everything", is_flag=True, help="Print all tables of one run.")
@click.option(
    "--fail-on",
    "conditions",
    multiple=True,
    metavar="CONDITION",
    help="Of two runs: exit 1 if this has changed beyond chance, such as `card:*:wins>3pp`; repeat for several.",
)
@speaking
def command(
    folders: tuple[Path, ...],
    form: str | None,
    out: Path | None,
    everything: bool,
    conditions: tuple[str, ...],
) -> int:
    """Summarize the games that `boardwright simulate` played into DIR: how long they last, who wins, how strong each
    card is, what players choose.

    All figures and plots are on a page, DIR/report.html, and with --all in the terminal.

    Given two folders, compare the two runs: what differs, and which differences are more than chance.
    """
    from boardwright.reports.comparison import OtherGameError, compare
    from boardwright.reports.figures import report
    from boardwright.reports.games_of_a_run import read
    from boardwright.reports.gate import GateError, failures, gate_of, told
    from boardwright.runs.disk import DiskError, write_whole
    from boardwright.runs.folder import FolderError

    terminal = terminal_of()
    if len(folders) > 2:
        raise click.UsageError("expected one run, or two to compare")
    if conditions and len(folders) < 2:
        raise click.UsageError("`--fail-on` compares two runs: name a second one")
    form = form or (_FORMS.get(out.suffix, "text") if out is not None else "text")
    try:
        gates = [gate_of(each) for each in conditions]
        runs = [read(folder) for folder in folders]
        reports = [report(run) for run in runs]
        # A file is the same, whatever the terminal.
        look: _Look = (
            {"color": terminal.colored(sys.stdout), "width": width()} if out is None else {}
        )
        first, *others = reports
        compared = compare(first, *others) if others else None
        failed = [] if compared is None else failures(compared, gates)
        if compared is not None:
            text = _both(compared, form, look)
        elif form == "text" and out is None and not everything:
            text = _summary(first, folders[0])
        else:
            text = _one(first, form, look)
        if out is not None:
            write_whole(out, [text.encode()])
    except (FolderError, GateError) as fault:
        terminal.complain(str(fault), fault.help)
        return 2
    except (DiskError, OtherGameError) as fault:
        terminal.complain(str(fault))
        return 2
    for folder, run in zip(folders, runs, strict=True):
        for file, why in run.damaged:
            terminal.tell(f"{folder / file} is damaged: {why}")
        if run.expected != run.counts.games:
            lacking = run.expected - run.counts.games
            terminal.tell(f"{folder}: {lacking:,} of {run.expected:,} games are missing")
            _tell_aside(folder / "aside.json", run)
    if out is None:
        terminal.result(text)
    else:
        terminal.result(f"{out}")
    for gate, difference in failed:
        terminal.complain(told(gate, difference))
    wrong = [run.damaged or run.counts.ends["error"] or run.counts.faults for run in runs]
    return 1 if failed or any(wrong) else 0


def _tell_aside(file: Path, run: Run) -> None:
    """Prints why games are missing, if it is known: each reason once."""
    reasons = list(dict.fromkeys(each.why for each in run.aside))
    for why in reasons[:_FEW]:
        count = sum(len(run.plan.games_of(each.chunk)) for each in run.aside if each.why == why)
        terminal_of().tell(f"{file}: {plural(count, 'game')} set aside: {shown(why)}")
    if len(reasons) > _FEW:
        terminal_of().tell(f"{file}: and {len(reasons) - _FEW} more reasons")


def _summary(report: Report, folder: Path) -> str:
    """The summary of a run, and where its page is, which is written if the folder allows it."""
    from boardwright.reports import page, text
    from boardwright.runs.disk import DiskError, write_whole

    told = text.summary(report, color=terminal_of().colored(sys.stdout), width=width())
    where = folder / _PAGE
    try:
        write_whole(where, [page.render(report).encode()])
    except DiskError:
        return f"{told}\n`--out FILE.html` writes a page; `--all` prints all tables\n"
    return f"{told}\n`--all` prints all tables, which are also on this page, with plots:\n{shown(f'{where}')}\n"


def _one(report: Report, form: str, look: _Look) -> str:
    from boardwright.reports import data, page, text

    if form == "json":
        return data.render(report)
    return page.render(report) if form == "html" else text.render(report, **look)


def _both(comparison: Comparison, form: str, look: _Look) -> str:
    from boardwright.reports import data, page, text

    if form == "json":
        return data.render_comparison(comparison)
    if form == "html":
        return page.render_comparison(comparison)
    return text.render_comparison(comparison, **look)
