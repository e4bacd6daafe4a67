"""Diagnostics as text: for people, for editors, for other programs. One renderer a file."""
