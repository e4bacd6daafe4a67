"""Bombs in the rules: long or deep effects, and rules and values that call each other. See `bombs.py`."""

from __future__ import annotations

import textwrap

from bomb_files import HEAD, Make, Table, game

SCORE = "outcome: {score: 0}\n"


def rules(sections: str, body: str = "nothing") -> str:
    """A game with these sections whose turn is this effect."""
    return (
        HEAD
        + textwrap.dedent(sections).lstrip("\n")
        + "course:\n  - phase: play\n    rounds: 1\n    turn: |\n"
        + textwrap.indent(body.rstrip("\n") + "\n", "      ")
        + SCORE
    )


def turn(body: str) -> str:
    """A game whose turn is this effect."""
    return rules("", body)


def chain(count: int, step: str, last: str = "nothing") -> str:
    """A chain of rules, each of which does this with the next; the turn calls the first."""
    lines = ["rules:"]
    for n in range(count):
        body = textwrap.indent(step.replace("NEXT", f"r{n + 1}()"), "    ")
        lines.append(f"  r{n}: |\n{body}")
    lines.append(f"  r{count}: |\n    {last}\n")
    return rules("\n".join(lines), "r0()")


def values(
    count: int, step: str, last: str = "1", turn: str = "repeat v0 times:\n  nothing"
) -> str:
    """A chain of values, each worked out from the next."""
    lines = [f"  v{n}: {step.replace('NEXT', f'v{n + 1}')}" for n in range(count)]
    return rules("\n".join(["values:", *lines, f"  v{count}: {last}\n"]), turn)


def hooked(count: int, moment: str, effect: str) -> Make:
    """A game with many hooks on one rule, each on a card of its own."""
    body = textwrap.indent(effect, "        ")
    cards = "".join(f"    c{n}:\n      {moment} r by anyone: |\n{body}\n" for n in range(count))
    return game(
        rules(
            "kinds:\n  card: {home: box, owner: hand}\nplaces:\n  box: {holds: [card]}\n"
            "  hand: {per: player, holds: [card]}\nrules:\n  r: {}\npieces:\n  card:\n" + cards,
            "move all cards in box to hand of me\nr()",
        )
    )


_PILE = "kinds:\n  card: {home: box}\nplaces:\n  box: {holds: [card]}\npieces:\n  card:\n"
COINS = """
stocks:
  coin: {total: unlimited, home: bank, kept: purse}
places:
  bank: {holds: [coin]}
  purse: {per: player, holds: [coin]}
"""
CARDS = """
kinds:
  card: {pieces: SIZE, home: box}
places:
  box: {holds: [card]}
"""
GRID = """
spaces:
  cell: {grid: 26 by 99}
"""

_DEEP = "".join(f"{'  ' * n}if 1 = 1:\n" for n in range(50)) + "  " * 50 + "nothing"


def nested(count: int, line: str, last: str) -> str:
    """Blocks in blocks; `N` in a line stands for its depth."""
    lines = [f"{'  ' * n}{line.replace('N', str(n))}" for n in range(count)]
    return "\n".join([*lines, "  " * count + last])


def _sums(deep: int) -> str:
    """Sums of sums over the players."""
    return "sum(" * deep + "1" + "".join(f" for each s{n} in players)" for n in range(deep))


