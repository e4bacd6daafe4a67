"""Scenario files: a position, what players do, and what must hold then, as declarations.

`read_scenario` makes one from a document. As in `declarations.py` effects and expressions are syntax trees, and
every other word is still the string that was written: whether there is such a player or phase is seen when it is bound.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.declaration_builder import told
from boardwright.dsl.declare.limits import MOST_PLAYERS
from boardwright.dsl.declare.sections import RECORDS
from boardwright.dsl.declare.small_records import Texts
from boardwright.dsl.declare.values import Fields, Reader
from boardwright.dsl.language.syntax import Effect, Expr, Name
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.yaml_tree import Entry, Mapping, Node, Scalar, Sequence

_EVENT = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")
_CODE = re.compile(r"E[1-9][0-9]{2}")
_STEPS = RECORDS["step"].names()
EVERYONE, NOBODY = "everyone", "nobody"
MOST_STEPS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class StepDecl:
    """One step; `span` is its key."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picks(StepDecl):
    """The player must be the one who decides, and picks these options one after the other, by their ids."""

    player: Name
    options: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered(StepDecl):
    """`exactly` these options, in any order; or all of `includes` and none of `excludes`."""

    exactly: tuple[Name, ...] | None = None
    includes: tuple[Name, ...] = ()
    excludes: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(StepDecl):
    """This player must be the one who decides."""

    player: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Expect(StepDecl):
    """This must hold; `span` is the condition."""

    condition: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Over(StepDecl):
    """The game must have ended, or not."""

    ended: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Knows(StepDecl):
    """Of these pieces the players beside whom they stand know the faces, and nobody else does. A player may also be
    `everyone` or `nobody`.
    """

    pieces: tuple[tuple[Name, Expr], ...]


