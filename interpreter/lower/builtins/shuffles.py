"""Shuffling as a function in the lowered form: pieces of one place change their order or their names, and nobody knows them then."""

from __future__ import annotations

from boardwright.interpreter.lower.addresses import NO, YES, derive
from boardwright.interpreter.lower.builtins.hidden_names import LEFT, NAME
from boardwright.interpreter.lower.builtins.member_order import (
    MASK,
    NOBODY,
    PIECE,
    at,
    lay_into,
    tops_at,
)
from boardwright.interpreter.lower.builtins.secrecy import SEERS, forget, go_on_seeing
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Item, Load, Op, Un, Var, add
from boardwright.interpreter.machine.rng import together

TOP, COUNT, N = Var("top"), Var("count"), Var("n")


def shuffled(linking: Linking, kind: str, mask: lo.Expr, seers: lo.Expr | None = None) -> lo.Stmt:
    """Chance: the pieces in a mask, all those of one place, change their order at random, and nobody knows them now. They get
    names anew: from the top, or without an order at random. With `seers` it is done in secret: only these learn of it, and
    names stay where they were.
    """
    count, players = len(linking.table.pieces[kind]), linking.table.players

    def make() -> lo.Function:
        maker = _Shuffle(linking, kind, secretly=seers is not None)
        widths = {"mask": count} if seers is None else {"mask": count, "seers": players}
        return lo.Function(of, tuple(widths), maker.body(), widths=widths)

    of = f"shuffle:{kind}" if seers is None else f"secretly_shuffle:{kind}"
    return lo.Do(linking.called(of, (mask,) if seers is None else (mask, seers), make))


