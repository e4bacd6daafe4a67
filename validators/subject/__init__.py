"""What checks look at and hand out: a ruleset with its documents, findings, and comments that allow them."""
