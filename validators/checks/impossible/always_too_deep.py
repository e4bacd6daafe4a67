"""Rules that always call themselves, and so always reach their greatest depth."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.bind.game_checks.rings import rings
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.touches import ENDS
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.validators.reasoning.sightings import Survey
from boardwright.validators.reasoning.survey import survey
from boardwright.validators.subject.findings import error, own_name
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E627",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each ring of rules that surely call each other."""
    seen, game = survey(subject), subject.game
    replaced = {hook.rule for hook in game.hooks if hook.moment == "instead"}
    sure = {id(each.statement) for each in seen.chosen if each.sure}
    calls = {
        rule.id: {call.rule: call for call in _surely(seen, rule.body, sure)}
        for rule in game.rules.values()
        if rule.id not in replaced and ENDS not in seen.effects.changed_by(rule.body)
    }
    graph = {id: [each for each in called if each in calls] for id, called in calls.items()}
    for ring in rings(graph):
        steps = list(zip(ring, (*ring[1:], ring[0]), strict=True))
        labels = [
            Label(calls[one][after].span, f"`{own_name(one)}` always calls this")
            for one, after in steps
        ]
        yield error(
            "E627",
            f"`{own_name(ring[0])}` always calls itself",
            labels[0].span,
            labels[0].text,
            help="add a condition for calling it again",
            others=labels[1:],
        )


def _surely(seen: Survey, body: ir.Body, sure: set[int]) -> Iterator[ir.CallRule]:
    """Yields the calls that are made whenever a body runs."""
    for statement in body:
        match statement:
            case ir.CallRule():
                yield statement
            case ir.IfSo(call=ir.CallRule() as call):
                yield call
            case ir.As():
                yield from _surely(seen, statement.body, sure)
            case ir.Choose(may=False) | ir.Draw() | ir.Find() if id(statement) in sure:
                yield from _surely(seen, statement.body, sure)
            case ir.Repeat():
                if seen.reasoner.single(statement.times, seen.reasoner.start).low >= 1:
                    yield from _surely(seen, statement.body, sure)
            case (
                ir.Stop()
                | ir.EndGame()
                | ir.MayDo()
                | ir.ChooseOne()
                | ir.Perform()
                | ir.IfSo()
                | ir.Open()
            ):
                return
            case ir.If() | ir.While() | ir.ForEach() | ir.Original():
                if _may_leave(statement):
                    return
            case ir.Choose() | ir.Draw() | ir.Find() | ir.Share() | ir.AllAtOnce():
                pass  # may find nothing, or calls nothing itself
            case ir.SimpleStmt():
                pass


def _may_leave(statement: ir.Stmt) -> bool:
    """Whether the game, or the loop around it, may end in this statement."""
    return any(isinstance(node, ir.Stop | ir.EndGame) for node in nodes(statement))
