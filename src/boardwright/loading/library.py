"""The files of rulesets as documents, each read once, and only when somebody asks for it."""

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
    """Files as they were read before, for whoever reads rules again and again: only texts that have changed are read
    anew. Together with what documents keep themselves (see `Scalar.once`) little is done twice.
    """

    def __init__(self) -> None:
        self._files: dict[str, tuple[Source, Node | None, tuple[Diagnostic, ...]]] = {}

    def read(self, source: Source, bag: Bag) -> Document | None:
        """The document of a file, or None with the reasons in the bag."""
        kept = self._files.get(source.name)
        if kept is None or kept[0].text != source.text:
            kept = self._files[source.name] = document_of(source.name, source.text)
        source, node, told = kept
        for diagnostic in told:
            bag.add(diagnostic)
        return None if node is None else (source, node)


class Library:
    """The files of rulesets that were read already, so that a game is not read anew for each expansion. `unsaved` texts
    take the place of files on the disk; of those that are `kept` only what has changed is read.
    """

    def __init__(self, unsaved: Unsaved = NOTHING_UNSAVED, kept: Kept | None = None) -> None:
        self._kept = kept or Kept()
        self.unsaved = {whole(path): text for path, text in unsaved.items()}
        self._waiting: dict[Path, list[Source]] = {}
        self._documents: dict[Path, tuple[tuple[Document, ...], Bag]] = {}
        self._scenarios: dict[Path, tuple[tuple[Document, ...], Bag]] = {}
        self._games: dict[Path, tuple[Ruleset | None, Bag]] = {}

    def documents(self, path: Path, bag: Bag) -> tuple[Document, ...]:
        """The documents of a ruleset but for its scenarios; what is wrong with the files is told each time they are
        asked for.
        """
        if path not in self._documents:
            own, sources = Bag(), tuple[Source, ...]()
            with suppress(RulesetError):  # the bag is full; it holds all that is to be told
                sources = read_folder(path, own, self.unsaved)
            looks = [(each, begins_scenario(each.text)) for each in sources]
            read = self._read((each for each, is_scenario in looks if not is_scenario), own)
            # What does not look like a scenario may still be one.
            rules, more = split_scenarios(read)
            waiting = [each for each, is_scenario in looks if is_scenario]
            self._waiting[path] = [*waiting, *(source for source, _ in more)]
            self._documents[path] = (rules, own)
        return _told(self._documents[path], bag)

    def scenarios(self, path: Path, bag: Bag) -> tuple[Document, ...]:
        """The scenarios of a ruleset, which are read when they are first asked for; with what is wrong with them."""
        if path not in self._scenarios:
            self.documents(path, Bag())
            own = Bag()
            self._scenarios[path] = (self._read(self._waiting[path], own), own)
        return _told(self._scenarios[path], bag)

    def files(self, path: Path) -> tuple[Document, ...]:
        """All documents of a ruleset, whatever is wrong with them."""
        return (*self.documents(path, Bag()), *self.scenarios(path, Bag()))

    def _read(self, sources: Iterable[Source], bag: Bag) -> tuple[Document, ...]:
        read = (self._kept.read(source, bag) for source in sources)
        return tuple(each for each in read if each is not None)

    def game(self, path: Path, bag: Bag) -> Ruleset | None:
        """The declarations of a ruleset that stands by itself."""
        if path not in self._games:
            own = Bag()
            self._games[path] = (declare(self.documents(path, own), own), own)
        ruleset, own = self._games[path]
        bag.add_all(own)
        return ruleset


def _told(kept: tuple[tuple[Document, ...], Bag], bag: Bag) -> tuple[Document, ...]:
    documents, own = kept
    bag.add_all(own)
    return documents
