"""Formats rule files: it changes spaces and line breaks, never a word."""
