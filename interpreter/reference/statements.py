"""The meaning of statements.

**Decisions.** A single option is not asked: it is applied. The player to ask must not be nobody, even
if there is nothing to ask.

**Nothing there.** A choose without an option (of several things: with fewer than that many, and `up to`
also if none may be picked), a draw or find in an empty set and a share that is impossible skip the rest
of their block, unless `otherwise` binds the name: their rule has then not gone through (hooks, effects
and entries are not the rule). A `may choose` skips nothing, whatever the answer. Neither does a menu of
which no entry is offered, for it makes no name; but without `may`, its rule has not gone through.

**Several things** are picked one at a time, in any order; picked things are no longer offered. Of those that cannot be
told apart the lowest is offered; chance decides after the last pick which one it is (see `options`). With `up to`, `done`
ends picking (and declines, with `may`, if it comes first); else, with `may`, the first pick offers `none`. If an exact
number takes all that is left, there is no decision. A number below zero is an error.

**A share** asks for each member's number in order, from max(least, the rest - the most of all that
follow) to min(most, the rest - the least of all that follow). The least and the most may depend on the
member; they are evaluated before the first decision. Without members, it is possible if there is
nothing to share.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from boardwright.dsl.language.types import PieceType, SetType, Type
from boardwright.dsl.language.words import LEFT_AS
from boardwright.dsl.rules import ir
from boardwright.interpreter.reference.chance import Chance, Dictated
from boardwright.interpreter.reference.evaluator import Evaluator, can_share
from boardwright.interpreter.reference.frame import (
    Asking,
    Calling,
    Decision,
    Frame,
    Local,
    Picking,
    Play,
)
from boardwright.interpreter.reference.offers import Offers
from boardwright.interpreter.reference.options import (
    DECLINE,
    DONE,
    NO,
    YES,
    grouped,
    listed,
    option_ids,
)
from boardwright.interpreter.reference.position import NOBODY, Position, Single
from boardwright.interpreter.reference.position_changes import PositionChanges
from boardwright.interpreter.reference.rules import RuleCalls
from boardwright.interpreter.reference.watch import Watch
from boardwright.interpreter.table.errors import (
    NOT_ENOUGH,
    NOTHING_THERE,
    OF_NOBODY,
    TOO_MANY_STEPS,
    RuleError,
)

MOST_STEPS = 100_000
"""The most statements, rounds of loops and unasked options between two decisions."""


class StopLoop(Exception):  # noqa: N818 -- no error: `stop` leaves the nearest loop
    """Leaves the nearest loop."""


class EndOfGame(Exception):  # noqa: N818 -- no error: `end game`
    """Ends the game at once."""


class Runner:
    """Runs statements, rules and offers on one position."""

    def __init__(
        self,
        position: Position,
        watch: Watch | None = None,
        dictated: Dictated | None = None,
        evaluator: Evaluator | None = None,
    ) -> None:
        self.position = position
        self.watch = watch or Watch()
        self.table = position.table
        self.game = position.table.game
        self.evaluator = evaluator or Evaluator(position, self.watch)
        self.chance = Chance(self.evaluator, dictated)
        self.changes = PositionChanges(self.evaluator)
        self.rules = RuleCalls(self.evaluator, self.changes, self.run)
        self.offers = Offers(self.evaluator, self.run, self._effect, self.ask)
        self.steps = 0
        self.frame: Frame | None = None  # of the statement that began last
        self.evaluator.carry_out = self.carry_out

    def carry_out(self, call: ir.CallRule, arguments: Sequence[Single], me: int) -> None:
        """Runs a rule that asks nobody, with a plain evaluator, so that whoever traces expressions hears nothing of it."""
        inner = Runner(self.position, self.watch)
        inner.steps = self.steps
        inner.rules.running, inner.rules.depth = self.rules.running, self.rules.depth
        for _ in inner.rules.call(call.rule, tuple(arguments), me, call):
            raise AssertionError(f"`{call.rule}` asks")
        self.steps = inner.steps

    def step(self, at: ir.Node) -> None:
        """Counts a statement, a round of a loop, or an option."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise RuleError(
                TOO_MANY_STEPS, f"more than {MOST_STEPS} statements without a decision", at.span
            )

    def ask(
        self,
        site: str,
        asker: int,
        options: Sequence[str],
        at: ir.Node,
        picked: Sequence[int] = (),
        element: Type | None = None,
        numbers: Sequence[int] = (),
    ) -> Asking:
        """Asks for one of the options, and returns it."""
        self.step(at)
        if len(options) == 1:
            return 0
        if asker == NOBODY:
            raise RuleError(OF_NOBODY, "there is nobody to ask", at.span)
        self.steps = 0
        so_far = tuple(sorted(picked))
        return (
            yield Decision(
                asker, site, tuple(options), so_far, element, tuple(numbers), at, self.frame
            )
        )

    def run(self, body: ir.Body, frame: Frame) -> Play:
        """Runs statements one after the other."""
        for statement in body:
            self.step(statement)
            self.watch.ran(statement)
            yield from self.statement(statement, frame)

    def statement(self, statement: ir.Stmt, frame: Frame) -> Play:
        """Runs one statement."""
        evaluator, changes = self.evaluator, self.changes
        self.frame = frame
        match statement:
            case ir.Choose():
                yield from self._choose(statement, frame)
            case ir.Draw():
                yield from self._draw(statement, frame)
            case ir.Find():
                found = evaluator.in_its_order(statement.selection, frame, drawn=True)
                if found:
                    frame.values[statement.var.id] = found[0]
                yield from self._rest(statement, bool(found), frame)
            case ir.MayDo():
                asker = evaluator.someone(statement.asker, frame)
                answer = yield from self.ask(statement.site, asker, (YES, NO), statement)
                yield from self.run(statement.otherwise if answer else statement.body, frame)
            case ir.ChooseOne():
                yield from self._choose_one(statement, frame)
            case ir.Share():
                yield from self._share(statement, frame)
            case ir.If():
                holds = evaluator.holds(statement.condition, frame)
                yield from self.run(statement.body if holds else statement.otherwise, frame)
            case ir.IfSo():
                if isinstance(statement.call, ir.Perform):
                    through = yield from self._perform(statement.call, frame)
                else:
                    through = yield from self._call(statement.call, frame)
                yield from self.run(statement.body if through else statement.otherwise, frame)
            case ir.CallRule():
                yield from self._call(statement, frame)
            case ir.ForEach() | ir.While() | ir.Repeat():
                with contextlib.suppress(StopLoop):
                    yield from self._loop(statement, frame)
            case ir.AllAtOnce():
                yield from self._all_at_once(statement, frame)
            case ir.As():
                frame.values[statement.me.id] = evaluator.someone(statement.player, frame)
                yield from self.run(statement.body, frame)
            case ir.Roll():
                kind = _piece_kind(statement.dice)
                for die in evaluator.ordered(statement.dice, frame):
                    self.position.side[kind][die] = self.chance.rolled(statement, kind)
            case ir.Let():
                frame.values[statement.var.id] = evaluator.value(statement.value, frame)
            case ir.SetLocal():
                frame.values[statement.var.id] = evaluator.value(statement.value, frame)
            case ir.SetNote():
                value = evaluator.value(statement.value, frame)
                key = evaluator.note_key(statement.key, frame)
                changes.set_note(statement.note, key, value, statement)
            case ir.AddNote():
                self._add(statement, frame)
            case ir.MoveStock():
                self._move_stock(statement, frame)
            case ir.MovePieces():
                self._move_pieces(statement, frame)
            case ir.MoveTop():
                self._move_top(statement, frame)
            case ir.Look():
                seats: Sequence[int] = range(self.table.players)
                if statement.who is not None:
                    seats = (evaluator.someone(statement.who, frame),)
                pieces = evaluator.ordered(statement.pieces, frame)
                changes.look(_piece_kind(statement.pieces), pieces, seats)
            case ir.Swap():
                first, second = statement.first, statement.second
                changes.swap(
                    (_piece_kind(first), evaluator.number(first, frame)),
                    (_piece_kind(second), evaluator.number(second, frame)),
                    self._in_secret(statement, frame),
                )
            case ir.Shuffle():
                for place in evaluator.ordered(statement.place, frame):
                    changes.shuffle(place, self._in_secret(statement, frame))
                    self.watch.brings(statement.site, None)
            case ir.PassOn():
                changes.pass_on(statement.place, statement.step, statement)
            case ir.Perform():
                yield from self._perform(statement, frame)
            case ir.Open():
                yield from self._open(statement, frame)
            case ir.DropOut():
                self._drop_out(statement, evaluator.someone(statement.player, frame))
            case ir.Remember():
                changes.remember(statement)
            case ir.Forget():
                self.position.memories[statement.memory].clear()
            case ir.Original():
                assert frame.original is not None
                yield from frame.original()
            case ir.Stop():
                raise StopLoop
            case ir.EndGame():
                raise EndOfGame

    # ---- statements that may find nothing

    def _rest(self, statement: ir.Choose | ir.Draw | ir.Find, found: bool, frame: Frame) -> Play:
        """Runs the rest of the block if something was found, or else the `otherwise`."""
        if not found:
            frame.values.pop(statement.var.id, None)
            yield from self.run(statement.otherwise, frame)
            if not statement.rejoin or statement.var.id not in frame.values:
                frame.left_out = True
                self.watch.left_out(statement)
                return
        yield from self.run(statement.body, frame)

    def _choose(self, statement: ir.Choose, frame: Frame) -> Play:
        asker = self.evaluator.someone(statement.asker, frame)
        amount = 0
        if statement.amount is not None:
            amount = self.evaluator.amount(statement.amount, frame)
        if statement.amount is None:
            members = self.evaluator.offered(statement.selection, frame)
            one = yield from self._pick(statement, members, asker)
            chosen: Local | None = one[0] if one else None
        else:
            members = self.evaluator.kept(statement.selection, frame)
            several = yield from self._pick_several(statement, members, asker, amount)
            chosen = None if several is None else frozenset(several)
        if chosen is not None:
            frame.values[statement.var.id] = chosen
        if statement.may:
            yield from self.run(statement.otherwise if chosen is None else statement.body, frame)
        else:
            yield from self._rest(statement, chosen is not None, frame)

    def _pick(self, statement: ir.Choose, members: list[int], asker: int) -> Picking:
        """The chosen thing; None if there are no options, or the chooser declines."""
        element = statement.selection.var.type
        groups = grouped(self.evaluator, members, element, asker)
        options = listed(self.evaluator, [group.members[0] for group in groups], element, asker)
        if not options:
            return None
        ids = option_ids(self.evaluator, options, element, asker)
        if statement.may:
            ids = (*ids, DECLINE)
        taken = yield from self.ask(statement.site, asker, ids, statement, numbers=options)
        if taken == len(options):
            return None
        return self.chance.meant(statement, groups, options[taken : taken + 1])

    def _pick_several(
        self, statement: ir.Choose, members: list[int], asker: int, amount: int
    ) -> Picking:
        """The chosen things; None if there are too few, or the chooser declines."""
        element = statement.selection.var.type
        if len(members) < (1 if statement.up_to else amount) or (statement.up_to and not amount):
            return None
        most = min(amount, len(members))
        groups = grouped(self.evaluator, members, element, asker)
        picked: list[int] = []
        while len(picked) < most:
            if not statement.up_to and (picked or not statement.may) and most == len(members):
                picked = members
                break
            left = [[one for one in group.members if one not in picked] for group in groups]
            options = listed(self.evaluator, [group[0] for group in left if group], element, asker)
            ids = option_ids(self.evaluator, options, element, asker, picked)
            if statement.up_to:
                ids = (*ids, DONE)
            elif statement.may and not picked:
                ids = (*ids, DECLINE)
            taken = yield from self.ask(
                statement.site, asker, ids, statement, picked, element, options
            )
            if taken == len(options):
                if statement.may and not picked:
                    return None
                break
            picked.append(options[taken])
        return self.chance.meant(statement, groups, picked)

    def _draw(self, statement: ir.Draw, frame: Frame) -> Play:
        members = self.evaluator.offered(statement.selection, frame)
        if members:
            frame.values[statement.var.id] = self.chance.drawn(statement, members)
        yield from self._rest(statement, bool(members), frame)

    def _share(self, statement: ir.Share, frame: Frame) -> Play:
        asker = self.evaluator.someone(statement.asker, frame)
        members = self.evaluator.kept(statement.selection, frame)
        bounds = self.evaluator.share_bounds(statement, members, frame)
        rest = self.evaluator.number(statement.amount, frame)
        if not can_share(rest, bounds):
            frame.left_out = True
            self.watch.left_out(statement)
            return
        shares: dict[int, int | frozenset[int]] = {}
        for index, member in enumerate(members):
            least, most = bounds[index]
            low = max(least, rest - sum(high for _, high in bounds[index + 1 :]))
            high = min(most, rest - sum(low for low, _ in bounds[index + 1 :]))
            ids = [str(number) for number in range(low, high + 1)]
            taken = yield from self.ask(statement.site, asker, ids, statement)
            shares[member] = low + taken
            rest -= low + taken
        frame.values[statement.var.id] = shares
        yield from self.run(statement.body, frame)

    # ---- menus, loops, calls

    def _choose_one(self, statement: ir.ChooseOne, frame: Frame) -> Play:
        asker = self.evaluator.someone(statement.asker, frame)
        shown = [
            entry
            for entry in statement.entries
            if self.evaluator.holds(entry.condition, frame)
            and self.evaluator.can_begin(entry.body, frame)
        ]
        if shown:
            for entry in shown:
                self.watch.shown(entry)
            ids = [entry.name for entry in shown] + ([DECLINE] if statement.may else [])
            taken = yield from self.ask(statement.site, asker, ids, statement)
            if taken < len(shown):
                self.watch.ran(shown[taken])
                yield from self.run(shown[taken].body, frame)
                return
        if not statement.may:
            frame.left_out = True
        yield from self.run(statement.otherwise, frame)

    def _loop(self, statement: ir.ForEach | ir.While | ir.Repeat, frame: Frame) -> Play:
        match statement:
            case ir.ForEach():
                for member in self.evaluator.select(statement.selection, frame, drawn=True):
                    self.step(statement)
                    frame.values[statement.selection.var.id] = member
                    yield from self.run(statement.body, frame)
            case ir.While():
                while self.evaluator.holds(statement.condition, frame):
                    self.step(statement)
                    yield from self.run(statement.body, frame)
            case ir.Repeat():
                for _ in range(self.evaluator.amount(statement.times, frame)):
                    self.step(statement)
                    yield from self.run(statement.body, frame)

    def _all_at_once(self, statement: ir.AllAtOnce, frame: Frame) -> Play:
        """Lets each member answer in turn, with a frame of its own; afterwards the answers have keys."""
        answers: dict[int, dict[int, int | frozenset[int]]] = {
            var.id: {} for var in _keyed_in(statement.body)
        }
        for member in self.evaluator.select(statement.selection, frame, drawn=True):
            self.step(statement)
            inner = frame.inner()
            inner.values[statement.selection.var.id] = member
            for id in answers:
                inner.values.pop(id, None)
            yield from self.run(statement.body, inner)
            frame.left_out = frame.left_out or inner.left_out
            for id, by_member in answers.items():
                answer = inner.values.get(id)
                if answer is not None and not isinstance(answer, dict):
                    by_member[member] = answer
        frame.values.update(answers)

    def _call(self, call: ir.CallRule, frame: Frame) -> Calling:
        arguments = tuple(self._given(call.arguments, frame))
        me = self.evaluator.number(call.me, frame)
        return (yield from self.rules.call(call.rule, arguments, me, call))

    def _effect(self, slot: ir.Slot, thing: int, me: int) -> Calling:
        return (yield from self.rules.effect(slot, thing, me))

    def _perform(self, statement: ir.Perform, frame: Frame) -> Calling:
        """Runs an effect if it exists and its `when` is true; the result is whether it has gone through."""
        thing = self.evaluator.number(statement.subject, frame)
        definition = self.evaluator.definition(statement.subject.type, thing)
        slot = None if definition is None else definition.slots.get(statement.slot)
        me = self.evaluator.number(statement.me, frame)
        if slot is None:
            return False
        inner = Frame.of({slot.me: me, slot.it: thing})
        if not self.evaluator.holds(slot.when, inner):
            return False
        return (yield from self.rules.effect(slot, thing, me))

    def _open(self, statement: ir.Open, frame: Frame) -> Play:
        given = self._given(statement.arguments, frame)
        if statement.to is None:
            me = self.evaluator.number(statement.me, frame)
            yield from self.offers.open(statement.offer, given, me, statement)
        else:
            players = self.evaluator.select(statement.to, frame)
            yield from self.offers.open_to(statement.offer, given, players, statement)

    def _given(self, arguments: Sequence[ir.Expr], frame: Frame) -> list[Single]:
        """What a rule or an offer is given."""
        return [self.evaluator.value(each, frame) for each in arguments]

    # ---- changes

    def _drop_out(self, statement: ir.DropOut, player: int) -> None:
        position, phase = self.position, statement.phase
        if statement.of_game and player not in position.out_of_game:
            self._remember_order(player)
        if phase is None:
            (position.out_of_game if statement.of_game else position.out_of_round).add(player)
            return
        now = self.table.phases[position.phase]
        if not statement.ahead and not _is_in(self.game.course, phase, now):
            raise RuleError(NOTHING_THERE, f"`{phase}` is not running", statement.span)
        position.out_of_phase.setdefault(phase, set()).add(player)

    def _remember_order(self, player: int) -> None:
        if LEFT_AS in self.position.notes:
            self.position.notes[LEFT_AS][player] = len(self.position.out_of_game) + 1

    def _add(self, statement: ir.AddNote, frame: Frame) -> None:
        key = self.evaluator.note_key(statement.key, frame)
        amount = self.evaluator.number(statement.amount, frame)
        now = self.position.notes[statement.note][key]
        assert isinstance(now, int)
        total = now - amount if statement.negative else now + amount
        self.changes.set_note(statement.note, key, total, statement)

    def _move_stock(self, statement: ir.MoveStock, frame: Frame) -> None:
        evaluator = self.evaluator
        members = list(range(len(self.table.stock_members[statement.stock])))
        if statement.member is not None:
            members = [evaluator.someone(statement.member, frame)]
        target = evaluator.number(statement.target, frame)
        amount = None if statement.amount is None else evaluator.amount(statement.amount, frame)
        for origin in evaluator.ordered(statement.origin, frame):
            for member in members:
                self.changes.move_stock(statement.stock, member, amount, origin, target, statement)

    def _move_pieces(self, statement: ir.MovePieces, frame: Frame) -> None:
        target = None
        if statement.target is not None:
            target = self.evaluator.number(statement.target, frame)
        of, is_sorted = statement.pieces, _says_an_order(statement.pieces)
        if statement.exactly is not None:
            wanted = self.evaluator.amount(statement.exactly, frame)
            there = len(self.evaluator.members(of, frame))
            if there < wanted:
                said = f"{there} of these pieces are there, not {wanted}"
                raise RuleError(NOT_ENOUGH, said, statement.span)
        if isinstance(of, ir.Those) and is_sorted:
            pieces: Sequence[int] = self.evaluator.select(of.selection, frame, drawn=True)
        elif isinstance(of.type, SetType):
            pieces = sorted(self.evaluator.members(of, frame))
        else:
            piece = self.evaluator.number(of, frame)
            goal = self.changes.home(statement.kind, piece) if target is None else target
            mover = self._in_secret(statement, frame)
            self.changes.move(statement.kind, piece, goal, statement.bottom, statement, mover)
            return
        self.changes.move_all(
            statement.kind,
            pieces,
            target,
            statement.bottom,
            statement,
            is_sorted=is_sorted,
            mover=self._in_secret(statement, frame),
        )

    def _in_secret(
        self, statement: ir.MovePieces | ir.MoveTop | ir.Swap | ir.Shuffle, frame: Frame
    ) -> int | None:
        """The player who does it, if it is done in secret; -1 for nobody."""
        if not statement.secretly or statement.me is None:
            return None
        return self.evaluator.number(statement.me, frame)

    def _move_top(self, statement: ir.MoveTop, frame: Frame) -> None:
        origin = self.evaluator.number(statement.origin, frame)
        target = self.evaluator.number(statement.target, frame)
        amount = self.evaluator.amount(statement.amount, frame)
        mover = self._in_secret(statement, frame)
        stack = self.position.stacked(statement.kind, origin)
        if amount > len(stack) and not statement.up_to:
            where = self.table.places[origin].id
            raise RuleError(
                NOT_ENOUGH,
                f"`{where}` has {len(stack)} `{statement.kind}`, not {amount}",
                statement.span,
            )
        for _ in range(min(amount, len(stack))):
            # One after the other: a piece that goes back on top is taken next.
            piece = self.position.stacked(statement.kind, origin)[-1]
            self.changes.move(statement.kind, piece, target, statement.bottom, statement, mover)


