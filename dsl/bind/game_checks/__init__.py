"""Checks of a whole bound game: rings, contradictions, and what is known before play."""
