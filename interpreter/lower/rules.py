"""Rules with their hooks, and what else is entered by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, YES, both
from boardwright.interpreter.lower.analysis.calls import slot_name
from boardwright.interpreter.lower.blocks import may_ask
from boardwright.interpreter.lower.builtins.member_order import first_from
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.statements import begin_routine, write_call
from boardwright.interpreter.lower.values import (
    find_carriers,
    lower_carrier,
    lower_in_force,
    lower_owner_of,
    owner_is_active,
)
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Routine, Un, Var
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
        linking.functions[name] = lo.Function(name, tuple(params), to.out, title)


# ---- rules and hooks


def write_hooked(
    linking: Linking,
    name: str,
    me: ir.Var | None,
    params: tuple[ir.Var, ...],
    body: Callable[[Emitter], None],
    *,
    clears: str = "",
    title: str = "",
    tested: bool = False,
    phase: int | None = None,
    under_way: lo.Expr | None = None,
) -> None:
    """A rule with the hooks on it: before, body, after; inside the `instead` hooks, the last loaded outermost.
    It clears what lasts until it begins; `phase` is what the phase is from its very beginning. While `under_way`
    holds (a scenario begins inside the phase), it has begun before: nothing is cleared, nothing happens before it.
    """
    hooks = linking.hooks.get(name, [])
    around = [h for h in hooks if h.moment == "instead"]
    before = [h for h in hooks if h.moment == "before"]
    after = [h for h in hooks if h.moment == "after"]
    levels = [
        (hook, number, by_face)
        for hook in around
        for number, by_face in _list_copies(linking, hook)
    ]
    names = [f"{name}~{n}" for n in range(len(levels))] + [name]
    actor = me or linking.player_var()

    def begin(to: Emitter) -> None:
        with to.inside() as cleared:
            write_clearing(to, clears)
        if under_way is None:
            to.out.extend(cleared)
        elif cleared:
            to.emit(lo.When(under_way, [], cleared))
        if phase is not None:
            to.emit(lo.Store(Int(lay.PHASE), Int(phase)))

    def write_core(to: Emitter) -> None:
        _bind_params(to, actor, params)
        if not levels:
            begin(to)
        to.went = to.fresh("went") if tested else None
        if to.went:
            to.emit(lo.SetVar(to.went, YES))
        if under_way is not None and before:
            behind = to.block()
            to.emit(lo.When(under_way, [lo.Goto(behind.number)], []))
            _write_hooks(to, before, actor, params)
            to.jump(behind)
            to.go_on(behind)
        else:
            _write_hooks(to, before, actor, params)
        body(to)
        if to.went:
            went, to.went = to.went, None
            _write_hooks(to, after, actor, params)
            to.emit(lo.Store(Int(lay.THROUGH), Var(went)))
        else:
            _write_hooks(to, after, actor, params)

    argument_names = [f"{v.name}_{v.id}" for v in (actor, *params)]
    write_entered(linking, names[0], argument_names, write_core, title=title)
    for n, (hook, number, by_face) in enumerate(levels):
        outermost = n == len(levels) - 1

        def write_level(
            to: Emitter,
            n: int = n,
            hook: ir.Hook = hook,
            number: int = number,
            by_face: bool = by_face,
            outermost: bool = outermost,
        ) -> None:
            _bind_params(to, actor, params)
            if outermost:
                begin(to)
            arguments = tuple(Var(a) for a in argument_names)
            went = to.fresh("went") if tested else None
            if went:
                to.emit(lo.SetVar(went, NO))

            def original() -> None:
                write_call(to, names[n], arguments)
                if went:
                    to.emit(lo.SetVar(went, Load(Int(lay.THROUGH))))

            to.original = original
            _write_hook(to, hook, number, by_face, actor, params, otherwise=original)
            if went:
                to.emit(lo.Store(Int(lay.THROUGH), Var(went)))

        write_entered(linking, names[n + 1], argument_names, write_level, title=title)


def _bind_params(to: Emitter, actor: ir.Var, params: tuple[ir.Var, ...]) -> None:
    for var in (actor, *params):
        to.bind_plain(var)  # whoever calls may hand on nobody


def write_clearing(to: Emitter, what: str) -> None:
    """Forgets what lasts until this begins."""
    for at, count, value in to.linking.layout.clearing.get(what, ()):
        to.emit(lo.Fill(at, count, value))


def _list_copies(linking: Linking, hook: ir.Hook) -> list[tuple[int, bool]]:
    if hook.definition is None:
        return [(-1, False)]
    numbers, by_face = find_carriers(linking, hook.definition)
    return [(number, by_face) for number in numbers]


def _write_hooks(
    to: Emitter, hooks: list[ir.Hook], actor: ir.Var, params: tuple[ir.Var, ...]
) -> None:
    """All hooks of one moment: the game's and expansions' own, then those of pieces, player by player."""
    for hook in hooks:
        if hook.definition is None:
            _write_hook(to, hook, -1, False, actor, params)
    of_pieces = [
        (hook, number, by_face)
        for hook in hooks
        if hook.definition is not None
        for number, by_face in _list_copies(to.linking, hook)
    ]
    if len(of_pieces) <= 1 or all(_is_only_active(to.linking, hook) for hook, _, _ in of_pieces):
        for hook, number, by_face in of_pieces:
            _write_hook(to, hook, number, by_face, actor, params)
        return
    asks = any(may_ask(to, hook.body) for hook, _, _ in of_pieces)
    owner = to.fresh("owner")
    # Whose turn to fire it is was settled before the first of them: each fires once, though pieces change hands.
    settled = []
    ownerless = []
    for hook, number, by_face in of_pieces:
        kind = (hook.definition or ("", ""))[0]
        whose = lower_owner_of(to, kind, lower_carrier(to, kind, number, by_face))
        if whose is None:
            ownerless.append((hook, number, by_face))
        else:
            settled.append((hook, number, by_face, to.atom(whose, "whose")))
    players = Int((1 << to.linking.table.players) - 1)
    if all(hook.by == "me" for hook, _, _ in of_pieces):
        # Only the actor's own can fire: there are no players to go through.
        while settled:
            hook, number, by_face, whose = settled.pop(0)
            same = [each for each in settled if each[0] is hook]
            one_each = _find_one_each(
                to.linking, [(number, whose), *((n, w) for _, n, _, w in same)]
            )
            if one_each is not None and not to.linking.calls.comes_back(to.name):
                settled = [each for each in settled if each[0] is not hook]
                of = (hook.definition or ("", ""))[0]
                rows = (*one_each, -1)
                at = "_".join(str(n) for n in one_each if n >= 0)
                it = to.linking.look(f"{of}_of_player_{at}", rows, to.bound[actor.id])
                _write_hook(to, hook, -1, False, actor, params, own=to.atom(it, of))
                continue
            due = Op("==", whose, to.bound[actor.id])
            _write_hook(to, hook, number, by_face, actor, params, due=due)
        return
    if not asks:
        with to.inside() as body:
            for hook, number, by_face, whose in settled:
                due = Op("==", whose, Var(owner))
                _write_hook(to, hook, number, by_face, actor, params, due=due)
        to.emit(lo.ForBits(owner, players, body, Load(Int(lay.ACTIVE))))
    else:
        left, start = to.fresh("left"), to.fresh("start")
        to.emit(lo.SetVar(left, players))
        to.emit(lo.SetVar(start, Load(Int(lay.ACTIVE))))
        again, behind = to.block(), to.block()
        to.jump(again)
        to.go_on(again)
        to.emit(lo.When(Op("==", Var(left), NO), [lo.Goto(behind.number)], []))
        seats = to.linking.table.players
        to.emit(lo.SetVar(owner, first_from(to.linking, seats, Var(left), Var(start))))
        to.emit(lo.SetVar(left, Op("^", Var(left), Un("bit", Var(owner), seats))))
        for hook, number, by_face, whose in settled:
            due = Op("==", whose, Var(owner))
            _write_hook(to, hook, number, by_face, actor, params, due=due)
        to.jump(again)
        to.go_on(behind)
    for hook, number, by_face in ownerless:
        _write_hook(to, hook, number, by_face, actor, params)


def _find_one_each(linking: Linking, carriers: list[tuple[int, lo.Expr]]) -> list[int] | None:
    """The carrier of each player, or -1, if they are always the same and nobody has two."""
    found = [-1] * linking.table.players
    for number, whose in carriers:
        if not isinstance(whose, Int) or whose.value < 0 or found[whose.value] >= 0:
            return None
        found[whose.value] = number
    return found if len(carriers) > 1 else None


def _is_only_active(linking: Linking, hook: ir.Hook) -> bool:
    """Whether the piece's clauses count for the active player alone, so that no order is to be kept."""
    assert hook.definition is not None
    return owner_is_active(linking.game.in_force_of(*hook.definition))


