"""Steps are counted where work can pile up, and nowhere else."""

from __future__ import annotations

from boardwright.interpreter.lower.analysis.budget import HEAVY, STEP, Budget, Unit, units_of
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Var

FAULT = 7


class TooDeepError(Exception):
    pass


def counted(*units: Unit, most: int = 50) -> dict[str, int]:
    budget = Budget(most, {}, lambda name: FAULT, TooDeepError)
    budget.count(units)
    return budget.weights


def unit(name: str, *body: lo.Stmt) -> Unit:
    made = list(body)
    return Unit(name, made, [made])


def loop(*body: lo.Stmt, turns: int = 4) -> lo.ForBits:
    return lo.ForBits("x", Load(Int(20)), [lo.Charge(1, turns), *body])


def calls(*names: str) -> list[lo.Stmt]:
    return [lo.Do(lo.Apply(name, ())) for name in names]


WORK = lo.Store(Int(30), Op("+", Load(Int(30)), Int(1)))


def test_a_short_loop_over_a_set_is_not_counted() -> None:
    short = unit("short", loop(WORK))
    assert counted(short)["short"] < HEAVY
    assert short.entry == [lo.ForBits("x", Load(Int(20)), [WORK])]


def test_a_loop_of_many_turns_is_counted() -> None:
    long = unit("long", loop(WORK, turns=4000))
    assert counted(long, most=4000)["long"] < HEAVY
    assert long.entry == [loop(WORK, turns=4000)]


def test_of_a_loop_over_numbers_nothing_is_known() -> None:
    over = lo.ForRange("n", Int(1), Var("m"), [lo.Charge(1), WORK])
    kept = unit("kept", over)
    counted(kept)
    assert kept.entry == [over]
    known = unit("known", lo.ForRange("n", Int(1), Int(5), [lo.Charge(1), WORK]))
    counted(known)
    assert known.entry == [lo.ForRange("n", Int(1), Int(5), [WORK])]


def test_a_loop_without_an_end_is_counted_though_nothing_is_in_it() -> None:
    endless = unit("endless", lo.Loop([lo.Charge(1)]))
    counted(endless)
    assert endless.entry == [lo.Loop([lo.Charge(1)])]


def test_a_heavy_turn_counts_as_several_steps() -> None:
    heavy = unit("heavy", loop(*[WORK] * 300, turns=4000))
    counted(heavy, most=4000)
    (made,) = heavy.entry
    assert isinstance(made, lo.ForBits) and isinstance(made.body[0], lo.Charge)
    assert made.body[0].count > 300 // STEP


def test_what_is_light_may_be_called_for_nothing() -> None:
    weights = counted(unit("outer", *calls("inner")), unit("inner", WORK))
    assert 0 < weights["inner"] < weights["outer"] < HEAVY


def test_calls_that_double_are_counted_somewhere_on_the_way() -> None:
    units = [unit(f"u{n}", *calls(f"u{n + 1}", f"u{n + 1}")) for n in range(60)]
    weights = counted(*units, unit("u60", WORK))
    charged = [each.name for each in units if isinstance(each.entry[0], lo.Charge)]
    assert 3 <= len(charged) <= 12
    assert max(weights.values()) <= HEAVY


def test_what_calls_itself_is_counted() -> None:
    ring = unit("ring", *calls("other"))
    other = unit("other", *calls("ring"))
    counted(ring, other)
    assert isinstance(ring.entry[0], lo.Charge) and not isinstance(other.entry[0], lo.Charge)
    assert ring.entry[0].fault == FAULT


def test_of_two_branches_only_one_is_run() -> None:
    both = unit("both", lo.When(Var("a"), [WORK], [WORK, WORK]))
    one = unit("one", lo.When(Var("a"), [], [WORK, WORK]))
    assert counted(both)["both"] == counted(one)["one"]


def test_a_routine_counts_at_its_first_block() -> None:
    def block(number: int, *body: lo.Stmt) -> lo.Block:
        return lo.Block(number, "r", list(body))

    doubled = [lo.Enter("s", (), 2)]
    blocks = [block(1, *doubled), block(2, *doubled), block(3, *[WORK] * HEAVY)]
    functions = {"f": lo.Function("f", (), [WORK])}
    routines = {"r": (2, blocks), "s": (9, [block(9, *[WORK] * (HEAVY // 5))])}
    counted(*units_of(functions, routines))
    assert isinstance(blocks[2].body[0], lo.Charge)  # heavy by itself
    assert isinstance(blocks[1].body[0], lo.Charge)  # where the routine is entered
    assert not isinstance(blocks[0].body[0], lo.Charge)


def test_loops_are_nested_only_so_deep() -> None:
    body: list[lo.Stmt] = [WORK]
    for _ in range(18):
        body = [lo.Loop([lo.Charge(1), *body])]
    counted(unit("deep", *body))
    try:
        counted(unit("deeper", lo.Loop(body)))
    except TooDeepError:
        pass
    else:
        raise AssertionError("nineteen loops are too many")
