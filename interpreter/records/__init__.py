"""What leaves a game and comes back: records, saves, and whether what comes back can be true."""
