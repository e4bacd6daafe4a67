"""`search`, as LLVM IR: grows a search tree over imagined positions, as `agents/search/tree.py` does in Python.

A tree is rows of words in one array, one row for each edge: see `Row`. Row 0 stands for the root. Where the edge of an option
is, a table of slots with open addressing says.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from boardwright.dsl.language.types import PieceType
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.meanings import Site
from boardwright.interpreter.machine.search import FARTHEST, MOST_SEATS, OTHERS, TRIES, WIN
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.native.many import Ends
from boardwright.interpreter.native.sets import measure, widen
from boardwright.interpreter.native.writer import Shared, Writer, type_of

VAIN = -5
"""What a search gives if the answers of others never led to the decision."""


class Row(IntEnum):
    """What a row of the tree has; after it come the totals of all seats."""

    PARENT = 0
    WHERE = 1
    KEY = 2
    STAMP = 3
    VISITS = 4
    AVAILABLE = 5
    TOTALS = 6


class Control(IntEnum):
    """The words that a search is told, and keeps."""

    STREAM = 0
    DONE = 1  # iterations so far
    EDGES = 2  # so far
    SPAN = 3
    SLOTS = 4  # of the table, less 1: a power of two
    WEIGHT = 5
    BY_MARGIN = 6
    PLAYOUT = 7
    MOST = 8  # decisions of a game
    ITERATIONS = 9  # to do now
    ARMS = 10  # how many options at the root take turns
    DEPTH = 11  # the length of the path of the last descent
    AGAIN = 12  # how many answers are given once more
    BLOCK = 13  # where they lead
    WHERE = 14
    FLAT = 15  # 1 if nothing grows below the root
    OPTIONS = 16  # how many there must be
    END = 17


def search_text(
    shared: Shared, ends: Ends, sites: tuple[Site, ...], hidden: frozenset[str], worth: str
) -> Iterator[str]:
    """`search(first, ctl, plan, aside, dealt, v, tree, slots, path, words, arms, logs, roots, answers)`: `first` and `plan` are what to
    deal from, `aside`, `dealt` and `v` room for it, `words` the streams of all seats with room for two words more of each and what
    a game is worth to them, `arms` the options at the root that take turns, `logs` and `roots` tables of numbers, `answers` what
    `_again` gives.
    """
    yield from _key(sites, hidden)
    yield from _take()
    yield _FIND.format(row=Row.TOTALS + ends.players)
    yield from _consider(shared, ends.players)
    yield from _descend(shared, ends.players)
    yield _WON
    yield from _rewards(shared, ends, worth)
    yield from _again(shared)
    yield from _search(shared, ends.players)


def _key(sites: tuple[Site, ...], hidden: frozenset[str]) -> Iterator[str]:
    """What stands for an answer in the tree: its number, or what `key_<kind>` says of a piece."""
    kinds: dict[str, list[int]] = {}
    for number, site in enumerate(sites):
        if (
            isinstance(site.element, PieceType)
            and site.form != "may"
            and site.element.kind in hidden
        ):
            kinds.setdefault(site.element.kind, []).append(number)
    yield "define internal i64 @key(ptr noalias %v, i64 %answer) nounwind {"
    yield "entry:"
    if kinds:
        yield "  %is.piece = icmp sge i64 %answer, 0"
        yield "  br i1 %is.piece, label %piece, label %plain"
        yield "piece:"
        yield f"  %site.at = getelementptr i64, ptr %v, i64 {lay.SITE}"
        yield "  %site = load i64, ptr %site.at"
        yield f"  %seat.at = getelementptr i64, ptr %v, i64 {lay.ASKER}"
        yield "  %seat = load i64, ptr %seat.at"
        cases = " ".join(
            f"i64 {n}, label %kind{k}" for k, kind in enumerate(kinds) for n in kinds[kind]
        )
        yield f"  switch i64 %site, label %plain [{cases}]"
        for k, kind in enumerate(kinds):
            yield f"kind{k}:"
            yield f'  %key{k} = call i64 @"f:key_{kind}"(ptr %v, i64 %answer, i64 %seat)'
            yield f"  ret i64 %key{k}"
        yield "plain:"
    yield "  ret i64 %answer"
    yield "}"


def _take() -> Iterator[str]:
    yield f"""\
