"""`boardwright merge`: merge the shards of a run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boardwright.commands.options import into_folder, run_folders, speaking, terminal_of

if TYPE_CHECKING:
    from boardwright.runs.folder import Folder
    from boardwright.runs.parts import Tally
    from boardwright.runs.plan import Plan


def _merged(plan: Plan, folders: Sequence[Folder]) -> tuple[Path, Tally, str] | None:
    """A complete file of all games in one of the folders, if there is one; damaged files are reported."""
    from boardwright.runs.merging import all_games
    from boardwright.runs.parts import DamagedError

    for folder in folders:
        try:
            found = all_games(plan, folder.games)
        except DamagedError as fault:
            terminal_of().tell(f"{folder.games} is damaged: {fault}")
            continue
        if found is not None and not found[2]:
            return folder.games, found[0], found[1]
        if found is not None:
            terminal_of().tell(
                f"{folder.games} lacks games, and its parts are not there to add them to"
            )
    return None


@click.command()
@run_folders("DIR...")
@into_folder("Folder for the whole run.", required=True)
@speaking
def command(folders: tuple[Path, ...], out: Path) -> int:
    """Merge the shards of a run that `boardwright simulate --shard` wrote into these folders.

    The result is the same, byte for byte, as if one machine had played the whole run.
    """
    from boardwright.commands.simulate import tell_outcome
    from boardwright.runs.disk import DiskError
    from boardwright.runs.folder import Folder, FolderError
    from boardwright.runs.merging import merge, take_over, take_stock
    from boardwright.runs.plan import ranges
    from boardwright.runs.running import Outcome

    terminal = terminal_of()
    sources = [Folder(each) for each in folders]
    try:
        plan, _ = sources[0].plan()
        for other in sources[1:]:
            if other.plan()[0] != plan:
                raise FolderError(f"{sources[0].root} and {other.root} belong to different runs")
        target = Folder(out)
        target.refuse_other(resume=True)
        stock = take_stock(plan, range(plan.chunks), sources)
        for path, why in stock.damaged:
            terminal.tell(f"{path} is damaged: {why}")
        given_up = {
            chunk: why for source in sources for chunk, why in source.given_up(plan).items()
        }
        missing = [chunk for chunk in range(plan.chunks) if chunk not in stock.whole]
        lacking = ranges(plan.games_of(chunk) for chunk in missing if chunk not in given_up)
        merged = _merged(plan, sources)
        if lacking and merged is not None:
            path, tally, sum = merged
            with target.held():
                target.begin(plan, None)
                target.set_aside(plan, [])
                take_over(path, target.games)
            return tell_outcome(Outcome(tally, sum), plan, None, target.games, "")
        if lacking:
            listed = ", ".join(f"{first} to {last}" for first, last in lacking[:5])
            more = f" and {len(lacking) - 5} more ranges" if len(lacking) > 5 else ""
            raise FolderError(
                f"no folder has these games: {listed}{more}",
                ("play the missing shards, or finish interrupted ones with `--resume`",),
            )
        with target.held():
            target.begin(plan, None)
            failures = [given_up[chunk] for chunk in missing]
            target.set_aside(plan, failures)
            sum = merge(plan, stock.whole, target.games)
    except FolderError as fault:
        terminal.complain(str(fault), fault.help)
        return 2
    except DiskError as fault:
        terminal.complain(str(fault))
        return 2
    return tell_outcome(Outcome(stock.tally, sum, failures), plan, None, target.games, "")
