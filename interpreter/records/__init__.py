"""Records and saves of games, and checks of those that are read."""
