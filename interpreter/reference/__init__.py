"""The reference evaluator: walks the typed rules in a simple and readable way, and so defines their meaning.

It shares only the table and the random generator with the compiled engine; after every step both must
have the same position. What each module defines:

- `evaluator`: expressions, orders of sets, nobody, values and modifiers, pieces in force, who sees;
- `statements`: decisions, statements that find nothing, picking several, sharing;
- `position_changes`: moving, knowledge, shuffling, room, lifetimes of notes and limits;
- `options`: the options of decisions, and their ids;
- `rules`: calls, the order of hooks, when a hook fires, whether a rule has gone through;
- `offers`: listed entries, limits, offers opened to several;
- `course`: phases, rounds, turns, laps;
- `game`: the position in its canonical form, scores and ranks.
"""

from boardwright.interpreter.reference.frame import Decision
from boardwright.interpreter.reference.game import ReferenceGame

__all__ = ["Decision", "ReferenceGame"]