define internal void @take(ptr noalias %v, i64 %answer) nounwind {{
  %chosen.at = getelementptr i64, ptr %v, i64 {lay.CHOSEN}
  store i64 %answer, ptr %chosen.at
  %decisions.at = getelementptr i64, ptr %v, i64 {lay.DECISIONS}
  %decisions = load i64, ptr %decisions.at
  %more = add i64 %decisions, 1
  store i64 %more, ptr %decisions.at
  call void @run(ptr %v)
  ret void
}}"""


# The row of an edge, or 0; and where in the table it stands, or would.
_FIND = """\
define internal i64 @find(ptr noalias %tree, ptr noalias %slots, i64 %mask, i64 %parent, i64 %where, i64 %key, ptr noalias %at) nounwind {{
entry:
  %a = mul i64 %parent, -7046029254386353131
  %b = add i64 %a, %where
  %c = mul i64 %b, -4658895280553007687
  %d = add i64 %c, %key
  %e = mul i64 %d, -7723592293110705685
  %f = lshr i64 %e, 29
  %g = xor i64 %e, %f
  br label %look
look:
  %h = phi i64 [ %g, %entry ], [ %next, %other ]
  %slot = and i64 %h, %mask
  %slot.at = getelementptr i64, ptr %slots, i64 %slot
  %edge = load i64, ptr %slot.at
  %none = icmp eq i64 %edge, 0
  br i1 %none, label %gone, label %test
test:
  %off = mul i64 %edge, {row}
  %parent.at = getelementptr i64, ptr %tree, i64 %off
  %where.at = getelementptr i64, ptr %parent.at, i64 1
  %key.at = getelementptr i64, ptr %parent.at, i64 2
  %parent.is = load i64, ptr %parent.at
  %where.is = load i64, ptr %where.at
  %key.is = load i64, ptr %key.at
  %p = xor i64 %parent.is, %parent
  %w = xor i64 %where.is, %where
  %k = xor i64 %key.is, %key
  %pw = or i64 %p, %w
  %pwk = or i64 %pw, %k
  %same = icmp eq i64 %pwk, 0
  br i1 %same, label %gone, label %other
other:
  %next = add i64 %slot, 1
  br label %look
gone:
  store i64 %slot, ptr %at
  ret i64 %edge
}}"""


def _ctl(name: str, word: Control) -> str:
    return f"  %{name}.at = getelementptr i64, ptr %ctl, i64 {int(word)}\n  %{name} = load i64, ptr %{name}.at"


# What a descent knows of the options seen so far: the best edge, its value and answer; how many were never tried, the key, answer and slot
# of the one that was drawn of them.
_BEST, _VALUE, _ANSWER, _UNTRIED, _NEW_KEY, _NEW_ANSWER, _NEW_SLOT = range(7)


def _consider(shared: Shared, players: int) -> Iterator[str]:
    """One option at a node."""
    yield (
        "define internal void @consider(ptr noalias %ctl, ptr noalias %tree, ptr noalias %slots, ptr noalias %logs, "
        "ptr noalias %roots, i64 %node, i64 %where, i64 %asker, i64 %key, i64 %answer, ptr noalias %seen) nounwind {"
    )
    yield f"""\
entry:
  %slot.is = alloca i64
{_ctl("mask", Control.SLOTS)}
{_ctl("now", Control.DONE)}
{_ctl("weight", Control.WEIGHT)}
  %edge = call i64 @find(ptr %tree, ptr %slots, i64 %mask, i64 %node, i64 %where, i64 %key, ptr %slot.is)
  %is.new = icmp eq i64 %edge, 0
  br i1 %is.new, label %new, label %old
new:
  %untried.at = getelementptr i64, ptr %seen, i64 {_UNTRIED}
  %untried.old = load i64, ptr %untried.at
  %untried = add i64 %untried.old, 1
  store i64 %untried, ptr %untried.at
  %drawn = call i64 @some(ptr %ctl, i64 %untried)
  %is.drawn = icmp eq i64 %drawn, 0
  br i1 %is.drawn, label %keep, label %done
keep:
  %new.key.at = getelementptr i64, ptr %seen, i64 {_NEW_KEY}
  store i64 %key, ptr %new.key.at
  %new.answer.at = getelementptr i64, ptr %seen, i64 {_NEW_ANSWER}
  store i64 %answer, ptr %new.answer.at
  %slot = load i64, ptr %slot.is
  %new.slot.at = getelementptr i64, ptr %seen, i64 {_NEW_SLOT}
  store i64 %slot, ptr %new.slot.at
  br label %done
