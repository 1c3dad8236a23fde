"""What helps bots to play Jarls: an evaluation of positions, and the levels of opponents."""
