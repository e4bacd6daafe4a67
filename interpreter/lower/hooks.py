"""Hooks: what happens before, after or instead of a rule, by clauses of the game or of pieces and spaces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, YES, both
from boardwright.interpreter.lower.analysis.calls import SLOT
from boardwright.interpreter.lower.blocks import may_ask
from boardwright.interpreter.lower.builtins.member_order import first_from
from boardwright.interpreter.lower.carriers import (
    find_carriers,
    lower_carrier,
    lower_in_force,
    lower_owner_of,
    owner_is_active,
)
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.marks import mark_happened, mark_hook
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.carriers import Carrier
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var
from boardwright.interpreter.machine.word_ranges import Between


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a rule is entered with: the player who acts, and what else it is given."""

    actor: ir.Var
    others: tuple[ir.Var, ...] = ()

    @property
    def names(self) -> list[str]:
        """The locals that they are."""
        return [f"{var.name}_{var.id}" for var in (self.actor, *self.others)]

    def bind(self, to: Emitter) -> None:
        """Makes them known where the rule is written."""
        for var in (self.actor, *self.others):
            to.bind_plain(var)  # whoever calls may hand on nobody


@dataclass(frozen=True, slots=True)
class CarriedHook:
    """A hook with the piece or space that carries it; of the game's and of expansions' own hooks, none does."""

    hook: ir.Hook
    carrier: Carrier | None = None

    @property
    def number(self) -> int:
        return -1 if self.carrier is None else self.carrier.number


@dataclass(frozen=True, slots=True)
class _Owned:
    """A carried hook, and whose it is."""

    carried: CarriedHook
    owner: lo.Expr


Test = Callable[[], lo.Expr]


def list_carried(linking: Linking, hooks: Sequence[ir.Hook]) -> list[CarriedHook]:
    """Hooks, once for each piece or space that carries them."""
    found: list[CarriedHook] = []
    for hook in hooks:
        if hook.definition is None:
            found.append(CarriedHook(hook))
        else:
            carriers = find_carriers(linking, hook.definition)
            found += [CarriedHook(hook, carrier) for carrier in carriers]
    return found


# ---- all hooks of one moment


def write_hooks(to: Emitter, hooks: Sequence[ir.Hook], given: Parameters) -> None:
    """All hooks of one moment: the game's and expansions' own, then those of pieces, player by player."""
    for hook in hooks:
        if hook.definition is None:
            write_hook(to, CarriedHook(hook), given)
    of_pieces = list_carried(to.linking, [hook for hook in hooks if hook.definition is not None])
    if len(of_pieces) > 1 and not all(_is_only_active(to.linking, each) for each in of_pieces):
        _write_by_owner(to, of_pieces, given)
    else:
        for each in of_pieces:
            write_hook(to, each, given)


def _is_only_active(linking: Linking, carried: CarriedHook) -> bool:
    """Whether the piece's clauses count for the active player alone, so that no order is to be kept."""
    assert carried.hook.definition is not None
    return owner_is_active(linking.game.in_force_of(*carried.hook.definition))


def _write_by_owner(to: Emitter, hooks: list[CarriedHook], given: Parameters) -> None:
    """The hooks of the players' pieces in the order of players from the active one on, then those of nobody's."""
    owner = to.fresh("owner")
    owned, ownerless = _settle_owners(to, hooks)
    if all(each.hook.by == "me" for each in hooks):
        # Only the actor's own can fire: there are no players to go through.
        _write_of_actor(to, owned, given)
        return
    write_turn = partial(_write_of_player, to, owned, Var(owner), given)
    if any(may_ask(to, each.hook.body) for each in hooks):
        _ask_in_turn(to, owner, write_turn)
    else:
        with to.inside() as body:
            write_turn()
        everyone = Int((1 << to.linking.table.players) - 1)
        to.emit(lo.ForBits(owner, everyone, body, Load(Int(lay.ACTIVE))))
    for each in ownerless:
        write_hook(to, each, given)


def _settle_owners(to: Emitter, hooks: list[CarriedHook]) -> tuple[list[_Owned], list[CarriedHook]]:
    """Whose each hook is, settled before the first of them: each fires once, though pieces change hands. Then those
    that can be nobody's only.
    """
    owned: list[_Owned] = []
    ownerless: list[CarriedHook] = []
    for each in hooks:
        assert each.carrier is not None
        owner = lower_owner_of(to, each.carrier.kind, lower_carrier(to, each.carrier))
        if owner is None:
            ownerless.append(each)
        else:
            owned.append(_Owned(each, to.atom(owner, "whose")))
    return owned, ownerless


