"""Texts that lack a language of their ruleset, and names that players see without any text.

Plain words and names belong to the first language. A name that is the same in all languages says so: `{en: Lido, it: Lido}`.
Only titles may stay plain, and the names on a board on which no name is translated, as on a map.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Mapped

from boardwright.dsl.declare.reader import Reader
from boardwright.dsl.declare.ruleset import Document
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.decision_names import names_of_words, owner_of
from boardwright.dsl.source.diagnostics import Bag, Diagnostic
from boardwright.dsl.source.fixes import Change, Help
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.yaml_tree import Entry, Mapping, Node, Scalar
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E703",)
PROFILE = Profile.SHARED

# Sections in which `name` and `text` are ordinary names.
_NAMES = ("attributes", "modify", "notes", "rows", "rules", "tables", "values")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each text."""
    own = {subject.origins.get(source.name): node for source, node in _manifests(subject.documents)}
    same = set(_same_everywhere(subject, own.values()))
    for source, node in subject.documents:
        languages = _languages_of(source, subject, own)
        if len(languages) < 2:
            continue
        for entry in _texts(node, subject.game.languages):
            said = languages[:1]
            if isinstance(entry.value, Mapping):
                said = entry.value.keys()
            elif entry.key.text == "name" and entry.value.span in same:
                continue
            missing = [language for language in languages if language not in said]
            if missing:
                yield _finding(entry, languages, missing)
    yield from _without_words(subject, own)


def _finding(entry: Entry, languages: Sequence[str], missing: Sequence[str]) -> Diagnostic:
    first = missing[0]
    help = f"add `{first}: ...`, or remove the language from `languages`"
    if isinstance(entry.value, Scalar) and entry.key.text != "text":
        help = f"write `{_form(languages)}`, even if the text is the same in each language"
    change = _sketch(entry, languages, missing)
    help = help if change is None else Help(help, change)
    return finding("E703", f"this text is missing in {_listed(missing)}", entry.key.span, help=help)


def _sketch(entry: Entry, languages: Sequence[str], missing: Sequence[str]) -> Change | None:
    """Returns the text with the missing languages, each a copy of the first one to translate."""
    said = f"Add the missing {'translation' if len(missing) == 1 else 'translations'}"
    match entry.value:
        case Scalar(style="plain" | "single" | "double") as text if "\n" not in text.span.text:
            raw = text.span.text
            if text.style == "plain" and re.search(r"[,\[\]{}:#]", raw):
                raw = json.dumps(raw, ensure_ascii=False)
            every = ", ".join(f"{language}: {raw}" for language in languages)
            return Change(f"{{{every}}}", text.span, said)
        case Mapping(entries=[*_, last]) as mapping if isinstance(last.value, Scalar):
            source, raw = last.value.span.source, last.value.span.text
            if last.value.style in ("literal", "folded") or "\n" in raw:
                return None
            joint = ", "
            if not mapping.span.text.startswith("{"):
                joint = "\n" + " " * (last.key.span.column - 1)
            more = "".join(f"{joint}{language}: {raw}" for language in missing)
            end = last.value.span.end
            return Change(more, Span(source, end, end), said)
        case _:
            return None


def _form(languages: Sequence[str]) -> str:
    return "{" + ", ".join(f"{language}: ..." for language in languages) + "}"


def _listed(languages: Sequence[str]) -> str:
    return ", ".join(f"`{language}`" for language in languages)


def _manifests(documents: Sequence[Document]) -> Iterator[Document]:
    for source, node in documents:
        if isinstance(node, Mapping) and node.entries:
            if node.entries[0].key.text in ("game", "expansion"):
                yield source, node


def _languages_of(
    source: Source, subject: Subject, manifests: Mapped[str | None, Node]
) -> tuple[str, ...]:
    """Returns the languages of the ruleset that a file belongs to."""
    manifest, game = (
        manifests.get(id) for id in (subject.origins.get(source.name), subject.game.id)
    )
    return _languages(manifest) or _languages(game) or subject.game.languages


def _languages(manifest: Node | None) -> tuple[str, ...]:
    """Returns the languages that a manifest names."""
    listed = manifest.get("languages") if isinstance(manifest, Mapping) else None
    return () if listed is None else tuple(name.id for name in Reader(Bag()).names(listed))


def _texts(node: Node, languages: Sequence[str], within: str = "") -> Iterator[Entry]:
    """Yields everything that is shown to players: `name`, `text`, and the entries of `texts`."""
    if isinstance(node, Mapping):
        for entry in node.entries:
            is_word = within in ("texts", "tell") or entry.key.text in ("name", "text")
            if is_word and _is_text(entry.value, languages) and within not in _NAMES:
                if within == "tell" and isinstance(entry.value, Scalar):
                    if entry.value.text == "no":
                        continue
                yield entry
            else:
                yield from _texts(entry.value, languages, entry.key.text)
    elif not isinstance(node, Scalar):
        for item in node.items:
            yield from _texts(item, languages)


