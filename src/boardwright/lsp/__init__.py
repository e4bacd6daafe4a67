"""A language server for rule files: the findings of `validate`, and more, while you type."""
