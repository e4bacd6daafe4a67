"""Scenario files: a position, what players do, and what must hold then, as declarations.

As in a ruleset, effects and expressions are syntax trees, and every other word is still the string that was written:
whether there is such a player or phase is seen when it is bound. `scenario_file.py` reads one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.common_keys import EXPLAINED, REFERENCES, names
from boardwright.dsl.declare.limits import MOST_PLAYERS
from boardwright.dsl.declare.records import key, record
from boardwright.dsl.declare.shapes import (
    SEATS,
    Either,
    ListOf,
    MapOf,
    Part,
    ReadAs,
    ShapeOf,
    list_of,
    pairs_of,
    written,
)
from boardwright.dsl.declare.values import (
    Code,
    Default,
    EffectText,
    Event,
    Expression,
    Id,
    NameOf,
    Row,
    Texts,
    Whole,
    YesNo,
)
from boardwright.dsl.language.syntax import Effect, Expr, Name
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.yaml_tree import Entry, Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:  # the reader reads these, through the shapes
    from boardwright.dsl.declare.reader import Fields, Reader

T = TypeVar("T")

EVERYONE, NOBODY = "everyone", "nobody"
_EVENT = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+")


_WORDS = list_of(Row(), "a list of ids", single=True)


def _set_of_words(reader: Reader, node: Node) -> tuple[Name, ...]:
    return reader.distinct(_WORDS.read(reader, node) or ())


def _player(reader: Reader, node: Node, others: tuple[str, ...] = ()) -> Name | None:
    """A player of this scenario, where they are known, or one of `others`."""
    name, known = reader.name(node), reader.whose.players
    if name is not None and known and name.id not in (*known, *others):
        assert isinstance(node, Scalar)
        shape_errors.unknown_name(reader.bag, node, "a player of this scenario", (*known, *others))
        return None
    return name


def _some(shape: ShapeOf[T], due: str) -> ShapeOf[T]:
    """The same, and not empty: what asks for nothing is true of every game."""

    def read(reader: Reader, node: Node) -> T | None:
        if (isinstance(node, Sequence) and not node.items) or (
            isinstance(node, Mapping) and not node.entries
        ):
            shape_errors.wrong_shape(reader.bag, node, due)
            return None
        return shape.read(reader, node)

    return ReadAs(written(shape), read)


_SOME_WORDS = _some(_WORDS, "an id, or a list with at least one")
_SET_OF_WORDS = _some(
    ReadAs(ListOf(Row(), single=True), _set_of_words), "an id, or a list with at least one"
)
_PLAYER = ReadAs(NameOf("a player"), _player)
_CONDITIONS = _some(
    list_of(Expression(), "an expression or a list of them", single=True),
    "an expression, or a list with at least one",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StepDecl:
    """One step; `span` is its key."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picks(StepDecl):
    """The player must be the one who decides, and picks these options one after the other, by their ids."""

    player: Name
    options: tuple[Name, ...]


@record(
    "offered",
    "what is offered",
    "What may be picked, and what may not.",
    needs=("includes", "excludes"),
)
class Offered(StepDecl):
    """`exactly` these options, in any order; or all of `includes` and none of `excludes`."""

    exactly: tuple[Name, ...] | None = None
    includes: tuple[Name, ...] = key(_SET_OF_WORDS, "These may be picked.", default=())
    excludes: tuple[Name, ...] = key(_SET_OF_WORDS, "These may not be picked.", default=())


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


_SOME_OFFERED = _some(
    ReadAs(Part("offered"), lambda reader, node: reader.record(Offered, node, node.span)),
    "`includes`, `excludes` or both",
)


def _offered(reader: Reader, node: Node) -> Offered | None:
    if isinstance(node, Sequence):
        return Offered(exactly=_set_of_words(reader, node), span=node.span)
    return _SOME_OFFERED.read(reader, node)