def _write_of_player(to: Emitter, hooks: list[_Owned], player: lo.Expr, given: Parameters) -> None:
    """The hooks of one player's pieces."""
    for each in hooks:
        write_hook(to, each.carried, given, due=Op("==", each.owner, player))


def _write_of_actor(to: Emitter, hooks: list[_Owned], given: Parameters) -> None:
    """The hooks of the pieces of the player who acts. Where each player always has one piece with a hook, it is
    written once, for the piece that is found by the player.
    """
    actor = to.bound[given.actor.id]
    while hooks:
        hook = hooks[0].carried.hook
        one_each = _find_one_each(to.linking, [each for each in hooks if each.carried.hook is hook])
        if one_each is None or _may_come_back(to, hook):
            first, *hooks = hooks
            write_hook(to, first.carried, given, due=Op("==", first.owner, actor))
        else:
            hooks = [each for each in hooks if each.carried.hook is not hook]
            kind = (hook.definition or ("", ""))[0]
            at = "_".join(str(n) for n in one_each if n >= 0)
            own = to.linking.look(f"{kind}_of_player_{at}", (*one_each, -1), actor)
            _write_own_hook(to, hook, to.atom(own, kind), given)


def _find_one_each(linking: Linking, hooks: list[_Owned]) -> list[int] | None:
    """The carrier of each player, or -1, if they are always the same and nobody has two."""
    found = [-1] * linking.table.players
    for each in hooks:
        owner = each.owner
        if not isinstance(owner, Int) or owner.value < 0 or found[owner.value] >= 0:
            return None
        found[owner.value] = each.carried.number
    return found if len(hooks) > 1 else None


def _ask_in_turn(to: Emitter, player: str, write_turn: Callable[[], None]) -> None:
    """A loop over all players from the active one on, in which somebody may be asked."""
    seats = to.linking.table.players
    left, start = to.fresh("left"), to.fresh("start")
    to.emit(lo.SetVar(left, Int((1 << seats) - 1)))
    to.emit(lo.SetVar(start, Load(Int(lay.ACTIVE))))
    again, after = to.block(), to.block()
    to.jump(again)
    to.go_on(again)
    to.emit(lo.When(Op("==", Var(left), NO), [lo.Goto(after.number)], []))
    to.emit(lo.SetVar(player, first_from(to.linking, seats, Var(left), Var(start))))
    to.emit(lo.SetVar(left, Op("^", Var(left), Un("bit", Var(player), seats))))
    write_turn()
    to.jump(again)
    to.go_on(after)


# ---- one hook


def write_hook(
    to: Emitter,
    carried: CarriedHook,
    given: Parameters,
    *,
    otherwise: Callable[[], None] | None = None,
    due: lo.Expr | None = None,
) -> None:
    """Runs a hook if it fires now, and is `due` where that is asked; `otherwise` is what happens if not."""
    hook = carried.hook
    _hand_on(to, hook, given)
    if carried.carrier is None:
        to.bound[hook.me.id] = to.bound[given.actor.id]
        tests: list[Test] = []
    else:
        of_piece = _list_tests(to, hook, carried.carrier, due)
        if of_piece is None:
            if otherwise is not None:
                otherwise()
            return
        tests = of_piece
    _write_if(to, carried, tests, otherwise)


def _write_own_hook(to: Emitter, hook: ir.Hook, own: lo.Expr, given: Parameters) -> None:
    """Runs a hook of the piece that belongs to whoever acts; below zero there is none."""
    assert hook.it is not None and hook.definition is not None
    definition, acting = hook.definition, to.bound[given.actor.id]
    _hand_on(to, hook, given)
    to.bound[hook.it.id] = own
    to.bound[hook.me.id] = acting
    to.sure.add(hook.me.id)
    tests: list[Test] = [
        lambda: Op(">=", own, NO),
        lambda: lower_in_force(to, definition, own, acting, acting),
    ]
    _write_if(to, CarriedHook(hook), tests, None)


def _hand_on(to: Emitter, hook: ir.Hook, given: Parameters) -> None:
    """The hook's own names for who acts and for what the rule is given."""
    for param, var in zip(given.others, hook.params, strict=False):
        to.bound[var.id] = to.bound[param.id]
        if param.id in to.sure:
            to.sure.add(var.id)
    to.bound[hook.actor.id] = to.bound[given.actor.id]