NESTING: Table = {
    name: (command, code, game(turn(body)))
    for name, (command, code, body) in {
        "loops_31_deep": ("run", "E811", nested(31, "for each nN in 1 to 1:", "nothing")),
        "loops_31_deep_over_players": (
            "run",
            "E811",
            nested(31, "for each pN in players:", "end game"),
        ),
        "repeats_31_deep": ("run", "E811", nested(31, "repeat 1 times:", "nothing")),
        "whiles_31_deep": ("run", "E811", nested(31, "while round > 9:", "nothing")),
        "loops_15_deep": ("run", "ok", nested(15, "for each nN in 1 to 1:", "nothing")),
        "ifs_31_deep": ("run", "ok", nested(31, "if round = 1:", "nothing")),
        "ifs_with_sets_31_deep": (
            "run",
            "ok",
            nested(31, "if any(p is me for each p in players):", "nothing"),
        ),
        "ifs_with_two_sets_31_deep": (
            "run",
            "ok",
            nested(
                31,
                "if any(p is me for each p in players) and any(p is me for each p in seats):",
                "nothing",
            ),
        ),
        "questions_31_deep": ("run", "ok", nested(31, "may goN:", "nothing")),
        "choices_31_deep": ("run", "ok", nested(31, "may choose nN from 1 to 3:", "nothing")),
        "loops_with_questions_15_deep": (
            "run",
            "ok",
            nested(15, "for each nN in 1 to 1:", "may go:\n" + "  " * 16 + "nothing"),
        ),
        "as_31_deep": ("run", "ok", nested(31, "as left of me:", "nothing")),
        "questions_400_in_a_row": ("run", "ok", "may go:\n  nothing\n" * 400),
        "choices_400_in_a_row": (
            "run",
            "E809",
            "".join(f"choose n{n} from 1 to 3\n" for n in range(400)),
        ),
        "choices_400_that_need_each_other": (
            "run",
            "E809",
            "choose n0 from 1 to 3\n"
            + "".join(f"choose n{n + 1} from 1 to n{n} + 1\n" for n in range(400)),
        ),
        "draws_400_in_a_row": (
            "run",
            "E809",
            "".join(f"draw n{n} from 1 to 3\n" for n in range(400)),
        ),
        "choices_60_in_a_row": (
            "run",
            "ok",
            "".join(f"choose n{n} from 1 to 3\n" for n in range(60)),
        ),
        "lets_500_that_double": (
            "run",
            "E653",
            "let x0 be round\n" + "".join(f"let x{n + 1} be x{n} + x{n}\n" for n in range(500)),
        ),
        "lets_that_square": (
            "run",
            "E653",
            "let x0 be round + 1\n" + "".join(f"let x{n + 1} be x{n} * x{n}\n" for n in range(300)),
        ),
        "lets_of_a_million_times": (
            "run",
            "E653",
            "let x0 be round\n" + "".join(f"let x{n + 1} be x{n} * 1000000\n" for n in range(500)),
        ),
        "sums_14_deep": ("run", "ok", f"let x be {_sums(14)}\nrepeat x times:\n  nothing"),
        "ors_50": ("run", "ok", "if " + " or ".join(["round > 9"] * 25) + ":\n  nothing"),
        "plus_of_sets": (
            "run",
            "ok",
            "for each p in " + " plus ".join(["players"] * 55) + ":\n  nothing",
        ),
        "shares_8_in_a_row": (
            "run",
            "ok",
            "".join(f"share 3 as g{n} among p{n} in players, from 0 to 3 each\n" for n in range(8)),
        ),
        "all_at_once_many": (
            "run",
            "ok",
            "all at once for each p in players:\n"
            + "".join(f"  choose n{n} from 1 to 3\n" for n in range(50)),
        ),
    }.items()
}

EFFECTS: Table = {
    "sum_of_10k": ("validate", "E808", game(turn("let x be " + " + ".join(["1"] * 4_000)))),
    "sums_of_100_nested": (
        "run",
        "ok",
        game(turn("let x be " + " + ".join(["1"] * 55) + "\nrepeat x times:\n  nothing")),
    ),
    "brackets_10k": ("validate", "E808", game(turn("let x be " + "(" * 7_000 + "1" + ")" * 7_000))),
    "brackets_40_open": ("validate", "E809", game(turn("let x be " + "(" * 40))),
    "nots_100": ("run", "ok", game(turn("if " + "not " * 100 + "1 = 1:\n  nothing"))),
    "minuses_100": ("run", "ok", game(turn("let x be " + "-" * 100 + "1"))),
    "lefts_50": ("run", "ok", game(turn("as " + "left of " * 50 + "me:\n  nothing"))),
    "blocks_50_deep": ("validate", "E809", game(turn(_DEEP))),
    "else_ifs_1000": (
        "validate",
        "E809",
        game(turn("if 1 = 2:\n  nothing\n" + "else if 1 = 2:\n  nothing\n" * 480)),
    ),
    "otherwise_1000": (
        "validate",
        "E301",
        game(turn("may x:\n  nothing\n" + "otherwise:\n  nothing\n" * 400)),
    ),
    "statements_1300": ("run", "ok", game(turn("end game\n" * 1_300))),
    "unknown_rules_1500": (
        "validate",
        "E401",
        game(rules("rules:\n" + "".join(f"  r{n}: nowhere_{n}()\n" for n in range(1_500)))),
    ),
    "unknown_names_with_1000_near": (
        "validate",
        "E401",
        game(
            rules(
                "varieties:\n  v: ["
                + ", ".join(f"member_number_{n}" for n in range(1_000))
                + "]\nrules:\n"
                + "".join(f"  r{n}: |\n    let x be memmber_nmber_{n}\n" for n in range(1_500))
            )
        ),
    ),
    "syntax_errors_1500": (
        "validate",
        "E301",
        game(rules("rules:\n" + "".join(f"  r{n}: move of of to\n" for n in range(1_500)))),
    ),
    "number_of_10k_digits": ("validate", "E810", game(turn("let x be " + "9" * 10_000))),
    "names_that_look_alike": ("validate", "E302", game(turn("let \u0430\u0430 be 1"))),
    "digits_of_other_scripts": ("validate", "E302", game(turn("let x be \u0661\u0662"))),
    "strings_in_effects": ("validate", "E302", game(turn('import "os"'))),
    "python_in_effects": ("validate", "E302", game(turn("__import__(os)"))),
    "names_of_python": (
        "run",
        "ok",
        game(
            rules(
                "notes:\n  v: number\n  run: number\n  class: number\n  lambda: number\n",
                "set lambda to 1\nadd v to class\nset run to class",
            )
        ),
    ),
    "comment_bomb": ("run", "ok", game(turn("# " + "(" * 10_000 + "\nnothing"))),
}

