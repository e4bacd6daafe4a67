"""Texts that are in some languages of their ruleset, and not in all.

A `name` without a language is the same in all of them, as names of places and people are; a sentence under `text` is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardwright.dsl.declare import Document
from boardwright.dsl.diagnostics import Bag, Diagnostic
from boardwright.dsl.document import Entry, Mapping, Node, Scalar
from boardwright.dsl.reader import Reader
from boardwright.validators.finding import finding
from boardwright.validators.subject import Profile, Subject

CODES = ("E703",)
PROFILE = Profile.SHARED

# Sections in which `name` and `text` are names like any other.
_NAMES = ("attributes", "modify", "notes", "rows", "rules", "tables", "values")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each text."""
    own = {subject.origins.get(source.name): node for source, node in _manifests(subject.documents)}
    game = own.get(subject.game.id)
    for source, node in subject.documents:
        manifest = own.get(subject.origins.get(source.name))
        languages = _languages(manifest) or _languages(game) or subject.game.languages
        if len(languages) < 2:
            continue
        for entry in _texts(node, subject.game.languages):
            missing = [
                language for language in languages if language not in _said(entry, languages)
            ]
            if missing:
                yield _finding(entry, missing)


def _finding(entry: Entry, missing: Sequence[str]) -> Diagnostic:
    listed = ", ".join(f"`{language}`" for language in missing)
    first = missing[0]
    return finding(
        "E703",
        f"this text is missing in {listed}",
        entry.key.span,
        help=f"add `{first}: ...`, or name only the languages that there are under `languages`",
    )


def _said(entry: Entry, languages: Sequence[str]) -> Sequence[str]:
    if isinstance(entry.value, Mapping):
        return entry.value.keys()
    return languages[:1] if entry.key.text == "text" else languages


def _manifests(documents: Sequence[Document]) -> Iterator[Document]:
    for source, node in documents:
        if isinstance(node, Mapping) and node.entries:
            if node.entries[0].key.text in ("game", "expansion"):
                yield source, node


def _languages(manifest: Node | None) -> tuple[str, ...]:
    """The languages that a manifest names."""
    listed = manifest.get("languages") if isinstance(manifest, Mapping) else None
    return () if listed is None else tuple(name.id for name in Reader(Bag()).names(listed))


def _texts(node: Node, languages: Sequence[str], within: str = "") -> Iterator[Entry]:
    """Everything that is shown to players: `name`, `text`, and what stands under `texts`."""
    if isinstance(node, Mapping):
        for entry in node.entries:
            is_word = within == "texts" or entry.key.text in ("name", "text")
            if is_word and _is_text(entry.value, languages) and within not in _NAMES:
                yield entry
            else:
                yield from _texts(entry.value, languages, entry.key.text)
    elif not isinstance(node, Scalar):
        for item in node.items:
            yield from _texts(item, languages)


def _is_text(node: Node, languages: Sequence[str]) -> bool:
    """Whether it is words, alone or by language."""
    if isinstance(node, Scalar):
        return True
    return isinstance(node, Mapping) and bool(node.entries) and set(node.keys()) <= set(languages)
