"""A table as OpenSpiel plays it: the rules, how chance decides, and what actions mean."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.native.choice import native_for
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.native_state import as_native
from boardwright.interpreter.play.open_chance import ChancePoint, OpenPlay, most_outcomes
from boardwright.interpreter.play.pending import secrets_of
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.table.errors import RuleError

if TYPE_CHECKING:
    from boardwright.adapters.openspiel.line import Line
    from boardwright.adapters.openspiel.told import Imagined
    from boardwright.interpreter.learning.actions import Actions
    from boardwright.interpreter.learning.observer import Observer
    from boardwright.loading.game import Game

Key = tuple[tuple[str, Any], ...]
DEFAULTS: Mapping[str, str | int] = {
    "ruleset": "",
    "players": 0,
    "expansions": "",
    "options": "",
    "seats": "",
    "language": "",
    "backend": "auto",
    "chance": "sampled",
    "seeds": 256,
}
"""The parameters of the game, all optional but the first."""

MOST_EXACT = 128
"""Chance with more outcomes than this has no nodes of its own: shuffling so many pieces would take a node for each."""
_SETUP_DRAWS = 2
_TRIES = 20
_MOST_QUESTIONS = 50_000
_Question = tuple[int, int, int, int, int]


class SettingError(ValueError):
    """The parameters of a game are wrong."""


@dataclass(slots=True, eq=False)
class Setting:
    """A table, and whether its chance is `sampled` (a seed for each step) or `explicit` (each event with all outcomes)."""

    key: Key
    game: Game
    chance: str
    seeds: int
    program: Program = field(init=False)
    actions: Actions = field(init=False)
    observer: Observer = field(init=False)
    has_chance: bool = field(init=False)
    begins_by_chance: bool = field(init=False)
    most_outcomes: int = field(init=False)
    _open: OpenPlay = field(init=False)
    _words: Words = field(init=False)
    _known: dict[_Question, dict[int, int]] = field(init=False, default_factory=dict)
    first: Line | None = field(init=False, default=None)
    """A new game, once somebody has begun one."""

    def __post_init__(self) -> None:
        program = self.program = self.game.program
        self.actions, self.observer = self.game.actions, self.game.observer
        native_for(program, sys.maxsize)  # whoever learns plays many games
        self._words = Words(program.table.game, self.game.language)
        self._open = OpenPlay(program)
        most = most_outcomes(program)
        self.has_chance = most > 1
        if self.is_exact and most > MOST_EXACT:
            raise SettingError(
                f"chance has up to {most} outcomes here, and `chance=explicit` is for at most {MOST_EXACT}: "
                "use `chance=sampled`"
            )
        self.most_outcomes = 0 if most == 1 else most if self.is_exact else self.seeds
        begun, before = (
            self.game.new(0),
            State(program, program.first_vector(0), program.fast, self._words),
        )
        self.begins_by_chance = begun.generators != before.generators

    @property
    def is_exact(self) -> bool:
        """Whether every event of chance is a node with all its outcomes."""
        return self.chance == "explicit"

    @property
    def players(self) -> int:
        return self.program.table.players

    # ---- playing

    def play(
        self, state: State | None, option: int, outcomes: tuple[int, ...]
    ) -> tuple[State | None, ChancePoint | None]:
        """The position after a step (None: the setup) in which chance brings this. Instead of it what chance decides next, if that
        is not all.
        """
        if self.is_exact:
            return self._play_exactly(state, option, outcomes)
        if state is None:
            if len(outcomes) < _SETUP_DRAWS and self.begins_by_chance:
                return None, None
            return self.game.new(self.seed_of(outcomes)), None
        self.reseed(state, outcomes)
        state.apply(option)
        return state, None

    def seed_of(self, outcomes: Iterable[int]) -> int:
        """The seed of a game that begins with this chance."""
        seed = 0
        if not self.is_exact:
            for outcome in outcomes:
                seed = seed * self.seeds + outcome
        return seed

    def reseed(self, state: State, outcomes: tuple[int, ...]) -> None:
        """Chance goes on as this says."""
        words = ",".join(f"{word:x}" for word in state.generators)
        state.reseed(outcomes[0], f"chance after {words}")

    def _play_exactly(
        self, state: State | None, option: int, outcomes: tuple[int, ...]
    ) -> tuple[State | None, ChancePoint | None]:
        program = self.program
        if state is None:
            v = program.first_vector(0)
            point = self._open.play(v, outcomes)
            return (self._state(v), None) if point is None else (None, point)
        answer, after = state.copy().answer_of(option), state.copy()
        kept, v = after.v[:], after.v
        v[lay.CHOSEN] = answer
        v[lay.DECISIONS] += 1
        point = self._open.play(v, outcomes)
        if point is not None:
            return None, point
        secrets = secrets_of(program)
        if secrets is not None:
            after.pending = secrets.follow(state.pending, kept, answer, v)
        return after, None

    def _state(self, v: list[int]) -> State:
        state = State(self.program, v, self.program.fast, self._words)
        native = native_for(self.program, 1)
        return state if native is None else as_native(native, state)

    def state_of(self, imagined: Imagined) -> State:
        """The imagined position."""
        state = self._state(list(imagined.v))
        state.pending = imagined.pending
        return state

    def imagined(self, state: State, seat: int, seed: int) -> State:
        """A position that looks the same to a player, with all that is hidden made up. If somebody else is asked, it is one in
        which they can take what they are offered, as far as that is found: their options are kept, and not made up.
        """
        from boardwright.interpreter.play.determinize import CannotImagineError, imagined

        # Secret answers of others are made up at random, which may fail for a while.
        for number in range(_TRIES - 1):
            try:
                found = imagined(state.copy(), seat, Stream(seed, f"openspiel {number}"))
            except CannotImagineError:
                continue
            if found.to_play == seat or _goes_on(found):
                return found
        return imagined(state.copy(), seat, Stream(seed, "openspiel"))

    # ---- actions

    def refuse(self, state: State | None, action: int) -> NoReturn:
        """Raises `IllegalChoice` for an action that is not offered."""
        assert state is not None
        self.actions.option(state.copy(), action)
        raise AssertionError(action)

    def options(self, state: State) -> Mapping[int, int]:
        """The place in the list of options of each action that is offered, in ascending order of actions."""
        question = state.question
        found = self._known.get(question)
        if found is None:
            # On a copy, since reading a state in full slows its next step down.
            own = state.copy()
            pairs = enumerate(self.actions.pairs(own))
            found = dict(sorted((action, place) for place, (action, _) in pairs))
            choices = self.actions.choices[question[0]]
            if choices.hidden is None:
                if len(self._known) >= _MOST_QUESTIONS:
                    self._known.clear()
                self._known[question] = found
        return found

    def name_of(self, line: Line, player: int, action: int) -> str:
        """An action or an outcome of chance in words."""
        if player >= 0:
            return str(self.actions.meaning(action, player))
        if line.point is not None and 0 <= action < line.point.outcomes:
            return line.point.label(action)
        return f"seed {action}"

    # ---- what the game is like

    @property
    def hides(self) -> bool:
        """Whether players may not see everything."""
        program = self.program
        table = program.table
        return bool(
            program.layout.faces
            or secrets_of(program) is not None
            or any(site.secret for site in program.sites)
            or any(place.visible_to != "everyone" or place.hides for place in table.places)
            or any(note.visible_to != "everyone" for note in table.game.notes.values())
        )

    @property
    def longest(self) -> int:
        """The largest number of decisions of a game."""
        return self.program.table.game.most_decisions

    @property
    def most_chance(self) -> int:
        """The largest number of nodes of chance in a game."""
        if not self.has_chance:
            return 0
        if not self.is_exact:
            return self.longest + _SETUP_DRAWS
        return 2**31 - 1 - self.longest


def setting_of(parameters: Mapping[str, Any], game: Game | None = None) -> Setting:
    """The table of these parameters; those that are left out have their default. With a `game`, it is that one's from now on."""
    key = tuple(
        (name, type(default)(parameters.get(name, default))) for name, default in DEFAULTS.items()
    )
    if game is not None:
        _settings[key] = _made(key, game)
    elif key not in _settings:
        _settings[key] = _made(key, _load(dict(key)))
    return _settings[key]


