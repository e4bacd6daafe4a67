"""Works out whether phases end."""

from __future__ import annotations

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.touches import ENDS, PLAYERS, Part
from boardwright.dsl.rules.walk import phases_in
from boardwright.validators.reasoning.sightings import Survey

_CLEARED = ("turn", "own_turn", "round")


def changed_in(seen: Survey, phase: ir.Phase) -> set[Part]:
    """Returns the parts of the position that may change during a phase."""
    effects = seen.effects
    found: set[Part] = set()
    for key in effects.reached(effects.of_phase(phase)):
        routine = effects.routines[key]
        found |= effects.changed_by(routine.body, effects.rule_of(key))
        if key.startswith("rule "):
            found.update(effects.cleared(key.removeprefix("rule ")))
    for lasts in (*_CLEARED, *(each.id for each in phases_in((phase,)))):
        found.update(effects.cleared(lasts))
    if phase.turn is not None:
        found.add(("name", phase.me.id))
    return found


def until_can_change(seen: Survey, phase: ir.Phase) -> bool:
    """Whether anything in the phase may change the conditions that end it; the course itself always continues."""
    read = seen.effects.read_by(phase.ends)
    return any(sort == "course" for sort, _ in read) or bool(read & changed_in(seen, phase))


def may_come_to_an_end(seen: Survey, phase: ir.Phase) -> bool:
    """Whether something other than a condition may end a phase: a number of times, the end of the game, or a lack of players
    who can have a turn.
    """
    if phase.repeat is not None or phase.rounds is not None:
        return True
    if not phase.ends and phase.turn is None:
        return True
    if _is_replaced(seen, phase):
        return True
    changed = changed_in(seen, phase)
    return ENDS in changed or (phase.turn is not None and PLAYERS in changed)


def never_holds(seen: Survey, phase: ir.Phase) -> bool:
    """Whether all conditions that end a phase are always false."""
    return all(seen.reasoner.holds(end, seen.reasoner.start) is False for end in phase.ends)


def never_ends(seen: Survey, phase: ir.Phase) -> str | None:
    """Says why play never continues after a phase, if so: it never ends, or only together with the game."""
    if _is_replaced(seen, phase):
        return None
    if phase.steps is not None and phase.repeat is None and seen.effects.surely_ends(phase.steps):
        return "this ends the game"
    if phase.repeat is not None or phase.rounds is not None:
        return None
    if not phase.ends and phase.turn is None:
        return None
    changed = changed_in(seen, phase)
    if phase.turn is not None and PLAYERS in changed:
        return None
    if not phase.ends:
        return "this continues until the game ends" if ENDS in changed else "this never ends"
    if never_holds(seen, phase):
        return "this continues until the game ends" if ENDS in changed else "this never ends"
    return None


def _is_replaced(seen: Survey, phase: ir.Phase) -> bool:
    """Whether a hook replaces the phase, or the turns in it."""
    rules = (phase.id, "next_turn") if phase.turn is not None else (phase.id,)
    return any(
        hook.moment == "instead" for rule in rules for hook in seen.effects.hooks.get(rule, ())
    )
