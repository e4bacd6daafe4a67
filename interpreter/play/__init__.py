"""A game in progress: states, decisions, the view of each player, and guesses at hidden things."""
