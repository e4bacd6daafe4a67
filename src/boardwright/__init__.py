"""Board games written as data, run by a generic interpreter.

    >>> import boardwright
    >>> game = boardwright.load("my_games/harbour", players=3)
    >>> state = game.new(seed=7)
    >>> state.apply(state.decision.ids[0])

`load` reads, checks and links a game for one table; `read` reads and checks it for any table. Mistakes in the
files or in the arguments raise a `RulesetError` with all diagnostics. A rule that cannot do what it says in play
raises a `RuleError`, and a choice that is not offered an `IllegalChoice`.

What is public is listed in `__all__` here and in the modules `boardwright.agents`, `boardwright.learning`, `boardwright.adapters.*`
and `boardwright.training.ppo`. All other names may change at any time.

Importing this package is cheap: heavy dependencies are imported when they are used.
"""

from typing import TYPE_CHECKING

from boardwright.version import __version__

if TYPE_CHECKING:
    from boardwright.dsl.source.diagnostics import Diagnostic, RulesetError
    from boardwright.interpreter.events.watched import WatchedState
    from boardwright.interpreter.native.choice import BackendError
    from boardwright.interpreter.play.decision import Decision, IllegalChoice, Option
    from boardwright.interpreter.play.determinize import determinize
    from boardwright.interpreter.play.option_parts import Part
    from boardwright.interpreter.play.playouts import Playouts
    from boardwright.interpreter.play.state import State
    from boardwright.interpreter.play.views import view
    from boardwright.interpreter.records.schemas import FormatError
    from boardwright.interpreter.reference.questions import QuestionError
    from boardwright.interpreter.table.errors import RuleError
    from boardwright.loading.game import Game
    from boardwright.loading.load import load, read
    from boardwright.loading.rules import OptionFacts, Rules
    from boardwright.text.why import Why, why

__all__ = [
    "BackendError",
    "Decision",
    "Diagnostic",
    "FormatError",
    "Game",
    "IllegalChoice",
    "Option",
    "OptionFacts",
    "Part",
    "Playouts",
    "QuestionError",
    "RuleError",
    "Rules",
    "RulesetError",
    "State",
    "WatchedState",
    "Why",
    "__version__",
    "determinize",
    "load",
    "read",
    "view",
    "why",
]

_HOMES = {
    "BackendError": "boardwright.interpreter.native.choice",
    "Decision": "boardwright.interpreter.play.decision",
    "Diagnostic": "boardwright.dsl.source.diagnostics",
    "FormatError": "boardwright.interpreter.records.schemas",
    "Game": "boardwright.loading.game",
    "IllegalChoice": "boardwright.interpreter.play.decision",
    "Option": "boardwright.interpreter.play.decision",
    "OptionFacts": "boardwright.loading.rules",
    "Part": "boardwright.interpreter.play.option_parts",
    "Playouts": "boardwright.interpreter.play.playouts",
    "QuestionError": "boardwright.interpreter.reference.questions",
    "RuleError": "boardwright.interpreter.table.errors",
    "Rules": "boardwright.loading.rules",
    "RulesetError": "boardwright.dsl.source.diagnostics",
    "State": "boardwright.interpreter.play.state",
    "WatchedState": "boardwright.interpreter.events.watched",
    "Why": "boardwright.text.why",
    "determinize": "boardwright.interpreter.play.determinize",
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
