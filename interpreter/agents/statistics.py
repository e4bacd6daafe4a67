"""Statistics that have to be collected while a game is played: decisions, options, answers, and who had which cards.

They are noted at each decision, with any players, as sums of whole numbers: the sums of several processes can be added
in any order.

A card is a piece of a kind that is a list of cards: different pieces that players have in places of their own, or that have
names or effects and can be picked. A player holds a card if it is in a place of the player's (the one that the kind names
as `owner`, or else one that the player sees into) when the player decides about cards of its kind, or at the end. A player
who picks a card without holding it takes it. A player who picks a held card, or an entry of a card in an offer, uses it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from boardwright.dsl.language.types import (
    MemberType,
    NumberType,
    PieceType,
    PlayerType,
    Type,
    YesNoType,
)
from boardwright.dsl.rules import ir
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.meanings import Site
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.play.naming import Words, element_id, members_of
from boardwright.interpreter.program.program import Program, Vector
from boardwright.interpreter.table.table import Table

PAIRS = ("held", "taken", "used")
"""The counts of a card that count each player once per game: `held_by` and so on."""
TIMES = ("taken", "used")
"""The counts of a card that count every time."""

# The number of different sets of options has no limit; with more than this many, options are counted separately.
_DIFFERENT = 20_000
# Counting them takes as long as some decisions, so it is not done for each game.
_LOOK_EVERY = 16

Sums = dict[str, Any]
Note = Callable[[Vector, int, int, int, int, int, int], None]
"""A decision as `Ask` has it, and its answer."""


@dataclass(frozen=True, slots=True, eq=False)
class Cards:
    """A kind that is a list of cards. `first` is the number of its first card among those of all lists. `of` has the card of
    each piece, or of each face if the kind is hidden; then `faces` is the word with the face of the first piece, else -1.
    `in_hand` has a function for each seat: the pieces that it holds.
    """

    kind: str
    first: int
    of: tuple[int, ...]
    faces: int
    in_hand: tuple[Callable[[Vector], int], ...]

    def shown(self, v: Vector, pieces: int) -> int:
        """The mask of the cards (of all lists) that these pieces are now."""
        of, faces, found = self.of, self.faces, 0
        for piece in bits(pieces):
            found |= 1 << of[piece if faces < 0 else v[faces + piece]]
        return found << self.first


@dataclass(slots=True, eq=False)
class _Alike:
    """The decisions at one site. `picked` is how often each answer was given, with the extra option last. `offered` is how
    often each set of options was offered, without and with the extra option. A set is a mask; numbers add the number of
    bit 0, and pieces that count by face add how many there were.
    """

    picked: list[int] | dict[int | None, int]
    offered: tuple[dict[Any, int], dict[Any, int]] = field(default_factory=lambda: ({}, {}))


@dataclass(slots=True, eq=False)
class _Asked:
    """The sums of all decisions with one name: the numbers of options, and how often each was offered and picked."""

    branching: Counter[int] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)
    picked: Counter[str] = field(default_factory=Counter)


class Gathering:
    """Collects statistics of games of one program: call `begin` before each, `note` at each decision before its answer is
    applied, and `finish` if the game is played to the end. `rounds()` is how often the round of the current game has changed
    from one decision to the next.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        players = program.table.players
        self.has_rounds = any(map(_repeats, program.table.game.course))
        self.cards = _card_lists(program)
        # Of the current game, by seat: the pieces of each list that were held, or their faces if hidden; and the cards
        # that were taken and used.
        self._pieces = [[0] * players for _ in self.cards]
        self._did = {name: [0] * players for name in TIMES}
        count = sum(len(program.table.game.kinds[each.kind].definitions) for each in self.cards)
        self._times = {name: [0] * count for name in TIMES}
        self._alike = [_Alike(self._answers(site)) for site in program.sites]
        self._entries: set[int] = set()  # the cards with entries in offers
        self._games = 0
        self.note, self._begin, self._rounds = self._noting()
        self.rounds = self._rounds  # other counters may count those of a game instead
        # Other counters add their counts when the sums are read.
        self.hand_over: Callable[[], None] = lambda: None
        self._nothing()

    def _nothing(self) -> None:
        self._asked: dict[str, _Asked] = {}
        # Once for each player and game: the cards, and how many shared the win, 0 for a player who lost.
        self._pairs: dict[str, Counter[tuple[int, int]]] = {name: Counter() for name in PAIRS}
        shares = range(self.program.table.players + 1)
        self._by = {name: [[0 for _ in shares] for _ in self._times[TIMES[0]]] for name in PAIRS}
        for times in self._times.values():
            times[:] = [0] * len(times)

    # ---- while games are played

    def begin(self) -> None:
        """A game begins."""
        self._begin()
        self.rounds = self._rounds
        nobody = [0] * self.program.table.players
        for by_seat in (*self._pieces, *self._did.values()):
            by_seat[:] = nobody
        self._games += 1
        if self._games % _LOOK_EVERY == 0 and self._different() > _DIFFERENT:
            self._resolve()

    def _different(self) -> int:
        """How many sets of options and of cards are counted."""
        options = sum(len(known) for each in self._alike for known in each.offered)
        return options + sum(map(len, self._pairs.values()))

    def decision(self, v: Vector, answer: int) -> None:
        """Notes the current decision of a game."""
        words = (lay.ASKER, lay.OPTIONS, lay.OFFSET, lay.EXTRA, lay.SITE)
        player, mask, offset, extra, site = (v[word] for word in words)
        self.note(v, player, mask, offset, extra, site, answer)

    def finish(self, v: Vector, winners: Sequence[int]) -> None:
        """The game has ended, and these seats have won."""
        if not self.cards:
            return
        held, taken, used = (self._pairs[name] for name in PAIRS)
        for seat, of_seat in enumerate(self.had(v)):
            share = len(winners) if seat in winners else 0
            for pairs, mask in zip((held, taken, used), of_seat, strict=True):
                pairs[mask, share] += 1

    def had(self, v: Vector) -> Iterator[tuple[int, int, int]]:
        """The cards that each seat has held, taken and used in the game that has ended, as masks of all lists."""
        taken_by, used_by = (self._did[name] for name in TIMES)
        for seat in range(self.program.table.players):
            mask = 0
            for cards, pieces in zip(self.cards, self._pieces, strict=True):
                now = cards.in_hand[seat](v)
                if cards.faces < 0:
                    mask |= cards.shown(v, pieces[seat] | now)
                else:
                    mask |= pieces[seat] | cards.shown(v, now)
            yield mask, taken_by[seat], used_by[seat]

    def _answers(self, site: Site) -> list[int] | dict[int | None, int]:
        """A counter for the answers at a site: a list if their number is known, else a mapping."""
        table = self.program.table
        match site.element:
            case None:
                return [0] * (len(site.options) + 1)
            case NumberType():
                return {}
            case PieceType(kind=kind):
                most = max(len(table.pieces[kind]), len(table.game.kinds[kind].definitions))
                return [0] * (most + 1)
            case element:
                return [0] * (_width(table, element) + 1)

    def _noting(self) -> tuple[Note, Callable[[], None], Callable[[], int]]:
        """The function that notes a decision. It is as hot as the game itself, so it does only what every decision needs,
        and the rest at sites that need it.
        """
        has_rounds, at_round = self.has_rounds, lay.ROUND
        seen = rounds = 0
        offered = [[each.offered[extra] for each in self._alike] for extra in (0, 1)]
        picked: list[Any] = [each.picked for each in self._alike]
        specials = [
            self._special(site, alike)
            for site, alike in zip(self.program.sites, self._alike, strict=True)
        ]

        def note(
            v: Vector, player: int, mask: int, offset: int, extra: int, site: int, answer: int
        ) -> None:
            nonlocal seen, rounds
            if has_rounds and v[at_round] != seen:
                seen = v[at_round]
                rounds += 1
            special = specials[site]
            if special is not None:
                special(v, player, mask, offset, extra, answer)
                return
            known = offered[extra][site]
            if mask in known:
                known[mask] += 1
            else:
                known[mask] = 1
            picked[site][answer if answer >= 0 else -1] += 1

        def begin() -> None:
            nonlocal seen, rounds
            seen = rounds = 0

        return note, begin, lambda: rounds

    def _special(self, site: Site, alike: _Alike) -> Callable[..., None] | None:
        """The extra work at a site where numbers, cards or hidden pieces are picked."""
        element = site.element
        if isinstance(element, NumberType):
            return _numbers(alike)
        if isinstance(element, PieceType) and site.form == "choose":
            cards = next((each for each in self.cards if each.kind == element.kind), None)
            if cards is not None:
                return self._picking(cards, alike)
            return _unseen(alike) if element.kind in self.program.layout.faces else None
        entries = self.entries(site)
        self._entries |= {entry[0].first + entry[1] for entry in entries if entry is not None}
        return self._menu(entries, alike) if any(entries) else None

    def entries(self, site: Site) -> list[tuple[Cards, int] | None]:
        """The card of each entry of a menu."""
        return [self._offered(piece) for _, piece in site.labels]

    def _offered(self, id: str) -> tuple[Cards, int] | None:
        """The list of cards, and the card in it, whose id a menu names."""
        table = self.program.table
        for cards in self.cards:
            faces, pieces = table.faces[cards.kind], table.pieces[cards.kind]
            ids = [each.id for each in (faces if cards.faces >= 0 else pieces)]
            if id in ids:
                return cards, cards.of[ids.index(id)]
        return None

    def _menu(self, entries: list[tuple[Cards, int] | None], alike: _Alike) -> Callable[..., None]:
        """A menu with entries of cards."""
        offered, used_by, used = alike.offered, self._did["used"], self._times["used"]
        picked: Any = alike.picked
        lists = {entry[0].kind: entry[0] for entry in entries if entry is not None}
        look = [self._looking(cards) for cards in lists.values()]
        first_look, more = look[0], look[1:]
        numbers = [-1 if entry is None else entry[0].first + entry[1] for entry in entries]

        def menu(v: Vector, seat: int, mask: int, _: int, extra: int, answer: int) -> None:
            known = offered[extra]
            if mask in known:
                known[mask] += 1
            else:
                known[mask] = 1
            picked[answer if answer >= 0 else -1] += 1
            first_look(v, seat)
            for each in more:
                each(v, seat)
            if answer >= 0 and (card := numbers[answer]) >= 0:
                used_by[seat] |= 1 << card
                used[card] += 1

        return menu

    def _looking(self, cards: Cards) -> Callable[[Vector, int], int]:
        """Notes which cards of a list a player holds now, and returns the pieces."""
        held_by, in_hand = self._pieces[self.cards.index(cards)], cards.in_hand
        faces, ones = cards.faces, [1 << cards.first + n for n in cards.of]

        def opened(v: Vector, seat: int) -> int:
            pieces = in_hand[seat](v)
            if pieces:
                held_by[seat] |= pieces
            return pieces

        def hidden(v: Vector, seat: int) -> int:
            pieces = in_hand[seat](v)
            held = held_by[seat]
            for piece in bits(pieces):
                held |= ones[v[faces + piece]]
            held_by[seat] = held
            return pieces

        return opened if faces < 0 else hidden

    def _picking(self, cards: Cards, alike: _Alike) -> Callable[..., None]:
        """A choice of cards. Hidden ones count by face."""
        offered, look, first, of = alike.offered, self._looking(cards), cards.first, cards.of
        picked: Any = alike.picked
        did = [(self._did[name], self._times[name]) for name in TIMES]
        faces, ones = cards.faces, [1 << n for n in cards.of]

        def choice(v: Vector, seat: int, mask: int, _: int, extra: int, answer: int) -> None:
            known = offered[extra]
            if faces < 0:
                known[mask] = known.get(mask, 0) + 1
            else:
                options = 0
                for piece in bits(mask):
                    options |= ones[v[faces + piece]]
                key = options, mask.bit_count()
                known[key] = known.get(key, 0) + 1
            held = look(v, seat)
            if answer < 0:
                picked[-1] += 1
                return
            card = of[answer] if faces < 0 else of[v[faces + answer]]
            picked[answer if faces < 0 else card] += 1
            by, times = did[held >> answer & 1]
            by[seat] |= 1 << first + card
            times[first + card] += 1

        return choice

    # ---- sums

    def take(self) -> Sums:
        """The sums since the last call: plain data, with keys in a fixed order."""
        self._resolve()
        self.hand_over()
        asked = {
            name: {
                "branching": {f"{n}": each.branching[n] for n in sorted(each.branching)},
                "options": {id: [each.offered[id], each.picked[id]] for id in sorted(each.offered)},
            }
            for name, each in sorted(self._asked.items())
        }
        kinds = self.program.table.game.kinds
        cards: Sums = {}
        names: Sums = {}
        titles, offers = {}, {}
        words = Words(self.program.table.game)
        for of_kind in self.cards:
            kind = kinds[of_kind.kind]
            definitions = kind.definitions
            titles[kind.id] = words.pick(kind.texts, kind.id.replace("_", " "))
            numbered = enumerate(definitions, of_kind.first)
            offers[kind.id] = [each.id for n, each in numbered if n in self._entries]
            cards[of_kind.kind] = {
                each.id: self._of_card(of_kind.first + n) for n, each in enumerate(definitions)
            }
            names[of_kind.kind] = {
                each.id: words.pick(each.texts, each.id) for each in definitions if each.texts
            }
        self._nothing()
        of_cards = {"cards": cards, "names": names, "kinds": titles, "offers": offers}
        return {"decisions": asked, **of_cards}

    def _of_card(self, card: int) -> Sums:
        facts: Sums = {name: self._times[name][card] for name in TIMES}
        return facts | {f"{name}_by": self._by[name][card] for name in PAIRS}

    def _resolve(self) -> None:
        """Converts counts of sets of options, or of cards, to counts of options and cards."""
        for what, pairs in self._pairs.items():
            by = self._by[what]
            for (mask, share), times in pairs.items():
                for card in bits(mask):
                    by[card][share] += times
            pairs.clear()
        for site, alike in zip(self.program.sites, self._alike, strict=True):
            if not any(alike.offered):
                continue
            asked, name, picked = self.asked(site), self.names(site), alike.picked
            if isinstance(picked, dict):
                for number, times in picked.items():
                    asked.picked[site.extra if number is None else name(number)] += times
                picked.clear()
            else:
                *answers, extras = picked
                for n, times in enumerate(answers):
                    if times:
                        asked.picked[name(n)] += times
                asked.picked[site.extra] += extras
                picked[:] = [0] * len(picked)
            for extra, known in enumerate(alike.offered):
                for key, times in known.items():
                    mask, first, count = _options(site, key)
                    asked.branching[count + extra] += times
                    ids = {name(n + first) for n in bits(mask)}
                    for id in {*ids, site.extra} if extra else ids:
                        asked.offered[id] += times
                known.clear()

    # ---- for other counters

    @property
    def held(self) -> list[list[int]]:
        """The cards held in the current game, by list of cards and seat."""
        return self._pieces

    def did(self, what: str) -> list[int]:
        """The cards taken, or used, in the current game, by seat."""
        return self._did[what]

    def times(self, what: str) -> list[int]:
        """How often each card was taken, or used."""
        return self._times[what]

    def asked(self, site: Site) -> _Asked:
        """The sums of the decisions with the name of a site."""
        return self._asked.setdefault(site.name, _Asked())

    def names(self, site: Site) -> Callable[[int], str]:
        """The ids of the options of a site. Pieces with the same face are one."""
        element, table = site.element, self.program.table
        if element is None or site.form == "may":
            return site.options.__getitem__
        if isinstance(element, PieceType):
            kind = element.kind
            printed = [each.id for each in table.game.kinds[kind].definitions]
            if kind in self.program.layout.faces:
                cards = any(each.kind == kind for each in self.cards)
                return (printed if cards else [kind]).__getitem__
            faces = table.faces[kind]
            return [printed[faces[each.face].definition] for each in table.pieces[kind]].__getitem__
        return lambda n: element_id(self.program, (), element, n, 0)


