"""Pages of the shipped games, written from their files: what a game is, its cards, its rules and its scenarios."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path

from boardwright.cards.rulebook import book_of
from boardwright.commands.cards import reading
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.files.locate_ruleset import shipped
from boardwright.files.manifests import Glance, glance
from boardwright.loading.rules import Rules
from website.book_pages import book_page
from website.card_pages import card_page
from website.game_parts import capital, pick, plural, table
from website.scenario_pages import Scenario, scenario_pages, scenarios_in

_HOME = "games"
_README = re.compile(r"\A# .*\n")


@dataclass(frozen=True, slots=True)
class NavEntry:
    """An entry of the navigation: a page, or entries below a title."""

    title: str
    content: str | tuple[NavEntry, ...]


@dataclass(frozen=True)
class GamePages:
    """A shipped game or expansion (`id`), for which pages are written."""

    id: str
    path: Path
    about: Glance

    @cached_property
    def rules(self) -> Rules:
        return reading(self.id, ())[0]

    @cached_property
    def layer(self) -> Ruleset:
        """The declarations of its own files."""
        return next(each for each in self.rules.layers if each.id == self.id)

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:
        return scenarios_in(self.path / "scenarios")

    @property
    def languages(self) -> Sequence[str]:
        """Those in which its texts are, that of the game first."""
        own = (self.layer.texts, *(each.texts for each in self.layer.definitions))
        return [each for each in self.rules.languages if any(each in texts for texts in own)]

    @property
    def title(self) -> str:
        return pick(self.layer.texts, self.languages, self.id)

    def write(self, docs: Path, others: Sequence[GamePages]) -> NavEntry:
        """Writes the pages, and returns how they are found."""
        home = docs / _HOME / self.id
        home.mkdir(parents=True)
        below = [NavEntry("At a glance", f"{_HOME}/{self.id}/index.md")]
        cards = card_page(self.rules, self.layer, self.languages, self.scenarios, home)
        if cards:
            (home / "cards.md").write_text(cards, "utf-8")
            below.append(NavEntry("Cards", f"{_HOME}/{self.id}/cards.md"))
        for language in self.languages:
            name = self.rules_file(language)
            title = "Rules" if name == "rules.md" else f"Rules ({language})"
            book = book_of(self.rules, [self.id], language)
            page = f"# {book.title}: {title}\n\n{book_page(book, language)}"
            # The search is in one language, which is that of docs/.
            hidden = "" if name == "rules.md" else "---\nsearch:\n  exclude: true\n---\n\n"
            (home / name).write_text(f"{hidden}{page}\n", "utf-8")
            below.append(NavEntry(title, f"{_HOME}/{self.id}/{name}"))
        if self.scenarios:
            listed = []
            for title, name, text in scenario_pages(self.title, self.scenarios):
                target = home / "scenarios" / name
                target.parent.mkdir(exist_ok=True)
                target.write_text(text, "utf-8")
                listed.append(NavEntry(title, f"{_HOME}/{self.id}/scenarios/{name}"))
            below.append(NavEntry("Scenarios", tuple(listed)))
        (home / "index.md").write_text(
            "\n\n".join(self.overview(others, bool(cards))) + "\n", "utf-8"
        )
        return NavEntry(self.title, tuple(below))

    def rules_file(self, language: str) -> str:
        return "rules.md" if language == self.languages[0] else f"rules-{language}.md"

    # ---- at a glance

    def overview(self, others: Sequence[GamePages], has_cards: bool) -> Iterator[str]:
        yield f"# {self.title}"
        if about := pick(self.layer.about, self.languages, ""):
            yield escape(about)
        yield "\n".join(f"- {each}" for each in self.facts(others))
        named = f"{self.about.of} --with {self.id}" if self.about.of else self.id
        yield f"```sh\nboardwright play {named}\nboardwright validate {self.id}\n```"
        yield "## What there is to read"
        links = [("[Cards](cards.md)", "each with its text and its effect")] if has_cards else []
        links += [
            (f"[Rules]({self.rules_file(each)})", f"in the order of play, in `{each}`")
            for each in self.languages
        ]
        folders = list(dict.fromkeys(each.folder for each in self.scenarios))
        links += [
            (
                f"[Scenarios: {capital(folder)}](scenarios/{folder or 'index'}.md)",
                plural(sum(each.folder == folder for each in self.scenarios), "example"),
            )
            for folder in folders
        ]
        yield "\n".join(f"- {link}: {what}" for link, what in links)
        if self.layer.options:
            yield "## Options"
            yield table(("option", "what it is", "values", "default"), self.options())
        readme = self.path / "README.md"
        if readme.exists():
            # Its headings go one level down, and its files are those of the folder.
            text = _README.sub("", readme.read_text("utf-8"))
            yield "## About these files"
            yield re.sub(
                r"(?m)^(#+ )", r"#\1", re.sub(r"\]\((?!https?:)[^)]*\)", "]", text)
            ).strip()

    def facts(self, others: Sequence[GamePages]) -> Iterator[str]:
        if self.about.of is None:
            yield f"{self.about.players} players"
        else:
            game = next(each for each in others if each.id == self.about.of)
            yield f"An expansion of [{game.title}](../{game.id}/index.md)"
        for other in others:
            if other.about.of == self.id:
                yield f"Expansion: [{other.title}](../{other.id}/index.md)"
        yield f"Texts in {', '.join(f'`{each}`' for each in self.languages)}"
        if self.scenarios:
            yield f"{len(self.scenarios)} scenarios, which are examples and tests of its rules"

    def options(self) -> Iterator[tuple[str, ...]]:
        for option in self.layer.options:
            facts = self.rules.options[option.id]
            values = facts.values
            told = (
                f"{values[0]} to {values[-1]}"
                if isinstance(values, range)
                else ", ".join(f"`{each}`" for each in values)
            )
            said = pick(option.texts, self.languages, "")
            yield (f"`{option.id}`", escape(said), told, f"`{facts.default or 'none'}`")


def write_games(docs: Path) -> tuple[NavEntry, ...]:
    """Writes the pages of all shipped games into a copy of docs/, and returns how they are found."""
    found = [
        GamePages(id, path, about)
        for id, path in shipped().items()
        if (about := glance(path, None)) is not None
    ]
    found.sort(key=lambda each: (each.about.of or each.id, each.about.of is not None, each.id))
    entries = tuple(each.write(docs, found) for each in found)
    rows = [
        (
            f"[{each.title}]({each.id}/index.md)",
            escape(pick(each.layer.about, each.languages, "")),
            ", ".join(each.languages),
        )
        for each in found
    ]
    page = (
        "# Games\n\nThe games and expansions that come with Boardwright, as their files tell them.\n\n"
        + table(("game", "what it is", "languages"), rows)
        + "\n"
    )
    (docs / _HOME / "index.md").write_text(page, "utf-8")
    return (NavEntry("All games", f"{_HOME}/index.md"), *entries)
