"""Checks for what works, but probably not as intended."""
