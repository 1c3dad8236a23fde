"""The commands of the arena that are about agents: `evaluate` and `repeat`."""
