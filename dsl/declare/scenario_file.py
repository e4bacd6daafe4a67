"""Reads a scenario file."""

from __future__ import annotations

from dataclasses import replace

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.limits import MOST_PLAYERS
from boardwright.dsl.declare.reader import Fields, Reader, Whose
from boardwright.dsl.declare.scenarios import Knows, ScenarioDecl, Step, expected
from boardwright.dsl.declare.values import Whole
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar

MOST_STEPS = 1_000


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
