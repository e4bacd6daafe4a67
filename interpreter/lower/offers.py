"""Offers: menus of entries, opened for one player or for all in turn, with limits on how often."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, YES, both
from boardwright.interpreter.lower.analysis.calls import slot_name
from boardwright.interpreter.lower.builtins.member_order import first_from
from boardwright.interpreter.lower.carriers import (
    find_carriers,
    lower_carrier,
    lower_in_force,
    lower_owner_of,
)
from boardwright.interpreter.lower.choices import ask, show_entry
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.marks import mark_acting, mark_change, mark_happened
from boardwright.interpreter.lower.rules import write_entered
from boardwright.interpreter.lower.sets import lower_pieces_of
from boardwright.interpreter.lower.statements import write_call
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.carriers import Carrier, Carriers
from boardwright.interpreter.machine.meanings import Site
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.machine.word_ranges import Between
from boardwright.interpreter.table.table import Table


@dataclass(slots=True)
class _Item:
    """One line of a menu: a declared entry, or that of one piece."""

    id: str
    label: tuple[str, str]
    carrier: Carrier | None
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
    whose = Carriers("player", tuple(range(linking.table.players)))
    if definition is not None:
        whose = find_carriers(linking, definition)
    count = max(1, len(whose.numbers))
    at = linking.layout.words(
        Between(0, limit.times),
        count,
        f"how often `{key[-2]}.{key[-1]}` was used, of each {whose.kind}",
    )
    linking.layout.cleared(limit.lasts, at, count, 0)
    linking.layout.belong(at, whose)
    linking.layout.limits.append((f"{key[1]}.{key[-1]}", at))
    return at


# ---- offers


@dataclass(frozen=True, slots=True)
class _Menu:
    """An offer as it is shown to `me`. `mine` are the player's pieces of each kind, once they were read."""

    linking: Linking
    offer: ir.Offer
    me: ir.Var
    mine: dict[str, lo.Expr] = field(default_factory=dict)


def _list_items(menu: _Menu) -> list[_Item]:
    """All lines that a menu can ever show, the closing one last."""
    game, offer = menu.linking.game, menu.offer
    found: list[_Item] = []
    closing: list[_Item] = []
    for entry in offer.entries:
        if entry.definition is None:
            (closing if entry.closes else found).append(_make_entry_item(menu, entry))
    declared: list[ir.Kind | ir.SpaceKind] = [*game.kinds.values(), *game.spaces.values()]
    for kind in declared:
        for definition in kind.definitions:
            of = (kind.id, definition.id)
            slots = [slot for k, d, slot in offer.slots if (k, d) == of]
            entries = [entry for entry in offer.entries if entry.definition == of]
            if not slots and not entries:
                continue
            for n, carrier in enumerate(find_carriers(menu.linking, of)):
                found += [_make_slot_item(menu, definition, slot, n, carrier) for slot in slots]
                found += [_make_piece_entry_item(menu, entry, n, carrier) for entry in entries]
    return [*found, *closing]


def _find_limit(
    menu: _Menu, key: tuple[str, ...], limit: ir.Limit | None, of: Callable[[int], lo.Expr]
) -> tuple[lo.Expr, int] | None:
    """Where uses are counted of what has a limit, and how many are allowed; `of` is the address by the first word."""
    word = menu.linking.limits.get(key)
    return None if word is None or limit is None else (of(word), limit.times)


def _make_entry_item(menu: _Menu, entry: ir.OfferEntry) -> _Item:
    me = menu.me
    player = Var(f"{me.name}_{me.id}")
    key = _entry_key(menu.offer, entry)
    limit = _find_limit(menu, key, entry.limit, lambda word: add(Int(word), player))

    def bind(to: Emitter) -> None:
        to.bound[entry.me.id] = to.bound[me.id]
        if me.id in to.sure:
            to.sure.add(entry.me.id)

    def show(to: Emitter, mask: str, bit: int) -> None:
        bind(to)
        body = () if entry.closes else entry.body
        show_entry(to, mask, bit, entry.when, body, _test_limit(limit))

    def run(to: Emitter) -> None:
        bind(to)
        _write_entry(to, entry, f"{menu.offer.id}.{entry.id}")

    return _Item(entry.id, (f"{menu.offer.id}.{entry.id}", ""), None, limit, show, run)


def _find_piece_id(table: Table, of: Carrier) -> str:
    if of.kind not in table.pieces:
        return table.spaces[of.number].id
    things = table.faces[of.kind] if of.by_face else table.pieces[of.kind]
    return things[of.number].id


