"""What an author's files are before any rule is read: texts and places, YAML with places, diagnostics."""
