"""What may stand in a game, on a card and in a trait alike: places, notes, values, tables, rules, changes of values,
hooks, and words for what is only named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, replace
from typing import TYPE_CHECKING

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.common_keys import (
    EFFECT,
    HOLDS,
    PER_TWO_TOLD,
    ROOM,
    Declaration,
    NamedDecl,
    Sourced,
    names,
    per_of,
)
from boardwright.dsl.declare.limits import MOST_REMEMBERED
from boardwright.dsl.declare.looks import LOOK_OF_PLACE, PlaceLook
from boardwright.dsl.declare.records import above, by_name, key, record
from boardwright.dsl.declare.shapes import (
    Either,
    ListOf,
    MapOf,
    Part,
    ReadAs,
    ShapeOf,
    list_of,
    pairs_of,
)
from boardwright.dsl.declare.values import (
    LARGEST,
    Dotted,
    EffectText,
    Expression,
    Head,
    Id,
    Modifier,
    NameOf,
    OneOf,
    Range,
    Row,
    Text,
    Texts,
    TypeName,
    Visibility,
    Whole,
    YesNo,
)
from boardwright.dsl.language import syntax
from boardwright.dsl.language.hashed_names import UNHASHED
from boardwright.dsl.language.hints import printed_number
from boardwright.dsl.language.parser import parse_expression, parse_head, the_parser
from boardwright.dsl.language.syntax import Change, Effect, Expr, Name
from boardwright.dsl.language.templates import (
    Blank,
    Template,
    TemplateError,
    parse_template,
    split_forms,
)
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help
from boardwright.dsl.source.yaml_tree import Mapping as YamlMapping
from boardwright.dsl.source.yaml_tree import Node, Scalar

if TYPE_CHECKING:  # the reader reads these, through the shapes
    from boardwright.dsl.declare.reader import Reader


def _visibility(reader: Reader, node: Node) -> tuple[str, Expr | None]:
    due = "`everyone`, `owner`, `nobody`, or `everyone when` a condition"
    scalar = reader.scalar(node, due)
    if scalar is None:
        return "everyone", None
    word, _, rest = scalar.text.partition(" ")
    if scalar.text in ("everyone", "owner", "nobody"):
        return scalar.text, None
    if word == "everyone" and rest.startswith("when "):
        at = len("everyone when ")
        condition = Scalar(scalar.text[at:], scalar.locate(at, len(scalar.text)), scalar.style)
        return "everyone", parse_expression(condition, reader.bag)
    help = suggest_help(scalar.text, ("everyone", "owner", "nobody"))
    shape_errors.bad_value(reader.bag, scalar, due, help)
    return "everyone", None


VISIBLE_TO = ReadAs(Visibility(), _visibility)


@record(
    "place",
    "a place",
    "Where components can be.",
    several="places",
    example="box: {holds: [token]}",
)
class PlaceDecl(NamedDecl):
    """`tracked` is None if nothing is said of it, which means yes. A card's own place has a `definition`."""

    per: Name | tuple[Name, Name] | None = key(
        per_of("`player`, a kind or a variety"), PER_TWO_TOLD, default=None
    )
    holds: tuple[Name, ...] = key(*HOLDS, default=())
    room: tuple[tuple[Name, int], ...] = key(*ROOM, default=())
    ordered: bool = key(YesNo(), "Whether it has a top and a bottom.", default=False)
    tracked: bool | None = key(
        YesNo(), "Whether players can follow which piece is which there.", default=None
    )
    seen: tuple[str, Expr | None] = key(
        VISIBLE_TO,
        "Who sees what lies there: faces, sides of dice, amounts. Others see how many pieces there are.",
        name="visible_to",
        default=("everyone", None),
        hashed={"visible_to": "everyone", "visible_when": None},
    )
    look: PlaceLook | None = key(*LOOK_OF_PLACE, default=None, hashed="")
    definition: tuple[str, str] | None = None
    trait: str | None = None

    @property
    def visible_to(self) -> str:
        """`everyone`, `owner` or `nobody`."""
        return self.seen[0]

    @property
    def visible_when(self) -> Expr | None:
        """The condition in `everyone when ...`."""
        return self.seen[1]


