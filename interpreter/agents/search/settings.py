"""What can be set of a search, and the numbers that it reckons with: whole ones, the same on every machine."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, fields
from functools import cache
from math import isqrt
from re import fullmatch
from typing import Any

from boardwright.dsl.source.suggest import suggest_help
from boardwright.interpreter.agents.agent import AgentError
from boardwright.interpreter.machine.search import WIN

_BITS = 20
_LN2 = 726817  # ln 2, in units of 2**-20


def _setting(default: int, least: int, most: int) -> Any:
    return field(default=default, metadata={"limits": (least, most)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How long a search goes on, and how.

    `iterations` is the number of games that are played on for a decision. `explore` says, in hundredths, how much an option
    below the root gains that was tried less often than others. Games are played to the end, or for `playout` decisions if it is not 0. `margin`
    says how many hundredths of the value of a game depend on the distance between the players and not on who has won.
    """

    iterations: int = _setting(1000, 1, 1_000_000)
    explore: int = _setting(50, 0, 1000)
    playout: int = _setting(0, 0, 1_000_000)
    margin: int = _setting(25, 0, 100)

    @property
    def weight(self) -> int:
        """How much a rarely tried option gains, in units of a win."""
        return WIN * self.explore // 100

    @property
    def by_margin(self) -> int:
        """How much of a win depends on the distance."""
        return WIN * self.margin // 100


def settings_of(name: str, text: str) -> Settings:
    """The settings after the name of an agent: `500`, or `500:explore=100:margin=0`. Raises `AgentError`."""
    found: dict[str, int] = {}
    limits = {each.name: each.metadata["limits"] for each in fields(Settings)}
    for part in text.split(":") if text else ():
        key, equals, value = part.partition("=")
        if not equals:
            key, value = "iterations", part
        if key not in limits:
            known = ", ".join(f"`{each}`" for each in limits)
            message = f"the agent `{name}` has no setting `{key}`; settings are {known}"
            raise AgentError(message, suggest_help(key, tuple(limits)))
        least, most = limits[key]
        # Python refuses to read numbers of some thousand digits.
        if not fullmatch("[0-9]{1,9}", value) or not least <= int(value) <= most:
            message = f"`{key}` of the agent `{name}`: expected a number from {least} to {most}, found `{value[:40]}`"
            raise AgentError(message, (f"for example `{name}:500` or `{name}:500:explore=100`",))
        if key in found:
            raise AgentError(f"the agent `{name}` is given `{key}` twice")
        found[key] = int(value)
    return Settings(**found)


def _logarithm(n: int) -> int:
    """The natural logarithm of a number, in units of 2**-20."""
    whole = n.bit_length() - 1
    found, x = whole << _BITS, (n << 32) >> whole
    for bit in reversed(range(_BITS)):
        x = x * x >> 32
        if x >> 33:
            x >>= 1
            found |= 1 << bit
    return found * _LN2 >> _BITS


def logarithms(most: int) -> array[int]:
    """The square root of the natural logarithm of each number up to this one, and further, in units of 2**-16."""
    return _logarithms(most.bit_length())


def roots(most: int) -> array[int]:
    """One divided by the square root of each number up to this one, and further, in units of 2**-16."""
    return _roots(most.bit_length())


@cache
def _logarithms(bits: int) -> array[int]:
    return array("q", [0, *(isqrt(_logarithm(n) << 12) for n in range(1, 1 << bits))])


@cache
def _roots(bits: int) -> array[int]:
    return array("q", [0, *(isqrt((1 << 32) // n) for n in range(1, 1 << bits))])
