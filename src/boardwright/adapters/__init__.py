"""Boardwright's games in other libraries. Each module needs the extra of its own name."""