_KNOWING = ReadAs(
    NameOf("a player, `everyone` or `nobody`"),
    lambda reader, node: _player(reader, node, (EVERYONE, NOBODY)),
)


@record(
    "step",
    "a step of a scenario",
    "A player and what the player picks; or what must be true.",
    open=(SEATS,),
)
class StepKeys:
    """One of them stands there, or a player beside what they pick."""

    offered: Offered | None = key(
        ReadAs(Either((ListOf(Row()), Part("offered"))), _offered),
        "Exactly these may be picked now.",
        default=None,
    )
    asked: Name | None = key(_PLAYER, "Who must decide now.", default=None)
    expect: tuple[Expr, ...] = key(_CONDITIONS, "What must be true now.", default=())
    over: bool | None = key(YesNo(), "Whether the game must have ended.", default=None)
    knows: tuple[tuple[Name, tuple[Expr, ...]], ...] | None = key(
        _some(
            pairs_of(
                _KNOWING, _CONDITIONS, "a mapping of players to pieces", "write `{red: [t1, t2]}`"
            ),
            "a mapping with at least one player, `everyone` or `nobody`",
        ),
        "Who knows the faces of these hidden pieces, what these dice show, or the amount of these stocks, now; "
        "nobody else does.",
        default=None,
    )


def _steps(reader: Reader, node: Node) -> tuple[Step, ...]:
    found: list[Step] = []
    for item in reader.items(node, "a list of steps"):
        if not isinstance(item, Mapping) or not item.entries:
            help = "write `- red: take_card`, or `- expect:` and a condition"
            shape_errors.wrong_shape(reader.bag, item, "a step", help)
            continue
        first, *more = item.entries
        # Where the players are not known, any key may be one.
        players = reader.whose.players or [each.key.text for each in item.entries]
        step = reader.fields(item, "step", first.key.span, extra=players)
        for extra in more if step is not None else ():
            shape_errors.conflicting_keys(
                reader.bag,
                extra.key.span,
                f"a step has one key, and this one has `{first.key.text}`",
                first.key.span,
                "make two steps of it, each after a dash of its own",
            )
        if step is not None and not more:
            found.extend(_step(reader, step, first))
    return tuple(found)


def _step(reader: Reader, step: Fields, entry: Entry) -> Iterator[Step]:
    span = entry.key.span
    if step.others:
        player = Name(id=entry.key.text, span=span)
        yield Picks(player=player, options=_SOME_WORDS.read(reader, entry.value) or (), span=span)
    made = reader.keys(StepKeys, step)
    if made is None:
        return
    if made.offered is not None:
        yield replace(made.offered, span=span)
    if made.asked is not None:
        yield Asked(player=made.asked, span=span)
    if made.over is not None:
        yield Over(ended=made.over, span=span)
    if made.knows is not None:
        pieces = tuple((name, each) for name, of_them in made.knows for each in of_them)
        yield Knows(pieces=pieces, span=span)
    yield from expected(made.expect)


def expected(conditions: tuple[Expr, ...]) -> tuple[Expect, ...]:
    """What must hold as steps."""
    return tuple(Expect(condition=each, span=each.span) for each in conditions)


def _chance(reader: Reader, node: Node) -> tuple[ChanceDecl, ...]:
    found: list[ChanceDecl] = []
    for entry in reader.entries(node, "a mapping of events to results", "write `deal.card: [ace]`"):
        if not _EVENT.fullmatch(entry.key.text):
            due = "an event: the name of a rule, a point, and what is drawn there"
            shape_errors.bad_value(reader.bag, entry.key, due, "write `deal.card: [ace]`")
            continue
        rule, _, name = entry.key.text.partition(".")
        results = _WORDS.read(reader, entry.value) or ()
        found.append(ChanceDecl(rule=rule, name=name, results=results, span=entry.key.span))
    return tuple(found)


def _value(reader: Reader, node: Node) -> Name | tuple[Name, ...] | None:
    return _set_of_words(reader, node) if isinstance(node, Sequence) else reader.word(node)


