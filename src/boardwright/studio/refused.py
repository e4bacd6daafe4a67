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


class RefusedError(Exception):
    """A request is answered with this error. `more` are further keys of it, such as `findings`."""

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


def rules_refused(fault: RulesetError, message: str | None = None) -> RefusedError:
    """The error for rules that are wrong, or not for this table, with all findings."""
    first = fault.diagnostics[0]
    more = {"findings": findings_of(fault.diagnostics)}
    return RefusedError("rules", message or first.message, first.help, more)


def findings_of(diagnostics: Sequence[Diagnostic]) -> list[dict[str, Any]]:
    """Findings as `validate --format json` prints them."""
    from boardwright.validators.render import as_json

    found: list[dict[str, Any]] = json.loads(as_json.render(diagnostics))
    return found
