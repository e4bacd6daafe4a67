"""What is worked out of a game, or of its lowered rules, for lowering to go by: who asks, how far numbers reach, what is constant."""
