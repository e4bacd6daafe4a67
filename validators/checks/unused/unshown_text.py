"""Entries of `texts` that no player ever sees, because no question, entry or seat has their name."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.compose.translating import named_ids
from boardwright.dsl.declare.pieces import DefinitionDecl, TraitDecl
from boardwright.dsl.declare.ruleset import Document
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.decision_names import names_of_words, owner_of
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help
from boardwright.dsl.source.yaml_tree import Mapping, entries_in
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import Uses, uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E615",)
PROFILE = Profile.BASIC

# Answers that need no name of their own.
_ALWAYS = frozenset({"yes", "no", "none", "done"})


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each text of the ruleset, of a piece or of a trait."""
    full = frozenset(_shown(subject.game, uses_of(subject)))
    names = {name.rsplit(".", 1)[-1] for name in full} | _ALWAYS | _seats(subject.game)
    base, *overlays = subject.layers
    named = {word.id for each in overlays for word in each.word_decls} & named_ids(base)
    for word in subject.declared.word_decls:
        if word.id not in names and word.id not in named:
            yield _finding(word.id, word.span, names)
    parts = [part for layer in subject.layers for part in (layer, layer.replacing) if part]
    holders: list[DefinitionDecl | TraitDecl] = [
        *(each for part in parts for each in part.definitions if each.words),
        *(each for part in parts for each in part.traits if each.words),
    ]
    if not holders:
        return
    texts = _Texts(subject.documents)
    having = {
        trait.id: [each.id for each in subject.declared.definitions if _has(each, trait)]
        for trait in subject.declared.traits
    }
    for of in holders:
        ids = having.get(of.id, []) if isinstance(of, TraitDecl) else [of.id]
        if not ids:
            continue  # a trait that nothing has
        own = {name.split(".", 1)[1] for name in full if name.split(".", 1)[0] in ids}
        for name in of.words:
            if name in _ALWAYS:
                yield _for_all(name, texts.place(of, name))
            elif name not in own:
                yield _finding(name, texts.place(of, name), own)


def _has(definition: DefinitionDecl, trait: TraitDecl) -> bool:
    return any(each.id == trait.id for each in definition.traits)


def _finding(name: str, span: Span, names: frozenset[str] | set[str]) -> Diagnostic:
    help = suggest_help(name, names)
    return finding(
        "E615",
        f"this text is never shown: nothing that players see is named `{name}`",
        span,
        help=help or (f"give a choice, an entry or a seat the name `{name}`, or remove the text",),
    )


def _for_all(name: str, span: Span) -> Diagnostic:
    """Reports a card's own words for an answer that has the same words everywhere."""
    return finding(
        "E615",
        f"this text is never shown: `{name}` has the same words in all choices",
        span,
        help=("move it to `texts` of the manifest or of a part",),
    )


def _shown(game: ir.Game, uses: Uses) -> Iterator[str]:
    """Yields the names of what players see, each after the rule, piece or offer that it belongs to."""
    sites = (
        *(node.site for node, _ in uses.of(ir.Choose)),
        *(node.site for node, _ in uses.of(ir.MayDo)),
        *(node.site for node, _ in uses.of(ir.ChooseOne)),
        *(node.site for node, _ in uses.of(ir.Share)),
    )
    yield from (name for site in sites for name in names_of_words(site)[:-1])
    for menu, _ in uses.of(ir.ChooseOne):
        yield from (f"{owner_of(menu.site)}.{entry.name}" for entry in menu.entries)
    for offer in game.offers.values():
        yield f"offer.{offer.id}"
        for entry in offer.entries:
            yield f"{entry.definition[1] if entry.definition else offer.id}.{entry.id}"
    for one in game.definitions:
        yield from (f"{one.id}.{slot}" for slot in one.slots)


def _seats(game: ir.Game) -> set[str]:
    return {*game.seat_names, *(f"p{number + 1}" for number in range(game.players[1]))}


class _Texts:
    """Finds the texts of pieces and traits in their files: declarations do not keep their places."""

    def __init__(self, documents: tuple[Document, ...]) -> None:
        self.holders: dict[Span, Mapping] = {}
        for _, root in documents:
            if isinstance(root, Mapping) and root.entries:
                self.holders[root.entries[0].value.span] = root
            for _, entry in entries_in(root):
                if isinstance(entry.value, Mapping):
                    self.holders[entry.key.span] = entry.value

    def place(self, of: DefinitionDecl | TraitDecl, name: str) -> Span:
        """Returns the place of the text with this name."""
        holder = self.holders.get(of.span)
        texts = None if holder is None else holder.get("texts")
        entry = texts.entry(name) if isinstance(texts, Mapping) else None
        return of.span if entry is None else entry.key.span
