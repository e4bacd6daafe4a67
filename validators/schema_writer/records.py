"""Writes the records of the table of keys as JSON Schema: mappings with known keys, and their shorter forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from boardwright.dsl.declare.sections import RECORDS
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
    Schema,
    Shape,
)
from boardwright.dsl.declare.values import (
    NAME,
    EffectText,
    Expression,
    Id,
    Link,
    Modifier,
    NameOf,
    OneOf,
    Text,
    TypeName,
)
from boardwright.dsl.language.parser import the_parser
from boardwright.dsl.source.diagnostics import listed
from boardwright.validators.schema_writer import shapes
from boardwright.validators.schema_writer.snippets import EFFECT, OF_RECORDS, Snippet
from boardwright.validators.schema_writer.snippets import HOOKS as HOOK_SNIPPETS

# Names of the alternatives to a record, used in the names of definitions.
_CALLED: dict[type, str] = {
    EffectText: "effect",
    Expression: "expression",
    Modifier: "modifier",
    TypeName: "type",
    Link: "link",
    ListOf: "list",
    MapOf: "mapping",
}

# These occur in several kinds of files and records.
_SECTIONS = RECORDS["replace"].keys


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of the pieces or spaces of a kind: numbers (`values` is None), or words. An `optional` one may be `nothing`."""

    many: bool
    values: tuple[str, ...] | None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece or space that a ruleset declares, with the keys of its pieces or spaces."""

    name: str
    of_spaces: bool
    attributes: Mapping[str, Attribute]
    effects: tuple[str, ...]


@dataclass(slots=True)
class Writer:
    """Writes records, and collects in `definitions` all that they refer to. If the `kinds` are known, only their keys are
    allowed; otherwise any key is.
    """

    kinds: tuple[Kind, ...] = ()
    definitions: dict[str, Schema] = field(default_factory=dict)

    def reference(self, name: str, write: Either | Record) -> Schema:
        """Returns a reference to a definition, which it writes the first time."""
        return self._refer(
            name, lambda: self.record(write) if isinstance(write, Record) else self._merged(write)
        )

    def headed(self, kind: Kind) -> Schema:
        """Returns a reference to the file of a piece or space of this kind."""
        return self._refer(f"file_of_{kind.name}", partial(self.definition, kind, head=True))

    def _refer(self, name: str, write: Callable[[], Schema]) -> Schema:
        if name not in self.definitions:
            self.definitions[name] = {}  # it may refer to itself
            self.definitions[name] = write()
        return {"$ref": f"#/definitions/{name}"}

    def record(self, record: Record) -> Schema:
        """Returns the schema of a mapping with known keys."""
        return {**_about(record), "type": "object", **self.keys(record)}

    def keys(self, record: Record) -> Schema:
        """Returns the part of the schema about the keys of a record."""
        properties = {key.name: self.key(key) for key in record.keys}
        for kind in self.kinds:
            if (SPACES if kind.of_spaces else PIECES) in record.open:
                each = self._refer(f"kind_{kind.name}", partial(self.definition, kind))
                about = described(f"Every {kind.name}, by its id.")
                properties[kind.name] = {**about, **self._listed(each)}
        written: Schema = {"properties": properties}
        if HOOKS in record.open:
            hook = self.value(Either((EffectText(), Part("hook"))))
            written["patternProperties"] = {shapes.HOOK: hook}
            written["defaultSnippets"] = [snippet(each) for each in HOOK_SNIPPETS]
        if required := [key.name for key in record.keys if key.required]:
            written["required"] = required
        written |= _needed(record)
        written["additionalProperties"] = self._others(record)
        return written

    def key(self, key: Key) -> Schema:
        """Returns the schema of the value of a key, with its description."""
        due = key.shape.in_words()
        needed = " Required." if key.required else ""
        value = (
            self._refer(f"section_{key.name}", partial(self.value, key.shape))
            if key in _SECTIONS
            else self.value(key.shape)
        )
        return {**described(key.told, f"{needed}\n\nExpected: {due}."), **value}

    def value(self, shape: Shape) -> Schema:
        """Returns the schema of a value."""
        match shape:
            case Part(record=name):
                return self.reference(name, RECORDS[name])
            case Id(free=False):
                return self._refer("id", lambda: shape.schema() or {})
            case Text():
                return self._refer("text", lambda: {**shapes.text(), "errorMessage": _due(shape)})
            case Link():
                return shapes.link()
            case ListOf(item=item, single=False):
                return {**_list(item, self._item(item)), "errorMessage": _due(shape)}
            case EffectText():
                bar = snippet(Snippet("|", "Statements on lines of their own.", EFFECT))
                return {"type": "string", "errorMessage": _due(shape), "defaultSnippets": [bar]}
            case ListOf(item=item):
                alone = item.schema()
                if alone is None:  # both forms are written elsewhere
                    each = self.value(item)
                    return {"if": {"type": "array"}, "then": {"items": each}, "else": each}
                both = _together(alone, _list(item, self.value(item)))
                return {**both, "errorMessage": _due(shape)}
            case MapOf(key=key, value=value):
                mapping: Schema = {
                    "type": "object",
                    "errorMessage": _due(shape),
                    "additionalProperties": self.value(value),
                }
                names = self.value(key) if key == Id() else shapes.names(key)
                if names:
                    mapping["propertyNames"] = {"title": "name", **names}
                if snippets := _snippets(value):
                    # Not next to `type`: there an editor would insert a snippet together with the key, and indent it
                    # as if all texts had one line.
                    mapping |= {"if": {"type": "object"}, "then": {"defaultSnippets": snippets}}
                return mapping
            case Either(forms=forms):
                parts = [form.record for form in forms if isinstance(form, Part)]
                if not parts:
                    return self._merged(shape)
                others = [_CALLED[type(form)] for form in forms if not isinstance(form, Part)]
                return self.reference("_or_".join([*parts, *others]), shape)
            case _:
                found = shape.schema()
                assert found is not None
                return {**found, "errorMessage": _due(shape)}

    def _item(self, shape: Shape) -> Schema:
        written = self.value(shape)
        if snippets := _snippets(shape):
            name = written["$ref"].rpartition("/")[2]
            self.definitions[name]["defaultSnippets"] = snippets
        return written

    def _merged(self, shape: Either) -> Schema:
        """Merges several forms into one schema. They differ in type, so each keyword is about only one of them."""
        parts = [RECORDS[form.record] for form in shape.forms if isinstance(form, Part)]
        # For a record, a message of our own would hide which of its keys is missing or unknown.
        merged: Schema = _about(parts[0]) if parts else {"errorMessage": _due(shape)}
        forms = [self._form(form) for form in shape.forms]
        mappings = [form for form in forms if form.get("type") == "object"]
        if len(mappings) > 1:
            record = next(form for form in mappings if "required" in form)
            others = next(form for form in mappings if form is not record)
            forms = [form for form in forms if form not in mappings]
            forms.append(_told_apart(record, others))
        for form in forms:
            merged = _together(merged, form)
        return merged

    def _form(self, shape: Shape) -> Schema:
        if isinstance(shape, Part):
            return {"type": "object", **self.keys(RECORDS[shape.record])}
        written = dict(self.value(shape))
        told = written.pop("errorMessage", None)
        if isinstance(shape, OneOf):
            # `enum` would apply to the other forms, too.
            written = {
                "type": "string",
                "pattern": f"^({'|'.join(shape.words)})$",
                "examples": list(shape.words),
            }
        written.pop("defaultSnippets", None)
        return {**written, "patternErrorMessage": told} if "pattern" in written else written

    # ---- keys that the ruleset declares

    def _others(self, record: Record) -> Schema | bool:
        if SEATS in record.open:
            return {
                "type": ["string", "integer", "array"],
                "items": {"type": ["string", "integer"]},
            }
        if SPACES in record.open or PIECES in record.open:
            return self._listed(self.value(Part("definition")))
        if ATTRIBUTES in record.open and SLOTS in record.open:
            return self._attribute_or_effect()
        return False

    def _listed(self, each: Schema) -> Schema:
        """Returns the schema of the pieces or spaces of a kind: their ids, alone or with their attributes."""
        id = {"type": "string", "pattern": f"^{NAME}$"}
        return {
            "type": ["object", "array"],
            "propertyNames": {"pattern": id["pattern"]},
            "additionalProperties": each,
            "items": id,
        }

    def _attribute_or_effect(self) -> Schema:
        """Returns the schema of what may be an attribute or an effect, for an unknown kind."""
        slot = RECORDS["slot"]
        word = {"type": ["string", "integer"]}
        told = "An attribute or an effect that the kind declares."
        return {
            **described(told),
            "type": ["string", "integer", "array", "object"],
            "items": word,
            **self.keys(slot),
        }

    def definition(self, kind: Kind, head: bool = False) -> Schema:
        """Returns the schema of a piece or space of a known kind; with `head`, as a file that begins with the kind."""
        written = self.record(RECORDS["definition"])
        own: dict[str, Schema] = {}
        if head:
            own[kind.name] = {**described(f"The id of this {kind.name}."), **_id()}
            written["required"] = [kind.name]
        for name, attribute in kind.attributes.items():
            told = f"An attribute of every {kind.name}."
            own[name] = {**described(told), **_attribute(attribute)}
        for name in kind.effects:
            told = f"An effect that each {kind.name} may have."
            own[name] = {**described(told), **self.value(Either((EffectText(), Part("slot"))))}
        written["title"] = kind.name
        written["properties"] = {**own, **written["properties"]}
        written["additionalProperties"] = False
        return written


def _id() -> Schema:
    return {"type": "string", "pattern": f"^{NAME}$"}


def _attribute(attribute: Attribute) -> Schema:
    nothing = ["nothing"] if attribute.optional else []
    one: Schema = {"enum": [*attribute.values, *nothing]} if attribute.values else _id()
    if attribute.values is None:
        one = (
            {"anyOf": [{"type": "integer"}, {"enum": nothing}]} if nothing else {"type": "integer"}
        )
    return {"type": "array", "items": one, "uniqueItems": True} if attribute.many else one


def _list(item: Shape, each: Schema) -> Schema:
    """Returns the schema of a list; names may not repeat."""
    found: Schema = {"type": "array", "items": each}
    return {**found, "uniqueItems": True} if isinstance(item, Id | NameOf) else found


def described(told: str, more: str = "") -> Schema:
    """Returns a description, in both of the keywords that editors use."""
    return {"description": shapes.plain(told), "markdownDescription": told + more}


def _about(record: Record) -> Schema:
    return {"title": record.called, **described(record.told)}


def _needed(record: Record) -> Schema:
    """Requires at least one of the keys that a record needs."""
    *most, last = record.needs or ("",)
    if not last:
        return {}
    told = f"{record.called} needs {listed(record.needs)}"
    found: Schema = {"required": [last], "errorMessage": told}
    for key in reversed(most):
        found = {"if": {"required": [key]}, "else": found}
    return found


def snippet(snippet: Snippet) -> Schema:
    """Returns a snippet as editors read it."""
    return {"label": snippet.label, "description": snippet.told, "body": snippet.body}


def _snippets(shape: Shape) -> list[Schema]:
    """Returns the snippets for a new entry in a mapping or list of these."""
    forms = shape.forms if isinstance(shape, Either) else (shape,)
    if isinstance(shape, ListOf):
        forms = shape.item.forms if isinstance(shape.item, Either) else (shape.item,)
    records = [form.record for form in forms if isinstance(form, Part)]
    return [snippet(each) for name in records for each in OF_RECORDS.get(name, ())]


def _due(shape: Shape) -> str:
    return f"expected {shape.in_words()}"


def _together(one: Schema, other: Schema) -> Schema:
    """Merges two forms of different types into one schema."""
    types: list[str] = []
    for form in (one, other):
        kind = form.get("type", [])
        types += [kind] if isinstance(kind, str) else kind
    merged = {**one, **other}
    both = set(one) & set(other) - {"type", "errorMessage", "title"}
    assert not both, f"two forms set {both}"
    return {**merged, "type": types} if types else merged


def _told_apart(record: Schema, others: Schema) -> Schema:
    """Merges two kinds of mapping: the first known key selects the one with known keys."""
    (first, *_) = record["required"]
    test: Schema = {"type": "object", "required": [first]}
    if first not in the_parser().words:  # else it cannot be a name that the author chose
        test["properties"] = {first: {"type": record["properties"][first]["type"]}}
    return {
        "type": "object",
        "if": test,
        "then": {key: value for key, value in record.items() if key != "type"},
        "else": {key: value for key, value in others.items() if key != "type"},
    }
