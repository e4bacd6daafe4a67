from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from zlib import crc32

import pytest

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.interpreter.play.decision import IllegalChoice
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.game_record import Recorder, read_header, replay
from boardwright.interpreter.records.saves import load
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of
from cli_runs import run_python
from folders import HELPERS, SMALL_GAMES
from strategies import GAMES, RATTUS, game_in, name_of, program_of

PIG = SMALL_GAMES / "pig"
LIMITED = """\
game: limited
language: 2
name: Limited
players: 2
limits: {decisions: 3}
stocks: {point: {total: 4, home: heap, kept: scored}}
places: {heap: {holds: [point]}, scored: {per: player, holds: [point]}}
rules:
  go: |
    while yes:
      may have_one:
        take 1 points
course: [{phase: main, rounds: 1, turn: [go()]}]
outcome: {score: my points}
"""


def recorded(program: Program, seed: int, agents: tuple[str, ...] = ()) -> str:
    recorder = Recorder(program, seed, agents=agents)
    chooser = random.Random(seed)
    while recorder.state.decision is not None:
        recorder.apply(chooser.randrange(len(recorder.state.decision)))
    return recorder.text()


@cache
def sample() -> tuple[Program, str]:
    program = program_of(PIG, 2)
    return program, recorded(program, 4, ("random", "random"))


def only(found: tuple[Diagnostic, ...]) -> Diagnostic:
    (diagnostic,) = found
    return diagnostic


def explained(text: str | bytes) -> tuple[str, str]:
    diagnostic = only(replay(sample()[0], text))
    return diagnostic.code, diagnostic.message


# ---- writing


@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_a_game_recorded_twice_gives_the_same_bytes_and_replays(folder: Path) -> None:
    program = program_of(folder, game_in(folder).players[0])
    for seed in range(3):
        text = recorded(program, seed)
        assert recorded(link(program.table), seed) == text
        assert replay(program, text) == replay(program, text.encode()) == ()


def test_recording_changes_nothing_in_the_game() -> None:
    program = program_of(RATTUS, 3)
    recorder, state, chooser = Recorder(program, 6), new(program, 6), random.Random(6)
    while state.decision is not None:
        choice = chooser.randrange(len(state.decision))
        recorder.state.copy().apply(0)  # looking ahead leaves no line
        recorder.apply(choice)
        state.apply(choice)
        assert state.v == recorder.state.v or state.over
    assert state.position() == recorder.state.position()
    assert replay(program, recorder.text()) == ()


def test_all_that_happens_is_in_the_record_in_the_order_in_which_it_happened() -> None:
    program = program_of(RATTUS, 2)
    recorder = Recorder(program, 1)
    kinds = [next(iter(json.loads(line))) for line in recorder.lines]
    assert kinds[0] == "record" and set(kinds[1:]) == {"event"}
    before = len(recorder.lines)
    assert recorder.state.decision is not None
    first = recorder.state.decision.ids[0]
    recorder.apply(first)
    asked = {"n": 1, "player": "red", "decision": "place_two.region", "choice": first}
    check = crc32(json.dumps(asked, separators=(",", ":"))[:-1].encode())
    assert json.loads(recorder.lines[before]) == {**asked, "check": check}


def test_each_tenth_decision_is_written_with_the_hash_of_the_position() -> None:
    recorder, hashes = Recorder(program_of(RATTUS, 2), 1), {}
    while recorder.state.decision is not None and recorder.decisions < 35:
        recorder.apply(0)
        hashes[recorder.decisions] = recorder.state.hash
    lines = [json.loads(line) for line in recorder.lines if line.startswith('{"n":')]
    told = {line["n"]: line["hash"] for line in lines if "hash" in line}
    assert told == {n: hashes[n] for n in (10, 20, 30)}


def test_options_may_be_given_as_numbers_ids_and_options() -> None:
    program = program_of(RATTUS, 2)
    texts = set()
    for way in range(3):
        recorder = Recorder(program, 1)
        decision = recorder.state.decision
        assert decision is not None
        recorder.apply((1, decision.ids[1], decision.options[1])[way])
        texts.add(recorder.text())
    assert len(texts) == 1


def test_a_choice_that_is_refused_leaves_no_line() -> None:
    recorder = Recorder(program_of(RATTUS, 2), 1)
    before = recorder.text()
    with pytest.raises(IllegalChoice):
        recorder.apply("nowhere")
    with pytest.raises(IllegalChoice):
        recorder.apply(99)
    assert recorder.text() == before


def test_a_rule_error_leaves_no_line_either() -> None:
    game = game_of(LIMITED.replace("decisions: 3", "decisions: 99"))
    recorder = Recorder(link(set_table(game, 2)), 1)
    for _ in range(4):
        recorder.apply("yes")
    before, v = recorder.text(), recorder.state.v[:]
    with pytest.raises(RuleError) as raised:
        recorder.apply("yes")
    assert raised.value.decisions == 5
    assert recorder.text() == before and recorder.state.v == v
    recorder.apply("no")


