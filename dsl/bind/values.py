"""Values, their modifiers, and the conditions that stand in declarations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from boardwright.dsl.bind.declarations import Declarations
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import heads as head_errors
from boardwright.dsl.bind.errors import hints
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.bind.expressions import as_set
from boardwright.dsl.bind.heads import Heading, heading
from boardwright.dsl.bind.names import as_thing
from boardwright.dsl.bind.statements import Statements
from boardwright.dsl.declare.declarations import (
    DefinitionDecl,
    ModifierDecl,
    NoteDecl,
    Ruleset,
    ValueDecl,
)
from boardwright.dsl.language import syntax
from boardwright.dsl.language.set_hints import printed_number
from boardwright.dsl.language.type_relations import fits
from boardwright.dsl.language.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    PieceType,
    SetType,
    SpaceType,
    Type,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import Bound, Context, Counter
from boardwright.dsl.rules.symbols import Symbols
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Span

_FOR_NUMBERS = ("becomes", "add", "subtract", "at least", "at most")
_FOR_SETS = ("becomes", "only", "also", "except")

Clause = tuple[str, str] | None


@dataclass(slots=True)
class Values:
    """Binds the values of a ruleset, whose declarations stand in the symbols already."""

    ruleset: Ruleset
    bag: Bag
    symbols: Symbols
    counter: Counter
    declared: Declarations
    values: dict[str, ir.Value] = field(default_factory=dict)
    waiting: dict[str, ValueDecl] = field(default_factory=dict)
    binding: list[str] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)

    def binder(
        self, place: Span, where: str = "", clause: Clause = None, **context: object
    ) -> Statements:
        """A binder for one text, which stands in the file of this place: it sees what that can know."""
        fields = Context(where=where, clause=clause)
        symbols = self.symbols.seen_from(place.source)
        return Statements(symbols, self.bag, self.counter, replace(fields, **context))  # type: ignore[arg-type]

    def me(self) -> ir.Var:
        return self.counter.var("me", PLAYER)

    def it(self, clause: tuple[str, str]) -> ir.Var:
        return self.counter.var("it", self.type_of(clause[0]))

    def type_of(self, kind: str) -> Type:
        return PieceType(kind) if kind in self.symbols.kinds else SpaceType((kind,))

    def known(self, clause: Clause) -> bool:
        """Whether the piece or space of a clause exists; if not, that was reported where it is declared."""
        return clause is None or clause[0] in self.symbols.kinds or clause[0] in self.symbols.spaces

    def conditions(self) -> None:
        """`in_force`, `in_play`, `visible_to: everyone when ...` and the starts of notes."""
        for kind in self.ruleset.kinds:
            if kind.in_force is not None:
                of = self.symbols.kinds[kind.id]
                it, me = self.counter.var("it", PieceType(kind.id)), self.me()
                force = self.binder(kind.in_force.span, it=it, me=me).condition(kind.in_force)
                changed = replace(of, in_force=force, in_force_it=it, in_force_me=me)
                self.symbols.kinds[kind.id] = changed
        for space in self.ruleset.spaces:
            of_space = self.symbols.spaces[space.id]
            it = self.counter.var("it", SpaceType((space.id,)))
            if space.in_force is not None:
                me = self.me()
                force = self.binder(space.in_force.span, it=it, me=me).condition(space.in_force)
                of_space = replace(of_space, in_force=force, in_force_it=it, in_force_me=me)
            if space.in_play is not None:
                it = self.counter.var("it", SpaceType((space.id,)))
                in_play = self.binder(space.in_play.span, it=it).condition(space.in_play)
                of_space = replace(of_space, in_play=in_play, in_play_it=it)
            self.symbols.spaces[space.id] = of_space
        for definition in self.ruleset.definitions:
            if definition.in_force is not None and self.known((definition.kind.id, definition.id)):
                self._own_force(definition, definition.in_force)
        for place in self.ruleset.places:
            if place.visible_when is not None and (
                place.trait is None or place.definition is not None
            ):
                self._visible(place.id, place.visible_when, place.definition, place.trait)
        for note in self.ruleset.notes:
            if note.trait is None or note.definition is not None:
                self._start(note)

    def _own_force(self, decl: DefinitionDecl, condition: syntax.Expr) -> None:
        """`in_force` of one piece or space."""
        kind, clause = decl.kind.id, (decl.kind.id, decl.id)
        it, me = self.it(clause), self.me()
        force = self.binder(condition.span, clause=clause, it=it, me=me).condition(condition)

        def changed(definitions: tuple[ir.Definition, ...]) -> tuple[ir.Definition, ...]:
            return tuple(
                replace(one, in_force=force, in_force_it=it, in_force_me=me)
                if one.id == decl.id
                else one
                for one in definitions
            )

        if kind in self.symbols.kinds:
            of = self.symbols.kinds[kind]
            self.symbols.kinds[kind] = replace(of, definitions=changed(of.definitions))
        else:
            space = self.symbols.spaces[kind]
            self.symbols.spaces[kind] = replace(space, definitions=changed(space.definitions))

    def _visible(self, id: str, condition: syntax.Expr, clause: Clause, trait: str | None) -> None:
        if clause is not None and trait is None:
            things = self.symbols.private(clause, id, "place")
            id = things[0].id if things else id
        place = self.symbols.places.get(id)
        if place is None or place.visible_when is not None:
            return
        kinds = [held for held in place.holds if held in self.symbols.kinds]
        if len(kinds) != 1:
            errors.several_kinds(self.bag, condition.span, id, kinds)
            return
        it = self.counter.var("it", PieceType(kinds[0]))
        when = self.binder(condition.span, it=it).condition(condition)
        self.symbols.places[id] = replace(place, visible_when=when, visible_it=it)

    def _start(self, decl: NoteDecl) -> None:
        id = decl.id
        if decl.definition is not None and decl.trait is None:
            things = self.symbols.private(decl.definition, decl.id, "note")
            id = things[0].id if things else id
        note = self.symbols.notes.get(id)
        if note is None or note.start is not None:
            return
        start: ir.Expr | None = None
        if decl.start is not None:
            start = self.binder(decl.start.span, clause=decl.definition).typed(
                decl.start, note.type
            )
        elif note.type in (NUMBER, YES_NO):
            if not note.low <= 0 <= note.high:
                errors.start_unsaid(
                    self.bag,
                    note.span,
                    f"`{decl.id}` cannot start at 0, which is out of its range",
                    f"add `start: {note.low}`",
                )
            start = ir.Const(value=0, type=note.type, span=note.span)
        elif not isinstance(note.type, SetType):
            example = "nobody" if note.type == PLAYER else "..."
            errors.start_unsaid(
                self.bag,
                note.span,
                f"`{decl.id}` does not say how it starts",
                f"add `start: {example}`",
            )
        self.symbols.notes[id] = replace(note, start=start)

    def all_values(self) -> None:
        """Binds the bases; one that another needs is bound when it is needed."""
        self.waiting = {self._value_id(decl): decl for decl in self.ruleset.values}
        self.symbols.resolve_by(self.value)
        for id in self.waiting:
            self.value(id)
        order = list(self.waiting)
        self.values = {id: self.values[id] for id in order if id in self.values}

    def _value_id(self, decl: ValueDecl) -> str:
        if decl.definition is None:
            return decl.id
        things = self.symbols.private(decl.definition, decl.id, "value")
        return things[0].id if things else decl.id

    def value(self, id: str) -> None:
        """Binds the base of a value, and so learns its type."""
        if id in self.values or id in self.failed:
            return
        if id in self.binding:
            ring = self.binding[self.binding.index(id) :]
            errors.circular_value(self.bag, [(one, self.symbols.values[one].span) for one in ring])
            self.failed.update(ring)
            return
        self.binding.append(id)
        decl, info = self.waiting[id], self.symbols.values[id]
        me = self.me()
        binder = self.binder(decl.span, clause=decl.definition, me=me)
        if decl.definition is not None:
            binder.context = replace(binder.context, it=None)
        self.add_params(binder, zip(decl.head.params, info.params, strict=True))
        base = binder.expression(decl.base)
        self.binding.pop()
        if base is None:
            self.failed.add(id)
            return
        info.type = base.type
        self.values[id] = ir.Value(
            id=id,
            origin=decl.origin,
            texts=decl.texts,
            params=info.params,
            me=me,
            type=base.type,
            base=base,
            span=decl.span,
        )

    def add_params(self, binder: Statements, params: Iterable[tuple[syntax.Param, ir.Var]]) -> None:
        """Makes the parameters known."""
        for param, var in params:
            known = None if var.id in self.symbols.unknown else var
            bound = Bound(param.name, known, param.names[-1].span, "parameter")
            if known is not None:
                binder.refuse_to_hide(bound.name, bound.span, var.type, bound.made)
            binder.scope.add(bound)
            self.symbols.means(bound.span, as_thing(bound))

    def add_actor(self, binder: Statements, name: syntax.Name | None, actor: ir.Var) -> None:
        """Makes the name known that `by ... as` gives to whoever acts or asks."""
        if name is not None:
            binder.declare(name, PLAYER, "parameter", actor)

    def whose(self, head: syntax.Head, clause: Clause) -> str | None:
        """Whose acts or questions a clause is about; None after an error."""
        by = head.by or ("me" if clause else "anyone")
        if clause is None and by == "others":
            errors.misplaced(
                self.bag,
                head.name.span,
                "a game has no others: whoever acts is `me`",
                "leave out `by others`",
            )
            return None
        if clause is not None and by != "anyone" and not self._can_be_owned(clause[0]):
            head_errors.never_mine(self.bag, clause[0], head.name.span, by)
            return None
        return by

    def _can_be_owned(self, kind: str) -> bool:
        of = self.symbols.kinds.get(kind)
        if of is None:
            return self.symbols.owned(kind)
        return of.owner is not None or of.per_player

    def all_modifiers(self) -> tuple[ir.Modifier, ...]:
        return tuple(
            modifier
            for decl in self.ruleset.modifiers
            if (decl.trait is None or decl.definition is not None) and self.known(decl.definition)
            for modifier in self._modifiers(decl)
        )

    def _modifiers(self, decl: ModifierDecl) -> list[ir.Modifier]:
        name, clause = decl.head.name, decl.definition
        symbols = self.symbols.seen_from(name.span.source)
        things = symbols.private(clause, name.id, "value") or symbols.things(name.id, "value")
        if not things:
            self._unknown(name, "a value", "value", self.symbols.values, self._printed(name.id))
            return []
        self.symbols.means(name.span, things[0])
        info = self.symbols.values[things[0].id]
        read = heading(self.declared, decl.head, info.params, info.span)
        type, by = self.symbols.value_type(info.id), self.whose(decl.head, clause)
        if read is None or type is None or by is None:
            return []
        found: list[ir.Modifier] = []
        for at, change in enumerate(decl.changes):
            me, it = self.me(), self.it(clause) if clause else None
            actor = self.me() if clause else me
            left_out = hints.unnamed(decl.head, read.params, read.only, name.id)
            binder = self.binder(change.span, clause=clause, me=me, it=it, unnamed=left_out)
            self.add_params(binder, read.named)
            self.add_actor(binder, decl.head.actor, actor)
            operand = self._operand(binder, change, type, name.id)
            when = self.when(binder, read, change.when)
            if operand is not None:
                found.append(
                    ir.Modifier(
                        origin=decl.origin,
                        definition=clause,
                        me=me,
                        it=it,
                        params=read.params,
                        actor=actor,
                        by=by,
                        when=when,
                        only=read.only,
                        conditional=change.when is not None,
                        value=info.id,
                        op=change.op,
                        operand=operand,
                        refs=decl.refs[at] if decl.refs else (),
                        assumed=decl.assumed[at] if decl.assumed else None,
                        span=change.span,
                    )
                )
        return found

    def _operand(
        self, binder: Statements, change: syntax.Change, type: Type, name: str
    ) -> ir.Expr | None:
        op = change.op
        if isinstance(type, SetType):
            allowed: tuple[str, ...] = _FOR_SETS
        else:
            allowed = _FOR_NUMBERS if type == NUMBER else ("becomes",)
        if op not in allowed:
            errors.wrong_modifier(self.bag, change.span, op, name, type)
            return None
        if op in ("only", "also", "except"):
            found = binder.expression(
                change.operand, lambda t: fits(t, type) or fits(SetType(t), type)
            )
            return None if found is None else binder.checked(as_set(found), type)
        return binder.typed(change.operand, type)

    def when(
        self, binder: Statements, read: Heading, written: syntax.Expr | None
    ) -> ir.Expr | None:
        """What the head asks of its parameters, and behind it the condition that is written."""
        asked = [*read.conditions]
        condition = None if written is None else binder.condition(written)
        if condition is not None:
            asked.append(condition)
        bound: ir.Expr | None = None
        for one in asked:
            more = one
            if bound is not None:
                more = ir.Both(left=bound, right=one, type=YES_NO, span=one.span)
            bound = more
        return bound

    def _printed(self, name: str) -> str:
        """How what is printed on pieces or spaces is changed, if this is its name."""
        owners = [t.owner for t in self.symbols.things(name) if t.sort == "attribute"]
        if not owners:
            return ""
        reading = [
            value.id
            for value in self.values.values()
            if any(
                isinstance(node, ir.AttributeRead | ir.MembersOf) and node.attribute == name
                for node in nodes(value.base)
            )
        ]
        return printed_number(reading, "pieces" if owners[0] in self.symbols.kinds else "board")

    def _unknown(
        self, name: syntax.Name, wanted: str, sort: str, known: object, help: str = ""
    ) -> None:
        symbols = self.symbols.seen_from(name.span.source)
        things = symbols.things(name.id)
        if things:
            errors.other_sort(self.bag, name.id, name.span, things, wanted, help)
        elif not sight_errors.beyond(self.bag, symbols, name):
            assert isinstance(known, dict | list | tuple)
            errors.unknown(self.bag, sort, name.id, name.span, known)