old:
  %off = mul i64 %edge, {Row.TOTALS + players}
  %row = getelementptr i64, ptr %tree, i64 %off
  %stamp.at = getelementptr i64, ptr %row, i64 {int(Row.STAMP)}
  %stamp = load i64, ptr %stamp.at
  %again = icmp eq i64 %stamp, %now
  br i1 %again, label %done, label %first
first:
  store i64 %now, ptr %stamp.at
  %available.at = getelementptr i64, ptr %row, i64 {int(Row.AVAILABLE)}
  %available.old = load i64, ptr %available.at
  %available = add i64 %available.old, 1
  store i64 %available, ptr %available.at
  %visits.at = getelementptr i64, ptr %row, i64 {int(Row.VISITS)}
  %visits = load i64, ptr %visits.at
  %own = add i64 %asker, {int(Row.TOTALS)}
  %total.at = getelementptr i64, ptr %row, i64 %own
  %total = load i64, ptr %total.at
  %mean = udiv i64 %total, %visits
  %log.at = getelementptr i64, ptr %logs, i64 %available
  %log = load i64, ptr %log.at
  %more.scaled = mul i64 %weight, %log
  %more = lshr i64 %more.scaled, 16
  %root.at = getelementptr i64, ptr %roots, i64 %visits
  %root = load i64, ptr %root.at
  %bonus.scaled = mul i64 %more, %root
  %bonus = lshr i64 %bonus.scaled, 16
  %value = add i64 %mean, %bonus
  %value.at = getelementptr i64, ptr %seen, i64 {_VALUE}
  %value.best = load i64, ptr %value.at
  %better = icmp sgt i64 %value, %value.best
  br i1 %better, label %best, label %done
best:
  store i64 %value, ptr %value.at
  %best.at = getelementptr i64, ptr %seen, i64 {_BEST}
  store i64 %edge, ptr %best.at
  %answer.at = getelementptr i64, ptr %seen, i64 {_ANSWER}
  store i64 %answer, ptr %answer.at
  br label %done
done:
  ret void
}}"""


def _descend(shared: Shared, players: int) -> Iterator[str]:
    """Goes down the tree with the position in `v`, and adds one edge; the edges of the path are in `path`."""
    place, words = shared.place, shared.kinds.word(lay.OPTIONS)
    of, row = type_of(words), Row.TOTALS + players
    yield (
        "define internal void @descend(ptr noalias %v, ptr noalias %ctl, ptr noalias %tree, ptr noalias %slots, "
        "ptr noalias %path, ptr noalias %logs, ptr noalias %roots, i64 %arm) nounwind {"
    )
    writer = Writer(shared)
    mask = writer.read(str(lay.OPTIONS), words)
    yield f"""\
entry:
  %seen = alloca i64, i64 7
  %best.at = getelementptr i64, ptr %seen, i64 {_BEST}
  %value.at = getelementptr i64, ptr %seen, i64 {_VALUE}
  %answer.at = getelementptr i64, ptr %seen, i64 {_ANSWER}
  %untried.at = getelementptr i64, ptr %seen, i64 {_UNTRIED}
  %new.key.at = getelementptr i64, ptr %seen, i64 {_NEW_KEY}
  %new.answer.at = getelementptr i64, ptr %seen, i64 {_NEW_ANSWER}
  %new.slot.at = getelementptr i64, ptr %seen, i64 {_NEW_SLOT}
{_ctl("most", Control.MOST)}
{_ctl("now", Control.DONE)}
{_ctl("flat", Control.FLAT)}
  %is.flat = icmp ne i64 %flat, 0
  %depth.at = getelementptr i64, ptr %ctl, i64 {int(Control.DEPTH)}
  store i64 0, ptr %depth.at
  %status.at = getelementptr i64, ptr %v, i64 {place.status}
  %decisions.at = getelementptr i64, ptr %v, i64 {lay.DECISIONS}
  %site.at = getelementptr i64, ptr %v, i64 {lay.SITE}
  %asker.at = getelementptr i64, ptr %v, i64 {lay.ASKER}
  %offset.at = getelementptr i64, ptr %v, i64 {lay.OFFSET}
  %extra.at = getelementptr i64, ptr %v, i64 {lay.EXTRA}
  br label %turn
