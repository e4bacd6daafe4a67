"""Sentences about what happens in a game, in the languages of its ruleset."""
