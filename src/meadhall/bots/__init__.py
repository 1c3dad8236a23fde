"""Bots: generic opponents that see only their seat's view. No bot imports a game.

`bot` is the contract, `roster` lists the bots by name. `players` has one file per kind of bot,
`search` the algorithms they share, `review` the analysis of finished matches.
"""
