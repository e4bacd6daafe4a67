"""Agents that search: they play on from positions that they imagine, and take what turned out best."""
