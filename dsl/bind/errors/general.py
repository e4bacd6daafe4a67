"""Messages of `bind`, one function each: 4xx about names, 5xx about types and values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from boardwright.dsl.bind.errors import hints
from boardwright.dsl.language.types import PLAYER, SetType, Type, with_article
from boardwright.dsl.language.words import ANSWERS, LEFT_AS
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import NOWHERE, Thing, declared_first
from boardwright.dsl.source.diagnostics import Bag, Label
from boardwright.dsl.source.fixes import Change, Help, write
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help

_MOST_LISTED = 12


def too_many_blocks(bag: Bag, span: Span, most: int) -> None:
    """Blocks are nested too deep; the lines after a choice are nested in it as well."""
    bag.error(
        "E809",
        "too many blocks inside each other",
        span,
        notes="the lines after a `choose`, `draw`, `find` or `share` are nested in it as well",
        help=f"move some of the lines to a rule; at most {most} levels are allowed",
    )


# ---- names ------------------------------------------------------------------------------------------


def unknown_function(bag: Bag, name: str, span: Span, functions: Sequence[str]) -> None:
    """A call over a set, of a function that does not exist."""
    help = suggest_help(name, functions) or f"use {_alternatives(functions)}"
    bag.error("E401", f"sets have no function `{name}`", span, help=help)


def unknown(
    bag: Bag,
    sort: str,
    name: str,
    span: Span,
    candidates: Iterable[str],
    help: str | tuple[str, ...] = "",
) -> None:
    """Nothing has this name."""
    if sort in ("name", "stock"):
        found = hints.of_a_name(name, span, candidates)
    elif sort == "type":
        found = hints.of_a_type(name, candidates)
    else:
        found = suggest_help(name, candidates)
    bag.error("E401", f"unknown {sort} `{name}`", span, help=help or found)


def unknown_time(
    bag: Bag,
    name: str,
    span: Span,
    times: Sequence[str],
    phases: Iterable[str],
    *,
    rules: Iterable[str] | None = None,
) -> None:
    """Neither one of these words nor a phase; nor a rule, if rules are times here."""
    phases = tuple(phases)
    known = [f"the times are {_listed(times)}"]
    if len(phases) > 1:
        known.append(f"the phases are {_listed(phases)}")
    elif phases:
        known.append(f"the only phase is `{phases[0]}`")
    if rules is not None:
        known.append("the name of a rule means until that rule begins")
    help = suggest_help(name, (*times, *phases, *(rules or ())))
    what = "time, rule or phase" if rules is not None else "time or phase"
    bag.error("E401", f"unknown {what} `{name}`", span, notes=tuple(known), help=help)


def _listed(names: Sequence[str]) -> str:
    quoted = [f"`{name}`" for name in names[:_MOST_LISTED]]
    if len(names) > _MOST_LISTED:
        return f"{', '.join(quoted)} and {len(names) - _MOST_LISTED} more"
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}" if len(quoted) > 1 else quoted[0]


def _alternatives(names: Sequence[str]) -> str:
    *most, last = [f"`{name}`" for name in names]
    return f"{', '.join(most)} or {last}" if most else last


def entry_hooked(
    bag: Bag, name: str, span: Span, offer: str, rules: Sequence[str], declared: Span
) -> None:
    """A hook on an entry of an offer instead of a rule; `rules` are those that it calls."""
    called = _alternatives(rules[:3]) if rules else ""
    bag.error(
        "E401",
        f"unknown rule `{name}`",
        span,
        others=[Label(declared, "the entry")],
        notes=f"`{name}` is an entry of `{offer}`, and entries have no hooks",
        help=f"hook a rule that it calls: {called}" if called else "move what it does to a rule",
    )


def no_offer(bag: Bag, name: str, span: Span, offers: Iterable[str], sort: str = "") -> None:
    """A name that is not an offer; `sort` is what else it is."""
    known = tuple(offers)
    notes = (f"`{name}` is {sort}",) if sort else ()
    if not known:
        bag.error("E401", f"unknown offer `{name}`", span, notes=(*notes, "the game has no offers"))
        return
    help = suggest_help(name, known) or f"use {_alternatives(known)}"
    bag.error("E401", f"unknown offer `{name}`", span, notes=notes, help=help)


def ambiguous(
    bag: Bag,
    name: str,
    span: Span,
    things: Sequence[Thing],
    said: str = "",
    help: tuple[str, ...] = ("rename one of them",),
) -> None:
    """Several things have this name and fit; `said` replaces the usual list of them."""
    said = said or " or ".join(str(thing) for thing in things)
    bag.error(
        "E402",
        f"`{name}` could mean {said} here",
        span,
        others=_declared(things),
        help=help,
    )


def other_sort(
    bag: Bag, name: str, span: Span, things: Sequence[Thing], wanted: str, help: str | None = None
) -> None:
    """The name is known, but means something that does not fit here."""
    things = declared_first(things, lambda thing: thing)
    said = " and ".join(dict.fromkeys(str(thing) for thing in things))
    bag.error(
        "E403",
        f"`{name}` is {said}, not {wanted}",
        span,
        others=_declared(things),
        help=help or (),
    )


def left_as_unkept(bag: Bag, span: Span) -> None:
    """A scenario asks who left when, in a game whose rules never do."""
    message = f"no rule of this game asks `{LEFT_AS}(...)`, so nothing remembers who left when"
    bag.error("E403", message, span, help="ask who is in: `red is in players`")


def which_copy(bag: Bag, name: str, span: Span, thing: Thing, kind: ir.Kind) -> None:
    """A scenario names a piece that has copies, but not which copy."""
    copies = next(each.copies for each in kind.definitions if each.id == name)
    said = f"`{name}_1`" if copies == 1 else f"`{name}_1` to `{name}_{copies}`"
    bag.error(
        "E403",
        f"there are {copies} copies of `{name}`",
        span,
        others=_declared([thing]),
        help=(
            f"name one of them: {said}; or match any of them with `face of c is {name}`",
            f"name those in one place: `2 of {name} from ...`, `count({name} in ...)`",
        ),
    )


def copies_from_where(bag: Bag, span: Span, name: str) -> None:
    """Some of several pieces with one face, without the place where they are."""
    message = f"this does not say where to take `{name}` from"
    bag.error("E507", message, span, help=f"write `2 of {name} from ...`")


def gone(bag: Bag, name: str, span: Span, made: str, first: Span) -> None:
    """A name is used outside of its block."""
    bag.error(
        "E404",
        f"`{name}` may have no value here",
        span,
        others=[Label(first, f"it has a value only in the block of this {made}")],
        help="move this line into that block",
    )


def taken(bag: Bag, name: str, span: Span, first: Span, by_let: bool) -> None:
    """A local name is declared again while the first is still valid."""
    help = f"choose another name, or write `set {name} to ...`" if by_let else "choose another name"
    bag.error(
        "E405",
        f"the name `{name}` is already taken here",
        span,
        others=[Label(first, "first used here")],
        help=help,
    )


def hides(bag: Bag, name: str, span: Span, thing: Thing, settable: bool, by_let: bool) -> None:
    """A local name that would hide a note or something else of that name."""
    help = (f"write `set {name} to ...`",) if settable and by_let else ()
    bag.error(
        "E405",
        f"`{name}` would hide {thing}",
        span,
        others=_declared([thing]),
        help=(*help, "or choose another name" if help else "choose another name"),
    )


def space_of_two(
    bag: Bag, id: str, span: Span, kind: ir.SpaceKind, other: ir.SpaceKind, place: Span
) -> None:
    """Two spaces have one id, so no link and no record could say which is meant."""
    both_grids = kind.grid is not None and other.grid is not None
    bag.error(
        "E405",
        f"`{id}` would mean both {with_article(kind.id)} and {with_article(other.id)}",
        span,
        others=[Label(place, "the other one")],
        help="declare the spaces of one of them under `board`: a game can have one grid"
        if both_grids
        else "choose another name",
    )


def copy_of_two(bag: Bag, id: str, span: Span, kind: str, of: str, place: Span) -> None:
    """A copy of something has the id of another thing."""
    bag.error(
        "E405",
        f"`{id}` would mean both this {kind} and a copy of `{of}`",
        span,
        others=[Label(place, "the copies are declared here")],
        help="choose another name",
    )


def like_an_answer(bag: Bag, id: str, span: Span, what: str, place: Span | None = None) -> None:
    """Something can be picked that is called like an answer of the same choice."""
    bag.error(
        "E405",
        f"`{id}` would mean both {what} and the answer {ANSWERS[id]}",
        span,
        others=[] if place is None else [Label(place, "declared here")],
        help=f"call {what} something other than `{id}`",
    )


def line_twice(bag: Bag, line: str, offer: str, span: Span, first: Span) -> None:
    """Two lines of an offer that nobody could tell apart."""
    bag.error(
        "E405",
        f"`{line}` would be in `{offer}` twice",
        span,
        others=[Label(first, "the other one")],
        help=f"call one of them something other than `{line.partition(':')[0]}`",
    )


def name_for_two(
    bag: Bag, name: str, span: Span, first: str, second: str, place: Span | None = None
) -> None:
    """Two declarations make the same name mean two things of one sort."""
    plurals = first.startswith("all ") or second.startswith("all ")
    bag.error(
        "E405",
        f"`{name}` would mean both {first} and {second}",
        span,
        others=[] if place is None else [Label(place, "the other one")],
        help="choose another name, or set another plural: `plural: ...`"
        if plurals
        else "choose another name",
    )


def of_missing(bag: Bag, span: Span, message: str, example: str) -> None:
    """The name needs an `of` to say which one is meant."""
    bag.error("E406", message, span, help=write(example))


def two_indices(bag: Bag, name: str, span: Span, per: tuple[str, str]) -> None:
    """Something that is kept for pairs, without both of them in brackets."""
    first, second = per
    message = f"there is one `{name}` for each {first} and {second}: say which"
    given = ("me" if first == "player" else f"<{first}>", f"<{second}>")
    bag.error("E406", message, span, help=write(f"{name}({', '.join(given)})"))


def keyed_alone(bag: Bag, name: str, span: Span, of: str) -> None:
    """A name with one value for each element is used without `of`."""
    bag.error("E406", f"`{name}` has one value for each {of}", span, help=f"write `{name} of ...`")


def param_without_type(bag: Bag, name: str, span: Span, types: Iterable[str]) -> None:
    """A parameter without a type, whose name is not a type either."""
    help = (f"write its type before it, as in `number {name}`", *suggest_help(name, types))
    bag.error("E401", f"parameter `{name}` has no type", span, help=help)


def no_me(bag: Bag, span: Span) -> None:
    """`me` where no player acts."""
    bag.error("E407", "there is no `me` here", span, "no player acts here", help="name a player")


def no_it(bag: Bag, span: Span) -> None:
    """`it` outside the clauses of pieces and spaces."""
    bag.error(
        "E407",
        "there is no `it` here",
        span,
        "`it` is the piece or space that a text belongs to",
        help="use the name of a piece or of a parameter",
    )


# ---- types ------------------------------------------------------------------------------------------


def wrong_type(bag: Bag, span: Span, found: Type, wanted: str, help: str = "") -> None:
    """An expression of another type than expected."""
    bag.error("E501", f"expected {wanted}, found {found}", span, help=help)


def nothing_single(bag: Bag, span: Span, wanted: Type) -> None:
    """`nothing` where one thing is expected."""
    help = (
        write("nobody")
        if wanted == PLAYER
        else "a set, a note with `start: nothing` or an `optional` attribute may be nothing"
    )
    bag.error("E501", f"expected {wanted}, found nothing", span, help=help)


def never_nothing(bag: Bag, span: Span, found: Type) -> None:
    """`is nothing` after something that is always there."""
    help = (
        write("is nobody")
        if found == PLAYER
        else "only a set, a note with `start: nothing`, an `optional` attribute and `... if ... else nothing` may be"
    )
    bag.error("E501", f"this is always {found}, and never nothing", span, help=help)


def nothing_untyped(bag: Bag, span: Span) -> None:
    """`nothing` where no type is expected."""
    help = "write it beside something of its type: `let best be c if n >= 1 else nothing`"
    bag.error("E501", "nobody can tell of which type this `nothing` is", span, help=help)


def modified_nothing(bag: Bag, span: Span, name: str) -> None:
    """A modifier that counts with a value that may be nothing."""
    help = f"write `becomes`, or declare `{name}` so that it is never nothing"
    bag.error(
        "E501", f"`{name}` may be nothing, so it can only become something else", span, help=help
    )


def up_to_without_amount(bag: Bag, span: Span) -> None:
    """`look at up to deck`, without a number."""
    bag.error(
        "E501", "expected a number of pieces after `up to`", span, help="write `up to 2 of ...`"
    )


def not_of_all(bag: Bag, span: Span, found: Type) -> None:
    """One place where one for each player is expected."""
    help = "name a place declared with `per: player`, without `of`"
    wrong_type(bag, span, found, "a place of all players", help)


def number_for_each(bag: Bag, span: Span) -> None:
    """Pieces that are dealt without a number of them."""
    help = "write how many each player gets from the top of a place with an order: `3 of deck`"
    bag.error("E501", "expected a number of things for each player", span, help=help)


def no_such_seat(bag: Bag, span: Span, seat: int, most: int) -> None:
    """A team with a seat that no table has."""
    help = f"this game has seats from 1 to {most}: correct `teams` or `players`"
    bag.error("E501", f"expected a seat of the table, found seat {seat}", span, help=help)


def set_as_number(bag: Bag, span: Span, found: Type) -> None:
    """A set instead of a number."""
    bag.error(
        "E502",
        f"expected a number, found {found}",
        span,
        help=write(f"count({span.text})", " to count them"),
    )


def set_as_condition(bag: Bag, span: Span, found: Type) -> None:
    """A set instead of a condition."""
    bag.error(
        "E501",
        f"expected yes or no, found {found}",
        span,
        help=write(f"count({span.text}) >= 1"),
    )


def single_as_set(bag: Bag, span: Span, found: Type, help: str = "") -> None:
    """One thing, or a number, instead of a set."""
    bag.error("E501", f"expected a set, found {found}", span, help=help)


def never_same(
    bag: Bag, span: Span, left: Type, right: Type, help: str | tuple[str, ...] = ()
) -> None:
    """A comparison of two types that have nothing in common."""
    bag.error("E503", f"{left} is never {right}", span, help=help)


def sets_compared(bag: Bag, span: Span, left: Span, right: Span) -> None:
    """`is` between two sets."""
    bag.error(
        "E503",
        "`is` compares single things, and these are sets",
        span,
        help=f"write `({left.text} except {right.text}) is nothing`: all of the first are in the second",
    )


def not_joined(bag: Bag, span: Span, left: Type, right: Type) -> None:
    """Two sets whose elements are of different types."""
    bag.error("E503", f"{left} and {right} cannot be combined", span)


def never_common(bag: Bag, span: Span, left: Type, right: Type) -> None:
    """Two sets that can have nothing in common."""
    bag.error("E503", f"{left} and {right} have nothing in common", span)


def sign_for_sets(bag: Bag, span: Span, sign: str, word: str) -> None:
    """`+` or `-` between sets."""
    bag.error("E501", f"`{sign}` is for numbers, not for sets", span, help=write(word))


def equals_for_things(bag: Bag, span: Span, found: Type, word: str) -> None:
    """`=` between things that are not numbers."""
    bag.error("E501", f"`=` and `!=` are for numbers, not for {found}", span, help=write(word))


def wrong_count(
    bag: Bag, name: str, span: Span, wanted: int, found: int, declared: Span, params: str
) -> None:
    """More or fewer arguments than parameters."""
    bag.error(
        "E504",
        f"`{name}` takes {_numbered(wanted, 'argument')}, found {found or 'none'}",
        span,
        others=[] if declared == NOWHERE else [Label(declared, "declared here")],
        help=write(f"{name}({params})"),
    )


def arguments_missing(bag: Bag, name: str, span: Span, params: str) -> None:
    """A value or function with parameters, without brackets."""
    bag.error(
        "E504", f"`{name}` is used without its arguments", span, help=write(f"{name}({params})")
    )


def too_many_params(bag: Bag, name: str, span: Span, wanted: int, declared: Span) -> None:
    """A hook or modifier names more parameters than there are."""
    bag.error(
        "E504",
        f"`{name}` has {_numbered(wanted, 'parameter')}",
        span,
        others=[] if declared == NOWHERE else [Label(declared, "declared here")],
        help="remove the rest",
    )


def of_does_not_fit(
    bag: Bag, name: str, span: Span, things: Sequence[Thing], found: Type, help: str = ""
) -> None:
    """`X of y`, where the type of y has no X."""
    labels = _declared(things)
    said = " and ".join(dict.fromkeys(str(thing) for thing in things))
    if isinstance(found, SetType):
        help = "take them one at a time: `for each x in ...`"
    bag.error(
        "E505",
        f"{found} has no `{name}`",
        span,
        others=labels,
        notes=f"`{name}` is {said}",
        help=help,
    )


def nothing_of(bag: Bag, span: Span) -> None:
    """`of` after something that has no parts."""
    bag.error(
        "E505",
        "`of` does not fit here",
        span,
        help="write an amount of stock only in `move`, `place`, `take`, `pay` or `return`",
    )


def not_held(bag: Bag, span: Span, things: str, place: str) -> None:
    """A place that never holds such a thing."""
    bag.error(
        "E506",
        f"`{place}` does not hold {things}",
        span,
        help=f"add it under `holds` of `{place}`, or name another place",
    )


def brackets_missing(bag: Bag, amount: Span, stock: Span, asked: Span, of: Span) -> None:
    """An amount with an `of` before a stock, without brackets: `asked` applies to all that follows."""
    bag.error(
        "E526",
        f"the amount of `{stock.text}` needs brackets",
        amount,
        notes=f"without brackets, `{asked.text}` applies to `{of.text}`",
        help=write(f"({amount.text}) of {stock.text}"),
    )


def where_unsaid(bag: Bag, span: Span, plural: str) -> None:
    """A stock without a place is not an amount."""
    bag.error(
        "E507",
        f"`{span.text}` does not name a place",
        span,
        help=f"add where they are: `{plural} in ...`",
    )


def amount_in_the_singular(bag: Bag, name: str, span: Span, plural: str) -> None:
    """The id of a stock where its plural names an amount."""
    bag.error(
        "E507",
        f"an amount of `{name}` is called `{plural}`",
        span,
        help=(
            f"write `{plural} in ...`",
            f"for a word without a plural, write `plural: {name}` at the stock",
        ),
    )


def from_unsaid(bag: Bag, span: Span, plural: str, word: str) -> None:
    """Stock is moved, but not said from where."""
    home = ("or write `place ... in ...` to bring them from their home",) if word == "move" else ()
    bag.error(
        "E507",
        f"this does not say where the {plural} come from",
        span,
        help=(f"write `{word} ... from ...`", *home),
    )


def amount_unsaid(bag: Bag, span: Span, verb: str, plural: str) -> None:
    """A statement moves stock without an amount; taking all of it would be a surprise."""
    every = "" if verb == "place" else f", or `{verb} all {plural}` for all of them"
    help = f"write `{verb} 1 ...`{every}"
    bag.error("E507", f"this does not say how many {plural}", span, help=help)


def member_unsaid(bag: Bag, span: Span, plural: str, each: str) -> None:
    """An amount of a stock of several varieties does not say which."""
    whose = f"whose {plural}" if each == "player" else f"which {each}"
    one = f"{plural} of me" if each == "player" else f"{plural} of ..."
    bag.error("E507", f"this does not say {whose}", span, help=f"write `... of {one}`")


def all_alike(bag: Bag, span: Span, plural: str) -> None:
    """A stock without varieties or owners is used with `of`."""
    bag.error(
        "E507",
        f"{plural} have no varieties and no owners",
        span,
        help=f"remove the `of`, or write where they are: `{plural} in ...`",
    )


def which_pieces(bag: Bag, span: Span) -> None:
    """A number of pieces from a place without an order."""
    bag.error(
        "E507",
        "this does not say which pieces",
        span,
        help="choose or draw them first, or name an ordered place: `3 of deck of me`",
    )


def amount_without_things(bag: Bag, span: Span, found: Type) -> None:
    """Something other than pieces or stock is moved."""
    bag.error("E501", f"expected pieces or stock, found {found}", span)


def from_for_pieces(bag: Bag, span: Span) -> None:
    """`from` with pieces, which have a place already."""
    bag.error("E512", "pieces always move from where they are", span, help="remove `from ...`")


def place_for_pieces(bag: Bag, span: Span) -> None:
    """`place`, `take` or `pay` with pieces."""
    bag.error("E501", "expected stock, found pieces", span, help="write `move ... to ...`")


def no_kept(bag: Bag, span: Span, stock: str, plural: str, declared: Span) -> None:
    """`take` or `pay` with a stock that players do not keep."""
    bag.error(
        "E508",
        f"this does not say where players keep {plural}",
        span,
        others=[Label(declared, f"`{stock}` has no `kept`")],
        help="add `kept: <a place per player>` to the stock",
    )


def one_place(bag: Bag, span: Span, per: ir.Per) -> None:
    """Several places instead of one."""
    if per is None:
        help = f"name one of them; or go through them: `for each ... in {span.text}:`"
        bag.error("E501", "expected one place, found several", span, help=help)
        return
    said = ["me" if each == "player" else f"<{each}>" for each in ir.list_indices(per)]
    of = f" of {said[0]}" if len(said) == 1 else f"({', '.join(said)})"
    line = f"say which one, as in `{span.text}{of}`"
    help = line if "<" in of else Help(line, Change(f"{span.text}{of}"))
    bag.error("E501", "expected one place, found several", span, help=help)


def endless_phase(bag: Bag, phase: str, span: Span) -> None:
    """A phase whose turns never end."""
    bag.error(
        "E520",
        f"the turns of `{phase}` never end",
        span,
        help=(
            "add `rounds: 1` to give each player one turn",
            "or add `until:` with a condition",
        ),
    )


def circular_value(bag: Bag, ring: Sequence[tuple[str, Span]]) -> None:
    """Values that depend on each other."""
    (name, span), *others = ring
    path = " needs ".join(f"`{one}`" for one in (*[name for name, _ in ring], name))
    bag.error(
        "E509",
        f"value `{name}` depends on itself",
        span,
        others=[Label(place, f"`{one}`") for one, place in others],
        notes=path,
        help="change one of them so that it does not need the next",
    )


def endless_rule(bag: Bag, ring: Sequence[tuple[str, Span]], verbs: Sequence[str]) -> None:
    """Rules, effects or offers that call themselves. `verbs` say how each is called by the one before it."""
    (name, span), *others = ring
    ways = (*verbs[1:], verbs[0])
    path = f"`{name}`" + "".join(
        f" {verb} `{one}`" for verb, (one, _) in zip(ways, (*others, ring[0]), strict=True)
    )
    statement = "perform" if "performs" in verbs else "open"
    bag.error(
        "E510",
        f"`{name}` may call itself without end",
        span,
        others=[Label(place, f"`{one}`") for one, place in others],
        notes=path,
        help="limit one of the rules, for instance `deep: 3`"
        if "calls" in verbs
        else f"use a loop; or put `{statement}` into a rule with `deep: 3`, and call this rule instead",
    )


def guarded(bag: Bag, note: str, span: Span, through: Sequence[str], declared: Span) -> None:
    """A note with `only_through` is changed by another rule."""
    said = ", ".join(f"`{one}`" for one in through)
    bag.error(
        "E511",
        f"`{note}` changes only through {said}",
        span,
        others=[Label(declared, "declared here")],
        help=f"call {said.split(', ')[0]} instead",
    )


def misplaced(bag: Bag, span: Span, message: str, help: str) -> None:
    """A statement in a place where it has no meaning."""
    bag.error("E512", message, span, help=help)


def not_settable(bag: Bag, span: Span, message: str, help: str) -> None:
    """`set`, `add` or `subtract` with something other than a note or a `let`."""
    bag.error("E513", message, span, help=help)


def wrong_modifier(bag: Bag, span: Span, op: str, value: str, type: Type) -> None:
    """A modifier that does not exist for values of this type."""
    if isinstance(type, SetType):
        allowed = _alternatives(("becomes", "only", "also", "except"))
    elif str(type) == "a number":
        allowed = _alternatives(("becomes", "add", "subtract", "at least", "at most"))
    else:
        allowed = "`becomes`"
    bag.error(
        "E514",
        f"`{op}` does not fit `{value}`, which is {type}",
        span,
        help=f"use {allowed}",
    )


def fact(bag: Bag, span: Span, message: str, help: str = "", others: Iterable[Label] = ()) -> None:
    """A declared fact that cannot be true."""
    bag.error("E515", message, span, help=help, others=others)


def mixed_rows(bag: Bag, table: str, one: Span, two: Span) -> None:
    """A table in which some rows have one key, and others two."""
    help = (
        "give each row one key, or each row two: `cost: {cloth: {1: 3, 2: 5}, salt: {1: 1, 2: 2}}`"
    )
    others = [Label(one, "a row with one key")]
    fact(bag, two, f"some rows of `{table}` have one key, others two", help, others)


def nothing_hidden(
    bag: Bag, span: Span, what: str, *, by_place: bool = False, help: str = ""
) -> None:
    """A look at pieces whose faces all players see, or of which it is their place that says who sees them."""
    said = "has no hidden face: its place says who sees it"
    bag.error(
        "E516",
        f"{what} {said if by_place else 'is visible to all players'}",
        span,
        help=help or "remove this, or add `hidden: yes` to the kind",
    )


def no_order(bag: Bag, span: Span, place: str) -> None:
    """The top of a place without order."""
    bag.error("E517", f"`{place}` has no order", span, help=f"add `ordered: yes` to `{place}`")


def several_kinds(bag: Bag, span: Span, place: str, kinds: Sequence[str]) -> None:
    """The top of a place that holds no pieces, or several kinds of them."""
    said = f"more than one kind: {' and '.join(kinds)}" if kinds else "no pieces"
    bag.error("E517", f"`{place}` holds {said}", span, help="use a place with one kind of piece")


def no_outcome(bag: Bag, game: str, span: Span) -> None:
    """A game without an outcome."""
    bag.error("E518", f"`{game}` has no outcome", span, help="add `outcome: {score: ...}`")


def start_unsaid(bag: Bag, span: Span, message: str, help: str) -> None:
    """A note that needs a `start`."""
    bag.error("E519", message, span, help=help)


def _declared(things: Sequence[Thing]) -> list[Label]:
    places = dict.fromkeys((t.span, str(t)) for t in things if t.span != NOWHERE)
    return [Label(span, f"declared here: {said}") for span, said in places]


def _numbered(count: int, what: str) -> str:
    return f"{'no' if count == 0 else count} {what}{'' if count == 1 else 's'}"


# ---- clauses and tables -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClauseSource:
    """Where a clause comes from: its game or expansion, its piece and its position."""

    origin: str
    definition: tuple[str, str] | None
    span: Span

    @property
    def name(self) -> str:
        """The name of the piece, or else of the game or expansion."""
        return self.origin if self.definition is None else self.definition[1]


def two_becomes(bag: Bag, value: str, first: ClauseSource, second: ClauseSource) -> None:
    """Two clauses that say what one value becomes."""
    bag.error(
        "E229",
        f"`{first.name}` and `{second.name}` both say what `{value}` becomes",
        second.span,
        f"by `{second.name}`",
        others=[Label(first.span, f"by `{first.name}`")],
        help=_ways(first, second, "add `when` so that only one applies"),
    )


def two_instead(bag: Bag, rule: str, first: ClauseSource, second: ClauseSource) -> None:
    """Two clauses that replace one rule, and neither calls the original."""
    bag.error(
        "E229",
        f"`{first.name}` and `{second.name}` both replace `{rule}`",
        second.span,
        f"by `{second.name}`",
        others=[Label(first.span, f"by `{first.name}`")],
        help=_ways(
            first, second, "call `original` in one of them, or add `when` so that only one applies"
        ),
    )


def _ways(first: ClauseSource, second: ClauseSource, other: str) -> tuple[str, ...]:
    """The help: an order between the two, or the other way out."""
    if first.definition is not None and second.definition is not None:
        last = second.definition[1]
        order = f"write `after: [{first.definition[1]}]` on `{last}` to let `{last}` win"
        return (order, f"or {other}")
    order = (
        f"write `after: [{first.origin}]` in the manifest of `{second.origin}` to let "
        f"`{second.name}` win"
    )
    return (order, f"or {other}")


def not_at_table(bag: Bag, span: Span, inside: Span | None) -> None:
    """A condition on the table that reads what is only known in play."""
    bag.error(
        "E661",
        "this is not known before the game begins",
        span,
        others=[] if inside is None else [Label(inside, "because of this")],
        help="use only options, seats, what is printed on open pieces, and values made of these",
    )


def not_at_once(bag: Bag, span: Span) -> None:
    """A statement in `all at once` that writes, draws or calls."""
    help = "use only `let`, `if` and `choose` here; do the rest afterwards, for each player"
    misplaced(bag, span, "this is not allowed in `all at once`", help)


def seats_unsaid(bag: Bag, space: str, span: Span, numbers: Sequence[int]) -> None:
    """A ring that has seats for other numbers of players, but not for these."""
    *most, last = [str(number) for number in numbers]
    listed = f"{', '.join(most)} or {last}" if most else last
    bag.warn(
        "E524",
        f"with {listed} players no `{space}` has an owner",
        span,
        help=(
            f"add `{numbers[0]}: all` or a list to `seats`",
            f"or add `{numbers[0]}: []` if they have no owners",
        ),
    )
