"""Plays one bound and linked scenario: its steps, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from boardwright.dsl.declare.scenarios import (
    Asked,
    ChanceDecl,
    Expect,
    Knows,
    Offered,
    Over,
    Picks,
    ScenarioDecl,
    Step,
)
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.language.types import PieceType, SetType, Type
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help
from boardwright.interpreter.lower.scenario_entry import AT_REST, IN_GIVEN, IN_PLAY, IN_SETUP
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.play.invariants import judge
from boardwright.interpreter.play.naming import Words, called, element_id
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.trace import Chance, DictationError
from boardwright.interpreter.program.program import Compiled, Program
from boardwright.interpreter.scenarios import findings
from boardwright.interpreter.scenarios.known_pieces import Known, wrong_knowledge
from boardwright.interpreter.scenarios.left_out import changes_left_out
from boardwright.interpreter.table.errors import BROKEN, RuleError

_REMEMBERED = 6


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a condition, with the name of the function that computes it."""

    function: str
    text: str
    type: Type


@dataclass(frozen=True, slots=True)
class Leaf:
    """A condition without `and`, `or` and `not`, such as one side of an `and`."""

    function: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """An `expect`, as functions of the program; `values` are those that it asks for as the seat of `turn`, or as nobody."""

    function: str
    leaves: tuple[Leaf, ...]
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """A watched program with scenes; `entry` is that of this scenario."""

    program: Program
    compiled: Compiled
    chance: Chance


@dataclass(frozen=True, slots=True)
class Moment:
    """What was asked before a pick at a place, or, without place, after the last step: who decides what, and the options."""

    span: Span | None
    seat: str
    decision: str
    options: tuple[str, ...]


class _StopError(Exception):
    """The scenario cannot continue; the reason has been reported."""


