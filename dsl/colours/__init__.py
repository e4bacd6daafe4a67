"""The colours of rule files: what each part of a text is, made from the grammar, and lexers for Pygments."""
