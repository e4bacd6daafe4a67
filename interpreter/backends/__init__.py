"""Python code for the lowered form. Machine code has a package of its own, `native`."""
