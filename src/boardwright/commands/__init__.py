"""The commands of the command line, one per module: `cli.py` looks for `command`."""
