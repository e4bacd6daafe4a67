"""Messages of binding: what is wrong with names and types, and what was probably meant."""
