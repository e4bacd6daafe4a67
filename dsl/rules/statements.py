"""Bound statements: every choice contains what depends on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from boardwright.dsl.language.words import LEFT_AS
from boardwright.dsl.rules.expressions import Expr, Node, Selection, Var
from boardwright.dsl.rules.touches import (
    ENDS,
    PLAYERS,
    Always,
    Called,
    CalledOffer,
    CalledOriginal,
    CalledRule,
    CalledSlot,
    Dice,
    Inside,
    Kinds,
    Named,
    Noted,
    Remembered,
    Stocked,
    Touches,
    refuse_silence,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(Node):
    """A statement. Each class declares what it changes itself, whether it asks a player, and what it calls: see `touches.py`.
    Its parts declare the rest.
    """

    changes: ClassVar[Touches]
    asks: ClassVar[bool]
    calls: ClassVar[Called | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SimpleStmt(Statement):
    """A statement that contains no others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Statement):
    """A choice. `site` names the decision in records: `<where>.<name>`. With `amount`, several things are picked (exactly this
    many, or `up_to`) and `var` is a set. With `may`, declining or having no option skips `body` and runs `otherwise`. With
    `secretly`, others learn neither the question nor the answer.
    """

    site: str
    var: Var
    selection: Selection
    asker: Expr
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()
    rejoin: bool = False
    may: bool = False
    amount: Expr | None = None
    up_to: bool = False
    secretly: bool = False

    changes = ()
    asks = True
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Statement):
    """A random member, all equally likely. A piece from an untracked place gets a fresh handle."""

    site: str
    var: Var
    selection: Selection
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()
    rejoin: bool = False

    changes = (Kinds("var"),)
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Find(Statement):
    """The first member in the set's order."""

    var: Var
    selection: Selection
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()
    rejoin: bool = False

    changes = ()
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MayDo(Statement):
    """A question with the answers yes and no. `secretly` as for `Choose`."""

    site: str
    name: str
    asker: Expr
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()
    secretly: bool = False

    changes = ()
    asks = True
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuEntry(Node):
    """An entry, offered if `condition` is true and the first choice of `body` (after `let` only) has an answer."""

    name: str
    condition: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseOne(Statement):
    """A menu. `otherwise` runs if no entry is offered or, with `may`, if the player declines. `secretly` as for `Choose`."""

    site: str
    entries: tuple[MenuEntry, ...]
    asker: Expr
    may: bool = False
    otherwise: tuple[Stmt, ...] = ()
    secretly: bool = False

    changes = ()
    asks = True
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Share(Statement):
    """Distributes `amount` over the members, each from least to most; `var` is keyed by member.
    The members are asked in order, each with limits that leave a possible rest. If sharing is impossible, `body` is skipped.
    """

    site: str
    var: Var
    amount: Expr
    selection: Selection
    least: Expr
    most: Expr
    asker: Expr
    body: tuple[Stmt, ...]

    changes = ()
    asks = True
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Statement):
    condition: Expr
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()

    changes = ()
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IfSo(Statement):
    """Calls a rule, or performs an effect; `body` runs if that succeeds: if no choose, draw, find or share in it
    (not in the rules it calls) skipped the rest of its block. An effect that is missing, or whose `when` is
    false, does not succeed.
    """

    call: CallRule | Perform
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()

    changes = ()
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForEach(Statement):
    """A loop over a set, which is evaluated once, when the loop begins."""

    selection: Selection
    body: tuple[Stmt, ...]

    changes = ()
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AllAtOnce(Statement):
    """Every member (a player) answers the choices in `body` (let, if and choose only; here the choices'
    `body` is the rest of the block, as everywhere) before anything else happens. Names bound inside are keyed by player.
    """

    selection: Selection
    body: tuple[Stmt, ...]

    changes = ()
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class While(Statement):
    condition: Expr
    body: tuple[Stmt, ...]

    changes = ()
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat(Statement):
    times: Expr
    body: tuple[Stmt, ...]

    changes = ()
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class As(Statement):
    """`me` is the variable that stands for the player inside `body`."""

    me: Var
    player: Expr
    body: tuple[Stmt, ...]

    changes = ()
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(SimpleStmt):
    """A roll of a die, or of every die of a set."""

    site: str
    dice: Expr

    changes = (Dice("dice"),)
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Let(SimpleStmt):
    var: Var
    value: Expr

    changes = ()
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLocal(SimpleStmt):
    """A new value for a name from `let`."""

    var: Var
    value: Expr

    changes = (Named("var"),)
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetNote(SimpleStmt):
    note: str
    key: Expr | None
    value: Expr

    changes = (Noted("note"),)
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddNote(SimpleStmt):
    note: str
    key: Expr | None
    amount: Expr
    negative: bool = False

    changes = (Noted("note"),)
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveStock(SimpleStmt):
    """A move of stock. `amount` None means all. `member` None means every sort (only with amount None), or a stock without
    sorts. Too little is an error at this place unless `up_to`. `origin` may be a set of places if amount is None.
    """

    stock: str
    member: Expr | None
    amount: Expr | None
    up_to: bool
    origin: Expr
    target: Expr
    secretly: bool = False

    changes = (Stocked("stock"),)
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePieces(SimpleStmt):
    """A move of a piece or a set of them; `target` None means home.

    In an ordered place they go on top, or to the bottom. It is an error if there are not `exactly` this many. With `secretly`, players who see neither place do not learn
    what moved; `me` is the player who moves it, and knows.
    """

    kind: str
    pieces: Expr
    target: Expr | None
    exactly: Expr | None = None
    bottom: bool = False
    secretly: bool = False
    me: Expr | None = None

    changes = (Kinds("kind"),)
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTop(SimpleStmt):
    """A move of this many pieces from the top of an ordered place."""

    kind: str
    amount: Expr
    up_to: bool
    origin: Expr
    target: Expr
    bottom: bool = False
    secretly: bool = False
    me: Expr | None = None

    changes = (Kinds("kind"),)
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Look(SimpleStmt):
    """A look at faces by `who`: `me` for `look at`, another player for `show ... to`, None (all players) for `reveal`."""

    pieces: Expr
    who: Expr | None

    changes = ()
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap(SimpleStmt):
    """Two pieces change places; players who know them still know them. `secretly` as for `MovePieces`."""

    first: Expr
    second: Expr
    secretly: bool = False
    me: Expr | None = None

    changes = (Kinds("first"), Kinds("second"))
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(SimpleStmt):
    """The hidden pieces of a place change their order or their names at random; no player knows any of them after it.
    `secretly` as for `MovePieces`.
    """

    site: str
    place: Expr
    secretly: bool = False
    me: Expr | None = None

    changes = (Inside("place", pieces=True),)
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassOn(SimpleStmt):
    """Everything in each player's `place` goes to that of the left (step 1) or right (-1) neighbour, at once."""

    place: str
    step: int

    changes = (Inside("place"),)
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Perform(SimpleStmt):
    """Runs an effect slot of a piece or space, with `me` acting; does nothing if its definition has none, or if its `when`
    is false. It ignores where and how often the effect is offered, and uses up no limit.
    """

    slot: str
    subject: Expr
    me: Expr

    changes = ()
    asks = False
    calls = CalledSlot("slot", "subject")


