"""The words of reports, the same on a terminal and on a page."""

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
MATTERS = Fraction(5, 100)
"""A difference from chance that matters to players: seats are called balanced only if no interval reaches as far."""


@dataclass(frozen=True, slots=True)
class Table:
    """Heads and rows. The columns in `left` hold words, all others hold figures."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: Sequence[int] = (0,)


def title(plan: Plan) -> str:
    """The game with its expansions."""
    with_ = f" with {', '.join(plan.expansions)}" if plan.expansions else ""
    return f"{plan.game}{with_}"


def title_of_two(comparison: Comparison) -> str:
    """The game of two runs."""
    return f"{comparison.runs[0].plan.game}: two runs"


def table(report: Report) -> str:
    """The table, the agents and the seed; of a shard, which one it is."""
    plan = report.plan
    agents = sorted(set(plan.agents))
    by = agents[0] if len(agents) == 1 else ", ".join(plan.agents)
    options = [f"{name}={value}" for name, value in plan.options.items() if value]
    options_ = f"; {', '.join(options)}" if options else ""
    shard = "; shard {} of {}".format(*report.shard) if report.shard is not None else ""
    return f"{plural(plan.players, 'player')}; {by}; seed {plan.seed}{options_}{shard}"


def ended(games: Games) -> Iterator[str]:
    """How the games ended, and what is missing, a sentence each."""
    text = f"{plural(games.over, 'game')} played to the end"
    if games.counted != games.over:
        text = f"{plural(games.counted, 'game')}, {games.over:,} of them played to the end"
    parts = []
    if games.shared:
        parts.append(f"{games.shared:,} with a shared win")
    if games.nobody:
        parts.append(f"{games.nobody:,} without a winner")
    yield f"{text}; {_and(parts)}" if parts else text
    if games.planned != games.counted:
        lacking = games.planned - games.counted
        spans = [f"{first} to {last}" for first, last in games.missing[:3]]
        more = f" and {len(games.missing) - 3} more ranges" if len(games.missing) > 3 else ""
        yield f"{lacking:,} of {games.planned:,} games are missing: {', '.join(spans)}{more}"
    for file, why in games.damaged:
        yield f"{file} is damaged: {why}"
    if games.limit:
        yield f"{plural(games.limit, 'game')} stopped at the decision limit"
    for code, times in games.errors:
        why = "since an agent failed" if code == "agent" else f"with error {code}"
        yield f"{plural(times, 'game')} ended {why}"
    if games.faults:
        yield f"{plural(games.faults, 'game')} continued without an agent that failed"


def _and(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def spread_table(spreads: Iterable[tuple[str, Spread]]) -> Table:
    """Mean, standard deviation, extremes and quartiles."""
    heads = ("", "mean", "dev.", "min", "25%", "median", "75%", "max")
    return Table(heads, [[name, *_spread_cells(each)] for name, each in spreads])


def _spread_cells(spread: Spread) -> list[str]:
    if not spread.n:
        return [DASH] * 7
    quantiles = [f"{spread.at(q):,}" for q in (0, 25, 50, 75, 100)]
    return [rounded(spread.mean, 1), rounded(spread.deviation, 1), *quantiles]


def score_table(report: Report) -> Table:
    """The scores of all players and of each seat, and the winning margin."""
    seats = [(each.name, each.scores) for each in report.seats]
    return spread_table([("all", report.scores), *seats, ("winning margin", report.margins)])


def stand_table(stands: Iterable[Stand]) -> Table:
    """The results of seats or agents."""
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
    return Table(("", "games", "wins", "95%", "mean rank", "mean score", ""), rows, (0, 6))


def branching(spread: Spread) -> str:
    """The number of options of decisions, as a sentence."""
    mean, most = rounded(spread.mean, 1), f"{spread.at(100):,}"
    return f"An average decision has {mean} options (typically {typical(spread)}, at most {most})"


def typical(spread: Spread) -> str:
    """The middle half: `12`, or `12 to 14`."""
    low, high = f"{spread.at(25):,}", f"{spread.at(75):,}"
    return low if low == high else f"{low} to {high}"


def rate_cells(each: Rate) -> list[str]:
    """A rate and its interval."""
    if not each.of:
        return [DASH, DASH]
    return [percent(each.value), between(*each.interval())]


def per_game(times: int, games: int) -> str:
    """How often per game."""
    return rounded(Fraction(times, games), 2) if games else DASH


def answers(report: Report) -> Iterator[str]:
    """The answers to what most people ask, a sentence each."""
    if not report.games.over:
        yield "No game was played to the end, so there is little to report."
        return
    yield lengths(report)
    yield balance_of_seats(report)
    if report.agents and report.together is None:
        yield balance_of_agents(report)
    if report.cards is not None:
        for cards in report.cards:
            yield strong(cards)


def lengths(report: Report) -> str:
    """How long a game lasts, as a sentence."""
    return f"An average game lasts {_and([_length(*each) for each in report.lengths])}."


def balance_of_seats(report: Report) -> str:
    """Whether a seat wins more or less often than chance explains, as a sentence."""
    if len(report.seats) == 1:
        return f"The player wins {percent(report.seats[0].wins.value)} of games."
    if report.together is not None:
        won, (low, high) = percent(report.together.value), report.together.interval()
        return f"In each game all players won or none did: they won {won} of games (95%: {between(low, high)})."
    return _balance("seat", "Seats are balanced", report.seats, report)


def balance_of_agents(report: Report) -> str:
    """Whether an agent wins more or less often than chance explains, as a sentence."""
    return _balance("agent", "Agents are equally strong", report.agents, report)


def _length(name: str, spread: Spread) -> str:
    if spread.at(0) == spread.at(100):
        return f"{plural(spread.at(0), name.removesuffix('s'))} (always)"
    return f"{rounded(spread.mean, 1)} {name} (typically {typical(spread)})"


def _balance(what: str, balanced: str, stands: Sequence[Stand], report: Report) -> str:
    """Which seats or agents win more or less often than chance explains."""
    found = [each for each in stands if each.verdict]
    chance = percent(report.chance)
    hidden = max(each.wins.hidden(report.chance, report.z) for each in stands)
    if not found and (hidden == 0.0 or all(_near(each.wins, report.chance) for each in stands)):
        return f"{balanced}: each wins about as often as chance predicts ({chance})."
    if not found:
        return (
            f"In {plural(report.games.over, 'game')}, no {what} wins more or less often than chance explains "
            f"({chance}); differences of less than {of_float(hidden * 100, 1)} percentage points would not show."
        )
    wins = _and([f"{each.name} wins {percent(each.wins.value)}" for each in found])
    return f"By chance, each {what} would win {chance} of its games, but {wins}."


def _near(wins: Rate, chance: Fraction) -> bool:
    """Whether the true rate is as good as certain to be less than `MATTERS` from chance."""
    low, high = wins.interval()
    return low > chance - MATTERS and high < chance + MATTERS


def average(cards: Cards) -> str:
    """How often players win who had one of these cards."""
    return (
        f"Players {HAD[cards.way]} one of these cards win {percent(cards.average.value)} of games"
    )


HAD = {"held": "holding", "taken": "taking", "used": "using"}


def card_table(cards: Cards, games: int, *, wide: bool = False) -> Table:
    """How many players have each card, how often they win, and how often it is taken and used, if ever.
    A `wide` table has more intervals.
    """
    way = cards.way
    heads = ["", f"{way} by", f"wins when {way}", "95%"]
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
        heads += ["wins when used", "95%"][: 1 + wide]
        for row, card in zip(rows, cards.cards, strict=True):
            row += rate_cells(card.used_by.wins)[: 1 + wide]
    for row, card in zip(rows, cards.cards, strict=True):
        row.append(VERDICTS[card.had(way).verdict])
    return Table([*heads, ""], rows, (0, len(heads)))


def card_notes(cards: Cards) -> str:
    """The meaning of the columns."""
    notes = f"{cards.way.capitalize()} by: share of all players"
    if any(card.taken or card.used for card in cards.cards):
        notes = f"{notes}; taken, used: times per game"
    if any(card.used for card in cards.cards) and not all(card.usable for card in cards.cards):
        notes = f"{notes}; {DASH}: players are not asked whether to use it"
    return notes


def strong(cards: Cards) -> str:
    """The cards with which players win more or less often than chance explains, as a sentence."""
    strong = [card for card in cards.cards if card.had(cards.way).verdict > 0]
    weak = [card for card in reversed(cards.cards) if card.had(cards.way).verdict < 0]
    players = average(cards)
    begins = f"{cards.name}: {players[:1].lower()}{players[1:]}"
    if not strong and not weak:
        return f"{begins}; no card differs from that by more than chance explains."
    parts = []
    for often, found in (("more", strong), ("less", weak)):
        if found:
            names = [_named(card, cards.way) for card in found[:5]]
            names += [f"{len(found) - 5} others"] if len(found) > 5 else []
            parts.append(f"{often} often with {_and(names)}")
    return f"{begins}; they win {', '.join(parts)}."


def _named(card: Card, way: str) -> str:
    return f"{card.name} ({percent(card.had(way).wins.value)})"


def stopped_table(stopped: Iterable[Stopped]) -> Table:
    """Games that were not played to the end."""
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
    """A difference with its sign, in percentage points or as a number."""
    points = isinstance(each.first, Rate)
    number = each.gap * 100 if points else each.gap
    text = rounded(number, 1 if points else 2)
    return text if text.startswith("-") or number == 0 else f"+{text}"


def gap_interval(each: Difference) -> str:
    """The interval of a difference."""
    scale, decimals = (100, 1) if isinstance(each.first, Rate) else (1, 2)
    return f"{of_float(each.low * scale, decimals)} to {of_float(each.high * scale, decimals)}"


def difference_table(differences: Iterable[Difference]) -> Table:
    """The name, both figures and the difference of each."""
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
    return Table(("", "first", "second", "difference", "95%"), rows)


def plan_table(plan: Plan) -> Table:
    """The settings of a run."""
    return Table(("", ""), [[key, _plain(value)] for key, value in plan.facts().items()], (0, 1))


def plan_differs(comparison: Comparison) -> Table:
    """The settings that differ between two runs; of the options, only those that differ."""
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
    """The cards and decisions that only one of two runs has."""
    for run, name in enumerate(("first", "second")):
        kinds = dict.fromkeys(kind for kind, _, of in comparison.only if of == run)
        for kind in kinds:
            names = [each for what, each, of in comparison.only if (what, of) == (kind, run)]
            yield f"only in the {name} run: {kind} {', '.join(names)}"


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={each}" for name, each in value.items()) or DASH
    if isinstance(value, list):
        return ", ".join(map(str, value)) or DASH
    return str(value) or DASH


def plainly(comparison: Comparison) -> str:
    """How many figures differ, as a sentence."""
    found = [each for each in comparison.differences if each.beyond]
    if not found:
        return "Nothing differs beyond chance."
    differ = "differs" if len(found) == 1 else "differ"
    return f"{len(found):,} of {len(comparison.differences):,} figures {differ} beyond chance."
