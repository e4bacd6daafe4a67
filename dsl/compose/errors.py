"""Messages about merging a game and its expansions."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.dsl.source.diagnostics import Bag, Label, listed
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help

_MOST_OF_A_CIRCLE = 8


def not_a_game(bag: Bag, span: Span, id: str, of: str) -> None:
    """An expansion is played without its game."""
    bag.error(
        "E226",
        f"`{id}` is an expansion and cannot be played by itself",
        span,
        help=f"play it with `{of}`",
    )


def not_an_expansion(bag: Bag, span: Span, id: str) -> None:
    """A game is added to another game."""
    bag.error(
        "E226",
        f"`{id}` is a game, not an expansion",
        span,
        help="name an expansion",
    )


def applied_twice(bag: Bag, span: Span, id: str) -> None:
    """The same expansion is named twice."""
    bag.error("E221", f"expansion `{id}` is named twice", span, help="name it once")


def circular_order(bag: Bag, places: list[Label], names: list[str]) -> None:
    """Expansions that wait for each other."""
    first, *others = places
    bag.error(
        "E224",
        f"{listed(names, 'and')} each come after the other",
        first.span,
        first.text,
        others=others,
        help="remove one of the names under `after`",
    )


def circular_pieces(bag: Bag, places: list[Label], names: list[str]) -> None:
    """Pieces whose clauses wait for each other."""
    first, *others = places[:_MOST_OF_A_CIRCLE]
    shown = [f"`{name}`" for name in names[:_MOST_OF_A_CIRCLE]]
    if len(names) > len(shown):
        shown.append(f"{len(names) - len(shown)} more")
    what = f"{', '.join(shown[:-1])} and {shown[-1]} each come after the other"
    if len(names) == 1:
        what = f"{shown[0]} comes after itself"
    bag.error(
        "E232",
        what,
        first.span,
        first.text,
        others=others,
        help="remove one of the names under `after`",
    )


def unknown_piece(bag: Bag, span: Span, name: str, names: Iterable[str]) -> None:
    """A piece with an `after` that names no piece or space."""
    help = suggest_help(name, names) or ("name a piece or space of the ruleset, or of its game",)
    bag.error("E231", f"there is no piece or space called `{name}` to come after", span, help=help)


def already_declared(bag: Bag, what: str, name: str, again: Span, first: Span, where: str) -> None:
    """An expansion reuses a name."""
    help = "put it under `replace` if it takes the place of the other, or give it another name"
    if what.startswith("an entry of "):
        help = "give it another name, or put the whole offer under `replace`"
    bag.error(
        "E221",
        f"{what} called `{name}` is declared by `{where}` already",
        again,
        "again here",
        others=(Label(first, "first here"),),
        help=help,
    )


def second_outcome(bag: Bag, again: Span, first: Span) -> None:
    """An expansion with an outcome of its own."""
    bag.error(
        "E221",
        "the outcome is declared already",
        again,
        "again here",
        others=(Label(first, "first here"),),
        help="put it under `replace` if it takes the place of the other",
    )


def nothing_to_replace(
    bag: Bag, what: str, name: str, span: Span, names: Iterable[str], sorts: Iterable[str]
) -> None:
    """A replacement of what does not exist; `sorts` are other things of that name."""
    help = suggest_help(name, names)
    others = tuple(dict.fromkeys(sorts))
    if others:
        help = (f"`{name}` is {' and '.join(others)}",)
    elif not help:
        help = ("move it out of `replace` to declare something new",)
    sort = what.split(" ", 1)[1]
    bag.error("E222", f"there is no {sort} called `{name}` to replace", span, help=help)


def replaced_twice(
    bag: Bag, what: str, again: Span, first: Span, second_id: str, first_id: str
) -> None:
    """Two expansions replace the same thing, and nothing says which comes last."""
    bag.error(
        "E223",
        f"`{first_id}` and `{second_id}` both replace {what}",
        again,
        f"by `{second_id}`",
        others=(Label(first, f"by `{first_id}`"),),
        help=f"write `after: [{first_id}]` in the manifest of `{second_id}` to let `{second_id}` win",
    )


def unknown_anchor(bag: Bag, span: Span, name: str, where: str, names: Iterable[str]) -> None:
    """A phase that is added before or after an unknown one."""
    names = list(names)
    help = suggest_help(name, names) or (f"use {listed(names)}",)
    bag.error("E225", f"there is no phase called `{name}` to go {where}", span, help=help)


def unknown_offer(bag: Bag, span: Span, name: str, names: Iterable[str]) -> None:
    """Entries for an unknown offer."""
    names = list(names)
    help = suggest_help(name, names)
    if not help:
        help = (f"use {listed(names)}",) if names else ()
        help = (*help, "write `entries` to declare a new offer")
    bag.error("E227", f"there is no offer called `{name}` to add to", span, help=help)


def unknown_variety(bag: Bag, span: Span, name: str, names: Iterable[str]) -> None:
    """Members for an unknown variety."""
    names = list(names)
    help = suggest_help(name, names)
    if not help:
        help = (f"use {listed(names)}",) if names else ()
        help = (*help, "remove `add` to declare a new variety")
    bag.error("E230", f"there is no variety called `{name}` to add to", span, help=help)


def already_member(bag: Bag, what: str, name: str, again: Span, first: Span) -> None:
    """A member that a variety has already."""
    bag.error(
        "E221",
        f"{what} called `{name}` is declared already",
        again,
        "again here",
        others=(Label(first, "first here"),),
        help="give it another name, or remove it",
    )


def lost_addition(
    bag: Bag, what: str, added: Span, replaced: Span, adding: str, replacing: str
) -> None:
    """One expansion adds to what another replaces as a whole."""
    bag.error(
        "E223",
        f"`{adding}` adds to {what}, and `{replacing}` replaces them as a whole"
        if what.startswith("the links")
        else f"`{adding}` adds to {what}, and `{replacing}` replaces it as a whole",
        replaced,
        f"replaced by `{replacing}`",
        others=(Label(added, f"added to by `{adding}`"),),
        help=(
            f"write `after: [{replacing}]` in the manifest of `{adding}` to add to what is new, "
            f"or `after: [{adding}]` in that of `{replacing}` to replace what was added too",
        ),
    )


def unknown_trait(bag: Bag, span: Span, name: str, names: Iterable[str]) -> None:
    """A piece with an unknown trait."""
    names = list(names)
    help = suggest_help(name, names) or ((f"use {listed(names)}",) if names else ())
    help = help or ("declare it under `traits`",)
    bag.error("E228", f"there is no trait called `{name}`", span, help=help)


def trait_clash(
    bag: Bag, what: str, name: str, piece: str, trait: str, own: Span, of_trait: Span
) -> None:
    """A piece and its trait, or two of its traits, declare the same name."""
    bag.error(
        "E209",
        f"{what} called `{name}` is declared twice for `{piece}`",
        of_trait,
        f"by the trait `{trait}`",
        others=(Label(own, "and here"),),
        help="rename one of them",
    )
