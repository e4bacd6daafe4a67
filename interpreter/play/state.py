"""A game in progress: a flat vector of integers, at a decision or at the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import rng
from boardwright.interpreter.native.choice import native_for
from boardwright.interpreter.play.decision import Decision, IllegalChoice, Option, Refusal
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.pending import Pending, secrets_of
from boardwright.interpreter.play.position import Position, position
from boardwright.interpreter.play.position_hash import Hasher
from boardwright.interpreter.program.program import SOURCE, Compiled, Program, Vector
from boardwright.interpreter.table.errors import RuleError

if TYPE_CHECKING:
    from boardwright.interpreter.play.playouts import Playouts, Policy


def returns_of(winners: Collection[int], players: int) -> tuple[float, ...]:
    """The returns of all seats, for learning: see `State.returns`. Somebody who plays alone wins 1 or nothing."""
    if players == 1:
        return (1.0,) if winners else (0.0,)
    if not winners:
        return (0.0,) * players
    won = (players / len(winners) - 1) / (players - 1)
    lost = -1 / (players - 1) if len(winners) < players else 0.0
    return tuple(won if seat in winners else lost for seat in range(players))


def _no_source(_: Program) -> tuple[Any, Any]:
    raise AssertionError


def generator_words(program: Program, seed: int, stream: str) -> list[tuple[int, tuple[int, ...]]]:
    """The first words of all generators of a program for a seed, with where they begin."""
    found = [(lay.RANDOM, rng.seed_words(seed, stream))]
    if program.layout.naming >= 0:
        found.append((program.layout.naming, rng.seed_words(seed, f"{stream}, names")))
    return found


def words_of_chance(program: Program, v: Sequence[int]) -> list[int]:
    """The words of all generators."""
    naming = program.layout.naming
    found = [*v[lay.RANDOM : lay.RANDOM + rng.WORDS]]
    if naming >= 0:
        found += v[naming : naming + rng.WORDS]
    return found


@dataclass(slots=True, eq=False)
class State:
    """One game at one moment. `apply` changes it in place; use `copy` first to keep it."""

    program: Program
    v: Vector
    compiled: Compiled
    words: Words
    pending: Pending | None = None
    """What is secret yet of the answers since some position; None if nothing is, or if the state comes from a save."""

    def __repr__(self) -> str:
        decision, table = self.decision, self.program.table
        if decision is not None:
            now = f"{table.seats[decision.player]} is asked `{decision.name}`"
        elif self.unfinished:
            now = "stopped as unfinished"
        else:
            won = ", ".join(table.seats[seat] for seat in self.winners)
            now = f"over, won by {won or 'nobody'}"
        many = self.v[lay.DECISIONS]
        after = f"after {many} decision{'' if many == 1 else 's'}"
        return f"<{type(self).__name__} of {table.title}: {now}, {after}>"

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.v[lay.PC] == lay.OVER or self.unfinished

    @property
    def unfinished(self) -> bool:
        """Whether the game stopped at its limit of decisions."""
        asked = self.v[lay.DECISIONS] >= self.program.table.game.most_decisions
        return asked and self.v[lay.PC] != lay.OVER

    @property
    def decision(self) -> Decision | None:
        """The current decision; None when the game is over."""
        program, v = self.program, self.v
        if v[lay.PC] == lay.OVER or v[lay.DECISIONS] >= program.table.game.most_decisions:
            return None
        return Decision(program, self.words, v, program.sites[v[lay.SITE]])

    def apply(self, option: int | str | Option) -> Sequence[Mapping[str, Any]] | None:
        """Takes an option (its number in the list, its id, or itself) and plays on to the next decision. Gives the events of
        the step, if the game is watched.

        Raises `IllegalChoice` for a choice that is not offered, and `RuleError` if a rule cannot do what it says.
        Both leave the state as it was.
        """
        answer, v = self.answer_of(option), self.v
        kept = v[:]
        v[lay.CHOSEN] = answer
        v[lay.DECISIONS] += 1
        try:
            self.compiled.run(v)
        except RuleError as fault:
            fault.decisions = v[lay.DECISIONS]
            v[:] = kept
            raise
        except BaseException:
            v[:] = kept
            raise
        secrets = secrets_of(self.program)
        if secrets is not None:
            self.pending = secrets.follow(self.pending, kept, answer, v)
        return None

    @property
    def to_play(self) -> int:
        """The seat that decides; -1 when the game is over."""
        return -1 if self.over else self.v[lay.ASKER]

    @property
    def question(self) -> tuple[int, int, int, int, int]:
        """What is asked, in the program's numbers: the site, the player, the options as a mask, what its first bit stands for,
        and whether there is one more.
        """
        v = self.v
        return v[lay.SITE], v[lay.ASKER], v[lay.OPTIONS], v[lay.OFFSET], v[lay.EXTRA]

    @property
    def generators(self) -> list[int]:
        """The words of chance: they change when a step leaves something to chance, and in no other."""
        return words_of_chance(self.program, self.v)

    def reseed(self, seed: int, stream: str) -> None:
        """Sets the words of chance to those of a seed and a name, as a new game gets them."""
        for at, words in generator_words(self.program, seed, stream):
            self.v[at : at + rng.WORDS] = words

    def apply_unless_chance(self, option: int) -> bool:
        """Takes an option by its number in the list, as `apply` does, if that leaves nothing to chance. Otherwise nothing changes.
        Whether it is taken.
        """
        kept, pending = self.v[:], self.pending
        self.apply(option)
        if words_of_chance(self.program, self.v) == words_of_chance(self.program, kept):
            return True
        self.v[:], self.pending = kept, pending
        return False

    def answer_of(self, option: int | str | Option) -> int:
        """The program's number for an option; raises `IllegalChoice` if it is not offered."""
        decision = self.decision
        if decision is None:
            raise IllegalChoice(Refusal("choice/game-over", "the game is over"))
        answer, _ = decision.taken(option)
        return answer

    def copy(self) -> State:
        """An independent copy of the state."""
        return State(self.program, self.v[:], self.compiled, self.words, self.pending)

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: how the game is loaded again, and a save. Only for the processes of one program: files are saves."""
        if not self.program.has_kept(SOURCE):
            raise TypeError("a state can be pickled only if its game was read from files")
        restore, source = self.program.kept(SOURCE, _no_source)
        return restore, (source, self.save())

    def playout(self, games: int = 1, seed: int = 0, policy: Policy = "random") -> Playouts:
        """Plays to the end this many times and returns the results; the state does not change. `policy` is
        `random` or `first`.
        """
        from boardwright.interpreter.play.playouts import playouts

        return playouts(self, games, seed, policy, native_for(self.program, games))

    # ---- results

    @property
    def scores(self) -> tuple[int, ...]:
        """The current score of each seat."""
        return self._each("score", self.v[:])

    def _each(self, function: str, v: Vector) -> tuple[int, ...]:
        """What a function says of each seat. It needs a copy of the vector: evaluating counts steps, and reading changes nothing."""
        value = self.compiled.functions[function]
        return tuple([int(value(v, seat)) for seat in range(self.program.table.players)])

    def worth(self, seat: int) -> int:
        """The value of the position for a seat, for agents: the `worth` of the outcome, or else the score."""
        functions = self.compiled.functions
        score = functions.get("ranked", functions["score"])
        return int(functions.get("worth", score)(self.v[:], seat))

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each seat, from 1; tied players share a rank."""
        ranked = "ranked" if "ranked" in self.compiled.functions else "score"
        v = self.v[:]
        return self._ranked(v, self._each(ranked, v))

    @property
    def standing(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The scores and the ranks. Where the best score is first, a score is worked out only once for both."""
        v = self.v[:]
        scores = self._each("score", v)
        if "ranked" in self.compiled.functions:
            return scores, self.ranks
        return scores, self._ranked(v, scores)

    def _ranked(self, v: Vector, first: tuple[int, ...]) -> tuple[int, ...]:
        """The rank of each seat by these numbers, and where they are equal by the ties. Whoever has won comes before all others."""
        program = self.program
        keys = [first, *(self._each(f"tie:{n}", v) for n in range(program.ties))]
        if program.has_wins:
            keys.insert(0, tuple(map(bool, self._each("wins", v))))
        of_seats = [*zip(*keys, strict=True)]
        order = sorted(of_seats, reverse=True)
        return tuple([order.index(own) + 1 for own in of_seats])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won: those for whom `wins` is true, or the first in rank; nobody before the end."""
        if not self.over or self.unfinished:
            return ()
        seats = range(self.program.table.players)
        if self.program.has_wins:
            wins = self.compiled.functions["wins"]
            v = self.v[:]
            return tuple(seat for seat in seats if wins(v, seat))
        return tuple(seat for seat, rank in zip(seats, self.ranks, strict=True) if rank == 1)

    @property
    def returns(self) -> tuple[float, ...]:
        """What the end is worth to each seat: 1 for a player who wins alone, less for several, and a loss for the others, so that
        the sum is 0. All 0 if nobody has won, or everybody, and before the end.
        """
        return returns_of(self.winners, self.program.table.players)

    # ---- by name

    def position(self, *, zeros: bool = False) -> Position:
        """The whole state by declared names, with amounts of zero and notes at their start if wanted."""
        return position(self.program, self.v, zeros=zeros)

    @property
    def hash(self) -> str:
        """A text of hexadecimal digits, which is equal for equal positions."""
        return self.program.kept("hasher", Hasher).hash(self.v)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.position() == other.position()

    # ---- on disk

    def save(self) -> str:
        """The state as a line of JSON. `Game.load_state` reads it, in any process and on any machine."""
        from boardwright.interpreter.play.saved_state import written

        return written(self)
