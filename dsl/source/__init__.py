"""An author's files before any rule is read: texts and places, YAML with places, diagnostics."""
