"""Reads the values of rule files: nodes of YAML become names, numbers, texts, expressions and effects.

Every function returns None (or an empty tuple) after a diagnostic, so that whoever calls goes on with the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.record_reader import read_keys, read_record, read_records
from boardwright.dsl.declare.sections import RECORDS, homes_of
from boardwright.dsl.declare.shapes import HOOKS, NAME, Record, is_hook
from boardwright.dsl.declare.small_records import LimitDecl, Texts
from boardwright.dsl.language.parser import (
    parse_effect,
    parse_expression,
    parse_head,
    parse_modifier,
    the_parser,
)
from boardwright.dsl.language.syntax import Change, Effect, Expr, Head, Name
from boardwright.dsl.source.diagnostics import Bag, listed
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help
from boardwright.dsl.source.yaml_tree import Entry, Mapping, Node, Scalar, Sequence

T = TypeVar("T")

LARGEST = 1_000_000
_LONGEST_SAID = 30
_ID = re.compile(NAME)
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,8})")
_RANGE = re.compile(r"(-?[0-9]{1,8}) +to +(-?[0-9]{1,8})")
_GRID = re.compile(r"([0-9]{1,3}) +by +([0-9]{1,3})")
_LIMIT = re.compile(r"(once|twice|([0-9]{1,4}) times) +an? +([a-z][a-z0-9_]*)")
_TYPE = re.compile(r"(?:(list|set) +of +)?([a-z][a-z0-9_]*)")
_LINE_BREAK = re.compile(r"[\r\n]")


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose declarations are being read: `origin` is the id of the game or expansion, `definition` the piece or space (kind
    and id) in which they stand, or `trait`.
    """

    origin: str = ""
    is_game: bool = False
    replacing: bool = False
    definition: tuple[str, str] | None = None
    trait: str | None = None
    phase: bool = False  # they stand in a phase
    players: tuple[str, ...] = ()  # of a scenario, where they are known


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the files of one ruleset. `languages` is empty where they are not known; `refused` are the words of the
    language that were declared as names, `plurals` those that are the plural of a name, which may say another.
    """

    bag: Bag
    language: str = "en"
    languages: tuple[str, ...] = ()
    refused: set[str] = field(default_factory=set)
    plurals: dict[str, tuple[Name, bool]] = field(default_factory=dict)
    whose: Whose = Whose()

    # ---- records

    def record(
        self, kind: type[T], node: Node, owner: Span, above: Scalar | None = None
    ) -> T | None:
        """A record, under the key `above` if it has a name; else `owner` is the place to point at."""
        return read_record(self, kind, node, owner, above)

    def keys(self, kind: type[T], fields: Fields, given: dict[str, Any] | None = None) -> T | None:
        """A record whose mapping was looked at before."""
        return read_keys(self, kind, fields, given)

    def records(self, kind: type[T], node: Node) -> tuple[T, ...]:
        """Records by name."""
        return read_records(self, kind, node)

    # ---- containers

    def fields(
        self,
        node: Node,
        record: str,
        owner: Span,
        extra: Collection[str] = (),
        called: str = "",
        slots: Collection[str] = (),
    ) -> Fields | None:
        """The entries of a mapping by key, after unknown and missing ones were reported. `owner` is the
        key it stands under; `extra` are keys that the ruleset declares, for what is `called` so; `slots`
        are those of them with effects, beside which keys stand that belong into them.
        """
        known = RECORDS[record]
        called = called or known.called
        if not isinstance(node, Mapping):
            shape_errors.wrong_shape(
                self.bag, node, "a mapping of keys to values", _keys_help(known)
            )
            return None
        names = known.names()
        entries: dict[str, Entry] = {}
        others: list[Entry] = []
        hooks: list[Entry] = []
        misspelt = False
        for entry in node.entries:
            name = entry.key.text
            if name in names:
                entries[name] = entry
            elif name in extra:
                others.append(entry)
            elif HOOKS in known.open and is_hook(name):
                hooks.append(entry)
            else:
                inside = _belonging_to_an_effect(node, entry, slots)
                homes = homes_of(name)
                own = sorted(extra)
                shape_errors.unknown_key(
                    self.bag, entry.key, known, called, names, own, homes, inside
                )
                misspelt = True
        for key in known.keys:
            # With an unknown key there it is rather misspelt than missing.
            if key.required and key.name not in entries and not misspelt:
                shape_errors.missing_key(self.bag, owner, known, key.name)
        return Fields(self, known, owner, entries, tuple(others), tuple(hooks), not misspelt)

    def entries(self, node: Node, due: str, help: str = "") -> Iterator[Entry]:
        """The entries of a mapping whose keys are names of someone's choice."""
        if isinstance(node, Mapping):
            yield from node.entries
        else:
            shape_errors.wrong_shape(self.bag, node, due, help)

    def items(
        self, node: Node, due: str = "a list", single: bool = False, help: str = ""
    ) -> Iterator[Node]:
        """The items of a list; where `single` is set, one item may stand alone."""
        if isinstance(node, Sequence):
            yield from node.items
        elif single and isinstance(node, Scalar) and node.style != "empty":
            yield node
        else:
            help = help or "write `[first, second]`, or each item after a dash on a line of its own"
            shape_errors.wrong_shape(self.bag, node, due, help)

    def scalar(self, node: Node, due: str) -> Scalar | None:
        """A single text that is not empty."""
        if isinstance(node, Scalar) and node.style != "empty":
            return node
        shape_errors.wrong_shape(self.bag, node, due)
        return None

    # ---- names

    def id(self, node: Node, *, free: bool = False) -> Name | None:
        """A name that is declared here. Unless `free` it may be no word of the language. One that is refused is declared
        all the same, so that no more is said of where it is used.
        """
        name = self.name(node)
        if name is not None and not free and name.id in the_parser().words:
            assert isinstance(node, Scalar)
            shape_errors.reserved_name(self.bag, node, "a word of the language")
            self.refused.add(name.id)
        return name

    def name(self, node: Node) -> Name | None:
        """The name of something declared elsewhere."""
        scalar = self.scalar(node, "a name")
        if scalar is None:
            return None
        if not _ID.fullmatch(scalar.text):
            shape_errors.bad_id(self.bag, scalar)
            return None
        return Name(id=scalar.text, span=scalar.span)

    def names(self, node: Node) -> tuple[Name, ...]:
        """One name or a list of them, each once."""
        items = self.items(node, "a name or a list of names", single=True)
        return self.distinct(_found(self.name(item) for item in items))

    def distinct(self, names: Iterable[Name]) -> tuple[Name, ...]:
        """The names of a list in which each counts once."""
        first: dict[str, Name] = {}
        for name in names:
            if first.setdefault(name.id, name) is not name:
                shape_errors.named_twice(self.bag, name.id, name.span, first[name.id].span)
        return tuple(first.values())

    def word(self, node: Node) -> Name | None:
        """A number, a name, or several of these joined, as ids of options are: taken as written."""
        scalar = self.scalar(node, "a name or a number")
        return None if scalar is None else Name(id=scalar.text, span=scalar.span)

    def one_of(self, node: Node, words: tuple[str, ...]) -> str | None:
        """One of these words."""
        due = listed(words)
        scalar = self.scalar(node, due)
        if scalar is None:
            return None
        if scalar.text not in words:
            shape_errors.bad_value(self.bag, scalar, due, suggest_help(scalar.text, words))
            return None
        return scalar.text

    # ---- numbers and other short values

    def whole(self, node: Node, least: int = 0, most: int = LARGEST) -> int | None:
        """A whole number between two others."""
        scalar = self.scalar(node, "a whole number")
        if scalar is None:
            return None
        if not _WHOLE.fullmatch(scalar.text):
            help = (
                f"write `{scalar.text.lstrip('0')}`"
                if re.fullmatch("0+[1-9][0-9]{0,6}", scalar.text)
                else ()
            )
            shape_errors.bad_value(self.bag, scalar, "a whole number", help)
            return None
        number = int(scalar.text)
        if not least <= number <= most:
            due = (
                f"a number of at least {least}" if number < least else f"a number of at most {most}"
            )
            shape_errors.bad_value(self.bag, scalar, due)
            return None
        return number

    def yes_no(self, node: Node) -> bool | None:
        """`yes` or `no`, and nothing else that YAML would take for it."""
        scalar = self.scalar(node, "`yes` or `no`")
        if scalar is None:
            return None
        if scalar.text not in ("yes", "no"):
            meant = {"true": "yes", "false": "no", "on": "yes", "off": "no", "y": "yes", "n": "no"}
            better = meant.get(scalar.text.casefold())
            help = f"write `{better}`" if better else ()
            shape_errors.bad_value(self.bag, scalar, "`yes` or `no`", help)
            return None
        return scalar.text == "yes"

    def range(
        self, node: Node, *, single: bool = False, least: int = -LARGEST, most: int = LARGEST
    ) -> tuple[int, int] | None:
        """`2 to 4`, or also `3` where `single` is set."""
        due = "a range such as `2 to 4`"
        scalar = self.scalar(node, due)
        if scalar is None:
            return None
        found = _RANGE.fullmatch(scalar.text)
        if single and _WHOLE.fullmatch(scalar.text):
            low = high = int(scalar.text)
        elif found:
            low, high = int(found[1]), int(found[2])
        else:
            numbers = re.fullmatch(r"([0-9]+) *(?:-|–|\.\.+|/) *([0-9]+)", scalar.text)
            help = f"write `{numbers[1]} to {numbers[2]}`" if numbers else ()
            shape_errors.bad_value(self.bag, scalar, due, help)
            return None
        if low > high:
            help = f"write `{high} to {low}`"
            shape_errors.bad_value(
                self.bag, scalar, "a range: the smaller number comes first", help
            )
            return None
        if low < least or high > most:
            due = f"a range of numbers from {least} to {most}"
            shape_errors.bad_value(self.bag, scalar, due)
            return None
        return low, high

    def grid(self, node: Node) -> tuple[int, int] | None:
        """`3 by 4`: columns and rows."""
        due = "a grid such as `3 by 4`, columns by rows"
        scalar = self.scalar(node, due)
        if scalar is None:
            return None
        found = _GRID.fullmatch(scalar.text)
        if not found or not all(1 <= int(each) <= 99 for each in found.groups()):
            help = "there are at most 99 columns and 99 rows"
            if numbers := re.fullmatch(r"([0-9]{1,3}) *[x*×] *([0-9]{1,3})", scalar.text):
                help = f"write `{numbers[1]} by {numbers[2]}`"
            shape_errors.bad_value(self.bag, scalar, due, help)
            return None
        return int(found[1]), int(found[2])

    def limit(self, node: Node) -> LimitDecl | None:
        """`once a turn` and its like."""
        due = "a limit such as `once a turn` or `3 times a game`"
        scalar = self.scalar(node, due)
        if scalar is None:
            return None
        found = _LIMIT.fullmatch(scalar.text)
        if not found or found[2] == "0":
            last = re.search(r"\b(own_turn|turn|round|game)$", scalar.text)
            help = f"write `once a{'n' * last[1].startswith('o')} {last[1]}`" if last else ()
            shape_errors.bad_value(self.bag, scalar, due, help)
            return None
        times = {"once": 1, "twice": 2}.get(found[1]) or int(found[2])
        lasts = Name(id=found[3], span=scalar.locate(found.start(3), found.end(3)))
        return LimitDecl(times=times, lasts=lasts)

    def type_name(self, node: Node, many: str) -> tuple[Name, bool] | None:
        """`number`, `class`, and with `many` (`list` or `set`) in front several of them."""
        due = f"a type such as `number`, `yes_no`, a name, or `{many} of` a name"
        scalar = self.scalar(node, due)
        if scalar is None:
            return None
        found = _TYPE.fullmatch(scalar.text)
        if not found or found[1] not in (None, many):
            help = f"write `{many} of {found[2]}`" if found else ()
            shape_errors.bad_value(self.bag, scalar, due, help)
            return None
        return Name(id=found[2], span=scalar.locate(*found.span(2))), found[1] is not None

    def refs(self, node: Node) -> tuple[str, ...]:
        """Numbers of rules in a rulebook."""
        found = (
            self.scalar(item, "the number of a rule") for item in self.items(node, single=True)
        )
        return tuple(scalar.text for scalar in found if scalar is not None)

    def texts(self, node: Node) -> Texts:
        """Words by language; without one they are in the first."""
        if isinstance(node, Sequence):
            shape_errors.wrong_shape(
                self.bag, node, "a text", "write the text, in quotes if need be"
            )
            return {}
        if isinstance(node, Scalar):
            scalar = self.scalar(node, "a text")
            return {} if scalar is None else {self.language: scalar.text.strip()}
        found: dict[str, str] = {}
        for entry in node.entries:
            if self.languages and entry.key.text not in self.languages:
                shape_errors.unknown_language(self.bag, entry.key, self.languages)
            elif (scalar := self.scalar(entry.value, "a text")) is not None:
                found[entry.key.text] = scalar.text.strip()
        return found

    def plain(self, node: Node) -> str | None:
        """Words that are not shown to players."""
        scalar = self.scalar(node, "a text")
        return None if scalar is None else scalar.text.strip()

    # ---- texts of the language

    def expression(self, node: Node) -> Expr | None:
        """An expression, in quotes or not."""
        if not isinstance(node, Scalar):
            help = "an expression is one line without `: `, `{` or `[` at its beginning"
            shape_errors.wrong_shape(self.bag, node, "an expression", help)
            return None
        return parse_expression(node, self.bag)

    def expressions(self, node: Node) -> tuple[Expr, ...]:
        """One expression or a list of them."""
        due = "an expression or a list of them"
        return _found(self.expression(item) for item in self.items(node, due, single=True))

    def effect(self, node: Node) -> Effect | None:
        """Statements after `|`; a single one may stand on the line of its key."""
        if not isinstance(node, Scalar) or not _may_be_effect(node):
            shape_errors.effect_without_bar(self.bag, node)
            return None
        return parse_effect(node, self.bag)

    def steps(self, node: Node) -> Effect | None:
        """An effect, or a list of statements of one line."""
        if not isinstance(node, Sequence):
            return self.effect(node)
        effects = [self.effect(item) for item in node.items]
        if not effects:
            shape_errors.wrong_shape(
                self.bag, node, "a list with at least one statement", "write `nothing`"
            )
        if any(effect is None for effect in effects) or not effects:
            return None
        body = tuple(statement for effect in effects if effect for statement in effect.body)
        return Effect(body=body, span=node.span)

    def modifiers(self, node: Node) -> tuple[Change, ...]:
        """How a value changes, in one or several ways."""
        due = "a modifier such as `add 1`, or a list of them"
        return _found(self.modifier(item) for item in self.items(node, due, single=True))

    def modifier(self, node: Node) -> Change | None:
        """How a value changes, in one way."""
        scalar = self.scalar(node, "a modifier such as `add 1`")
        return None if scalar is None else parse_modifier(scalar, self.bag)

    def head(self, key: Scalar, what: str, by: bool = False) -> Head | None:
        """The key of a rule or value: a name with its parameters, and nothing else, but for `by` where it may stand."""
        head = parse_head(key, self.bag)
        if head is None:
            first = key.text.split("(", 1)[0].strip()
            if first in the_parser().words:
                self.refused.add(first)
            return None
        if head.hook is not None:
            help = "move it out of this section: a hook is a key of its own"
            shape_errors.bad_head(self.bag, key.span, what, head.hook, help)
            return None
        if head.of is not None or (head.by is not None and not by) or head.when is not None:
            extra = "of" if head.of is not None else "when" if head.by is None or by else "by"
            help = "conditions stand beside it: in the effect, or after a modifier"
            shape_errors.bad_head(self.bag, key.span, what, extra, help)
            return None
        return head


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping with known keys: what stands under each, read as it is asked for. `others` are keys that the
    ruleset declares.
    """

    reader: Reader
    record: Record
    owner: Span
    entries: dict[str, Entry]
    others: tuple[Entry, ...]
    hooks: tuple[Entry, ...]
    is_complete: bool = True  # no key is unknown, and so perhaps misspelt

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def node(self, key: str) -> Node | None:
        """What stands there, unread."""
        assert self.record.key(key) is not None, (
            f"`{key}` is not in the table of {self.record.name}"
        )
        entry = self.entries.get(key)
        return None if entry is None else entry.value

    def key_span(self, key: str) -> Span | None:
        """Where the key stands."""
        entry = self.entries.get(key)
        return None if entry is None else entry.key.span

    def read(self, key: str, how: Callable[[Node], T | None]) -> T | None:
        """What stands there, read; None where nothing does."""
        node = self.node(key)
        return None if node is None else how(node)

    def text(self, key: str) -> Texts:
        return self.read(key, self.reader.texts) or {}

    def plain(self, key: str) -> str | None:
        return self.read(key, self.reader.plain)

    def name(self, key: str) -> Name | None:
        return self.read(key, self.reader.name)

    def names(self, key: str) -> tuple[Name, ...]:
        return self.read(key, self.reader.names) or ()

    def whole(self, key: str, least: int = 0, most: int = LARGEST) -> int | None:
        return self.read(key, lambda node: self.reader.whole(node, least, most))

    def yes_no(self, key: str, default: bool) -> bool:
        found = self.read(key, self.reader.yes_no)
        return default if found is None else found

    def expression(self, key: str) -> Expr | None:
        node = self.node(key)
        return None if node is None else self.reader.expression(node)

    def effect(self, key: str) -> Effect | None:
        return self.read(key, self.reader.effect)

    def refs(self) -> tuple[str, ...]:
        return self.read("ref", self.reader.refs) or ()


def _may_be_effect(scalar: Scalar) -> bool:
    if scalar.style == "literal":
        return True
    return scalar.style == "plain" and not _LINE_BREAK.search(scalar.span.text)


def _belonging_to_an_effect(node: Mapping, entry: Entry, slots: Collection[str]) -> str:
    """The long form of the effect beside which a key of it stands."""
    key, value = entry.key.text, entry.value
    written = [each.key.text for each in node.entries if each.key.text in slots]
    if not written or key not in RECORDS["slot"].names():
        return ""
    said = value.text if isinstance(value, Scalar) and value.style == "plain" else "..."
    said = said if len(said) <= _LONGEST_SAID and "\n" not in said else "..."
    return f"write `{written[0]}: {{{key}: {said}, effect: ...}}`"


def _keys_help(record: Record) -> str:
    required = [key.name for key in record.keys if key.required]
    examples = listed(required or record.names()[:3]) if record.keys else ""
    nothing = "" if required else ", or `{}` if there is nothing to say"
    return f"write the keys of {record.called}, such as {examples}{nothing}" if examples else ""


def _found(values: Iterator[T | None]) -> tuple[T, ...]:
    return tuple(value for value in values if value is not None)
