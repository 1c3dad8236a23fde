"""Matches between bots, in bulk.

`contest` schedules them, plays them and says which bot is stronger; `balance` says how fair a game
is.
"""
