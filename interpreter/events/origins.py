"""Where in the rules each event of one step comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from boardwright.dsl.rules import ir
from boardwright.interpreter.events.watched import WatchedState, telling
from boardwright.interpreter.events.watcher import Event, Watcher, read
from boardwright.interpreter.machine.meanings import Mark
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.trace import Chance
from boardwright.interpreter.program.program import Program, Vector


@dataclass(frozen=True, slots=True)
class Origin:
    """An event, and the mark that told it. `time` says which time it is since the last decision: of a statement, or of a
    choice or an event of chance of this name.
    """

    event: Event
    mark: Mark | None
    time: int

    @property
    def node(self) -> ir.Stmt | None:
        """The statement that did it."""
        return None if self.mark is None else self.mark.node


class _Locator(Watcher):
    """Keeps which mark tells each event."""

    def __init__(self, program: Program) -> None:
        super().__init__(program, Chance(program))
        self.origins: list[Origin] = []
        self.counts: Counter[object] = Counter()
        # Every mark is told, whether anything has changed or not: statements are counted.
        self.names["drawn"] = True
        for play in (self.tell, self.course, self.forced, self.happened):
            self.names[play.__name__] = partial(self._locate, play)

    def _locate(self, play: Callable[..., object], v: Vector, number: int, *about: int) -> None:
        mark, first = self.meanings.marks[number].mark, len(self.log)
        assert mark is not None
        if mark.node is not None:
            self.counts[id(mark.node)] += 1
        play(v, number, *about)
        for event in read(self.log[first:]):
            self.origins.append(Origin(event, mark, self._time(event, mark)))

    def _time(self, event: Event, mark: Mark) -> int:
        key: object = id(mark.node)
        if event["event"] == "chance":
            key = "chance", event["name"]
        elif event.get("forced"):
            key = "forced", event["decision"]
        else:
            return self.counts[key]
        self.counts[key] += 1
        return self.counts[key]


def origins(program: Program, seed: int, choices: Sequence[str]) -> list[Origin]:
    """What follows the last of these choices, or the setup if there is none, with where it comes from; the last one is what is
    asked then, or the end of the game.
    """
    locator = _Locator(telling(program))
    v = program.first_vector(seed)
    state = WatchedState(program, v, Words(program.table.game), locator)
    locator.begin(v)
    state.compiled.run(v)
    state.told()
    for choice in choices:
        locator.origins.clear()
        locator.counts.clear()
        state.apply(choice)
    first = 1 if choices else 0
    rest = state.events[first + len(locator.origins) :]  # what was told when play had stopped
    return [*locator.origins, *(Origin(event, None, 0) for event in rest)]


__all__ = ["Origin", "origins"]
