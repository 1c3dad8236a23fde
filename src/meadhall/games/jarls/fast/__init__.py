"""The fast lane of Jarls: the rules as compiled functions over one array of integers.

`lane` is the entry. `tables` says where things are in the array; `moves`, `push`, `turns` and
`evaluate` are the kernels. Importing any of them needs NumPy and Numba, so the game loads `lane`
only when a bot asks for it.
"""
