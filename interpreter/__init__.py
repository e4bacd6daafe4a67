"""Plays the games that the language describes."""
