"""Runs scenarios: files with a position, the moves of players, and what is expected after them.

`run_scenarios` binds and links all scenarios of one table together (linking takes the time), plays each, and returns a
`Result` for each, in order. Failures are diagnostics with positions in the scenario's file.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from boardwright.dsl.bind.bind import SceneBinder
from boardwright.dsl.declare.scenarios import Expect, Knows, ScenarioDecl
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.option_values import NotInSetError, kind_of, number_of, values_of
from boardwright.dsl.source.diagnostics import Bag, Diagnostic, Severity
from boardwright.dsl.source.suggest import suggest_help
from boardwright.interpreter.lower.scenario_entry import Scene, Staging, ways_in
from boardwright.interpreter.play.trace import Chance
from boardwright.interpreter.program.link import link
from boardwright.interpreter.scenarios.findings import listed
from boardwright.interpreter.scenarios.known_pieces import Known, known_pieces
from boardwright.interpreter.scenarios.left_out import values_asked
from boardwright.interpreter.scenarios.play import (
    Condition,
    Leaf,
    Moment,
    Part,
    Play,
    Stage,
    leaves_of,
    parts_of,
)
from boardwright.interpreter.table.conditions import REFUSED, out_of_play, table_findings
from boardwright.interpreter.table.errors import RuleError, TableError
from boardwright.interpreter.table.table import Table, set_table

Composer = Callable[[tuple[str, ...], tuple[str, ...], Bag], ir.Game | None]
"""Binds the game with these additional expansions and without those; None, with the reasons in the bag, if it cannot."""

_MOST_SCENES = 64


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a scenario. `findings` are sorted; `decisions` is the number of decisions in its steps,
    `moments` are what was asked at each of them.
    """

    scenario: ScenarioDecl
    findings: tuple[Diagnostic, ...]
    decisions: int = 0
    moments: tuple[Moment, ...] = ()

    @property
    def passed(self) -> bool:
        return not any(each.severity is Severity.ERROR for each in self.findings)


@dataclass(slots=True, eq=False)
class _Case:
    """One scenario that is being prepared."""

    scenario: ScenarioDecl
    bag: Bag = field(default_factory=Bag)
    scene: Scene | None = None
    conditions: dict[int, Condition] = field(default_factory=dict)
    known: dict[int, tuple[Known, ...]] = field(default_factory=dict)
    decisions: int = 0
    moments: tuple[Moment, ...] = ()

    def result(self) -> Result:
        return Result(self.scenario, self.bag.sorted(), self.decisions, self.moments)


_Game = tuple[
    tuple[str, ...], tuple[str, ...]
]  # additional expansions, and those that take no part
_Key = tuple[_Game, tuple[str, ...], tuple[tuple[str, int], ...]]


def run_scenarios(
    game: ir.Game,
    scenarios: Iterable[ScenarioDecl],
    compose: Composer | None = None,
    options: Mapping[str, str] | None = None,
) -> tuple[Result, ...]:
    """Plays each scenario. `compose` makes the game for scenarios that name more expansions, or at whose table an expansion
    takes no part. `options` apply to scenarios that do not set their own.
    """
    cases, groups = _grouped(game, scenarios, compose, options or {})
    for of_group, seats, numbers, group in groups:
        _run_group(of_group, seats, numbers, group)
    return tuple(case.result() for case in cases)


@dataclass(frozen=True, slots=True)
class Staged:
    """A scenario with its table and its bound texts, for other ways to play than `run_scenarios`."""

    scenario: ScenarioDecl
    table: Table
    scene: Scene


def stage_scenarios(
    game: ir.Game,
    scenarios: Iterable[ScenarioDecl],
    compose: Composer | None = None,
    options: Mapping[str, str] | None = None,
) -> tuple[Staged, ...]:
    """The scenarios that can be played, without those that have mistakes. Takes the arguments of `run_scenarios`."""
    found: list[Staged] = []
    for of_group, seats, numbers, group in _grouped(game, scenarios, compose, options or {})[1]:
        table, ready = _set_group(of_group, seats, numbers, group)
        for case in ready:
            assert table is not None and case.scene is not None
            found.append(Staged(case.scenario, table, case.scene))
    return tuple(found)


