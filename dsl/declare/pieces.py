"""Single pieces and spaces, whether in a file of their own or in a list, and the traits they share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.clauses import (
    MODIFIERS,
    NOTES,
    OWN_WORDS,
    PLACES,
    RULES,
    TABLES,
    TELLS,
    VALUES,
    HookDecl,
    ModifierDecl,
    NoteDecl,
    PlaceDecl,
    RuleDecl,
    TableDecl,
    TellDecl,
    ValueDecl,
)
from boardwright.dsl.declare.common_keys import (
    ASSUMED,
    EFFECT,
    EXPLAINED,
    LIMIT_OF_PIECE,
    OFFERED_IN,
    REFERENCES,
    SHOWN_AS,
    WHEN,
    Declaration,
    names,
)
from boardwright.dsl.declare.course import EntryDecl
from boardwright.dsl.declare.looks import LOOK_OF_ONE, POSITIONS, OwnLook
from boardwright.dsl.declare.records import above, by_name, key, record
from boardwright.dsl.declare.shapes import ATTRIBUTES, HOOKS, PIECES, SLOTS, SPACES, Part, ReadAs
from boardwright.dsl.declare.spaces import LINKS, LinkDecl
from boardwright.dsl.declare.things import LINES, VarietyDecl
from boardwright.dsl.declare.values import (
    LARGEST,
    InForce,
    LimitDecl,
    NameOf,
    Text,
    Texts,
    Whole,
)
from boardwright.dsl.language.hashed_names import UNHASHED
from boardwright.dsl.language.syntax import Effect, Expr, Name
from boardwright.dsl.language.types import with_article
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.yaml_tree import Entry, Node, Scalar, Sequence
from boardwright.dsl.source.yaml_tree import Mapping as MappingNode

if TYPE_CHECKING:  # the reader reads these, through the shapes
    from boardwright.dsl.declare.reader import KindKeys, Reader


@record(
    "piece_entry",
    "an entry of a piece",
    "Something the owner of a piece may do; if its kind has no `owner`, everybody.",
    several="entries",
    example="draw_a_card: |",
)
class PieceEntryDecl(EntryDecl):
    hashed: ClassVar[str] = "EntryDecl"
    offered_in: tuple[Name, ...] = key(*OFFERED_IN, required=True, default=())
    when: Expr | None = key(*WHEN, default=None)
    limit: LimitDecl | None = key(*LIMIT_OF_PIECE, default=None)
    effect: Effect = key(*EFFECT)


@record("slot", "an effect of a piece", "What one effect of a piece or space does.")
class SlotDecl:
    """A definition's effect. None where the definition is silent: the kind's default counts."""

    name: Name = above(NameOf("an effect of its kind"))
    offered_in: tuple[Name, ...] | None = key(*OFFERED_IN, default=None)
    when: Expr | None = key(*WHEN, default=None)
    limit: LimitDecl | None = key(*LIMIT_OF_PIECE, default=None)
    effect: Effect = key(*EFFECT, short=True)
    texts: Texts = key(*SHOWN_AS, name="name", default_factory=dict, hashed="")


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeValue:
    """As written; `many` where a list stood there."""

    name: Name
    values: tuple[Name, ...]
    many: bool


_ENTRIES = (
    by_name(PieceEntryDecl),
    "What its owner may do, in offers; if its kind has no `owner`, everybody may do it.",
)


@record(
    "definition",
    "a piece or space",
    "One piece or space: what is printed on it, and what it does.",
    open=(ATTRIBUTES, SLOTS, HOOKS),
)
class DefinitionDecl(Declaration):
    """A card, a token's face, a pawn, a space: what stands in a file of its own, under `pieces` or under `board`.
    Its clauses (notes, values, tables, rules, places, modifiers, hooks) go to the lists of the ruleset, with
    `definition` set to (kind, id). `words` are its own `texts`, which come before those of the ruleset; `given` are
    the keys that were written, so that a replacement changes nothing else; `sites` the places where it is declared, each
    as its kind and its id.
    """

    texts: Texts = key(*SHOWN_AS, name="name", default_factory=dict, hashed="")
    rules_text: Texts = key(
        Text(), "Its rules as printed.", name="text", default_factory=dict, hashed=""
    )
    refs: tuple[str, ...] = key(*REFERENCES, name="ref", default=(), hashed="")
    assumed: str | None = key(*ASSUMED, default=None, hashed="")
    look: OwnLook | None = key(*LOOK_OF_ONE, default=None, hashed="")
    copies: int = key(Whole(1, 10_000), "How many copies there are.", default=1)
    traits: tuple[Name, ...] = key(  # written out by `compose`
        names("a trait"), "Traits: clauses that it shares with others.", default=(), hashed=""
    )
    in_force: Expr | None = key(
        InForce(),
        "Its clauses apply only while this is true, in place of what its kind says. `always` means as long as "
        "somebody owns it, or all the time if its kind has no `owner`.",
        default=None,
    )
    after: tuple[Name, ...] = key(
        names("a piece or space"),
        "Other pieces whose clauses come before its own. Of two `instead` hooks, the last one is outermost.",
        default=(),
    )
    notes: tuple[NoteDecl, ...] = key(*NOTES, default=(), hashed="")
    values: tuple[ValueDecl, ...] = key(*VALUES, default=(), hashed="")
    tables: tuple[TableDecl, ...] = key(*TABLES, default=(), hashed="")
    rules: tuple[RuleDecl, ...] = key(*RULES, default=(), hashed="")
    places: tuple[PlaceDecl, ...] = key(*PLACES, default=(), hashed="")
    entries: tuple[EntryDecl, ...] = key(*_ENTRIES, default=())
    modifiers: tuple[ModifierDecl, ...] = key(*MODIFIERS, name="modify", default=(), hashed="")
    words: Mapping[str, Texts] = key(*OWN_WORDS, name="texts", default_factory=dict, hashed="")
    tells: tuple[TellDecl, ...] = key(*TELLS, name="tell", default=(), hashed="")
    hooks: tuple[HookDecl, ...] = field(default=(), metadata=UNHASHED)
    kind: Name
    attributes: tuple[AttributeValue, ...] = ()
    slots: tuple[SlotDecl, ...] = ()
    given: tuple[Name, ...] = field(default=(), compare=False, repr=False, metadata=UNHASHED)
    sites: tuple[tuple[Name, Name], ...] = field(
        default=(), compare=False, repr=False, metadata=UNHASHED
    )


@record(
    "trait",
    "a trait",
    "Clauses that several pieces share.",
    several="traits",
    example="holder: {places: ...}",
    open=(HOOKS,),
    owns="trait",
)
class TraitDecl(Declaration):
    """A bundle of clauses for several definitions. Its notes, hooks, modifiers and places go to the lists of the
    ruleset with `trait` set; `compose` replaces them by a copy for each definition that has it, in which both `trait`
    and `definition` are set. Its entries and words are added to those of the definition.
    """

    texts: Texts = key(*SHOWN_AS, name="name", default_factory=dict, hashed="")
    about: Texts = key(*EXPLAINED, name="text", default_factory=dict, hashed="")
    refs: tuple[str, ...] = key(*REFERENCES, name="ref", default=(), hashed="")
    assumed: str | None = key(*ASSUMED, default=None, hashed="")
    places: tuple[PlaceDecl, ...] = key(*PLACES, default=(), hashed="")
    notes: tuple[NoteDecl, ...] = key(*NOTES, default=(), hashed="")
    entries: tuple[EntryDecl, ...] = key(*_ENTRIES, default=())
    modifiers: tuple[ModifierDecl, ...] = key(*MODIFIERS, name="modify", default=(), hashed="")
    words: Mapping[str, Texts] = key(*OWN_WORDS, name="texts", default_factory=dict, hashed="")
    hooks: tuple[HookDecl, ...] = field(default=(), metadata=UNHASHED)


def _definition(
    reader: Reader, kind: Name, name: Name, node: Node, kinds: KindKeys
) -> DefinitionDecl | None:
    """One piece or space. It has keys of its kind besides those of every piece: these are read by hand."""
    attributes, slots = kinds[kind.id]
    extra = attributes | slots
    called = with_article(kind.id)
    fields = reader.fields(node, "definition", name.span, extra=extra, called=called, slots=slots)
    if fields is None:
        return None
    if kinds is not reader.spaces:
        _refuse_positions(reader, fields.entries.get("look"), kind)
    values: list[AttributeValue] = []
    effects: list[SlotDecl] = []
    for entry in fields.others:
        if entry.key.text in attributes:
            value = _attribute(reader, entry)
            values += [] if value is None else [value]
        else:
            slot = reader.record(SlotDecl, entry.value, entry.key.span, entry.key)
            effects += [] if slot is None else [slot]
    written = (*fields.entries.values(), *fields.others)
    given = {
        "kind": kind,
        "attributes": tuple(values),
        "slots": tuple(effects),
        "given": tuple(Name(id=entry.key.text, span=entry.key.span) for entry in written),
        "sites": ((kind, name),),
    }
    return reader.of(definition=(kind.id, name.id)).keys(DefinitionDecl, fields, given, name)


def _refuse_positions(reader: Reader, look: Entry | None, kind: Name) -> None:
    """Reports a look that says where a piece is: only spaces and places stay where they are."""
    said = look.value if look is not None else None
    for entry in said.entries if isinstance(said, MappingNode) else ():
        if entry.key.text in POSITIONS:
            message = f"the look of {with_article(kind.id)} has no `{entry.key.text}`"
            help = "only spaces and places have one: pieces lie where the rules move them"
            if entry.key.text == "size":
                help = "the pieces of a kind have the same size: write it in the `look` of the kind"
            reader.bag.error("E201", message, entry.key.span, "unknown key", help=help)


def _attribute(reader: Reader, entry: Entry) -> AttributeValue | None:
    name = Name(id=entry.key.text, span=entry.key.span)
    many = isinstance(entry.value, Sequence)
    nodes = entry.value.items if isinstance(entry.value, Sequence) else (entry.value,)
    values: list[Name] = []
    for node in nodes:
        scalar = reader.scalar(
            node, "a number, a name, `yes` or `no`" + ("" if many else ", or a list")
        )
        if scalar is None:
            return None
        if scalar.text.lstrip("-")[:1].isdigit():
            if Whole(-LARGEST).read(reader, scalar) is None:
                return None
        elif reader.name(scalar) is None:
            return None
        values.append(Name(id=scalar.text, span=scalar.span))
    return AttributeValue(name=name, values=reader.distinct(values), many=many)


@record("pieces", "the pieces", "Pieces of each kind, by id.", open=(PIECES,))
class PiecesDecl:
    definitions: tuple[DefinitionDecl, ...] = ()


@record(
    "board",
    "the board",
    "The spaces of each kind, and the links between them.",
    open=(SPACES,),
)
class BoardDecl(PiecesDecl):
    links: tuple[LinkDecl, ...] = key(
        LINKS,
        "Which spaces are neighbours, by kind of link: pairs, or groups of pairs.",
        default=(),
    )
    lines: tuple[VarietyDecl, ...] = key(
        LINES,
        "Sets of spaces with names, such as rows: by kind of line, the spaces of each line.",
        default=(),
    )


# Both are read by hand: their keys are the kinds of the ruleset, and a key that is not a kind has a message of its own.
def _board(reader: Reader, node: Node) -> BoardDecl:
    links = node.get("links") if isinstance(node, MappingNode) else None
    found = None if links is None else LINKS.read(reader, links)
    lines = node.get("lines") if isinstance(node, MappingNode) else None
    made = None if lines is None or "lines" in reader.spaces else LINES.read(reader, lines)
    definitions = _listed(reader, node, "board")
    return BoardDecl(definitions=definitions, links=found or (), lines=made or ())


def _pieces(reader: Reader, node: Node) -> PiecesDecl:
    return PiecesDecl(definitions=_listed(reader, node, "pieces"))


def _listed(reader: Reader, node: Node, record: str) -> tuple[DefinitionDecl, ...]:
    """Pieces or spaces by kind and id."""
    found: list[DefinitionDecl | None] = []
    what, kinds = "a kind of piece", reader.kinds
    if record == "board":
        what, kinds = "a kind of space", reader.spaces
    for entry in reader.entries(
        node, f"a mapping of {what.removeprefix('a ').replace('kind', 'kinds')}s"
    ):
        key = entry.key
        if record == "board" and key.text == "links":
            continue
        if key.text not in kinds:
            if record == "board" and key.text == "lines":
                continue
            _unknown_kind(reader, key, record, what, kinds)
            continue
        if isinstance(entry.value, Sequence):
            for item in entry.value.items:
                if isinstance(item, Scalar):
                    found.append(_named(reader, key, item, MappingNode((), item.span), kinds))
                else:
                    shape_errors.wrong_shape(reader.bag, item, "an id")
            continue
        for each in reader.entries(entry.value, f"a mapping of ids to what each {key.text} is"):
            found.append(_named(reader, key, each.key, each.value, kinds))
    return tuple(each for each in found if each is not None)


def _named(
    reader: Reader, kind: Scalar, id: Scalar, node: Node, kinds: KindKeys
) -> DefinitionDecl | None:
    name = reader.id(id)
    if name is None:
        return None
    return _definition(reader, Name(id=kind.text, span=kind.span), name, node, kinds)


def _unknown_kind(reader: Reader, key: Scalar, record: str, what: str, kinds: KindKeys) -> None:
    other = reader.kinds if record == "board" else reader.spaces
    if key.text in other:
        place = "pieces" if record == "board" else "board"
        kind = "a kind of piece" if record == "board" else "a kind of space"
        help = f"`{key.text}` is {kind}: put it under `{place}`"
        reader.bag.error("E201", f"`{key.text}` is not {what}", key.span, help=help)
        return
    shape_errors.unknown_name(
        reader.bag, key, what, (*kinds, "links", "lines") if record == "board" else tuple(kinds)
    )


BOARD = ReadAs(Part("board"), _board)
PIECES_BY_KIND = ReadAs(Part("pieces"), _pieces)


def read_file(reader: Reader, root: MappingNode) -> DefinitionDecl | None:
    """A file of its own for one piece or space: its first key is the kind, its value the id."""
    first, *rest = root.entries
    kinds = reader.kinds if first.key.text in reader.kinds else reader.spaces
    name = reader.id(first.value)
    if name is None:
        # What else is wrong in the file is still worth knowing.
        name = Name(id="unnamed", span=first.key.span)
    kind = Name(id=first.key.text, span=first.key.span)
    return _definition(reader, kind, name, MappingNode(tuple(rest), root.span), kinds)


def put_together(
    definitions: Iterable[DefinitionDecl], own_files: int, bag: Bag
) -> tuple[DefinitionDecl, ...]:
    """The declarations of one piece or space as one. Those from number `own_files` on have a file of their own, which
    is the place to point at; the others are facts beside it.
    """
    found: dict[tuple[str, str], DefinitionDecl] = {}
    doubles: list[DefinitionDecl] = []
    for number, definition in enumerate(definitions):
        key = (definition.kind.id, definition.id)
        first = found.get(key)
        if first is None:
            found[key] = definition
        elif not first.given and not definition.given:
            doubles.append(definition)  # nothing is said in either: it is just named twice
        else:
            said = {name.id: name.span for name in first.given}
            for name in definition.given:
                if name.id in said and name.id != "ref":
                    what = (name.id, definition.kind.id, definition.id)
                    shape_errors.said_twice(bag, *what, name.span, said[name.id])
                    break
            found[key] = _joined(first, definition, definition if number >= own_files else first)
    return (*found.values(), *doubles)


def _joined(first: DefinitionDecl, second: DefinitionDecl, place: DefinitionDecl) -> DefinitionDecl:
    given = {name.id for name in second.given}
    return replace(
        first,
        span=place.span,
        kind=place.kind,
        texts=second.texts or first.texts,
        about=second.about or first.about,
        refs=tuple(dict.fromkeys((*first.refs, *second.refs))),
        assumed=second.assumed if "assumed" in given else first.assumed,
        attributes=(*first.attributes, *second.attributes),
        copies=second.copies if "copies" in given else first.copies,
        slots=(*first.slots, *second.slots),
        entries=(*first.entries, *second.entries),
        traits=(*first.traits, *second.traits),
        in_force=second.in_force or first.in_force,
        after=(*first.after, *second.after),
        rules_text=second.rules_text or first.rules_text,
        words={**first.words, **second.words},
        look=second.look or first.look,
        given=(*first.given, *second.given),
        sites=(*first.sites, *second.sites),
    )
