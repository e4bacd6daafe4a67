"""The words in which reports speak, on a terminal and on a page alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from boardwright.reports.comparison import Comparison, Difference
from boardwright.reports.counts import Stopped
from boardwright.reports.figures import Card, Cards, Games, Report, Stand
from boardwright.reports.numbers import Rate, Spread, between, of_float, percent, rounded
from boardwright.runs.plan import Plan
from boardwright.terminal import plural

VERDICTS = {1: "more than chance", 0: "", -1: "less than chance"}
DASH = "–"


@dataclass(frozen=True, slots=True)
class Table:
    """Heads and rows. The columns of `left` hold words, all others figures."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: Sequence[int] = (0,)


def title(plan: Plan) -> str:
    """What was played: the game with its expansions."""
    with_ = f" with {', '.join(plan.expansions)}" if plan.expansions else ""
    return f"{plan.game}{with_}"


def title_of_two(comparison: Comparison) -> str:
    """Which game two runs are of."""
    return f"{comparison.runs[0].plan.game}: two runs"


def table(report: Report) -> str:
    """At which table, and by whom; of a part of a run, which one."""
    plan = report.plan
    agents = sorted(set(plan.agents))
    by = agents[0] if len(agents) == 1 else ", ".join(plan.agents)
    options = [f"{name}={value}" for name, value in plan.options.items() if value]
    options_ = f"; {', '.join(options)}" if options else ""
    shard = "; shard {} of {}".format(*report.shard) if report.shard is not None else ""
    return f"{plan.players} players; {by}; seed {plan.seed}{options_}{shard}"


def ended(games: Games) -> Iterator[str]:
    """How the games ended, and what is not there, a sentence each."""
    text = f"{plural(games.over, 'game')} played to the end"
    if games.counted != games.over:
        text = f"{plural(games.counted, 'game')}, of which {games.over:,} were played to the end"
    if games.shared:
        text = f"{text}; {games.shared:,} won by several together"
    if games.nobody:
        text = f"{text}; {games.nobody:,} won by nobody"
    yield text
    if games.planned != games.counted:
        lacking = games.planned - games.counted
        spans = [f"{first} to {last}" for first, last in games.missing[:3]]
        more = f" and {len(games.missing) - 3} more ranges" if len(games.missing) > 3 else ""
        yield f"{lacking:,} of {games.planned:,} games are missing: {', '.join(spans)}{more}"
    for file, why in games.damaged:
        yield f"{file} is damaged: {why}"
    if games.limit:
        yield f"{plural(games.limit, 'game')} ran into the limit of decisions"
    for code, times in games.errors:
        what = "an agent that failed" if code == "agent" else f"the error {code}"
        yield f"{plural(times, 'game')} ended in {what}"
    if games.faults:
        yield f"{plural(games.faults, 'game')} with an agent that stopped choosing by itself"


def spread_table(spreads: Iterable[tuple[str, Spread]]) -> Table:
    """Mean, deviation, least, quartiles, most."""
    heads = ("", "mean", "dev.", "least", "25 %", "median", "75 %", "most")
    return Table(heads, [[name, *_spread_cells(each)] for name, each in spreads])


def _spread_cells(spread: Spread) -> list[str]:
    if not spread.n:
        return [DASH] * 7
    quantiles = [f"{spread.at(q):,}" for q in (0, 25, 50, 75, 100)]
    return [rounded(spread.mean, 1), rounded(spread.deviation, 1), *quantiles]


def score_table(report: Report) -> Table:
    """The scores of all, those of each seat, and how far the first is ahead."""
    seats = [(each.name, each.scores) for each in report.seats]
    return spread_table([("all", report.scores), *seats, ("first over second", report.margins)])


def stand_table(stands: Iterable[Stand]) -> Table:
    """How seats or agents fared."""
    rows = [
        [
            each.name,
            f"{each.games:,}",
            *rate_cells(each.wins),
            rounded(each.rank, 2),
            rounded(each.scores.mean, 1),
            VERDICTS[each.verdict],
        ]
        for each in stands
    ]
    return Table(("", "games", "wins", "95 %", "mean rank", "mean score", ""), rows, (0, 6))


