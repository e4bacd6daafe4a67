"""What a table looks like, as data: its board drawn with whole numbers, and the looks of all that lies on it."""
