"""Documents to declarations: what each file of a ruleset says there is.

Two passes, since the first key of a card's file is the name of a kind: first what kind of ruleset this is and which
kinds of pieces and spaces it has, then everything else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.course import OutcomeDecl
from boardwright.dsl.declare.declarations import (
    TEXT,
    Fragment,
    Gathered,
    Ruleset,
    SwitchDecl,
    taken_names,
    text_clashes,
)
from boardwright.dsl.declare.early_limits import few_enough
from boardwright.dsl.declare.file_order import in_canonical_order
from boardwright.dsl.declare.pieces import put_together, read_file
from boardwright.dsl.declare.reader import Fields, KindKeys, Reader, Whose
from boardwright.dsl.declare.reserved_words import forget_what_follows, refuse_plurals
from boardwright.dsl.declare.sections import (
    FILES,
    LANGUAGE_VERSIONS,
    ExpansionFile,
    GameFile,
    LimitsDecl,
    Named,
    PartFile,
    Unnamed,
)
from boardwright.dsl.declare.spaces import SpaceDecl
from boardwright.dsl.declare.things import KindDecl
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.source.diagnostics import Bag, Label
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.suggest import did_you_mean
from boardwright.dsl.source.yaml_tree import Mapping as MappingNode
from boardwright.dsl.source.yaml_tree import Node, Scalar, scalars_in

Document = tuple[Source, Node]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What must be known of a ruleset before it can be declared: an expansion needs its game."""

    id: str
    of: str | None
    after: tuple[str, ...]
    knows: tuple[str, ...] = ()


# Only comments before it; every part keeps what it took.
_SCENARIO = re.compile(r"(?:[ ]*+(?:#[^\r\n]*+)?(?>\r\n|\r|\n))*+scenario *:")


def begins_scenario(text: str) -> bool:
    """Whether a text looks like a scenario, by its first key alone."""
    return _SCENARIO.match(text) is not None


def split_scenarios(
    documents: Sequence[Document],
) -> tuple[tuple[Document, ...], tuple[Document, ...]]:
    """The files that hold rules, and those that hold scenarios."""
    scenarios = tuple(each for each in documents if _first_key(each[1]) == "scenario")
    return tuple(each for each in documents if _first_key(each[1]) != "scenario"), scenarios


def manifest_of(documents: Sequence[Document]) -> Manifest | None:
    """A glance at the manifest, without a word about what is wrong with it."""
    for _, node in documents:
        if isinstance(node, MappingNode) and _first_key(node) in ("game", "expansion"):
            quiet = Reader(Bag())
            id, of = node.entries[0].value, node.get("of")
            if isinstance(id, Scalar):
                return Manifest(
                    id=id.text,
                    of=of.text if isinstance(of, Scalar) else None,
                    after=_named_under(quiet, node, "after"),
                    knows=_named_under(quiet, node, "knows"),
                )
    return None


def _named_under(reader: Reader, node: MappingNode, key: str) -> tuple[str, ...]:
    names = node.get(key)
    return () if names is None else tuple(name.id for name in reader.names(names))


