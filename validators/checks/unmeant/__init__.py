"""Checks for what works, and hardly as it was meant."""