RINGS: Table = {
    "hooks_800": ("run", "ok", hooked(800, "before", "repeat 1 times:\n  nothing")),
    "hooks_instead_500": ("run", "ok", hooked(500, "instead of", "original")),
    "hooks_instead_double": ("run", "E658", hooked(40, "instead of", "original\noriginal")),
    "hooks_in_a_ring": (
        "run",
        "ok",
        game(
            rules(
                "notes: {n: number}\nrules:\n  a: {}\n  b: {}\nafter a: |\n  add 1 to n\n  b()\n"
                "after b: |\n  add 1 to n\n  a()\n",
                "a()\nrepeat n times:\n  nothing",
            )
        ),
    ),
    "rule_in_itself": ("validate", "E510", game(rules("rules:\n  a: a()\n", "a()"))),
    "rules_in_a_ring_of_500": (
        "validate",
        "E510",
        game(chain(500, "NEXT", "r0()")),
    ),
    "rules_5001": ("validate", "E811", game(chain(5_000, "NEXT"))),
    "rules_1000_deep": ("validate", "E811", game(chain(1_000, "NEXT"))),
    "rules_99_deep": ("run", "ok", game(chain(99, "NEXT", "repeat 2 times:\n      nothing"))),
    "rules_99_deep_that_ask": (
        "run",
        "ok",
        game(chain(99, "may go:\n  NEXT\notherwise:\n  NEXT", "choose n from 1 to 3")),
    ),
    "rules_double_40_times": ("run", "E658", game(chain(40, "NEXT\nNEXT"))),
    "rules_double_40_times_and_could_ask": (
        "run",
        "E658",
        game(
            chain(
                40,
                "NEXT\nNEXT\nif round > 9:\n  may go:\n    nothing",
                "repeat round times:\n      nothing",
            )
        ),
    ),
    "products_of_arguments": (
        "run",
        "E653",
        game(
            rules(
                "rules:\n"
                + "".join(f"  r{n}(number n): r{n + 1}(n * n)\n" for n in range(50))
                + "  r50(number n): |\n    repeat n times:\n      nothing\n",
                "r0(round + 1)",
            )
        ),
    ),
    "values_60k": (
        "validate",
        "E811",
        game(rules("values:\n" + "".join(f"  v{n}: {n}\n" for n in range(60_000)))),
    ),
    "statements_60k": (
        "validate",
        "E811",
        game(
            rules("rules:\n" + "".join(f"  r{n}: |\n" + "    nothing\n" * 60 for n in range(1_000)))
        ),
    ),
    "values_5001": ("validate", "E811", game(values(5_000, "NEXT + 0"))),
    "values_400_deep": ("validate", "E811", game(values(400, "NEXT + 0"))),
    "values_90_deep_in_brackets": (
        "validate",
        "E811",
        game(values(90, "(" * 20 + "NEXT + 0" + ")" * 20)),
    ),
    "values_39_deep": ("run", "ok", game(values(39, "NEXT + 0"))),
    "values_double_30_times": ("run", "E658", game(values(30, "NEXT + NEXT", "0"))),
    "values_double_39_times": ("run", "E658", game(values(39, "NEXT + NEXT", "1"))),
    "values_square_30_times": ("run", "E653", game(values(30, "NEXT * NEXT", "10"))),
    "values_of_conditions": (
        "run",
        "E658",
        game(values(30, "NEXT or NEXT", "round > 9", "if v0:\n  nothing\nelse:\n  end game")),
    ),
    "values_in_a_ring": ("validate", "E811", game(values(500, "NEXT + 0", "v0"))),
    "value_of_itself": ("validate", "E509", game(rules("values:\n  v: v + 1\n"))),
    "modifiers_2000": (
        "run",
        "ok",
        game(
            rules(
                "values:\n  v: 1\nmodify:\n  v:\n" + "    - add 1 when 1 = 1\n" * 2_000,
                "repeat v times:\n  nothing",
            )
        ),
    ),
    "modifiers_double": (
        "run",
        "E658",
        game(
            rules(
                "values:\n"
                + "".join(f"  v{n}: 1\n" for n in range(26))
                + "modify:\n"
                + "".join(f"  v{n}: add v{n + 1} + v{n + 1}\n" for n in range(25)),
                "repeat v0 times:\n  nothing",
            )
        ),
    ),
    "deep_1_million": (
        "run",
        "E205",
        game(rules("rules:\n  a: {deep: 1000000, effect: a()}\n", "a()")),
    ),
    "deep_1000": (
        "run",
        "E660",
        game(rules("rules:\n  a(number n): {deep: 1000, effect: a(n + 1)}\n", "a(1)")),
    ),
    "deep_50_twice": (
        "run",
        "E658",
        game(
            rules(
                "rules:\n  a(number n):\n    deep: 50\n    effect: |\n      if n < 45:\n        a(n + 1)\n        a(n + 1)\n",
                "a(1)",
            )
        ),
    ),
    "deep_50_twice_and_could_ask": (
        "run",
        "E658",
        game(
            rules(
                "rules:\n  a(number n):\n    deep: 50\n    effect: |\n      if n < 45:\n        a(n + 1)\n        a(n + 1)\n"
                "      if round > 9:\n        may go:\n          nothing\n",
                "a(1)",
            )
        ),
    ),
    "pieces_after_each_other": (
        "validate",
        "ok",
        game(
            rules(
                _PILE
                + "".join(f"    c{n}: {{after: [c{n + 1}]}}\n" for n in range(3_000))
                + "    c3000: {}\n"
            )
        ),
    ),
    "pieces_in_a_long_ring": (
        "validate",
        "E232",
        game(
            rules(
                _PILE
                + "".join(f"    c{n}: {{after: [c{(n + 1) % 3_000}]}}\n" for n in range(3_000))
            )
        ),
    ),
    "pieces_after_all_others": (
        "validate",
        "ok",
        game(
            rules(
                _PILE
                + "".join(
                    f"    c{n}: {{after: [{', '.join(f'c{m}' for m in range(n))}]}}\n"
                    for n in range(200)
                )
            )
        ),
    ),
    "traits_in_a_ring": (
        "validate",
        "E201",
        game(
            rules(
                "kinds:\n  card: {home: box}\nplaces:\n  box: {holds: [card]}\n"
                "traits:\n  a: {traits: [b]}\n  b: {traits: [a]}\npieces:\n  card: {x: {traits: [a]}}\n"
            )
        ),
    ),
    "traits_100_times_100": (
        "validate",
        "E811",
        game(
            rules(
                "kinds:\n  card: {home: box, owner: hand}\nplaces:\n  box: {holds: [card]}\n"
                "  hand: {per: player, holds: [card]}\nrules:\n  r: {}\ntraits:\n"
                + "".join(f"  t{n}:\n    after r: |\n      end game\n" for n in range(100))
                + "pieces:\n  card:\n"
                + "".join(
                    f"    c{n}: {{traits: [{', '.join(f't{m}' for m in range(100))}]}}\n"
                    for n in range(100)
                )
            )
        ),
    ),
    "offer_opens_itself": (
        "run",
        "E510",
        game(
            rules(
                "offers:\n  o:\n    until: close\n    entries:\n      again: |\n        open o\n",
                "open o",
            )
        ),
    ),
}

TABLE: Table = {**NESTING, **EFFECTS, **RINGS}