def _list_tests(
    to: Emitter, hook: ir.Hook, carrier: Carrier, due: lo.Expr | None
) -> list[Test] | None:
    """What must hold so that the hook of a piece fires; None if it never does. Binds the piece, and its owner as `me`."""
    assert hook.it is not None and hook.definition is not None
    definition, acting = hook.definition, to.bound[hook.actor.id]
    it = lower_carrier(to, carrier)
    to.bound[hook.it.id] = it
    owner = lower_owner_of(to, carrier.kind, it)
    if owner is None:
        if hook.by != "anyone":
            # Nobody's: only what is done `by anyone` moves it, once, after the players' own.
            return None
        to.bound[hook.me.id] = Int(-1)
        return [lambda: lower_in_force(to, definition, it, None, acting)]
    now = to.fresh("owner")
    me = Var(now)
    to.bound[hook.me.id] = me
    to.sure.add(hook.me.id)

    def is_owned() -> lo.Expr:
        to.emit(lo.SetVar(now, owner))
        return Op(">=", me, NO)

    tests: list[Test] = [] if due is None else [lambda: due]
    tests.append(is_owned)
    if hook.by == "me":
        tests.append(lambda: Op("==", acting, me))
    elif hook.by == "others":
        tests.append(lambda: both(Op("!=", acting, me), Op(">=", acting, NO)))
    tests.append(lambda: lower_in_force(to, definition, it, me, acting))
    return tests


def _write_if(
    to: Emitter, carried: CarriedHook, tests: list[Test], otherwise: Callable[[], None] | None
) -> None:
    """Runs a hook if all tests hold, and its own condition; not within itself."""
    hook = carried.hook
    asks = may_ask(to, hook.body) or (otherwise is not None and to.linking.calls.may_ask(to.name))
    guard: lo.Expr | None = None
    if _may_come_back(to, hook):
        told = f"whether a hook on `{hook.rule}` is under way"
        word = to.linking.word_for(f"inside {hook.id} {carried.number}", Between(0, 1), told)
        guard = Int(word)
        tests = [partial(Op, "==", Load(guard), NO), *tests]
    if hook.when is not None:
        tests = [*tests, partial(to.lower, hook.when)]
    test = _test_all(to, tests)
    begins, run = mark_hook(to, hook), partial(_run, to, hook, guard)
    if test == YES:
        to.out += begins
        run()
    elif asks:
        _branch(to, test, begins, run, otherwise, f"hook {hook.id}")
    else:
        with to.inside() as yes:
            to.out += begins
            run()
        with to.inside() as no:
            if otherwise is not None:
                otherwise()
        to.emit(lo.When(test, yes, no))


def _may_come_back(to: Emitter, hook: ir.Hook) -> bool:
    """Whether a hook could run within itself: what it stands on comes back, or it stands on several effects, one of which
    may perform another.
    """
    effects = (hooks for name, hooks in to.linking.hooks.items() if name.startswith(SLOT))
    on = sum(any(each is hook for each in hooks) for hooks in effects)
    return on > 1 or to.linking.calls.comes_back(to.name)


def _test_all(to: Emitter, tests: Sequence[Test]) -> lo.Expr:
    """The conjunction, later tests being made only where the earlier ones hold."""
    if not tests:
        return YES
    first = tests[0]()
    if len(tests) == 1:
        return first
    if first == NO:
        return NO
    with to.inside() as after:
        rest = _test_all(to, tests[1:])
    if not after:
        return both(first, rest)
    name = to.fresh("fires")
    to.emit(lo.SetVar(name, first))
    after.append(lo.SetVar(name, rest))
    to.emit(lo.When(Var(name), after, []))
    return Var(name)


def _run(to: Emitter, hook: ir.Hook, guard: lo.Expr | None) -> None:
    """The statements of a hook. Its `stop` and `skip` are not those of the rule."""
    if guard is not None:
        to.emit(lo.Store(guard, YES))
    loops, to.loops = to.loops, []
    went, to.went = to.went, None
    cause, acting = to.cause, to.acting
    to.cause = hook.id
    if hook.definition is not None:
        to.acting = hook.id
    owner = hook.origin if hook.definition is None else hook.definition[1]
    about = () if hook.it is None else (to.bound[hook.it.id],)
    mark_happened(to, "hook", hook.id, (f"{owner}.{hook.rule}",), hook.span, about)
    to.write(hook.body)
    to.loops, to.went, to.cause, to.acting = loops, went, cause, acting
    if guard is not None:
        to.emit(lo.Store(guard, NO))


def _branch(
    to: Emitter,
    test: lo.Expr,
    begins: list[lo.Stmt],
    run: Callable[[], None],
    otherwise: Callable[[], None] | None,
    title: str,
) -> None:
    """The same in blocks of their own, where somebody may be asked. `begins` comes first if the hook fires."""
    then, after = to.block(title), to.block()
    not_block = to.block() if otherwise is not None else after
    to.emit(lo.When(test, [*begins, lo.Goto(then.number)], [lo.Goto(not_block.number)]))
    to.go_on(then)
    run()
    to.jump(after)
    if otherwise is not None:
        to.go_on(not_block)
        otherwise()
        to.jump(after)
    to.go_on(after)
