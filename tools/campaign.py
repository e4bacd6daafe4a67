"""Shared code of the campaigns in this folder: the rulesets they start from, and a check of one changed file.

A campaign changes one file of a ruleset and looks for everything that is wrong then. All other files are read and parsed
only once, since documents keep what is made from them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from boardwright.dsl.declare.ruleset import Document, split_scenarios
from boardwright.dsl.source.diagnostics import Bag, Diagnostic, RulesetError
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import read as read_document
from boardwright.files.locate_ruleset import shipped
from boardwright.files.manifests import game_and_expansions, rulesets_in
from boardwright.interpreter.table.conditions import REFUSED
from boardwright.loading.composed import read_into, subject_of
from boardwright.loading.game import Game
from boardwright.loading.library import Library
from boardwright.loading.rules import Rules
from boardwright.validators.checking import check
from boardwright.validators.subject.subject import Profile

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "tests" / "games"
CORPUS = ROOT / "tests" / "corpus" / "cli"


@dataclass(frozen=True, slots=True)
class Target:
    """A ruleset that a campaign changes: its folder or file, and the games and expansions below it."""

    root: Path
    base: Path
    overlays: tuple[Path, ...]
    files: tuple[Path, ...]

    @property
    def name(self) -> str:
        """Its name in reports."""
        return shown_path(self.root)


def target(root: Path) -> Target:
    """Returns the ruleset at a path, an expansion with its game below."""
    base, overlays = game_and_expansions(root, [], _neighbours(root))
    files = sorted(root.rglob("*.yaml")) if root.is_dir() else [root]
    return Target(root, base, tuple(overlays), tuple(files))


def shipped_targets() -> tuple[Target, ...]:
    """Every ruleset that is shipped."""
    return tuple(target(path) for path in shipped().values())


def all_targets() -> tuple[Target, ...]:
    """The shipped rulesets, the small games of the tests, and the good ones of their corpus."""
    good = (each for each in _neighbours(CORPUS / "any") if each.name != "bad")
    folders = [*_neighbours(GAMES / "any"), *good]
    roots = [root for folder in folders for root in rulesets_in(folder) if _is_ruleset(root)]
    roots += sorted((GAMES / "edges").glob("*.yaml"))
    return (*shipped_targets(), *(target(root) for root in dict.fromkeys(roots)))


def _is_ruleset(root: Path) -> bool:
    return root.is_file() or any((root / n).exists() for n in ("game.yaml", "expansion.yaml"))


def _neighbours(root: Path) -> list[Path]:
    return sorted(each for each in root.parent.iterdir() if each.is_dir())


def shown_path(path: Path) -> str:
    """Returns a path as reports show it: relative to the checkout."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


@dataclass(slots=True)
class Shelf:
    """A ruleset with every file read. `changed` returns the same ruleset with one file changed."""

    target: Target
    library: Library = field(default_factory=Library)
    _rules: Rules | None = None

    @property
    def rules(self) -> Rules:
        """The ruleset as it is in the repository, which has no errors."""
        if self._rules is None:
            bag = Bag()
            found = read_into(bag, self.target.base, self.target.overlays, self.library)
            bag.raise_if_failed()
            assert found is not None
            self._rules = found
        return self._rules

    def documents(self) -> tuple[Document, ...]:
        """All files of it."""
        return self.library.files(self.target.root)

    def changed(self, name: str, text: str) -> Library:
        """Returns a library in which the file with this shown name holds this text."""
        return _Changed(self, name, text)


class _Changed(Library):
    """Reads one file of a ruleset again; all others come from the shelf."""

    def __init__(self, shelf: Shelf, name: str, text: str) -> None:
        super().__init__()
        own, found = Bag(), list[Document]()
        for source, node in shelf.documents():
            if source.name != name:
                found.append((source, node))
            elif (anew := read_document(changed := Source(name, text), own)) is not None:
                found.append((changed, anew))
        rules, scenarios = split_scenarios(found)
        root, kept = shelf.target.root, shelf.library
        self._documents = {**kept._documents, root: (rules, own)}
        self._scenarios = {**kept._scenarios, root: (scenarios, Bag())}
        self._waiting = kept._waiting
        self._games = {path: game for path, game in kept._games.items() if path != root}


def problems(
    shelf: Shelf, library: Library, bag: Bag, *, checks: bool = False
) -> tuple[Rules | None, Game | None]:
    """Returns what `validate` reports about a ruleset without its scenarios, and the game for the most players if it can
    be played. With `checks` also the warnings for a finished ruleset. If only texts and comments differ, no table is set up.
    """
    rules = read_into(bag, shelf.target.base, shelf.target.overlays, library)
    if rules is None or bag.failed:
        return rules, None
    if rules.bound.rules_hash == shelf.rules.bound.rules_hash:
        return rules, None
    game, refused = at_tables(rules)
    if refused:
        for diagnostic in refused:
            bag.add(diagnostic)
        return rules, None
    if checks:
        for finding in check(subject_of(rules, library), Profile.PUBLISHED):
            bag.add(finding)
    return rules, game


def at_tables(rules: Rules) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The game for the most players who may play it, and what is wrong at the first table that cannot be set."""
    game = None
    for players in rules.players:
        try:
            game = rules.at_table(players)
        except RulesetError as refused:
            if not any(each.code == REFUSED for each in refused.diagnostics):
                return None, refused.diagnostics
    return game, ()
