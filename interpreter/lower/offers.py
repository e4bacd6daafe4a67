"""Offers: menus of entries, opened for one player or for all in turn, with limits on how often."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, YES, both
from boardwright.interpreter.lower.builtins.member_order import first_from
from boardwright.interpreter.lower.calls import slot_name
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.rules import Rules
from boardwright.interpreter.lower.statements import Statements
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.meanings import Site
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.machine.word_ranges import Between


@dataclass(slots=True)
class _Item:
    """One line of a menu: a declared entry, or that of one piece."""

    id: str
    label: tuple[str, str]
    limit: tuple[lo.Expr, int] | None  # the address of the word that counts, and how often
    show: Callable[[Statements, str, int], None]
    run: Callable[[Statements], None]


class Offers:
    """Lowers offers with the help of `Rules`."""

    def __init__(self, linking: Linking, rules: Rules) -> None:
        self.linking, self.rules = linking, rules
        self.limits: dict[tuple[str, ...], int] = {}
        self.mine: dict[str, lo.Expr] = {}  # the player's pieces of each kind, while a menu is made

    # ---- limits

    def allot_limits(self) -> None:
        """Words for all limits, so that whatever clears them knows them."""
        game = self.linking.game
        for offer in game.offers.values():
            for entry in offer.entries:
                self._allot(_entry_key(offer, entry), entry.limit, entry.definition)
            for kind, definition, slot in offer.slots:
                declared = self._definition(kind, definition).slots[slot]
                self._allot(("slot", kind, definition, slot), declared.limit, (kind, definition))

    def _definition(self, kind: str, id: str) -> ir.Definition:
        game = self.linking.game
        of = game.kinds[kind].definitions if kind in game.kinds else game.spaces[kind].definitions
        return next(d for d in of if d.id == id)

    def _allot(
        self, key: tuple[str, ...], limit: ir.Limit | None, definition: tuple[str, str] | None
    ) -> None:
        if limit is None or key in self.limits:
            return
        # Each player may use an entry so often; a piece's may be used so often, whoever has it.
        per, keys, by_face = "player", list(range(self.linking.table.players)), False
        if definition is not None:
            per, (keys, by_face) = definition[0], self.rules.carriers(definition)
        count = max(1, len(keys))
        at = self.limits[key] = self.linking.layout.words(
            Between(0, limit.times),
            count,
            f"how often `{key[-2]}.{key[-1]}` was used, of each {per}",
        )
        self.linking.layout.cleared(limit.lasts, at, count, 0)
        self.linking.layout.belong(at, per, tuple(keys), by_face)
        self.linking.layout.limits.append((f"{key[1]}.{key[-1]}", at))

    # ---- offers

    def items(self, offer: ir.Offer, me: ir.Var) -> list[_Item]:
        """All lines that a menu can ever show, the closing one last."""
        game = self.linking.game
        found: list[_Item] = []
        closing: list[_Item] = []
        for entry in offer.entries:
            if entry.definition is None:
                item = self._entry_item(offer, entry, me)
                (closing if entry.closes else found).append(item)
        declared: list[ir.Kind | ir.SpaceKind] = [*game.kinds.values(), *game.spaces.values()]
        for of in declared:
            kind = of.id
            for definition in of.definitions:
                slots = [s for k, d, s in offer.slots if (k, d) == (kind, definition.id)]
                entries = [e for e in offer.entries if e.definition == (kind, definition.id)]
                if not slots and not entries:
                    continue
                numbers, by_face = self.rules.carriers((kind, definition.id))
                for n, number in enumerate(numbers):
                    for slot in slots:
                        found.append(self._slot_item(definition, slot, n, number, by_face, me))
                    for entry in entries:
                        found.append(self._piece_entry_item(offer, entry, n, number, by_face, me))
        return [*found, *closing]

    def _entry_item(self, offer: ir.Offer, entry: ir.OfferEntry, me: ir.Var) -> _Item:
        word = self.limits.get(_entry_key(offer, entry))
        limit = None
        if word is not None and entry.limit:
            limit = (add(Int(word), Var(f"{me.name}_{me.id}")), entry.limit.times)

        def bind(to: Statements) -> None:
            to.bound[entry.me.id] = to.bound[me.id]
            if me.id in to.sure:
                to.sure.add(entry.me.id)

        def show(to: Statements, mask: str, bit: int) -> None:
            bind(to)
            body = () if entry.closes else entry.body
            to.show_entry(mask, bit, entry.when, body, _open(limit))

        def run(to: Statements) -> None:
            bind(to)
            to.body(entry.body)

        return _Item(entry.id, (f"{offer.id}.{entry.id}", ""), limit, show, run)

    def _piece_id(self, kind: str, number: int, by_face: bool) -> str:
        table = self.linking.table
        if kind not in table.pieces:
            return table.spaces[number].id
        return table.faces[kind][number].id if by_face else table.pieces[kind][number].id

    def _mine(
        self,
        to: Statements,
        definition: tuple[str, str],
        number: int,
        by_face: bool,
        me: ir.Var,
    ) -> tuple[lo.Expr, lo.Expr]:
        """A piece, and whether it is the player's and in force."""
        kind = definition[0]
        it = self.rules.carrier(to, kind, number, by_face)
        player = to.bound[me.id]
        declared = self.linking.game.kinds.get(kind)
        if declared is not None and declared.owner is not None and not by_face:
            # The player's pieces are read once for the whole menu.
            if kind not in self.mine:
                mine = ir.Local(span=declared.span, type=me.type, var=me)
                self.mine[kind] = to.atom(to.pieces_of(kind, mine), "mine")
            is_mine = Op("!=", Op("&", self.mine[kind], Int(1 << number)), NO)
            return it, both(is_mine, self.rules.in_force(to, definition, it, player, player))
        owner = self.rules.owner_of(to, kind, it, nobody=-2)
        force = self.rules.in_force(to, definition, it, None if owner is None else player, player)
        if owner is None:
            return it, force
        return it, both(Op("==", owner, player), force)

    def _slot_item(
        self,
        definition: ir.Definition,
        slot_id: str,
        n: int,
        number: int,
        by_face: bool,
        me: ir.Var,
    ) -> _Item:
        slot, kind = definition.slots[slot_id], definition.kind
        word = self.limits.get(("slot", kind, definition.id, slot_id))
        limit = (Int(word + n), slot.limit.times) if word is not None and slot.limit else None

        def show(to: Statements, mask: str, bit: int) -> None:
            it, mine = self._mine(to, (kind, definition.id), number, by_face, me)
            to.bound[slot.it.id] = it
            to.bound[slot.me.id] = to.bound[me.id]
            to.sure.add(slot.me.id)
            to.show_entry(mask, bit, slot.when, slot.body, both(mine, _open(limit)))

        def run(to: Statements) -> None:
            it = self.rules.carrier(to, kind, number, by_face)
            to.call_with(slot_name(kind, definition.id, slot_id), (to.bound[me.id], it))

        piece = self._piece_id(kind, number, by_face)
        return _Item(f"{slot_id}:{piece}", (f"{definition.id}.{slot_id}", piece), limit, show, run)

    def _piece_entry_item(
        self, offer: ir.Offer, entry: ir.OfferEntry, n: int, number: int, by_face: bool, me: ir.Var
    ) -> _Item:
        assert entry.definition is not None and entry.it is not None
        of, kind = entry.definition, entry.definition[0]
        entry_it = entry.it
        word = self.limits.get(_entry_key(offer, entry))
        limit = (Int(word + n), entry.limit.times) if word is not None and entry.limit else None

        def bind(to: Statements, it: lo.Expr) -> None:
            to.bound[entry_it.id] = it
            to.bound[entry.me.id] = to.bound[me.id]
            to.sure.add(entry.me.id)

        def show(to: Statements, mask: str, bit: int) -> None:
            it, mine = self._mine(to, of, number, by_face, me)
            bind(to, it)
            to.show_entry(mask, bit, entry.when, entry.body, both(mine, _open(limit)))

        def run(to: Statements) -> None:
            bind(to, self.rules.carrier(to, kind, number, by_face))
            to.body(entry.body)

        piece = self._piece_id(kind, number, by_face)
        label = f"{entry.definition[1]}.{entry.id}"
        return _Item(f"{entry.id}:{piece}", (label, piece), limit, show, run)

    def offer(self, offer: ir.Offer, secretly: str = "") -> None:
        """`offer:<id>(me)`: asked again and again until the closing entry is picked."""
        me = self.linking.player_var()

        def write(to: Statements) -> None:
            to.bind(me)
            again, behind = to.block(f"offer {offer.id}"), to.block()
            to.jump(again)
            to.go_on(again)
            self._menu(to, offer, me, again, behind, Var(to.bind(me)), bool(secretly))
            to.go_on(behind)

        self.rules.enter(f"offer:{offer.id}{secretly}", [f"me_{me.id}"], write, title=offer.id)

    def offer_to_all(self, offer: ir.Offer, secretly: str = "") -> None:
        """`offers:<id>(players, start)`: each in turn, until all have passed."""
        me = self.linking.player_var()
        names = [f"{word}_t{self.linking.number()}" for word in ("players", "start")]

        def write(to: Statements) -> None:
            n = self.linking.table.players
            left, start = Var(names[0]), Var(names[1])
            again, behind, passed = to.block(f"offer {offer.id}"), to.block(), to.block()
            to.jump(again)
            to.go_on(again)
            to.emit(lo.When(Op("==", left, NO), [lo.Goto(behind.number)], []))
            name = to.bind(me)
            to.emit(lo.SetVar(name, first_from(self.linking, n, left, start)))
            to.emit(lo.SetVar(start.name, Op("%", add(Var(name), YES), Int(n))))
            self._menu(to, offer, me, again, passed, Var(name), bool(secretly))
            to.go_on(passed)
            to.emit(lo.SetVar(left.name, Op("&~", left, Un("bit", Var(name), n))))
            to.jump(again)
            to.go_on(behind)

        self.rules.enter(f"offers:{offer.id}{secretly}", names, write, title=offer.id)

    def _menu(
        self,
        to: Statements,
        offer: ir.Offer,
        me: ir.Var,
        again: lo.Block,
        closed: lo.Block,
        player: lo.Expr,
        secret: bool,
    ) -> None:
        items = self.items(offer, me)
        self.mine = {}
        mask = to.fresh("options")
        to.emit(lo.SetVar(mask, NO))
        sure = set(to.sure)
        for number, item in enumerate(items):
            item.show(to, mask, number)
        site = self.linking.site(
            Site(
                offer.id,
                "menu",
                offer.span,
                None,
                tuple(item.id for item in items),
                tuple(item.label for item in items),
                secret=secret,
            )
        )
        chosen = to.block(f"{offer.id} chosen")
        to.emit(lo.When(Op("==", Var(mask), NO), [lo.Goto(closed.number)], []))
        to.ask(site, player, Var(mask), chosen)
        to.go_on(chosen)
        blocks = [to.block(f"{offer.id}: {item.id}") for item in items]
        to.emit(lo.Switch(Load(Int(lay.CHOSEN)), tuple(block.number for block in blocks)))
        closing = {entry.id for entry in offer.entries if entry.closes and entry.definition is None}
        for item, block in zip(items, blocks, strict=True):
            to.sure = set(sure)
            to.go_on(block)
            if item.limit is not None:
                at = item.limit[0]
                to.emit(lo.Store(at, Op("+", Load(at), YES)))
            item.run(to)
            to.jump(closed if item.id in closing else again)
        to.sure = sure


def _entry_key(offer: ir.Offer, entry: ir.OfferEntry) -> tuple[str, ...]:
    """What a limit is counted under: a piece's entry is the same one in every offer where it appears."""
    if entry.definition is None:
        return ("entry", offer.id, entry.id)
    return ("entry", *entry.definition, entry.id)


def _open(limit: tuple[lo.Expr, int] | None) -> lo.Expr:
    return YES if limit is None else Op("<", Load(limit[0]), Int(limit[1]))
