"""A game linked for one table."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

from boardwright.dsl.rules.option_values import text_of
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.loading.arguments import whole_number

if TYPE_CHECKING:
    from boardwright.interpreter.events.watched import WatchedState
    from boardwright.interpreter.learning.actions import Actions
    from boardwright.interpreter.learning.batch import Batch
    from boardwright.interpreter.learning.observer import Observer
    from boardwright.interpreter.play.state import State
    from boardwright.interpreter.program.program import Program
    from boardwright.interpreter.table.table import Table
    from boardwright.loading.rules import Rules


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game linked for one table. It has no state: any number of games can be played with it.

    `warnings` are what the rules advise against at this table, `left_out` are the expansions that take no part.
    """

    rules: Rules
    program: Program
    language: str | None = None
    warnings: tuple[Diagnostic, ...] = ()
    left_out: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.table.title}>"

    # It never changes, and machine code cannot be copied: libraries for learning copy what environments are made with.

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    @property
    def id(self) -> str:
        """The id of the game, as in its file."""
        return self.rules.id

    @property
    def name(self) -> str:
        """The name of the game in the chosen language."""
        return self.rules.name(self.language)

    @property
    def table(self) -> Table:
        """Seats, options, spaces, places and pieces at this table."""
        return self.program.table

    @property
    def players(self) -> int:
        """The number of players at this table."""
        return self.table.players

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in order around the table."""
        return self.table.seats

    @property
    def options(self) -> Mapping[str, str]:
        """The value of each option, as it would be written."""
        game = self.rules.bound
        return {
            id: text_of(game, game.options[id], value) for id, value in self.table.options.items()
        }

    @overload
    def new(self, seed: int = 0) -> State: ...

    @overload
    def new(
        self, seed: int = 0, *, watch: Literal[True], seats: Iterable[int] = (), tell: bool = False
    ) -> WatchedState: ...

    def new(
        self, seed: int = 0, *, watch: bool = False, seats: Iterable[int] = (), tell: bool = False
    ) -> State:
        """A new game, at its first decision. The same seed deals the same cards. If you `watch` it, `apply` gives what
        happens as events, and `events` are those of the setup; it is played by Python then. `seen` tells what each of these
        seats is told; -1 is an onlooker. With `tell`, `tell` gives the last step in sentences.
        """
        seed = whole_number("seed", seed)
        if watch:
            from boardwright.interpreter.events.watched import new_watched

            return new_watched(self.program, seed, self.language, seats, tell=tell)
        from boardwright.interpreter.play.new_game import new

        return new(self.program, seed, self.language)

    @overload
    def begin(
        self,
        given: str = "",
        seed: int = 0,
        *,
        phase: str | None = None,
        at: str | None = None,
        rounds: Mapping[str, int] | None = None,
        turn: str | None = None,
    ) -> State: ...

    @overload
    def begin(
        self,
        given: str = "",
        seed: int = 0,
        *,
        phase: str | None = None,
        at: str | None = None,
        rounds: Mapping[str, int] | None = None,
        turn: str | None = None,
        watch: Literal[True],
        seats: Iterable[int] = (),
        tell: bool = False,
    ) -> WatchedState: ...

    def begin(
        self,
        given: str = "",
        seed: int = 0,
        *,
        phase: str | None = None,
        at: str | None = None,
        rounds: Mapping[str, int] | None = None,
        turn: str | None = None,
        watch: bool = False,
        seats: Iterable[int] = (),
        tell: bool = False,
    ) -> State:
        """A game that begins from another position, at its first decision: what is `given` happens after the setup, in the
        words of effects, as in a scenario. Play begins in a `phase`, or `at` one after all that comes before it, in the
        repetition that `rounds` names, with the `turn` of a seat. Whoever is asked in the setup takes the first option. The
        rest is as in `new`. Raises `RulesetError` with the mistakes in what is given. A save of it cannot be loaded.
        """
        from boardwright.interpreter.scenarios import begun

        there = begun.Beginning(given=given, phase=phase, at=at, rounds=rounds or {}, turn=turn)
        program, language = self.program, self.language
        if watch:
            return begun.begin_watched(program, there, seed, language, seats, tell=tell)
        return begun.begin(program, there, seed, language)

    @property
    def actions(self) -> Actions:
        """A number for each option of this table, for learning: what it stands for, and which are offered in a state."""
        from boardwright.interpreter.learning.actions import actions_of

        return actions_of(self.program)

    @property
    def observer(self) -> Observer:
        """What a player sees as a row of numbers, for learning, and what each of them stands for."""
        from boardwright.interpreter.learning.observer import observer_of

        return observer_of(self.program)

    @property
    def fingerprint(self) -> str:
        """The same wherever actions and observations have the same meanings: policies can be used where they were made."""
        from boardwright.interpreter.learning.observer import fingerprint

        return fingerprint(self.program)

    def beginning(self) -> dict[str, Any]:
        """The position before the setup, from which the events of a watched game go on."""
        from boardwright.interpreter.events.watched import beginning

        return beginning(self.program)

    def batch(self, games: int, seed: int = 0, *, observe: bool = False, threads: int = 1) -> Batch:
        """This many games in one buffer, in which one call makes a choice in each. With `observe` it has what the players see who
        decide, as rows of numbers; `threads` share the games. This needs machine code and NumPy: without the extra `native`
        it raises `BackendError`.
        """
        from boardwright.interpreter.native.choice import (
            BackendError,
            native_for,
            why_python,
        )

        native = native_for(self.program, games=sys.maxsize)
        if native is None:
            why = why_python(self.program) or 'the game was loaded with `backend="python"`'
            raise BackendError(f"a batch needs machine code, but {why}")
        from boardwright.interpreter.learning.batch import Batch

        return Batch(native, games, seed, observe=observe, threads=threads)

    def load_state(self, text: str) -> State:
        """A game in progress, as `State.save` wrote it. Raises `FormatError` with the reason if the save is damaged or from
        other rules.
        """
        from boardwright.interpreter.native.choice import native_for
        from boardwright.interpreter.records.saves import load

        state = load(self.program, text, self.language)
        native = native_for(self.program, 1)
        if native is None:
            return state
        from boardwright.interpreter.play.native_state import as_native

        return as_native(native, state)
