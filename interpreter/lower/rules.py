"""Rules with their hooks, and what else is entered by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import asks_usable
from boardwright.interpreter.lower.addresses import NO, YES
from boardwright.interpreter.lower.analysis.calls import slot_name
from boardwright.interpreter.lower.choices import show_entry
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.expressions import begin_function
from boardwright.interpreter.lower.hooks import (
    CarriedHook,
    Parameters,
    list_carried,
    write_hook,
    write_hooks,
)
from boardwright.interpreter.lower.marks import (
    find_keys,
    mark_change,
    mark_course,
    mark_happened,
    mark_left,
    whole,
)
from boardwright.interpreter.lower.statements import begin_routine, find_effects, write_call
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Routine, Var
from boardwright.interpreter.machine.word_ranges import ANY, Between, OfFrame
from boardwright.interpreter.table import errors


def write_entered(
    linking: Linking,
    name: str,
    params: Sequence[str],
    write: Callable[[Emitter], None],
    *,
    title: str = "",
) -> None:
    """Makes a function or a routine of what `write` writes."""
    to = begin_routine(linking, name)
    if linking.calls.may_ask(name):
        first = len(linking.blocks)
        entry = to.block(title or name)
        back = linking.layout.words(OfFrame(ANY))
        to.go_on(entry)
        write(to)
        mark_left(to)
        to.emit(lo.Leave())
        linking.routines[name] = Routine(
            name,
            tuple(params),
            entry.number,
            linking.blocks[first:],
            back,
            to.array_words,
            saved=linking.calls.comes_back(name),
        )
    else:
        write(to)
        mark_left(to)
        linking.functions[name] = lo.Function(name, tuple(params), to.out, title)


# ---- rules and hooks


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooked:
    """What there may be hooks on: a rule, a phase or a turn.

    It clears what lasts until it begins; `phase` is what the phase is from its very beginning. While `under_way`
    holds (a scenario begins inside the phase), it has begun before: nothing is cleared, nothing happens before it.
    If it is `tested`, `THROUGH` says in the end whether it has gone through.
    """

    name: str
    given: Parameters
    body: Callable[[Emitter], None]
    clears: str = ""
    title: str = ""
    tested: bool = False
    phase: int | None = None
    under_way: lo.Expr | None = None


def write_hooked(linking: Linking, rule: Hooked) -> None:
    """A rule with the hooks on it: before, body, after; inside the `instead` hooks, the last loaded outermost."""
    hooks = linking.hooks.get(rule.name, [])
    levels = list_carried(linking, [hook for hook in hooks if hook.moment == "instead"])
    # Each level calls the one before it; the outermost has the name that others call.
    names = [*(f"{rule.name}~{n}" for n in range(len(levels))), rule.name]

    def write_core(to: Emitter) -> None:
        rule.given.bind(to)
        if not levels:
            _begin(to, rule)
        _write_core(to, rule, hooks)

    write_entered(linking, names[0], rule.given.names, write_core, title=rule.title)
    for carried, inner, name in zip(levels, names, names[1:], strict=False):
        write = partial(_write_level, rule=rule, carried=carried, inner=inner, name=name)
        write_entered(linking, name, rule.given.names, write, title=rule.title)


def _begin(to: Emitter, rule: Hooked) -> None:
    with to.inside() as cleared:
        write_clearing(to, rule.clears)
    if rule.under_way is None:
        to.out.extend(cleared)
    elif cleared:
        to.emit(lo.When(rule.under_way, [], cleared))
    if rule.phase is not None:
        to.emit(lo.Store(Int(lay.PHASE), Int(rule.phase)))
        mark_course(to, f"{to.table.phases[rule.phase]} begins")
    elif cleared:
        mark_change(to)


def _write_core(to: Emitter, rule: Hooked, hooks: list[ir.Hook]) -> None:
    """What happens unless something happens instead."""
    before = [hook for hook in hooks if hook.moment == "before"]
    after = [hook for hook in hooks if hook.moment == "after"]
    to.went = to.fresh("went") if rule.tested else None
    if to.went:
        to.emit(lo.SetVar(to.went, YES))
    if rule.under_way is not None and before:
        begun = to.block()
        to.emit(lo.When(rule.under_way, [lo.Goto(begun.number)], []))
        write_hooks(to, before, rule.given)
        to.jump(begun)
        to.go_on(begun)
    else:
        write_hooks(to, before, rule.given)
    _mark_happened(to, whole(rule.name))
    rule.body(to)
    went, to.went = to.went, None
    write_hooks(to, after, rule.given)
    if went:
        to.emit(lo.Store(Int(lay.THROUGH), Var(went)))


def _mark_happened(to: Emitter, name: str) -> None:
    """A rule or effect begins that is told of by name. Effects that players pick from an offer have the name of their piece."""
    game = to.linking.game
    keys = find_keys(game, name)
    if not keys:
        return
    sort, _, rest = name.partition(":")
    if sort == "rule":
        mark_happened(
            to, "rule", name, keys, game.rules[rest].span, always=bool(game.rules[rest].texts)
        )
        return
    kind, definition, slot = rest.split(":")
    offered = any((kind, definition, slot) in offer.slots for offer in game.offers.values())
    mark_happened(to, "slot", name, keys, None, always=offered)


def _write_level(to: Emitter, *, rule: Hooked, carried: CarriedHook, inner: str, name: str) -> None:
    """What happens by a hook instead of the rule; if the hook does not fire, or where it says so, what is `inner`."""
    rule.given.bind(to)
    if name == rule.name:
        _begin(to, rule)
    went = to.fresh("went") if rule.tested else None
    if went:
        to.emit(lo.SetVar(went, NO))

    def write_original() -> None:
        write_call(to, inner, tuple(Var(each) for each in rule.given.names))
        if went:
            to.emit(lo.SetVar(went, Load(Int(lay.THROUGH))))

    to.original = write_original
    write_hook(to, carried, rule.given, otherwise=write_original)
    if went:
        to.emit(lo.Store(Int(lay.THROUGH), Var(went)))


def write_clearing(to: Emitter, what: str) -> None:
    """Forgets what lasts until this begins."""
    for at, count, value in to.linking.layout.clearing.get(what, ()):
        to.emit(lo.Fill(at, count, value))


def lower_rule(linking: Linking, rule: ir.Rule) -> None:
    """A rule, with the hooks on it."""
    name = f"rule:{rule.id}"
    write_hooked(
        linking,
        Hooked(
            name=name,
            given=Parameters(rule.me, rule.params),
            body=partial(_write_rule, rule=rule),
            clears=rule.id,
            title=rule.id,
            tested=name in linking.calls.tested,
        ),
    )


def _write_rule(to: Emitter, rule: ir.Rule) -> None:
    """The statements of a rule, and how deep it is in itself if that is limited."""
    if not rule.deep:
        to.write(rule.body)
        return
    told = f"how deep `{rule.id}` is in itself"
    depth = Int(to.linking.word_for(f"depth {rule.id}", Between(0, rule.deep + 1), told))
    message = f"`{rule.id}` calls itself more than {rule.deep} times"
    too_deep = to.fail(errors.TOO_DEEP, message, rule.span)
    to.emit(lo.Store(depth, Op("+", Load(depth), YES)))
    to.emit(lo.When(Op(">", Load(depth), Int(rule.deep + 1)), [too_deep], []))
    to.write(rule.body)
    to.emit(lo.Store(depth, Op("-", Load(depth), YES)))


def lower_slot(linking: Linking, kind: str, definition: ir.Definition, slot: ir.Slot) -> None:
    """An effect of a piece or space, with the hooks on it."""
    name = slot_name(kind, definition.id, slot.id)

    def write(to: Emitter) -> None:
        to.write(slot.body)

    write_hooked(
        linking,
        Hooked(
            name=name,
            given=Parameters(slot.me, (slot.it,)),
            body=write,
            title=f"{definition.id}: {slot.id}",
            tested=name in linking.calls.tested,
        ),
    )


# ---- whether effects are usable


def lower_usables(linking: Linking) -> None:
    """Lowers a function for each effect and each type of piece or space that was asked about, and what these ask about."""
    while waiting := linking.usables.keys() - linking.functions.keys():
        name = min(waiting)
        linking.functions[name] = _lower_usable(linking, name, linking.usables[name])


def _lower_usable(linking: Linking, name: str, asked: ir.Usable) -> lo.Function:
    """A function of `me` and the piece or space."""
    to = begin_function(linking, name)
    me, subject = (f"{word}_t{linking.number()}" for word in ("me", "subject"))
    result = to.fresh("usable")
    to.emit(lo.SetVar(result, NO))
    which, effects = find_effects(to, asked.slot, Var(subject), asked.subject.type)
    cases: list[list[lo.Stmt]] = []
    for definition, effect in effects:
        to.usable_of = effect.id, definition.kind
        with to.inside() as case:
            if not (name.endswith("~plain") and asks_usable(effect, definition.kind)):
                to.bound[effect.me.id], to.bound[effect.it.id] = Var(me), Var(subject)
                show_entry(to, result, 0, effect.when, effect.body)
        cases.append(case)
    to.out.extend(lo.halved(which, [*cases, []]))
    to.emit(lo.Return(Var(result)))
    return lo.Function(name, (me, subject), to.out, asked.slot)
