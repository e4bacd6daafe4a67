"""What a ruleset declares becomes symbols, each step looking up what those before it made."""
