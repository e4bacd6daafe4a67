"""The effect language as it is written: grammar, parser, syntax tree, types, and hints for mistakes."""
