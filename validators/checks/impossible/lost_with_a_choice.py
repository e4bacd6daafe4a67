"""Choices that may find nothing, followed by statements that do not depend on what is chosen.

When there is nothing to choose, the rest of the block is skipped. Mostly that is intended: what is done with the chosen
thing cannot be done, and its cost need not be paid. So a finding needs statements at the end of the block that use neither
the chosen thing nor what was changed with it, and that pay nothing. It also needs an author who has not thought of the
case: there is no `otherwise`, and no condition nearby about the same set. Authors who write `find` mostly know that there is
something to find.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.touches import Part
from boardwright.dsl.rules.walk import conjuncts, nodes
from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.dsl.source.places import Span
from boardwright.validators.reasoning.effects import Effects
from boardwright.validators.reasoning.facts import renamed
from boardwright.validators.reasoning.ranges import ValueRange, exactly
from boardwright.validators.reasoning.routines import Routine
from boardwright.validators.reasoning.sightings import Chosen, Survey
from boardwright.validators.reasoning.survey import survey
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E623",)
PROFILE = Profile.SHARED

_MAY_FIND_NOTHING = (ir.Choose, ir.Draw, ir.Find, ir.Share)
_WORDS = {ir.Choose: "to choose", ir.Draw: "to draw"}
_ANY = (
    -1
)  # the name that stands for a member of any set, so that conditions about two sets can be compared


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each choice; one in a trait must be so for all pieces with the trait."""
    seen = survey(subject)
    tested = {
        node.call.rule
        for routine in seen.effects.routines.values()
        for node in nodes(routine.body)
        if isinstance(node, ir.IfSo) and isinstance(node.call, ir.CallRule)
    }
    first, *_ = subject.game.course or (None,)
    at_first = exactly(0) if first is not None and first.steps is not None else None
    said: dict[str, set[ir.Expr]] = {}
    found: dict[Span, tuple[Chosen, ir.Stmt | None]] = {}
    for chosen in seen.chosen:
        routine, span = chosen.routine, chosen.statement.span
        if routine.key not in said:
            said[routine.key] = _thought_of(routine)
        lost = None
        if not _is_fine(chosen, tested, said[routine.key], at_first):
            lost = _lost(seen, chosen)
        if span not in found or lost is None:
            found[span] = chosen, lost
    by_place: dict[Span, list[Chosen]] = {}
    for chosen, lost in found.values():
        if lost is not None:
            by_place.setdefault(lost.span, []).append(chosen)
    for span, choices in by_place.items():
        yield finding(
            "E623",
            f"when there is nothing {_WORDS[type(choices[0].statement)]}, this is skipped as well",
            span,
            help="move it before the choice, or add an `otherwise`",
            others=[
                Label(each.statement.selection.source.span, "there may be nothing here")
                for each in choices
            ],
        )


def _is_fine(
    chosen: Chosen, tested: set[str], said: set[ir.Expr], at_first: ValueRange | None
) -> bool:
    statement = chosen.statement
    if chosen.sure or chosen.shown or statement.otherwise or isinstance(statement, ir.Find):
        return True
    if at_first is not None and chosen.phase == at_first:
        return True  # during setup everything is still in its place
    if chosen.routine.key.removeprefix("rule ") in tested:
        return True  # its callers check whether it went through
    return any(part in said for part in _about_the_set(statement))


# ---- what the author has thought of -------------------------------------------------------------------


def _thought_of(routine: Routine) -> set[ir.Expr]:
    """Returns what the conditions of a routine are about, sets that are tested for members included."""
    found: set[ir.Expr] = set()
    for node in nodes((routine.when, routine.body)):
        conditions: list[ir.Expr | None] = []
        match node:
            case ir.If(condition=condition) | ir.While(condition=condition):
                conditions.append(condition)
            case ir.MenuEntry(condition=condition):
                conditions.append(condition)
            case ir.Repeat(times=times):
                conditions.append(times)
            case ir.Choose(selection=selection) | ir.Draw(selection=selection):
                if selection.where is not None:
                    name = ir.Local(var=node.var, type=node.var.type, span=node.span)
                    conditions.append(renamed(selection.where, {selection.var.id: name}))
            case _:
                pass
        for condition in (*conditions, routine.when):
            found.update(_parts(condition))
    return found


