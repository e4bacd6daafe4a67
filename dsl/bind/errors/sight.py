"""Messages about names of other expansions, and names that two of them declare."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.language import syntax
from boardwright.dsl.rules.symbols import NOWHERE, Symbols, Thing
from boardwright.dsl.source.diagnostics import Bag, Label
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help


def beyond(bag: Bag, symbols: Symbols, name: syntax.Name) -> bool:
    """Reports a name of an expansion that this text does not know; returns whether it did."""
    things = symbols.unseen.get(name.id, [])
    if not things:
        return False
    owner, viewer = symbols.declarer(things[0]), symbols.viewer
    if viewer != symbols.sight.game:
        help = f"write `knows: [{owner}]` in the manifest of `{viewer}`"
    else:
        help = f"move this text into `{owner}`, or into an expansion that knows `{owner}`"
    bag.error(
        "E410",
        f"`{viewer}` does not know `{name.id}`, which is {things[0]} of `{owner}`",
        name.span,
        others=[Label(each.span, "declared here") for each in things[:1] if each.span != NOWHERE],
        help=help,
    )
    return True


def unknown_expansion(bag: Bag, name: syntax.Name, viewer: str, named: Sequence[str]) -> None:
    """`... is played` about an expansion that the manifest does not name."""
    help = suggest_help(name.id, named)
    way = f"write `knows: [{name.id}]` in the manifest of `{viewer}`"
    bag.error(
        "E411",
        f"the manifest of `{viewer}` does not name an expansion `{name.id}`",
        name.span,
        help=(*help, way),
    )


def ambiguous(bag: Bag, symbols: Symbols, name: str, span: Span, things: Sequence[Thing]) -> None:
    """Several things have this name and fit; their owners are named if the author owns none."""
    sight = symbols.sight
    author = sight.owner_of(span.source)
    owners = [symbols.declarer(each) or sight.game for each in things]
    if not author or author in owners:
        errors.ambiguous(bag, name, span, things)
        return
    said = " or ".join(f"{thing} of `{owner}`" for thing, owner in zip(things, owners, strict=True))
    guests = list(dict.fromkeys(each for each in owners if each != sight.game))
    ways = " or ".join(f"without `{each}`" for each in guests)
    help = [f"play {ways}"]
    named = [each for each in guests if each in sight.named.get(author, ())]
    if named:
        leave = " or ".join(f"`{each}`" for each in named)
        help.insert(0, f"remove {leave} from `knows` in the manifest of `{author}`")
    errors.ambiguous(bag, name, span, things, said, tuple(help))
