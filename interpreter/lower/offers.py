"""Offers: menus of entries, opened for one player or for all in turn, with limits on how often."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, YES, both
from boardwright.interpreter.lower.analysis.calls import slot_name
from boardwright.interpreter.lower.builtins.member_order import first_from
from boardwright.interpreter.lower.choices import ask, show_entry
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.rules import write_entered
from boardwright.interpreter.lower.sets import lower_pieces_of
from boardwright.interpreter.lower.statements import write_call
from boardwright.interpreter.lower.values import (
    find_carriers,
    lower_carrier,
    lower_in_force,
    lower_owner_of,
)
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
    show: Callable[[Emitter, str, int], None]
    run: Callable[[Emitter], None]


# ---- limits


def allot_limits(linking: Linking) -> dict[tuple[str, ...], int]:
    """Words for all limits, so that whatever clears them knows them: where uses are counted, by what is used."""
    game = linking.game
    limits: dict[tuple[str, ...], int] = {}

    def allot(
        key: tuple[str, ...], limit: ir.Limit | None, definition: tuple[str, str] | None
    ) -> None:
        if limit is not None and key not in limits:
            limits[key] = _allot_limit(linking, key, limit, definition)

    for offer in game.offers.values():
        for entry in offer.entries:
            allot(_entry_key(offer, entry), entry.limit, entry.definition)
        for kind, definition, slot in offer.slots:
            declared = _find_definition(linking, kind, definition).slots[slot]
            allot(("slot", kind, definition, slot), declared.limit, (kind, definition))
    return limits


def _find_definition(linking: Linking, kind: str, id: str) -> ir.Definition:
    game = linking.game
    of = game.kinds[kind].definitions if kind in game.kinds else game.spaces[kind].definitions
    return next(d for d in of if d.id == id)


def _allot_limit(
    linking: Linking, key: tuple[str, ...], limit: ir.Limit, definition: tuple[str, str] | None
) -> int:
    # Each player may use an entry so often; a piece's may be used so often, whoever has it.
    per, keys, by_face = "player", list(range(linking.table.players)), False
    if definition is not None:
        per, (keys, by_face) = definition[0], find_carriers(linking, definition)
    count = max(1, len(keys))
    at = linking.layout.words(
        Between(0, limit.times),
        count,
        f"how often `{key[-2]}.{key[-1]}` was used, of each {per}",
    )
    linking.layout.cleared(limit.lasts, at, count, 0)
    linking.layout.belong(at, per, tuple(keys), by_face)
    linking.layout.limits.append((f"{key[1]}.{key[-1]}", at))
    return at


# ---- offers


def _list_items(linking: Linking, offer: ir.Offer, me: ir.Var) -> list[_Item]:
    """All lines that a menu can ever show, the closing one last."""
    game = linking.game
    found: list[_Item] = []
    closing: list[_Item] = []
    mine: dict[str, lo.Expr] = {}  # the player's pieces of each kind, once they were read
    for entry in offer.entries:
        if entry.definition is None:
            item = _make_entry_item(linking, offer, entry, me)
            (closing if entry.closes else found).append(item)
    declared: list[ir.Kind | ir.SpaceKind] = [*game.kinds.values(), *game.spaces.values()]
    for of in declared:
        kind = of.id
        for definition in of.definitions:
            slots = [s for k, d, s in offer.slots if (k, d) == (kind, definition.id)]
            entries = [e for e in offer.entries if e.definition == (kind, definition.id)]
            if not slots and not entries:
                continue
            numbers, by_face = find_carriers(linking, (kind, definition.id))
            for n, number in enumerate(numbers):
                for slot in slots:
                    found.append(
                        _make_slot_item(linking, definition, slot, n, number, by_face, me, mine)
                    )
                for entry in entries:
                    found.append(
                        _make_piece_entry_item(linking, offer, entry, n, number, by_face, me, mine)
                    )
    return [*found, *closing]


def _make_entry_item(linking: Linking, offer: ir.Offer, entry: ir.OfferEntry, me: ir.Var) -> _Item:
    word = linking.limits.get(_entry_key(offer, entry))
    limit = None
    if word is not None and entry.limit:
        limit = (add(Int(word), Var(f"{me.name}_{me.id}")), entry.limit.times)

    def bind(to: Emitter) -> None:
        to.bound[entry.me.id] = to.bound[me.id]
        if me.id in to.sure:
            to.sure.add(entry.me.id)

    def show(to: Emitter, mask: str, bit: int) -> None:
        bind(to)
        body = () if entry.closes else entry.body
        show_entry(to, mask, bit, entry.when, body, _open(limit))

    def run(to: Emitter) -> None:
        bind(to)
        to.write(entry.body)

    return _Item(entry.id, (f"{offer.id}.{entry.id}", ""), limit, show, run)


def _find_piece_id(linking: Linking, kind: str, number: int, by_face: bool) -> str:
    table = linking.table
    if kind not in table.pieces:
        return table.spaces[number].id
    return table.faces[kind][number].id if by_face else table.pieces[kind][number].id


def _test_mine(
    to: Emitter,
    definition: tuple[str, str],
    number: int,
    by_face: bool,
    me: ir.Var,
    mine: dict[str, lo.Expr],
) -> tuple[lo.Expr, lo.Expr]:
    """A piece, and whether it is the player's and in force."""
    kind = definition[0]
    it = lower_carrier(to, kind, number, by_face)
    player = to.bound[me.id]
    declared = to.linking.game.kinds.get(kind)
    if declared is not None and declared.owner is not None and not by_face:
        # The player's pieces are read once for the whole menu.
        if kind not in mine:
            local = ir.Local(span=declared.span, type=me.type, var=me)
            mine[kind] = to.atom(lower_pieces_of(to, kind, local), "mine")
        is_mine = Op("!=", Op("&", mine[kind], Int(1 << number)), NO)
        return it, both(is_mine, lower_in_force(to, definition, it, player, player))
    owner = lower_owner_of(to, kind, it, nobody=-2)
    force = lower_in_force(to, definition, it, None if owner is None else player, player)
    if owner is None:
        return it, force
    return it, both(Op("==", owner, player), force)


