"""Everything that happens: rules and hooks, offers and slots, the course and the outcome; and for which tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import heads as head_errors
from boardwright.dsl.bind.errors import hints
from boardwright.dsl.bind.heads import heading
from boardwright.dsl.bind.statements import Statements
from boardwright.dsl.bind.values import Clause, Values
from boardwright.dsl.declare.declarations import (
    DefinitionDecl,
    EntryDecl,
    HookDecl,
    OfferDecl,
    PhaseDecl,
    SlotDecl,
)
from boardwright.dsl.language import syntax
from boardwright.dsl.language.types import NUMBER, PLAYER, YES_NO, Type
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import Counter
from boardwright.dsl.rules.symbols import NOWHERE, TURN_RULES, Thing
from boardwright.dsl.source.places import Span


class Clauses(Values):
    """Binds the texts of a ruleset."""

    def all_rules(self) -> dict[str, ir.Rule]:
        rules: dict[str, ir.Rule] = {}
        for decl in self.ruleset.rules:
            id, where = decl.id, decl.id
            if decl.definition is not None:
                things = self.symbols.private(decl.definition, decl.id, "rule")
                id, where = things[0].id, decl.definition[1]
            me, params = self.me(), self.symbols.rules[id]
            through = frozenset({decl.id, id})
            binder = self.binder(decl.span, where, decl.definition, me=me, through=through)
            self.add_params(binder, zip(decl.head.params, params, strict=True))
            rules[id] = ir.Rule(
                id=id,
                origin=decl.origin,
                texts=decl.texts,
                params=params,
                me=me,
                body=() if decl.effect is None else binder.text(decl.effect),
                deep=decl.deep,
                span=decl.span,
            )
        return rules

    def all_hooks(self) -> tuple[ir.Hook, ...]:
        found: list[ir.Hook] = []
        ids = Counter()
        for decl in self.ruleset.hooks:
            if (decl.trait is not None and decl.definition is None) or not self.known(
                decl.definition
            ):
                continue
            hook = self._hook(decl, ids)
            if hook is not None:
                found.append(hook)
        return tuple(found)

    def _hook(self, decl: HookDecl, ids: Counter) -> ir.Hook | None:
        head, clause = decl.head, decl.definition
        name = head.name
        if head.of is not None:
            head_errors.effect_hooked(self.bag, name.id, head.of.span.text, name.span)
            return None
        symbols = self.symbols.seen_from(name.span.source)
        things = symbols.private(clause, name.id, "rule") or symbols.things(name.id, "rule")
        if things:
            rule = things[0].id
            self.symbols.means(name.span, things[0])
            declared = self.symbols.rule_spans.get(rule, NOWHERE)
            read = heading(self.declared, head, self.symbols.rules[rule], declared)
        elif symbols.things(name.id, "phase") or name.id in TURN_RULES:
            rule, read = name.id, heading(self.declared, head, (), NOWHERE)
            self.symbols.means(name.span, *self.symbols.things(name.id, "phase"))
        else:
            known = [*self.symbols.rules, *self.symbols.phases, *TURN_RULES]
            self._no_rule(name, known)
            return None
        by = self.whose(head, clause)
        if read is None or by is None:
            return None
        me = self.me()
        actor = self.me() if clause else me
        it = self.it(clause) if clause else None
        owner = clause[1] if clause else name.id
        through = frozenset({rule, name.id, owner})
        moment = head.hook or "before"
        binder = self.binder(
            head.span,
            owner,
            clause,
            me=me,
            it=it,
            through=through,
            in_instead=moment.startswith("instead"),
        )
        self.add_params(binder, read.named)
        self.add_actor(binder, head.actor, actor)
        left_out = hints.unnamed(head, read.params, read.only, f"{moment} {name.id}")
        binder.context = replace(binder.context, unnamed=left_out)
        when = self.when(binder, read, head.when)
        body = binder.text(decl.effect)
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

    def _no_rule(self, name: syntax.Name, known: list[str]) -> None:
        """Explains a hook on something else; on an entry of an offer there are none, but its effect may call rules."""
        entries = [(offer.id, entry) for offer in self.ruleset.offers for entry in offer.entries]
        for definition in self.ruleset.definitions:
            entries += [(offer.id, e) for e in definition.entries for offer in e.offered_in[:1]]
        meant = [each for each in entries if each[1].id == name.id]
        if meant and not self.symbols.things(name.id):
            offer, entry = meant[0]
            calls = dict.fromkeys(_called(entry.effect.body))
            rules = [rule for rule in calls if rule in self.symbols.rules]
            errors.entry_hooked(self.bag, name.id, name.span, offer, rules, entry.span)
            return
        self._unknown(name, "a rule", "rule", known)

    def all_slots(self) -> None:
        """Binds the effects of definitions and puts them into the kinds."""
        slots: dict[tuple[str, str], dict[str, ir.Slot]] = {}
        for definition in self.ruleset.definitions:
            clause = (definition.kind.id, definition.id)
            if not self.known(clause):
                continue
            for decl in definition.slots:
                slot = self._slot(definition, decl, clause)
                if slot is not None:
                    slots.setdefault(clause, {})[slot.id] = slot
        kinds, spaces = self.symbols.kinds, self.symbols.spaces
        for id, kind in kinds.items():
            with_slots = tuple(
                replace(d, slots=slots.get((id, d.id), {})) for d in kind.definitions
            )
            kinds[id] = replace(kind, definitions=with_slots)
        for id, space in spaces.items():
            with_slots = tuple(
                replace(d, slots=slots.get((id, d.id), {})) for d in space.definitions
            )
            spaces[id] = replace(space, definitions=with_slots)

    def _slot(
        self, definition: DefinitionDecl, decl: SlotDecl, clause: tuple[str, str]
    ) -> ir.Slot | None:
        of = self.symbols.kinds.get(clause[0]) or self.symbols.spaces[clause[0]]
        kind = of.slots.get(decl.name.id)
        if kind is None:
            errors.unknown(self.bag, f"effect of {of.id}", decl.name.id, decl.name.span, of.slots)
            return None
        self.symbols.means(decl.name.span, Thing("slot", kind.id, kind.span, owner=of.id))
        me, it = self.me(), self.it(clause)
        through = frozenset({decl.name.id, definition.id})
        binder = self.binder(decl.name.span, definition.id, clause, me=me, it=it, through=through)
        when = None if decl.when is None else binder.condition(decl.when)
        offered = (
            kind.offered_in if decl.offered_in is None else self.declared.offers(decl.offered_in)
        )
        return ir.Slot(
            id=decl.name.id,
            offered_in=offered,
            limit=self.declared.limit(decl.limit, clause) if decl.limit else kind.limit,
            when=when,
            me=me,
            it=it,
            body=binder.text(decl.effect),
            texts=decl.texts,
            span=decl.name.span,
        )

    def all_offers(self) -> dict[str, ir.Offer]:
        offers: dict[str, ir.Offer] = {}
        for decl in self.ruleset.offers:
            added = [self._entry(entry, None, entry.id) for entry in decl.entries]
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
                span=decl.span,
            )
        self._of_definitions(offers)
        for decl in self.ruleset.offers:
            if decl.until is not None:
                offer = offers[decl.id]
                offers[decl.id] = replace(offer, entries=(*offer.entries, self._closing(decl)))
        for offer in offers.values():
            self._distinct(offer)
        return offers

    def _of_definitions(self, offers: dict[str, ir.Offer]) -> None:
        """Entries and slots of pieces, definition by definition."""
        for definition in self.ruleset.definitions:
            clause = (definition.kind.id, definition.id)
            if not self.known(clause):
                continue
            for entry in definition.entries:
                bound = self._entry(entry, clause, definition.id)
                for name in self.declared.offers(entry.offered_in):
                    if name in offers:
                        offer = offers[name]
                        offers[name] = replace(offer, entries=(*offer.entries, bound))
            of = self.symbols.kinds.get(clause[0]) or self.symbols.spaces[clause[0]]
            for made in of.definitions:
                for slot in made.slots.values() if made.id == definition.id else ():
                    for name in slot.offered_in:
                        if name in offers:
                            offer = offers[name]
                            slots = (*offer.slots, (*clause, slot.id))
                            offers[name] = replace(offer, slots=slots)

    def _entry(self, decl: EntryDecl, clause: Clause, where: str) -> ir.OfferEntry:
        me, it = self.me(), self.it(clause) if clause else None
        through = frozenset({decl.id, where})
        binder = self.binder(decl.span, where, clause, me=me, it=it, through=through)
        when = None if decl.when is None else binder.condition(decl.when)
        return ir.OfferEntry(
            id=decl.id,
            origin=decl.origin,
            texts=decl.texts,
            when=when,
            limit=self.declared.limit(decl.limit, clause),
            me=me,
            body=binder.text(decl.effect),
            definition=clause,
            it=it,
            span=decl.span,
        )

    def _closing(self, decl: OfferDecl) -> ir.OfferEntry:
        assert decl.until is not None
        return ir.OfferEntry(
            id=decl.until.id,
            origin=decl.origin,
            texts=decl.until_texts,
            when=None,
            limit=None,
            me=self.me(),
            body=(),
            closes=True,
            span=decl.until.span,
        )

    def _distinct(self, offer: ir.Offer) -> None:
        seen: dict[str, Span] = {}
        for entry in offer.entries:
            if entry.definition is None:
                if entry.id in seen:
                    errors.taken(self.bag, entry.id, entry.span, seen[entry.id], False)
                seen.setdefault(entry.id, entry.span)

    def course(self, phases: tuple[PhaseDecl, ...]) -> tuple[ir.Phase, ...]:
        return tuple(self._phase(phase) for phase in phases)

    def _phase(self, decl: PhaseDecl) -> ir.Phase:
        me = self.me()
        through = frozenset({decl.id})

        def binder() -> Statements:
            return self.binder(decl.span, decl.id, me=me, through=through)

        def asked(node: syntax.Expr | None, type: Type) -> ir.Expr | None:
            return None if node is None else binder().typed(node, type)

        def text(effect: syntax.Effect | None) -> ir.Body | None:
            return None if effect is None else binder().text(effect)

        return ir.Phase(
            id=decl.id,
            origin=decl.origin,
            texts=decl.texts,
            me=me,
            steps=text(decl.steps),
            turn=text(decl.turn),
            phases=self.course(decl.phases),
            repeat=asked(decl.repeat, NUMBER),
            repeat_until=asked(decl.repeat_until, YES_NO),
            until=asked(decl.until, YES_NO),
            first=asked(decl.first, PLAYER),
            without=asked(decl.without, PLAYER),
            rounds=asked(decl.rounds, NUMBER),
            clockwise=decl.clockwise,
            span=decl.span,
        )

    def table(self) -> tuple[ir.TableCondition, ...]:
        found: list[ir.TableCondition] = []
        for decl in self.ruleset.conditions:
            condition = self.binder(decl.condition.span, "table").condition(decl.condition)
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

    def switches(self) -> dict[str, ir.Expr]:
        """Of expansions that say so: when they take part."""
        bound = {
            decl.expansion: self.binder(decl.condition.span, "in_play").condition(decl.condition)
            for decl in self.ruleset.switches
        }
        return {id: condition for id, condition in bound.items() if condition is not None}

    def outcome(self) -> ir.Outcome | None:
        decl = self.ruleset.outcome
        if decl is None:
            errors.no_outcome(self.bag, self.ruleset.id, self.ruleset.span)
            return None
        me = self.me()
        binder = self.binder(decl.span, me=me)
        score = binder.number(decl.score)
        ties = [(most, binder.number(expr)) for most, expr in decl.ties]
        wins = None if decl.wins is None else binder.condition(decl.wins)
        worth = None if decl.worth is None else binder.number(decl.worth)
        if score is None:
            return None
        return ir.Outcome(
            me=me,
            score=score,
            ties=tuple((most, expr) for most, expr in ties if expr is not None),
            wins=wins,
            worth=worth,
            span=decl.span,
        )


def _called(body: tuple[syntax.Stmt | syntax.Entry, ...]) -> Iterator[str]:
    """The rules that an effect calls itself, in order."""
    for node in body:
        call = getattr(node, "call", None)
        if isinstance(call, syntax.Call):
            yield call.name.id
        for part in ("body", "entries", "otherwise"):
            yield from _called(getattr(node, part, ()))