def declare(
    documents: Sequence[Document],
    bag: Bag,
    known: Sequence[Ruleset] = (),
    beside: Collection[str] = (),
) -> Ruleset | None:
    """The ruleset that these files declare, or None when not even its manifest can be read.

    `known` are the game that an expansion changes and the expansions before it: their kinds may head files here. `beside`
    are all expansions that take part: a file that is only meant to be `with` others is left out where these are missing.
    After errors a ruleset is returned all the same, without what is broken; `bag.failed` tells.
    Declarations are in canonical order: see `file_order.py`.
    """
    documents = in_canonical_order(split_scenarios(documents)[0])
    manifest = _manifest(documents, bag)
    if manifest is None:
        return None
    root = manifest[1]
    assert isinstance(root, MappingNode)
    if not _supported(root, bag) or not few_enough([node for _, node in documents], bag):
        return None
    reader = _reader(root, known, bag)
    ruleset, fields = _read_manifest(reader, root)
    if known and ruleset.of is not None and ruleset.of.id != known[0].id:
        # The kinds that its files speak of are those of another game: nothing more is to be said.
        shape_errors.other_game(bag, ruleset.of.span, ruleset.id, ruleset.of.id, known[0].id)
        return None
    is_game = root.entries[0].key.text == "game"

    # First pass: sections as they stand, and the kinds among them.
    reader = replace(reader, whose=Whose(origin=ruleset.id, is_game=is_game))
    expected = {name.id for name in (*ruleset.knows, *ruleset.comes_after)}
    present = {*beside, *(each.id for each in known)}
    documents = [each for each in documents if _counts(each[1], present, expected, reader)]
    opened, cards = _opened(root, fields, documents, reader)
    gathered, replacing = Gathered(), Gathered()
    conditional = {names: (Gathered(), Gathered()) for _, names in opened if names}
    whose = replace(reader.whose, replacing=True)
    parts: list[tuple[Fields, Whose, Gathered]] = []
    for part, names in opened:
        added, instead = conditional.get(names, (gathered, replacing))
        parts.append((part, reader.whose, added))
        parts += [(each, whose, instead) for each in _replaced([part], reader)]
    kinds = [_kinds_in(part, replace(reader, whose=of)) for part, of, _ in parts]

    # Second pass.
    reader = replace(
        reader,
        kinds=_keys_of([*(each.kinds for each in known), *(of_pieces for of_pieces, _ in kinds)]),
        spaces=_keys_of([*(each.spaces for each in known), *(of_spaces for _, of_spaces in kinds)]),
    )
    for (part, of, into), (of_pieces, of_spaces) in zip(parts, kinds, strict=True):
        who = replace(reader, whose=of)
        named = who.keys(Named, part, {"kinds": of_pieces, "spaces": of_spaces})
        unnamed = who.keys(Unnamed, part)
        assert named is not None and unnamed is not None, "none of their keys is required"
        into.add(named)
        into.add(unnamed)
    own_files = len(gathered.lists["definitions"])
    for card in cards:
        key = card.entries[0].key
        if key.text in reader.kinds or key.text in reader.spaces:
            definition = read_file(reader, card)
            if definition is not None:
                gathered.add_definition(definition)
        else:
            missing = ruleset.of.id if ruleset.of and not known else None
            _unknown_file(bag, card, (*FILES, *reader.kinds, *reader.spaces), missing)

    sources = frozenset(source for source, _ in documents)
    found = _whole(gathered, replace(ruleset, sources=sources), own_files, bag)
    empty = Ruleset(id=ruleset.id, span=ruleset.span, of=ruleset.of, languages=ruleset.languages)

    def read(gathered: Gathered) -> Ruleset | None:
        if gathered.is_empty():
            return None
        return _whole(gathered, empty, len(gathered.lists["definitions"]), bag)

    fragments = tuple(
        Fragment(beside=names, declared=read(more) or empty, replacing=read(less))
        for names, (more, less) in conditional.items()
    )
    if fragments and not bag.failed:
        whole = found
        for each in fragments:
            whole = whole.joined(each.declared)
        _refuse_doubles(whole, [], bag)
    refuse_plurals(reader)
    forget_what_follows(bag, reader.refused, ("E3",))
    return replace(found, replacing=read(replacing), fragments=fragments)


def _counts(node: Node, present: set[str], expected: set[str], reader: Reader) -> bool:
    """Whether a file is to be read: a part may be meant only for tables with other expansions."""
    if not isinstance(node, MappingNode) or _first_key(node) != "part":
        return True
    written = node.get("with")
    if written is None:
        return True
    if reader.whose.is_game:
        message = "parts of a game have no `with`"
        help = "put this part into an expansion that knows the other one"
        shape_errors.conflicting_keys(reader.bag, written.span, message, None, help)
        return False
    names = [each for each in scalars_in(written) if each.text not in expected]
    for name in names:
        what = "an expansion that the manifest names under `knows` or `after`"
        shape_errors.unknown_name(reader.bag, name, what, sorted(expected))
    quiet = Reader(Bag())
    return not names and {name.id for name in quiet.names(written)} <= present


