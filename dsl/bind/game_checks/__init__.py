"""What is asked of a bound game as a whole: rings, contradictions, and what is known before play."""
