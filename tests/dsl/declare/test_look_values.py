from __future__ import annotations

from boardwright.dsl.declare.look_values import look_values
from boardwright.dsl.declare.ruleset import declare
from boardwright.dsl.source.diagnostics import Bag
from ruleset_texts import documents_of

TEXT = """\
expansion: tiny
of: base
knows: [b]
language: 2
look: {fonts: [a.ttf, b.otf], symbol: c.svg}
varieties: {v: {m: {look: {picture: d.png}}}}
kinds: {k: {look: {marks: {x: e.png}}}}
stocks: {s: {total: 1, each: {t: {look: {symbol: f.png}}}, look: {picture: g.png}}}
spaces: {room: {look: {picture: h.png}}}
places: {p: {look: {symbol: i.png}}}
pieces: {k: {first_one: {look: {picture: j.png}}}}
replace: {kinds: {old: {look: {picture: k.png}}}}
### part.yaml
part: more
with: b
kinds: {z: {look: {picture: l.png}}}
replace: {kinds: {older: {look: {picture: m.png}}}}
"""


def test_every_file_in_a_look_is_listed() -> None:
    bag = Bag()
    found = declare(documents_of(TEXT, bag), bag, (), ("b",))
    assert found is not None and not len(bag), bag.sorted()
    files = [value.text[0] for value in look_values(found) if value.is_file]
    assert sorted(files) == list("abcdefghijklm")
