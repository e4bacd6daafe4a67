"""What learning libraries need: numbers for all options of a table, and tensors of what a player sees."""
