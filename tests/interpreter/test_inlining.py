"""Functions written where they are called do what the call did."""

from __future__ import annotations

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.inlining import inlined, without_returns
from boardwright.interpreter.lowered import Int, Load, Op, Var


def function(name: str, params: tuple[str, ...], *body: lo.Stmt) -> lo.Function:
    return lo.Function(name, params, list(body))


def all_of(*functions: lo.Function) -> dict[str, lo.Function]:
    return {f.name: f for f in functions}


def call(name: str, *arguments: lo.Expr) -> lo.Do:
    return lo.Do(lo.Apply(name, arguments))


def test_what_is_called_from_one_place_stands_there() -> None:
    found = inlined(
        all_of(
            function("main", (), call("pay", Var("n"))),
            function("pay", ("amount",), lo.Store(Int(20), Var("amount"))),
        ),
        "main",
    )
    assert list(found) == ["main"]
    assert found["main"].body == [lo.Store(Int(20), Var("n"))]


def test_locals_of_both_are_kept_apart() -> None:
    found = inlined(
        all_of(
            function("main", (), lo.SetVar("x", Int(1)), call("pay"), lo.Store(Int(20), Var("x"))),
            function("pay", (), lo.SetVar("x", Load(Int(9))), lo.Store(Int(21), Var("x"))),
        ),
        "main",
    )
    assert found["main"].body == [
        lo.SetVar("x", Int(1)),
        lo.SetVar("x_i2", Load(Int(9))),
        lo.Store(Int(21), Var("x_i2")),
        lo.Store(Int(20), Var("x")),
    ]


def test_an_argument_that_reads_the_vector_is_read_before() -> None:
    found = inlined(
        all_of(
            function("main", (), call("pay", Load(Int(20)))),
            function(
                "pay",
                ("n",),
                lo.Store(Int(20), Int(0)),
                lo.Store(Int(21), Op("+", Var("n"), Int(1))),
            ),
        ),
        "main",
    )
    assert found["main"].body == [
        lo.SetVar("n", Load(Int(20))),
        lo.Store(Int(20), Int(0)),
        lo.Store(Int(21), Op("+", Var("n"), Int(1))),
    ]


def test_a_parameter_that_is_set_is_a_local_of_its_own() -> None:
    found = inlined(
        all_of(
            function("main", ("m",), call("pay", Var("m")), lo.Return(Var("m"))),
            function("pay", ("n",), lo.SetVar("n", Int(3)), lo.Store(Int(20), Var("n"))),
        ),
        "main",
    )
    assert found["main"].body[0] == lo.SetVar("n", Var("m"))
    assert found["main"].body[-1] == lo.Return(Var("m"))


def test_a_value_is_what_the_function_returned() -> None:
    worth = function(
        "worth", ("n",), lo.When(Var("n"), [lo.Return(Int(5))], []), lo.Return(Var("n"))
    )
    main = function("main", (), lo.SetVar("x", lo.Apply("worth", (Var("y"),))), lo.Return(Var("x")))
    found = inlined(all_of(main, worth), "main")
    assert found["main"].body == [
        lo.When(Var("y"), [lo.SetVar("x", Int(5))], [lo.SetVar("x", Var("y"))]),
        lo.Return(Var("x")),
    ]


def test_what_nobody_wants_is_asked_all_the_same_if_it_calls() -> None:
    value = Op("+", lo.Apply("may_fail", ()), Int(1))
    main = function("main", (), lo.Do(lo.Apply("worth", ())))
    found = inlined(all_of(main, function("worth", (), lo.Return(value))), "main")
    assert found["main"].body == [lo.SetVar("unread", value)]


def test_what_comes_after_an_early_return_happens_otherwise() -> None:
    body: list[lo.Stmt] = [lo.When(Var("a"), [lo.Return(Int(0))], []), lo.Store(Int(20), Int(1))]
    assert without_returns(body) == [
        lo.When(Var("a"), [lo.Return(Int(0))], [lo.Store(Int(20), Int(1))])
    ]


def test_a_return_out_of_a_loop_stays_a_function() -> None:
    search = function("search", (), lo.ForBits("p", Load(Int(9)), [lo.Return(Var("p"))]))
    assert without_returns(search.body) is None
    found = inlined(all_of(function("main", (), call("search")), search), "main")
    assert set(found) == {"main", "search"}


def test_a_ring_stays_a_ring() -> None:
    ring = all_of(
        function("main", (), call("a")), function("a", (), call("b")), function("b", (), call("a"))
    )
    found = inlined(ring, "main")
    called = {c for f in found.values() for s in f.body if isinstance(s, lo.Do) for c in [s.call]}
    assert lo.Apply("a", ()) in called
    assert "a" in found


def test_what_nobody_calls_is_left_out() -> None:
    found = inlined(all_of(function("main", ()), function("other", ())), "main")
    assert set(found) == {"main"}


def test_what_a_helper_is_handed_stays() -> None:
    alike = lo.Return(lo.Apply("alike:card", (Int(7), Int(0))))
    look = function("look_card", ("piece", "player"), lo.Return(Var("piece")))
    assert set(inlined(all_of(function("main", (), alike), look), "main")) == {"main", "look_card"}


def test_a_call_in_the_middle_of_an_expression_becomes_its_value() -> None:
    near = function(
        "near", ("a",), lo.SetVar("at", Op("+", Var("a"), Int(20))), lo.Return(Load(Var("at")))
    )
    two = Op("or", lo.Apply("near", (Var("x"),)), lo.Apply("near", (Int(4),)))
    found = inlined(all_of(function("main", (), lo.When(two, [lo.Fail(1)], [])), near), "main")
    assert found["main"].body == [
        lo.When(
            Op("or", Load(Op("+", Var("x"), Int(20))), Load(Op("+", Int(4), Int(20)))),
            [lo.Fail(1)],
            [],
        )
    ]


def test_what_is_asked_first_is_written_in_front() -> None:
    twice = function("twice", ("a",), lo.Return(Op("+", Var("a"), Var("a"))))
    asked = lo.Apply("twice", (Load(Int(9)),))
    end: list[lo.Stmt] = [lo.Fail(1)]
    main = function("main", (), lo.When(Op("<", asked, Int(5)), end, []))
    assert inlined(all_of(main, twice), "main")["main"].body == [
        lo.SetVar("a", Load(Int(9))),
        lo.SetVar("told", Op("+", Var("a"), Var("a"))),
        lo.When(Op("<", Var("told"), Int(5)), end, []),
    ]


def test_what_may_not_be_asked_at_all_is_not() -> None:
    twice = function("twice", ("a",), lo.Return(Op("+", Var("a"), Var("a"))))
    asked = lo.Apply("twice", (Load(Int(9)),))
    for test in (Op("and", Load(Int(8)), asked), lo.Cond(Load(Int(8)), asked, Int(0))):
        body: list[lo.Stmt] = [lo.When(test, [lo.Fail(1)], [])]
        assert inlined(all_of(function("main", (), *body), twice), "main")["main"].body == body
