"""Values of looks: what is read, and what is said of what cannot be."""

from __future__ import annotations

import pytest

from boardwright.dsl.declare.ruleset import declare
from boardwright.dsl.source.diagnostics import Bag, Diagnostic
from ruleset_texts import documents_of

GAME = "game: tiny\nlanguage: 2\nplayers: 2\nkinds:\n  card: {look: {KEYS}}\n"


def findings(keys: str, text: str = GAME) -> tuple[Diagnostic, ...]:
    bag = Bag()
    declare(documents_of(text.replace("KEYS", keys), bag), bag)
    return tuple(each for each in bag.sorted())


@pytest.mark.parametrize(
    ("keys", "code", "help"),
    [
        ("colour: 3f6ea5", "E205", 'write `"#3f6ea5"`'),
        ('colour: "#abc"', "E205", 'write `"#aabbcc"`'),
        ("colour: blu", "E205", "did you mean `blue`?"),
        ("colour: turquoisey", "E205", "two digits each"),
        ("colour: [red]", "E203", ""),
        ("back: by class", "E205", "only pieces and spaces have attributes"),
        ("symbol: crwn", "E205", "did you mean `crown`?"),
        ("symbol: dragon", "E205", "name a picture, such as `pictures/dragon.svg`"),
        ("symbol: boot", "E205", "name a picture, such as `pictures/dragon.svg`"),
        ("symbol: dragon.gif", "E205", "the name ends in"),
        ("picture: /etc/passwd.png", "E205", "into the folder of the ruleset"),
        ("picture: ../other/king.png", "E205", "into the folder of the ruleset"),
        ("picture: a/../../b.png", "E205", "into the folder of the ruleset"),
        ("picture: http://x.org/b.png", "E205", "into the folder of the ruleset"),
        (r"picture: pics\king.png", "E205", "write `pics/king.png`"),
        ("picture: C:/king.png", "E205", "into the folder of the ruleset"),
        ("picture: ./king.png", "E205", "write `king.png`"),
        ("picture: .hidden/king.png", "E205", "the name consists of"),
        ("picture: könig.png", "E205", "the name consists of"),
        ("shape: crad", "E205", "did you mean `card`?"),
        ("size: 63x88", "E205", "write `63 by 88`"),
        ("size: 3 by 4", "E205", "8 to 280 millimetres"),
        ("marks: {coins: nothing such}", "E205", ""),
        ("shap: card", "E201", "did you mean `shape`?"),
        ("ground: sea", "E201", "belongs to"),
    ],
)
def test_a_bad_value_is_told_with_a_way_out(keys: str, code: str, help: str) -> None:
    (finding,) = findings(keys)
    assert finding.code == code and finding.label is not None
    assert any(help in each for each in finding.help) or not help, finding.help
    assert finding.label.span.row == 5


def test_a_colour_without_quotes_is_a_comment() -> None:
    text = "game: tiny\nlanguage: 2\nplayers: 2\nlook:\n  colour: #3f6ea5\n"
    (finding,) = findings("", text)
    assert finding.code == "E203" and "stands in quotes" in finding.help[0]


@pytest.mark.parametrize(
    "keys",
    [
        'colour: "#3F6ea5"',
        "colour: by class, symbol: by class",
        "symbol: pictures/a-b_1.2.svg",
        "marks: {a: M, b: +1, c: coin, d: 2, e: p/x.png}",
        "size: 25",
        "size: 63 by 88",
    ],
)
def test_good_values_are_read(keys: str) -> None:
    assert findings(keys) == ()


def test_a_look_is_no_part_of_the_rules() -> None:
    from boardwright.dsl.compose.rules_hash import rules_hash

    hashes = set()
    for keys in ("", "look: {symbol: sun}\n", 'look: {colour: red, seats: {p1: "#010203"}}\n'):
        bag = Bag()
        found = declare(
            documents_of(
                f"game: tiny\nlanguage: 2\nplayers: 2\n{keys}varieties: {{x: {{a: {{{'look: {colour: red}' if keys else ''}}}}}}}\n",
                bag,
            ),
            bag,
        )
        assert found is not None and not len(bag)
        hashes.add(rules_hash(found))
    assert len(hashes) == 1
