"""What has come to light in a game: what may not be taken back, since somebody knows it now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from boardwright.interpreter.events.seen import Event, Seat, Source
from boardwright.interpreter.events.watched import WatchedState, telling
from boardwright.interpreter.events.watcher import Watcher
from boardwright.interpreter.machine.meanings import Mark
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.trace import Chance
from boardwright.interpreter.program.program import Program, Vector

Learned = Literal["chance", "face"]


class _Onlooker(Seat):
    """Notices when one of some seats learns a face that it did not know before, or what was covered, such as dice under a cup."""

    has_learned = False
    people: Sequence[int] = ()

    def see(
        self,
        events: Sequence[Event],
        before: Vector,
        v: Vector,
        mark: Mark | None,
        source: Source,
        looked: int = 0,
    ) -> None:
        # Of pieces that cannot be followed nobody knows which is which, but somebody knows more of their place.
        people = {self.table.seats[seat] for seat in self.people}
        if looked and any(
            event["event"] == "known" and not people.isdisjoint(event["to"]) for event in events
        ):
            self.has_learned = True
        for kind, every in self.table.pieces.items():
            pieces = range(len(every))
            for seat in self.people:
                self.player = seat
                was, now = self.looker(before), self.looker(v)
                if any(now.knows(kind, n) and not was.knows(kind, n) for n in pieces):
                    self.has_learned = True

    def asked(self, decision: Decision, event: Event) -> None:
        """Nothing comes to light by a question."""

    def chosen(self, decision: Decision, choice: str, answer: int) -> None:
        """Nor by a choice."""

    def forced(self, player: int, event: Event) -> None:
        """Nor by one that is forced."""

    def ended(self, event: Event) -> None:
        """Nor by the end."""


def learned_since(
    program: Program, seed: int, choices: Sequence[str], since: int, people: Sequence[int]
) -> Learned | None:
    """What has come to light after the first `since` of these choices: a result of chance, or a face that is new to one of the
    people, given by their seats; None if nothing has. What agents have seen does not count: they choose again without it, and
    nobody is to hear that they have looked at something.
    """
    marked, words = telling(program), Words(program.table.game)
    watcher = Watcher(marked, Chance(marked))
    v = program.first_vector(seed)
    state = WatchedState(program, v, words, watcher)
    watcher.begin(v)
    state.compiled.run(v)
    state.told()
    for choice in choices[:since]:
        state.apply(choice)
    onlooker = _Onlooker(program, 0, words)
    onlooker.people = people
    watcher.seats = [onlooker]
    for choice in choices[since:]:
        events = state.apply(choice)
        if any(event["event"] == "chance" for event in events):
            return "chance"
        if onlooker.has_learned:
            return "face"
    return None


__all__ = ["Learned", "learned_since"]
