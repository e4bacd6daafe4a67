"""A scenario that is being made: as text, and as the reference evaluator plays it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from boardwright.dsl.bind.bind import SceneBinder
from boardwright.dsl.declare.scenario_file import read_scenario
from boardwright.dsl.declare.scenarios import ScenarioDecl
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import read
from boardwright.interpreter.lower.scenario_entry import Scene
from boardwright.interpreter.reference.scene import ReferenceScene, play_scenario
from boardwright.interpreter.reference.watch import Watch
from boardwright.interpreter.table.table import Table

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_LONGEST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The parts of a scenario, as text. `chance` are events with their results, in order; `steps` are players with their
    picks. It begins where `start` says, or with the effect `run`.
    """

    name: str = "found"
    text: str = ""
    players: int
    expansions: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int = 1
    given: tuple[str, ...] = ()
    start: str | None = None
    rounds: Mapping[str, int] = field(default_factory=dict)
    turn: str | None = None
    run: str | None = None
    chance: tuple[tuple[str, str], ...] = ()
    steps: tuple[tuple[str, str], ...] = ()

    def written(self) -> str:
        """Returns the text of the file."""
        lines = [f"scenario: {self.name}"]
        lines += _text(self.text)
        lines.append(f"players: {self.players}")
        if self.expansions:
            lines.append(f"with: {_flow(self.expansions)}")
        if self.options:
            pairs = (f"{id}: {_option(value)}" for id, value in self.options.items())
            lines.append(f"options: {{{', '.join(pairs)}}}")
        if self.seed != 1:
            lines.append(f"seed: {self.seed}")
        if self.given:
            lines += ["given: |", *_indented(self.given)]
        if self.start is not None:
            lines.append(f"from: {self.start}")
        if self.rounds:
            pairs = (f"{id}: {number}" for id, number in self.rounds.items())
            lines.append(f"round: {{{', '.join(pairs)}}}")
        if self.turn is not None:
            lines.append(f"turn: {self.turn}")
        if self.run is not None:
            lines += ["run: |", *_indented((self.run,))]
        if self.chance:
            lines.append("chance:")
            for event in dict.fromkeys(event for event, _ in self.chance):
                results = tuple(result for of, result in self.chance if of == event)
                lines.append(f"  {event}: {_flow(results)}")
        lines.append("steps:")
        lines += [f"  - {player}: {_scalar(pick)}" for player, pick in self.steps]
        if not self.steps:
            lines.append("  - over: no")
        return "".join(f"{line}\n" for line in lines)


def _text(text: str) -> list[str]:
    """Returns the key `text`, on lines of limited length."""
    if not text:
        return []
    lines, line = [], " "
    for word in text.split():
        if len(line) + len(word) >= _LONGEST:
            lines.append(line)
            line = " "
        line += f" {word}"
    return ["text: >-", *lines, line]


def _indented(statements: tuple[str, ...]) -> list[str]:
    return [f"  {line}" for statement in statements for line in statement.splitlines()]


def _scalar(word: str) -> str:
    return word if _PLAIN.fullmatch(word) else f'"{word}"'


def _flow(words: tuple[str, ...]) -> str:
    return f"[{', '.join(_scalar(word) for word in words)}]"


def _option(value: str) -> str:
    return _flow(tuple(value.split(","))) if "," in value else _scalar(value)


class Stand:
    """A table at which drafts are tried."""

    def __init__(self, table: Table) -> None:
        self.table = table
        copies = {s.id: (s.kind, n) for n, s in enumerate(table.spaces) if s.path}
        self._binder = SceneBinder(table.game, table.seats, copies)

    def play(self, draft: Draft, watch: Watch | None = None) -> ReferenceScene | None:
        """Plays the picks of a draft as far as possible; None if its text cannot be bound."""
        game = self.table.game
        options = {id: value for id, value in draft.options.items() if id in game.options}
        text = replace(draft, options=options, expansions=()).written()
        scenario = declared(text, game.seat_names)
        scene = None if scenario is None else self._scene(scenario)
        if scene is None or scenario is None:
            return None
        return play_scenario(self.table, scene, scenario, watch)

    def binds(self, line: str) -> bool:
        """Whether a scenario can contain this statement."""
        draft = Draft(players=self.table.players, given=(line,))
        scenario = declared(draft.written(), self.table.game.seat_names)
        if scenario is None or scenario.given is None:
            return False
        return self._binder.effect(scenario.given, Bag(), "given") is not None

    def _scene(self, scenario: ScenarioDecl) -> Scene | None:
        bag = Bag()
        given = (
            None if scenario.given is None else self._binder.effect(scenario.given, bag, "given")
        )
        run = None if scenario.run is None else self._binder.effect(scenario.run, bag, "run")
        if bag.failed:
            return None
        return Scene(
            given=given,
            run=run,
            begin=None if scenario.start is None else scenario.start.id,
            rounds={name.id: number for name, number in scenario.rounds},
            first=None if scenario.turn is None else self.table.seats.index(scenario.turn.id),
        )


def declared(text: str, seat_names: tuple[str, ...] = ()) -> ScenarioDecl | None:
    """Reads a scenario from its text; None if anything is wrong with it."""
    bag = Bag()
    source = Source("scenario.yaml", text)
    node = read(source, bag)
    return None if node is None else read_scenario(source, node, bag, seat_names)
