"""Examples of all that the table of keys allows, written from the table."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.declare.looks import Colour, Extent, File, Outline, Position, Size, Symbol
from boardwright.dsl.declare.ruleset import declare
from boardwright.dsl.declare.scenario_file import read_scenario
from boardwright.dsl.declare.sections import RECORDS
from boardwright.dsl.declare.shapes import Either, Key, ListOf, MapOf, Part, Record, Shape
from boardwright.dsl.declare.values import (
    AttributeType,
    Code,
    Default,
    Dotted,
    EffectText,
    Event,
    Expression,
    Grid,
    Head,
    Id,
    InForce,
    Limit,
    Link,
    Modifier,
    NameOf,
    OneOf,
    Range,
    Reason,
    Reference,
    Repetition,
    Row,
    Text,
    TypeName,
    Visibility,
    Whole,
    WholeOr,
    YesNo,
)
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.yaml_tree import Mapping
from ruleset_texts import documents_of

# Where a record stands, as the keys that lead there; `@` is the record itself.
PLACES = {
    "game": "@",
    "expansion": "@",
    "part": "@",
    "scenario": "@",
    "limits": "limits: @",
    "option": "options: {x: @}",
    "member": "varieties: {x: {a: @}}",
    "more_members": "varieties: {x: @}",
    "condition": "table: [@]",
    "invariant": "always: [@]",
    "kind": "kinds: {x: @}",
    "slot_kind": "kinds: {x: {effects: {act: @}}}",
    "stock": "stocks: {x: @}",
    "lying": "stocks: {x: {total: 1, lies_in: {y: @}}}",
    "space": "spaces: {x: @}",
    "board": "board: @",
    "links": "board: {links: {x: @}}",
    "pieces": "pieces: @",
    "definition": "pieces: {card: {x: @}}",
    "slot": "pieces: {card: {x: {ability: @}}}",
    "place": "places: {x: @}",
    "note": "notes: {x: @}",
    "memory": "memories: {x: @}",
    "value": "values: {x: @}",
    "table": "tables: {x: @}",
    "rule": "rules: {x: @}",
    "hook": "before go: @",
    "change": "modify: {x: @}",
    "offer": "offers: {x: @}",
    "entry": "offers: {x: {entries: {act: @}}}",
    "piece_entry": "traits: {x: {entries: {act: @}}}",
    "trait": "traits: {x: @}",
    "phase": "course: [@]",
    "outcome": "outcome: @",
    "tie": "outcome: {score: 1, ties: [@]}",
    "replace": "replace: @",
    "look": "varieties: {x: {a: {look: @}}}",
    "own_look": "spaces: {x: {}}, board: {x: {a: {look: @}}}",
    "piece_look": "kinds: {x: {look: @}}",
    "stock_look": "stocks: {x: {total: 1, look: @}}",
    "space_look": "spaces: {x: {look: @}}",
    "place_look": "places: {x: {look: @}}",
    "game_look": "look: @",
    "step": "steps: [@]",
    "offered": "steps: [{offered: @}]",
}
# What else must stand there for a key to make sense.
WITH = {
    ("option", "values"): "default: b",
    ("option", "range"): "default: 2",
    ("option", "set_of"): "",
    ("option", ""): "default: no",
    ("condition", "should"): "",
    ("condition", "must"): "",
    ("condition", ""): "must: 1 = 1",
    ("space", "seats"): "ring: {2: 4}",
    ("phase", ""): "steps: [stop]",
    ("phase", "steps"): "",
    ("phase", "turn"): "",
    ("phase", "phases"): "",
    ("phase", "first"): "turn: [stop]",
    ("phase", "direction"): "turn: [stop]",
    ("phase", "without"): "turn: [stop]",
    ("phase", "rounds"): "turn: [stop]",
    ("tie", ""): "most: 1",
    ("tie", "fewest"): "",
    ("tie", "most"): "",
    ("step", ""): "over: no",
    ("step", "offered"): "",
    ("step", "asked"): "",
    ("step", "expect"): "",
    ("step", "over"): "",
    ("step", "knows"): "",
    ("offered", ""): "includes: a",
    ("offered", "includes"): "",
    ("offered", "excludes"): "",
    ("scenario", ""): "expect: 1 = 1",
    ("scenario", "expect"): "",
}
MANIFEST = (
    "### m.yaml\nexpansion: tiny\nof: base\nknows: [b]\nlanguage: 2\n"
    "kinds: {card: {effects: {ability: {}}}}\n"
)


def examples(shape: Shape, depth: int = 0) -> Iterator[str]:
    """Texts of every form that a shape allows, fit for a value in braces."""
    match shape:
        case NameOf(what="a player"):
            yield "p1"
        case NameOf(what=what) if "`everyone`" in what:
            yield from ("p1", "everyone", "nobody")
        case Event():
            yield "unmask.token"
        case Id() | NameOf() | Reason() | Reference() | Row():
            yield "b"
        case Code():
            yield "E601"
        case OneOf(words=words):
            yield from words
        case Dotted():
            yield from ("a", "a.b")
        case Text():
            yield from ("Words here", "{en: Words}")
        case YesNo():
            yield from ("yes", "no")
        case Whole(least=least):
            yield str(max(least, 2))
        case WholeOr(words=words):
            yield from (*words, "3")
        case Range(single=single):
            yield from ("1 to 3", "2") if single else ("1 to 3",)
        case Grid():
            yield from ("3 by 4", "hexagonal 3 by 4", "hexagonal 3", "triangular 4")
        case Colour(by=by, further=further):
            yield from ('"#3f6ea5"', "blue", *further)
            if by:
                yield "by b"
        case Symbol(by=by, letters=letters):
            yield from ("crown", "pictures/king.png")
            if by:
                yield "by b"
            if letters:
                yield from ("M", "+2")
        case File(endings=endings):
            yield from (f"a/b{ending}" for ending in endings)
        case Position():
            yield "[30, 70]"
        case Extent():
            yield from ("[50, 30]", "12")
        case Outline():
            yield "[[0, 0], [50, 0], [25, 40]]"
        case Size():
            yield from ("63 by 88", "25")
        case TypeName(many=many):
            yield from ("number", f"{many} of a")
        case AttributeType():
            yield from ("number", "list of a", "optional a or b", "list of face of a")
        case Limit():
            yield from ("once a turn", "3 times a game")
        case Default():
            yield "no"
        case Visibility():
            yield from ("owner", "everyone when 1 = 1")
        case InForce():
            yield from ("always", "1 = 1")
        case Repetition():
            yield from ("2", "until 1 = 1")
        case Expression():
            yield from ("1", "count(a) >= 1")
        case EffectText():
            yield "stop"
        case Modifier():
            yield from ("add 1", "at most 3 when 1 = 1")
        case Link():
            yield from ("[a, b]", "[a, next b]")
        case Head(clause=clause):
            yield from ("size", '"size(number n)"')
            if clause:
                yield '"size(n) by others as thief"'
        case ListOf(item=item, single=single):
            for example in examples(item, depth):
                yield f"[{example}]"
                if single:
                    yield example
        case MapOf(key=key, value=value):
            for example in examples(key, depth):
                yield from (f"{{{example}: {each}}}" for each in examples(value, depth))
        case Part(record="phase"):
            yield "{phase: inner, steps: [stop]}"
        case Part(record=record):
            if depth < 2:
                yield "{" + whole(RECORDS[record], depth + 1) + "}"
        case Either(forms=forms):
            for form in forms:
                yield from examples(form, depth)
        case _:
            raise AssertionError(f"an example of {shape.in_words()} is missing")


def whole(record: Record, depth: int = 0, but: str = "") -> str:
    """The required keys of a record, and what else it needs."""
    extra = WITH.get((record.name, but), WITH.get((record.name, ""), ""))
    told = {key.name: next(examples(key.shape, depth)) for key in record.keys if key.required}
    told |= {"players": "1"} if "players" in told else {}
    told |= {"language": "2"} if "language" in told else {}
    told.pop(but, None)
    lines = [f"{name}: {example}" for name, example in told.items()]
    name = extra.split(":")[0]
    lines = [line for line in lines if line.split(":")[0] != name]
    return ", ".join([*lines, extra] if extra else lines)


def files_with(record: Record, key: Key) -> Iterator[str]:
    """A file for each form that a value of this key has, with as little else as possible."""
    for example in examples(key.shape):
        adding = [
            ("offer", "add"),
            ("replace", "offers"),
            ("game", "varieties"),
            ("replace", "varieties"),
        ]
        if (record.name, key.name) in adding and "add" in example:
            continue  # what is new has nothing to add to
        given = f"{key.name}: {'1' if key.name == 'language' else example}"
        if (record.name, key.name) == ("option", "default"):
            given = ""
        rest = whole(record, but=key.name)
        # The first key of a file tells what it is, so it stays the first.
        both = [given, rest] if record.name == key.name else [rest, given]
        yield file_of(record, "{" + ", ".join(each for each in both if each) + "}")


def file_of(record: Record, inner: str) -> str:
    """A file in which such a record stands."""
    text = PLACES[record.name].replace("@", inner)
    if record.name in ("game", "expansion", "part", "scenario"):
        return text
    if record.name in ("step", "offered"):
        return "{scenario: a, players: 1, " + text + "}"
    if record.name in ("limits", "game_look"):
        return "{game: a, language: 2, players: 1, " + text + "}"
    return "{part: a, " + text + "}"


def read_alone(file: str) -> Bag:
    """What is wrong with a file by itself; one that is no manifest belongs to a small expansion."""
    bag = Bag()
    ((source, node),) = documents_of(file, bag)
    assert isinstance(node, Mapping)
    match node.entries[0].key.text:
        case "scenario":
            read_scenario(source, node, bag)
        case "game" | "expansion":
            declare([(source, node)], bag)
        case _:
            declare([*documents_of(MANIFEST, bag), (source, node)], bag, beside=("b",))
    return bag
