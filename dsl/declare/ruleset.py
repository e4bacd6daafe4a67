"""Documents to declarations: what each file of a ruleset says there is.

Two passes, since the first key of a card's file is the name of a kind: first what kind of ruleset this is and which
kinds of pieces and spaces it has, then everything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.clauses import declare_clauses, words
from boardwright.dsl.declare.course import (
    declare_course,
    declare_offers,
    declare_outcome,
    declare_table,
)
from boardwright.dsl.declare.declaration_builder import (
    TEXT,
    Gathered,
    Scope,
    taken_names,
    text_clashes,
    told,
)
from boardwright.dsl.declare.declarations import (
    KindDecl,
    LimitsDecl,
    Ruleset,
    SpaceDecl,
    SwitchDecl,
)
from boardwright.dsl.declare.early_limits import few_enough
from boardwright.dsl.declare.file_order import in_canonical_order
from boardwright.dsl.declare.limits import MOST_PLAYERS
from boardwright.dsl.declare.pieces import (
    declare_board,
    declare_file,
    declare_pieces,
    declare_traits,
    put_together,
)
from boardwright.dsl.declare.reserved_words import forget_what_follows, refuse_plurals
from boardwright.dsl.declare.sections import FILES, LANGUAGE_VERSIONS
from boardwright.dsl.declare.things import (
    declare_kinds,
    declare_options,
    declare_spaces,
    declare_stocks,
    declare_varieties,
)
from boardwright.dsl.declare.values import Fields, Reader, Whose
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.source.diagnostics import Bag, Label
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.suggest import did_you_mean
from boardwright.dsl.source.yaml_tree import Mapping as MappingNode
from boardwright.dsl.source.yaml_tree import Node, Scalar

Document = tuple[Source, Node]

# Order does not matter: each section stands on its own.
_SECTIONS: Mapping[str, Callable[[Scope, Node], None]] = {
    "options": declare_options,
    "varieties": declare_varieties,
    "stocks": declare_stocks,
    "board": declare_board,
    "pieces": declare_pieces,
    "offers": declare_offers,
    "traits": declare_traits,
    "course": declare_course,
    "outcome": declare_outcome,
    "table": declare_table,
}


@dataclass(frozen=True, slots=True)
class Manifest:
    """What must be known of a ruleset before it can be declared: an expansion needs its game."""

    id: str
    of: str | None
    after: tuple[str, ...]


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
            id, of, after = node.entries[0].value, node.get("of"), node.get("after")
            if isinstance(id, Scalar):
                return Manifest(
                    id=id.text,
                    of=of.text if isinstance(of, Scalar) else None,
                    after=tuple(name.id for name in quiet.names(after))
                    if after is not None
                    else (),
                )
    return None


def declare(
    documents: Sequence[Document], bag: Bag, known: Sequence[Ruleset] = ()
) -> Ruleset | None:
    """The ruleset that these files declare, or None when not even its manifest can be read.

    `known` are the game that an expansion changes and the expansions before it: their kinds may head files here.
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
    ruleset, fields = _read_manifest(reader, root, known)
    if known and ruleset.of is not None and ruleset.of.id != known[0].id:
        # The kinds that its files speak of are those of another game: nothing more is to be said.
        shape_errors.other_game(bag, ruleset.of.span, ruleset.id, ruleset.of.id, known[0].id)
        return None
    is_game = root.entries[0].key.text == "game"

    # First pass: sections as they stand, and the kinds among them.
    gathered, replacing = Gathered(), Gathered()
    reader = replace(reader, whose=Whose(origin=ruleset.id, is_game=is_game))
    scope = Scope(reader=reader, into=gathered, kinds={}, spaces={})
    sections = [(fields, scope)]
    cards: list[MappingNode] = []
    parts: dict[str, Span] = {}
    for _, node in documents:
        if node is root:
            continue
        if not isinstance(node, MappingNode) or not node.entries:
            shape_errors.no_first_key(bag, node)
        elif node.entries[0].key.text == "part":
            part = reader.fields(node, "part", node.entries[0].key.span)
            if part is not None:
                _note_part(reader.id(node.entries[0].value, free=True), parts, bag)
                part.refs(), part.plain("assumed")
                sections.append((part, scope))
        elif node.entries[0].key.text in ("game", "expansion"):
            first = root.entries[0].key.span
            shape_errors.second_manifest(bag, node.entries[0].key.span, first)
        else:
            cards.append(node)
    sections += _replaced(sections, replacing, is_game)
    for part, into in sections:
        for section, declare_kind in (("kinds", declare_kinds), ("spaces", declare_spaces)):
            listed = part.node(section)
            if listed is not None:
                declare_kind(into, listed)

    # Second pass.
    kinds = _keys_of(
        [*(kind for each in known for kind in each.kinds), *gathered.kinds, *replacing.kinds]
    )
    spaces = _keys_of(
        [*(kind for each in known for kind in each.spaces), *gathered.spaces, *replacing.spaces]
    )
    for part, into in sections:
        _declare_sections(replace(into, kinds=kinds, spaces=spaces), part)
    full = replace(scope, kinds=kinds, spaces=spaces)
    own_files = len(gathered.definitions)
    for card in cards:
        key = card.entries[0].key
        if key.text in kinds or key.text in spaces:
            declare_file(full, card)
        else:
            missing = ruleset.of.id if ruleset.of and not known else None
            _unknown_file(bag, card, (*FILES, *kinds, *spaces), missing)

    gathered.definitions = put_together(gathered.definitions, own_files, reader)
    replacing.definitions = put_together(replacing.definitions, own_files, reader)
    _refuse_doubles(gathered, bag)
    _refuse_doubles(replacing, bag)
    refuse_plurals(reader)
    forget_what_follows(bag, reader.refused, ("E3",))
    sources = frozenset(source for source, _ in documents)
    ruleset = gathered.into(replace(ruleset, sources=sources))
    if not replacing.is_empty():
        empty = Ruleset(
            id=ruleset.id, span=ruleset.span, of=ruleset.of, languages=ruleset.languages
        )
        ruleset = replace(ruleset, replacing=replacing.into(empty))
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


