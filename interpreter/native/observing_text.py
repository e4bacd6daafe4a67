"""What a player sees and may choose, as LLVM IR: instructions of `machine/observing.py` are carried out one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.observing import (
    UNKNOWN,
    Asked,
    Do,
    Hidden,
    Numbered,
    Numbers,
    OfPieces,
    Open,
    Order,
    Rows,
    Sight,
)
from boardwright.interpreter.machine.observing import Way as _Way
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.native.small_text import Text
from boardwright.interpreter.native.writer import Shared

ENTRY = "i16"
_OF = "(ptr noalias %v, ptr noalias %a, i64 %seat, ptr noalias %out)"


def observing_text(
    shared: Shared, kinds: tuple[str, ...], layout: lay.Layout, most: int
) -> Iterator[str]:
    """`observe` writes a row, `number_options` a mask; `answer_of` says what a number stands for."""
    yield from _told(shared, kinds, layout)
    for text in (
        _set(),
        _copy(),
        _mark(),
        _bits(),
        _asked(most),
        _picks(),
        _open(),
        _hidden(),
        _bounds(),
        _order(),
        _of_pieces(),
        _optional(),
        _named(),
        _observe(),
        _hidden_number(shared),
        _number_options(shared, most),
        _answer_of(shared),
    ):
        yield from text.written()


def _told(shared: Shared, kinds: tuple[str, ...], layout: lay.Layout) -> Iterator[str]:
    """`told(kind, piece, seat)`: the face that a player sees, or -1; for kinds without hidden faces 0 or -1. If the rule that
    says who sees a piece fails, nobody does.
    """
    text = Text("internal i64 @told(ptr noalias %v, i64 %kind, i64 %piece, i64 %seat)")
    for number, kind in enumerate(kinds):
        with text.when(text.test("eq", "%kind", number)):
            mask = text.put(f'call i64 @"f:sees_{kind}"(ptr %v, i64 %piece)')
            known = text.var(text.op("and", text.op("lshr", mask, "%seat"), 1))
            if f"sees_{kind}" in shared.failing:
                failed = text.test("ne", text.read("%v", shared.place.status), 0)
                with text.when(failed):
                    text.write("%v", shared.place.status, 0)
                    text.set(known, 0)
            with text.when(text.test("eq", text.get(known), 0)):
                text.do("ret i64 -1")
                text.lines.append(f"{text.names('dead')[0]}:")
            if kind not in layout.faces:
                text.do("ret i64 0")
            else:
                face = text.var(text.read("%v", text.op("add", "%piece", layout.faces[kind])))
                if kind in layout.believed:
                    _believe(text, kind, layout, face)
                text.do(f"ret i64 {text.get(face)}")
            text.lines.append(f"{text.names('dead')[0]}:")
    text.do("ret i64 -1")
    yield from text.written()


def _believe(text: Text, kind: str, layout: lay.Layout, face: str) -> None:
    """The face that the player still sees under a name, unless it can be seen now."""
    name = text.read("%v", text.op("add", "%piece", layout.names[kind]))
    with text.when(text.test("sge", name, 0)):
        count = len(layout.table.pieces[kind])
        row = text.op("add", text.op("mul", "%seat", count), layout.believed[kind])
        believed = text.read("%v", text.op("add", row, name))
        shown = text.put(f'call i64 @"f:shown_{kind}"(ptr %v, i64 %piece)')
        now = text.op("and", text.op("lshr", shown, "%seat"), 1)
        hidden = text.both(text.test("eq", now, 0), text.test("sge", believed, 0))
        with text.when(hidden):
            text.set(face, believed)


def _instruction(name: str) -> Text:
    return Text(f"internal void @do_{name}{_OF}")


def _end(text: Text) -> Text:
    text.do("ret void")
    return text


def _write(text: Text, entry: str, value: str | int) -> None:
    """Writes an entry, unless it is -1."""
    with text.when(text.test("sge", entry, 0)):
        text.write("%out", entry, value, ENTRY)


def _more(text: Text, entry: str, by: str | int = 1) -> None:
    """Adds to an entry."""
    before = text.read("%out", entry, ENTRY)
    text.write("%out", entry, text.op("add", before, by), ENTRY)


def _set() -> Text:
    text = _instruction("set")
    text.write("%out", text.read("%a", 0), text.read("%a", 1), ENTRY)
    return _end(text)


def _copy() -> Text:
    text = _instruction("copy")
    at, step, count, first, low, high = (text.read("%a", n) for n in range(6))
    with text.times(count) as n:
        word = text.read("%v", text.op("add", at, text.op("mul", n, step)))
        text.write("%out", text.op("add", first, n), text.cut(word, low, high), ENTRY)
    return _end(text)


def _mark() -> Text:
    text = _instruction("mark")
    word, count = text.read("%v", text.read("%a", 0)), text.read("%a", 1)
    with text.when(text.test("ult", word, count)):
        _write(text, text.read("%a", text.op("add", word, 2)), 1)
    return _end(text)


def _named() -> Text:
    text = _instruction("named")
    word, count = text.read("%v", text.read("%a", 0)), text.read("%a", 1)
    with text.when(text.test("ult", word, count)):
        value = text.read("%a", text.op("add", word, 3))
        text.write("%out", text.read("%a", 2), value, ENTRY)
    return _end(text)


def _bits() -> Text:
    text = _instruction("bits")
    flip = text.read("%a", 1)
    word = text.op("xor", text.read("%v", text.read("%a", 0)), flip)
    # Only those of the flipped set are looked at, if there is one.
    mask = text.pick(text.test("eq", flip, 0), word, text.op("and", word, flip))
    with text.bits(mask) as bit:
        _write(text, text.read("%a", text.op("add", bit, 2)), 1)
    return _end(text)


def _is_asked(text: Text, most: int) -> str:
    going = text.test("sge", text.read("%v", lay.PC), 0)
    return text.both(going, text.test("slt", text.read("%v", lay.DECISIONS), most))


def _asked(most: int) -> Text:
    text = _instruction("asked")
    with text.when(_is_asked(text, most)):
        sites, words = text.read("%a", int(Asked.SITES)), text.read("%a", int(Asked.PICKED_WORDS))
        table = text.moved("%a", text.op("add", words, int(Asked.END)))
        site, asker = text.read("%v", lay.SITE), text.read("%v", lay.ASKER)
        with text.when(text.test("ult", site, sites)):
            secret = text.read(table, text.op("add", site, sites))
            mine = text.test("eq", asker, "%seat")
            with text.when(text.put(f"or i1 {mine}, {text.test('eq', secret, 0)}")):
                text.write("%out", text.read(table, site), 1, ENTRY)
                seat = text.op("add", asker, text.op("add", sites, sites))
                text.write("%out", text.read(table, seat), 1, ENTRY)
            least = text.read("%a", int(Asked.LEAST))
            with text.when(text.both(mine, text.test("sge", least, 0))):
                for place, word in enumerate((lay.LEAST, lay.MOST)):
                    amount = text.cut(text.read("%v", word), 0, 32767)
                    text.write("%out", text.op("add", least, place), amount, ENTRY)
                sum = text.var()
                with text.times(words) as n:
                    at = text.read("%a", text.op("add", n, int(Asked.END)))
                    count = text.count_bits(text.read("%v", at))
                    text.set(sum, text.op("add", text.get(sum), count))
                text.write("%out", text.op("add", least, 2), text.get(sum), ENTRY)
    return _end(text)


def _picks() -> Text:
    text = _instruction("picks")
    here = text.test("eq", text.read("%v", lay.SITE), text.read("%a", 0))
    mine = text.test("eq", text.read("%v", lay.ASKER), "%seat")
    going = text.test("sge", text.read("%v", lay.PC), 0)
    with text.when(text.both(text.both(here, mine), going)):
        kind, words = text.read("%a", 1), text.read("%a", 2)
        table = text.moved("%a", text.op("add", words, 3))
        with text.times(words) as n:
            mask = text.read("%v", text.read("%a", text.op("add", n, 3)))
            first = text.op("mul", n, WORD)
            with text.bits(mask) as bit:
                member = text.op("add", first, bit)
                entry = text.var(-1)
                hidden = text.test("sge", kind, 0)
                open_, faced, after = text.names("open", "faced", "done")
                text.fork(hidden, faced, open_)
                text.lines.append(f"{open_}:")
                text.set(entry, text.read(table, member))
                text.do(f"br label %{after}")
                text.lines.append(f"{faced}:")
                face = _call_told(text, kind, member)
                with text.when(text.test("sge", face, 0)):
                    text.set(entry, text.read(table, face))
                text.label(after)
                with text.when(text.test("sge", text.get(entry), 0)):
                    _more(text, text.get(entry))
    return _end(text)


def _call_told(text: Text, kind: str, piece: str, seat: str = "%seat") -> str:
    return text.put(f"call i64 @told(ptr %v, i64 {kind}, i64 {piece}, i64 {seat})")


def _open() -> Text:
    text = _instruction("open")
    kind, pieces, places_at, sides_at, where, side, places = (
        text.read("%a", n) for n in range(Open.END)
    )
    sight = text.moved("%a", int(Open.END))
    base = text.moved(sight, places)
    unseen = text.moved(base, places)
    codes = text.moved(unseen, places)
    faces = text.moved(codes, places)
    roles = text.moved(faces, pieces)
    with text.times(pieces) as piece:
        place = text.read("%v", text.op("add", places_at, piece))
        with text.when(text.test("ult", place, places)):
            seen = text.var(text.read(sight, place))
            with text.when(text.test("eq", text.get(seen), int(Sight.ASK))):
                face = _call_told(text, kind, piece)
                text.set(seen, text.op("add", face, 1))
            hid, shown, after = text.names("hid", "shown", "done")
            text.fork(text.test("eq", text.get(seen), 0), hid, shown)
            text.lines.append(f"{hid}:")
            entry = text.read(unseen, place)
            with text.when(text.test("sge", entry, 0)):
                _more(text, entry)
            text.do(f"br label %{after}")
            text.lines.append(f"{shown}:")
            first = text.read(base, place)
            with text.when(text.test("sge", first, 0)):
                _more(text, text.op("add", first, text.read(faces, piece)))
            role = text.read(roles, piece)
            with text.when(text.test("sge", where, 0)):
                text.write("%out", text.op("add", where, role), text.read(codes, place), ENTRY)
            with text.when(text.test("sge", side, 0)):
                value = text.read("%v", text.op("add", sides_at, piece))
                text.write("%out", text.op("add", side, role), value, ENTRY)
            text.label(after)
    return _end(text)


def _hidden() -> Text:
    text = _instruction("hidden")
    (
        kind,
        pieces,
        places_at,
        faces_at,
        names_at,
        sides_at,
        where,
        which,
        side,
        places,
        faces,
        known_at,
    ) = (text.read("%a", n) for n in range(Hidden.END))
    sight = text.moved("%a", int(Hidden.END))
    base = text.moved(sight, places)
    every = text.moved(base, places)
    codes = text.moved(every, places)
    roles = text.moved(codes, places)
    backs = text.moved(roles, faces)
    with text.times(pieces) as piece:
        place = text.read("%v", text.op("add", places_at, piece))
        with text.when(text.test("ult", place, places)):
            true_face = text.read("%v", text.op("add", faces_at, piece))
            face, known = text.var(true_face), text.var(text.read(sight, place))
            with text.when(text.test("eq", text.get(known), int(Sight.SHOWN))):
                seats = text.read("%v", text.op("add", known_at, piece))
                text.set(known, text.op("and", text.op("lshr", seats, "%seat"), 1))
            with text.when(text.test("eq", text.get(known), int(Sight.ASK))):
                told = _call_told(text, kind, piece)
                text.set(known, 0)
                with text.when(text.test("sge", told, 0)):
                    text.set(known, 1)
                    text.set(face, told)
            shown = text.get(face)
            with text.when(text.test("ult", shown, faces)):
                is_known = text.test("ne", text.get(known), 0)
                first, role = text.read(base, place), text.read(roles, shown)
                with text.when(text.both(is_known, text.test("sge", first, 0))):
                    _more(text, text.op("add", first, role))
                whole = text.read(every, place)
                with text.when(text.test("sge", whole, 0)):
                    _more(text, text.op("add", whole, text.read(backs, shown)))
                name = text.read("%v", text.op("add", names_at, piece))
                named = text.test("ult", name, pieces)
                with text.when(text.both(named, text.test("sge", where, 0))):
                    text.write("%out", text.op("add", where, name), text.read(codes, place), ENTRY)
                    with text.when(is_known):
                        text.write(
                            "%out", text.op("add", which, name), text.op("add", role, 1), ENTRY
                        )
                    with text.when(text.test("sge", side, 0)):
                        value = text.read("%v", text.op("add", sides_at, piece))
                        text.write("%out", text.op("add", side, name), value, ENTRY)
    return _end(text)


def _bounds() -> Text:
    text = _instruction("bounds")
    words = text.read("%a", 0)
    faces = text.read("%a", text.op("add", words, 1))
    table = text.moved("%a", text.op("add", words, 2))
    some = text.var()
    with text.times(words) as n:
        word = text.read("%v", text.read("%a", text.op("add", n, 1)))
        text.set(some, text.op("or", text.get(some), word))
    width = text.op("add", words, 1)
    with text.when(text.test("ne", text.get(some), 0)), text.times(faces) as face:
        row = text.moved(table, text.op("mul", face, width))
        sum = text.var()
        with text.times(words) as n:
            word = text.read("%v", text.read("%a", text.op("add", n, 1)))
            own = text.op("and", word, text.read(row, text.op("add", n, 1)))
            text.set(sum, text.op("add", text.get(sum), text.count_bits(own)))
        entry = text.read(row, 0)
        before = text.read("%out", entry, ENTRY)
        more = text.put(f"call i64 @llvm.smax.i64(i64 {before}, i64 {text.get(sum)})")
        text.write("%out", entry, more, ENTRY)
    return _end(text)


def _order() -> Text:
    text = _instruction("order")
    (kind, hidden, pieces, tops_at, below_at, names_at, first, count, top, sight) = (
        text.read("%a", n) for n in range(Order.END)
    )
    table = text.moved("%a", int(Order.END))
    faces = text.moved(table, pieces)
    is_hidden = text.test("ne", hidden, 0)
    at, some, steps = text.var(text.read("%v", tops_at)), text.var(), text.var()
    with text.while_() as loop:
        here = text.get(at)
        piece = text.op("sub", here, 1)
        text.leave(text.put(f"xor i1 {text.test('ult', piece, pieces)}, true"), loop)
        n = text.get(steps)
        text.leave(text.test("sge", n, pieces), loop)
        code, face, told = text.var(UNKNOWN), text.var(-1), text.var(-1)
        with text.when(text.test("ne", sight, int(Sight.UNSEEN))):
            text.set(told, _call_told(text, kind, piece))
        seen = text.test("sge", text.get(told), 0)
        of_hidden, of_open, after = text.names("hidden", "open", "done")
        text.fork(is_hidden, of_hidden, of_open)
        text.lines.append(f"{of_open}:")
        with text.when(seen):
            text.set(code, text.read(table, piece))
            text.set(face, text.read(faces, piece))
        text.do(f"br label %{after}")
        text.lines.append(f"{of_hidden}:")
        with text.when(seen):
            role = text.read(table, text.get(told))
            text.set(face, role)
            text.set(code, text.op("add", text.op("add", pieces, 2), role))
        name = text.read("%v", text.op("add", names_at, piece))
        with text.when(text.test("sge", name, 0)):
            text.set(code, text.op("add", name, 2))
        text.label(after)
        found = text.get(code)
        with text.when(text.test("ne", found, UNKNOWN)):
            text.set(some, 1)
        with text.when(text.test("slt", n, count)):
            text.write("%out", text.op("add", first, n), found, ENTRY)
        is_top = text.both(text.test("eq", n, 0), text.test("sge", text.get(face), 0))
        with text.when(is_top):
            text.write("%out", text.op("add", top, text.get(face)), 1, ENTRY)
        text.set(steps, text.op("add", n, 1))
        text.set(at, text.read("%v", text.op("add", below_at, piece)))
    with text.when(text.test("eq", text.get(some), 0)), text.times(count) as n:
        text.write("%out", text.op("add", first, n), 0, ENTRY)
    return _end(text)


def _of_pieces() -> Text:
    text = _instruction("of_pieces")
    (
        kind,
        pieces,
        places_at,
        names_at,
        at,
        start,
        first,
        width,
        way,
        low,
        high,
        nothing,
        places,
    ) = (text.read("%a", n) for n in range(OfPieces.END))
    seen = text.moved("%a", int(OfPieces.END))
    roles = text.moved(seen, places)
    members = text.moved(roles, pieces)
    with text.times(pieces) as piece:
        place = text.read("%v", text.op("add", places_at, piece))
        role = text.var(text.read(roles, piece))
        there = text.var()
        with text.when(text.test("ult", place, places)):
            text.set(there, text.read(seen, place))
        with text.when(text.test("sge", names_at, 0)):
            text.set(role, text.read("%v", text.op("add", names_at, piece)))
        is_open = text.test("slt", names_at, 0)
        with text.when(text.both(is_open, text.test("eq", text.get(there), int(Sight.ASK)))):
            text.set(there, text.op("add", _call_told(text, kind, piece), 1))
        named = text.test("ult", text.get(role), pieces)
        with text.when(text.both(named, text.test("ne", text.get(there), 0))):
            word = text.read("%v", text.op("add", at, piece))
            entry = text.op("add", first, text.op("mul", text.get(role), width))
            with text.when(text.test("ne", word, start)):
                _note_value(text, word, entry, (way, low, high, nothing), members)
    return _end(text)


def _note_value(
    text: Text, word: str, entry: str, told: tuple[str, str, str, str], members: str
) -> None:
    way, low, high, nothing = told
    with text.when(text.test("eq", way, 0)):
        text.write("%out", entry, text.cut(word, low, high), ENTRY)
    with text.when(text.test("eq", way, 1)):
        text.write("%out", entry, 0, ENTRY)
        text.write("%out", text.op("add", entry, 1), 0, ENTRY)
        with text.when(text.test("ne", word, nothing)):
            text.write("%out", entry, text.cut(word, low, high), ENTRY)
            text.write("%out", text.op("add", entry, 1), 1, ENTRY)
    with text.when(text.test("eq", way, 2)), text.times(WORD) as n:
        own = text.read(members, n)
        with text.when(text.test("sge", own, 0)):
            bit = text.op("and", text.op("lshr", word, n), 1)
            text.write("%out", text.op("add", entry, own), bit, ENTRY)


def _optional() -> Text:
    text = _instruction("optional")
    at, nothing, entry, low, high = (text.read("%a", n) for n in range(5))
    word = text.read("%v", at)
    with text.when(text.test("ne", word, nothing)):
        text.write("%out", entry, text.cut(word, low, high), ENTRY)
        text.write("%out", text.op("add", entry, 1), 1, ENTRY)
    return _end(text)


def _observe() -> Text:
    """`observe(v, codes, seat, out)`: the row of what a player sees."""
    text = Text("void @observe(ptr noalias %v, ptr noalias %codes, i64 %seat, ptr noalias %out)")
    kept = _keep(text)
    size = text.read("%codes", int(Rows.SIZE))
    bytes_ = text.op("mul", size, 2)
    text.do(f"call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 {bytes_}, i1 false)")
    start = text.op("add", "%seat", int(Rows.END))
    at = text.var(text.read("%codes", start))
    end = text.read("%codes", text.op("add", start, 1))
    stop, next_ = text.names("stop", "next")
    with text.while_() as loop:
        here = text.get(at)
        text.leave(text.test("sge", here, end), loop)
        what, length = text.read("%codes", here), text.read("%codes", text.op("add", here, 1))
        own = text.moved("%codes", text.op("add", here, 2))
        text.set(at, text.op("add", here, length))
        labels = text.names(*(each.name.lower() for each in Do))
        cases = " ".join(
            f"i64 {int(do)}, label %{label}" for do, label in zip(Do, labels, strict=True)
        )
        text.do(f"switch i64 {what}, label %{stop} [{cases}]")
        for do, label in zip(Do, labels, strict=True):
            text.lines.append(f"{label}:")
            text.do(f"call void @do_{do.name.lower()}(ptr %v, ptr {own}, i64 %seat, ptr %out)")
            text.do(f"br label %{next_}")
        text.lines.append(f"{stop}:")
        text.do(f"br label %{loop[0]}")
        text.lines.append(f"{next_}:")
    _put_back(text, kept)
    return _end(text)


_KEPT = (lay.BUDGET, lay.THROUGH)


def _keep(text: Text) -> list[str]:
    """The words that rules change which only say who sees what."""
    return [text.read("%v", at) for at in _KEPT]


def _put_back(text: Text, kept: list[str]) -> None:
    for at, word in zip(_KEPT, kept, strict=True):
        text.write("%v", at, word)


def _site(text: Text) -> str:
    """The words that say how the options of the decision are numbered."""
    site, seat = text.read("%v", lay.SITE), text.read("%v", lay.ASKER)
    seats = text.read("%numbers", int(Numbers.SEATS))
    index = text.op("add", text.op("add", text.op("mul", site, seats), seat), int(Numbers.END))
    return text.moved("%numbers", text.read("%numbers", index))


def _number_options(shared: Shared, most: int) -> Text:
    """`number_options(v, numbers, mask, width)`: marks what is offered."""
    text = Text(
        "void @number_options(ptr noalias %v, ptr noalias %numbers, ptr noalias %mask, i64 %width)"
    )
    kept = _keep(text)
    text.do("call void @llvm.memset.p0.i64(ptr %mask, i8 0, i64 %width, i1 false)")
    with text.when(_is_asked(text, most)):
        a = _site(text)
        way, first, count, extra, low, members = (text.read(a, n) for n in range(6))
        table = text.moved(a, int(Numbered.END))
        own = text.moved("%mask", first, "i8")

        def mark(index: str) -> None:
            with text.when(text.test("ult", index, count)):
                text.write(own, index, 1, "i8")

        # All ways but two take a table or a function; numbers are moved.
        moved = text.op("sub", text.read("%v", lay.OFFSET), low)
        by = text.pick(text.test("eq", way, int(_Way.NUMBER)), moved, 0)
        words = shared.kinds.word(lay.OPTIONS)
        parts = [shared.place.part(lay.OPTIONS, n) for n in range(words)]
        for n, part in enumerate(parts):
            mask = text.read("%v", part)
            listed, hidden, plain, other, after = text.names("l", "h", "p", "o", "a")
            text.fork(text.test("eq", way, int(_Way.LISTED)), listed, other)
            text.lines.append(f"{listed}:")
            with text.bits(mask) as bit:
                member = text.op("add", bit, WORD * n)
                with text.when(text.test("ult", member, members)):
                    mark(text.read(table, member))
            text.do(f"br label %{after}")
            text.lines.append(f"{other}:")
            text.fork(text.test("eq", way, int(_Way.HIDDEN)), hidden, plain)
            text.lines.append(f"{hidden}:")
            with text.bits(mask) as bit:
                member = text.op("add", bit, WORD * n)
                mark(text.put(f"call i64 @hidden_number(ptr %v, ptr {a}, i64 {member})"))
            text.do(f"br label %{after}")
            text.lines.append(f"{plain}:")
            with text.bits(mask) as bit:
                mark(text.op("add", text.op("add", bit, WORD * n), by))
            text.label(after)
        if shared.numbers:
            with text.times(text.read("%v", shared.place.numbers)) as bit:
                mark(text.op("add", bit, by))
        has_extra = text.test("ne", text.read("%v", lay.EXTRA), 0)
        with text.when(text.both(has_extra, text.test("ult", extra, "%width"))):
            text.write("%mask", extra, 1, "i8")
    _put_back(text, kept)
    return _end(text)


def _answer_of(shared: Shared) -> Text:
    """`answer_of(v, numbers, number)`: the answer that a number stands for which is offered."""
    text = Text("i64 @answer_of(ptr noalias %v, ptr noalias %numbers, i64 %number)")
    a = _site(text)
    way, first, count, _, low, members = (text.read(a, n) for n in range(6))
    index, offset = text.op("sub", "%number", first), text.read("%v", lay.OFFSET)
    found = text.var(lay.DECLINED)
    with text.when(text.test("ult", index, count)):
        with text.when(text.test("eq", way, int(_Way.LISTED))):
            table = text.moved(a, text.op("add", members, int(Numbered.END)))
            text.set(found, text.op("add", text.read(table, index), offset))
        with text.when(text.test("eq", way, int(_Way.NUMBER))):
            text.set(found, text.op("add", index, low))
        with text.when(text.test("eq", way, int(_Way.DISTANCE))):
            text.set(found, text.op("add", index, offset))
        with text.when(text.test("eq", way, int(_Way.HIDDEN))):
            kept = _keep(text)
            for n in range(shared.kinds.word(lay.OPTIONS)):
                with text.bits(text.read("%v", shared.place.part(lay.OPTIONS, n))) as bit:
                    member = text.op("add", bit, WORD * n)
                    own = text.put(f"call i64 @hidden_number(ptr %v, ptr {a}, i64 {member})")
                    with text.when(text.test("eq", own, index)):
                        text.set(found, member)
            _put_back(text, kept)
    text.do(f"ret i64 {text.get(found)}")
    return text


def _hidden_number(shared: Shared) -> Text:
    """`hidden_number(a, piece)`: the number of an option that is a hidden piece, as the player knows it."""
    text = Text("internal i64 @hidden_number(ptr noalias %v, ptr noalias %a, i64 %piece)")
    a, piece, seat = "%a", "%piece", text.read("%v", lay.ASKER)
    table = text.moved(a, int(Numbered.END))
    words = shared.kinds.word(lay.OPTIONS)
    parts = [shared.place.part(lay.OPTIONS, n) for n in range(words)]
    kind, names_at, places_at, faces_at, pieces, faces, names, several = (
        text.read(a, n) for n in range(Numbered.KIND, Numbered.END)
    )
    starts = text.moved(table, faces)
    copies = text.moved(starts, faces)
    spots = text.moved(copies, faces)
    found = text.var(-1)
    name = text.read("%v", text.op("add", names_at, piece))
    face = _call_told(text, kind, piece, seat)
    place = text.read("%v", text.op("add", places_at, piece))
    with text.when(text.test("sge", face, 0)):
        before = text.var()
        with text.when(text.test("ne", several, 0)):
            own = _rank(text, names_at, places_at, pieces, piece)
            for n, part in enumerate(parts):
                with text.bits(text.read("%v", part)) as bit:
                    other = text.op("add", bit, WORD * n)
                    told = _call_told(text, kind, other, seat)
                    with text.when(text.test("eq", told, face)):
                        rank = _rank(text, names_at, places_at, pieces, other)
                        with text.when(text.test("slt", rank, own)):
                            text.set(before, text.op("add", text.get(before), 1))
        nth = text.get(before)
        role = text.read(table, face)
        with text.when(text.test("slt", nth, text.read(copies, role))):
            text.set(found, text.op("add", text.read(starts, role), nth))
    with text.when(text.test("slt", text.get(found), 0)):
        with text.when(text.both(text.test("sge", name, 0), text.test("sge", names, 0))):
            text.set(found, text.op("add", names, name))
        with text.when(text.test("slt", name, 0)):
            real = text.read("%v", text.op("add", faces_at, piece))
            spot = text.op("add", text.op("mul", place, faces), real)
            text.set(found, text.read(spots, spot))
    text.do(f"ret i64 {text.get(found)}")
    return text


def _rank(text: Text, names_at: str, places_at: str, pieces: str, piece: str) -> str:
    """Before which others a piece with the same face is listed: by name, and those without one by place."""
    name = text.read("%v", text.op("add", names_at, piece))
    place = text.read("%v", text.op("add", places_at, piece))
    later = text.op("add", text.op("mul", text.op("add", place, 1), pieces), piece)
    return text.pick(text.test("sge", name, 0), name, later)


__all__ = ["observing_text"]
