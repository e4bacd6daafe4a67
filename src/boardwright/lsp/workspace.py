"""The rule files that an editor has open, and their rulesets.

A text that is being edited replaces its file. A ruleset is read when something in it has changed, quickly at first.
Longer checks follow step by step; until then the earlier findings are kept, and moved with the text.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from boardwright.dsl.source.places import Source
from boardwright.files.locate_ruleset import MANIFESTS, shipped
from boardwright.files.manifests import manifest_at, root_of, rulesets_in
from boardwright.files.read import SUFFIX, Unsaved, whole
from boardwright.loading.library import Kept
from boardwright.lsp.analysed import Reading, read
from boardwright.validators.subject.subject import Profile

# At most this many folders in an open folder are searched for rulesets.
_MOST_FOLDERS = 200


class Workspace:
    """All state by path, absolute and without links. `folders` are those that the editor has open."""

    def __init__(self, folders: Sequence[Path] = (), profile: Profile = Profile.BASIC) -> None:
        self.folders = [whole(folder) for folder in folders]
        self.profile = profile
        self.texts: dict[Path, str] = {}
        self._kept = Kept()
        self._roots: dict[Path, Path | None] = {}
        self._readings: dict[Path, Reading] = {}
        self._known: dict[Path, Reading] = {}
        self._stale: set[Path] = set()
        self._others: dict[Path, Reading] = {}

    # ---- messages of the editor

    def put(self, path: Path, text: str) -> None:
        """A file was opened, or its text has changed."""
        is_new = path not in self.texts
        self.texts[path] = text
        if is_new:
            self.look_around()
        self._stale.update(self._reading_with(path))

    def drop(self, path: Path) -> None:
        """A file was closed: its text on the disk is used again."""
        if self.texts.pop(path, None) is not None:
            self._stale.update(self._reading_with(path))
            self.look_around()

    def look_around(self) -> None:
        """Files may have appeared, disappeared or changed on the disk."""
        self._roots = {path: self._root(path) for path in self.texts}
        roots = {root for root in self._roots.values() if root is not None}
        self._readings = {root: self._readings[root] for root in self._readings if root in roots}
        self._known = {path: known for path, known in self._known.items() if path in self.texts}
        self._stale = set(roots)
        self._others = {}

    # ---- rulesets

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The rulesets with open files, as they were last read."""
        return tuple(self._readings[root] for root in sorted(self._readings))

    def refresh(self) -> bool:
        """Reads what has changed; returns False if nothing has."""
        stale, self._stale = sorted(self._stale), set()
        if stale:
            self._others = {}
        for root in stale:
            before = self._readings.get(root)
            reading = read(root, self.texts, self._kept, self.profile, self._nearby(root))
            if before is not None:
                reading.follow(before)
            self._readings[root] = reading
            for path in self.texts:
                if path in reading.documents and reading.symbols is not None:
                    self._known[path] = reading
        return bool(stale)

    def unfinished(self) -> Reading | None:
        """A ruleset whose checks are not finished."""
        return next((each for each in self.readings if not each.complete), None)

    def reading_of(self, path: Path) -> Reading | None:
        """The ruleset that an open file belongs to, as it was last read."""
        root = self._roots.get(path)
        return None if root is None else self._readings.get(root)

    def known_of(self, path: Path) -> Reading | None:
        """The same ruleset; while the file cannot be read, as it was when it could."""
        reading = self.reading_of(path)
        if reading is not None and path in reading.documents and reading.symbols is not None:
            return reading
        return self._known.get(path, reading)

    def source_of(self, path: Path) -> Source | None:
        """The text of an open file as it is now."""
        text = self.texts.get(path)
        return None if text is None else Source(str(path), text)

    def related(self, reading: Reading) -> Iterator[Reading]:
        """The ruleset of a file, and all others nearby with the same game."""
        yield reading
        found = {whole(root): root for root in self._rulesets(reading)}
        for known in self.readings:
            found.pop(whole(known.root), None)
            if known is not reading and set(known.folders) & set(reading.folders):
                yield known
        for root in found.values():
            other = self._other(root)
            if set(other.folders) & set(reading.folders):
                yield other

    def everything(self) -> Iterator[Reading]:
        """All rulesets with open files, and all others in the open folders."""
        yield from self.readings
        known = {whole(each.root) for each in self.readings}
        for folder in self.folders:
            for path in (folder, *_folders_in(folder)):
                for root in rulesets_in(path):
                    if manifest_at(root) is not None and whole(root) not in known:
                        known.add(whole(root))
                        yield self._other(root)

    def _other(self, root: Path) -> Reading:
        """A ruleset without open files, read when something needs it."""
        if root not in self._others:
            self._others[root] = read(
                root, self.texts, self._kept, Profile.MINIMAL, self._nearby(root)
            )
        return self._others[root]

    def read_as(self, root: Path, texts: Unsaved) -> Reading:
        """Reads a ruleset as it would be with other texts."""
        return read(root, texts, self._kept, Profile.MINIMAL, self._nearby(root))

    def is_writable(self, path: Path) -> bool:
        """Whether the user may change a file: a file of Boardwright only if its folder is open."""
        if any(path.is_relative_to(folder) for folder in self.folders):
            return os.access(path, os.W_OK) or not path.exists()
        is_shipped = any(path.is_relative_to(whole(home)) for home in shipped().values())
        return not is_shipped and os.access(path, os.W_OK)

    # ---- locations

    def _root(self, path: Path) -> Path | None:
        """The ruleset of a file; None if it belongs to no ruleset."""
        if path.suffix != SUFFIX:
            return None
        root = root_of(path, self.texts)
        if root == path:
            if manifest_at(path, self.texts) is None:
                return None
            root = path.parent if path.name in MANIFESTS else path
        return root.absolute()

    def _nearby(self, root: Path) -> list[Path]:
        """Other open rulesets, among which an expansion may find its game."""
        roots = dict.fromkeys(self._roots.values())
        return [other for other in roots if other is not None and other != root]

    def _rulesets(self, reading: Reading) -> list[Path]:
        """The rulesets in the open folders, and next to one that is read."""
        root = whole(reading.root)
        around = [*self.folders, (root if root.is_dir() else root.parent).parent]
        found: dict[Path, None] = {}
        for folder in around:
            for path in (folder, *_folders_in(folder)):
                for ruleset in rulesets_in(path):
                    if manifest_at(ruleset) is not None:
                        found[ruleset] = None
        return list(found)

    def _reading_with(self, path: Path) -> Iterator[Path]:
        """The rulesets that a file belongs to, or would if it existed."""
        for root, reading in self._readings.items():
            if path in reading.documents or any(path.is_relative_to(f) for f in reading.folders):
                yield root
        root_now = self._roots.get(path)
        if root_now is not None:
            yield root_now


def _folders_in(folder: Path) -> list[Path]:
    try:
        found = (each for each in folder.iterdir() if each.name[0] != "." and each.is_dir())
        return sorted(found)[:_MOST_FOLDERS]
    except OSError:
        return []