def _make_slot_item(
    linking: Linking,
    definition: ir.Definition,
    slot_id: str,
    n: int,
    number: int,
    by_face: bool,
    me: ir.Var,
    mine: dict[str, lo.Expr],
) -> _Item:
    slot, kind = definition.slots[slot_id], definition.kind
    word = linking.limits.get(("slot", kind, definition.id, slot_id))
    limit = (Int(word + n), slot.limit.times) if word is not None and slot.limit else None

    def show(to: Emitter, mask: str, bit: int) -> None:
        it, is_open = _test_mine(to, (kind, definition.id), number, by_face, me, mine)
        to.bound[slot.it.id] = it
        to.bound[slot.me.id] = to.bound[me.id]
        to.sure.add(slot.me.id)
        show_entry(to, mask, bit, slot.when, slot.body, both(is_open, _open(limit)))

    def run(to: Emitter) -> None:
        it = lower_carrier(to, kind, number, by_face)
        write_call(to, slot_name(kind, definition.id, slot_id), (to.bound[me.id], it))

    piece = _find_piece_id(linking, kind, number, by_face)
    return _Item(f"{slot_id}:{piece}", (f"{definition.id}.{slot_id}", piece), limit, show, run)


def _make_piece_entry_item(
    linking: Linking,
    offer: ir.Offer,
    entry: ir.OfferEntry,
    n: int,
    number: int,
    by_face: bool,
    me: ir.Var,
    mine: dict[str, lo.Expr],
) -> _Item:
    assert entry.definition is not None and entry.it is not None
    of, kind = entry.definition, entry.definition[0]
    entry_it = entry.it
    word = linking.limits.get(_entry_key(offer, entry))
    limit = (Int(word + n), entry.limit.times) if word is not None and entry.limit else None

    def bind(to: Emitter, it: lo.Expr) -> None:
        to.bound[entry_it.id] = it
        to.bound[entry.me.id] = to.bound[me.id]
        to.sure.add(entry.me.id)

    def show(to: Emitter, mask: str, bit: int) -> None:
        it, is_open = _test_mine(to, of, number, by_face, me, mine)
        bind(to, it)
        show_entry(to, mask, bit, entry.when, entry.body, both(is_open, _open(limit)))

    def run(to: Emitter) -> None:
        bind(to, lower_carrier(to, kind, number, by_face))
        to.write(entry.body)

    piece = _find_piece_id(linking, kind, number, by_face)
    label = f"{entry.definition[1]}.{entry.id}"
    return _Item(f"{entry.id}:{piece}", (label, piece), limit, show, run)


def lower_offer(linking: Linking, offer: ir.Offer, secretly: str = "") -> None:
    """`offer:<id>(me)`: asked again and again until the closing entry is picked."""
    me = linking.player_var()

    def write(to: Emitter) -> None:
        to.bind(me)
        again, behind = to.block(f"offer {offer.id}"), to.block()
        to.jump(again)
        to.go_on(again)
        _write_menu(to, offer, me, again, behind, Var(to.bind(me)), bool(secretly))
        to.go_on(behind)

    write_entered(linking, f"offer:{offer.id}{secretly}", [f"me_{me.id}"], write, title=offer.id)


def lower_offer_to_all(linking: Linking, offer: ir.Offer, secretly: str = "") -> None:
    """`offers:<id>(players, start)`: each in turn, until all have passed."""
    me = linking.player_var()
    names = [f"{word}_t{linking.number()}" for word in ("players", "start")]

    def write(to: Emitter) -> None:
        n = linking.table.players
        left, start = Var(names[0]), Var(names[1])
        again, behind, passed = to.block(f"offer {offer.id}"), to.block(), to.block()
        to.jump(again)
        to.go_on(again)
        to.emit(lo.When(Op("==", left, NO), [lo.Goto(behind.number)], []))
        name = to.bind(me)
        to.emit(lo.SetVar(name, first_from(linking, n, left, start)))
        to.emit(lo.SetVar(start.name, Op("%", add(Var(name), YES), Int(n))))
        _write_menu(to, offer, me, again, passed, Var(name), bool(secretly))
        to.go_on(passed)
        to.emit(lo.SetVar(left.name, Op("&~", left, Un("bit", Var(name), n))))
        to.jump(again)
        to.go_on(behind)

    write_entered(linking, f"offers:{offer.id}{secretly}", names, write, title=offer.id)


def _write_menu(
    to: Emitter,
    offer: ir.Offer,
    me: ir.Var,
    again: lo.Block,
    closed: lo.Block,
    player: lo.Expr,
    secret: bool,
) -> None:
    items = _list_items(to.linking, offer, me)
    mask = to.fresh("options")
    to.emit(lo.SetVar(mask, NO))
    sure = set(to.sure)
    for number, item in enumerate(items):
        item.show(to, mask, number)
    site = to.linking.site(
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
    ask(to, site, player, Var(mask), chosen)
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
