"""Board games written as data, run by a generic interpreter.

    >>> import boardwright
    >>> game = boardwright.load("my_games/harbour", players=3)
    >>> state = game.new(seed=7)
    >>> state.apply(state.decision.ids[0])

`load` reads, checks and links a game for one table; `read` reads and checks it for any table. Mistakes in the
files or in the arguments raise a `RulesetError` with all diagnostics. A rule that cannot do what it says in play
raises a `RuleError`, and a choice that is not offered an `IllegalChoice`.

Importing this package is cheap: heavy dependencies are imported when they are used.
"""

from typing import TYPE_CHECKING

from boardwright.version import __version__

if TYPE_CHECKING:
    from boardwright.dsl.source.diagnostics import Diagnostic, RulesetError
    from boardwright.interpreter.play.decision import Decision, IllegalChoice, Option
    from boardwright.interpreter.play.state import State
    from boardwright.interpreter.play.views import view
    from boardwright.interpreter.table.errors import RuleError
    from boardwright.loading.game import Game
    from boardwright.loading.load import load, read
    from boardwright.loading.rules import Rules
    from boardwright.text.why import Why, why

__all__ = [
    "Decision",
    "Diagnostic",
    "Game",
    "IllegalChoice",
    "Option",
    "RuleError",
    "Rules",
    "RulesetError",
    "State",
    "Why",
    "__version__",
    "load",
    "read",
    "view",
    "why",
]

_HOMES = {
    "Decision": "boardwright.interpreter.play.decision",
    "Diagnostic": "boardwright.dsl.source.diagnostics",
    "Game": "boardwright.loading.game",
    "IllegalChoice": "boardwright.interpreter.play.decision",
    "Option": "boardwright.interpreter.play.decision",
    "RuleError": "boardwright.interpreter.table.errors",
    "Rules": "boardwright.loading.rules",
    "RulesetError": "boardwright.dsl.source.diagnostics",
    "State": "boardwright.interpreter.play.state",
    "Why": "boardwright.text.why",
    "load": "boardwright.loading.load",
    "read": "boardwright.loading.load",
    "view": "boardwright.interpreter.play.views",
    "why": "boardwright.text.why",
}


def __getattr__(name: str) -> object:
    """Imports a public name on first use, and keeps it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """All public names, imported or not."""
    return sorted({*globals(), *__all__})
