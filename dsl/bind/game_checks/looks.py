"""Checks that looks name what there is: attributes with values that can look like something, seats, and kinds of links."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from boardwright.dsl.declare.common_keys import AttributeDecl
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.looks import GameLook, LookValue, PieceLook
from boardwright.dsl.declare.spaces import SpaceDecl
from boardwright.dsl.declare.things import KindDecl
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.language.types import with_article
from boardwright.dsl.rules.grids import GROUPS
from boardwright.dsl.rules.symbols import Symbols, Thing
from boardwright.dsl.source.diagnostics import Bag, listed
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help

# Lists longer than this help nobody.
_MOST_LISTED = 12


def check(ruleset: Ruleset, symbols: Symbols, bag: Bag) -> None:
    """Reports every name in a look that is not declared, or is something else; records what the others mean."""
    varieties = {each.id for each in ruleset.varieties}
    varieties |= {each.id for each in ruleset.stocks if each.members}
    kinds: tuple[KindDecl | SpaceDecl, ...] = (*ruleset.kinds, *ruleset.spaces)
    for kind in kinds:
        if kind.look is not None:
            _check_kind(kind, varieties, symbols, bag)
    links = {link.kind.id: link.kind.span for link in reversed(ruleset.links)}
    for _, look in ruleset.looks:
        _check_game(look, ruleset, links, symbols, bag)


def _check_kind(
    kind: KindDecl | SpaceDecl, varieties: Collection[str], symbols: Symbols, bag: Bag
) -> None:
    look, attributes = kind.look, {each.name.id: each for each in kind.attributes}
    assert look is not None
    for value in (look.colour, look.symbol):
        if value is not None and value.by:
            _means(symbols, kind, value.text, value.span, attributes)
            _check_by(kind, value, attributes, varieties, bag)
    if not isinstance(look, PieceLook):
        return
    for name in [*([look.number] if look.number else []), *(name for name, _ in look.marks)]:
        _means(symbols, kind, name.id, name.span, attributes)
        if name.id not in attributes:
            _unknown_attribute(kind, name.id, name.span, attributes, bag)
    number = None if look.number is None else attributes.get(look.number.id)
    if look.number is not None and number is not None and number.type.id != "number":
        numbers = [id for id, each in attributes.items() if each.type.id == "number"]
        bag.error(
            "E501",
            f"expected a number, found {_type(number)}",
            look.number.span,
            help=(f"write {listed(numbers)}",) if numbers else ("remove `number`",),
        )


def _means(
    symbols: Symbols,
    kind: KindDecl | SpaceDecl,
    id: str,
    span: Span,
    attributes: Mapping[str, AttributeDecl],
) -> None:
    """Records that a name is that of an attribute: where one is renamed, so is the other."""
    if id in attributes:
        symbols.means(span, Thing("attribute", id, attributes[id].name.span, owner=kind.id))


def _check_by(
    kind: KindDecl | SpaceDecl,
    value: LookValue,
    attributes: Mapping[str, AttributeDecl],
    varieties: Collection[str],
    bag: Bag,
) -> None:
    """`by` needs an attribute with one value, which is a member of a variety: only these have looks."""
    fitting = [id for id, each in attributes.items() if _may_look(each, varieties)]
    attribute = attributes.get(value.text)
    if attribute is None:
        _unknown_attribute(kind, value.text, value.span, fitting or attributes, bag)
    elif value.text not in fitting:
        bag.error(
            "E501",
            f"expected one member of a variety, found {_type(attribute)}",
            value.span,
            help=(f"write {listed(f'by {id}' for id in fitting)}",) if fitting else (),
            notes=(
                "`by` takes the look of the attribute's value, and only members of varieties have looks",
            ),
        )


def _may_look(attribute: AttributeDecl, varieties: Collection[str]) -> bool:
    return attribute.type.id in varieties and not attribute.many and not attribute.face


def _type(attribute: AttributeDecl) -> str:
    if attribute.many:
        return f"a list of {attribute.type.id}"
    return "yes or no" if attribute.type.id == "yes_no" else with_article(attribute.type.id)


def _unknown_attribute(
    kind: KindDecl | SpaceDecl, id: str, span: Span, known: Collection[str], bag: Bag
) -> None:
    help = suggest_help(id, known)
    if not help:
        help = (
            (f"it has {listed(known, 'and')}",)
            if known
            else (f"declare it under `attributes` of `{kind.id}`",)
        )
    bag.error("E401", f"{with_article(kind.id)} has no attribute `{id}`", span, help=help)


def _check_game(
    look: GameLook, ruleset: Ruleset, links: Mapping[str, Span], symbols: Symbols, bag: Bag
) -> None:
    seats = ruleset.seat_names or [f"p{n}" for n in range(1, ruleset.players[1] + 1)]
    for name, _ in look.seats:
        if _is_one(name, "a seat", seats, bag):
            symbols.means(name.span, Thing("seat", name.id))
    shapes = {each.pattern.shape for each in ruleset.spaces if each.pattern is not None}
    grown = {
        group for shape in shapes for group in GROUPS[shape]
    }  # by a grid, without a declaration
    for name, _ in look.links:
        if (
            _is_one(name, "a kind of link", {**dict.fromkeys(grown), **links}, bag)
            and name.id in links
        ):
            symbols.means(name.span, Thing("link", name.id, links[name.id]))


def _is_one(name: Name, what: str, known: Collection[str], bag: Bag) -> bool:
    if name.id in known:
        return True
    help = suggest_help(name.id, known)
    if not help and 0 < len(known) <= _MOST_LISTED:
        help = (f"there is {listed(sorted(known), 'and')}",)
    bag.error("E401", f"`{name.id}` is not {what}", name.span, help=help)
    return False
