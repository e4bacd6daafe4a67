"""Messages about the shape of a rule file: unknown keys, wrong values, missing parts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from boardwright.dsl.language.syntax import Name
from boardwright.dsl.language.words import HOOK_WORDS
from boardwright.dsl.source.diagnostics import Bag, Label, listed, shown
from boardwright.dsl.source.fixes import Change, Help, with_key, write
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import did_you_mean, plain_letters, suggest_help
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar
from boardwright.dsl.source.yaml_tree import Sequence as ListNode

if TYPE_CHECKING:  # shapes report what they cannot read
    from boardwright.dsl.declare.shapes import Record

_LONGEST_SHOWN = 40
_MOST_LISTED = 12

_OTHER_WORDS = {
    ("phase", "start"): "first",
    ("phase", "starts"): "first",
    ("phase", "begins"): "first",
}
"""What may be written for a key of a record, and what it is called there."""


def quoted(text: str) -> str:
    """The text in backticks, cut when it is long."""
    line = text.strip().split("\n", 1)[0]
    cut = line if len(line) <= _LONGEST_SHOWN else line[:_LONGEST_SHOWN] + "…"
    return f"`{shown(cut)}`"


def first_line(node: Node) -> Span:
    """Where a node begins: its bar, its first key or item, or the first line of a text."""
    match node:
        case Mapping(entries=(first, *_)):
            return first.key.span
        case ListNode(items=(first, *_)) if isinstance(first, Scalar):
            return first_line(first)
        case _:
            pass  # a text, or nothing in it
    span = node.span
    text = span.text
    end = len(text.split("\n", 1)[0].rstrip("\r")) or len(text)
    return Span(span.source, span.start, span.start + end)


def unknown_key(
    bag: Bag,
    key: Scalar,
    record: Record,
    called: str,
    names: Sequence[str],
    own: Sequence[str],
    homes: Sequence[Record],
    inside: str = "",
) -> None:
    """A key that is never read; says which was meant, or where it belongs. `own` are those of its kind,
    `homes` the records that have it, and `inside` the way to write it in another of them.
    """
    name = key.text
    candidates = (*names, *own)
    meant = _OTHER_WORDS.get((record.name, name))
    help = suggest_help(name, candidates) or _misspelt_hook(name, record)
    homes = [home for home in homes if home.name != record.name]
    if meant is not None:
        help = (write(meant),)
    elif homes:
        places = dict.fromkeys(home.called for home in homes)
        help = (f"`{name}` belongs to {_either(list(places)[:3])}", *help)
        help = (*help, inside) if inside else help
    if not help and own:
        help = (f"{called} has {listed(own, 'and')} of its own",)
    elif not help and 0 < len(candidates) <= _MOST_LISTED:
        help = (f"write {listed(candidates)}",)
    bag.error("E201", f"{called} has no {quoted(name)}", key.span, "unknown key", help=help)


def _either(words: list[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def _misspelt_hook(name: str, record: Record) -> tuple[str, ...]:
    first, _, rest = name.partition(" ")
    if not rest or "hooks" not in record.open:
        return ()
    for word in did_you_mean(first, ("before", "after", "instead")):
        fits = word != "instead" or rest.startswith("of ")
        return (_meant(f"{word} {rest}" if fits else f"{word} of {rest}"),)
    if first == "instead":
        return (_meant(f"instead of {rest}"),)
    if first in ("when", "on", "if"):
        return (f"what happens at a rule begins with {listed(HOOK_WORDS)}",)
    return ()


def _meant(text: str) -> Help:
    return Help(f"did you mean {quoted(text)}?", Change(text))


def unknown_name(bag: Bag, name: Scalar, what: str, candidates: Collection[str]) -> None:
    """A key that should be one of the names that the ruleset declares."""
    help = suggest_help(name.text, candidates)
    if not help and 0 < len(candidates) <= _MOST_LISTED:
        help = (f"there is {listed(candidates, 'and')}",)
    bag.error("E201", f"{quoted(name.text)} is not {what}", name.span, help=help)


def missing_key(bag: Bag, owner: Span, record: Record, name: str) -> None:
    """A key without which the rest means nothing."""
    key = record.key(name)
    told = key.told if key else ""
    told = told[:1].lower() + told[1:].rstrip(".")
    bag.error(
        "E202",
        f"{record.called} needs `{name}`",
        owner,
        f"`{name}` is missing here",
        help=Help(f"write `{name}:` ({told})", *with_key(owner, name)) if told else (),
    )


def wrong_shape(bag: Bag, node: Node, due: str, help: str | tuple[str, ...] = ()) -> None:
    """`due` with its article: `a list`."""
    if isinstance(node, Scalar) and node.style == "empty":
        bag.error("E203", f"expected {due}, found nothing", node.span, help=help)
        return
    bag.error("E203", f"expected {due}, found {what_it_is(node)}", first_line(node), help=help)


def what_it_is(node: Node) -> str:
    """A node in words."""
    match node:
        case Mapping():
            return "a mapping of keys to values" if node.entries else "an empty mapping"
        case ListNode():
            return f"a list of {len(node.items)}" if node.items else "an empty list"
        case Scalar():
            return "a text of several lines" if "\n" in node.text.strip() else quoted(node.text)


def _cut_by_comma(key: Span) -> bool:
    """Whether this stands between commas in `{}`, where a key and its value should: the rest of a text."""
    text = key.source.text
    if not text[: key.start].rstrip().endswith(",") or text[key.end :].lstrip()[:1] not in (
        ",",
        "}",
    ):
        return False
    depth = 0
    for char in reversed(text[: key.start]):
        depth += (char in "]}") - (char in "[{")
        if depth < 0:
            return char == "{"
    return False


_COMMA = "inside `{}` a comma ends a text; put the text in quotes"


def bad_id(bag: Bag, name: Scalar) -> None:
    """A name that is not made of small letters, digits and `_`."""
    text = name.text
    proposal = re.sub(r"[^a-z0-9]+", "_", plain_letters(text.strip())).strip("_")
    help = "a name is made of small letters, digits and `_`, and begins with a letter"
    if len(text) > 64:
        help = "a name has at most 64 letters"
    elif _cut_by_comma(name.span):
        help = _COMMA
    elif re.fullmatch(r"[a-z][a-z0-9_]*", proposal):
        help = write(proposal, ": small letters, digits and `_`")
    bag.error("E204", f"{quoted(text)} is not a name", name.span, help=help)


def bad_value(bag: Bag, value: Scalar, due: str, help: str | tuple[str, ...] = ()) -> None:
    """A text that cannot be read as expected: `due` is `a whole number`."""
    if value.style == "empty":
        wrong_shape(bag, value, due, help)
        return
    bag.error("E205", f"{quoted(value.text)} is not {due}", first_line(value), help=help)


def conflicting_keys(bag: Bag, second: Span, message: str, first: Span | None, help: str) -> None:
    """Two keys of which only one can stand."""
    others = () if first is None else (Label(first, "the other is here"),)
    bag.error("E206", message, second, others=others, help=help)


def reserved_name(bag: Bag, name: Scalar, why: str) -> None:
    """A name that could never be used."""
    bag.error(
        "E207",
        f"{quoted(name.text)} cannot be a name here: it is {why}",
        name.span,
        help="choose another name",
    )


def reserved_plural(bag: Bag, name: Name, plural: str, has_key: bool) -> None:
    """A name whose plural could never be used."""
    way = f"add `plural: ...`, or choose another name than {quoted(name.id)}"
    bag.error(
        "E207",
        f"{quoted(name.id)} cannot be a name here: its plural `{plural}` is a word of the language",
        name.span,
        help=way if has_key else "choose another name",
    )


_PLAIN_EFFECT = re.compile(r"\w[\w ()<>=+*/.-]*")
"""A line of an effect that needs no quotes, wherever it stands."""


def effect_without_bar(bag: Bag, node: Node) -> None:
    """The one message for everything that YAML makes of an effect whose `|` is missing."""
    span = first_line(node)
    if isinstance(node, Scalar) and node.style == "folded":
        span = Span(span.source, span.start, span.start + 1)
    help = "write `|` after the colon of its key, and the statements on the lines below it"
    if span.text == ">":
        help = Help(help, Change("|"), is_safe=True)
    elif isinstance(node, Scalar) and node.style == "plain":
        help = Help(help, *_bar_before(node.span))
    elif isinstance(node, Scalar) and _PLAIN_EFFECT.fullmatch(node.text):
        help = Help("remove the quotes", Change(node.text, span), is_safe=True)
    bag.error("E208", "an effect starts with `|`", span, help=help)


def _bar_before(text: Span) -> Iterator[Change]:
    """The bar that is missing before a text of several lines, after the colon of its key."""
    before = text.source.text[: text.start].rstrip(" \r\n")
    gap = Span(text.source, len(before), text.start)
    if not before.endswith(":"):
        return
    if "\n" in gap.text:
        yield Change(" |", Span(text.source, len(before), len(before)))
        return
    row = text.source.line(text.end_row)
    indent = len(row) - len(row.lstrip(" "))
    yield Change(f" |\n{' ' * indent}", gap)


def declared_twice(bag: Bag, what: str, name: str, again: Span, first: Span) -> None:
    """One name for two things of the same sort."""
    bag.error(
        "E209",
        f"{what} called `{name}` is declared twice",
        again,
        "again here",
        others=(Label(first, "first here"),),
        help="give one of them another name, or remove it",
    )


def said_twice(bag: Bag, key: str, what: str, name: str, again: Span, first: Span) -> None:
    """Two declarations of one piece or space, which are put together, with the same key."""
    bag.error(
        "E209",
        f"the {what} `{name}` sets `{key}` twice",
        again,
        "again here",
        others=(Label(first, "first here"),),
        help="remove one of them, or give one of the two another id",
    )


def named_twice(bag: Bag, name: str, again: Span, first: Span) -> None:
    """A list that is a set, with one name twice."""
    bag.error(
        "E216",
        f"this list names `{name}` twice",
        again,
        "again here",
        others=(Label(first, "first here"),),
        help="remove it, or write the name that is meant",
    )


def no_manifest(bag: Bag, where: Span, key: str = "") -> None:
    """A folder in which no file says what it is a folder of; `key` may have been meant to."""
    bag.error(
        "E210",
        "no file names the game",
        where,
        help=(
            *suggest_help(key, ("game", "expansion")),
            "begin one file with `game:` and an id, or with `expansion:` and an id",
        ),
    )


def second_manifest(bag: Bag, again: Span, first: Span) -> None:
    """Two games or expansions in one folder."""
    bag.error(
        "E211",
        "a second manifest in the same ruleset",
        again,
        "again here",
        others=(Label(first, "first here"),),
        help="begin this file with `part:` and a name, or move it to a folder of its own",
    )


def unknown_file(
    bag: Bag, key: Scalar, known: Sequence[str], later: Scalar | None, missing: str | None
) -> None:
    """A file whose first key says nothing."""
    help: tuple[str, ...]
    if later is not None:
        help = (f"move the line of `{later.text}` to the top",)
    else:
        kinds = [word for word in known if word not in ("game", "expansion", "part", "scenario")]
        help = suggest_help(key.text, known)
        said = "it may be `game`, `expansion`, `part` or `scenario`"
        if kinds and len(kinds) <= _MOST_LISTED:
            said += f", or a kind of piece or space: {listed(kinds)}"
        help = (*help, said)
    notes = (
        ()
        if missing is None
        else (f"the kinds of `{missing}` are unknown, because it was not loaded",)
    )
    bag.error(
        "E212",
        f"unknown kind of file {quoted(key.text)}",
        key.span,
        "the first key of a file",
        help=help,
        notes=notes,
    )


def no_first_key(bag: Bag, node: Node) -> None:
    """A file that is a list or a text."""
    bag.error(
        "E212",
        f"a rule file begins with a key that says what it is, not with {what_it_is(node)}",
        first_line(node),
        help="the first key may be `game`, `expansion`, `part`, `scenario`, or a kind of piece or space",
    )


def unsupported_language(bag: Bag, value: Scalar, versions: Sequence[int]) -> None:
    """Rules in a later version than this program reads."""
    bag.error(
        "E213",
        f"unknown version {quoted(value.text)} of the language",
        value.span,
        help=f"write {listed(str(version) for version in versions)}, or use a newer boardwright",
    )


def other_game(bag: Bag, of: Span, expansion: str, wanted: str, base: str) -> None:
    """An expansion meets a game that it was not written for."""
    bag.error(
        "E220",
        f"the expansion `{expansion}` is for `{wanted}`, not for `{base}`",
        of,
        help=(*suggest_help(wanted, (base,)), f"play it with `{wanted}`"),
    )


def bad_head(bag: Bag, key: Span, what: str, extra: str, help: str) -> None:
    """A key such as `hit(token) when ...` where only a name and parameters may stand."""
    bag.error("E214", f"the name of {what} has no `{extra}`", key, help=help)


def unknown_language(bag: Bag, key: Scalar, languages: Sequence[str]) -> None:
    """A text in a language that the manifest does not list."""
    help = suggest_help(key.text, languages) or (
        _COMMA
        if _cut_by_comma(key.span)
        else f"the languages are {listed(languages, 'and')}; add another under `languages`",
    )
    bag.error("E215", f"this ruleset has no language {quoted(key.text)}", key.span, help=help)
