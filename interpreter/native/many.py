"""Many games in one call, as LLVM IR: playouts from one position, and batches of games that begin anew by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import rng
from boardwright.interpreter.native.writer import Shared, Writer

HEAD = 4
"""The first of what `playouts` adds up: games, those that came to no end, decisions, turns. After them, for each seat, how often
it won, and then the sums of scores."""

MOST_UNASKED = 1_000
"""So many games in a row that end without a question are left out of a batch."""


@dataclass(frozen=True, slots=True)
class Ends:
    """What decides who has won."""

    players: int
    against: tuple[tuple[int, ...], ...]  # for each seat, those who do not play together with it
    ties: int
    has_wins: bool
    ranked: str  # the function that says who is ahead
    naming: int  # the generator of names, or -1


def many_text(shared: Shared, ends: Ends) -> Iterator[str]:
    """All that plays more than one game."""
    yield from _standing(shared, ends)
    yield from _seeded(shared, ends)
    yield from _playouts(shared, ends)
    yield _OFFERED
    yield from _batch(shared, ends)


def _ask_seat(writer: Writer, name: str, seat: int) -> str:
    return writer.call(name, ("ptr %v", f"i64 {seat}"))


def _standing(shared: Shared, ends: Ends) -> Iterator[str]:
    """Writes the score of each seat, and gives the mask of those who have won: nobody before the end."""
    writer = Writer(shared)
    seats = range(ends.players)
    keys = [[_ask_seat(writer, "score", seat)] for seat in seats]
    for seat in seats:
        at = writer.put(f"getelementptr i64, ptr %scores, i64 {seat}")
        writer.store(keys[seat][0], at)
        if ends.ranked != "score":
            keys[seat] = [_ask_seat(writer, ends.ranked, seat)]
    for seat in seats:
        keys[seat] += [_ask_seat(writer, f"tie:{n}", seat) for n in range(ends.ties)]
    if ends.has_wins:
        won = [writer.put(f"icmp ne i64 {_ask_seat(writer, 'wins', seat)}, 0") for seat in seats]
    else:
        best = keys[0]
        for own in keys[1:]:
            better = "false"
            for mine, other in reversed(list(zip(own, best, strict=True))):
                same = writer.put(f"icmp eq i64 {mine}, {other}")
                more = writer.put(f"icmp sgt i64 {mine}, {other}")
                better = writer.put(f"or i1 {more}, {writer.put(f'and i1 {same}, {better}')}")
            best = [
                writer.put(f"select i1 {better}, i64 {mine}, i64 {other}")
                for mine, other in zip(own, best, strict=True)
            ]
        won = []
        for own in keys:
            first = "true"
            for mine, other in zip(own, best, strict=True):
                first = writer.put(f"and i1 {first}, {writer.put(f'icmp eq i64 {mine}, {other}')}")
            won.append(first)
    mask = "0"
    for seat, wins in enumerate(won):
        bit = writer.put(f"select i1 {wins}, i64 {1 << seat}, i64 0")
        mask = writer.put(f"or i64 {mask}, {bit}")
    over = writer.put(f"icmp slt i64 {writer.read(str(lay.PC), 1)}, 0")
    writer.do(f"ret i64 {writer.put(f'select i1 {over}, i64 {mask}, i64 0')}")
    yield "define internal i64 @standing(ptr noalias %v, ptr noalias %scores) nounwind {"
    yield "entry:"
    yield from writer.lines
    if "leave" in writer.exits:
        yield "leave:"
        yield "  ret i64 0"
    yield "}"


def _seeded(shared: Shared, ends: Ends) -> Iterator[str]:
    """Puts new words, drawn from a stream, into the generators of a game."""
    yield """\
