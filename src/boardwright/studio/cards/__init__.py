"""The view of cards: what will be printed, as data and pictures, and the printing."""
