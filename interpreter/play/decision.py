"""A decision: the player, the question, and the finite list of options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from boardwright.dsl.language.types import PieceType, Type
from boardwright.dsl.source.places import Span
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.carriers import Carrier
from boardwright.interpreter.machine.meanings import Site
from boardwright.interpreter.machine.members import MEMBERS, bits
from boardwright.interpreter.play.naming import Words, ids_of
from boardwright.interpreter.play.option_ids import Called, called
from boardwright.interpreter.play.option_parts import Part, about, declines, part_of, parts_of
from boardwright.interpreter.play.sight import sight
from boardwright.interpreter.program.program import Program


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a choice is refused: a stable reason and a sentence. Refusing changes nothing."""

    reason: str
    message: str


class IllegalChoice(ValueError):  # noqa: N818 - the name that a caller reads first
    """The choice is not offered, or the game is over; nothing has changed."""

    __module__ = "boardwright"

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Option:
    """One answer. `id` means the same in every state of every game of these rules, and `label` is for people. `parts` are the
    things that it is made of, for pages that show them. `declines` is true for an answer that takes none of the
    others: `none`, `done`, `no`, and the entry that ends an offer.
    """

    id: str
    label: str
    parts: tuple[Part, ...] = ()
    declines: bool = False

    def data(self) -> dict[str, Any]:
        """The option as plain data, for JSON. `declines` is left out where it is false."""
        found: dict[str, Any] = {"id": self.id, "label": self.label}
        found["parts"] = [part.data() for part in self.parts]
        return found | ({"declines": True} if self.declines else {})


