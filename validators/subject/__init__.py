"""What checks read and return: a ruleset with its documents, findings, and comments that allow them."""
