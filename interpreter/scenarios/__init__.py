"""Scenarios: a position, the moves of players, and what is expected after them."""
