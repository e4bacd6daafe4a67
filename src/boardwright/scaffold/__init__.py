"""The files that `boardwright new` creates, from the templates in this folder."""