turn:
  %node = phi i64 [ 0, %entry ], [ %taken, %deeper ]
  %status = load i64, ptr %status.at
  %pc = load i64, ptr %v
  %decisions = load i64, ptr %decisions.at
  %well = icmp eq i64 %status, 0
  %under.way = icmp sge i64 %pc, 0
  %fewer = icmp slt i64 %decisions, %most
  %both = and i1 %well, %under.way
  %go.on = and i1 %both, %fewer
  br i1 %go.on, label %asked, label %done
asked:
  store i64 0, ptr %best.at
  store i64 -1, ptr %value.at
  store i64 0, ptr %untried.at
  %site = load i64, ptr %site.at
  %asker = load i64, ptr %asker.at
  %where.high = mul i64 %site, {MOST_SEATS}
  %where = add i64 %where.high, %asker
  %offset = load i64, ptr %offset.at
  %extra = load i64, ptr %extra.at
  %is.root = icmp eq i64 %node, 0
  %is.free = xor i1 %is.root, true"""
    yield from writer.lines
    if shared.numbers:
        yield f"  %numbers.at = getelementptr i64, ptr %v, i64 {place.numbers}"
        yield "  %numbers = load i64, ptr %numbers.at"
        yield "  %are = icmp ne i64 %numbers, 0"
        yield "  br i1 %are, label %by.number, label %by.mask"
        yield """\
by.number:
  %m = phi i64 [ 0, %asked ], [ %m.next, %m.on ]
  %m.more = icmp slt i64 %m, %numbers
  br i1 %m.more, label %m.one, label %m.end
m.one:
  %m.is = icmp eq i64 %m, %arm
  %m.fits = or i1 %is.free, %m.is
  br i1 %m.fits, label %m.look, label %m.on
m.look:
  %m.answer = add i64 %m, %offset
  %m.key = select i1 %is.root, i64 %m, i64 %m.answer
  call void @consider(ptr %ctl, ptr %tree, ptr %slots, ptr %logs, ptr %roots, i64 %node, i64 %where, i64 %asker, i64 %m.key, i64 %m.answer, ptr %seen)
  br label %m.on
m.on:
  %m.next = add i64 %m, 1
  br label %by.number
m.end:
  br label %last
by.mask:"""
    before = "by.mask" if shared.numbers else "asked"
    if not shared.numbers:
        # A label of its own, so that the loop has one way in.
        yield "  br label %by.mask"
        yield "by.mask:"
        before = "by.mask"
    yield f"""\
  br label %head
head:
  %left = phi {of} [ {mask}, %{before} ], [ %rest, %on ]
  %n = phi i64 [ 0, %{before} ], [ %n.next, %on ]
  %none = icmp eq {of} %left, 0
  br i1 %none, label %ended, label %one
one:
  %bit.wide = call {of} @llvm.cttz.{of}({of} %left, i1 true)
  %bit = {"trunc " + of + " %bit.wide to i64" if words > 1 else "add i64 %bit.wide, 0"}
  %less = add {of} %left, -1
  %rest = and {of} %left, %less
  %is.arm = icmp eq i64 %n, %arm
  %fits = or i1 %is.free, %is.arm
  br i1 %fits, label %look, label %on
look:
  %answer = add i64 %bit, %offset
  br i1 %is.root, label %rooted, label %keyed
keyed:
  %key.made = call i64 @key(ptr %v, i64 %answer)
  br label %rooted
rooted:
  %key = phi i64 [ %n, %look ], [ %key.made, %keyed ]
  call void @consider(ptr %ctl, ptr %tree, ptr %slots, ptr %logs, ptr %roots, i64 %node, i64 %where, i64 %asker, i64 %key, i64 %answer, ptr %seen)
  br label %on
on:
  %n.next = add i64 %n, 1
  br label %head
ended:
  br label %last
last:"""
    froms = ["[ %n, %ended ]", *(["[ %numbers, %m.end ]"] if shared.numbers else [])]
    yield f"  %count = phi i64 {', '.join(froms)}"
    yield f"""\
  %has.extra = icmp ne i64 %extra, 0
  %x.is = icmp eq i64 %count, %arm
  %x.fits = or i1 %is.free, %x.is
  %x.both = and i1 %has.extra, %x.fits
  br i1 %x.both, label %x.look, label %choose
x.look:
  %x.key = select i1 %is.root, i64 %count, i64 {lay.DECLINED}
  call void @consider(ptr %ctl, ptr %tree, ptr %slots, ptr %logs, ptr %roots, i64 %node, i64 %where, i64 %asker, i64 %x.key, i64 {lay.DECLINED}, ptr %seen)
  br label %choose
