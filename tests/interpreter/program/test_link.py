from boardwright.interpreter.program.link import PASSES, finished, link, link_by_passes
from boardwright.interpreter.table.table import set_table
from folders import SMALL_GAMES
from strategies import game_in

FOLDER = SMALL_GAMES / "pig"


def test_linking_makes_a_pause_around_each_pass() -> None:
    table = set_table(game_in(FOLDER), 2, {})

    pauses = sum(1 for _ in link_by_passes(table))

    assert pauses == len(PASSES) + 1


def test_a_program_that_was_made_with_pauses_is_the_same() -> None:
    table = set_table(game_in(FOLDER), 2, {})

    assert finished(link_by_passes(table)).text() == link(table).text()
    assert link(table, telling=True).text() == finished(link_by_passes(table, telling=True)).text()