@dataclass(frozen=True, slots=True, kw_only=True)
class Open(SimpleStmt):
    """Opens an offer. Without `to`, `me` picks entries until the closing one. With it, each player in turn picks one or passes,
    again and again without those who have passed, until all have passed. In a window (an offer that is `deep`), all are
    asked again after a pick, and nothing happens if it is open too often already. `secretly` as for `Choose`.
    """

    offer: str
    arguments: tuple[Expr, ...] = ()
    me: Expr
    to: Selection | None = None
    secretly: bool = False

    changes = ()
    asks = True
    calls = CalledOffer("offer")


@dataclass(frozen=True, slots=True, kw_only=True)
class DropOut(SimpleStmt):
    """A player drops out of the game, or of a `phase` until it ends (it must be under way, unless it is `ahead`, in scenarios),
    or else of the round.
    """

    player: Expr
    of_game: bool
    phase: str | None = None
    ahead: bool = False

    changes = (Always(PLAYERS), Always(("note", LEFT_AS)))
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Remember(SimpleStmt):
    """The present position joins those in a memory."""

    memory: str

    changes = (Remembered("memory"),)
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forget(SimpleStmt):
    """A memory is empty again."""

    memory: str

    changes = (Remembered("memory"),)
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Original(SimpleStmt):
    """In an `instead` hook, the rest of the chain, with the rule's arguments."""

    changes = ()
    asks = False
    calls = CalledOriginal()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop(SimpleStmt):
    changes = ()
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndGame(SimpleStmt):
    changes = (Always(ENDS),)
    asks = False
    calls = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRule(SimpleStmt):
    rule: str
    arguments: tuple[Expr, ...]
    me: Expr

    changes = ()
    asks = False
    calls = CalledRule("rule")


Stmt = (
    Choose
    | Draw
    | Find
    | MayDo
    | ChooseOne
    | Share
    | If
    | IfSo
    | ForEach
    | AllAtOnce
    | While
    | Repeat
    | As
    | Roll
    | Let
    | SetLocal
    | SetNote
    | AddNote
    | MoveStock
    | MovePieces
    | MoveTop
    | Look
    | Swap
    | Shuffle
    | PassOn
    | Perform
    | Open
    | DropOut
    | Remember
    | Forget
    | Original
    | Stop
    | EndGame
    | CallRule
)

Body = tuple[Stmt, ...]

# For walks that handle each of these in its own way: mypy names these walks for a new one.
Naming = Choose | Draw | Find | Share | Let | SetLocal  # they give a local a value
Moving = MovePieces | MoveTop | Swap | Shuffle | PassOn  # pieces

refuse_silence(Stmt, "changes", "asks", "calls")
