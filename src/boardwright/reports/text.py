"""A report for a terminal, with what most people ask at the top."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from boardwright.dsl.source.diagnostics import shown
from boardwright.reports import course_words, words
from boardwright.reports.comparison import Comparison
from boardwright.reports.course import Course
from boardwright.reports.figures import Asked, Cards, Report, Stand
from boardwright.reports.numbers import percent, rounded
from boardwright.reports.words import Table
from boardwright.terminal import Paint, columns, plural

WIDTH = 100
_FEW_OPTIONS, _FEW_STOPPED, _FEW_DIFFERENCES = 4, 10, 12
_NAME = 28
_MOST_KINDS, _FEW_CARDS, _MOST_NAMED = 3, 2, 3
_OFTEN = 20
"""An option that was offered less often may be left alone by chance."""
_LABEL = 10


class Page:
    """Lines under headings."""

    def __init__(self, color: bool, width: int) -> None:
        self.paint = Paint(color)
        self.width = width
        self.lines: list[str] = []

    def head(self, text: str) -> None:
        if self.lines:
            self.lines.append("")
        self.lines.append(self.paint("1", shown(text)))

    def say(self, text: str, indent: str = "") -> None:
        self.lines += wrap(
            shown(text), self.width, initial_indent=indent, subsequent_indent=f"{indent}  "
        )

    def show(self, table: Table) -> None:
        """Adds a table. Figures are aligned to the right; the first column takes the room that the others leave. Where they
        leave too little, heads have several lines.
        """
        heads = [[shown(table.heads[0]), *(_short(shown(head)) for head in table.heads[1:])]]
        rows = [[shown(row[0]), *(_short(shown(cell)) for cell in row[1:])] for row in table.rows]
        if 2 + max(map(len, columns([*heads, *rows]))) > self.width:
            heads = _on_several_lines(heads[0], rows)
        others = sum(max(map(len, column)) + 2 for column in [*zip(*heads, *rows, strict=True)][1:])
        for row in (*heads, *rows):
            row[0] = _short(row[0], max(_NAME, self.width - 2 - others))
        right = [n for n in range(len(table.heads)) if n not in table.left]
        lines = columns([*heads, *rows], right)
        self.lines += [self.paint("2", f"  {line}") for line in lines[: len(heads)]]
        self.lines += [f"  {line}" for line in lines[len(heads) :]]

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines) + "\n"


def _on_several_lines(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Heads broken between words, to be as narrow as what is below them."""
    broken = [
        wrap(head, max(1, *(len(row[n]) for row in rows)), break_long_words=False)
        for n, head in enumerate(heads)
    ]
    high = max(map(len, broken))
    return [
        [*line] for line in zip(*([""] * (high - len(each)) + each for each in broken), strict=True)
    ]


def _short(text: str, most: int = _NAME) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def render(report: Report, *, color: bool = False, width: int = WIDTH) -> str:
    """The report of one run."""
    page = Page(color, width)
    page.head(words.title(report.plan))
    page.say(words.table(report))
    for line in words.ended(report.games):
        page.say(line)
    page.lines.append("")
    for line in words.answers(report):
        page.say(line)
    if report.course is not None:
        for line in course_words.course_answers(report.course):
            page.say(line)
    if report.games.over:
        page.head("Length of a game")
        page.show(words.spread_table(report.lengths))
        page.head("Seats")
        page.show(words.stand_table(report.seats))
        if report.agents:
            page.head("Agents")
            page.show(words.stand_table(report.agents))
    if report.course is not None:
        _course(page, report.course)
    for cards in report.cards or ():
        _cards(page, report, cards)
    if report.games.over:
        page.head("Scores")
        page.show(words.score_table(report))
    if report.decisions:
        _decisions(page, report, report.decisions)
    if report.decisions is None:
        page.head("No figures on decisions and cards")
        page.say("`boardwright simulate` records them if `--no-figures` is left out", "  ")
    if report.stopped:
        page.head("Unfinished games")
        shown_ = report.stopped[:_FEW_STOPPED]
        page.show(words.stopped_table(shown_))
        more = report.games.limit + report.games.error - len(shown_)
        if more:
            page.say(f"and {more:,} more; `--format json` lists up to 1,000", "  ")
    page.lines += ["", "Intervals are 95% Wilson intervals."]
    return page.text()


