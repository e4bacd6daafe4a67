"""Writes where spaces are into a rule file: `look: {at: [x, y]}`. Everything else in the file stays, comments too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from boardwright.dsl.source import yaml_tree
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Entry, Node, Scalar, Sequence

Spot = tuple[int, int]
Spots = Mapping[tuple[str, str], Spot]
"""Positions by the kind and the id of a space."""

Edit = tuple[int, int, str]
"""From where to where in the text, and what is written there instead."""

_BOARD, _LOOK, _AT = "board", "look", "at"


class CannotPlaceError(ValueError):
    """The file is written in a way that this does not change. The text says where."""


def placed_text(text: str, spots: Spots) -> str:
    """The text of a file with these positions. Raises `CannotPlaceError` if it would not say just that."""
    root = _parsed(text)
    if not isinstance(root, yaml_tree.Mapping):
        raise CannotPlaceError("the file is not a mapping")
    edits = [edit for kind in _kinds(spots) for edit in _edits(text, root, kind, spots)]
    found = text
    for start, end, new in sorted(edits, reverse=True):
        found = found[:start] + new + found[end:]
    if _plain(_parsed(found)) != _wanted(_plain(root), spots):
        names = ", ".join(f"`{id}`" for _, id in spots)
        raise CannotPlaceError(f"write {names} as `{_look((50, 50))}` yourself")
    return found


def _kinds(spots: Spots) -> Iterator[str]:
    yield from dict.fromkeys(kind for kind, _ in spots)


def _parsed(text: str) -> Node | None:
    return yaml_tree.read(Source("", text), Bag())


def _edits(text: str, root: yaml_tree.Mapping, kind: str, spots: Spots) -> Iterator[Edit]:
    """The edits for the spaces of one kind."""
    own = {id: spot for (of, id), spot in spots.items() if of == kind}
    alone = root.get(kind)
    if isinstance(alone, Scalar) and alone.text in own:  # a space in a file of its own
        yield _in_mapping(text, root, own[alone.text])
        return
    board = root.get(_BOARD)
    listed = board.get(kind) if isinstance(board, yaml_tree.Mapping) else None
    match listed:
        case yaml_tree.Mapping():
            for entry in listed.entries:
                if entry.key.text in own:
                    yield _in_entry(text, entry, own[entry.key.text])
        case Sequence():
            yield from _in_list(text, listed, own)
        case Scalar() if listed.text in own:
            written = text[listed.span.start : listed.span.end]
            yield listed.span.start, listed.span.end, f"{{{_entry(written, own[listed.text])}}}"
        case _:
            pass


def _in_entry(text: str, entry: Entry, spot: Spot) -> Edit:
    """Into what is said about a space."""
    value = entry.value
    if isinstance(value, yaml_tree.Mapping):
        return _in_mapping(text, value, spot)
    return _after_colon(text, entry, _look(spot))


def _after_colon(text: str, entry: Entry, content: str) -> Edit:
    """The value of a key that has none."""
    colon = text.index(":", entry.key.span.end) + 1
    return colon, colon, f" {{{content}}}"


def _in_mapping(text: str, mapping: yaml_tree.Mapping, spot: Spot) -> Edit:
    """Into a mapping that may have a look, which may have a position."""
    entry = mapping.entry(_LOOK)
    if entry is None:
        return _added(text, mapping, _look(spot))
    look = entry.value
    if not isinstance(look, yaml_tree.Mapping):
        return _after_colon(text, entry, _at(spot))
    at = look.get(_AT)
    if at is None:
        return _added(text, look, _at(spot))
    return at.span.start, at.span.end, _numbers(spot)


def _added(text: str, mapping: yaml_tree.Mapping, entry: str) -> Edit:
    """One more entry: the last in braces, else the first, on a line of its own."""
    start = mapping.span.start
    if text[start : start + 1] == "{":
        if not mapping.entries:
            return start + 1, start + 1, entry
        end = mapping.entries[-1].value.span.end
        return end, end, f", {entry}"
    line = text.rfind("\n", 0, start) + 1
    end_of_line = "\r\n" if "\r\n" in text else "\n"
    return start, start, f"{entry}{end_of_line}{text[line:start]}"


def _in_list(text: str, listed: Sequence, own: Mapping[str, Spot]) -> Iterator[Edit]:
    """A list of ids becomes a mapping; in lines, its dashes become spaces."""
    in_brackets = text[listed.span.start : listed.span.start + 1] == "["
    if in_brackets:
        yield listed.span.start, listed.span.start + 1, "{"
        yield listed.span.end - 1, listed.span.end, "}"
    for item in listed.items:
        if not isinstance(item, Scalar):
            continue
        start, end = item.span.start, item.span.end
        if not in_brackets:
            dash = text.rindex("-", 0, start)
            yield dash, start, "  "
        yield start, end, _entry(text[start:end], own.get(item.text))


def _entry(id: str, spot: Spot | None) -> str:
    return f"{id}: {{{'' if spot is None else _look(spot)}}}"


def _look(spot: Spot) -> str:
    return f"{_LOOK}: {{{_at(spot)}}}"


def _at(spot: Spot) -> str:
    return f"{_AT}: {_numbers(spot)}"


def _numbers(spot: Spot) -> str:
    return f"[{spot[0]}, {spot[1]}]"


# ---- what the file says


def _plain(node: Node | None) -> Any:
    match node:
        case yaml_tree.Mapping():
            return {entry.key.text: _plain(entry.value) for entry in node.entries}
        case Sequence():
            return [_plain(item) for item in node.items]
        case Scalar():
            return node.text
        case None:
            return None


def _wanted(plain: Any, spots: Spots) -> Any:
    """What the file is to say."""
    for (kind, id), spot in spots.items():
        if isinstance(plain.get(kind), str) and plain[kind] == id:
            of = plain
        else:
            board = plain.get(_BOARD)
            listed = board.get(kind) if isinstance(board, dict) else None
            if isinstance(listed, str):
                listed = [listed]
            if isinstance(listed, list):
                listed = {each: {} for each in listed if isinstance(each, str)}
                board[kind] = listed
            if not isinstance(listed, dict) or id not in listed:
                raise CannotPlaceError(f"the file does not declare `{id}`")
            of = listed[id] = listed[id] or {}
        look = of.get("look") if isinstance(of, dict) else None
        if not isinstance(of, dict) or not isinstance(look or {}, dict):
            raise CannotPlaceError(f"the file does not say what `{id}` is")
        of["look"] = {**(look or {}), "at": [str(number) for number in spot]}
    return plain


__all__ = ["CannotPlaceError", "Spots", "placed_text"]
