"""Reading files: here, and nowhere else, files become sources.

Rule files come from strangers. So nothing outside the named folder is read, and the amount is limited before
anything is opened.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from boardwright.cache import file_questions
from boardwright.dsl.source.diagnostics import Bag, Diagnostic, RulesetError, shown
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.yaml_tree import MAX_BYTES, Node, read, report_too_large

SUFFIX = ".yaml"
MAX_FILES = 2_000
# Findings about files that are not read: so few that others are shown, too.
MOST_REMARKS = 100
# Of all rule files together, in characters: fifty times the largest ruleset written by hand.
MAX_TOTAL = 8 << 20
# Other files are allowed, but naming the home folder by mistake must not take long.
MAX_ENTRIES = 50_000

_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")
_SAVED_AS_TEXT = re.compile(r"(.+)\.ya?ml\.txt", re.IGNORECASE)
# How much is read of a file without an ending, and patterns of the first lines of rule files.
_FIRST_LINES = 2_000
_HEAD = re.compile(r"[a-z][a-z0-9_]*: +[a-z][a-z0-9_]*\s*(#.*)?")
_LINE = re.compile(r" +\S|-( |$)|[^\s:][^:]*:( |$)")

# Texts that replace files on the disk, such as those open in an editor; by `whole` path.
Unsaved = Mapping[Path, str]
NOTHING_UNSAVED: Unsaved = {}


def read_folder(root: Path, bag: Bag, unsaved: Unsaved = NOTHING_UNSAVED) -> tuple[Source, ...]:
    """Every rule file in or below a ruleset folder, by its path; or the one file that was named.

    Names that start with a dot are skipped, since editors and version control keep their own files
    there. Files that cannot be read are reported, and the rest is returned. An `unsaved` text replaces its file,
    or is a new one.
    """
    if not file_questions.is_folder(root):
        return tuple(_read(root, bag, unsaved))
    found: list[Source] = []
    paths = _rule_files(root, bag)
    size = 0
    for path in _with_new(root, paths, unsaved) if unsaved else paths:
        read = _read(path, bag, unsaved)
        size += sum(len(source.text) for source in read)
        if size > MAX_TOTAL:
            bag.error(
                "E805",
                f"the rule files of the folder are too large: more than {MAX_TOTAL >> 20} MiB together",
                _place_of(root),
                help="name the folder of one ruleset",
            )
            return ()
        found.extend(read)
    if not found and not bag.failed:
        bag.error(
            "E126",
            "the folder has no `.yaml` file",
            _place_of(root),
            help="name the folder of a ruleset, or one file",
        )
    return tuple(found)


def read_source(path: Path, shown: str, unsaved: Unsaved = NOTHING_UNSAVED) -> Source:
    """The text of a file, with the name to show; `RulesetError` if it cannot be read."""
    if _may_be_one_of(path, unsaved) and (given := unsaved.get(whole(path))) is not None:
        return Source(shown, given)
    bag = Bag()
    data = _bytes(path, shown, bag)
    text = None if data is None else _text(data, shown, bag)
    bag.raise_if_failed()
    assert text is not None
    return Source(shown, text)


@functools.lru_cache(maxsize=1)
def document_of(name: str, text: str) -> tuple[Source, Node | None, tuple[Diagnostic, ...]]:
    """The document in a text, and its mistakes. The last one is kept, since a manifest is read first to find its game and
    then with the other files.
    """
    source, bag = Source(name, text), Bag()
    node = read(source, bag)
    return source, node, bag.sorted()


def write_whole(path: Path, text: str) -> None:
    """Replaces a file with a new one, completely or not at all."""
    path = path.resolve()
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_bytes(text.encode())
        shutil.copymode(path, beside)
        beside.replace(path)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def whole(path: Path) -> Path:
    """The path that identifies an unsaved text: absolute, and without links."""
    return path.resolve()


def _may_be_one_of(path: Path, unsaved: Unsaved) -> bool:
    """Whether a path may be one of the unsaved texts: it has the name of one, or is a link. This saves following the links
    of most paths.
    """
    return bool(unsaved) and (any(path.name == each.name for each in unsaved) or path.is_symlink())


def decoded(data: bytes, shown: str) -> str:
    """The text in bytes from elsewhere; `RulesetError` if they are not text."""
    bag = Bag()
    text = None
    if len(data) > MAX_BYTES:
        report_too_large(Source(shown, ""), bag)
    else:
        text = _text(data, shown, bag)
    bag.raise_if_failed()
    assert text is not None
    return text


def shown_name(path: Path) -> str:
    """The path to show for a file: relative if it is in or below the current folder, else as given."""
    # Links are not resolved: people know a file by the path that they used. As texts, which is faster.
    here, there = os.getcwd(), os.path.abspath(path)  # noqa: PTH100, PTH109 - resolve() follows links
    below = here.rstrip(os.sep) + os.sep
    if there.startswith(below):
        return there[len(below) :].replace(os.sep, "/")
    return path.as_posix()


def _with_new(root: Path, paths: list[Path], unsaved: Unsaved) -> list[Path]:
    """The rule files of a folder, with those that are not on the disk yet."""
    home, there = whole(root), {whole(path) for path in paths if _may_be_one_of(path, unsaved)}
    new = [
        root / path.relative_to(home)
        for path in unsaved
        if path not in there and path.is_relative_to(home) and path.suffix == SUFFIX
    ]
    new = [path for path in new if not any(part[0] == "." for part in path.relative_to(root).parts)]
    return sorted([*paths, *new], key=lambda path: path.relative_to(root).as_posix())


def _read(path: Path, bag: Bag, unsaved: Unsaved) -> list[Source]:
    try:
        return [read_source(path, shown_name(path), unsaved)]
    except RulesetError as refused:
        for diagnostic in refused.diagnostics:
            bag.add(diagnostic)
        return []


def _rule_files(root: Path, bag: Bag) -> list[Path]:
    home = file_questions.real(root)
    paths: list[Path] = []
    entries = 0

    def unreadable(problem: OSError) -> None:
        place = _place_of(Path(problem.filename or root))
        bag.error("E101", f"the folder cannot be read: {_reason(problem)}", place)

    for listed in file_questions.below(root, unreadable):
        entries += len(listed.folders) + len(listed.files)
        for name in listed.folders:
            if name in listed.links:
                _check_folder_link(listed.path / name, home, bag)
        for name in listed.files:
            path = listed.path / name
            if _is_rule_file(path, name in listed.links, home, bag):
                paths.append(path)
        if len(paths) > MAX_FILES or entries > MAX_ENTRIES:
            what = (
                f"{MAX_FILES:,} rule files" if len(paths) > MAX_FILES else f"{MAX_ENTRIES:,} files"
            )
            bag.error(
                "E805",
                f"the folder has more than {what}",
                _place_of(root),
                help="name the folder of one ruleset",
            )
            return []
    return sorted(paths, key=lambda path: path.relative_to(root).as_posix())


def _is_rule_file(path: Path, is_link: bool, home: Path, bag: Bag) -> bool:
    if path.suffix != SUFFIX:
        if len(bag) < MOST_REMARKS:
            _remark_name(path, is_link, bag)
        return False
    if is_link and not _within(path, home):
        _report_link(path, bag)
        return False
    return True


def _remark_name(path: Path, is_link: bool, bag: Bag) -> None:
    """Warns of a file that would be read if it were called otherwise."""
    ending, notes = f"ends in {shown(path.suffix)}", ""
    if path.suffix.lower() in (".yaml", ".yml"):
        meant = path.stem
    elif (stem := _without_text_suffix(path.name)) is not None:
        meant, notes = stem, "some systems do not show the last ending of a name"
    elif path.suffix == "" and not is_link and _looks_like_rules(path):
        meant, ending = path.name, "has no ending"
    else:
        return
    bag.warn(
        "E121",
        f"`{shown(path.name)}` {ending}; boardwright reads {SUFFIX}",
        _place_of(path),
        help=f"rename it to `{shown(meant)}{SUFFIX}`",
        notes=notes or (),
    )


def _without_text_suffix(name: str) -> str | None:
    """The right name of a file that a text editor has saved as `name.yaml.txt`."""
    found = _SAVED_AS_TEXT.fullmatch(name)
    return None if found is None else found[1]


def _looks_like_rules(path: Path) -> bool:
    """Whether a file without an ending starts like a rule file, with a line such as `card: pedlar`, and its first lines are
    YAML.
    """
    if not _ID.fullmatch(path.name):
        return False
    try:
        data = file_questions.data(path, _FIRST_LINES)
    except (OSError, ValueError):
        return False
    read = data.decode("utf-8-sig", "replace").splitlines()
    whole_lines = read[:-1] if len(data) > _FIRST_LINES else read
    lines = [line for line in whole_lines if line.strip() and line.lstrip()[0] != "#"]
    return len(lines) > 1 and bool(_HEAD.fullmatch(lines[0])) and all(map(_LINE.match, lines))


def _check_folder_link(path: Path, home: Path, bag: Bag) -> None:
    if not _within(path, home):
        _report_link(path, bag)
        return
    bag.warn(
        "E807",
        "a link to a folder is not followed",
        _place_of(path),
        notes="the files in it are read at their own place",
    )


def _report_link(path: Path, bag: Bag) -> None:
    bag.error(
        "E807",
        "a link leads out of the ruleset folder",
        _place_of(path),
        help="put a copy of the file into the folder",
    )


def _within(path: Path, home: Path) -> bool:
    try:
        return path.resolve().is_relative_to(home)
    except RuntimeError:
        return True  # a circle of links; reading reports it
    except OSError:
        return False


def _bytes(path: Path, name: str, bag: Bag) -> bytes | None:
    source = Source(name, "")
    try:
        data = file_questions.data(path, MAX_BYTES)
    except file_questions.NoFileError:
        bag.error("E101", "this is not a file", source.span(0))
        return None
    except (OSError, ValueError) as problem:
        bag.error("E101", f"the file cannot be read: {_reason(problem)}", source.span(0))
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
    # Undecodable bytes are lone surrogates in the text, so the position is that of the first.
    bad = next(i for i, char in enumerate(text) if "\udc80" <= char <= "\udcff")
    bag.error(
        "E102",
        "the file is not in utf-8",
        Source(
            name, "".join("\ufffd" if "\udc80" <= char <= "\udcff" else char for char in text)
        ).span(bad, bad + 1),
        f"byte {ord(text[bad]) - 0xDC00:#04x} does not start a character",
        help="save it as UTF-8; editors offer this under `save with encoding`",
    )
    return None


def _place_of(path: Path) -> Span:
    """A file or folder as a whole."""
    return Source(shown_name(path), "").span(0)


def _reason(problem: OSError | ValueError) -> str:
    reason = problem.strerror if isinstance(problem, OSError) else str(problem)
    return (reason or "for an unknown reason").lower()
