"""Makes small random rulesets.

They have sets of numbers, ordered places, choices of several things, secret choices, and places where nobody can follow
pieces. Nobody would play them: they use all forms of the language, in random order and depth. The same seed makes the
same text.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

HEAD = """\
game: made
language: 2
name: Made by chance
players: 2 to 3
seats: [ida, otto, pia]
varieties: {{hue: [amber, cobalt, jade]}}
kinds:
  card: {{hidden: yes, attributes: {{value: number, hue: hue, goal: optional cell}}, {back}home: deck}}
  tile: {{hidden: yes, attributes: {{value: number, goes_to: bag or row}}, home: bag}}
  disc:
    attributes: {{value: number, goal: cell, stops: list of cell, rival: optional disc, like: list of face of card, extra: optional number}}
    home: stack
    effects: {{tap: {{offered_in: taps}}}}
stocks:
  coin: {{total: 12, home: bank, kept: purse}}
spaces:
  cell: {{holds: [disc, tile], {hides}room: {{disc: 2}}}}
board:
  cell: {{north: {{}}, east: {{}}, south: {{}}, west: {{}}}}
  links:
    path: [[north, east], [east, south], [south, west]]
    climb: {{one_way: yes, pairs: [[south, north], [west, south]]}}
  lines:
    street: {{high: [north, east], low: [south, west, east], old: [west]}}
places:
  deck: {{holds: [card], ordered: {deck_ordered}, tracked: {deck_tracked}, visible_to: nobody}}
  hand: {{per: player, holds: [card], tracked: {hand_tracked}, visible_to: owner}}
  row: {{holds: [card, tile], visible_to: {row_seen}}}
  pile: {{holds: [card], ordered: yes, tracked: {pile_tracked}, visible_to: {pile_seen}}}
  bag: {{holds: [tile], tracked: no, visible_to: nobody}}
  rack: {{per: player, holds: [tile], tracked: {rack_tracked}, visible_to: {rack_seen}}}
  stack: {{holds: [disc], ordered: yes}}
  shelf: {{per: player, holds: [disc], ordered: {shelf_ordered}}}
  bank: {{holds: [coin]}}
  purse: {{per: player, holds: [coin], visible_to: {purse_seen}}}
pieces:
  card:
    a: {{value: 1, hue: amber, copies: 2}}
    b: {{value: 2, hue: cobalt, goal: east, copies: 2}}
    c: {{value: 3, hue: jade, goal: north}}
    d: {{value: -1, hue: amber}}
    e: {{value: 4, hue: cobalt}}
  tile:
    t: {{value: 0, goes_to: row, copies: 2}}
    u: {{value: 1, goes_to: bag}}
    w: {{value: 2, goes_to: row, copies: 2}}
  disc:
    k1: {{value: 1, goal: north, rival: k3, copies: 3}}
    k2: {{value: 2, goal: west, stops: [east, south], like: [a, e]}}
    k3:
      value: 3
      goal: north
      stops: [west]
      rival: k2
      extra: 3
      tap:
        when: {tap_when}
        effect: |
{tap}
    k4: {{value: 4, goal: east, like: [c], extra: 0}}
    k5: {{value: 0, goal: south, stops: [north, east, west], rival: k5}}
notes:
  log: number
  mine: {{is: number, per: player, visible_to: {note_seen}}}
  chosen: {{is: set of number}}
  marked: {{is: number, per: {marks}}}
  kept: {{is: set of cell}}
  height: {{is: number, per: [{first}, {second}]}}
  aim: {{is: cell, start: nothing}}
  bid: {{is: number, per: player, start: nothing}}
offers:
  taps: {{until: leave, entries: {{}}}}
  answers(number n):
    until: hush
    deep: {deep}
    entries:
      ward:
        when: {ward_when}
        effect: |
{ward}
      call_out:
        limit: twice a turn
        effect: |
{call_out}
tables:
  cost: {{amber: {{0: 3, 1: 5, 2: -2}}, cobalt: {{0: 1, 1: 2, 2: 0}}, jade: {{0: 7, 1: 0, 2: 9}}}}
  toll: {{north: {{ida: 1, otto: 4, pia: 0}}, east: {{ida: 2, otto: 2, pia: 6}}, south: {{ida: 0, otto: 5, pia: 5}},
    west: {{ida: 3, otto: 1, pia: 8}}}}
  home: {{ida: north, otto: west, pia: east}}