def test_a_game_that_is_cut_short_by_its_limit_says_so() -> None:
    program = link(set_table(game_of(LIMITED), 2))
    recorder = Recorder(program, 1)
    while not recorder.state.over:
        recorder.apply("yes")
    outcome = json.loads(recorder.lines[-1])["outcome"]
    assert outcome["unfinished"] and outcome["winners"] == []
    assert replay(program, recorder.text()) == ()


def test_a_record_and_a_saved_game_mean_the_same_in_another_process() -> None:
    program = program_of(RATTUS, 3)
    state = new(program, 2)
    for _ in range(20):
        state.apply(0)
    script = f"""
import sys
sys.path.insert(0, {str(HELPERS)!r})
from strategies import RATTUS, program_of
from boardwright.interpreter.records.game_record import Recorder
from boardwright.interpreter.records.saves import load
program = program_of(RATTUS, 3)
state = load(program, sys.stdin.read())
recorder = Recorder(program, 2)
while not state.over:
    state.apply(0)
while not recorder.state.over:
    recorder.apply(0)
sys.stdout.write(state.hash + "\\n" + recorder.text())
"""
    found = [
        run_python("-c", script, stdin=state.save(), PYTHONHASHSEED=seed).out for seed in ("1", "2")
    ]
    resumed = load(program, state.save())
    while not resumed.over:
        resumed.apply(0)
    recorder = Recorder(program, 2)
    while not recorder.state.over:
        recorder.apply(0)
    assert found[0] == found[1] == f"{resumed.hash}\n{recorder.text()}"


# ---- the hash of the rules


def test_comments_paths_texts_and_expansions_that_are_off_do_not_change_the_rules() -> None:
    same = LIMITED.replace("rules:\n", "# a comment\n\nrules:\n").replace("Limited", "Other words")
    assert game_of(same).rules_hash == game_of(LIMITED).rules_hash
    moved = f"### far/away.yaml\n{LIMITED}"
    assert game_of(moved).rules_hash == game_of(LIMITED).rules_hash


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("take 1", "take 2"),
        ("while yes", "while no"),
        ("decisions: 3", "decisions: 4"),
        ("total: 4", "total: 5"),
        ("players: 2", "players: 2 to 3"),
        ("have_one", "have_none"),
        ("score: my points", "score: 4 - my points"),
    ],
)
def test_whatever_changes_the_game_changes_the_hash_of_its_rules(old: str, new: str) -> None:
    assert old in LIMITED
    changed = game_of(LIMITED.replace(old, new))
    assert changed.rules_hash != game_of(LIMITED).rules_hash


def test_an_expansion_that_is_on_makes_other_rules() -> None:
    expansion = "expansion: more\nof: limited\nlanguage: 2\nname: More\n"
    assert game_of(LIMITED, expansion).rules_hash != game_of(LIMITED).rules_hash


# ---- reading


def test_the_header_says_which_game_at_which_table() -> None:
    header, found = read_header(sample()[1])
    assert not found and header is not None
    assert (header.game, header.seats, header.seed) == ("pig", ("p1", "p2"), 4)
    assert header.agents == ("random", "random")
    assert header.line() == sample()[1].split("\n", 1)[0]


def test_any_character_that_is_changed_lost_or_added_is_noticed() -> None:
    program, text = sample()
    chooser = random.Random(0)
    for at in chooser.sample(range(len(text)), 250):
        letter = chooser.choice([c for c in '0a{"\n,x' if c != text[at]])
        for changed in (
            text[:at] + letter + text[at + 1 :],
            text[:at] + text[at + 1 :],
            text[:at] + letter + text[at:],
        ):
            if changed != text:
                assert len(replay(program, changed)) == 1, (at, letter)


def test_two_lines_that_are_exchanged_are_noticed() -> None:
    program, text = sample()
    lines = text.splitlines(keepends=True)
    for first in range(len(lines) - 1):
        lines[first], lines[first + 1] = lines[first + 1], lines[first]
        if "".join(lines) != text:
            assert len(replay(program, "".join(lines))) == 1
        lines[first], lines[first + 1] = lines[first + 1], lines[first]


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("", "E690", "the record is empty"),
        ("no json\n", "E690", "line 1 is not JSON: expecting value"),
        ("[" * 100_000, "E690", "line 1 is not JSON: it is damaged"),
        ("[1]\n", "E690", "line 1 is not a JSON object"),
        ('{"a": 1}\n', "E690", "this file is not a game record"),
        ('{"record":"boardwright","version":7}\n', "E693", "this record has version 7"),
        (
            '{"record":"boardwright","version":2}\n',
            "E690",
            "the first line is damaged: `game` is missing",
        ),
        (b"\xff\xfe", "E690", "line 1 has a byte that cannot be in a record"),
    ],
)
def test_what_is_no_record_is_said_to_be_none(text: str | bytes, code: str, message: str) -> None:
    assert explained(text) == (code, message)


def replaced(old: str, new: str, line: int) -> str:
    lines = sample()[1].split("\n")
    assert old in lines[line]
    lines[line] = lines[line].replace(old, new, 1)
    return "\n".join(lines)


