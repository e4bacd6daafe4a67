"""What `boardwright new` makes, from the templates beside it."""