_settings: dict[Key, Setting] = {}


def _made(key: Key, game: Game) -> Setting:
    parameters = dict(key)
    chance, seeds = parameters["chance"], parameters["seeds"]
    if chance not in ("sampled", "explicit"):
        raise SettingError(f"expected `chance=sampled` or `chance=explicit`, found `{chance}`")
    if not 2 <= seeds <= 1 << 16:
        raise SettingError(f"expected 2 to 65536 `seeds`, found {seeds}")
    return Setting(key, game, chance, seeds)


def _load(parameters: dict[str, Any]) -> Game:
    from boardwright.loading.load import load

    if not parameters["ruleset"]:
        raise SettingError("name the ruleset: `ruleset=ID` or `ruleset=PATH`")
    options: dict[str, str] = {}
    for each in filter(None, parameters["options"].split(";")):
        id, colon, value = each.partition(":")
        if not colon:
            raise SettingError(f"expected options such as `size:4;pie:yes`, found `{each}`")
        options[id] = value.replace("+", ",")
    return load(
        parameters["ruleset"],
        parameters["players"] or None,
        options,
        expansions=[*filter(None, parameters["expansions"].split(";"))],
        seats=[*filter(None, parameters["seats"].split(";"))] or None,
        language=parameters["language"] or None,
        backend=parameters["backend"],
    )


def _goes_on(state: State) -> bool:
    """Whether every option that is offered can be taken."""
    decision = state.decision
    try:
        for id in () if decision is None else decision.ids:
            state.copy().apply(id)
    except RuleError:
        return False
    return True