def _course(page: Page, course: Course) -> None:
    page.head("Course of a game")
    page.show(course_words.leading_table(course))
    page.show(course_words.other_table(course))
    page.say(course_words.NOTE, "  ")
    if course.choices.mattered.all:
        page.head("Decisions that matter")
        page.show(course_words.choice_table(course))


def _cards(page: Page, report: Report, cards: Cards) -> None:
    page.head(f"Cards: {cards.name}")
    page.show(words.card_table(cards, report.games.over))
    page.say(f"{words.average(cards)}. {words.card_notes(cards)}.", "  ")


def _decisions(page: Page, report: Report, decisions: Sequence[Asked]) -> None:
    page.head("Decisions")
    if report.branching is not None and report.branching.n:
        page.say(f"{words.branching(report.branching)}.", "  ")
    rows = [
        [
            each.name,
            words.per_game(each.times, report.games.counted),
            rounded(each.branching.mean, 1),
            f"{each.branching.at(100):,}",
        ]
        for each in decisions
    ]
    page.show(Table(("", "per game", "options", "max"), rows))
    page.head("Options: how often they are picked when offered")
    for each in [each for each in decisions if len(each.options) > 1]:
        for line in _options(each):
            page.say(line, "  ")


def _options(asked: Asked) -> Iterator[str]:
    parts = [
        f"{each.id} {percent(each.picked.value)} of {each.picked.of:,}"
        for each in asked.options[:_FEW_OPTIONS]
    ]
    more = len(asked.options) - len(parts)
    yield f"{asked.name}: {', '.join(parts)}{f' and {more} more' if more else ''}"


def summary(report: Report, *, color: bool = False, width: int) -> str:
    """What most people ask of a run, on one screen: length, seats, scores, cards and choices."""
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
    return f"{words.title(plan)}: {plural(plan.players, 'player')}, {by}, seed {plan.seed}{shard}"


def _parts(report: Report) -> Iterator[tuple[str, list[str]]]:
    if not report.games.over:
        yield "Games", [*words.answers(report)]
        return
    yield "Length", [words.lengths(report)]
    seats = words.balance_of_seats(report)
    if report.together is None:
        seats = f"{seats} Wins: {_wins(report.seats)}."
    yield "Seats", [seats]
    if report.agents and report.together is None:
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


def render_comparison(comparison: Comparison, *, color: bool = False, width: int = WIDTH) -> str:
    """The comparison of two runs."""
    page = Page(color, width)
    page.head(words.title_of_two(comparison))
    for name, report in zip(("first", "second"), comparison.runs, strict=True):
        page.say(f"{name}: {words.title(report.plan)}; {words.table(report)}")
        for line in words.ended(report.games):
            page.say(line, "  ")
    differs = words.plan_differs(comparison)
    if differs.rows:
        page.head("Settings that differ")
        page.show(differs)
    for line in words.only(comparison):
        page.say(line, "  ")
    page.head("Differences beyond chance")
    page.say(words.plainly(comparison), "  ")
    beyond = [each for each in comparison.differences if each.beyond]
    _differences(page, comparison, [each.group for each in beyond], beyond, len(beyond))
    rest = [each for each in comparison.differences if not each.beyond]
    page.head("Differences that chance explains")
    _differences(page, comparison, [each.group for each in rest], rest, _FEW_DIFFERENCES)
    page.lines.append("")
    page.say(
        "Differences are the second run minus the first; those of rates are in percentage points, with Newcombe's "
        "intervals. All intervals are 95%."
    )
    return page.text()


def _differences(
    page: Page, comparison: Comparison, groups: Sequence[str], found: Sequence[object], most: int
) -> None:
    for group in dict.fromkeys(groups):
        of_group = [
            each for each in comparison.differences if each.group == group and each in found
        ]
        page.lines.append(f"  {shown(group)}")
        page.show(words.difference_table(of_group[:most]))
        if len(of_group) > most:
            page.say(f"and {len(of_group) - most} more; `--format json` lists all", "  ")
