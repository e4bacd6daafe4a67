"""Which clauses never ran, why, and which of them only follow from another."""

from __future__ import annotations

from boardwright.interpreter.reference import ReferenceGame
from boardwright.interpreter.table.table import set_table
from boardwright.validators.play.clauses import Clauses
from boardwright.validators.play.coverage import Judged, Marks, Tally, by_file, lines_of, never_ran
from strategies import steps, tiny, turns


def told(more: str, *choices: str, **cards: str) -> list[str]:
    """What never ran in one game with these choices (then the last option), and why: only the first causes."""
    game = tiny(more, **cards)
    tally = Tally()
    played = ReferenceGame(set_table(game, 2), 1, Marks(tally))
    waiting = list(choices)
    while played.decision is not None:
        played.apply(waiting.pop(0) if waiting else played.decision.options[-1])
    assert played.ranks
    return [
        f"{never.span.text.splitlines()[0].rstrip(':')}: {never.why}"
        for never in never_ran(Clauses(game), tally)
        if never.first and never.why != "its offer is never opened"
    ]


def test_where_everything_runs_nothing_is_told() -> None:
    assert told(steps("for each p in seats:", "  as p:", "    take 1 coins")) == []


def test_the_reason_is_that_of_the_block() -> None:
    text = steps(
        "if count(seats) = 3:",
        "  add 1 to log",
        "for each p in seats where 1 = 2:",
        "  add 1 to log",
        "while log >= 5:",
        "  add 1 to log",
        "repeat log times:",
        "  add 1 to log",
        "for each p in seats:",
        "  if p is first_seat or p is not first_seat:",
        "    set log to 0",
        "  else:",
        "    add 1 to log",
    )
    assert told(text) == [
        "add 1 to log: the condition was never true",
        "add 1 to log: the set was always empty",
        "add 1 to log: the condition was never true",
        "add 1 to log: it was always repeated 0 times",
        "add 1 to log: the condition was always true",
    ]


def test_of_choices_too() -> None:
    text = turns(
        "find f in fields where f is not in fields\n"
        "otherwise:\n  set log to 0\n"
        "draw n from 1 to 2\notherwise:\n  set log to 3\n"
    )
    assert told(text) == ["draw n from 1 to 2: there was never anything to find"]
    asked = turns(
        "may go_on:\n  set log to 1\notherwise:\n  set log to 2\n"
        "choose one:\n  left:\n    set log to 3\n  right when log = 99:\n    set log to 4\n"
        "  middle:\n    set log to 5\n"
    )
    assert told(asked) == [
        "set log to 1: the answer was never `yes`",
        "left: it was offered but never picked",
        "right when log = 99: it was never offered: its condition was false, or its first choice had no options",
    ]


def test_what_is_in_something_that_never_ran_or_is_called_from_there_only_is_not_told_again() -> (
    None
):
    text = steps("if log = 99:", "  first()") + (
        "rules:\n  first: |\n    second()\n  second: |\n    set log to bonus\n"
        "values: {bonus: 3}\nmodify: {bonus: add 1}\nafter second: |\n  set log to 2\n"
    )
    assert told(text) == ["first(): the condition was never true"]


def test_rules_that_call_each_other_and_that_nothing_else_calls_are_told_once() -> None:
    text = steps("set log to 1") + (
        "rules:\n  ping:\n    deep: 2\n    effect: |\n      pong()\n  pong: |\n    ping()\n"
    )
    assert told(text) == ["ping: it is never called"]


def test_clauses_of_cards_say_how_far_they_came() -> None:
    king = (
        "worth: 3\nability: |\n  take 1 coins\nmodify: {bonus: add 1 when my coins >= 9}\n"
        "after bow: |\n  take 1 coins"
    )
    text = turns("bow()\nopen menu\n") + (
        "rules: {bow: {}}\nvalues: {bonus: 1}\n"
        "before bow: |\n  set log to bonus\n"
        "before turn when log = 99: |\n  set log to 1\n"
    )
    assert told(text, king=king) == [
        "add 1 when my coins >= 9: nobody owned it when `bonus` was read",
        "before turn when log = 99: its condition was never true",
        "after bow: nobody owned it when `bow` ran",
        "ability: no player who was asked had it in force",
    ]


