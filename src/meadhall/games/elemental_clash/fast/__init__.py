"""The rules once more, on rows of integers, for random play in bulk and for mixed strategies.

`lane.py` is the entry to random play, from states to payoffs. `tables.py` says how a battle lies in
a row, `turn.py` plays one turn, and `playouts.py` plays whole battles and matches.

`mixed_choice.py` is the entry to mixed strategies, from views to probabilities: `guesses.py`
guesses hands, `network.py` values battles, `thinking.py` fills tables with these values,
`equilibrium.py` solves them, and `draft_values.py` does all that for the draft. `teaching.py` is
the entry for training, and `duels.py` plays its matches.

Where Numba is installed the kernels are compiled; elsewhere they run as plain Python.
"""
