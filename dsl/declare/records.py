"""A record of a rule file, said once: a frozen class whose fields say under which key they stand, and of which shape.

    @record("lying", "a place where something lies", "How things lie in a place that is declared elsewhere.")
    class LyingDecl:
        place: Name = above(NameOf("a place"))
        room: int | None = key(Whole(1), "The most of them that fit in.", default=None)

A field without a default is required, and a record in which it cannot be read is left out; a default stands for a key that
is silent or wrong. Fields that are neither key nor head are filled by whoever reads: `id` and `span` from the key above the
record, whose it is, and its hooks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform, overload

from boardwright.dsl.declare.errors import first_line
from boardwright.dsl.declare.shapes import (
    HOOKS,
    TABLE,
    Either,
    Key,
    MapOf,
    Part,
    ReadAs,
    Record,
    Shape,
    ShapeOf,
    written,
)
from boardwright.dsl.declare.values import Id
from boardwright.dsl.language.hashed_names import NAME as HASHED
from boardwright.dsl.language.syntax import Name

T = TypeVar("T")
D = TypeVar("D")

Hashed = str | Mapping[str, object] | None


@dataclass(frozen=True, slots=True)
class Said:
    """What a field says of its key, or (`told` is empty) of the key above the record."""

    shape: Shape
    told: str = ""
    name: str = ""
    required: bool = False
    short: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """How a class is read. Its `keys` and its `head` are fields with what they say; `short` is the key that may stand alone;
    `filled` are the fields that the reader fills.
    """

    record: Record
    keys: tuple[tuple[str, Said], ...]
    head: tuple[str, Said] | None
    short: tuple[str, Said] | None
    filled: tuple[str, ...]
    needed: frozenset[str]
    several: str
    example: str
    stays: bool
    owns: str
    hooks: bool  # a field for the hooks in it


PLANS: dict[type, Plan] = {}
"""Of every class that is a record."""

_OF_HEAD = ("id", "span")
_OF_OWNER = ("origin", "definition", "trait")
_SAID = "said"
NAMED = "named"  # a field with the name of a record that stands under no key
_ID = Id()


# A field is required unless it has a default; `required` says so of one that has.
@overload
def key(
    shape: ShapeOf[T], told: str, *, name: str = ..., short: bool = ..., hashed: Hashed = ...
) -> T: ...


@overload
def key(
    shape: ShapeOf[T],
    told: str,
    *,
    default: D,
    name: str = ...,
    required: bool = ...,
    short: bool = ...,
    hashed: Hashed = ...,
) -> T | D: ...


@overload
def key(
    shape: ShapeOf[T],
    told: str,
    *,
    default_factory: Callable[[], D],
    name: str = ...,
    required: bool = ...,
    short: bool = ...,
    hashed: Hashed = ...,
) -> T | D: ...


def key(
    shape: ShapeOf[Any],
    told: str,
    *,
    default: Any = MISSING,
    default_factory: Any = MISSING,
    name: str = "",
    required: bool = False,
    short: bool = False,
    hashed: Hashed = None,
) -> Any:
    """A field for what stands under a key, which is called as the field is unless it has a `name`. `told` is its line in the
    reference; what is `short` may stand alone, in place of the record. `hashed`: see `hashed_names.py`.
    """
    required = required or (default is MISSING and default_factory is MISSING)
    return _field(Said(shape, told, name, required, short), default, default_factory, hashed)


def above(shape: ShapeOf[T], *, hashed: Hashed = None) -> T:
    """A field for the key above the record."""
    found: T = _field(Said(shape), MISSING, MISSING, hashed)
    return found


def _field(said: Said, default: Any, factory: Any, hashed: Hashed) -> Any:
    metadata = {_SAID: said} if hashed is None else {_SAID: said, HASHED: hashed}
    if factory is not MISSING:
        return field(default_factory=factory, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass_transform(
    kw_only_default=True, frozen_default=True, field_specifiers=(key, above, field)
)
def record(
    name: str = "",
    called: str = "",
    told: str = "",
    *,
    several: str = "",
    example: str = "",
    open: tuple[str, ...] = (),
    needs: tuple[str, ...] = (),
    above: ShapeOf[Name] = _ID,
    stays: bool = False,
    owns: str = "",
    further: tuple[type, ...] = (),
) -> Callable[[type[T]], type[T]]:
    """Makes a class a record, which is `called` so, with its article; `told` is its line in the reference. A mapping of these
    is one of `several`, written as in `example`. Keys stand in the order of the fields, those of a base last. What is known by its
    `id` has that from its field `named`, or from the key `above`. One that `stays` is made even where no mapping stands. What stands in one that `owns` knows it under that name.
    `further` classes say more keys of the same mapping, and are read by themselves. Without a name the class is such a base, or such a part.
    """

    def made(kind: type[T]) -> type[T]:
        full: Any = dataclass(frozen=True, slots=True, kw_only=True)(kind)
        said = _said(full)
        keys = tuple((each, of) for each, of in said.items() if of.told)
        rows = [_row(*each) for each in keys]
        rows += [each for part in further for each in row(part).keys]
        known = [each.name for each in fields(full) if each.name not in said]
        heads = [(each, of) for each, of in said.items() if not of.told]
        if not heads and "id" in known and NAMED not in said:
            heads = [("", Said(above))]
        PLANS[full] = Plan(
            record=Record(name, called, told, tuple(rows), open, needs, full),
            keys=keys,
            head=heads[0] if heads else None,
            short=next((each for each in keys if each[1].short), None),
            filled=tuple(each for each in (*_OF_HEAD, *_OF_OWNER) if each in known),
            needed=frozenset(
                each.name
                for each in fields(full)
                if each.default is MISSING and each.default_factory is MISSING
            ),
            several=several,
            example=example,
            stays=stays,
            owns=owns,
            hooks=HOOKS in known,
        )
        if name:
            TABLE[name] = PLANS[full].record
        return full  # type: ignore[no-any-return]

    return made


def _said(kind: Any) -> dict[str, Said]:
    """The fields of a class that say something, as they stand in it and then in those that it inherits from."""
    parts: dict[str, Field[Any]] = {each.name: each for each in fields(kind)}
    bases = [vars(each).get("__annotations__", {}) for each in kind.__mro__]
    names = dict.fromkeys(name for base in bases for name in base if name in parts)
    return {name: said for name in names if (said := parts[name].metadata.get(_SAID)) is not None}


def _row(name: str, said: Said) -> Key:
    return Key(said.name or name, written(said.shape), said.told, said.required)


def row(kind: type) -> Record:
    """The row of the table that a class says."""
    return PLANS[kind].record


def one(kind: type[T]) -> ShapeOf[T]:
    """A record of this class."""
    return ReadAs(
        Part(row(kind).name), lambda reader, node: reader.record(kind, node, first_line(node))
    )


def by_name(kind: type[T], *, alone_first: bool = False) -> ShapeOf[tuple[T, ...]]:
    """A mapping of names to records of this class, or to what may stand alone in their place: the usual form if it is
    `alone_first`.
    """
    plan = PLANS[kind]
    value: Shape = Part(plan.record.name)
    if plan.short is not None:
        alone = written(plan.short[1].shape)
        value = Either((alone, value) if alone_first else (value, alone))
    head = _ID if plan.head is None else written(plan.head[1].shape)
    return ReadAs(MapOf(head, value), lambda reader, node: reader.records(kind, node))