class _Shuffle:
    """The function for one kind in the making."""

    def __init__(self, linking: Linking, kind: str, *, secretly: bool) -> None:
        self.linking, self.kind, self.secretly = linking, kind, secretly
        self.layout, self.players = linking.layout, linking.table.players
        self.pieces = len(linking.table.pieces[kind])
        self.names, self.known = self.layout.names[kind], self.layout.known[kind]

    def body(self) -> list[lo.Stmt]:
        pools = self.layout.pools[self.kind].at
        places = [p for p, row in enumerate(self.layout.masks[self.kind].at) if row >= 0]
        lying = [p for p in places if p in self.layout.tops]
        loose = [p for p in places if p not in self.layout.tops and pools[p] < 0]
        place = Load(at(self.layout.places[self.kind], Un("lowest", MASK)))
        body: list[lo.Stmt] = [
            lo.When(Op("==", MASK, NO), [lo.Return(NO)], []),
            lo.SetVar("place", place),
        ]
        if self.secretly:
            body += [lo.Array("named", self.pieces), lo.Array("knew", self.pieces, self.players)]
        if lying:
            body += [
                lo.Array("order", self.pieces),
                lo.SetVar("top", tops_at(self.linking, Var("place"))),
            ]
            nameless = any(pools[p] >= 0 for p in lying)
            body.append(lo.When(Op(">=", TOP, NO), [*self.in_order(nameless), lo.Return(NO)], []))
        if loose:
            pool = self.linking.look(f"pool_{self.kind}", pools, Var("place"))
            body.append(lo.When(Op("<", pool, NO), self.by_name(), []))
        return body

    def in_order(self, nameless: bool) -> list[lo.Stmt]:
        """The pieces change their order; some may have no name."""
        body = lay_into(self.linking, self.kind, TOP, "order", "count")
        if self.secretly:
            piece = lo.SetVar("piece", Item("order", N))
            body.append(lo.ForRange("n", NO, add(COUNT, NOBODY), [piece, *self.noted(N)]))
        else:
            body += self.gathered(nameless)
        body += fisher_yates(self.linking, self.pieces)
        above, below, over, self_ = (
            self.layout.above[self.kind],
            self.layout.below[self.kind],
            Var("over"),
            add(PIECE, YES),
        )
        lay: list[lo.Stmt] = [
            lo.SetVar("piece", Item("order", N)),
            lo.Store(at(above, PIECE), over),
            lo.When(over, [derive(at(below - 1, over), self_)], [derive(TOP, self_)]),
            lo.SetVar("over", self_),
        ]
        # From the top to the bottom.
        downwards = lo.SetVar("n", Op("-", COUNT, Var("down")))
        lay = [downwards, *lay, *(self.kept(N) if self.secretly else self.given(nameless))]
        body += [
            lo.SetVar("over", NO),
            lo.ForRange("down", YES, COUNT, lay),
            derive(at(below - 1, over), NO),
            derive(add(TOP, YES), over),
        ]
        return body

    def by_name(self) -> list[lo.Stmt]:
        """Without an order the pieces change their names."""
        drawn = lo.Apply("next32", (Int(self.layout.naming),))
        if not self.secretly:
            given = lo.ForSorted("piece", MASK, [], drawn, False, self.given(False))
            return [*self.gathered(False), given]
        on = lo.SetVar("n", add(N, YES))
        name = Load(at(self.names, PIECE))
        return [
            lo.SetVar("n", NO),
            lo.ForSorted("piece", MASK, [], name, False, [*self.noted(N), on]),
            lo.SetVar("n", NO),
            lo.ForSorted("piece", MASK, [], drawn, False, [*self.kept(N), on]),
        ]

    def gathered(self, nameless: bool) -> list[lo.Stmt]:
        """The names of all pieces in the mask are `left`. Nobody goes on seeing anything under them."""
        have: list[lo.Stmt] = [lo.SetVar("left", Op("|", LEFT, Un("bit", NAME, self.pieces)))]
        if self.kind in self.layout.believed:
            everyone = Int((1 << self.players) - 1)
            have.append(forget(self.linking, self.kind, everyone, NAME))
        if nameless:
            have = [lo.When(Op(">=", NAME, NO), have, [])]
        each: list[lo.Stmt] = [lo.SetVar("name", Load(at(self.names, PIECE))), *have]
        return [lo.SetVar("left", NO), lo.ForBits("piece", MASK, each)]

    def given(self, nameless: bool) -> list[lo.Stmt]:
        """The piece gets the lowest name that is `left`, and nobody knows it."""
        gets: list[lo.Stmt] = [
            lo.Store(at(self.names, PIECE), Un("lowest", LEFT)),
            lo.SetVar("left", Un("rest", LEFT)),
        ]
        if nameless:
            gets = [lo.When(Op("!=", LEFT, NO), gets, [])]
        return [*gets, lo.Store(at(self.known, PIECE), NO, self.players)]

    def noted(self, n: lo.Expr) -> list[lo.Stmt]:
        """Notes what the piece that lies at this number is called, and who knows it and does not see the shuffle: they go on
        seeing its face.
        """
        blind = Op("&~", Load(at(self.known, PIECE), self.players), SEERS)
        return [
            lo.SetItem("named", n, Load(at(self.names, PIECE))),
            lo.SetItem("knew", n, blind),
            go_on_seeing(self.linking, self.kind, PIECE, Item("knew", n)),
        ]

    def kept(self, n: lo.Expr) -> list[lo.Stmt]:
        """The piece that lies at this number now gets the name that was there."""
        return [
            lo.Store(at(self.names, PIECE), Item("named", n)),
            lo.Store(at(self.known, PIECE), Item("knew", n), self.players),
            forget(self.linking, self.kind, SEERS, Item("named", n)),
        ]


def fisher_yates(linking: Linking, most: int) -> list[lo.Stmt]:
    """The `count` things in the local array `order`, at most so many, change places, as `rng.shuffle` promises."""
    draws = [(1, 1), (1, 1)]
    for n in range(2, most + 1):
        product, choices = together(n)[0]
        draws.append((product, choices[-1]))
    below, last = ([draw[side] for draw in draws] for side in (0, 1))
    left, drawn, other, held = Var("left_over"), Var("drawn"), Var("other"), Var("held")
    begins: list[lo.Stmt] = [
        lo.SetVar("drawn", lo.Apply("draw", (linking.look(f"below_{most}", tuple(below), left),))),
        lo.SetVar("until", linking.look(f"until_{most}", tuple(last), left)),
    ]
    end = add(left, NOBODY)
    step: list[lo.Stmt] = [
        lo.SetVar("left_over", Op("-", add(COUNT, Int(2)), N)),
        lo.When(Op("<", left, Var("until")), begins, []),
        lo.SetVar("other", Op("%", drawn, left)),
        lo.SetVar("drawn", Op("//", drawn, left)),
        lo.SetVar("held", Item("order", end)),
        lo.SetItem("order", end, Item("order", other)),
        lo.SetItem("order", other, held),
    ]
    return [
        lo.SetVar("drawn", NO),
        lo.SetVar("until", add(COUNT, YES)),
        lo.ForRange("n", Int(2), COUNT, step),
    ]
