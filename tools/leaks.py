"""Compares what players are sent if only hidden things differ.

    python tools/leaks.py --decisions 100000 --seed 1

This plays random games at tables of every size. In each game, from some decisions on, it plays two positions side by side
that differ only in what one seat may not know, until that seat learns about it: see `validators/play/leaks.py`. If all
players answer at once, it also plays the games with another player asked first. The same seed compares the same games.
`--game` names a folder, and after `+` its expansions: `rattus+mercatus`. With `--made 300` it plays 300 random rulesets
(see `made_rules.py`) instead. Their rules reveal hidden things without care, so only a leak that no rule causes is a
finding there.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from agreement import bound
from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.dsl.source.places import Span
from boardwright.files.locate_ruleset import find
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from boardwright.loading.load import read
from boardwright.validators.play.asked_first import AskedFirst
from boardwright.validators.play.leaks import LeakTest, by_chance
from campaign import GAMES as SMALL
from made_rules import made

GAMES = ("rattus", "rattus+mercatus", "notre_dame", str(SMALL / "old_crow"), str(SMALL / "sorcery"))
"""The shipped games, and the small ones with hands that nobody can follow, and with secret windows."""

_SHOWN = 10  # findings of one game
_MOST_IDLE = 2_000  # games besides one for each decision
_MOST_BY_CHANCE = 10  # decisions that differ only in chance, for each one that is to be compared


def campaign(name: str, decisions: int, seed: int) -> int:
    """Plays games until this many decisions have been compared; returns the number of findings.

    Where little or nothing is hidden, it ends after many comparisons of positions that differ only in chance.
    """
    path, *others = name.split("+")
    rules = read(find(path).path, [find(other).path for other in others])
    tables = [set_table(rules.bound, players, {}) for players in _sizes(rules.bound.players)]
    began = time.monotonic()
    tests = [LeakTest(rules.at_table(table.players).program, events=True) for table in tables]
    orders = [AskedFirst(table) for table in tables]
    told: dict[tuple[str, str], int] = {}
    number, compared, chance = seed * 1_000_000, 0, 0
    while compared < decisions and chance < _MOST_BY_CHANCE * decisions:
        at = number % len(tests)
        test, order = tests[at], orders[at]
        most = 1000 if test.hides else min(1000, decisions)
        for leak in test.game(number, *by_chance(number, tables[at].players), most=most):
            where = f"{tables[at].players} players, seed {number}, {leak.decisions} decisions"
            _tell(told, name, leak.message, leak.span, (where, *leak.notes))
        unequal = order.random_game(number)
        if unequal is not None:
            _tell(told, name, unequal.message, unequal.span, (f"seed {number}", *unequal.notes))
        compared = sum(each.compared for each in tests)
        chance = sum(each.by_chance for each in tests)
        number += 1
        if number - seed * 1_000_000 >= _MOST_IDLE + decisions:
            break  # hardly anything is decided
    answers = sum(each.compared for each in orders)
    print(
        f"{name}: {number - seed * 1_000_000:,} games, {compared:,} decisions in"
        f" {sum(each.comparisons for each in tests):,} comparisons ({chance:,} more that differ only in chance),"
        f" {answers:,} answers at once; findings {sum(told.values()):,}; {time.monotonic() - began:.0f} s",
        flush=True,
    )
    return sum(told.values())


def of_made_rules(count: int, seed: int) -> int:
    """Plays games of random rulesets; returns the number of findings that no rule causes."""
    began, played, compared, ours, others = time.monotonic(), 0, 0, 0, 0
    told: dict[tuple[str, str], int] = {}
    for number in range(seed * 1_000_000, seed * 1_000_000 + count):
        try:
            program = link(set_table(bound(made(number)), 3, {}))
        except (RulesetError, RuleError):
            continue
        played += 1
        test = LeakTest(program)
        for game in range(2):
            for leak in test.game(game, *by_chance(game, 3), most=60):
                if not leak.ours:
                    others += 1
                    continue
                ours += 1
                where = f"3 players, seed {game}, {leak.decisions} decisions"
                _tell(told, f"ruleset {number}", leak.message, leak.span, (where, *leak.notes))
        compared += test.compared
    print(
        f"{played:,} rulesets made at random, {compared:,} decisions; findings {ours:,}"
        f" ({others:,} that rules tell); {time.monotonic() - began:.0f} s"
    )
    return ours


def _sizes(players: tuple[int, int]) -> range:
    return range(players[0], players[1] + 1)


def _tell(
    told: dict[tuple[str, str], int],
    name: str,
    message: str,
    span: Span | None,
    notes: Sequence[str],
) -> None:
    """Prints the first finding of each sort at each line."""
    where = name if span is None else f"{name}, {span.source.name}:{span.row}"
    key = (where, message.partition(" from ")[2])
    told[key] = told.get(key, 0) + 1
    if told[key] == 1 and len(told) <= _SHOWN:
        print("\n    ".join((f"{where}: {message}", *notes)), flush=True)


def main(args: Sequence[str] | None = None) -> int:
    """Prints each finding and how much was compared; returns 1 if there was a finding."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    options.add_argument("--game", action="append", help="play only this game")
    options.add_argument(
        "--decisions", type=int, default=2_000, help="number of decisions of each game"
    )
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--made", type=int, metavar="N", help="play N random rulesets instead")
    given = options.parse_args(args)
    if given.made is not None:
        return int(of_made_rules(given.made, given.seed) > 0)
    names = given.game or GAMES
    return int(sum(campaign(name, given.decisions, given.seed) for name in names) > 0)


if __name__ == "__main__":
    raise SystemExit(main())
