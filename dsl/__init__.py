"""The language: files to typed rules, with every mistake as a value."""
