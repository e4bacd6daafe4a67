"""Writes the page docs/keys.md from the table of keys: every kind of file, and the keys it may have.

Each key has an example from the reference of the language or, if there is none, from other pages or the shipped games.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from boardwright.dsl.declare.sections import FILES, RECORDS
from boardwright.dsl.declare.shapes import (
    ATTRIBUTES,
    HOOKS,
    PIECES,
    SEATS,
    SLOTS,
    SPACES,
    Either,
    Key,
    ListOf,
    MapOf,
    Part,
    Record,
    Shape,
)
from boardwright.dsl.declare.values import (
    AttributeType,
    EffectText,
    Expression,
    Head,
    Id,
    Modifier,
    NameOf,
    Text,
    TypeName,
    Whole,
)
from boardwright.dsl.source.diagnostics import Bag, listed
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Entry, Mapping, Node, Sequence, read
from snippets import blocks

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "keys.md"

Rows = list[tuple[str, ...]]
Example = tuple[str, str]  # the record, and the name of the key

SECTIONS = tuple(key for key in RECORDS["part"].keys if key in RECORDS["game"].keys)

_HEAD = """\
# Files and keys

Every kind of rule file and every key that it may have: its value, what it is for, and an example. Look things up here;
[the language](language.md) shows how to use them. A key that is not on this page is an error.

An **id** is a name that you give: small letters, digits and `_`. It cannot be a word of the language, except for rulesets
and scenarios. A **text** is for players: plain words, or words by language such as `{en: tower, it: torre}`.

<!-- Written from dsl/declare/sections.py by tests/docs/test_reference.py: `pytest --update-golden` updates it. -->

## Kinds of files

The first key of a file says what it is.

