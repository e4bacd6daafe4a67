"""Why something happened: the statement that did it, and the way to it through the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import phases_in
from boardwright.dsl.source.places import Span
from boardwright.interpreter.events.origins import Origin, origins
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.reference.followed_game import (
    STATEMENT,
    FollowedGame,
    Key,
    chance,
    done,
    forced,
)
from boardwright.interpreter.reference.questions import Answer, QuestionError, why_score
from boardwright.interpreter.reference.tracer import Part

_MOST_NAMED = 20


def why_event(program: Program, seed: int, choices: Sequence[str], number: int) -> Answer:
    """Why one of the events happened that follow the last of these choices, or the setup if there is none; the first is 1."""
    found = origins(program, seed, choices)
    after = f"decision {len(choices)}" if choices else "the setup"
    if not 1 <= number <= len(found):
        few = [f"{n}: {told(each.event)}" for n, each in enumerate(found[:_MOST_NAMED], 1)]
        many = f"there are {len(found)} events after {after}"
        raise QuestionError(f"there is no event {number} after {after}", (many, *few))
    origin = found[number - 1]
    part = _part(program, seed, choices, origin)
    return Answer(f"event {number} after {after}", replace(part, value=told(origin.event)))


def told(event: dict[str, Any]) -> str:
    """An event in one line."""
    parts = (
        f"{key} {_text(value)}"
        for key, value in event.items()
        if key not in ("event", "by", "cause", "options", "names", "unfollowed")
    )
    return f"{event['event']}: {', '.join(parts)}"


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        return " and ".join(map(_text, value)) or "nothing"
    if isinstance(value, dict):
        return " and ".join(f"{key} {_text(each)}" for key, each in value.items()) or "nothing"
    if value is None or value is True or value is False:
        return "nobody" if value is None else "yes" if value else "no"
    return f"{value}"


def _part(program: Program, seed: int, choices: Sequence[str], origin: Origin) -> Part:
    """What did it. Where play of the reference cannot say which time it was, only the place in the rules."""
    event, node, table = origin.event, origin.node, program.table
    if event["event"] == "asked":
        return _played(FollowedGame(table, seed), choices).here()
    if event["event"] == "ended":
        game = _played(FollowedGame(table, seed), choices)
        scores = (
            replace(why_score(game, seat).part, about=f"score of {seat}") for seat in table.seats
        )
        return Part(STATEMENT, table.game.outcome.span, None, tuple(scores))
    key = None
    if event["event"] == "chance":
        key = Key(chance(event["name"]), origin.time)
    elif event.get("forced"):
        key = Key(forced(event["decision"]), origin.time)
    elif node is not None:
        key = Key(done(node), origin.time)
    if key is not None:
        game = FollowedGame(table, seed, None if choices else key)
        if choices:
            _played(game, choices[:-1]).look_for(key)
            game.apply(choices[-1])
        if game.found is not None:
            return game.found
    return Part(STATEMENT, _declared(table.game, origin), None)


def _played(game: FollowedGame, choices: Sequence[str]) -> FollowedGame:
    for choice in choices:
        game.apply(choice)
    return game


# ---- what no statement does


def _declared(game: ir.Game, origin: Origin) -> Span:
    """Where the rule, phase, offer, hook or effect is declared in which something happened."""
    if origin.event["event"] == "used" and "entry" in origin.event:
        of, _, entry = origin.event["entry"].partition(".")
        used = _used(game, of, entry, origin.event["of"])
        if used is not None:
            return used.span
    mark, phases = origin.mark, {each.id: each for each in phases_in(game.course)}
    what = origin.event.get("what", "").partition(" ")[0]
    if what in phases:
        return phases[what].span
    if mark is None:
        return game.outcome.span
    if mark.span is not None:
        return mark.span
    for hook in game.hooks:
        if mark.cause == hook.id:
            return hook.span
    sort, _, name = mark.cause.partition(":")
    name = name.split("~")[0]
    if sort == "rule":
        return game.rules[name].span
    if sort.startswith("offer"):
        return game.offers[name].span
    if sort == "slot":
        kind, id, slot = name.split(":")
        return next(each.slots[slot].span for each in _definitions(game, kind) if each.id == id)
    return phases[name].span if name in phases else game.outcome.span


def _used(game: ir.Game, of: str, entry: str, by: str) -> ir.OfferEntry | ir.Slot | None:
    """The entry of an offer, or the effect of a piece or space, whose uses are counted."""
    if of in game.offers:
        return next((each for each in game.offers[of].entries if each.id == entry), None)
    # Copies and players' own pieces have ids that begin as the definition's.
    for definition in _definitions(game, of):
        if by == definition.id or by.startswith(f"{definition.id}_"):
            return definition.slots.get(entry)
    return None


def _definitions(game: ir.Game, kind: str) -> Sequence[ir.Definition]:
    if kind in game.kinds:
        return game.kinds[kind].definitions
    return game.spaces[kind].definitions if kind in game.spaces else ()


__all__ = ["told", "why_event"]
