"""Playing at the terminal, over a pipe."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boardwright.dsl.bind.bind import bind
from boardwright.dsl.compose.compose import compose
from boardwright.dsl.declare.ruleset import declare
from boardwright.dsl.source.diagnostics import Bag
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.table import set_table
from boardwright.validators.render import full
from cli_runs import Run
from folders import GOLDEN_FILES, SMALL_GAMES
from golden import Golden
from ruleset_texts import documents_of

GOLDEN = GOLDEN_FILES / "cli" / "good"
TERMINAL = GOLDEN_FILES / "terminal"


def lines(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


def test_a_session(run: Run, golden: Golden) -> None:
    # A number, a name, its beginning, an id, what is nothing, what is several, and every command.
    answers = lines(
        "?",
        "? pil",
        "? east",
        "?xyz",
        "9",
        "",
        "xyz",
        "pick up",
        "l",
        "s",
        "n",
        "s",
        "",
        "b",
        "r",
        "y",
        "north",
        "q",
    )
    done = run("play", "harbour", "--seed", "3", stdin=answers)
    assert done.code == 0
    golden(GOLDEN / "play.txt", f"$ boardwright play harbour --seed 3\n{done.out}")


def test_a_game_to_its_end(run: Run) -> None:
    done = run("play", "harbour", "--seed", "3", stdin=lines(*["1"] * 50))
    assert done.code == 0
    assert "rank  seat" in done.out and "you" in done.out
    again = run("play", "harbour", "--seed", "3", stdin=lines(*["1"] * 50))
    assert again.out == done.out


def test_the_end_of_the_input_leaves_the_game(run: Run) -> None:
    done = run("play", "harbour", stdin="1\n")
    assert done.code == 0 and done.out.endswith("you have left the game\n")
    assert "seed " in done.err


def test_another_seat_and_language(run: Run) -> None:
    done = run(
        "play", "harbour", "--seat", "cobalt", "--language", "nl", "--seed", "1", stdin="q\n"
    )
    assert "cobalt (jij)" in done.out
    assert "Noordkade" in done.out


@pytest.mark.parametrize("seed", range(3))
def test_faces_that_are_not_known_are_not_shown(seed: int, run: Run) -> None:
    done = run("play", "harbour", "--seed", str(seed), stdin="q\n")
    board = done.out.split("amber (you)")[0]
    assert "barrel" in board
    assert "b1" not in board and "worth" not in board


def test_control_characters_in_answers_do_not_reach_the_terminal(run: Run) -> None:
    done = run("play", "harbour", stdin=lines("\x1b[2J", "q"))
    assert "\x1b" not in done.out


def test_numbers_are_typed_as_they_are(run: Run) -> None:
    done = run("play", "bad/always_fails", stdin=lines("1", "3", "3", "3"))
    assert "  2, 3\n> 1\nthere is no option `1`" in done.out
    assert done.code == 1


def test_a_session_with_hands_that_nobody_else_sees(run: Run, golden: Golden) -> None:
    # What comes to light is told by its face, and what stays hidden never by a number.
    answers = lines("1", "2", "2", "gladly", "1", "l", "q")
    done = run("play", "shore", "--seed", "13", stdin=answers)
    assert done.code == 0
    golden(GOLDEN / "play_hidden.txt", f"$ boardwright play shore --seed 13\n{done.out}")


def test_what_was_chosen_unseen_is_named_only_if_it_is_seen_then(run: Run) -> None:
    done = run("play", "shore", "--seed", "13", stdin=lines("1", "2", "2", "no", "q"))
    news = done.out.replace("\n", " ")
    assert "The South moves gull 2 from hand to pile" in news
    assert "moves a card from hand to lent." in news


def test_a_hand_is_shown_in_the_order_of_declaration(run: Run) -> None:
    for seed in range(6):
        done = run("play", "shore", "--seed", str(seed), stdin="q\n")
        (hand,) = re.findall(r"North \(you\)\n  hand +(.*)", done.out)
        options = re.findall(r"^ +[123] (.*)", done.out.split("Card to play")[1], re.MULTILINE)
        assert ", ".join(options) == hand


def test_the_board_is_shown_again_only_when_it_has_changed(run: Run) -> None:
    done = run("play", "shore", "--seed", "5", stdin=lines("1", "2", "2", "q"))
    shown = done.out.split("── rounds")[1:]
    assert len(shown) == 3
    assert len(set(shown)) == 3
    # Between choosing a friend and a bank nothing has moved.
    assert "Friend to thank" in shown[1] and "Bank to rest on" in shown[1]


def test_spaces_on_which_nothing_lies_are_left_out(run: Run) -> None:
    done = run("play", "shore", "--seed", "5", stdin="q\n")
    assert "bank (The South)" in done.out
    assert "grey" not in done.out and "clouds" not in done.out


def test_a_game_without_course_is_headed_by_its_name(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "game: idle\nlanguage: 2\nname: Idle\nplayers: 2\noutcome: {score: 0}\n"
    )
    done = run("play", str(tmp_path))
    assert "\n── Idle ───" in done.out


def test_the_question_for_several_things_says_what_is_picked(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "game: fair\nlanguage: 2\nname: Fair\nplayers: 2\nvarieties: {ware: [cloth, salt, wine, tin]}\n"
        "course:\n  - phase: market\n    rounds: 1\n    turn: |\n"
        "      choose 2 goods from wares\n      choose up to 3 more from wares\n"
        "outcome: {score: 0}\n"
    )
    done = run("play", str(tmp_path), stdin=lines("salt", "cloth", "tin", "q"))
    asked = [
        line for line in done.out.splitlines() if line.endswith("picked)") or "picked: " in line
    ]
    assert asked == [
        "Goods (0 of 2 picked)",
        "Goods (1 of 2 picked: salt)",
        "More (0 of up to 3 picked)",
        "More (1 of up to 3 picked: tin)",
    ]


def begun(text: str, language: str | None = None) -> State:
    bag = Bag()
    declared = declare(documents_of(text, bag), bag)
    composed = None if declared is None else compose(declared, [], bag)
    game = None if composed is None else bind(composed, bag)
    assert game is not None, full.render(bag.sorted())
    return new(link(set_table(game, 2)), 1, language)


@pytest.mark.parametrize(
    ("language", "labels"),
    [("en", ["mug: wash it", "jug: break", "done"]), ("it", ["mug: lavala", "jug: break", "done"])],
)
def test_what_a_piece_offers_is_called_by_its_name(language: str, labels: list[str]) -> None:
    text = (
        "### game.yaml\ngame: pots\nlanguage: 2\nplayers: 2\nlanguages: [en, it]\n"
        "kinds: {cup: {home: shelf}}\n"
        "traits: {clean: {entries: {wash: {name: {en: wash it, it: lavala}, offered_in: chores, effect: end game}}}}\n"
        "pieces:\n"
        "  cup:\n"
        "    mug: {traits: clean}\n"
        "    jug: {entries: {break: {offered_in: chores, effect: end game}}}\n"
        "places: {shelf: {holds: [cup]}}\n"
        "offers: {chores: {until: done}}\n"
        "course: [{phase: play, rounds: 1, turn: [open chores]}]\n"
        "outcome: {score: 0}\n"
    )
    state = begun(text, language)
    assert state.decision is not None
    assert [option.label for option in state.decision.options] == labels


@pytest.mark.parametrize(
    ("language", "labels"),
    [
        ("en", [["yes", "no"], ["cup, in hand of p2", "cup, in shelf"]]),
        ("it", [["sì", "no"], ["cup, in hand di p2", "cup, in shelf"]]),
        ("nl", [["ja", "nee"], ["cup, in hand van p2", "cup, in shelf"]]),
    ],
)
def test_words_that_no_ruleset_needs_to_translate(language: str, labels: list[list[str]]) -> None:
    text = (
        "### game.yaml\ngame: pots\nlanguage: 2\nplayers: 2\nlanguages: [en, it, nl]\n"
        "kinds: {cup: {home: shelf}}\n"
        "pieces: {cup: {mug: {copies: 2}}}\n"
        "places:\n  shelf: {holds: [cup]}\n  hand: {per: player, holds: [cup]}\n"
        "course:\n"
        "  - phase: play\n"
        "    rounds: 1\n"
        "    turn: |\n"
        "      choose mine from cups\n"
        "      may rest:\n        move mine to hand of left of me\n"
        "      choose cup from cups\n"
        "outcome: {score: 0}\n"
    )
    state = begun(text, language)
    found: list[list[str]] = []
    for _ in range(3):
        assert state.decision is not None
        found.append([re.sub(" [12]$", "", option.label) for option in state.decision.options])
        state.apply(0)
    assert found[1:] == labels


def test_pieces_in_several_places_say_where_and_equal_ones_are_numbered() -> None:
    text = (
        "### game.yaml\ngame: pots\nlanguage: 2\nplayers: 2\n"
        "kinds:\n"
        "  pot: {pieces: 3, hidden: yes, home: shelf}\n"
        "  cup: {attributes: {size: number}, home: shelf}\n"
        "pieces: {cup: {mug: {size: 2, copies: 2}}}\n"
        "places:\n"
        "  shelf: {holds: [pot, cup]}\n"
        "  hand: {per: player, holds: [pot, cup]}\n"
        "course:\n"
        "  - phase: play\n"
        "    rounds: 1\n"
        "    turn: |\n"
        "      draw mine from pots in shelf\n"
        "      move mine to hand of me\n"
        "      draw other from pots in shelf\n"
        "      move other to hand of left of me\n"
        "      choose pot from pots\n"
        "      choose cup from cups\n"
        "outcome: {score: 0}\n"
    )
    state = begun(text)
    assert state.decision is not None
    labels = [option.label for option in state.decision.options]
    assert sorted(re.sub("pot [0-9]", "", label) for label in labels) == [
        ", in hand",
        ", in hand of p2",
        ", in shelf",
    ]
    state.apply(0)
    assert [option.label for option in state.decision.options] == ["cup 1", "cup 2"]


@pytest.mark.parametrize("game", ["breakthrough", "tic_tac_toe", "hex_11"])
def test_a_grid_is_drawn(game: str, run: Run, golden: Golden) -> None:
    done = run("play", str(SMALL_GAMES / game), "--seed", "3", stdin=lines("1", "1", "b", "q"))
    golden(TERMINAL / f"{game}.txt", f"$ boardwright play {game} --seed 3\n{done.out}")


# ---- a question


def test_a_part_of_a_name_is_searched(run: Run) -> None:
    done = run("play", "harbour", "--seed", "3", stdin=lines("crate", "no", "c", "t", "q"))
    assert "> crate\nstack a crate? Press Enter to take it\n> no\n> c\nchart it?" in done.out
    done = run("play", "harbour", "--seed", "3", stdin=lines("rest", "quay", "q"))
    assert "`quay` could mean:\n  1 North Quay\n  2 South Quay\n" in done.out


def test_options_that_do_not_fit_come_page_by_page(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = run("play", str(SMALL_GAMES / "hex_11"), "--seed", "3", stdin=lines("", "11", "q"))
    assert "(page 1 of 4, 121 options: Enter turns the page" in done.out
    assert "(page 2 of 4, 121 options: Enter turns the page" in done.out
    assert "41 h4" in done.out.split("page 1 of 4")[1]


def test_part_of_the_board_is_shown(run: Run) -> None:
    done = run("play", "harbour", "--seed", "3", stdin=lines("b east", "b sea", "h", "q"))
    assert "> b east\nquays\n  East Quay  boat (amber); barrel\n" in done.out
    assert "> b sea\nnothing on the board is called `sea`\n" in done.out
    assert "> h\namber (you)\n  shed       crate 4\n" in done.out


def test_the_board_is_shown_if_there_is_room(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    small = run("play", "harbour", "--seed", "3", stdin="q\n").out
    assert "b: board, h: your own" in small and "Pilot" not in small
    monkeypatch.setenv("LINES", "40")
    large = run("play", "harbour", "--seed", "3", stdin="q\n").out
    assert "b: board" not in large and "Pilot" in large


@pytest.mark.parametrize("language", ["it", "nl"])
def test_an_evening_in_another_language(
    language: str, run: Run, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    table = ("play", "rattus", "--seed", "4", "--language", language)
    own = {"it": ("s", "la Peste"), "nl": ("j", "de Zwarte Dood")}[language]
    begins = ("?", "? xyz", "b xyz", "b anglia", "undo", "xyz", "ia", "a", own[0])
    goes_on = ("undo", "polonia", "2", own[1], "1", "2", "undo", "h", "b", "q")
    done = run(*table, stdin=lines(*begins, *goes_on))
    ended = run(*table, "--seat", "all", "--agents-seed", "7", stdin=lines(*["1"] * 400))
    end = ended.out.rpartition("\n\n")[2]
    text = f"$ boardwright play rattus --seed 4 --language {language}\n{done.err}{done.out}"
    golden(TERMINAL / f"rattus_{language}.txt", f"{text}\n{ended.err}...\n{end}")


# ---- several people


def test_several_people_play_by_turns(run: Run, golden: Golden) -> None:
    # Nothing waits and nothing is cleared, since this is no terminal.
    answers = lines("rest", "undo", "chart", "undo", "rest", "undo", "q")
    done = run("play", "harbour", "--seed", "3", "--seat", "cobalt,amber", stdin=answers)
    assert "2 players, you are amber and cobalt, seed 3" in done.err
    golden(TERMINAL / "hot_seat.txt", f"$ boardwright play harbour --seed 3 --seat all\n{done.out}")
    again = run("play", "harbour", "--seed", "3", "--seat", "all", stdin=answers)
    assert (again.out, again.err) == (done.out, done.err)


def test_what_is_taken_back_is_not_told_to_others(run: Run) -> None:
    answers = lines("rest", "chart", "undo", "rest", "q")
    done = run("play", "harbour", "--seed", "3", "--seat", "all", stdin=answers)
    news = done.out.rpartition("> rest\n")[2].split("──")[0]
    assert "Cobalt moves boat" in news and "Cobalt: rest." in news and "Pilot" not in news


def test_several_people_see_the_end_as_onlookers(run: Run) -> None:
    done = run("play", "shore", "--seed", "13", "--seat", "all", stdin=lines(*["1"] * 60))
    assert done.code == 0 and "rank  seat" in done.out
    end = done.out.rpartition("──\n")[2]
    assert "you" not in end and "wins" in end


def test_what_people_play_together_is_saved_for_them(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "saved.jsonl"
    game = ("harbour", "--seed", "3", "--seat", "all")
    run("play", *game, stdin=lines("rest", f"save {saved}", "q"))
    assert '"agents":["person","person"]' in saved.read_text()
    done = run("play", "harbour", "--load", str(saved), stdin="q\n")
    assert "you are amber and cobalt" in done.err and "cobalt: Main actions" in done.out
    done = run("play", "harbour", stdin=lines(f"load {saved}", "q"))
    assert "in this game you are `amber` and `cobalt`: play with" in done.out


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ("amber,ambr", "there is no seat `ambr`"),
        ("amber,amber", "seat `amber` is named twice"),
        ("amber,", "there is no seat ``"),
    ],
)
def test_seats_that_nobody_can_take_are_refused(seats: str, said: str, run: Run) -> None:
    done = run("play", "harbour", "--seat", seats, stdin="q\n")
    assert done.code == 2 and said in done.err


# ---- why


def test_a_person_is_told_why(run: Run, golden: Golden) -> None:
    # An option that is offered, by how its name begins; values; a score; a mistake; what is offered to nobody.
    asked = (
        "why stack",
        "why wage",
        "why reach of north",
        "why score of cobalt",
        "why stik",
        "why coins in purse of cobalt",
        "why",
    )
    done = run("play", "harbour", "--seed", "3", stdin=lines(*asked, "q"))
    golden(TERMINAL / "why.txt", f"$ boardwright play harbour --seed 3\n{done.out}")


SECRETS = """\
game: secrets
language: 2
name: Secrets
players: 2
seats: [red, blue]
kinds: {card: {attributes: {worth: number}, hidden: yes, home: deck}}
pieces: {card: {low: {worth: 1}, middle: {worth: 5}, high: {worth: 9}}}
places:
  deck: {holds: [card], tracked: no, visible_to: nobody}
  hand: {per: player, holds: [card], tracked: no, visible_to: owner}
