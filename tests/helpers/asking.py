"""What tests of the studio share: an engine, and its answers."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from boardwright.studio.engine import Engine
from boardwright.studio.messages import WAITING
from boardwright.studio.settings import Settings

WARES = """\
game: wares
language: 2
name: Wares
text: Everybody sells two wares. Salt is the best.
players: 2
varieties: {ware: [cloth, salt, wine]}
notes: {sold: {is: set of ware, per: player}, rich: {is: number, per: player, name: riches}}
course:
  - phase: market
    rounds: 2
    turn: |
      choose 2 goods from wares
      set sold of me to goods
      set rich of me to 1
outcome: {score: count(w is salt for each w in sold of me) + rich of me}
"""
"""A game of few lines, whose folder a test can change."""


class Asking:
    """Asks an engine one thing after the other, as a page does."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.engine = Engine(settings or Settings(new_seed=lambda: 7))
        self.news: list[Mapping[str, Any]] = []
        self._asked = 0

    def answer(self, do: str, /, **fields: Any) -> dict[str, Any]:
        """The answer, with its id; `with_` stands for `with`."""
        self._asked += 1
        named = {name.removesuffix("_"): value for name, value in fields.items()}
        *news, answer = self.engine.answer({"id": self._asked, "do": do, **named})
        news = [each for each in news if each is not WAITING]
        self.news += news
        assert answer["id"] == self._asked
        return answer

    def ok(self, do: str, /, **fields: Any) -> dict[str, Any]:
        """The value of `ok`."""
        answer = self.answer(do, **fields)
        assert "ok" in answer, answer
        found: dict[str, Any] = answer["ok"]
        return found

    def error(self, do: str, /, **fields: Any) -> dict[str, Any]:
        """The value of `error`."""
        answer = self.answer(do, **fields)
        assert "error" in answer, answer
        found: dict[str, Any] = answer["error"]
        return found


def applied(before: Any, change: list[list[Any]]) -> Any:
    """What a page makes of a change."""
    found = copy.deepcopy(before)
    for path, *value in change:
        if not path:
            (found,) = value
            continue
        at = found
        for key in path[:-1]:
            at = at[key]
        if value:
            (at[path[-1]],) = value
        else:
            del at[path[-1]]
    return found
