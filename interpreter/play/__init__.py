"""A game under way: states, decisions, what each player sees, and what may be behind what is hidden."""
