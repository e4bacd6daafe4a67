"""A game that people play at the terminal."""
