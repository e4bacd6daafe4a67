"""Walks through one routine, statement by statement, with what is known at each."""

from __future__ import annotations

from dataclasses import fields

from boardwright.dsl.language.types import NUMBER, NumberType, PieceType, SetType
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.touches import ENDS
from boardwright.dsl.source.places import Span
from boardwright.validators.reasoning.conditions import Judge
from boardwright.validators.reasoning.facts import (
    ANYTHING,
    Known,
    PossibleChanges,
    changes_of,
    renamed,
)
from boardwright.validators.reasoning.ranges import Many, ValueRange, arithmetic, exactly
from boardwright.validators.reasoning.routines import Question, Routine
from boardwright.validators.reasoning.set_sizes import least_selected
from boardwright.validators.reasoning.sightings import Chosen, Sighting, Survey

EMPTY, UNREACHED = "empty", "unreached"
_KNOWN = "known from this"


class Walker:
    """Walks one routine or one question. `phase` says in which phases it can run."""

    def __init__(self, survey: Survey, of: Routine | None, phase: ValueRange | None) -> None:
        self.survey = survey
        self.reasoner = survey.reasoner
        self.of = of
        self.judge = Judge(survey)
        start = self.reasoner.start
        self.start = Known(start.seats, phase=phase)

    def question(self, question: Question) -> None:
        """Judges an expression by itself."""
        known = self._with_it(question.it, question.definition, question.nobody)
        if question.given is not None:
            assumed = self.reasoner.assume(question.given, True, known)
            if assumed is None:
                return
            known = assumed
        if question.condition:
            self.judge.condition(question.expr, known, never=not question.until)
        else:
            self.judge.look(question.expr, known)

    def routine(self) -> None:
        """Walks a body with its condition."""
        assert self.of is not None
        known: Known | None = self._with_it(self.of.it, self.of.definition, self.of.nobody)
        assert known is not None
        if self.of.when is not None:
            self.judge.condition(self.of.when, known)
            known = self.reasoner.assume(self.of.when, True, known)
        if known is not None:
            self.body(self.of.body, known, shown=self.of.offered)

    def changes(self, part: ir.Stmt | ir.Body) -> PossibleChanges:
        """Returns what a statement or a body may change."""
        kept = self.survey.effects.changes
        if id(part) not in kept:
            kept[id(part)] = changes_of(part)
        return kept[id(part)]

    def _with_it(
        self, it: ir.Var | None, definition: tuple[str, str] | None, nobody: ir.Var | None
    ) -> Known:
        start = self.start if nobody is None else self.start.named(nobody, exactly(-1))
        if it is None or definition is None:
            return start
        return self.reasoner.of_definition(it, definition, start)

    # ---- statements

    def body(self, body: ir.Body, known: Known, shown: bool = False) -> Known | None:
        """Returns what is known after a body; None if its end is never reached. `shown` means that the body is offered only if
        its first choice has an answer.
        """
        now: Known | None = known
        before: ir.Stmt | None = None
        for statement in body:
            unreached = None
            if now is None and before is not None:
                text = "this is never reached"
                unreached = Sighting(UNREACHED, text, statement.span, (before.span,))
            self.survey.note(statement, UNREACHED, unreached)
            if now is None:
                return None
            now = self.statement(statement, now, shown)
            shown = shown and isinstance(statement, ir.Let)
            before = statement
        return now

    def statement(self, node: ir.Stmt, known: Known, shown: bool = False) -> Known | None:
        """Walks one statement; returns None if what follows is never reached."""
        judge, reasoner = self.judge, self.reasoner
        after = known.after(self.changes(node))
        judge.somebody(node, known)
        match node:
            case ir.Choose() | ir.Draw() | ir.Find():
                return self._choice(node, known, shown)
            case ir.Share():
                self._share(node, known)
            case ir.MayDo():
                judge.look(node.asker, known)
                ways = (self.body(node.body, known), self.body(node.otherwise, known))
                return None if ways == (None, None) else after
            case ir.ChooseOne():
                return self._menu(node, known)
            case ir.If():
                return self._if(node, known)
            case ir.IfSo():
                if isinstance(node.call, ir.CallRule):
                    for argument in node.call.arguments:
                        judge.look(argument, known)
                else:
                    judge.look(node.call.subject, known)
                called = known.after(ANYTHING)
                both = (self.body(node.body, called), self.body(node.otherwise, called))
                return None if both == (None, None) else after
            case ir.ForEach(selection=selection):
                inner = judge.selection(selection, known)
                self._nothing_in(node, selection, reasoner.select(selection, known)[0])
                if inner is not None:
                    # What is known of a member stays true as long as nothing changes.
                    self.body(node.body, inner.after(self.changes(node.body)))
            case ir.AllAtOnce(selection=selection):
                inner = judge.selection(selection, known)
                if inner is not None:
                    self.body(node.body, inner)
            case ir.While():
                return self._while(node, known)
            case ir.Repeat():
                judge.look(node.times, known)
                times = reasoner.single(node.times, known)
                self._empty(
                    node,
                    node.times.span,
                    "this is always 0, so the block never runs" if times.high <= 0 else None,
                )
                if times.high > 0:
                    self.body(node.body, known.after(self.changes(node.body)))
            case ir.As():
                judge.look(node.player, known)
                somebody = reasoner.single(node.player, known).without(-1)
                acting = known if somebody is None else known.named(node.me, somebody)
                return None if self.body(node.body, acting) is None else after
            case ir.Let():
                judge.look(node.value, known)
                return known.named(node.var, reasoner.evaluate(node.value, known))
            case ir.SetLocal():
                judge.look(node.value, known)
                return after.named(node.var, reasoner.evaluate(node.value, known))
            case ir.SetNote() | ir.AddNote():
                self._note(node, known)
            case ir.MoveStock():
                self._stock(node, known)
            case ir.MoveTop():
                self._top(node, known)
            case ir.Open(to=to):
                if to is not None:
                    judge.selection(to, known)
            case ir.CallRule():
                for argument in (*node.arguments, node.me):
                    judge.look(argument, known)
                return None if self.survey.effects.surely_ends((node,)) else after
            case ir.Stop() | ir.EndGame():
                return None
            case ir.SimpleStmt():
                self._look_at_parts(node, known)
        return after

    def _look_at_parts(self, node: ir.SimpleStmt, known: Known) -> None:
        for each in fields(node):
            part = getattr(node, each.name)
            if isinstance(part, ir.Typed) and each.name != "me":
                self.judge.look(part, known)  # type: ignore[arg-type]

    # ---- what may find nothing

    def _empty(self, node: ir.Node, span: Span, text: str | None, *because: Span) -> None:
        sighting = None if text is None else Sighting(EMPTY, text, span, because)
        self.survey.note(node, EMPTY, sighting)

    def _nothing_in(
        self, node: ir.Node, selection: ir.Selection, many: Many, wanted: int = 1
    ) -> None:
        """Notes a set that never has enough members. If its condition keeps none, the finding is at the condition."""
        source = self.reasoner.many
        told = None
        if many.most < wanted:
            told = "this is always empty"
            if wanted > 1:
                told = f"this never has {wanted} members, but at most {many.most}"
        if selection.where is not None and many.most == 0:
            told = None if source(selection.source, self.start).most > 0 else told
        self._empty(node, selection.source.span, told)

    def _choice(
        self, node: ir.Choose | ir.Draw | ir.Find, known: Known, shown: bool
    ) -> Known | None:
        judge, reasoner = self.judge, self.reasoner
        wanted, most, picks = 1, 1, True
        if isinstance(node, ir.Choose):
            judge.look(node.asker, known)
            if node.amount is not None:
                judge.look(node.amount, known)
                amount = reasoner.single(node.amount, known)
                if node.up_to:
                    picks = amount.low >= 1
                else:
                    wanted, most = max(amount.low, 0), max(amount.high, 0)
        judge.selection(node.selection, known)
        many, _ = reasoner.select(node.selection, known)
        self._nothing_in(node, node.selection, many, wanted)
        sure = many.least >= most and picks
        may = isinstance(node, ir.Choose) and node.may
        if self.of is not None and not may:
            there = sure or (picks and least_selected(reasoner, node.selection, known) >= most)
            self.survey.chosen.append(Chosen(node, self.of, there, shown, self.start.phase))
        after = known.after(self.changes(node))
        otherwise = self.body(node.otherwise, known) if not sure else None
        inner = self._with_chosen(node, many, known)
        if not may and node.rejoin:
            inner = known.after(self.changes(node.otherwise))
        if isinstance(node, ir.Draw):
            inner = inner.after(ANYTHING)
        found = self.body(node.body, inner, shown and isinstance(node, ir.Find))
        never = found is None and (sure and not may)
        ended = found is None and otherwise is None and bool(node.otherwise) and not sure
        return None if never or ended else after

    def _with_chosen(self, node: ir.Choose | ir.Draw | ir.Find, many: Many, known: Known) -> Known:
        """Adds that the chosen thing meets the condition."""
        selection = node.selection
        if isinstance(node.var.type, SetType):
            return known.named(node.var, Many(many.element, 0, many.most))
        source = self.reasoner.many(selection.source, known).element
        inner = known.named(node.var, source)
        hidden = isinstance(node.var.type, PieceType) and (
            self.survey.game.kinds[node.var.type.kind].hidden
        )
        if selection.where is None or (isinstance(node, ir.Draw) and hidden):
            return inner
        name = ir.Local(var=node.var, type=node.var.type, span=node.span)
        where = renamed(selection.where, {selection.var.id: name})
        return self.reasoner.assume(where, True, inner) or inner

    def _share(self, node: ir.Share, known: Known) -> None:
        judge, reasoner = self.judge, self.reasoner
        judge.look(node.amount, known)
        inner = judge.selection(node.selection, known)
        if inner is not None:
            judge.look(node.least, inner)
            judge.look(node.most, inner)
            amount = reasoner.single(node.amount, known)
            many = reasoner.select(node.selection, known)[0]
            least, most = reasoner.single(node.least, inner), reasoner.single(node.most, inner)
            text = None
            if amount.low > max(most.high, 0) * many.most:
                text = f"the players never take this much: at most {max(most.high, 0) * many.most} in all"
            elif least.low > most.high:
                text = "no player can take a share: its least is more than its most"
            self._empty(node, node.amount.span, text)
        self.body(node.body, known)

    def _menu(self, node: ir.ChooseOne, known: Known) -> Known | None:
        self.judge.look(node.asker, known)
        goes_on = not (node.entries and node.otherwise)
        for entry in node.entries:
            inner: Known | None = known
            if entry.condition is not None:
                self.judge.condition(entry.condition, known)
                inner = self.reasoner.assume(entry.condition, True, known)
            if inner is not None:
                goes_on = self.body(entry.body, inner, shown=True) is not None or goes_on
        if node.otherwise:
            goes_on = self.body(node.otherwise, known) is not None or goes_on
        return known.after(self.changes(node)) if goes_on else None

    # ---- ways through

    def _if(self, node: ir.If, known: Known) -> Known | None:
        reasoner = self.reasoner
        self.judge.condition(node.condition, known)
        after = known.after(self.changes(node))
        yes = reasoner.assume(node.condition, True, known)
        no = reasoner.assume(node.condition, False, known)
        then = None if yes is None else self.body(node.body, yes)
        other = None if no is None else self.body(node.otherwise, no)
        if then is None and other is None:
            return None
        if then is None and no is not None:
            return no.after(self.changes(node.otherwise))
        if other is None and yes is not None:
            return yes.after(self.changes(node.body))
        return after

    def _while(self, node: ir.While, known: Known) -> Known | None:
        reasoner = self.reasoner
        each_time = known.after(self.changes(node.body))
        self.judge.condition(node.condition, each_time, always=False)
        self.judge.never_left(node, each_time, self._may_end(node))
        inner = reasoner.assume(node.condition, True, each_time)
        if inner is not None:
            self.body(node.body, inner)
        if leaves(node.body):
            return each_time
        return reasoner.assume(node.condition, False, each_time)

    def _may_end(self, node: ir.While) -> bool:
        """Whether `stop` or the end of the game leaves a loop, or another check reports it because nothing in it changes its
        condition.
        """
        effects = self.survey.effects
        original = None if self.of is None else effects.rule_of(self.of.key)
        changed = effects.changed_by(node.body, original)
        return leaves(node.body) or ENDS in changed or not changed & effects.read_by(node.condition)

    # ---- changes that cannot be made

    def _note(self, node: ir.SetNote | ir.AddNote, known: Known) -> None:
        value = node.value if isinstance(node, ir.SetNote) else node.amount
        self.judge.look(value, known)
        if node.key is not None:
            self.judge.look(node.key, known)
        note = self.survey.game.notes.get(node.note)
        if note is None or not isinstance(note.type, NumberType):
            return
        new = self.reasoner.single(value, known)
        if isinstance(node, ir.AddNote):
            read = ir.NoteRead(note=note.id, key=node.key, type=NUMBER, span=node.span)
            now = self.reasoner.single(read, known)
            new = arithmetic("-" if node.negative else "+", now, new)
        self.survey.written.append((note.id, new))
        name = note.id.rsplit(".", 1)[-1]
        text = None
        if new.low > note.high or new.high < note.low:
            text = f"this always fails: `{name}` can be {note.low} to {note.high}, but this makes it {new}"
        self.judge.fails(node, value.span, text, note.span)

    def _stock(self, node: ir.MoveStock, known: Known) -> None:
        for part in (node.member, node.amount, node.origin, node.target):
            if part is not None:
                self.judge.look(part, known)
        if node.amount is None:
            return
        stock = self.survey.game.stocks[node.stock]
        amount = self.reasoner.single(node.amount, known)
        used = self.reasoner.used
        used.clear()
        text, because, why = None, [stock.span], "declared here"
        if amount.high < 0:
            text, because = f"this always fails: it cannot move {amount}", []
        elif not node.up_to and stock.total is not None:
            there = ir.Amount(
                stock=stock.id,
                member=node.member,
                places=node.origin,
                type=NUMBER,
                span=node.origin.span,
            )
            most = self.reasoner.single(there, known).high
            if amount.low > most:
                text = (
                    f"this always fails: there are never {_more_than(most)} `{stock.plural}` there"
                )
                because, why = (list(dict.fromkeys(used)), _KNOWN) if used else (because, why)
        room = self.survey.extents.room(stock.id, node.target.type)
        if text is None and not node.up_to and room is not None and amount.low > room:
            text, because = (
                f"this always fails: there is room for only {room} `{stock.plural}` there",
                [],
            )
        self.judge.fails(node, node.amount.span, text, *because, why=why)

    def _top(self, node: ir.MoveTop, known: Known) -> None:
        for part in (node.amount, node.origin, node.target):
            self.judge.look(part, known)
        amount = self.reasoner.single(node.amount, known)
        there = ir.PiecesAt(
            kind=node.kind,
            places=node.origin,
            type=SetType(PieceType(node.kind)),
            span=node.origin.span,
        )
        self.reasoner.used.clear()
        most = self.reasoner.many(there, known).most
        kind = self.survey.game.kinds[node.kind]
        text, because, why = None, [kind.span], "declared here"
        if amount.high < 0:
            text, because = f"this always fails: it cannot move {amount}", []
        elif not node.up_to and amount.low > most:
            text = f"this always fails: there are never {_more_than(most)} `{kind.plural}` there"
            used = self.reasoner.used
            because, why = (list(dict.fromkeys(used)), _KNOWN) if used else (because, why)
        self.judge.fails(node, node.amount.span, text, *because, why=why)


def leaves(body: object) -> bool:
    """Whether a `stop` in the body of a loop leaves that loop."""
    waiting: list[object] = [body]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(one)
        elif isinstance(one, ir.Stop):
            return True
        elif isinstance(one, ir.Node) and not isinstance(
            one, ir.ForEach | ir.While | ir.Repeat | ir.Typed
        ):
            waiting.extend(
                getattr(one, name)
                for name in ("body", "otherwise", "entries")
                if hasattr(one, name)
            )
    return False


def _more_than(most: int) -> str:
    return f"more than {most}" if most > 0 else "any"
