"""What a table makes of a few words is bounded before it is made; what play makes of them, while it is."""

from __future__ import annotations

import textwrap

import pytest

from boardwright.files.locate_ruleset import shipped
from boardwright.files.manifests import game_and_expansions
from boardwright.interpreter.agents.random_agent import play_random
from boardwright.interpreter.backends import python
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from boardwright.loading.load import read
from bound_texts import game_of

HEAD = "game: large\nlanguage: 2\nplayers: 2\noutcome: {score: 0}\n"


def program(turn: str = "nothing", sections: str = "") -> Program:
    body = textwrap.indent(turn, "      ")
    text = f"{HEAD}{sections}course:\n  - phase: play\n    rounds: 1\n    turn: |\n{body}\n"
    return link(set_table(game_of(text), 2))


def refused(turn: str = "nothing", sections: str = "") -> RuleError:
    with pytest.raises(RuleError) as caught:
        program(turn, sections)
    return caught.value


def fails(turn: str, sections: str = "") -> RuleError:
    linked = program(turn, sections)
    with pytest.raises(RuleError) as caught:
        play_random(linked, 1)
    return caught.value


CARD = "kinds:\n  card: {home: box}\nplaces:\n  box: {holds: [card]}\n"


@pytest.mark.parametrize(
    ("sections", "told"),
    [
        (CARD + "pieces:\n  card: {x: {copies: 6000}, y: {copies: 6000}}\n", "12,000 pieces"),
        (
            "spaces:\n  b: {ring: {2: 500}}\n  s: {per: b}\nboard:\n  s: {"
            + ", ".join(f"x{n}: {{}}" for n in range(20))
            + "}\n",
            "10,500 spaces",
        ),
        (
            "spaces:\n  cell: {grid: 26 by 99}\nstocks:\n  coin: {total: 1, home: bank}\nplaces:\n"
            "  bank: {holds: [coin]}\n"
            + "".join(f"  p{n}: {{per: cell, holds: [coin]}}\n" for n in range(8)),
            "20,593 places",
        ),
    ],
)
def test_so_much_is_not_at_any_table(sections: str, told: str) -> None:
    fault = refused(sections=sections)
    assert fault.code == "E811" and told in fault.message
    assert fault.span is not None


def test_nearly_so_much_is() -> None:
    assert program(sections=CARD + "pieces:\n  card: {x: {copies: 9000}}\n") is not None


def test_the_words_of_a_state_are_limited() -> None:
    notes = "".join(f"        n{n}: number\n" for n in range(11))
    sections = f"{CARD}pieces:\n  card:\n    x:\n      copies: 9000\n      notes:\n{notes}"
    fault = refused(sections=sections)
    assert fault.code == "E811" and "more than 100,000 numbers" in fault.message


def test_the_values_of_notes_are_limited() -> None:
    notes = "".join(f"        n{n}: number\n" for n in range(200))
    sections = f"{CARD}pieces:\n  card:\n    x:\n      copies: 900\n      notes:\n{notes}"
    fault = refused(sections=sections)
    assert fault.code == "E811" and "100,800 values of notes" in fault.message


def test_the_statements_of_a_program_are_limited() -> None:
    hooks = "".join(f"      after r{n}: |\n        take 1 coins\n" for n in range(40))
    rules = "rules:\n" + "".join(f"  r{n}: {{}}\n" for n in range(40))
    sections = (
        "stocks:\n  coin: {total: unlimited, home: bank, kept: hand}\nkinds:\n"
        "  card: {home: box, owner: hand}\nplaces:\n  box: {holds: [card]}\n  bank: {holds: [coin]}\n"
        f"  hand: {{per: player, holds: [card, coin]}}\n{rules}pieces:\n  card:\n    x:\n      copies: 2000\n{hooks}"
    )
    fault = refused(sections=sections)
    assert fault.code == "E811" and "too large a program" in fault.message


def test_loops_in_loops_are_no_deeper_than_python_takes() -> None:
    def nested(count: int) -> str:
        lines = [f"{'  ' * n}for each n{n} in 1 to 1:" for n in range(count)]
        return "\n".join([*lines, "  " * count + "nothing"])

    play_random(program(nested(18)), 1)
    fault = refused(nested(19))
    assert fault.code == "E811" and "too many nested loops" in fault.message


def test_a_table_of_steps_is_only_so_large() -> None:
    grid = "spaces:\n  cell: {grid: 26 by 99}\nnotes: {n: number}\n"
    count = "set n to count(cells within STEPS steps of a1)"
    assert program(count.replace("STEPS", "200"), grid) is not None
    assert program(count.replace("STEPS", "n"), grid.replace("26 by 99", "9 by 9")) is not None
    assert refused(count.replace("STEPS", "n"), grid).code == "E811"


NUMBERS = "notes: {n: number, lots: {is: number, start: 1000000}}\n"


@pytest.mark.parametrize(
    "turn",
    [
        "choose x from 1 to 1000000",
        "choose x from 1 to lots",
        "choose 5 x from 1 to 1000000",
        "draw x from 1 to 1000000",
        "find x in 1 to lots where x = 7",
        "share 1000000 as bits among p in players, from 0 to 1000000 each",
        "set n to count(those x in 1 to lots by rising x)",
        "let x be 1000\nlet y be (x + n) * (x + n) * (x + n) * (x + n) * (x + n)",
    ],
)
def test_numbers_that_are_too_many_or_too_large_are_an_error_where_they_stand(turn: str) -> None:
    fault = fails(turn, NUMBERS)
    assert fault.code == "E653" and fault.span is not None


