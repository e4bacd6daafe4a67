"""What a player is asked: who, what, and the finite options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boardwright.dsl.source import Span
from boardwright.dsl.types import Type
from boardwright.interpreter import layout as lay
from boardwright.interpreter.layout import Layout
from boardwright.interpreter.linking import Site
from boardwright.interpreter.naming import Words, element_id


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

    layout: Layout
    words: Words
    v: Sequence[int]
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
        return self.words.named(self.site.note)

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
        return element_id(self.layout, self.v, self.site.element, answer, self.player)

    def label_of(self, answer: int) -> str:
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
        return self.words.element(self.layout, self.v, element, answer, self.player)

    def _piece(self, id: str) -> str:
        for kind, pieces in self.layout.table.pieces.items():
            for number, piece in enumerate(pieces):
                if piece.id == id:
                    return self.words.piece(self.layout, self.v, kind, number, self.player)
        return id.replace("_", " ")

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the options, in order."""
        return tuple(self.id_of(answer) for answer in self.answers())

    @property
    def options(self) -> tuple[Option, ...]:
        """The options, in order."""
        return tuple(Option(self.id_of(a), self.label_of(a)) for a in self.answers())
