"""What happens when: offers, the course of the game and its outcome; and for which tables it is."""

from __future__ import annotations

from dataclasses import MISSING, field
from typing import TYPE_CHECKING

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.clauses import OFFER_HEAD
from boardwright.dsl.declare.common_keys import EFFECT, WHEN, NamedDecl, Sourced
from boardwright.dsl.declare.errors import first_line, wrong_shape
from boardwright.dsl.declare.limits import MOST_PLAYERS
from boardwright.dsl.declare.records import above, by_name, key, one, record
from boardwright.dsl.declare.shapes import Either, ListOf, Part, ReadAs, list_of
from boardwright.dsl.declare.things import MEMBERS_BY_NAME, MemberDecl
from boardwright.dsl.declare.values import (
    EffectText,
    Expression,
    Id,
    Limit,
    LimitDecl,
    NameOf,
    OneOf,
    Repetition,
    Text,
    Texts,
    Whole,
    YesNo,
)
from boardwright.dsl.language.hashed_names import UNHASHED
from boardwright.dsl.language.parser import parse_expression
from boardwright.dsl.language.syntax import Effect, Expr, Head, Name, Param
from boardwright.dsl.source.fixes import write
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:  # the reader reads these, through the shapes
    from boardwright.dsl.declare.reader import Reader


@record(
    "entry",
    "an entry of an offer",
    "Something a player may do.",
    several="entries",
    example="draw_a_card: |",
)
class EntryDecl(NamedDecl):
    """One entry of an offer; on a piece (or trait) also `offered_in`."""

    when: Expr | None = key(*WHEN, default=None)
    limit: LimitDecl | None = key(
        Limit(), "How often each player may use it, for instance `once a turn`.", default=None
    )
    effect: Effect = key(*EFFECT, short=True)
    offered_in: tuple[Name, ...] = ()


def _closing(reader: Reader, node: Node) -> MemberDecl | None:
    if not isinstance(node, Mapping):
        name = reader.id(node)
        return None if name is None else MemberDecl(id=name.id, span=name.span)
    if len(node.entries) != 1:
        shape_errors.wrong_shape(reader.bag, node, "the name of one closing entry")
        return None
    entry = node.entries[0]
    return reader.record(MemberDecl, entry.value, entry.key.span, entry.key)


CLOSING = ReadAs(Either((NameOf("the closing entry"), MEMBERS_BY_NAME)), _closing)


_ENTRIES = by_name(EntryDecl)


@record(
    "offer",
    "an offer",
    "A menu of what a player may do, again and again until it is closed.",
    several="offers",
    example="actions: {entries: ...}",
)
class OfferDecl(NamedDecl):
    """`until` is the closing entry: always there, it does nothing but end the offer. In an expansion `add`ed entries
    arrive as an OfferDecl with `addition` set.
    """

    head: Head = above(OFFER_HEAD, hashed={"params": ()})
    until: MemberDecl | None = key(CLOSING, "The entry that closes it.", default=None)
    deep: int = key(
        Whole(1, 9),
        "Players can answer an entry: all are asked again after each pick, and the offer may be open this many times, "
        "one inside the other.",
        default=0,
    )
    entries: tuple[EntryDecl, ...] = key(_ENTRIES, "What players may do.", default=())
    added: tuple[EntryDecl, ...] = key(
        _ENTRIES,
        "In an expansion: entries for an offer of the game.",
        name="add",
        default=(),
        hashed="",
    )
    addition: bool = False

    @property
    def params(self) -> tuple[Param, ...]:
        """What it is opened with."""
        return self.head.params

    @property
    def until_texts(self) -> Texts:
        """How the closing entry is shown."""
        return {} if self.until is None else self.until.texts


def _steps(reader: Reader, node: Node) -> Effect | None:
    """An effect, or a list of statements of one line."""
    if not isinstance(node, Sequence):
        return EffectText().read(reader, node)
    effects = [EffectText().read(reader, item) for item in node.items]
    if not effects:
        due = "a list with at least one statement"
        wrong_shape(reader.bag, node, due, write("nothing"))
    if any(effect is None for effect in effects) or not effects:
        return None
    body = tuple(statement for effect in effects if effect for statement in effect.body)
    return Effect(body=body, span=node.span)


