"""The files of rulesets as documents, each read once, and only when it is needed."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.ruleset import Document, begins_scenario, declare, split_scenarios
from boardwright.dsl.source.diagnostics import Bag, Diagnostic, RulesetError
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Node
from boardwright.files.read import NOTHING_UNSAVED, Unsaved, document_of, read_folder, whole


class Kept:
    """Files that were read before, for rereading rules after changes: only changed texts are read again. Documents also
    keep results themselves (see `Scalar.once`), so that little is done twice. A game whose files are all the same is declared
    once, since mostly an expansion of it is being written.
    """

    def __init__(self) -> None:
        self._games: dict[Path, tuple[tuple[Document, ...], Ruleset | None, Bag]] = {}
        self._files: dict[str, tuple[Source, Node | None, tuple[Diagnostic, ...]]] = {}

    def read(self, source: Source, bag: Bag) -> Document | None:
        """The document of a file, or None, with the reasons in the bag."""
        kept = self._files.get(source.name)
        if kept is None or kept[0].text != source.text:
            kept = self._files[source.name] = document_of(source.name, source.text)
        source, node, told = kept
        for diagnostic in told:
            bag.add(diagnostic)
        return None if node is None else (source, node)

    def declared(
        self, path: Path, documents: tuple[Document, ...], own: Bag
    ) -> tuple[Ruleset | None, Bag]:
        """What the documents of a game declare, with all findings about them; those about the files are in the bag."""
        known = self._games.get(path)
        if known is not None and not len(own) and _are_same(known[0], documents):
            return known[1], known[2]
        had_findings = len(own) > 0
        ruleset = declare(documents, own)
        if not had_findings:
            self._games[path] = (documents, ruleset, own)
        return ruleset, own


def _are_same(one: tuple[Document, ...], other: tuple[Document, ...]) -> bool:
    """Whether these are the very same documents: equal sources may have different texts."""
    return len(one) == len(other) and all(
        a[0] is b[0] and a[1] is b[1] for a, b in zip(one, other, strict=True)
    )


class Library:
    """The files of rulesets that were read, so that a game is not read again for each expansion. `unsaved` texts replace
    files on the disk; with `kept`, only changed files are read.
    """

    def __init__(self, unsaved: Unsaved = NOTHING_UNSAVED, kept: Kept | None = None) -> None:
        self._kept = kept or Kept()
        self.unsaved = {whole(path): text for path, text in unsaved.items()}
        self._waiting: dict[Path, list[Source]] = {}
        self._documents: dict[Path, tuple[tuple[Document, ...], Bag]] = {}
        self._scenarios: dict[Path, tuple[tuple[Document, ...], Bag]] = {}
        self._games: dict[Path, tuple[Ruleset | None, Bag]] = {}

    def documents(self, path: Path, bag: Bag) -> tuple[Document, ...]:
        """The documents of a ruleset without its scenarios. Mistakes in the files are reported on each call."""
        if path not in self._documents:
            own, sources = Bag(), tuple[Source, ...]()
            with suppress(RulesetError):  # the bag is full: it has all that will be shown
                sources = read_folder(path, own, self.unsaved)
            looks = [(each, begins_scenario(each.text)) for each in sources]
            read = self._read((each for each, is_scenario in looks if not is_scenario), own)
            # A file that does not look like a scenario may still be one.
            rules, more = split_scenarios(read)
            waiting = [each for each, is_scenario in looks if is_scenario]
            self._waiting[path] = [*waiting, *(source for source, _ in more)]
            self._documents[path] = (rules, own)
        return _told(self._documents[path], bag)

    def scenarios(self, path: Path, bag: Bag) -> tuple[Document, ...]:
        """The scenarios of a ruleset, read on the first call, and their mistakes."""
        if path not in self._scenarios:
            self.documents(path, Bag())
            own = Bag()
            self._scenarios[path] = (self._read(self._waiting[path], own), own)
        return _told(self._scenarios[path], bag)

    def files(self, path: Path) -> tuple[Document, ...]:
        """All documents of a ruleset, even those with mistakes."""
        return (*self.documents(path, Bag()), *self.scenarios(path, Bag()))

    def _read(self, sources: Iterable[Source], bag: Bag) -> tuple[Document, ...]:
        read = (self._kept.read(source, bag) for source in sources)
        return tuple(each for each in read if each is not None)

    def game(self, path: Path, bag: Bag) -> Ruleset | None:
        """The declarations of a ruleset by itself."""
        if path not in self._games:
            own = Bag()
            self._games[path] = self._kept.declared(path, self.documents(path, own), own)
        ruleset, own = self._games[path]
        bag.add_all(own)
        return ruleset


def _told(kept: tuple[tuple[Document, ...], Bag], bag: Bag) -> tuple[Document, ...]:
    documents, own = kept
    bag.add_all(own)
    return documents
