"""A report for a terminal: what most people ask first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from boardwright.dsl.source.diagnostics import shown
from boardwright.reports import words
from boardwright.reports.comparison import Comparison
from boardwright.reports.figures import Asked, Cards, Report, Stand
from boardwright.reports.numbers import percent, rounded
from boardwright.terminal import Paint, columns

WIDTH = 100
_FEW_OPTIONS, _FEW_STOPPED, _FEW_DIFFERENCES = 4, 10, 12
_NAME = 28


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

    def rows(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)
    ) -> None:
        """A table; columns other than `left` are aligned to the right. The first has what room the others leave."""
        cells = [
            [shown(row[0]), *(_short(shown(cell)) for cell in row[1:])] for row in (heads, *rows)
        ]
        others = sum(max(map(len, column)) + 2 for column in [*zip(*cells, strict=True)][1:])
        for row in cells:
            row[0] = _short(row[0], max(_NAME, self.width - 2 - others))
        right = [n for n in range(len(heads)) if n not in left]
        first, *rest = columns(cells, right)
        self.lines += [self.paint("2", f"  {first}"), *(f"  {line}" for line in rest)]

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines) + "\n"


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
    if report.games.over:
        page.head("Length of a game")
        page.rows(
            ("", *words.SPREAD),
            [[name, *words.spread_cells(each)] for name, each in report.lengths],
        )
        _stands(page, "Seats", report.seats)
        if report.agents:
            _stands(page, "Agents", report.agents)
    for cards in report.cards or ():
        _cards(page, report, cards)
    if report.games.over:
        page.head("Scores")
        page.rows(
            ("", *words.SPREAD),
            [
                ["all", *words.spread_cells(report.scores)],
                *([each.name, *words.spread_cells(each.scores)] for each in report.seats),
                ["first over second", *words.spread_cells(report.margins)],
            ],
        )
    if report.decisions:
        _decisions(page, report, report.decisions)
    if report.decisions is None:
        page.head("No figures were gathered of decisions and cards")
        page.say("`boardwright simulate` without `--no-figures` gathers them", "  ")
    if report.stopped:
        page.head("Games that did not come to their end")
        shown_ = report.stopped[:_FEW_STOPPED]
        page.rows(words.STOPPED, list(map(words.stopped_cells, shown_)), (2, 4))
        more = report.games.limit + report.games.error - len(shown_)
        if more:
            page.say(f"and {more:,} more; `--format json` has up to 1,000 of them", "  ")
    page.lines += ["", "Intervals are Wilson's, of 95 %."]
    return page.text()


def _stands(page: Page, head: str, stands: Sequence[Stand]) -> None:
    page.head(head)
    page.rows(
        ("", "games", "wins", "95 %", "mean rank", "mean score", ""),
        [
            [
                each.name,
                f"{each.games:,}",
                *words.rate_cells(each.wins),
                rounded(each.rank, 2),
                rounded(each.scores.mean, 1),
                words.VERDICTS[each.verdict],
            ]
            for each in stands
        ],
        (0, 6),
    )


def _cards(page: Page, report: Report, cards: Cards) -> None:
    page.head(f"Cards: {cards.name}")
    heads, rows = words.card_table(cards, report.games.over)
    page.rows(heads, rows, (0, len(heads) - 1))
    page.say(f"{words.average(cards)}; {words.card_notes(cards)}", "  ")


def _decisions(page: Page, report: Report, decisions: Sequence[Asked]) -> None:
    page.head("Decisions")
    if report.branching is not None and report.branching.n:
        spread = report.branching
        page.say(
            f"{rounded(spread.mean, 1)} options on average; half of the decisions have {spread.at(25)} to "
            f"{spread.at(75)}, the largest {spread.at(100):,}",
            "  ",
        )
    page.rows(
        ("", "a game", "options", "most"),
        [
            [
                each.name,
                words.per_game(each.times, report.games.counted),
                rounded(each.branching.mean, 1),
                f"{each.branching.at(100):,}",
            ]
            for each in decisions
        ],
    )
    page.head("Options, picked of so many times offered")
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


def render_comparison(comparison: Comparison, *, color: bool = False, width: int = WIDTH) -> str:
    """What differs between two runs."""
    page = Page(color, width)
    page.head(words.title_of_two(comparison))
    for name, report in zip(("first", "second"), comparison.runs, strict=True):
        page.say(f"{name}: {words.title(report.plan)}; {words.table(report)}")
        for line in words.ended(report.games):
            page.say(line, "  ")
    if rows := words.plan_differs(comparison):
        page.head("What they are")
        page.rows(("", "first", "second"), rows, (0, 1, 2))
    for line in words.only(comparison):
        page.say(line, "  ")
    page.head("Beyond chance")
    page.say(words.plainly(comparison), "  ")
    beyond = [each for each in comparison.differences if each.beyond]
    _differences(page, comparison, [each.group for each in beyond], beyond, len(beyond))
    rest = [each for each in comparison.differences if not each.beyond]
    page.head("Within what chance explains")
    _differences(page, comparison, [each.group for each in rest], rest, _FEW_DIFFERENCES)
    page.lines += [
        "",
        "Second less first: rates in percentage points by Newcombe's interval, others by means.",
    ]
    return page.text()


def _differences(
    page: Page, comparison: Comparison, groups: Sequence[str], found: Sequence[object], most: int
) -> None:
    for group in dict.fromkeys(groups):
        of_group = [
            each for each in comparison.differences if each.group == group and each in found
        ]
        page.lines.append(f"  {shown(group)}")
        rows = [words.difference_cells(each) for each in of_group[:most]]
        page.rows(words.DIFFERENCE, rows)
        if len(of_group) > most:
            page.say(f"and {len(of_group) - most} more; `--format json` has all", "  ")
