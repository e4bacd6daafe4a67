"""Parses YAML into a tree in which everything has a place.

A loop builds it from the parser's events, so that no nesting can exhaust the stack. It avoids YAML's
guesses: every scalar stays the written text, so `no` and `12:30` are texts. What makes YAML files
surprising (duplicate keys, anchors, tags, merge keys) is refused with a diagnostic.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeGuard, TypeVar

import yaml

from boardwright.dsl.source.diagnostics import FORBIDDEN, Bag, Label, RulesetError, shown
from boardwright.dsl.source.fixes import Change, Help, add, remove
from boardwright.dsl.source.flow_commas import cuts, report_cut
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.scalar_places import Places, trace
from boardwright.dsl.source.yaml_faults import Context, explain
from boardwright.dsl.source.yaml_pure import PureLoader

T = TypeVar("T")

MAX_BYTES = 1 << 20
MAX_DEPTH = 32
MAX_NODES = 200_000
MAX_SCALAR = 16_384

# The parser in C gives the same events about twenty times faster, but not every build of PyYAML has it.
_Loader: type[PureLoader] | type[yaml.CSafeLoader] = getattr(yaml, "CSafeLoader", PureLoader)

_STYLES = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
_FORBIDDEN = re.compile(f"[{FORBIDDEN}]")
# Escapes can write characters that are not in the file, including tabs and carriage returns.
_FORBIDDEN_BY_ESCAPE = re.compile(f"[\t\r{FORBIDDEN}]")
_PROPERTIES = re.compile(r"([&!][^\s,\[\]{}]*)?(?:[ ]|\r\n|\r|\n|#[^\r\n]*)*")
_TOO_LARGE_ESCAPE = re.compile(r"\\U(?!000|0010)[0-9a-fA-F]{8}")
_TAB = re.compile(r"\t+")
# The parts are possessive: reading `\r\n` also as two line ends would double the work with each line.
_DIRECTIVE = re.compile(r"(?:[ ]*+(?:#[^\r\n]*+)?(?>\r\n|\r|\n))*+(%[^\r\n]*)")
_COLON_WITHOUT_SPACE = re.compile(r"[\w.-]+:(?=\S)")


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text, as YAML reads it.

    `style` is `plain`, `single`, `double`, `literal`, `folded`, or `empty` if nothing was written; `text` for a text that comes
    without a file around it.
    """

    text: str
    span: Span = field(compare=False, repr=False)
    style: str = field(default="plain", compare=False, repr=False)
    _places: Places | None = field(default=None, init=False, compare=False, repr=False)
    _memo: dict[str, Any] | None = field(default=None, init=False, compare=False, repr=False)

    def locate(self, offset: int, end: int | None = None) -> Span:
        """Returns the place in the file of the characters from `offset` to `end` of the text.

        It works for every style, with indentation, folding and escapes. An empty range at the end is after
        the last character that is not a line break.
        """
        size = len(self.text)
        offset = min(max(offset, 0), size)
        end = offset if end is None else min(max(end, offset), size)
        places = self._traced()
        if places is None or size == 0:
            return self._inside()
        if offset < end:
            return Span(self.span.source, places.starts[offset], places.ends[end - 1])
        if offset < size:
            return Span(self.span.source, places.starts[offset], places.starts[offset])
        last = len(self.text.rstrip("\n"))
        place = places.ends[last - 1] if last else places.starts[0]
        return Span(self.span.source, place, place)

    def once(self, what: str, work: Callable[[], T]) -> T:
        """Returns the result of `work` for this scalar, computed once and kept with it."""
        if self._memo is None:
            object.__setattr__(self, "_memo", {})
        memo: dict[str, Any] = self._memo  # type: ignore[assignment]
        if what not in memo:
            memo[what] = work()
        found: T = memo[what]
        return found

    def _traced(self) -> Places | None:
        if self._places is None:
            span = self.span
            places = trace(span.source.text, span.start, span.end, self.style, self.text)
            object.__setattr__(self, "_places", places)
        return self._places

    def _inside(self) -> Span:
        """Returns the whole scalar, or the place inside its quotes if it is empty."""
        if self.text == "" and self.style in ("single", "double"):
            return Span(self.span.source, self.span.start + 1, self.span.start + 1)
        return self.span