def _options(site: Site, key: Any) -> tuple[int, int, int]:
    """A set of options as it is counted: the mask, the number of bit 0, and how many there were."""
    if isinstance(site.element, NumberType):
        mask, first = key
        return mask, first, mask.bit_count()
    if isinstance(key, tuple):
        mask, count = key
        return mask, 0, count
    return key, 0, key.bit_count()


def _numbers(alike: _Alike) -> Callable[..., None]:
    """A choice of numbers."""
    offered, picked = alike.offered, alike.picked
    assert isinstance(picked, dict)

    def choice(v: Vector, seat: int, mask: int, offset: int, extra: int, answer: int) -> None:
        known, key = offered[extra], (mask, offset)
        known[key] = known.get(key, 0) + 1
        number = None if answer == lay.DECLINED else answer
        picked[number] = picked.get(number, 0) + 1

    return choice


def _unseen(alike: _Alike) -> Callable[..., None]:
    """A choice of hidden pieces that are not cards: only their number counts."""
    offered, picked = alike.offered, alike.picked
    assert isinstance(picked, list)

    def choice(v: Vector, seat: int, mask: int, offset: int, extra: int, answer: int) -> None:
        known, key = offered[extra], (1 if mask else 0, mask.bit_count())
        known[key] = known.get(key, 0) + 1
        picked[0 if answer >= 0 else -1] += 1

    return choice