choose:
  %untried = load i64, ptr %untried.at
  %is.new = icmp ne i64 %untried, 0
  br i1 %is.new, label %grow, label %known
grow:
  %edges.at = getelementptr i64, ptr %ctl, i64 {int(Control.EDGES)}
  %edges = load i64, ptr %edges.at
  %edge.new = add i64 %edges, 1
  store i64 %edge.new, ptr %edges.at
  %new.off = mul i64 %edge.new, {row}
  %new.row = getelementptr i64, ptr %tree, i64 %new.off
  %new.where.at = getelementptr i64, ptr %new.row, i64 {int(Row.WHERE)}
  %new.keyed.at = getelementptr i64, ptr %new.row, i64 {int(Row.KEY)}
  %new.stamp.at = getelementptr i64, ptr %new.row, i64 {int(Row.STAMP)}
  %new.available.at = getelementptr i64, ptr %new.row, i64 {int(Row.AVAILABLE)}
  %new.key = load i64, ptr %new.key.at
  store i64 %node, ptr %new.row
  store i64 %where, ptr %new.where.at
  store i64 %new.key, ptr %new.keyed.at
  store i64 %now, ptr %new.stamp.at
  store i64 1, ptr %new.available.at
  %new.slot = load i64, ptr %new.slot.at
  %slot.at = getelementptr i64, ptr %slots, i64 %new.slot
  store i64 %edge.new, ptr %slot.at
  %answer.new = load i64, ptr %new.answer.at
  br label %go
known:
  %edge.best = load i64, ptr %best.at
  %answer.best = load i64, ptr %answer.at
  br label %go
go:
  %taken = phi i64 [ %edge.new, %grow ], [ %edge.best, %known ]
  %answer.taken = phi i64 [ %answer.new, %grow ], [ %answer.best, %known ]
  %depth = load i64, ptr %depth.at
  %step.at = getelementptr i64, ptr %path, i64 %depth
  store i64 %taken, ptr %step.at
  %depth.more = add i64 %depth, 1
  store i64 %depth.more, ptr %depth.at
  call void @take(ptr %v, i64 %answer.taken)
  %leaf = or i1 %is.new, %is.flat
  br i1 %leaf, label %done, label %deeper
deeper:
  br label %turn