@record(
    "note",
    "a note",
    "Something the game remembers.",
    several="notes",
    example="counted: yes_no",
)
class NoteDecl(NamedDecl):
    """What is remembered, and of what type."""

    holds: tuple[Name, bool] = key(
        TypeName("set", "a kind, a variety or `player`"),
        "The type of what it remembers.",
        name="is",
        short=True,
        hashed={"type": MISSING, "is_set": False},
    )
    per: Name | tuple[Name, Name] | None = key(
        per_of("`player`, a kind or a variety"), PER_TWO_TOLD, default=None
    )
    lasts: Name | None = key(
        NameOf("`game`, `round`, `turn`, `own_turn`, a rule or a phase"),
        "How long it is remembered.",
        default=None,
    )
    range: tuple[int, int] | None = key(
        Range(), "The smallest and the largest number that it can be.", default=None
    )
    start: Expr | None = key(
        Expression(), "Its value at the start, and after it was forgotten.", default=None
    )
    only_through: tuple[Name, ...] = key(
        names("a rule"), "Only these rules may change it.", default=()
    )
    visible_to: str = key(
        OneOf(("everyone", "owner", "nobody")),
        "Who sees it; by default everyone. `owner` is the player for whom it is kept.",
        default="everyone",
    )
    definition: tuple[str, str] | None = None
    trait: str | None = None

    @property
    def type(self) -> Name:
        """`number`, `yes_no`, `player`, a kind, a space or a variety."""
        return self.holds[0]

    @property
    def is_set(self) -> bool:
        """Whether it is a `set of` these."""
        return self.holds[1]


@record(
    "memory",
    "a memory",
    "Earlier positions, for rules about repetition.",
    several="memories",
    example="standing: {of: [man, active_player], holds: 100}",
)
class MemoryDecl(NamedDecl):
    """Which part of a position is remembered, and how often."""

    of: tuple[Name, ...] = key(
        names("a kind, a stock, a note or `active_player`"),
        "What makes two positions the same: where these kinds and stocks lie on the board, what these notes say, "
        "and whose turn it is.",
        required=True,
        default=(),
    )
    holds: int = key(
        Whole(1, MOST_REMEMBERED),
        "The number of positions that can be remembered.",
        required=True,
        default=1,
    )
    when_full: str | None = key(
        OneOf(("forget_oldest",)),
        "`forget_oldest` makes room for one more; without it, one too many is an error.",
        default=None,
    )


def _cell(reader: Reader, node: Node) -> Name | None:
    if isinstance(node, Scalar) and node.text.lstrip("-")[:1].isdigit():
        number = Whole(-LARGEST).read(reader, node)
        return None if number is None else Name(id=str(number), span=node.span)
    return reader.name(node)


_CELL = ReadAs(Row(), _cell)
INNER_ROWS = pairs_of(_CELL, _CELL, "a mapping of rows", "write `cost: {cloth: {1: 3, 2: 5}}`")

InnerRows = tuple[tuple[Name, Name], ...]


def _cell_or_rows(reader: Reader, node: Node) -> Name | InnerRows | None:
    return (
        INNER_ROWS.read(reader, node) if isinstance(node, YamlMapping) else _CELL.read(reader, node)
    )


_CELL_OR_ROWS: ShapeOf[Name | InnerRows] = ReadAs(
    Either((Row(), MapOf(Row(), Row()))), _cell_or_rows
)
ROWS = pairs_of(_CELL, _CELL_OR_ROWS, "a mapping of rows", "write `price: {1: 1, 2: 3}`")


@record(
    "table",
    "a table",
    "Values to look up.",
    several="tables",
    example="price: {1: 1, 2: 3}",
)
class TableDecl(NamedDecl):
    """Rows as written: keys are numbers or names; values, too, or the rows for a second key."""

    rows: tuple[tuple[Name, Name | InnerRows], ...] = key(
        ROWS,
        "The rows: a key and its value, or under each key the rows for a second one.",
        name="rows",
        short=True,
    )
    definition: tuple[str, str] | None = None

    @property
    def cells(self) -> tuple[tuple[tuple[Name, ...], Name], ...]:
        """Every value with its keys, one or two."""
        return tuple(
            ((key, *second), value)
            for key, under in self.rows
            for second, value in (
                [((), under)] if isinstance(under, Name) else [((k,), v) for k, v in under]
            )
        )


MOST_LETTERS = 64


def _read_head(reader: Reader, key: Scalar, what: str, by: bool = False) -> syntax.Head | None:
    """A name with its parameters, and nothing else, but for `by` where it may stand."""
    head = parse_head(key, reader.bag)
    if head is None:
        first = key.text.split("(", 1)[0].strip()
        if first in the_parser().words:
            reader.refused.add(first)
        return None
    if head.hook is not None:
        help = "move it out of this section: a hook is a key of its own"
        shape_errors.bad_head(reader.bag, key.span, what, head.hook, help)
        return None
    if head.of is not None or (head.by is not None and not by) or head.when is not None:
        extra = "of" if head.of is not None else "when" if head.by is None or by else "by"
        help = "conditions stand beside it: in the effect, or after a modifier"
        shape_errors.bad_head(reader.bag, key.span, what, extra, help)
        return None
    return head


def _head_of(what: str) -> ShapeOf[syntax.Head]:
    def read(reader: Reader, node: Node) -> syntax.Head | None:
        assert isinstance(node, Scalar)
        found = _read_head(reader, node, what)
        if found is not None and len(found.name.id) > MOST_LETTERS:
            shape_errors.bad_id(reader.bag, node)
            return None
        return found

    return ReadAs(Head(), read)


