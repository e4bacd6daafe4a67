"""What took long to work out, kept on the disk."""
