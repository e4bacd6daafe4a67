"""Turns a parse tree into a syntax tree, without recursion: a line with many operators makes a deep tree."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any

from lark import Token, v_args
from lark.tree import Meta
from lark.visitors import Transformer_NonRecursive

from boardwright.dsl.language import syntax
from boardwright.dsl.source.places import Source, Span

Locate = Callable[[int, int], Span]
_NOWHERE = Source("", "")


def _binary(op: syntax.BinaryOp) -> Callable[..., syntax.Binary]:
    @v_args(meta=True)
    def build(self: ToSyntax, meta: Meta, children: list[Any]) -> syntax.Binary:
        left, right = children
        return syntax.Binary(op=op, left=left, right=right, span=self.span(meta))

    return build


# Rules that make a node with another name.
_OTHERWISE_NAMED: dict[str, type[syntax.Syntax]] = {
    "add_to": syntax.Add,
    "give_back": syntax.Return,
    "pick_one": syntax.Pick,
    "set_to": syntax.Set,
}


@functools.cache
def _class_of(rule: str) -> tuple[type[syntax.Syntax], dict[str, bool]]:
    """Returns the node that a rule makes, and its fields in order, each with whether it has a default other than None."""
    kind = _OTHERWISE_NAMED.get(rule) or getattr(syntax, rule.title().replace("_", ""))
    own = {each.name: each.default not in (None, MISSING) for each in fields(kind)}
    del own["span"]
    if "secretly" in own:  # comes first in the text
        own = {"secretly": own.pop("secretly"), **own}
    return kind, own


def _change(op: syntax.ChangeOp) -> Callable[..., tuple[syntax.ChangeOp, syntax.Expr]]:
    def build(self: ToSyntax, children: list[Any]) -> tuple[syntax.ChangeOp, syntax.Expr]:
        return op, children[0]

    return build


@v_args(meta=True)
class ToSyntax(Transformer_NonRecursive[Token, Any]):
    """A method for each grammar rule; a rule without one makes the node of its name (`end_game` an `EndGame`) with its parts as
    fields, in order. `locate` maps offsets in the text to a span of the file and is set for each text that is parsed.
    """

    def __init__(self) -> None:
        super().__init__(visit_tokens=True)
        self.locate: Locate = lambda start, end: Span(_NOWHERE, start, end)
        self.text = ""

    def span(self, meta: Meta) -> Span:
        """Returns the place of a node; for a block, the line that opens it."""
        if meta.empty:
            return self.locate(0, 0)
        start, end = meta.start_pos, meta.end_pos
        line_end = self.text.find("\n", start)
        if 0 <= line_end < end:
            end = line_end
        return self.locate(start, max(start, end))

    def __default__(self, data: str, children: list[Any], meta: Meta) -> syntax.Syntax:
        kind, own = _class_of(str(data))
        told = dict(zip(own, children, strict=False))
        assert len(told) == len(children), f"{data} has more parts than {kind.__name__} has fields"
        given = {name: part for name, part in told.items() if part is not None or not own[name]}
        return kind(span=self.span(meta), **given)

    # ---- words

    def NAME(self, token: Token) -> syntax.Name:
        start = token.start_pos or 0
        return syntax.Name(id=str(token), span=self.locate(start, start + len(token)))

    def NUMBER(self, token: Token) -> syntax.Number:
        start = token.start_pos or 0
        # `parser.py` has refused numerals that are too long.
        return syntax.Number(value=int(token), span=self.locate(start, start + len(token)))

    def name(self, meta: Meta, children: list[Any]) -> syntax.Name:
        return children[0]  # type: ignore[no-any-return]

    def number(self, meta: Meta, children: list[Any]) -> syntax.Number:
        return children[0]  # type: ignore[no-any-return]

    def yes(self, meta: Meta, children: list[Any]) -> syntax.YesNo:
        return syntax.YesNo(value=True, span=self.span(meta))

    def no(self, meta: Meta, children: list[Any]) -> syntax.YesNo:
        return syntax.YesNo(value=False, span=self.span(meta))

    def top(self, meta: Meta, children: list[Any]) -> syntax.End:
        return syntax.End(which="top", span=self.span(meta))

    def bottom(self, meta: Meta, children: list[Any]) -> syntax.End:
        return syntax.End(which="bottom", span=self.span(meta))

    # ---- starts

    def effect(self, meta: Meta, children: list[Any]) -> syntax.Effect:
        return syntax.Effect(body=tuple(children), span=self.span(meta))

    def expression(self, meta: Meta, children: list[Any]) -> syntax.Expr:
        return children[0]  # type: ignore[no-any-return]

    def modifier(self, meta: Meta, children: list[Any]) -> syntax.Change:
        (op, operand), when = children
        return syntax.Change(op=op, operand=operand, when=when, span=self.span(meta))

    becomes = v_args(meta=False)(_change("becomes"))
    adds = v_args(meta=False)(_change("add"))
    subtracts = v_args(meta=False)(_change("subtract"))
    at_least = v_args(meta=False)(_change("at least"))
    at_most = v_args(meta=False)(_change("at most"))
    only = v_args(meta=False)(_change("only"))
    also = v_args(meta=False)(_change("also"))
    excepts = v_args(meta=False)(_change("except"))

    def head(self, meta: Meta, children: list[Any]) -> syntax.Head:
        hook, name, of, params, by, when = children
        whom, actor = by or (None, None)
        return syntax.Head(
            hook=hook,
            name=name,
            of=of,
            params=params or (),
            by=whom,
            actor=actor,
            when=when,
            span=self.span(meta),
        )

    def by(self, meta: Meta, children: list[Any]) -> tuple[str, syntax.Name | None]:
        whom, actor = children
        return whom, actor

    def params(self, meta: Meta, children: list[Any]) -> tuple[syntax.Param, ...]:
        return tuple(children)

    def untyped_param(self, meta: Meta, children: list[Any]) -> syntax.Param:
        return syntax.Param(name=children[0].id, names=tuple(children), span=self.span(meta))

    def typed_param(self, meta: Meta, children: list[Any]) -> syntax.Param:
        type, name = children
        return syntax.Param(type=type.id, name=name.id, names=(type, name), span=self.span(meta))

    def mixed_param(self, meta: Meta, children: list[Any]) -> syntax.Param:
        first, *others, name = (child.id for child in children)
        return syntax.Param(
            type=first,
            or_types=tuple(others),
            name=name,
            names=tuple(children),
            span=self.span(meta),
        )

    def optional_param(self, meta: Meta, children: list[Any]) -> syntax.Param:
        *types, name = (child.id for child in children)
        return syntax.Param(
            type=types[0] if types else None,
            or_types=tuple(types[1:]),
            name=name,
            is_optional=True,
            names=tuple(children),
            span=self.span(meta),
        )

    def set_param(self, meta: Meta, children: list[Any]) -> syntax.Param:
        type, name = children
        return syntax.Param(
            type=type.id, name=name.id, is_set=True, names=(type, name), span=self.span(meta)
        )

    def hook(self, meta: Meta, children: list[Token]) -> str:
        return str(children[0])

    def whom(self, meta: Meta, children: list[Token]) -> str:
        return str(children[0])

    # ---- statements

    def suite(self, meta: Meta, children: list[Any]) -> tuple[syntax.Stmt, ...]:
        return tuple(children)

    def otherwise(self, meta: Meta, children: list[Any]) -> tuple[syntax.Stmt, ...]:
        return children[0]  # type: ignore[no-any-return]

    def asking(self, meta: Meta, children: list[Any]) -> syntax.Choose | syntax.Draw | syntax.Find:
        kind, fields, otherwise = children[0][0], children[0][1], children[1]
        return kind(**fields, otherwise=otherwise or (), span=self.span(meta))  # type: ignore[no-any-return]

    def choose(self, meta: Meta, children: list[Any]) -> tuple[type[Any], dict[str, Any]]:
        secretly, pick, named = children
        return syntax.Choose, {"pick": pick, "named": named, "secretly": bool(secretly)}

    def chooses(self, meta: Meta, children: list[Any]) -> tuple[type[Any], dict[str, Any]]:
        secretly, who, pick, named = children
        return syntax.Choose, {
            "pick": pick,
            "who": who,
            "named": named,
            "secretly": bool(secretly),
        }

    def named(self, meta: Meta, children: list[Any]) -> syntax.Name:
        return children[0]  # type: ignore[no-any-return]

    def secretly(self, meta: Meta, children: list[Any]) -> bool:
        return True

    def draw(self, meta: Meta, children: list[Any]) -> tuple[type[Any], dict[str, Any]]:
        name, members, named = children
        return syntax.Draw, {"name": name, "members": members, "named": named}

    def find(self, meta: Meta, children: list[Any]) -> tuple[type[Any], dict[str, Any]]:
        return syntax.Find, {"name": children[0], "members": children[1]}

    def if_(self, meta: Meta, children: list[Any]) -> syntax.If:
        *pairs, last = children
        otherwise: tuple[syntax.Stmt, ...] = last or ()
        for at in range(len(pairs) - 2, 1, -2):
            nested = syntax.If(
                condition=pairs[at],
                body=pairs[at + 1],
                otherwise=otherwise,
                span=pairs[at].span,
            )
            otherwise = (nested,)
        return syntax.If(
            condition=pairs[0], body=pairs[1], otherwise=otherwise, span=self.span(meta)
        )

    def may_choose(self, meta: Meta, children: list[Any]) -> syntax.Choose:
        secretly, who, pick, named, body, otherwise = children
        return syntax.Choose(
            pick=pick,
            who=who,
            may=True,
            named=named,
            secretly=bool(secretly),
            body=body,
            otherwise=otherwise or (),
            span=self.span(meta),
        )

    def may_do(self, meta: Meta, children: list[Any]) -> syntax.MayDo:
        secretly, who, name, body, otherwise = children
        return syntax.MayDo(
            name=name,
            who=who,
            secretly=bool(secretly),
            body=body,
            otherwise=otherwise or (),
            span=self.span(meta),
        )

    def choose_one(self, meta: Meta, children: list[Any]) -> syntax.ChooseOne:
        secretly, *others = children
        return self.may_choose_one(meta, [secretly, None, *others], may=False)

    def chooses_one(self, meta: Meta, children: list[Any]) -> syntax.ChooseOne:
        return self.may_choose_one(meta, children, may=False)

    def may_choose_one(
        self, meta: Meta, children: list[Any], *, may: bool = True
    ) -> syntax.ChooseOne:
        secretly, who, named, entries, otherwise = children
        return syntax.ChooseOne(
            entries=entries,
            who=who,
            may=may,
            named=named,
            secretly=bool(secretly),
            otherwise=otherwise or (),
            span=self.span(meta),
        )

    def entries(self, meta: Meta, children: list[Any]) -> tuple[syntax.Entry, ...]:
        return tuple(children)

    def subtract_from(self, meta: Meta, children: list[Any]) -> syntax.Add:
        amount, target = children
        return syntax.Add(amount=amount, target=target, negative=True, span=self.span(meta))

    def the_game(self, meta: Meta, children: list[Token]) -> syntax.Name:
        return syntax.Name(id="game", span=self.span(meta))

    def each(self, meta: Meta, children: list[Any]) -> bool:
        return True

    def up_to(self, meta: Meta, children: list[Any]) -> bool:
        return True

    def mine_word(self, meta: Meta, children: list[Any]) -> bool:
        return True

    def open(self, meta: Meta, children: list[Any]) -> syntax.Open:
        secretly, offer, to = children
        arguments: tuple[syntax.Expr, ...] = ()
        match offer:
            case syntax.Call(name=name, arguments=arguments):
                pass
            case syntax.ForAll(name=name):
                arguments = (offer,)  # refused where it is bound
            case _:
                name = offer
        return syntax.Open(
            offer=name,
            arguments=arguments,
            to=to,
            secretly=bool(secretly),
            span=self.span(meta),
        )

    def some(self, meta: Meta, children: list[Any]) -> syntax.Quantity:
        up_to, things = children
        return syntax.Quantity(things=things, up_to=bool(up_to), span=self.span(meta))

    def some_named(self, meta: Meta, children: list[Any]) -> syntax.Quantity:
        up_to, amount, mine, name = children
        things = syntax.Mine(name=name, span=name.span) if mine else name
        return syntax.Quantity(
            things=things, amount=amount, up_to=bool(up_to), span=self.span(meta)
        )

    def quantity_of(self, meta: Meta, children: list[Any]) -> syntax.Quantity:
        return self.some(meta, children) if len(children) == 2 else self.some_named(meta, children)

    def everything(self, meta: Meta, children: list[Any]) -> syntax.Quantity:
        return syntax.Quantity(things=children[0], everything=True, span=self.span(meta))

    # ---- sets

    def pick_several(self, meta: Meta, children: list[Any]) -> syntax.Pick:
        up_to, amount, name, members = children
        return syntax.Pick(
            name=name, members=members, amount=amount, up_to=bool(up_to), span=self.span(meta)
        )

    def set(self, meta: Meta, children: list[Any]) -> syntax.SetClause:
        source, to, starting, where, extreme, rising = children
        order, cut = rising or (None, None)
        return syntax.SetClause(
            source=source,
            to=to,
            starting=starting,
            where=where,
            extreme=extreme,
            rising=order,
            cut=cut,
            span=self.span(meta),
        )

    def extreme(self, meta: Meta, children: list[Any]) -> tuple[str, syntax.Expr]:
        return children[0], children[1]

    def rising(
        self, meta: Meta, children: list[Any]
    ) -> tuple[tuple[str, syntax.Expr], syntax.Expr | None]:
        word, measure, cut = children
        return (word, measure), cut

    def cut(self, meta: Meta, children: list[Any]) -> syntax.Expr:
        return children[0]  # type: ignore[no-any-return]

    def most_or_fewest(self, meta: Meta, children: list[Token]) -> str:
        return str(children[0])

    rising_or_falling = most_or_fewest

    # ---- expressions

    either = _binary("or")
    both = _binary("and")
    same = _binary("is")
    other = _binary("is not")
    member = _binary("is in")
    outside = _binary("is not in")
    plus = _binary("+")
    minus = _binary("-")
    times = _binary("*")
    mod = _binary("mod")
    div_down = _binary("down")
    div_up = _binary("up")
    union = _binary("plus")
    without = _binary("except")
    common = _binary("also in")

    def compare(self, meta: Meta, children: list[Any]) -> syntax.Binary:
        left, op, right = children
        return syntax.Binary(op=op, left=left, right=right, span=self.span(meta))

    def cmp(self, meta: Meta, children: list[Token]) -> str:
        return str(children[0])

    def call(self, meta: Meta, children: list[Any]) -> syntax.Call:
        name, *arguments = children
        return syntax.Call(
            name=name,
            arguments=tuple(a for a in arguments if a is not None),
            span=self.span(meta),
        )