def doubling(count: int, last: str = "nothing") -> str:
    rules = "".join(f"  r{n}: |\n    r{n + 1}()\n    r{n + 1}()\n" for n in range(count))
    return f"{NUMBERS}rules:\n{rules}  r{count}: |\n    {last}\n"


@pytest.mark.parametrize(
    ("turn", "sections"),
    [
        ("r0()", doubling(60)),
        ("r0()", doubling(60, "if lots = 1:\n      choose x from 1 to 3")),
        (
            "set n to v0",
            NUMBERS
            + "values:\n"
            + "".join(f"  v{n}: v{n + 1} + v{n + 1}\n" for n in range(30))
            + "  v30: n\n",
        ),
        (
            "set n to v0",
            NUMBERS
            + "values:\n"
            + "".join(f"  v{n}: n\n" for n in range(31))
            + "modify:\n"
            + "".join(f"  v{n}: add v{n + 1} + v{n + 1}\n" for n in range(30)),
        ),
        (
            "r(1)",
            "rules:\n  r(number n):\n    deep: 60\n    effect: |\n      if n < 55:\n        r(n + 1)\n        r(n + 1)\n",
        ),
        ("repeat 99000 times:\n  repeat 99000 times:\n    nothing", ""),
        ("while lots > 1:\n  nothing", NUMBERS),
        ("set n to count(x > y for each y in 1 to 900000)".replace("x > y", "lots > y"), NUMBERS),
        (
            "repeat 90000 times:\n  move all cards in box to bag\n  move all cards in bag to box",
            CARD + "  bag: {holds: [card]}\npieces:\n  card: {x: {copies: 5000}}\n",
        ),
        (
            "for each a in cells:\n  for each b in cells:\n    for each c in cells:\n      nothing",
            "spaces:\n  cell: {grid: 26 by 99}\n",
        ),
    ],
)
def test_work_that_piles_up_is_stopped_whatever_it_is_made_of(turn: str, sections: str) -> None:
    linked = program(turn, sections)
    for run in (lambda: play_random(linked, 1), lambda: linked.fast.run(linked.first_vector(1))):
        # Without a budget it would be hours.
        with pytest.raises(RuleError) as caught:
            run()
        assert caught.value.code == "E658" and caught.value.span is not None


def test_rules_that_go_very_deep_are_an_error_and_no_crash() -> None:
    rule = "rules:\n  r(number n): {deep: 1000, effect: r(n + 1)}\n"
    assert fails("r(1)", rule).code == "E660"


def test_work_before_the_game_is_counted_too() -> None:
    values = "".join(f"  v{n}: v{n + 1} + v{n + 1}\n" for n in range(30)) + "  v30: 1\n"
    sections = f"values:\n{values}spaces:\n  s: {{in_play: v0 > 1}}\nboard:\n  s: {{a: {{}}}}\n"
    assert refused(sections=sections).code == "E658"


@pytest.mark.parametrize("name", shipped())
def test_what_games_need_is_nowhere_near_the_limit(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(python, "MOST_STEPS", 2_000)  # a fiftieth
    base, overlays = game_and_expansions(shipped()[name], [])
    rules = read(base, overlays)
    linked = rules.at_table(rules.players[-1]).program
    for seed in range(20):
        assert play_random(linked, seed)


def test_rules_that_ask_may_be_as_deep_as_they_say_in_every_game() -> None:
    sections = textwrap.dedent(
        """\
        notes: {n: number}
        rules:
          deepen(number k):
            deep: 1000
            effect: |
              if k >= 1:
                choose q from 1 to 2
                add q to n
                deepen(k - 1)
                add 1 to n
        """
    )
    linked = program("deepen(999)", sections)
    for seed in range(3):
        assert play_random(linked, seed)


def test_a_loop_whose_turns_may_ask_counts_the_same_steps_in_every_game() -> None:
    sections = "spaces:\n  cell: {grid: 10 by 20}\nnotes: {off: yes_no}\n"
    turn = "repeat 2000 times:\n  for each s in cells:\n    if off:\n      choose k from 1 to 2\n"
    linked = program(turn, sections)
    for seed in range(3):
        with pytest.raises(RuleError) as caught:
            play_random(linked, seed)
        assert caught.value.code == "E658"


def test_a_board_of_64_by_64_links_and_plays() -> None:
    turn = (
        "choose c from cells where stones in c = 0\nplace 1 of my stones in c\n"
        "choose n from neighbours of c along orthogonal where my stones in n = 0 and row of n >= row of c"
    )
    stones = (
        "stocks:\n  stone: {total: 5, each: player, home: bag}\nplaces:\n  bag: {holds: [stone]}\n"
    )
    linked = program(
        turn, f"spaces:\n  cell: {{grid: 64 by 64, holds: [stone], room: {{stone: 1}}}}\n{stones}"
    )
    v = play_random(linked, 1)
    assert v[lay.DECISIONS] == 4
    free = v[linked.layout.present["stone"]] | v[linked.layout.present["stone"] + 1]
    assert free.bit_count() == 2 and linked.table.spaces[4095].id == "bl64"
