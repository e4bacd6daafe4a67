"""Bombs of size: a few words in a file that make a million things at the table. See `bombs.py`."""

from __future__ import annotations

from bomb_files import GOOD, HEAD, Table, game
from bomb_rules import CARDS, COINS, SCORE, rules, turn

LARGE_MEMORY = """
    spaces:
      cell: {grid: 26 by 99, holds: [lump], room: {lump: 900}}
    stocks:
      lump: {total: 9999, home: pit}
    places:
      pit: {holds: [lump]}
    notes:
      marks: {is: set of cell, per: cell}
    memories:
      all_of_it: {of: [lump], holds: HOLDS}
    rules:
      lay(cell): place 1 lumps in cell
"""

TABLE: Table = {
    "players_1_to_1_million": (
        "validate",
        "E205",
        game(GOOD.replace("players: 2", "players: 1 to 1000000")),
    ),
    "players_1_million": ("validate", "E205", game(GOOD.replace("players: 2", "players: 1000000"))),
    "decisions_1_million": ("run", "ok", game(GOOD + "limits: {decisions: 1000000}\n")),
    "pieces_1_million": ("validate", "E205", game(rules(CARDS.replace("SIZE", "1000000")))),
    "pieces_100k": ("validate", "E811", game(rules(CARDS.replace("SIZE", "100000")))),
    "copies_1_million": (
        "validate",
        "E205",
        game(
            rules(CARDS.replace("pieces: SIZE, ", "") + "pieces:\n  card: {x: {copies: 1000000}}\n")
        ),
    ),
    "kinds_of_1000_pieces": (
        "validate",
        "E811",
        game(
            rules(
                "places:\n  box: {holds: ["
                + ", ".join(f"k{n}" for n in range(300))
                + "]}\nkinds:\n"
                + "".join(f"  k{n}: {{pieces: 1000, home: box}}\n" for n in range(300))
            )
        ),
    ),
    "die_with_1_million_sides": (
        "run",
        "ok",
        game(
            rules(
                "kinds:\n  die: {pieces: 1, sides: 1000000, home: cup}\nplaces:\n  cup: {holds: [die]}\n",
                "roll dice",
            ).replace("sides: 1000000,", "sides: 1000000, plural: dice,")
        ),
    ),
    "grid_99_by_99": ("validate", "E811", game(rules("spaces:\n  cell: {grid: 99 by 99}\n"))),
    "grids_20": (
        "validate",
        "E811",
        game(rules("spaces:\n" + "".join(f"  s{n}: {{grid: 26 by 99}}\n" for n in range(60)))),
    ),
    "memory_of_a_large_board": (
        "validate",
        "E811",
        game(rules(LARGE_MEMORY.replace("HOLDS", "10000"))),
    ),
    "memory_of_very_much": (
        "validate",
        "E811",
        game(
            rules(
                LARGE_MEMORY.replace("[lump], holds: H", "[lump, marks], holds: H").replace(
                    "HOLDS", "1"
                )
            )
        ),
    ),
    "a_large_position_is_put_back_often": (
        "run",
        "E658",
        game(
            rules(
                LARGE_MEMORY.replace("HOLDS", "200"),
                "for each c in cells:\n  for each d in cells:\n    if seen(all_of_it) = 1 after lay(c):\n      nothing",
            )
        ),
    ),
    "grid_with_pieces": (
        "run",
        "ok",
        game(
            rules(
                "spaces:\n  cell: {grid: 26 by 99, holds: [card]}\nkinds:\n  card: {pieces: 5000, home: box}\n"
                "places:\n  box: {holds: [card]}\n"
            )
        ),
    ),
    "spaces_and_cards_on_cards": (
        "run",
        "ok",
        game(
            rules(
                "spaces:\n  cell: {grid: 63 by 64, attributes: {best: optional card}}\n"
                "kinds:\n  card: {attributes: {near: cell, rival: optional card, form: list of face of card}, home: box}\n"
                "places:\n  box: {holds: [card]}\npieces:\n  card:\n"
                + "".join(
                    f"    k{n}: {{near: a{n % 60 + 1}, rival: k{n * 7 % 1000}, form: [k{n // 2}, k999]}}\n"
                    for n in range(1000)
                ),
                "let some be those c in cards where near of c is a1 and rival of rival of c is not c\nmove some to box",
            )
        ),
    ),
    "ring_of_1_million": (
        "validate",
        "E205",
        game(rules("spaces:\n  b: {ring: {2: 1000000}}\n")),
    ),
    "ring_of_2000": ("validate", "E205", game(rules("spaces:\n  b: {ring: {2: 2000}}\n"))),
    "ring_times_spaces": (
        "validate",
        "E811",
        game(
            rules(
                "spaces:\n  b: {ring: {2: 1000}}\n  s: {per: b}\nboard:\n  s: {"
                + ", ".join(f"x{n}: {{}}" for n in range(1_000))
                + "}\n"
            )
        ),
    ),
    "spaces_6000": (
        "validate",
        "E811",
        game(
            rules(
                "spaces:\n  s: {}\nboard:\n  s: {"
                + ", ".join(f"x{n}: {{}}" for n in range(6_000))
                + "}\n"
            )
        ),
    ),
    "links_of_all_with_all": (
        "validate",
        "E811",
        game(
            rules(
                "spaces:\n  s: {}\nboard:\n  s: {"
                + ", ".join(f"x{n}: {{}}" for n in range(250))
                + "}\n  links:\n    l: ["
                + ", ".join(f"[x{a}, x{b}]" for a in range(250) for b in range(a))
                + "]\n"
            )
        ),
    ),
    "places_for_each_space": (
        "validate",
        "E811",
        game(
            rules(
                "spaces:\n  cell: {grid: 26 by 99}\nstocks:\n  ware: {total: 9, each: [a, b, c, d, e, f, g], home: bank}\nplaces:\n  bank: {holds: [ware]}\n"
                + "".join(f"  p{n}: {{per: cell, holds: [ware]}}\n" for n in range(400))
            )
        ),
    ),
    "members_20k": (
        "validate",
        "E811",
        game(rules("varieties:\n  v: [" + ", ".join(f"m{n}" for n in range(20_000)) + "]\n")),
    ),
    "stock_of_each_of_1000_in_each_cell": (
        "validate",
        "E811",
        game(
            rules(
                "spaces:\n  cell: {grid: 26 by 99, holds: [ware]}\nstocks:\n  ware: {total: 9, home: bank, each: ["
                + ", ".join(f"m{n}" for n in range(1_000))
                + "]}\nplaces:\n  bank: {holds: [ware]}\n"
            )
        ),
    ),
    "notes_for_each_piece": (
        "validate",
        "E811",
        game(
            rules(
                "kinds:\n  card: {home: box}\nplaces:\n  box: {holds: [card]}\npieces:\n  card:\n    x:\n      copies: 900\n      notes:\n"
                + "".join(f"        n{n}: number\n" for n in range(300))
            )
        ),
    ),
    "notes_5000": (
        "validate",
        "E811",
        game(rules("notes:\n" + "".join(f"  n{n}: number\n" for n in range(5_000)))),
    ),
    "notes_with_huge_ranges": (
        "run",
        "ok",
        game(rules("notes:\n  n: {is: number, range: -1000000 to 1000000}\n", "add 1 to n")),
    ),
    "table_of_20k_rows": (
        "run",
        "E811",
        game(
            rules(
                "tables:\n  t:\n" + "".join(f"    {n}: {n}\n" for n in range(20_000)),
                "repeat t(5) times:\n  nothing",
            )
        ),
    ),
    "tables_of_two_far_keys": (
        "run",
        "ok",
        game(
            rules(
                "tables:\n" + "".join(f"  t{n}: {{0: 2, 1000000: 1}}\n" for n in range(300)),
                "".join(f"set n to t{n}(n) * 1000000 - 1000000\n" for n in range(300)),
            )
            + "notes:\n  n: {is: number, start: 1000000, range: -1000000 to 1000000}\n"
        ),
    ),
    "table_of_pairs_on_a_diagonal": (
        "run",
        "E811",
        game(
            rules(
                "tables:\n  t:\n" + "".join(f"    {n}: {{{n}: {n}}}\n" for n in range(5_000)),
                "repeat t(5, 5) times:\n  nothing",
            )
        ),
    ),
    "option_of_a_million": (
        "validate",
        "ok",
        game(
            rules(
                "options:\n  o: {range: 1 to 1000000, default: 5}\n", "repeat o times:\n  nothing"
            )
        ),
    ),
    "option_values_5000": (
        "validate",
        "E811",
        game(
            rules(
                "options:\n  o: {values: ["
                + ", ".join(f"v{n}" for n in range(5_000))
                + "], default: v7}\n",
                "if o is v70:\n  nothing",
            )
        ),
    ),
    "stock_total_too_large": (
        "validate",
        "E205",
        game(rules(COINS.replace("unlimited", "1000001"))),
    ),
    "phases_1000": (
        "validate",
        "E811",
        game(
            HEAD
            + "course:\n"
            + "".join(
                f"  - {{phase: p{n}, rounds: 1, turn: [choose n from 1 to 3]}}\n"
                for n in range(1_000)
            )
            + SCORE
        ),
    ),
    "offers_with_1000_entries": (
        "run",
        "ok",
        game(
            rules(
                "offers:\n  o:\n    until: close\n    entries:\n"
                + "".join(f"      e{n}: |\n        end game\n" for n in range(1_000)),
                "open o",
            )
        ),
    ),
    "menus_in_menus": (
        "run",
        "ok",
        game(
            turn(
                "".join("    " * n + f"choose one:\n{'    ' * n}  a{n}:\n" for n in range(14))
                + "    " * 14
                + "nothing"
            )
        ),
    ),
    "cards_1000_with_hooks": (
        "validate",
        "ok",
        game(
            rules(
                "kinds:\n  card: {home: box, owner: hand}\nplaces:\n  box: {holds: [card]}\n  hand: {per: player, holds: [card]}\nrules:\n  r: {}\npieces:\n  card:\n"
                + "".join(
                    f"    c{n}:\n      after r: |\n        may go:\n          nothing\n"
                    for n in range(1_000)
                ),
                "r()",
            )
        ),
    ),
}