def check_scenarios(
    game: ir.Game, scenarios: Iterable[ScenarioDecl], compose: Composer | None = None
) -> Iterator[Result]:
    """The findings about scenarios that need no play, one table after the other."""
    cases, groups = _grouped(game, scenarios, compose, {})
    at_a_table = {case for *_, group in groups for case in group}
    yield from (case.result() for case in cases if case not in at_a_table)
    for of_group, seats, numbers, group in groups:
        _set_group(of_group, seats, numbers, group)
        yield from (case.result() for case in group)


_Group = tuple[ir.Game, tuple[str, ...], dict[str, int], list[_Case]]


def _grouped(
    game: ir.Game,
    scenarios: Iterable[ScenarioDecl],
    compose: Composer | None,
    options: Mapping[str, str],
) -> tuple[list[_Case], list[_Group]]:
    """All cases, and those whose table the rules accept, grouped by game and table."""
    cases = [_Case(scenario) for scenario in scenarios]
    games: dict[_Game, tuple[ir.Game | None, Bag]] = {((), ()): (game, Bag())}
    groups: dict[_Key, list[_Case]] = {}

    def of(case: _Case, wanted: _Game) -> ir.Game | None:
        if wanted not in games:
            games[wanted] = _composed(compose, case.scenario, *wanted)
        found, told = games[wanted]
        for diagnostic in told.sorted() if found is None else ():
            case.bag.add(diagnostic)
        return found

    for case in cases:
        wanted: _Game = (tuple(name.id for name in case.scenario.expansions), ())
        found = of(case, wanted)
        if found is None:
            continue
        chosen = _options(found, case.scenario, options, case.bag)
        without = _out_of_play(found, chosen, case)
        if without:
            wanted = (wanted[0], without)
            found = of(case, wanted)
            if found is None:
                continue
            chosen = _options(found, case.scenario, options, case.bag, known=chosen)
        if _is_accepted(found, chosen, case):
            seats = tuple(seat.id for seat in case.scenario.seats)
            groups.setdefault((wanted, seats, tuple(sorted(chosen.items()))), []).append(case)
    ready: list[_Group] = []
    for (wanted, seats, numbers), group in groups.items():
        of_group = games[wanted][0]
        assert of_group is not None
        ready.append((of_group, seats, dict(numbers), group))
    return cases, ready


def _composed(
    compose: Composer | None,
    scenario: ScenarioDecl,
    further: tuple[str, ...],
    without: tuple[str, ...],
) -> tuple[ir.Game | None, Bag]:
    bag = Bag()
    found = None if compose is None else compose(further, without, bag)
    if found is None and not bag.failed:
        message = f"there is no game with {listed(further)}"
        span = scenario.expansions[0].span if further else scenario.span
        if without:
            message = f"there is no game without {listed(without)}"
        bag.error("E681", message, span)
    return found, bag


# ---- the table


def _options(
    game: ir.Game,
    scenario: ScenarioDecl,
    others: Mapping[str, str],
    bag: Bag,
    known: Mapping[str, int] | None = None,
) -> dict[str, int]:
    """The options of a scenario; those that it does not choose are as in `others`. `known` are the options of a larger game,
    some of which this game may lack.
    """
    chosen: dict[str, int] = {}
    for id, text in others.items():
        if id in game.options:
            number = number_of(game, game.options[id], text)
            if number is not None:
                chosen[id] = number
    for name, value in scenario.options:
        option = game.options.get(name.id)
        if option is None:
            if known is not None and name.id in known:
                continue
            help = suggest_help(name.id, game.options)
            note = f"its options are {listed(game.options, 'none')}"
            message = f"`{game.id}` has no option `{name.id}`"
            bag.error("E672", message, name.span, notes=note, help=help)
            continue
        number = _option_value(game, option, name, value, bag)
        if number is not None:
            chosen[name.id] = number
    return chosen


