"""The statistics of `Gathering` in machine code: the program gets one more function, which counts at each decision.

The counts are in words after those of the game. Some start over with each game: who held, took and used which cards. All
others only grow, and are handed over when the sums are read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from boardwright.dsl.language.types import NumberType, PieceType
from boardwright.interpreter.agents.statistics import TIMES, Cards, Gathering, zones_of
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.meanings import Fault, Site
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.machine.word_ranges import NUMBER, Members, set_width
from boardwright.interpreter.native.engine import Native, found_or_made
from boardwright.interpreter.native.kinds import NotNative
from boardwright.interpreter.program.program import Lowered, Program, Vector
from boardwright.interpreter.program.random_games import RandomPlayer
from boardwright.interpreter.records.frame_spans import inferred
from boardwright.interpreter.table import errors

FIGURES = "figures"
_USUAL = range(-16, 1008)
"""The numbers of a choice that are counted if its range is unknown."""

NO, YES = Int(0), Int(1)
MASK, SEAT, ANSWER, NUMBERS = Var("mask"), Var("seat"), Var("answer"), Var("numbers")
OPTIONS = Load(Int(lay.OPTIONS))
Stmts = list[lo.Stmt]


@dataclass(frozen=True, slots=True)
class _Counted:
    """The addresses of the counts of one site: of numbers of options, and of how often each id was offered and picked.
    The extra option comes after the last id.
    """

    site: Site
    ids: tuple[str, ...]
    branching: range
    offered: range
    picked: range


@dataclass(slots=True)
class _Writer:
    """Allots words, and writes the function."""

    program: Program
    gathering: Gathering
    layout: lay.Layout = field(init=False)
    tables: dict[str, tuple[int, ...]] = field(init=False)
    counted: list[_Counted] = field(default_factory=list)
    held: list[range] = field(default_factory=list)  # by list of cards: a word for each seat
    did: dict[str, range] = field(default_factory=dict)
    times: dict[str, range] = field(default_factory=dict)
    round: int = 0  # the round of the last decision; then how often it has changed

    def __post_init__(self) -> None:
        self.layout = replace(self.program.layout, holds=dict(self.program.layout.holds))
        self.tables = dict(self.program.tables)

    @property
    def players(self) -> int:
        return self.program.table.players

    @property
    def cards(self) -> int:
        return max(1, len(self.gathering.times(TIMES[0])))

    def words(self, count: int, members: int = 0) -> range:
        holds = Members((1 << members) - 1) if members else NUMBER
        at = self.layout.words(holds, count)
        return range(at, at + count)

    def look(self, name: str, rows: Sequence[int], index: lo.Expr) -> lo.Expr:
        self.tables[f"{FIGURES}_{name}"] = tuple(rows) or (0,)
        return lo.Look(f"{FIGURES}_{name}", index)

    # ---- the function

    def function(self) -> lo.Function:
        """`figures(numbers)`: counts the decision that has just been answered. `numbers` is the number of options, which is all
        that some sites count.
        """
        self.round = self.words(2).start
        self.held = [
            self.words(self.players, self.width_held(each)) for each in self.gathering.cards
        ]
        self.did = {name: self.words(self.players, self.cards) for name in TIMES}
        for name in TIMES:
            self.times[name] = self.words(self.cards)
        asked = Load(Int(lay.ROUND))
        body: Stmts = []
        if self.gathering.has_rounds:
            another: Stmts = [lo.Store(Int(self.round), asked), *_more(Int(self.round + 1))]
            body.append(lo.When(Op("!=", asked, Load(Int(self.round))), another, []))
        body.append(lo.SetVar("seat", Load(Int(lay.ASKER))))
        body.append(lo.SetVar("answer", Load(Int(lay.CHOSEN))))
        cases = [self.case(number, site) for number, site in enumerate(self.program.sites)]
        body += lo.halved(Load(Int(lay.SITE)), cases)
        return lo.Function(FIGURES, ("numbers",), body)

    def width_held(self, cards: Cards) -> int:
        return len(self.program.table.pieces[cards.kind]) if cards.faces < 0 else self.cards

    def case(self, number: int, site: Site) -> Stmts:
        element = site.element
        if isinstance(element, NumberType) and site.form != "may":
            return self.of_numbers(number, site)
        if isinstance(element, PieceType) and site.form == "choose":
            for n, cards in enumerate(self.gathering.cards):
                if cards.kind == element.kind:
                    return self.of_cards(number, site, n)
            if element.kind in self.layout.faces:
                return self.of_unseen(number, site)
        return [*self.of_any(number, site), *self.of_entries(number, site)]

    def options(self, site: Site) -> int:
        """The number of possible options, without the extra one."""
        if site.element is None or site.form == "may":
            return len(site.options)
        return max(1, set_width(self.program.table, site.element, self.layout.numbers))

    def room(
        self, number: int, site: Site, ids: Sequence[str], most: int
    ) -> tuple[_Counted, list[int]]:
        """Words for a site, and the index of the id of each option."""
        found = list(dict.fromkeys(ids))
        sizes = (most + 2, len(found) + 1, len(found) + 1)
        counted = _Counted(site, tuple(found), *map(self.words, sizes))
        self.counted.append(counted)
        return counted, [found.index(each) for each in ids]

    def of_any(self, number: int, site: Site) -> Stmts:
        """Options that are themselves: of several with one id, one is offered."""
        most, name = self.options(site), self.gathering.names(site)
        counted, index = self.room(number, site, [name(n) for n in range(most)], most)
        option = Var("option")
        body: Stmts = [lo.SetVar("mask", OPTIONS)]
        if index == list(range(most)):
            body.append(lo.ForBits("option", MASK, _more(add(Int(counted.offered.start), option))))
            picked: lo.Expr = ANSWER
        else:
            one = Un("bit", self.look(f"ids_{number}", index, option), len(counted.ids))
            body += _each_once(number, counted, one)
            picked = self.look(f"ids_{number}", index, ANSWER)
        return [*body, *self.ending(counted, Un("count", MASK), picked)]

    def ending(self, counted: _Counted, count: lo.Expr, picked: lo.Expr) -> Stmts:
        """Counts the number of options, with the extra one, and the answer."""
        extra, last = Load(Int(lay.EXTRA)), len(counted.ids)
        return [
            *_more(add(Int(counted.branching.start), Op("+", count, extra))),
            lo.When(extra, _more(Int(counted.offered[last])), []),
            lo.When(
                Op("==", ANSWER, Int(lay.DECLINED)),
                _more(Int(counted.picked[last])),
                _more(add(Int(counted.picked.start), picked)),
            ),
        ]

    def of_unseen(self, number: int, site: Site) -> Stmts:
        """Hidden pieces that are not cards: only their number counts."""
        assert isinstance(site.element, PieceType)
        most = self.options(site)
        counted, _ = self.room(number, site, [site.element.kind], most)
        return [
            lo.SetVar("mask", OPTIONS),
            *_more(Int(counted.offered.start)),
            *self.ending(counted, Un("count", MASK), NO),
        ]

    def of_numbers(self, number: int, site: Site) -> Stmts:
        """Numbers, as far as there is room: with others, Python plays the game again."""
        low, high, sure = self.numbers_at(number)
        name, most = self.gathering.names(site), high - low + 1
        counted, _ = self.room(number, site, [name(n) for n in range(low, high + 1)], most)
        offset, last, option = Var("offset"), Var("last"), Var("option")
        offered = _more(Op("+", option, Var("first")))
        by_mask: Stmts = [
            lo.SetVar("mask", OPTIONS),
            lo.SetVar("count", Un("count", MASK)),
            lo.SetVar("last", Un("highest", MASK)),
        ]
        by_count: Stmts = [
            lo.SetVar("count", NUMBERS),
            lo.SetVar("last", add(NUMBERS, Int(-1))),
        ]
        inside = Op("and", Op(">=", offset, Int(low)), Op("<=", Op("+", offset, last), Int(high)))
        return [
            lo.SetVar("offset", Load(Int(lay.OFFSET))),
            lo.SetVar("first", add(offset, Int(counted.offered.start - low))),
            lo.When(NUMBERS, by_count, by_mask),
            *([] if sure else [lo.When(inside, [], [lo.Fail(len(self.program.faults))])]),
            lo.When(
                NUMBERS,
                [lo.ForRange("option", NO, last, offered)],
                [lo.ForBits("option", MASK, offered)],
            ),
            *self.ending(counted, Var("count"), add(ANSWER, Int(-low))),
        ]

    def numbers_at(self, number: int) -> tuple[int, int, bool]:
        """The smallest and the largest number of a choice that are counted, and whether there can be no others."""
        lows, highs = [], []
        for (_, site), (_, mask, offset, _) in inferred(self.program).asked.items():
            if site == number and mask is not None and offset is not None:
                if mask.low < 0 or offset.high - offset.low + mask.bits.bit_length() > len(_USUAL):
                    return _USUAL[0], _USUAL[-1], False
                lows.append(offset.low)
                highs.append(offset.high + mask.bits.bit_length())
        return min(lows, default=0), max(highs, default=0), True

    # ---- cards

    def looking(self, n: int) -> Stmts:
        """Notes which cards of a list the deciding player holds now; the pieces are in `pieces`."""
        cards, pieces = (
            self.gathering.cards[n],
            len(self.program.table.pieces[self.gathering.cards[n].kind]),
        )
        per_seat: list[Stmts] = []
        for words in zones_of(self.program, cards.kind):
            found: lo.Expr = NO
            for at in words:
                found = Load(Int(at)) if found == NO else Op("|", found, Load(Int(at)))
            per_seat.append([lo.SetVar(f"pieces_{n}", found)])
        held, width = add(SEAT, Int(self.held[n].start)), self.width_held(cards)
        if cards.faces < 0:
            keep: Stmts = [lo.Store(held, Op("|", Load(held, width), Var(f"pieces_{n}")), width)]
        else:
            one = Un("bit", add(self.card(n, Var("piece")), Int(cards.first)), width)
            grown = lo.Store(held, Op("|", Load(held, width), one), width)
            keep = [lo.ForBits("piece", Var(f"pieces_{n}"), [grown])]
        return [
            lo.SetVar(f"pieces_{n}", Un("fit", NO, pieces)),
            *lo.halved(SEAT, per_seat),
            *keep,
        ]

    def card(self, n: int, piece: lo.Expr) -> lo.Expr:
        """The number of a piece's card in its list."""
        cards = self.gathering.cards[n]
        which = piece if cards.faces < 0 else Load(add(Int(cards.faces), piece))
        return self.look(f"card_{n}", cards.of, which)

    def done(self, what: str, card: lo.Expr) -> Stmts:
        at, width = add(SEAT, Int(self.did[what].start)), self.cards
        grown = lo.Store(at, Op("|", Load(at, width), Un("bit", card, width)), width)
        return [grown, *_more(add(Int(self.times[what].start), card))]

    def of_cards(self, number: int, site: Site, n: int) -> Stmts:
        """A choice of cards: a player who picks one without holding it takes it."""
        cards, most = self.gathering.cards[n], self.options(site)
        name = self.gathering.names(site)
        size = most if cards.faces < 0 else len(set(cards.of)) and max(cards.of) + 1
        counted, index = self.room(number, site, [name(i) for i in range(size)], most)
        piece = Var("option")
        of = piece if cards.faces < 0 else self.card(n, piece)
        one = Un("bit", self.look(f"ids_{number}", index, of), len(counted.ids))
        chosen = ANSWER if cards.faces < 0 else self.card(n, ANSWER)
        card = add(self.card(n, ANSWER), Int(cards.first))
        has = Op("has", Var(f"pieces_{n}"), ANSWER)
        return [
            lo.SetVar("mask", OPTIONS),
            *_each_once(number, counted, one),
            *self.ending(counted, Un("count", MASK), self.look(f"ids_{number}", index, chosen)),
            *self.looking(n),
            lo.When(
                Op("!=", ANSWER, Int(lay.DECLINED)),
                [
                    lo.SetVar("card", card),
                    lo.When(has, self.done("used", Var("card")), self.done("taken", Var("card"))),
                ],
                [],
            ),
        ]

    def of_entries(self, number: int, site: Site) -> Stmts:
        """The entries of cards in a menu."""
        entries = self.gathering.entries(site)
        lists = [
            n
            for n, each in enumerate(self.gathering.cards)
            if any(e and e[0] is each for e in entries)
        ]
        if not lists:
            return []
        numbers = [-1 if each is None else each[0].first + each[1] for each in entries]
        card = self.look(f"entries_{number}", numbers, ANSWER)
        used = lo.When(Op(">=", Var("card"), NO), self.done("used", Var("card")), [])
        picked: Stmts = [lo.SetVar("card", card), used]
        return [
            *(s for n in lists for s in self.looking(n)),
            lo.When(Op("!=", ANSWER, Int(lay.DECLINED)), picked, []),
        ]