@dataclass(
    slots=True, eq=False
)  # one is made for each question, and a frozen one takes twice as long
class Decision:
    """The decision to make now. It refers to the current state: use it before the next choice."""

    program: Program
    words: Words
    v: Sequence[int]
    site: Site

    def __repr__(self) -> str:
        seat, many = self.program.table.seats[self.player], len(self)
        options = f"{many} option{'' if many == 1 else 's'}"
        return f"<{type(self).__name__} `{self.name}` of {seat}, {options}>"

    @property
    def player(self) -> int:
        """The seat that decides."""
        return self.v[lay.ASKER]

    @property
    def name(self) -> str:
        """The name of the decision in records, such as `move_plague.target`."""
        return self.site.name

    @property
    def question(self) -> str:
        """The question, in words."""
        text, of = self.words.named(self.site.name), about(self.program, self.v, self.site)
        if of is None:
            return text
        number, type = of
        return f"{self.words.element(self.program, self.v, type, number, self.player)}: {text}"

    @property
    def about(self) -> Part | None:
        """What the number is for, if a number is shared out; None in all other cases."""
        of = about(self.program, self.v, self.site)
        if of is None:
            return None
        number, type = of
        return part_of(self.program, self.v, type, number, self.player)

    @property
    def span(self) -> Span:
        """The position in the rules that asks."""
        return self.site.span

    def __len__(self) -> int:
        return self.v[lay.OPTIONS].bit_count() + self.v[lay.EXTRA]

    def answers(self) -> list[int]:
        """The options as numbers for the program, in listed order."""
        if self._own_ids is None:
            return [answer for answer, _ in self._called()]
        found = self._by_number
        if self.v[lay.EXTRA]:
            found.append(lay.DECLINED)
        return found

    @property
    def _by_number(self) -> list[int]:
        """All options but the last, in ascending order, however they are listed."""
        found, offset = MEMBERS[self.v[lay.OPTIONS]], self.v[lay.OFFSET]
        return [n + offset for n in found] if offset else [*found]

    @property
    def _own_ids(self) -> Mapping[int, str] | None:
        """The ids of all possible answers here; None if they depend on what the player sees."""
        return self.program.kept("ids of sites", _ids_of_sites)[self.v[lay.SITE]]

    def _called(self) -> list[Called]:
        """The options as numbers and ids, in listed order."""
        own = self._own_ids
        if own is not None:
            return [(answer, own[answer]) for answer in self.answers()]
        options, picked = self._by_number, self.v[lay.PICKED] if self.site.several else 0
        found = self._pieces([*dict.fromkeys((*bits(picked), *options))] if picked else options)
        if picked:
            found = [each for each in found if each[0] in options]
        if self.v[lay.EXTRA]:
            found.append((lay.DECLINED, self.site.extra))
        return found

    def _pieces(self, pieces: Sequence[int]) -> list[Called]:
        """Hidden pieces with their ids, in the order in which they would be offered together."""
        assert isinstance(self.site.element, PieceType)
        return called(self.program, self.v, self.site.element.kind, pieces, self.player)

    def taken(self, option: int | str | Option) -> Called:
        """The program's number for an option, and the option's id. The argument is its number in the list, its id, or the
        option itself. Raises `IllegalChoice` if it is not offered.
        """
        if isinstance(option, int):
            count, own = self.v[lay.OPTIONS].bit_count() + self.v[lay.EXTRA], self._own_ids
            if not 0 <= option < count:
                message = f"expected an option from 0 to {count - 1}, found {option}"
                raise IllegalChoice(Refusal("choice/no-such-option", message))
            if own is None:
                return self._called()[option]
            answer = self.answers()[option]
            return answer, own[answer]
        wanted = option.id if isinstance(option, Option) else option
        there = self._called()
        for each in there:
            if each[1] == wanted:
                return each
        offered = ", ".join(id for _, id in there[:20])
        message = f"`{self.name}` does not offer `{wanted}`: {offered}"
        raise IllegalChoice(Refusal("choice/not-offered", message))

    def id_of(self, answer: int) -> str:
        """The id of an option, given the program's number for it."""
        own = self._own_ids
        return own[answer] if own is not None else dict(self._called())[answer]

    def nth(self, number: int) -> int:
        """The number in the list of the option that is `number`-th in the program's order.

        A random choice by this order picks the same option as one that never makes a list.
        """
        numbers = self._by_number
        if self._own_ids is not None or number >= len(numbers):
            return number  # the list is in the program's order, and the last option is always last
        return self.answers().index(numbers[number])

    def label_of(self, answer: int) -> str:
        return self.labels()[answer]

    def labels(self) -> dict[int, str]:
        """All options in words, with their places only if names do not distinguish them."""
        return self._labels(self.answers())

    @property
    def picked_labels(self) -> tuple[str, ...]:
        """The picks so far, in words."""
        return tuple(self._labels([member for member, _ in self._picked]).values())

    def _labels(self, answers: Sequence[int]) -> dict[int, str]:
        element = self.site.element
        if not isinstance(element, PieceType) or self.site.form == "may":
            return {answer: self._label(answer) for answer in answers}
        kind, first = element.kind, self.program.layout.places[element.kind]
        pieces = [answer for answer in answers if answer >= 0]
        table, v, player = self.program.table, self.v, self.player
        at = self.program.layout.faces.get(kind)
        shown = {n: table.pieces[kind][n].face if at is None else v[at + n] for n in pieces}
        whose = any(table.faces[kind][face].owner != player for face in shown.values())
        found = {n: self.words.piece(self.program, v, kind, n, player, whose=whose) for n in pieces}
        sides = self.program.layout.sides.get(kind)
        if sides is not None:  # as on the board
            sees = sight(self.program, kind).knower(v, player)
            found = {n: f"{name} {v[sides + n]}" if sees(n) else name for n, name in found.items()}
        alike = Counter(found.values())
        apart = len({v[first + n] for n in pieces}) > 1
        for n, name in found.items():
            here = v[first + n]
            followed = kind in self.program.layout.faces and table.places[here].tracked
            if apart and (followed or alike[name] > 1):
                found[n] = f"{name}, in {self.words.place(self.program, here, player)}"
        alike = Counter(found.values())
        names = self.program.layout.names.get(kind)
        for n, name in found.items():
            if alike[name] > 1 and table.places[v[first + n]].tracked:
                number = (n if names is None else v[names + n]) + 1
                # A bare number would be taken for what a die shows.
                found[n] = f"{name} {number}" if sides is None else f"{name} (#{number})"
        return {answer: found[answer] if answer >= 0 else self._label(answer) for answer in answers}

    def _label(self, answer: int) -> str:
        if answer == lay.DECLINED:
            return self.words.named(self.site.extra)
        if self.site.form == "may":
            return self.words.named(self.site.options[answer])
        element: Type | None = self.site.element
        if element is None:
            entry = self.words.named(self.site.labels[answer][0])
            carrier = self.site.carriers[answer] if self.site.carriers else None
            return entry if carrier is None else f"{self._carrier(carrier)}: {entry}"
        return self.words.element(self.program, self.v, element, answer, self.player)

    def _carrier(self, of: Carrier) -> str:
        """The piece or space that an entry belongs to, in words."""
        table = self.program.table
        if of.kind not in table.pieces:
            return self.words.space(table, of.number)
        if of.by_face:
            return self.words.face(table, of.kind, of.number)
        return self.words.piece(self.program, self.v, of.kind, of.number, self.player)

    # ---- several things, picked one at a time

    @property
    def _picked(self) -> list[Called]:
        """The picks so far with their ids, which distinguish them from all others of this choice."""
        element, picked = self.site.element, self.v[lay.PICKED]
        if not self.site.several or element is None or not picked:
            return []
        members, own = self.program.layout.members(element, picked), self._own_ids
        if own is not None:
            return [(member, own[member]) for member in members]
        every = self._pieces([*dict.fromkeys((*members, *self._by_number))])
        return [each for each in every if each[0] in members]

    @property
    def picked(self) -> tuple[str, ...]:
        """The ids of the picks so far, in no meaningful order; empty if one thing is chosen."""
        return tuple(id for _, id in self._picked)

    @property
    def least(self) -> int:
        """The smallest number of picks, unless the choice is declined."""
        return self.v[lay.LEAST] if self.site.several else 1

    @property
    def most(self) -> int:
        """The largest number of picks."""
        return self.v[lay.MOST] if self.site.several else 1

    @property
    def canonical(self) -> tuple[int, ...]:
        """The numbers of the options that a search needs to reach each set of picks in one order only.

        These are the options after the last pick, if enough options remain after them.
        """
        answers = self.answers()
        if not self.site.several:
            return tuple(range(len(answers)))
        picked, left = self.v[lay.PICKED], self.v[lay.LEFT]
        rank = self._ranks(picked | left)
        lowest = 0 if self.site.element is None else self.program.layout.lowest(self.site.element)
        last = max((rank[one] for one in bits(picked)), default=0)
        missing = self.least - picked.bit_count()
        ahead = Counter(rank[one] for one in bits(left))
        return tuple(
            n
            for n, answer in enumerate(answers)
            if answer == lay.DECLINED
            or (
                (own := rank[answer - lowest]) >= last
                and sum(count for at, count in ahead.items() if at >= own) >= missing
            )
        )

    def _ranks(self, members: int) -> dict[int, int]:
        """For each thing, the number of things before it, where those that the player cannot tell apart count as one."""
        element = self.site.element
        looks = None
        if isinstance(element, PieceType):
            looks = self.program.fast.functions.get(f"look_{element.kind}")
        first: dict[int, int] = {}
        found: dict[int, int] = {}
        every: Sequence[int] = bits(members)
        if self._own_ids is None:
            every = [piece for piece, _ in self._pieces(every)]
        for one in every:
            like = one if looks is None else looks(self.v, one, self.player)
            found[one] = first.setdefault(like, len(first))
        return found

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the options, in order."""
        return tuple(id for _, id in self._called())

    @property
    def options(self) -> tuple[Option, ...]:
        """The options, in order."""
        return self._options(self._called())

    @property
    def picked_options(self) -> tuple[Option, ...]:
        """The picks so far, as they were offered; empty if one thing is chosen."""
        return self._options(self._picked)

    def _options(self, called: Sequence[Called]) -> tuple[Option, ...]:
        answers, site = [answer for answer, _ in called], self.site
        labels = self._labels(answers)
        parts = parts_of(self.program, self.v, site, answers, self.player)
        return tuple(
            Option(id, labels[answer], of, declines(site, answer))
            for (answer, id), of in zip(called, parts, strict=True)
        )

    def data(self) -> dict[str, Any]:
        """The decision as plain data, for JSON: who is asked what, all options, and the picks so far if several are picked.
        Only the player who decides may see it.
        """
        found: dict[str, Any] = {
            "player": self.program.table.seats[self.player],
            "decision": self.name,
            "question": self.question,
            **({"about": self.about.data()} if self.about is not None else {}),
            "options": [option.data() for option in self.options],
        }
        if self.site.several:
            found["picked"] = [option.data() for option in self.picked_options]
            found |= {"least": self.least, "most": self.most}
        return found


def options_of(v: Sequence[int]) -> list[int]:
    """The options of a position as numbers for the program, in the program's order."""
    found, offset = MEMBERS[v[lay.OPTIONS]], v[lay.OFFSET]
    options = [n + offset for n in found] if offset else [*found]
    return [*options, lay.DECLINED] if v[lay.EXTRA] else options


def _ids_of_sites(program: Program) -> list[Mapping[int, str] | None]:
    """The ids of the answers at each site, if they do not depend on what a player sees."""
    return [_ids_of_site(program, site) for site in program.sites]


def _ids_of_site(program: Program, site: Site) -> Mapping[int, str] | None:
    if site.form == "may" or site.element is None:
        return {**dict(enumerate(site.options)), lay.DECLINED: site.extra}
    if isinstance(site.element, PieceType) and site.element.kind in program.layout.faces:
        return None
    ids = copy(ids_of(program, site.element))
    ids[lay.DECLINED] = site.extra
    return ids
