"""Why an option is offered at a decision, or why it is not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import cast

from boardwright.dsl.language.types import NumberType, PieceType, Type
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help
from boardwright.interpreter.reference.frame import Decision, Frame
from boardwright.interpreter.reference.game import ReferenceGame
from boardwright.interpreter.reference.offers import Line
from boardwright.interpreter.reference.options import DECLINE, DONE
from boardwright.interpreter.reference.position import NOBODY
from boardwright.interpreter.reference.questions import Answer, QuestionError, things_of
from boardwright.interpreter.reference.statements import Runner
from boardwright.interpreter.reference.tracer import EXPRESSION, IN_FORCE, Part, Tracer, name_of

OFFERED, NOT_OFFERED = "offered", "not offered"

_UNSEEN = "what you may not see decides"

Found = tuple[str, tuple[Part, ...]]
"""A reason, and the parts that it follows from."""


def why_option(game: ReferenceGame, id: str, viewer: int | None = None) -> Answer:
    """Which conditions offer an option, or which one does not; for a `viewer` without what that seat may not see. Raises
    `QuestionError` for what could never be an option.
    """
    decision = game.decision
    if decision is None:
        raise QuestionError("nothing is decided here", ("name a decision of the record by `--at`",))
    assert decision.at is not None
    runner, tracer = game.traced_runner(viewer)
    match decision.at:
        case ir.Choose() as asked if id not in (DECLINE, DONE):
            span, (reason, parts) = asked.span, _chosen(tracer, asked, decision, id)
        case ir.ChooseOne() as asked if id != DECLINE:
            span, reason, parts = _of_menu(runner, tracer, asked, decision, id)
        case ir.Open() as asked:
            span, reason, parts = _of_offer(game, runner, tracer, asked, decision, id)
        case ir.Share() as asked:
            span, (reason, parts) = asked.span, _shared(tracer, asked, decision, id)
        case asked:
            span, (reason, parts) = asked.span, _answered(decision, id)
    value = OFFERED if id in decision.options else NOT_OFFERED
    seat = game.table.seats[decision.player]
    part = Part(EXPRESSION, span, value, parts, remark=reason)
    return Answer(f"option {id} of {decision.site} for {seat}", part, tracer.is_cut)


def _answered(decision: Decision, id: str) -> Found:
    """`yes`, `no`, `none` and `done` follow from the form of the statement."""
    if id not in decision.options:
        _refuse(decision, id, ())
    return ("`up to` allows fewer" if id == DONE else "`may` allows both answers"), ()


def _refuse(decision: Decision, id: str, known: Iterable[str]) -> None:
    help = suggest_help(id, [*decision.options, *known])
    few = ", ".join(f"`{each}`" for each in decision.options[:5])
    raise QuestionError(
        f"`{id}` is not an answer to `{decision.site}`", help or (f"for example {few}",)
    )


# ---- one of a set


def _chosen(tracer: Tracer, asked: ir.Choose, decision: Decision, id: str) -> Found:
    selection, frame = asked.selection, decision.frame
    assert frame is not None
    element = selection.var.type
    thing = _meant(tracer, decision, element, id)
    missing = id not in decision.options
    parts = [tracer.explain(selection.source, frame)]
    if missing and tracer.is_hidden:
        return _UNSEEN, tuple(parts)
    if thing not in tracer.members(selection.source, frame):
        return f"it is not in `{_text(selection.source.span)}`", tuple(parts)
    inner = frame.inner()
    inner.values[selection.var.id] = thing
    for expr in (selection.where, None if selection.extreme is None else selection.extreme[1]):
        if expr is not None:
            about = f"{selection.var.name} is {id}"
            parts.append(replace(tracer.explain(expr, inner), about=about))
            if missing and tracer.is_hidden:
                return _UNSEEN, tuple(parts)
    if not tracer.holds(selection.where, inner):
        return "its condition is not true", tuple(parts)
    tracer.explain_all(lambda: tracer.kept(selection, frame))
    if missing and tracer.is_hidden:
        return _UNSEEN, tuple(parts)
    if thing not in tracer.kept(replace(selection, cut=None), frame):
        assert selection.extreme is not None
        return f"others have {'more' if selection.extreme[0] else 'fewer'}", tuple(parts)
    if thing not in tracer.kept(selection, frame):
        return "it comes after those that the order keeps", tuple(parts)
    if thing in decision.picked:
        return "it is already picked", tuple(parts)
    if id not in decision.options:
        if thing in decision.numbers:
            known = decision.options[decision.numbers.index(thing)]
            return f"it is offered as `{known}`", tuple(parts)
        return "one that looks the same is offered in its place", tuple(parts)
    return "every condition is true", tuple(parts)


def _meant(tracer: Tracer, decision: Decision, element: Type, id: str) -> int:
    """The thing of an id: as it is offered, else any of the type."""
    if id in decision.options:
        return decision.numbers[decision.options.index(id)]
    if isinstance(element, NumberType) and re.fullmatch(r"-?[0-9]{1,12}", id):
        return int(id)
    things = things_of(tracer, element)
    if id not in things:
        _refuse(decision, id, things)
    return things[id]


# ---- entries


def _of_menu(
    runner: Runner, tracer: Tracer, asked: ir.ChooseOne, decision: Decision, id: str
) -> tuple[Span, str, tuple[Part, ...]]:
    entry = next((each for each in asked.entries if each.name == id), None)
    if entry is None:
        _refuse(decision, id, [each.name for each in asked.entries])
    assert entry is not None and decision.frame is not None
    reason, parts = _begun(
        runner, tracer, entry.condition, entry.body, decision.frame, id not in decision.options
    )
    return entry.span, reason, parts


def _begun(
    runner: Runner,
    tracer: Tracer,
    when: ir.Expr | None,
    body: ir.Body,
    frame: Frame,
    missing: bool,
) -> Found:
    """Whether a condition is true and a body can begin."""
    parts: tuple[Part, ...] = () if when is None else (tracer.explain(when, frame),)
    if when is not None and missing and tracer.is_hidden:
        return _UNSEEN, parts
    if not tracer.holds(when, frame):
        return "its condition is not true", parts
    parts += tracer.explain_all(lambda: runner.evaluator.can_begin(body, frame))
    if not runner.evaluator.can_begin(body, frame):
        return "its effect cannot begin: there is nothing to choose, draw or share", parts
    return "every condition is true" if parts else "it has no condition", parts


def _of_offer(
    game: ReferenceGame,
    runner: Runner,
    tracer: Tracer,
    asked: ir.Open,
    decision: Decision,
    id: str,
) -> tuple[Span, str, tuple[Part, ...]]:
    every = runner.offers.lines(asked.offer, decision.player)
    lines = [each for each in every if _is_seen(tracer, each)]
    line = next((each for each in lines if each.id == id), None)
    if line is None:
        return _of_no_line(game, tracer, asked.offer, decision, id, lines)
    span = line.node.span
    if line.closes:
        return span, "the closing entry is always offered", ()
    if line.limit is not None and line.use is not None:
        used = tracer.position.used.get(line.use, 0)
        if used >= line.limit.times:
            return span, f"its limit is used up: {used} of {line.limit.times}", ()
    reason, parts = _begun(
        runner, tracer, line.when, line.body, line.frame, id not in decision.options
    )
    return span, reason, parts


def _is_seen(tracer: Tracer, line: Line) -> bool:
    """Whether an entry is of the game, or of a piece that may be told of."""
    if line.node.it is None:
        return True
    type, thing = line.node.it.type, line.frame.values[line.node.it.id]
    return not isinstance(type, PieceType) or tracer.shows(type.kind, cast(int, thing))


def _of_no_line(
    game: ReferenceGame, tracer: Tracer, offer: str, decision: Decision, id: str, lines: list[Line]
) -> tuple[Span, str, tuple[Part, ...]]:
    """An effect or entry of a piece or space that is not in force, not the player's, or not there."""
    declared, position = game.table.game.offers[offer], tracer.position
    known: dict[str, tuple[Span, str, str]] = {}
    for kind, definition, slot in declared.slots:
        owners = game.table.game.kinds if position.is_piece_kind(kind) else game.table.game.spaces
        of = next(each for each in owners[kind].definitions if each.id == definition)
        known[f"{slot}:{definition}"] = (of.slots[slot].span, kind, definition)
    for entry in declared.entries:
        if entry.definition is not None:
            known[f"{entry.id}:{entry.definition[1]}"] = (entry.span, *entry.definition)
    # Copies and players' own pieces have ids that begin as the definition's.
    name = next((each for each in known if id == each or id.startswith(f"{each}_")), None)
    if name is None:
        _refuse(decision, id, [*known, *(line.id for line in lines)])
    assert name is not None
    span, kind, definition = known[name]
    things = [
        thing
        for thing in position.showing((kind, definition))
        if not position.is_piece_kind(kind) or tracer.shows(kind, thing)
    ]
    if not things:
        return span, "nothing at the table shows it now", ()
    reasons = []
    for thing in things:
        owner = position.owner_of(kind, thing)
        if position.can_be_owned(kind) and owner != decision.player:
            whose = "nobody" if owner == NOBODY else game.table.seats[owner]
            reasons.append(f"{name_of(position, kind, thing)} belongs to {whose}")
    if len(reasons) == len(things):
        return span, ", ".join(reasons[:5]), ()
    parts: tuple[Part, ...] = ()
    for thing in things:
        ask = partial(tracer.in_force, kind, thing, decision.player)
        asked = tracer.explain_all(ask)
        parts += tuple(each for each in asked if each.about == IN_FORCE)
        if tracer.is_hidden:
            return span, _UNSEEN, parts
    return span, "not in force", parts


# ---- shares


def _shared(tracer: Tracer, asked: ir.Share, decision: Decision, id: str) -> Found:
    if not re.fullmatch(r"[0-9]{1,12}", id):
        _refuse(decision, id, ())
    assert decision.frame is not None
    parts = (tracer.explain(asked.amount, decision.frame),)
    first, last = decision.options[0], decision.options[-1]
    return f"from {first} to {last}, everything can be shared within the limits", parts


def _text(span: Span) -> str:
    return " ".join(span.text.split())
