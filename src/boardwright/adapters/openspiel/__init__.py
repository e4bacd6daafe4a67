"""Any ruleset at any table as a game of OpenSpiel, `python_boardwright(ruleset=rattus,players=2)`; see docs/learning.md."""

from boardwright.adapters.missing import need

need("openspiel", "pyspiel", "numpy")

from boardwright.adapters.openspiel.game import (  # noqa: E402
    NAME,
    BoardwrightGame,
    BoardwrightState,
    game,
)

__all__ = ["NAME", "BoardwrightGame", "BoardwrightState", "game"]
