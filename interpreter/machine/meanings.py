"""What the numbers and names of a program mean: where it asks, where chance decides, how it can fail."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from boardwright.dsl.language.types import Type
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span
from boardwright.interpreter.machine.carriers import Carrier

MarkSort = Literal["done", "called", "left", "hook", "acting", "forced", "course", "happened"]
MISSING = -(1 << 40)
"""What a mark tells in place of a value that nobody else reads there."""
SECRETLY = "~secretly"
"""How the routine of an offer ends that is opened in secret."""
Doing = Literal["rule", "entry", "slot", "hook"]


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
    ids, `labels` name what each stands for, and `carriers` are the pieces or spaces whose entries they are. `extra` is the
    id of the option that takes none of the others, and `closing` that of the entry that ends an offer. With `several` things are picked one at a time. `about` is the local that says what a
    number is for that is shared out, and its type. `secret`: others learn neither that somebody is asked here nor what was answered.
    """

    name: str
    form: str
    span: Span
    element: Type | None = None
    options: tuple[str, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()  # (entry or slot name, piece id or "")
    carriers: tuple[Carrier | None, ...] = ()
    extra: str = "none"
    closing: str = ""
    several: bool = False
    about: tuple[str, Type] | None = None
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


@dataclass(frozen=True, slots=True)
class Mark:
    """What a mark of a watched program stands for. `sort` is

    - done: a statement has done its work (`node`); or uses of an entry were counted, or what lasted so long was forgotten;
    - called: a rule, effect, offer or phase begins, whose name is `named`, with the values it is given;
    - hook: a hook begins, whose id is `named`, with its owner and the piece it is on, or -1 for either;
    - acting: somebody else is `me` from here on;
    - forced: a choice with one answer, of whom and which; `named` is the number of the site;
    - course: a phase, round, lap or turn begins or ends; `named` says which;
    - happened: what is told of by name has begun, and no hook runs instead: `named` is its routine, or the id of a hook or entry,
      with the piece of an entry; `does` says which of these it is, and `keys` under which names a ruleset may speak of it.

    `cause` is the routine or hook in which it stands, `acting` the one whose `me` counts there; of `as`, its variable.
    `routine` is the routine in which it stands, and `secret` says that it belongs to what somebody has chosen there in secret.
    """

    sort: MarkSort
    cause: str
    span: Span | None
    acting: str
    named: str = ""
    node: ir.Stmt | None = None
    does: Doing = "rule"
    keys: tuple[str, ...] = ()
    routine: str = ""
    secret: bool = False

    @property
    def opens_in_secret(self) -> bool:
        """Whether nobody else may know who acts in what it calls."""
        return self.sort == "called" and (self.secret or self.named.endswith(SECRETLY))


def numbers_of_actors(marks: Sequence[Mark]) -> dict[str, int]:
    """Numbers for all that has a `me` of its own in a program with these marks: routines, hooks, and each `as`."""
    begin = ("called", "hook")
    names = (
        name
        for mark in marks
        for name in (mark.acting, mark.routine, mark.named if mark.sort in begin else "")
    )
    return {name: number for number, name in enumerate(dict.fromkeys(filter(None, names)))}


def mangled(name: str) -> str:
    """A name that is safe in Python source."""
    return re.sub(r"[^a-z0-9_]", "_", name.replace("~", "_before_"))
