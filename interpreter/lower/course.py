"""The course of the game: phases, turns, and what a game comes to in the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from boardwright.dsl.language.types import PlayerType
from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, YES, bit, both
from boardwright.interpreter.lower.builtins import turn_order
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.expressions import Expressions
from boardwright.interpreter.lower.leaving import away, begin_round, end_phase
from boardwright.interpreter.lower.phase_ends import Ends, Way
from boardwright.interpreter.lower.rules import Rules
from boardwright.interpreter.lower.statements import Statements
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.machine.word_ranges import Between, Members, OneOf


class Course:
    """Lowers phases and the outcome with the help of `Rules`."""

    def __init__(self, linking: Linking, rules: Rules) -> None:
        self.linking, self.rules = linking, rules
        # See `step_on`.
        layout, players = linking.layout, linking.table.players
        seat = OneOf((1 << players) - 1, frozenset({-1}))
        self.words = layout.size
        for holds in (seat, Members((1 << players) - 1), Between(0, 1), seat, Between(0, 1)):
            layout.words(holds)
        layout.named[self.words] = 5, "the turns of this phase: who began, who is next"
        # Of scenarios: the word that says who begins, plus one; the ways to inner phases where play may begin, with the
        # word that has the number of the one that is meant, from 1; and how often a phase is taken to have run.
        self.begins: int | None = None
        self.ways: Mapping[str, tuple[str, ...]] = {}
        self.way = 0
        self.done_before: Mapping[str, int] = {}
        self.ends = Ends(linking, linking.game.course)

    @property
    def turn_words(self) -> range:
        """The words of the turns. They are zero when nobody has a turn."""
        return range(self.words, self.words + 5)

    # ---- phases

    def phases(self, phases: tuple[ir.Phase, ...], around: Way = ()) -> None:
        """Lowers each phase and those inside it to a routine of its own."""
        for phase in phases:
            self.phase((*around, phase))
            self.phases(phase.phases, (*around, phase))
            if phase.turn is not None:
                turn = phase.turn
                self.rules.hooks[f"turn:{phase.id}"] = self.rules.hooks.get("rule:turn", [])

                def body(to: Statements, turn: ir.Body = turn) -> None:
                    to.body(turn)

                self.rules.hooked(
                    f"turn:{phase.id}", phase.me, (), body, title=f"turn of {phase.id}"
                )

    def phase(self, way: Way) -> None:
        *around, phase = way
        repeated = any(outer.repeats for outer in around)
        name = f"phase:{phase.id}"
        self.rules.hooks[name] = self.rules.hooks.get(f"rule:{phase.id}", [])
        number = self.linking.table.phases.index(phase.id)
        nobody = self.linking.player_var()

        def body(to: Statements) -> None:
            behind = to.block()
            self.ends.unless_over(to, way, behind)
            to.bound[phase.me.id] = Int(-1)
            if phase.turn is not None:
                self.turns(to, way, repeated=repeated)
            elif phase.repeats:
                self.repeated(to, way, number)
            else:
                self.inner(to, way, number, behind)
            to.jump(behind)
            to.go_on(behind)

        title = f"phase {phase.id}"
        self.rules.hooked(
            name,
            nobody,
            (),
            body,
            clears=phase.id,
            title=title,
            phase=number,
            under_way=self.under_way(phase),
        )

    def under_way(self, phase: ir.Phase) -> lo.Expr | None:
        """Whether a scenario begins in a phase inside this one, so that this one is under way; None if none does."""
        return (
            Load(Int(self.way)) if any(phase.id in way[:-1] for way in self.ways.values()) else None
        )

    def inner(self, to: Statements, way: Way, number: int, over: lo.Block) -> None:
        """The steps, or the phases inside, once; where the phase is over, it goes on at `over`."""
        phase = way[-1]
        if phase.steps is not None:
            to.body(phase.steps)
        under_way = self.under_way(phase)
        for child in phase.phases:
            if under_way is not None:
                behind = to.block()
                to.emit(lo.When(self.passes_by(child), [lo.Goto(behind.number)], []))
                if child.id in self.ways:
                    to.emit(lo.When(self.is_meant(child.id), [lo.Store(Int(self.way), NO)], []))
            self.run(to, child.id)
            to.emit(lo.Store(Int(lay.PHASE), Int(number)))
            self.ends.after_phase(to, way, over)
            if under_way is not None:
                to.jump(behind)
                to.go_on(behind)
        if not phase.phases:
            self.ends.ask(to, way, over)

    def run(self, to: Statements, phase: str) -> None:
        """One phase, from its beginning to its end."""
        to.call_with(f"phase:{phase}", (Int(-1),))
        to.out.extend(end_phase(self.linking.layout, phase))

    def is_meant(self, id: str) -> lo.Expr:
        return Op("==", Load(Int(self.way)), Int(list(self.ways).index(id) + 1))

    def passes_by(self, child: ir.Phase) -> lo.Expr:
        """Whether a scenario begins in another phase than this one or those inside it."""
        found: lo.Expr = Op("!=", Load(Int(self.way)), NO)
        for id, way in self.ways.items():
            if child.id in way:
                found = both(found, lo.negated(self.is_meant(id)))
        return found

    def laps_before(self, to: Statements, phase: ir.Phase) -> lo.Expr:
        """How often a phase has run before it begins: 0, unless a scenario says otherwise."""
        if phase.id not in self.done_before:
            return NO
        at = Int(self.done_before[phase.id])
        before = to.fresh("before")
        to.emit(lo.SetVar(before, Load(at)))
        to.emit(lo.Store(at, NO))
        return Var(before)

    def repeated(self, to: Statements, way: Way, number: int) -> None:
        phase = way[-1]
        outside = to.fresh("round")
        to.emit(lo.SetVar(outside, Load(Int(lay.ROUND))))
        to.emit(lo.Store(Int(lay.ROUND), self.laps_before(to, phase)))
        times = to.fresh("times")
        to.emit(lo.SetVar(times, NO if phase.repeat is None else to.amount_of(phase.repeat)))
        again, behind = to.block(f"{phase.id} again"), to.block()
        to.jump(again)
        to.go_on(again)
        if phase.repeat is not None:
            over = Op(">=", Load(Int(lay.ROUND)), Var(times))
            to.emit(lo.When(over, [lo.Goto(behind.number)], []))
        to.emit(to.charge(ir.Stop(span=phase.span)))
        self.new_round(to, self.under_way(phase))
        self.ends.begins_round(to, phase)
        self.inner(to, way, number, behind)
        if phase.repeat_until is not None:
            to.bound[phase.me.id] = Int(-1)
            to.emit(lo.When(to.ex(phase.repeat_until), [lo.Goto(behind.number)], []))
        to.jump(again)
        to.go_on(behind)
        self.ends.ended(to, phase)
        self.end_rounds(to, outside)

    def new_round(self, to: Statements, under_way: lo.Expr | None = None) -> None:
        to.emit(lo.Store(Int(lay.ROUND), add(Load(Int(lay.ROUND)), YES)))
        with to.inside() as begins:
            self.rules.clear(to, "round")
            if self.linking.drops_out:
                to.out.extend(begin_round(self.linking.layout))
        if under_way is None:
            to.out.extend(begins)
        elif begins:
            to.emit(lo.When(under_way, [], begins))

    def end_rounds(self, to: Statements, outside: str) -> None:
        """Behind the last round: `round` is what it was before, and who dropped out of a round is back."""
        to.emit(lo.Store(Int(lay.ROUND), Var(outside)))
        if self.linking.drops_out:
            to.out.extend(begin_round(self.linking.layout))

    def turns(self, to: Statements, way: Way, *, repeated: bool) -> None:
        """One player's turn after another's."""
        phase = way[-1]
        first, without, lapped, counted, back = (
            Int(self.words + n) for n in range(turn_order.COURSE_WORDS)
        )
        active, whose = Load(Int(lay.ACTIVE)), Load(counted)
        outside = to.fresh("round")
        to.emit(lo.SetVar(outside, Load(Int(lay.ROUND))))
        to.emit(lo.Store(Int(lay.DIRECTION), Int(0 if phase.clockwise else 1)))
        with to.inside() as declared:
            begins = NO if phase.first is None else to.someone(phase.first)
            declared.append(lo.Store(first, begins))
        if self.begins is None:
            to.out.extend(declared)
        else:
            told = Load(Int(self.begins))
            given: list[lo.Stmt] = [
                lo.Store(first, Op("-", told, YES)),
                lo.Store(Int(self.begins), NO),
            ]
            to.emit(lo.When(told, given, declared))
        left_out: lo.Expr = NO
        if phase.without is not None:
            if isinstance(phase.without.type, PlayerType):
                who = to.atom(to.ex(phase.without), "without")
                left_out = lo.Cond(Op("<", who, NO), NO, bit(who, self.linking.table.players))
            else:
                left_out = to.mask(phase.without)
        to.emit(lo.Store(without, left_out))
        to.emit(lo.Store(back, NO if repeated else YES))
        laps = to.fresh("laps")
        lap = to.fresh("lap")
        to.emit(lo.SetVar(laps, NO if phase.rounds is None else to.amount_of(phase.rounds)))
        before = self.laps_before(to, phase)
        to.emit(lo.SetVar(lap, add(before, YES)))
        turn, behind = to.block(f"turn of {phase.id}"), to.block()
        if not repeated:
            to.emit(lo.Store(Int(lay.ROUND), before))
            self.new_round(to)
        if self.everybody_plays():
            to.emit(lo.Store(Int(lay.ACTIVE), Load(first)))
        else:
            begins = turn_order.from_seat(self.linking, Load(first), Load(without))
            to.emit(lo.Store(Int(lay.ACTIVE), begins))
            to.emit(lo.Store(first, active))
        if phase.rounds is not None:
            to.emit(lo.When(Op("<", Var(laps), YES), [lo.Store(Int(lay.ACTIVE), Int(-1))], []))
        to.jump(turn)
        to.go_on(turn)
        to.emit(lo.When(Op("<", active, NO), [lo.Goto(behind.number)], []))
        to.emit(to.charge(ir.Stop(span=phase.span)))
        self.rules.clear(to, "turn")
        self.clear_own(to)
        to.emit(lo.Store(Int(lay.TURN_NUMBER), add(Load(Int(lay.TURN_NUMBER)), YES)))
        to.emit(lo.Store(counted, active))
        to.call_with(f"turn:{phase.id}", (active,))
        to.emit(lo.Store(Int(lay.LAST), whose))
        if phase.until is not None:
            to.bound[phase.me.id] = whose
            to.emit(lo.When(to.ex(phase.until), [lo.Goto(behind.number)], []))
        self.ends.ask(to, way, behind)
        to.emit(lo.Store(lapped, NO))
        to.call_with("rule:next_turn", (whose,))
        elsewhere = Op("!=", Load(counted), active)
        to.emit(lo.When(elsewhere, [turn_order.count_way(self.linking, self.words)], []))
        next_lap = to.block()
        to.emit(lo.When(Load(lapped), [lo.Goto(next_lap.number)], [lo.Goto(turn.number)]))
        to.go_on(next_lap)
        to.emit(lo.Store(lapped, NO))
        if phase.rounds is not None:
            to.emit(lo.When(Op(">=", Var(lap), Var(laps)), [lo.Goto(behind.number)], []))
            to.emit(lo.SetVar(lap, add(Var(lap), YES)))
        if not repeated:
            self.new_round(to)
        to.jump(turn)
        to.go_on(behind)
        to.emit(lo.Store(Int(lay.ACTIVE), Int(-1)))
        to.emit(lo.Fill(self.words, 5, 0))
        if not repeated:
            self.end_rounds(to, outside)

    def clear_own(self, to: Statements) -> None:
        """Notes and limits of the active player's own turn; and of the pieces and spaces that are the player's, or
        nobody's.
        """
        game, layout = self.linking.game, self.linking.layout
        active = Load(Int(lay.ACTIVE))
        for at, count, value in layout.clearing.get("own_turn", ()):
            per, keys, by_face = layout.whose.get(at, ("", (), False))
            if per == "player":
                to.emit(lo.Store(add(Int(at), active), Int(value)))
                continue
            if per not in game.kinds and per not in game.spaces:
                to.emit(lo.Fill(at, count, value))
                continue
            for n, number in enumerate(keys):
                it = self.rules.carrier(to, per, number, by_face)
                owner = self.rules.owner_of(to, per, it)
                store = lo.Store(Int(at + n), Int(value))
                if owner is None:
                    to.emit(store)
                    continue
                owner = to.atom(owner, "owner")
                theirs = lo.either(Op("==", owner, active), Op("<", owner, NO))
                to.emit(lo.When(theirs, [store], []))

    def next_turn(self) -> None:
        """`rule:next_turn`: on to the next player in the direction of play who is in."""
        n = self.linking.table.players
        actor = self.linking.player_var()

        first, lapped, counted = (
            Int(self.words + n) for n in (turn_order.FIRST, turn_order.LAPPED, turn_order.COUNTED)
        )
        left = tuple((seat + 1) % n for seat in range(n))
        right = tuple((seat - 1) % n for seat in range(n))

        def body(to: Statements) -> None:
            further = turn_order.step_on(self.linking, self.words, away(self.linking.layout))
            step = lo.Store(Int(lay.ACTIVE), further)
            if not self.everybody_plays():
                to.emit(step)
                return
            # It is simply the neighbour, as long as it is somebody's turn.
            active, next_ = Load(Int(lay.ACTIVE)), to.fresh("next")
            neighbour = self.linking.look("left_of", left, active)
            if self.linking.turns_back:
                other = self.linking.look("right_of", right, active)
                neighbour = lo.Cond(Load(Int(lay.DIRECTION)), other, neighbour)
            way = turn_order.count_way(self.linking, self.words)
            usual: list[lo.Stmt] = [
                lo.When(Op("!=", Load(counted), active), [way], []),
                lo.SetVar(next_, neighbour),
                lo.When(Op("==", Var(next_), Load(first)), [lo.Store(lapped, YES)], []),
                lo.Store(counted, Var(next_)),
                lo.Store(Int(lay.ACTIVE), Var(next_)),
            ]
            to.emit(lo.When(Op("<", active, NO), [step], usual))

        self.rules.hooked("rule:next_turn", actor, (), body, title="next turn")

    def everybody_plays(self) -> bool:
        """Whether nobody is ever left out of the turns."""
        phases = list(self.linking.game.course)
        while phases:
            phase = phases.pop()
            if phase.without is not None:
                return False
            phases.extend(phase.phases)
        return not self.linking.drops_out

    def main(
        self, phases: tuple[ir.Phase, ...], extra: Callable[[Statements], None] | None = None
    ) -> None:
        """The whole game, as the first routine; it ends."""

        def write(to: Statements) -> None:
            if extra is not None:
                extra(to)
            for phase in phases:
                self.run(to, phase.id)
            to.emit(lo.Finish())

        self.rules.enter("main", [], write, title="main")

    # ---- the end

    def outcome(self, outcome: ir.Outcome) -> None:
        """`score(me)`, `tie:<n>(me)` (more is better), `wins(me)` and `worth(me)`."""
        self._of_player("score", outcome.me, outcome.score, False)
        for n, (most, expr) in enumerate(outcome.ties):
            self._of_player(f"tie:{n}", outcome.me, expr, not most)
        if outcome.wins is not None:
            self._of_player("wins", outcome.me, outcome.wins, False)
        if outcome.worth is not None:
            self._of_player("worth", outcome.me, outcome.worth, False)

    def _of_player(self, name: str, me: ir.Var, expr: ir.Expr, negative: bool) -> None:
        to = Expressions(self.linking, name)
        parameter = to.bind(me)
        value = to.ex(expr)
        to.emit(lo.Return(Un("-", value) if negative else value))
        self.linking.functions[name] = lo.Function(name, (parameter,), to.out, name)
