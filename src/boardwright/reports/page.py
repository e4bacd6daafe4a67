"""A report as a page for browsers: one file that loads nothing and runs nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from boardwright.reports import course_words, words
from boardwright.reports.comparison import Comparison, Difference
from boardwright.reports.course import Course
from boardwright.reports.document import document
from boardwright.reports.figures import Asked, Cards, Report, Stand
from boardwright.reports.markup import Markup, breakable, el, join
from boardwright.reports.numbers import Rate, percent, rounded
from boardwright.reports.plots import Interval, histogram, intervals, share
from boardwright.reports.words import Table
from boardwright.version import __version__

_OPEN = 3
"""The number of decisions that show their options at once; the others do when they are opened."""


def render(report: Report) -> str:
    """The report of one run."""
    sections = list(_sections(report))
    return as_page(
        words.title(report.plan),
        words.table(report),
        join(_state(report), answer_list(_all_answers(report))),
        sections,
    )


def render_comparison(comparison: Comparison) -> str:
    """The comparison of two runs."""
    return as_page(
        words.title_of_two(comparison),
        "Differences are the second run minus the first.",
        answer_list([words.plainly(comparison)]),
        list(_compared(comparison)),
    )


Section = tuple[str, Markup]


def as_page(title: str, below: str, first: Markup, sections: Sequence[Section]) -> str:
    """A page with sections, and links to them at the top."""
    links = [el("li", el("a", name, href=f"#s{n}")) for n, (name, _) in enumerate(sections)]
    bodies = [
        el("section", el("h2", name, id=f"s{n}"), body, aria_labelledby=f"s{n}")
        for n, (name, body) in enumerate(sections)
    ]
    body = join(
        el("header", el("h1", title), el("p", below, class_="soft")),
        el("main", first, el("nav", el("ul", *links), aria_label="Sections"), *bodies),
        el(
            "footer",
            el(
                "p",
                "Intervals are 95%: Wilson's for rates, Newcombe's for their differences. ▶ and ◀ mark rates above and below "
                "what chance explains, judged over all rows of a table.",
            ),
            el("p", f"Written by boardwright {__version__}."),
        ),
    )
    return document(title, body)


def _state(report: Report) -> Markup:
    first, *more = words.ended(report.games)
    found = el("p", f"{first}.")
    if not more:
        return found
    return join(found, el("div", *(el("p", f"{line}.") for line in more), class_="warn"))


def answer_list(lines: Sequence[str]) -> Markup:
    """What most people ask, a line each."""
    return el("div", el("ul", *(el("li", line) for line in lines)), class_="answers")


def as_table(table: Table, caption: str = "") -> Markup:
    """A table; verdicts are coloured."""
    left = {0, *table.left}

    def cell(n: int, value: str) -> Markup:
        mark = {"more than chance": "more", "less than chance": "less"}.get(value)
        kind = mark or ("left" if n in left else "")
        more = {"class_": f"{kind} left" if mark else kind} if kind else {}
        return el("th", breakable(value), scope="row") if n == 0 else el("td", value, **more)

    titles = [
        el("th", name, scope="col", **({"class_": "left"} if n in left else {}))
        for n, name in enumerate(table.heads)
    ]
    body = [el("tr", *(cell(n, value) for n, value in enumerate(row))) for row in table.rows]
    parts = [el("caption", caption)] if caption else []
    parts += [el("thead", el("tr", *titles)), el("tbody", *body)]
    return el("div", el("table", *parts), class_="wide", tabindex=0)


# ---- one run


def _all_answers(report: Report) -> list[str]:
    course = () if report.course is None else course_words.course_answers(report.course)
    return [*words.answers(report), *course]


def _course(course: Course) -> Markup:
    parts = [
        as_table(course_words.leading_table(course), course_words.NOTE),
        as_table(course_words.other_table(course)),
    ]
    if course.choices.mattered.all:
        parts.append(as_table(course_words.choice_table(course), "Decisions that matter"))
    return join(*parts)


def _sections(report: Report) -> Iterator[Section]:
    if report.games.over:
        yield "Length of a game", _length(report)
        yield "Who wins, by seat", _stands(report, report.seats, "Win rate by seat")
        if report.agents:
            yield "Who wins, by agent", _stands(report, report.agents, "Win rate by agent")
    if report.course is not None:
        yield "Course of a game", _course(report.course)
    for cards in report.cards or ():
        yield f"Cards: {cards.name}", _cards(report, cards)
    if report.games.over:
        yield "Scores", _scores(report)
    if report.decisions:
        yield "Decisions", _decisions(report, report.decisions)
        yield "Options picked", _options(report.decisions)
    if report.decisions is None:
        why = "There are no figures on decisions and cards: the run was played with --no-figures."
        yield "Decisions and cards", el("p", why)
    if report.stopped:
        yield "Unfinished games", _stopped(report)
    yield "The run", as_table(words.plan_table(report.plan))


def _length(report: Report) -> Markup:
    plots = [
        join(el("h3", name.capitalize()), histogram(each, name, f"Number of {name} per game"))
        for name, each in report.lengths
        if each.at(0) != each.at(100)
    ]
    caption = "Length of the games played to the end"
    return join(*plots, as_table(words.spread_table(report.lengths), caption))


def _stands(report: Report, stands: Sequence[Stand], title: str) -> Markup:
    rates = [(each.name, each.wins, each.verdict) for each in stands]
    caption = "A win shared by several players counts in equal parts for each."
    table = as_table(words.stand_table(stands), caption)
    expected = f"each would win {percent(report.chance)} by chance"
    return join(_forest(rates, report.chance, title, expected), table)


def _forest(
    rates: Sequence[tuple[str, Rate, int]], line: Fraction, title: str, expected: str
) -> Markup:
    """Win rates on one scale, with a line at the expected rate."""
    found = [(name, each, mark, each.interval()) for name, each, mark in rates if each.of]
    if not found:
        return Markup("")
    top = max(max(high for *_, (_, high) in found), float(line))
    bottom = min(min(low for *_, (low, _) in found), float(line))
    first, last = int(bottom * 20), min(20, int(top * 20) + 1)  # twentieths
    scale = (last - first) / 20
    rows = [
        Interval(
            name,
            (float(each.value) - first / 20) / scale,
            (low - first / 20) / scale,
            (high - first / 20) / scale,
            mark,
            percent(each.value),
        )
        for name, each, mark, (low, high) in found
    ]
    note = f"The dashed line: {expected[:1].lower()}{expected[1:]}."
    return join(
        intervals(
            rows,
            (float(line) - first / 20) / scale,
            (f"{first * 5}%", f"{last * 5}%"),
            f"{title}. {note}",
        ),
        el("p", note, class_="soft"),
    )


def _scores(report: Report) -> Markup:
    parts = [histogram(report.scores, "points", "Scores of all players")]
    if report.margins.n:  # nobody is ahead of others who plays alone, or in one team with all
        title = "Points between first and second place"
        parts += [
            el("h3", "Winning margin"),
            histogram(report.margins, "points ahead", title),
        ]
    return join(*parts, as_table(words.score_table(report), "Scores at the end of games"))


def _cards(report: Report, cards: Cards) -> Markup:
    way = cards.way
    rates = [(card.name, card.had(way).wins, card.had(way).verdict) for card in cards.cards]
    notes = words.card_notes(cards)
    table = as_table(
        words.card_table(cards, report.games.over, wide=True),
        f"{notes}.",
    )
    title = f"Win rate of players by card, when {way}"
    return join(_forest(rates, cards.average.value, title, words.average(cards)), table)


def _decisions(report: Report, decisions: Sequence[Asked]) -> Markup:
    parts = []
    if report.branching is not None and report.branching.n:
        sentence = f"{words.branching(report.branching)}."
        plot = histogram(report.branching, "options", "Number of options per decision")
        parts += [el("p", sentence), plot]
    rows = [
        [
            each.name,
            f"{each.times:,}",
            words.per_game(each.times, report.games.counted),
            rounded(each.branching.mean, 1),
            f"{each.branching.at(50):,}",
            f"{each.branching.at(100):,}",
        ]
        for each in decisions
    ]
    heads = ("", "times", "per game", "mean options", "median", "max")
    caption = "The decisions of players, and their numbers of options"
    return join(*parts, as_table(Table(heads, rows), caption))


def _options(decisions: Sequence[Asked]) -> Markup:
    parts = []
    for number, each in enumerate(decisions):
        rows = []
        for option in each.options:
            rows.append(
                el(
                    "tr",
                    el("th", breakable(option.id), scope="row"),
                    el("td", f"{option.picked.of:,}"),
                    el("td", f"{option.picked.count.numerator:,}"),
                    el("td", percent(option.picked.value)),
                    el("td", share(float(option.picked.value)), class_="left"),
                )
            )
        heads = ("", "offered", "picked", "share", "")
        titles = [el("th", name, scope="col") for name in heads]
        table = el("table", el("thead", el("tr", *titles)), el("tbody", *rows))
        count = f" ({each.times:,} times, {len(each.options)} options)"
        given = {"open": "open"} if number < _OPEN else {}
        summary = el("summary", el("code", each.name), count)
        wide = el("div", table, class_="wide", tabindex=0)
        parts.append(el("details", summary, wide, **given))
    return join(*parts)


def _stopped(report: Report) -> Markup:
    left = report.games.limit + report.games.error - len(report.stopped)
    caption = "To play one again, use `boardwright run` with its seed, the same table and the same agents."
    table = as_table(words.stopped_table(report.stopped), caption)
    return join(table, el("p", f"And {left:,} more.")) if left else table


# ---- two runs


def _compared(comparison: Comparison) -> Iterator[Section]:
    yield "The runs", _runs(comparison)
    groups = dict.fromkeys(each.group for each in comparison.differences)
    beyond = [each for each in comparison.differences if each.beyond]
    if beyond:
        yield "Beyond chance", _differences(beyond, groups=True)
    for group in groups:
        found = [each for each in comparison.differences if each.group == group]
        yield group, _differences(found)


def _runs(comparison: Comparison) -> Markup:
    states = [
        join(
            el("h3", name),
            el("p", f"{words.title(report.plan)}; {words.table(report)}"),
            _state(report),
        )
        for name, report in zip(("First", "Second"), comparison.runs, strict=True)
    ]
    differs = words.plan_differs(comparison)
    table = as_table(differs, "Settings that differ")
    only = [el("p", f"{line[:1].upper()}{line[1:]}.") for line in words.only(comparison)]
    return join(*states, table, *only) if differs.rows else join(*states, *only)


def _differences(found: Sequence[Difference], groups: bool = False) -> Markup:
    parts = []
    rates = [each for each in found if isinstance(each.first, Rate)]
    if rates and len(rates) == len(found) and len(found) <= 60:
        most = max(0.01, *(max(abs(each.low), abs(each.high)) for each in rates))
        points = int(most * 100) + 1
        scale = points / 100
        # What all are alike in, the heading says.
        alike = len({each.what for each in rates}) == 1
        rows = [
            Interval(
                each.what if each.of == "all" else each.of if alike else f"{each.of} {each.what}",
                0.5 + float(each.gap) / scale / 2,
                0.5 + each.low / scale / 2,
                0.5 + each.high / scale / 2,
                (1 if each.gap > 0 else -1) if each.beyond else 0,
                words.gap(each),
            )
            for each in rates
        ]
        told = "Differences in percentage points; the dashed line marks no difference"
        parts.append(intervals(rows, 0.5, (f"-{points}", f"+{points}"), told))
    table = words.difference_table(found)
    cells = [
        [
            f"{each.group}: {name}" if groups else name,
            *figures,
            "beyond chance" if each.beyond else "",
        ]
        for each, (name, *figures) in zip(found, table.rows, strict=True)
    ]
    caption = "Differences of rates in percentage points" if rates else ""
    parts.append(as_table(Table((*table.heads, ""), cells, (0, 5)), caption))
    return join(*parts)
