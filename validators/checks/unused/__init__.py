"""Checks for what is there and never used."""