def _says_an_order(pieces: ir.Expr) -> bool:
    """Whether a statement writes the order in which pieces are taken."""
    if not isinstance(pieces, ir.Those):
        return False
    return pieces.selection.rising is not None or pieces.selection.starting is not None


def _is_in(phases: Sequence[ir.Phase], outer: str, inner: str) -> bool:
    """Whether a phase is another one, or inside it."""
    for phase in phases:
        if phase.id == outer:
            return phase.id == inner or any(
                _is_in((each,), each.id, inner) for each in phase.phases
            )
        if _is_in(phase.phases, outer, inner):
            return True
    return False


def _piece_kind(expr: ir.Expr) -> str:
    """The kind of a piece, or of a set of them."""
    found = expr.type.element if isinstance(expr.type, SetType) else expr.type
    assert isinstance(found, PieceType), found
    return found.kind


def _keyed_in(body: ir.Body) -> Iterator[ir.Var]:
    """The names that statements of `all at once` bind."""
    for statement in body:
        match statement:
            case ir.Choose():
                yield statement.var
                yield from _keyed_in(statement.body)
                yield from _keyed_in(statement.otherwise)
            case ir.Let():
                yield statement.var
            case ir.If():
                yield from _keyed_in(statement.body)
                yield from _keyed_in(statement.otherwise)
            case _:
                pass  # no other statement is allowed there