@pytest.mark.parametrize("seed", ["1e300", "1.0", "true", '"1"', "null", "1e999", "NaN"])
def test_a_seed_is_a_whole_number(seed: str) -> None:
    """To JSON Schema 1e300 is one."""
    number = json.loads(sample()[1].split("\n")[0])["seed"]
    damaged = replaced(f'"seed":{number}', f'"seed":{seed}', 0)
    assert explained(damaged) == ("E690", "the first line is damaged: seed is not a whole number")


def test_a_record_of_another_game_of_other_rules_or_of_another_table_is_refused() -> None:
    program, text = sample()
    assert explained(replaced('"pig"', '"hog"', 0)) == (
        "E691",
        "this record is of the game `hog`, not of `pig`",
    )
    rules = program.table.game.rules_hash
    assert explained(replaced(rules, "0" * 32, 0)) == (
        "E692",
        "this game was played with other rules",
    )
    assert explained(replaced('"expansions":[]', '"expansions":["more"]', 0)) == (
        "E692",
        "this game was played with other expansions",
    )
    assert explained(replaced('"p2"', '"p3"', 0)) == (
        "E691",
        "this game was played at another table",
    )
    rattus = program_of(RATTUS, 2)
    changed = recorded(rattus, 1).replace('"phase_order":"free"', '"phase_order":"strict"')
    found = only(replay(rattus, changed))
    assert (found.code, found.notes) == ("E691", ("`phase_order` was strict, here free",))
    assert only(replay(rattus, text)).code == "E691"


def test_another_seed_shows_at_the_first_event_that_differs() -> None:
    diagnostic = only(replay(sample()[0], replaced('"seed":4', '"seed":5', 0)))
    assert diagnostic.code == "E694"
    assert diagnostic.label is not None and diagnostic.label.span.row == 2


def test_another_agent_shows_at_the_sum() -> None:
    code, message = explained(replaced('"random"', '"greedy"', 0))
    assert code == "E694"
    assert message.endswith("has a wrong `sum`: something above it was changed")


def test_a_choice_that_is_not_offered_says_what_is() -> None:
    lines = sample()[1].split("\n")
    line = next(n for n, text in enumerate(lines) if text.startswith('{"n":1,'))
    found = only(
        replay(sample()[0], replaced('"choice":"roll_again"', '"choice":"rol_again"', line))
    )
    assert found.code == "E695"
    assert found.message == f"line {line + 1} chooses `rol_again`, which is not offered"
    assert found.help == ("did you mean `roll_again`?",)


def test_another_choice_shows_where_it_was_made() -> None:
    program = program_of(RATTUS, 2)
    lines = recorded(program, 1).split("\n")
    decisions = [number for number, line in enumerate(lines) if line.startswith('{"n":')]
    recorder, told = Recorder(program, 1), 0
    for number in decisions[:24]:
        decision, line = recorder.state.decision, json.loads(lines[number])
        assert decision is not None
        other = next((id for id in decision.ids if id != line["choice"]), None)
        if other is not None:
            changed = lines[number].replace(f'"choice":"{line["choice"]}"', f'"choice":"{other}"')
            found = only(
                replay(program, "\n".join([*lines[:number], changed, *lines[number + 1 :]]))
            )
            assert found.code == "E694" and found.message.startswith(f"line {number + 1} ")
            told += 1
        recorder.apply(line["choice"])
    assert told > 10


def test_a_wrong_hash_is_shown_with_the_right_one_and_the_last_that_was_right() -> None:
    program = program_of(RATTUS, 2)
    lines = recorded(program, 1).split("\n")
    for n, since in (
        (10, "it was not compared before"),
        (30, "it was still the same after decision 20"),
    ):
        line = next(at for at, text in enumerate(lines) if text.startswith(f'{{"n":{n},'))
        right = json.loads(lines[line])["hash"]
        changed = [*lines[:line], lines[line].replace(right, "0" * 16), *lines[line + 1 :]]
        found = only(replay(program, "\n".join(changed)))
        assert found.message == f"line {line + 1} differs in `hash`"
        assert right in found.notes[0] and "0" * 16 in found.notes[1]
        assert found.notes[2:] == (since,)


def test_a_line_that_is_written_in_another_way_is_not_the_same_line() -> None:
    _, text = sample()
    code, message = explained(text.replace(",", ", "))
    assert code == "E694" and "is written in another way" in message
    assert explained(text.replace("\n", "\r\n"))[0] == "E694"


def test_a_record_that_ends_early_says_where_it_stands() -> None:
    lines = sample()[1].splitlines(keepends=True)
    for count in range(1, len(lines)):
        assert explained("".join(lines[:count])) == (
            "E696",
            f"the record ends after line {count}, before its game does",
        )
    assert explained("".join(lines)[:-1]) == ("E696", "the last line has no line end")
    assert explained("".join(lines)[:-9])[1].endswith("breaks off")


def test_nothing_may_follow_the_outcome() -> None:
    _, text = sample()
    for more in ("\n", "x", "{}\n", text):
        assert explained(text + more)[0] == "E697"