def _option_value(
    game: ir.Game, option: ir.Option, name: Name, value: Name | tuple[Name, ...], bag: Bag
) -> int | None:
    words = value if isinstance(value, tuple) else (value,)
    if isinstance(value, tuple) and kind_of(game, option) is None:
        message = f"option `{name.id}` takes one value, found a list"
        bag.error("E673", message, name.span, help="leave out the brackets")
        return None
    try:
        given = [word.id for word in words] if kind_of(game, option) else words[0].id
        number = number_of(game, option, given)
    except NotInSetError as fault:
        span = next(word.span for word in words if word.id == fault.id)
        bag.error("E673", fault.message, span, help=fault.help)
        return None
    if number is None:
        word = words[0]
        values = [str(each) for each in values_of(game, option)]
        help = suggest_help(word.id, values) if len(values) < 100 else ()
        expected = f"expected one of {listed(values)}"
        if option.high > 1:
            expected = f"expected a number from {values[0]} to {values[-1]}"
        message = f"option `{name.id}` has no value `{word.id}`"
        bag.error("E673", message, word.span, notes=expected, help=help)
    return number


def _all_options(game: ir.Game, chosen: Mapping[str, int]) -> dict[str, int]:
    return {id: chosen.get(id, option.default) for id, option in game.options.items()}


def _is_for(game: ir.Game, scenario: ScenarioDecl) -> bool:
    return game.players[0] <= len(scenario.seats) <= game.players[1]


def _out_of_play(game: ir.Game, chosen: Mapping[str, int], case: _Case) -> tuple[str, ...]:
    if case.bag.failed or not _is_for(game, case.scenario):
        return ()
    try:
        return out_of_play(game, len(case.scenario.seats), _all_options(game, chosen))
    except RuleError as fault:
        case.bag.add(fault.diagnostic())
        return ()


def _is_accepted(game: ir.Game, chosen: Mapping[str, int], case: _Case) -> bool:
    """Whether the rules accept this table. If not, that may be what the scenario expects."""
    scenario = case.scenario
    if case.bag.failed:
        return False
    if not _is_for(game, scenario):
        return True  # which is reported where the table is set
    try:
        found = table_findings(game, len(scenario.seats), _all_options(game, chosen))
    except RuleError as fault:
        case.bag.add(fault.diagnostic())
        return False
    refused = [each for each in found if each.severity is Severity.ERROR]
    if refused and scenario.error == REFUSED:
        return False
    span = scenario.options[0][0].span if scenario.options else scenario.span
    for each in refused:
        others = () if each.label is None else (each.label,)
        case.bag.error(each.code, each.message, span, others=others, notes=each.notes)
    if scenario.error == REFUSED:
        message = f"expected error `{REFUSED}`, found none"
        case.bag.error("E688", message, scenario.span, "the rules accept this table")
    return not case.bag.failed


# ---- a group of scenarios at one table


def _run_group(
    game: ir.Game, seats: tuple[str, ...], options: dict[str, int], group: list[_Case]
) -> None:
    table, ready = _set_group(game, seats, options, group)
    for start in range(0, len(ready), _MOST_SCENES):
        assert table is not None
        _link_and_play(table, ready[start : start + _MOST_SCENES])


def _set_group(
    game: ir.Game, seats: tuple[str, ...], options: dict[str, int], group: list[_Case]
) -> tuple[Table | None, list[_Case]]:
    """The table of a group, and the cases in it whose texts could be bound."""
    lowest, highest = game.players
    if not lowest <= len(seats) <= highest:
        for case in group:
            message = f"`{game.id}` is for {lowest} to {highest} players, not for {len(seats)}"
            case.bag.error("E671", message, case.scenario.seats[0].span)
        return None, []
    try:
        table = set_table(game, len(seats), options, seats)
    except (RuleError, TableError) as fault:
        for case in group:
            case.bag.error("E681", f"this table is not possible: {fault}", case.scenario.span)
        return None, []
    binder = _binder(table)
    return table, [case for case in group if _bind(case, game, seats, binder)]


