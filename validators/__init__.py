"""Checks rulesets and shows what was found."""