def _each_once(number: int, counted: _Counted, one: lo.Expr) -> Stmts:
    """Counts the ids of all options as offered, shared ids once; `one` gives the id of an option, as a set."""
    shown = f"shown_{number}"
    return [
        lo.SetVar(shown, NO),
        lo.ForBits("option", MASK, [lo.SetVar(shown, Op("|", Var(shown), one))]),
        lo.ForBits("id", Var(shown), _more(add(Int(counted.offered.start), Var("id")))),
    ]


def _more(at: lo.Expr) -> Stmts:
    return [lo.Store(at, Op("+", Load(at), YES))]


class FigurePlayer:
    """Plays like `RandomPlayer`, with the same statistics. Raises `NotNative` if it cannot."""

    def __init__(self, program: Program, gathering: Gathering) -> None:
        writer = _Writer(program, gathering)
        function = writer.function()
        functions, blocks = {**program.functions, FIGURES: function}, program.blocks
        self.writer, self.gathering = writer, gathering
        self.program = replace(
            program,
            layout=writer.layout,
            function_names=(*program.function_names, FIGURES),
            tables=writer.tables,
            mark=program.mark and f"{program.mark} {FIGURES} {_USUAL}",
            faults=(
                *program.faults,
                Fault(
                    errors.OUT_OF_RANGE,
                    "more numbers than are counted",
                    program.table.game.outcome.span,
                ),
            ),
            _lowered=lambda: Lowered(functions, blocks),
            _kept={},
        )
        self.native: Native = found_or_made(self.program)
        self.by_python = RandomPlayer(program, gathering)
        self.size, self.most = program.layout.size, program.table.game.most_decisions
        self.words = self.native.first(0)
        # The first of the words after the game's that only grow; those before it belong to one game.
        self.lasting = writer.times[TIMES[0]].start
        self.play_on: Callable[[int, int, int], int] = self.native.entry("play_counting")
        gathering.hand_over = self.hand_over

    def play(self, seed: int, agents_seed: int | None = None) -> Vector:
        native, words = self.native, self.words
        first, before = native.first(seed), words[:]
        words[: self.lasting] = first[: self.lasting]
        words[native.packing.place.size :] = first[native.packing.place.size :]
        drawn = native.streams(seed if agents_seed is None else agents_seed)
        at, streams = words.buffer_info()[0], drawn.buffer_info()[0]
        self.gathering.begin()
        status = native.begin(at) or self.play_on(at, streams, self.most)
        if status == len(self.program.faults):
            words[:] = before
            return self.by_python.play(seed, agents_seed)
        if status:
            native.fault(words, status)
        v = native.packing.unpack(words, self.lasting)
        rounds = v[self.writer.round + 1]
        self.gathering.rounds = lambda: rounds
        for of_list, kept in zip(self.writer.held, self.gathering.held, strict=True):
            kept[:] = v[of_list.start : of_list.stop]
        for name, of_seats in self.writer.did.items():
            self.gathering.did(name)[:] = v[of_seats.start : of_seats.stop]
        return v[: self.size]

    def hand_over(self) -> None:
        """Adds all counts to the sums, and starts over."""
        words, writer = self.words, self.writer
        for name in TIMES:
            counts = self.gathering.times(name)
            for card in range(len(counts)):
                counts[card] += words[writer.times[name][card]]
        for each in writer.counted:
            if any(words[at] for at in each.branching):
                asked = self.gathering.asked(each.site)
                ids = (*each.ids, each.site.extra)
                for counter, at in ((asked.offered, each.offered), (asked.picked, each.picked)):
                    for id, word in zip(ids, at, strict=True):
                        if words[word]:
                            counter[id] += words[word]
                for count, word in enumerate(each.branching):
                    if words[word]:
                        asked.branching[count] += words[word]
        for word in range(self.lasting, self.program.layout.size):
            words[word] = 0


def figure_player(program: Program, gathering: Gathering) -> FigurePlayer | None:
    """The player that counts in machine code, if that is possible."""
    try:
        return FigurePlayer(program, gathering)
    except NotNative:
        return None