done:
  ret void
}}"""


# Who has won: nobody is asked before the end, when the rules may not yet be able to tell.
_WON = f"""\
define internal i64 @won(ptr noalias %v, ptr noalias %scores) nounwind {{
  %pc = load i64, ptr %v
  %over = icmp eq i64 %pc, {lay.OVER}
  br i1 %over, label %ended, label %goes.on
ended:
  %won = call i64 @standing(ptr %v, ptr %scores)
  ret i64 %won
goes.on:
  ret i64 0
}}"""


def _rewards(shared: Shared, ends: Ends, worth: str) -> Iterator[str]:
    """What the end is worth to each seat, from 0 to `WIN`. `gained` has room for twice as many words as there are seats."""
    writer = Writer(shared)
    put, seats = writer.put, range(ends.players)
    won = put("call i64 @won(ptr %v, ptr %gained)")
    writer.unless(put(f"icmp eq i64 {writer.read(str(shared.place.status), 1)}, 0"), writer.leave())
    values = [writer.call(worth, ("ptr %v", f"i64 {seat}")) for seat in seats]
    margins = []
    for seat in seats:
        others = [values[n] for n in ends.against[seat]]
        if not others:
            margin = values[seat]
        else:
            best = others[0]
            for other in others[1:]:
                best = put(f"call i64 @llvm.smax.i64(i64 {best}, i64 {other})")
            margin = put(f"sub i64 {values[seat]}, {best}")
        margin = put(f"call i64 @llvm.smin.i64(i64 {margin}, i64 {FARTHEST})")
        margins.append(put(f"call i64 @llvm.smax.i64(i64 {margin}, i64 {-FARTHEST})"))
    span_at = put(f"getelementptr i64, ptr %ctl, i64 {int(Control.SPAN)}")
    span = writer.load(span_at)
    for margin in margins:
        size = put(f"call i64 @llvm.smax.i64(i64 {margin}, i64 {put(f'sub i64 0, {margin}')})")
        span = put(f"call i64 @llvm.smax.i64(i64 {span}, i64 {size})")
    writer.store(span, span_at)
    over = put(f"icmp eq i64 {writer.read(str(lay.PC), 1)}, {lay.OVER}")
    share = writer.load(put(f"getelementptr i64, ptr %ctl, i64 {int(Control.BY_MARGIN)}"))
    by_margin = put(f"select i1 {over}, i64 {share}, i64 {WIN}")
    flat = put(f"icmp eq i64 {span}, 0")
    double = put(f"shl i64 {span}, 1")
    sure = put(f"select i1 {flat}, i64 1, i64 {double}")
    half = put(f"lshr i64 {by_margin}, 1")
    winners = put(f"call i64 @llvm.ctpop.i64(i64 {won})")
    nobody = put(f"icmp eq i64 {winners}, 0")
    rest = put(f"sub i64 {WIN}, {by_margin}")
    each = put(f"udiv i64 {rest}, {put(f'select i1 {nobody}, i64 1, i64 {winners}')}")
    for seat, margin in enumerate(margins):
        above = put(f"mul i64 {put(f'add i64 {span}, {margin}')}, {by_margin}")
        part = put(f"udiv i64 {above}, {sure}")
        part = put(f"select i1 {flat}, i64 {half}, i64 {part}")
        bit = put(f"trunc i64 {put(f'lshr i64 {won}, {seat}')} to i1")
        part = put(f"add i64 {part}, {put(f'select i1 {bit}, i64 {each}, i64 0')}")
        writer.store(part, put(f"getelementptr i64, ptr %gained, i64 {seat}"))
    writer.do("ret void")
    yield "define internal void @rewards(ptr noalias %v, ptr noalias %ctl, ptr noalias %gained) nounwind {"
    yield "entry:"
    yield from writer.lines
    yield "leave:"
    yield "  ret void"
    yield "}"


def _again(shared: Shared) -> Iterator[str]:
    """Gives the answers since the first secret one again: those of others, `OTHERS`, at random. Gives whether it led to the decision
    that is looked for.
    """
    place, words = shared.place, shared.kinds.word(lay.OPTIONS)
    of = type_of(words)
    writer = Writer(shared)

    def counted(extra: str) -> tuple[str, str, str]:
        """The options as a mask, or how many numbers they are; and their number with the extra one."""
        mask = writer.read(str(lay.OPTIONS), words)
        many, numbers = measure(writer, "count", mask, words), ""
        if shared.numbers:
            numbers = writer.read(str(place.numbers), 1)
            many = writer.put(f"add i64 {many}, {numbers}")
        return mask, numbers, writer.put(f"add i64 {many}, {extra}")

    mask, numbers, options = counted("%extra")
    head, writer.lines = writer.lines, []
    # The player's own answer must be offered.
    bit = writer.put("sub i64 %answer, %offset")
    inside = writer.put(f"icmp ult i64 {bit}, {WORD * words}")
    safe = widen(writer, writer.put(f"select i1 {inside}, i64 {bit}, i64 0"), 1, words)
    there = writer.put(f"trunc {of} {writer.put(f'lshr {of} {mask}, {safe}')} to i1")
    listed = writer.put(f"and i1 {inside}, {there}")
    if shared.numbers:
        listed = writer.put(f"or i1 {listed}, {writer.put(f'icmp ult i64 {bit}, {numbers}')}")
    declined = writer.put(f"icmp eq i64 %answer, {lay.DECLINED}")
    has = writer.put("icmp ne i64 %extra, 0")
    fits = writer.put(f"and i1 {declined}, {has}")
    offered = writer.put(f"select i1 {declined}, i1 {fits}, i1 {listed}")
    own, writer.lines = writer.lines, []
    drawn = writer.put(f"call i64 @some(ptr %ctl, i64 {options})")
    writer.do(f"call void @answer(ptr %v, i64 {drawn})")
    writer.do("call void @run(ptr %v)")
    other, writer.lines = writer.lines, []
    right_number = writer.put(f"icmp eq i64 {counted('%extra.there')[2]}, %wanted")
    last = writer.lines
    yield "define internal i1 @again(ptr noalias %v, ptr noalias %ctl, ptr noalias %answers) nounwind {"
    yield f"""\