def _test_mine(
    to: Emitter, menu: _Menu, definition: tuple[str, str], carrier: Carrier
) -> tuple[lo.Expr, lo.Expr]:
    """A piece, and whether it is the player's and in force."""
    kind, mine = carrier.kind, menu.mine
    it = lower_carrier(to, carrier)
    player = to.bound[menu.me.id]
    declared = to.linking.game.kinds.get(kind)
    if declared is not None and declared.owner is not None and not carrier.by_face:
        # The player's pieces are read once for the whole menu.
        if kind not in mine:
            local = ir.Local(span=declared.span, type=menu.me.type, var=menu.me)
            mine[kind] = to.atom(lower_pieces_of(to, kind, local), "mine")
        is_mine = Op("!=", Op("&", mine[kind], Int(1 << carrier.number)), NO)
        return it, both(is_mine, lower_in_force(to, definition, it, player, player))
    owner = lower_owner_of(to, kind, it, nobody=-2)
    force = lower_in_force(to, definition, it, None if owner is None else player, player)
    if owner is None:
        return it, force
    return it, both(Op("==", owner, player), force)


def _make_slot_item(
    menu: _Menu, definition: ir.Definition, slot_id: str, n: int, carrier: Carrier
) -> _Item:
    """The effect of the n-th piece with a definition."""
    slot, kind = definition.slots[slot_id], definition.kind
    key = ("slot", kind, definition.id, slot_id)
    limit = _find_limit(menu, key, slot.limit, lambda word: Int(word + n))

    def show(to: Emitter, mask: str, bit: int) -> None:
        it, is_open = _test_mine(to, menu, (kind, definition.id), carrier)
        to.bound[slot.it.id] = it
        to.bound[slot.me.id] = to.bound[menu.me.id]
        to.sure.add(slot.me.id)
        show_entry(to, mask, bit, slot.when, slot.body, both(is_open, _test_limit(limit)))

    def run(to: Emitter) -> None:
        it = lower_carrier(to, carrier)
        write_call(to, slot_name(kind, definition.id, slot_id), (to.bound[menu.me.id], it))

    piece = _find_piece_id(menu.linking.table, carrier)
    label = f"{definition.id}.{slot_id}"
    return _Item(f"{slot_id}:{piece}", (label, piece), carrier, limit, show, run)


def _write_entry(to: Emitter, entry: ir.OfferEntry, name: str, it: lo.Expr | None = None) -> None:
    """The statements of an entry, which are its own and not those of the offer."""
    cause, to.cause = to.cause, name
    about = () if it is None else (it,)
    mark_happened(to, "entry", name, (name,), entry.span, about, always=bool(entry.texts))
    to.write(entry.body)
    to.cause = cause


def _make_piece_entry_item(menu: _Menu, entry: ir.OfferEntry, n: int, carrier: Carrier) -> _Item:
    """What an entry lets the player do with the n-th piece that has the entry's definition."""
    assert entry.definition is not None and entry.it is not None
    definition, entry_it = entry.definition, entry.it
    key = _entry_key(menu.offer, entry)
    limit = _find_limit(menu, key, entry.limit, lambda word: Int(word + n))

    def bind(to: Emitter, it: lo.Expr) -> None:
        to.bound[entry_it.id] = it
        to.bound[entry.me.id] = to.bound[menu.me.id]
        to.sure.add(entry.me.id)

    def show(to: Emitter, mask: str, bit: int) -> None:
        it, is_open = _test_mine(to, menu, definition, carrier)
        bind(to, it)
        show_entry(to, mask, bit, entry.when, entry.body, both(is_open, _test_limit(limit)))

    def run(to: Emitter) -> None:
        it = lower_carrier(to, carrier)
        bind(to, it)
        _write_entry(to, entry, f"{definition[1]}.{entry.id}", it)

    piece = _find_piece_id(menu.linking.table, carrier)
    label = f"{definition[1]}.{entry.id}"
    return _Item(f"{entry.id}:{piece}", (label, piece), carrier, limit, show, run)


def lower_offer(linking: Linking, offer: ir.Offer, secretly: str = "") -> None:
    """`offer:<id>(me, parameters)`: asked again and again until the closing entry is picked."""
    me = linking.player_var()

    def write(to: Emitter) -> None:
        to.bind(me)
        _bind_params(to, offer)
        again, after = to.block(f"offer {offer.id}"), to.block()
        ends = _write_depth(to, offer, after)
        to.jump(again)
        to.go_on(again)
        _write_menu(to, offer, me, again, again, after, Var(to.bind(me)), bool(secretly))
        to.go_on(after)
        _write_end(to, offer, ends)

    names = [f"me_{me.id}", *_list_params(offer)]
    write_entered(linking, f"offer:{offer.id}{secretly}", names, write, title=offer.id)


