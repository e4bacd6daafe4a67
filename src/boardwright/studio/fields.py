"""The fields of a request, which may come from anybody. What is not as it should be is refused as `malformed`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boardwright.studio.refused import RefusedError

LONGEST_TEXT = 10_000
MOST_ITEMS = 100_000
LARGEST_NUMBER = 2**53 - 1
"""The largest number that every program that reads JSON keeps exactly."""


class Fields:
    """The fields of one request. Keys that nobody asks for are ignored."""

    def __init__(self, message: Mapping[str, Any]) -> None:
        self.message = message

    def has(self, name: str) -> bool:
        """Whether a field is there."""
        return name in self.message

    def require(self, name: str) -> None:
        """Refuses a request without this field."""
        if not self.has(name):
            raise RefusedError("malformed", f"`{name}` is missing")

    def text(self, name: str, most: int = LONGEST_TEXT) -> str:
        found = self.message.get(name)
        if not isinstance(found, str):
            raise _expected(name, "a text")
        if len(found) > most:
            raise _expected(name, f"at most {most:,} characters")
        return found

    def text_or_none(self, name: str, most: int = LONGEST_TEXT) -> str | None:
        return self.text(name, most) if self.has(name) else None

    def number(self, name: str, least: int = 0, most: int = LARGEST_NUMBER) -> int:
        return _number(self.message.get(name), name, least, most)

    def number_or_none(self, name: str, least: int = 0, most: int = LARGEST_NUMBER) -> int | None:
        return self.number(name, least, most) if self.has(name) else None

    def is_set(self, name: str) -> bool:
        """The value of a yes or no; no if it is missing."""
        found = self.message[name] if self.has(name) else False
        if not isinstance(found, bool):
            raise _expected(name, "true or false")
        return found

    def texts(self, name: str, most: int = MOST_ITEMS) -> tuple[str, ...]:
        """A list of texts; empty if it is missing."""
        if not self.has(name):
            return ()
        found = self.message[name]
        if not isinstance(found, Sequence) or isinstance(found, str) or len(found) > most:
            raise _expected(name, f"a list of at most {most:,} texts")
        for each in found:
            if not isinstance(each, str) or len(each) > LONGEST_TEXT:
                raise _expected(name, "a list of texts")
        return tuple(found)

    def by_text(self, name: str) -> dict[str, Any]:
        """An object; empty if it is missing."""
        if not self.has(name):
            return {}
        found = self.message[name]
        if not isinstance(found, Mapping) or len(found) > MOST_ITEMS:
            raise _expected(name, "an object")
        return dict(found)

    def texts_by_text(self, name: str) -> dict[str, str]:
        """An object whose values are texts; empty if it is missing."""
        found = self.by_text(name)
        for value in found.values():
            if not isinstance(value, str) or len(value) > LONGEST_TEXT:
                raise _expected(name, "an object with texts as values")
        return found

    def options(self, name: str) -> dict[str, str | int]:
        """The options of a game: an object with texts and numbers as values. Empty if it is missing."""
        found = self.by_text(name)
        for value in found.values():
            if isinstance(value, bool) or not isinstance(value, str | int):
                raise _expected(name, "an object with texts or numbers as values")
            if isinstance(value, str) and len(value) > LONGEST_TEXT:
                raise _expected(name, f"texts of at most {LONGEST_TEXT:,} characters")
            if isinstance(value, int):
                _number(value, name, -LARGEST_NUMBER, LARGEST_NUMBER)
        return found

    def agents(self, name: str) -> dict[str, str | None]:
        """The agents of seats: an object whose values are texts or null. Empty if it is missing."""
        found = self.by_text(name)
        for value in found.values():
            if value is not None and (not isinstance(value, str) or len(value) > 200):
                raise _expected(name, "an object with names of agents or null as values")
        return found


def _number(found: object, name: str, least: int, most: int) -> int:
    # True is a number to Python.
    if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
        raise _expected(name, f"a whole number from {least} to {most}")
    return found


def _expected(name: str, what: str) -> RefusedError:
    return RefusedError("malformed", f"`{name}` must be {what}")
