"""What a player is asked: who, what, and the finite options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from boardwright.dsl.source import Span
from boardwright.dsl.types import PieceType, Type
from boardwright.interpreter import layout as lay
from boardwright.interpreter.linking import Site
from boardwright.interpreter.naming import Words, element_id
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
        mask, offset = self.v[lay.OPTIONS], self.v[lay.OFFSET]
        found = [n + offset for n in range(mask.bit_length()) if mask >> n & 1]
        return [*found, -1] if self.v[lay.EXTRA] else found

    def id_of(self, answer: int) -> str:
        if answer < 0 and self.v[lay.EXTRA]:
            return self.site.extra
        if self.site.element is None or self.site.form == "may":
            return self.site.options[answer]
        return element_id(self.program, self.v, self.site.element, answer, self.player)

    def label_of(self, answer: int) -> str:
        return self.labels()[answer]

    def labels(self) -> dict[int, str]:
        """All options in words. Where things lie is said only if that, or nothing else, tells them apart."""
        element = self.site.element
        answers = self.answers()
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
        for n, name in found.items():
            if alike[name] > 1 and table.places[v[first + n]].tracked:
                found[n] = f"{name} {n + 1}"
        return {answer: found[answer] if answer >= 0 else self._label(answer) for answer in answers}

    def _label(self, answer: int) -> str:
        if answer < 0 and self.v[lay.EXTRA]:
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

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the options, in order."""
        return tuple(self.id_of(answer) for answer in self.answers())

    @property
    def options(self) -> tuple[Option, ...]:
        """The options, in order."""
        return tuple(Option(self.id_of(a), label) for a, label in self.labels().items())
