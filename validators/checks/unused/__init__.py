"""Checks for what is declared and never used."""
