"""The rules once more, on rows of integers, for random play in bulk.

`lane.py` is the entry, from states to payoffs. `tables.py` says how a battle lies in a row,
`turn.py` plays one turn, and `playouts.py` plays whole battles and matches. Where Numba is
installed the kernels are compiled; elsewhere they run as plain Python.
"""