def _is_text(node: Node, languages: Sequence[str]) -> bool:
    """Whether a node is a text, plain or by language."""
    if isinstance(node, Scalar):
        return True
    return isinstance(node, Mapping) and bool(node.entries) and set(node.keys()) <= set(languages)


# ---- names that are the same in all languages --------------------------------------------------------------


def _same_everywhere(subject: Subject, manifests: Iterable[Node]) -> Iterator[Span]:
    """Yields the places of plain names that need no translation."""
    heads = [node for node in manifests if isinstance(node, Mapping)]
    titles = {name.text for node in heads if isinstance(name := node.get("name"), Scalar)}
    maps = {
        kind.id
        for kind in subject.game.spaces.values()
        if all(len(each.texts) < 2 for each in kind.definitions)
    }
    for _, root in subject.documents:
        for name, kind in _names(root):
            of_a_map = kind in maps and name.text[:1].isupper()
            if of_a_map or name.text in titles:
                yield name.span


def _names(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[Scalar, str]]:
    """Yields all plain names, each with the kind of space that it may name."""
    if not isinstance(node, Mapping):
        return
    for entry in node.entries:
        if entry.key.text == "name" and isinstance(entry.value, Scalar):
            of_board = path[-3:-2] == ("board",)
            yield entry.value, path[-2] if of_board else "" if path else node.entries[0].key.text
        yield from _names(entry.value, (*path, entry.key.text))


# ---- names without any text ----------------------------------------------------------------------------

# These answers have the same name in all choices, so a card has no words of its own for them.
_WHERE = dict.fromkeys(("done", "none"), " of the manifest or of a part, not of a card")


def _without_words(subject: Subject, manifests: Mapped[str | None, Node]) -> Iterator[Diagnostic]:
    """Yields a finding for each name that players see untranslated, at its first place in each ruleset."""
    words, told = subject.game.words, set()
    for names, span in _shown(subject):
        languages = _languages_of(span.source, subject, manifests)
        key = (names[-1], subject.origins.get(span.source.name))
        if len(languages) < 2 or key in told or any(name in words for name in names):
            continue
        told.add(key)
        name = names[-1]
        found = re.compile(rf"\b{name}\b").search(span.source.text, span.start, span.end)
        yield finding(
            "E703",
            f"what players see as `{name.replace('_', ' ')}` has no text in {_listed(languages[1:])}",
            span if found is None else span.source.span(*found.span()),
            help=f"write `{name}: {_form(languages)}` under `texts`{_WHERE.get(name, '')}",
        )


def _shown(subject: Subject) -> Iterator[tuple[tuple[str, ...], Span]]:
    """Yields what players are asked and offered by its name: the names under which its words may be, and its place. Words
    are looked up in this order when they are shown; the last is the name alone.
    """
    uses, game = uses_of(subject), subject.game
    asked: list[ir.Choose | ir.MayDo | ir.ChooseOne | ir.Share] = [
        *(node for node, _ in uses.of(ir.Choose)),
        *(node for node, _ in uses.of(ir.MayDo)),
        *(node for node, _ in uses.of(ir.ChooseOne)),
        *(node for node, _ in uses.of(ir.Share)),
    ]
    for node in asked:
        yield names_of_words(node.site), node.span
        if isinstance(node, ir.Choose) and node.up_to:
            yield ("done",), node.span
        elif isinstance(node, ir.MayDo) or getattr(node, "may", False):
            yield ("none",), node.span
    for menu, _ in uses.of(ir.ChooseOne):
        around = owner_of(menu.site)
        for each in menu.entries:
            yield (f"{around}.{each.name}", each.name), each.span
    opened = uses.opened()
    for offer in game.offers.values():
        if offer.id in opened:
            yield (f"offer.{offer.id}", offer.id), offer.span
        for entry in offer.entries:
            if entry.texts:
                continue
            of = () if entry.definition is None else (f"{entry.definition[1]}.{entry.id}",)
            yield (f"{offer.id}.{entry.id}", *of, entry.id), entry.span
    for owner in game.owners:
        for one in owner.definitions:
            for slot in one.slots.values():
                if slot.offered_in and not slot.texts:
                    # The file that declares the kind names its effects.
                    declared = owner.slots.get(slot.id, slot)
                    yield (f"{one.id}.{slot.id}", slot.id), declared.span
