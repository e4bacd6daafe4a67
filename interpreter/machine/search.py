"""Numbers that both forms of a tree search share, in Python and in machine code."""

from __future__ import annotations

WIN = 1 << 16
"""The value of a victory. Shared victories divide it."""
FARTHEST = 1 << 40
"""The distance between two players counts up to here."""
MOST_SEATS = 64
"""A node of the tree is for a site and a seat, as one number: `site * MOST_SEATS + seat`."""
TRIES = 60
"""How often a position is imagined until the answers of others lead to the present decision."""
OTHERS = 1 << 62
"""In place of an answer that the searching player does not know."""
