"""`python -m boardwright` is the command line."""

from boardwright.cli import entry

entry()