def test_clauses_of_a_card_that_somebody_owns_are_not_said_to_be_nobodys() -> None:
    king = "worth: 3\nin_force: log = 99\nmodify: {bonus: add 1}\nafter bow: |\n  take 1 coins"
    text = turns("bow()\n") + (
        "rules: {bow: {}}\nvalues: {bonus: 1}\n"
        "before play: |\n  move king to tableau of first_seat\n"
        "before bow: |\n  set log to bonus\n"
    )
    assert told(text, king=king) == [
        "add 1: it was never in force for the player for whom `bonus` was read",
        "after bow: it was never in force for the player for whom `bow` ran",
    ]


def test_a_hook_that_always_stands_in_for_a_rule_is_why_its_body_never_ran() -> None:
    text = steps("bow()") + (
        "rules:\n  bow: |\n    set log to 1\ninstead of bow: |\n  set log to 2\n"
    )
    assert told(text) == ["set log to 1: a hook always replaced it"]


def test_values_that_only_tell_which_tables_a_game_is_for_are_no_clauses_of_play() -> None:
    text = steps("set log to 1") + (
        "values: {enough: count(seats) >= 2}\nmodify: {enough: becomes yes when count(seats) = 3}\n"
        "table: [{must: enough, text: Two.}]\n"
    )
    assert told(text) == []


def test_a_clause_that_several_cards_share_is_one_and_runs_for_any() -> None:
    text = turns("open menu\n") + (
        "traits:\n  taker:\n    entries:\n      grab:\n        offered_in: menu\n        effect: |\n"
        "          take 1 coins\n"
        "before play: |\n  move king to tableau of first_seat\n"
    )
    cards = {"king": "worth: 1\ntraits: [taker]", "cook": "worth: 2\ntraits: [taker]"}
    assert told(text, "grab:king", **cards) == []


def test_files_are_told_with_their_share() -> None:
    game = tiny(steps("if log = 99:", "  set log to 1"))
    tally = Tally()
    ReferenceGame(set_table(game, 2), 1, Marks(tally))
    files = {each.name: each for each in by_file(Clauses(game), tally)}
    more = files["more.yaml"]
    assert (more.clauses, more.ran, more.percent) == (3, 2, 66)
    assert [never.span.row for never in more.never] == [6]


def test_conditions_are_counted_where_they_are_true_and_false() -> None:
    game = tiny(
        steps(
            "for each p in seats where p is first_seat:",
            "  if log = 0 and not (log = 1):",
            "    add 1 to log",
            "if log = 7:",
            "  add 1 to log",
        )
    )
    tally = Tally()
    played = ReferenceGame(set_table(game, 2), 1, Marks(tally))
    assert played.decision is None
    clauses = Clauses(game)
    lines = [line for file in by_file(clauses, tally) for line in lines_of(file, clauses, tally)]

    def judged(text: str) -> list[tuple[str, int, int]]:
        (line,) = (each for each in lines if text in each.text)
        return [(each.span.text, each.true, each.false) for each in line.conditions]

    assert judged("for each p") == [("p is first_seat", 1, 1)]
    assert judged("if log = 0") == [
        ("log = 0", 1, 0),
        ("log = 0 and not (log = 1)", 1, 0),
        ("not (log = 1)", 1, 0),
        ("log = 1", 0, 1),
    ]
    assert judged("if log = 7") == [("log = 7", 0, 1)]
    sided = [each for line in lines for each in line.conditions if each.one_sided]
    assert "p is first_seat" not in {each.span.text for each in sided} and len(sided) == 5
    assert isinstance(sided[0], Judged)
    (never,) = (line for line in lines if line.never and "add 1 to log" in line.text)
    assert never.ran == (0,) and never.never[0].why == "the condition was never true"
