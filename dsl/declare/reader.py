"""Reads rule files: mappings with known keys become the classes that say which these are.

What cannot be read is left out after a diagnostic, so that whoever reads goes on with the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from collections.abc import Mapping as Map
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.clauses import HookDecl
from boardwright.dsl.declare.record_checks import CHECKS
from boardwright.dsl.declare.records import NAMED, PLANS, Plan, Said
from boardwright.dsl.declare.sections import RECORDS, homes_of
from boardwright.dsl.declare.shapes import HOOKS, MapOf, Record, is_hook, looks_like_effect, written
from boardwright.dsl.declare.values import NAME, EffectText, TypeName
from boardwright.dsl.language.parser import the_parser
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.source.diagnostics import Bag, listed
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.yaml_tree import Entry, Mapping, Node, Scalar, Sequence

T = TypeVar("T")
_LONGEST_SAID = 30
_ID = re.compile(NAME)


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


KindKeys = Map[str, tuple[frozenset[str], frozenset[str]]]  # kind -> its attributes, its slots


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the files of one ruleset. `languages` is empty where they are not known; `refused` are the words of the
    language that were declared as names, `plurals` those that are the plural of a name, which may say another. `kinds`
    and `spaces` are those that files can speak of.
    """

    bag: Bag
    language: str = "en"
    languages: tuple[str, ...] = ()
    refused: set[str] = field(default_factory=set)
    plurals: dict[str, tuple[Name, bool]] = field(default_factory=dict)
    whose: Whose = Whose()
    kinds: KindKeys = field(default_factory=dict)
    spaces: KindKeys = field(default_factory=dict)

    def of(self, **whose: Any) -> Reader:
        """The same reader for what belongs to somebody else."""
        return replace(self, whose=replace(self.whose, **whose))

    # ---- records

    def record(
        self, kind: type[T], node: Node, owner: Span, above: Scalar | None = None
    ) -> T | None:
        """A record, which stands under the key `above` if it has a head; `owner` is the place to point at."""
        plan = PLANS[kind]
        values: dict[str, Any] = {}
        name: Any = None
        if plan.head is not None and above is not None:
            name = plan.head[1].shape.read(self, above)
            if plan.head[0] and name is not None:
                values[plan.head[0]] = name
        if plan.short is not None and _stands_alone(plan.short[1], node):
            value = plan.short[1].shape.read(self, node)
            if value is not None:
                values[plan.short[0]] = value
            return _made(self, kind, values, name, owner)
        reader = self.of(**{plan.owns: name.id}) if plan.owns and name is not None else self
        fields = reader.fields(node, plan.record.name, owner)
        if (fields is None and not plan.stays) or _is_lost(plan, name):
            return None
        if fields is None:
            return _made(reader, kind, values, name, owner)
        return reader.keys(kind, fields, values, name)

    def keys(
        self,
        kind: type[T],
        fields: Fields,
        given: dict[str, Any] | None = None,
        name: Any = None,
    ) -> T | None:
        """The record of a mapping whose keys are known to be its own. What is `given` of its fields is not read again."""
        values = dict(given or {})
        for each, said in PLANS[kind].keys:
            entry = fields.entries.get(said.name or each)
            if entry is not None and each not in values:
                value = said.shape.read(self, entry.value)
                if value is not None:
                    values[each] = value
        if PLANS[kind].hooks:
            hooks = [self.record(HookDecl, e.value, e.key.span, e.key) for e in fields.hooks]
            values["hooks"] = tuple(hook for hook in hooks if hook is not None)
        made = _made(self, kind, values, name, fields.owner)
        check = CHECKS.get(kind)
        return made if check is None else check(self, fields, made)

    def records(self, kind: type[T], node: Node) -> tuple[T, ...]:
        """Records by name."""
        plan = PLANS[kind]
        found = []
        for entry in self.entries(node, f"a mapping of {plan.several}", f"write `{plan.example}`"):
            made = self.record(kind, entry.value, entry.key.span, entry.key)
            if made is not None:
                found.append(made)
        return tuple(found)

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


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping with known keys: what stands under each, unread. `others` are keys that the ruleset declares."""

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

    def refuse(self, key: str, message: str, help: str, beside: str = "") -> None:
        """Reports a key that cannot stand there, at all or `beside` another."""
        second, first = self.entries[key].key.span, self.key_span(beside)
        shape_errors.conflicting_keys(self.reader.bag, second, message, first, help)

    def read(self, key: str, how: Callable[[Node], T | None]) -> T | None:
        """What stands there, read; None where nothing does."""
        node = self.node(key)
        return None if node is None else how(node)


def _made(
    reader: Reader, kind: type[T], values: dict[str, Any], name: Any, owner: Span
) -> T | None:
    plan = PLANS[kind]
    _fill(reader, plan, values, values.get(NAMED, name), owner)
    return kind(**values) if values.keys() >= plan.needed else None


def _is_lost(plan: Plan, name: Any) -> bool:
    """Whether nothing more is to be said of a record, since its name cannot be read."""
    return plan.head is not None and name is None and plan.short is None


def _fill(reader: Reader, plan: Plan, values: dict[str, Any], name: Any, owner: Span) -> None:
    for each in plan.filled:
        if each in ("id", "span"):
            own = getattr(name, "name", name)  # of a rule or value, the name in its head
            if own is not None:
                values[each] = getattr(own, each)
            elif each == "span" and plan.head is None:
                values[each] = owner
        else:
            values[each] = getattr(reader.whose, each)


def _stands_alone(said: Said, node: Node) -> bool:
    """Whether this is the short form of a record."""
    match written(said.shape):
        case EffectText():
            return not isinstance(node, Mapping) or looks_like_effect(node)
        case TypeName():
            return isinstance(node, Scalar)
        case MapOf():  # a mapping in any case: that of the record holds it
            return not (isinstance(node, Mapping) and isinstance(node.get(said.name), Mapping))
        case _:
            return not isinstance(node, Mapping)


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