define internal void @seeded(ptr noalias %v, ptr noalias %stream) nounwind {"""
    starts = [lay.RANDOM, *([ends.naming] if ends.naming >= 0 else [])]
    for at in (start + n for start in starts for n in range(rng.WORDS)):
        yield f"  %p{at} = getelementptr i64, ptr %v, i64 {at}"
        yield f"  %w{at} = call i64 @below(ptr %stream, i64 4294967296)"
        yield f"  store i64 %w{at}, ptr %p{at}"
    yield "  ret void"
    yield "}"


def _playouts(shared: Shared, ends: Ends) -> Iterator[str]:
    """Plays on from a position as often as is said, each time with new chance, and adds up what comes of it. `scratch` has room
    for a vector, and after it for a score of each seat. `fresh` is 1 before the first decision.
    """
    place = shared.place
    yield (
        "define i64 @playouts(ptr noalias %v, ptr noalias %scratch, ptr noalias %words, "
        "ptr noalias %stream, i64 %games, i64 %most, i64 %fresh, ptr noalias %sums) nounwind {"
    )
    yield f"""\
entry:
  %scores = getelementptr i64, ptr %scratch, i64 {place.room}
  %pc.at = getelementptr i64, ptr %scratch, i64 {lay.PC}
  %decisions.at = getelementptr i64, ptr %scratch, i64 {lay.DECISIONS}
  %turns.at = getelementptr i64, ptr %scratch, i64 {lay.TURN_NUMBER}
  %status.at = getelementptr i64, ptr %scratch, i64 {place.status}
  %is.fresh = icmp ne i64 %fresh, 0
  br label %head
head:
  %n = phi i64 [ 0, %entry ], [ %next, %added ]
  %more = icmp slt i64 %n, %games
  br i1 %more, label %game, label %done
game:
  call void @llvm.memcpy.p0.p0.i64(ptr %scratch, ptr %v, i64 {8 * place.room}, i1 false)
  call void @seeded(ptr %scratch, ptr %stream)
  br i1 %is.fresh, label %begins, label %goes.on
begins:
  %begun = call i64 @play(ptr %scratch, ptr %words, i64 %most)
  br label %played
goes.on:
  %gone.on = call i64 @play_on(ptr %scratch, ptr %words, i64 %most)
  br label %played
played:
  %won = call i64 @standing(ptr %scratch, ptr %scores)
  %status = load i64, ptr %status.at
  %well = icmp eq i64 %status, 0
  br i1 %well, label %add, label %failed, !prof !1
failed:
  ret i64 %status
add:
  %pc = load i64, ptr %pc.at
  %under.way = icmp sge i64 %pc, 0
  %unfinished = zext i1 %under.way to i64
  %decisions = load i64, ptr %decisions.at
  %turns = load i64, ptr %turns.at"""
    sums = ["1", "%unfinished", "%decisions", "%turns"]
    for seat in range(ends.players):
        yield f"  %wins.{seat}.high = lshr i64 %won, {seat}"
        yield f"  %wins.{seat} = and i64 %wins.{seat}.high, 1"
        sums.append(f"%wins.{seat}")
    for seat in range(ends.players):
        yield f"  %score.{seat}.at = getelementptr i64, ptr %scores, i64 {seat}"
        yield f"  %score.{seat} = load i64, ptr %score.{seat}.at"
        sums.append(f"%score.{seat}")
    for n, value in enumerate(sums):
        yield f"  %sum.{n}.at = getelementptr i64, ptr %sums, i64 {n}"
        yield f"  %sum.{n}.old = load i64, ptr %sum.{n}.at"
        yield f"  %sum.{n} = add i64 %sum.{n}.old, {value}"
        yield f"  store i64 %sum.{n}, ptr %sum.{n}.at"
    yield """\
  br label %added
added:
  %next = add i64 %n, 1
  br label %head
done:
  ret i64 0
}"""


# Whether a choice is offered: in a game that is over, anything is.
_OFFERED = """\
define internal i1 @offered(ptr noalias %v, i64 %choice, ptr noalias %mask, i64 %width) nounwind {
entry:
  %pc = load i64, ptr %v
  %over = icmp slt i64 %pc, 0
  br i1 %over, label %fine, label %asked
asked:
  %inside = icmp ult i64 %choice, %width
  br i1 %inside, label %look, label %no
look:
  %at = getelementptr i8, ptr %mask, i64 %choice
  %there = load i8, ptr %at
  %offered = icmp ne i8 %there, 0
  ret i1 %offered
fine:
  ret i1 true
no:
  ret i1 false
}"""


def _batch(shared: Shared, ends: Ends) -> Iterator[str]:
    """Takes a choice in each of several games. A game that ends tells so, with the scores and who won, and begins anew from
    `first` with chance from its own stream, until somebody is asked something. `seen` gets what the players see who are asked,
    unless it is null. Gives 0, or the number from 1 of a row whose choice is not offered, of which nothing was taken, or below 0
    of one in which a rule failed: its status is in `ended`, and the game begins anew.
    """
    place, players = shared.place, ends.players
    room = place.room
    yield (
        "define i64 @batch(ptr noalias %rows, i64 %count, ptr noalias %first, ptr noalias %streams, "
        "i64 %most, ptr noalias %choices, ptr noalias %masks, i64 %width, "
        "ptr noalias %numbers, ptr noalias %codes, ptr noalias %seen, i64 %size, "
        "ptr noalias %ended, ptr noalias %scores, ptr noalias %won) nounwind {"
    )
    yield f"""\
entry:
  %begins = icmp eq ptr %choices, null
  br i1 %begins, label %play, label %test
test:
  %m = phi i64 [ 0, %entry ], [ %m.next, %tested ]
  %m.more = icmp slt i64 %m, %count
  br i1 %m.more, label %try, label %play
try:
  %m.at = mul i64 %m, {room}
  %m.row = getelementptr i64, ptr %rows, i64 %m.at
  %m.choice.at = getelementptr i64, ptr %choices, i64 %m
  %m.choice = load i64, ptr %m.choice.at
  %m.mask.off = mul i64 %m, %width
  %m.mask = getelementptr i8, ptr %masks, i64 %m.mask.off
  %m.fine = call i1 @offered(ptr %m.row, i64 %m.choice, ptr %m.mask, i64 %width)
  %m.next = add i64 %m, 1
  br i1 %m.fine, label %tested, label %refused, !prof !1
