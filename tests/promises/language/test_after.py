"""What would be so after a rule: it is worked out, and nothing has happened; on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.events.watched import new_watched
from boardwright.interpreter.native.engine import loaded
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.errors import NOT_ENOUGH, TOO_MANY_STEPS, RuleError
from boardwright.interpreter.table.table import set_table
from decisions import fault, refused
from strategies import logged, play, steps, tiny, turns

RULES = """rules:
  earn(number n): |
    take n coins
  lay(field): |
    place 1 of my cubes in field
    set log to log + 1
  climb: |
    move king to pile
    move cook to pile
  both(field one_end, field other_end): |
    lay(one_end)
    if cubes in other_end = 0 after lay(other_end):
      stop_here()
    lay(other_end)
  stop_here: |
    set log to 900
"""


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("my coins after earn(3)", 3),
        ("my coins + 1 after earn(3)", 4),
        ("(my coins after earn(3)) + my coins", 3),
        ("(2 if my coins = 4 else 1) after earn(4)", 2),
        ("2 if (my coins = 4 after earn(4)) else 1", 2),
        ("my cubes in c after lay(c)", 1),
        ("sum(my cubes in f for each f in fields) after lay(b)", 1),
        ("sum((my cubes in f after lay(f)) for each f in fields)", 4),
        ("count(those f in fields where (my cubes in f = 1 and f is not b after lay(f)))", 3),
        ("position(cook, cards in pile) + 4 after climb()", 5),
        ("worth of top of pile after climb()", 1),
        ("log after both(a, b)", 2),
        ("(log after lay(a)) + (log after lay(b)) * 5", 6),
    ],
)
def test_what_would_be_so(asked: str, found: int) -> None:
    lines = ["as last_seat:", f"  let found be {asked}", "  set log to found * 10 + log"]
    lines += ("  set log to log + my coins + count(cards in pile)",)
    game = tiny(RULES + steps(*lines, "set log to log + cubes in everywhere - 18"))
    assert logged(game) == found * 10


def test_it_stays_where_it_is_asked() -> None:
    """In choices, values, modifiers, hooks and conditions of loops, and with names of its own."""
    game = tiny(
        RULES
        + "values:\n  gain(number n): my coins after earn(n)\n  limit_now: 3\n"
        + "modify:\n  limit_now: add 1 when (log >= 1 after lay(a))\n"
        + "after earn(n) when (log >= 1 after lay(a)): |\n  set log to log + 100\n"
        + turns(
            "choose n from 1 to 5 where gain(n) <= limit_now\nearn(n)\nset log to log + gain(limit_now)",
            "rounds: 1",
        )
    )
    pair = play(game, 2)
    assert pair.ids == ("1", "2", "3", "4")
    pair.take("2")
    assert pair.note("log") == 106
    assert pair.ids == ("1", "2", "3", "4")
    pair.take("4")
    assert pair.note("log") == 106 + 108


def test_hooks_of_the_rule_are_supposed_as_well() -> None:
    hooks = "instead of earn(n) when n >= 2: |\n  earn(1)\n  original\n"
    assert (
        logged(
            tiny(
                RULES
                + hooks
                + steps(
                    "set log to coins in purse of me after earn(4)".replace(
                        "of me", "of first_seat"
                    ).replace("set log", "as first_seat:\n  set log")
                )
            )
        )
        == 5
    )


def test_what_fails_there_fails_at_its_line() -> None:
    game = tiny(RULES + steps("as first_seat:", "  set log to my coins after earn(31)"))
    assert fault(game) == NOT_ENOUGH
    with pytest.raises(RuleError) as found:
        play(game, 2)
    assert found.value.span is not None and found.value.span.text == "take n coins"
    program = link(set_table(game, 2))
    with pytest.raises(RuleError) as same:
        loaded(program).run(program.first_vector(1))
    assert (same.value.code, same.value.span) == (NOT_ENOUGH, found.value.span)


def test_its_steps_count() -> None:
    lines = ["as first_seat:", "  while (my coins after earn(1)) >= 1:"]
    lines += ["    repeat 9000 times:", "      set log to 1"]
    assert fault(tiny(RULES + steps(*lines))) == TOO_MANY_STEPS
    inner = "rules:\n  wait: |\n    while log = 0:\n      take 0 coins\n"
    asked = ("as first_seat:", "  if log = 1 after wait():", "    set log to 1")
    assert fault(tiny(inner + steps(*asked))) == TOO_MANY_STEPS


def test_knowledge_and_names_are_as_before() -> None:
    hidden = (
        "rules:\n  open_one: |\n    move 1 of deck to pile\n    show tokens in row to first_seat\n"
        "    for each t in tokens in row:\n      move t to rack of last_seat\n"
    )
    game = tiny(
        hidden
        + steps(
            "move all tokens in bag to row",
            "set log to count(tokens in row) * 10",
            "set log to log + (count(tokens in rack of last_seat) after open_one())",
            "as first_seat:",
            "  choose x from 1 to 2",
        )
    )
    pair = play(game, 2)
    pieces = pair.at("pieces", "token")
    assert pair.note("log") == 55
    assert all(facts["known_to"] == ["p1", "p2"] for facts in pieces.values())
    assert {facts["place"] for facts in pieces.values()} == {"row"}


def test_nothing_of_it_is_told() -> None:
    tells = "tell:\n  lay: '{me} lays a cube in {field}'\n"
    text = (
        RULES
        + tells
        + turns("choose f from fields where (my cubes in f >= 1 after lay(f))\nlay(f)", "rounds: 2")
    )
    program = link(set_table(tiny(text), 2))
    state = new_watched(program, 1, None, (0, -1))
    assert [event["event"] for event in state.events if event["event"] != "course"] == ["asked"]
    state.apply("b")
    kinds = [event["event"] for event in state.events if event["event"] != "course"]
    assert kinds == ["chosen", "happened", "amount", "noted", "asked"]
    assert state.events[1]["by"] == "p1" and "p2" not in str(state.events[:-2])
    for seat in (0, -1):
        assert sum(event["event"] == "amount" for event in state.seen(seat)) == 1


@pytest.mark.parametrize(
    ("rule", "asked", "codes"),
    [
        ("choose f from fields\n    place 1 of my cubes in f", "log after r()", {"E528"}),
        ("may wait:\n      nothing", "log after r()", {"E528"}),
        ("draw n from 1 to 6", "log after r()", {"E528"}),
        ("roll dice", "log after r()", {"E528"}),
        ("shuffle bag", "log after r()", {"E528"}),
        ("find t in tokens in bag", "log after r()", {"E528"}),
        ("end game", "log after r()", {"E528"}),
        ("open menu", "log after r()", {"E528"}),
        ("if log = 0 after r():\n      set log to 1", "log", {"E510", "E528"}),
        ("take 1 coins", "players after r()", {"E501"}),
        ("take 1 coins", "first_seat after r()", {"E501"}),
        ("take 1 coins", "log after r(1)", {"E504"}),
        ("take 1 coins", "log after s()", {"E401"}),
        ("take 1 coins", "log after log()", {"E403"}),
    ],
)
def test_what_cannot_be_supposed_is_refused(rule: str, asked: str, codes: set[str]) -> None:
    text = f"rules:\n  r: |\n    {rule}\n"
    assert (
        refused(text + steps("as first_seat:", f"  let found be {asked}", "  set log to 1"))
        == codes
    )


def test_what_is_asked_by_effects_and_hooks_of_the_rule_is_refused() -> None:
    performs = "rules:\n  r: |\n    perform ability of king\n"
    asks = "ability: |\n  choose f from fields\nworth: 3"
    asked = steps("as first_seat:", "  set log to log after r()")
    assert refused(performs + asked, king=asks) == {"E528"}
    hooked = "rules:\n  r: {}\nafter r: |\n  roll dice\n"
    assert refused(hooked + asked) == {"E528"}


def test_a_value_that_needs_itself_after_a_rule_is_refused() -> None:
    ring = "values:\n  fine: log = 0 after r()\nrules:\n  r: |\n    if fine:\n      set log to 1\n"
    assert refused(ring + steps("if fine:", "  set log to 2")) == {"E528"}


def test_suppositions_are_not_nested_deeply() -> None:
    def nested(first: int) -> str:
        rules = "".join(
            f"  r{n}: |\n    if log = 0 after r{n + 1}():\n      set log to log + 1\n"
            for n in range(first, 4)
        )
        asked = steps(f"if log = {first % 2} after r{first}():", "  set log to 7")
        return f"rules:\n{rules}  r4: |\n    set log to log\n{asked}"

    assert refused(nested(0)) == refused(nested(1)) == {"E528"}
    assert logged(tiny(nested(2))) == 7
