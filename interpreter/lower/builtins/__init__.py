"""Functions in the lowered form that every program may need: orders, names, shuffles, secrets, turns."""
