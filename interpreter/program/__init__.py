"""A linked game: all passes in a row, the program that comes out, and how people may read it."""
