"""Parameters of rules, values and offers that are never used.

The text of a rule or value and its hooks and modifiers may all use a parameter. An empty rule exists for hooks, whatever
they will need. Heads of hooks and modifiers repeat the head of what they change, so they are never reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.dsl.source.places import Span
from boardwright.validators.subject.findings import finding, own_name
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E602",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each parameter."""
    game = subject.game
    read = uses_of(subject).names_read()
    spans = _spans(subject)
    declared: list[tuple[str, ir.Declared, tuple[ir.Var, ...]]] = [
        *(("rule", rule, rule.params) for rule in game.rules.values() if rule.body),
        *(("value", value, value.params) for value in game.values.values()),
        *(("offer", offer, offer.params) for offer in game.offers.values()),
    ]
    changes: dict[tuple[str, str], list[tuple[ir.Var, ...]]] = {}
    for hook in game.hooks:
        changes.setdefault(("rule", hook.rule), []).append(hook.params)
    for modifier in game.modifiers:
        changes.setdefault(("value", modifier.value), []).append(modifier.params)
    for sort, of, params in declared:
        own = changes.get((sort, of.id), ())
        for at, var in enumerate(params):
            if read[var.id] or any(read[each[at].id] for each in own):
                continue
            who = {"rule": "hooks", "value": "modifiers", "offer": "entries"}[sort]
            yield finding(
                "E602",
                f"parameter `{var.name}` of `{own_name(of.id)}` is never used",
                spans.get((of.span, at), of.span),
                help=f"remove it; or, if {who} of expansions will use it, say so: `# allow E602: ...`",
            )


def _spans(subject: Subject) -> dict[tuple[Span, int], Span]:
    """Returns the places of all parameters, by the place of their declaration and their number."""
    heads = [(each.span, each.head) for each in subject.declared.rules]
    heads += [(each.span, each.head) for each in subject.declared.values]
    heads += [(each.span, each.head) for each in subject.declared.offers]
    return {(span, at): one.span for span, head in heads for at, one in enumerate(head.params)}
