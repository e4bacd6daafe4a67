"""Records of the table of keys as JSON Schema: mappings with known keys, and what may stand in their place."""

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

# How the alternatives of a record are called in the names of definitions.
_CALLED: dict[type, str] = {
    EffectText: "effect",
    Expression: "expression",
    Modifier: "modifier",
    TypeName: "type",
    Link: "link",
    ListOf: "list",
    MapOf: "mapping",
}

# They stand in several kinds of files and records.
_SECTIONS = RECORDS["replace"].keys


@dataclass(frozen=True, slots=True)
class Attribute:
    """What is printed on pieces or spaces of a kind: numbers (`values` is None), or words."""

    many: bool
    values: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece or space that a ruleset declares, with the keys that its pieces or spaces have."""

    name: str
    of_spaces: bool
    attributes: Mapping[str, Attribute]
    effects: tuple[str, ...]


@dataclass(slots=True)
class Writer:
    """Writes records, and collects under `definitions` all that they refer to. The keys of `kinds` are closed; where
    none is known, any may stand.
    """

    kinds: tuple[Kind, ...] = ()
    definitions: dict[str, Schema] = field(default_factory=dict)

    def reference(self, name: str, write: Either | Record) -> Schema:
        """Refers to a definition, which is written the first time."""
        return self._refer(
            name, lambda: self.record(write) if isinstance(write, Record) else self._merged(write)
        )

    def headed(self, kind: Kind) -> Schema:
        """Refers to the file of a piece or space of this kind."""
        return self._refer(f"file_of_{kind.name}", partial(self.definition, kind, head=True))

    def _refer(self, name: str, write: Callable[[], Schema]) -> Schema:
        if name not in self.definitions:
            self.definitions[name] = {}  # it may refer to itself
            self.definitions[name] = write()
        return {"$ref": f"#/definitions/{name}"}

    def record(self, record: Record) -> Schema:
        """A mapping with known keys."""
        return {**_about(record), "type": "object", **self.keys(record)}

    def keys(self, record: Record) -> Schema:
        """What a record says of the keys in it."""
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
        """What stands under a key, with what it is for."""
        due = key.shape.in_words()
        needed = " It must be there." if key.required else ""
        value = (
            self._refer(f"section_{key.name}", partial(self.value, key.shape))
            if key in _SECTIONS
            else self.value(key.shape)
        )
        return {**described(key.told, f"{needed}\n\nHere stands: {due}."), **value}

    def value(self, shape: Shape) -> Schema:
        """What may stand as a value."""
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
                if alone is None:  # either form is written elsewhere
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
                    # Not beside `type`: there an editor would insert one of them with the key above, and indent it
                    # as if no text had several lines.
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
        """Several forms as one. They differ in kind, so that each keyword speaks of one of them alone."""
        parts = [RECORDS[form.record] for form in shape.forms if isinstance(form, Part)]
        # Of a record a message of our own would hide which of its keys is missing or unknown.
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
            # `enum` would speak of the other forms, too.
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
        """Pieces or spaces of a kind: their ids, alone or with what is printed on them."""
        id = {"type": "string", "pattern": f"^{NAME}$"}
        return {
            "type": ["object", "array"],
            "propertyNames": {"pattern": id["pattern"]},
            "additionalProperties": each,
            "items": id,
        }

    def _attribute_or_effect(self) -> Schema:
        """Where the kind is not known: what could be an attribute or an effect of some kind."""
        slot = RECORDS["slot"]
        word = {"type": ["string", "integer"]}
        told = "What the kind says that its pieces or spaces have: an attribute, or an effect."
        return {
            **described(told),
            "type": ["string", "integer", "array", "object"],
            "items": word,
            **self.keys(slot),
        }

    def definition(self, kind: Kind, head: bool = False) -> Schema:
        """A piece or space of a kind that is known; with `head` as a file of its own, which begins with the kind."""
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
    one: Schema = {"enum": list(attribute.values)} if attribute.values else _id()
    if attribute.values is None:
        one = {"type": "integer"}
    return {"type": "array", "items": one, "uniqueItems": True} if attribute.many else one


def _list(item: Shape, each: Schema) -> Schema:
    """A list; of names each counts once."""
    found: Schema = {"type": "array", "items": each}
    return {**found, "uniqueItems": True} if isinstance(item, Id | NameOf) else found


def described(told: str, more: str = "") -> Schema:
    """What something is for, in both of the keywords that editors look for."""
    return {"description": shapes.plain(told), "markdownDescription": told + more}


def _about(record: Record) -> Schema:
    return {"title": record.called, **described(record.told)}


def _needed(record: Record) -> Schema:
    """At least one of the keys that it needs."""
    *most, last = record.needs or ("",)
    if not last:
        return {}
    told = f"{record.called} needs {listed(record.needs)}"
    found: Schema = {"required": [last], "errorMessage": told}
    for key in reversed(most):
        found = {"if": {"required": [key]}, "else": found}
    return found


def snippet(snippet: Snippet) -> Schema:
    """A beginning, as editors read it."""
    return {"label": snippet.label, "description": snippet.told, "body": snippet.body}


def _snippets(shape: Shape) -> list[Schema]:
    """What may be added to a mapping or list of these."""
    forms = shape.forms if isinstance(shape, Either) else (shape,)
    if isinstance(shape, ListOf):
        forms = shape.item.forms if isinstance(shape.item, Either) else (shape.item,)
    records = [form.record for form in forms if isinstance(form, Part)]
    return [snippet(each) for name in records for each in OF_RECORDS.get(name, ())]


def _due(shape: Shape) -> str:
    return f"due here: {shape.in_words()}"


def _together(one: Schema, other: Schema) -> Schema:
    """Two forms of different kinds as one schema."""
    types: list[str] = []
    for form in (one, other):
        kind = form.get("type", [])
        types += [kind] if isinstance(kind, str) else kind
    merged = {**one, **other}
    both = set(one) & set(other) - {"type", "errorMessage", "title"}
    assert not both, f"two forms say {both}"
    return {**merged, "type": types} if types else merged


def _told_apart(record: Schema, others: Schema) -> Schema:
    """Two kinds of mapping: the one with known keys is meant where the first of these is there."""
    (first, *_) = record["required"]
    test: Schema = {"type": "object", "required": [first]}
    if first not in the_parser().words:  # else it can be no name of somebody's choice
        test["properties"] = {first: {"type": record["properties"][first]["type"]}}
    return {
        "type": "object",
        "if": test,
        "then": {key: value for key, value in record.items() if key != "type"},
        "else": {key: value for key, value in others.items() if key != "type"},
    }
