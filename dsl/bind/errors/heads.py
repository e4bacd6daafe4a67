"""Messages of `bind` about the heads of hooks and modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boardwright.dsl.language import syntax
from boardwright.dsl.language.types import (
    MemberType,
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    YesNoType,
    with_article,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import NOWHERE, Symbols, declared_first
from boardwright.dsl.source.diagnostics import Bag, Label
from boardwright.dsl.source.fixes import write
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help


def no_parameter(
    bag: Bag,
    name: str,
    param: syntax.Param,
    var: ir.Var,
    known: Iterable[str],
    symbols: Symbols,
    declared: Span,
) -> None:
    """A word in a head that is neither its parameter nor a thing of that type."""
    word = param.name
    kind = _kind(var.type)
    said = f"`{word}` is not the parameter `{var.name}` of `{name}`"
    if kind:
        said = f"`{word}` is neither the parameter `{var.name}` of `{name}` nor {var.type}"
    meant = declared_first(symbols.things(word), lambda thing: thing)
    things = dict.fromkeys(str(thing) for thing in meant)
    notes = f"`{word}` is {' and '.join(things)}" if things else ()
    own = f"`{written(var.type)} {word}` for a name of your own"
    bag.error(
        "E408",
        said,
        param.span,
        others=[] if declared == NOWHERE else [Label(declared, "declared here")],
        notes=notes,
        help=(
            *suggest_help(word, known),
            write(var.name, f" for any {kind or 'value'}, or {own}"),
        ),
    )


def no_owner_of_effect(
    bag: Bag,
    name: str,
    span: Span,
    found: str,
    kinds: Sequence[str],
    meant: tuple[str, Iterable[str]] | None = None,
) -> None:
    """A hook on the effect of something that cannot have it."""
    bag.error(
        "E408",
        f"expected a {' or '.join(kinds)} that has `{name}`, found {found}",
        span,
        help=(
            *(() if meant is None else suggest_help(*meant)),
            f"write `{name} of {kinds[0]}` for any of them, or the id of one",
        ),
    )


def effect_of_two(bag: Bag, name: str, id: str, span: Span, kinds: Sequence[str]) -> None:
    """A hook on the effect of an id that things of several kinds have."""
    bag.error(
        "E408",
        f"`{id}` is a {' and a '.join(kinds)}",
        span,
        help=f"write `{name} of {kinds[0]} which ... when which is {id}`",
    )


def without_effect(bag: Bag, name: str, id: str, span: Span, declared: Span) -> None:
    """A hook on an effect that this piece or space does not have."""
    bag.error(
        "E408",
        f"`{id}` has no `{name}`",
        span,
        others=[Label(declared, "declared here")],
        help="remove this hook, or name a piece that has it",
    )


def never_mine(bag: Bag, kind: str, span: Span, by: str) -> None:
    """A clause for the owner of something that never has one."""
    bag.error(
        "E409",
        f"{with_article(kind)} has no owner, so a clause `by {by}` never applies",
        span,
        help="write `by anyone`, or `by anyone as who` to name the player who acts or asks",
    )


def written(type: Type) -> str:
    """A type as it is written before the name of a parameter."""
    match type:
        case NumberType():
            return "number"
        case YesNoType():
            return "yes_no"
        case PlayerType():
            return "player"
        case PieceType(kind=kind):
            return kind
        case SpaceType(kinds=kinds):
            return " or ".join(kinds)
        case MemberType(variety=variety):
            return variety
        case SetType(element=element):
            return f"set of {written(element)}"
        case _:
            return "..."


def _kind(type: Type) -> str:
    """Returns the word for things of a type; empty if they have no ids."""
    return "" if isinstance(type, NumberType | YesNoType | SetType) else written(type)
