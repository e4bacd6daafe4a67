"""The words in which rule files are described: what may stand under which key, of what.

Each shape reads what stands there and says in words what is expected. Those of single texts and numbers are in `values.py`.
Shapes are told apart only by those who look inside them: editor schemas, completion, the formatter and the reference pages.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from boardwright.dsl.language.words import HOOK_WORDS
from boardwright.dsl.source.yaml_tree import Mapping, Node, Sequence

if TYPE_CHECKING:  # whoever reads has the shapes read for them
    from boardwright.dsl.declare.reader import Reader

T_co = TypeVar("T_co", covariant=True)
Schema = dict[str, Any]


class ShapeOf(ABC, Generic[T_co]):
    """What may stand somewhere, and is read as a `T_co`."""

    __slots__ = ()

    def read(self, reader: Reader, node: Node) -> T_co | None:
        """What stands there; None after a diagnostic. Some shapes are read by hand, where they stand."""
        raise NotImplementedError(f"{type(self).__name__} is read by hand")

    @abstractmethod
    def in_words(self) -> str:
        """What is expected, with its article: `a whole number of at least 1`."""

    def in_words_of_key(self) -> str:
        """The same of a key, as in `under each name of a place`."""
        return self.in_words().removeprefix("a ").removeprefix("an ")

    def schema(self) -> Schema | None:
        """The JSON Schema of a value that is a single text or number; None for lists, mappings and texts by language."""
        return None


Shape = ShapeOf[Any]


@dataclass(frozen=True, slots=True)
class ReadAs(ShapeOf[T_co]):
    """A shape that is read in a way of its own. In the table it is just the shape."""

    shape: Shape
    how: Callable[[Reader, Node], T_co | None]

    def read(self, reader: Reader, node: Node) -> T_co | None:
        return self.how(reader, node)

    def in_words(self) -> str:
        return self.shape.in_words()


def written(shape: Shape) -> Shape:
    """What stands in the table for a shape, whatever way it is read in."""
    return shape.shape if isinstance(shape, ReadAs) else shape


@dataclass(frozen=True, slots=True)
class ListOf(ShapeOf[tuple[T_co, ...]]):
    """A list; where `single` is set, one item may stand without brackets."""

    item: ShapeOf[T_co]
    single: bool = False

    def in_words(self) -> str:
        each = self.item.in_words()
        return (
            f"{each}, or a list of these"
            if self.single
            else f"a list, each item of which is {each}"
        )


@dataclass(frozen=True, slots=True)
class MapOf(ShapeOf[Any]):
    """Any number of keys of the same form, each with a value of the same form."""

    key: Shape
    value: Shape

    def in_words(self) -> str:
        return f"a mapping; under each {self.key.in_words_of_key()} stands {self.value.in_words()}"


@dataclass(frozen=True, slots=True)
class Part(ShapeOf[Any]):
    """A mapping with known keys: the record of that name in the table."""

    record: str

    def in_words(self) -> str:
        return TABLE[self.record].called


@dataclass(frozen=True, slots=True)
class Either(ShapeOf[Any]):
    """One of several forms, the usual one first. They differ in kind (text, list, mapping; a mapping with known keys
    has one that is a word of the language), so that it is always clear which was meant.
    """

    forms: tuple[Shape, ...]

    def in_words(self) -> str:
        return "; or ".join(form.in_words() for form in self.forms)


T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


def list_of(
    item: ShapeOf[T], due: str = "a list", *, single: bool = False, help: str = ""
) -> ShapeOf[tuple[T, ...]]:
    """A list; what cannot be read is left out."""

    def read(reader: Reader, node: Node) -> tuple[T, ...]:
        found = [item.read(reader, each) for each in reader.items(node, due, single, help)]
        return tuple(each for each in found if each is not None)

    return ReadAs(ListOf(written(item), single), read)


def pairs_of(
    key: ShapeOf[K], value: ShapeOf[V], due: str, help: str = ""
) -> ShapeOf[tuple[tuple[K, V], ...]]:
    """A mapping as pairs; those that cannot be read are left out."""

    def read(reader: Reader, node: Node) -> tuple[tuple[K, V], ...]:
        entries = reader.entries(node, due, help)
        found = [(key.read(reader, each.key), value.read(reader, each.value)) for each in entries]
        return tuple((of, said) for of, said in found if of is not None and said is not None)

    return ReadAs(MapOf(written(key), written(value)), read)


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a record. `told` is its line in the reference."""

    name: str
    shape: Shape
    told: str
    required: bool = False


_KEY = re.compile("[a-z][a-z0-9_]{0,63}")


def is_hook(key: str) -> bool:
    """Whether a key is the head of a hook."""
    return key.startswith(tuple(f"{word} " for word in HOOK_WORDS))


def looks_like_effect(node: Node) -> bool:
    """Whether a mapping or list is what YAML makes of statements without a bar."""
    if isinstance(node, Mapping):
        # A capital is a slip in a key, not the sign of a statement.
        return any(not _KEY.fullmatch(entry.key.text.casefold()) for entry in node.entries)
    return isinstance(node, Sequence)


# Keys that are not words of their own but depend on what the ruleset declares.
HOOKS = "hooks"  # `before hit(token, region)`, `after ...`, `instead of ...`: effects, or the record `hook`
ATTRIBUTES = "attributes"  # those of the kind
SLOTS = "slots"  # the effects of the kind
SPACES = "spaces"  # every kind of space: its spaces
PIECES = "pieces"  # every kind of piece: its pieces
SEATS = "seats"  # every player of a scenario: what they pick


@dataclass(frozen=True, slots=True)
class Record:
    """A mapping with known keys. `called` says what it is, with its article: `an entry of an offer`. Of the keys that it
    `needs` at least one must stand there.
    """

    name: str
    called: str
    told: str
    keys: tuple[Key, ...]
    open: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    kind: type | None = field(default=None, compare=False, repr=False)  # the class that says it

    def key(self, name: str) -> Key | None:
        """The key of that name."""
        return next((key for key in self.keys if key.name == name), None)

    def names(self) -> tuple[str, ...]:
        """The names of all keys, in the order of the reference."""
        return tuple(key.name for key in self.keys)


TABLE: dict[str, Record] = {}
"""Every record by its name."""
