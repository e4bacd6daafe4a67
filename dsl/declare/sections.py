"""Every kind of rule file and every section: which keys it has, and what may stand there.

The one closed table. A key that is not here is an error, whatever file it stands in. Each row is said by the class of its record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardwright.dsl.declare.clauses import (
    MEMORIES,
    MODIFIERS,
    NOTES,
    PLACES,
    RULES,
    TABLES,
    TELLS,
    VALUES,
    WORDS,
    ChangeDecl,
    HookDecl,
    MemoryDecl,
    ModifierDecl,
    NoteDecl,
    PlaceDecl,
    RuleDecl,
    TableDecl,
    TellDecl,
    ValueDecl,
    WordDecl,
)
from boardwright.dsl.declare.common_keys import (
    EXPLAINED,
    SHOWN_AS,
    LyingDecl,
    SlotKindDecl,
    Sourced,
    names,
)
from boardwright.dsl.declare.course import (
    CONDITIONS,
    INVARIANTS,
    OUTCOME,
    PHASES,
    ConditionDecl,
    EntryDecl,
    InvariantDecl,
    OfferDecl,
    OutcomeDecl,
    PhaseDecl,
    TieDecl,
)
from boardwright.dsl.declare.errors import declared_twice
from boardwright.dsl.declare.looks import (
    LOOK_OF_GAME,
    GameLook,
    Look,
    OwnLook,
    PieceLook,
    PlaceLook,
    SpaceLook,
    StockLook,
)
from boardwright.dsl.declare.pieces import (
    BOARD,
    PIECES_BY_KIND,
    BoardDecl,
    DefinitionDecl,
    PieceEntryDecl,
    PiecesDecl,
    SlotDecl,
    TraitDecl,
)
from boardwright.dsl.declare.records import by_name, key, one, record, row
from boardwright.dsl.declare.scenarios import Offered, ScenarioDecl, StepKeys
from boardwright.dsl.declare.shapes import HOOKS, ListOf, Part, ReadAs, Record
from boardwright.dsl.declare.spaces import LinksDecl, SpaceDecl
from boardwright.dsl.declare.things import (
    VARIETIES,
    KindDecl,
    MemberDecl,
    MoreMembersDecl,
    OptionDecl,
    StockDecl,
    VarietyDecl,
)
from boardwright.dsl.declare.values import Expression, Id, NameOf, Range, Texts, Whole
from boardwright.dsl.language.syntax import Expr, Name
from boardwright.dsl.source.yaml_tree import Node

if TYPE_CHECKING:  # the reader reads these, through the shapes
    from boardwright.dsl.declare.reader import Reader


from boardwright.dsl.declare.limits import MOST_PLAYERS

LANGUAGE_VERSIONS = (1, 2)

_LANGUAGE = (
    Whole(LANGUAGE_VERSIONS[0], LANGUAGE_VERSIONS[-1]),
    "The version of the language: 2. Rules that say 1 are read, too.",
)
_LANGUAGES = (
    ReadAs(ListOf(Id(free=True), single=True), lambda reader, node: reader.names(node)),
    "The languages of its texts; plain texts are in the first one.",
)


def _seat_names(reader: Reader, node: Node) -> tuple[Name, ...]:
    found: list[Name] = []
    for item in reader.items(node, "a list of names"):
        name = reader.id(item)
        if name is None:
            continue
        first = next((each for each in found if each.id == name.id), None)
        if first is not None:
            declared_twice(reader.bag, "a seat", name.id, name.span, first.span)
        found.append(name)
    return tuple(found)


_SEAT_NAMES = ReadAs(ListOf(Id()), _seat_names)
_KNOWS = (
    names("an expansion"),
    "Expansions whose names its rules may use. They need not be in play.",
)


@record(
    "replace",
    "what is replaced",
    "Each declaration replaces that of the game with the same name.",
)
class Named:
    """What a file of a ruleset declares under a name, or `replace` in it."""

    options: tuple[OptionDecl, ...] = key(
        by_name(OptionDecl), "What players agree on before the game.", default=()
    )
    varieties: tuple[VarietyDecl, ...] = key(
        VARIETIES, "Sets of names, such as colours or classes.", default=()
    )
    kinds: tuple[KindDecl, ...] = key(
        by_name(KindDecl), "Kinds of pieces: things that can be told apart.", default=()
    )
    stocks: tuple[StockDecl, ...] = key(
        by_name(StockDecl), "Things that are only counted, such as coins and cubes.", default=()
    )
    spaces: tuple[SpaceDecl, ...] = key(
        by_name(SpaceDecl), "Kinds of spaces of the board.", default=()
    )
    board: BoardDecl = key(
        BOARD, "The spaces, and how they are linked.", default_factory=lambda: BoardDecl()
    )
    pieces: PiecesDecl = key(
        PIECES_BY_KIND,
        "Pieces that need no file of their own.",
        default_factory=lambda: PiecesDecl(),
    )
    places: tuple[PlaceDecl, ...] = key(*PLACES, default=())
    notes: tuple[NoteDecl, ...] = key(*NOTES, default=())
    memories: tuple[MemoryDecl, ...] = key(*MEMORIES, default=())
    values: tuple[ValueDecl, ...] = key(*VALUES, default=())
    tables: tuple[TableDecl, ...] = key(*TABLES, default=())
    rules: tuple[RuleDecl, ...] = key(*RULES, default=())
    offers: tuple[OfferDecl, ...] = key(
        by_name(OfferDecl), "What players may do now, by name.", default=()
    )
    traits: tuple[TraitDecl, ...] = key(
        by_name(TraitDecl), "Clauses that several pieces share.", default=()
    )
    course: tuple[PhaseDecl, ...] = key(PHASES, "The phases of the game, in order.", default=())
    outcome: OutcomeDecl | None = key(OUTCOME, "Who wins.", default=None)
    word_decls: tuple[WordDecl, ...] = key(*WORDS, name="texts", default=())


@record()
class Unnamed:
    """What a file of a ruleset declares besides, which nothing can replace."""

    modifiers: tuple[ModifierDecl, ...] = key(*MODIFIERS, name="modify", default=())
    conditions: tuple[ConditionDecl, ...] = key(
        CONDITIONS,
        "The tables for which this is meant: conditions on options and players.",
        name="table",
        default=(),
    )
    invariants: tuple[InvariantDecl, ...] = key(
        INVARIANTS,
        "What is true whenever a player is asked after setup, and at the end. Scenarios and "
        "`validate --play` check it; play does not.",
        name="always",
        default=(),
    )
    tells: tuple[TellDecl, ...] = key(*TELLS, name="tell", default=())
    hooks: tuple[HookDecl, ...] = ()


@record()
class Replacing:
    """The key of what is replaced. It is opened by hand, since it is read in two passes like every section."""

    replaced: None = key(
        Part("replace"),
        "New declarations in place of those of the game.",
        name="replace",
        default=None,
    )


@record("limits", "the limits of a game", "When a game that does not end is stopped.")
class LimitsDecl:
    decisions: int | None = key(
        Whole(1), "A game with more decisions than this is stopped as unfinished.", default=None
    )


@record("game", "a game", "The manifest of a game.", open=(HOOKS,), further=(Named, Unnamed))
class GameFile:
    """What a manifest says of its game; the sections in it are read later."""

    named: Name | None = key(
        Id(free=True), "The id of the game.", name="game", required=True, default=None
    )
    language: int = key(*_LANGUAGE, required=True, default=2)
    texts: Texts = key(*SHOWN_AS, name="name", default_factory=dict)
    about: Texts = key(*EXPLAINED, name="text", default_factory=dict)
    players: tuple[int, int] | None = key(
        Range(single=True, least=1, most=MOST_PLAYERS),
        "The number of players.",
        required=True,
        default=None,
    )
    languages: tuple[Name, ...] = key(*_LANGUAGES, default=())
    look: GameLook | None = key(*LOOK_OF_GAME, default=None)
    seats: tuple[Name, ...] = key(
        _SEAT_NAMES, "The names of the seats; by default `p1`, `p2` and so on.", default=()
    )
    knows: tuple[Name, ...] = key(*_KNOWS, default=())
    limits: LimitsDecl | None = key(
        one(LimitsDecl), "When a game that does not end is stopped.", default=None
    )


@record(
    "expansion",
    "an expansion",
    "The manifest of an expansion.",
    open=(HOOKS,),
    further=(Named, Unnamed, Replacing),
)
class ExpansionFile:
    """What a manifest says of its expansion; the sections in it are read later."""

    named: Name | None = key(
        Id(free=True), "The id of the expansion.", name="expansion", required=True, default=None
    )
    of: Name | None = key(NameOf("a game"), "The game it changes.", required=True, default=None)
    after: tuple[Name, ...] = key(
        names("an expansion"), "Expansions that apply before this one.", default=()
    )
    knows: tuple[Name, ...] = key(*_KNOWS, default=())
    in_play: Expr | None = key(
        Expression(),
        "The expansion takes part only if this condition on options and players is true. If not, the game is "
        "played as if it were not there.",
        default=None,
    )
    language: int = key(*_LANGUAGE, required=True, default=2)
    texts: Texts = key(*SHOWN_AS, name="name", default_factory=dict)
    about: Texts = key(*EXPLAINED, name="text", default_factory=dict)
    languages: tuple[Name, ...] = key(*_LANGUAGES, default=())
    look: GameLook | None = key(*LOOK_OF_GAME, default=None)


@record(
    "part",
    "a part",
    "A file that holds sections of its game or expansion.",
    open=(HOOKS,),
    further=(Named, Unnamed, Replacing),
)
class PartFile(Sourced):
    named: Name | None = key(
        Id(free=True), "What this file is about.", name="part", required=True, default=None
    )
    beside: tuple[Name, ...] = key(
        names("an expansion"),
        "The file counts only if all of these expansions take part, which the manifest names under `knows` or `after`.",
        name="with",
        default=(),
    )


# In the order of the reference.
_CLASSES: tuple[type, ...] = (
    *(GameFile, ExpansionFile, PartFile, LimitsDecl),
    # what there is
    *(
        OptionDecl,
        MemberDecl,
        MoreMembersDecl,
        ConditionDecl,
        InvariantDecl,
        KindDecl,
        SlotKindDecl,
        StockDecl,
    ),
    *(LyingDecl, SpaceDecl, BoardDecl, LinksDecl, PiecesDecl, DefinitionDecl, SlotDecl, PlaceDecl),
    # rules
    *(NoteDecl, MemoryDecl, ValueDecl, TableDecl, RuleDecl, HookDecl, ChangeDecl, OfferDecl),
    *(EntryDecl, PieceEntryDecl, TraitDecl, PhaseDecl, OutcomeDecl, TieDecl, Named),
    # looks
    *(GameLook, Look, OwnLook, PieceLook, StockLook, SpaceLook, PlaceLook),
    # scenarios
    *(ScenarioDecl, StepKeys, Offered),
)
RECORDS: dict[str, Record] = {row(each).name: row(each) for each in _CLASSES}

# The first key of a file, besides the kinds of pieces and spaces that the ruleset declares.
FILES = ("game", "expansion", "part", "scenario")


def homes_of(key: str) -> tuple[Record, ...]:
    """The records that have this key, for "`limit` belongs to an entry of an offer"."""
    return tuple(record for record in RECORDS.values() if record.key(key) is not None)
