"""Rule files in one style: blanks and line breaks, never a word."""