STEPS = ReadAs(Either((ListOf(EffectText()), EffectText())), _steps)


_UNTIL = "until "


def _repetition(reader: Reader, node: Node) -> tuple[Expr | None, Expr | None]:
    """How many times, or until when."""
    if not isinstance(node, Scalar) or not node.text.startswith(_UNTIL):
        return Expression().read(reader, node), None
    at = len(_UNTIL)
    condition = Scalar(node.text[at:], node.locate(at, len(node.text)), node.style)
    return None, parse_expression(condition, reader.bag)


REPETITION = ReadAs(Repetition(), _repetition)


_WAYS = OneOf(("clockwise", "counter_clockwise"))


def _clockwise(reader: Reader, node: Node) -> bool:
    return _WAYS.read(reader, node) != "counter_clockwise"


CLOCKWISE = ReadAs(_WAYS, _clockwise)


_PHASE = ReadAs(
    Part("phase"), lambda reader, node: reader.record(PhaseDecl, node, first_line(node))
)
PHASES = list_of(_PHASE, "a list of phases", help="begin each phase with a dash: `- phase: setup`")


def _inner_phases(reader: Reader, node: Node) -> tuple[PhaseDecl, ...] | None:
    """The phases in another one, which does nothing without any."""
    if isinstance(node, Sequence) and not node.items:
        wrong_shape(reader.bag, node, "a list with at least one phase", "write `steps: nothing`")
        return None
    return PHASES.read(reader.of(phase=True), node)


INNER_PHASES = ReadAs(ListOf(Part("phase")), _inner_phases)


@record(
    "phase",
    "a phase",
    "A stretch of the game: steps that are done once, turns, or inner phases.",
    needs=("steps", "turn", "phases"),
)
class PhaseDecl(NamedDecl):
    """Exactly one of steps, turn and phases. `after` and `before` anchor an expansion's phase; composed, they are None."""

    named: Name = key(Id(), "Its name.", name="phase", hashed="")
    steps: Effect | None = key(STEPS, "What happens, once.", default=None)
    turn: Effect | None = key(STEPS, "What each player does in turn.", default=None)
    phases: tuple[PhaseDecl, ...] = key(INNER_PHASES, "The phases inside it.", default=())
    repetition: tuple[Expr | None, Expr | None] = key(
        REPETITION,
        "How many times it runs; or `until` and a condition, which is checked at the end of each repetition.",
        name="repeat",
        default=(None, None),
        hashed={"repeat": None, "repeat_until": None},
    )
    until: Expr | None = key(
        Expression(),
        "It is over as soon as this is true. This is checked after each turn, and after the steps and each phase "
        "in it, at any depth.",
        default=None,
    )
    first: Expr | None = key(Expression(), "With turns: who begins.", default=None)
    clockwise: bool = key(
        CLOCKWISE, "With turns: which way around the table.", name="direction", default=True
    )
    without: Expr | None = key(
        Expression(), "With turns: the player who has no turn.", default=None
    )
    rounds: Expr | None = key(Expression(), "With turns: how many each player has.", default=None)
    after: Name | None = key(
        NameOf("a phase"), "In an expansion: it comes right after that phase.", default=None
    )
    before: Name | None = key(
        NameOf("a phase"), "In an expansion: it comes right before that phase.", default=None
    )

    @property
    def repeat(self) -> Expr | None:
        """How many times it runs."""
        return self.repetition[0]

    @property
    def repeat_until(self) -> Expr | None:
        """What holds when it does not run once more."""
        return self.repetition[1]


@record(
    "tie", "a way to break ties", "What decides between equal scores.", needs=("most", "fewest")
)
class TieDecl:
    most: Expr | None = key(Expression(), "The player with most of this comes first.", default=None)
    fewest: Expr | None = key(
        Expression(), "The player with fewest of this comes first.", default=None
    )


def _tie(reader: Reader, node: Node) -> tuple[bool, Expr] | None:
    tie = reader.record(TieDecl, node, first_line(node))
    if tie is not None and tie.most is not None:
        return True, tie.most
    if tie is not None and tie.fewest is not None:
        return False, tie.fewest
    if tie is not None:
        wrong_shape(reader.bag, node, "`most` or `fewest` of something")
    return None