def branching(spread: Spread) -> str:
    """How many options decisions have."""
    return (
        f"{rounded(spread.mean, 1)} options on average; half of the decisions have {spread.at(25)} to "
        f"{spread.at(75)}, the largest {spread.at(100):,}"
    )


def rate_cells(each: Rate) -> list[str]:
    """A rate and its interval."""
    if not each.of:
        return [DASH, DASH]
    return [percent(each.value), between(*each.interval())]


def per_game(times: int, games: int) -> str:
    """How often a game."""
    return rounded(Fraction(times, games), 2) if games else DASH


def chance(report: Report) -> str:
    """What players win by luck alone."""
    return percent(report.chance)


def answers(report: Report) -> Iterator[str]:
    """What most people ask, answered in a sentence each."""
    if not report.games.over:
        yield "no game was played to its end, so little can be said"
        return
    lengths = dict(report.lengths)
    parts = [
        f"{spread.at(0):,} {name} each time"
        if spread.at(0) == spread.at(100)
        else f"{rounded(spread.mean, 1)} {name} (half of them {spread.at(25):,} to {spread.at(75):,})"
        for name, spread in lengths.items()
    ]
    yield f"A game takes {'; '.join(parts)}."
    yield _standing(report)
    if report.cards is not None:
        for cards in report.cards:
            yield _strong(cards)


def _standing(report: Report) -> str:
    groups = [("seat", report.seats)] + ([("agent", report.agents)] if report.agents else [])
    found = []
    for what, stands in groups:
        out = [each for each in stands if each.verdict]
        for each in out:
            often = "more" if each.verdict > 0 else "less"
            found.append(
                f"{each.name} wins {often} often than chance explains ({percent(each.wins.value)})"
            )
        if not out:
            found.append(f"no {what} wins more or less often than chance explains")
    return f"By chance each would win {chance(report)}: {'; '.join(found)}."


def average(cards: Cards) -> str:
    """What players win who had one of these cards."""
    return f"{HAD[cards.way]} wins {percent(cards.average.value)}"


HAD = {
    "held": "who holds one of these cards",
    "taken": "who takes one of these cards",
    "used": "who uses one of these cards",
}


def card_table(cards: Cards, games: int, *, wide: bool = False) -> Table:
    """How many have each card, how often they win, and how often it is taken and used, if it ever is.
    Where there is room, `wide`, there are more intervals.
    """
    way = cards.way
    heads = ["", f"{way} by", f"wins when {way}", "95 %"]
    rows = [
        [card.name, percent(card.had(way).share.value), *rate_cells(card.had(way).wins)]
        for card in cards.cards
    ]
    for what in ("taken", "used"):
        times = [card.taken if what == "taken" else card.used for card in cards.cards]
        if any(times):
            heads.append(what)
            for row, each, card in zip(rows, times, cards.cards, strict=True):
                silent = what == "used" and not card.usable
                row.append(DASH if silent else per_game(each, games))
    if way != "used" and any(card.used for card in cards.cards):
        heads += ["wins when used", "95 %"][: 1 + wide]
        for row, card in zip(rows, cards.cards, strict=True):
            row += rate_cells(card.used_by.wins)[: 1 + wide]
    for row, card in zip(rows, cards.cards, strict=True):
        row.append(VERDICTS[card.had(way).verdict])
    return Table([*heads, ""], rows, (0, len(heads)))


def card_notes(cards: Cards) -> str:
    """What the columns mean."""
    told = f"{cards.way} by: so many of all players"
    if any(card.taken or card.used for card in cards.cards):
        told = f"{told}; taken, used: times a game"
    if any(card.used for card in cards.cards) and not all(card.usable for card in cards.cards):
        told = f"{told}; {DASH}: nobody is asked whether to use it"
    return told


