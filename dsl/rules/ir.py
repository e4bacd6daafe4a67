"""The bound game: names are symbols, every expression has a type, every choice says what depends on it.

`bind/` makes it, `interpreter/` lowers it to blocks, and the reference evaluator walks it. Expressions, statements and the
game have a module each; this module exports all of them. There are three conventions:

- Players are 0, 1, ... by seat and nobody is -1; a yes/no is 0 or 1; a member of a variety is its index.
- `me` and `it` are ordinary variables. Every rule, value, hook and slot has a `me`; clauses of pieces and spaces an `it`.
- A statement that may find nothing (choose, draw, find, share) has the rest of its block in `body`. If it finds nothing,
  `otherwise` runs. Then `body` follows only if `rejoin` is set (because `otherwise` binds the name to the same variable)
  and no statement at the top of `otherwise` skipped its own rest: otherwise the name would have no value.
"""

from boardwright.dsl.rules.expressions import *
from boardwright.dsl.rules.game import *
from boardwright.dsl.rules.statements import *
