"""What is said where the library of an adapter is not installed."""

from __future__ import annotations

from importlib.util import find_spec

from boardwright.extras import install


class MissingExtraError(ImportError):
    """A library is not installed; the message says how to install it."""


def need(extra: str, *modules: str) -> None:
    """Raises `MissingExtraError` if one of the modules that an extra installs is missing."""
    if any(find_spec(module) is None for module in modules):
        raise MissingExtraError(f"this needs: {install(extra)}")
