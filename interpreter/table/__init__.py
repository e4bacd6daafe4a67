"""One table: what players, options and the facts of a game decide before anything is played."""
