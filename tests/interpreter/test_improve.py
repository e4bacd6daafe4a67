"""What straight play is made of keeps its meaning when it is improved."""

from __future__ import annotations

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.improve import improved
from boardwright.interpreter.lowered import Int, Load, Op, Un, Var


def main_of(*body: lo.Stmt, others: tuple[lo.Function, ...] = ()) -> list[lo.Stmt]:
    functions = {f.name: f for f in (lo.Function("main", (), list(body)), *others)}
    return improved(functions, "main", {})["main"].body


def test_a_local_that_is_always_a_number_is_that_number() -> None:
    body: list[lo.Stmt] = [
        lo.SetVar("a", Int(4)),
        lo.Store(Op("+", Var("a"), Int(20)), Load(Int(9))),
    ]
    assert main_of(*body) == [lo.Store(Int(24), Load(Int(9)))]


def test_a_local_that_is_set_twice_is_not() -> None:
    body: list[lo.Stmt] = [
        lo.SetVar("a", Int(4)),
        lo.When(Load(Int(9)), [lo.SetVar("a", Int(5))], []),
        lo.Store(Int(20), Var("a")),
    ]
    assert main_of(*body) == body


def test_what_nobody_reads_is_not_worked_out_but_chance_is_drawn() -> None:
    body: list[lo.Stmt] = [lo.SetVar("a", Load(Int(9))), lo.SetVar("b", lo.Dice(0, Int(6)))]
    assert main_of(*body) == [lo.SetVar("b", lo.Dice(0, Int(6)))]


def test_a_parameter_that_is_always_the_same_goes() -> None:
    search = [lo.ForBits("p", Load(Int(9)), [lo.When(Var("n"), [lo.Return(Var("k"))], [])])]
    found = improved(
        {
            "main": lo.Function(
                "main",
                (),
                [
                    lo.Do(lo.Apply("f", (Int(1), Load(Int(5)), Load(Int(7))))),
                    lo.Do(lo.Apply("f", (Int(1), Load(Int(6)), Load(Int(8))))),
                ],
            ),
            "f": lo.Function("f", ("n", "k", "unread"), [*search]),
        },
        "main",
        {},
    )
    assert found["f"].params == ("k",)
    assert found["main"].body[0] == lo.Do(lo.Apply("f", (Load(Int(5)),)))


def taken_out(*rest: lo.Stmt) -> lo.Loop:
    """A loop that takes one member after the other out of a set."""
    return lo.Loop(
        [
            lo.Charge(0),
            lo.When(Op("==", Var("left"), Int(0)), [lo.Break()], []),
            lo.SetVar("p", Un("lowest", Var("left"))),
            lo.SetVar("left", Op("^", Var("left"), Un("bit", Var("p")))),
            *rest,
        ]
    )


def test_members_taken_one_by_one_are_gone_through() -> None:
    begin, work = lo.SetVar("left", Load(Int(9))), lo.Store(Int(20), Var("p"))
    assert main_of(begin, taken_out(work, lo.Again())) == [
        lo.ForBits("p", Load(Int(9)), [lo.Charge(0), work]),
        lo.Charge(0),
    ]


def test_a_loop_that_a_turn_may_leave_is_not_for_it_counts_other_steps() -> None:
    begin, work = lo.SetVar("left", Load(Int(9))), lo.Store(Int(20), Var("p"))
    stop = lo.When(Load(Var("p")), [lo.Break()], [])
    (_, loop) = main_of(begin, taken_out(work, stop, lo.Again()))
    assert isinstance(loop, lo.Loop)


def test_a_set_that_changes_on_the_way_is_not() -> None:
    begin = lo.SetVar("left", Load(Int(9)))
    changing = taken_out(lo.SetVar("left", Load(Int(10))), lo.Again())
    (_, loop) = main_of(begin, changing)
    assert isinstance(loop, lo.Loop)


# ---- words that nobody reads


def test_passing_words_that_nobody_reads_are_not_written() -> None:
    body: list[lo.Stmt] = [
        lo.Store(Int(40), Load(Int(9))),
        lo.Store(Int(41), Load(Int(9))),
        lo.Store(Int(20), Load(Int(41))),
        lo.Fill(39, 4, 0),
        lo.Finish(),
    ]
    passing = frozenset({40, 41, 42})
    functions = {"main": lo.Function("main", (), body)}
    assert improved(functions, "main", {}, passing, passing)["main"].body == [
        lo.Store(Int(41), Load(Int(9))),
        lo.Store(Int(20), Load(Int(41))),
        lo.Fill(39, 1, 0),
        lo.Fill(41, 1, 0),
        lo.Finish(),
    ]


def test_in_a_game_that_may_end_anywhere_they_are() -> None:
    end: list[lo.Stmt] = [lo.When(Load(Int(9)), [lo.Finish()], [])]
    body = [*end, lo.Store(Int(40), Load(Int(9))), *end, lo.Fill(40, 1, 0), lo.Finish()]
    functions = {"main": lo.Function("main", (), body)}
    word = frozenset({40})
    assert improved(functions, "main", {}, word, word)["main"].body == body


def test_the_words_of_turns_are_read_by_who_counts_the_way() -> None:
    body: list[lo.Stmt] = [
        lo.Store(Int(40), Load(Int(9))),
        lo.Do(lo.Apply("count_way", (Int(40), Int(4)))),
        lo.Finish(),
    ]
    functions = {"main": lo.Function("main", (), body)}
    word = frozenset({40})
    assert improved(functions, "main", {}, word, word)["main"].body == body


def test_what_follows_a_find_is_done_where_it_is_found() -> None:
    here = Op("==", Load(Op("+", Var("s"), Int(20))), Load(Int(9)))
    search = lo.ForBits(
        "s", Load(Int(8)), [lo.When(here, [lo.SetVar("any", Int(1)), lo.Break()], [])]
    )
    then: lo.Stmt = lo.Store(Int(11), Int(5))
    assert main_of(lo.SetVar("any", Int(0)), search, lo.When(Var("any"), [then], [])) == [
        lo.ForBits("s", Load(Int(8)), [lo.When(here, [then, lo.Break()], [])])
    ]


def test_what_goes_on_with_a_loop_around_a_search_stays_behind_the_search() -> None:
    here = Op("==", Load(Op("+", Var("s"), Int(20))), Load(Int(9)))
    search = lo.ForBits(
        "s", Load(Int(8)), [lo.When(here, [lo.SetVar("any", Int(1)), lo.Break()], [])]
    )
    turn: list[lo.Stmt] = [
        lo.SetVar("any", Int(0)),
        search,
        lo.When(Var("any"), [lo.Break()], []),
        lo.Store(Int(9), Load(Int(12))),
    ]
    assert main_of(lo.Loop(turn)) == [lo.Loop(turn)]


def test_a_copy_of_a_parameter_that_is_set_again_keeps_what_it_was() -> None:
    body: list[lo.Stmt] = [
        lo.SetVar("was", Var("p")),
        lo.When(Load(Int(9)), [lo.SetVar("p", Load(Int(8)))], []),
        lo.Store(Int(20), Op("-", Var("was"), Var("p"))),
    ]
    functions = {
        "main": lo.Function("main", (), [lo.Do(lo.Apply("f", (Load(Int(n)),))) for n in (5, 6)]),
        "f": lo.Function("f", ("p",), body),
    }
    found = improved(functions, "main", {})
    told = [s for f in found.values() for s in f.body]
    assert lo.Store(Int(20), Op("-", Var("p"), Var("p"))) not in told
