"""Local names while a text is bound: where each exists, and what `me` and `it` are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from boardwright.dsl.language.type_relations import Type
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span

PASSED_OVER = "statement that is passed over"


@dataclass(slots=True)
class Counter:
    """Gives out numbers for variables, and unique names for decisions.

    `alike` are the choices that have the name of an earlier choice or draw.
    """

    next_var: int = 0
    sites: dict[str, int] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    alike: list[ir.Namesake] = field(default_factory=list)

    def var(
        self, name: str, type: Type, keyed: Type | None = None, optional: bool = False
    ) -> ir.Var:
        """Makes a new variable."""
        self.next_var += 1
        return ir.Var(self.next_var, name, type, keyed, optional)

    def named(self, name: str, span: Span, way_out: str = "") -> str:
        """Returns a unique name for a draw, or for a choice whose author could name it, at `span`. `way_out` is how."""
        first = self.spans.setdefault(name, span)
        if way_out and first != span:  # the same line is bound again for each piece with a trait
            self.alike.append(ir.Namesake(name=name, way_out=way_out, span=span, first=first))
        return self.site(name)

    def site(self, name: str) -> str:
        """Returns a unique name, by adding a number from the second one on."""
        while True:
            seen = self.sites[name] = self.sites.get(name, 0) + 1
            if seen == 1:
                return name
            numbered = f"{name}_{seen}"
            if numbered not in self.sites:
                self.sites[numbered] = 1
                return numbered


@dataclass(frozen=True, slots=True)
class Bound:
    """A local name. `var` is None if its type is unknown; then everything that uses it is skipped.
    `made` is the statement that declares it, or `PASSED_OVER` if that was not bound at all. `within` is the element while
    a keyed name is being declared.
    """

    name: str
    var: ir.Var | None
    span: Span
    made: str
    within: ir.Expr | None = None


@dataclass(slots=True)
class Rejoin:
    """A name that an `otherwise` block may bind instead of its statement."""

    bound: Bound
    done: bool = False


@dataclass(slots=True)
class _Frame:
    names: dict[str, Bound] = field(default_factory=dict)
    rejoin: Rejoin | None = None


class LocalNames:
    """Frames of names, innermost last. Names of closed frames are kept to explain later uses."""

    def __init__(self) -> None:
        self._frames: list[_Frame] = [_Frame()]
        self._gone: dict[str, Bound] = {}
        self.depth = (
            0  # nested blocks being bound; the rest after a choice, a draw or a find is one
        )

    @contextmanager
    def block(self, rejoin: Rejoin | None = None) -> Iterator[None]:
        """Opens a block; names from inside it end with it."""
        self._frames.append(_Frame(rejoin=rejoin))
        try:
            yield
        finally:
            self._gone.update(self._frames.pop().names)

    def add(self, bound: Bound) -> None:
        """Adds a name to the innermost block."""
        self._frames[-1].names[bound.name] = bound
        self._gone.pop(bound.name, None)

    def hide(self, name: str) -> Bound:
        """Removes a name from the innermost block, until it is added again."""
        bound = self._frames[-1].names.pop(name)
        self._gone[name] = bound
        return bound

    def find(self, name: str) -> Bound | None:
        for frame in reversed(self._frames):
            if name in frame.names:
                return frame.names[name]
        return None

    def gone(self, name: str) -> Bound | None:
        """Returns what had this name in a closed block."""
        return self._gone.get(name)

    @property
    def rejoin(self) -> Rejoin | None:
        """Returns the name that this block may bind for its statement."""
        return self._frames[-1].rejoin

    def here(self) -> tuple[Bound, ...]:
        """Returns the names of the innermost block."""
        return tuple(self._frames[-1].names.values())

    def names(self) -> tuple[str, ...]:
        return tuple(name for frame in self._frames for name in frame.names)


@dataclass(frozen=True, slots=True)
class Context:
    """The context of a text. `where` begins the names of its decisions, and `entries` follow; `clause` is the (kind, id) of the piece or space
    that it belongs to; `through` are the names by which it may change guarded notes.
    """

    where: str = ""
    me: ir.Var | None = None
    it: ir.Var | None = None
    clause: tuple[str, str] | None = None
    through: frozenset[str] = frozenset()
    in_loop: bool = False
    in_instead: bool = False
    at_once: ir.Var | None = None
    entries: tuple[str, ...] = ()  # of the menus around
    element: str = ""  # the name of each member in the conditions of the set that is being bound
    unnamed: tuple[
        tuple[str, str], ...
    ] = ()  # parameters that the head leaves out, each with help on naming it
