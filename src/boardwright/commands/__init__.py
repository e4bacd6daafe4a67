"""The commands of the command line, one a module: `command` is what `cli.py` looks for."""
