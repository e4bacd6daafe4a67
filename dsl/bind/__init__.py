"""From declarations to a bound game: names become symbols, every expression gets a type."""
