"""Checks for what is missing."""
