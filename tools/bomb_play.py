"""Bombs that harm in play: loops, and scenarios that run them. See `bombs.py`."""

from __future__ import annotations

from collections.abc import Callable

from bomb_files import GOOD, HEAD, Make, Table, beside_good, game, written
from bomb_rules import CARDS, COINS, GRID, SCORE, rules, turn

_LOOPS = "".join(f"{'  ' * n}for each n{n} in 1 to 1000:\n" for n in range(6)) + "  " * 6 + "nod()"

LOOPS: Table = {
    "repeat_1_million": ("run", "E658", game(turn("repeat 1000000 times:\n  nothing"))),
    "repeat_in_repeat": (
        "run",
        "E658",
        game(
            rules(
                "rules:\n  nod: {}\n",
                "".join(f"{'  ' * n}repeat 1000000 times:\n" for n in range(5))
                + "  " * 5
                + "nod()",
            )
        ),
    ),
    "while_for_ever": ("run", "E658", game(turn("while 1 = 1:\n  nothing"))),
    "loops_in_loops": ("run", "E658", game(rules("rules:\n  nod: {}\n", _LOOPS))),
    "for_each_of_a_million": (
        "run",
        "E658",
        game(rules(COINS, "for each n in 1 to 1000000:\n  take 1 coins")),
    ),
    "count_of_a_million": (
        "run",
        "E658",
        game(
            rules("notes:\n  x: number\n", "set x to count(n mod 7 = 1 for each n in 1 to 1000000)")
        ),
    ),
    "count_of_a_million_of_a_million": (
        "run",
        "E658",
        game(
            rules(
                "notes:\n  x: number\n",
                "set x to sum(count(n = m for each n in 1 to 1000000) for each m in 1 to 1000000)",
            )
        ),
    ),
    "those_of_a_million": (
        "run",
        "E653",
        game(
            rules(
                "notes:\n  x: number\n",
                "set x to count(those n in 1 to 1000000 by falling n mod 1000)",
            )
        ),
    ),
    "choose_of_a_million": ("run", "E653", game(turn("choose n from 1 to 1000000"))),
    "choose_many_of_a_million": ("run", "E653", game(turn("choose 500000 ns from 1 to 1000000"))),
    "draw_of_a_million": ("run", "E653", game(turn("draw n from 1 to 1000000"))),
    "share_a_million": (
        "run",
        "E653",
        game(turn("share 1000000 as bits among p in players, from 0 to 1000000 each")),
    ),
    "find_in_a_million": ("run", "E653", game(turn("find n in 1 to 1000000 where n * 2 = 3"))),
    "largest_in_grid_4_deep": (
        "run",
        "E658",
        game(
            rules(
                GRID + "notes:\n  x: number\n",
                "set x to sum(sum(sum(row of a + row of b + row of c for each c in cells) for each b in cells) for each a in cells)",
            )
        ),
    ),
    "connected_everywhere": (
        "run",
        "E658",
        game(
            rules(
                GRID + "notes:\n  x: number\n",
                "set x to sum(count(cells connected to a along orthogonal) for each a in cells)",
            )
        ),
    ),
    "within_a_million_steps": (
        "run",
        "E653",
        game(
            rules(
                GRID + "notes:\n  x: number\n",
                "set x to sum(count(cells within 1000000 steps of a) for each a in cells)",
            )
        ),
    ),
    "turns_for_ever": (
        "run",
        "E658",
        game(HEAD + "course:\n  - {phase: play, turn: [nothing], until: 1 = 2}\n" + SCORE),
    ),
    "phases_for_ever": (
        "run",
        "E658",
        game(
            HEAD
            + "course:\n  - {phase: everything, until: 1 = 2, phases: [{phase: play, steps: [nothing]}]}\n"
            + SCORE
        ),
    ),
    "repeat_phases_a_million_times": (
        "run",
        "E658",
        game(
            HEAD
            + "course:\n  - {phase: everything, repeat: 1000000, phases: [{phase: play, repeat: 1000000,"
            + " phases: [{phase: inner, steps: [nothing]}]}]}\n"
            + SCORE
        ),
    ),
    "rounds_1_million": (
        "run",
        "E658",
        game(HEAD + "course:\n  - {phase: play, turn: [nothing], rounds: 1000000}\n" + SCORE),
    ),
    "questions_for_ever": (
        "run",
        "ok",
        game(
            HEAD
            + "limits: {decisions: 3000}\ncourse:\n  - phase: play\n    until: 1 = 2\n    turn: |\n      choose n from 1 to 3\n"
            + SCORE
        ),
    ),
    "deck_drawn_for_ever": (
        "run",
        "E658",
        game(
            rules(
                CARDS.replace("SIZE", "3"),
                "while count(cards in box) >= 1:\n  draw c from cards in box\n  return c",
            )
        ),
    ),
    "multiply_until_huge": (
        "run",
        "E653",
        game(turn("let x be 10\nrepeat 90000 times:\n  set x to x * x")),
    ),
    "shuffle_100k_times": (
        "run",
        "E658",
        game(
            rules(
                CARDS.replace("pieces: SIZE", "pieces: 2000, hidden: yes").replace(
                    "holds: [card]", "holds: [card], ordered: yes"
                ),
                "repeat 99000 times:\n  shuffle box",
            )
        ),
    ),
    "move_everything_again_and_again": (
        "run",
        "E658",
        game(
            rules(
                CARDS.replace("SIZE", "3000") + "  bag: {holds: [card]}\n",
                "repeat 45000 times:\n  move all cards in box to bag\n  move all cards in bag to box",
            )
        ),
    ),
}


