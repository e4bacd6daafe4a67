"""Plays one chunk in a process of its own: plain data in, a finished part out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.runs.counted import Figures
from boardwright.runs.disk import DiskError, write_whole
from boardwright.runs.parts import Tally, head_of, sealed
from boardwright.runs.plan import MOST_CHUNKS, Order, Plan, agents_seed_for, canonical, chunk_for
from boardwright.runs.soundness import Lines
from boardwright.runs.under_way import Chunk
from boardwright.version import __version__

if TYPE_CHECKING:
    from boardwright.interpreter.agents.course import Course
    from boardwright.interpreter.agents.statistics import Gathering
    from boardwright.interpreter.play.state import State
    from boardwright.interpreter.program.program import Vector
    from boardwright.loading.game import Game


@dataclass(frozen=True, slots=True)
class Task:
    """A chunk to play, and the file to write it to."""

    order: Order
    plan: Plan
    chunk: int
    path: Path


@dataclass(frozen=True, slots=True)
class Played:
    """The part of this chunk is on the disk."""

    chunk: int
    tally: Tally


@dataclass(frozen=True, slots=True)
class Failed:
    """A chunk failed for a reason other than its rules; `game` is the game in which it did, if it was in one."""

    chunk: int
    why: str
    game: int | None


@dataclass(frozen=True, slots=True)
class Stop:
    """No chunk can be played: the disk is full, or the rules have changed since the run began."""

    why: str


Result = Played | Failed | Stop


# Plays a game with a seed for it and one for its agents; returns its end and the seats of agents that failed.
Play = Callable[[int, int], "tuple[State, Sequence[int]]"]
Note = Callable[["Vector", int], None]
"""Is called with the position at a decision, and the answer."""
Ended = Callable[["Vector", Sequence[int]], None]
"""Is called with the position at the end of a game, and the winners."""

# What this process has loaded. A run has one order, and loading takes as long as hundreds of games.
_at_hand: dict[Order, Game] = {}


def game_for(order: Order) -> Game:
    """The game of an order, loaded once in each process."""
    if order not in _at_hand:
        _at_hand.clear()
        _at_hand[order] = load_for(order, order.ruleset, order.expansions)
    return _at_hand[order]


def load_for(order: Order, ruleset: str | Path, expansions: Sequence[str | Path]) -> Game:
    """Loads the game of an order, whose rules are at these paths here."""
    from boardwright.loading.load import load

    return load(
        ruleset,
        order.players,
        dict(order.options),
        expansions=expansions,
        backend=order.backend,
        blank=order.blank,
    )


def forget_games() -> None:
    """Makes this process load a game again, whose rules may have changed since."""
    _at_hand.clear()


def plan_for(order: Order, game: Game, seed: int, games: int, chunk: int | None) -> Plan:
    """The plan of the run that an order asks for."""
    from boardwright.interpreter.records.game_record import header_of

    agents = order.agents if len(order.agents) > 1 else order.agents * game.players
    head = header_of(game.program, seed)
    plan = Plan(
        engine=__version__,
        game=head.game,
        rules=head.rules,
        language=head.language,
        expansions=head.expansions,
        players=game.players,
        seats=head.seats,
        options=dict(head.options),
        agents=agents,
        seed=seed,
        games=games,
        chunk=1,
        figures=order.figures,
        agent_seconds=order.telling_seconds,
        agents_seed=agents_seed_for(agents, order.agents_seed),
        teams=tuple(tuple(head.seats[n] for n in team) for team in game.table.teams) or None,
        course=order.course or None,
        blank=order.blank or None,
    )
    period = plan.period
    size = chunk_for(games, period)
    if chunk is not None:
        size = -(-max(chunk, -(-games // MOST_CHUNKS)) // period) * period
    return _with_chunk(plan, size)


def loaded_plan(order: Order, seed: int, games: int, chunk: int | None) -> Plan:
    """The plan of the run that an order asks for, with the game loaded in this process."""
    return plan_for(order, game_for(order), seed, games, chunk)


def _with_chunk(plan: Plan, size: int) -> Plan:
    return Plan.of({**plan.facts(), "chunk": size})


Load = Callable[[Order], "Game"]
Write = Callable[[Path, Iterable[bytes]], None]


def play_chunk(task: Task, load: Load = game_for, write: Write = write_whole) -> Result:
    """Plays the games of a chunk and writes its part. Mistakes are returned, not raised: not every exception can be
    sent from one process to another.
    """
    from boardwright.interpreter.agents.course import Course
    from boardwright.interpreter.agents.statistics import Gathering
    from boardwright.interpreter.native.choice import BackendError, native_for

    at: list[int] = []
    plan, chunk = task.plan, task.chunk
    try:
        game = load(task.order)
        if plan_for(task.order, game, plan.seed, plan.games, plan.chunk) != plan:
            return Stop("the rules have changed since the run began")
        games, tally = plan.games_of(chunk), Tally()
        native_for(game.program, plan.games)
        gathering = game.program.kept("gathering", Gathering) if plan.figures else None
        if gathering is not None:
            gathering.take()  # left by an earlier chunk that was interrupted
        course = None if gathering is None or not plan.course else Course(game.program, gathering)
        lines = _lines(game, plan, task.order.agent_seconds, games, at, gathering, course)

        def figures() -> Figures:
            return Figures(None if gathering is None else gathering.take())

        write(task.path, sealed(head_of(plan, chunk), lines, tally, figures, games.start))
    except (DiskError, BackendError) as fault:
        return Stop(str(fault))
    except Exception as fault:
        why = " ".join(f"{type(fault).__name__}: {fault}".split())[:300]
        return Failed(chunk, why, at[-1] if at else None)
    return Played(chunk, tally)


def _lines(
    game: Game,
    plan: Plan,
    seconds: float,
    games: range,
    at: list[int],
    gathering: Gathering | None,
    course: Course | None,
) -> Iterator[bytes]:
    """A line for each game; the last entry of `at` is the game that is being played."""
    turns, lines = [plan.agents_of(number) for number in range(plan.period)], Lines(plan)
    # Random games are over before anybody could ask how far they have come.
    slow = course is not None or {*plan.agents} != {"random"}
    under_way = Chunk(game.program if slow else None)
    watch = under_way.decided if slow else None
    players = [player_of(game, agents, seconds, gathering, watch, course) for agents in turns]
    ended = None if gathering is None else gathering.finish
    at.append(games.start)
    for number in games:
        at[-1] = number
        group, turn = divmod(number, len(turns))
        seed, own = plan.seed_of_group(group), plan.agents_seed_of_group(group)
        begins = lines.begin(number)
        own = seed if own is None else own
        line = line_of(players[turn], begins, seed, own, gathering, ended, course)
        under_way.ended()
        yield line


def line_of(
    play: Play,
    begins: str,
    seed: int,
    agents_seed: int,
    gathering: Gathering | None,
    ended: Ended | None,
    course: Course | None = None,
) -> bytes:
    """Plays a game and returns its line. It is written by hand: a game may take less time than `json.dumps`. `ended` is
    called if the game is played to the end.
    """
    from boardwright.interpreter.agents.agent import AgentError
    from boardwright.interpreter.machine import layout as lay
    from boardwright.interpreter.table.errors import RuleError

    try:
        state, faults = play(seed, agents_seed)
        (scores, ranks), v, over = state.standing, state.v, not state.unfinished
        if state.program.has_wins or not over:
            winners = list(state.winners)
        else:
            winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        end = "over" if over else "limit"
        failed = f',"faults":{_numbers(faults)}' if faults else ""
        more = ""
        if over and ended is not None:
            ended(v, winners)
        if gathering is not None and gathering.has_rounds:
            more = f',"rounds":{gathering.rounds()}'
        if course is not None and over:
            more += f',"course":{canonical(course.finish(v, winners))}'
    except RuleError as fault:
        return f'{begins}"error","error":"{fault.code}","decisions":{fault.decisions or 0}}}\n'.encode()
    except AgentError:
        return f'{begins}"error","error":"agent","decisions":null}}\n'.encode()
    return (
        f'{begins}"{end}","scores":{_numbers(scores)},"ranks":{_numbers(ranks)},"winners":{_numbers(winners)},'
        f'"decisions":{v[lay.DECISIONS]},"turns":{v[lay.TURN_NUMBER]}{more}{failed}}}\n'
    ).encode()


def _numbers(values: Sequence[int]) -> str:
    return f"[{','.join(map(str, values))}]"


def player_of(
    game: Game,
    names: Sequence[str],
    seconds: float,
    gathering: Gathering | None,
    watch: Note | None = None,
    course: Course | None = None,
) -> Play:
    """The function that plays a game with a seed to its end, with these agents by seat. `watch` is called at each decision;
    `course` collects what happens.
    """
    from boardwright.interpreter.agents.installed import find_agent
    from boardwright.interpreter.agents.playing import fault_of, play
    from boardwright.interpreter.agents.random_agent import play_random
    from boardwright.interpreter.play.naming import Words
    from boardwright.interpreter.play.state import State

    program = game.program
    if set(names) == {"random"} and watch is None and course is None:
        words, fast = Words(program.table.game, None), program.fast

        def at_random(seed: int, agents_seed: int) -> tuple[State, Sequence[int]]:
            return State(
                program, play_random(program, seed, gathering, agents_seed), fast, words
            ), ()

        return at_random
    factories = [find_agent(name, seconds) for name in names]
    notes: list[Note] = [] if gathering is None else [gathering.decision]
    if watch is not None:
        notes.append(watch)
    note = None if not notes else notes[0] if len(notes) == 1 else _both(*notes)

    def by_agents(seed: int, agents_seed: int) -> tuple[State, Sequence[int]]:
        if gathering is not None:
            gathering.begin()
        state = game.new(seed)
        agents = [factory(agents_seed, seat) for seat, factory in enumerate(factories)]
        noted = note
        if course is not None:
            own = course.begin(agents)
            noted = own if note is None else _both(note, own)
        play(state, agents, note=noted, seed=seed)
        return state, [seat for seat, agent in enumerate(agents) if fault_of(agent) is not None]

    return by_agents


def _both(one: Note, other: Note) -> Note:
    def note(v: Vector, answer: int) -> None:
        one(v, answer)
        other(v, answer)

    return note