def lower_offer_to_all(linking: Linking, offer: ir.Offer, secretly: str = "") -> None:
    """`offers:<id>(players, start, parameters)`: each in turn, until all have passed; in a window, all in a row."""
    me = linking.player_var()
    names = [f"{word}_t{linking.number()}" for word in ("players", "start")]

    def write(to: Emitter) -> None:
        n = linking.table.players
        left, start = Var(names[0]), Var(names[1])
        _bind_params(to, offer)
        again, after, passed = to.block(f"offer {offer.id}"), to.block(), to.block()
        picked, everybody = again, left
        ends = _write_depth(to, offer, after)
        if offer.deep:
            everybody, picked = Var(to.fresh("everybody")), to.block()
            to.emit(lo.SetVar(everybody.name, left))
        to.jump(again)
        to.go_on(again)
        to.emit(lo.When(Op("==", left, NO), [lo.Goto(after.number)], []))
        name = to.bind(me)
        to.emit(lo.SetVar(name, first_from(linking, n, left, start)))
        mark_acting(to, me, offer.span)
        to.emit(lo.SetVar(start.name, Op("%", add(Var(name), YES), Int(n))))
        _write_menu(to, offer, me, again, picked, passed, Var(name), bool(secretly))
        to.go_on(passed)
        to.emit(lo.SetVar(left.name, Op("&~", left, Un("bit", Var(name), n))))
        to.jump(again)
        if offer.deep:
            to.go_on(picked)
            to.emit(lo.SetVar(left.name, everybody))  # whoever has passed may answer this
            to.jump(again)
        to.go_on(after)
        _write_end(to, offer, ends)

    names_of_all = [*names, *_list_params(offer)]
    write_entered(linking, f"offers:{offer.id}{secretly}", names_of_all, write, title=offer.id)


def _list_params(offer: ir.Offer) -> list[str]:
    return [f"{var.name}_{var.id}" for var in offer.params]


def _bind_params(to: Emitter, offer: ir.Offer) -> None:
    for var in offer.params:
        to.bind_plain(var)  # whoever opens it may hand on nobody


def _find_depth(to: Emitter, offer: ir.Offer) -> Int:
    told = f"how many times `{offer.id}` is open"
    return Int(to.linking.word_for(f"open {offer.id}", Between(0, offer.deep), told))


def _write_depth(to: Emitter, offer: ir.Offer, after: lo.Block) -> lo.Block:
    """A window that is open as often as it may be does not open again, but goes on after it: where it ends."""
    if not offer.deep:
        return after
    depth, opens, ends = _find_depth(to, offer), to.block(), to.block()
    is_deepest = Op(">=", Load(depth), Int(offer.deep))
    to.emit(lo.When(is_deepest, [lo.Goto(ends.number)], [lo.Goto(opens.number)]))
    to.go_on(opens)
    to.emit(lo.Store(depth, Op("+", Load(depth), YES)))
    return ends


def _write_end(to: Emitter, offer: ir.Offer, ends: lo.Block) -> None:
    if offer.deep:
        depth = _find_depth(to, offer)
        to.emit(lo.Store(depth, Op("-", Load(depth), YES)))
        to.jump(ends)
        to.go_on(ends)


def _write_menu(
    to: Emitter,
    offer: ir.Offer,
    me: ir.Var,
    again: lo.Block,
    picked: lo.Block,
    closed: lo.Block,
    player: lo.Expr,
    secret: bool,
) -> None:
    items = _list_items(_Menu(to.linking, offer, me))
    mask = to.fresh("options")
    to.emit(lo.SetVar(mask, NO))
    sure = set(to.sure)
    closing = {entry.id for entry in offer.entries if entry.closes and entry.definition is None}
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
            tuple(item.carrier for item in items),
            closing=next(iter(closing), ""),
            secret=secret,
        )
    )
    chosen = to.block(f"{offer.id} chosen")
    to.emit(lo.When(Op("==", Var(mask), NO), [lo.Goto(closed.number)], []))
    ask(to, site, player, Var(mask), chosen)
    to.go_on(chosen)
    blocks = [to.block(f"{offer.id}: {item.id}") for item in items]
    to.emit(lo.Switch(Load(Int(lay.CHOSEN)), tuple(block.number for block in blocks)))
    for item, block in zip(items, blocks, strict=True):
        to.sure = set(sure)
        to.go_on(block)
        if item.limit is not None:
            at = item.limit[0]
            to.emit(lo.Store(at, Op("+", Load(at), YES)))
            mark_change(to)
        item.run(to)
        to.jump(closed if item.id in closing else picked)
    to.sure = sure


def _entry_key(offer: ir.Offer, entry: ir.OfferEntry) -> tuple[str, ...]:
    """What a limit is counted under: a piece's entry is the same one in every offer where it appears."""
    if entry.definition is None:
        return ("entry", offer.id, entry.id)
    return ("entry", *entry.definition, entry.id)


def _test_limit(limit: tuple[lo.Expr, int] | None) -> lo.Expr:
    return YES if limit is None else Op("<", Load(limit[0]), Int(limit[1]))
