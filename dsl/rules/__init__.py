"""Bound rules: typed nodes, the symbols behind names, and walks through them."""
