"""What bots need to know of the game: `evaluate.py` (how good a state is), `levels.py`."""
