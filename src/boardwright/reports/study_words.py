"""What a study has found, in sentences and tables, the same on a terminal and on a page."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from boardwright.reports import course_words, words
from boardwright.reports.averages import Mean
from boardwright.reports.course_words import span
from boardwright.reports.numbers import between, percent, rounded
from boardwright.reports.skill import Step
from boardwright.reports.study import CardEffect, Findings
from boardwright.reports.words import DASH, Table
from boardwright.terminal import plural

_MOST_NAMED = 3


def title(found: Findings) -> str:
    """The game with its expansions."""
    return f"Study: {words.title(found.play.plan)}"


def about(found: Findings) -> str:
    """The table, the player and the seed."""
    plan = found.play.plan
    games = plural(found.play.games.counted, "game")
    return f"{plural(plan.players, 'player')}; {found.agent}; {games} a run; seed {plan.seed}"


def answers(found: Findings) -> Iterator[str]:
    """What most designers want to know, a sentence each."""
    yield from list(words.answers(found.play))[slice(1, 2) if found.play.games.over else slice(1)]
    yield from _skill(found)
    if found.play.course is not None:
        yield from course_words.course_answers(found.play.course)
    yield from _cards(found)


def _skill(found: Findings) -> Iterator[str]:
    step = found.skill
    if step is not None and step.points.n:
        share = f"{step.strong} wins {percent(step.points.value)} of points against {step.weak}"
        yield f"There is skill: {share}." if step.verdict > 0 else f"No skill was found: {share}."
    steps = [each for each in found.doublings if each.points.n]
    if not steps:
        return
    paying = [each for each in steps if each.verdict > 0]
    if not paying:
        yield "Thinking twice as long did not help beyond chance."
        return
    shares = ", ".join(percent(each.points.value) for each in steps)
    first, last = _iterations(steps[0].weak), _iterations(steps[-1].strong)
    ends = _iterations(paying[-1].strong)
    until = (
        "and still pays at the last step" if paying[-1] is steps[-1] else f", and pays up to {ends}"
    )
    yield f"Thinking twice as long, from {first} to {last} iterations, wins {shares} of points{until}."


def _iterations(agent: str) -> str:
    return agent.partition(":")[2] or agent


def _cards(found: Findings) -> Iterator[str]:
    cards = [each for each in found.cards if each.effect.wins is not None]
    if not cards:
        return
    blank = [each for each in cards if each.instead is None]
    strong = [each for each in blank if each.verdict > 0]
    weak = [each for each in blank if each.verdict < 0]
    if blank and not strong and not weak:
        yield "No card makes its holders win more or less often than the same card blank, beyond chance."
    for of, what in ((strong, "more"), (weak, "less")):
        if of:
            named = ", ".join(
                f"{each.name} ({_points(each.effect.wins)})" for each in of[:_MOST_NAMED]
            )
            rest = f" and {len(of) - _MOST_NAMED} others" if len(of) > _MOST_NAMED else ""
            yield f"Holders win {what} often than with the same card blank: {named}{rest}."
    for each in cards:
        if each.instead is not None and each.verdict:
            what = "more" if each.verdict > 0 else "less"
            gap = _points(each.effect.wins)
            yield f"Holders of {each.name} win {what} often than with {each.instead_name} in its place ({gap})."


def _points(mean: Mean | None) -> str:
    return DASH if mean is None else f"{_signed(mean.value * 100)} points"


def _signed(value: Fraction) -> str:
    return f"{'+' if value > 0 else ''}{rounded(value, 1)}"


def skill_table(found: Findings) -> Table:
    """The steps of skill."""
    steps = [*([] if found.skill is None else [found.skill]), *found.doublings]
    return Table(
        ("", "against", "games", "points", "95%", ""),
        [_step_row(each) for each in steps],
        (0, 1, 5),
    )


def _step_row(step: Step) -> list[str]:
    verdict = {1: "more than half", 0: "", -1: "less than half"}[step.verdict]
    known = step.points.n > 0
    cells = [percent(step.points.value), between(*step.interval())] if known else [DASH, DASH]
    return [step.strong, step.weak, f"{step.games:,}", *cells, verdict]


def card_table(found: Findings) -> Table:
    """How often players win with each card, and with what is in its place."""
    rows = []
    for each in found.cards:
        effect = each.effect
        wins = [DASH, DASH]
        if effect.wins is not None and effect.interval is not None:
            low, high = effect.interval
            wins = [_signed(effect.wins.value * 100), span((100 * low, 100 * high), 1)]
        verdict = {1: "more than chance", 0: "", -1: "less than chance"}[each.verdict]
        held = [
            percent(rate.value) if rate.of else DASH for rate in (effect.held, effect.instead_held)
        ]
        rows.append([each.name, each.instead_name, *held, *wins, verdict])
    return Table(("", "instead", "wins", "wins instead", "points", "95%", ""), rows, (0, 1, 6))


def change_table(found: Findings) -> Table:
    """What each card changes in a game."""
    names = list(dict.fromkeys(name for each in found.cards for name, _ in each.effect.figures))
    rows = [[each.name, each.instead_name, *_change_cells(each, names)] for each in found.cards]
    heads = ["", "instead", *(cell for name in names for cell in (name, "95%")), "beyond chance"]
    if not any(each.changes for each in found.cards):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    return Table(heads, rows, (0, 1, 2 * len(names) + 2))


def _change_cells(each: CardEffect, names: list[str]) -> list[str]:
    figures, cells = dict(each.effect.figures), []
    for name in names:
        mean = figures.get(name)
        if mean is None:
            cells += [DASH, DASH]
        else:
            cells += [_signed(mean.value), span(mean.interval(), 1)]
    return [*cells, ", ".join(each.changes)]


CARDS = (
    "How often players win who hold the card, and who hold what is in its place, in the same deals; blank: the card does "
    "nothing. Points: the difference."
)
CHANGES = "What the card changes in a game, in the same deals: with the card minus without it."
SKILL = "Points of the first against the second, at each seat equally often and in the same deals; half is even."