def _read_manifest(
    reader: Reader, root: MappingNode, known: Sequence[Ruleset]
) -> tuple[Ruleset, Fields]:
    first = root.entries[0]
    is_game = first.key.text == "game"
    fields = reader.fields(root, first.key.text, first.key.span)
    assert fields is not None
    name = reader.id(first.value, free=True)
    fields.whole("language")
    about = told(fields)
    if (languages := fields.node("languages")) is not None:
        reader.names(languages)
    players = seats = decisions = None
    of: Name | None = None
    after: tuple[Name, ...] = ()
    knows = fields.names("knows")
    in_play = None
    if is_game:
        players = fields.read(
            "players", lambda node: reader.range(node, single=True, least=1, most=MOST_PLAYERS)
        )
        seats = fields.node("seats")
        limits = fields.read("limits", lambda node: reader.record(LimitsDecl, node, first.key.span))
        decisions = limits.decisions if limits else None
    else:
        of, after = fields.name("of"), fields.names("after")
        in_play = fields.expression("in_play")
    ruleset = Ruleset(
        id=name.id if name else "unnamed",
        span=first.key.span,
        of=of if of is not None or is_game else Name(id="unnamed", span=first.key.span),
        texts=about.texts,
        about=about.about,
        languages=reader.languages or (reader.language,),
        players=players or (1, 1),
        seat_names=_seats(reader, seats, players),
        comes_after=after,
        knows=knows,
    )
    if decisions:
        ruleset = replace(ruleset, most_decisions=decisions)
    if in_play is not None:
        switch = SwitchDecl(expansion=ruleset.id, condition=in_play)
        ruleset = replace(ruleset, switches=(switch,))
    return ruleset, fields


