"""The effect language as it is written: grammar, parser, syntax tree, types, and what slips in it meant."""
