"""Checks for what cannot work, never happens, or always does."""