_VALUE: ShapeOf[Name | tuple[Name, ...]] = ReadAs(
    Either((Default(), ListOf(NameOf("a piece")))), _value
)


@record(
    "scenario",
    "a scenario",
    "A position, what players do, and what must be true afterwards.",
    needs=("steps", "expect", "ranks", "error"),
)
class ScenarioDecl:
    """A scenario as written. `seats` are the players' names in order (those of the game's seats where only their number is
    given, or p1, p2, ... if it names none). The value of an option is a word, or the words of a list. With `run` there is
    no play: the effect runs, and `steps` follow. The file's last `expect` is at the end of `steps`. `error` is the code of
    the rule error in which all must end. `shared` is what the scenarios give that this one is `like`, the first one first.
    """

    id: str
    span: Span = field(compare=False, repr=False)
    source: Source = field(compare=False, repr=False)
    named: Name = key(Id(free=True), "Its name, which says what it shows.", name="scenario")
    text: Texts = key(*EXPLAINED, default_factory=dict)
    refs: tuple[str, ...] = key(*REFERENCES, name="ref", default=())
    seats: tuple[Name, ...] = key(  # read first: other keys speak of them
        Either((ListOf(Id()), Whole(1, MOST_PLAYERS))),
        "The names of the seats, or the number of players.",
        name="players",
    )
    options: tuple[tuple[Name, Name | tuple[Name, ...]], ...] = key(
        pairs_of(NameOf("an option"), _VALUE, "a mapping of options to values"),
        "Options that differ from their default.",
        default=(),
    )
    expansions: tuple[Name, ...] = key(
        names("an expansion"), "Other expansions in play.", name="with", default=()
    )
    seed: int = key(Whole(), "Seed for the random numbers.", default=1)
    like: Name | None = key(
        NameOf("a scenario"),
        "What the scenario with this name gives happens first, then `given`.",
        default=None,
    )
    given: Effect | None = key(
        EffectText(), "The effect that makes the position, after setup.", default=None
    )
    shared: tuple[Effect, ...] = ()
    start: Name | None = key(
        NameOf("a phase"),
        "The phase in which play begins; it continues to the first decision.",
        name="from",
        default=None,
    )
    moment: Name | None = key(
        NameOf("a phase"),
        "As `from`, but what comes before that phase in the course happens first, like the setup.",
        name="at",
        default=None,
    )
    rounds: tuple[tuple[Name, int], ...] = key(
        pairs_of(
            NameOf("a phase"), Whole(1), "a mapping of phases to numbers", "write `{rounds: 3}`"
        ),
        "The repetition of that phase, or of those around it.",
        name="round",
        default=(),
    )
    turn: Name | None = key(_PLAYER, "Whose turn it is: this seat begins.", default=None)
    run: Effect | None = key(
        EffectText(),
        "Only this happens, and play does not continue; with `nothing`, the position stays as"
        " it is.",
        default=None,
    )
    chance: tuple[ChanceDecl, ...] = key(
        ReadAs(MapOf(Event(), written(_WORDS)), _chance),
        "What chance brings: `rule.name`, with its results in order.",
        default=(),
    )
    steps: tuple[Step, ...] = key(
        _some(ReadAs(ListOf(Part("step")), _steps), "a list with at least one step"),
        "What players do, and what must be true in between.",
        default=(),
    )
    expect: tuple[Expr, ...] = key(
        _CONDITIONS,
        "What must be true at the end: at the next decision after the last step, or at the "
        "end of the game.",
        default=(),
    )
    ranks: tuple[tuple[Name, int], ...] = key(
        _some(
            pairs_of(
                _PLAYER,
                Whole(1, MOST_PLAYERS),
                "a mapping of players to places",
                "write `{red: 1, green: 2}`",
            ),
            "a mapping with at least one player",
        ),
        "The ranks after the end.",
        default=(),
    )
    error: str | None = key(Code(), "The code of the error that must stop it.", default=None)