entry:
{_ctl("many", Control.AGAIN)}
{_ctl("block", Control.BLOCK)}
{_ctl("where", Control.WHERE)}
{_ctl("wanted", Control.OPTIONS)}
  %status.at = getelementptr i64, ptr %v, i64 {place.status}
  %asker.at = getelementptr i64, ptr %v, i64 {lay.ASKER}
  %site.at = getelementptr i64, ptr %v, i64 {lay.SITE}
  %offset.at = getelementptr i64, ptr %v, i64 {lay.OFFSET}
  %extra.at = getelementptr i64, ptr %v, i64 {lay.EXTRA}
  br label %head
head:
  %n = phi i64 [ 0, %entry ], [ %next, %mine ], [ %next, %theirs ]
  %status = load i64, ptr %status.at
  %well = icmp eq i64 %status, 0
  br i1 %well, label %go, label %no
go:
  %asker = load i64, ptr %asker.at
  %pc = load i64, ptr %v
  %more = icmp slt i64 %n, %many
  br i1 %more, label %one, label %all
one:
  %at = shl i64 %n, 1
  %seat.at = getelementptr i64, ptr %answers, i64 %at
  %seat = load i64, ptr %seat.at
  %answer.at = getelementptr i64, ptr %seat.at, i64 1
  %answer = load i64, ptr %answer.at
  %next = add i64 %n, 1
  %under.way = icmp sge i64 %pc, 0
  %same = icmp eq i64 %seat, %asker
  %fine = and i1 %under.way, %same
  br i1 %fine, label %asked, label %no
asked:
  %offset = load i64, ptr %offset.at
  %extra = load i64, ptr %extra.at"""
    yield from head
    yield f"  %is.other = icmp eq i64 %answer, {OTHERS}"
    yield "  br i1 %is.other, label %theirs, label %own"
    yield "own:"
    yield from own
    yield f"  br i1 {offered}, label %mine, label %no"
    yield "mine:"
    yield "  call void @take(ptr %v, i64 %answer)"
    yield "  br label %head"
    yield "theirs:"
    yield from other
    yield f"""\
  br label %head
all:
  %site = load i64, ptr %site.at
  %high = mul i64 %site, {MOST_SEATS}
  %here = add i64 %high, %asker
  %right.site = icmp eq i64 %here, %where
  %right.block = icmp eq i64 %pc, %block
  %right = and i1 %right.site, %right.block
  br i1 %right, label %there, label %no
there:
  %extra.there = load i64, ptr %extra.at"""
    yield from last
    yield f"  ret i1 {right_number}"
    yield """\
no:
  ret i1 false
}"""


def _search(shared: Shared, players: int) -> Iterator[str]:
    place = shared.place
    row = Row.TOTALS + players
    yield (
        "define i64 @search(ptr noalias %first, ptr noalias %ctl, ptr noalias %plan, ptr noalias %aside, ptr noalias %dealt, "
        "ptr noalias %v, ptr noalias %tree, ptr noalias %slots, ptr noalias %path, ptr noalias %words, ptr noalias %arms, "
        "ptr noalias %logs, ptr noalias %roots, ptr noalias %answers) nounwind {"
    )
    yield f"""\
entry:
  %kept = getelementptr i64, ptr %words, i64 {players}
  %gained = getelementptr i64, ptr %words, i64 {2 * players}
{_ctl("iterations", Control.ITERATIONS)}
{_ctl("many", Control.ARMS)}
{_ctl("limit", Control.MOST)}
{_ctl("playout", Control.PLAYOUT)}
{_ctl("secrets", Control.AGAIN)}
  %has.secrets = icmp ne i64 %secrets, 0
  %done.at = getelementptr i64, ptr %ctl, i64 {int(Control.DONE)}
  %depth.at = getelementptr i64, ptr %ctl, i64 {int(Control.DEPTH)}
  %status.at = getelementptr i64, ptr %v, i64 {place.status}
  %decisions.at = getelementptr i64, ptr %v, i64 {lay.DECISIONS}
  %bounded = icmp ne i64 %playout, 0
  br label %head
head:
  %n = phi i64 [ 0, %entry ], [ %n.next, %counted ]
  %more = icmp slt i64 %n, %iterations
  br i1 %more, label %iteration, label %end
iteration:
  %done.old = load i64, ptr %done.at
  %done = add i64 %done.old, 1
  store i64 %done, ptr %done.at
  %turn = urem i64 %n, %many
  %fresh = icmp eq i64 %turn, 0
  br i1 %fresh, label %imagine, label %repeat