# ---- cards


def _card_lists(program: Program) -> list[Cards]:
    table, layout = program.table, program.layout
    found: list[Cards] = []
    first = 0
    for kind in table.game.kinds.values():
        if len(kind.definitions) < 2 or kind.sides:
            continue
        in_hand = zones_of(program, kind.id)
        told = any(each.texts or each.slots for each in kind.definitions)
        if not told and (kind.per_player or not any(in_hand)):
            continue
        if not any(in_hand) and not _asked_about(program, kind):
            continue
        of = [face.definition for face in table.faces[kind.id]]
        if kind.id not in layout.faces:
            of = [of[piece.face] for piece in table.pieces[kind.id]]
        faces = layout.faces.get(kind.id, -1)
        found.append(Cards(kind.id, first, tuple(of), faces, tuple(map(_all_in, in_hand))))
        first += len(kind.definitions)
    return found


def zones_of(program: Program, kind: str) -> list[tuple[int, ...]]:
    """The words with the pieces of a kind that each seat holds."""
    declared, seats = program.table.game.kinds[kind], range(program.table.players)
    return [tuple(_zones(program, declared, seat)) for seat in seats]


def _zones(program: Program, kind: ir.Kind, seat: int) -> Iterator[int]:
    """The words with the pieces of a kind in places where a player holds them."""
    at = program.layout.masks[kind.id].at
    for number, place in enumerate(program.table.places):
        if at[number] < 0 or place.is_space or place.owner != seat:
            continue
        if kind.owner is not None:
            if place.declared == kind.owner:
                yield at[number]
        elif place.visible_for(kind.id) != "nobody":
            yield at[number]


def _all_in(words: tuple[int, ...]) -> Callable[[Vector], int]:
    """A function for the pieces in the places of these words."""
    text = "|".join(f"v[{word:d}]" for word in words)
    function: Callable[[Vector], int] = eval(f"lambda v: {text or 0}", {})
    return function


def _asked_about(program: Program, kind: ir.Kind) -> bool:
    """Whether pieces of a kind, or entries that they have in offers, can be picked."""
    table = program.table
    ids = {each.id for each in table.pieces[kind.id]} | {each.id for each in table.faces[kind.id]}
    for site in program.sites:
        if isinstance(site.element, PieceType) and site.element.kind == kind.id:
            return True
        if any(id in ids for _, id in site.labels):
            return True
    return False


def _repeats(phase: ir.Phase) -> bool:
    """Whether a phase, or one inside it, has rounds."""
    return phase.turn is not None or phase.repeats or any(map(_repeats, phase.phases))


def _width(table: Table, element: Type) -> int:
    """The number of possible answers of a type."""
    match element:
        case PlayerType():
            return table.players
        case YesNoType():
            return 2
        case MemberType(variety=variety):
            return len(members_of(table, variety))
        case _:
            return len(table.places)
