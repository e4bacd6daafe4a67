"""The course of the game: phases, turns, and what a game comes to in the end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from boardwright.dsl.language.types import PlayerType
from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, YES, bit, both, lower_amount, lower_player
from boardwright.interpreter.lower.builtins import turn_order
from boardwright.interpreter.lower.builtins.leaving import away, begin_round, end_phase
from boardwright.interpreter.lower.carriers import lower_carrier, lower_owner_of
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.expressions import begin_function
from boardwright.interpreter.lower.hooks import Parameters
from boardwright.interpreter.lower.marks import mark_course
from boardwright.interpreter.lower.moves import charge_step
from boardwright.interpreter.lower.phase_ends import (
    Way,
    forget_round,
    keep_round,
    pass_by_if_over,
    write_after_phase,
    write_ends,
)
from boardwright.interpreter.lower.rules import Hooked, write_clearing, write_entered, write_hooked
from boardwright.interpreter.lower.sets import lower_set
from boardwright.interpreter.lower.statements import write_call
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.carriers import Carriers
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add

_NOBODYS = Carriers("", ())

# ---- phases


def lower_phases(linking: Linking, phases: tuple[ir.Phase, ...], around: Way = ()) -> None:
    """Lowers each phase and those inside it to a routine of its own."""
    for phase in phases:
        _lower_phase(linking, (*around, phase))
        lower_phases(linking, phase.phases, (*around, phase))
        if phase.turn is not None:
            rule = Hooked(
                name=f"turn:{phase.id}",
                given=Parameters(phase.me),
                body=partial(Emitter.write, body=phase.turn),
                title=f"turn of {phase.id}",
            )
            write_hooked(linking, rule)


def _lower_phase(linking: Linking, way: Way) -> None:
    phase = way[-1]
    number = linking.table.phases.index(phase.id)
    rule = Hooked(
        name=f"phase:{phase.id}",
        given=Parameters(linking.player_var()),  # nobody
        body=partial(_write_phase_body, way=way, number=number),
        clears=phase.id,
        title=f"phase {phase.id}",
        phase=number,
        under_way=_read_under_way(linking, phase),
    )
    write_hooked(linking, rule)


def _write_phase_body(to: Emitter, way: Way, number: int) -> None:
    *around, phase = way
    after = to.block()
    pass_by_if_over(to, way, after)
    to.bound[phase.me.id] = Int(-1)
    if phase.turn is not None:
        _write_turns(to, way, repeated=any(outer.repeats for outer in around))
    elif phase.repeats:
        _write_rounds(to, way, number)
    else:
        _write_inner(to, way, number, after)
    to.jump(after)
    to.go_on(after)


def _read_under_way(linking: Linking, phase: ir.Phase) -> lo.Expr | None:
    """Whether a scenario begins in a phase inside this one, so that this one is under way; None if none does."""
    return (
        Load(Int(linking.course.way))
        if any(phase.id in way[:-1] for way in linking.course.ways.values())
        else None
    )


def _write_inner(to: Emitter, way: Way, number: int, over: lo.Block) -> None:
    """The steps, or the phases inside, once; where the phase is over, it goes on at `over`."""
    phase = way[-1]
    if phase.steps is not None:
        to.write(phase.steps)
    under_way = _read_under_way(to.linking, phase)
    for child in phase.phases:
        if under_way is not None:
            after = to.block()
            to.emit(lo.When(_passes_by(to.linking, child), [lo.Goto(after.number)], []))
            if child.id in to.linking.course.ways:
                to.emit(
                    lo.When(
                        _is_meant(to.linking, child.id),
                        [lo.Store(Int(to.linking.course.way), NO)],
                        [],
                    )
                )
        write_phase(to, child.id)
        to.emit(lo.Store(Int(lay.PHASE), Int(number)))
        mark_course(to, f"{child.id} ends")
        write_after_phase(to, way, over)
        if under_way is not None:
            to.jump(after)
            to.go_on(after)
    if not phase.phases:
        write_ends(to, way, over)


def write_phase(to: Emitter, phase: str) -> None:
    """One phase, from its beginning to its end."""
    write_call(to, f"phase:{phase}", (Int(-1),))
    to.out.extend(end_phase(to.linking.layout, phase))


def _is_meant(linking: Linking, id: str) -> lo.Expr:
    return Op("==", Load(Int(linking.course.way)), Int(list(linking.course.ways).index(id) + 1))


def _passes_by(linking: Linking, child: ir.Phase) -> lo.Expr:
    """Whether a scenario begins in another phase than this one or those inside it."""
    found: lo.Expr = Op("!=", Load(Int(linking.course.way)), NO)
    for id, way in linking.course.ways.items():
        if child.id in way:
            found = both(found, lo.negated(_is_meant(linking, id)))
    return found


def _take_laps_before(to: Emitter, phase: ir.Phase) -> lo.Expr:
    """How often a phase has run before it begins: 0, unless a scenario says otherwise."""
    if phase.id not in to.linking.course.done_before:
        return NO
    at = Int(to.linking.course.done_before[phase.id])
    before = to.fresh("before")
    to.emit(lo.SetVar(before, Load(at)))
    to.emit(lo.Store(at, NO))
    return Var(before)


def _write_rounds(to: Emitter, way: Way, number: int) -> None:
    phase = way[-1]
    outside = to.fresh("round")
    to.emit(lo.SetVar(outside, Load(Int(lay.ROUND))))
    to.emit(lo.Store(Int(lay.ROUND), _take_laps_before(to, phase)))
    times = to.fresh("times")
    to.emit(lo.SetVar(times, NO if phase.repeat is None else lower_amount(to, phase.repeat)))
    again, after = to.block(f"{phase.id} again"), to.block()
    to.jump(again)
    to.go_on(again)
    if phase.repeat is not None:
        over = Op(">=", Load(Int(lay.ROUND)), Var(times))
        to.emit(lo.When(over, [lo.Goto(after.number)], []))
    to.emit(charge_step(to, ir.Stop(span=phase.span)))
    _begin_round(to, _read_under_way(to.linking, phase))
    keep_round(to, phase)
    _write_inner(to, way, number, after)
    if phase.repeat_until is not None:
        to.bound[phase.me.id] = Int(-1)
        to.emit(lo.When(to.lower(phase.repeat_until), [lo.Goto(after.number)], []))
    to.jump(again)
    to.go_on(after)
    forget_round(to, phase)
    _end_rounds(to, outside)


def _begin_round(to: Emitter, under_way: lo.Expr | None = None) -> None:
    to.emit(lo.Store(Int(lay.ROUND), add(Load(Int(lay.ROUND)), YES)))
    with to.inside() as begins:
        write_clearing(to, "round")
        if to.linking.drops_out:
            to.out.extend(begin_round(to.linking.layout))
    if under_way is None:
        to.out.extend(begins)
    elif begins:
        to.emit(lo.When(under_way, [], begins))
    mark_course(to, "round begins")


def _end_rounds(to: Emitter, outside: str) -> None:
    """Behind the last round: `round` is what it was before, and who dropped out of a round is back."""
    to.emit(lo.Store(Int(lay.ROUND), Var(outside)))
    if to.linking.drops_out:
        to.out.extend(begin_round(to.linking.layout))
    mark_course(to, "rounds end")


@dataclass(frozen=True, slots=True)
class _TurnWords:
    """The words of a phase of turns: who is first, who is left out, whether the lap is over, whose turn it was, and whether
    who dropped out of a round is back after it.
    """

    first: Int
    without: Int
    lapped: Int
    counted: Int
    back: Int


def _write_turns(to: Emitter, way: Way, *, repeated: bool) -> None:
    """One player's turn after another's."""
    phase = way[-1]
    begin = to.linking.course.turns
    words = _TurnWords(*(Int(begin + n) for n in range(turn_order.COURSE_WORDS)))
    outside = to.fresh("round")
    to.emit(lo.SetVar(outside, Load(Int(lay.ROUND))))
    to.emit(lo.Store(Int(lay.DIRECTION), Int(0 if phase.clockwise else 1)))
    _find_first(to, phase, words)
    _leave_out_players(to, phase, words)
    to.emit(lo.Store(words.back, NO if repeated else YES))
    laps, lap = to.fresh("laps"), to.fresh("lap")
    to.emit(lo.SetVar(laps, NO if phase.rounds is None else lower_amount(to, phase.rounds)))
    before = _take_laps_before(to, phase)
    to.emit(lo.SetVar(lap, add(before, YES)))
    turn, after = to.block(f"turn of {phase.id}"), to.block()
    if not repeated:
        to.emit(lo.Store(Int(lay.ROUND), before))
        _begin_round(to)
    _begin_turns(to, words)
    if phase.rounds is not None:
        to.emit(lo.When(Op("<", Var(laps), YES), [lo.Store(Int(lay.ACTIVE), Int(-1))], []))
    to.jump(turn)
    to.go_on(turn)
    _write_turn(to, way, words, after)
    next_lap = to.block()
    to.emit(lo.When(Load(words.lapped), [lo.Goto(next_lap.number)], [lo.Goto(turn.number)]))
    to.go_on(next_lap)
    to.emit(lo.Store(words.lapped, NO))
    mark_course(to, "lap ends")
    if phase.rounds is not None:
        to.emit(lo.When(Op(">=", Var(lap), Var(laps)), [lo.Goto(after.number)], []))
        to.emit(lo.SetVar(lap, add(Var(lap), YES)))
    if not repeated:
        _begin_round(to)
    to.jump(turn)
    to.go_on(after)
    to.emit(lo.Store(Int(lay.ACTIVE), Int(-1)))
    to.emit(lo.Fill(begin, turn_order.COURSE_WORDS, 0))
    mark_course(to, "turns end")
    if not repeated:
        _end_rounds(to, outside)


def _find_first(to: Emitter, phase: ir.Phase, words: _TurnWords) -> None:
    """Who begins, as the phase or a scenario says."""
    with to.inside() as declared:
        begins = NO if phase.first is None else lower_player(to, phase.first)
        declared.append(lo.Store(words.first, begins))
    if to.linking.course.begins is None:
        to.out.extend(declared)
        return
    told = Load(Int(to.linking.course.begins))
    given: list[lo.Stmt] = [
        lo.Store(words.first, Op("-", told, YES)),
        lo.Store(Int(to.linking.course.begins), NO),
    ]
    to.emit(lo.When(told, given, declared))


def _leave_out_players(to: Emitter, phase: ir.Phase, words: _TurnWords) -> None:
    """Notes who has no turns in a phase."""
    left_out: lo.Expr = NO
    if phase.without is not None:
        if isinstance(phase.without.type, PlayerType):
            who = to.atom(to.lower(phase.without), "without")
            left_out = lo.Cond(Op("<", who, NO), NO, bit(who, to.linking.table.players))
        else:
            left_out = lower_set(to, phase.without)
    to.emit(lo.Store(words.without, left_out))


def _begin_turns(to: Emitter, words: _TurnWords) -> None:
    """The first player who is in is active."""
    if _everybody_plays(to.linking):
        to.emit(lo.Store(Int(lay.ACTIVE), Load(words.first)))
        return
    begins = turn_order.from_seat(to.linking, Load(words.first), Load(words.without))
    to.emit(lo.Store(Int(lay.ACTIVE), begins))
    to.emit(lo.Store(words.first, Load(Int(lay.ACTIVE))))


def _write_turn(to: Emitter, way: Way, words: _TurnWords, after: lo.Block) -> None:
    """The turn of the active player, and on to the next one; at its end the phase may be over, too."""
    phase = way[-1]
    active, whose = Load(Int(lay.ACTIVE)), Load(words.counted)
    to.emit(lo.When(Op("<", active, NO), [lo.Goto(after.number)], []))
    to.emit(charge_step(to, ir.Stop(span=phase.span)))
    write_clearing(to, "turn")
    _clear_own(to)
    to.emit(lo.Store(Int(lay.TURN_NUMBER), add(Load(Int(lay.TURN_NUMBER)), YES)))
    to.emit(lo.Store(words.counted, active))
    mark_course(to, "turn begins")
    write_call(to, f"turn:{phase.id}", (active,))
    to.emit(lo.Store(Int(lay.LAST), whose))
    mark_course(to, "turn ends")
    if phase.until is not None:
        to.bound[phase.me.id] = whose
        to.emit(lo.When(to.lower(phase.until), [lo.Goto(after.number)], []))
    write_ends(to, way, after)
    to.emit(lo.Store(words.lapped, NO))
    write_call(to, "rule:next_turn", (whose,))
    elsewhere = Op("!=", whose, active)
    to.emit(lo.When(elsewhere, [turn_order.count_way(to.linking, to.linking.course.turns)], []))


def _clear_own(to: Emitter) -> None:
    """Notes and limits of the active player's own turn; and of the pieces and spaces that are the player's, or
    nobody's.
    """
    game, layout = to.linking.game, to.linking.layout
    active = Load(Int(lay.ACTIVE))
    for at, count, value in layout.clearing.get("own_turn", ()):
        whose = layout.whose.get(at, _NOBODYS)
        if whose.kind == "player" and whose.numbers == tuple(range(to.table.players)):
            to.emit(lo.Store(add(Int(at), active), Int(value)))
            continue
        if whose.kind == "player":
            for n, seat in enumerate(whose.numbers):
                is_theirs = Op("==", Int(seat), active)
                to.emit(lo.When(is_theirs, [lo.Store(Int(at + n), Int(value))], []))
            continue
        if whose.kind not in game.kinds and whose.kind not in game.spaces:
            to.emit(lo.Fill(at, count, value))
            continue
        for n, carrier in enumerate(whose):
            owner = lower_owner_of(to, carrier.kind, lower_carrier(to, carrier))
            store = lo.Store(Int(at + n), Int(value))
            if owner is None:
                to.emit(store)
                continue
            owner = to.atom(owner, "owner")
            theirs = lo.either(Op("==", owner, active), Op("<", owner, NO))
            to.emit(lo.When(theirs, [store], []))


def lower_next_turn(linking: Linking) -> None:
    """`rule:next_turn`: on to the next player in the direction of play who is in."""
    n = linking.table.players
    actor = linking.player_var()

    first, lapped, counted = (
        Int(linking.course.turns + n)
        for n in (turn_order.FIRST, turn_order.LAPPED, turn_order.COUNTED)
    )
    left = tuple((seat + 1) % n for seat in range(n))
    right = tuple((seat - 1) % n for seat in range(n))

    def body(to: Emitter) -> None:
        further = turn_order.step_on(linking, linking.course.turns, away(linking.layout))
        step = lo.Store(Int(lay.ACTIVE), further)
        if not _everybody_plays(linking):
            to.emit(step)
            return
        # It is simply the neighbour, as long as it is somebody's turn.
        active, next_ = Load(Int(lay.ACTIVE)), to.fresh("next")
        neighbour = linking.look("left_of", left, active)
        if linking.turns_back:
            other = linking.look("right_of", right, active)
            neighbour = lo.Cond(Load(Int(lay.DIRECTION)), other, neighbour)
        way = turn_order.count_way(linking, linking.course.turns)
        usual: list[lo.Stmt] = [
            lo.When(Op("!=", Load(counted), active), [way], []),
            lo.SetVar(next_, neighbour),
            lo.When(Op("==", Var(next_), Load(first)), [lo.Store(lapped, YES)], []),
            lo.Store(counted, Var(next_)),
            lo.Store(Int(lay.ACTIVE), Var(next_)),
        ]
        to.emit(lo.When(Op("<", active, NO), [step], usual))

    rule = Hooked(name="rule:next_turn", given=Parameters(actor), body=body, title="next turn")
    write_hooked(linking, rule)


def _everybody_plays(linking: Linking) -> bool:
    """Whether nobody is ever left out of the turns."""
    phases = list(linking.game.course)
    while phases:
        phase = phases.pop()
        if phase.without is not None:
            return False
        phases.extend(phase.phases)
    return not linking.drops_out


def lower_main(linking: Linking, phases: tuple[ir.Phase, ...]) -> None:
    """The whole game, as the first routine; it ends."""

    def write(to: Emitter) -> None:
        for phase in phases:
            write_phase(to, phase.id)
            mark_course(to, f"{phase.id} ends")
        to.emit(lo.Finish())

    write_entered(linking, "main", [], write, title="main")


# ---- the end


def lower_outcome(linking: Linking, outcome: ir.Outcome) -> None:
    """`score(me)`, `tie:<n>(me)` (more is better), `wins(me)` and `worth(me)`; `ranked(me)` where more score is not better."""
    _lower_of_player(linking, "score", outcome.me, outcome.score, False)
    if outcome.lowest_wins:
        _lower_of_player(linking, "ranked", outcome.me, outcome.score, True)
    for n, (most, expr) in enumerate(outcome.ties):
        _lower_of_player(linking, f"tie:{n}", outcome.me, expr, not most)
    if outcome.wins is not None:
        _lower_of_player(linking, "wins", outcome.me, outcome.wins, False)
    if outcome.worth is not None:
        _lower_of_player(linking, "worth", outcome.me, outcome.worth, False)


def _lower_of_player(
    linking: Linking, name: str, me: ir.Var, expr: ir.Expr, negative: bool
) -> None:
    to = begin_function(linking, name)
    parameter = to.bind(me)
    value = to.lower(expr)
    to.emit(lo.Return(Un("-", value) if negative else value))
    linking.functions[name] = lo.Function(name, (parameter,), to.out, name)
