"""Explains why a name has no meaning here, and suggests what was meant."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.dsl.bind.binding import Binding
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import hints
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.bind.roles import find_roles_of, get_key_type, may_be_owned
from boardwright.dsl.language import syntax
from boardwright.dsl.language.types import Type, with_article
from boardwright.dsl.language.words import EVERYWHERE
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import PASSED_OVER, Bound
from boardwright.dsl.source.fixes import write

# Words of the language in places where a name is allowed: if misspelt, they look like names.
_WORDS = ("bottom", "kinds", "nobody", "those")


def list_names(b: Binding) -> tuple[str, ...]:
    """Returns all names that may have been meant here."""
    private = b.symbols.privates.get(b.context.clause or ("", ""), {})
    return (*b.scope.names(), *private, *b.symbols.by_name, *_WORDS)


def explain_name(b: Binding, name: syntax.Name, wanted: str) -> None:
    """Reports why a name cannot be used alone here."""
    bag, id, span = b.bag, name.id, name.span
    gone = b.scope.gone(id)
    if gone is not None:
        explain_gone(b, name, gone)
        return
    things = b.symbols.private(b.context.clause, id) + b.symbols.things(id)
    if id in b.symbols.broken:
        return
    unnamed = suggest_naming(b, name)
    if not things and (found := b.symbols.things(id.rpartition("_")[0], "copies")):
        kind = b.symbols.kinds[found[0].owner]
        if b.symbols.scenario and not kind.per_player:
            errors.which_copy(bag, found[0].id, span, found[0], kind)
            return
    if not things:
        help = unnamed or suggest_names(b, name, list_names(b))
        report_unknown_name(b, name, "name", list_names(b), help)
        return
    if unnamed:
        errors.other_sort(bag, id, span, things, wanted, unnamed)
        return
    thing = things[0]
    match thing.sort:
        case "value":
            params = ", ".join(var.name for var in b.symbols.values[thing.id].params)
            errors.arguments_missing(bag, id, span, params)
        case "note":
            per = b.symbols.notes[thing.id].per
            if isinstance(per, tuple):
                errors.two_indices(b.bag, id, span, per)
            else:
                _explain_of(b, name, per)
        case "attribute":
            it = b.context.it
            own = it is not None and b.symbols.attribute(it.type, id) is not None
            errors.of_missing(bag, span, f"`{id}` is {thing}", f"{id} of {'it' if own else '...'}")
        case "space" if (kind_of := b.symbols.spaces[thing.owner]).ring is not None:
            of = f"{kind_of.id} of me" if kind_of.seats else kind_of.plural
            errors.of_missing(bag, span, f"there are several `{id}`, in a ring", of)
        case "space":
            _explain_of(b, name, b.symbols.spaces[thing.owner].per)
        case "copies" if find_roles_of(b, thing):
            _explain_of(b, name, "player")
        case "copies" if b.symbols.scenario:
            errors.which_copy(bag, id, span, thing, b.symbols.kinds[thing.owner])
        case "kind" if b.symbols.kinds[thing.id].per_player:
            _explain_of(b, name, "player")
        case "kind":
            help = write(b.symbols.kinds[thing.id].plural, " for all of them")
            if b.context.element:
                help = hints.called(b.context.element)
            errors.other_sort(bag, id, span, things, wanted, help)
        case "space_kind":
            several = b.symbols.spaces[thing.id].plural
            help = write(several, f" for all of them, or `{id} of ...` for that of a piece")
            if b.context.element:
                help = hints.called(b.context.element)
            errors.other_sort(bag, id, span, things, wanted, help)
        case "stock" if id != b.symbols.stocks[thing.id].plural:
            errors.amount_in_the_singular(bag, id, span, b.symbols.stocks[thing.id].plural)
        case "amount" | "stock":
            errors.where_unsaid(bag, span, b.symbols.stocks[thing.id].plural)
        case "with_of":
            errors.of_missing(bag, span, f"`{id}` is {thing}", f"{id} of ...")
        case "function" | "table":
            errors.arguments_missing(bag, id, span, "...")
        case "rule":
            errors.other_sort(bag, id, span, things, wanted, "call a rule on a line of its own")
        case "face":
            help = f"to ask for the face of a piece, write `face of c is {id}`"
            errors.other_sort(bag, id, span, things, wanted, help)
        case "built_in" if id == EVERYWHERE:
            help = "count a stock or pieces there: `coins in everywhere`"
            errors.other_sort(bag, id, span, things, wanted, help)
        case _:
            errors.other_sort(bag, id, span, things, wanted)


def suggest_names(b: Binding, name: syntax.Name, known: Iterable[str]) -> tuple[str, ...]:
    """Suggests names that were probably meant; in the conditions of a set also the name of each member."""
    close = hints.of_a_name(name.id, name.span, known)
    element = b.context.element
    if not element or f"`{element}`" in "".join(close):
        return close
    return (*close, hints.called(element))


def report_unknown_name(
    b: Binding, name: syntax.Name, sort: str, known: Iterable[str], help: str | tuple[str, ...] = ""
) -> None:
    """Reports a name that is unknown, or that belongs to an expansion this text cannot know."""
    if not sight_errors.beyond(b.bag, b.symbols, name):
        errors.unknown(b.bag, sort, name.id, name.span, known, _suggest_private(b, name) or help)


def _suggest_private(b: Binding, name: syntax.Name) -> str:
    """How to use a name that belongs to the file of another piece or space; empty if no file has it."""
    for (kind, id), names in b.symbols.privates.items():
        for thing in names.get(name.id, ()):
            declared = b.symbols.places.get(thing.id) or b.symbols.notes.get(thing.id)
            if b.symbols.scenario and declared is not None and declared.per == kind:
                return write(f"{name.id} of {id}")
            return (
                f"`{name.id}` is declared in the file of `{id}`, and can be used only there; "
                "declare it in a part to use it everywhere"
            )
    return ""


def explain_gone(b: Binding, name: syntax.Name, gone: Bound) -> None:
    """Reports a name whose block has ended, unless its statement was reported as wrong."""
    if gone.made != PASSED_OVER:
        errors.gone(b.bag, name.id, name.span, gone.made, gone.span)


def _explain_of(b: Binding, name: syntax.Name, per: str | None) -> None:
    it = b.context.it
    whose = "me" if per == "player" else "..."
    if it is not None and per is not None and get_key_type(b, per) == it.type:
        whose = "it"
    article = with_article(name.id).partition(" ")[0]
    which = "whose" if per == "player" else "which one"
    message = f"each {per} has {article} `{name.id}`: say {which}"
    errors.of_missing(b.bag, name.span, message, f"{name.id} of {whose}")


def suggest_of_it(b: Binding, expr: ir.Expr, wanted: Type) -> str:
    """Returns the help for an `it` of the wrong type."""
    it = b.context.it
    owner = "me" if b.context.clause else "owner of it"
    return hints.of_it(expr, it, wanted, owner if it and may_be_owned(b, it.type) else "")


def suggest_naming(b: Binding, name: syntax.Name) -> str:
    """Says how the head can name a parameter that it leaves out; empty if there is no such parameter."""
    return dict(b.context.unnamed).get(name.id, "")
