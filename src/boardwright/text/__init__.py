"""Games, rules and findings as text for terminals."""
