"""A game as a report that people read: a heading for each phase or round, a paragraph for each turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from boardwright.dsl.source.diagnostics import shown
from boardwright.terminal import Paint, width

if TYPE_CHECKING:
    from boardwright.interpreter.play.decision import Option
    from boardwright.interpreter.tell.teller import Sentence
    from boardwright.loading.game import Game


class Tale:
    """Tells a game while it is played: it makes the same choices in a game of the same seed. Without a seat it tells what any
    player is told.
    """

    def __init__(self, game: Game, seed: int, seat: int | None = None) -> None:
        from boardwright.interpreter.events.seen import EVERYBODY
        from boardwright.interpreter.tell.teller import Teller

        self.seat = EVERYBODY if seat is None else seat
        self.state = game.new(seed, watch=True, seats=[self.seat])
        self.teller = Teller(self.state.program, self.state.words)
        self.teller.follow(self.state.seen(self.seat))
        self.sentences: list[Sentence] = []
        self.told = 0

    def apply(self, option: int | str | Option) -> None:
        """Goes on with this choice. What comes of several choices may become one sentence."""
        self.state.apply(option)
        self.teller.follow(self.state.seen(self.seat))

    def text(self, paint: Paint, *, again: bool = False) -> str:
        """What has not been told yet; or everything `again`."""
        self.sentences += self.teller.finish()
        fresh = self.sentences if again else self.sentences[self.told :]
        lines = [line for block in _blocks(fresh, paint) for line in ("", *block)]
        self.told = len(self.sentences)
        return "".join(f"{line}\n" for line in lines[1:])


def _blocks(sentences: Sequence[Sentence], paint: Paint) -> Iterator[list[str]]:
    """The headings and paragraphs, as lines."""
    paragraph: list[str] = []
    for sentence in sentences:
        if (sentence.heading or sentence.begins) and paragraph:
            yield wrap(" ".join(paragraph), width())
            paragraph = []
        if sentence.heading:
            yield [paint("1", shown(sentence.text))]
        else:
            paragraph.append(shown(sentence.text))
    if paragraph:
        yield wrap(" ".join(paragraph), width())
