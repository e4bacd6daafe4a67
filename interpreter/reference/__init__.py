"""The reference evaluator: walks the typed rules, naive and readable, and so says what they mean.

It shares with the compiled engine the table, the random generator and nothing else; after every step
both must have the same position. What is pinned down, and where:

- `evaluator`: expressions, orders of sets, nobody, values and modifiers, what is in force, who sees;
- `statements`: asking, what may find nothing, picking several, sharing;
- `changes`: moving, knowledge, shuffling, room, lifetimes of notes and limits;
- `choices`: which options there are, and their ids;
- `rules`: calls, the order of hooks, when a hook fires, whether a rule has gone through;
- `offers`: what is listed, limits, offers opened to several;
- `course`: phases, rounds, turns, laps;
- `game`: the position in its canonical form, scores and ranks.
"""

from boardwright.interpreter.reference.frame import Decision
from boardwright.interpreter.reference.game import ReferenceGame

__all__ = ["Decision", "ReferenceGame"]
