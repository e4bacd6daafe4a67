"""From bound rules to the lowered form: integer operations in functions and blocks."""
