"""Checks of arguments from Python that would otherwise fail far from where they were written."""

from __future__ import annotations

import operator


def whole_number(name: str, value: object, more: str = "") -> int:
    """Returns a whole number of any type, such as one of numpy; raises a `TypeError` that names the argument."""
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"`{name}` is a whole number, found {value!r}{more}") from None
