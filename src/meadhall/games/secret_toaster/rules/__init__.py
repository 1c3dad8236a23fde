"""The rules of Secret Toaster as pure functions.

| file | what it holds |
| --- | --- |
| `setup.py` | the first state: keeps, homelands, knights, objectives |
| `legal.py` | the actions that are listed for a seat |
| `refusals.py` | why an action cannot be done |
| `alliance_refusals.py` | the same for alliances |
| `apply.py` | what an action leads to; players who give up |
| `alliances.py` | how alliances change, and whom a player can write to |
| `planning/` | writing orders: checks, choices, what a player can expect from them |
| `round/` | carrying orders out: lots, battles, reserve knights, skirmishes |
| `objectives.py` | secret objectives: how they are dealt and when they are met |
| `ending.py` | the checks at the end of a round, and who wins |
| `invariant.py` | what is true of every state |
| `board.py` | the map |
| `table.py` | small questions about the public part of a state |
| `events.py` | what happens in a match |
"""