def _parts(condition: ir.Expr | None) -> Iterator[ir.Expr]:
    """Yields the parts of a condition that depend on the position, with `_ANY` for members of sets."""
    for node in nodes(condition):
        if isinstance(node, ir.Selection):
            yield from (_of_any(part, node.var) for part in conjuncts(node.where))
        if isinstance(node, ir.Aggregate | ir.Together):
            yield from (_of_any(part, node.selection.var) for part in conjuncts(node.body))
        if isinstance(node, ir.Typed) and not isinstance(node, ir.Const | ir.Local | ir.Spaces):
            yield node  # type: ignore[misc]


def _about_the_set(statement: ir.Choose | ir.Draw | ir.Find) -> Iterator[ir.Expr]:
    """Yields what a condition would read to find out whether the set has members."""
    selection = statement.selection
    plain = (ir.Const, ir.Local, ir.Spaces, ir.AllPieces, ir.Members, ir.Seats)
    for node in nodes(selection.source):
        if isinstance(node, ir.Typed) and not isinstance(node, plain):
            yield node  # type: ignore[misc]
    yield from (_of_any(part, selection.var) for part in conjuncts(selection.where))


def _of_any(expr: ir.Expr, var: ir.Var) -> ir.Expr:
    names: Mapping[int, ir.Expr] = {
        var.id: ir.Local(var=ir.Var(_ANY, "", var.type), type=var.type, span=expr.span)
    }
    return renamed(expr, names)


# ---- what is lost --------------------------------------------------------------------------------------


def _lost(seen: Survey, chosen: Chosen) -> ir.Stmt | None:
    """Returns the first of the statements at the end of the block that do not depend on the choice."""
    effects = seen.effects
    original = effects.rule_of(chosen.routine.key)
    names = {chosen.statement.var.id}
    changed: set[Part] = set()
    lost: ir.Stmt | None = None
    for statement in _in_line(chosen.statement.body):
        part = _own(statement)
        changes = _changes(effects, part, original)
        if _uses(part, names) or (effects.read_by(part) | changes) & changed:
            names |= _names_made(part)
            if isinstance(statement, _MAY_FIND_NOTHING):
                names.add(statement.var.id)
            changed |= changes
            lost = None
        elif _pays(seen, statement):
            return None
        elif lost is None and changes:
            lost = statement
    return lost


def _in_line(body: ir.Body) -> Iterator[ir.Stmt]:
    """Yields the statements of a block in order; one that may find nothing contains those after it."""
    for statement in body:
        yield statement
        if isinstance(statement, _MAY_FIND_NOTHING) and not getattr(statement, "may", False):
            yield from _in_line(statement.body)


def _own(statement: ir.Stmt) -> tuple[object, ...]:
    """Returns the parts of a statement, without the statements after it."""
    if not isinstance(statement, _MAY_FIND_NOTHING) or getattr(statement, "may", False):
        return (statement,)
    otherwise = getattr(statement, "otherwise", ())
    if isinstance(statement, ir.Share):
        return (statement.selection, statement.amount, statement.least, statement.most)
    return (statement.selection, otherwise)


def _changes(effects: Effects, part: tuple[object, ...], original: str | None) -> set[Part]:
    return {each for each in effects.changed_by(part, original) if each[0] != "name"}


def _uses(part: tuple[object, ...], names: set[int]) -> bool:
    return any(
        isinstance(node, ir.Local | ir.LocalOf) and node.var.id in names for node in nodes(part)
    )


def _names_made(part: tuple[object, ...]) -> set[int]:
    """Returns the names that get their value from a statement."""
    found = set()
    for node in nodes(part):
        if isinstance(node, ir.Let | ir.SetLocal | ir.Choose | ir.Draw | ir.Find | ir.Share):
            found.add(node.var.id)
    return found


def _pays(seen: Survey, statement: ir.Stmt) -> bool:
    """Whether a statement pays: a player's stock goes home, or a number goes down."""
    if isinstance(statement, ir.AddNote):
        return statement.negative
    if not isinstance(statement, ir.MoveStock):
        return False
    stock = seen.game.stocks[statement.stock]
    return isinstance(statement.target, ir.ZonePlace) and statement.target.place == stock.home
