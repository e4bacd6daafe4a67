"""Rules as they are bound: typed nodes, the symbols that names stand for, and how to walk through them."""
