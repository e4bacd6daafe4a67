"""What a name means where it stands: alone, and before `of`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import hints
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.bind.hiding import hidden_by_local
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import Accepts, fits, fitting, is_set
from boardwright.dsl.language.types import (
    FACE,
    NUMBER,
    PLAYER,
    YES_NO,
    MemberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    ZoneType,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import PASSED_OVER, Bound, Context, Counter, Scope
from boardwright.dsl.rules.symbols import (
    BUILT_IN_NOTES,
    BUILT_IN_SETS,
    Symbols,
    Thing,
    ValueInfo,
    declared_first,
)
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Span

# Words of the language that stand where a name may: misspelt, they are taken for one.
_WORDS = ("bottom", "kinds", "nobody", "those")


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a bare name can stand for."""

    thing: Thing
    type: Type
    build: Callable[[Span], ir.Expr]


@dataclass(frozen=True, slots=True)
class Role:
    """One thing that a name before `of` can ask for."""

    thing: Thing
    accepts: Accepts
    build: Callable[[ir.Expr, Span], ir.Expr]


class Names:
    """The base of all that binds texts: local names, `me` and `it`, and the meanings of global names."""

    def __init__(self, symbols: Symbols, bag: Bag, counter: Counter, context: Context) -> None:
        self.symbols = symbols
        self.bag = bag
        self.counter = counter
        self.context = context
        self.scope = Scope()

    def expression(self, node: syntax.Expr, want: Accepts | None = None) -> ir.Expr | None:
        """Binds an expression. `want` tells meanings apart; what comes out need not fulfil it."""
        raise NotImplementedError

    @contextmanager
    def within(self, **changes: Any) -> Iterator[None]:
        """Binds in a context that differs a little."""
        outer = self.context
        self.context = replace(outer, **changes)
        try:
            yield
        finally:
            self.context = outer

    # ---- types that are due

    def typed(self, node: syntax.Expr, wanted: Type) -> ir.Expr | None:
        """An expression of this type, or None after a diagnostic."""
        return self.checked(self.expression(node, fitting(wanted)), wanted)

    def number(self, node: syntax.Expr) -> ir.Expr | None:
        return self.typed(node, NUMBER)

    def condition(self, node: syntax.Expr) -> ir.Expr | None:
        return self.typed(node, YES_NO)

    def player(self, node: syntax.Expr) -> ir.Expr | None:
        return self.typed(node, PLAYER)

    def checked(self, expr: ir.Expr | None, wanted: Type) -> ir.Expr | None:
        """The expression if its type is the one that is due; else a diagnostic and None."""
        if expr is None or fits(expr.type, wanted):
            return expr
        if wanted == NUMBER and is_set(expr.type):
            errors.set_as_number(self.bag, expr.span, expr.type)
        elif wanted == YES_NO and is_set(expr.type):
            errors.set_as_condition(self.bag, expr.span, expr.type)
        elif is_set(wanted) and not is_set(expr.type):
            errors.single_as_set(self.bag, expr.span, expr.type)
        else:
            help = (
                f"write `{expr.span.text} >= 1`" if (wanted, expr.type) == (YES_NO, NUMBER) else ""
            )
            if isinstance(expr.type, PieceType) and wanted == MemberType(FACE + expr.type.kind):
                help = f"write `face of {expr.span.text}`"
            help = help or self.of_it(expr, wanted)
            errors.wrong_type(self.bag, expr.span, expr.type, str(wanted), help)
        return None

    # ---- me and it

    def me(self, span: Span) -> ir.Expr | None:
        if self.context.me is None:
            errors.no_me(self.bag, span)
            return None
        return ir.Local(var=self.context.me, type=PLAYER, span=span)

    def whoever(self, span: Span) -> ir.Expr:
        """Who asks a value here: `me`, or nobody where there is none."""
        if self.context.me is None:
            return ir.Const(value=-1, type=PLAYER, span=span)
        return ir.Local(var=self.context.me, type=PLAYER, span=span)

    def it(self, span: Span) -> ir.Expr | None:
        if self.context.it is None:
            errors.no_it(self.bag, span)
            return None
        return ir.Local(var=self.context.it, type=self.context.it.type, span=span)

    # ---- names of one's own

    def declare(
        self, name: syntax.Name, type: Type | None, made: str, var: ir.Var | None = None
    ) -> ir.Var:
        """Makes a local name. Where several answer at once it has one value for each of them."""
        rejoin = self.scope.rejoin
        if rejoin is not None and rejoin.bound.name == name.id and self.scope.find(name.id) is None:
            rejoin.done = True
            self.scope.add(replace(rejoin.bound, span=name.span, made=made))
            self.symbols.means(name.span, as_thing(rejoin.bound))
            first = rejoin.bound.var
            if first is not None and type is not None and not fits(type, first.type):
                errors.wrong_type(self.bag, name.span, type, str(first.type))
            if first is not None:
                return first
        else:
            earlier = self.scope.find(name.id)
            if earlier is not None and earlier.made != PASSED_OVER:
                errors.taken(self.bag, name.id, name.span, earlier.span, earlier.made == "let")
            elif type is not None:
                self.refuse_to_hide(name.id, name.span, type, made)
        at_once = self.context.at_once if made in ("let", "choose") else None
        if var is None:
            var = self.counter.var(name.id, type or NUMBER, PLAYER if at_once else None)
        within = None
        if at_once is not None:
            within = ir.Local(var=at_once, type=PLAYER, span=name.span)
        known = None if type is None else var
        bound = Bound(name.id, known, name.span, made, within)
        self.scope.add(bound)
        self.symbols.means(name.span, as_thing(bound))
        return var

    def refuse_to_hide(self, name: str, span: Span, type: Type, made: str) -> None:
        """A name of one's own is no name of anything that the text can know; types may share theirs."""
        thing = hidden_by_local(self.symbols, self.context.clause, name, type)
        if thing is not None:
            alone = thing.sort == "note" and self.symbols.notes[thing.id].per is None
            errors.hides(self.bag, name, span, thing, alone, made == "let")

    def local(self, bound: Bound, span: Span) -> ir.Expr | None:
        """The value of a local name; None if its type could not be told."""
        if bound.var is None:
            return None
        if bound.var.keyed is None:
            return ir.Local(var=bound.var, type=bound.var.type, span=span)
        if bound.within is None:
            errors.keyed_alone(self.bag, bound.name, span, _bare(bound.var.keyed))
            return None
        return ir.LocalOf(var=bound.var, key=bound.within, type=bound.var.type, span=span)

    # ---- a name alone

    def named(self, name: syntax.Name, want: Accepts | None = None) -> ir.Expr | None:
        """What a bare name stands for; the type that is due decides between several things."""
        bound = self.scope.find(name.id)
        if bound is not None:
            self.symbols.means(name.span, as_thing(bound))
            return self.local(bound, name.span)
        found = self.meanings(name.id)
        if want is not None and any(want(meaning.type) for meaning in found):
            found = [meaning for meaning in found if want(meaning.type)]
        elif not found or want is not None:
            faces = self.faces(name.id)
            if want is not None:
                faces = [meaning for meaning in faces if want(meaning.type)]
            found = faces or found
        found = declared_first(found, lambda meaning: meaning.thing)
        if len(found) == 1:
            self.symbols.means(name.span, found[0].thing)
            return found[0].build(name.span)
        if found:
            sight_errors.ambiguous(
                self.bag, self.symbols, name.id, name.span, [meaning.thing for meaning in found]
            )
        elif not self._failed_value(name.id):
            self.explain(name, "something with a value")
        return None

    def is_open(self, node: syntax.Expr) -> bool:
        """Whether the other side should be bound first, since it may tell what this name means."""
        return isinstance(node, syntax.Name) and self.scope.find(node.id) is None

    def meanings(self, name: str) -> list[Meaning]:
        """All that a bare global name can stand for; private names hide all others."""
        for things in (self.symbols.private(self.context.clause, name), self.symbols.things(name)):
            found = [meaning for thing in things if (meaning := self._meaning(thing)) is not None]
            if found:
                return found
        return []

    def faces(self, name: str) -> list[Meaning]:
        """The faces of pieces that a bare name can stand for where nothing else that it means is due."""
        things = self.symbols.printed(name)
        return [meaning for thing in things if (meaning := self._meaning(thing)) is not None]

    def _failed_value(self, name: str) -> bool:
        """Whether it is a value whose own text is wrong, which was reported there."""
        things = self.symbols.private(self.context.clause, name) + self.symbols.things(name)
        return any(
            thing.sort == "value" and not self.symbols.values[thing.id].params for thing in things
        )

    def _meaning(self, thing: Thing) -> Meaning | None:
        id, symbols = thing.id, self.symbols
        match thing.sort:
            case "value" if not symbols.values[id].params:
                type = symbols.value_type(id)
                if type is None:
                    return None
                return Meaning(thing, type, lambda span: self._value(symbols.values[id], span))
            case "note" if id in BUILT_IN_NOTES:
                return _meaning(thing, BUILT_IN_NOTES[id], ir.NoteRead, note=id, key=None)
            case "note" if symbols.notes[id].per is None:
                return _meaning(thing, symbols.notes[id].type, ir.NoteRead, note=id, key=None)
            case "option":
                return _meaning(thing, symbols.options[id].type, ir.OptionRead, option=id)
            case "member":
                index = symbols.varieties[thing.owner].members.index(id)
                return _meaning(thing, MemberType(thing.owner), ir.Const, value=index)
            case "printed":
                variety = FACE + thing.owner
                index = symbols.varieties[variety].members.index(id)
                return _meaning(thing, MemberType(variety), ir.Const, value=index)
            case "piece":
                return _meaning(thing, PieceType(thing.owner), ir.ThePiece, kind=thing.owner, id=id)
            case "pieces":
                return _meaning(thing, SetType(PieceType(id)), ir.AllPieces, kind=id)
            case "space" if symbols.spaces[thing.owner].per is None:
                type = SpaceType((thing.owner,))
                return _meaning(thing, type, ir.SpaceNamed, kind=thing.owner, id=id)
            case "copy" if id in symbols.copies:
                kind, number = symbols.copies[id]
                return _meaning(thing, SpaceType((kind,)), ir.Const, value=number)
            case "copy":
                kind, (piece, _, copy) = thing.owner, id.rpartition("_")
                fields = {"kind": kind, "id": piece, "copy": int(copy)}
                return _meaning(thing, PieceType(kind), ir.ThePiece, **fields)
            case "spaces":
                return _meaning(thing, SetType(SpaceType((id,))), ir.Spaces)
            case "place":
                one = ZoneType(id)
                type = one if symbols.places[id].per is None else SetType(one)
                return _meaning(thing, type, ir.ZonePlace, place=id, key=None)
            case "members":
                return _meaning(thing, SetType(MemberType(id)), ir.Members)
            case "built_in" if id in BUILT_IN_SETS:
                return Meaning(thing, BUILT_IN_SETS[id], functools.partial(_built_in, id))
            case "seat" if symbols.scenario:
                return _meaning(thing, PLAYER, ir.Const, value=symbols.seats[id])
            case "seat":
                return _meaning(thing, PLAYER, ir.Seat, id=id)
            case _:
                return None

    def _value(self, info: ValueInfo, span: Span) -> ir.Expr:
        assert info.type is not None
        me = self.whoever(span)
        return ir.ValueCall(value=info.id, arguments=(), me=me, type=info.type, span=span)

    # ---- a name before `of`

    def roles(self, name: str) -> list[Role]:
        """All that `name of ...` can ask for; private names come first."""
        private = self.symbols.private(self.context.clause, name)
        found = [role for thing in private for role in self.roles_of(thing)]
        seen_attribute = False
        for thing in self.symbols.things(name):
            if thing.sort == "attribute":
                if seen_attribute:
                    continue
                seen_attribute = True
            found.extend(self.roles_of(thing))
        return found

    def roles_of(self, thing: Thing) -> list[Role]:
        id, symbols = thing.id, self.symbols
        match thing.sort:
            case "note" if id not in BUILT_IN_NOTES and (per := symbols.notes[id].per) is not None:
                return [Role(thing, fitting(self.key_type(per)), self._note_of(id))]
            case "place" if (per := symbols.places[id].per) is not None:
                return [Role(thing, fitting(self.key_type(per)), self._zone_of(id))]
            case "attribute":
                return [
                    Role(thing, lambda t: symbols.attribute(t, id) is not None, self._attribute(id))
                ]
            case "kind" if symbols.kinds[id].per_player and len(symbols.kinds[id].definitions) == 1:
                return [Role(thing, _is_player, lambda right, span: ir.PieceOfPlayer(
                    kind=id, player=right, type=PieceType(id), span=span))]  # fmt: skip
            case "copies":
                kind = symbols.kinds[thing.owner]
                if not any(d.id == id and symbols.several_each(kind, d) for d in kind.definitions):
                    return []
                return [Role(thing, _is_player, lambda right, span: ir.PieceOfPlayer(
                    kind=kind.id, player=right, id=id, type=PieceType(kind.id), span=span))]  # fmt: skip
            case "pieces" if symbols.kinds[id].per_player or symbols.kinds[id].owner is not None:
                return [Role(thing, _is_player, lambda right, span: ir.PiecesOf(
                    kind=id, player=right, type=SetType(PieceType(id)), span=span))]  # fmt: skip
            case "amount" if symbols.stocks[id].kept is not None:
                return [Role(thing, _is_player, self._kept_of(id))]
            case "space_kind" | "space" | "spaces":
                return list(self._space_roles(thing))
            case "with_of":
                return self._built_in_roles(thing)
            case _:
                return []

    def _space_roles(self, thing: Thing) -> Iterator[Role]:
        id, symbols = thing.id, self.symbols
        match thing.sort:
            case "space_kind":
                one = SpaceType((id,))
                yield Role(thing, lambda t: isinstance(t, PieceType), lambda right, span:
                    ir.SpaceOfPiece(piece=right, type=one, span=span))  # fmt: skip
                yield Role(thing, lambda t: isinstance(t, SpaceType) and all(
                    id in symbols.ancestors(kind) for kind in t.kinds), self._parent(id))  # fmt: skip
                kind = symbols.spaces[id]
                if kind.seats or (kind.per == "player" and len(kind.definitions) == 1):
                    name = kind.definitions[0].id if kind.definitions else id
                    yield Role(thing, _is_player, lambda right, span: ir.SpaceNamed(
                        kind=id, id=name, of=right, type=one, span=span))  # fmt: skip
            case "space" if symbols.spaces[thing.owner].per is not None:
                yield Role(thing, self._has(thing.owner), lambda right, span: ir.SpaceNamed(
                    kind=thing.owner, id=id, of=right, type=SpaceType((thing.owner,)), span=span))  # fmt: skip
            case "spaces" if symbols.spaces[id].per is not None or symbols.owned(id):
                yield Role(thing, self._has(id), lambda right, span: ir.SpacesOf(
                    kind=id, of=right, type=SetType(SpaceType((id,))), span=span))  # fmt: skip
            case _:
                pass  # nobody's, and in no other space

    def _built_in_roles(self, thing: Thing) -> list[Role]:
        symbols = self.symbols
        match thing.id:
            case "owner":
                return [Role(thing, self._may_be_owned, lambda right, span:
                    ir.OwnerOf(subject=right, type=PLAYER, span=span))]  # fmt: skip
            case "face":
                return [Role(thing, lambda t: isinstance(t, PieceType) and symbols.kinds[t.kind].sides > 0,
                    lambda right, span: ir.DieFace(die=right, type=NUMBER, span=span)),
                    Role(thing, lambda t: isinstance(t, PieceType) and FACE + t.kind in symbols.varieties,
                    _face_of)]  # fmt: skip
            case "left" | "right":
                step = 1 if thing.id == "left" else -1
                return [Role(thing, _is_player, lambda right, span:
                    ir.NextSeat(player=right, step=step, type=PLAYER, span=span))]  # fmt: skip
            case "neighbours":
                return [Role(thing, lambda t: isinstance(t, SpaceType), lambda right, span:
                    self.neighbours(right, None, span))]  # fmt: skip
            case _:
                return []

    def neighbours(self, space: ir.Expr, link: str | None, span: Span) -> ir.Expr:
        assert isinstance(space.type, SpaceType)
        kinds = self.symbols.neighbour_kinds(space.type.kinds, link) or space.type.kinds
        return ir.Neighbours(space=space, link=link, type=SetType(SpaceType(kinds)), span=span)

    def key_type(self, per: str) -> Type:
        """The type of what something kept `per` ... belongs to."""
        if per == "player":
            return PLAYER
        if per in self.symbols.kinds:
            return PieceType(per)
        return SpaceType((per,)) if per in self.symbols.spaces else MemberType(per)

    def _has(self, space: str) -> Accepts:
        """Accepts what has spaces of this kind of its own: players, or the spaces they are repeated in."""
        owned, per = self.symbols.owned(space), self.symbols.spaces[space].per

        def accepts(found: Type) -> bool:
            return (owned and found == PLAYER) or (
                isinstance(found, SpaceType) and found.kinds == (per,)
            )

        return accepts

    def _may_be_owned(self, found: Type) -> bool:
        match found:
            case PieceType(kind=kind):
                return (
                    self.symbols.kinds[kind].per_player
                    or self.symbols.kinds[kind].owner is not None
                )
            case ZoneType(place=place):
                return self.symbols.places[place].per is not None
            case SpaceType(kinds=kinds):
                return all(self.symbols.owned(kind) for kind in kinds)
            case _:
                return False

    def _note_of(self, id: str) -> Callable[[ir.Expr, Span], ir.Expr]:
        note = self.symbols.notes[id]
        return lambda right, span: ir.NoteRead(note=id, key=right, type=note.type, span=span)

    def _zone_of(self, id: str) -> Callable[[ir.Expr, Span], ir.Expr]:
        return lambda right, span: ir.ZonePlace(place=id, key=right, type=ZoneType(id), span=span)

    def _kept_of(self, id: str) -> Callable[[ir.Expr, Span], ir.Expr]:
        stock = self.symbols.stocks[id]

        def build(right: ir.Expr, span: Span) -> ir.Expr:
            assert stock.kept is not None
            kept = self.zone(stock.kept, right, span)
            member = right if stock.each == "player" else None
            return ir.Amount(stock=id, member=member, places=kept, type=NUMBER, span=span)

        return build

    def zone(self, place: str, player: ir.Expr | None, span: Span) -> ir.Expr:
        """A place, or where it is kept per player that of this player."""
        key = player if self.symbols.places[place].per == "player" else None
        return ir.ZonePlace(place=place, key=key, type=ZoneType(place), span=span)

    def _attribute(self, id: str) -> Callable[[ir.Expr, Span], ir.Expr]:
        def build(right: ir.Expr, span: Span) -> ir.Expr:
            attribute = self.symbols.attribute(right.type, id)
            assert attribute is not None
            if attribute.many:
                many = SetType(attribute.type)
                return ir.MembersOf(attribute=id, subject=right, type=many, span=span)
            return ir.AttributeRead(attribute=id, subject=right, type=attribute.type, span=span)

        return build

    def _parent(self, wanted: str) -> Callable[[ir.Expr, Span], ir.Expr]:
        def build(right: ir.Expr, span: Span) -> ir.Expr:
            while True:
                assert isinstance(right.type, SpaceType)
                kind = right.type.kinds[0]
                per = self.symbols.spaces[kind].per
                assert per is not None
                right = ir.ParentOf(space=right, type=SpaceType((per,)), span=span)
                if per == wanted:
                    return right

        return build

    # ---- explanations

    def all_names(self) -> tuple[str, ...]:
        """Everything that could have been meant here."""
        private = self.symbols.privates.get(self.context.clause or ("", ""), {})
        return (*self.scope.names(), *private, *self.symbols.by_name, *_WORDS)

    def explain(self, name: syntax.Name, wanted: str) -> None:
        """Says why a name cannot stand alone where it does."""
        bag, id, span = self.bag, name.id, name.span
        gone = self.scope.gone(id)
        if gone is not None:
            self.explain_gone(name, gone)
            return
        things = self.symbols.private(self.context.clause, id) + self.symbols.things(id)
        if id in self.symbols.broken:
            return
        unnamed = self.unnamed(name)
        if not things and (found := self.symbols.things(id.rpartition("_")[0], "copies")):
            kind = self.symbols.kinds[found[0].owner]
            if self.symbols.scenario and not kind.per_player:
                errors.which_copy(bag, found[0].id, span, found[0], kind)
                return
        if not things:
            help = unnamed or self.element_help(name, self.all_names())
            self.not_found(name, "name", self.all_names(), help)
            return
        if unnamed:
            errors.other_sort(bag, id, span, things, wanted, unnamed)
            return
        thing = things[0]
        match thing.sort:
            case "value":
                params = ", ".join(var.name for var in self.symbols.values[thing.id].params)
                errors.arguments_missing(bag, id, span, params)
            case "note":
                self._ask_of(
                    name,
                    f"kept for each {self.symbols.notes[thing.id].per}",
                    self.symbols.notes[thing.id].per,
                )
            case "attribute":
                it = self.context.it
                own = it is not None and self.symbols.attribute(it.type, id) is not None
                errors.of_missing(bag, id, span, str(thing), f"{id} of {'it' if own else '...'}")
            case "space":
                per = self.symbols.spaces[thing.owner].per
                self._ask_of(name, f"there for each {per}", per)
            case "copies" if self.roles_of(thing):
                self._ask_of(name, "there for each player", "player")
            case "copies" if self.symbols.scenario:
                errors.which_copy(bag, id, span, thing, self.symbols.kinds[thing.owner])
            case "kind" if self.symbols.kinds[thing.id].per_player:
                self._ask_of(name, "there for each player", "player")
            case "kind":
                help = f"all of them are `{self.symbols.kinds[thing.id].plural}`"
                if self.context.element:
                    help = hints.called(self.context.element)
                errors.other_sort(bag, id, span, things, wanted, help)
            case "space_kind":
                help = f"all of them are `{self.symbols.spaces[thing.id].plural}`; that of a piece is `{id} of ...`"
                if self.context.element:
                    help = hints.called(self.context.element)
                errors.other_sort(bag, id, span, things, wanted, help)
            case "amount" | "stock":
                errors.where_unsaid(bag, span, self.symbols.stocks[thing.id].plural)
            case "with_of":
                errors.of_missing(bag, id, span, str(thing), f"{id} of ...")
            case "function" | "table":
                errors.arguments_missing(bag, id, span, "...")
            case "rule":
                errors.other_sort(
                    bag, id, span, things, wanted, "a rule is called by a line of its own"
                )
            case "face":
                help = f"pieces are told by their faces: `face of c is {id}`"
                errors.other_sort(bag, id, span, things, wanted, help)
            case _:
                errors.other_sort(bag, id, span, things, wanted)

    def element_help(self, name: syntax.Name, known: Iterable[str]) -> tuple[str, ...]:
        """Names that were probably meant; in the conditions of a set also what each one is called."""
        close = hints.of_a_name(name.id, name.span, known)
        element = self.context.element
        if not element or f"`{element}`" in "".join(close):
            return close
        return (*close, hints.called(element))

    def not_found(
        self, name: syntax.Name, sort: str, known: Iterable[str], help: str | tuple[str, ...] = ""
    ) -> None:
        """Says that nothing has this name, or that it belongs to an expansion which this text cannot know."""
        if not sight_errors.beyond(self.bag, self.symbols, name):
            errors.unknown(self.bag, sort, name.id, name.span, known, help)

    def explain_gone(self, name: syntax.Name, gone: Bound) -> None:
        """Says where a name was made, unless that was told to be wrong as a whole."""
        if gone.made != PASSED_OVER:
            errors.gone(self.bag, name.id, name.span, gone.made, gone.span)

    def _ask_of(self, name: syntax.Name, what: str, per: str | None) -> None:
        it = self.context.it
        whose = "me" if per == "player" else "..."
        if it is not None and per is not None and self.key_type(per) == it.type:
            whose = "it"
        errors.of_missing(self.bag, name.id, name.span, what, f"{name.id} of {whose}")

    def of_it(self, expr: ir.Expr, wanted: Type) -> str:
        """The help where `it` stands and something else is due."""
        it = self.context.it
        owner = "me" if self.context.clause else "owner of it"
        return hints.of_it(expr, it, wanted, owner if it and self._may_be_owned(it.type) else "")

    def unnamed(self, name: syntax.Name) -> str:
        """How the head names this parameter, which it leaves out; nothing if it has none of this name."""
        return dict(self.context.unnamed).get(name.id, "")


