"""Requests that are answered with an error."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from boardwright.dsl.source.diagnostics import Diagnostic, RulesetError

Code = Literal[
    "malformed",
    "unknown_request",
    "no_game",
    "stale",
    "illegal",
    "rules",
    "not_found",
    "refused",
    "conflict",
    "cancelled",
    "too_large",
    "failed",
    "unavailable",
]

Reason = Literal[
    "agent/failed",
    "choice/game-over",
    "choice/no-agent",
    "choice/no-such-option",
    "choice/not-offered",
    "game/choice-lost",
    "game/own-rules",
    "game/too-large",
    "save/not-a-game",
    "save/other-rules",
    "share/too-large",
    "why/not-asked",
]
"""Why a player at the table is refused something: stable names, for which a page has words in each of its languages."""


class RefusedError(Exception):
    """A request is answered with this error. `more` are further keys of it, such as `findings` and its `Reason`."""

    def __init__(
        self,
        code: Code,
        message: str,
        help: Sequence[str] = (),
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.help, self.more = code, message, tuple(help), more or {}

    def data(self) -> dict[str, Any]:
        """The value of `error` in the answer."""
        found: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.help:
            found["help"] = list(self.help)
        return {**found, **self.more}


def because(reason: Reason, **values: int) -> dict[str, Any]:
    """The keys of an error that say why, with the numbers that the words for it need."""
    return {"reason": reason, **values}


def rules_refused(
    fault: RulesetError, message: str | None = None, reason: Reason | None = None
) -> RefusedError:
    """The error for rules that are wrong, or not for this table, with all findings."""
    first = fault.diagnostics[0]
    why = {} if reason is None else because(reason)
    more = {"findings": findings_of(fault.diagnostics), **why}
    return RefusedError("rules", message or first.message, first.help, more)


def findings_of(diagnostics: Sequence[Diagnostic]) -> list[dict[str, Any]]:
    """Findings as `validate --format json` prints them."""
    from boardwright.validators.render import as_json

    found: list[dict[str, Any]] = json.loads(as_json.render(diagnostics))
    return found