tested:
  br label %test
refused:
  ret i64 %m.next
play:
  br label %head
head:
  %n = phi i64 [ 0, %play ], [ %next, %masked ]
  %failed = phi i64 [ 0, %play ], [ %failed.now, %masked ]
  %more = icmp slt i64 %n, %count
  br i1 %more, label %row, label %done
row:
  %at = mul i64 %n, {room}
  %v = getelementptr i64, ptr %rows, i64 %at
  %ended.at = getelementptr i64, ptr %ended, i64 %n
  store i64 0, ptr %ended.at
  %won.at = getelementptr i64, ptr %won, i64 %n
  %scores.off = mul i64 %n, {players}
  %scores.at = getelementptr i64, ptr %scores, i64 %scores.off
  %stream = getelementptr i64, ptr %streams, i64 %n
  %mask.off = mul i64 %n, %width
  %mask = getelementptr i8, ptr %masks, i64 %mask.off
  %status.at = getelementptr i64, ptr %v, i64 {place.status}
  %decisions.at = getelementptr i64, ptr %v, i64 {lay.DECISIONS}
  br i1 %begins, label %anew, label %step
step:
  %choice.at = getelementptr i64, ptr %choices, i64 %n
  %choice = load i64, ptr %choice.at
  %pc.before = load i64, ptr %v
  %was.over = icmp slt i64 %pc.before, 0
  br i1 %was.over, label %over, label %take
take:
  %taken = call i64 @answer_of(ptr %v, ptr %numbers, i64 %choice)
  %chosen.at = getelementptr i64, ptr %v, i64 {lay.CHOSEN}
  store i64 %taken, ptr %chosen.at
  %decisions.old = load i64, ptr %decisions.at
  %decisions.new = add i64 %decisions.old, 1
  store i64 %decisions.new, ptr %decisions.at
  call void @run(ptr %v)
  %status = load i64, ptr %status.at
  %well = icmp eq i64 %status, 0
  br i1 %well, label %played, label %broke, !prof !1
played:
  %pc = load i64, ptr %v
  %is.over = icmp slt i64 %pc, 0
  %limit = icmp sge i64 %decisions.new, %most
  %stops = or i1 %is.over, %limit
  br i1 %stops, label %over, label %asked
over:
  %winners = call i64 @standing(ptr %v, ptr %scores.at)
  store i64 %winners, ptr %won.at
  %status.end = load i64, ptr %status.at
  %ends.well = icmp eq i64 %status.end, 0
  br i1 %ends.well, label %told, label %broke, !prof !1
told:
  %pc.end = load i64, ptr %v
  %unfinished = icmp sge i64 %pc.end, 0
  %how = select i1 %unfinished, i64 2, i64 1
  store i64 %how, ptr %ended.at
  br label %anew
broke:
  %why = load i64, ptr %status.at
  %told.as = sub i64 -1000000, %why
  store i64 %told.as, ptr %ended.at
  br label %anew
anew:
  %failed.here = phi i64 [ %failed, %row ], [ %failed, %told ], [ -1, %broke ]
  br label %begin
begin:
  %before = phi i64 [ 0, %anew ], [ %tries, %unasked ]
  %tries = add i64 %before, 1
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %first, i64 {8 * room}, i1 false)
  call void @seeded(ptr %v, ptr %stream)
  call void @run(ptr %v)
  %status.new = load i64, ptr %status.at
  %begun = icmp eq i64 %status.new, 0
  br i1 %begun, label %first.question, label %never, !prof !1
first.question:
  %pc.new = load i64, ptr %v
  %is.asked = icmp sge i64 %pc.new, 0
  br i1 %is.asked, label %asked, label %unasked, !prof !1
unasked:
  %again = icmp ult i64 %tries, {MOST_UNASKED}
  br i1 %again, label %begin, label %asked
never:
  %never.as = sub i64 -1000000, %status.new
  store i64 %never.as, ptr %ended.at
  store i64 {lay.OVER}, ptr %v
  store i64 0, ptr %status.at
  br label %asked
asked:
  %failed.now = phi i64 [ %failed, %played ], [ %failed.here, %first.question ], [ %failed.here, %unasked ], [ -1, %never ]
  call void @number_options(ptr %v, ptr %numbers, ptr %mask, i64 %width)
  %sees = icmp ne ptr %seen, null
  br i1 %sees, label %look, label %masked
look:
  %seat.at = getelementptr i64, ptr %v, i64 {lay.ASKER}
  %seat.is = load i64, ptr %seat.at
  %seat.known = icmp ult i64 %seat.is, {players}
  %seat = select i1 %seat.known, i64 %seat.is, i64 0
  %seen.off = mul i64 %n, %size
  %seen.at = getelementptr i16, ptr %seen, i64 %seen.off
  call void @observe(ptr %v, ptr %codes, i64 %seat, ptr %seen.at)
  br label %masked
masked:
  %next = add i64 %n, 1
  br label %head
done:
  ret i64 %failed
}}"""
