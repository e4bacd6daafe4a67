"""The wordings of `bind`, one small function each: 4xx about names, 5xx about types and values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from boardwright.dsl.bind.errors import hints
from boardwright.dsl.language.types import SetType, Type
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import NOWHERE, Thing
from boardwright.dsl.source.diagnostics import Bag, Label
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help

_MOST_LISTED = 12


def too_many_blocks(bag: Bag, span: Span, most: int) -> None:
    """Blocks in blocks, and behind each choice in one effect one more."""
    bag.error(
        "E809",
        "too many blocks inside each other",
        span,
        notes="what follows a `choose`, `draw`, `find` or `share` depends on it, as if it stood in its block",
        help=f"at most {most} are taken; move a part of it to a rule",
    )


# ---- names ------------------------------------------------------------------------------------------


def unknown_function(bag: Bag, name: str, span: Span, functions: Sequence[str]) -> None:
    """A loop inside an expression that none of the functions makes."""
    help = suggest_help(name, functions) or "here may stand " + ", ".join(
        f"`{function}`" for function in functions
    )
    bag.error("E401", f"unknown function over a set `{name}`", span, help=help)


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
    """A time that is none of these words and no phase, nor a rule where these are times as well."""
    phases = tuple(phases)
    known = [f"the times are {_listed(times)}"]
    if len(phases) > 1:
        known.append(f"the phases are {_listed(phases)}")
    elif phases:
        known.append(f"the only phase is `{phases[0]}`")
    if rules is not None:
        known.append("the name of a rule means: until that rule begins")
    help = suggest_help(name, (*times, *phases, *(rules or ())))
    what = "time, rule or phase" if rules is not None else "time or phase"
    bag.error("E401", f"unknown {what} `{name}`", span, notes=tuple(known), help=help)


def _listed(names: Sequence[str]) -> str:
    told = [f"`{name}`" for name in names[:_MOST_LISTED]]
    if len(names) > _MOST_LISTED:
        return f"{', '.join(told)} and {len(names) - _MOST_LISTED} more"
    return f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else told[0]


def entry_hooked(
    bag: Bag, name: str, span: Span, offer: str, rules: Sequence[str], declared: Span
) -> None:
    """A hook on an entry of an offer, which is no rule; `rules` are those that it calls."""
    said = " or ".join(f"`{rule}`" for rule in rules[:3])
    way = f"hook a rule that it calls: {said}" if said else "and calls no rule that could be hooked"
    bag.error(
        "E401",
        f"unknown rule `{name}`",
        span,
        others=[Label(declared, "the entry")],
        help=f"`{name}` is an entry of `{offer}`{';' if said else ','} {way}",
    )


def no_offer(bag: Bag, name: str, span: Span, offers: Iterable[str], sort: str = "") -> None:
    """A name that is no offer; `sort` is what else it is."""
    known = ", ".join(f"`{offer}`" for offer in offers)
    said = f"the offers are {known}" if known else "the game has no offers"
    help = suggest_help(name, offers) or (f"`{name}` is {sort}; {said}" if sort else said)
    bag.error("E401", f"unknown offer `{name}`", span, help=help)


def ambiguous(
    bag: Bag,
    name: str,
    span: Span,
    things: Sequence[Thing],
    said: str = "",
    help: tuple[str, ...] = ("give one of them another name",),
) -> None:
    """Several things have this name and fit; `said` names them, if more is to be told of them."""
    said = said or " or ".join(str(thing) for thing in things)
    bag.error(
        "E402",
        f"`{name}` could be {said} here",
        span,
        others=_declared(things),
        help=help,
    )


def other_sort(
    bag: Bag, name: str, span: Span, things: Sequence[Thing], wanted: str, help: str | None = None
) -> None:
    """The name is known, but as something that cannot stand here."""
    said = " and ".join(dict.fromkeys(str(thing) for thing in things))
    bag.error(
        "E403",
        f"`{name}` is {said}, not {wanted}",
        span,
        others=_declared(things),
        help=help or (),
    )


def which_copy(bag: Bag, name: str, span: Span, thing: Thing, kind: ir.Kind) -> None:
    """A piece with copies in a scenario, without the number of one."""
    copies = next(each.copies for each in kind.definitions if each.id == name)
    said = f"`{name}_1`" if copies == 1 else f"`{name}_1` to `{name}_{copies}`"
    bag.error(
        "E403",
        f"there are {copies} copies of `{name}`",
        span,
        others=_declared([thing]),
        help=f"name one of them: {said}; copies with this face are `face of c is {name}`",
    )


def gone(bag: Bag, name: str, span: Span, made: str, first: Span) -> None:
    """A name is used after its block."""
    bag.error(
        "E404",
        f"`{name}` may not exist here",
        span,
        others=[Label(first, f"it exists only in the block of this {made}")],
        help="move this line into that block",
    )


def taken(bag: Bag, name: str, span: Span, first: Span, by_let: bool) -> None:
    """A local name is given again where the first still exists."""
    help = f"choose another name, or write `set {name} to ...`" if by_let else "choose another name"
    bag.error(
        "E405",
        f"`{name}` is a name here already",
        span,
        others=[Label(first, "first here")],
        help=help,
    )


def hides(bag: Bag, name: str, span: Span, thing: Thing, settable: bool, by_let: bool) -> None:
    """A local name behind which a note, or what else there is of that name, could not be reached."""
    help = (f"write `set {name} to ...`",) if settable and by_let else ()
    bag.error(
        "E405",
        f"`{name}` would hide {thing}",
        span,
        others=_declared([thing]),
        help=(*help, "or choose another name" if help else "choose another name"),
    )


def name_for_two(
    bag: Bag, name: str, span: Span, first: str, second: str, place: Span | None = None
) -> None:
    """Two declarations make the same name mean two things of one sort."""
    plurals = first.startswith("all ") or second.startswith("all ")
    bag.error(
        "E405",
        f"`{name}` would mean {first} and {second}",
        span,
        others=[] if place is None else [Label(place, "the other one")],
        help="choose another name, or say what several are called: `plural: ...`"
        if plurals
        else "choose another name",
    )


def of_missing(bag: Bag, name: str, span: Span, what: str, example: str) -> None:
    """The name is one of several and does not say which."""
    bag.error("E406", f"`{name}` is {what}", span, help=f"write `{example}`")


def keyed_alone(bag: Bag, name: str, span: Span, of: str) -> None:
    """A name with one value for each element stands alone."""
    bag.error("E406", f"`{name}` has one value for each {of}", span, help=f"write `{name} of ...`")


def param_without_type(bag: Bag, name: str, span: Span, types: Iterable[str]) -> None:
    """A parameter whose name is no type and that has none before it."""
    help = (f"write its type before it, as in `number {name}`", *suggest_help(name, types))
    bag.error("E401", f"`{name}` does not say its type", span, help=help)


def no_me(bag: Bag, span: Span) -> None:
    """`me` where nobody acts."""
    bag.error("E407", "there is no `me` here", span, "nobody acts here", help="name a player")


def no_it(bag: Bag, span: Span) -> None:
    """`it` outside the clauses of pieces and spaces."""
    bag.error(
        "E407",
        "there is no `it` here",
        span,
        "`it` is the piece or space whose text this is",
        help="use the name of a piece or of a parameter",
    )


# ---- types ------------------------------------------------------------------------------------------


def wrong_type(bag: Bag, span: Span, found: Type, wanted: str, help: str = "") -> None:
    """Something of another type stands here."""
    bag.error("E501", f"{wanted} is due here, and this is {found}", span, help=help)


def set_as_number(bag: Bag, span: Span, found: Type) -> None:
    """A set stands where a number is due."""
    bag.error(
        "E502",
        f"a number is due here, and this is {found}",
        span,
        help=f"to count them, write `count({span.text})`",
    )


def set_as_condition(bag: Bag, span: Span, found: Type) -> None:
    """A set stands where yes or no is due."""
    bag.error(
        "E501",
        f"yes or no is due here, and this is {found}",
        span,
        help=f"write `count({span.text}) >= 1`",
    )


def single_as_set(bag: Bag, span: Span, found: Type, help: str = "") -> None:
    """One thing, or a number, stands where a set is due."""
    bag.error("E501", f"a set is due here, and this is {found}", span, help=help)


def never_same(
    bag: Bag, span: Span, left: Type, right: Type, help: str | tuple[str, ...] = ()
) -> None:
    """Things of types that have nothing in common are compared."""
    bag.error("E503", f"{left} is never {right}", span, help=help)


def not_joined(bag: Bag, span: Span, left: Type, right: Type) -> None:
    """Two sets that cannot be put together."""
    bag.error("E503", f"{left} and {right} do not go together", span)


def sign_for_sets(bag: Bag, span: Span, sign: str, word: str) -> None:
    """`+` or `-` between sets."""
    bag.error("E501", f"`{sign}` is for numbers, and these are sets", span, help=f"write `{word}`")


def equals_for_things(bag: Bag, span: Span, found: Type, word: str) -> None:
    """`=` between things that are no numbers."""
    bag.error(
        "E501", f"`=` and `!=` are for numbers, and this is {found}", span, help=f"write `{word}`"
    )


def wrong_count(
    bag: Bag, name: str, span: Span, wanted: int, found: int, declared: Span, params: str
) -> None:
    """More or fewer arguments than parameters."""
    bag.error(
        "E504",
        f"`{name}` takes {_numbered(wanted, 'argument')}, and here {_are(found)}",
        span,
        others=[] if declared == NOWHERE else [Label(declared, "declared here")],
        help=f"write `{name}({params})`",
    )


def arguments_missing(bag: Bag, name: str, span: Span, params: str) -> None:
    """A value or function with parameters, without brackets."""
    bag.error("E504", f"`{name}` needs what it is about", span, help=f"write `{name}({params})`")


def too_many_params(bag: Bag, name: str, span: Span, wanted: int, declared: Span) -> None:
    """A hook or modifier names more parameters than there are."""
    bag.error(
        "E504",
        f"`{name}` has {_numbered(wanted, 'parameter')}",
        span,
        others=[] if declared == NOWHERE else [Label(declared, "declared here")],
        help="name these and no more",
    )


def of_does_not_fit(
    bag: Bag, name: str, span: Span, things: Sequence[Thing], found: Type, help: str = ""
) -> None:
    """`X of y`, and y is of a type that has no X."""
    said = " and ".join(dict.fromkeys(str(thing) for thing in things))
    if isinstance(found, SetType):
        help = "ask one of them at a time: `for each x in ...`"
    bag.error(
        "E505",
        f"`{name}` is {said}, and this is {found}",
        span,
        others=_declared(things),
        help=help,
    )


def nothing_of(bag: Bag, span: Span) -> None:
    """`of` behind something that has no parts."""
    bag.error(
        "E505",
        "nothing can be asked `of` something this way",
        span,
        help="an amount of stock stands in `move`, `place`, `take`, `pay` or `return`",
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
    """An amount with an `of` before a stock: as it is written, `asked` is asked of all the rest."""
    bag.error(
        "E526",
        f"the amount of `{stock.text}` needs brackets",
        amount,
        notes=f"without brackets, `{asked.text}` is asked of `{of.text}`",
        help=f"write `({amount.text}) of {stock.text}`",
    )


def where_unsaid(bag: Bag, span: Span, plural: str) -> None:
    """A stock without a place is no amount."""
    bag.error(
        "E507",
        f"`{span.text}` does not say where",
        span,
        help=f"write where they are: `{plural} in ...`",
    )


def from_unsaid(bag: Bag, span: Span, plural: str, word: str) -> None:
    """Stock is moved from nowhere."""
    home = " (to bring it from its home, write `place ... in ...`)" if word == "move" else ""
    bag.error(
        "E507",
        f"this does not say from where the {plural} come",
        span,
        help=f"write `{word} ... from ...`{home}",
    )


def amount_unsaid(bag: Bag, span: Span, verb: str, plural: str) -> None:
    """A statement that brings stock does not say how much: all there is would be a surprise."""
    every = "" if verb == "place" else f", or `{verb} all {plural}` for all there are"
    help = f"write `{verb} 1 ...`{every}"
    bag.error("E507", f"this does not say how many {plural}", span, help=help)


def member_unsaid(bag: Bag, span: Span, plural: str, each: str) -> None:
    """An amount of a stock of several varieties does not say which."""
    whose = "whose they are" if each == "player" else f"which {each}"
    one = f"{plural} of me" if each == "player" else f"{plural} of ..."
    bag.error("E507", f"this does not say {whose}", span, help=f"write `... of {one}`")


def all_alike(bag: Bag, span: Span, plural: str) -> None:
    """A stock without varieties is asked for one."""
    bag.error(
        "E507",
        f"{plural} are all alike and nobody's",
        span,
        help=f"leave it out, or say where: `{plural} in ...`",
    )


def which_pieces(bag: Bag, span: Span) -> None:
    """A number of pieces that do not lie in an order."""
    bag.error(
        "E507",
        "this does not say which pieces",
        span,
        help="choose or draw them first, or name an ordered place: `3 of deck of me`",
    )


def amount_without_things(bag: Bag, span: Span, found: Type) -> None:
    """Nothing that could be moved."""
    bag.error("E501", f"pieces or stock are due here, and this is {found}", span)


def from_for_pieces(bag: Bag, span: Span) -> None:
    """`from` beside pieces that lie where they lie."""
    bag.error("E512", "pieces are moved from wherever they are", span, help="leave out `from ...`")


def place_for_pieces(bag: Bag, span: Span) -> None:
    """`place`, `take` or `pay` with pieces."""
    bag.error(
        "E501", "stock is due here, and these are pieces", span, help="write `move ... to ...`"
    )


def no_kept(bag: Bag, span: Span, stock: str, plural: str, declared: Span) -> None:
    """Take or pay of a stock that players do not keep."""
    bag.error(
        "E508",
        f"nothing says where players keep {plural}",
        span,
        others=[Label(declared, f"`{stock}` has no `kept`")],
        help="add `kept: <a place per player>` to the stock",
    )


def one_place(bag: Bag, span: Span) -> None:
    """Several places where one is due."""
    help = f"say which one, as in `{span.text} of me`"
    bag.error("E501", "one place is due here, and these are several", span, help=help)


def endless_phase(bag: Bag, phase: str, span: Span) -> None:
    """Turns that nothing ends."""
    bag.error(
        "E520",
        f"nothing ends the turns of `{phase}`",
        span,
        help="say how many each player has, `rounds: 1`, or when they end, `until:` and a condition",
    )


def circular_value(bag: Bag, ring: Sequence[tuple[str, Span]]) -> None:
    """Values that need each other."""
    (name, span), *others = ring
    path = " needs ".join(f"`{one}`" for one in (*[name for name, _ in ring], name))
    bag.error(
        "E509",
        f"the value `{name}` is needed to work out itself",
        span,
        others=[Label(place, f"`{one}`") for one, place in others],
        notes=path,
        help="break the ring: one of them must not ask for the next",
    )


def endless_rule(bag: Bag, ring: Sequence[tuple[str, Span]], rules: bool) -> None:
    """Rules, slots or offers that reach themselves."""
    (name, span), *others = ring
    path = " calls ".join(f"`{one}`" for one in (*[name for name, _ in ring], name))
    bag.error(
        "E510",
        f"`{name}` may call itself again and again",
        span,
        others=[Label(place, f"`{one}`") for one, place in others],
        notes=path,
        help="say how deep it may go, in one of the rules: `deep: 3`"
        if rules
        else "an effect or an offer never leads back to itself: use a loop, or a rule with `deep`",
    )


def guarded(bag: Bag, note: str, span: Span, through: Sequence[str], declared: Span) -> None:
    """A note with `only_through` is changed elsewhere."""
    said = ", ".join(f"`{one}`" for one in through)
    bag.error(
        "E511",
        f"`{note}` changes only through {said}",
        span,
        others=[Label(declared, "declared here")],
        help=f"call {said.split(', ')[0]} instead",
    )


def misplaced(bag: Bag, span: Span, message: str, help: str) -> None:
    """A statement where it has no meaning."""
    bag.error("E512", message, span, help=help)


def not_settable(bag: Bag, span: Span, message: str, help: str) -> None:
    """`set`, `add` or `subtract` with something that is no note and no `let`."""
    bag.error("E513", message, span, help=help)


def wrong_modifier(bag: Bag, span: Span, op: str, value: str, type: Type) -> None:
    """A modifier that does not exist for values of this type."""
    if isinstance(type, SetType):
        allowed = "`becomes`, `only`, `also`, `except`"
    elif str(type) == "a number":
        allowed = "`becomes`, `add`, `subtract`, `at least`, `at most`"
    else:
        allowed = "`becomes`"
    bag.error(
        "E514",
        f"`{op}` does not fit `{value}`, which is {type}",
        span,
        help=f"here may stand {allowed}",
    )


def fact(bag: Bag, span: Span, message: str, help: str = "", others: Iterable[Label] = ()) -> None:
    """A declared fact that cannot be."""
    bag.error("E515", message, span, help=help, others=others)


def nothing_hidden(bag: Bag, span: Span, what: str) -> None:
    """A look at pieces whose faces everybody sees."""
    bag.error(
        "E516",
        f"{what} is open to all",
        span,
        help="only kinds with `hidden: yes` have faces to see",
    )


def no_order(bag: Bag, span: Span, place: str) -> None:
    """The top of a place without order."""
    bag.error("E517", f"`{place}` has no order", span, help=f"add `ordered: yes` to `{place}`")


def several_kinds(bag: Bag, span: Span, place: str, kinds: Sequence[str]) -> None:
    """The top of a place that holds several kinds of pieces, or none."""
    said = " and ".join(kinds) if kinds else "no pieces"
    bag.error("E517", f"`{place}` holds {said}", span, help="one kind of piece is due here")


def no_outcome(bag: Bag, game: str, span: Span) -> None:
    """Nobody can win."""
    bag.error(
        "E518", f"`{game}` does not say how it is decided", span, help="add `outcome: {score: ...}`"
    )


def start_unsaid(bag: Bag, span: Span, message: str, help: str) -> None:
    """A value that has no natural beginning."""
    bag.error("E519", message, span, help=help)


def _declared(things: Sequence[Thing]) -> list[Label]:
    places = dict.fromkeys((t.span, str(t)) for t in things if t.span != NOWHERE)
    return [Label(span, f"declared here: {said}") for span, said in places]


def _numbered(count: int, what: str) -> str:
    return f"{'no' if count == 0 else count} {what}{'' if count == 1 else 's'}"


def _are(count: int) -> str:
    return "is 1" if count == 1 else f"are {count or 'none'}"


# ---- clauses and tables -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Whose:
    """A clause: of which game or expansion it is, of which piece, and where."""

    origin: str
    definition: tuple[str, str] | None
    span: Span

    @property
    def name(self) -> str:
        """Who makes the clause."""
        return self.origin if self.definition is None else self.definition[1]


def two_becomes(bag: Bag, value: str, first: Whose, second: Whose) -> None:
    """A value that is to become two things."""
    bag.error(
        "E229",
        f"`{first.name}` and `{second.name}` both say what `{value}` becomes",
        second.span,
        f"by `{second.name}`",
        others=[Label(first.span, f"by `{first.name}`")],
        help=_ways(first, second, "say `when` each of them counts"),
    )


def two_instead(bag: Bag, rule: str, first: Whose, second: Whose) -> None:
    """A rule in whose place two things are to happen, which both leave out the rule."""
    bag.error(
        "E229",
        f"`{first.name}` and `{second.name}` both put something in the place of `{rule}`",
        second.span,
        f"by `{second.name}`",
        others=[Label(first.span, f"by `{first.name}`")],
        help=_ways(
            first, second, "call `original` in one of them, or say `when` each of them counts"
        ),
    )


def _ways(first: Whose, second: Whose, other: str) -> tuple[str, ...]:
    """An order where there can be one, or another way out."""
    if first.definition is not None and second.definition is not None:
        last = second.definition[1]
        order = f"if `{last}` is to win, write `after: [{first.definition[1]}]` on `{last}`"
        return (order, f"or {other}")
    order = (
        f"if `{second.name}` is to win, write `after: [{first.origin}]` in the manifest of "
        f"`{second.origin}`"
    )
    return (order, f"or {other}")


def not_at_table(bag: Bag, span: Span, inside: Span | None) -> None:
    """A condition on the table that reads what is not there yet."""
    bag.error(
        "E661",
        "this is not known before the game begins",
        span,
        others=[] if inside is None else [Label(inside, "because of this")],
        help="known are options, seats, what is printed on open pieces, and values made of these",
    )


def not_at_once(bag: Bag, span: Span) -> None:
    """A statement in `all at once` that writes, draws or calls."""
    help = "only `let`, `if` and `choose` may; do the rest after it, for each player"
    misplaced(bag, span, "this cannot stand in `all at once`", help)


def seats_unsaid(bag: Bag, space: str, span: Span, numbers: Sequence[int]) -> None:
    """A ring with seats for some numbers of players, and not for these."""
    *most, last = [str(number) for number in numbers]
    told = f"{', '.join(most)} or {last}" if most else last
    bag.warn(
        "E524",
        f"with {told} players every `{space}` belongs to nobody",
        span,
        help=f"add `{numbers[0]}: all` or a list to `seats`; `{numbers[0]}: []` if they are nobody's",
    )
