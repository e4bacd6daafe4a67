"""What most people ask of a run, on one screen: length, seats, scores, cards and choices."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from boardwright.dsl.source.diagnostics import shown
from boardwright.reports import course_words, words
from boardwright.reports.figures import Asked, Cards, Report, Stand
from boardwright.reports.numbers import percent, rounded
from boardwright.terminal import Paint

_MOST_KINDS, _FEW_CARDS, _MOST_NAMED = 3, 2, 3
_OFTEN = 20
"""An option that was offered less often may be left alone by chance."""
_LABEL = 10


def render(report: Report, *, color: bool = False, width: int) -> str:
    """The summary of one run, without an end that says where there is more."""
    paint = Paint(color)
    lines = [paint("1", line) for line in wrap(shown(_title(report)), width)]
    for text in words.ended(report.games):
        lines += wrap(shown(text), width, subsequent_indent="  ")
    lines.append("")
    for label, texts in _parts(report):
        for number, text in enumerate(texts):
            name = "" if number else label
            indent = " " * _LABEL
            wrapped = wrap(shown(text), width, initial_indent=indent, subsequent_indent=indent)
            if name:
                wrapped[0] = paint("1", name) + wrapped[0][len(name) :]
            lines += wrapped
    return "".join(f"{line}\n" for line in lines)


def _title(report: Report) -> str:
    plan = report.plan
    by = ", ".join(dict.fromkeys(plan.agents))
    shard = "" if report.shard is None else "; shard {} of {}".format(*report.shard)
    return f"{words.title(plan)}: {plan.players} players, {by}, seed {plan.seed}{shard}"


def _parts(report: Report) -> Iterator[tuple[str, list[str]]]:
    if not report.games.over:
        yield "Games", [*words.answers(report)]
        return
    yield "Length", [words.lengths(report)]
    yield "Seats", [f"{words.balance_of_seats(report)} Wins: {_wins(report.seats)}."]
    if report.agents:
        yield "Agents", [f"{words.balance_of_agents(report)} Wins: {_wins(report.agents)}."]
    yield "Scores", [_scores(report)]
    if report.course is not None:
        yield "Course", [*course_words.course_answers(report.course)]
    for cards in (report.cards or ())[:_MOST_KINDS]:
        yield "Cards", [_strength(cards), *_extremes(cards)]
    if len(report.cards or ()) > _MOST_KINDS:
        yield "", [f"and {len(report.cards or ()) - _MOST_KINDS} more kinds of cards"]
    if report.branching is not None and report.branching.n:
        yield (
            "Choices",
            [f"{words.branching(report.branching)}.", _neglected(report.decisions or ())],
        )
    if report.decisions is None:
        yield "Choices", ["not recorded: `--no-figures` was given"]


def _wins(stands: tuple[Stand, ...]) -> str:
    return ", ".join(f"{each.name} {percent(each.wins.value)}" for each in stands)


def _scores(report: Report) -> str:
    scores, margins = report.scores, report.margins
    text = f"An average score is {rounded(scores.mean, 1)} (typically {words.typical(scores)})"
    if margins.n:
        ahead = rounded(margins.mean, 1)
        text += f"; the winner is {ahead} ahead (typically {words.typical(margins)})"
    return f"{text}."


def _strength(cards: Cards) -> str:
    if any(each.had(cards.way).verdict for each in cards.cards):
        return words.strong(cards)
    wins = percent(cards.average.value)
    return f"{cards.name}: none is stronger or weaker than chance explains ({wins})."


def _extremes(cards: Cards) -> Iterator[str]:
    """The cards whose players win most and least often."""
    known = [each for each in cards.cards if each.had(cards.way).wins.of]
    if len(known) < 2:
        return
    few = min(_FEW_CARDS, len(known) // 2)
    named = [f"{each.name} {percent(each.had(cards.way).wins.value)}" for each in known]
    yield f"most: {', '.join(named[:few])}; least: {', '.join(named[: -few - 1 : -1])}"


def _neglected(decisions: tuple[Asked, ...]) -> str:
    """The options that nobody picked although they were offered often."""
    often = [
        (asked.name, option)
        for asked in decisions
        for option in asked.options
        if option.picked.of >= _OFTEN
    ]
    never = [f"{name}: {option.id}" for name, option in often if not option.picked.value]
    if not never:
        return f"Each option that was offered at least {_OFTEN} times was picked."
    named = ", ".join(never[:_MOST_NAMED])
    more = f" and {len(never) - _MOST_NAMED} more" if len(never) > _MOST_NAMED else ""
    return f"Never picked although offered: {named}{more}."
