"""What Python calls: a step, whole games, playouts, and how a game stands, as LLVM IR around `run`."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.native.sets import find_nth, measure
from boardwright.interpreter.native.writer import Shared, Writer

FIGURES = "figures"
"""The function that counts decisions, if a program has one: see `figures.py`."""
REFUSED = -4
"""What `step` gives for a number that is not an option."""

# The stream of an agent, as `rng.Stream` draws it.
_BELOW = """\
define internal i64 @below(ptr %word, i64 %n) nounwind {
  %before = load i64, ptr %word
  %state = add i64 %before, -7046029254386353131
  store i64 %state, ptr %word
  %a = lshr i64 %state, 30
  %b = xor i64 %state, %a
  %c = mul i64 %b, -4658895280553007687
  %d = lshr i64 %c, 27
  %e = xor i64 %c, %d
  %f = mul i64 %e, -7723592293110705685
  %g = lshr i64 %f, 31
  %h = xor i64 %f, %g
  %high = lshr i64 %h, 32
  %product = mul i64 %high, %n
  %drawn = lshr i64 %product, 32
  ret i64 %drawn
}
"""


def drivers_text(shared: Shared, outside: list[str], players: int) -> Iterator[str]:
    """All that can be called from outside."""
    yield _BELOW
    yield from _answer(shared)
    yield from _step(shared)
    yield from _play_on(shared, players)
    if FIGURES in shared.functions:
        yield from _play_on(shared, players, counting=True)
    yield from _play()
    for name in outside:
        yield f'define i64 @"x:{name}"(ptr noalias %v, i64 %seat) nounwind {{'
        yield f'  %value = call i64 @"f:{name}"(ptr %v, i64 %seat)'
        yield "  ret i64 %value"
        yield "}"


def _options(writer: Writer) -> tuple[str, str, int]:
    """The options of the decision, and their number without the extra one."""
    words = writer.shared.kinds.word(lay.OPTIONS)
    mask = writer.read(str(lay.OPTIONS), words)
    count = measure(writer, "count", mask, words)
    if writer.shared.numbers:
        numbers = writer.read(str(writer.shared.place.numbers), 1)
        count = writer.put(f"add i64 {count}, {numbers}")
    return mask, count, words


def _answer(shared: Shared) -> Iterator[str]:
    """Takes an option by its number, from 0 and upwards; the extra one comes last."""
    writer = Writer(shared)
    mask, count, words = _options(writer)
    one, last, go_on = writer.labels("one", "last", "on")
    writer.fork(writer.put(f"icmp ult i64 %number, {count}"), one, last)
    writer.label(one)
    found = find_nth(writer, mask, "%number", words)
    if shared.numbers:
        numbers = writer.read(str(shared.place.numbers), 1)
        are = writer.put(f"icmp ne i64 {numbers}, 0")
        found = writer.put(f"select i1 {are}, i64 %number, i64 {found}")
    answer = writer.put(f"add i64 {found}, {writer.read(str(lay.OFFSET), 1)}")
    writer.write(str(lay.CHOSEN), answer, 1)
    writer.jump(go_on)
    writer.label(last)
    writer.write(str(lay.CHOSEN), str(lay.DECLINED), 1)
    writer.label(go_on)
    more = writer.put(f"add i64 {writer.read(str(lay.DECISIONS), 1)}, 1")
    writer.write(str(lay.DECISIONS), more, 1)
    writer.do("ret void")
    yield "define internal void @answer(ptr noalias %v, i64 %number) nounwind {"
    yield "entry:"
    yield from writer.lines
    yield "}"


def _step(shared: Shared) -> Iterator[str]:
    """`begin` goes on from where the vector is; `step` takes an option before, unless there is none of that number."""
    status = shared.place.status
    yield "define i64 @begin(ptr noalias %v) nounwind {"
    yield "  call void @run(ptr %v)"
    yield f"  %at = getelementptr i64, ptr %v, i64 {status}"
    yield "  %status = load i64, ptr %at"
    yield "  ret i64 %status"
    yield "}"
    writer = Writer(shared)
    _, count, _ = _options(writer)
    options = writer.put(f"add i64 {count}, {writer.read(str(lay.EXTRA), 1)}")
    under_way = writer.put(f"icmp sge i64 {writer.read(str(lay.PC), 1)}, 0")
    offered = writer.put(f"icmp ult i64 %number, {options}")
    writer.fork(writer.put(f"and i1 {under_way}, {offered}"), "taken", "refused")
    writer.lines += [
        "taken:",
        "  call void @answer(ptr %v, i64 %number)",
        "  %status = call i64 @begin(ptr %v)",
        "  ret i64 %status",
        "refused:",
        f"  ret i64 {REFUSED}",
    ]
    yield "define i64 @step(ptr noalias %v, i64 %number) nounwind {"
    yield "entry:"
    yield from writer.lines
    yield "}"


def _play_on(shared: Shared, players: int, *, counting: bool = False) -> Iterator[str]:
    """`play_on` plays from a decision to the end, or for this many decisions: at random, with a word for each seat's stream, or
    without streams always the first option. `play_counting` lets a function of the program count each decision that is answered.
    """
    status = shared.place.status
    writer = Writer(shared)
    _, count, _ = _options(writer)
    options = writer.put(f"add i64 {count}, {writer.read(str(lay.EXTRA), 1)}")
    writer.fork("%first", "plain", "random")
    writer.lines.append("random:")
    seat = writer.read(str(lay.ASKER), 1)
    known = writer.put(f"icmp ult i64 {seat}, {players}")
    safe = writer.put(f"select i1 {known}, i64 {seat}, i64 0")
    stream = writer.put(f"getelementptr i64, ptr %words, i64 {safe}")
    drawn = writer.put(f"call i64 @below(ptr {stream}, i64 {options})")
    writer.lines += ["  br label %plain"]
    name = "play_counting" if counting else "play_on"
    yield f"define i64 @{name}(ptr noalias %v, ptr noalias %words, i64 %most) nounwind {{"
    yield "entry:"
    yield f"  %at = getelementptr i64, ptr %v, i64 {status}"
    yield f"  %decisions.at = getelementptr i64, ptr %v, i64 {lay.DECISIONS}"
    yield "  %first = icmp eq ptr %words, null"
    yield "  br label %turn"
    yield "turn:"
    yield "  %status = load i64, ptr %at"
    yield "  %pc = load i64, ptr %v"
    yield "  %decisions = load i64, ptr %decisions.at"
    yield "  %well = icmp eq i64 %status, 0"
    yield "  %under.way = icmp sge i64 %pc, 0"
    yield "  %fewer = icmp slt i64 %decisions, %most"
    yield "  %both = and i1 %well, %under.way"
    yield "  %go.on = and i1 %both, %fewer"
    yield "  br i1 %go.on, label %asked, label %done"
    yield "asked:"
    yield from writer.lines
    yield "plain:"
    yield f"  %number = phi i64 [ 0, %asked ], [ {drawn}, %random ]"
    yield "  call void @answer(ptr %v, i64 %number)"
    if counting:
        yield f"  %numbers.at = getelementptr i64, ptr %v, i64 {shared.place.numbers}"
        yield "  %numbers = load i64, ptr %numbers.at"
        yield f'  call i64 @"f:{FIGURES}"(ptr %v, i64 %numbers)'
    yield "  call void @run(ptr %v)"
    yield "  br label %turn"
    yield "done:"
    yield "  ret i64 %status"
    yield "}"


def _play() -> Iterator[str]:
    """`play` begins before the first decision."""
    yield "define i64 @play(ptr noalias %v, ptr noalias %words, i64 %most) nounwind {"
    yield "  call void @run(ptr %v)"
    yield "  %status = call i64 @play_on(ptr %v, ptr %words, i64 %most)"
    yield "  ret i64 %status"
    yield "}"