imagine:
  %tries = phi i64 [ 0, %iteration ], [ %tries.next, %once.more ]
  call void @llvm.memcpy.p0.p0.i64(ptr %dealt, ptr %first, i64 {8 * place.room}, i1 false)
  call void @deal(ptr %dealt, ptr %plan, ptr %ctl, ptr %aside)
  br i1 %has.secrets, label %answered, label %imagined
answered:
  %led = call i1 @again(ptr %dealt, ptr %ctl, ptr %answers)
  br i1 %led, label %imagined, label %failing
failing:
  %tries.next = add i64 %tries, 1
  %is.enough = icmp sge i64 %tries.next, {TRIES}
  br i1 %is.enough, label %vain, label %once.more
once.more:
  br label %imagine
vain:
  ret i64 {VAIN}
imagined:
  call void @llvm.memcpy.p0.p0.i64(ptr %kept, ptr %words, i64 {8 * players}, i1 false)
  br label %go
repeat:
  call void @llvm.memcpy.p0.p0.i64(ptr %words, ptr %kept, i64 {8 * players}, i1 false)
  br label %go
go:
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %dealt, i64 {8 * place.room}, i1 false)
  %arm.at = getelementptr i64, ptr %arms, i64 %turn
  %arm = load i64, ptr %arm.at
  call void @descend(ptr %v, ptr %ctl, ptr %tree, ptr %slots, ptr %path, ptr %logs, ptr %roots, i64 %arm)
  %status = load i64, ptr %status.at
  %well = icmp eq i64 %status, 0
  br i1 %well, label %on, label %failed, !prof !1
on:
  %decisions = load i64, ptr %decisions.at
  %far = add i64 %decisions, %playout
  %near = call i64 @llvm.smin.i64(i64 %far, i64 %limit)
  %stop = select i1 %bounded, i64 %near, i64 %limit
  %played = call i64 @play_on(ptr %v, ptr %words, i64 %stop)
  %played.well = icmp eq i64 %played, 0
  br i1 %played.well, label %judge, label %failed, !prof !1
judge:
  call void @rewards(ptr %v, ptr %ctl, ptr %gained)
  %judged = load i64, ptr %status.at
  %judged.well = icmp eq i64 %judged, 0
  br i1 %judged.well, label %back, label %failed, !prof !1
failed:
  %f.broken = load i64, ptr %status.at
  %is.rule = icmp sgt i64 %f.broken, 0
  br i1 %is.rule, label %halves, label %stopped
stopped:
  ret i64 %f.broken
halves:
  br label %half
half:
  %f = phi i64 [ 0, %halves ], [ %f.next, %half.on ]
  %f.more = icmp slt i64 %f, {players}
  br i1 %f.more, label %half.on, label %back
half.on:
  %f.at = getelementptr i64, ptr %gained, i64 %f
  store i64 {WIN // 2}, ptr %f.at
  %f.next = add i64 %f, 1
  br label %half
back:
  %depth = load i64, ptr %depth.at
  br label %up
up:
  %s = phi i64 [ 0, %back ], [ %s.next, %added ]
  %s.more = icmp slt i64 %s, %depth
  br i1 %s.more, label %edge, label %counted
edge:
  %edge.at = getelementptr i64, ptr %path, i64 %s
  %edge.is = load i64, ptr %edge.at
  %off = mul i64 %edge.is, {row}
  %row = getelementptr i64, ptr %tree, i64 %off
  %visits.at = getelementptr i64, ptr %row, i64 {int(Row.VISITS)}
  %visits.old = load i64, ptr %visits.at
  %visits = add i64 %visits.old, 1
  store i64 %visits, ptr %visits.at
  br label %seat
seat:
  %p = phi i64 [ 0, %edge ], [ %p.next, %seat.on ]
  %p.more = icmp slt i64 %p, {players}
  br i1 %p.more, label %seat.on, label %added
seat.on:
  %gain.at = getelementptr i64, ptr %gained, i64 %p
  %gain = load i64, ptr %gain.at
  %p.off = add i64 %p, {int(Row.TOTALS)}
  %total.at = getelementptr i64, ptr %row, i64 %p.off
  %total = load i64, ptr %total.at
  %total.new = add i64 %total, %gain
  store i64 %total.new, ptr %total.at
  %p.next = add i64 %p, 1
  br label %seat
added:
  %s.next = add i64 %s, 1
  br label %up
counted:
  %n.next = add i64 %n, 1
  br label %head
end:
  ret i64 0
}}"""
