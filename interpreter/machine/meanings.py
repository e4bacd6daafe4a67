"""What the numbers and names of a program mean: where it asks, where chance decides, how it can fail."""

from __future__ import annotations

import re
from dataclasses import dataclass

from boardwright.dsl.language.types import Type
from boardwright.dsl.source.places import Span


@dataclass(frozen=True, slots=True)
class Fault:
    """A way in which a rule can fail, and where that rule stands."""

    code: str
    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class Site:
    """A place in the rules where a player is asked.

    `form` is choose, may or menu. For choose, `element` is the type of the options; for a menu `options` are their
    ids and `labels` name what each stands for. `extra` is the id of the option that takes none of the
    others. With `several` things are picked one at a time. `secret`: others learn neither that somebody is asked here nor what was answered.
    """

    name: str
    form: str
    span: Span
    element: Type | None = None
    options: tuple[str, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()  # (entry or slot name, piece id or "")
    extra: str = "none"
    several: bool = False
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """A place in the rules where chance decides. `form` is draw, roll, shuffle, or pick: which of the pieces that the
    chooser could not tell apart was meant. Of a `secret` one nobody is told.
    """

    name: str
    form: str
    element: Type
    secret: bool = False


def mangled(name: str) -> str:
    """A name that is safe in Python source."""
    return re.sub(r"[^a-z0-9_]", "_", name.replace("~", "_before_"))
