"""From the lowered form to Python. Machine code has a package of its own, `native`."""
