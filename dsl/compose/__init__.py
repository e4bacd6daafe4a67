"""A game and its expansions become one ruleset."""