@dataclass(slots=True)
class Play:
    """One run of one scenario."""

    scenario: ScenarioDecl
    stage: Stage
    entry: int
    conditions: Mapping[int, Condition]  # by number of the step
    bag: Bag
    known: Mapping[int, tuple[Known, ...]] = field(default_factory=dict)
    fault: RuleError | None = None
    picks: list[str] = field(default_factory=list)
    outcome: dict[str, tuple[int, int]] = field(default_factory=dict)  # rank and score of each
    moments: list[Moment] = field(default_factory=list)
    state: State = field(init=False)

    def __post_init__(self) -> None:
        program = self.stage.program
        v = program.first_vector(self.scenario.seed)
        v[lay.PC] = self.entry
        self.state = State(program, v, self.stage.compiled, Words(program.table.game))

    @property
    def seats(self) -> tuple[str, ...]:
        return self.stage.program.table.seats

    # ---- the whole scenario

    def run(self) -> None:
        """Plays the whole scenario; findings go into the bag."""
        chance = self.scenario.chance
        if not self._events_exist(chance):
            return
        self.stage.chance.dictate(
            {f"{each.rule}.{each.name}": [r.id for r in each.results] for each in chance}
        )
        try:
            self._begin()
            for number, step in enumerate(self.scenario.steps):
                if self.fault is not None:
                    findings.steps_after_error(self.bag, step.span, self.fault)
                    return
                self._step(number, step)
            self._remember(None)
            self._outcome()
        except _StopError:
            return
        self._end()

    def _events_exist(self, chance: tuple[ChanceDecl, ...]) -> bool:
        forms = {event.name: event.form for event in self.stage.program.events}
        right = True
        for each in chance:
            name = f"{each.rule}.{each.name}"
            if forms.get(name) == "shuffle":
                message = "the result of a shuffle cannot be set"
                help: tuple[str, ...] = ("move the pieces there in `given`",)
            elif name not in forms:
                message = f"there is no event `{name}`"
                help = suggest_help(name, forms)
            else:
                continue
            right = False
            names = sorted(name for name, form in forms.items() if form != "shuffle")
            note = f"the events of this game are {findings.listed(names)}"
            if not names:
                note = "this game has no event whose result can be set"
            self.bag.error("E682", message, each.span, help=help, notes=note)
        return right

    def _begin(self) -> None:
        """Runs the setup, in which the first option of each decision is chosen, and `given`."""
        v, at = self.state.v, self.stage.program.stage
        place = self.scenario.span
        self._guarded(lambda: self.stage.compiled.run(v), self._beginning)
        while self.fault is None and v[at] == IN_SETUP and not self.state.over:
            decision = self.state.decision
            assert decision is not None
            v[lay.CHOSEN] = decision.answers()[0]
            v[lay.DECISIONS] += 1
            self._guarded(lambda: self.stage.compiled.run(v), self._beginning)
        if self.fault is None and v[at] >= IN_PLAY:
            self._guarded(lambda: judge(self.state), self._beginning)
        if self.fault is None and v[at] == IN_GIVEN and not self.state.over:
            decision = self.state.decision
            assert decision is not None
            place = self._gives or place
            self.bag.error(
                "E689",
                f"`given` asks `{self.seats[decision.player]}` for `{decision.name}`",
                place,
                notes=self._asked_note(),
                help="move the statement into `run`, and the answer into `steps`",
            )
            raise _StopError
        v[lay.DECISIONS] = 0

    @property
    def _gives(self) -> Span | None:
        """What makes the position: `given`, or else the scenario that this one is like."""
        scenario = self.scenario
        if scenario.given is not None:
            return scenario.given.span
        return None if scenario.like is None else scenario.like.span

    def _beginning(self) -> tuple[Span, str]:
        """The part of the scenario that runs before its first step, with a label."""
        scenario, stage = self.scenario, self.state.v[self.stage.program.stage]
        if stage == IN_GIVEN and self._gives is not None:
            return self._gives, "`given` causes this"
        if stage == IN_PLAY and scenario.run is not None:
            return scenario.run.span, "`run` causes this"
        if stage == IN_SETUP:
            return scenario.span, "the setup causes this"
        return scenario.span, "this happens before the first decision"

    def _judged(self, span: Span, label: str) -> tuple[Span, str]:
        """Where a condition was judged: of an effect that begins here, after its last statement."""
        for effect in (self.scenario.given, self.scenario.run):
            if effect is not None and effect.span == span and len(effect.body) > 1:
                return effect.body[-1].span, "false after this"
        return span, label

    def _guarded(self, act: Callable[[], object], where: Callable[[], tuple[Span, str]]) -> None:
        """Runs rules, and reports their errors, unless the scenario expects them."""
        try:
            act()
        except RuleError as fault:
            wanted = self.scenario.error
            span, label = where()
            if wanted == fault.code:
                self.fault = fault
                return
            if wanted is not None:
                findings.wrong_error(self.bag, span, wanted, fault)
            else:
                if fault.code == BROKEN:
                    span, label = self._judged(span, label)
                findings.unexpected(self.bag, span, fault, label, self._notes())
            raise _StopError from None
        except DictationError as fault:
            self._wrong_dictation(fault)
            raise _StopError from None

    def _wrong_dictation(self, fault: DictationError) -> None:
        each = next(c for c in self.scenario.chance if f"{c.rule}.{c.name}" == fault.event)
        result = each.results[fault.index]
        notes = f"possible results: {findings.listed(fault.there)}"
        help = suggest_help(result.id, fault.there)
        self.bag.error("E682", str(fault), result.span, "not possible", notes=notes, help=help)

    def _outcome(self) -> None:
        """Computes the outcome, if the scenario expects anything of it; this may cause an error."""
        scenario = self.scenario
        if self.fault is not None or not (
            self._ended or (scenario.ranks and scenario.run is not None)
        ):
            return
        if scenario.ranks or scenario.error is not None:
            span = scenario.ranks[0][0].span if scenario.ranks else scenario.span
            self._guarded(
                lambda: self._have(self.state.ranks, self.state.scores),
                lambda: (span, "the outcome causes this"),
            )

    def _have(self, ranks: tuple[int, ...], scores: tuple[int, ...]) -> None:
        self.outcome = dict(zip(self.seats, zip(ranks, scores, strict=True), strict=True))

    def _end(self) -> None:
        scenario = self.scenario
        if self.fault is not None:
            return
        if scenario.error is not None:
            findings.wrong_error(self.bag, scenario.span, scenario.error, None)
            return
        self._open_question()
        if scenario.ranks:
            self._ranks()
        for each in scenario.chance:
            left = self.stage.chance.unused.get(f"{each.rule}.{each.name}", ())
            if left:
                first = each.results[-len(left)]
                message = f"{findings.listed(left)} for `{each.rule}.{each.name}` is never used"
                label = "the event did not happen again"
                self.bag.error("E682", message, first.span, label, notes=self._notes())

    def _open_question(self) -> None:
        """Reports a decision in `run` that the steps neither answer nor check."""
        run, decision = self.scenario.run, self.state.decision
        if run is None or decision is None:
            return
        for step in reversed(self.scenario.steps):
            if isinstance(step, Offered | Asked):
                return
            if isinstance(step, Picks):
                break
        seat = self.seats[decision.player]
        self.bag.error(
            "E689",
            f"`run` asks `{seat}` for `{decision.name}`, but no step answers",
            run.span,
            notes=(self._asked_note(), *self._notes()),
            help=f"answer it in `steps`, for instance with `- {seat}: {decision.ids[0]}`, "
            "or expect it there with `offered` or `asked`",
        )

    def _ranks(self) -> None:
        if not (self._ended or self.scenario.run is not None):
            span = self.scenario.ranks[0][0].span
            notes = (self._asked_note(), *self._notes())
            self.bag.error("E687", "there are no ranks before the game ends", span, notes=notes)
            return
        found = self.outcome.items()
        ranks = "the ranks are " + ", ".join(f"{name} {rank}" for name, (rank, _) in found)
        scores = "the scores are " + ", ".join(f"{name} {score}" for name, (_, score) in found)
        for name, wanted in self.scenario.ranks:
            rank, _ = self.outcome[name.id]
            if rank != wanted:
                message = f"`{name.id}` ranks {_ordinal(rank)}, not {_ordinal(wanted)}"
                self.bag.error("E687", message, name.span, notes=(ranks, scores))

    # ---- steps

    def _step(self, number: int, step: Step) -> None:
        match step:
            case Picks():
                for option in step.options:
                    if self.fault is not None:
                        findings.steps_after_error(self.bag, option.span, self.fault)
                        raise _StopError
                    self._pick(step, option)
            case Offered():
                self._offered(step)
            case Asked():
                decision = self.state.decision
                found = None if decision is None else self.seats[decision.player]
                if found != step.player.id:
                    notes = (self._asked_note(), *self._notes())
                    findings.not_asked(
                        self.bag, step.player.span, step.player.id, found, notes, ended=self._ended
                    )
            case Expect():
                self._expect(step, self.conditions[number])
            case Knows():
                wrong_knowledge(self.state, self.known[number], self.bag, self._notes())
            case Over():
                if self._ended != step.ended:
                    word = "over" if self._ended else "not over"
                    notes = (self._asked_note(), *self._notes())
                    self.bag.error("E687", f"the game is {word}", step.span, notes=notes)

    def _pick(self, step: Picks, option: Name) -> None:
        decision = self.state.decision
        found = None if decision is None else self.seats[decision.player]
        if decision is None or found != step.player.id:
            span = step.player.span if option is step.options[0] else option.span
            notes = (self._asked_note(), *self._notes())
            findings.not_asked(self.bag, span, step.player.id, found, notes, ended=self._ended)
            raise _StopError
        self._remember(option.span)
        offered = self._offered_ids()
        wanted = self._meant(option.id, offered)
        if wanted is None:
            notes = (self._asked_note(), *self._notes())
            findings.not_offered(self.bag, option.span, option.id, offered, notes)
            raise _StopError
        self.picks.append(f"{found}: {option.id}")
        self._guarded(lambda: self._apply(wanted), lambda: (option.span, "this causes it"))

    def _remember(self, span: Span | None) -> None:
        decision = self.state.decision
        if decision is not None:
            seat = self.seats[decision.player]
            self.moments.append(Moment(span, seat, decision.name, decision.ids))

    def _apply(self, option: str) -> None:
        self.state.apply(option)
        judge(self.state)

    def _offered(self, step: Offered) -> None:
        offered = self._offered_ids()
        notes = (self._asked_note(), *self._notes())
        if step.exactly is not None:
            wanted = [self._meant(name.id, offered) or name.id for name in step.exactly]
            missing = [name for name in wanted if name not in offered]
            surplus = [name for name in offered if name not in wanted]
        else:
            includes = [self._meant(name.id, offered) or name.id for name in step.includes]
            missing = [name for name in includes if name not in offered]
            excludes = [self._meant(name.id, offered) for name in step.excludes]
            surplus = [name for name in excludes if name is not None]
        if missing or surplus:
            findings.wrong_offer(self.bag, step.span, missing, surplus, notes)

    def _expect(self, step: Expect, condition: Condition) -> None:
        try:
            if self._worked_out(condition.function):
                return
            values = tuple(
                dict.fromkeys(
                    f"`{part.text}` is {self._told(part)}"
                    for leaf in condition.leaves
                    if len(condition.leaves) == 1 or not self._worked_out(leaf.function)
                    for part in leaf.parts
                )
            )
        except RuleError as fault:
            findings.cannot_tell(self.bag, step.span, fault)
            return
        turn = self.scenario.turn
        asking = -1 if turn is None else self.seats.index(turn.id)
        left_out, help = changes_left_out(self.state, condition.values, asking)
        notes = (*left_out, *self._notes(), *self._goes_on())
        findings.does_not_hold(self.bag, step.span, values, notes, help)

    # ---- options

    @property
    def _ended(self) -> bool:
        return self.state.over and self.state.v[self.stage.program.stage] != AT_REST

    def _offered_ids(self) -> tuple[str, ...]:
        decision = self.state.decision
        return () if decision is None else decision.ids

    def _asked_note(self) -> str:
        return findings.asked(self.state.decision, self.seats, self._offered_words())

    def _offered_words(self) -> tuple[str, ...]:
        """The ids of the options, and the faces of hidden pieces."""
        decision = self.state.decision
        if decision is None:
            return ()
        of, layout = decision.site.element, self.stage.program.layout
        if not isinstance(of, PieceType) or of.kind not in layout.faces:
            return decision.ids
        words = []
        for answer, id in zip(decision.answers(), decision.ids, strict=True):
            named = id if answer < 0 else self._named(of, answer)
            words.append(f"{id} = {named.split()[0]}" if named.split()[0] != id else id)
        return tuple(words)

    def _notes(self) -> tuple[str, ...]:
        if not self.picks:
            return ()
        last = self.picks[-_REMEMBERED:]
        return (f"{'... ' if len(last) < len(self.picks) else ''}so far: {', '.join(last)}",)

    def _goes_on(self) -> tuple[str, ...]:
        """Who decides next, after picks: a step may be missing before what is expected."""
        decision = self.state.decision
        if decision is None or not self.picks:
            return ()
        return (f"then `{self.seats[decision.player]}` decides `{decision.name}`",)

    def _meant(self, name: str, offered: tuple[str, ...]) -> str | None:
        """The option with this id, or a piece with this face, even if the player does not know it: `copper`, or
        `copper:market` if such pieces are in several places.
        """
        if name in offered:
            return name
        decision = self.state.decision
        if decision is None or not isinstance(decision.site.element, PieceType):
            return None
        layout, kind = self.stage.program.layout, decision.site.element.kind
        table, v, hidden = layout.table, self.state.v, kind in layout.faces
        wanted, _, where = name.partition(":")
        found: dict[str, str] = {}
        for answer, id in zip(decision.answers(), decision.ids, strict=True):
            if answer < 0:
                continue
            place = table.places[v[layout.places[kind] + answer]]
            if hidden and not place.tracked:
                continue  # if several pieces are one option, chance decides which one it is
            face = v[layout.faces[kind] + answer] if hidden else table.pieces[kind][answer].face
            if table.faces[kind][face].id == wanted and where in ("", place.id):
                found.setdefault(place.id, id)
        # Open pieces in several places are not the same: the scenario must say which.
        return next(iter(found.values())) if found and (hidden or len(found) == 1) else None

    def _worked_out(self, function: str) -> int:
        return int(self.stage.compiled.functions[function](self.state.v))

    def _told(self, part: Part) -> str:
        value = self._worked_out(part.function)
        if isinstance(part.type, SetType):
            element = part.type.element
            members = self.stage.program.layout.members(element, value)
            names = (self._named(element, n) for n in members)
            return findings.listed(names, "empty")
        return self._named(part.type, value)

    def _named(self, of: Type, number: int) -> str:
        layout, v = self.stage.program.layout, self.state.v
        if isinstance(of, PieceType) and of.kind in layout.faces:
            face = layout.table.faces[of.kind][v[layout.faces[of.kind] + number]].id
            name = called(self.stage.program, v, of.kind, number)
            return face if name is None else f"{face} ({name})"
        return element_id(self.stage.program, v, of, number, -1)