_SEAT = Whole(1, MOST_PLAYERS)
_TEAMS = "write `[[1, 3], [2, 4]]`"


def _teams(reader: Reader, node: Node) -> tuple[tuple[int, ...], ...]:
    """Reads teams of seats; a seat is in one of them only."""
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for item in reader.items(node, "a list of teams", help=_TEAMS):
        team: list[int] = []
        for each in reader.items(item, "a list of seats", help=_TEAMS):
            seat = _SEAT.read(reader, each)
            if seat in seen and isinstance(each, Scalar):
                note = f"seat {seat} is in a team already"
                shape_errors.bad_value(reader.bag, each, "a free seat", note)
            elif seat is not None:
                seen.add(seat)
                team.append(seat)
        found.append(tuple(team))
    return tuple(found)


@record("outcome", "the outcome", "Who wins.")
class OutcomeDecl:
    """`ties` in the order in which they decide: whether most (or fewest) of what. `worth` is for agents alone."""

    score: Expr = key(
        Expression(), "The score of `me`; the highest wins, unless `lowest_wins` says otherwise."
    )
    ties: tuple[tuple[bool, Expr], ...] = key(
        list_of(ReadAs(Part("tie"), _tie), "a list of ways to break ties"),
        "What decides between equal scores, in order.",
        default=(),
        hashed={"ties": MISSING},
    )
    wins: Expr | None = key(
        Expression(),
        "Whether `me` is a winner, if that is not the player with the best score.",
        default=None,
        hashed={"wins": MISSING},
    )
    worth: Expr | None = key(
        Expression(),
        "How well `me` is doing, for agents that look ahead; by default they use the score.",
        default=None,
        hashed="",
    )
    lowest_wins: bool = key(
        YesNo(), "Whether the lowest score wins, not the highest.", default=False
    )
    teams: tuple[tuple[int, ...], ...] = key(
        ReadAs(ListOf(ListOf(_SEAT)), _teams),
        "Seats that play together, by number: a team has the sum of its scores, and wins or loses as one. "
        "Whoever is in no team plays alone.",
        default=(),
    )
    span: Span = field(metadata=UNHASHED)
    origin: str


OUTCOME = one(OutcomeDecl)


@record(
    "condition",
    "a condition on the table",
    "A condition that must or should be true before a game begins. It can use options, the seats, what is "
    "printed on pieces that are not hidden, tables, and values made from these.",
    needs=("must", "should"),
)
class ConditionDecl(Sourced):
    """An item of `table`. One of `needed` and `wanted` is there."""

    needed: Expr | None = key(
        Expression(),
        "If this is not true, the game does not begin: an error.",
        name="must",
        default=None,
    )
    wanted: Expr | None = key(
        Expression(),
        "If this is not true, there is a warning, but the game begins.",
        name="should",
        default=None,
    )
    texts: Texts = key(Text(), "What players read if it is not true.", name="text", hashed="")
    origin: str

    @property
    def must(self) -> bool:
        """Whether it must hold; else it should."""
        return self.needed is not None

    @property
    def condition(self) -> Expr:
        """What must hold, or should."""
        condition = self.needed or self.wanted
        assert condition is not None, "such an item is left out"
        return condition


CONDITIONS = list_of(
    one(ConditionDecl),
    "a list of conditions",
    help="begin each with a dash: `- must: count(seats) >= 3`, and a `text`",
)


@record(
    "invariant",
    "an invariant",
    "A condition that is true whenever a player is asked, and at the end.",
)
class InvariantDecl:
    """An item of `always`."""

    condition: Expr = key(Expression(), "What is always true.", name="must", short=True)
    texts: Texts = key(
        Text(),
        "What it means, for whoever reads that it is broken.",
        name="text",
        default_factory=dict,
    )
    origin: str


INVARIANTS = list_of(
    ReadAs(
        Either((Expression(), Part("invariant"))),
        lambda reader, node: reader.record(InvariantDecl, node, first_line(node)),
    ),
    "a list of conditions",
    help="begin each with a dash: `- coins in everywhere = 20`",
)
