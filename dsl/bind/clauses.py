"""Binds rules and hooks, offers and slots, the course and the outcome, and the conditions for tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from boardwright.dsl.bind.binding import Binding, RulesetBinding
from boardwright.dsl.bind.declared.things import find_offers, make_limit
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import hints
from boardwright.dsl.bind.heads import Heading, read_effect, read_heading
from boardwright.dsl.bind.names import bind_condition, bind_number, bind_typed
from boardwright.dsl.bind.statements import bind_effect
from boardwright.dsl.bind.values import (
    Clause,
    add_actor,
    add_params,
    bind_one_condition,
    bind_when,
    find_id,
    find_whose,
    is_declared,
    make_it,
    make_me,
    open_text,
    report_unknown,
)
from boardwright.dsl.declare.clauses import HookDecl
from boardwright.dsl.declare.course import EntryDecl, OfferDecl, PhaseDecl
from boardwright.dsl.declare.pieces import DefinitionDecl, SlotDecl
from boardwright.dsl.language import syntax
from boardwright.dsl.language.types import NUMBER, PLAYER, YES_NO, SetType, Type
from boardwright.dsl.language.words import TURN_RULES, AggregateOp
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import Context, Counter
from boardwright.dsl.rules.symbols import NOWHERE, Thing
from boardwright.dsl.source.fixes import write
from boardwright.dsl.source.places import Span


def bind_rules(r: RulesetBinding) -> dict[str, ir.Rule]:
    """Returns the rules by id, including those of pieces and spaces."""
    rules: dict[str, ir.Rule] = {}
    for decl in r.ruleset.rules:
        id = find_id(r, decl.id, decl.definition, "rule")
        where = decl.id if decl.definition is None else decl.definition[1]
        me, params = make_me(r), r.symbols.rules[id]
        through = frozenset({decl.id, id})
        b = open_text(r, decl.span, Context(where, clause=decl.definition, me=me, through=through))
        add_params(r, b, zip(decl.head.params, params, strict=True))
        rules[id] = ir.Rule(
            id=id,
            origin=decl.origin,
            texts=decl.texts,
            params=params,
            me=me,
            body=() if decl.effect is None else bind_effect(b, decl.effect),
            deep=decl.deep,
            span=decl.span,
        )
    return rules


def bind_hooks(r: RulesetBinding) -> tuple[ir.Hook, ...]:
    """Returns what happens before, after or instead of rules and phases."""
    found: list[ir.Hook] = []
    ids = Counter()
    for decl in r.ruleset.hooks:
        if (decl.trait is not None and decl.definition is None) or not is_declared(
            r, decl.definition
        ):
            continue
        hook = _bind_hook(r, decl, ids)
        if hook is not None:
            found.append(hook)
    return tuple(found)


def _bind_hook(r: RulesetBinding, decl: HookDecl, ids: Counter) -> ir.Hook | None:
    head, clause = decl.head, decl.definition
    name = head.name
    symbols = r.symbols.seen_from(name.span.source)
    things = symbols.private(clause, name.id, "rule") or symbols.things(name.id, "rule")
    read: Heading | None
    if head.of is not None:
        if not symbols.things(name.id, "slot"):
            effects = [slot for kind in r.symbols.kinds.values() for slot in kind.slots]
            effects += [slot for space in r.symbols.spaces.values() for slot in space.slots]
            report_unknown(r, name, "an effect of a piece or space", "effect", effects)
            return None
        effect = read_effect(r, head, head.of)
        if effect is None:
            return None
        rule, read = effect
    elif things:
        rule = things[0].id
        r.symbols.means(name.span, things[0])
        declared = r.symbols.rule_spans.get(rule, NOWHERE)
        read = read_heading(r, head, r.symbols.rules[rule], declared)
    elif symbols.things(name.id, "phase") or name.id in TURN_RULES:
        rule, read = name.id, read_heading(r, head, (), NOWHERE)
        r.symbols.means(name.span, *r.symbols.things(name.id, "phase"))
    else:
        known = [*r.symbols.rules, *r.symbols.phases, *TURN_RULES]
        _report_no_rule(r, name, known)
        return None
    by = find_whose(r, head, clause)
    if read is None or by is None:
        return None
    me = make_me(r)
    actor = make_me(r) if clause else me
    it = make_it(r, clause) if clause else None
    owner = clause[1] if clause else name.id
    through = frozenset({rule, name.id, owner})
    moment = head.hook or "before"
    b = open_text(
        r,
        head.span,
        Context(
            owner,
            clause=clause,
            me=me,
            it=it,
            through=through,
            in_instead=moment.startswith("instead"),
            unnamed=hints.unnamed(head, read.params, read.only, f"{moment} {name.id}"),
        ),
    )
    add_params(r, b, read.named)
    add_actor(r, b, head.actor, actor)
    when = bind_when(r, b, read, head.when)
    body = bind_effect(b, decl.effect)
    moment = moment.split()[0]
    return ir.Hook(
        id=ids.site(f"{clause[1] if clause else decl.origin}.{moment}.{rule}"),
        origin=decl.origin,
        definition=clause,
        me=me,
        it=it,
        params=read.params,
        actor=actor,
        by=by,
        when=when,
        only=read.only,
        conditional=head.when is not None,
        moment=moment,
        rule=rule,
        body=body,
        refs=decl.refs,
        assumed=decl.assumed,
        span=head.span,
    )


def _report_no_rule(r: RulesetBinding, name: syntax.Name, known: list[str]) -> None:
    """Reports a hook on something other than a rule. An entry of an offer has no hooks, but it may call rules."""
    entries = [(offer.id, entry) for offer in r.ruleset.offers for entry in offer.entries]
    for definition in r.ruleset.definitions:
        entries += [(offer.id, e) for e in definition.entries for offer in e.offered_in[:1]]
    meant = [each for each in entries if each[1].id == name.id]
    if meant and not r.symbols.things(name.id):
        offer, entry = meant[0]
        calls = dict.fromkeys(_called(entry.effect.body))
        rules = [rule for rule in calls if rule in r.symbols.rules]
        errors.entry_hooked(r.bag, name.id, name.span, offer, rules, entry.span)
        return
    slots = r.symbols.things(name.id, "slot")
    help = write(f"{name.id} of {slots[0].owner}") if slots else ""
    report_unknown(r, name, "a rule", "rule", known, help)


def bind_slots(r: RulesetBinding) -> None:
    """Binds the effects of definitions and puts them into the kinds."""
    slots: dict[tuple[str, str], dict[str, ir.Slot]] = {}
    for definition in r.ruleset.definitions:
        clause = (definition.kind.id, definition.id)
        if not is_declared(r, clause):
            continue
        for decl in definition.slots:
            slot = _bind_slot(r, definition, decl, clause)
            if slot is not None:
                slots.setdefault(clause, {})[slot.id] = slot

    def filled(kind: str, definitions: tuple[ir.Definition, ...]) -> tuple[ir.Definition, ...]:
        return tuple(replace(d, slots=slots.get((kind, d.id), {})) for d in definitions)

    kinds, spaces = r.symbols.kinds, r.symbols.spaces
    for id, kind in kinds.items():
        kinds[id] = replace(kind, definitions=filled(id, kind.definitions))
    for id, space in spaces.items():
        spaces[id] = replace(space, definitions=filled(id, space.definitions))


def _bind_slot(
    r: RulesetBinding, definition: DefinitionDecl, decl: SlotDecl, clause: tuple[str, str]
) -> ir.Slot | None:
    of = r.symbols.kinds.get(clause[0]) or r.symbols.spaces[clause[0]]
    kind = of.slots.get(decl.name.id)
    if kind is None:
        errors.unknown(r.bag, f"effect of {of.id}", decl.name.id, decl.name.span, of.slots)
        return None
    r.symbols.means(decl.name.span, Thing("slot", kind.id, kind.span, owner=of.id))
    me, it = make_me(r), make_it(r, clause)
    through = frozenset({decl.name.id, definition.id})
    b = open_text(
        r,
        decl.name.span,
        Context(definition.id, clause=clause, me=me, it=it, through=through),
    )
    when = None if decl.when is None else bind_condition(b, decl.when)
    offered = kind.offered_in if decl.offered_in is None else find_offers(r, decl.offered_in)
    return ir.Slot(
        id=decl.name.id,
        offered_in=offered,
        limit=make_limit(r, decl.limit, clause) if decl.limit else kind.limit,
        when=when,
        me=me,
        it=it,
        body=bind_effect(b, decl.effect),
        texts=decl.texts,
        span=decl.name.span,
    )


def bind_offers(r: RulesetBinding) -> dict[str, ir.Offer]:
    """Returns the offers by id, with what definitions add to them."""
    offers: dict[str, ir.Offer] = {}
    for decl in r.ruleset.offers:
        known = _list_params(r, decl)
        added = [_bind_entry(r, entry, None, entry.id, known) for entry in decl.entries]
        if decl.id in offers:
            there = offers[decl.id]
            offers[decl.id] = replace(there, entries=(*there.entries, *added))
            continue
        offers[decl.id] = ir.Offer(
            id=decl.id,
            origin=decl.origin,
            texts=decl.texts,
            entries=tuple(added),
            slots=(),
            params=r.symbols.offer_params[decl.id],
            deep=decl.deep,
            span=decl.span,
        )
    _add_of_definitions(r, offers)
    for decl in r.ruleset.offers:
        if decl.until is not None:
            offer = offers[decl.id]
            offers[decl.id] = replace(offer, entries=(*offer.entries, _make_closing(r, decl)))
    for offer in offers.values():
        _check_distinct(r, offer)
    return offers


def _add_of_definitions(r: RulesetBinding, offers: dict[str, ir.Offer]) -> None:
    """Adds entries and slots of pieces, definition by definition. An entry in one offer knows with what that was opened."""
    declared = {decl.id: decl for decl in reversed(r.ruleset.offers)}
    kinds: list[ir.Kind | ir.SpaceKind] = [*r.symbols.kinds.values(), *r.symbols.spaces.values()]
    slots_of = {(of.id, each.id): each.slots for of in kinds for each in of.definitions}
    for definition in r.ruleset.definitions:
        clause = (definition.kind.id, definition.id)
        if not is_declared(r, clause):
            continue
        for entry in definition.entries:
            names = [name for name in find_offers(r, entry.offered_in) if name in offers]
            known = _list_params(r, declared[names[0]]) if len(names) == 1 else ()
            bound = _bind_entry(r, entry, clause, definition.id, known)
            for name in names:
                offers[name] = replace(offers[name], entries=(*offers[name].entries, bound))
        for slot in slots_of.get(clause, {}).values():
            for name in slot.offered_in:
                if name in offers:
                    offer = offers[name]
                    slots = (*offer.slots, (*clause, slot.id))
                    offers[name] = replace(offer, slots=slots)


_Params = Sequence[tuple[syntax.Param, ir.Var]]


def _list_params(r: RulesetBinding, decl: OfferDecl) -> _Params:
    """Returns the parameters of an offer, as they are declared."""
    first = next(each for each in r.ruleset.offers if each.id == decl.id)
    return tuple(zip(first.params, r.symbols.offer_params[decl.id], strict=True))


def _bind_entry(
    r: RulesetBinding, decl: EntryDecl, clause: Clause, where: str, params: _Params
) -> ir.OfferEntry:
    me, it = make_me(r), make_it(r, clause) if clause else None
    through = frozenset({decl.id, where})
    b = open_text(r, decl.span, Context(where, clause=clause, me=me, it=it, through=through))
    add_params(r, b, params)
    when = None if decl.when is None else bind_condition(b, decl.when)
    return ir.OfferEntry(
        id=decl.id,
        origin=decl.origin,
        texts=decl.texts,
        when=when,
        limit=make_limit(r, decl.limit, clause),
        me=me,
        body=bind_effect(b, decl.effect),
        definition=clause,
        it=it,
        span=decl.span,
    )


def _make_closing(r: RulesetBinding, decl: OfferDecl) -> ir.OfferEntry:
    assert decl.until is not None
    return ir.OfferEntry(
        id=decl.until.id,
        origin=decl.origin,
        texts=decl.until_texts,
        when=None,
        limit=None,
        me=make_me(r),
        body=(),
        closes=True,
        span=decl.until.span,
    )


def _check_distinct(r: RulesetBinding, offer: ir.Offer) -> None:
    seen: dict[str, Span] = {}
    for entry in offer.entries:
        if entry.definition is None:
            if entry.id in seen:
                errors.taken(r.bag, entry.id, entry.span, seen[entry.id], False)
            seen.setdefault(entry.id, entry.span)


def bind_course(r: RulesetBinding, phases: tuple[PhaseDecl, ...]) -> tuple[ir.Phase, ...]:
    """Returns the phases of a game or of another phase, in order."""
    return tuple(_bind_phase(r, phase) for phase in phases)


def _bind_phase(r: RulesetBinding, decl: PhaseDecl) -> ir.Phase:
    me = make_me(r)
    through = frozenset({decl.id})

    def start() -> Binding:
        return open_text(r, decl.span, Context(decl.id, me=me, through=through))

    def asked(node: syntax.Expr | None, type: Type) -> ir.Expr | None:
        return None if node is None else bind_typed(start(), node, type)

    def text(effect: syntax.Effect | None) -> ir.Body | None:
        return None if effect is None else bind_effect(start(), effect)

    return ir.Phase(
        id=decl.id,
        origin=decl.origin,
        texts=decl.texts,
        me=me,
        steps=text(decl.steps),
        turn=text(decl.turn),
        phases=bind_course(r, decl.phases),
        repeat=asked(decl.repeat, NUMBER),
        repeat_until=asked(decl.repeat_until, YES_NO),
        until=asked(decl.until, YES_NO),
        first=asked(decl.first, PLAYER),
        without=asked(decl.without, PLAYER),
        rounds=asked(decl.rounds, NUMBER),
        clockwise=decl.clockwise,
        span=decl.span,
    )


def bind_table(r: RulesetBinding) -> tuple[ir.TableCondition, ...]:
    """Returns the conditions that a table must meet."""
    found: list[ir.TableCondition] = []
    for decl in r.ruleset.conditions:
        condition = bind_one_condition(r, decl.condition, Context("table"))
        if condition is not None:
            found.append(
                ir.TableCondition(
                    must=decl.must,
                    condition=condition,
                    texts=decl.texts,
                    origin=decl.origin,
                    span=decl.condition.span,
                )
            )
    return tuple(found)


def bind_invariants(r: RulesetBinding) -> tuple[ir.Invariant, ...]:
    """Returns what is always true; in it nobody is `me`."""
    found: list[ir.Invariant] = []
    for decl in r.ruleset.invariants:
        condition = bind_one_condition(r, decl.condition, Context("always"))
        if condition is not None:
            span = decl.condition.span
            found.append(
                ir.Invariant(condition=condition, texts=decl.texts, origin=decl.origin, span=span)
            )
    return tuple(found)


def bind_switches(r: RulesetBinding) -> dict[str, ir.Expr]:
    """Returns when expansions take part, for those that say so."""
    bound = {
        decl.expansion: bind_one_condition(r, decl.condition, Context("in_play"))
        for decl in r.ruleset.switches
    }
    return {id: condition for id, condition in bound.items() if condition is not None}


def bind_outcome(r: RulesetBinding) -> ir.Outcome | None:
    """Binds how a game is won; None after a diagnostic."""
    decl = r.ruleset.outcome
    if decl is None:
        errors.no_outcome(r.bag, r.ruleset.id, r.ruleset.span)
        return None
    me = make_me(r)
    member = make_me(r) if decl.teams else me
    b = open_text(r, decl.span, Context(me=member))
    score = bind_number(b, decl.score)
    ties = [(most, bind_number(b, expr)) for most, expr in decl.ties]
    wins = None if decl.wins is None else bind_condition(b, decl.wins)
    worth = None if decl.worth is None else bind_number(b, decl.worth)
    most_seats = r.ruleset.players[1]
    for seat in (seat for team in decl.teams for seat in team if seat > most_seats):
        errors.no_such_seat(r.bag, decl.span, seat, most_seats)
    if score is None:
        return None

    def of_team(expr: ir.Expr) -> ir.Expr:
        """What all of a team have together."""
        if not decl.teams:
            return expr
        player = ir.Local(var=me, type=PLAYER, span=expr.span)
        team = ir.TeamOf(player=player, type=SetType(PLAYER), span=expr.span)
        selection = ir.Selection(var=member, source=team, span=expr.span)
        op: AggregateOp = "any" if expr.type == YES_NO else "sum"
        return ir.Aggregate(op=op, selection=selection, body=expr, type=expr.type, span=expr.span)

    return ir.Outcome(
        me=me,
        score=of_team(score),
        ties=tuple((most, of_team(expr)) for most, expr in ties if expr is not None),
        wins=None if wins is None else of_team(wins),
        worth=None if worth is None else of_team(worth),
        lowest_wins=decl.lowest_wins,
        span=decl.span,
    )


def seats_of(teams: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Teams as they are written, with seats from 0."""
    return tuple(tuple(seat - 1 for seat in team) for team in teams)


def _called(body: tuple[syntax.Stmt | syntax.Entry, ...]) -> Iterator[str]:
    """Yields the rules that an effect itself calls, in order."""
    for node in body:
        call = getattr(node, "call", None)
        if isinstance(call, syntax.Call):
            yield call.name.id
        for part in ("body", "entries", "otherwise"):
            yield from _called(getattr(node, part, ()))
