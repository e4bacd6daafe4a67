"""Scenarios: a position, what players do there, and what must hold then."""
