"""The cards of a game as a page: each with its text in every language, its effect, a picture and the scenarios that show it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from boardwright.cards.deck import Wanted, faces_of
from boardwright.cards.printing import Paper, print_faces
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.pieces import DefinitionDecl
from boardwright.loading.rules import Rules
from website.game_parts import capital, pick, plural
from website.scenario_pages import Scenario

# So that cards are as sharp as the text beside them, and no larger than 30 kB each.
_PPI = 110
_KEY = re.compile(r"(?m)^(?=[^\s#])")
# What the page says in words, or that readers need not see.
_LEFT_OUT = ("name:", "text:", "look:", "copies:")


def card_page(
    rules: Rules,
    layer: Ruleset,
    languages: Sequence[str],
    scenarios: Sequence[Scenario],
    home: Path,
) -> str:
    """The page, or an empty text if the game has no cards; their pictures go into a folder beside it."""
    page = _CardPage(rules, languages, scenarios, _pictures(rules, layer, languages, home))
    declared = rules.declared
    kinds = {each.id: each.texts for each in (*declared.kinds, *declared.spaces)}
    text = []
    for id in dict.fromkeys(each.kind.id for each in layer.definitions):
        pieces = [each for each in layer.definitions if each.kind.id == id and each.rules_text]
        if pieces:
            text.append(f"## {capital(pick(kinds.get(id, {}), languages, id))}")
            for piece in pieces:
                text += page.piece(piece)
    if not text:
        return ""
    return "\n\n".join([f"# {pick(layer.texts, languages, layer.id)}: Cards", *text]) + "\n"


def _pictures(
    rules: Rules, layer: Ruleset, languages: Sequence[str], home: Path
) -> Mapping[str, str]:
    """Prints the cards, and returns the name of each picture, by the name of its piece."""
    wanted = [
        each.id
        for each in layer.definitions
        if each.rules_text and each.kind.id in {kind.id for kind in rules.declared.kinds}
    ]
    faces = faces_of(rules, Wanted(languages[0], [layer.id], wanted)) if wanted else ()
    if not faces:
        return {}
    paper = Paper(backs=False, copies=False, form="png", ppi=_PPI)
    done = print_faces(rules, faces, languages[0], paper)
    folder = home / "pictures"
    folder.mkdir()
    for name, page in zip(done.names, done.pages, strict=True):
        (folder / f"{name}.png").write_bytes(page)
    return {name: f"pictures/{name}.png" for name in done.names}


@dataclass(frozen=True, slots=True)
class _CardPage:
    rules: Rules
    languages: Sequence[str]
    scenarios: Sequence[Scenario]
    pictures: Mapping[str, str]

    def piece(self, piece: DefinitionDecl) -> Iterator[str]:
        name = pick(piece.texts, self.languages, capital(piece.id))
        yield f"### {escape(name)}"
        if picture := self.pictures.get(f"{piece.kind.id}-{piece.id}"):
            # It floats, which no picture of Markdown does.
            yield f'<p><img class="card" src="{picture}" alt="{escape(name)}, as printed"></p>'
        for language in self.languages:
            if language in piece.rules_text:
                called = pick(piece.texts, [language], name)
                said = escape(pick(piece.rules_text, [language], ""))
                # The first language is that of the heading.
                if language != self.languages[0]:
                    said = f"<b>{escape(called)}</b> ({language}): {said}"
                yield f'<p lang="{language}">{said}</p>'
        if effect := _effect(piece):
            yield f"```yaml part\n{effect}\n```"
        shown = [each for each in self.scenarios if each.names(piece.id)]
        if shown:
            links = "".join(
                f'<li><a href="scenarios/{each.folder or "index"}.md#{each.anchor}">'
                f"{capital(each.id)}</a></li>"
                for each in shown
            )
            told = f"{plural(len(shown), 'scenario')} with this card"
            yield f"<details><summary>{told}</summary><ul>{links}</ul></details>"


def _effect(piece: DefinitionDecl) -> str:
    """Its file, if it has one of its own, without what the page says in words."""
    text = piece.span.source.text
    if not re.search(rf"(?m)^{piece.kind.id}: *{piece.id}\b", text):
        return ""
    keys = (each for each in _KEY.split(text) if not each.startswith(("#", *_LEFT_OUT)))
    return "".join(keys).strip()
