"""The semantic checks, one a file."""
