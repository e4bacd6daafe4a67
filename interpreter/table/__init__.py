"""One table: what players, options and the facts of a game determine before play."""
