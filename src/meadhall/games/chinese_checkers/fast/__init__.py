"""The fast lane: the same rules as compiled functions over one array of integers.

The array holds the board twice, as an owner for each hole and as a list of each seat's marbles. It
also counts what is in each corner, so making a move and taking it back change only a few numbers.
Every way off the star leads to one extra hole, the wall, which is never empty, so no kernel has to
check for the edge. The lane does not know the history, so it finds no repetition and no move limit.

| file | what it has |
| --- | --- |
| `lane` | the entry: states packed into arrays, and the kernels put together |
| `tables` | the layout of the array and the tables that kernels read |
| `moves` | legal moves |
| `make` | making a move and taking it back, the winner |
| `evaluate` | how good a position is |
| `race_end` | the moves that every way of standing on the last thirty holes needs |
"""