memories:
  standing: {{of: [disc, log, kept, aim, active_player], holds: 30{when_full}}}
values:
  weight(card): value of card + log mod 3
  share_of(player p): count(cards in hand of p) - coins in purse of p
  above(cell): neighbour(cell, climb)
  best_bid(player p): bid of p + 1 if bid of p is not nothing and bid of p < log else nothing
"""

# A rule that asks nobody and draws nothing.
CERTAIN = """\
  certain(cell): |
    set log to (log + 5) mod 7
    set kept to kept plus cell
    move up to 1 coins from bank to purse of first_seat
    for each each_disc in discs in cell:
      return each_disc
    remember(standing)"""
FEW = 6
LINE = 8  # statements of one text


@dataclass(slots=True)
class Scope:
    """The names that can be used at a point of a text, by what they mean."""

    names: dict[str, list[str]] = field(default_factory=dict)

    def inner(self) -> Scope:
        return Scope({of: list(found) for of, found in self.names.items()})

    def add(self, of: str, name: str) -> None:
        self.names.setdefault(of, []).append(name)


class Maker:
    """Makes one ruleset."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.lines: list[str] = []
        self.depth = 0
        self.number = 0
        self.left = 0
        self.rules = 0
        self.scope = Scope()
        self.in_loop = False
        self.indices = ("", "")
        self.inner_text = False

    # ---- the whole

    def text(self) -> str:
        """The text of the ruleset."""
        self.indices = (
            self.any("player", "cell", "hue", "disc"),
            self.any("cell", "hue", "player"),
        )
        head = HEAD.format(
            back=self.any("", "back: [hue], ", "back: [goal], "),
            hides=self.any("", "hides: [tile], "),
            deck_ordered=self.yes_no(),
            deck_tracked=self.yes_no(),
            hand_tracked=self.any("no", "no", "yes"),
            row_seen=self.any("everyone", "nobody"),
            pile_tracked=self.yes_no(),
            pile_seen=self.any("everyone", "nobody"),
            rack_tracked=self.yes_no(),
            rack_seen=self.any("owner", "nobody"),
            shelf_ordered=self.yes_no(),
            purse_seen=self.any("everyone", "owner"),
            note_seen=self.any("everyone", "owner", "nobody"),
            tap_when=self.in_text("disc", "it", self.truth),
            tap=self.in_text("disc", "it", lambda: self.block(5, 3)),
            deep=self.any("1", "2"),
            ward_when=self.in_text("number", "n", self.truth),
            ward=self.in_text("number", "n", lambda: self.block(5, 3)),
            call_out=self.in_text("number", "n", lambda: self.block(5, 2)),
            first=self.indices[0],
            second=self.indices[1],
            marks=self.any("card", "tile", "disc", "player", "cell"),
            when_full=self.any("", ", when_full: forget_oldest"),
        )
        parts = [head, "rules:", CERTAIN]
        bodies = []
        for number, parameter in enumerate(("number n", "card", "player p", "cell")):
            bodies.append((f"rule_{number}({parameter})", parameter.split()))
        for name, words in bodies:
            self.scope = Scope()
            self.scope.add(words[0], words[-1])
            parts.append(f"  {name}: |\n{self.block(2, self.chance.randint(2, 5))}")
            self.rules += 1
        parts.append("course:\n  - phase: deal\n    steps: |\n      shuffle deck")
        parts.append("      for each p in players:\n        as p:")
        parts.append(
            "          move up to 2 of deck to hand of me"
            if "deck: {holds: [card], ordered: yes" in head
            else "          repeat 2 times:\n            draw card from cards in deck\n            move card to hand of me"
        )
        parts.append("          draw tile from tiles in bag\n          move tile to rack of me")
        parts.append("          move top of stack to shelf of me\n          take up to 2 coins")
        self.scope = Scope()
        parts.append(f"  - phase: main\n    rounds: 3\n    turn: |\n{self.block(3, LINE)}")
        parts.append("outcome: {score: log + my coins}\n")
        return "\n".join(parts)

    def in_text(self, of: str, name: str, make: Callable[[], str]) -> str:
        """A text of its own, in which a name is known. It opens and performs nothing, so that none of them runs within itself."""
        self.scope, self.inner_text = Scope({of: [name]}), True
        found = make()
        self.inner_text = False
        return found

    def any(self, *of: str) -> str:
        return self.chance.choice(of)

    def yes_no(self) -> str:
        return self.any("yes", "no")

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    # ---- blocks

    def block(self, depth: int, size: int) -> str:
        """Returns a block of this many statements."""
        kept, self.lines, self.depth = (self.lines, self.depth), [], depth
        self.left = size * 3
        for _ in range(size):
            self.statement()
        found = "\n".join(self.lines)
        self.lines, self.depth = kept
        return found

    def say(self, line: str) -> None:
        self.lines.append("  " * self.depth + line)

    @contextmanager
    def inside(self, head: str, *bound: tuple[str, str], loop: bool = False) -> Iterator[None]:
        """Opens a block under a line."""
        self.say(head)
        outer, self.scope = self.scope, self.scope.inner()
        looping, self.in_loop = self.in_loop, self.in_loop or loop
        for of, name in bound:
            self.scope.add(of, name)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.say("add 1 to log")
        self.depth -= 1
        self.scope, self.in_loop = outer, looping

    def body(self, most: int = 2) -> None:
        if self.depth > 7 or self.left <= 0:
            self.plain()
            return
        for _ in range(self.chance.randint(1, most)):
            self.statement()

    def fresh(self, of: str) -> str:
        self.number += 1
        return f"{of}_{self.number}"

    def statement(self) -> None:
        self.left -= 1
        if self.left <= 0 or self.depth > 7:
            self.plain()
            return
        self.chance.choice(
            (
                self.plain,
                self.plain,
                self.move,
                self.move,
                self.move,
                self.choose,
                self.choose,
                self.choose,
                self.choose_several,
                self.choose_several,
                self.choose_number,
                self.let_set,
                self.let_maybe,
                self.loop,
                self.loop,
                self.condition,
                self.may,
                self.menu,
                self.all_at_once,
                self.find,
                self.draw,
                self.see,
                self.call,
                self.repeat,
                self.as_other,
                self.answer,
                self.borrow,
            )
        )()

    # ---- statements

    def plain(self) -> None:
        what = self.chance.randrange(13)
        if what == 7:
            self.say(f"set {self.pair()} to ({self.num()}) mod 31")
        elif what == 8:
            self.say(f"add {self.any('1', '-1', 'log mod 5')} to {self.pair()}")
        elif what == 9:
            self.say(f"set aim to {self.maybe_cell()}")
        elif what == 10:
            bid = self.any(
                "nothing", "2", "log", f"best_bid({self.player()})", f"bid of {self.player()}"
            )
            self.say(f"set bid of {self.player()} to {bid}")
        elif what == 11:
            self.say(self.any("remember(standing)", "remember(standing)", "forget(standing)"))
        elif what == 12:
            self.say(f"certain({self.cell()})")
        elif what == 0:
            self.say(f"set log to ({self.num()}) mod 97")
        elif what == 1:
            self.say(f"set mine of {self.player()} to ({self.num()}) mod 50")
        elif what == 2:
            self.say(f"set chosen to {self.numbers()}")
        elif what == 3:
            self.say(
                f"set kept to {self.any('cells', 'cells except north', 'kept plus south', 'neighbours of east')}"
            )
        elif what == 4:
            self.say(f"add {self.any('1', '2', self.num())} to log")
            self.say("set log to log mod 97")
        elif what == 5:
            self.say(f"take up to {self.any('1', '2', 'max(0, ' + self.num() + ')')} coins")
        else:
            self.say(f"pay up to {self.any('1', '2')} coins")

    def secretly(self) -> str:
        return "secretly " if self.often(0.3) else ""

    def asker(self) -> str:
        return f"{self.player()} chooses" if self.often(0.25) else "choose"

    def otherwise(self) -> None:
        if self.often(0.3):
            with self.inside("otherwise:"):
                self.plain()

    def choose(self) -> None:
        of = self.any("card", "card", "tile", "disc", "cell", "player")
        name = self.fresh(of)
        self.say(f"{self.secretly()}{self.asker()} {name} from {self.set_of(of, name)}")
        self.otherwise()
        self.scope.add(of, name)
        self.use(of, name)

    def choose_several(self) -> None:
        of = self.any("card", "card", "tile", "disc", "cell", "player")
        name = self.fresh(of + "s")
        amount = self.any("2", "up to 2", "up to 3", "1", "3", f"up to ({self.num()})")
        self.say(
            f"{self.secretly()}{self.asker()} {amount} {name} from {self.set_of(of, name, plain=True)}"
        )
        self.otherwise()
        self.scope.add(of + "s", name)
        if of in ("card", "tile", "disc") and self.often(0.6):
            self.say(f"move {name} to {self.place(of)}")
        else:
            self.say(f"set log to (log * 2 + count({name})) mod 97")

    def choose_number(self) -> None:
        name = self.fresh("n")
        source = self.any(
            f"{self.low()} to {self.high()}",
            f"{self.low()} to {self.high()} where {name} mod 2 = {self.any('0', '1')}",
            self.numbers(plain=True),
        )
        if self.often(0.4):
            amount = self.any("2", "up to 2", "up to 3")
            self.say(f"{self.secretly()}choose {amount} {name} from {source}")
            self.otherwise()
            self.scope.add("numbers", name)
            self.say(f"set log to (log + sum(q * q for each q in {name})) mod 97")
        else:
            self.say(f"{self.secretly()}{self.asker()} {name} from {source}")
            self.otherwise()
            self.scope.add("number", name)
            self.say(f"set log to (log * 3 + {name}) mod 97")

    def let_set(self) -> None:
        if self.often(0.6):
            name = self.fresh("some")
            self.say(f"let {name} be {self.numbers()}")
            self.scope.add("numbers", name)
        else:
            of = self.any("card", "disc", "cell")
            name = self.fresh("those_" + of)
            self.say(f"let {name} be {self.set_of(of, self.fresh('x'), closed=True)}")
            self.scope.add(of + "s", name)

    def let_maybe(self) -> None:
        """A space that may be nothing, and what is done if it is not."""
        name = self.fresh("maybe")
        self.say(f"let {name} be {self.maybe_cell()}")
        if self.often(0.2):
            self.say(f"set {name} to {self.any('nothing', 'aim', self.cell())}")
        with self.inside(f"if {name} is not nothing:", ("cell", name)):
            self.body()
        if self.often(0.3):
            self.say(f"set aim to {name}")

    def loop(self) -> None:
        of = self.any("number", "number", "card", "disc", "cell", "player")
        name = self.fresh("each_" + of)
        source = self.ordered_numbers(name) if of == "number" else self.set_of(of, name)
        with self.inside(f"for each {name} in {source}:", (of, name), loop=True):
            if of in ("card", "disc") and self.often(0.4):
                self.use(of, name)
            self.body()
            if self.often(0.15):
                self.say("stop")

    def condition(self) -> None:
        with self.inside(f"if {self.truth()}:"):
            self.body()
        if self.often(0.4):
            with self.inside("else:"):
                self.body()

    def may(self) -> None:
        who = f"{self.player()} " if self.often(0.3) else ""
        name = self.fresh("answer")
        if self.often(0.5):
            with self.inside(f"{self.secretly()}{who}may {name}:"):
                self.body()
        else:
            of = self.any("card", "tile", "disc", "cell")
            amount = self.any("", "", "2 ", "up to 2 ")
            name = self.fresh(of)
            head = f"{self.secretly()}{who}may choose {amount}{name} from {self.set_of(of, name, plain=bool(amount))}:"
            with self.inside(head, (of + "s" if amount else of, name)):
                if amount and of != "cell":
                    self.say(f"move {name} to {self.place(of)}")
                elif not amount:
                    self.use(of, name)
                self.body(1)
        self.otherwise()

    def menu(self) -> None:
        with self.inside(f"{self.secretly()}choose one:"):
            for _ in range(self.chance.randint(2, 3)):
                when = f" when {self.truth()}" if self.often(0.5) else ""
                with self.inside(f"{self.fresh('entry')}{when}:"):
                    self.body(1)
        self.otherwise()

    def all_at_once(self) -> None:
        if self.in_loop:
            self.plain()
            return
        who, name = self.fresh("p"), self.fresh("bid")
        with self.inside(f"all at once for each {who} in players:", ("player", who)):
            self.say(f"choose {name} from {self.low()} to {self.high()}")
        self.say(f"set log to (log + sum({name} of q for each q in players)) mod 97")

    def find(self) -> None:
        of = self.any("card", "disc", "number", "cell", "player")
        name = self.fresh(of)
        source = self.ordered_numbers(name) if of == "number" else self.set_of(of, name)
        self.say(f"find {name} in {source}")
        self.otherwise()
        self.scope.add(of, name)
        self.use(of, name)

    def draw(self) -> None:
        of = self.any("card", "tile", "tile", "number", "disc")
        name = self.fresh(of)
        source = self.numbers(plain=True) if of == "number" else self.set_of(of, name, plain=True)
        self.say(f"draw {name} from {source}")
        self.otherwise()
        self.scope.add(of, name)
        self.use(of, name)

    def see(self) -> None:
        of = self.any("card", "tile")
        known = self.scope.names.get(of, [])
        if known and self.often(0.6):
            piece = self.chance.choice(known)
            self.say(
                self.any(f"look at {piece}", f"reveal {piece}", f"show {piece} to {self.player()}")
            )
        else:
            where = self.any("deck", "pile", "hand of me", "row", "rack of me", "bag")
            self.say(f"{self.any('', 'secretly ')}shuffle {where}")

    def call(self) -> None:
        if self.rules == 0 or self.in_loop:
            self.plain()
            return
        rule = self.chance.randrange(self.rules)
        arguments = {0: self.num(), 2: self.player(), 3: self.cell()}
        if rule == 1:
            cards = self.scope.names.get("card", [])
            if not cards:
                self.plain()
                return
            arguments[1] = self.chance.choice(cards)
        self.rules, kept = rule, self.rules
        if self.often(0.4):
            with self.inside(f"rule_{rule}({arguments[rule]}) then:"):
                self.body(1)
            self.otherwise()
        else:
            self.say(f"rule_{rule}({arguments[rule]})")
        self.rules = kept

    def repeat(self) -> None:
        with self.inside(f"repeat {self.any('1', '2', '2', self.num())} times:", loop=True):
            self.body()

    def as_other(self) -> None:
        with self.inside(f"as {self.player()}:"):
            self.body()

    def answer(self) -> None:
        """Others may answer, and answer each other."""
        if self.inner_text:
            self.plain()
            return
        whom = self.any("players", "players except me", "players starting with left of me")
        self.say(f"{self.secretly()}open answers({self.num()}) to {whom}")

    def borrow(self) -> None:
        """What a disc does, if it can be done."""
        discs = ["k3", *self.scope.names.get("disc", [])]
        if self.inner_text:
            self.plain()
            return
        if self.often(0.5):
            disc = self.chance.choice(discs)
            with self.inside(f"if usable(tap of {disc}):"):
                self.say(f"perform tap of {disc}")
            return
        name = self.fresh("disc")
        self.say(f"choose {name} from discs in {self.where('disc')} where usable(tap of {name})")
        with self.inside(f"perform tap of {name} then:"):
            self.body(1)
        self.otherwise()

    def move(self) -> None:
        what = self.chance.randrange(11)
        if what == 10:
            some = self.any("all k1 in ", "up to 2 of k1 from ", "up to 1 of k1 from ")
            self.say(f"move {some}{self.where('disc')} to {self.place('disc')}")
        elif what == 0:
            self.say(f"move up to {self.any('1', '2', '3')} of pile to {self.place('card')}")
        elif what == 1:
            self.say(f"move up to {self.any('1', '2')} of stack to {self.place('disc')}")
        elif what == 2:
            self.say(f"move all cards in {self.where('card')} to {self.place('card')}")
        elif what == 3:
            name = self.fresh("x")
            order = self.any("rising", "falling")
            self.say(
                f"move (those {name} in cards in {self.where('card')} by {order} value of {name}) to {self.any('', 'top of ', 'bottom of ')}pile"
            )
        elif what == 4:
            self.say(f"move all discs in {self.where('disc')} to {self.place('disc')}")
        elif what == 5:
            self.say(
                f"pass {self.any('hand', 'rack', 'shelf', 'purse')} to {self.any('left', 'right')}"
            )
        elif what == 6:
            cards = self.scope.names.get("card", [])
            if len(cards) >= 2:
                one, two = self.chance.sample(cards, 2)
                with self.inside(f"if {one} is not {two}:"):
                    self.say(f"{self.any('', 'secretly ')}swap {one} and {two}")
            else:
                with self.inside("if count(discs in stack) >= 2:"):
                    self.say("swap top of stack and bottom of stack")
        elif what == 7:
            with self.inside("if count(discs in stack) >= 1:"):
                end = self.any("top", "bottom")
                self.say(f"move {end} of stack to {self.place('disc')}")
        elif what == 8:
            self.say(f"return all {self.any('tiles', 'tiles')} in {self.where('tile')}")
        else:
            self.say(
                f"move up to {self.any('1', '2')} coins from purse of me to purse of {self.player()}"
            )

    def use(self, of: str, name: str) -> None:
        """Says something that is done with one thing."""
        if of in ("card", "tile", "disc"):
            what = self.chance.randrange(4)
            if what == 0:
                self.say(f"set log to (log * 5 + value of {name}) mod 97")
            elif what == 1 and of != "disc":
                self.say(self.any(f"reveal {name}", f"look at {name}"))
            else:
                secretly = "secretly " if self.often(0.02) else ""
                self.say(f"{secretly}move {name} to {self.place(of)}")
        elif of == "cell":
            self.say(f"set log to (log * 5 + count(discs in {name})) mod 97")
        elif of == "player":
            self.say(f"set log to (log * 5 + coins in purse of {name}) mod 97")
        else:
            self.say(f"set log to (log * 5 + {name}) mod 97")

    # ---- things and sets

    def player(self) -> str:
        if self.often(0.05):
            return f"(me if {self.truth(1)} else last_seat)"
        return self.any("me", "left of me", "right of me", *self.scope.names.get("player", []))

    def along(self) -> str:
        """Returns the links that are followed, or nothing for all."""
        ways = (f"(ways of {self.cell()})", "opposite(path)", "(ways except climb)")
        return self.any("", " along path", " along climb", *(f" along {way}" for way in ways))

    def maybe_cell(self) -> str:
        """A space, or nothing."""
        cell = self.cell()
        return self.any(
            "aim",
            f"neighbour({cell}, climb)",
            f"above({cell})",
            f"{cell} if {self.truth(1)} else nothing",
            f"nothing if aim is {cell} else {self.cell()}",
            f"aim if aim is not {cell} else above({cell})",
        )

    def thing(self, of: str) -> str:
        """One thing of a sort, as an index."""
        if of == "player":
            return self.player()
        if of == "cell":
            return self.cell()
        if of == "disc":
            return self.any("k2", "k4", *self.scope.names.get("disc", []))
        hues = [f"hue of {card}" for card in self.scope.names.get("card", [])]
        return self.any("amber", "cobalt", "jade", *hues)

    def pair(self) -> str:
        """A note with two indices."""
        first, second = map(self.thing, self.indices)
        return f"height({first}, {second})"

    def cell(self) -> str:
        if self.often(0.1):
            return f"home({self.player()})"
        discs = [f"goal of {disc}" for disc in self.scope.names.get("disc", [])]
        return self.any("north", "south", *self.scope.names.get("cell", []), *discs)

    def where(self, of: str) -> str:
        """A place that holds such things."""
        if of == "card":
            return self.any("hand of me", f"hand of {self.player()}", "row", "pile", "deck")
        if of == "tile":
            tiles = self.scope.names.get("tile", [])
            if tiles and self.often(0.4):
                return f"goes_to of {self.chance.choice(tiles)}"
            return self.any("bag", f"rack of {self.player()}", "row", self.cell())
        return self.any("stack", f"shelf of {self.player()}", "stack")

    def place(self, of: str) -> str:
        """A place to which such things can go."""
        if of == "disc":
            return self.any("stack", f"shelf of {self.player()}", "top of stack", "bottom of stack")
        if of == "card" and self.often(0.3):
            return self.any("top of pile", "bottom of pile")
        return self.where(of)

    def set_of(self, of: str, name: str, plain: bool = False, closed: bool = False) -> str:
        """Returns a set, perhaps with a condition and an order, in which `name` is a member."""
        if of == "player":
            found = self.any("players", "seats", "players except me")
        elif of == "cell":
            found = self.any(
                *("cells", "kept", f"cells except {self.cell()}"),
                f"neighbours of {self.any(self.cell(), 'kept')}{self.along()}",
                *(f"stops of {disc}" for disc in self.scope.names.get("disc", [])),
                f"{self.any('cells', 'kept')} beyond {self.cell()} along climb",
                f"cells of {self.any('high', 'low', 'old')}",
                f"together(cells of each_line for each each_line in streets of {self.cell()})",
                f"kept connected to {self.any(self.cell(), 'kept')}{self.along()}",
                f"together(neighbours of each_one{self.along()} for each each_one in kept)",
            )
        else:
            named = self.scope.names.get(of + "s", [])
            found = f"{of}s in {self.where(of)}"
            if of == "disc" and self.often(0.2):
                found = f"{self.any('1', 'min(2, count(discs in stack))')} of stack"
            if self.often(0.3):
                found = f"{found} plus {of}s in {self.where(of)}"
            if named and self.often(0.2):
                found = self.chance.choice(named)
            if self.often(0.15):
                other = self.any(f"{of}s in {self.where(of)}", "nothing")
                found = f"({found} if {self.truth()} else {other})"
            if self.often(0.1):
                found = f"({found}) also in ({of}s in {self.where(of)})"
        measure = {
            "card": self.any(f"value of {name}", f"weight({name})"),
            "tile": f"value of {name}",
            "disc": f"value of {name}",
            "cell": f"count(discs in {name})",
            "player": self.any(f"coins in purse of {name}", f"share_of({name})"),
        }[of]
        clauses = ""
        if self.often(0.3):
            clauses += (
                f" where {measure} {self.any('>=', '<', '!=')} {self.any('1', '2', 'log mod 3')}"
            )
        if not plain and self.often(0.2):
            clauses += f" {self.any('with most', 'with fewest')} {measure}"
        if not plain and self.often(0.2):
            clauses += f" by {self.any('rising', 'falling')} {measure}{self.cut()}"
        return f"those {name} in {found}{clauses}" if closed else found + clauses

    def low(self) -> str:
        return self.any("-3", "-1", "0", "1", "log - 5", "-70")

    def high(self) -> str:
        return self.any("0", "2", "3", "3", "4", "log", "70" if self.often(0.2) else "5")

    def numbers(self, plain: bool = False) -> str:
        """A set of numbers."""
        named = self.scope.names.get("numbers", [])
        name = self.fresh("q")
        if named and self.often(0.3):
            return self.chance.choice(named)
        what = self.chance.randrange(4)
        if what == 0 and not plain:
            return f"(those {name} in {self.low()} to {self.high()} where {name} mod {self.any('2', '3')} = {self.any('0', '1')})"
        if what == 1:
            return (
                f"{self.low()} to {self.high()}"
                if plain
                else f"(those {name} in {self.low()} to {self.high()} where {name} != {self.num()})"
            )
        if what == 2:
            return "chosen"
        others = (
            self.any("chosen", *named)
            if plain
            else f"(those {name} in {self.low()} to {self.high()})"
        )
        return f"chosen {self.any('plus', 'except', 'also in')} {others}"

    def ordered_numbers(self, name: str) -> str:
        found = self.any(
            f"{self.low()} to {self.high()}", "chosen", *self.scope.names.get("numbers", [])
        )
        clauses = ""
        if self.often(0.2):
            clauses += f" starting with {self.any('0', '1', '2', 'log')}"
        if self.often(0.3):
            clauses += f" where {name} {self.any('>', '!=', '<')} {self.any('0', '1', '-1')}"
        if self.often(0.3):
            clauses += f" {self.any('with most', 'with fewest')} {self.any(name, name + ' * ' + name, name + ' mod 3')}"
        if self.often(0.3):
            clauses += f" by {self.any('rising', 'falling')} {self.any(name, name + ' * ' + name)}{self.cut()}"
        return found + clauses

    def cut(self) -> str:
        """How many of an order are kept, perhaps."""
        return f" up to {self.any('1', '2', '3', 'count(chosen)')}" if self.often(0.3) else ""

    def num(self, depth: int = 0) -> str:
        """A number."""
        atoms = [
            "1",
            "2",
            "0",
            "log",
            "mine of me",
            "count(chosen)",
            f"count(cards in {self.where('card')})",
            "my coins",
            "turn_number",
            self.pair(),
            f"cost({self.thing('hue')}, {self.any('0', '1', '2', 'log mod 3')})",
            f"toll({self.cell()}, {self.player()})",
            f"count(streets of {self.cell()})",
            f"position({self.cell()}, cells beyond {self.cell()} along climb)",
            "seen(standing)",
            *self.scope.names.get("number", []),
            *(f"value of {card}" for card in self.scope.names.get("card", [])),
            *(
                f"(extra of {disc} if extra of {disc} is not nothing else 5)"
                for disc in self.scope.names.get("disc", [])
            ),
            *(f"count({found})" for found in self.scope.names.get("cards", [])),
        ]
        what = self.chance.randrange(10) if depth < 2 else 0
        if what == 9:
            return f"({self.num(depth + 1)} after certain({self.cell()}))"
        if what <= 3:
            return self.chance.choice(atoms)
        if what == 8:
            return f"({self.num(depth + 1)} if {self.truth(depth + 1)} else {self.num(depth + 1)})"
        name = self.fresh("y")
        if what == 4:
            return f"({self.num(depth + 1)} {self.any('+', '-', '*')} {self.num(depth + 1)})"
        if what == 5:
            return f"sum({name} for each {name} in {self.numbers(plain=True)})"
        if what == 6:
            op = self.any("sum", "largest", "smallest")
            return f"{op}(value of {name} for each {name} in cards in {self.where('card')})"
        return self.any(
            f"min({self.num(depth + 1)}, {self.num(depth + 1)})",
            f"position({self.any('0', '1', '-1')}, {self.numbers()})",
            f"({self.num(depth + 1)}) mod {self.any('2', '3', '5')}",
        )

    def truth(self, depth: int = 0) -> str:
        what = self.chance.randrange(7)
        if what == 0:
            return f"{self.any('0', '1', '-1')} is in chosen"
        if what == 6:
            return self.maybe()
        if what == 5:
            return self.printed()
        if what == 1:
            name = self.fresh("z")
            return f"{self.any('any', 'every')}(value of {name} {self.any('>=', '<')} 2 for each {name} in cards in {self.where('card')})"
        if what == 2:
            return f"{self.player()} is {self.any('me', 'first_seat', 'active_player')}"
        return f"{self.num(depth)} {self.any('>=', '<', '=', '!=', '>')} {self.num(depth)}"

    def maybe(self) -> str:
        """A condition about what may be nothing."""
        cell = self.cell()
        return self.any(
            f"aim is {self.any('', 'not ')}{self.any('nothing', cell)}",
            f"neighbour({cell}, climb) is {self.any('', 'not ')}{self.any('nothing', 'north', 'aim')}",
            f"above({cell}) is {self.any('nothing', 'south')}",
            f"bid of {self.player()} is {self.any('nothing', '2', 'log')}",
            f"best_bid({self.player()}) is {self.any('', 'not ')}nothing",
            f"{self.any('high', 'low')} is in streets of {cell}",
        )

    def printed(self) -> str:
        """A condition about what is printed on a piece."""
        found = [f"goal of {card} is {self.cell()}" for card in self.scope.names.get("card", [])]
        for disc in self.scope.names.get("disc", []):
            found += [
                f"rival of {disc} is {self.any('nothing', 'not nothing', 'k2', 'not k3')}",
                f"{self.cell()} is in stops of {disc}",
                f"rival of {disc} is not nothing and extra of rival of {disc} is not nothing",
            ]
            found += [
                f"face of {card} is in like of {disc}" for card in self.scope.names.get("card", [])
            ]
        name = self.fresh("w")
        where = self.where("card")
        found.append(f"any(goal of {name} is {self.cell()} for each {name} in cards in {where})")
        return self.chance.choice(found)


def made(seed: int) -> str:
    """Returns the text of the ruleset with this seed."""
    return Maker(seed).text()
