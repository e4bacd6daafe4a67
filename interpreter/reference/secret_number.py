"""A value of a local name that some seats may not know."""

from __future__ import annotations

from collections.abc import Collection


class SecretNumber(int):
    """A number that is kept secret from some seats. Arithmetic with it gives plain numbers."""

    secret_from: Collection[int]

    def __new__(cls, value: int, seats: Collection[int] = ()) -> SecretNumber:
        found = super().__new__(cls, value)
        found.secret_from = seats
        return found


def is_secret_from(value: object, seat: int) -> bool:
    """Whether a seat may not know the value of a name: a number, or a set of them."""
    if isinstance(value, frozenset):
        return any(is_secret_from(each, seat) for each in value)
    return isinstance(value, SecretNumber) and seat in value.secret_from


__all__ = ["SecretNumber", "is_secret_from"]