def _opened(
    root: MappingNode,
    manifest: Fields,
    documents: Sequence[Document],
    reader: Reader,
) -> tuple[list[tuple[Fields, frozenset[str]]], list[MappingNode]]:
    """The files that hold sections, each with the expansions beside which it counts, and those of single pieces and spaces."""
    opened = [(manifest, frozenset[str]())]
    cards, names = list[MappingNode](), dict[str, Span]()
    for _, node in documents:
        if node is root:
            continue
        if not isinstance(node, MappingNode) or not node.entries:
            shape_errors.no_first_key(reader.bag, node)
            continue
        first = node.entries[0].key
        if first.text == "part":
            part = reader.fields(node, "part", first.span)
            if part is not None:
                said = reader.keys(PartFile, part)
                _note_part(None if said is None else said.named, names, reader.bag)
                beside = () if said is None else said.beside
                opened.append((part, frozenset(name.id for name in beside)))
        elif first.text in ("game", "expansion"):
            shape_errors.second_manifest(reader.bag, first.span, root.entries[0].key.span)
        else:
            cards.append(node)
    return opened, cards


def _whole(gathered: Gathered, ruleset: Ruleset, own_files: int, bag: Bag) -> Ruleset:
    """The ruleset with all that was found, each of it once."""
    ruleset = gathered.into(ruleset)
    definitions = put_together(ruleset.definitions, own_files, bag)
    ruleset = replace(ruleset, definitions=definitions)
    _refuse_doubles(ruleset, gathered.outcomes, bag)
    return ruleset


def _first_key(node: Node) -> str | None:
    return node.entries[0].key.text if isinstance(node, MappingNode) and node.entries else None


def _manifest(documents: Sequence[Document], bag: Bag) -> Document | None:
    for document in documents:
        if _first_key(document[1]) in ("game", "expansion"):
            return document
    if documents and not bag.failed:  # else it may be in a file that cannot be read
        firsts = [key for _, node in documents if (key := _first_key(node))]
        near = next((key for key in firsts if did_you_mean(key, ("game", "expansion"))), None)
        nodes = [node for _, node in documents if near in (None, _first_key(node))]
        shape_errors.no_manifest(bag, shape_errors.first_line(nodes[0]), near or "")
    return None


def _supported(root: MappingNode, bag: Bag) -> bool:
    """Rules in another version of the language are not looked at: all that could be said would mislead."""
    version = root.get("language")
    if not isinstance(version, Scalar) or not version.text.isdigit():
        return True
    if version.text in (str(each) for each in LANGUAGE_VERSIONS):
        return True
    shape_errors.unsupported_language(bag, version, LANGUAGE_VERSIONS)
    return False


def _reader(root: MappingNode, known: Sequence[Ruleset], bag: Bag) -> Reader:
    """The languages of an expansion are those of its game, and its own."""
    written = root.get("languages")
    inherited = known[0].languages if known else ()
    own: tuple[str, ...] = ()
    if written is not None:
        own = tuple(name.id for name in Reader(Bag()).names(written))
    languages = tuple(dict.fromkeys((*own, *inherited)))
    if root.entries[0].key.text == "game":
        languages = languages or ("en",)
    return Reader(bag, languages[0] if languages else "en", languages)


def _read_manifest(reader: Reader, root: MappingNode) -> tuple[Ruleset, Fields]:
    first = root.entries[0].key
    fields = reader.fields(root, first.text, first.span)
    assert fields is not None
    said: GameFile | ExpansionFile | None
    if first.text == "game":
        said = reader.keys(GameFile, fields)
    else:
        said = reader.keys(ExpansionFile, fields)
    assert said is not None, "each of its keys has a default"
    ruleset = Ruleset(
        id=said.named.id if said.named else "unnamed",
        span=first.span,
        texts=said.texts,
        about=said.about,
        languages=reader.languages or (reader.language,),
        looks=() if said.look is None or said.named is None else ((said.named.id, said.look),),
        knows=said.knows,
    )
    if isinstance(said, GameFile):
        limits = said.limits or LimitsDecl()
        ruleset = replace(
            ruleset,
            players=said.players or ruleset.players,
            seat_names=tuple(name.id for name in said.seats),
            most_decisions=limits.decisions or ruleset.most_decisions,
        )
    else:
        of = said.of or Name(id="unnamed", span=first.span)
        ruleset = replace(ruleset, of=of, comes_after=said.after)
        if said.in_play is not None:
            switch = SwitchDecl(expansion=ruleset.id, condition=said.in_play)
            ruleset = replace(ruleset, switches=(switch,))
    return ruleset, fields