def as_thing(bound: Bound) -> Thing:
    """A local name, which belongs to what its value is."""
    type = "" if bound.var is None else str(bound.var.type)
    return Thing("local", bound.name, bound.span, owner=type)


def _meaning(thing: Thing, type: Type, node: type[Any], **fields: Any) -> Meaning:
    return Meaning(thing, type, lambda span: node(**fields, type=type, span=span))


def _built_in(id: str, span: Span) -> ir.Expr:
    match id:
        case "players":
            return ir.Players(type=SetType(PLAYER), span=span)
        case "seats":
            return ir.Seats(type=SetType(PLAYER), span=span)
        case "first_seat":
            return ir.Const(value=0, type=PLAYER, span=span)
        case _:
            seats = ir.Count(
                members=ir.Seats(type=SetType(PLAYER), span=span), type=NUMBER, span=span
            )
            one = ir.Const(value=1, type=NUMBER, span=span)
            return ir.Arithmetic(op="-", left=seats, right=one, type=PLAYER, span=span)


def _face_of(right: ir.Expr, span: Span) -> ir.Expr:
    assert isinstance(right.type, PieceType)
    return ir.FaceOf(piece=right, type=MemberType(FACE + right.type.kind), span=span)


def _is_player(found: Type) -> bool:
    return isinstance(found, PlayerType)


def _bare(type: Type) -> str:
    """The type in words, without its article."""
    return str(type).removeprefix("a ").removeprefix("an ").removeprefix("one of ")