"""

# What a record may have besides its own keys.
_OPEN = {
    HOOKS: "Also hooks: `before`, `after` or `instead of`, the name of a rule, a phase or `turn`, and as a value an "
    "effect or [a hook](#a-hook) in its long form. [More](language.md#rules-hooks-and-modifiers)",
    ATTRIBUTES: "Also the attributes of its kind, each with what is printed on it.",
    SLOTS: "Also the effects of its kind, such as `ability`: an effect, or "
    "[an effect of a piece](#an-effect-of-a-piece) in its long form.",
    SPACES: "Also each kind of space of the game, and under it the spaces by id, each "
    "[a piece or space](#a-piece-or-space).",
    PIECES: "Under each kind of piece, the pieces by id, each [a piece or space](#a-piece-or-space); or only a list "
    "of ids.",
    SEATS: "Also the name of a seat, with what that player picks: one id, or a list of several.",
}
# An example from another record would only be misleading.
_ANYWHERE = ("name", "text", "ref", "assumed")
_MOST_LINES = 6


def key_page() -> str:
    """The page."""
    found = examples()
    rows: Rows = [("first key", "what it is")]
    rows += [(f"`{name}`", f"[{RECORDS[name].called}](#{_anchor(name)})") for name in FILES]
    rows.append(
        (
            "a kind of piece or space",
            "one piece or space of that kind, with its id: [a piece or space](#a-piece-or-space)",
        )
    )
    written = [_HEAD, *_table(rows), "\n"]
    for record in RECORDS.values():
        written += _section(record, found)
        if record.name == "part":
            written += _sections(found)
    return "".join(written)


def _section(record: Record, found: dict[Example, str]) -> Iterator[str]:
    yield f"## {_heading(record)}\n\n{record.told}{_stands(record)}\n\n"
    own = tuple(key for key in record.keys if key not in SECTIONS)
    long = record.name in ("game", "expansion", "part")
    if record.name == "replace":
        yield "All [sections](#sections) except `modify` and `table`, each with the new declarations.\n\n"
        return
    keys = own if long else record.keys
    if keys:
        yield from _table([("key", "value", "what it is for"), *map(_row, keys)])
        yield "\n"
    if record.needs:
        yield f"At least one of {listed(record.needs)} is required.\n\n"
    if long:
        yield "Also any of the [sections](#sections).\n\n"
    for each in record.open:
        yield f"{_OPEN[each]}\n\n"
    if keys:
        yield from _shown(record, keys, found)


def _sections(found: dict[Example, str]) -> Iterator[str]:
    yield "## Sections\n\nA game, an expansion or a part can have sections, split over its files in any way.\n\n"
    yield from _table([("key", "value", "what it is for"), *map(_row, SECTIONS)])
    yield "\n"
    yield from _shown(RECORDS["part"], SECTIONS, found)


def _row(key: Key) -> tuple[str, ...]:
    value = f"{_value(key.shape)}; **required**" if key.required else _value(key.shape)
    return f"`{key.name}`", value, key.told


def _shown(record: Record, keys: tuple[Key, ...], found: dict[Example, str]) -> Iterator[str]:
    yield "```text\n"
    for key in keys:
        if key.name not in _ANYWHERE or (record.name, key.name) in found:
            yield example_of(record, key, found)
    yield "```\n\n"


def example_of(record: Record, key: Key, found: dict[Example, str]) -> str:
    """Returns the example of a key, perhaps from another record where the key means the same; empty if there is none."""
    alike = [each.name for each in RECORDS.values() if key in each.keys]
    names = (name for name in (record.name, *alike) if (name, key.name) in found)
    return next((found[name, key.name] for name in names), "")


def _table(rows: Rows) -> Iterator[str]:
    assert not any("|" in cell for row in rows for cell in row), "it would end a cell"
    first, *others = rows
    for row in (first, ("---",) * len(first), *others):
        yield f"| {' | '.join(row)} |\n"


def _heading(record: Record) -> str:
    return f"{record.called[:1].upper()}{record.called[1:]}"


def _anchor(record: str) -> str:
    return RECORDS[record].called.replace(" ", "-")


def _stands(record: Record) -> str:
    """Says where a record is used that is not a file."""
    above = {
        key.name: None
        for each in RECORDS.values()
        for key in each.keys
        if record.name in _parts(key.shape)
    }
    return f" Used under {listed(tuple(above))}." if above else ""


def _parts(shape: Shape) -> Iterator[str]:
    match shape:
        case Part(record=record):
            yield record
        case Either(forms=forms):
            for form in forms:
                yield from _parts(form)
        case ListOf(item=item):
            yield from _parts(item)
        case MapOf(value=value):
            yield from _parts(value)
        case _:
            return


def _value(shape: Shape) -> str:
    """Describes the expected value, in words with links."""
    match shape:
        case Part(record=record):
            return f"[{RECORDS[record].called}](#{_anchor(record)})"
        case Expression():
            return "an [expression](language.md#expressions)"
        case EffectText():
            return "an [effect](language.md#statements)"
        case Modifier():
            return (
                "a [change](language.md#rules-hooks-and-modifiers) such as `add 1` or `at least 2`"
            )
        case Either(forms=forms):
            return "; or ".join(_value(form) for form in forms)
        case ListOf(item=item, single=True):
            return f"{_value(item)}, or a list of these"
        case ListOf(item=item):
            return f"a list, each item {_value(item)}"
        case MapOf(key=key, value=value):
            return f"under each {_key_in_words(key)}, {_value(value)}"
        case Id():
            return "an id"
        case Text():
            return "a text"
        case TypeName(many=many, what=what):
            return f"`number`, `yes_no` or {what}; or `{many} of` one of these"
        case AttributeType():
            return (
                "`number`, `yes_no`, a variety, a kind of space or piece, `face of` a kind of piece, or places such as "
                "`deck or discard`; `list of` or `optional` may come first"
            )
        case _:
            return shape.in_words()


def _key_in_words(shape: Shape) -> str:
    match shape:
        case Id():
            return "id"
        case NameOf(what=what):
            return f"name of {what}"
        case Head(clause=clause):
            more = "; `by me`, `by others` or `by anyone`" if clause else ""
            return f"name, with its parameters if it has any{more}"
        case Whole():
            return "number"
        case _:
            return shape.in_words().removeprefix("a ").removeprefix("an ")


# ---- examples


def examples() -> dict[Example, str]:
    """Finds an example of every key: from the first source that has one, the shortest that is not empty."""
    found: dict[Example, str] = {}
    language = ROOT / "docs" / "language.md"
    others = [page for page in sorted((ROOT / "docs").glob("*.md")) if page not in (language, PAGE)]
    for sources in (_of_pages(language), _of_pages(*others), _of_rulesets()):
        there: dict[Example, str] = {}
        for source in sources:
            node = read(source, Bag())
            assert isinstance(node, Mapping), source.name
            first = node.entries[0].key.text
            record = RECORDS[first] if first in FILES else RECORDS["definition"]
            for example, text in _below(node, record):
                if example not in there or _rank(text) < _rank(there[example]):
                    there[example] = text
        found = {**there, **found}
    return found


def _of_pages(*pages: Path) -> Iterator[Source]:
    for page in pages:
        for block in blocks(page.read_text("utf-8"), page.name):
            if block.language == "yaml" and "lines" not in block.flags:
                head = "part: example\n" if "part" in block.flags else ""
                yield Source(block.where, head + block.text)


def _of_rulesets() -> Iterator[Source]:
    for path in sorted((ROOT / "rulesets").rglob("*.yaml")):
        yield Source(path.name, path.read_text("utf-8"))


def _below(node: Mapping, record: Record) -> Iterator[tuple[Example, str]]:
    for entry in node.entries:
        key = record.key(entry.key.text)
        if key is not None:
            yield (record.name, key.name), _excerpt(entry)
            yield from _within(entry.value, key.shape)
        elif not isinstance(entry.value, Mapping):
            continue
        elif HOOKS in record.open and " " in entry.key.text:
            yield from _below(entry.value, RECORDS["hook"])
        elif SLOTS in record.open:
            yield from _below(entry.value, RECORDS["slot"])
        elif {SPACES, PIECES} & set(record.open):
            yield from _within(entry.value, MapOf(Expression(), Part("definition")))


def _within(node: Node, shape: Shape) -> Iterator[tuple[Example, str]]:
    match shape, node:
        case Part(record=record), Mapping():
            yield from _below(node, RECORDS[record])
        case ListOf(item=item), Sequence():
            for each in node.items:
                yield from _within(each, item)
        case ListOf(item=item, single=True), _:
            yield from _within(node, item)
        case MapOf(value=value), Mapping():
            for entry in node.entries:
                yield from _within(entry.value, value)
        case Either(forms=forms), Mapping():
            # A mapping with known keys has one of them.
            parts = [form for form in forms if isinstance(form, Part)]
            known: list[Shape] = [part for part in parts if _has_a_key(node, part)]
            for form in known or [form for form in forms if not isinstance(form, Part)]:
                yield from _within(node, form)
        case Either(forms=forms), _:
            for form in forms:
                yield from _within(node, form)
        case _:
            return


def _has_a_key(node: Mapping, part: Part) -> bool:
    names = node.keys()
    return any(RECORDS[part.record].key(name) for name in names)


def _excerpt(entry: Entry) -> str:
    """Returns the text of an entry, without indentation and with at most a few lines."""
    span = entry.key.span.to(entry.value.span)
    first, *others = span.text.rstrip().splitlines()
    indent = entry.key.span.column - 1
    lines = [first, *(line[indent:] for line in others)]
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], "  ..."]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _rank(text: str) -> tuple[bool, bool, int]:
    """Orders whole examples before cut ones, full before empty ones, and short before long ones."""
    return text.endswith("  ...\n"), "{}" in text, len(text)