def _strong(cards: Cards) -> str:
    strong = [card for card in cards.cards if card.had(cards.way).verdict > 0]
    weak = [card for card in reversed(cards.cards) if card.had(cards.way).verdict < 0]
    begins = f"{cards.name}: {average(cards)}"
    if not strong and not weak:
        return f"{begins}, with none of them more or less than chance explains."
    parts = []
    for often, found in (("more", strong), ("less", weak)):
        if found:
            names = [_named(card, cards.way) for card in found[:5]]
            others = f" and {len(found) - 5} others" if len(found) > 5 else ""
            parts.append(f"{often} often with {', '.join(names)}{others}")
    return f"{begins}; {'; '.join(parts)}."


def _named(card: Card, way: str) -> str:
    return f"{card.name} ({percent(card.had(way).wins.value)})"


def stopped_table(stopped: Iterable[Stopped]) -> Table:
    """Games that did not come to their end."""
    rows = [
        [
            f"{each.game}",
            f"{each.seed}",
            each.why,
            DASH if each.decisions is None else f"{each.decisions:,}",
            ", ".join(each.agents),
        ]
        for each in stopped
    ]
    return Table(("game", "seed", "why", "decisions", "agents"), rows, (2, 4))


# ---- two runs


def value(each: Rate | Spread) -> str:
    """A figure of one run."""
    return percent(each.value) if isinstance(each, Rate) else rounded(each.mean, 2)


def gap(each: Difference) -> str:
    """A difference with its sign: percentage points, or a number."""
    points = isinstance(each.first, Rate)
    number = each.gap * 100 if points else each.gap
    text = rounded(number, 1 if points else 2)
    return text if text.startswith("-") or number == 0 else f"+{text}"


def gap_interval(each: Difference) -> str:
    """From where to where the difference may be."""
    scale, decimals = (100, 1) if isinstance(each.first, Rate) else (1, 2)
    return f"{of_float(each.low * scale, decimals)} to {of_float(each.high * scale, decimals)}"


def difference_table(differences: Iterable[Difference]) -> Table:
    """What each is about, both figures, and how they differ."""
    rows = [
        [
            f"{each.of if each.of != 'all' else ''} {each.what}".strip(),
            value(each.first),
            value(each.second),
            gap(each),
            gap_interval(each),
        ]
        for each in differences
    ]
    return Table(("", "first", "second", "difference", "95 %"), rows)


def plan_table(plan: Plan) -> Table:
    """What a run is."""
    return Table(("", ""), [[key, _plain(value)] for key, value in plan.facts().items()], (0, 1))


def plan_differs(comparison: Comparison) -> Table:
    """What differs in what two runs are; of options those that do."""
    found = []
    for key, first, second in comparison.plan:
        if isinstance(first, dict) and isinstance(second, dict):
            for name in {**first, **second}:
                values = [_plain(each.get(name, DASH)) for each in (first, second)]
                if values[0] != values[1]:
                    found.append([f"option {name}", *values])
        elif key != "chunk":
            found.append([key, _plain(first), _plain(second)])
    return Table(("", "first", "second"), found, (0, 1, 2))


def only(comparison: Comparison) -> Iterator[str]:
    """What but one of two runs has."""
    for run, name in enumerate(("first", "second")):
        kinds = dict.fromkeys(kind for kind, _, of in comparison.only if of == run)
        for kind in kinds:
            names = [each for what, each, of in comparison.only if (what, of) == (kind, run)]
            yield f"only in the {name}: {kind} {', '.join(names)}"


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={each}" for name, each in value.items()) or DASH
    if isinstance(value, list):
        return ", ".join(map(str, value)) or DASH
    return str(value) or DASH


def plainly(comparison: Comparison) -> str:
    """Whether anything differs at all."""
    found = [each for each in comparison.differences if each.beyond]
    if not found:
        return "Nothing differs beyond chance."
    return (
        f"{plural(len(found), 'figure')} of {len(comparison.differences):,} differ beyond chance."
    )
