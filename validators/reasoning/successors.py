"""Finds what follows a statement: in its routine, after calls of it, and in the next phases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from boardwright.dsl.rules import ir
from boardwright.validators.reasoning.sightings import Survey


def with_following(body: ir.Body, after: ir.Body = ()) -> Iterator[tuple[ir.Stmt, ir.Body]]:
    """Yields all statements of a body, each with those that follow it there."""
    for n, statement in enumerate(body):
        following = (*body[n + 1 :], *after)
        yield statement, following
        for inner in _bodies(statement):
            yield from with_following(inner, following)


def _bodies(statement: ir.Stmt) -> Iterator[ir.Body]:
    if isinstance(statement, ir.ChooseOne):
        yield from (entry.body for entry in statement.entries)
    for name in ("body", "otherwise"):
        found = getattr(statement, name, ())
        if found:
            yield found


@dataclass(slots=True)
class Following:
    """Finds which statements of a ruleset may come next; None means unknown."""

    seen: Survey
    _sites: dict[str, list[tuple[str, ir.Body]]] = field(default_factory=dict)
    _tried: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for key, routine in self.seen.effects.routines.items():
            for statement, after in with_following(routine.body):
                match statement:
                    case ir.CallRule(rule=rule):
                        self._sites.setdefault(rule, []).append((key, after))
                    case ir.IfSo(call=ir.CallRule(rule=rule)):
                        self._sites.setdefault(rule, []).append(("", ()))
                    case _:
                        pass

    def after(self, key: str, after: ir.Body) -> list[ir.Stmt | None]:
        """Returns what may come next after a place in a routine that these statements (`after`) follow."""
        self._tried.clear()
        return list(self._after(key, after))

    def _after(self, key: str, after: ir.Body) -> Iterator[ir.Stmt | None]:
        if after:
            first, *rest = after
            if isinstance(first, ir.CallRule) and not self.seen.effects.hooks.get(first.rule):
                yield from self._after(key, (*self.seen.game.rules[first.rule].body, *rest))
            else:
                yield first
            return
        if key in self._tried:
            return
        self._tried.add(key)
        sort, _, id = key.partition(" ")
        if self.seen.effects.hooks.get(id):
            yield None
        elif sort == "rule":
            for site, following in self._sites.get(id, ()):
                yield from self._after(site, following) if site else (None,)
        elif sort == "steps":
            yield from self._after_phase(id, self.seen.game.course, None)
        else:
            yield None

    def _after_phase(
        self, id: str, phases: tuple[ir.Phase, ...], around: ir.Phase | None
    ) -> Iterator[ir.Stmt | None]:
        """Yields what follows a phase that is one of these, or inside one of them."""
        for n, phase in enumerate(phases):
            if phase.id != id:
                yield from self._after_phase(id, phase.phases, phase)
                continue
            if phase.repeats:
                yield from self._begins(phase)
            if n + 1 < len(phases):
                yield from self._begins(phases[n + 1])
            elif around is not None:
                if around.repeats:
                    yield from self._begins(phases[0])
                yield from self._after_phase(around.id, self.seen.game.course, None)

    def _begins(self, phase: ir.Phase) -> Iterator[ir.Stmt | None]:
        if self.seen.effects.hooks.get(phase.id) or phase.turn is not None:
            yield None
        elif phase.phases:
            yield from self._begins(phase.phases[0])
        else:
            yield from self._after(f"steps {phase.id}", phase.steps or ())