def _binder(table: Table) -> SceneBinder:
    copies = {s.id: (s.kind, n) for n, s in enumerate(table.spaces) if s.path}
    return SceneBinder(table.game, table.seats, copies)


def bind_scene(table: Table, scenario: ScenarioDecl, bag: Bag) -> Scene | None:
    """The bound texts of a scenario at a table; None after errors."""
    case = _Case(scenario, bag)
    _bind(case, table.game, table.seats, _binder(table))
    return case.scene


def _bind(case: _Case, game: ir.Game, seats: tuple[str, ...], binder: SceneBinder) -> bool:
    """Binds all texts of a scenario; the names of its functions become unique when it is linked."""
    scenario, bag = case.scenario, case.bag
    begin = scenario.start or scenario.moment
    _check_beginning(scenario, game, bag)
    given = bind_given(scenario, binder, bag)
    run = None if scenario.run is None else binder.effect(scenario.run, bag, "run")
    expressions: dict[str, ir.Value] = {}
    for number, step in enumerate(scenario.steps):
        if isinstance(step, Knows):
            case.known[number] = known_pieces(f"{number}", step, seats, binder, bag, expressions)
        if not isinstance(step, Expect):
            continue
        value = binder.expression(step.condition, bag, name="expect")
        if value is not None:
            case.conditions[number] = _condition(f"{number}", value, expressions)
    if bag.failed:
        return False
    case.scene = Scene(
        given=given,
        run=run,
        begin=None if begin is None else begin.id,
        whole=scenario.moment is not None,
        rounds={name.id: number for name, number in scenario.rounds},
        first=None if scenario.turn is None else seats.index(scenario.turn.id),
        expressions=expressions,
    )
    return True


def bind_given(scenario: ScenarioDecl, binder: SceneBinder, bag: Bag) -> ir.Rule | None:
    """Returns what a scenario gives, after what those give that it is like."""
    rule: ir.Rule | None = None
    for effect in scenario.shared:
        own = Bag()
        rule = binder.effect(effect, own, "given", rule)
        if rule is None:
            assert scenario.like is not None
            why = own.sorted()[0]
            others = () if why.label is None else (why.label,)
            message = f"what `{scenario.like.id}` gives is not possible here"
            bag.error("E681", message, scenario.like.span, others=others, notes=why.message)
            return None
    if scenario.given is not None:
        rule = binder.effect(scenario.given, bag, "given", rule)
    return rule


def _check_beginning(scenario: ScenarioDecl, game: ir.Game, bag: Bag) -> None:
    """Checks that the phase exists, with these repetitions of it and of the phases around it."""
    begin, ways = scenario.start or scenario.moment, ways_in(game.course)
    if begin is None:
        for name, _ in scenario.rounds:
            message = f"`{name.id}` has a repetition here, but the scenario has no `from`"
            bag.error("E681", message, name.span, help=f"write `from: {name.id}`")
        return
    if begin.id not in ways:
        message = f"the game has no phase `{begin.id}`"
        note = f"its phases are {listed(ways)}"
        help = suggest_help(begin.id, ways)
        bag.error("E681", message, begin.span, notes=note, help=help)
        return
    way = {phase.id: phase for phase in ways[begin.id]}
    for name, number in scenario.rounds:
        phase = way.get(name.id)
        if phase is None:
            message = f"`{begin.id}` is not inside `{name.id}`"
            note = f"`{begin.id}` is inside {listed(list(way)[:-1])}"
            if len(way) == 1:
                note = f"`{begin.id}` is not inside another phase"
            bag.error("E681", message, name.span, notes=note, help=suggest_help(name.id, way))
            continue
        most = phase.rounds if phase.turn is not None else phase.repeat
        if not (phase.repeats or phase.turn) or (
            isinstance(most, ir.Const) and most.value < number
        ):
            times = f"{most.value} times" if isinstance(most, ir.Const) else "once"
            message = f"`{name.id}` runs {times.replace('1 times', 'once')}"
            bag.error("E681", message, name.span, f"there is no repetition {number}")


