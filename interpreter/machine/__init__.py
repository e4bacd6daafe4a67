"""What lowered rules run on: the flat vector, sets, chance, and the lowered form itself."""
