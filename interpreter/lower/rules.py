"""Rules with their hooks, and what else is entered by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, YES, both
from boardwright.interpreter.lower.builtins.member_order import first_from
from boardwright.interpreter.lower.calls import slot_name
from boardwright.interpreter.lower.statements import Statements
from boardwright.interpreter.lower.values import Values, owner_is_active
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Routine, Un, Var
from boardwright.interpreter.machine.word_ranges import ANY, Between, OfFrame
from boardwright.interpreter.table import errors


@dataclass(slots=True)
class Rules(Values):
    """Lowers everything that is entered by name, one after the other."""

    hooks: dict[str, list[ir.Hook]]  # by what they stand on, in order
    routines: dict[str, Routine] = field(default_factory=dict)
    words: dict[str, int] = field(default_factory=dict)  # of the course: who began, who is left out

    # ---- functions and routines alike

    def enter(
        self,
        name: str,
        params: Sequence[str],
        write: Callable[[Statements], None],
        *,
        title: str = "",
    ) -> None:
        """Makes a function or a routine of what `write` writes."""
        linking = self.linking
        if name in linking.calls.asks:
            statements = Statements(linking, name, routine=True)
            first = len(linking.blocks)
            entry = statements.block(title or name)
            back = linking.layout.words(OfFrame(ANY))
            statements.go_on(entry)
            write(statements)
            statements.emit(lo.Leave())
            self.routines[name] = Routine(
                name,
                tuple(params),
                entry.number,
                linking.blocks[first:],
                back,
                statements.array_words,
                saved=name in linking.calls.rings,
            )
        else:
            statements = Statements(linking, name, routine=False)
            write(statements)
            linking.functions[name] = lo.Function(name, tuple(params), statements.out, title)

    # ---- rules and hooks

    def hooked(
        self,
        name: str,
        me: ir.Var | None,
        params: tuple[ir.Var, ...],
        body: Callable[[Statements], None],
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
        hooks = self.hooks.get(name, [])
        around = [h for h in hooks if h.moment == "instead"]
        before = [h for h in hooks if h.moment == "before"]
        after = [h for h in hooks if h.moment == "after"]
        levels = [
            (hook, number, by_face) for hook in around for number, by_face in self.copies(hook)
        ]
        names = [f"{name}~{n}" for n in range(len(levels))] + [name]
        actor = me or self.linking.player_var()

        def begin(to: Statements) -> None:
            with to.inside() as cleared:
                self.clear(to, clears)
            if under_way is None:
                to.out.extend(cleared)
            elif cleared:
                to.emit(lo.When(under_way, [], cleared))
            if phase is not None:
                to.emit(lo.Store(Int(lay.PHASE), Int(phase)))

        def write_core(to: Statements) -> None:
            self.params(to, actor, params)
            if not levels:
                begin(to)
            to.went = to.fresh("went") if tested else None
            if to.went:
                to.emit(lo.SetVar(to.went, YES))
            if under_way is not None and before:
                behind = to.block()
                to.emit(lo.When(under_way, [lo.Goto(behind.number)], []))
                self.fire(to, before, actor, params)
                to.jump(behind)
                to.go_on(behind)
            else:
                self.fire(to, before, actor, params)
            body(to)
            if to.went:
                went, to.went = to.went, None
                self.fire(to, after, actor, params)
                to.emit(lo.Store(Int(lay.THROUGH), Var(went)))
            else:
                self.fire(to, after, actor, params)

        if name in self.linking.calls.asks:
            # A level asks if anything in the chain does: telling them apart would gain nothing.
            self.linking.calls = self.linking.calls.with_asks(names)
        if name in self.linking.calls.rings:
            self.linking.calls = self.linking.calls.with_rings(names)
        argument_names = [f"{v.name}_{v.id}" for v in (actor, *params)]
        self.enter(names[0], argument_names, write_core, title=title)
        for n, (hook, number, by_face) in enumerate(levels):
            outermost = n == len(levels) - 1

            def write_level(
                to: Statements,
                n: int = n,
                hook: ir.Hook = hook,
                number: int = number,
                by_face: bool = by_face,
                outermost: bool = outermost,
            ) -> None:
                self.params(to, actor, params)
                if outermost:
                    begin(to)
                arguments = tuple(Var(a) for a in argument_names)
                went = to.fresh("went") if tested else None
                if went:
                    to.emit(lo.SetVar(went, NO))

                def original() -> None:
                    to.call_with(names[n], arguments)
                    if went:
                        to.emit(lo.SetVar(went, Load(Int(lay.THROUGH))))

                to.original = original
                self.fire_one(to, hook, number, by_face, actor, params, otherwise=original)
                if went:
                    to.emit(lo.Store(Int(lay.THROUGH), Var(went)))

            self.enter(names[n + 1], argument_names, write_level, title=title)

    def params(self, to: Statements, actor: ir.Var, params: tuple[ir.Var, ...]) -> None:
        for var in (actor, *params):
            to.bind_plain(var)  # whoever calls may hand on nobody

    def clear(self, to: Statements, what: str) -> None:
        for at, count, value in self.linking.layout.clearing.get(what, ()):
            to.emit(lo.Fill(at, count, value))

    def copies(self, hook: ir.Hook) -> list[tuple[int, bool]]:
        if hook.definition is None:
            return [(-1, False)]
        numbers, by_face = self.carriers(hook.definition)
        return [(number, by_face) for number in numbers]

    def fire(
        self, to: Statements, hooks: list[ir.Hook], actor: ir.Var, params: tuple[ir.Var, ...]
    ) -> None:
        """All hooks of one moment: the game's and expansions' own, then those of pieces, player by player."""
        for hook in hooks:
            if hook.definition is None:
                self.fire_one(to, hook, -1, False, actor, params)
        of_pieces = [
            (hook, number, by_face)
            for hook in hooks
            if hook.definition is not None
            for number, by_face in self.copies(hook)
        ]
        if len(of_pieces) <= 1 or all(self.only_active(hook) for hook, _, _ in of_pieces):
            for hook, number, by_face in of_pieces:
                self.fire_one(to, hook, number, by_face, actor, params)
            return
        asks = any(to.asks(hook.body) for hook, _, _ in of_pieces)
        owner = to.fresh("owner")
        # Whose turn to fire it is was settled before the first of them: each fires once, though pieces change hands.
        settled = []
        ownerless = []
        for hook, number, by_face in of_pieces:
            kind = (hook.definition or ("", ""))[0]
            whose = self.owner_of(to, kind, self.carrier(to, kind, number, by_face))
            if whose is None:
                ownerless.append((hook, number, by_face))
            else:
                settled.append((hook, number, by_face, to.atom(whose, "whose")))
        players = Int((1 << self.linking.table.players) - 1)
        if all(hook.by == "me" for hook, _, _ in of_pieces):
            # Only the actor's own can fire: there are no players to go through.
            while settled:
                hook, number, by_face, whose = settled.pop(0)
                same = [each for each in settled if each[0] is hook]
                one_each = self.one_each([(number, whose), *((n, w) for _, n, _, w in same)])
                if one_each is not None and to.name.split("~")[0] not in self.linking.calls.rings:
                    settled = [each for each in settled if each[0] is not hook]
                    of = (hook.definition or ("", ""))[0]
                    rows = (*one_each, -1)
                    at = "_".join(str(n) for n in one_each if n >= 0)
                    it = self.linking.look(f"{of}_of_player_{at}", rows, to.bound[actor.id])
                    self.fire_one(to, hook, -1, False, actor, params, own=to.atom(it, of))
                    continue
                due = Op("==", whose, to.bound[actor.id])
                self.fire_one(to, hook, number, by_face, actor, params, due=due)
            return
        if not asks:
            with to.inside() as body:
                for hook, number, by_face, whose in settled:
                    due = Op("==", whose, Var(owner))
                    self.fire_one(to, hook, number, by_face, actor, params, due=due)
            to.emit(lo.ForBits(owner, players, body, Load(Int(lay.ACTIVE))))
        else:
            left, start = to.fresh("left"), to.fresh("start")
            to.emit(lo.SetVar(left, players))
            to.emit(lo.SetVar(start, Load(Int(lay.ACTIVE))))
            again, behind = to.block(), to.block()
            to.jump(again)
            to.go_on(again)
            to.emit(lo.When(Op("==", Var(left), NO), [lo.Goto(behind.number)], []))
            seats = self.linking.table.players
            to.emit(lo.SetVar(owner, first_from(self.linking, seats, Var(left), Var(start))))
            to.emit(lo.SetVar(left, Op("^", Var(left), Un("bit", Var(owner), seats))))
            for hook, number, by_face, whose in settled:
                due = Op("==", whose, Var(owner))
                self.fire_one(to, hook, number, by_face, actor, params, due=due)
            to.jump(again)
            to.go_on(behind)
        for hook, number, by_face in ownerless:
            self.fire_one(to, hook, number, by_face, actor, params)

    def one_each(self, carriers: list[tuple[int, lo.Expr]]) -> list[int] | None:
        """The carrier of each player, or -1, if they are always the same and nobody has two."""
        found = [-1] * self.linking.table.players
        for number, whose in carriers:
            if not isinstance(whose, Int) or whose.value < 0 or found[whose.value] >= 0:
                return None
            found[whose.value] = number
        return found if len(carriers) > 1 else None

    def only_active(self, hook: ir.Hook) -> bool:
        """Whether the piece's clauses count for the active player alone, so that no order is to be kept."""
        assert hook.definition is not None
        return owner_is_active(self.linking.game.in_force_of(*hook.definition))

    def fire_one(
        self,
        to: Statements,
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
        asks = to.asks(hook.body) or (otherwise is not None and to.name in self.linking.calls.asks)
        for param, var in zip(params, hook.params, strict=False):
            to.bound[var.id] = to.bound[param.id]
            if param.id in to.sure:
                to.sure.add(var.id)
        acting = to.bound[actor.id]
        to.bound[hook.actor.id] = acting
        tests: list[Callable[[], lo.Expr]] = []
        guard: int | None = None
        ring = to.name.split("~")[0] in self.linking.calls.rings
        if hook.definition is None:
            to.bound[hook.me.id] = acting
        elif own is not None:
            assert hook.it is not None
            definition = hook.definition
            to.bound[hook.it.id] = own
            to.bound[hook.me.id] = acting
            tests.append(lambda: Op(">=", own, NO))
            to.sure.add(hook.me.id)
            tests.append(lambda: self.in_force(to, definition, own, acting, acting))
        else:
            assert hook.it is not None
            definition, kind = hook.definition, hook.definition[0]
            it = self.carrier(to, kind, number, by_face)
            to.bound[hook.it.id] = it
            owner = self.owner_of(to, kind, it)
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
                lambda: self.in_force(
                    to, definition, it, None if owner is None else to.bound[hook.me.id], acting
                )
            )
        if ring:
            guard = self.words.setdefault(f"inside {hook.id} {number}", -1)
            if guard < 0:
                guard = self.linking.layout.words(
                    Between(0, 1), 1, f"whether a hook on `{hook.rule}` is under way"
                )
                self.words[f"inside {hook.id} {number}"] = guard
            word = guard
            tests.insert(0, lambda: Op("==", Load(Int(word)), NO))
        if hook.when is not None:
            condition = hook.when
            tests.append(lambda: to.ex(condition))
        test = self.all_of(to, tests)

        def run() -> None:
            if guard is not None:
                to.emit(lo.Store(Int(guard), YES))
            loops, to.loops = to.loops, []
            went, to.went = to.went, None
            to.body(hook.body)
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

    def all_of(self, to: Statements, tests: list[Callable[[], lo.Expr]]) -> lo.Expr:
        """The conjunction, later tests being made only where the earlier ones hold."""
        if not tests:
            return YES
        first = tests[0]()
        if len(tests) == 1:
            return first
        if first == NO:
            return NO
        with to.inside() as behind:
            rest = self.all_of(to, tests[1:])
        if not behind:
            return both(first, rest)
        name = to.fresh("fires")
        to.emit(lo.SetVar(name, first))
        behind.append(lo.SetVar(name, rest))
        to.emit(lo.When(Var(name), behind, []))
        return Var(name)

    def rule(self, rule: ir.Rule) -> None:
        def body(to: Statements) -> None:
            if rule.deep:
                depth = self.words.setdefault(f"depth {rule.id}", -1)
                if depth < 0:
                    name = f"how deep `{rule.id}` is in itself"
                    depth = self.linking.layout.words(Between(0, rule.deep + 1), 1, name)
                    self.words[f"depth {rule.id}"] = depth
                fault = self.linking.fault(
                    errors.TOO_DEEP,
                    f"`{rule.id}` reaches itself more than {rule.deep} times",
                    rule.span,
                )
                to.emit(lo.Store(Int(depth), Op("+", Load(Int(depth)), YES)))
                deeper = Op(">", Load(Int(depth)), Int(rule.deep + 1))
                to.emit(lo.When(deeper, [lo.Fail(fault)], []))
                to.body(rule.body)
                to.emit(lo.Store(Int(depth), Op("-", Load(Int(depth)), YES)))
            else:
                to.body(rule.body)

        self.hooked(
            f"rule:{rule.id}",
            rule.me,
            rule.params,
            body,
            clears=rule.id,
            title=rule.id,
            tested=f"rule:{rule.id}" in self.linking.calls.tested,
        )

    def slot(self, kind: str, definition: ir.Definition, slot: ir.Slot) -> None:
        name = slot_name(kind, definition.id, slot.id)

        def write(to: Statements) -> None:
            to.bind_plain(slot.me)
            to.bind(slot.it)
            to.went = to.fresh("went") if name in self.linking.calls.tested else None
            if to.went is None:
                to.body(slot.body)
                return
            to.emit(lo.SetVar(to.went, YES))
            to.body(slot.body)
            to.emit(lo.Store(Int(lay.THROUGH), Var(to.went)))

        params = [f"{v.name}_{v.id}" for v in (slot.me, slot.it)]
        self.enter(name, params, write, title=f"{definition.id}: {slot.id}")
