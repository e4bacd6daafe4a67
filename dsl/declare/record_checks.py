"""What is wrong with a record as a whole, once its keys are read, and what becomes of it then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.course import ConditionDecl, OfferDecl, PhaseDecl, TieDecl
from boardwright.dsl.declare.sections import GameFile
from boardwright.dsl.declare.spaces import ALL, SpaceDecl
from boardwright.dsl.declare.things import KindDecl, OptionDecl, StockDecl, usual_plural
from boardwright.dsl.declare.values import Whole, YesNo
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.source.diagnostics import listed
from boardwright.dsl.source.suggest import suggest_help
from boardwright.dsl.source.yaml_tree import Scalar

if TYPE_CHECKING:  # whoever reads calls these
    from boardwright.dsl.declare.reader import Fields, Reader


def usual_plural_of(reader: Reader, made: KindDecl | StockDecl | SpaceDecl) -> None:
    """The same of something that may say another."""
    if made.plural is None:
        usual_plural(reader, Name(id=made.id, span=made.span))


def _stock(reader: Reader, fields: Fields, made: StockDecl | None) -> StockDecl | None:
    if made is not None:
        usual_plural_of(reader, made)
    return made


def _kind(reader: Reader, fields: Fields, made: KindDecl | None) -> KindDecl | None:
    """A kind of dice cannot be hidden: players know a face for good, and what a die shows changes with each roll."""
    if made is not None and made.hidden and made.sides:
        fields.refuse(
            "hidden",
            "a die has no hidden face: its place says who sees what it shows",
            "remove `hidden`, and write `visible_to: owner` or `nobody` at the place",
            beside="sides",
        )
    if made is not None:
        usual_plural_of(reader, made)
    return made


def _option(reader: Reader, fields: Fields, made: OptionDecl | None) -> OptionDecl | None:
    """An option is of one sort, and all but sets say their default."""
    sorts = [key for key in ("values", "range", "set_of") if key in fields]
    for other in sorts[1:]:
        a = "" if sorts[0] == "values" else "a "
        fields.refuse(
            other,
            f"an option has either {a}`{sorts[0]}` or a `{other}`",
            "remove one of them",
            beside=sorts[0],
        )
    if "set_of" not in fields:
        if "default" not in fields and fields.is_complete:
            shape_errors.missing_key(reader.bag, fields.owner, fields.record, "default")
    elif "default" in fields:
        fields.refuse(
            "default",
            "a `set_of` has no `default`: it is empty unless one says otherwise",
            "remove `default`",
            beside="set_of",
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
            Whole(*span).read(reader, node)
    else:
        YesNo().read(reader, node)


def _space(reader: Reader, fields: Fields, made: SpaceDecl | None) -> SpaceDecl | None:
    """Spaces are repeated in one way. Which copies of a ring belong to the seats depends on how many there are."""
    first = next((key for key in ("per", "ring", "grid") if key in fields), None)
    for key in ("ring", "grid"):
        if first is not None and key in fields and key != first:
            fields.refuse(
                key,
                f"a kind of space has either `{first}` or `{key}`",
                "remove one of them",
                beside=first,
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
    if reader.whose.is_game or reader.whose.replacing:
        message = "a game does not add to its own offers"
        help = "put the entries under `entries`: only expansions add to what is there"
        if reader.whose.replacing:
            message = "what replaces an offer does not add to it"
            help = "put the entries under `entries`, or the offer outside of `replace`"
        fields.refuse("add", message, help)
        return None
    if made.params:
        shape_errors.bad_head(
            reader.bag, made.params[0].span, "an addition to an offer", "(", "remove the parameters"
        )
        return None
    for key in ("until", "entries", "deep"):
        if key in fields:
            fields.refuse(
                key,
                f"an offer has either `add` or `{key}`",
                "`add` puts entries into an offer of the game; the rest makes a new offer",
                beside="add",
            )
    return OfferDecl(
        id=made.id,
        head=made.head,
        span=made.span,
        origin=made.origin,
        entries=made.added,
        addition=True,
    )


_FORMS = ("steps", "turn", "phases")
_OF_TURNS = ("first", "direction", "without", "rounds")


def _phase(reader: Reader, fields: Fields, made: PhaseDecl | None) -> PhaseDecl | None:
    """A phase has one form, and no keys of another; where an expansion puts it, it says once."""
    bag, whose = reader.bag, reader.whose
    forms = [key for key in fields.entries if key in _FORMS]
    if not forms:
        bag.error(
            "E202",
            "a phase needs `steps`, `turn` or `phases`",
            fields.key_span("phase") or fields.owner,
            "one of them is missing here",
            help="write `steps:` for what is done once, `turn:` for what each player does in turn",
        )
        return made
    for extra in forms[1:]:
        fields.refuse(
            extra,
            f"a phase has either `{forms[0]}` or `{extra}`",
            "make two phases of it",
            beside=forms[0],
        )
    if len(forms) > 1:
        return made
    if forms[0] != "turn":
        for key in _OF_TURNS:
            if key in fields:
                message = f"`{key}` is for a phase with `turn`, and this one has `{forms[0]}`"
                fields.refuse(key, message, f"remove `{key}`", beside=forms[0])
    elif "repeat" in fields:
        message = "`repeat` is for a phase with `steps` or `phases`, and this one has `turn`"
        help = "write `rounds:` for how many turns each player has"
        fields.refuse("repeat", message, help, beside="turn")
    if "after" in fields and "before" in fields:
        fields.refuse(
            "before",
            "a phase stands either `after` or `before` another",
            "remove one of them",
            beside="after",
        )
    for key in ("after", "before"):
        if key in fields and (whose.is_game or whose.replacing or whose.phase):
            message = f"`{key}` is for the phases that an expansion adds"
            help = f"remove `{key}`: phases run in the order in which they stand"
            if whose.replacing:
                help = f"remove `{key}`: what is replaced keeps its place"
            fields.refuse(key, message, help)
    return made


def _condition(reader: Reader, fields: Fields, made: ConditionDecl | None) -> ConditionDecl | None:
    """A condition must hold or should, and says so in words."""
    if "must" in fields and "should" in fields:
        fields.refuse(
            "should",
            "a condition either `must` hold or `should`",
            "make two items of it",
            beside="must",
        )
    elif "must" not in fields and "should" not in fields and fields.is_complete:
        reader.bag.error(
            "E202",
            "a condition on the table needs `must` or `should`",
            fields.owner,
            "neither stands here",
            help="write `must:` for what is an error if it does not hold, `should:` for a warning",
        )
    if made is None or not made.texts:
        return None
    return None if made.needed is None and made.wanted is None else made


def _tie(reader: Reader, fields: Fields, made: TieDecl | None) -> TieDecl | None:
    """A tie is broken in one way. What holds nothing at all is left to whoever reads ties."""
    if len(fields.entries) == 2:
        fields.refuse(
            "fewest",
            "a tie is broken by `most` or by `fewest` of something",
            "make two items of it, in the order in which they decide",
            beside="most",
        )
        return None
    if not fields.entries:
        return made if fields.is_complete else None
    return None if made is None or (made.most is None and made.fewest is None) else made


def _game(reader: Reader, fields: Fields, made: GameFile | None) -> GameFile | None:
    """If seats have names, there is one for each player."""
    seats = fields.node("seats")
    if made is not None and seats is not None and made.players is not None:
        if len(made.seats) < made.players[1]:
            due = f"a list of at least {made.players[1]} names (one for each player)"
            shape_errors.wrong_shape(reader.bag, seats, due)
    return made


CHECKS: Mapping[type, Callable[[Reader, Fields, Any], Any]] = {
    GameFile: _game,
    OptionDecl: _option,
    ConditionDecl: _condition,
    PhaseDecl: _phase,
    TieDecl: _tie,
    SpaceDecl: _space,
    KindDecl: _kind,
    StockDecl: _stock,
    OfferDecl: _addition,
}
