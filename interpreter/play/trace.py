"""Watching chance: the result of each event by name, and results to use instead.

A program made by `Program.watched` asks its `Chance` for every draw, roll and shuffle. It draws the same numbers as the
unwatched program, so that states stay identical.

Results are given as ids: the id of a number, player, space, member or open piece; the number of a roll; the handle of a
drawn hidden piece, with its face, and its name if that differs. Shuffled hidden pieces are a list of these: from the
bottom to the top, or else by name. Unseen picks are a list, too: one event for all picks of a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from boardwright.dsl.language.types import NumberType, PieceType, YesNoType
from boardwright.interpreter.lower.builtins.alike import MANNERS, UNSEEN
from boardwright.interpreter.machine import rng, runtime
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.play.naming import called, element_id
from boardwright.interpreter.program.program import Program

Result = int | str | dict[str, str] | list[dict[str, str]]


class Happening(NamedTuple):
    """One event of chance and its result. `number` is its number in `Program.events`."""

    number: int
    name: str
    result: Result


class DictationError(Exception):
    """A dictated result is impossible. `index` counts the results for this event, from 0."""

    def __init__(self, event: str, index: int, message: str, there: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.event = event
        self.index = index
        self.there = tuple(there)


class Chance:
    """Draws for a watched program, writes a `log` of events, and uses the `dictated` results."""

    draw: Callable[[list[int], int], int] = staticmethod(runtime.draw)
    """Where the numbers of shuffles come from."""
    next32: Callable[[list[int], int], int] = staticmethod(rng.next32)
    """Where the order of names comes from that nobody can follow."""

    def __init__(
        self, program: Program, dictated: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        self.program = program
        self.layout, self.table = program.layout, program.table
        self.names = [event.name for event in program.events]
        self.log: list[Happening] = []
        self.meant: list[int] = []  # the picks of the current choice
        self.dictate(dictated or {})

    def dictate(self, results: Mapping[str, Sequence[str]]) -> None:
        """Sets the next results by the names of events, in order, and clears earlier ones and the log."""
        self.log.clear()
        self.meant.clear()
        self.dictated = {name: tuple(found) for name, found in results.items()}
        self.used = dict.fromkeys(self.dictated, 0)

    @property
    def unused(self) -> dict[str, tuple[str, ...]]:
        """The dictated results that were not used, by the names of events."""
        return {
            name: found[self.used[name] :]
            for name, found in self.dictated.items()
            if self.used[name] < len(found)
        }

    @property
    def hooks(self) -> dict[str, object]:
        """What an emitted program calls instead of chance itself, by name."""
        return {"traced": self, "draw": self.draw, "next32": self.next32}

    # ---- called by emitted programs

    def pick(self, v: list[int], event: int, mask: int, offset: int) -> int:
        """A member of the mask: a draw, or one of the picks of a choice, which are logged together."""
        number = self.bring(v, event, mask, offset)
        if self.program.events[event].form == "pick":
            self.meant.append(number)
        else:
            self._note(event, self._drawn(v, event, number, offset))
        return number

    def bring(self, v: list[int], event: int, mask: int, offset: int) -> int:
        """The result of an event: the dictated one, or else a draw."""
        wanted = self._next(self.program.events[event].name)
        if wanted is None:
            return runtime.pick(v, mask)
        return self._dictated(v, event, mask, offset, wanted)

    def told(self, v: list[int], event: int, about: int) -> None:
        """A shuffle of the pieces in a mask has ended, or a player has made all picks of a choice."""
        if self.program.events[event].form == "shuffle":
            self._shuffled(v, event, about)
        elif self.meant:
            kind = self._kind(event)
            self._note(event, [self._meant(v, kind, piece, about) for piece in self.meant])
            self.meant.clear()

    def roll(self, v: list[int], event: int, sides: int) -> int:
        """A die: a number from 1 to `sides`."""
        name = self.names[event]
        wanted = self._next(name) if self.dictated else None
        if wanted is None:
            number = runtime.draw(v, sides) + 1
        elif wanted in (texts := [str(n + 1) for n in range(sides)]):
            number = int(wanted)
        else:
            raise self._impossible(name, wanted, "is not a side of the die", texts)
        self._note(event, number)
        return number

    def _shuffled(self, v: list[int], event: int, mask: int) -> None:
        """Logs a shuffle: the hidden pieces of a place have exchanged their positions, or else their names."""
        if not mask:
            return
        kind, secret = self._kind(event), self.program.events[event].secret
        place = v[self.layout.places[kind] + runtime.lowest(mask)]
        names, tops = self.layout.names[kind], self.layout.tops.get(place, -1)
        order: Sequence[int] = ()
        if tops >= 0:
            above, below_ = self.layout.above[kind], self.layout.below[kind]
            order = runtime.in_order(v, above, tops)
            if not secret:
                order = self.arrange(v, event, order)
                runtime.lay_in_order(v, above, below_, tops, list(order))
        elif self.table.places[place].tracked:
            by_name = sorted(bits(mask), key=lambda piece: v[names + piece])
            order = by_name if secret else self.arrange(v, event, by_name)
        if not secret and self.table.places[place].tracked:
            held = sorted(v[names + piece] for piece in order)
            for piece, name in zip(reversed(order) if tops >= 0 else order, held, strict=True):
                v[names + piece] = name
        if order:
            self._note(event, [self._hidden(v, kind, piece) for piece in order])

    def arrange(self, v: list[int], event: int, order: list[int]) -> list[int]:
        """Can reorder shuffled pieces, from the bottom to the top, or else by name; this one keeps their order."""
        return order

    # ---- results

    def _note(self, event: int, result: Result) -> None:
        self.log.append(Happening(event, self.names[event], result))

    def _hidden(self, v: list[int], kind: str, piece: int) -> dict[str, str]:
        """A hidden piece in a result."""
        id = self.table.pieces[kind][piece].id
        face = self.table.faces[kind][v[self.layout.faces[kind] + piece]].id
        name = called(self.program, v, kind, piece)
        found = {"piece": id, "face": face}
        return found if name in (id, None) else found | {"name": name or ""}

    def _meant(self, v: list[int], kind: str, piece: int, player: int) -> dict[str, str]:
        """A picked piece. If the chooser saw its face, the result also names the chooser: nobody else may know that there were
        several such pieces, so that chance decided.
        """
        found = self._hidden(v, kind, piece)
        look = self.program.fast.functions[f"look_{kind}"]
        if look(v, piece, player) % MANNERS == UNSEEN:
            return found
        return found | {"seen_by": self.table.seats[player]}

    def _kind(self, event: int) -> str:
        element = self.program.events[event].element
        assert isinstance(element, PieceType)
        return element.kind

    def _drawn(self, v: list[int], event: int, number: int, offset: int) -> Result:
        element = self.program.events[event].element
        match element:
            case NumberType():
                return number + offset
            case PieceType(kind=kind) if kind in self.layout.faces:
                return self._hidden(v, kind, number)
            case _:
                return element_id(self.program, v, element, number, -1)

    # ---- dictation

    def _next(self, name: str) -> str | None:
        results = self.dictated.get(name)
        if results is None or self.used[name] >= len(results):
            return None
        self.used[name] += 1
        return results[self.used[name] - 1]

    def _impossible(self, name: str, wanted: str, why: str, there: Sequence[str]) -> DictationError:
        return DictationError(name, self.used[name] - 1, f"`{wanted}` {why}", there)

    def _dictated(self, v: list[int], event: int, mask: int, offset: int, wanted: str) -> int:
        """The member that a dictated result means: by its id, or for hidden pieces by the id of the face or the name."""
        declared = self.program.events[event]
        element = declared.element
        members = bits(mask)
        if isinstance(element, PieceType) and element.kind in self.layout.faces:
            kind = element.kind
            faces = self.table.faces[kind]
            texts = [faces[v[self.layout.faces[kind] + n]].id for n in members]
            names = [called(self.program, v, kind, n) or "" for n in members]
            if wanted in names and wanted not in texts:
                texts = names
        elif isinstance(element, NumberType):
            texts = [str(n + offset) for n in members]
        elif isinstance(element, YesNoType):
            texts = ["yes" if n else "no" for n in members]
        else:
            texts = [element_id(self.program, v, element, n, -1) for n in members]
        if wanted not in texts:
            why = f"cannot be drawn at `{declared.name}`"
            raise self._impossible(declared.name, wanted, why, texts)
        return members[texts.index(wanted)]
