"""Games, rules and findings in words, for terminals."""