def scenario(body: str) -> str:
    """A scenario with this text after its first line."""
    return f"scenario: s\n{body}"


def alike(count: int, like: Callable[[int], int], lines: int = 1) -> Make:
    """Scenarios, each like another; 0 is like none, and gives this many lines."""
    given = ["given: |\n" + "  nothing\n" * most for most in (lines, 1)]
    return written(
        {
            "game.yaml": GOOD,
            **{
                f"scenarios/s{n}.yaml": f"scenario: s{n}\nplayers: [a, b]\n"
                + (f"like: s{like(n)}\n" if n else "")
                + f"{given[n > 0]}expect: round = 0\n"
                for n in range(count)
            },
        }
    )


ALIKE: Table = {
    "scenarios_in_a_row": ("test", "E811", alike(1_000, lambda n: n - 1)),
    "scenarios_like_a_long_one": ("test", "E811", alike(200, lambda n: 0, 700)),
    "scenarios_in_a_ring": ("test", "E681", alike(300, lambda n: n % 5 + 1)),
}

SCENARIOS: Table = {
    name: ("test", code, beside_good("scenarios/s.yaml", scenario(body)))
    for name, (code, body) in {
        "scenario_of_100k_players": (
            "E811",
            "players: [" + ", ".join(f"p{n}" for n in range(60_000)) + "]\nsteps: [{over: yes}]\n",
        ),
        "scenario_of_a_million_players": ("E205", "players: 1000000\nsteps: [{over: yes}]\n"),
        "scenario_seed_of_1000_digits": (
            "E205",
            f"players: 2\nseed: {'9' * 1_000}\nsteps: [{{over: yes}}]\n",
        ),
        "scenario_of_10k_steps": (
            "E811",
            "players: [a, b]\nsteps:\n" + "  - a: yes\n" * 10_000,
        ),
        "scenario_of_5k_conditions": (
            "E811",
            "players: [a, b]\nexpect:\n" + "".join(f"  - round = {n}\n" for n in range(5_000)),
        ),
        "scenario_knows_10k": (
            "E811",
            "players: [a, b]\nsteps:\n  - knows: {a: ["
            + ", ".join(f"x{n}" for n in range(10_000))
            + "]}\n",
        ),
        "scenario_loops": (
            "E658",
            "players: [a, b]\nrun: |\n  while 1 = 1:\n    nothing\nexpect: round = 1\n",
        ),
        "scenario_given_loops": (
            "E658",
            "players: [a, b]\ngiven: |\n  repeat 1000000 times:\n    nothing\nsteps: [{over: no}]\n",
        ),
        "scenario_condition_loops": (
            "E686",
            "players: [a, b]\nexpect: count(n = 1 for each n in 1 to 1000000) = 1\n",
        ),
        "scenario_round_a_million": (
            "E681",
            "players: [a, b]\nfrom: play\nround: {play: 1000000}\nsteps: [{over: no}]\n",
        ),
        "scenario_chance_of_nothing": (
            "E682",
            "players: [a, b]\nchance: {r.x: [" + "1, " * 5_000 + "1]}\nsteps: [{over: yes}]\n",
        ),
        "scenario_with_1000_expansions": (
            "E127",
            "players: [a, b]\nwith: ["
            + ", ".join(f"x{n}" for n in range(5_000))
            + "]\nsteps: [{over: yes}]\n",
        ),
        "scenario_options_5000": (
            "E672",
            "players: [a, b]\noptions: {"
            + ", ".join(f"o{n}: x" for n in range(5_000))
            + "}\nsteps: [{over: yes}]\n",
        ),
        "scenario_like_itself": ("E681", "players: [a, b]\nlike: s\nsteps: [{over: no}]\n"),
        "scenario_names_of_words": ("E207", "players: [if, move]\nsteps: [{over: yes}]\n"),
        "scenario_offered_10k": (
            "E685",
            "players: [a, b]\nsteps:\n  - offered: ["
            + ", ".join(f"x{n}" for n in range(10_000))
            + "]\n",
        ),
    }.items()
}

TABLE: Table = {**LOOPS, **ALIKE, **SCENARIOS}