def _write_hook(
    to: Emitter,
    hook: ir.Hook,
    number: int,
    by_face: bool,
    actor: ir.Var,
    params: tuple[ir.Var, ...],
    *,
    otherwise: Callable[[], None] | None = None,
    due: lo.Expr | None = None,
    own: lo.Expr | None = None,
) -> None:
    """Runs a hook if it fires now (and is `due`, where that is asked); `otherwise` is what happens if not. `own`, if
    given, is the carrier that belongs to whoever acts; below zero there is none.
    """
    asks = may_ask(to, hook.body) or (otherwise is not None and to.linking.calls.may_ask(to.name))
    for param, var in zip(params, hook.params, strict=False):
        to.bound[var.id] = to.bound[param.id]
        if param.id in to.sure:
            to.sure.add(var.id)
    acting = to.bound[actor.id]
    to.bound[hook.actor.id] = acting
    tests: list[Callable[[], lo.Expr]] = []
    guard: int | None = None
    ring = to.linking.calls.comes_back(to.name)
    if hook.definition is None:
        to.bound[hook.me.id] = acting
    elif own is not None:
        assert hook.it is not None
        definition = hook.definition
        to.bound[hook.it.id] = own
        to.bound[hook.me.id] = acting
        tests.append(lambda: Op(">=", own, NO))
        to.sure.add(hook.me.id)
        tests.append(lambda: lower_in_force(to, definition, own, acting, acting))
    else:
        assert hook.it is not None
        definition, kind = hook.definition, hook.definition[0]
        it = lower_carrier(to, kind, number, by_face)
        to.bound[hook.it.id] = it
        owner = lower_owner_of(to, kind, it)
        if owner is None:
            if hook.by != "anyone":
                # Nobody's: only what is done `by anyone` moves it, once, after the players' own.
                if otherwise is not None:
                    otherwise()
                return
            to.bound[hook.me.id] = Int(-1)
        else:
            if due is not None:
                tests.append(lambda: due)
            now = to.fresh("owner")
            who = Var(now)

            def is_owned() -> lo.Expr:
                to.emit(lo.SetVar(now, owner))
                return Op(">=", who, NO)

            tests.append(is_owned)
            to.bound[hook.me.id] = who
            to.sure.add(hook.me.id)
            if hook.by == "me":
                tests.append(lambda: Op("==", acting, who))
            elif hook.by == "others":
                tests.append(lambda: both(Op("!=", acting, who), Op(">=", acting, NO)))
        tests.append(
            lambda: lower_in_force(
                to, definition, it, None if owner is None else to.bound[hook.me.id], acting
            )
        )
    if ring:
        told = f"whether a hook on `{hook.rule}` is under way"
        guard = to.linking.word_for(f"inside {hook.id} {number}", Between(0, 1), told)
        word = guard
        tests.insert(0, lambda: Op("==", Load(Int(word)), NO))
    if hook.when is not None:
        condition = hook.when
        tests.append(lambda: to.lower(condition))
    test = _test_all(to, tests)

    def run() -> None:
        if guard is not None:
            to.emit(lo.Store(Int(guard), YES))
        loops, to.loops = to.loops, []
        went, to.went = to.went, None
        to.write(hook.body)
        to.loops, to.went = loops, went
        if guard is not None:
            to.emit(lo.Store(Int(guard), NO))

    if test == YES:
        run()
    elif not asks:
        with to.inside() as yes:
            run()
        with to.inside() as no:
            if otherwise is not None:
                otherwise()
        to.emit(lo.When(test, yes, no))
    else:
        then, behind = to.block(f"hook {hook.id}"), to.block()
        not_block = to.block() if otherwise is not None else behind
        to.emit(lo.When(test, [lo.Goto(then.number)], [lo.Goto(not_block.number)]))
        to.go_on(then)
        run()
        to.jump(behind)
        if otherwise is not None:
            to.go_on(not_block)
            otherwise()
            to.jump(behind)
        to.go_on(behind)


