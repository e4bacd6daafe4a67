"""Declares what happens when: offers, the course of the game, and its outcome; and for which tables it is."""

from __future__ import annotations

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.declaration_builder import Scope, told
from boardwright.dsl.declare.declarations import (
    ConditionDecl,
    OfferDecl,
    OutcomeDecl,
    PhaseDecl,
)
from boardwright.dsl.declare.sections import RECORDS
from boardwright.dsl.declare.values import Fields, Reader
from boardwright.dsl.language.parser import parse_expression
from boardwright.dsl.language.syntax import Expr
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar

_FORMS = ("steps", "turn", "phases")
_UNTIL = "until "
_PHASES = "begin each phase with a dash: `- phase: setup`"
_OF_TURNS = ("first", "direction", "without", "rounds")


def declare_offers(scope: Scope, node: Node) -> None:
    """`offers:`."""
    scope.into.offers.extend(scope.reader.records(OfferDecl, node))


def declare_course(scope: Scope, node: Node) -> None:
    """`course:`."""
    scope.into.course.extend(_phases(scope, node, inside=False))


def _phases(scope: Scope, node: Node, inside: bool) -> tuple[PhaseDecl, ...]:
    found: list[PhaseDecl] = []
    for item in scope.reader.items(node, "a list of phases", help=_PHASES):
        fields = scope.reader.fields(item, "phase", shape_errors.first_line(item))
        phase = None if fields is None else _phase(scope, fields, inside)
        if phase is not None:
            found.append(phase)
    return tuple(found)


def _phase(scope: Scope, fields: Fields, inside: bool) -> PhaseDecl | None:
    reader = scope.reader
    _check_form(scope, fields, inside)
    name = fields.id("phase")
    about = told(fields)
    nested = fields.node("phases")
    way = fields.read(
        "direction", lambda node: reader.one_of(node, ("clockwise", "counter_clockwise"))
    )
    repeat, repeat_until = _repetition(reader, fields.node("repeat"))
    phase = PhaseDecl(
        id=name.id if name else "",
        span=name.span if name else fields.owner,
        origin=scope.whose.origin,
        texts=about.texts,
        about=about.about,
        refs=about.refs,
        assumed=about.assumed,
        steps=fields.read("steps", reader.steps),
        turn=fields.read("turn", reader.steps),
        phases=_phases(scope, nested, inside=True) if nested is not None else (),
        repeat=repeat,
        repeat_until=repeat_until,
        until=fields.expression("until"),
        first=fields.expression("first"),
        without=fields.expression("without"),
        rounds=fields.expression("rounds"),
        clockwise=way != "counter_clockwise",
        after=fields.name("after"),
        before=fields.name("before"),
    )
    return None if name is None else phase


def _repetition(reader: Reader, node: Node | None) -> tuple[Expr | None, Expr | None]:
    """How many times, or until when."""
    if node is None:
        return None, None
    if not isinstance(node, Scalar) or not node.text.startswith(_UNTIL):
        return reader.expression(node), None
    at = len(_UNTIL)
    condition = Scalar(node.text[at:], node.locate(at, len(node.text)), node.style)
    return None, parse_expression(condition, reader.bag)