def _seats(reader: Reader, node: Node | None, players: tuple[int, int] | None) -> tuple[str, ...]:
    if node is None:
        return ()
    names: list[Name] = []
    for item in reader.items(node, "a list of names"):
        name = reader.id(item)
        if name is None:
            continue
        first = next((each for each in names if each.id == name.id), None)
        if first is not None:
            shape_errors.declared_twice(reader.bag, "a seat", name.id, name.span, first.span)
        names.append(name)
    if players is not None and len(names) < players[1]:
        due = f"a list of at least {players[1]} names (one for each player)"
        shape_errors.wrong_shape(reader.bag, node, due)
    return tuple(name.id for name in names)


def _note_part(name: Name | None, parts: dict[str, Span], bag: Bag) -> None:
    """Refuses a second part of the same name: the order of parts is that of their names."""
    if name is None:
        return
    if name.id in parts:
        shape_errors.declared_twice(bag, "a part", name.id, name.span, parts[name.id])
    parts.setdefault(name.id, name.span)


def _replaced(
    sections: Sequence[tuple[Fields, Scope]], replacing: Gathered, is_game: bool
) -> list[tuple[Fields, Scope]]:
    """What stands under `replace` as sections of their own."""
    found: list[tuple[Fields, Scope]] = []
    for part, scope in sections:
        if part.record.key("replace") is None or (node := part.node("replace")) is None:
            continue
        key = part.entries["replace"].key
        if is_game:
            help = "only expansions replace; change the declaration itself"
            shape_errors.conflicting_keys(
                scope.reader.bag,
                key.span,
                "a game does not replace its own declarations",
                None,
                help,
            )
            continue
        fields = scope.reader.fields(node, "replace", key.span)
        if fields is not None:
            whose = replace(scope.whose, replacing=True)
            found.append((fields, replace(scope.of(whose), into=replacing)))
    return found


def _keys_of(
    kinds: Sequence[KindDecl | SpaceDecl],
) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """The keys that files of these kinds have; of kinds that are declared again, the last counts."""
    return {
        kind.id: (
            frozenset(attribute.name.id for attribute in kind.attributes),
            frozenset(slot.name.id for slot in kind.effects),
        )
        for kind in kinds
    }


def _declare_sections(scope: Scope, part: Fields) -> None:
    for key, declare_section in _SECTIONS.items():
        if part.record.key(key) is not None and (node := part.node(key)) is not None:
            declare_section(scope, node)
    scope.into.word_decls.extend(words(scope.reader, part.node("texts"), scope.whose.origin))
    declare_clauses(scope, part)


def _unknown_file(bag: Bag, card: MappingNode, known: Sequence[str], missing: str | None) -> None:
    later = next((entry.key for entry in card.entries[1:] if entry.key.text in known), None)
    # A key such as `values` or `name` also stands in cards: only a kind heads a file.
    shape_errors.unknown_file(bag, card.entries[0].key, known, later, missing)


def _refuse_doubles(gathered: Gathered, bag: Bag) -> None:
    first: dict[tuple[str, tuple[str, ...], str], Span] = {}
    for taken in taken_names(gathered):
        key = (taken.what, taken.within, taken.name)
        if key in first and taken.what != TEXT:
            shape_errors.declared_twice(bag, taken.what, taken.name, taken.span, first[key])
        first.setdefault(key, taken.span)
    for word, other in text_clashes(gathered.word_decls):
        shape_errors.declared_twice(bag, TEXT, word.id, word.span, other.span)
    for again in gathered.outcomes[1:]:
        bag.error(
            "E209",
            "a second outcome",
            again.span,
            "again here",
            others=(Label(gathered.outcomes[0].span, "first here"),),
            help="keep one of them",
        )
    links: dict[tuple[str, bool, str, str], Span] = {}
    for link in gathered.links:
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
