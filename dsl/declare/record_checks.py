"""What is wrong with a record as a whole, once its keys are read, and what becomes of it then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.declarations import (
    KindDecl,
    OfferDecl,
    OptionDecl,
    SpaceDecl,
    StockDecl,
)
from boardwright.dsl.declare.several_forms import ALL
from boardwright.dsl.language.parser import the_parser
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.language.words import plural
from boardwright.dsl.source.diagnostics import listed
from boardwright.dsl.source.suggest import suggest_help
from boardwright.dsl.source.yaml_tree import Scalar

if TYPE_CHECKING:  # whoever reads calls these
    from boardwright.dsl.declare.values import Fields, Reader


def usual_plural(reader: Reader, name: Name, has_key: bool = True) -> None:
    """Remembers the plural of a name that says no other, if it is a word of the language. `has_key`: it could say one."""
    usual = plural(name.id)
    if usual in the_parser().words and name.id not in reader.refused:
        reader.plurals.setdefault(usual, (name, has_key))


def usual_plural_of(reader: Reader, made: KindDecl | StockDecl | SpaceDecl) -> None:
    """The same of something that may say another."""
    if made.plural is None:
        usual_plural(reader, Name(id=made.id, span=made.span))


def _plural(
    reader: Reader, fields: Fields, made: KindDecl | StockDecl | None
) -> KindDecl | StockDecl | None:
    if made is not None:
        usual_plural_of(reader, made)
    return made


def _option(reader: Reader, fields: Fields, made: OptionDecl | None) -> OptionDecl | None:
    """An option is of one sort, and all but sets say their default."""
    sorts = [key for key in ("values", "range", "set_of") if key in fields]
    for other in sorts[1:]:
        a = "" if sorts[0] == "values" else "a "
        shape_errors.conflicting_keys(
            reader.bag,
            fields.entries[other].key.span,
            f"an option has either {a}`{sorts[0]}` or a `{other}`",
            fields.key_span(sorts[0]),
            "remove one of them",
        )
    if "set_of" not in fields:
        if "default" not in fields and fields.is_complete:
            shape_errors.missing_key(reader.bag, fields.owner, fields.record, "default")
    elif "default" in fields:
        shape_errors.conflicting_keys(
            reader.bag,
            fields.entries["default"].key.span,
            "a `set_of` has no `default`: it is empty unless one says otherwise",
            fields.key_span("set_of"),
            "remove `default`",
        )
    if made is not None and made.default is not None and "set_of" not in fields:
        _check_default(reader, fields, made.default, made.values, made.range)
    return made


def _check_default(
    reader: Reader,
    fields: Fields,
    default: Name,
    values: Sequence[Name],
    span: tuple[int, int] | None,
) -> None:
    node = fields.node("default")
    assert isinstance(node, Scalar)
    if "values" in fields:
        names = [value.id for value in values]
        if values and default.id not in names:
            help = suggest_help(default.id, names)
            shape_errors.bad_value(reader.bag, node, f"one of {listed(names)}", help)
    elif "range" in fields:
        if span is not None:
            reader.whole(node, *span)
    else:
        reader.yes_no(node)


def _space(reader: Reader, fields: Fields, made: SpaceDecl | None) -> SpaceDecl | None:
    """Spaces are repeated in one way. Which copies of a ring belong to the seats depends on how many there are."""
    first = next((key for key in ("per", "ring", "grid") if key in fields), None)
    for key in ("ring", "grid"):
        if first is not None and key in fields and key != first:
            shape_errors.conflicting_keys(
                reader.bag,
                fields.entries[key].key.span,
                f"a kind of space has either `{first}` or `{key}`",
                fields.key_span(first),
                "remove one of them",
            )
    if "seats" in fields and "ring" not in fields:
        shape_errors.missing_key(
            reader.bag, fields.entries["seats"].key.span, fields.record, "ring"
        )
    if made is None:
        return None
    usual_plural_of(reader, made)
    ring, seats = made.ring or {}, made.seats
    if seats == {0: ALL}:
        return replace(made, seats={players: _up_to(copies) for players, copies in ring.items()})
    owned = {
        players: _up_to(ring.get(players, players)) if copies == ALL else copies
        for players, copies in seats.items()
    }
    return replace(made, seats=owned)


def _up_to(copies: int) -> tuple[int, ...]:
    return tuple(range(1, copies + 1))


def _addition(reader: Reader, fields: Fields, made: OfferDecl | None) -> OfferDecl | None:
    """What stands under `add` is an offer of its own, marked as an addition."""
    if "add" not in fields or made is None:
        return made
    add = fields.entries["add"].key.span
    if reader.whose.is_game or reader.whose.replacing:
        message = "a game does not add to its own offers"
        help = "put the entries under `entries`: only expansions add to what is there"
        if reader.whose.replacing:
            message = "what replaces an offer does not add to it"
            help = "put the entries under `entries`, or the offer outside of `replace`"
        shape_errors.conflicting_keys(reader.bag, add, message, None, help)
        return None
    for key in ("until", "entries"):
        if key in fields:
            shape_errors.conflicting_keys(
                reader.bag,
                fields.entries[key].key.span,
                f"an offer has either `add` or `{key}`",
                add,
                "`add` puts entries into an offer of the game; the rest makes a new offer",
            )
    return OfferDecl(
        id=made.id, span=made.span, origin=made.origin, entries=made.added, addition=True
    )


CHECKS: Mapping[type, Callable[[Reader, Fields, Any], Any]] = {
    OptionDecl: _option,
    SpaceDecl: _space,
    KindDecl: _plural,
    StockDecl: _plural,
    OfferDecl: _addition,
}