VALUE_HEAD, RULE_HEAD = _head_of("a value"), _head_of("a rule")
OFFER_HEAD = _head_of("an offer")


@record(
    "value",
    "a value",
    "A number, condition or set that rules use.",
    several="values",
    example="range: 1",
)
class ValueDecl(NamedDecl):
    head: syntax.Head = above(VALUE_HEAD)
    base: Expr = key(Expression(), "Its value before anything modifies it.", name="is", short=True)
    definition: tuple[str, str] | None = None


@record(
    "rule",
    "a rule",
    "Something that happens.",
    several="rules",
    example="ride(region): |",
)
class RuleDecl(NamedDecl):
    """`effect` None is an empty rule: a place to stand for hooks."""

    head: syntax.Head = above(RULE_HEAD)
    effect: Effect | None = key(
        EffectText(),
        "What happens; without it, the rule is a place for hooks.",
        default=None,
        short=True,
        hashed={"effect": MISSING},
    )
    deep: int = key(Whole(1, 1000), "How deep it may call itself.", default=0)
    definition: tuple[str, str] | None = None


_DUE_CHANGES = "a modifier such as `add 1`, or a list of them"
CHANGES = list_of(Modifier(), _DUE_CHANGES, single=True)


@record(
    "change",
    "a change of a value",
    "How a value changes, with the rules that this follows. It may also be written as a change alone.",
)
class ChangeDecl(Sourced):
    changes: tuple[Change, ...] = key(
        CHANGES, "How it changes, for instance `add 1 when ...`.", name="change"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifierDecl:
    """`refs` and `assumed` go with `changes`, one by one."""

    head: syntax.Head
    changes: tuple[Change, ...]
    origin: str
    definition: tuple[str, str] | None = None
    trait: str | None = None
    refs: tuple[tuple[str, ...], ...] = field(default=(), metadata=UNHASHED)
    assumed: tuple[str | None, ...] = field(default=(), metadata=UNHASHED)


_PRINTED = re.compile(r"(?!instead )[a-z][a-z0-9_]* +(of) +[a-z]")


def _modifiers(reader: Reader, node: Node) -> tuple[ModifierDecl, ...]:
    found: list[ModifierDecl] = []
    for entry in reader.entries(node, "a mapping of values to changes", "write `range: add 1`"):
        head = _modified(reader, entry.key)
        changes: list[Change] = []
        refs: list[tuple[str, ...]] = []
        assumed: list[str | None] = []
        is_record = isinstance(entry.value, YamlMapping)
        for item in (
            (entry.value,) if is_record else reader.items(entry.value, _DUE_CHANGES, single=True)
        ):
            if isinstance(item, YamlMapping):
                change = reader.record(ChangeDecl, item, entry.key.span)
            else:
                alone = Modifier().read(reader, item)
                change = None if alone is None else ChangeDecl(changes=(alone,))
            if change is not None:
                changes += change.changes
                refs += [change.refs] * len(change.changes)
                assumed += [change.assumed] * len(change.changes)
        if head is not None and changes:
            found.append(
                ModifierDecl(
                    head=head,
                    changes=tuple(changes),
                    origin=reader.whose.origin,
                    definition=reader.whose.definition,
                    trait=reader.whose.trait,
                    refs=tuple(refs),
                    assumed=tuple(assumed),
                )
            )
    return tuple(found)


def _modified(reader: Reader, key: Scalar) -> syntax.Head | None:
    """The value that changes, with its parameters."""
    printed = _PRINTED.match(key.text)
    if printed is not None:
        of = key.locate(*printed.span(1))
        reader.bag.error("E301", "unexpected `of`", of, help=printed_number())
        return None
    return _read_head(reader, key, "a modified value", by=True)


def _hook(reader: Reader, node: Node) -> syntax.Head | None:
    assert isinstance(node, Scalar)
    return parse_head(node, reader.bag)


HOOK_HEAD = ReadAs(Head(), _hook)


@record(
    "hook",
    "a hook",
    "What happens before, after or instead of a rule, a phase or a turn, which the key names. It may also be "
    "written as an effect alone.",
)
class HookDecl(Sourced):
    head: syntax.Head = above(HOOK_HEAD)
    effect: Effect = key(*EFFECT, short=True)
    origin: str
    definition: tuple[str, str] | None = None
    trait: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WordDecl(Declaration):
    """An entry of `texts`: words for something that is only named in an effect."""


def _words(reader: Reader, node: Node) -> tuple[WordDecl, ...]:
    found: list[WordDecl] = []
    for entry in reader.entries(
        node, "a mapping of names to texts", "write `pay_now: pay at once`"
    ):
        name = reader.id(entry.key, free=entry.key.text in ("yes", "no"))
        if name is None and isinstance(entry.value, Scalar) and entry.value.style == "empty":
            continue  # half a text that a comma has cut
        texts = Text().read(reader, entry.value)
        if name is not None:
            found.append(
                WordDecl(id=name.id, span=name.span, origin=reader.whose.origin, texts=texts)
            )
    return tuple(found)


def _own_words(reader: Reader, node: Node) -> dict[str, Texts]:
    return {word.id: word.texts for word in _words(reader, node)}


@dataclass(frozen=True, slots=True)
class Saying:
    """One form of words: a template, and the text in which it begins at `start`."""

    template: Template
    text: Scalar
    start: int

    def locate(self, blank: Blank, *, noun: bool = False) -> Span:
        """Returns the place of a name in the file, or of the noun after it."""
        start = blank.start
        if noun:
            start = self.text.text.index(blank.noun, self.start + blank.end) - self.start
        size = len(blank.noun if noun else blank.name)
        return self.text.locate(self.start + start, self.start + start + size)


@dataclass(frozen=True, slots=True, kw_only=True)
class TellDecl(Declaration):
    """An entry of `tell`: a sentence about what happens, or what a thing is called in sentences, by language. Of a thing there
    may be two forms: for one, and for several.
    """

    forms: Mapping[str, tuple[Saying, ...]]
    definition: tuple[str, str] | None = None


def _tells(reader: Reader, node: Node) -> tuple[TellDecl, ...]:
    found: list[TellDecl] = []
    help = "write `ride: The plague moves to {region}`"
    for entry in reader.entries(node, "a mapping of names to sentences", help):
        name = TOLD_OF.read(reader, entry.key)
        by_language = _scalars(reader, entry.value)
        forms = {
            language: forms
            for language, scalar in by_language.items()
            if (forms := _forms(reader, scalar)) is not None
        }
        if name is not None and forms:
            decl = TellDecl(id=name.id, span=name.span, origin=reader.whose.origin, forms=forms)
            found.append(replace(decl, definition=reader.whose.definition))
    return tuple(found)


def _scalars(reader: Reader, node: Node) -> dict[str, Scalar]:
    """The texts by language, after what is wrong with them was reported."""
    texts = Text().read(reader, node)
    if isinstance(node, Scalar):
        return dict.fromkeys(texts, node)
    assert isinstance(node, YamlMapping) or not texts
    entries = node.entries if isinstance(node, YamlMapping) else ()
    return {
        entry.key.text: entry.value
        for entry in entries
        if entry.key.text in texts and isinstance(entry.value, Scalar)
    }


def _forms(reader: Reader, text: Scalar) -> tuple[Saying, ...] | None:
    """One form or two; `no` is a sentence without words."""
    if text.text == "no":
        return (Saying(parse_template(""), text, 0),)
    try:
        return tuple(
            Saying(parse_template(form), text, start) for start, form in split_forms(text.text)
        )
    except TemplateError as fault:
        span = text.locate(fault.start, fault.end)
        what = "a name in braces" if fault.found.startswith("{") else "the other bracket"
        help = "write `{me} takes {n:coin}`, and `[from {place}]` for what may be left out"
        reader.bag.error("E205", f"expected {what}, found `{fault.found}`", span, help=help)
        return None


_WORDS_TOLD = "Words for decisions and entries that effects name."
_WORDS = MapOf(Id(), Text())

TOLD_OF = Dotted("a rule, a phase, a thing, or an entry or effect with a dot")
TELLS = (
    ReadAs(MapOf(TOLD_OF, Text()), _tells),
    "What is told when something happens, and what things are called in sentences; `no` tells nothing.",
)

# Keys that a game, a piece and a trait have alike: what stands under them, and their line in the reference.
PLACES = (by_name(PlaceDecl), "Where components can be, apart from the board.")
NOTES = (by_name(NoteDecl), "What the game remembers, besides where things are.")
MEMORIES = (by_name(MemoryDecl), "Earlier positions that the game remembers.")
VALUES = (
    by_name(ValueDecl, alone_first=True),
    "Numbers, conditions and sets that rules use and clauses can modify.",
)
TABLES = (by_name(TableDecl, alone_first=True), "Values to look up.")
RULES = (by_name(RuleDecl, alone_first=True), "What happens, by name.")
MODIFIERS = (
    ReadAs(
        MapOf(Head(clause=True), ListOf(Either((Modifier(), Part("change"))), single=True)),
        _modifiers,
    ),
    "How values change while this is in force: `add 1`, `at least 2`, `becomes yes when ...`; "
    "or a list of these.",
)
WORDS = (ReadAs(_WORDS, _words), _WORDS_TOLD)
OWN_WORDS = (ReadAs(_WORDS, _own_words), _WORDS_TOLD)
