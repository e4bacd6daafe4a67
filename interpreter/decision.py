"""What a player is asked: who, what, and the finite options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from boardwright.dsl.source import Span
from boardwright.dsl.types import PieceType, Type
from boardwright.interpreter import layout as lay
from boardwright.interpreter.meanings import Site
from boardwright.interpreter.members import bits
from boardwright.interpreter.naming import Words, element_id
from boardwright.interpreter.option_ids import listed, piece_ids
from boardwright.interpreter.program import Program


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a choice is not taken, as a stable reason and a sentence: refusing changes nothing."""

    reason: str
    message: str


class IllegalChoice(ValueError):  # noqa: N818 - the name that a caller reads first
    """A choice that is not offered, or any choice when the game is over; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Option:
    """One answer. `id` means the same in every state of every game of these rules; `label` is for people."""

    id: str
    label: str


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """A decision that is due. It speaks of the state as it was asked for: use it before the next choice."""

    program: Program = field(repr=False)
    words: Words = field(repr=False)
    v: Sequence[int] = field(repr=False)
    site: Site

    @property
    def player(self) -> int:
        """The seat of who is asked."""
        return self.v[lay.ASKER]

    @property
    def name(self) -> str:
        """What is asked, as records call it: `move_plague.target`."""
        return self.site.name

    @property
    def question(self) -> str:
        """What is asked, in words."""
        return self.words.named(self.site.name)

    @property
    def span(self) -> Span:
        """The place in the rules that asks."""
        return self.site.span

    def __len__(self) -> int:
        return self.v[lay.OPTIONS].bit_count() + self.v[lay.EXTRA]

    def answers(self) -> list[int]:
        """The options as the numbers that the program takes, in the order in which they are listed."""
        found = listed(self.program, self.v, self._things, self._by_number, self.player)
        return [*found, lay.DECLINED] if self.v[lay.EXTRA] else found

    @property
    def _by_number(self) -> list[int]:
        """The options that are not the last one, upwards, in whatever order they are listed."""
        offset = self.v[lay.OFFSET]
        return [n + offset for n in bits(self.v[lay.OPTIONS])]

    @property
    def _things(self) -> Type | None:
        """The type of what is chosen from; None of a menu, or of yes and no."""
        return None if self.site.form == "may" else self.site.element

    def nth(self, number: int) -> int:
        """The number in the list of the option that is the `number`-th by how the program numbers things.

        Chance that goes by it finds the same option as one that never makes a list.
        """
        numbers = self._by_number
        answer = numbers[number] if number < len(numbers) else lay.DECLINED
        return self.answers().index(answer)

    def label_of(self, answer: int) -> str:
        return self.labels()[answer]

    def labels(self) -> dict[int, str]:
        """All options in words. Where things lie is said only if that, or nothing else, tells them apart."""
        return self._labels(self.answers())

    @property
    def picked_labels(self) -> tuple[str, ...]:
        """What has been picked so far, in words."""
        return tuple(self._labels(self._picked).values())

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
                found[n] = f"{name} {(n if names is None else v[names + n]) + 1}"
        return {answer: found[answer] if answer >= 0 else self._label(answer) for answer in answers}

    def _label(self, answer: int) -> str:
        if answer == lay.DECLINED:
            return self.words.named(self.site.extra)
        if self.site.form == "may":
            return self.words.named(self.site.options[answer])
        element: Type | None = self.site.element
        if element is None:
            entry, piece = self.site.labels[answer]
            return (
                f"{self._piece(piece)}: {self.words.named(entry)}"
                if piece
                else self.words.named(entry)
            )
        return self.words.element(self.program, self.v, element, answer, self.player)

    def _piece(self, id: str) -> str:
        for kind, pieces in self.program.table.pieces.items():
            for number, piece in enumerate(pieces):
                if piece.id == id:
                    return self.words.piece(self.program, self.v, kind, number, self.player)
        return id.replace("_", " ")

    def _ids(self, numbers: Sequence[int]) -> list[str]:
        """The ids of answers, or of what has been picked: told apart from all others of this choice."""
        site, element = self.site, self.site.element
        if site.form == "may" or element is None:
            return [site.extra if n == lay.DECLINED else site.options[n] for n in numbers]
        every = list(dict.fromkeys((*self._picked, *self.answers())))
        things = [n for n in every if n != lay.DECLINED]
        if isinstance(element, PieceType):
            ids = piece_ids(self.program, self.v, element, things, self.player)
        else:
            ids = [element_id(self.program, self.v, element, n, self.player) for n in things]
        named = {**dict(zip(things, ids, strict=True)), lay.DECLINED: site.extra}
        return [named[n] for n in numbers]

    # ---- several things, picked one at a time

    @property
    def _picked(self) -> tuple[int, ...]:
        if not self.site.several or self.site.element is None:
            return ()
        members = self.program.layout.members(self.site.element, self.v[lay.PICKED])
        return tuple(listed(self.program, self.v, self.site.element, members, self.player))

    @property
    def picked(self) -> tuple[str, ...]:
        """The ids of what has been picked so far, in no meaningful order; empty where one thing is chosen."""
        return tuple(self._ids(self._picked))

    @property
    def least(self) -> int:
        """How many are picked in all, at least, unless the choice is declined."""
        return self.v[lay.LEAST] if self.site.several else 1

    @property
    def most(self) -> int:
        """How many are picked in all, at most."""
        return self.v[lay.MOST] if self.site.several else 1

    @property
    def canonical(self) -> tuple[int, ...]:
        """The numbers of the options that a search needs: each set of picks is reached in one order only.

        These are the options above what was picked last, as long as enough remain above them.
        """
        answers = self.answers()
        if not self.site.several:
            return tuple(range(len(answers)))
        picked, left = self.v[lay.PICKED], self.v[lay.LEFT]
        rank = self._ranks(picked | left)
        lowest = 0 if self.site.element is None else self.program.layout.lowest(self.site.element)
        last = max((rank[one] for one in bits(picked)), default=0)
        missing = self.least - picked.bit_count()
        behind = Counter(rank[one] for one in bits(left))
        return tuple(
            n
            for n, answer in enumerate(answers)
            if answer == lay.DECLINED
            or (
                (own := rank[answer - lowest]) >= last
                and sum(count for at, count in behind.items() if at >= own) >= missing
            )
        )

    def _ranks(self, members: int) -> dict[int, int]:
        """For each thing how many come before it; what the player cannot tell apart is one."""
        element = self.site.element
        looks = None
        if isinstance(element, PieceType):
            looks = self.program.fast.functions.get(f"look_{element.kind}")
        first: dict[int, int] = {}
        found: dict[int, int] = {}
        for one in listed(self.program, self.v, element, bits(members), self.player):
            like = one if looks is None else looks(self.v, one, self.player)
            found[one] = first.setdefault(like, len(first))
        return found

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the options, in order."""
        return tuple(self._ids(self.answers()))

    @property
    def options(self) -> tuple[Option, ...]:
        """The options, in order."""
        return tuple(map(Option, self.ids, self.labels().values()))
