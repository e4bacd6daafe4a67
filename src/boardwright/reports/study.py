"""What a study has found, computed once: fairness, depth, when a game is decided, and what each card does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from boardwright.reports.figures import Report, report
from boardwright.reports.games_of_a_run import read
from boardwright.reports.numbers import z_for
from boardwright.reports.paired import Effect, effect_of
from boardwright.reports.skill import Step, judged, step_of
from boardwright.runs.study import Part, Rung, Swap, lines_of


@dataclass(frozen=True, slots=True)
class CardEffect:
    """What a card does, compared with another or with itself blank (`instead` is None). `verdict` is 1 if its holders win more
    often beyond chance, -1 if less; `changes` are other figures that change beyond chance.
    """

    card: str
    name: str
    instead: str | None
    instead_name: str
    effect: Effect
    verdict: int
    changes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """The findings of a study. `doublings` are steps of thinking twice as long; `skill` is the strongest against `random`."""

    play: Report
    agent: str
    skill: Step | None
    doublings: tuple[Step, ...]
    cards: tuple[CardEffect, ...]


def findings_of(
    play: Part,
    agent: str,
    against: Rung | None,
    ladder: Sequence[Rung],
    swaps: Sequence[Swap],
    names: Mapping[str, str],
) -> Findings:
    """Reads the runs of a study. `names` are the names of cards by id."""
    steps = judged(_step(each) for each in ([against] if against else []) + list(ladder))
    effects = [
        effect_of(
            lines_of(each.with_it.folder),
            lines_of(each.without.folder),
            each.card,
            each.instead or each.card,
        )
        for each in swaps
    ]
    return Findings(
        report(read(play.folder.root)),
        agent,
        steps[0] if against else None,
        steps[1:] if against else steps,
        tuple(_judged(swaps, effects, names)),
    )


def _step(rung: Rung) -> Step:
    folders = [part.folder for part in rung.parts]
    plan, _ = folders[0].plan()  # the others have as many seats of each
    games = chain.from_iterable(map(lines_of, folders))
    return step_of(games, plan.period, rung.weak, rung.strong, plan.sides)


def _judged(
    swaps: Sequence[Swap], effects: Sequence[Effect], names: Mapping[str, str]
) -> list[CardEffect]:
    """Adds verdicts: the win rates of all cards are judged together, and so is each of the other figures."""
    z, nothing = z_for(len(effects)), Fraction(0)
    found = []
    for swap, effect in zip(swaps, effects, strict=True):
        changes = tuple(name for name, mean in effect.figures if mean.beyond(nothing, z))
        verdict = 0 if effect.wins is None else effect.wins.beyond(nothing, z)
        instead = "blank" if swap.instead is None else names.get(swap.instead, swap.instead)
        name = names.get(swap.card, swap.card)
        found.append(CardEffect(swap.card, name, swap.instead, instead, effect, verdict, changes))
    return sorted(found, key=_strongest_first)


def _strongest_first(each: CardEffect) -> tuple[bool, str, bool, Fraction, str]:
    """Cards compared with themselves blank come first, then each card with all that takes its place."""
    wins = each.effect.wins
    gain = Fraction(0) if wins is None else wins.value
    swapped = each.instead is not None
    return swapped, each.card if swapped else "", wins is None, -gain, each.instead or each.card
