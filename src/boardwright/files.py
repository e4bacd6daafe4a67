"""The edge to the file system: files become sources here and nowhere else.

Rule files come from strangers, so what is read stays inside the folder that was named, and its amount
is bounded before anything is opened.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from boardwright.dsl.diagnostics import Bag, RulesetError, shown
from boardwright.dsl.document import MAX_BYTES, report_too_large
from boardwright.dsl.source import Source

SUFFIX = ".yaml"
MAX_FILES = 2_000
# Other files may lie about, but someone who names their home folder by mistake is not kept waiting.
MAX_ENTRIES = 50_000


def read_folder(root: Path, bag: Bag) -> tuple[Source, ...]:
    """Every rule file below a ruleset folder, by its path; or the one file that was named.

    Names that begin with a dot are left alone, as editors and version control keep their own files
    there. What cannot be read is reported, and the rest is returned.
    """
    if not root.is_dir():
        return tuple(_read(root, bag))
    found: list[Source] = []
    for path in _rule_files(root, bag):
        found.extend(_read(path, bag))
    if not found and not bag.failed:
        bag.error(
            "E126",
            "the folder holds no `.yaml` file",
            Source(shown_name(root), "").span(0),
            help="name the folder of a ruleset, or one file",
        )
    return tuple(found)


def read_source(path: Path, shown: str) -> Source:
    """The text of a file under the name it is shown by; a `RulesetError` says why it cannot be read."""
    bag = Bag()
    data = _bytes(path, shown, bag)
    text = None if data is None else _text(data, shown, bag)
    bag.raise_if_failed()
    assert text is not None
    return Source(shown, text)


def shown_name(path: Path) -> str:
    """The path people know a file by: relative when it lies below the current folder, else as given."""
    # Links are not resolved: people know a file by the path they took to it.
    here, there = Path.cwd(), Path(os.path.abspath(path))  # noqa: PTH100 - resolve() follows links
    if there != here and there.is_relative_to(here):
        return there.relative_to(here).as_posix()
    return path.as_posix()


def _read(path: Path, bag: Bag) -> list[Source]:
    try:
        return [read_source(path, shown_name(path))]
    except RulesetError as refused:
        for diagnostic in refused.diagnostics:
            bag.add(diagnostic)
        return []


def _rule_files(root: Path, bag: Bag) -> list[Path]:
    home = root.resolve()
    paths: list[Path] = []
    entries = 0

    def unreadable(problem: OSError) -> None:
        _report(
            Path(problem.filename or root), f"the folder cannot be read: {_reason(problem)}", bag
        )

    for folder, folders, names in os.walk(root, onerror=unreadable):
        folders[:] = [name for name in folders if not name.startswith(".")]
        entries += len(folders) + len(names)
        for name in folders:
            path = Path(folder, name)
            if path.is_symlink():
                _check_folder_link(path, home, bag)
        for name in names:
            if not name.startswith(".") and _is_rule_file(path := Path(folder, name), home, bag):
                paths.append(path)
        if len(paths) > MAX_FILES or entries > MAX_ENTRIES:
            what = (
                f"{MAX_FILES:,} rule files" if len(paths) > MAX_FILES else f"{MAX_ENTRIES:,} files"
            )
            bag.error(
                "E805",
                f"the folder holds more than {what}",
                Source(shown_name(root), "").span(0),
                help="name the folder of one ruleset",
            )
            return []
    return sorted(paths, key=lambda path: path.relative_to(root).as_posix())


def _is_rule_file(path: Path, home: Path, bag: Bag) -> bool:
    if path.suffix != SUFFIX:
        if path.suffix.lower() in (".yaml", ".yml"):
            bag.warn(
                "E121",
                f"`{shown(path.name)}` ends in {shown(path.suffix)}; boardwright reads {SUFFIX}",
                Source(shown_name(path), "").span(0),
                help=f"rename it to `{shown(path.stem)}{SUFFIX}`",
            )
        return False
    if path.is_symlink() and not _within(path, home):
        _report_link(path, bag)
        return False
    return True


def _check_folder_link(path: Path, home: Path, bag: Bag) -> None:
    if not _within(path, home):
        _report_link(path, bag)
        return
    bag.warn(
        "E807",
        "a link to a folder is not followed",
        Source(shown_name(path), "").span(0),
        notes="the files it leads to are read where they are",
    )


def _report_link(path: Path, bag: Bag) -> None:
    bag.error(
        "E807",
        "a link leads out of the ruleset folder",
        Source(shown_name(path), "").span(0),
        help="put a copy of what it leads to into the folder",
    )


def _within(path: Path, home: Path) -> bool:
    try:
        return path.resolve().is_relative_to(home)
    except RuntimeError:
        return True  # links in a circle lead nowhere; reading says so
    except OSError:
        return False


def _bytes(path: Path, name: str, bag: Bag) -> bytes | None:
    source = Source(name, "")
    try:
        # Asked before opening: opening a pipe or a device could wait for ever.
        if not stat.S_ISREG(path.stat().st_mode):
            _report_named(source, "this is not a file", bag)
            return None
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as problem:
        _report_named(source, f"the file cannot be read: {_reason(problem)}", bag)
        return None
    if len(data) > MAX_BYTES:
        report_too_large(source, bag)
        return None
    return data


def _text(data: bytes, name: str, bag: Bag) -> str | None:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data[:4]:
        bag.error(
            "E102",
            "the file is not in utf-8, but looks like utf-16 or utf-32",
            Source(name, "").span(0),
            help="save it as UTF-8; editors offer this under `save with encoding`",
        )
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("utf-8-sig", "surrogateescape")
    # What could not be decoded stands there as a lone surrogate, so the place is that of the first.
    bad = next(i for i, char in enumerate(text) if "\udc80" <= char <= "\udcff")
    bag.error(
        "E102",
        "the file is not in utf-8",
        Source(
            name, "".join("\ufffd" if "\udc80" <= char <= "\udcff" else char for char in text)
        ).span(bad, bad + 1),
        f"byte {ord(text[bad]) - 0xDC00:#04x} begins no character",
        help="save it as UTF-8; editors offer this under `save with encoding`",
    )
    return None


def _report(path: Path, message: str, bag: Bag) -> None:
    _report_named(Source(shown_name(path), ""), message, bag)


def _report_named(source: Source, message: str, bag: Bag) -> None:
    bag.error("E101", message, source.span(0))


def _reason(problem: OSError | ValueError) -> str:
    reason = problem.strerror if isinstance(problem, OSError) else str(problem)
    return (reason or "no reason is known").lower()
