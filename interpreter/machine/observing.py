"""The instructions by which machine code writes what a player sees as a row of numbers, and numbers options.

Both are lists of words that some Python writes for a table (`learning/native_rows.py`) and machine code that knows no game reads
(`native/observing_text.py`).
"""

from __future__ import annotations

from enum import IntEnum


class Way(IntEnum):
    """How the options of a decision have numbers."""

    LISTED = 0  # by a table for each seat
    NUMBER = 1  # by their distance from a fixed number
    DISTANCE = 2  # by their distance from the lowest that is offered
    HIDDEN = 3  # by what the player knows of pieces


class Do(IntEnum):
    """An instruction: its number, how many words it has with these two, and what follows here."""

    SET = 1  # entry, value
    COPY = 2  # first word, distance of words, how many, first entry, low, high
    MARK = 3  # word, how many values; of each value the entry, or -1
    BITS = 4  # word, members that count if they are missing; of 64 members the entries, or -1
    ASKED = 5  # see `Asked`
    PICKS = (
        6  # site, hidden kind or -1, how many words, these words; entries of members, or of faces
    )
    OPEN = 7  # see `Open`
    HIDDEN = 8  # see `Hidden`
    BOUNDS = 9  # how many words, these words, how many faces; of each face the entry, and its bits in each word
    ORDER = 10  # see `Order`
    OF_PIECES = 11  # see `OfPieces`
    OPTIONAL = 12  # word, what stands for nothing, entry, low, high
    NAMED = 13  # word, how many values, entry; of each value what to write


class Asked(IntEnum):
    """Words of `ASKED`; then entries of sites, whether each is secret, and entries of seats."""

    SITES = 0
    LEAST = 1  # the entries of least, most and picked, one after the other, or -1
    PICKED_WORDS = 2
    END = 3  # the words of what is picked, then the rest


class Open(IntEnum):
    """Words of `OPEN`. After them, of each place: who sees it (`Sight`), the first entry of its faces, the entry for what is not
    seen, its code; of each piece: its face, its role.
    """

    KIND = 0
    PIECES = 1
    PLACES_AT = 2
    SIDES_AT = 3
    WHERE = 4
    SIDE = 5
    PLACES = 6
    END = 7


class Hidden(IntEnum):
    """Words of `HIDDEN`. After them, of each place: who sees it, the first entry of its faces, the first entry of its backs, its
    code; of each face: its role, its back.
    """

    KIND = 0
    PIECES = 1
    PLACES_AT = 2
    FACES_AT = 3
    NAMES_AT = 4
    SIDES_AT = 5
    WHERE = 6
    WHICH = 7
    SIDE = 8
    PLACES = 9
    FACES = 10
    KNOWN_AT = 11
    END = 12


class Order(IntEnum):
    """Words of `ORDER`. After them, of an open kind of each piece its code and its face; of a hidden kind of each face its role."""

    KIND = 0
    HIDDEN = 1
    PIECES = 2
    TOPS_AT = 3
    BELOW_AT = 4
    NAMES_AT = 5
    FIRST = 6
    COUNT = 7
    TOP = 8
    SIGHT = 9
    END = 10


class OfPieces(IntEnum):
    """Words of `OF_PIECES`: a note for each piece. After them, of each place whether the player sees notes there; of each piece its role;
    then for `WAY` 2 the entries of 64 members.
    """

    KIND = 0
    PIECES = 1
    PLACES_AT = 2
    NAMES_AT = 3  # of a hidden kind, or -1
    AT = 4
    START = 5
    FIRST = 6
    WIDTH = 7
    WAY = 8  # 0: a number; 1: a number or nothing; 2: a set
    LOW = 9
    HIGH = 10
    NOTHING = 11
    PLACES = 12
    END = 13


class Sight(IntEnum):
    """Whether a player knows what lies in a place."""

    UNSEEN = 0
    SEEN = 1
    ASK = 2  # the rules say so, or what was shown
    SHOWN = 3  # whether it was shown, which is kept with each piece


class Rows(IntEnum):
    """The first words of all instructions; then where those of each seat begin, and where they end."""

    SIZE = 0
    END = 1


class Numbers(IntEnum):
    """The first words of the numbering of options; then for each site and seat where its words are."""

    SEATS = 0
    END = 1


class Numbered(IntEnum):
    """The words of a site for a seat. Then, for `LISTED`, of each member its number, of each number its
    member; for `HIDDEN`, of each face its role, its first
    number and its copies; of each place and face the number of pieces that cannot be followed.
    """

    WAY = 0
    FIRST = 1
    COUNT = 2  # without the extra one
    EXTRA = 3
    LOW = 4
    MEMBERS = 5
    KIND = 6
    NAMES_AT = 7
    PLACES_AT = 8
    FACES_AT = 9
    PIECES = 10
    FACES = 11
    NAMES = 12  # the first number of names, or -1
    SEVERAL = 13  # whether several may have one face
    END = 14


UNKNOWN = 1
"""What stands for a piece that the player does not know, where 0 is none; pieces follow, then faces."""