def _check_form(scope: Scope, fields: Fields, inside: bool) -> None:
    bag = scope.reader.bag
    forms = [key for key in fields.entries if key in _FORMS]
    if not forms:
        bag.error(
            "E202",
            "a phase needs `steps`, `turn` or `phases`",
            fields.key_span("phase") or fields.owner,
            "one of them is missing here",
            help="write `steps:` for what is done once, `turn:` for what each player does in turn",
        )
        return
    for extra in forms[1:]:
        shape_errors.conflicting_keys(
            bag,
            fields.entries[extra].key.span,
            f"a phase has either `{forms[0]}` or `{extra}`",
            fields.key_span(forms[0]),
            "make two phases of it",
        )
    if len(forms) > 1:
        return
    if forms[0] != "turn":
        for key in _OF_TURNS:
            if key in fields:
                message = f"`{key}` is for a phase with `turn`, and this one has `{forms[0]}`"
                shape_errors.conflicting_keys(
                    bag,
                    fields.entries[key].key.span,
                    message,
                    fields.key_span(forms[0]),
                    f"remove `{key}`",
                )
    elif "repeat" in fields:
        message = "`repeat` is for a phase with `steps` or `phases`, and this one has `turn`"
        help = "write `rounds:` for how many turns each player has"
        shape_errors.conflicting_keys(
            bag, fields.entries["repeat"].key.span, message, fields.key_span("turn"), help
        )
    if "after" in fields and "before" in fields:
        shape_errors.conflicting_keys(
            bag,
            fields.entries["before"].key.span,
            "a phase stands either `after` or `before` another",
            fields.key_span("after"),
            "remove one of them",
        )
    for key in ("after", "before"):
        if key in fields and (scope.whose.is_game or scope.whose.replacing or inside):
            message = f"`{key}` is for the phases that an expansion adds"
            help = f"remove `{key}`: phases run in the order in which they stand"
            if scope.whose.replacing:
                help = f"remove `{key}`: what is replaced keeps its place"
            shape_errors.conflicting_keys(bag, fields.entries[key].key.span, message, None, help)


def declare_table(scope: Scope, node: Node) -> None:
    """`table:`."""
    reader = scope.reader
    help = "begin each with a dash: `- must: count(seats) >= 3`, and a `text`"
    for item in reader.items(node, "a list of conditions", help=help):
        owner = shape_errors.first_line(item)
        fields = reader.fields(item, "condition", owner)
        if fields is None:
            continue
        must, should = fields.expression("must"), fields.expression("should")
        if "must" in fields and "should" in fields:
            shape_errors.conflicting_keys(
                reader.bag,
                fields.entries["should"].key.span,
                "a condition either `must` hold or `should`",
                fields.key_span("must"),
                "make two items of it",
            )
        elif "must" not in fields and "should" not in fields and fields.is_complete:
            reader.bag.error(
                "E202",
                "a condition on the table needs `must` or `should`",
                owner,
                "neither stands here",
                help="write `must:` for what is an error if it does not hold, `should:` for a warning",
            )
        condition = must or should
        about = told(fields)
        if condition is not None and about.about:
            scope.into.conditions.append(
                ConditionDecl(
                    must=must is not None,
                    condition=condition,
                    texts=about.about,
                    refs=about.refs,
                    assumed=about.assumed,
                    origin=scope.whose.origin,
                )
            )


def declare_outcome(scope: Scope, node: Node) -> None:
    """`outcome:`."""
    reader = scope.reader
    owner = shape_errors.first_line(node)
    fields = reader.fields(node, "outcome", owner)
    if fields is None:
        return
    ties: list[tuple[bool, Expr]] = []
    ways = fields.node("ties")
    for item in reader.items(ways, "a list of ways to break ties") if ways is not None else ():
        tie = reader.fields(item, "tie", shape_errors.first_line(item))
        if tie is None:
            continue
        most, fewest = tie.expression("most"), tie.expression("fewest")
        if len(tie.entries) == 2:
            shape_errors.conflicting_keys(
                reader.bag,
                tie.entries["fewest"].key.span,
                "a tie is broken by `most` or by `fewest` of something",
                tie.key_span("most"),
                "make two items of it, in the order in which they decide",
            )
        elif not tie.entries and not item_is_faulty(item):
            shape_errors.wrong_shape(reader.bag, item, "`most` or `fewest` of something")
        elif most is not None:
            ties.append((True, most))
        elif fewest is not None:
            ties.append((False, fewest))
    score, wins = fields.expression("score"), fields.expression("wins")
    worth = fields.expression("worth")
    if score is not None:
        scope.into.outcomes.append(
            OutcomeDecl(
                score=score,
                ties=tuple(ties),
                wins=wins,
                worth=worth,
                span=owner,
                origin=scope.whose.origin,
            )
        )


def item_is_faulty(item: Node) -> bool:
    """Whether a mapping holds only keys that were reported already."""
    return isinstance(item, Mapping) and any(
        RECORDS["tie"].key(entry.key.text) is None for entry in item.entries
    )
