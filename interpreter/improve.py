"""Makes functions that are played straight through faster, without changing what they do.

Functions are written where they are called (`inlining.py`), parameters that are always the same number are that number,
locals that only stand for something known are it, and tests whose answer is known (`surely.py`) are not made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import UnionType

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.inlining import inlined
from boardwright.interpreter.lowered import Int, Op, Un, Var
from boardwright.interpreter.reading import (
    bodies,
    calls,
    expressions,
    inside,
    is_idle,
    read_in,
    roots,
    set_in,
    sets,
    statements,
)
from boardwright.interpreter.renaming import changed, with_bodies
from boardwright.interpreter.routines import stretched
from boardwright.interpreter.rows import with_rows
from boardwright.interpreter.surely import OF_TURNS, without_known_tests, words_of_call
from boardwright.interpreter.tidy import folded_body
from boardwright.interpreter.unrolling import written_out

_ROUNDS = 2


def improved(
    functions: Mapping[str, lo.Function],
    root: str,
    tables: Mapping[str, tuple[int, ...]],
    single: frozenset[int] = frozenset(),
    passing: frozenset[int] = frozenset(),
) -> dict[str, lo.Function]:
    """What the root needs, improved. `single` are the words that are only reached at their fixed place; `passing` are those
    of them that are zero again when the game is over.
    """
    done = dict(functions)
    for _ in range(_ROUNDS):
        done = _shaped(inlined(done, root), root)
        done = {
            name: replace(f, body=_simplified(f, keep=set(f.params))) for name, f in done.items()
        }
        done = without_known_tests(done, root, tables, single)
    done = _without_unread_words(done, root, passing)
    done = {name: written_out(polished(f), tables) for name, f in done.items()}
    # A loop that became a test may be little now.
    done = _shaped(inlined(done, root), root)
    done = {name: written_out(polished(f), tables) for name, f in done.items()}
    done = {name: polished(with_rows(polished(f), tables)) for name, f in done.items()}
    return {name: replace(f, body=_at_once(f.body)) for name, f in done.items()}


def polished(f: lo.Function) -> lo.Function:
    """A function that was improved as far as it can be without a look at others."""
    return replace(f, body=_gone_through(_simplified(f, keep=set(f.params))))


# ---- loops ----------------------------------------------------------------------------------------------


def _gone_through(body: list[lo.Stmt]) -> list[lo.Stmt]:
    """A loop that takes one member after the other out of a local set goes through that set."""
    result: list[lo.Stmt] = []
    for s in body:
        s = with_bodies(s, _gone_through)
        found = _members(s.body) if isinstance(s, lo.Loop) else None
        result.extend(found or [s])
    return result


def _members(body: list[lo.Stmt]) -> list[lo.Stmt] | None:
    """The loop over members that a body without end stands for. It counts as many steps: one for each turn, and one more
    when nothing is left.
    """
    match body:
        case [
            lo.Charge() as charge,
            lo.When(
                test=Op(op="==", left=Var(name=left), right=Int(value=0)),
                body=[lo.Break()],
                otherwise=[],
            ),
            lo.SetVar(name=name, value=first),
            lo.SetVar(
                name=again,
                value=Op(op="^", left=Var(name=same), right=Un(op="bit", operand=Var(name=member))),
            ),
            *rest,
        ] if left == again == same and member == name:
            pass
        case _:
            return None
    start: lo.Expr | None = None
    match first:
        case Un(op="lowest", operand=Var(name=source)) if source == left:
            pass
        case lo.Apply(function="first_from", arguments=(Var(name=source), Var() as start)) if (
            source == left
        ):
            pass
        case _:
            return None
    fixed = {left, name} | ({start.name} if isinstance(start, Var) else set())
    named = {e.name for e in expressions(rest) if isinstance(e, Var)}
    if left in named or any(sets(s) in fixed for s in statements(rest)) or _is_left(rest):
        return None
    while rest and isinstance(rest[-1], lo.Again):
        rest = rest[:-1]
    return [lo.ForBits(name, Var(left), [charge, *rest], start), charge]


def _is_left(body: list[lo.Stmt], by: type | UnionType = lo.Break) -> bool:
    """Whether a turn may end its loop."""
    return any(
        isinstance(s, by)
        or (isinstance(s, lo.When) and (_is_left(s.body, by) or _is_left(s.otherwise, by)))
        for s in body
    )


def _at_once(body: list[lo.Stmt]) -> list[lo.Stmt]:
    """What follows if a loop has found something is done where it is found."""
    read, written = read_in(body), set_in(body)

    def done(body: list[lo.Stmt]) -> list[lo.Stmt]:
        result: list[lo.Stmt] = []
        for s in body:
            s = with_bodies(s, done)
            match result[-2:], s:
                case (
                    [
                        lo.SetVar(name=flag, value=Int(value=0)),
                        (lo.ForBits() | lo.ForRange() | lo.ForRows()) as loop,
                    ],
                    lo.When(test=Var(name=tested), body=then, otherwise=[]),
                ) if (
                    flag == tested
                    and read[flag] == 1
                    and written[flag] == 2
                    and not _is_left(then, lo.Break | lo.Again)
                ):
                    inner = _instead(loop.body, flag, then)
                    if inner is not None:
                        result[-2:] = [replace(loop, body=inner)]
                        continue
                case _:
                    pass
            result.append(s)
        return result

    return done(body)


def _instead(body: list[lo.Stmt], flag: str, then: list[lo.Stmt]) -> list[lo.Stmt] | None:
    """The body of a loop that is left when it has set its flag, with something else in place of that."""
    match body:
        case [*rest, lo.SetVar(name=name, value=Int(value=1)), lo.Break()] if name == flag:
            return [*rest, *then, lo.Break()]
        case [*rest, lo.When(test=test, body=inner, otherwise=[])]:
            found = _instead(inner, flag, then)
            return None if found is None else [*rest, lo.When(test, found, [])]
        case _:
            return None


# ---- parameters -----------------------------------------------------------------------------------------


def _shaped(functions: Mapping[str, lo.Function], root: str) -> dict[str, lo.Function]:
    """Without parameters that nobody reads, or that are always the same number."""
    given: dict[str, list[tuple[lo.Expr, ...]]] = {}
    for function in functions.values():
        for call in calls(function.body):
            given.setdefault(call.function, []).append(call.arguments)
    dropped: dict[str, dict[int, lo.Expr | None]] = {}
    for name, function in functions.items():
        if name == root or name not in given:
            continue
        own = {n for s in statements(function.body) if (n := sets(s)) is not None}
        read = {e.name for e in expressions(function.body) if isinstance(e, Var)}
        for at, param in enumerate(function.params):
            (first, *others) = {row[at] for row in given[name]}
            if not others and isinstance(first, Int) and param not in own:
                dropped.setdefault(name, {})[at] = first
            elif param not in read and param not in own and all(map(is_idle, (first, *others))):
                dropped.setdefault(name, {})[at] = None

    def change(e: lo.Expr) -> lo.Expr | None:
        if isinstance(e, lo.Apply) and e.function in dropped:
            kept = (a for n, a in enumerate(e.arguments) if n not in dropped[e.function])
            return lo.Apply(e.function, tuple(changed_here(a) for a in kept))
        return None

    def changed_here(e: lo.Expr) -> lo.Expr:
        (statement,) = changed([lo.Return(e)], change)
        assert isinstance(statement, lo.Return)
        return statement.value

    result: dict[str, lo.Function] = {}
    for name, function in functions.items():
        body = changed(function.body, change)
        gone = dropped.get(name, {})
        known = {function.params[n]: value for n, value in gone.items() if value is not None}
        if known:
            body = changed(body, lambda e, k=known: k.get(e.name) if isinstance(e, Var) else None)  # type: ignore[misc]
        params = tuple(p for n, p in enumerate(function.params) if n not in gone)
        result[name] = replace(function, params=params, body=body, domains=())
    return result


# ---- words of the vector --------------------------------------------------------------------------------


def _without_unread_words(
    functions: dict[str, lo.Function], root: str, passing: frozenset[int]
) -> dict[str, lo.Function]:
    """Without writing to passing words that nobody reads. In a game that may end anywhere they are not zero again."""
    everything = [s for f in functions.values() for s in f.body]
    ends = sum(isinstance(s, lo.Finish) for s in statements(everything))
    if ends > sum(isinstance(s, lo.Finish) for s in functions[root].body[-1:]):
        return functions
    unread = passing - {
        e.at.value
        for e in expressions(everything)
        if isinstance(e, lo.Load) and isinstance(e.at, Int)
    }
    for call in calls(everything):
        if call.function in OF_TURNS:
            unread -= words_of_call(call, {})
    if not unread:
        return functions

    def kept(body: list[lo.Stmt]) -> list[lo.Stmt]:
        result: list[lo.Stmt] = []
        for s in body:
            match s:
                case lo.Store(at=Int(value=word), value=value) if word in unread and is_idle(value):
                    pass
                case lo.Fill(at=at, count=count, value=value):
                    result.extend(
                        lo.Fill(first, many, value)
                        for first, many in stretched(set(range(at, at + count)) - unread)
                    )
                case _:
                    result.append(with_bodies(s, kept))
        return result

    return {name: replace(f, body=kept(f.body)) for name, f in functions.items()}


# ---- locals ---------------------------------------------------------------------------------------------


def _simplified(function: lo.Function, keep: set[str]) -> list[lo.Stmt]:
    body = function.body
    while True:
        smaller = folded_body(_without_unread(_known_put_in(body, keep)))
        if smaller == body:
            return body
        body = smaller


def _known_put_in(body: list[lo.Stmt], params: set[str]) -> list[lo.Stmt]:
    """Locals that are set once, to a number or to a local that is set once before, are that."""
    often: dict[str, int] = dict.fromkeys(params, 1)
    seen: set[str] = set(params)  # those that the text has named
    known: dict[str, lo.Expr] = {}
    for name, times in set_in(body).items():
        often[name] = often.get(name, 0) + times

    def once(name: str) -> bool:
        return often.get(name, 2) <= 1

    def look(part: list[lo.Stmt]) -> None:
        for s in part:
            for root in roots(s):
                seen.update(e.name for e in inside(root) if isinstance(e, Var))
            name = sets(s)
            if isinstance(s, lo.SetVar) and once(s.name) and s.name not in seen:
                match s.value:
                    case Int():
                        known[s.name] = s.value
                    case Var(name=other) if once(other) and other in seen:
                        known[s.name] = known.get(other, s.value)
                    case _:
                        pass
            if name is not None:
                seen.add(name)
            elif isinstance(s, lo.ForRows):
                seen.update(s.names)
            for inner in bodies(s):
                look(inner)

    look(body)
    if not known:
        return body
    return changed(body, lambda e: known.get(e.name) if isinstance(e, Var) else None)


def _without_unread(body: list[lo.Stmt]) -> list[lo.Stmt]:
    read = {e.name for e in expressions(body) if isinstance(e, Var)}

    def kept(part: list[lo.Stmt]) -> list[lo.Stmt]:
        result: list[lo.Stmt] = []
        for s in part:
            match s:
                case lo.SetVar(name=name, value=value) if name not in read:
                    if isinstance(value, lo.Apply) and not is_idle(value):
                        result.append(lo.Do(value))
                    elif not is_idle(value):
                        result.append(s)
                case _:
                    result.append(with_bodies(s, kept))
        return result

    return kept(body)