def _ordinal(rank: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(rank, f"{rank}th")


def leaves_of(condition: ir.Expr) -> list[ir.Expr]:
    """The conditions that `and`, `or` and `not` combine."""
    match condition:
        case ir.Both(left=left, right=right) | ir.Either(left=left, right=right):
            return [*leaves_of(left), *leaves_of(right)]
        case ir.Not(operand=operand):
            return leaves_of(operand)
        case _:
            return [condition]


def parts_of(leaf: ir.Expr) -> list[ir.Expr]:
    """The parts of a leaf whose values explain it: the sides of a comparison, and the terms of their sums."""
    match leaf:
        case ir.Compare(left=left, right=right) | ir.Same(left=left, right=right):
            return [*_worth_telling(left), *_worth_telling(right)]
        case ir.Member(element=element, members=members):
            return [*_worth_telling(element), *_worth_telling(members)]
        case ir.IsNobody(operand=operand):
            return _worth_telling(operand)
        case _:
            return []


def _worth_telling(side: ir.Expr) -> list[ir.Expr]:
    match side:
        case ir.Const() | ir.SpaceNamed(of=None) | ir.ThePiece() | ir.Range():
            return []
        case ir.Singleton(element=element):
            return _worth_telling(element)
        case ir.Arithmetic(left=left, right=right) if left.span != side.span:
            return [side, *_worth_telling(left), *_worth_telling(right)]
        case _:
            return [side]
