"""The pipeline, put together: from files to a game that can be played."""
