"""Plays what the language describes."""
