"""Files and folders: where rulesets are, how they are read, and what they are called."""
