"""What is wrong with a record as a whole, once its keys are read, and what becomes of it then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.declarations import KindDecl, OfferDecl, StockDecl
from boardwright.dsl.language.parser import the_parser
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.language.words import plural

if TYPE_CHECKING:  # whoever reads calls these
    from boardwright.dsl.declare.values import Fields, Reader


def usual_plural(reader: Reader, name: Name, has_key: bool = True) -> None:
    """Remembers the plural of a name that says no other, if it is a word of the language. `has_key`: it could say one."""
    usual = plural(name.id)
    if usual in the_parser().words and name.id not in reader.refused:
        reader.plurals.setdefault(usual, (name, has_key))


def _plural(
    reader: Reader, fields: Fields, made: KindDecl | StockDecl | None
) -> KindDecl | StockDecl | None:
    if made is not None and made.plural is None:
        usual_plural(reader, Name(id=made.id, span=made.span))
    return made


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
    KindDecl: _plural,
    StockDecl: _plural,
    OfferDecl: _addition,
}
