"""The files of a ruleset as a page, coloured line by line by what ran, with conditions that were always true or always false."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from boardwright.reports.document import document
from boardwright.reports.markup import Markup, breakable, el, join, text
from boardwright.validators.play.coverage import FileCoverage, Judged, Line, Never
from boardwright.version import __version__

_STYLE = """
:root{--ran:#dff3e4;--some:#fff3cd;--never:#fde0dc;--mark:#a32a1a}
@media (prefers-color-scheme:dark){:root{--ran:#17301f;--some:#3a300f;--never:#401d19;--mark:#ff9b8a}}
body{max-width:78rem}
table.lines{table-layout:fixed;width:100%;font-size:.82rem;line-height:1.45}
.lines th,.lines td{border:0;padding:0 .4rem;vertical-align:top}
.lines th{width:3.2rem;min-width:0;text-align:right;font-weight:400;color:var(--soft);white-space:nowrap;overflow-wrap:normal}
.lines td.times{width:5rem;text-align:right;color:var(--soft)}
.lines td.text{text-align:left;white-space:normal}
.lines code{display:block;white-space:pre-wrap;overflow-wrap:anywhere;font-size:1em;
padding-left:calc((var(--in,0) + 2)*1ch);text-indent:calc((var(--in,0) + 2)*-1ch)}
.lines tr.ran td{background:var(--ran)}.lines tr.some td{background:var(--some)}.lines tr.never td{background:var(--never)}
.lines tr.never td.times{color:var(--mark);font-weight:600}
.lines mark{background:none;color:inherit;text-decoration:underline wavy var(--mark);text-underline-offset:.2em}
.lines .note{display:block;padding-left:2ch;color:var(--mark);font-size:.92em;overflow-wrap:anywhere}
.key span{padding:0 .5rem;margin-right:.5rem;border-radius:.2rem}
.key .ran{background:var(--ran)}.key .some{background:var(--some)}.key .never{background:var(--never)}
@media (max-width:32rem){table.lines{font-size:.74rem}.lines th{width:2.2rem}.lines td.times{width:3.6rem}
.lines th,.lines td{padding:0 .2rem}.files{font-size:.82rem}.files th,.files td{padding:.28rem .25rem}}
@media print{:root{--ran:#fff;--some:#eee;--never:#ddd;--mark:#000}}
"""


@dataclass(frozen=True, slots=True)
class CoveredFile:
    """A file with its lines. `name` is how it is called on the page."""

    name: str
    coverage: FileCoverage
    lines: Sequence[Line]


def render(title: str, measured: str, percent: int, files: Sequence[CoveredFile]) -> str:
    """The whole page."""
    sections = [
        el(
            "section",
            el("h2", breakable(each.name), f": {each.coverage.percent}%", id=f"f{n}"),
            _lines(n, each),
        )
        for n, each in enumerate(files)
    ]
    body = join(
        el(
            "header",
            el("h1", f"{title}: {percent}% of the clauses ran"),
            el("p", f"Measured: {measured}.", class_="soft"),
        ),
        el("main", _summary(files), _key(), *sections),
        el("footer", el("p", f"Written by boardwright {__version__}.")),
    )
    return document(f"{title}: coverage", body, _STYLE)


def _summary(files: Sequence[CoveredFile]) -> Markup:
    heads = ("file", "clauses", "ran", "%", "one-sided")
    rows = []
    for n, each in enumerate(files):
        found = each.coverage
        sided = sum(c.one_sided for line in each.lines for c in line.conditions)
        cells = (f"{found.clauses:,}", f"{found.ran:,}", f"{found.percent}", f"{sided:,}")
        link = el("th", el("a", breakable(each.name), href=f"#f{n}"), scope="row")
        rows.append(el("tr", link, *(el("td", cell) for cell in cells)))
    titles = el("tr", *(el("th", head, scope="col") for head in heads))
    table = el("table", el("thead", titles), el("tbody", *rows), class_="files")
    return el("div", table, class_="wide", tabindex=0)


def _key() -> Markup:
    shades = (("ran", "ran"), ("some", "in part"), ("never", "never ran"))
    spans = [el("span", told, class_=name) for name, told in shades]
    told = "Underlined: a one-sided condition, which was always true or always false."
    return el("p", *spans, told, class_="key")


def _lines(number: int, file: CoveredFile) -> Markup:
    lines = file.lines if file.lines and file.lines[-1].text else file.lines[:-1]
    rows = [_line(number, line) for line in lines]
    return el("table", el("tbody", *rows), class_="lines")


def _line(number: int, line: Line) -> Markup:
    sided = [each for each in line.conditions if each.one_sided]
    notes = [el("span", told, class_="note") for told in _notes(line.never, sided)]
    times = "" if not line.ran else f"{max(line.ran):,}×" if max(line.ran) else "never"
    indent = len(line.text) - len(line.text.lstrip(" "))
    code = el("code", _marked(line, sided), **({"style": f"--in:{indent}"} if indent else {}))
    return el(
        "tr",
        el("th", f"{line.row}", scope="row", id=f"f{number}-{line.row}"),
        el("td", times, class_="times"),
        el("td", code, *notes, class_="text"),
        **({"class_": shade} if (shade := _shade(line)) else {}),
    )


def _shade(line: Line) -> str:
    if not line.ran:
        return ""
    return "ran" if all(line.ran) else "some" if any(line.ran) else "never"


def _notes(never: Sequence[Never], sided: Sequence[Judged]) -> Iterator[str]:
    """What a line lacks, in words."""
    for each in never:
        if each.why:
            yield f"{each.what}: {each.why}"
    for condition in sided:
        always, times = ("true", condition.true) if condition.true else ("false", condition.false)
        yield f"always {always}, {times:,}×: {' '.join(condition.span.text.split())}"


def _marked(line: Line, sided: Sequence[Judged]) -> Markup:
    """The text of a line, with the conditions underlined; one inside another is part of the same line."""
    parts: list[Markup] = []
    at = 0
    for each in sorted(sided, key=lambda one: (one.span.start, -one.span.end)):
        begin = each.span.column - 1
        end = min(begin + each.span.end - each.span.start, len(line.text))
        if begin < at:
            continue
        parts += [text(line.text[at:begin]), el("mark", line.text[begin:end])]
        at = end
    return join(*parts, text(line.text[at:]))