Step = Picks | Offered | Asked | Expect | Over | Knows


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceDecl:
    """What chance brings at an event, in order. `rule` and `name` are the two halves of `deal.card`."""

    rule: str
    name: str
    results: tuple[Name, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioDecl:
    """A scenario as written. `seats` are the players' names in order (those of the game's seats where only their number is
    given, or p1, p2, ... if it names none). The value of an option is a word, or the words of a list. With `run` there is no play: the effect runs, and `steps` follow. The file's last `expect` is at
    the end of `steps`. `error` is the code of the rule error in which all must end.
    """

    id: str
    span: Span = field(compare=False, repr=False)
    source: Source = field(compare=False, repr=False)
    text: Texts = field(default_factory=dict)
    refs: tuple[str, ...] = ()
    seats: tuple[Name, ...]
    options: tuple[tuple[Name, Name | tuple[Name, ...]], ...] = ()
    expansions: tuple[Name, ...] = ()
    seed: int = 1
    given: Effect | None = None
    start: Name | None = None
    rounds: tuple[tuple[Name, int], ...] = ()
    turn: Name | None = None
    run: Effect | None = None
    chance: tuple[ChanceDecl, ...] = ()
    steps: tuple[Step, ...] = ()
    ranks: tuple[tuple[Name, int], ...] = ()
    error: str | None = None


def read_scenario(
    source: Source, node: Node, bag: Bag, names: tuple[str, ...] | None = ()
) -> ScenarioDecl | None:
    """The scenario that a file holds, or None after errors. `names` are those of the game's seats; None if the game could
    not be read, and any name may be one.
    """
    own = Bag()
    scenario = _read(source, node, own, names)
    for diagnostic in own.sorted():
        bag.add(diagnostic)
    return None if own.failed else scenario


def _read(
    source: Source, node: Node, bag: Bag, names: tuple[str, ...] | None
) -> ScenarioDecl | None:
    if not isinstance(node, Mapping) or not node.entries:
        shape_errors.no_first_key(bag, node)
        return None
    reader = Reader(bag)
    first = node.entries[0]
    fields = reader.fields(node, "scenario", first.key.span)
    if fields is None:
        return None
    name = fields.read("scenario", lambda value: reader.id(value, free=True))
    about = told(fields)
    seats = _seats(reader, fields, names or ())
    _check_beginning(reader, fields, len(node.entries))
    counted = isinstance(fields.node("players"), Scalar)
    known = () if counted and names is None else tuple(seat.id for seat in seats)
    start = fields.name("from")
    return ScenarioDecl(
        id=name.id if name else "unnamed",
        span=first.value.span,
        source=source,
        text=about.about,
        refs=about.refs,
        seats=seats,
        options=_options(reader, fields.node("options")),
        expansions=fields.names("with"),
        seed=_or_one(fields.whole("seed")),
        given=fields.effect("given"),
        start=start,
        rounds=_rounds(reader, fields.node("round")),
        turn=fields.read("turn", lambda value: _player(reader, value, known)),
        run=fields.effect("run"),
        chance=_chance(reader, fields.node("chance")),
        steps=_steps(reader, fields, known),
        ranks=_ranks(reader, fields.node("ranks"), known),
        error=fields.read("error", lambda value: _code(reader, value)),
    )


def _or_one(seed: int | None) -> int:
    return 1 if seed is None else seed


def _seats(reader: Reader, fields: Fields, seat_names: tuple[str, ...]) -> tuple[Name, ...]:
    node = fields.node("players")
    if isinstance(node, Scalar) and node.style != "empty":
        number = None
        if node.text.isdigit():
            number = reader.whole(node, 1, MOST_PLAYERS)
        else:
            shape_errors.bad_value(reader.bag, node, "a list of names, or how many play")
        count = number or 0
        ids = [f"p{seat}" for seat in range(1, count + 1)]
        if count <= len(seat_names):
            ids = list(seat_names[:count])
        return tuple(Name(id=id, span=node.span) for id in ids)
    if node is None:
        return ()
    names: dict[str, Name] = {}
    for item in reader.items(node, "a list of names, or how many play"):
        name = reader.id(item)
        if name is None:
            continue
        again = names.setdefault(name.id, name)
        if again is not name:
            shape_errors.declared_twice(reader.bag, "a player", name.id, name.span, again.span)
        elif len(names) > MOST_PLAYERS:
            _too_many(reader, "players", name.span, MOST_PLAYERS)
            break
    return tuple(names.values())


def _too_many(reader: Reader, what: str, span: Span, most: int) -> None:
    reader.bag.error("E811", f"there are more than {most:,} {what}", span, "this is one too many")


def _check_beginning(reader: Reader, fields: Fields, written: int) -> None:
    if "run" in fields and "from" in fields:
        shape_errors.conflicting_keys(
            reader.bag,
            fields.entries["from"].key.span,
            "a scenario has either `run` or `from`",
            fields.key_span("run"),
            "`run` is all that happens; `from` says where play begins",
        )
    expecting = any(key in fields for key in ("steps", "expect", "ranks", "error"))
    # With an unknown key there it is rather misspelt than missing.
    if not expecting and len(fields.entries) == written:
        reader.bag.error(
            "E202",
            "a scenario needs something that must hold",
            fields.owner,
            "nothing is expected here",
            help="write `expect:` and a condition, or `steps:`",
        )


def _rounds(reader: Reader, node: Node | None) -> tuple[tuple[Name, int], ...]:
    found: list[tuple[Name, int]] = []
    if node is None:
        return ()
    for entry in reader.entries(node, "a mapping of phases to numbers", "write `{rounds: 3}`"):
        name, number = reader.name(entry.key), reader.whole(entry.value, 1)
        if name is not None and number is not None:
            found.append((name, number))
    return tuple(found)


def _options(reader: Reader, node: Node | None) -> tuple[tuple[Name, Name | tuple[Name, ...]], ...]:
    found: list[tuple[Name, Name | tuple[Name, ...]]] = []
    if node is None:
        return ()
    for entry in reader.entries(node, "a mapping of options to values"):
        name = reader.name(entry.key)
        value: Name | tuple[Name, ...] | None
        if isinstance(entry.value, Sequence):
            value = _set_of_words(reader, entry.value)
        else:
            value = reader.word(entry.value)
        if name is not None and value is not None:
            found.append((name, value))
    return tuple(found)


def _player(reader: Reader, node: Node, known: tuple[str, ...]) -> Name | None:
    name = reader.name(node)
    if name is not None and known and name.id not in known:
        assert isinstance(node, Scalar)
        shape_errors.unknown_name(reader.bag, node, "a player of this scenario", known)
        return None
    return name


def _chance(reader: Reader, node: Node | None) -> tuple[ChanceDecl, ...]:
    found: list[ChanceDecl] = []
    if node is None:
        return ()
    for entry in reader.entries(node, "a mapping of events to results", "write `deal.card: [ace]`"):
        if not _EVENT.fullmatch(entry.key.text):
            due = "an event: the name of a rule, a point, and what is drawn there"
            shape_errors.bad_value(reader.bag, entry.key, due, "write `deal.card: [ace]`")
            continue
        rule, _, name = entry.key.text.partition(".")
        results = _words(reader, entry.value)
        found.append(ChanceDecl(rule=rule, name=name, results=results, span=entry.key.span))
    return tuple(found)


def _words(reader: Reader, node: Node) -> tuple[Name, ...]:
    words = [reader.word(item) for item in reader.items(node, "a list of ids", single=True)]
    return tuple(word for word in words if word is not None)


def _set_of_words(reader: Reader, node: Node) -> tuple[Name, ...]:
    return reader.distinct(_words(reader, node))


def _steps(reader: Reader, fields: Fields, known: tuple[str, ...]) -> tuple[Step, ...]:
    found: list[Step] = []
    node = fields.node("steps")
    for item in reader.items(node, "a list of steps") if node is not None else ():
        if not isinstance(item, Mapping) or not item.entries:
            help = "write `- red: take_card`, or `- expect:` and a condition"
            shape_errors.wrong_shape(reader.bag, item, "a step", help)
            continue
        first, *more = item.entries
        step = reader.fields(item, "step", first.key.span, extra=known or _names_in(item))
        for extra in more if step is not None else ():
            shape_errors.conflicting_keys(
                reader.bag,
                extra.key.span,
                f"a step has one key, and this one has `{first.key.text}`",
                first.key.span,
                "make two steps of it, each after a dash of its own",
            )
        if step is not None and not more:
            found.extend(_step(reader, step, first, known))
    found.extend(_expected(reader, fields))
    spans = [span for step in found for span in _asked_of(step)]
    if len(spans) > MOST_STEPS:
        _too_many(reader, "steps and conditions", spans[MOST_STEPS], MOST_STEPS)
    return tuple(found)


def _asked_of(step: Step) -> list[Span]:
    """Where the step says each thing that is to be looked at."""
    return [each.span for _, each in step.pieces] if isinstance(step, Knows) else [step.span]


def _names_in(item: Mapping) -> tuple[str, ...]:
    """Where the players are not known, any key may be one."""
    return tuple(entry.key.text for entry in item.entries if entry.key.text not in _STEPS)


def _step(reader: Reader, step: Fields, entry: Entry, known: tuple[str, ...]) -> tuple[Step, ...]:
    key = entry.key
    if step.others:
        player = Name(id=key.text, span=key.span)
        return (Picks(player=player, options=_words(reader, entry.value), span=key.span),)
    if "offered" in step:
        return _offered(reader, entry)
    if "asked" in step:
        asked = _player(reader, entry.value, known)
        return () if asked is None else (Asked(player=asked, span=key.span),)
    if "over" in step:
        return (Over(ended=step.yes_no("over", True), span=key.span),)
    if "knows" in step:
        return (Knows(pieces=_known_pieces(reader, entry.value, known), span=key.span),)
    return _expected(reader, step)


def _known_pieces(
    reader: Reader, node: Node, known: tuple[str, ...]
) -> tuple[tuple[Name, Expr], ...]:
    found: list[tuple[Name, Expr]] = []
    players = (*known, EVERYONE, NOBODY) if known else ()
    for entry in reader.entries(node, "a mapping of players to pieces", "write `{red: [t1, t2]}`"):
        name = _player(reader, entry.key, players)
        found += [
            (name, each) for each in reader.expressions(entry.value) or () if name is not None
        ]
    return tuple(found)


def _offered(reader: Reader, entry: Entry) -> tuple[Step, ...]:
    span = entry.key.span
    if isinstance(entry.value, Sequence):
        return (Offered(exactly=_set_of_words(reader, entry.value), span=span),)
    fields = reader.fields(entry.value, "offered", span)
    if fields is None:
        return ()
    includes = fields.read("includes", lambda node: _set_of_words(reader, node)) or ()
    excludes = fields.read("excludes", lambda node: _set_of_words(reader, node)) or ()
    return (Offered(includes=includes, excludes=excludes, span=span),)


def _expected(reader: Reader, fields: Fields) -> tuple[Step, ...]:
    conditions = fields.read("expect", reader.expressions) or ()
    return tuple(Expect(condition=each, span=each.span) for each in conditions)


def _ranks(
    reader: Reader, node: Node | None, known: tuple[str, ...]
) -> tuple[tuple[Name, int], ...]:
    found: list[tuple[Name, int]] = []
    if node is None:
        return ()
    for entry in reader.entries(
        node, "a mapping of players to places", "write `{red: 1, green: 2}`"
    ):
        name, place = _player(reader, entry.key, known), reader.whole(entry.value, 1, 64)
        if name is not None and place is not None:
            found.append((name, place))
    return tuple(found)


def _code(reader: Reader, node: Node) -> str | None:
    scalar = reader.scalar(node, "the code of an error")
    if scalar is None:
        return None
    if not _CODE.fullmatch(scalar.text):
        shape_errors.bad_value(
            reader.bag, scalar, "the code of an error", "write `E6` and two digits"
        )
        return None
    return scalar.text
