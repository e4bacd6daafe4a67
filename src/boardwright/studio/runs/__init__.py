"""The view of runs: games are played by processes, kept, counted and compared."""