values:
  sum_of(player p): sum(worth of c for each c in cards in hand of p)
modify:
  sum_of: add 1 when any(worth of c >= 5 for each c in cards in hand of left of first_seat)
course:
  - phase: main
    steps: |
      for each p in seats:
        draw card from deck
        move card to hand of p
      as first_seat:
        choose one:
          wait:
            let n be 1
          win when sum_of(me) > sum_of(left of me) + 100:
            let n be 2
          sigh:
            let n be 3
outcome: {score: sum_of(me)}
"""


def test_a_person_is_not_told_what_others_hold(run: Run, tmp_path: Path, golden: Golden) -> None:
    (tmp_path / "game.yaml").write_text(SECRETS)
    asked = ("why wait", "why win", "why score of red", "why score of blue")
    done = run("play", str(tmp_path), "--seed", "3", stdin=lines(*asked, "q"))
    golden(TERMINAL / "secrets.txt", done.out.replace(f"{tmp_path}/", ""))
    assert "hidden from you" in done.out and "what you may not see decides" in done.out


# ---- a game that is kept


def test_a_game_is_saved_taken_up_again_and_recorded(
    run: Run, tmp_path: Path, golden: Golden
) -> None:
    saved, record = tmp_path / "saved.jsonl", tmp_path / "game.jsonl"
    answers = lines("stack", "chart", f"save {saved}", "undo", "u", "undo", "q")
    done = run("play", "harbour", "--seed", "3", "--record", str(record), stdin=answers)
    assert done.code == 0
    session = f"$ boardwright play harbour --seed 3 --record game.jsonl\n{done.out}"
    again = run("play", "harbour", "--seed", "8", stdin=lines(f"load {saved}", "l", "1", "q"))
    session += f"\n$ boardwright play harbour --seed 8\n{again.out}"
    golden(TERMINAL / "kept.txt", session.replace(f"{tmp_path}/", ""))
    # The record has what was not taken back, and ends where the person left.
    for file in (saved, record):
        checked = run("replay", str(file), "--ruleset", "harbour")
        assert "before its game does" in checked.out


def test_a_saved_game_goes_on_as_the_first_one(run: Run, tmp_path: Path) -> None:
    saved, whole = tmp_path / "saved.jsonl", lines(*["1"] * 50)
    start = lines("1", "1", f"save {saved}")
    first = run("play", "harbour", "--seed", "3", "--agents", "first", stdin=start + whole)
    load = run("play", "harbour", "--agents", "first", stdin=lines(f"load {saved}") + whole)
    board = first.out.split("takes it up again\n")[1]
    assert load.out.endswith(board[board.index("──") :])


def test_play_begins_with_a_saved_game(run: Run, tmp_path: Path) -> None:
    saved, whole = tmp_path / "saved.jsonl", lines(*["1"] * 50)
    start = lines("1", "1", f"save {saved}")
    game = ("harbour", "--seed", "3", "--agents", "first", "--seat", "cobalt")
    first = run("play", *game, stdin=start + whole)
    load = run("play", "harbour", "--load", str(saved), stdin=whole)
    assert load.code == 0 and "seed 3" in load.err and "you are cobalt" in load.err
    board = first.out.split("takes it up again\n")[1]
    assert load.out.endswith(board[board.index("──") :])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name the RULESET to play, or a saved game with `--load FILE`"),
        (("saved.jsonl",), "for a saved game write `--load saved.jsonl`"),
        (("harbour", "--load", "FILE", "--seed", "3"), "takes players, options and seed from"),
        (("harbour", "--load", "FILE", "--seat", "cobalt"), "in this game you are `amber`"),
        (("harbour", "--load", "OVER"), "this game is over"),
    ],
)
def test_a_game_that_cannot_begin_says_why(
    run: Run, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    saved, over = tmp_path / "saved.jsonl", tmp_path / "over.jsonl"
    run("play", "harbour", stdin=lines("1", f"save {saved}", "q"))
    run("run", "harbour", "--record", str(over))
    files = {"FILE": str(saved), "OVER": str(over)}
    done = run("play", *(files.get(word, word) for word in words), stdin="q\n")
    assert done.code == 2 and said in done.err


def test_a_record_runs_no_programs(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "saved.jsonl"
    run("play", "harbour", "--seed", "3", stdin=lines("1", f"save {saved}", "q"))
    text = saved.read_text()
    assert '"agents":["person","random"]' in text
    saved.write_text(
        text.replace('"agents":["person","random"]', '"agents":["person","program:touch x"]')
    )
    done = run("play", "harbour", "--load", str(saved), "--record", str(saved), stdin="q\n")
    assert done.code == 0 and '"agents":["person","random"]' in saved.read_text()


def test_a_record_of_a_whole_game_is_right(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    done = run("play", "harbour", "--record", str(record), stdin=lines(*["1"] * 50))
    assert "rank  seat" in done.out
    assert run("replay", str(record), "--ruleset", "harbour").code == 0
    assert '"agents":["person","random"]' in record.read_text()
    over = run("play", "harbour", stdin=lines(f"load {record}", "q"))
    assert "not loaded: this game is over" in over.out


def test_a_game_that_cannot_be_loaded_says_why(run: Run, tmp_path: Path) -> None:
    saved, other = tmp_path / "saved.jsonl", tmp_path / "other.txt"
    other.write_text("my diary\n")
    answers = lines("1", f"save {saved}", f"save {other}", f"load {other}", "load missing", "q")
    done = run("play", "harbour", "--seat", "cobalt", stdin=answers)
    assert "is there, and is not a saved game" in done.out and other.read_text() == "my diary\n"
    assert "not loaded: line 1 is not JSON" in done.out
    assert "not loaded: missing: no such file or directory" in done.out
    done = run("play", "harbour", stdin=lines(f"load {saved}", "q"))
    assert "in this game you are `cobalt`: play with `--seat cobalt`" in done.out
    done = run("play", "shore", stdin=lines(f"load {saved}", "q"))
    assert "not loaded: this record is of the game `harbour`, not of `shore`" in done.out
    saved.write_text(saved.read_text().replace('"choice":"', '"choice":"no', 1))
    done = run("play", "harbour", "--seat", "cobalt", stdin=lines(f"load {saved}", "q"))
    assert "not loaded: line" in done.out and "is not offered" in done.out


@pytest.mark.parametrize(
    ("game", "answers", "said"),
    [
        ("harbour", ("undo",), "you have not chosen anything yet"),
        ("harbour", ("rest", "undo"), "taken back"),
        # A card from the hand lies open now: only the computer has not seen it before.
        ("shore", ("1", "undo"), "taken back"),
        (
            "shore",
            ("1", "2", "2", "no", "undo"),
            "this cannot be taken back: something new has been seen since",
        ),
    ],
)
def test_only_what_nobody_has_learned_from_is_taken_back(
    game: str, answers: tuple[str, ...], said: str, run: Run
) -> None:
    done = run("play", game, "--seed", "13", stdin=lines(*answers, "q"))
    assert said in done.out