def _note_part(name: Name | None, parts: dict[str, Span], bag: Bag) -> None:
    """Refuses a second part of the same name: the order of parts is that of their names."""
    if name is None:
        return
    if name.id in parts:
        shape_errors.declared_twice(bag, "a part", name.id, name.span, parts[name.id])
    parts.setdefault(name.id, name.span)


def _replaced(parts: Sequence[Fields], reader: Reader) -> list[Fields]:
    """What stands under `replace` as sections of their own."""
    found: list[Fields] = []
    for part in parts:
        entry = part.entries.get("replace")
        if entry is None:
            continue
        if reader.whose.is_game:
            message = "a game does not replace its own declarations"
            help = "only expansions replace; change the declaration itself"
            shape_errors.conflicting_keys(reader.bag, entry.key.span, message, None, help)
            continue
        fields = reader.fields(entry.value, "replace", entry.key.span)
        found += [] if fields is None else [fields]
    return found


def _kinds_in(part: Fields, reader: Reader) -> tuple[tuple[KindDecl, ...], tuple[SpaceDecl, ...]]:
    kinds = part.read("kinds", lambda node: reader.records(KindDecl, node))
    spaces = part.read("spaces", lambda node: reader.records(SpaceDecl, node))
    return kinds or (), spaces or ()


def _keys_of(kinds: Iterable[Iterable[KindDecl | SpaceDecl]]) -> KindKeys:
    """The keys that files of these kinds have; of kinds that are declared again, the last counts."""
    return {
        kind.id: (
            frozenset(attribute.name.id for attribute in kind.attributes),
            frozenset(slot.name.id for slot in kind.effects),
        )
        for each in kinds
        for kind in each
    }


def _unknown_file(bag: Bag, card: MappingNode, known: Sequence[str], missing: str | None) -> None:
    later = next((entry.key for entry in card.entries[1:] if entry.key.text in known), None)
    # A key such as `values` or `name` also stands in cards: only a kind heads a file.
    shape_errors.unknown_file(bag, card.entries[0].key, known, later, missing)


def _refuse_doubles(ruleset: Ruleset, outcomes: Sequence[OutcomeDecl], bag: Bag) -> None:
    first: dict[tuple[str, tuple[str, ...], str], Span] = {}
    for taken in taken_names(ruleset):
        key = (taken.what, taken.within, taken.name)
        if key in first and taken.what != TEXT:
            shape_errors.declared_twice(bag, taken.what, taken.name, taken.span, first[key])
        first.setdefault(key, taken.span)
    for word, other in text_clashes(ruleset.word_decls):
        shape_errors.declared_twice(bag, TEXT, word.id, word.span, other.span)
    for again in outcomes[1:]:
        bag.error(
            "E209",
            "a second outcome",
            again.span,
            "again here",
            others=(Label(outcomes[0].span, "first here"),),
            help="keep one of them",
        )
    links: dict[tuple[str, bool, str, str], Span] = {}
    for link in ruleset.links:
        ends = (link.first.id, link.second.id)
        if not link.one_way and not link.next_copy:
            ends = (min(ends), max(ends))
        pair = (link.kind.id, link.next_copy, *ends)
        if pair in links:
            name = f"{link.first.id} – {link.second.id}"
            shape_errors.declared_twice(
                bag, "a link", name, link.first.span.to(link.second.span), links[pair]
            )
        links.setdefault(pair, link.first.span.to(link.second.span))
