"""A linked game: the passes of linking, the program, and listings of it for people."""
