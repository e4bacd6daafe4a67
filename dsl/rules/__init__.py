"""Bound rules: typed nodes, the symbols that names stand for, and walks through them."""
