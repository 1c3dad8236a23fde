"""Bot against bot: matches in bulk, and what they say about players and games."""
