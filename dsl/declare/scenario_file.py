"""Reads a scenario file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.limits import MOST_PLAYERS
from boardwright.dsl.declare.reader import Fields, Reader, Whose
from boardwright.dsl.declare.scenarios import Knows, ScenarioDecl, Step, expected
from boardwright.dsl.declare.values import Whole
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.suggest import suggest_help
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar

MOST_STEPS = 1_000
MOST_ALIKE = 10  # scenarios, each like the next
MOST_SHARED = 20_000  # lines of the scenarios that others are like, counted for each of those


def read_scenario(
    source: Source, node: Node, bag: Bag, names: tuple[str, ...] | None = ()
) -> ScenarioDecl | None:
    """The scenario that a file holds, or None after errors. `names` are those of the game's seats; None if the game could
    not be read, and any name may be one.
    """
    own = Bag()
    scenario = _read(source, node, own, names)
    for diagnostic in own.sorted():
        bag.add(diagnostic)
    return None if own.failed else scenario


def read_scenarios(
    documents: Iterable[tuple[Source, Node]], bag: Bag, names: tuple[str, ...] | None = ()
) -> list[ScenarioDecl]:
    """All scenarios of a ruleset, each with what those give that it is like; without the wrong ones."""
    found = [read_scenario(source, node, bag, names) for source, node in documents]
    return join_beginnings((each for each in found if each is not None), bag)


def join_beginnings(
    scenarios: Iterable[ScenarioDecl], bag: Bag, others: Iterable[ScenarioDecl] = ()
) -> list[ScenarioDecl]:
    """Gives each scenario what those give that it is `like`: any of these, or of `others`. Leaves out the ones for which this
    is not possible, after a diagnostic.
    """
    scenarios = list(scenarios)
    known = {each.id: each for each in (*others, *scenarios)}
    joined, lines = list[ScenarioDecl](), 0
    for scenario in scenarios:
        way, all_well = _way_to(scenario, known, bag)
        shared = tuple(each.given for each in way if each.given is not None)
        lines += sum(each.source.text.count("\n") for each in way)
        if lines > MOST_SHARED:
            assert scenario.like is not None
            _too_many(
                bag,
                "lines in files of scenarios that others are like",
                scenario.like.span,
                MOST_SHARED,
            )
            break
        if all_well:
            joined.append(replace(scenario, shared=shared))
    return joined


def _way_to(
    scenario: ScenarioDecl, known: dict[str, ScenarioDecl], bag: Bag
) -> tuple[list[ScenarioDecl], bool]:
    """Returns the scenarios that one is like, from the first to the nearest, and whether there are all of them."""
    way, last = list[ScenarioDecl](), scenario
    while last.like is not None:
        name, other = last.like, known.get(last.like.id)
        if other is None:
            if last is scenario:
                message = f"there is no scenario `{name.id}`"
                bag.error("E681", message, name.span, help=suggest_help(name.id, known))
            return [], False
        if other is scenario or other in way:
            if other is scenario:
                span = (scenario.like or name).span
                help = "let one of them give everything itself"
                bag.error("E681", f"`{scenario.id}` is like itself", span, help=help)
            return [], False
        way.append(other)
        last = other
        if len(way) > MOST_ALIKE:
            _too_many(bag, "scenarios that are like each other", name.span, MOST_ALIKE)
            return [], False
    return way[::-1], True


def _read(
    source: Source, node: Node, bag: Bag, names: tuple[str, ...] | None
) -> ScenarioDecl | None:
    if not isinstance(node, Mapping) or not node.entries:
        shape_errors.no_first_key(bag, node)
        return None
    reader = Reader(bag)
    fields = reader.fields(node, "scenario", node.entries[0].key.span)
    if fields is None:
        return None
    seats = _seats(reader, fields.node("players"), names or ())
    _check_beginning(reader, fields)
    counted = isinstance(fields.node("players"), Scalar)
    known = () if counted and names is None else tuple(seat.id for seat in seats)
    reader = replace(reader, whose=Whose(players=known))
    made = reader.keys(ScenarioDecl, fields, {"seats": seats, "source": source})
    if made is None:
        return None
    made = replace(made, steps=(*made.steps, *expected(made.expect)), expect=())
    spans = [span for step in made.steps for span in _asked_of(step)]
    if len(spans) > MOST_STEPS:
        _too_many(bag, "steps and conditions", spans[MOST_STEPS], MOST_STEPS)
    return made


def _seats(reader: Reader, node: Node | None, seat_names: tuple[str, ...]) -> tuple[Name, ...]:
    if isinstance(node, Scalar) and node.style != "empty":
        number = None
        if node.text.isdigit():
            number = Whole(1, MOST_PLAYERS).read(reader, node)
        else:
            shape_errors.bad_value(reader.bag, node, "a list of names, or how many play")
        count = number or 0
        ids = [f"p{seat}" for seat in range(1, count + 1)]
        if count <= len(seat_names):
            ids = list(seat_names[:count])
        return tuple(Name(id=id, span=node.span) for id in ids)
    if node is None:
        return ()
    names: dict[str, Name] = {}
    for item in reader.items(node, "a list of names, or how many play"):
        name = reader.id(item)
        if name is None:
            continue
        again = names.setdefault(name.id, name)
        if again is not name:
            shape_errors.declared_twice(reader.bag, "a player", name.id, name.span, again.span)
        elif len(names) > MOST_PLAYERS:
            _too_many(reader.bag, "players", name.span, MOST_PLAYERS)
            break
    return tuple(names.values())


def _too_many(bag: Bag, what: str, span: Span, most: int) -> None:
    bag.error("E811", f"there are more than {most:,} {what}", span, "this is one too many")


def _check_beginning(reader: Reader, fields: Fields) -> None:
    if "run" in fields and "from" in fields:
        message = "a scenario has either `run` or `from`"
        help = "`run` is all that happens; `from` says where play begins"
        fields.refuse("from", message, help, beside="run")
    if "at" in fields and "from" in fields:
        message = "a scenario has either `at` or `from`"
        help = "with `at`, what comes before the phase happens; `from` leaves it out"
        fields.refuse("from", message, help, beside="at")
    # With an unknown key there it is rather misspelt than missing.
    if fields.is_complete and not any(key in fields for key in fields.record.needs):
        reader.bag.error(
            "E202",
            "a scenario needs something that must hold",
            fields.owner,
            "nothing is expected here",
            help="write `expect:` and a condition, or `steps:`",
        )


def _asked_of(step: Step) -> list[Span]:
    """Where the step says each thing that is to be looked at."""
    return [each.span for _, each in step.pieces] if isinstance(step, Knows) else [step.span]
