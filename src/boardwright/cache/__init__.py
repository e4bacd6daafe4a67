"""The cache: results that take long to compute, kept on the disk."""
