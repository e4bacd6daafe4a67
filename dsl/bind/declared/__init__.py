"""Turns the declarations of a ruleset into symbols; each step uses what the earlier ones made."""