@dataclass(frozen=True, slots=True)
class Entry:
    """A key and its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with their values, in the order of the file; each key occurs once."""

    entries: tuple[Entry, ...]
    span: Span = field(compare=False, repr=False)

    def entry(self, name: str) -> Entry | None:
        """Returns the entry with that key."""
        for entry in self.entries:
            if entry.key.text == name:
                return entry
        return None

    def get(self, name: str) -> Node | None:
        """Returns the value of that key."""
        entry = self.entry(name)
        return None if entry is None else entry.value

    def keys(self) -> tuple[str, ...]:
        """Returns the keys in the order of the file."""
        return tuple(entry.key.text for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Sequence:
    """Values in the order of the file."""

    items: tuple[Node, ...]
    span: Span = field(compare=False, repr=False)


Node = Scalar | Mapping | Sequence
Path = tuple[str | int, ...]
"""The keys and the numbers of items that lead to a place in a document."""


def entries_in(node: Node, path: Path = ()) -> Iterator[tuple[Path, Entry]]:
    """Yields all entries at any depth, in the order of the file, each with the path to its mapping."""
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield path, entry
            yield from entries_in(entry.value, (*path, entry.key.text))
    elif isinstance(node, Sequence):
        for number, item in enumerate(node.items):
            yield from entries_in(item, (*path, number))


def scalars_in(node: Node) -> Iterator[Scalar]:
    """Yields all scalars at any depth, including keys, in the order of the file."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        for entry in node.entries:
            yield entry.key
            yield from scalars_in(entry.value)
    else:
        for item in node.items:
            yield from scalars_in(item)


def read(source: Source, bag: Bag) -> Node | None:
    """Reads the only document of a file; None, with the reason in the bag, if that fails.

    It may return a tree even after a report, such as a duplicate key (the first is kept), so check the
    bag before using the tree. A byte order mark at the beginning is skipped.
    """
    skipped = 1 if source.text.startswith("\ufeff") else 0
    text = source.text[skipped:]
    if not _acceptable(source, text, skipped, bag):
        return None
    builder = _Builder(source, skipped, bag)
    try:
        root = builder.build(text)
    except RulesetError:  # the bag is full
        return None
    if root is None:
        return None
    if isinstance(root, Scalar):
        if root.style == "empty":
            bag.error(
                "E103",
                "the file is empty",
                source.span(0),
                help="write something into it, or delete it",
            )
            return None
        found = _COLON_WITHOUT_SPACE.match(root.text)
        if found and root.style == "plain":
            bag.error(
                "E106",
                "this colon needs a space after it",
                root.locate(found.end() - 1, found.end()),
                "without a space this is one long word",
                help=add(
                    f"write `{shown(found[0])} …`",
                    " ",
                    root.locate(found.end() - 1, found.end()),
                    safe=True,
                ),
            )
            return None
    return root


def _acceptable(source: Source, text: str, skipped: int, bag: Bag) -> bool:
    """Checks what needs no parser; reports, and returns False if the parser need not be tried."""
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        report_too_large(source, bag)
        return False
    found = _FORBIDDEN.search(text)
    if found:
        place = source.span(found.start() + skipped, found.end() + skipped)
        _report_forbidden(found[0], place, bag)
        return False
    tab = _TAB.search(text)
    if tab:
        last = text.rindex("\t") + 1
        all_tabs = source.span(tab.start() + skipped, last + skipped)
        more = sum("\t" in line for line in text[tab.end() :].splitlines()[1:])
        bag.error(
            "E105",
            "unexpected tab character",
            source.span(tab.start() + skipped, tab.end() + skipped),
            "this is a tab",
            help=Help(
                "use spaces; most editors can turn all tabs into spaces",
                Change(text[tab.start() : last].replace("\t", "  "), all_tabs),
            ),
            notes=f"{more} more {'line has' if more == 1 else 'lines have'} tabs" if more else (),
        )
        return False
    directive = _DIRECTIVE.match(text)
    if directive:
        bag.error(
            "E120",
            "a line that begins with `%` is a YAML directive",
            source.span(directive.start(1) + skipped, directive.end(1) + skipped),
            help="remove the line",
        )
        return False
    return True


def report_too_large(source: Source, bag: Bag) -> None:
    """Reports a file that is too large, measured before or after it was read."""
    bag.error(
        "E801",
        "the file is larger than 1 MiB",
        source.span(0),
        help="split it into several files",
    )


def _report_forbidden(char: str, place: Span, bag: Bag) -> None:
    number = ord(char)
    if number in range(0x202A, 0x202F) or number in range(0x2066, 0x206A):
        what = "a character that changes the direction of the text around it"
    elif number in (0x85, 0x2028, 0x2029):
        what = "a line separator that not every editor shows as one"
    elif number == 0xFEFF:
        what = "a byte order mark in the middle of the text"
    elif 0xD800 <= number < 0xE000:
        what = "half of a character"
    else:
        what = "a control character"
    bag.error("E806", what, place, f"this is U+{number:04X}", help=remove("remove it"))


class _Mark(Protocol):
    """The common part of both parsers' marks."""

    @property
    def index(self) -> int: ...


@dataclass(slots=True)
class _Frame:
    """A list or mapping that is not yet complete."""

    is_mapping: bool
    start: int
    flow: bool
    items: list[Node] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    # The first place of each key.
    seen: dict[str, Scalar] = field(default_factory=dict)
    # The key whose value comes next; None if the key was refused, and its value is dropped.
    key: Scalar | None = None
    value_is_next: bool = False
    # Part of something refused as a key, so mistakes inside follow from that.
    in_key: bool = False
    # The end of the last thing inside.
    end: int = 0


def _is_empty(node: Node) -> bool:
    return isinstance(node, Scalar) and node.style == "empty"


def _is_plain(node: Node) -> TypeGuard[Scalar]:
    return isinstance(node, Scalar) and node.style == "plain"


def _events(text: str) -> Iterator[yaml.Event]:
    """Yields the parser's events; raises a `MarkedYAMLError` for anything it cannot read."""
    try:
        yield from yaml.parse(text, Loader=_Loader)
    except (ValueError, OverflowError) as fault:
        # The parser in Python turns the number in an escape into a character without checking it.
        found = _TOO_LARGE_ESCAPE.search(text)
        where = found.start() if found else 0
        mark = yaml.Mark("", where, 0, where, None, 0)
        raise yaml.MarkedYAMLError(problem="escape out of range", problem_mark=mark) from fault


class _Builder:
    """Makes the tree of one text from the parser's events."""

    def __init__(self, source: Source, skipped: int, bag: Bag) -> None:
        self.source = source
        self.skipped = skipped
        self.bag = bag
        self.stack: list[_Frame] = []
        self.root: Node | None = None
        self.last: Scalar | None = None
        self.nodes = 0
        self.documents = 0
        self.usable = True

    def build(self, text: str) -> Node | None:
        """Returns the tree, or None if nothing usable is left; an empty file is an empty scalar."""
        try:
            for event in _events(text):
                if not self.take(event):
                    return None
        except yaml.MarkedYAMLError as fault:
            self.report(text, fault)
            return None
        if not self.usable:
            return None
        return self.root or Scalar("", self.source.span(0), "empty")

    def take(self, event: yaml.Event) -> bool:
        """Adds an event; returns False if reading on is useless."""
        if isinstance(event, yaml.ScalarEvent):
            self.refuse_extras(event)
            self.attach(self.scalar(event))
            return self.count(event)
        if isinstance(event, yaml.CollectionStartEvent):
            self.refuse_extras(event)
            return self.open(event)
        if isinstance(event, yaml.CollectionEndEvent):
            self.close(event)
        elif isinstance(event, yaml.AliasEvent):
            span = self.span(event)
            self.bag.error(
                "E116",
                f"`{shown(span.text)}` is a YAML alias",
                span,
                help="write the value out, or put a text that begins with `*` in quotes",
            )
            self.attach(Scalar("", span, "empty"))
            return self.count(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self.bag.error(
                    "E119",
                    "a second document begins here",
                    self.span(event),
                    help="remove this line, or move what follows to a file of its own",
                )
                return False
        return True

    def count(self, event: yaml.Event) -> bool:
        self.nodes += 1
        if self.nodes <= MAX_NODES:
            return True
        self.bag.error(
            "E803",
            f"the file has more than {MAX_NODES:,} values",
            self.source.span(self.offset(event.start_mark)),
            help="split it into several files",
        )
        return False

    def refuse_extras(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        """Refuses anchors and tags, which change the meaning of a value unnoticed."""
        if event.anchor is None and event.tag is None:
            return
        start = self.offset(event.start_mark)
        while (found := _PROPERTIES.match(self.source.text, start)) and found[1]:
            span = self.source.span(found.start(1), found.end(1))
            if found[1].startswith("&"):
                self.bag.error(
                    "E116",
                    f"`{shown(found[1])}` is a YAML anchor",
                    span,
                    help="remove it, or put a text that begins with `&` in quotes",
                )
            else:
                self.bag.error(
                    "E117",
                    f"`{shown(found[1])}` is a YAML tag",
                    span,
                    help="remove it, or put a text that begins with `!` in quotes",
                )
            start = found.end()

    def scalar(self, event: yaml.ScalarEvent) -> Scalar:
        start, end = self.offset(event.start_mark), self.offset(event.end_mark)
        text: str = event.value
        style = _STYLES.get(event.style or "", "plain")
        if style == "plain":
            if text == "" or event.anchor is not None or event.tag is not None:
                start = self.after_properties(event, start)
            if text == "":
                # In brackets, one parser gives the place before the spaces, the other the place after them.
                while self.source.text[start - 1 : start].isspace():
                    start -= 1
                return Scalar(text, Span(self.source, start, start), "empty")
        elif style in ("literal", "folded"):
            start = self.after_properties(event, start)
            end = start + len(self.source.text[start:end].rstrip())
        elif event.anchor is not None or event.tag is not None:
            start = self.after_properties(event, start)
        scalar = Scalar(text, Span(self.source, start, end), style)
        if len(text) > MAX_SCALAR:
            self.bag.error(
                "E804",
                f"this text is too long: {len(text):,} characters",
                self.source.span(start, start + 1),
                f"at most {MAX_SCALAR:,} are allowed",
                help="split it up",
            )
            self.usable = False
        if style == "double":
            found = _FORBIDDEN_BY_ESCAPE.search(text)
            if found:
                _report_forbidden(found[0], scalar.locate(*found.span()), self.bag)
        self.last = scalar
        return scalar

    def after_properties(self, event: yaml.ScalarEvent, start: int) -> int:
        """Returns where the value begins after its anchor and tag, which the event includes."""
        if event.anchor is None and event.tag is None:
            return start
        while (found := _PROPERTIES.match(self.source.text, start)) and found[1]:
            start = found.end()
        return start

    def open(self, event: yaml.CollectionStartEvent) -> bool:
        start = self.offset(event.start_mark)
        if len(self.stack) >= MAX_DEPTH:
            self.bag.error(
                "E802",
                f"lists and mappings are nested more than {MAX_DEPTH} deep",
                self.source.span(start, start + 1),
                help="give the inner parts names and refer to them",
            )
            return False
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        above = self.stack[-1] if self.stack else None
        in_key = above is not None and (
            above.in_key or (above.is_mapping and not above.value_is_next)
        )
        self.stack.append(
            _Frame(is_mapping, start, bool(event.flow_style), in_key=in_key, end=start)
        )
        return self.count(event)

    def close(self, event: yaml.CollectionEndEvent) -> None:
        frame = self.stack.pop()
        # The parser ends a block where the next thing begins; for people it ends with its last value.
        end = self.offset(event.end_mark) if frame.flow else frame.end
        span = Span(self.source, frame.start, end)
        if frame.flow:
            self.join_cut_texts(frame)
        if frame.is_mapping:
            self.attach(Mapping(tuple(frame.entries), span))
        else:
            self.attach(Sequence(tuple(frame.items), span))

    def join_cut_texts(self, frame: _Frame) -> None:
        """Reports texts that commas have cut, and continues with the whole texts, without further reports."""
        # In a mapping, what was cut off is a key without a value.
        entries = frame.entries
        parts = [e.key if _is_empty(e.value) else e.value for e in entries] or frame.items
        plain = [part.text if _is_plain(part) else None for part in parts]
        for first, last in reversed(list(cuts(plain))):
            begin, end = parts[first].span, parts[last].span
            span = Span(self.source, begin.start, end.end)
            whole = Scalar(" ".join(span.text.split()), span)
            if frame.is_mapping:
                key = entries[first].key
                report_cut(self.bag, begin, span, key.text)
                entries[first : last + 1] = [Entry(key, whole)]
            else:
                report_cut(self.bag, begin, span, None)
                frame.items[first : last + 1] = [whole]

    def attach(self, node: Node) -> None:
        """Adds a complete node to its parent."""
        if not self.stack:
            self.root = node
            return
        frame = self.stack[-1]
        frame.end = max(frame.end, node.span.end)
        if not frame.is_mapping:
            frame.items.append(node)
        elif not frame.value_is_next:
            frame.key = self.accepted_key(frame, node)
            frame.value_is_next = True
        else:
            if frame.key is not None:
                frame.entries.append(Entry(frame.key, node))
            frame.value_is_next = False

    def accepted_key(self, frame: _Frame, node: Node) -> Scalar | None:
        if not isinstance(node, Scalar) or node.style == "empty":
            if frame.in_key:
                return None
            what = "nothing" if isinstance(node, Scalar) else "a list"
            what = "a mapping" if isinstance(node, Mapping) else what
            self.bag.error(
                "E115",
                f"expected a key, found {what}",
                node.span,
                help="write a name before the colon; put a text that begins with a bracket in quotes",
            )
            return None
        if node.text == "<<" and node.style == "plain":
            self.bag.error(
                "E118", "`<<` is a YAML merge key", node.span, help="write the entries out"
            )
            return None
        first = frame.seen.setdefault(node.text, node)
        if first is not node:
            self.bag.error(
                "E114",
                f"the key `{shown(node.text)}` occurs twice",
                node.span,
                "again here",
                others=(Label(first.span, "first here"),),
                help="remove one of them, or join their contents",
            )
            return None
        return node

    def report(self, text: str, fault: yaml.MarkedYAMLError) -> None:
        """Reports, in an author's words, what the parser did not understand."""
        mark = fault.problem_mark or fault.context_mark
        opened = next((frame for frame in reversed(self.stack) if frame.flow), None)
        last = self.last
        self.bag.report(
            explain(
                Context(
                    text=text,
                    problem=fault.problem or "",
                    where=mark.index if mark else len(text),
                    context=fault.context or "",
                    since=fault.context_mark.index if fault.context_mark else None,
                    opened=None if opened is None else opened.start - self.skipped,
                    last=None
                    if last is None
                    else (last.span.start - self.skipped, last.span.end - self.skipped),
                    source=self.source,
                    skipped=self.skipped,
                )
            )
        )

    def span(self, event: yaml.Event) -> Span:
        return Span(self.source, self.offset(event.start_mark), self.offset(event.end_mark))

    def offset(self, mark: _Mark | None) -> int:
        assert mark is not None, "the parser marks every event"
        return mark.index + self.skipped