def _condition(name: str, value: ir.Value, expressions: dict[str, ir.Value]) -> Condition:
    """The functions that compute a condition and, if it is not true, its parts."""

    def function(part: ir.Expr) -> str:
        id = f"expect:{name}:{len(expressions)}"
        expressions[id] = ir.Value(
            id=id,
            origin=value.origin,
            params=(),
            me=value.me,
            type=part.type,
            base=part,
            span=part.span,
        )
        return id

    whole = function(value.base)
    leaves = []
    for leaf in leaves_of(value.base):
        parts = tuple(Part(function(p), p.span.text, p.type) for p in parts_of(leaf))
        leaves.append(Leaf(whole if leaf is value.base else function(leaf), parts))
    return Condition(whole, tuple(leaves), values_asked(value.base, value.me))


def _link_and_play(table: Table, cases: list[_Case]) -> None:
    """Links the scenes of these cases into one program, or, if that fails, each separately to find the faulty one."""
    try:
        stage = _linked(table, cases)
    except RuleError as fault:
        told = fault.diagnostic()
        where = None if told.label is None else told.label.span.source
        if any(where == case.scenario.source for case in cases) and len(cases) > 1:
            for case in cases:
                _link_and_play(table, [case])
        else:  # rules that cannot be played in any scenario
            for case in cases:
                case.bag.add(told)
        return
    except Exception as fault:
        if len(cases) > 1:
            for case in cases:
                _link_and_play(table, [case])
        else:
            _internal(cases[0], fault)
        return
    for number, case in enumerate(cases):
        play = Play(
            case.scenario,
            stage,
            stage.program.scenes[number],
            {step: _renamed(found, number) for step, found in case.conditions.items()},
            case.bag,
            {
                step: tuple(replace(each, function=f"{each.function}:{number}") for each in found)
                for step, found in case.known.items()
            },
        )
        try:
            play.run()
        except Exception as fault:
            _internal(case, fault)
        case.decisions = len(play.picks)
        case.moments = tuple(play.moments)


def _linked(table: Table, cases: Sequence[_Case]) -> Stage:
    scenes = []
    for number, case in enumerate(cases):
        assert case.scene is not None
        scene = case.scene
        named = {f"{id}:{number}": value for id, value in scene.expressions.items()}
        scenes.append(
            Scene(
                given=scene.given,
                run=scene.run,
                begin=scene.begin,
                whole=scene.whole,
                rounds=scene.rounds,
                first=scene.first,
                expressions=named,
            )
        )
    program = link(table, Staging(tuple(scenes)), judging=True)
    chance = Chance(program)
    return Stage(program, program.watched(chance), chance)


def _renamed(condition: Condition, scene: int) -> Condition:
    """The condition with the names of its functions in a program of several scenes."""

    def leaf(of: Leaf) -> Leaf:
        parts = tuple(Part(f"{p.function}:{scene}", p.text, p.type) for p in of.parts)
        return Leaf(f"{of.function}:{scene}", parts)

    return Condition(
        f"{condition.function}:{scene}",
        tuple(leaf(each) for each in condition.leaves),
        condition.values,
    )


def _internal(case: _Case, fault: Exception) -> None:
    """Reports a mistake of ours without stopping the other scenarios."""
    last = traceback.extract_tb(fault.__traceback__)[-1]
    case.bag.error(
        "E901",
        f"boardwright fails at this scenario: {type(fault).__name__}",
        case.scenario.span,
        notes=(f"{fault}"[:200] or "for an unknown reason", f"in {last.name}, line {last.lineno}"),
    )
