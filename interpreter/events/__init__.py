"""What happens in a game: each consequence of a choice as an event, for all seats and for each of them."""
