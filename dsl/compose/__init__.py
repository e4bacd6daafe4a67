"""Merges a game and its expansions into one ruleset."""
