"""What a game is: the contract, and the small values that every game speaks in."""
