"""Checks by play: random games at many tables, what goes wrong in them, and what never ran.

No other part of the checks knows the interpreter. Results depend only on the rules, the number of games and the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Bag, Diagnostic
from boardwright.dsl.source.places import Span
from boardwright.interpreter.scenarios.run import run_scenarios
from boardwright.interpreter.table.errors import RuleError
from boardwright.validators.play.clauses import Clauses
from boardwright.validators.play.coverage import Tally
from boardwright.validators.play.draft import Draft, declared
from boardwright.validators.play.findings import About, Shown, Teller, no_table
from boardwright.validators.play.games import Games, Played, Tell, cover
from boardwright.validators.play.tables import Seating, Without, seatings, values_to_try

_MOST_TABLES = 60
_GAMES_AT_A_TABLE = 10

__all__ = ["About", "Report", "Shown", "check_by_play", "games_cover", "games_of"]

Play = Callable[[Games], Played]
"""Plays the games of a check."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of checks by play: `findings` with the scenarios that show them, and how much was played."""

    findings: tuple[Shown, ...]
    clauses: Clauses
    tally: Tally
    games: int
    tables: int
    with_care: int


def check_by_play(
    game: ir.Game,
    without: Without,
    games: int,
    seed: int,
    about: About,
    tell: Tell | None = None,
    play: Play | None = None,
) -> Report:
    """Plays this many random games and reports what is wrong. `play` is who plays them, by default this process."""
    bag = Bag()
    tables = _tables(game, without, games, seed, bag)
    whole = Games(tables, games, seed)
    played = whole.play(range(len(whole)), tell=tell) if play is None else play(whole)
    clauses = Clauses(game)
    found = [Shown(each) for each in bag.sorted()]
    found += [Shown(each) for each in _unplayed(game, tables, games)]
    for shown in Teller(clauses, played, about).all():
        draft = shown.scenario
        if draft is not None and not _confirmed(game, without, shown.finding, draft):
            draft = None
        found.append(replace(shown, scenario=draft))
    return Report(tuple(found), clauses, played.tally, played.games, len(tables), played.with_care)


def games_of(game: ir.Game, without: Without, games: int, seed: int) -> Games:
    """The same games as those of `check_by_play`, of which any can be played by itself."""
    return Games(_tables(game, without, games, seed, Bag()), games, seed)


def games_cover(
    game: ir.Game,
    without: Without,
    games: int,
    seed: int,
    tally: Tally,
    tell: Tell | None = None,
) -> None:
    """Records what runs in this many random games, all played by the reference evaluator."""
    cover(_tables(game, without, games, seed, Bag()), games, seed, tally, tell)


def _tables(game: ir.Game, without: Without, games: int, seed: int, bag: Bag) -> list[Seating]:
    """Returns tables for each number of players and each value of each option, if there are enough games."""
    wanted = max(values_to_try(game), games // _GAMES_AT_A_TABLE)

    def refused(fault: RuleError, players: int) -> None:
        diagnostic = fault.diagnostic()
        notes = (*diagnostic.notes, f"at a table of {players} players")
        bag.add(replace(diagnostic, notes=notes))

    return list(seatings(game, without, seed, min(wanted, games, _MOST_TABLES), refused))


def _unplayed(game: ir.Game, tables: list[Seating], games: int) -> Iterator[Diagnostic]:
    lowest, highest = game.players
    found = {table.players for table in tables}
    must = [each.condition.span for each in game.conditions if each.must]
    span: Span | None = must[0] if must else None
    for players in range(lowest, highest + 1):
        if players not in found and games > highest - lowest:
            yield no_table(players, span)


def _confirmed(game: ir.Game, without: Without, finding: Diagnostic, draft: Draft) -> bool:
    """Whether the compiled program shows the same when it plays the scenario."""
    scenario = declared(replace(draft, expansions=()).written(), game.seat_names)
    if scenario is None:
        return False

    def compose(further: tuple[str, ...], left_out: tuple[str, ...], told: Bag) -> ir.Game | None:
        return without(left_out)

    (result,) = run_scenarios(game, (scenario,), compose)
    if finding.code == "E821":
        return result.passed
    places = [
        label.span for each in result.findings for label in (each.label, *each.others) if label
    ]
    codes = {each.code for each in result.findings}
    wanted = finding.message.rpartition("(")[2].rstrip(")")
    return codes == {wanted} and (finding.label is None or finding.label.span in places)
