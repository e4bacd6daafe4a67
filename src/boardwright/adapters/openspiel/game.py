"""Games and states as OpenSpiel has them."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pyspiel  # type: ignore[import-not-found]

from boardwright.adapters.openspiel.line import CHANCE, TERMINAL, Line, begin
from boardwright.adapters.openspiel.observers import Observer
from boardwright.adapters.openspiel.setting import DEFAULTS, Setting, setting_of
from boardwright.interpreter.play.record_lines import canonical

if TYPE_CHECKING:
    from boardwright.loading.game import Game

NAME = "python_boardwright"
_TYPE = pyspiel.GameType
_MOST_PLAYERS = 64


def _type(setting: Setting | None = None) -> Any:
    """What sort of game it is; without a table, of any."""
    chance, information = _TYPE.ChanceMode, _TYPE.Information
    least = 1 if setting is None else setting.players
    if setting is None or (setting.has_chance):
        chance_mode = chance.EXPLICIT_STOCHASTIC
    else:
        chance_mode = chance.DETERMINISTIC
    hides = setting is None or setting.hides
    return _TYPE(
        short_name=NAME,
        long_name="Boardwright" if setting is None else f"Boardwright: {setting.game.name}",
        dynamics=_TYPE.Dynamics.SEQUENTIAL,
        chance_mode=chance_mode,
        information=information.IMPERFECT_INFORMATION if hides else information.PERFECT_INFORMATION,
        utility=_TYPE.Utility.GENERAL_SUM if least == 1 else _TYPE.Utility.ZERO_SUM,
        reward_model=_TYPE.RewardModel.TERMINAL,
        max_num_players=_MOST_PLAYERS if setting is None else least,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(DEFAULTS),
        default_loadable=False,
    )


def _info(setting: Setting) -> Any:
    alone = setting.players == 1
    return pyspiel.GameInfo(
        num_distinct_actions=setting.actions.count,
        max_chance_outcomes=setting.most_outcomes,
        num_players=setting.players,
        min_utility=0.0 if alone else -1.0,
        max_utility=1.0,
        utility_sum=None if alone else 0.0,
        max_game_length=setting.longest,
    )


class BoardwrightGame(pyspiel.Game):  # type: ignore[misc]
    """A ruleset at a table, as OpenSpiel plays it."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.setting = setting_of(params or {})
        given = {k: v for k, v in (params or {}).items() if v != DEFAULTS.get(k)}
        super().__init__(_type(self.setting), _info(self.setting), given)

    def new_initial_state(self) -> BoardwrightState:
        return BoardwrightState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.setting.most_chance

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"expected no parameters for an observer, found {params}")
        return Observer(self.setting, iig_obs_type)


class BoardwrightState(pyspiel.State):  # type: ignore[misc]
    """A position of a game, or a place on the way where chance decides."""

    def __init__(self, game: BoardwrightGame) -> None:
        super().__init__(game)
        self.line: Line = begin(game.setting)

    # ---- what OpenSpiel asks; those without an underscore are called without its detour

    def current_player(self) -> int:
        return self.line.player

    def is_terminal(self) -> bool:
        return self.line.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.line.player == CHANCE

    def is_player_node(self) -> bool:
        return self.line.player >= 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of a player, by default of the one to play; in ascending order."""
        line = self.line
        if player is None or player == line.player:
            return line.legal()
        if not 0 <= player < line.setting.players:
            raise ValueError(f"there is no player {player}")
        return []

    def _legal_actions(self, player: int) -> list[int]:
        return self.line.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance, all equally likely."""
        line = self.line
        if line.player != CHANCE:
            raise ValueError("chance does not decide here")
        return [*_outcomes(line.count)]

    def _apply_action(self, action: int) -> None:
        self.line.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.line.setting.name_of(self.line, player, action)

    def returns(self) -> list[float]:
        """What the end is worth to each player; see `State.returns`."""
        line = self.line
        if line.player != TERMINAL or line.state is None:
            return [0.0] * line.setting.players
        return [*line.state.returns]

    def __str__(self) -> str:
        line = self.line
        if line.state is None:
            return f"setup {list(line.outcomes)}"
        text = canonical(line.state.position())
        return f"{text} {line.option} {list(line.outcomes)}" if line.player == CHANCE else text

    def resample_from_infostate(self, player: int, sampler: Any) -> BoardwrightState:
        """A state in which this player was told the same, with all that is hidden made up by numbers from the sampler. Its
        history begins there.
        """
        seed = 0
        for _ in range(2):
            seed = seed << 32 | int(sampler() * (1 << 32))
        found: BoardwrightState = self.get_game().new_initial_state()
        found.line = self.line.imagine(player, seed)
        return found


@functools.cache
def _outcomes(count: int) -> tuple[tuple[int, float], ...]:
    """So many outcomes, all equally likely."""
    return tuple((outcome, 1 / count) for outcome in range(count))


def game(table: Game, *, chance: str = "sampled", seeds: int = 256) -> BoardwrightGame:
    """A loaded game as one of OpenSpiel. Strings and copies of it mean this game for as long as the process runs."""
    parameters = parameters_of(table) | {"chance": chance, "seeds": seeds}
    setting_of(parameters, table)
    given = {name: value for name, value in parameters.items() if value != DEFAULTS[name]}
    found: BoardwrightGame = pyspiel.load_game(NAME, given)
    return found


def parameters_of(table: Game) -> dict[str, str | int]:
    """The parameters that stand for a loaded game."""
    rules, (first, *others) = table.rules, table.rules.found
    return {
        "ruleset": rules.id if first.shipped else str(first.path),
        "players": table.players,
        "expansions": ";".join(e.path.name if e.shipped else str(e.path) for e in others),
        "options": ";".join(
            f"{id}:{value.replace(',', '+')}" for id, value in table.options.items()
        ),
        "seats": ";".join(table.seats),
        "language": table.language or "",
        "backend": table.program.backend,
    }


pyspiel.register_game(_type(), BoardwrightGame)
