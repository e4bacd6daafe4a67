"""Offers: menus that are shown again until their closing entry is picked.

First come the declared entries. Then, for each definition (kinds of pieces, then of spaces, as declared) and
each piece, come the effects and then the entries that are offered here, of pieces (or spaces) in force that
belong to the player, if their kind can be owned. The closing entry is last, and always listed. Another entry is
listed if its limit is not used up, its `when` is true, and its body can begin.

The line of a piece has the id `<effect or entry>:<id>`: the piece's public id, or for a hidden kind the id of
its face, which the line reveals anyway (hidden pieces with effects have no copies).

A limit counts for each player, or for a piece (its face, if it is hidden) whoever uses it, in all offers
together. It is counted when the entry is picked, before anything happens. The offer's name is the site of its
decisions. If only the closing entry is left, there is no decision, and the offer closes. The closing entry's
body runs before that.

If an offer is opened to several players, they take turns in the given order; a player who closes is left out
from then on. In a window (an offer with `deep`) they are left out until somebody picks another entry: then it is open
to all again, who go on in the same order. A window that is open `deep` times does not open again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from boardwright.dsl.rules import ir
from boardwright.interpreter.reference.evaluator import Evaluator
from boardwright.interpreter.reference.frame import Asking, Calling, Frame, Play
from boardwright.interpreter.reference.position import Single, Use
from boardwright.interpreter.reference.watch import Moment


@dataclass(frozen=True, slots=True)
class Line:
    """One listed option of an offer."""

    id: str
    body: ir.Body
    frame: Frame
    limit: ir.Limit | None
    use: Use | None
    when: ir.Expr | None
    node: ir.OfferEntry | ir.Slot
    closes: bool = False


class Offers:
    """Opens offers. `run` runs statements, `effect` an effect with its hooks, `ask` asks."""

    def __init__(
        self,
        evaluator: Evaluator,
        run: Callable[[ir.Body, Frame], Play],
        effect: Callable[[ir.Slot, int, int], Calling],
        ask: Callable[[str, int, Sequence[str], ir.Node], Asking],
    ) -> None:
        self.evaluator = evaluator
        self.position = evaluator.position
        self.watch = evaluator.watch
        self.table = evaluator.table
        self.game = evaluator.game
        self.run = run
        self.effect = effect
        self.opened: list[
            tuple[str, Sequence[Single]]
        ] = []  # offers with their arguments, the last inside
        self.ask = ask

    def open(self, offer: str, given: Sequence[Single], me: int, at: ir.Node) -> Play:
        """Lets a player pick entries until the closing one."""
        if self._is_deepest(offer):
            return
        self.opened.append((offer, given))
        closed = False
        while not closed:
            closed = yield from self._once(offer, me, at)
        self.opened.pop()

    def open_to(
        self, offer: str, given: Sequence[Single], players: Sequence[int], at: ir.Node
    ) -> Play:
        """Lets each player in turn pick one or pass, until all have passed; in a window, all in a row."""
        if self._is_deepest(offer):
            return
        self.opened.append((offer, given))
        waiting = deque(players)
        passed: list[int] = []
        while waiting:
            player = waiting.popleft()
            if (yield from self._once(offer, player, at)):
                passed.append(player)
            elif self.game.offers[offer].deep:
                waiting.extend([*passed, player])
                passed.clear()
            else:
                waiting.append(player)
        self.opened.pop()

    def _is_deepest(self, offer: str) -> bool:
        """Whether a window is open as often as it may be."""
        open_now = sum(each == offer for each, _ in self.opened)
        return 0 < self.game.offers[offer].deep <= open_now

    def _once(self, offer: str, me: int, at: ir.Node) -> Calling:
        """One pick; the result is whether it closes the offer."""
        lines = [line for line in self.lines(offer, me) if self._is_shown(line)]
        if not lines:
            return True
        for line in lines:
            self.watch.shown(line.node)
        if self.watch.wants_moments and not self.opened[-1][1] and not self.game.offers[offer].deep:
            phase = self.table.phases[self.position.phase]
            self.watch.begins(Moment(self.position.copy(), phase, me, offer))
        taken = yield from self.ask(offer, me, [line.id for line in lines], at)
        line = lines[taken]
        if line.use is not None:
            self.position.used[line.use] = self.position.used.get(line.use, 0) + 1
        if isinstance(line.node, ir.Slot):
            thing = line.frame.values[line.node.it.id]
            assert isinstance(thing, int)
            yield from self.effect(line.node, thing, me)
        else:
            self.watch.ran(line.node)
            yield from self.run(line.body, line.frame)
        return line.closes

    def _is_shown(self, line: Line) -> bool:
        self.watch.met(line.node)
        if line.closes:
            return True
        if line.limit is not None and line.use is not None:
            if self.position.used.get(line.use, 0) >= line.limit.times:
                return False
        holds = self.evaluator.holds(line.when, line.frame)
        return holds and self.evaluator.can_begin(line.body, line.frame)

    def lines(self, offer_id: str, me: int) -> Iterator[Line]:
        """All entries of the offer that was opened last for a player, shown or not, in order."""
        offer, (_, given) = self.game.offers[offer_id], self.opened[-1]
        for line in self._lines(offer, me):
            for var, value in zip(offer.params, given, strict=True):
                line.frame.values[var.id] = value
            yield line

    def _lines(self, offer: ir.Offer, me: int) -> Iterator[Line]:
        for entry in offer.entries:
            if entry.definition is None and not entry.closes:
                yield self._entry(offer.id, entry, me)
        of_pieces = {(kind, id) for kind, id, _ in offer.slots}
        of_pieces |= {entry.definition for entry in offer.entries if entry.definition is not None}
        for definition in sorted(of_pieces, key=self.position.definition_order):
            for thing in self.position.showing(definition):
                if self.evaluator.counts_for(definition[0], thing, me):
                    yield from self._lines_of(offer, definition, thing, me)
        for entry in offer.entries:
            if entry.closes:
                yield self._entry(offer.id, entry, me)

    def _entry(self, offer: str, entry: ir.OfferEntry, me: int) -> Line:
        limit = entry.limit
        return Line(
            id=entry.id,
            body=entry.body,
            frame=Frame.of({entry.me: me}),
            limit=limit,
            use=None if limit is None else Use(offer, entry.id, me, False, limit.lasts),
            when=entry.when,
            node=entry,
            closes=entry.closes,
        )

    def _lines_of(
        self, offer: ir.Offer, definition: tuple[str, str], thing: int, me: int
    ) -> Iterator[Line]:
        """The effects and entries of one piece or space."""
        kind, id = definition
        holder = thing
        if self.position.is_piece_kind(kind):
            definitions = self.game.kinds[kind].definitions
            name = self.table.pieces[kind][thing].id
            if self.position.is_hidden(kind):
                holder = self.position.face[kind][thing]
                name = self.table.faces[kind][holder].id
        else:
            definitions = self.game.spaces[kind].definitions
            name = self.table.spaces[thing].id

        def line(of: ir.Slot | ir.OfferEntry, frame: Frame) -> Line:
            limit = of.limit
            use = None if limit is None else Use(kind, of.id, holder, True, limit.lasts)
            return Line(f"{of.id}:{name}", of.body, frame, limit, use, of.when, of)

        slots = next(d.slots for d in definitions if d.id == id)
        for of_kind, of_definition, slot_id in offer.slots:
            if (of_kind, of_definition) == definition:
                slot = slots[slot_id]
                frame = Frame.of({slot.me: me, slot.it: thing})
                yield line(slot, frame)
        for entry in offer.entries:
            if entry.definition == definition:
                assert entry.it is not None
                frame = Frame.of({entry.me: me, entry.it: thing})
                yield line(entry, frame)
