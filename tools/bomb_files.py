"""Bombs for the readers of files: YAML, bytes, folders, and records. See `bombs.py`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path

Make = Callable[[Path], None]

HEAD = "game: bomb\nlanguage: 2\nplayers: 2\n"
REST = "course: [{phase: play, rounds: 1, turn: [nothing]}]\noutcome: {score: 0}\n"
GOOD = HEAD + REST


def written(files: Mapping[str, str | bytes]) -> Make:
    """Writes these files."""

    def make(folder: Path) -> None:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    return make


def game(content: str | bytes) -> Make:
    """A game of one file."""
    return written({"game.yaml": content})


def beside_good(name: str, content: str | bytes) -> Make:
    """Writes a good game with one more file."""
    return written({"game.yaml": GOOD, name: content})


def also(*makers: Make) -> Make:
    """Does all of these."""

    def make(folder: Path) -> None:
        for each in makers:
            each(folder)

    return make


def linked(name: str, to: str) -> Make:
    """A symbolic link, with a good game around it."""

    def make(folder: Path) -> None:
        game(GOOD)(folder)
        (folder / name).symlink_to(to)

    return make


def piped(folder: Path) -> None:
    """Makes a pipe that nobody writes to: reading it would wait forever."""
    game(GOOD)(folder)
    os.mkfifo(folder / "pipe.yaml")


def sparse(folder: Path) -> None:
    """Makes a sparse file of ten gigabytes."""
    game(GOOD)(folder)
    with (folder / "large.yaml").open("wb") as file:
        file.truncate(10 << 30)


def many_files(folder: Path) -> None:
    """More files than any ruleset has."""
    game(GOOD)(folder)
    for number in range(2_001):
        (folder / f"p{number}.yaml").touch()


def many_megabytes(folder: Path) -> None:
    """Makes files that are small enough one by one, but too much together."""
    game(GOOD)(folder)
    for number in range(20):
        (folder / f"p{number}.yaml").write_text(f"part: p{number}\n" + "#" * 1_000_000)


def deep_folders(folder: Path) -> None:
    """Makes folders in folders, with a file in the innermost."""
    game(GOOD)(folder)
    here = folder
    for _ in range(300):
        here = here / "deeper"
        here.mkdir()
    (here / "part.yaml").write_text("part: deep\nnonsense: 1\n")


def misnamed(folder: Path) -> None:
    """Makes files with nearly the right extension, and a broken one among them."""
    game(GOOD + "nonsense: 1\n")(folder)
    for number in range(1_500):
        (folder / f"p{number}.yml").touch()


def links_outside(folder: Path) -> None:
    """Makes a great many links that lead out of the folder."""
    game(GOOD)(folder)
    for number in range(1_500):
        (folder / f"l{number}.yaml").symlink_to("/etc/hostname")


def odd_names(folder: Path) -> None:
    """Makes file names with control characters, and one that is not text."""
    game(GOOD)(folder)
    for name in ("\x1b[2J\x1b]0;owned\x07.yaml", "a\nb.yaml", "\u202elmay.yaml"):
        (folder / name).write_text("part: odd\nnonsense: 1\n")
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff\xfe.yaml")).write_text(
        "part: odd\nnonsense: 1\n"
    )


def folder_as_file(folder: Path) -> None:
    """Makes a folder with the name of a rule file."""
    game(GOOD)(folder)
    (folder / "game2.yaml").mkdir()
    (folder / "game2.yaml" / "part.yaml").write_text("part: inner\nnonsense: 1\n")


def record(header: Mapping[str, object] | None = None, line: str = "") -> Make:
    """A record with this header, or with only this line."""
    whole: dict[str, object] = {
        "record": "boardwright",
        "version": 2,
        "game": "bomb",
        "rules": "0" * 16,
        "language": 2,
        "expansions": [],
        "players": 2,
        "seats": ["p1", "p2"],
        "options": {},
        "seed": 1,
    }
    text = line or json.dumps({**whole, **(header or {})}, separators=(",", ":"))
    return written({"game.yaml": GOOD, "record.jsonl": text + "\n"})


Table = dict[str, tuple[str, str, Make]]
"""By name: the command, the code that must come, and what makes the folder."""

YAML: Table = {
    "brackets_100k_deep": ("validate", "E802", game("game: " + "[" * 100_000)),
    "braces_100k_deep": ("validate", "E802", game("game: " + "{a: " * 100_000)),
    "dashes_100k_deep": ("validate", "E802", game("- " * 100_000 + "x")),
    "keys_1000_deep": (
        "validate",
        "E802",
        game("".join(f"{'  ' * n}k:\n" for n in range(600)) + "  " * 600 + "x: 1\n"),
    ),
    "question_marks_100k": ("validate", "E802", game("? " * 100_000 + "x")),
    "brackets_as_key": ("validate", "E115", game("? " + "[" * 31 + "]" * 31 + "\n: x\n")),
    "aliases_9_times_9": (
        "validate",
        "E116",
        game(
            "a: &a [x, x, x, x, x, x, x, x, x]\n"
            + "".join(f"{b}: &{b} [{', '.join(['*' + a] * 9)}]\n" for a, b in pairwise("abcdefghi"))
        ),
    ),
    "anchors_10k": (
        "validate",
        "E116",
        game(GOOD + "".join(f"k{n}: &a{n} {n}\n" for n in range(10_000))),
    ),
    "words_as_numbers_30k": (
        "validate",
        "E811",
        game(HEAD + "tables:\n  t:\n" + "".join(f"    {n}: on\n" for n in range(30_000)) + REST),
    ),
    "keys_twice_60k": ("validate", "E114", game(GOOD + "name: x\n" * 60_000)),
    "one_name_50k_times": (
        "validate",
        "E216",
        game(GOOD + "places:\n  heap: {holds: [" + "x, " * 50_000 + "]}\n"),
    ),
    "values_300k": ("validate", "E803", game("game: [" + "x," * 300_000 + "]\n")),
    "documents_10k": ("validate", "E119", game(GOOD + "---\nx: 1\n" * 10_000)),
    "text_of_500k": ("validate", "E804", game(GOOD + f"name: {'x' * 500_000}\n")),
    "quoted_text_of_500k": ("validate", "E804", game(GOOD + f'name: "{"x" * 500_000}"\n')),
    "effect_of_500k": (
        "validate",
        "E804",
        game(HEAD + "rules:\n  r: |\n" + "    end game\n" * 38_000 + REST),
    ),
    "folded_text_of_500k": ("validate", "E804", game(GOOD + "name: >\n" + "  word\n" * 70_000)),
    "escapes_100k": ("validate", "E804", game(GOOD + 'name: "' + "\\u0041" * 100_000 + '"\n')),
    "file_of_2_mib": ("validate", "E801", game(GOOD + "#" * (2 << 20) + "\n")),
    "comment_of_1_mb": ("validate", "E201", game(f"#{'#' * 1_000_000}\n" + GOOD + "nonsense: 1\n")),
    "million_line_ends": ("validate", "E201", game("\n" * 1_000_000 + GOOD + "nonsense: 1\n")),
    "empty_lines_of_windows": (
        "validate",
        "E201",
        game("\r\n" * 5_000 + (GOOD + "nonsense: 1\n").replace("\n", "\r\n")),
    ),
    "comments_of_windows": (
        "validate",
        "E201",
        game("# x\r\n" * 5_000 + (GOOD + "nonsense: 1\n").replace("\n", "\r\n")),
    ),
    "lines_of_old_machines": (
        "validate",
        "E201",
        game((GOOD + "nonsense: 1\n").replace("\n", "\r")),
    ),
    "spaces_1_mb": ("validate", "E201", game(" " * 1_000_000 + "\n" + GOOD + "nonsense: 1\n")),
    "key_behind_500k_spaces": ("validate", "E123", game(GOOD + "a" + " " * 500_000 + "b\n")),
    "spaces_before_no_colon": (
        "validate",
        "E107",
        game(GOOD + "  - a" + " b" * 250_000 + "\n x\n"),
    ),
    "dashes_and_spaces": ("validate", "E107", game(GOOD + "-  " * 100_000 + "a\n" + "x y\n")),
    "key_of_900k": ("validate", "E123", game(GOOD + "k" * 900_000 + ": 1\n")),
    "quote_never_closed": ("validate", "E109", game(GOOD + 'name: "' + "x\n" * 400_000)),
    "bracket_never_closed": ("validate", "E108", game(GOOD + "name: [" + "x,\n" * 60_000)),
    "colons_300k": ("validate", "E110", game(GOOD + "a" + ": a" * 200_000 + "\n")),
    "commas_100k": ("validate", "E124", game(GOOD + "name: [" + "," * 100_000 + "]\n")),
    "percents_100k": ("validate", "E120", game("%YAML 1.1\n" * 50_000)),
    "tabs_on_100k_lines": ("validate", "E105", game(GOOD + "\tx: 1\n" * 100_000)),
    "indent_grows": (
        "validate",
        "E107",
        game(GOOD + "".join(" " * n + "- x\n" for n in range(1_200))),
    ),
    "unknown_keys_30k": (
        "validate",
        "E201",
        game(GOOD + "".join(f"palyer{n}: 1\n" for n in range(30_000))),
    ),
    "unknown_keys_of_60_letters": (
        "validate",
        "E201",
        game(GOOD + "".join(f"{'place' * 11}{n:05}: 1\n" for n in range(12_000))),
    ),
    "bad_ids_60k": (
        "validate",
        "E204",
        game(
            HEAD + "varieties:\n  v: [" + ", ".join(f"A-{n}" for n in range(60_000)) + "]\n" + REST
        ),
    ),
    "number_of_16000_digits": (
        "validate",
        "E205",
        game(GOOD + f"limits: {{decisions: {'9' * 16_000}}}\n"),
    ),
    "players_of_16000_digits": (
        "validate",
        "E205",
        game(GOOD.replace("players: 2", f"players: {'9' * 16_000}")),
    ),
    "range_of_16000_digits": (
        "validate",
        "E205",
        game(GOOD.replace("players: 2", f"players: {'9' * 8_000} - {'9' * 8_000}")),
    ),
    "grid_of_16000_digits": (
        "validate",
        "E205",
        game(HEAD + f"spaces:\n  s: {{grid: {'9' * 15_000} by 3}}\n" + REST),
    ),
    "row_of_16000_digits": (
        "validate",
        "E124",
        game(HEAD + f"tables:\n  t: {{{'9' * 16_000}: 1}}\n" + REST),
    ),
    "value_of_16000_digits": (
        "validate",
        "E205",
        game(HEAD + f"tables:\n  t: {{1: {'9' * 16_000}}}\n" + REST),
    ),
    "attribute_of_16000_digits": (
        "validate",
        "E205",
        game(
            HEAD
            + "kinds:\n  card: {attributes: {worth: number}, home: box}\nplaces:\n  box: {holds: [card]}\n"
            + f"pieces:\n  card: {{a: {{worth: {'9' * 16_000}}}}}\n"
            + REST
        ),
    ),
    "pieces_of_16000_digits": (
        "validate",
        "E205",
        game(HEAD + f"kinds:\n  card: {{pieces: {'9' * 16_000}, home: box}}\n" + REST),
    ),
    "limit_with_100k_spaces": (
        "validate",
        "E205",
        game(
            HEAD
            + "offers:\n  o: {until: x, entries: {y: {limit: once"
            + " " * 15_000
            + "b, effect: end game}}}\n"
            + REST
        ),
    ),
    "range_with_spaces": (
        "validate",
        "E205",
        game(GOOD.replace("2\n", "2" + " " * 15_000 + "to\n", 1)),
    ),
    "id_of_16000_letters": ("validate", "E204", game(GOOD.replace("bomb", "b" * 16_000))),
    "words_of_16000_letters": (
        "validate",
        "E401",
        game(HEAD + f"rules:\n  r: |\n    {'a' * 16_000}()\n" + REST),
    ),
    "letters_with_accents": (
        "validate",
        "E204",
        game(GOOD.replace("bomb", "z" + "\u0301" * 15_000)),
    ),
}

CHARACTERS: Table = {
    name: (command, code, game(content))
    for name, (command, code, content) in {
        "nul": ("validate", "E806", GOOD + "name: a\0b\n"),
        "nul_first": ("validate", "E102", "\0" + GOOD),
        "only_nuls": ("validate", "E102", "\0" * 100_000),
        "escape": ("validate", "E806", GOOD + "name: a\x1b[2Jb\n"),
        "bell": ("validate", "E806", GOOD + "name: a\x07b\n"),
        "delete": ("validate", "E806", GOOD + "name: a\x7fb\n"),
        "next_line": ("validate", "E806", GOOD + "name: a\x85b\n"),
        "line_separator": ("validate", "E806", GOOD + "name: a\u2028b\n"),
        "right_to_left": ("validate", "E806", GOOD + "name: a\u202eb\n"),
        "isolate": ("validate", "E806", GOOD + "name: a\u2066b\n"),
        "right_to_left_in_comment": ("validate", "E806", GOOD + "# a\u202eb\n"),
        "mark_in_the_middle": ("validate", "E806", GOOD + "name: a\ufeffb\n"),
        "mark_at_the_beginning": ("validate", "E201", "\ufeff" + GOOD + "nonsense: 1\n"),
        "no_character": ("validate", "E806", GOOD + "name: a\uffffb\n"),
        "escape_by_number": ("validate", "E806", GOOD + 'name: "a\\x1b[2Jb"\n'),
        "nul_by_name": ("validate", "E806", GOOD + 'name: "a\\0b"\n'),
        "right_to_left_by_number": ("validate", "E806", GOOD + 'name: "a\\u202eb"\n'),
        "half_by_number": ("validate", "E112", GOOD + 'name: "a\\ud800b"\n'),
        "beyond_all_numbers": ("validate", "E112", GOOD + 'name: "a\\Uffffffffb"\n'),
        "escape_in_a_key": ("validate", "E806", GOOD + '"a\\x1bb": 1\n'),
    }.items()
}

BYTES: Table = {
    name: (command, code, game(content))
    for name, (command, code, content) in {
        "utf_16": ("validate", "E102", GOOD.encode("utf-16")),
        "utf_16_without_mark": ("validate", "E102", GOOD.encode("utf-16-le")),
        "utf_32": ("validate", "E102", GOOD.encode("utf-32")),
        "latin": ("validate", "E102", (GOOD + "name: caf\u00e9\n").encode("latin-1")),
        "half_a_character": ("validate", "E102", GOOD.encode() + b"name: \xe2\x82"),
        "overlong": ("validate", "E102", GOOD.encode() + b"name: \xc0\xaf\n"),
        "surrogate_in_utf_8": ("validate", "E102", GOOD.encode() + b"name: \xed\xa0\x80\n"),
        "a_million_wrong_bytes": ("validate", "E102", GOOD.encode() + b"\xff" * 1_000_000),
        "empty": ("validate", "E103", b""),
        "a_picture": ("validate", "E102", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 400),
    }.items()
}

FOLDERS: Table = {
    "link_to_a_file_outside": ("validate", "E807", linked("secret.yaml", "/etc/hostname")),
    "link_upwards": ("validate", "E807", linked("up.yaml", "../../../../etc/passwd")),
    "link_to_a_folder_outside": ("validate", "E807", linked("etc", "/etc")),
    "link_to_itself": ("validate", "E101", linked("self.yaml", "self.yaml")),
    "link_to_its_own_folder": (
        "validate",
        "E201",
        also(linked("loop", "."), beside_good("x.yaml", "part: x\nnonsense: 1\n")),
    ),
    "link_to_nothing": ("validate", "E101", linked("gone.yaml", "nowhere.yaml")),
    "link_to_endless_zeros": ("validate", "E807", linked("zero.yaml", "/dev/zero")),
    "link_to_memory": ("validate", "E807", linked("memory.yaml", "/proc/self/mem")),
    "pipe": ("validate", "E101", piped),
    "ten_gigabytes": ("validate", "E801", sparse),
    "two_thousand_files": ("validate", "E805", many_files),
    "misnamed_files_1500": ("validate", "E201", misnamed),
    "links_outside_1500": ("validate", "E807", links_outside),
    "twenty_megabytes": ("validate", "E805", many_megabytes),
    "folders_300_deep": ("validate", "E201", deep_folders),
    "odd_names": ("validate", "E201", odd_names),
    "folder_called_yaml": ("validate", "E201", folder_as_file),
    "expansion_of_a_path": (
        "validate",
        "E127",
        written({"expansion.yaml": "expansion: x\nof: ../../../etc\nlanguage: 2\n"}),
    ),
    "expansion_of_itself": (
        "validate",
        "E127",
        written({"expansion.yaml": "expansion: bomb\nof: bomb\nlanguage: 2\n"}),
    ),
    "expansion_after_a_path": (
        "validate x",
        "E204",
        written(
            {
                "bomb/game.yaml": GOOD,
                "x/expansion.yaml": "expansion: x\nof: bomb\nlanguage: 2\nafter: [/etc/passwd]\n",
            }
        ),
    ),
    "expansions_after_each_other": (
        "validate x --with y",
        "E224",
        written(
            {
                "bomb/game.yaml": GOOD,
                "x/expansion.yaml": "expansion: x\nof: bomb\nlanguage: 2\nafter: [y]\n",
                "y/expansion.yaml": "expansion: y\nof: bomb\nlanguage: 2\nafter: [x]\n",
            }
        ),
    ),
    "two_manifests": ("validate", "E211", beside_good("other.yaml", GOOD)),
    "scenario_with_a_path": (
        "test",
        "E204",
        beside_good(
            "s.yaml",
            "scenario: s\nplayers: [a, b]\nwith: [../../../etc]\nsteps: [{over: no}]\n",
        ),
    ),
    "scenario_with_an_absolute_path": (
        "test",
        "E204",
        beside_good("s.yaml", "scenario: s\nplayers: [a, b]\nwith: [/etc]\nsteps: [{over: no}]\n"),
    ),
}

_ENDLESS = {"players": 10**9, "seats": ["p1"] * 100_000}

RECORDS: Table = {
    name: ("replay record.jsonl --ruleset .", code, make)
    for name, (code, make) in {
        "record_of_a_path": ("E691", record({"game": "../../../etc/passwd"})),
        "record_with_expansions_by_path": ("E127", record({"expansions": ["/etc", "../.."]})),
        "record_of_100k_seats": ("E690", record(_ENDLESS)),
        "record_nested_100k": ("E690", record(line="[" * 100_000)),
        "record_objects_nested_100k": ("E690", record(line='{"a":' * 100_000)),
        "record_seed_of_5000_digits": (
            "E690",
            record(line='{"record":"boardwright","version":2,"seed":' + "9" * 5_000 + "}"),
        ),
        "record_seed_too_large": ("E692", record({"seed": 10**300})),
        "record_version_infinite": (
            "E693",
            record(line='{"record":"boardwright","version":1e999}'),
        ),
        "record_not_a_number": (
            "E690",
            record(line='{"record":"boardwright","version":2,"game":NaN}'),
        ),
        "record_version_nested": ("E693", record({"version": [[[[1] * 1_000] * 20]]})),
        "record_half_character": ("E691", record({"game": "a\ud800\u001b[2J"})),
        "record_language_huge": ("E690", record({"language": 10**400})),
        "record_option_names": ("E672", record({"options": {f"o{n}": "x" for n in range(5_000)}})),
        "record_seat_names": ("E674", record({"seats": ["\x1b[2J", "../x"]})),
        "record_of_nothing": ("E690", record(line="{}")),
        "record_of_bytes": (
            "E690",
            written({"game.yaml": GOOD, "record.jsonl": b"\xff" * 100_000}),
        ),
        "record_is_a_rule_file": ("E690", written({"game.yaml": GOOD, "record.jsonl": GOOD})),
        "record_lines_500k": ("E690", also(record(), written({"record.jsonl": "{}\n" * 300_000}))),
    }.items()
}

TABLE: Table = {**YAML, **CHARACTERS, **BYTES, **FOLDERS, **RECORDS}
