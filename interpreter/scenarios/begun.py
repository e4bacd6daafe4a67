"""Games that begin from a given position, which is described as in a scenario.

What is given becomes part of a program of its own, which has another way in than the game. So a state of it is played like
any other, but a save of it cannot be loaded: that would need the same text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from boardwright.dsl.declare.scenario_file import read_scenario
from boardwright.dsl.language.parser import parse_effect
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.scalar_places import dedented
from boardwright.dsl.source.yaml_tree import Scalar, read
from boardwright.interpreter.events.watched import WatchedState, new_watched
from boardwright.interpreter.lower.scenario_entry import IN_GIVEN, IN_SETUP, Staging
from boardwright.interpreter.native.choice import native_for
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.scenarios.run import bind_scene
from boardwright.interpreter.table.table import Table

MOST_KEPT = 16
"""How many beginnings are kept for one game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """How a game begins: like the keys of a scenario with these names, and `phase` like its `from`."""

    given: str = ""
    phase: str | None = None
    at: str | None = None
    rounds: Mapping[str, int] = field(default_factory=dict)
    turn: str | None = None

    def text(self, table: Table) -> str:
        """The same as the file of a scenario, without what is given."""
        keys = {"from": self.phase, "at": self.at, "turn": self.turn, "round": dict(self.rounds)}
        lines = [f"{key}: {json.dumps(value)}" for key, value in keys.items() if value]
        # A scenario has a name, and something that must hold.
        lines += ["scenario: beginning", f"players: {json.dumps(table.seats)}", "expect: 1 = 1"]
        return "\n".join((*lines, ""))


@dataclass(frozen=True, slots=True)
class _Begun:
    """A program that begins there, and where the text says what is given."""

    program: Program
    span: Span | None


def begin(program: Program, beginning: Beginning, seed: int, language: str | None = None) -> State:
    """A game that begins there, at its first decision. Raises `RulesetError` with the mistakes in what is given."""
    begun = _begun(program, beginning)
    words = Words(program.table.game, language)
    state = State(begun.program, begun.program.first_vector(seed), begun.program.fast, words)
    state.compiled.run(state.v)
    while _is_in_setup(begun, state):
        state.apply(0)
    native = native_for(begun.program, 1)
    if native is None:
        return state
    from boardwright.interpreter.play.native_state import as_native

    return as_native(native, state)


def begin_watched(
    program: Program,
    beginning: Beginning,
    seed: int,
    language: str | None = None,
    seats: Iterable[int] = (),
    *,
    tell: bool = False,
) -> WatchedState:
    """The same, and it tells what happens, at first all until the first decision."""
    begun = _begun(program, beginning)
    state = new_watched(begun.program, seed, language, seats, tell=tell)
    while _is_in_setup(begun, state):
        events, logs = state.events, [seat.log[:] for seat in state.watcher.seats]
        sentences = dict(state.sentences)
        state.apply(0)
        state.events = events + state.events
        for seat, log in zip(state.watcher.seats, logs, strict=True):
            seat.log[:0] = log
        state.sentences = {n: sentences[n] + each for n, each in state.sentences.items()}
    return state


def _is_in_setup(begun: _Begun, state: State) -> bool:
    """Whether a game has not come to what is given. There nobody can be asked."""
    decision = state.decision
    stage = state.v[begun.program.stage]
    if decision is not None and stage == IN_GIVEN and begun.span is not None:
        player, bag = begun.program.table.seats[decision.player], Bag()
        message = f"`given` asks `{player}` for `{decision.name}`"
        bag.error(
            "E689", message, begun.span, help="leave the statement out, and make the choice in play"
        )
        bag.raise_if_failed()
    return decision is not None and stage == IN_SETUP


def _begun(program: Program, beginning: Beginning) -> _Begun:
    kept: dict[tuple[str, str], _Begun] = program.kept("beginnings", lambda _: {})
    key = beginning.text(program.table), beginning.given
    if key not in kept:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[key] = _linked(program, *key)
    return kept[key]


def _linked(program: Program, text: str, given: str) -> _Begun:
    table, source, bag = program.table, Source("beginning", text), Bag()
    node = read(source, bag)
    bag.raise_if_failed()
    assert node is not None
    scenario = read_scenario(source, node, bag, table.seats)
    bag.raise_if_failed()
    assert scenario is not None
    if given.strip():
        scenario = replace(scenario, given=parse_effect(_whole(given), bag))
        bag.raise_if_failed()
    scene = bind_scene(table, scenario, bag)
    bag.raise_if_failed()
    assert scene is not None
    staging = Staging((scene,))
    found = replace(_entered(link(table, staging)), backend=program.backend)
    found.kept("telling", lambda _: _entered(link(table, staging, telling=True)))
    return _Begun(found, None if scenario.given is None else scenario.given.span)


def _whole(given: str) -> Scalar:
    """A text that is no part of a file."""
    source = Source("given", "\n".join(given.splitlines()))
    return Scalar(dedented(source.text), source.span(0, len(source.text)), "text")


def _entered(program: Program) -> Program:
    return replace(program, entry=program.scenes[0])


__all__ = ["Beginning", "begin", "begin_watched"]
