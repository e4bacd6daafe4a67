"""The whole pipeline: from files to a game that can be played."""
