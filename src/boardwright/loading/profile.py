"""Which rules take the time of a game: random games on Python's blocks, under a profiler.

The counts are the same every time. The times are those of emitted functions. A profiler slows small functions down
more than large ones, so shares are rough.
"""

from __future__ import annotations

import cProfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import CodeType

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import phases_in
from boardwright.dsl.source.places import Span
from boardwright.interpreter.machine import members, rng, runtime
from boardwright.interpreter.machine.meanings import mangled
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.program.random_games import RandomPlayer
from boardwright.interpreter.table.errors import RuleError

ANSWERED = " answered"
PLAYING: tuple[str, Span | None] = "(playing at random)", None
_HELPERS = frozenset({"<string>", members.__file__, rng.__file__, runtime.__file__})


@dataclass(frozen=True, slots=True)
class Part:
    """The cost of one rule, value, phase, offer or effect, from its start or from an answer on: how often it ran, and its
    share of the time.
    """

    name: str
    span: Span | None
    calls: int
    share: float


def profiled(program: Program, seeds: Iterable[int]) -> list[Part]:
    """Plays random games, and returns the cost of each part, the most expensive first. Raises `RuleError`."""
    player, file = RandomPlayer(program), f"<{program.table.game.id}>"
    _ = program.fast  # compiled beforehand, once for all games
    profiler = cProfile.Profile(builtins=False)
    for seed in seeds:
        try:
            profiler.runcall(player.play, seed)
        except RuleError as fault:
            fault.seed = seed
            raise
    known = _emitted(program)

    def part_of(code: CodeType | str) -> tuple[str, Span | None] | None:
        """The part that a function belongs to; None if its time is its caller's."""
        if not isinstance(code, CodeType):
            return None
        if code.co_filename == file:
            return known.get(code.co_name)
        return None if code.co_filename in _HELPERS else PLAYING

    times: dict[tuple[str, Span | None], tuple[int, float]] = {}
    for entry in profiler.getstats():
        part = part_of(entry.code)
        if part is None:
            continue
        below = (each.totaltime for each in entry.calls or () if part_of(each.code) is None)
        calls, seconds = times.get(part, (0, 0.0))
        times[part] = calls + entry.callcount, seconds + entry.inlinetime + sum(below)
    whole = sum(seconds for _, seconds in times.values()) or 1.0
    found = [Part(*part, calls, seconds / whole) for part, (calls, seconds) in times.items()]
    return sorted(found, key=lambda part: (-part.share, part.name))


def _emitted(program: Program) -> Mapping[str, tuple[str, Span | None]]:
    """The part that each emitted function or block belongs to, by its name in the text, if it belongs to one."""
    places = dict(_places(program.table.game))
    sites = {site.name: site.span for site in program.sites}
    found: dict[str, tuple[str, Span | None]] = {}
    for name in program.functions:
        if (place := places.get(name.partition("~")[0])) is not None:
            found[mangled(name)] = place
    for block in program.blocks:
        site = block.title.removesuffix(ANSWERED)
        if block.title.endswith(ANSWERED) and site in sites:
            found[f"b{block.number}"] = site, sites[site]
        else:
            found[f"b{block.number}"] = places.get(
                block.routine.partition("~")[0], (block.routine, None)
            )
    return found


def _places(game: ir.Game) -> Iterator[tuple[str, tuple[str, Span]]]:
    """The name in the rules, and the position, for each name of a function or routine."""
    for rule in game.rules.values():
        yield f"rule:{rule.id}", (rule.id, rule.span)
    for value in game.values.values():
        yield f"value:{value.id}", (value.id, value.span)
    for offer in game.offers.values():
        yield f"offer:{offer.id}", (offer.id, offer.span)
        yield f"offers:{offer.id}", (offer.id, offer.span)
    for definition in game.definitions:
        for slot, effect in definition.slots.items():
            name = f"{definition.id}.{slot}"
            yield f"slot:{definition.kind}:{definition.id}:{slot}", (name, effect.span)
    for phase in phases_in(game.course):
        yield f"phase:{phase.id}", (phase.id, phase.span)
        yield f"turn:{phase.id}", (f"turn of {phase.id}", phase.span)
    for name in ("score", "worth", "wins"):
        yield name, ("outcome", game.outcome.span)
