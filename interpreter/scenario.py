"""Running scenarios: files that say a position, what players do there, and what must hold.

`run_scenarios` binds and links all scenarios of one table together (linking is what takes time), plays each and
hands back a `Result` for each, in order. What goes wrong is a diagnostic at a place in the scenario's file.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from boardwright.dsl import ir
from boardwright.dsl.bind import SceneBinder
from boardwright.dsl.diagnostics import Bag, Diagnostic, Severity
from boardwright.dsl.scenario_file import Expect, ScenarioDecl
from boardwright.dsl.suggest import suggest_help
from boardwright.dsl.syntax import Name
from boardwright.dsl.types import MemberType, NumberType
from boardwright.interpreter.errors import RuleError, TableError
from boardwright.interpreter.link import link
from boardwright.interpreter.scenario_findings import listed
from boardwright.interpreter.scenario_play import (
    Condition,
    Leaf,
    Part,
    Play,
    Stage,
    leaves_of,
    parts_of,
)
from boardwright.interpreter.staging import Scene, Staging
from boardwright.interpreter.table import Table, set_table
from boardwright.interpreter.trace import Chance

Composer = Callable[[tuple[str, ...], Bag], ir.Game | None]
"""The game with these further expansions, bound; or None, with the reasons in the bag."""

_MOST_SCENES = 64


@dataclass(frozen=True, slots=True)
class Result:
    """How a scenario went. `findings` are sorted; `decisions` is how many its steps took."""

    scenario: ScenarioDecl
    findings: tuple[Diagnostic, ...]
    decisions: int = 0

    @property
    def passed(self) -> bool:
        return not any(each.severity is Severity.ERROR for each in self.findings)


@dataclass(slots=True)
class _Case:
    """One scenario on its way to being played."""

    scenario: ScenarioDecl
    bag: Bag = field(default_factory=Bag)
    scene: Scene | None = None
    conditions: dict[int, Condition] = field(default_factory=dict)
    decisions: int = 0

    def result(self) -> Result:
        return Result(self.scenario, self.bag.sorted(), self.decisions)


_Key = tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, int], ...]]


def run_scenarios(
    game: ir.Game, scenarios: Iterable[ScenarioDecl], compose: Composer | None = None
) -> tuple[Result, ...]:
    """Plays each scenario against the game; `compose` is asked for those that name further expansions."""
    cases = [_Case(scenario) for scenario in scenarios]
    games: dict[tuple[str, ...], tuple[ir.Game | None, Bag]] = {(): (game, Bag())}
    groups: dict[_Key, list[_Case]] = {}
    for case in cases:
        wanted = tuple(name.id for name in case.scenario.expansions)
        if wanted not in games:
            games[wanted] = _composed(compose, case.scenario, wanted)
        found, told = games[wanted]
        if found is None:
            for diagnostic in told.sorted():
                case.bag.add(diagnostic)
            continue
        options = _options(found, case.scenario, case.bag)
        if not case.bag.failed:
            seats = tuple(seat.id for seat in case.scenario.seats)
            groups.setdefault((wanted, seats, tuple(sorted(options.items()))), []).append(case)
    for (wanted, seats, chosen), group in groups.items():
        of_group = games[wanted][0]
        assert of_group is not None
        _run_group(of_group, seats, dict(chosen), group)
    return tuple(case.result() for case in cases)


def _composed(
    compose: Composer | None, scenario: ScenarioDecl, wanted: tuple[str, ...]
) -> tuple[ir.Game | None, Bag]:
    bag = Bag()
    found = None if compose is None else compose(wanted, bag)
    if found is None and not bag.failed:
        message = f"there is no game with {listed(wanted)}"
        bag.error("E681", message, scenario.expansions[0].span)
    return found, bag


# ---- the table


def _options(game: ir.Game, scenario: ScenarioDecl, bag: Bag) -> dict[str, int]:
    chosen: dict[str, int] = {}
    for name, value in scenario.options:
        option = game.options.get(name.id)
        if option is None:
            help = suggest_help(name.id, game.options)
            note = f"its options are {listed(game.options, 'none')}"
            message = f"`{game.id}` has no option `{name.id}`"
            bag.error("E672", message, name.span, notes=note, help=help)
            continue
        number = _option_value(game, option, value)
        if number is None:
            message = f"`{value.id}` is no value of the option `{name.id}`"
            values = _option_values(game, option)
            help = suggest_help(value.id, values) if len(values) < 100 else ()
            first, last = values[0], values[-1]
            due = f"it is from {first} to {last}" if option.high > 1 else f"it is {listed(values)}"
            bag.error("E673", message, value.span, notes=due, help=help)
            continue
        chosen[name.id] = number
    return chosen


def _option_values(game: ir.Game, option: ir.Option) -> Sequence[str]:
    match option.type:
        case MemberType(variety=variety):
            return game.varieties[variety].members
        case NumberType():
            return [str(number) for number in range(option.low, option.high + 1)]
        case _:
            return ("no", "yes")


def _option_value(game: ir.Game, option: ir.Option, value: Name) -> int | None:
    values = _option_values(game, option)
    if value.id not in values:
        return None
    return values.index(value.id) + (option.low if isinstance(option.type, NumberType) else 0)


# ---- a group of scenarios at one table


def _run_group(
    game: ir.Game, seats: tuple[str, ...], options: dict[str, int], group: list[_Case]
) -> None:
    lowest, highest = game.players
    if not lowest <= len(seats) <= highest:
        for case in group:
            message = f"`{game.id}` is for {lowest} to {highest} players, not for {len(seats)}"
            case.bag.error("E671", message, case.scenario.seats[0].span)
        return
    try:
        table = set_table(game, len(seats), options, seats)
    except (RuleError, TableError) as fault:
        for case in group:
            case.bag.error("E681", f"there is no such table: {fault}", case.scenario.span)
        return
    binder = SceneBinder(game, seats)
    ready = [case for case in group if _bind(case, game, seats, binder)]
    for start in range(0, len(ready), _MOST_SCENES):
        _link_and_play(table, ready[start : start + _MOST_SCENES])


def _bind(case: _Case, game: ir.Game, seats: tuple[str, ...], binder: SceneBinder) -> bool:
    """Binds all texts of a scenario; its names of functions are made unique when it is linked."""
    scenario, bag = case.scenario, case.bag
    phases = [phase.id for phase in game.course]
    begin = scenario.start
    if begin is not None and begin.id not in phases:
        message = f"`{begin.id}` is no phase of the game"
        note = f"the phases of its course are {listed(phases)}"
        help = suggest_help(begin.id, phases)
        bag.error("E681", message, begin.span, notes=note, help=help)
    given = None if scenario.given is None else binder.effect(scenario.given, bag, "given")
    run = None if scenario.run is None else binder.effect(scenario.run, bag, "run")
    expressions: dict[str, ir.Value] = {}
    for number, step in enumerate(scenario.steps):
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
        first=None if scenario.turn is None else seats.index(scenario.turn.id),
        expressions=expressions,
    )
    return True


def _condition(name: str, value: ir.Value, expressions: dict[str, ir.Value]) -> Condition:
    """The functions that work out a condition and, should it not hold, its parts."""

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
    return Condition(whole, tuple(leaves))


def _link_and_play(table: Table, cases: list[_Case]) -> None:
    """Links the scenes of these cases into one program; if that fails, each by itself, to know whose fault it is."""
    try:
        stage = _linked(table, cases)
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
        )
        try:
            play.run()
        except Exception as fault:
            _internal(case, fault)
        case.decisions = len(play.picks)


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
                first=scene.first,
                expressions=named,
            )
        )
    program = link(table, Staging(tuple(scenes)))
    chance = Chance(program)
    return Stage(program, program.watched(chance), chance)


def _renamed(condition: Condition, scene: int) -> Condition:
    """The condition with the names that its functions have in a program of several scenes."""

    def leaf(of: Leaf) -> Leaf:
        parts = tuple(Part(f"{p.function}:{scene}", p.text, p.type) for p in of.parts)
        return Leaf(f"{of.function}:{scene}", parts)

    return Condition(
        f"{condition.function}:{scene}", tuple(leaf(each) for each in condition.leaves)
    )


def _internal(case: _Case, fault: Exception) -> None:
    """A mistake of ours, told without stopping the other scenarios."""
    last = traceback.extract_tb(fault.__traceback__)[-1]
    case.bag.error(
        "E901",
        f"boardwright fails at this scenario: {type(fault).__name__}",
        case.scenario.span,
        notes=(f"{fault}"[:200] or "no reason is known", f"in {last.name}, line {last.lineno}"),
    )
