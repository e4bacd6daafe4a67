"""JSON Schemas for editors, written from the table of keys."""