def _test_all(to: Emitter, tests: list[Callable[[], lo.Expr]]) -> lo.Expr:
    """The conjunction, later tests being made only where the earlier ones hold."""
    if not tests:
        return YES
    first = tests[0]()
    if len(tests) == 1:
        return first
    if first == NO:
        return NO
    with to.inside() as behind:
        rest = _test_all(to, tests[1:])
    if not behind:
        return both(first, rest)
    name = to.fresh("fires")
    to.emit(lo.SetVar(name, first))
    behind.append(lo.SetVar(name, rest))
    to.emit(lo.When(Var(name), behind, []))
    return Var(name)


def lower_rule(linking: Linking, rule: ir.Rule) -> None:
    """A rule, with the hooks on it."""

    def body(to: Emitter) -> None:
        if rule.deep:
            told = f"how deep `{rule.id}` is in itself"
            depth = linking.word_for(f"depth {rule.id}", Between(0, rule.deep + 1), told)
            fault = linking.fault(
                errors.TOO_DEEP,
                f"`{rule.id}` reaches itself more than {rule.deep} times",
                rule.span,
            )
            to.emit(lo.Store(Int(depth), Op("+", Load(Int(depth)), YES)))
            deeper = Op(">", Load(Int(depth)), Int(rule.deep + 1))
            to.emit(lo.When(deeper, [lo.Fail(fault)], []))
            to.write(rule.body)
            to.emit(lo.Store(Int(depth), Op("-", Load(Int(depth)), YES)))
        else:
            to.write(rule.body)

    write_hooked(
        linking,
        f"rule:{rule.id}",
        rule.me,
        rule.params,
        body,
        clears=rule.id,
        title=rule.id,
        tested=f"rule:{rule.id}" in linking.calls.tested,
    )


def lower_slot(linking: Linking, kind: str, definition: ir.Definition, slot: ir.Slot) -> None:
    """An effect of a piece or space."""
    name = slot_name(kind, definition.id, slot.id)

    def write(to: Emitter) -> None:
        to.bind_plain(slot.me)
        to.bind(slot.it)
        to.went = to.fresh("went") if name in linking.calls.tested else None
        if to.went is None:
            to.write(slot.body)
            return
        to.emit(lo.SetVar(to.went, YES))
        to.write(slot.body)
        to.emit(lo.Store(Int(lay.THROUGH), Var(to.went)))

    params = [f"{v.name}_{v.id}" for v in (slot.me, slot.it)]
    write_entered(linking, name, params, write, title=f"{definition.id}: {slot.id}")
