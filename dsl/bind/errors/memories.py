"""Messages about memories of positions."""

from __future__ import annotations

from boardwright.dsl.source.diagnostics import Bag, Label
from boardwright.dsl.source.places import Span

_CODE = "E527"
_ON_THE_BOARD = "a memory compares what lies on the board, notes and `active_player`"


def tells_a_secret(bag: Bag, span: Span, what: str, declared: Span) -> None:
    """What somebody does not see: that an earlier position comes back would tell."""
    bag.error(
        _CODE,
        "a memory cannot compare what a player does not see",
        span,
        others=[Label(declared, "declared here")],
        notes=f"{what}, so `seen` would tell",
        help="leave it out",
    )


def not_compared(bag: Bag, name: str, what: str, span: Span) -> None:
    """A thing of a sort that no memory compares."""
    message = f"a memory cannot compare `{name}`, which is {what}"
    help = "leave it out, or name the kinds and stocks that lie there"
    if what != "a kind of space":
        help = "leave it out, or copy what matters to a note"
    bag.error(_CODE, message, span, notes=_ON_THE_BOARD, help=help)


def never_on_the_board(bag: Bag, name: str, what: str, span: Span) -> None:
    """A kind or stock that no space holds."""
    bag.error(
        _CODE,
        f"a memory cannot compare `{name}`, {what} that no space holds",
        span,
        notes=_ON_THE_BOARD,
        help=f"leave it out, or add `holds: [{name}]` to a kind of space",
    )


def of_alike(bag: Bag, note: str, kind: str, piece: str, span: Span, declared: Span) -> None:
    """A note about pieces that can be exchanged without a difference on the board."""
    bag.error(
        _CODE,
        f"a memory cannot compare `{note}`, a note about {kind}",
        span,
        others=[Label(declared, "declared here")],
        notes=f"there are several `{piece}`, which are the same to a memory wherever they lie",
        help="leave it out, or declare these pieces one by one",
    )


def compares_nothing(bag: Bag, memory: str, span: Span) -> None:
    """An empty list: all positions would be the same."""
    help = "name what makes two positions the same, such as a kind of piece"
    bag.error(_CODE, f"`{memory}` compares nothing", span, help=help)
