"""A language server for rule files: what `validate` tells, and more, while one types."""
