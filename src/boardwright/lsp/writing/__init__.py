"""What may be written at a position: keys, names and words, in their order, with places to fill in."""
