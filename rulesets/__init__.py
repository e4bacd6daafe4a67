"""The games that come with the package: a folder each, data only."""
